"""Who is who: everybody's name at their feet, in their colour, for a scene that says `names = true`.

    names = Names()
    names.draw([studio], (1280, 720), 1.0)      # pixels, and how many of them a unit should be

A name stays on the ground below the middle of its body, and is written anew only when it has moved by a unit. A world
that is less than 480 pixels wide in the picture has no names: they would hide what they stand for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import esper
import numpy as np

from components.character import Body
from game.hud_look import PAD, Box, panel, readable
from systems.draw.overlay import Colour, Overlay

if TYPE_CHECKING:
    from game.shot import Studio

NARROWEST = 480  # pixels
HEIGHT, BELOW, FLOOR = 24.0, 16.0, 46.0  # units: a name's height, how far below the ground's middle, kept free below it


class Tag(NamedTuple):
    x: int  # units, its middle
    y: int  # and its upper edge
    text: str
    colour: Colour


class Names:
    def __init__(self) -> None:
        self.overlay = Overlay()
        self._written: list[Tag] = []
        self.boxes: list[Box] = []  # where they are in the picture, for whoever writes over it

    def draw(self, studios: Sequence[Studio], size: tuple[int, int], scale: float) -> None:
        """Into the framebuffer that is bound; the studios' pictures lie side by side on it."""
        width, self.boxes = size[0] / len(studios), []
        if width < NARROWEST:
            return
        tags = [tag for i, studio in enumerate(studios) for tag in seen(studio, i * width, width, size[1], scale)]
        if self.overlay.begin(*size, scale) or self._written != tags:
            self._written = tags
            with self.overlay.section("names"):
                for tag in tags:
                    self._write(tag)
        self.boxes = [self._box(tag) for tag in tags]
        self.overlay.draw()

    def _box(self, tag: Tag) -> Box:
        wide = self.overlay.width(tag.text, "strong") + 2 * PAD
        return Box(tag.x - wide / 2, tag.y, tag.x + wide / 2, tag.y + HEIGHT)

    def _write(self, tag: Tag) -> None:
        left, top, right, bottom = self._box(tag)
        panel(self.overlay, left, top, right - left, bottom - top)
        self.overlay.text(tag.x, tag.y + 3, tag.text, "strong", tag.colour, "centre")

    def close(self) -> None:
        self.overlay.close()


def seen(studio: Studio, left: float, width: float, height: int, scale: float) -> list[Tag]:
    """Of everybody who stands in that column of the picture (pixels)."""
    esper.switch_world(studio.simulation.world)
    ground, camera = studio.simulation.stage.engine.ground_height, studio.camera
    bodies = [body for _, body in esper.get_component(Body)]
    roots = studio.cast.characters[[body.first for body in bodies]]
    places = np.array([(x, y, ground(x, y)) for x, y, _ in roots.tolist()])
    before = (camera.eye - places) @ camera.axes[2] > 0.0
    spots = camera.pixels(places, round(width), height)
    lowest = height / scale - FLOOR - HEIGHT
    return [
        Tag(round((left + x) / scale), round(min(y / scale + BELOW, lowest)), body.name, readable(body.colour))
        for body, (x, y), shown in zip(bodies, spots.tolist(), before, strict=True)
        if shown and 0.0 <= x < width and 0.0 <= y < height
    ]
