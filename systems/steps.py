"""Steps: which foot goes where, so that a body that is shoved catches itself, and how it gets its feet back.

While a foot swings for the time T that is left, the other one presses at the edge p of its sole, and the extrapolated
centre of mass runs away to

    xi(T) = p + (xi - p) e^(w0 T)

The foot is led to `BEYOND` past where that is 0.1 s sooner, and a little to its own side. With w0 = 3.2 / s, xi 0.2 m
before p, and T = 0.24 s, that is 0.31 + 0.16 = 0.47 m. The foot with the shorter way goes, unless it would have to
cross the other or nothing else carries the body. Farther on it would come down later, since the leg is too short to
reach the ground there, and the body falls for as long.

Who lands more slowly than 1 m/s with the first step settles over it: his leg stays bent, and the foot behind that hangs
goes down to the ground. For who is faster another step follows.

Later, when all is calm, the weight goes over one foot and the other one is brought back to where the clip has it.
"""

from __future__ import annotations

from math import exp, hypot, sin, sqrt
from typing import NamedTuple

from components.arrays import Vec3
from components.stance import NOBODY, STILL, Stance, Step
from systems.kernels.standing import BACK, FRONT, SIDE

Vec2 = tuple[float, float]
Pair = tuple[Vec3, Vec3]  # of the left and the right foot

SWING_S, CALMLY_S, LIFT = 0.24, 0.217, 0.059  # s of a step that saves, and of one back; m
BEYOND, LONGEST = 0.157, 0.95  # m past where xi will be; from the other foot
SOONER_S, OUTWARD = 0.1, 0.042  # s before the foot comes down; m to its own side
BESIDE, CROSSES = 0.14, -0.172  # m to its own side: what a foot has at least in a calm step, and in one that saves
CROSSING, LOADED = 3.0, 0.33  # what a way costs more: for each m that it crosses by, for what the foot carries
OUT = 0.015  # m, xi from the soles: then it takes a step
CLEAR, ROUND = 0.08, 0.2  # m to its own side: closer to the other foot it goes round it, by so much
FEELS, DEEP = 0.17, 0.007  # m/s and m: a foot that is late goes on down, from so far below the ground
FRESH_S = 2.0  # since a step: so long it may still be followed by another
SOONEST_S = 0.1  # between two steps
ALONE = 0.15  # share of the weight: with less on the other foot, one stays where it is
SETTLES = 1.0  # m/s of the body as its first step lands: slower than that it may come to rest over it
AHEAD = 0.042  # m before the ankles, where xi is to be
MIDDLE = 0.06  # m, the middle of a sole
CALM, CALM_S, WAITS_S = 0.1, 0.5, 0.6  # m/s and s: it is calm; s since a step
FADES, LANDS_S = 0.063, 0.6  # of the way that is left, in a tick: legs come in to a new spread; s, so soon after a step
SLOWER, RISES = 0.04, 0.05  # the same of who settles; m/s at which a leg of his that bears straightens
SEEKS, DEEPEST = 0.3, 0.06  # m/s at which one that hangs goes down to the ground; m below where its clip has it
SHIFTS, LEANS = 0.35, 0.85  # m/s at which the weight goes over; share of the spread that the other leg has then
ASTRAY, OVER, UNLOADED, GIVES_UP_S = 0.05, 0.16, 0.35, 3.0  # m, m, share, s: of bringing a foot back
LEG, MOST_SINKS = 0.85, 0.18  # m: how long a leg is; how much the one that stands bends for a long step


