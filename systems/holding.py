"""Holding: what hands do with a ball that they have met.

They close round it and brake it, and bring it before the chest while the body comes down.
"""

from __future__ import annotations

import numpy as np

from components.arrays import Vec3, quat, vec3
from components.character import Body
from components.clock import DT
from components.prop import Prop
from systems.arm import Arm, arm_of, bent_to, place_in, velocity_in
from systems.kernels.quaternions import add, norm, scale, slerp, sub, unrotate
from systems.motion import eased
from systems.pushing import push_bone
from systems.stage import Stage

HELD, BESIDE = (0.36, 0.0, 0.05), 0.13  # m from the chest's joint to a ball that is held, and from there to each hand
EMBRACE_S = 0.8  # in which it comes there
CLOSES, LOST = 0.06, 0.15  # m between a hand's skin and the ball's: nearer it closes, farther it has lost it
STIFFNESS, DAMPING, GRIP = 0.1, 0.5, 250.0  # of m / dt^2 and m / dt of all hands together, and N of each
STRAIGHT = (0.0, 0.0, 0.0, 1.0)


def embrace(stage: Stage, body: Body, since: int, caught: Vec3) -> None:
    """The ball comes from where it was caught to before the chest, a hand at each side of it."""
    chest = body.first + body.rig.index("spine3")
    share = eased(min(1.0, (stage.ticks - since) * DT / EMBRACE_S))
    ahead, aside, up = (a + share * (b - a) for a, b in zip(caught, HELD, strict=True))
    for hand, side in (("left", 1.0), ("right", -1.0)):
        send(stage, arm_of(body, hand), place_in(stage.tables.bones, chest, (ahead, aside + side * BESIDE, up)), 1.0)


def caught_at(stage: Stage, body: Body, ball: Prop) -> Vec3:
    """m: where it is, seen from the chest."""
    bones, chest = stage.tables.bones, body.first + body.rig.index("spine3")
    place, _ = stage.engine.place_of(ball.engine_id)
    return vec3(np.array(unrotate(quat(bones.orientation[chest]), sub(place, vec3(bones.position[chest])))))


def send(stage: Stage, arm: Arm, place: Vec3, share: float) -> None:
    joint = stage.tables.targets.joint
    upper, fore = bent_to(arm, stage.tables.bones, place)
    for row, turn in ((arm.upper, upper), (arm.fore, fore), (arm.hand, STRAIGHT)):
        joint[row] = slerp(quat(joint[row]), turn, share)


def hold(stage: Stage, body: Body, ball: Prop, held: bool) -> bool:
    """Hands that touch the ball close round it, each with a damped spring of at most GRIP N, and are pulled by as much:
    what a hand can stop in a step of 1/120 s is half of what comes. A ball of 0.43 kg at 12 m/s needs 5.2 N s, which
    two hands have given after 3 steps and 15 cm. Does one hold it?"""
    place, moving, mass = stage.engine.motion_of(ball.engine_id, -1)
    bones, far = stage.tables.bones, LOST if held else CLOSES
    arms = [arm_of(body, hand) for hand in ("left", "right")]
    apart = [sub(place_in(bones, arm.hand, arm.middle), place) for arm in arms]
    gaps = [norm(way) - arm.radius - ball.size[0] / 2 for arm, way in zip(arms, apart, strict=True)]
    closed = [each for each in zip(arms, apart, gaps, strict=True) if each[2] <= far]
    for arm, way, gap in closed:
        share = mass / len(closed)
        pull = scale(STIFFNESS * share / DT**2 * gap / max(1e-9, norm(way)), way)
        pull = add(pull, scale(DAMPING * share / DT, sub(velocity_in(bones, arm.hand, place), moving)))
        pull = scale(min(1.0, GRIP / max(1e-9, norm(pull))), pull)
        stage.engine.push(ball.engine_id, -1, list(pull), list(place))
        push_bone(stage, body.engine_id, arm.hand - body.first - 1, list(scale(-1.0, pull)), list(place))
    return bool(closed)
