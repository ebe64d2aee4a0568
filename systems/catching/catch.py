"""Catch: who sees a ball come by reaches for the place where it will be, is there in time, and holds it (figure 6).

A ball is seen by where it is and how it flies now. The catcher chooses once when to meet it: where it comes by at 83 %
of the arm's length, 0.25 s ahead at least. From then on that time is kept: one key-frame of the arm's joints is due at
it, and only its place is corrected from tick to tick, as the ball flies and the shoulder sways. At that moment the hand
closes round what is within 6 cm of it. It holds with a damped spring of at most 120 N (a ball of 0.15 kg weighs 1.5 N),
lets it drop after half a second, and the arm goes back to its clip in `delta`.

Who throws them (systems/catching/pitch.py), it does not know: a person's ball is caught just as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from components.arrays import quat
from components.catch import HEAVIEST, LARGEST, Catcher, Grasp
from components.character import Body, Phase, Recovery
from components.clock import DT
from components.keyframes import KeyFrame
from components.prop import Prop
from components.table import Aims, Bones, Dynamics
from systems.arm import Arm, Turn, Vec3, arm_of, bent_to, place_in, row, velocity_in
from systems.catching.flight import LATEST, SOONEST, meeting, stops
from systems.flights import loose_things
from systems.kernels.quaternions import add, heading, norm, scale, sub, unrotate
from systems.keyframes import begin, let_go
from systems.laws.timed import TIMED
from systems.pushing import push_bone
from systems.stage import Stage, System

LOOK_TICKS = 4  # between two looks for balls
SLOWEST = 1.5  # m/s of one that flies
CLEAR = 0.006  # m between the hand and what it holds, so that grip and touch do not work against each other
LOST = 0.1  # m: what is so far from where it is held, was torn from the hand
NEAR = 0.06  # m between the hand and a ball on which it closes
TOUCH = 0.005  # m: that is touched, if it is a little too early
CLOSING = 6  # ticks before they meet, from which on the hand closes on what it touches
HOLD_TICKS = 60
STIFFNESS, DAMPING, GRIP = 0.4, 0.4, 120.0  # of m / dt^2, of m / dt, and N
STRAIGHT: Turn = (0.0, 0.0, 0.0, 1.0)


@dataclass(frozen=True)
class Seen:
    """A ball as it is now."""

    place: Vec3
    velocity: Vec3
    radius: float
    mass: float


class CatchSystem(System):
    reads: ClassVar = (Body, Recovery, TIMED.group, Prop)
    late: ClassVar = (Bones,)
    writes: ClassVar = (Catcher, Aims, Dynamics)  # and forces on hand and ball
    only_with: ClassVar = Catcher

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._arms = dict[int, Arm]()  # of each character that catches

    def process(self, dt: float) -> None:
        for entity, (body, catcher, recovery, settings) in self.query(Body, Catcher, Recovery, TIMED.group):
            arm = self._arms.get(entity) or self._arms.setdefault(entity, arm_of(body, catcher.hand))
            things = loose_things()
            if recovery.phase is not Phase.AWAKE or catcher.thing >= len(things):
                self.let_go(body, catcher, settings.delta, arm)
            if catcher.grasp is Grasp.HOLDING:
                self.hold(body, catcher, settings.delta, arm, things)
            elif catcher.grasp is Grasp.REACHING:
                self.reach(body, catcher, settings.delta, arm, things)
            elif recovery.phase is Phase.AWAKE and self.stage.ticks % LOOK_TICKS == 0:
                self.look(body, catcher, arm, things)

    # --- the catcher

    def look(self, body: Body, catcher: Catcher, arm: Arm, things: list[Prop]) -> None:
        """Is there a ball in the air that comes by?"""
        bones, gravity = self.stage.tables.bones, self.stage.engine.settings.gravity
        shoulder, facing = place_in(bones, arm.clavicle, arm.offset), self.facing(body)
        steps = np.arange(SOONEST, LATEST, dtype=np.float64)
        for number, prop in enumerate(things):
            if not prop.thrown or prop.shape != "sphere" or prop.size[0] > 2 * LARGEST or prop.mass > HEAVIEST:
                continue
            ball = self.seen(prop)
            if norm(ball.velocity) < SLOWEST:
                continue  # it lies there
            hands = stops(ball.place, ball.velocity, gravity, steps, ball.radius + arm.radius)
            when = meeting(hands, shoulder, facing, arm.side, arm.longest)
            if when is not None:
                catcher.grasp, catcher.thing, catcher.left = Grasp.REACHING, number, int(steps[when])
                turns = [(i - body.first, turn) for i, turn in self.aim(catcher, arm, ball)]
                begin(self.stage, body, KeyFrame(catcher.left * DT, tuple(turns)))
                return

    def reach(self, body: Body, catcher: Catcher, delta: float, arm: Arm, things: list[Prop]) -> None:
        """Its time is kept; where it is to be then, follows the ball and the shoulder."""
        bones, ball = self.stage.tables.bones, self.seen(things[catcher.thing])
        catcher.left -= 1
        hand = place_in(bones, arm.hand, arm.middle)
        gap = norm(sub(ball.place, hand)) - ball.radius - arm.radius
        if catcher.left <= CLOSING and gap <= (NEAR if catcher.left <= 0 else TOUCH):
            self.close(body, catcher, arm, things[catcher.thing], ball, hand, gap)
        elif catcher.left <= 0:
            self.let_go(body, catcher, delta, arm)
        else:
            aims = self.stage.tables.aims
            for i, turn in self.aim(catcher, arm, ball):
                aims.joint[i] = turn

    def aim(self, catcher: Catcher, arm: Arm, ball: Seen) -> list[tuple[int, Turn]]:
        steps, gravity = np.array([float(catcher.left)]), self.stage.engine.settings.gravity
        x, y, z = stops(ball.place, ball.velocity, gravity, steps, ball.radius + arm.radius)[0].tolist()
        upper, fore = bent_to(arm, self.stage.tables.bones, (x, y, z))
        return [(arm.upper, upper), (arm.fore, fore), (arm.hand, STRAIGHT)]

    def close(self, body: Body, catcher: Catcher, arm: Arm, prop: Prop, ball: Seen, hand: Vec3, gap: float) -> None:
        turn = row(self.stage.tables.bones.orientation, arm.hand)
        out = sub(ball.place, hand)
        near = add(hand, scale((ball.radius + arm.radius + CLEAR) / max(1e-9, norm(out)), out))
        catcher.hold = unrotate(turn, sub(near, row(self.stage.tables.bones.position, arm.hand)))
        catcher.grasp, catcher.left = Grasp.HOLDING, HOLD_TICKS
        if catcher.thing == catcher.pitched:
            catcher.caught += 1
            catcher.disturbed_caught += catcher.struck
        self.stage.tell("catch", body.name, what=prop.kind, distance=round(max(0.0, gap), 4))

    def hold(self, body: Body, catcher: Catcher, delta: float, arm: Arm, things: list[Prop]) -> None:
        """The hand pulls the ball, and the ball the hand."""
        prop, bones, engine = things[catcher.thing], self.stage.tables.bones, self.stage.engine
        catcher.left -= 1
        ball, place = self.seen(prop), place_in(bones, arm.hand, catcher.hold)
        if catcher.left <= 0 or norm(sub(place, ball.place)) > LOST:
            self.let_go(body, catcher, delta, arm)
            return
        moving = velocity_in(bones, arm.hand, place)
        pull = scale(STIFFNESS * ball.mass / DT**2, sub(place, ball.place))
        pull = add(pull, scale(DAMPING * ball.mass / DT, sub(moving, ball.velocity)))
        pull = scale(min(1.0, GRIP / max(1e-9, norm(pull))), pull)
        engine.push(prop.engine_id, -1, list(pull), list(ball.place))
        push_bone(self.stage, body.engine_id, arm.hand - body.first - 1, list(scale(-1.0, pull)), list(ball.place))

    def let_go(self, body: Body, catcher: Catcher, delta: float, arm: Arm) -> None:
        if catcher.grasp is not Grasp.FREE:
            catcher.grasp, catcher.thing = Grasp.FREE, -1
            let_go(self.stage, body, delta, [i - body.first for i in arm.rows])

    def seen(self, prop: Prop) -> Seen:
        x, y, z, _, _, _, _, u, v, w, *_ = self.stage.engine.moving(prop.engine_id)
        return Seen((x, y, z), (u, v, w), prop.size[0] / 2, prop.mass)

    def facing(self, body: Body) -> float:
        return float(heading(quat(self.stage.tables.bones.orientation[body.first])))
