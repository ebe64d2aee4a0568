"""Pitch: throws balls to those who catch, and other balls at the arm with which they do (On the Beat, figure 6).

A ball comes from 3 to 5 m away and is 0.6 to 1 s in the air, through a place that the hand can reach, between hip and
head, before the body or beside it. Before every second one a ball of 0.5 kg comes from the side, and is at the forearm
0.3 to 0.4 s before the hand has to be there: 2.5 N s, which take the hand 2 cm off its way.
Seed and number of the throw say all of it; the catcher is not told, and who lies is left in peace.
"""

from __future__ import annotations

from math import cos, radians, sin
from typing import ClassVar

from components.arrays import quat
from components.catch import Catcher, Grasp
from components.character import Body, Phase, Recovery
from components.clock import DT
from components.commands import Throw
from components.prop import Prop
from components.table import Aims, Bones, Impacts
from systems.arm import Arm, Vec3, arm_of, elbow_and_hand, place_in, row
from systems.catching.flight import from_shoulder, thrown_through
from systems.chance import chance
from systems.commands import throw
from systems.flights import loose_things
from systems.kernels import tick
from systems.kernels.quaternions import add, heading, scale, sub
from systems.stage import System

FLIGHT_S = 0.6, 1.0
FROM_M, FROM_DEG, FROM_HEIGHT_M = (3.0, 5.0), (-18.0, 18.0), (1.2, 1.8)  # where it leaves; degrees from straight ahead
FAR, OUT_DEG, ABOVE_M = (0.76, 0.88), (-20.0, 75.0), (-0.4, 0.2)  # of the arm, to its own side, from the shoulder
STRIKE_M, STRIKE_TICKS = 1.0, 24  # of the other ball's way: 5 m/s
STRIKE_BEFORE = 34, 44  # ticks from then until the hand is to be there
SETTLES = 2.35  # p of p^2 - (1 + 2n) p + n^2 = 0, n = 3.89: what is left of an arm's way is (time left / time)^p
STRIKE_DEG, STRIKE_ABOVE_M = (35.0, 75.0), (0.1, 0.4)  # where it comes from: to the arm's own side


class PitchSystem(System):
    reads: ClassVar = (Body,)
    late: ClassVar = (Bones, Impacts, Aims, Catcher, Recovery)
    writes: ClassVar = (Catcher, Prop)
    only_with: ClassVar = Catcher

    def process(self, dt: float) -> None:
        for _, (body, catcher, recovery) in self.query(Body, Catcher, Recovery):
            every, ticks = catcher.pitch.every, self.stage.ticks
            if not every or recovery.phase is not Phase.AWAKE:
                continue
            if ticks and ticks % every == 0:
                self.throw_to(body, catcher, arm_of(body, catcher.hand))
            elif catcher.pitch.strike and self.number(catcher) % 2 == 0 and catcher.thing == catcher.pitched >= 0:
                self.disturb(body, catcher, catcher.pitch.strike, arm_of(body, catcher.hand))

    def number(self, catcher: Catcher) -> int:
        return self.stage.ticks // catcher.pitch.every

    def drawn(self, body: Body, catcher: Catcher, what: str, between: tuple[float, float]) -> float:
        low, high = between
        return low + (high - low) * chance(self.stage.engine.seed, "pitch", body.name, self.number(catcher), what)

    def throw_to(self, body: Body, catcher: Catcher, arm: Arm) -> None:
        shoulder, facing = self.stance(body, arm)
        far = arm.longest * self.drawn(body, catcher, "far", FAR)
        out, above = self.drawn(body, catcher, "out", OUT_DEG), self.drawn(body, catcher, "above", ABOVE_M)
        place = from_shoulder(shoulder, facing, arm.side, far, out, above)
        way, angle = self.drawn(body, catcher, "from", FROM_M), self.drawn(body, catcher, "angle", FROM_DEG)
        angle = facing + radians(angle)
        ground = self.stage.engine.ground_height(place[0], place[1])
        height = ground + self.drawn(body, catcher, "height", FROM_HEIGHT_M)
        start = place[0] + way * cos(angle), place[1] + way * sin(angle), height
        steps = round(self.drawn(body, catcher, "flight", FLIGHT_S) / DT)
        catcher.pitched = self.throw(catcher.pitch.ball, start, place, steps)
        catcher.striker, catcher.struck = -1, False
        catcher.thrown += 1

    def disturb(self, body: Body, catcher: Catcher, strike: Prop, arm: Arm) -> None:
        """Throw it in time, then look whether it hits."""
        before = round(self.drawn(body, catcher, "before", STRIKE_BEFORE))
        if catcher.grasp is not Grasp.REACHING or catcher.struck:
            return
        if catcher.striker < 0:
            if catcher.left <= before + STRIKE_TICKS:
                _, facing = self.stance(body, arm)
                x, y, z = self.forearm(arm, max(0.0, 1.0 - STRIKE_TICKS / catcher.left))
                angle = facing + arm.side * radians(self.drawn(body, catcher, "strike", STRIKE_DEG))
                above = self.drawn(body, catcher, "strike above", STRIKE_ABOVE_M)
                start = x + STRIKE_M * cos(angle), y + STRIKE_M * sin(angle), z + above
                catcher.striker = self.throw(strike, start, (x, y, z), STRIKE_TICKS)
        elif self.touches(arm, catcher.striker):
            catcher.struck = True
            catcher.disturbed += 1

    def forearm(self, arm: Arm, left: float) -> Vec3:
        """m: where its middle will be when that share of the time to the key-frame is left."""
        bones = self.stage.tables.bones
        goal = elbow_and_hand(arm, bones, self.stage.tables.aims)
        now = row(bones.position, arm.fore), place_in(bones, arm.hand, arm.middle)
        here, there = (scale(0.5, add(*ends)) for ends in (now, goal))
        x, y, z = add(there, scale(left**SETTLES, sub(here, there)))
        return x, y, z

    def stance(self, body: Body, arm: Arm) -> tuple[Vec3, float]:
        bones = self.stage.tables.bones
        return place_in(bones, arm.clavicle, arm.offset), float(heading(quat(bones.orientation[body.first])))

    def throw(self, ball: Prop, start: Vec3, place: Vec3, steps: int) -> int:
        """Its place among all loose things."""
        velocity = thrown_through(start, place, steps, self.stage.engine.settings.gravity)
        flies = throw(self.stage, Throw(ball, start, velocity))
        return [prop.engine_id for prop in loose_things()].index(flies)

    def touches(self, arm: Arm, thing: int) -> bool:
        things = loose_things()
        if thing >= len(things):
            return False
        other = things[thing].engine_id
        return bool(tick.touched_by(self.stage.tables.handle, other, min(arm.rows), max(arm.rows) + 1))
