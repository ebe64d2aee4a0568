"""Who is who, where a scene compares: everybody's name and mode over their head, in their colour (`names = true`).

    names = Names()
    names.draw([studio], (1280, 720), 1.0)      # pixels, and how many of them a unit should be

A name follows the middle of its body and the top of it (game/picture/arm_reach.py), and is written anew only when it
has moved by a unit. Where two would lie on each other, the one behind is moved up. A picture that is less than 480
pixels wide has none: they would hide what they stand for. The mode is the servo, and whatever else the scene's
characters differ in.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import esper

from components.character import Body
from components.control import Control
from components.settings import declared
from game.picture.arm_reach import over_heads
from game.picture.ink import DIM, EDGE, GAP, PAD, Box, panel, readable
from game.session.stepping import shown
from systems.draw.overlay import Colour, Overlay

if TYPE_CHECKING:
    from game.picture.shot import Studio
    from game.world.character import Character

NARROWEST, COLUMN = 480, 300  # pixels, of the whole picture and of one of its worlds
HEIGHT, APART = 24.0, 2.0  # units: of a name, and between two that would lie on each other
COMPARED = ("root", "actuation", "get_up", "untangle", "settle", "delta")
"""Settings that are a mode's where characters differ in them; the servo always is."""


class Tag(NamedTuple):
    x: int  # units, its middle
    y: int  # and its upper edge
    text: str
    mode: str
    colour: Colour


class Names:
    def __init__(self) -> None:
        self.overlay = Overlay()
        self._written: list[Tag] = []
        self.boxes: list[Box] = []  # where they are in the picture, for whoever writes over it

    def draw(self, studios: Sequence[Studio], size: tuple[int, int], scale: float, top: float = EDGE) -> None:
        """Into the framebuffer that is bound, below `top` (units); the studios' pictures lie side by side on it."""
        width, self.boxes = size[0] / len(studios), []
        if size[0] < NARROWEST or width < COLUMN:
            return
        changed = self.overlay.begin(*size, scale)
        wanted = [tag for i, studio in enumerate(studios) for tag in seen(studio, i * width, width, size[1], scale)]
        tags = self._apart(wanted, top)
        if changed or self._written != tags:
            self._written = tags
            with self.overlay.section("names"):
                for tag in tags:
                    self._write(tag)
        self.boxes = [self._box(tag) for tag in tags]
        self.overlay.draw()

    def _apart(self, tags: list[Tag], top: float) -> list[Tag]:
        """The lowest stay; others go up until they lie on none. At the upper edge they go down instead."""
        placed = list[Tag]()
        for tag in sorted(tags, key=lambda tag: -tag.y):
            moved = tag._replace(y=round(max(top, tag.y)))
            way = -1
            while hit := next((box for box in map(self._box, placed) if box.covers(self._box(moved))), None):
                y = hit.top - HEIGHT - APART if way < 0 else hit.bottom + APART
                if y < top:
                    way, y = 1, hit.bottom + APART
                moved = moved._replace(y=round(y))
            placed.append(moved)
        return placed

    def _box(self, tag: Tag) -> Box:
        wide = self.overlay.width(tag.text, "strong") + GAP + self.overlay.width(tag.mode, "small") + 2 * PAD
        left = min(max(0.0, tag.x - wide / 2), max(0.0, self.overlay.right - wide))
        return Box(left, tag.y, left + wide, tag.y + HEIGHT)

    def _write(self, tag: Tag) -> None:
        left, top, right, bottom = self._box(tag)
        panel(self.overlay, left, top, right - left, bottom - top)
        self.overlay.text(left + PAD, top + 3, tag.text, "strong", tag.colour)
        self.overlay.text(right - PAD, top + 5, tag.mode, "small", DIM, "right")

    def close(self) -> None:
        self.overlay.close()


def seen(studio: Studio, left: float, width: float, height: int, scale: float) -> list[Tag]:
    """Of everybody who is in that column of the picture (pixels)."""
    esper.switch_world(studio.simulation.world)
    camera, places = studio.camera, over_heads(studio.simulation, studio.cast.characters)
    bodies = sorted((body for _, body in esper.get_component(Body)), key=lambda body: body.index)
    before = (camera.eye - places) @ camera.axes[2] > 0.0
    spots = camera.pixels(places, round(width), height)
    characters = studio.simulation.characters
    differ = differing(list(characters.values()))
    return [
        Tag(
            round((left + x) / scale), round(y / scale - HEIGHT / 2), body.name.replace("_", " "),
            mode(characters[body.name], differ), readable(body.colour),
        )
        for body, (x, y), ahead in zip(bodies, spots.tolist(), before, strict=True)
        if ahead and 0.0 <= x < width and -height < y < height
    ]  # fmt: skip


def differing(characters: Sequence[Character]) -> list[str]:
    """Which of the compared settings are not the same for all."""
    return [key for key in COMPARED if len({character.get(key) for character in characters}) > 1]


def mode(character: Character, differ: Sequence[str]) -> str:
    """`world · weak · get up on`: names of modes stand alone, other values with what they are of.

    Where a scene names what somebody can do, it is told who has control of him.
    """
    known = declared()
    words = [
        str(value) if key in ("root", "actuation") else f"{key.replace('_', ' ')} {shown(known[key], value)}"
        for key in differ
        for value in [character.get(key)]
    ]
    control: Control = character.component(Control)
    first = control.controller.replace("_", " ") if control.hybrid else str(character.servo)
    return " · ".join([first, *words])
