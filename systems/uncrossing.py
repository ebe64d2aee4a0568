"""Uncrossing: whose legs lie across each other spreads them before he rises.

Legs are crossed where they touch and a knee or an ankle, seen from the pelvis, is not 5 cm to its own side of the
other. A shin that lies under the other thigh holds both, whatever is asked of them, and who goes on sits down again or
falls. So thighs are led 0.6 rad to their own side until the clip stands up, and nobody leaves his start with crossed
legs before 1.4 s.
"""

from __future__ import annotations

from math import asin

import numpy as np

from components.arrays import quat
from components.character import Body
from systems.kernels import quaternions as qt
from systems.kernels import tick
from systems.stage import Stage

CLEAR = 0.05  # m
SPREAD = 0.6  # rad from the middle
LATEST_S = 1.4
DOWN, LEFT = (0.0, 0.0, -1.0), (0.0, 1.0, 0.0)


def crossed(stage: Stage, body: Body) -> bool:
    if not body.rig.has_legs or not touching(stage, body):
        return False
    bones = stage.tables.bones
    left = np.array(qt.rotate(quat(bones.orientation[body.first]), LEFT))
    knees, ankles = (
        [bones.position[body.first + body.rig.index(f"{side}_{bone}")] for side in ("left", "right")]
        for bone in ("shin", "foot")
    )
    return min(float(left @ (one - other)) for one, other in (knees, ankles)) < CLEAR


def touching(stage: Stage, body: Body) -> bool:
    """Did the legs touch each other in the last step?"""
    contacts = stage.tables.contacts
    count = int(contacts.count[0])
    one, other = contacts.bone[:count] - body.first, contacts.other_bone[:count] - body.first
    left, right = (
        np.arange(thigh, body.rig.end[thigh])
        for thigh in (body.rig.index(f"{side}_thigh") for side in ("left", "right"))
    )
    here, there = np.isin(one, left) & np.isin(other, right), np.isin(one, right) & np.isin(other, left)
    return bool((here | there).any())  # two bones of one body touch in one row


def spread(stage: Stage, body: Body) -> None:
    """Targets of both legs, as far to their own side as said, if they are not farther."""
    targets = stage.tables.targets
    for side, sign in (("left", 1.0), ("right", -1.0)):
        thigh = body.first + body.rig.index(f"{side}_thigh")
        x, y, z = qt.rotate(quat(targets.relative[thigh]), DOWN)
        short = SPREAD - asin(max(-1.0, min(1.0, sign * y)))
        size = np.hypot(x, z)
        if short > 0.0 and size > 0.0:  # about what is square to the thigh and to the side
            way = (-sign * z * short / size, 0.0, sign * x * short / size)
            targets.joint[thigh] = qt.mul(qt.from_rotvec(way), quat(targets.joint[thigh]))
    tick.hang_together(stage.tables.handle, body.first, body.last)
