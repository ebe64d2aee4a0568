"""Tangle: a limb that its muscles pull the wrong way round, and the way out for an arm.

A servo pulls each bone the shortest way. From behind the back that way leads an arm through the spine: there it
presses, 96 degrees off, for ever. A limb that has been more than 60 degrees off for 0.6 s is stuck. Then its arm lets
go for 0.3 s and is led, joint by joint: stretched backward, out to the side, round to the front (a hand at the legs:
straight down before the body, then up), and back into what the clip wants. All else stands on.

A boxer's own mind answers its tangles (systems/boxing/minds), which it feels in the same way. An arm that somebody's
hand pulls is left to it.
"""

from __future__ import annotations

from math import cos, radians
from typing import ClassVar

import esper
import numpy as np

from components.arrays import Floats, quat, vec3
from components.character import Body, Phase, Recovery
from components.clock import TICKS_PER_S
from components.fight import Fighter
from components.law import LAWS, Asks
from components.settings import MotionSettings, ServoSettings
from components.table import Bones, Muscles, Targets
from components.tangle import Tangle
from systems.kernels import quaternions as qt
from systems.kernels import tick
from systems.kernels.sampling import relative_to_root
from systems.motion import eased
from systems.stage import Stage, System

SIDES = ("left", "right")
ARMS, LEGS = (
    tuple(f"{side}_{bone}" for side in SIDES for bone in pair) for pair in (("upper_arm", "forearm"), ("thigh", "shin"))
)
ARM = ("clavicle", "upper_arm", "forearm", "hand")  # each hangs on the one before it
NEAR = cos(radians(30.0))  # of half the angle: a limb that is less near to where it should be is 60 deg off
FEEL_TICKS = 4  # between two looks
STUCK_S = 0.6  # so long off, and it is stuck
LET_GO_S, LEG_S = 0.3, 0.35  # and for each leg of the way out
BELOW = -0.08  # m from the root: a hand below it, and before it, is at the legs
# degrees that the upper arm is raised forward, then swung outward, then turned inward; and the bend of the elbow
BEHIND, ASIDE = (-45.0, 0.0, 95.0, 5.0), (60.0, 95.0, 60.0, 15.0)
DOWN, BEFORE = (40.0, 5.0, 0.0, 5.0), (55.0, 25.0, 10.0, 70.0)
FROM_BEHIND, FROM_BELOW = (BEHIND, ASIDE, BEFORE), (DOWN, BEFORE)


