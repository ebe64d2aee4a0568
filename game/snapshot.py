"""The picture in the window, for a file: in the window's own pixels, whatever it is drawn with in between.

    pixels = snapshot(view)         # (720, 1280, 3) of a window of 1280 x 720, also where it is drawn with half of them

All worlds are in it, with what is written over bodies and worlds; the HUD is not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from game.side_by_side import spans
from systems.draw.target import Frame

if TYPE_CHECKING:
    from game.view import View


def snapshot(view: View) -> NDArray[np.uint8]:
    """(height, width, 3). A world that is drawn smaller is drawn again."""
    width, height = view.size
    frame = Frame(width, height, 0)
    for side, (left, across) in zip(view.sides, spans(width, view.columns), strict=True):
        renderer = side.studio.renderer
        size = renderer.frame.width, renderer.frame.height
        if size != (across, height):
            renderer.resize(across, height)
        side.studio.draw()
        renderer.frame.resolve(frame.drawn.value, left, across, height)
        if size != (across, height):
            renderer.resize(*size)
    frame.begin()
    view.write_all(width, height)
    pixels = frame.read()
    frame.close()
    return pixels
