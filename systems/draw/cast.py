"""Everybody and everything that moves, as instance arrays: posed from the tables without a Python loop over bones.

Poses lie in one table, bones first, then props, then what they hang from; a part names its row. The arrays are made
anew only when a character or a prop comes or goes. Five boxers are 415 parts in the plain look; with skins (skin.py),
45 small ones over them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum

import numpy as np
from numpy.typing import NDArray

from components.arrays import Bools
from components.character import Body
from components.prop import Hung, Prop
from components.rig import Rig
from systems.draw.figure import Wardrobe, figure, has_figure
from systems.draw.hanging import rope_parts
from systems.draw.meshes import BALL, BOX, CAPSULE, KINDS
from systems.draw.parts import BEACH_BALL, CRATE, PLAIN, SEAM, Paint, Part
from systems.draw.posing import AXIS_X, PAINT, PLACE, SIZE, WIDTH, blend, pose_capsules, pose_rigid
from systems.stage import Stage, System

Floats = NDArray[np.float64]
PATTERNS = {"crate": CRATE, "hanging_crate": CRATE, "beach_ball": BEACH_BALL, "ball": SEAM}
GLOSSES = {"sphere": 0.45, "box": 0.12, "capsule": 0.35}
YELLOW, RED, ICE = (0.98, 0.78, 0.10), (0.90, 0.08, 0.04), (0.55, 0.80, 1.0)
TINT = 0.7  # of ice in what nobody moves
GREY = np.array([0.2126, 0.7152, 0.0722])  # how bright red, green and blue are


class Look(StrEnum):
    SKIN = "skin"  # one smooth surface, and the parts that are too small for it
    PLAIN = "plain"  # the parts themselves


class Coat(IntEnum):
    """How bodies are painted."""

    OWN = 0
    HEAT = 1  # by what their muscles give
    TINTED = 2  # in their own colours, but for what nobody moves


@dataclass(frozen=True)
class Wearer:
    """A character with a skin."""

    rig: Rig
    first: int  # row of its root
    palette: NDArray[np.float32]  # (paints, 4) linear colour, gloss


class Instances:
    """The parts of one kind: what stays (in `array` already) and what is posed anew."""

    def __init__(self, kind: int, parts: list[Part], bones: int = 0) -> None:
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
        self._bodies = int((self.rows < bones).sum())  # they come before the props
        self._own = self.array[:, PAINT : PAINT + 3].copy()
        self._grey = (self._own[: self._bodies] @ GREY)[:, None]
        self._painted = False

    def paint(self, coat: Coat, warmth: NDArray[np.float32]) -> None:
        """By how warm the part's bones are, or tinted, or in its own colours again."""
        if coat is not Coat.OWN:
            mine = (warmth[self.rows[: self._bodies]] + warmth[self.end_rows[: self._bodies]]) / 2
            kept = mine[:, 3:] * self._grey if coat is Coat.HEAT else (1.0 - mine[:, 3:]) * self._own[: self._bodies]
            self.array[: self._bodies, PAINT : PAINT + 3] = mine[:, :3] + kept
        elif self._painted:
            self.array[:, PAINT : PAINT + 3] = self._own
        self._painted = coat is not Coat.OWN

    def pose(self, place: Floats, turn: Floats) -> None:
        if self.kind == CAPSULE:
            pose_capsules(self.rows, self.end_rows, self.start, self.end, place, turn, self.array)
        else:
            pose_rigid(self.rows, self.start, place, turn, self.array)