class Standing(NamedTuple):
    """The columns of Stances that steps are chosen by; what is level is (x, y) in the world."""

    velocity: Vec2
    rate: float
    xi: Vec2
    edge: Vec2
    load: tuple[float, float]
    ankle: tuple[Vec3, Vec3]
    ahead: tuple[Vec2, Vec2]
    facing: Vec2

    @property
    def out(self) -> float:
        """m from the soles to xi."""
        return hypot(self.xi[0] - self.edge[0], self.xi[1] - self.edge[1])

    def sole(self, side: int, before: float, aside: float = 0.0) -> Vec2:
        (u, v), (x, y, _) = self.ahead[side], self.ankle[side]
        return x + before * u - aside * v, y + before * v + aside * u

    def turned(self, forward: float, left: float) -> Vec2:
        u, v = self.facing
        return forward * u - left * v, forward * v + left * u

    def seen(self, way: Vec2) -> Vec2:
        """Forward and to the left, of a way in the world."""
        u, v = self.facing
        return way[0] * u + way[1] * v, way[1] * u - way[0] * v


def sway(seconds: float, who: int) -> Vec2:
    """m, forward and to the left, by which somebody who stands still goes to and fro.

    Three slow waves that never meet again, 8 mm forward and 5 mm aside, and his weight from foot to foot in 19 s.
    """
    at = seconds + 7.3 * who
    forward = 0.005 * sin(2.3 * at) + 0.004 * sin(1.1 * at + 1.0) + 0.002 * sin(4.7 * at + 2.0)
    return forward, 0.003 * sin(1.7 * at + 0.5) + 0.012 * sin(0.33 * at)


def rests_at(now: Standing, stance: Stance, swayed: Vec2, dt: float) -> Vec2:
    """m: where xi is to be: between the feet, or on its way over the one that alone is to carry the body."""
    alone = 1 - stance.foot if stance.foot != NOBODY and stance.kind is Step.BACK else stance.stands_on
    if alone == NOBODY:
        stance.rest = None
        (x, y), (dx, dy) = between(now), now.turned(*swayed)
        return x + dx, y + dy
    x, y = now.sole(alone, MIDDLE - 0.02)
    rx, ry = between(now) if stance.rest is None else stance.rest
    share = min(1.0, SHIFTS * dt / max(1e-9, hypot(x - rx, y - ry)))
    stance.rest = rx + share * (x - rx), ry + share * (y - ry)
    return stance.rest


def between(now: Standing) -> Vec2:
    (ax, ay, _), (bx, by, _) = now.ankle
    x, y = now.turned(AHEAD, 0.0)
    return 0.5 * (ax + bx) + x, 0.5 * (ay + by) + y


def landing(now: Standing, foot: int, left_s: float) -> Vec2:
    """m: where xi will be when this foot comes down."""
    other = 1 - foot
    x, y = now.sole(other, 0.0)
    (u, v), (dx, dy) = now.ahead[other], (now.xi[0] - x, now.xi[1] - y)
    px, py = now.sole(other, clamp(dx * u + dy * v, BACK, FRONT), clamp(dy * u - dx * v, -SIDE, SIDE))
    grows = exp(now.rate * left_s)
    return px + (now.xi[0] - px) * grows, py + (now.xi[1] - py) * grows


def saves_at(now: Standing, foot: int, left_s: float) -> Vec2:
    """m: where the ankle of this foot is to come down for the body to stop there."""
    x, y = now.sole(1 - foot, MIDDLE)
    there = landing(now, foot, left_s - SOONER_S)
    way = there[0] - x, there[1] - y
    far = max(1e-9, hypot(*way))
    share = min(far + BEYOND, LONGEST) / far
    forward, left = now.seen((share * way[0], share * way[1]))
    side = 1.0 if foot == 0 else -1.0
    dx, dy = now.turned(forward - MIDDLE, side * max(side * left + OUTWARD, CROSSES))
    return x + dx, y + dy


def choose(now: Standing, stance: Stance) -> int:
    """The foot that is to take a step now, or NOBODY."""
    if now.out <= OUT or stance.since_s < SOONEST_S:
        return NOBODY
    costs = [cost(now, foot) for foot in (0, 1)]
    may = [now.load[1 - foot] > ALONE or (stance.since_s > 1.0 and now.load[1 - foot] > 0.0) for foot in (0, 1)]
    if may[0] and may[1]:
        return 0 if costs[0] <= costs[1] else 1
    return 0 if may[0] else 1 if may[1] else NOBODY


