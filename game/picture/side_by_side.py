"""Worlds in one picture: two have half of the width each, a camera of its own, and a caption. Names over heads, and the
line that says what there is to look at.

    with studio_of(simulation, (640, 360), quality_named("medium"), "fight") as studio:     # game/picture/shot.py
        studio.tick(4)
        studio.update(1 / 30)
        studio.draw()

Of 641 pixels the first world has 320 and the second 321. Where a caption would take more than two thirds
of its half, as in a picture of 192 pixels, there are none, and no line between the halves.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Self

import numpy as np
from numpy.typing import NDArray

from game.cameras.camera import Camera
from game.picture.ink import EDGE, GAP, INK, PAD, panel
from game.picture.look_line import Look
from game.picture.names import Names
from game.session.comparing import caption
from game.world.simulation import Simulation
from systems.draw.overlay import Colour, Overlay
from systems.draw.target import Frame

if TYPE_CHECKING:
    from game.picture.shot import Studio

DESIGN, SMALLEST = 1280, 0.75  # a picture of so many pixels has units of one pixel; letters need 3/4 of it
HEIGHT, LINE = 26.0, 3.0  # units, of a caption and of the line between two worlds
EDGE_COLOUR: Colour = (0.02, 0.025, 0.035, 1.0)
MOST = 2 / 3  # of a half's width


def spans(width: int, count: int) -> list[tuple[int, int]]:
    """Left edge and width of each, in whole pixels, with nothing left between them."""
    edges = [width * i // count for i in range(count + 1)]
    return [(left, right - left) for left, right in pairwise(edges)]


class Captions:
    """A text over the middle of each column, and lines between the columns."""

    def __init__(self) -> None:
        self.overlay = Overlay()
        self._written: tuple[object, ...] = ()

    def draw(self, texts: Sequence[str], size: tuple[int, int], scale: float, y: float) -> None:
        """Into the framebuffer that is bound, of that size; `y` is their upper edge in units of `scale` pixels."""
        if self.overlay.begin(*size, scale) or self._written != (*texts, y):
            self._written = (*texts, y)
            with self.overlay.section("captions"):
                self._write(texts, y)
        self.overlay.draw()

    def _write(self, texts: Sequence[str], y: float) -> None:
        column = self.overlay.right / len(texts)
        widths = [self.overlay.width(text, "strong") + 2 * PAD for text in texts]
        if max(widths) > MOST * column:
            return
        for i in range(1, len(texts)):
            self.overlay.rect(i * column - LINE / 2, 0.0, LINE, self.overlay.bottom, EDGE_COLOUR, radius=0.0)
        for i, (text, wide) in enumerate(zip(texts, widths, strict=True)):
            middle = (i + 0.5) * column
            panel(self.overlay, middle - wide / 2, y, wide, HEIGHT)
            self.overlay.text(middle, y + 4, text, "strong", INK, "centre")

    def close(self) -> None:
        self.overlay.close()


class Columns:
    """Studios whose pictures lie side by side, with what is written on them; it is used as one of them is."""

    def __init__(self, studios: Sequence[Studio], size: tuple[int, int], labels: Sequence[str] = ()) -> None:
        self.studios, self.labels, self.size = studios, labels, size
        self.frame = Frame(*size, 0)
        scene = studios[0].simulation.scene
        self.captions = Captions() if labels else None
        self.names = Names() if scene.names else None
        self.look = Look(scene.look) if scene.look else None

    @property
    def simulation(self) -> Simulation:
        return self.studios[0].simulation

    @property
    def camera(self) -> Camera:
        return self.studios[0].camera

    def tick(self, n: int) -> None:
        for studio in self.studios:
            studio.tick(n)

    def update(self, dt_s: float = 0.0, alpha: float = 1.0) -> None:
        for studio in self.studios:
            studio.update(dt_s, alpha)

    def draw(self) -> None:
        width, height = self.size
        scale = max(SMALLEST, round(4 * width / DESIGN) / 4)
        for studio, (left, across) in zip(self.studios, spans(width, len(self.studios)), strict=True):
            studio.draw()
            studio.renderer.frame.resolve(self.frame.drawn.value, left, across, height)
        self.frame.begin()
        top = EDGE + (HEIGHT + GAP if self.captions is not None else 0.0)
        if self.names is not None:
            self.names.draw(self.studios, self.size, scale, top)
        if self.look is not None:
            self.look.draw(self.size, scale)
        if self.captions is not None:
            texts = [caption(studio.simulation, label) for studio, label in zip(self.studios, self.labels, strict=True)]
            self.captions.draw(texts, self.size, scale, EDGE)

    def picture(self) -> NDArray[np.uint8]:
        """(height, width, 3) of what was last drawn."""
        return self.frame.read()

    def close(self) -> None:
        for studio in self.studios:
            studio.close()
        for written in (self.names, self.captions, self.look):
            if written is not None:
                written.close()
        self.frame.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
