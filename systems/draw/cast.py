"""Everybody and everything that moves, as instance arrays: posed from the tables without a Python loop over bones.

Poses lie in one table, bones first, then props; a part names its row. The arrays are made anew only when a character
or a prop comes or goes. Five boxers are 325 parts.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from components.character import Body
from components.prop import Prop
from systems.draw.figure import figure
from systems.draw.meshes import BALL, BOX, CAPSULE, KINDS
from systems.draw.parts import BEACH_BALL, CRATE, PLAIN, SEAM, Paint, Part
from systems.draw.posing import AXIS_X, PAINT, PLACE, SIZE, WIDTH, blend, pose_capsules, pose_rigid
from systems.stage import Stage, System

Floats = NDArray[np.float64]
PATTERNS = {"crate": CRATE, "beach_ball": BEACH_BALL, "ball": SEAM}
GLOSSES = {"sphere": 0.45, "box": 0.12}


class Instances:
    """The parts of one kind: what stays (in `array` already) and what is posed anew."""

    def __init__(self, kind: int, parts: list[Part]) -> None:
        self.kind, self.count = kind, len(parts)
        self.rows = np.array([part.bone for part in parts], np.int64)
        self.end_rows = np.array([part.end_bone for part in parts], np.int64)
        self.start = np.array([part.start for part in parts], np.float64).reshape(-1, 3)
        self.end = np.array([part.end for part in parts], np.float64).reshape(-1, 3)
        self.array = np.zeros((len(parts), WIDTH), np.float32)
        for row, part in zip(self.array, parts, strict=True):
            row[PLACE + 3] = part.paint.pattern
            row[PAINT : PAINT + 3] = linear(part.paint.colour)
            row[PAINT + 3] = part.paint.gloss
            row[SIZE : SIZE + 4] = part.size
            row[AXIS_X] = 1.0
        self.address = self.array.ctypes.data

    def pose(self, place: Floats, turn: Floats) -> None:
        if self.kind == CAPSULE:
            pose_capsules(self.rows, self.end_rows, self.start, self.end, place, turn, self.array)
        else:
            pose_rigid(self.rows, self.start, place, turn, self.array)


class Cast:
    """`update` before a picture; `remember` before the last tick of a frame, where pictures lie between ticks."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self._build()

    def _build(self) -> None:
        bones = self.stage.tables.bones
        self._tables = self.stage.tables
        self.props = [prop for _, (prop,) in sorted(System.query(Prop), key=lambda pair: pair[0])]
        self._known = self._things()
        self.bones = len(bones.position)
        rows = self.bones + len(self.props)
        self.place: Floats = np.zeros((rows, 3))  # m, what is drawn
        self.turn: Floats = np.zeros((rows, 4))
        self._now = np.zeros((rows, 3)), np.zeros((rows, 4))
        self._before = np.zeros((rows, 3)), np.zeros((rows, 4))
        parts = []
        for _, (body,) in System.query(Body):
            parts += [
                replace(part, bone=body.first + part.bone, end_bone=body.first + part.end_bone)
                for part in figure(body.rig, body.colour, body.index)
            ]
        parts += [part_of_prop(prop, self.bones + i) for i, prop in enumerate(self.props)]
        self.instances = [Instances(kind, [part for part in parts if part.kind == kind]) for kind in KINDS]
        self.remember()

    @staticmethod
    def _things() -> set[int]:
        return {prop.engine_id for _, (prop,) in System.query(Prop)}

    def _look(self) -> None:
        """The poses as they are now."""
        bones = self.stage.tables.bones
        place, turn = self._now
        place[: self.bones], turn[: self.bones] = bones.position, bones.orientation
        for row, prop in enumerate(self.props, self.bones):
            place[row], turn[row] = self.stage.engine.place_of(prop.engine_id)

    def remember(self) -> None:
        """From here `update(alpha)` goes to where things will be."""
        self._look()
        for before, now in zip(self._before, self._now, strict=True):
            before[:] = now

    def update(self, alpha: float = 1.0) -> None:
        """Pose all parts; `alpha` 1 is as things are, 0 as they were when last remembered."""
        if self._tables is not self.stage.tables or self._things() != self._known:
            self._build()
        self._look()
        blend(*self._before, *self._now, alpha, self.place, self.turn)
        for instances in self.instances:
            instances.pose(self.place, self.turn)

    @property
    def characters(self) -> Floats:
        """(bones, 3) m, where the bones are drawn."""
        return self.place[: self.bones]


def part_of_prop(prop: Prop, row: int) -> Part:
    middle = (0.0, 0.0, 0.0)
    x, y, z = (side / 2 for side in prop.size)
    pattern = PATTERNS.get(prop.kind, PLAIN)
    paint = Paint(prop.colour, GLOSSES[prop.shape], pattern)
    if prop.shape == "sphere":
        return Part(BALL, row, row, middle, middle, (x, x, x, 0.0), paint)
    return Part(BOX, row, row, middle, middle, (x, y, z, min(0.012, 0.3 * min(x, y, z))), paint)


def linear(colour: tuple[float, float, float]) -> NDArray[np.float64]:
    """A screen's colour as light: 0.5 is 0.22."""
    return np.asarray(np.power(np.asarray(colour), 2.2))
