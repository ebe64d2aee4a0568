"""What is foreseen of a script's poses (Neff and Fiume, section 5.2): the weight on each joint where its pose
begins and where it ends, with all that a script leads where it is to be at that time, and the rest as it is led now.

Gains go straight from those of the begin to those of the end, and so does the weight that they hold. From 10 to 80
degrees off hanging an arm of 14.7 N m takes 10.4 half way and is held with 8.5, so a loose one is lower, up and down.
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from components.arrays import Floats, Floats2
from components.character import Body
from components.law import place_of
from components.script import Playing, Script
from systems.kernels import allocating_kernel, entry
from systems.kernels.handle import Handle
from systems.kernels.quaternions import from_rotvec, mul, rotate, row4, unrotate
from systems.laws.known_forces import forecast
from systems.laws.tension import TENSION
from systems.stage import Stage
from systems.transition import on_the_way_to

JUST = 1e-6  # s within the way, where times of two poses meet
KEPT = 64  # moments of a script


@entry
@allocating_kernel
def weigh(t: Handle, c: int, turns: Floats2, out: Floats2):
    """kg m about each bone's own axes that hold its weight, with joints turned so."""
    skeletons, first, last = t.skeletons, t.skeletons.first[c], t.skeletons.first[c + 1]
    relative, moment = turns.copy(), np.zeros((len(turns), 3))
    for i in range(first + 1, last):
        p = skeletons.parent[i]
        if p > first:
            relative[i] = mul(row4(relative, p), row4(turns, i))
    forecast(c, skeletons, relative, moment)
    for i in range(first + 1, last):
        turn = mul(row4(t.targets.root_orientation, c), row4(relative, i))
        x, y, z = moment[i]
        x, y, _ = rotate(row4(t.targets.root_orientation, c), (x, y, z))
        out[i] = unrotate(turn, (y, -x, 0.0))


class Foresight:
    """Of all who play scripts. What it keeps is looked up again where it is lost."""

    def __init__(self) -> None:
        self.known: dict[int, tuple[Script, dict[float, tuple[list[int], Floats]]]] = {}

    def of_poses(self, stage: Stage, entity: int, body: Body, playing: Playing, dt: float) -> None:
        """Write where the weight of its pose begins and ends, for each bone that is on its way to one."""
        t, own = stage.tables, stage.tables.own["tension"][0]
        if not (t.muscles.acting[body.first : body.last] == place_of(TENSION.name)).any():
            return
        now, ways = stage.time + dt - playing.since_s, defaultdict[tuple[float, float], list[int]](list)
        for track in playing.script.tensions:
            if (way := on_the_way_to(track, now)) is not None:
                begin, end, done = way
                row = body.first + track.bone
                own.posing[row], own.gone[row] = True, done
                ways[begin, end].append(row)
        weight = np.zeros((len(own.gone), 3))
        for (begin, end), rows in ways.items():
            for at, column in ((begin + JUST, own.begins), (end - JUST, own.ends)):
                turns = t.targets.joint.copy()
                led, wanted = self.led_at(entity, body, playing, at)
                turns[led] = wanted
                weigh(t.handle, body.index, turns, weight)
                column[rows] = weight[rows]

    def led_at(self, entity: int, body: Body, playing: Playing, at: float) -> tuple[list[int], Floats]:
        """Rows that its script leads, and how they are turned so many s after its begin."""
        script, found = self.known.get(entity, (None, {}))
        if script is not playing.script or len(found) > KEPT:
            found = {}
            self.known[entity] = playing.script, found
        if at not in found:
            joints = playing.script.joints
            found[at] = (
                [body.first + joint.bone for joint in joints],
                np.array([from_rotvec(joint.at(at)) for joint in joints]),
            )
        return found[at]
