"""Own feet: a body that nothing holds from outside stands by how its feet press the ground, and steps where that ends.

In root mode `feet` it is planned in each tick how the soles press (systems/kernels/standing.py), and nothing else holds
the body. With `steps` a foot goes to where the body would fall (systems/steps.py). `weak` may have that, too: from a
shove on, until its feet are home again, they press as planned beside its spring. Legs alone are led, on top of whatever
clip stands at the time; a clip that walks is walked (systems/walking.py). Who falls, lies or gets up is left alone.
"""

from __future__ import annotations

from dataclasses import fields
from typing import ClassVar
from weakref import WeakKeyDictionary

from components.arrays import Vec3
from components.character import AWAKE, Balance, Body, Motion, Recovery
from components.clip import Clip
from components.gait import Gait
from components.settings import Root, RootSettings
from components.stance import NOBODY, Stance, Step
from components.table import Bones, Contacts, Modes, Poise, Skeletons, Stances, Targets
from systems import steps, walking
from systems.countering import counter
from systems.kernels import standing
from systems.kernels import walking as walk_kernels
from systems.stage import Stage, System
from systems.steps import Pair, Standing

LANDED, LATEST = 0.45, 1.4  # share of a step from which on a touch ends it, and at which it is over
AIMS, FOLLOWS = 0.42, 0.29  # share of a step up to which its aim may change; of the way to a new one, in a tick
SINKS, EASES, FASTEST = 0.007, 0.44, 0.8  # m a tick that a leg bends; share of that speed, m/s, that the body is told
SHOVED, SPRUNG = 0.1, 0.14  # m that xi is farther out than its clip's: a shove; of who has a spring as well
COUNTERS = 0.05  # m of the same, and trunk and arms counter it
UPRIGHT = 0.4  # of a walk's, with which who settles holds his trunk
CARRIES, STANDS = 0.06, 0.4  # share of the weight: that foot is down; it stands firmly

ASKED = (Body, RootSettings, Stance, Motion, Recovery, Balance)


