"""What the bodies do not show by themselves, drawn from the tables: one kind of marks for each Show that is on.

    diagnosis = Diagnosis(stage, cast, Lines(), Ghost(TARGET_COLOUR))
    renderer.layers += diagnosis.layers
    ...
    diagnosis.record()              # after each tick
    cast.update(alpha)
    diagnosis.update(shows, alpha)  # once a frame; lines of others are added after it

Nothing is done for what is not shown. Five boxers with all of it on take 0.6 ms of Python.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

import numpy as np

from components.arrays import Floats
from components.prop import Prop
from systems.draw.areas import Areas
from systems.draw.balance_marks import BalanceMarks
from systems.draw.bone_marks import BoneMarks
from systems.draw.cast import Cast
from systems.draw.contact_marks import ContactMarks
from systems.draw.control_marks import ControlMarks
from systems.draw.ghost import Ghost, prop_parts, shape_parts
from systems.draw.layer import Layer
from systems.draw.lines import Lines
from systems.draw.root_marks import RootMarks
from systems.draw.shows import Show
from systems.draw.target_pose import PreviewPose, TargetPose
from systems.draw.trails import Trails
from systems.stage import Stage, Tables

TARGET_COLOUR, SHAPE_COLOUR, PREVIEW_COLOUR = (0.20, 0.78, 1.0), (0.45, 1.0, 0.35), (0.95, 0.45, 1.0)


class Marks(Protocol):
    def draw(self) -> None: ...


class Diagnosis:
    """`layers` in the order in which they are drawn: areas, shapes, ghosts, lines."""

    def __init__(self, stage: Stage, cast: Cast, lines: Lines, ghost: Ghost) -> None:
        self.stage, self.cast, self.lines, self.ghost = stage, cast, lines, ghost
        self.areas, self.shapes = Areas(), Ghost(SHAPE_COLOUR, 0.22, quality=ghost.quality)
        self.alone = Ghost(PREVIEW_COLOUR, quality=ghost.quality)
        self.ghost.through = self.shapes.through = self.alone.through = True
        self.control = ControlMarks(stage, cast, lines, ghost.quality)
        self.layers: list[Layer] = [self.areas, self.shapes, *self.control.rims, ghost, self.alone, lines]
        self._shows: Collection[Show] = ()
        self._ghost_of: Tables | None = None
        self._alone_of: Tables | None = None
        self._props: list[Prop] | None = None
        self._begin()

    def record(self) -> None:
        """After each tick, for what is shown of the past."""
        if self._tables is not self.stage.tables:
            return
        if Show.TRAILS in self._shows:
            self.trails.record()
        if Show.TARGET in self._shows:
            self.target.record()
        if Show.PREVIEW in self._shows:
            self.preview.record()

    def update(self, shows: Collection[Show], alpha: float = 1.0) -> None:
        """Fill the lines and pose the ghosts; `alpha` is what the cast was updated with."""
        if self._tables is not self.stage.tables:
            self._begin()
        self._shows = shows
        self.lines.clear()
        for rim in self.control.rims:
            rim.shown = False
        self.areas.clear()
        for show, marks in self._marks.items():
            if show in shows:
                marks.draw()
        self.ghost.shown, self.shapes.shown = Show.TARGET in shows, Show.SHAPES in shows
        if self.ghost.shown:
            if self._ghost_of is not self._tables:
                self._ghost_of = self._tables
                self.ghost.resemble(self.cast)
            self.ghost.pose(*self.target.at(alpha))
        self.alone.shown = Show.PREVIEW in shows
        if self.alone.shown:
            if self._alone_of is not self._tables:
                self._alone_of = self._tables
                self.alone.resemble(self.cast)
            self.alone.pose(*self.preview.at(alpha))
        if self.shapes.shown:
            if self._props is not self.cast.props:
                self._props = self.cast.props
                self.shapes.build(shape_parts() + prop_parts(self._props, self.cast.bones))
            self.shapes.pose(self.cast.place, self.cast.turn)
        self.cast.heat = self.heat() if Show.HEAT in shows else None
        told = Show.HEAT in shows or Show.PASSIVE in shows
        self.cast.passive = self.stage.tables.muscles.limp if told else None

    def heat(self) -> Floats:
        """(bones) of each joint's torque limit, what its muscles were asked for in the last tick: 0 to 1."""
        limit, size = self.stage.tables.muscles.limit, self.stage.tables.demand.size
        return np.asarray(np.clip(size / np.maximum(limit, 1e-9), 0.0, 1.0))

    def _begin(self) -> None:
        """With the characters that there are now."""
        self._tables = self.stage.tables
        stage, cast, lines = self.stage, self.cast, self.lines
        self.target, self.preview = TargetPose(stage, cast), PreviewPose(stage)
        self.trails = Trails(stage, lines)
        self.balance, self.root = BalanceMarks(stage, cast, lines, self.areas), RootMarks(stage, cast, lines)
        self.bones, self.contacts = BoneMarks(stage, cast, lines), ContactMarks(stage, lines)
        self._marks: dict[Show, Marks] = {
            Show.TRAILS: self.trails,
            Show.BALANCE: self.balance,
            Show.SKELETON: self.bones,
            Show.ROOT: self.root,
            Show.CONTACTS: self.contacts,
            Show.CONTROL: self.control,
        }