class TangleSystem(System):
    reads: ClassVar = (Body, ServoSettings, MotionSettings, Muscles, Recovery)
    late: ClassVar = (Bones,)
    writes: ClassVar = (Tangle, Targets)

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        for entity, _ in self.query(Body):
            esper.add_component(entity, Tangle())

    def process(self, dt: float) -> None:
        look = self.stage.ticks % FEEL_TICKS == 0
        for entity, (body, servo, motion, recovery, tangle) in self.query(
            Body, ServoSettings, MotionSettings, Recovery, Tangle
        ):
            if tangle.side:
                self.lead(body, recovery, tangle, dt)
            elif look:
                muscles = LAWS[servo.servo].asks is Asks.TORQUES and motion.untangle
                if muscles and not self.held(body) and not esper.has_component(entity, Fighter):
                    self.feel(body, recovery, tangle)

    def held(self, body: Body) -> bool:
        drag = self.stage.drag
        return drag is not None and drag.engine_id == body.engine_id

    def feel(self, body: Body, recovery: Recovery, tangle: Tangle) -> None:
        """One look: is an arm stuck by now?"""
        tangle.stuck_s = tangle.stuck_s + FEEL_TICKS / TICKS_PER_S if tangled(self.stage, body, recovery) else 0.0
        if tangle.stuck_s < STUCK_S:
            return
        tangle.stuck_s = 0.0
        near = how_near(self.stage, body)
        arms = {side: min(near[f"{side}_upper_arm"], near[f"{side}_forearm"]) for side in SIDES}
        side = min(SIDES, key=lambda each: arms[each])
        if arms[side] < NEAR:
            tangle.side, tangle.led_s, tangle.low = side, 0.0, self.before_the_legs(body, side)
            self.stage.tell("stuck", body.name, arm=side)

    def before_the_legs(self, body: Body, side: str) -> bool:
        """Does the hand hang there, and not behind them?"""
        bones, root, hand = self.stage.tables.bones, body.first, body.first + body.rig.index(f"{side}_hand")
        way = vec3(bones.position[hand] - bones.position[root])
        return way[2] < BELOW and qt.unrotate(quat(bones.orientation[root]), way)[0] > 0.0

    def lead(self, body: Body, recovery: Recovery, tangle: Tangle, dt: float) -> None:
        """One tick of an arm's way out, written over what the clip wants of it."""
        tangle.led_s += dt
        way = FROM_BELOW if tangle.low else FROM_BEHIND
        if tangle.led_s >= LET_GO_S + (len(way) + 1) * LEG_S or recovery.phase is not Phase.AWAKE or self.held(body):
            tangle.side, tangle.held = "", None
            return
        bones, targets = self.stage.tables.bones, self.stage.tables.targets
        rows = [body.first + body.rig.index(f"{tangle.side}_{bone}") for bone in ARM]
        if tangle.led_s <= LET_GO_S or tangle.held is None:
            tangle.held = bones.joint[rows]
            self.write(rows, tangle.held)
            actual = relative_to_root(bones.orientation, body.first, body.last)
            targets.relative[rows] = actual[np.subtract(rows, body.first)]
            return
        stops = [tangle.held, *(arm(stop, tangle.side) for stop in way), targets.joint[rows]]
        leg, share = divmod((tangle.led_s - LET_GO_S) / LEG_S, 1.0)
        pose = between(stops[int(leg)], stops[int(leg) + 1], share)
        self.write(rows, pose)

    def write(self, rows: list[int], pose: Floats) -> None:
        """The arm's targets, hung on what is wanted of the chest."""
        targets = self.stage.tables.targets
        parent = self.stage.tables.skeletons.parent
        for row, joint in zip(rows, pose, strict=True):
            targets.joint[row] = joint
            targets.relative[row] = qt.mul(quat(targets.relative[parent[row]]), quat(joint))
            targets.joint_spin[row] = targets.relative_spin[row] = 0.0


def tangled(stage: Stage, body: Body, recovery: Recovery) -> bool:
    """Is one of its limbs held far from where its muscles pull it?"""
    return recovery.phase is Phase.AWAKE and min(nearness(stage, body)) < NEAR


def limbs_of(body: Body) -> tuple[str, ...]:
    return ARMS + LEGS if body.rig.has_legs else ARMS


def how_near(stage: Stage, body: Body) -> dict[str, float]:
    """Of each limb's bones the cosine of half the angle to where it should be."""
    return dict(zip(limbs_of(body), nearness(stage, body), strict=True))


def nearness(stage: Stage, body: Body) -> list[float]:
    rows = body.rig.rows(limbs_of(body))
    near = tick.nearness(stage.tables.handle, body.first, rows)
    near[stage.tables.muscles.hung[body.first + rows]] = 1.0  # what is set to hang is nowhere else than it should be
    found: list[float] = near.tolist()
    return found


def arm(way: tuple[float, float, float, float], side: str) -> Floats:
    """(4, 4) orientations of an arm's bones in their parents' frames."""
    up, out, inward, elbow = (radians(angle) for angle in way)
    left = 1.0 if side == "left" else -1.0
    raised = qt.mul(qt.about_z(left * out), qt.mul(qt.from_rotvec((0.0, -up, 0.0)), qt.about_z(-left * inward)))
    return np.array([qt.IDENTITY, raised, qt.from_rotvec((0.0, -elbow, 0.0)), qt.IDENTITY])


def between(start: Floats, end: Floats, share: float) -> Floats:
    """Bone by bone, slowly at both ends."""
    return np.array([qt.slerp(quat(a), quat(b), eased(share)) for a, b in zip(start, end, strict=True)])
