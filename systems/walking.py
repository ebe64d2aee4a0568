"""Walking on own feet: the clip walks, and where the body's balance is not the clip's, the next foot makes up for it.

While a foot swings for the time T that is left, what xi is off from the clip's, e, grows to e exp(w0 T). A foot that
comes down so much farther on finds the balance of the clip before it. That is forward. To the side a capture asks for
more than a sole can press, so the body keeps a rhythm of its own there: with steps W apart that take S each, xi begins
each of them inside the foot by

    b = W / (1 + exp(w0 S))                              0.066 m, 3.2 / s and 0.63 s: 0.8 cm

and the next foot comes down outside of where xi will be. While a foot stands it presses where the clip's own motion
asks for, and off by 4.5 times e, as far as there is a sole. Who is off to the side steps sooner; who lags behind, as
uphill, takes shorter steps. A foot goes high enough for the ground that its tips will meet. How the trunk is held:
systems/kernels/walking.py. The numbers were found by trying, 35 walks each (docs/decisions/0051).
"""

from __future__ import annotations

from math import cos, exp, sin, sqrt
from typing import NamedTuple

from components.arrays import Vec3
from components.character import Body, Motion
from components.gait import Gait
from components.stance import NOBODY, Stance
from systems.kernels import standing, walking
from systems.stage import Stage
from systems.steps import Standing, clamp

PRESSES = 4.5  # times e
WIDE, OUT = 0.066, 0.038  # m: W, and how far outside of xi a foot comes down
BESIDE, ASIDE, FARTHEST = -0.1, 0.355, 0.35  # m: the least and the most to its own side; before or behind the clip's
LONGEST = 0.65  # m of a step: who has to go far aside goes less far forward
AHEAD, EARLY, LATE_S = 0.67, 0.38, 0.1  # of e forward; of the time left by which xi is foreseen to the side; s more
SOLE = 0.033  # m to each side that a sole presses
FOLLOWS_S, FASTEST = 0.02, 2.0  # s in which an aim is followed, at so many m/s at most
HURRIES, CALM, QUICKEST = 3.0, 0.084, 1.35  # times as fast for each m that it is off aside, from there on; at most
TIPS = 0.32  # m before the ankle, where the ground may be higher
LAGS, SHORTER, LONGER, SHORTEST = 0.08, 0.3, 0.15, 0.4  # m off; 1/s; 1/s; of a stride
CLEAR = 0.11  # m from foot to foot, as one goes by the other
REACHES, FEELS = 0.6, 0.5  # share of a swing by which its foot is led all the way; m/s at which a late one goes down


class Walked(NamedTuple):
    """A tick of it, forward and inward of the ankle that stands."""

    side: int
    swings: int  # the foot in the air, -1 where both stand
    inward: float  # 1 where the other foot is to the left
    ankle: Vec3
    ahead: tuple[float, float]  # forward in the world
    xi: tuple[float, float]  # m
    off: tuple[float, float]  # m, e
    press: float  # m, where the clip presses
    foot: Vec3  # m, where it has the other ankle


def walk(stage: Stage, body: Body, motion: Motion, stance: Stance, now: Standing, gait: Gait, dt: float) -> None:
    """One tick; `now` was felt in it."""
    t, c, k = stage.tables, body.index, int(motion.frame)
    yaw = walking.turned(t.handle, c, body.first)
    at = walked(now, gait, k, motion.heading + gait.turns * k + yaw, motion.stride)
    t.stances.lifted[c], t.stances.planned[c] = at.swings, False
    t.stances.aim[c] = aim(now, at)
    keep_up(stage, body, motion, at, dt)
    motion.pace = 1.0 + clamp(HURRIES * (abs(at.off[1]) - CALM), 0.0, QUICKEST - 1.0)
    if max(now.load) > 0.0:
        standing.press_ground(t.handle, c)
        walking.hold_trunk(t.handle, c, body.first, yaw, 1.0)
    stance.late_s = stance.late_s + dt if at.swings != NOBODY and gait.lifted.item(k) == NOBODY else 0.0
    for foot, bone in enumerate(body.feet):
        if foot == at.swings:
            follow(stance, at, now.rate, gait.left_s.item(k) / motion.pace, dt)
            ease = 1.0 if stance.late_s > 0.0 else clamp(gait.share.item(k) / REACHES, 0.0, 1.0)
            place = foothold(stage, stance, at, gait.share.item(k))
            walking.swing_leg(t.handle, bone, body.first, place, ease * ease * (3.0 - 2.0 * ease))
        walking.turn_foot(t.handle, c, bone, body.first, yaw)


