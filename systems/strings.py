"""Strings: who is tied to what, where the strings' ends are in this tick, and their pull on the bodies.

An end follows a path, a hand, or the marker: the place that the clip has for what the string holds. How hard a string
pulls is foreseen with the whole step (systems/kernels/strings.py). An end that a hand leads goes to where it is wanted
at no more than 5 m/s, as a hand that drags does.
"""

from __future__ import annotations

from math import dist
from typing import ClassVar

import numpy as np

from components.arrays import Floats, vec3
from components.character import Body
from components.clock import TICKS_PER_S
from components.strings import Frame, Tie, Vec3
from components.table import Bones, Poise, Strings, Targets
from components.trajectory import Row
from systems.kernels import tick
from systems.kernels.quaternions import about_z, from_rotvec, mul, rotate
from systems.stage import Stage, System

FASTEST = 5.0  # m/s of an end that a hand leads
TOGETHER, ABOVE = 0.45, 1.45  # as strings are drawn: how far apart they are above, and m above the middle of their ends


class StringsSystem(System):
    reads: ClassVar = (Body, Targets, Poise)
    late: ClassVar = (Bones,)
    writes: ClassVar = (Strings,)

    def process(self, dt: float) -> None:
        stage, strings = self.stage, self.stage.tables.strings
        if not stage.strings:
            return
        for tied in stage.strings:
            if tied.path is not None:
                strings.led[tied.row] = led_to(tied, (stage.ticks + 1 - tied.tick) / TICKS_PER_S)
            elif tied.to is not None:
                strings.led[tied.row] = stepped(vec3(strings.end[tied.row]), tied.to, FASTEST * dt)
        tick.string_ends(stage.tables.handle, dt)


def stepped(here: Vec3, to: Vec3, most: float) -> Vec3:
    """m: a step towards a place, so long at most."""
    far = dist(here, to)
    share = min(1.0, most / far) if far > 0.0 else 1.0
    x, y, z = (a + share * (b - a) for a, b in zip(here, to, strict=True))
    return x, y, z


def haul(stage: Stage) -> None:
    """Each string's force, on the bone at the place that it holds."""
    t = stage.tables
    if not stage.strings:
        return
    bodies = {body.name: body for _, (body,) in System.query(Body)}
    for tied in stage.strings:
        body = bodies[tied.who]
        if t.modes.placed[body.index]:
            t.strings.force[tied.row] = 0.0  # nothing pulls on who is put where the clip has him
        else:
            link = int(t.strings.bone[tied.row]) - body.first - 1
            stage.engine.push(body.engine_id, link, t.strings.force[tied.row], t.strings.place[tied.row])


def led_to(tied: Tie, seconds: float) -> Row:
    """m in the world."""
    assert tied.path is not None
    place = tied.path.at(seconds)
    if tied.frame is None:
        return place
    return tuple(a + b for a, b in zip(place, rotate(turned(tied.frame, seconds), tied.frame.arm), strict=True))


def turned(frame: Frame, seconds: float) -> tuple[float, float, float, float]:
    """How the bone is to be turned, in the world."""
    x, y, z = frame.turn.at(seconds)
    turn: tuple[float, float, float, float] = mul(about_z(frame.heading), from_rotvec((x, y, z)))
    return turn


def tops(stage: Stage, ends: Floats) -> Floats:
    """(strings, 3) m, where each is seen to be held, above its end: a body's strings come together towards one hand."""
    out = ends.copy()
    who = np.array([tied.who for tied in stage.strings])
    for name in dict.fromkeys(who.tolist()):
        mine = who == name
        middle = ends[mine].mean(axis=0)
        out[mine] = middle + TOGETHER * (ends[mine] - middle)
        out[mine, 2] = middle[2] + ABOVE
    return out