def cost(now: Standing, foot: int) -> float:
    x, y = saves_at(now, foot, SWING_S)
    (ax, ay, _), (bx, by, _) = now.ankle[foot], now.ankle[1 - foot]
    _, left = now.seen((x - bx, y - by))
    crosses = max(0.0, 0.1 - (left if foot == 0 else -left))
    return hypot(x - ax, y - ay) + CROSSING * crosses + LOADED * now.load[foot]


def astray(stance: Stance) -> bool:
    """Is a foot in the air, or far from where its clip has it?"""
    return stance.foot != NOBODY or max(hypot(x, y) for x, y, _ in stance.ways) > ASTRAY


def brings_back(now: Standing, stance: Stance, dt: float) -> int:
    """The foot that goes back to its place now, once the other one carries the body; or NOBODY."""
    speed = hypot(*now.velocity)
    stance.calm_s = stance.calm_s + dt if speed < CALM and now.out == 0.0 else 0.0
    if stance.stands_on == NOBODY:
        if astray(stance) and stance.calm_s > CALM_S and stance.since_s > WAITS_S:
            stance.stands_on, stance.shifts_s = int(now.load[1] > now.load[0]), 0.0
            stance.goals = apart(stance.ways, stance.stands_on, LEANS)
        return NOBODY
    stance.shifts_s += dt
    other, (x, y) = 1 - stance.stands_on, now.sole(stance.stands_on, MIDDLE - 0.02)
    if hypot(now.xi[0] - x, now.xi[1] - y) < OVER and now.load[other] < UNLOADED and speed < CALM:
        return other
    if stance.shifts_s > GIVES_UP_S:
        stance.stands_on, stance.calm_s = NOBODY, 0.0
        stance.goals = apart(stance.ways, other, 0.5)
    return NOBODY


def lift(now: Standing, stance: Stance, foot: int, kind: Step) -> None:
    stance.foot, stance.kind, stance.step_s, stance.sinks, stance.aloft = foot, kind, 0.0, 0.0, False
    stance.start, stance.aim = now.ankle[foot], now.ankle[foot]
    if kind is Step.SAVE:
        stance.stands_on = NOBODY


def back_at(now: Standing, in_clip: Pair, foot: int) -> Vec2:
    """m: where this ankle is as its clip has it beside the other one."""
    (x, y, _), (u, v, _) = in_clip[foot], in_clip[1 - foot]
    dx, dy = now.turned(x - u, y - v)
    return now.ankle[1 - foot][0] + dx, now.ankle[1 - foot][1] + dy


def lacks(stance: Stance, hip: Vec2, velocity: Vec2, high: float) -> float:
    """m by which the hip has to come down from `high` above the ankle, for the leg to reach from there to its aim."""
    left_s = 0.7 * max(0.0, lasts(stance) - stance.step_s)
    far = hypot(hip[0] + left_s * velocity[0] - stance.aim[0], hip[1] + left_s * velocity[1] - stance.aim[1])
    return clamp(high - sqrt(max(0.3, LEG * LEG - far * far)), 0.0, MOST_SINKS)


def round_other(now: Standing, stance: Stance) -> Vec2:
    """m by which the foot goes out of its way in the middle, where the other leg would be in it: before or behind."""
    x, y, _ = now.ankle[1 - stance.foot]
    side = 1.0 if stance.foot == 0 else -1.0
    from_forward, from_left = now.seen((stance.start[0] - x, stance.start[1] - y))
    to_forward, to_left = now.seen((stance.aim[0] - x, stance.aim[1] - y))
    if min(side * from_left, side * to_left) > CLEAR:
        return 0.0, 0.0
    forward = to_forward if side * to_left < side * from_left else from_forward
    lacking = max(0.0, ROUND - 0.5 * abs(from_forward + to_forward))
    return now.turned(lacking if forward >= 0.0 else -lacking, 0.0)


