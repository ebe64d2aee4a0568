"""Hand to hurt: a blow on head, chest, belly or thigh, and the nearer hand goes there for a moment.

A ball of 0.5 kg that comes at 8 m/s gives 4 N s and more, 3 are enough. What hit the back is out of reach, and what an
arm stopped hurts nobody. The hand is there after 0.3 s, stays for 0.7 s, and goes back to what it did.
"""

from __future__ import annotations

from components.arrays import Vec3, quat, vec3
from components.character import AWAKE, Body
from components.control import Sort, Status
from components.table import Blows, Impacts
from systems.arm import arm_of, place_in
from systems.controllers.controller import Controller
from systems.controllers.state import Region, Within
from systems.kernels import quaternions as qt
from systems.motion import begin_blend
from systems.reflexes import SIDES, Hurt
from systems.someone import Someone
from systems.stage import Stage

HURTS = 3.0  # N s in a step
THERE_S, HOLD_S, BACK_S = 0.3, 0.7, 0.4
BEHIND = -0.3  # of the way out of a bone: what points further back is on the back


class HandToHurt(Controller):
    name, about, sort = "hand_to_hurt", "the nearer hand goes to what was hit", Sort.DYNAMIC
    reflex = True
    wanted = 1.2
    late = (Blows, Impacts)
    begins = f"a blow of {HURTS:g} N s on head, trunk or thigh, and not from behind"
    ends = f"after {THERE_S + HOLD_S:g} s; it fails where it falls"
    before = Region(Within("upright", 1.0), Within("awake", 1.0), Within("strength", 0.3), Within("lost_s", high=0.0))
    after = Region(Within("upright", 1.0), Within("awake", 1.0))

    def bid(self, stage: Stage, who: Someone) -> float:
        ready = who.recovery.phase is AWAKE and struck(stage, who.body)
        return super().bid(stage, who) if ready else 0.0

    def begin(self, stage: Stage, who: Someone) -> None:
        who.control.memory = hurt_by(stage, who.body)
        stage.tell("hurt", who.body.name, hand=SIDES[who.control.memory.hand])

    def step(self, stage: Stage, who: Someone, dt: float) -> None:
        hurt = who.control.memory
        if isinstance(hurt, Hurt):
            again = hurt_by(stage, who.body)._replace(share=hurt.share) if struck(stage, who.body) else hurt
            share = min(1.0, again.share + dt / THERE_S)
            who.control.memory = again._replace(share=share, left_s=again.left_s - dt)

    def status(self, stage: Stage, who: Someone) -> Status:
        hurt = who.control.memory
        if not isinstance(hurt, Hurt):
            return Status.FAILED
        if hurt.left_s > 0.0:
            return Status.RUNNING
        return Status.SUCCEEDED if self.after.holds(stage, who) else Status.FAILED

    def end(self, stage: Stage, who: Someone) -> None:
        begin_blend(stage, who.body, who.motion, from_body=False, blend_s=BACK_S)


def struck(stage: Stage, body: Body) -> bool:
    """Was it hit in the last step where a hand goes?"""
    blows, impacts, c = stage.tables.blows, stage.tables.impacts, body.index
    if blows.impulse.item(c) < HURTS:
        return False
    bone, impact = blows.bone.item(c), blows.impact.item(c)
    if impact < 0 or impacts.ground[impact] or not feels(body, bone - body.first):
        return False
    x, _, _ = qt.unrotate(quat(stage.tables.bones.orientation[bone]), vec3(impacts.normal[impact]))
    return float(-x) > BEHIND


def feels(body: Body, bone: int) -> bool:
    """Head, trunk and thighs."""
    limbs, thigh = body.rig.limbs, body.rig.bones[bone].parent == 0
    return bone in limbs["trunk"] or bone in limbs["head"] or (thigh and bone in limbs["legs"])


def hurt_by(stage: Stage, body: Body) -> Hurt:
    """Which hand goes where for the last step's blow."""
    bones, blows, impacts = stage.tables.bones, stage.tables.blows, stage.tables.impacts
    bone, impact = blows.bone.item(body.index), blows.impact.item(body.index)
    arms = [arm_of(body, side) for side in SIDES]
    out = qt.scale(-arms[0].radius, vec3(impacts.normal[impact]))
    place = qt.add(vec3(impacts.place[impact]), out)
    far = [qt.norm(qt.sub(place, place_in(bones, arm.clavicle, arm.offset))) for arm in arms]
    inside: Vec3 = qt.unrotate(quat(bones.orientation[bone]), qt.sub(place, vec3(bones.position[bone])))
    return Hurt(bone, inside, far.index(min(far)), THERE_S + HOLD_S)