class OwnFeetSystem(System):
    reads: ClassVar = (Body, RootSettings, Recovery, Modes, Skeletons)
    late: ClassVar = (Balance, Bones, Contacts, Poise)
    writes: ClassVar = (Motion, Stance, Stances, Targets)

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.gaits = WeakKeyDictionary[Clip, Gait | None]()  # a punch is a clip of its own, and goes

    def process(self, dt: float) -> None:
        modes = self.stage.tables.modes
        for _, (body, root, stance, motion, recovery, balance) in self.query(*ASKED):
            own, takes_steps = root.root is Root.FEET, bool(modes.steps[body.index])
            wanted = own or (takes_steps and (self.shoved(body, SPRUNG) or steps.astray(stance)))
            if wanted and self.stands(body, motion, recovery, balance):
                stance.acts = True
                gait = self.gait(motion.clip, body) if own else None
                if gait is None:
                    self.stand(body, stance, takes_steps, SHOVED if own else SPRUNG, dt)
                else:
                    standing.feel_ground(self.stage.tables.handle, body.index, True, dt)
                    now = standing_of(self.stage.tables.stances, body.index)
                    walking.walk(self.stage, body, motion, stance, now, gait, dt)
            elif stance.acts:
                if stance.strides_on != NOBODY:
                    motion.pace = 1.0
                    motion.changing |= not own and motion.stride < 1.0  # who has a spring again strides out again
                standing.leave_ground(self.stage.tables.handle, body.index)
                begin_anew(stance)

    def gait(self, clip: Clip, body: Body) -> Gait | None:
        if clip not in self.gaits:
            self.gaits[clip] = self.stage.clips.gait(clip, body.rig)
        return self.gaits[clip]

    def stands(self, body: Body, motion: Motion, recovery: Recovery, balance: Balance) -> bool:
        """Is it awake and upright, moved by muscles, and does its clip stand?"""
        modes, c = self.stage.tables.modes, body.index
        if modes.placed[c] or modes.idle[c] or modes.gravity[c] <= 0.0 or body.feet[0] == body.feet[1]:
            return False
        return recovery.phase is AWAKE and balance.upright and bool(motion.clip.upright[int(motion.frame)])

    def shoved(self, body: Body, least: float) -> bool:
        return self.stage.tables.poise.off.item(body.index) > least

    def stand(self, body: Body, stance: Stance, takes_steps: bool, least: float, dt: float) -> None:
        t, c = self.stage.tables, body.index
        fresh = stance.since_s < steps.FRESH_S
        standing.feel_ground(t.handle, c, fresh, dt)
        now = standing_of(t.stances, c)
        stance.since_s += dt
        if takes_steps and stance.foot == NOBODY:
            self.decide(body, now, stance, least, dt)
        t.stances.lifted[c] = stance.foot
        t.stances.aim[c] = steps.rests_at(now, stance, steps.sway(self.stage.time, c), dt)
        t.stances.planned[c] = False
        if max(now.load) > 0.0:
            standing.press_ground(t.handle, c)
            if stance.settles and fresh and stance.foot == NOBODY:
                yaw = walk_kernels.turned(t.handle, c, body.first)
                walk_kernels.hold_trunk(t.handle, c, body.first, yaw, UPRIGHT)
        in_clip = (standing.ankle_in_clip(t.handle, body.feet[0]), standing.ankle_in_clip(t.handle, body.feet[1]))
        if stance.foot != NOBODY:
            self.swing(body, now, stance, in_clip, dt)
        falls = takes_steps and self.shoved(body, COUNTERS)
        counter(self.stage, body, stance, now, falls, dt)
        for side, foot in enumerate(body.feet):
            if side != stance.foot:
                bears = now.load[side] > standing.BEARS
                way = bent(steps.nearer(stance.ways[side], stance.goals[side], stance, bears, dt), stance)
                stance.ways = changed(stance.ways, side, way)
                standing.stand_foot(t.handle, foot, body.first, way, bears)

    def decide(self, body: Body, now: Standing, stance: Stance, least: float, dt: float) -> None:
        foot = steps.choose(now, stance) if self.shoved(body, least) else NOBODY
        if foot != NOBODY:
            steps.lift(now, stance, foot, Step.SAVE)
            return
        foot = steps.brings_back(now, stance, dt)
        if foot != NOBODY:
            steps.lift(now, stance, foot, Step.BACK)

    def swing(self, body: Body, now: Standing, stance: Stance, in_clip: Pair, dt: float) -> None:
        t, side = self.stage.tables, stance.foot
        stance.step_s += dt
        share = stance.step_s / steps.lasts(stance)
        x, y, _ = stance.aim
        if stance.kind is Step.BACK:
            x, y = steps.back_at(now, in_clip, side)
        elif share < AIMS:
            goal_x, goal_y = steps.saves_at(now, side, max(0.0, steps.SWING_S - stance.step_s))
            part = FOLLOWS if stance.step_s > 1.5 * dt else 1.0
            x, y = x + part * (goal_x - x), y + part * (goal_y - y)
        stance.aim = (x, y, self.stage.engine.ground_height(x, y) + standing.SOLE)
        if stance.kind is Step.SAVE:
            self.sink(body, now, stance, in_clip, dt)
        way = standing.swing_foot(t.handle, body.feet[side], body.first, steps.way_of(now, stance), dt)
        stance.ways = changed(stance.ways, side, way)
        stance.aloft |= now.load[side] <= CARRIES
        if (share > LANDED and stance.aloft and now.load[side] > CARRIES) or share > LATEST:
            if stance.kind is Step.SAVE:
                self.stage.tell("step", body.name, foot=("left", "right")[side], at=[round(x, 4), round(y, 4)])
            steps.land(now, stance, in_clip)

    def sink(self, body: Body, now: Standing, stance: Stance, in_clip: Pair, dt: float) -> None:
        """The leg that stands bends, as far as the other one is too short to come to the ground at its aim."""
        t, side = self.stage.tables, stance.foot
        thigh = int(t.skeletons.parent[t.skeletons.parent[body.feet[side]]])
        x, y, _ = t.bones.position[thigh].tolist()
        u, v, _ = t.bones.velocity[body.first].tolist()
        hip = t.skeletons.offset.item(thigh, 2)
        wanted = steps.lacks(stance, (x, y), (u, v), hip - in_clip[side][2])
        more = steps.clamp(0.15 * (wanted - stance.sinks), -SINKS, SINKS if now.load[1 - side] > STANDS else 0.0)
        stance.sinks += more
        lower = t.targets.root_velocity.item(body.index, 2) - EASES * more / dt
        t.targets.root_velocity[body.index, 2] = max(-FASTEST, lower)


def bent(way: Vec3, stance: Stance) -> Vec3:
    """While the other leg reaches far, this one is as short as it has to be."""
    x, y, up = way
    return (x, y, max(up, stance.sinks)) if stance.foot != NOBODY else way


def changed(pair: Pair, side: int, one: Vec3) -> Pair:
    return (one, pair[1]) if side == 0 else (pair[0], one)


def begin_anew(stance: Stance) -> None:
    fresh = Stance()
    for column in fields(fresh):
        setattr(stance, column.name, getattr(fresh, column.name))


def standing_of(stances: Stances, c: int) -> Standing:
    """Plain numbers of the columns that steps are chosen by."""
    (u, v, _), (x, y), (ex, ey), (left, right), (fx, fy) = (
        column[c].tolist() for column in (stances.velocity, stances.xi, stances.edge, stances.load, stances.facing)
    )
    (lx, ly, lz), (rx, ry, rz) = stances.ankle[c].tolist()
    (lu, lv), (ru, rv) = stances.ahead[c].tolist()
    return Standing(
        (u, v), stances.rate.item(c), (x, y), (ex, ey), (left, right), ((lx, ly, lz), (rx, ry, rz)),
        ((lu, lv), (ru, rv)), (fx, fy),
    )  # fmt: skip