def lasts(stance: Stance) -> float:
    """s of the step that it takes."""
    return SWING_S if stance.kind is Step.SAVE else CALMLY_S


def way_of(now: Standing, stance: Stance) -> Vec3:
    """m: where the ankle is to be now, on its way over the ground."""
    swing_s = lasts(stance)
    share = min(1.0, stance.step_s / swing_s)
    part = min(1.0, share / 0.9)
    part = part * part * (3.0 - 2.0 * part)
    (sx, sy, sz), (x, y, z) = stance.start, stance.aim
    late = max(0.0, stance.step_s - swing_s)  # it feels for the ground
    arch = 4.0 * share * (1.0 - share)
    dx, dy = round_other(now, stance)
    sx, sy = sx + arch * dx, sy + arch * dy
    up = LIFT * arch - FEELS * late - (DEEP if late > 0.0 else 0.0)
    return sx + part * (x - stance.start[0]), sy + part * (y - stance.start[1]), sz + part * (z - sz) + up


def land(now: Standing, stance: Stance, in_clip: Pair) -> None:
    """It is down: from now on the legs are spread so that both feet stay where they are, half of it each."""
    foot = stance.foot
    (x, y, _), (u, v, _) = now.ankle[foot], now.ankle[1 - foot]
    forward, left = now.seen((x - u, y - v))
    forward -= in_clip[foot][0] - in_clip[1 - foot][0]
    left -= in_clip[foot][1] - in_clip[1 - foot][1]
    own = (forward, left, 0.0)
    stance.goals = apart((own, STILL) if foot == 0 else (STILL, own), 1 - foot, 0.5)
    stance.settles = stance.since_s > FRESH_S and hypot(*now.velocity) < SETTLES
    stance.foot, stance.stands_on, stance.since_s, stance.calm_s = NOBODY, NOBODY, 0.0, 0.0


def apart(ways: Pair, stands: int, share: float) -> Pair:
    """The same spread of the legs with the hips elsewhere: the foot that is not `stands` has that share of it.

    Hips come down as far as the leg that goes farther is too short: 0.4 m aside take 0.10 m.
    """
    (x, y, _), (u, v, _) = ways[1 - stands], ways[stands]
    dx, dy = x - u, y - v
    far = max(share, 1.0 - share) * hypot(dx, dy)
    drop = min(MOST_SINKS, LEG - sqrt(max(0.2, LEG * LEG - far * far)))
    other, own = (share * dx, share * dy, drop), ((share - 1.0) * dx, (share - 1.0) * dy, drop)
    return (own, other) if stands == 0 else (other, own)


def nearer(way: Vec3, goal: Vec3, stance: Stance, bears: bool, dt: float) -> Vec3:
    """One tick of the way to a spread: fast after a step, slowly where weight goes from foot to foot.

    Who settles goes there more slowly, since legs that go faster than the body drag it along, and his leg that bears
    hardly straightens, since that would throw him up. His other one, where it hangs, goes down to the ground.
    """
    dx, dy, dz = goal[0] - way[0], goal[1] - way[1], goal[2] - way[2]
    far = sqrt(dx * dx + dy * dy + dz * dz)
    settles = stance.settles and stance.foot == NOBODY
    fades = SLOWER if stance.settles else FADES
    share = fades if stance.since_s < LANDS_S else min(fades, SHIFTS * dt / max(1e-9, far))
    up = share * dz
    if settles and bears:
        up = max(up, -RISES * dt)
    elif settles and stance.since_s < FRESH_S:
        up = max(-SEEKS * dt, -DEEPEST - way[2])
    return way[0] + share * dx, way[1] + share * dy, way[2] + up


def clamp(x: float, low: float, high: float) -> float:
    return min(high, max(low, x))