class Cast:
    """`update` before a picture; `remember` before the last tick of a frame, where pictures lie between ticks."""

    look = Look.SKIN
    heat: Floats | None = None  # (bones) 0 cold .. 1 hot: paints the bodies by it
    passive: Bools | None = None  # (bones) what nobody moves: in the tint of ice
    built = 0  # how often the arrays have been made

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self._build()

    def _build(self) -> None:
        bones = self.stage.tables.bones
        self._tables = self.stage.tables
        self.props = [prop for _, (prop,) in sorted(System.query(Prop), key=lambda pair: pair[0])]
        self._known = self._things()
        self.bones = len(bones.position)
        plates = self.bones + len(self.props)
        hung = [(hung, prop) for _, (hung, prop) in System.query(Hung, Prop)]
        rows = plates + len(hung)
        self.place: Floats = np.zeros((rows, 3))  # m, what is drawn
        self.turn: Floats = np.zeros((rows, 4))
        self._now = np.zeros((rows, 3)), np.zeros((rows, 4))
        self._before = np.zeros((rows, 3)), np.zeros((rows, 4))
        self._now[0][plates:] = np.array([each.anchors[0] for each, _ in hung]).reshape(-1, 3)
        self._now[1][plates:, 3] = 1.0
        self.warmth = np.zeros((self.bones, 4), np.float32)
        self.wearers: list[Wearer] = []
        parts: dict[Look, list[Part]] = {look: [] for look in Look}
        for _, (body,) in sorted(System.query(Body), key=lambda pair: pair[1][0].index):
            mine = [
                replace(part, bone=body.first + part.bone, end_bone=body.first + part.end_bone)
                for part in figure(body.rig, body.colour, body.index)
            ]
            skinned = has_figure(body.rig)
            parts[Look.PLAIN] += mine
            parts[Look.SKIN] += [part for part in mine if part.fine or not skinned]
            if skinned:
                self.wearers.append(Wearer(body.rig, body.first, palette(body.colour, body.index)))
        props = [part_of_prop(prop, self.bones + i) for i, prop in enumerate(self.props)]
        for plate, (each, prop) in enumerate(hung, plates):
            props += rope_parts(each, self.bones + self.props.index(prop), plate)
        self._instances = {
            look: [Instances(kind, [part for part in some + props if part.kind == kind], self.bones) for kind in KINDS]
            for look, some in parts.items()
        }
        self.built += 1
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
        if self._changed():
            return self._build()
        self._look()
        for before, now in zip(self._before, self._now, strict=True):
            before[:] = now
        return None

    def _changed(self) -> bool:
        """Has somebody or something come or gone?"""
        return self._tables is not self.stage.tables or self._things() != self._known

    def update(self, alpha: float = 1.0) -> None:
        """Pose all parts; `alpha` 1 is as things are, 0 as they were when last remembered."""
        if self._changed():
            self._build()
        self._look()
        blend(*self._before, *self._now, alpha, self.place, self.turn)
        self._pose()

    def show(self, place: Floats, turn: Floats) -> None:
        """Pose all bodies as told, whatever they do now (m and quaternions of all bones); things are where they are."""
        if self._changed():
            self._build()
        self._look()
        self.place[:], self.turn[:] = self._now
        self.place[: self.bones], self.turn[: self.bones] = place, turn
        self._pose()

    def _pose(self) -> None:
        if self.heat is not None:
            warm(self.heat, self.warmth)
        elif self.passive is not None:
            self.warmth[:] = 0.0
        if self.passive is not None:
            self.warmth[self.passive] = (*(TINT * linear(ICE)), TINT if self.heat is None else 1.0 - TINT)
        for instances in self.instances:
            instances.paint(self.coat, self.warmth)
            instances.pose(self.place, self.turn)

    @property
    def coat(self) -> Coat:
        return Coat.HEAT if self.heat is not None else Coat.OWN if self.passive is None else Coat.TINTED

    @property
    def instances(self) -> list[Instances]:
        """What is drawn as parts, by kind."""
        return self._instances[self.look]

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
    if prop.shape == "capsule":
        return Part(CAPSULE, row, row, (0.0, 0.0, x - z), (0.0, 0.0, z - x), (x, x, 0.0, 1.0), paint)
    return Part(BOX, row, row, middle, middle, (x, y, z, min(0.012, 0.3 * min(x, y, z))), paint)


def palette(colour: tuple[float, float, float], index: int) -> NDArray[np.float32]:
    paints = Wardrobe(colour, index).palette
    return np.array([(*linear(paint.colour), paint.gloss) for paint in paints], np.float32)


def warm(heat: Floats, out: NDArray[np.float32]) -> None:
    """(bones, 4): a colour to add, and how much of a paint's own grey is kept.

    At 0.25 half of the grey and half of yellow; at 0.75 no grey, half yellow and half red.
    """
    heat = np.clip(heat, 0.0, 1.0)[:, None]
    low, high = np.minimum(2.0 * heat, 1.0), np.maximum(2.0 * heat - 1.0, 0.0)
    out[:, :3] = low * (1.0 - high) * linear(YELLOW) + high * linear(RED)
    out[:, 3:] = 1.0 - low


def linear(colour: tuple[float, float, float]) -> NDArray[np.float64]:
    """A screen's colour as light: 0.5 is 0.22."""
    return np.asarray(np.power(np.asarray(colour), 2.2))
