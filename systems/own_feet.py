"""Own feet: a body that nothing holds from outside stands by how its feet press the ground, and steps where that ends.

Root mode `feet` plans in each tick how the soles press (systems/kernels/standing.py); no force and no torque comes from
outside. With `steps` a foot goes to where the body would fall (systems/steps.py), in the mode `weak` as well, where the
root's spring holds it up for a while. Legs alone are led, on top of whatever clip stands at the time; the clip has them
back when the feet are together again. Who falls, lies or gets up is left alone.
"""

from __future__ import annotations

from typing import ClassVar

from components.character import AWAKE, Balance, Body, Motion, Recovery
from components.settings import Root, RootSettings
from components.stance import NOBODY, Stance, Step
from components.table import Bones, Contacts, Modes, Poise, Skeletons, Stances, Targets
from systems import steps
from systems.kernels import standing
from systems.kernels.poise import STEPS
from systems.stage import System
from systems.steps import Standing

STOOD_S = 0.5  # so long upright before it sees to itself
FADES = 0.07  # of the way that is left, in a tick: legs come in to a new spread
LANDED, LATEST = 0.6, 1.4  # share of a step from which on a touch ends it, and at which it is over
AIMS, FOLLOWS = 0.55, 0.3  # share of a step up to which its aim may change; of the way to a new one, in a tick
EASES = 0.3  # share of the speed of a leg that bends by which the body is told to sink
SHOVED = 0.1  # m that xi is farther out than its clip's: a punch that lunges is none
CARRIES = 0.06  # share of the weight: that foot is down


