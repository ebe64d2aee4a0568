"""Trajectories: joints that a script leads go along their paths, whatever the clip does with them.

What is written are targets, so every law follows them in its own way. A joint's speed is the way that its path goes in
this tick; of steps, and of what goes faster than 60 rad/s, it is none. The rest of the body hangs together anew: what
hangs on a bone that is led goes with it.
Sites are led by strings (systems/strings.py), along a path from where the character stands when the script begins.
"""

from __future__ import annotations

from math import cos, sin
from typing import ClassVar

import esper

from components.character import Body, Motion
from components.clock import TICKS_PER_S
from components.rig import Vec3
from components.script import Playing, Script
from components.table import Targets
from components.trajectory import Row, Trajectory
from systems.kernels import tick
from systems.kernels.quaternions import conj, from_rotvec, mul, norm, to_rotvec
from systems.stage import Stage, System
from systems.tying import cut, tie

JUMP = 0.5  # rad in a tick


class TrajectoriesSystem(System):
    reads: ClassVar = (Body,)
    late: ClassVar = (Playing,)
    writes: ClassVar = (Targets,)
    only_with: ClassVar = Playing

    def process(self, dt: float) -> None:
        for _, (body, playing) in self.query(Body, Playing):
            if playing.script.joints:
                lead_joints(self.stage, body, playing, dt)


def lead_joints(stage: Stage, body: Body, playing: Playing, dt: float) -> None:
    """At the end of this tick."""
    targets, t = stage.tables.targets, stage.time + dt - playing.since_s
    for track in playing.script.joints:
        i, turn = body.first + track.bone, from_rotvec(track.at(t))
        targets.joint[i] = turn
        way = to_rotvec(mul(conj(from_rotvec(track.at(t - dt))), turn))
        jumps = track.path.steps or norm(way) > JUMP
        targets.joint_spin[i] = 0.0 if jumps else [TICKS_PER_S * x for x in way]
    tick.hang_together(stage.tables.handle, body.first, body.last)


def tie_sites(stage: Stage, entity: int, script: Script) -> tuple[int, ...]:
    """A string for each site, by its number."""
    body: Body = esper.component_for_entity(entity, Body)
    motion: Motion = esper.component_for_entity(entity, Motion)
    x, y, _ = stage.tables.bones.position[body.first].tolist()
    return tuple(
        tie(
            stage, body, site.bone, site.name, site.hold,
            placed(site.path.after(site.start_s), (x, y, motion.anchor[2]), motion.heading), site.most,
            site.turn.after(site.start_s) if site.turn is not None else None, motion.heading,
        ).number
        for site in script.sites
    )  # fmt: skip


def placed(path: Trajectory, at: Vec3, heading: float) -> Trajectory:
    """A path from a place, along a heading (rad), in the world."""

    def turned(row: Row) -> Vec3:
        x, y, z = row
        return cos(heading) * x - sin(heading) * y, sin(heading) * x + cos(heading) * y, z

    values = tuple(tuple(a + b for a, b in zip(at, turned(row), strict=True)) for row in path.values)
    return Trajectory(path.times, values, tuple(turned(row) for row in path.curvatures), path.steps)


def untie_sites(stage: Stage, playing: Playing) -> None:
    for number in playing.strings:
        cut(stage, number, told=False)