def walked(now: Standing, gait: Gait, k: int, yaw: float, stride: float) -> Walked:
    """`stride` is the share of the clip's that it goes (systems/kernels/strides.py)."""
    side, swings, since_s = gait.stands.item(k), gait.lifted.item(k), gait.since_s.item(k)
    xi_clip, press, (fx, fy, fz) = gait.xi.item(k), gait.press.item(k), gait.foot[k].tolist()
    if swings == NOBODY and now.load[side] < standing.BEARS < now.load[1 - side]:  # it has not come down yet
        side, swings, since_s = 1 - side, side, gait.step_s
        xi_clip, press, (fx, fy, fz) = xi_clip - fx, press - fx, (-fx, -fy, -fz)
    short = (1.0 - stride) * standing.MIDDLE
    xi_clip, press, fx = stride * xi_clip + short, stride * press + short, stride * fx
    inward, (x, y, z), ahead = (-1.0, 1.0)[side], now.ankle[side], (cos(yaw), sin(yaw))
    dx, dy = now.xi[0] - x, now.xi[1] - y
    xi = (dx * ahead[0] + dy * ahead[1], inward * (dy * ahead[0] - dx * ahead[1]))
    rhythm = min(WIDE, WIDE / (1.0 + exp(now.rate * gait.step_s)) * exp(now.rate * since_s))
    off = (xi[0] - xi_clip, xi[1] - rhythm)
    return Walked(side, swings, inward, (x, y, z), ahead, xi, off, press, (fx, fy, fz))


def keep_up(stage: Stage, body: Body, motion: Motion, at: Walked, dt: float) -> None:
    """Strides are shorter while the body lags behind them, as uphill."""
    if motion.changing:  # strides grow and shrink by themselves (systems/changing.py)
        return
    if at.off[0] < -LAGS:
        motion.stride = max(SHORTEST, motion.stride - SHORTER * dt)
        motion.middle = stage.clips.middle(motion.clip, body.rig)
    elif motion.stride < 1.0:
        motion.stride = min(1.0, motion.stride + LONGER * dt)


def world(at: Walked, forward: float, inward: float) -> tuple[float, float]:
    (u, v), left = at.ahead, at.inward * inward
    return at.ankle[0] + forward * u - left * v, at.ankle[1] + forward * v + left * u


def aim(now: Standing, at: Walked) -> tuple[float, float]:
    """m, what xi is told to go to, so that the feet press at the clip's place and off by 4.5 times e."""
    x, y = world(at, at.press + PRESSES * at.off[0], PRESSES * at.off[1])
    return now.xi[0] + (now.xi[0] - x) / standing.FOLLOWS, now.xi[1] + (now.xi[1] - y) / standing.FOLLOWS


def follow(stance: Stance, at: Walked, rate: float, left_s: float, dt: float) -> None:
    """Bring `stance.stride` nearer to what the foot that swings is to go farther than the clip's, and to the side."""
    grows = exp(EARLY * rate * left_s + rate * LATE_S)
    forward = clamp(AHEAD * at.off[0] * grows, -FARTHEST, FARTHEST)
    pressed = clamp(at.xi[1] + (PRESSES - 1.0) * at.off[1], -SOLE, SOLE)
    inward = clamp(pressed + (at.xi[1] - pressed) * grows + OUT, BESIDE, ASIDE)
    if stance.strides_on != at.side:
        stance.strides_on, stance.stride = at.side, (0.0, WIDE)
    most = FASTEST * dt
    x, y = stance.stride
    x += clamp(dt / FOLLOWS_S * (forward - x), -most, most)
    y += clamp(dt / FOLLOWS_S * (inward - y), -most, most)
    stance.stride = x, y


def foothold(stage: Stage, stance: Stance, at: Walked, share: float) -> Vec3:
    """m; clear of the leg that stands, by what the ground there is higher than under it, and farther down if late."""
    inward = stance.stride[1]
    inward += 4.0 * share * (1.0 - share) * max(0.0, CLEAR - inward)
    forward = min(at.foot[0] + stance.stride[0], sqrt(max(0.0, LONGEST * LONGEST - inward * inward)))
    x, y = world(at, forward, inward)
    here, there, tips = stage.engine.ground_heights([at.ankle[:2], (x, y), world(at, forward + TIPS, inward)])
    rise = there - here + (1.0 - share) * max(0.0, tips - there)
    return x, y, at.ankle[2] + at.foot[2] + rise - FEELS * stance.late_s