class OwnFeetSystem(System):
    reads: ClassVar = (Body, RootSettings, Motion, Recovery, Modes, Skeletons)
    late: ClassVar = (Balance, Bones, Contacts, Poise)
    writes: ClassVar = (Stance, Stances, Targets)

    def process(self, dt: float) -> None:
        found = self.query(Body, RootSettings, Motion, Recovery, Balance, Stance)
        for _, (body, root, motion, recovery, balance, stance) in found:
            own, takes_steps = root.root is Root.FEET, bool(self.stage.tables.modes.steps[body.index])
            acts = (own or takes_steps) and recovery.phase is AWAKE and balance.upright
            acts = acts and motion.clip.upright[int(motion.frame)] and self.simulated(body)
            if not acts:
                if stance.acts:
                    self.leave(body, stance)
                continue
            stance.acts = True
            self.stand(body, stance, True, takes_steps, dt)

    def simulated(self, body: Body) -> bool:
        modes = self.stage.tables.modes
        return bool(not modes.placed[body.index] and not modes.idle[body.index] and modes.gravity[body.index] > 0.0)

    def leave(self, body: Body, stance: Stance) -> None:
        standing.leave_ground(self.stage.tables.handle, body.index)
        fresh = Stance(steps=stance.steps)
        for name in vars(fresh):
            setattr(stance, name, getattr(fresh, name))

    def stand(self, body: Body, stance: Stance, own: bool, takes_steps: bool, dt: float) -> None:
        t, c = self.stage.tables, body.index
        standing.feel_ground(t.handle, c, dt)
        now = standing_of(t.stances, c)
        if now.load[0] + now.load[1] <= 0.0 and stance.foot == NOBODY:
            t.stances.planned[c] = False
            return
        stance.since_s += dt
        if takes_steps and stance.foot == NOBODY:
            self.decide(body, now, stance, dt)
        t.stances.lifted[c] = stance.foot
        t.stances.aim[c] = steps.rests_at(now, stance, steps.sway(self.stage.time, c), dt)
        t.stances.planned[c] = False
        if own and now.load[0] + now.load[1] > 0.0:
            standing.press_ground(t.handle, c)
        self.lead(body, now, stance, own, dt)

    def decide(self, body: Body, now: Standing, stance: Stance, dt: float) -> None:
        shoved = self.stage.tables.poise.beyond.item(body.index) + STEPS > SHOVED
        foot = steps.choose(now, stance) if shoved else NOBODY
        if foot != NOBODY:
            steps.lift(now, stance, foot, Step.SAVE)
            return
        foot = steps.brings_back(now, stance, dt)
        if foot != NOBODY:
            steps.lift(now, stance, foot, Step.BACK)

    def lead(self, body: Body, now: Standing, stance: Stance, own: bool, dt: float) -> None:
        handle = self.stage.tables.handle
        in_clip = tuple(standing.ankle_in_clip(handle, foot) for foot in body.feet)
        if stance.foot != NOBODY:
            self.swing(body, now, stance, in_clip, dt)
        ways = list(stance.ways)
        for side, foot in enumerate(body.feet):
            if side != stance.foot:
                ways[side] = nearer(ways[side], stance.goals[side])
                if stance.foot != NOBODY and stance.sinks > ways[side][2]:
                    ways[side] = (*ways[side][:2], stance.sinks)
                standing.stand_foot(handle, foot, body.first, ways[side], own and now.load[side] > standing.BEARS)
        stance.ways = (ways[0], ways[1])

    def swing(self, body: Body, now: Standing, stance: Stance, in_clip, dt: float) -> None:
        t, side = self.stage.tables, stance.foot
        stance.step_s += dt
        share = stance.step_s / steps.SWING_S
        x, y, _ = stance.aim
        if stance.kind is Step.BACK:
            x, y = self.place_in_clip(now, side, in_clip)
        elif share < AIMS:
            gx, gy = steps.saves_at(now, side, max(0.0, steps.SWING_S - stance.step_s))
            part = FOLLOWS if stance.step_s > 1.5 * dt else 1.0
            x, y = x + part * (gx - x), y + part * (gy - y)
        low = self.stage.engine.ground_height(x, y) + standing.SOLE - 0.003
        stance.aim = (x, y, low)
        if stance.kind is Step.SAVE:
            self.sink(body, now, stance, in_clip, dt)
        foot = body.feet[side]
        way = standing.swing_foot(t.handle, foot, body.first, steps.way_of(stance, x, y, low), dt)
        ways = list(stance.ways)
        ways[side] = way
        stance.ways = (ways[0], ways[1])
        if (share > LANDED and now.load[side] > CARRIES) or share > LATEST:
            self.land(body, now, stance, in_clip)

    def place_in_clip(self, now: Standing, side: int, in_clip) -> tuple[float, float]:
        own, other = in_clip[side], in_clip[1 - side]
        dx, dy = now.turned(own[0] - other[0], own[1] - other[1])
        return now.ankle[1 - side][0] + dx, now.ankle[1 - side][1] + dy

    def sink(self, body: Body, now: Standing, stance: Stance, in_clip, dt: float) -> None:
        """The leg that stands bends, as far as the other one is too short to come to the ground at its aim."""
        t, side = self.stage.tables, stance.foot
        thigh = int(t.skeletons.parent[t.skeletons.parent[body.feet[side]]])
        left_s = 0.7 * max(0.0, steps.SWING_S - stance.step_s)
        x, y, _ = t.bones.position[thigh].tolist()
        u, v, _ = t.bones.velocity[body.first].tolist()
        far = (x + left_s * u - stance.aim[0]) ** 2 + (y + left_s * v - stance.aim[1]) ** 2
        reaches = max(0.3, steps.LEG * steps.LEG - far) ** 0.5
        offset = t.skeletons.offset[thigh]
        wanted = steps.clamp(float(offset[2]) - in_clip[side][2] - reaches, 0.0, steps.MOST_SINKS)
        faster = steps.SINKS if now.load[1 - side] > 0.4 else 0.0
        more = steps.clamp(0.15 * (wanted - stance.sinks), -steps.SINKS, faster)
        stance.sinks += more
        lower = t.targets.root_velocity[body.index, 2] - EASES * more / dt
        t.targets.root_velocity[body.index, 2] = max(-1.2, lower)

    def land(self, body: Body, now: Standing, stance: Stance, in_clip) -> None:
        x, y, _ = stance.aim
        if stance.kind is Step.SAVE:
            self.stage.tell("step", body.name, foot=("left", "right")[stance.foot], at=[round(x, 4), round(y, 4)])
        stance.goals = steps.spread(now, in_clip, stance.foot)
        stance.foot, stance.stands_on, stance.since_s, stance.calm_s = NOBODY, NOBODY, 0.0, 0.0


def standing_of(stances: Stances, c: int) -> Standing:
    return Standing(
        tuple(stances.velocity[c, :2].tolist()),
        stances.rate.item(c),
        tuple(stances.xi[c].tolist()),
        tuple(stances.edge[c].tolist()),
        tuple(stances.load[c].tolist()),
        tuple(map(tuple, stances.ankle[c].tolist())),
        tuple(map(tuple, stances.ahead[c].tolist())),
        tuple(stances.facing[c].tolist()),
    )


def nearer(way, goal):
    return tuple(a + FADES * (b - a) for a, b in zip(way, goal, strict=True))
