"""The picture in the window, for a file: in the window's own pixels, whatever it is drawn with in between.

    pixels = snapshot(view)         # (720, 1280, 3) of a window of 1280 x 720, also where it is drawn with half of them

All worlds are in it, with what is written over bodies and worlds; the HUD is in it where the time is told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from game.picture.side_by_side import spans
from systems.draw.target import Frame

if TYPE_CHECKING:
    from game.window.view import View


def snapshot(view: View, now_s: float | None = None) -> NDArray[np.uint8]:
    """(height, width, 3). A world that is drawn smaller is drawn again. With the HUD of `now_s`, on the wall."""
    width, height = view.size
    frame = Frame(width, height, 0)
    for side, (left, across) in zip(view.sides, spans(width, view.columns), strict=True):
        if across < 1:
            continue  # two sides in a window of one pixel
        renderer = side.studio.renderer
        size = renderer.frame.width, renderer.frame.height
        if size != (across, height):
            renderer.resize(across, height)
        side.studio.draw()
        renderer.frame.resolve(frame.drawn.value, left, across, height)
        if size != (across, height):
            renderer.resize(*size)
    frame.begin()
    if now_s is None:
        view.write_all(width, height)
    else:
        view.write_over(width, height, now_s)
    pixels = frame.read()
    frame.close()
    return pixels
