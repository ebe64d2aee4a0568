"""Paths: whoever has one walks along it, step by step (systems/paths/walking.py)."""

from __future__ import annotations

from typing import ClassVar

from components.character import Body, Motion, Recovery
from components.path import Walk
from components.table import Bones, Modes, Targets
from systems.paths.searching import Searching
from systems.paths.walking import walk_on
from systems.stage import Stage, System


class PathsSystem(System):
    reads: ClassVar = (Body,)
    late: ClassVar = (Bones, Modes, Motion, Recovery, Targets, Walk)
    writes: ClassVar = (Walk, Motion)
    only_with: ClassVar = Walk

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.searching = Searching()

    def process(self, dt: float) -> None:
        for who, (body, motion, recovery, walk) in self.query(Body, Motion, Recovery, Walk):
            walk_on(self.stage, who, body, motion, recovery, walk, self.searching)
