"""Feet that stay where they stand: the soles of a walk locked to the floor, the legs bent to reach them.

A foot stands while its heel or ball is low (4 cm) and slow (a tenth of the foot's own highest speed: 0.39 of 3.9 m/s).
From its captured pitch, less what that is while flat, comes how it rolls (`_rolled`): within 2 degrees it is flat,
below it stands on the heel's edge, above it on the joint of the toes, and that point keeps one place on the floor:
    ankle = place - turn(yaw, roll) * point: on a ball 0.13 m ahead of the ankle and 0.055 m below it, a roll of 20
    degrees raises the ankle by 0.13 sin 20 + 0.055 (cos 20 - 1) = 41 mm, and nothing slides.
In between the foot goes as captured, plus what leads out of one place and into the next, plus a lift off the floor:
    lift = softplus(clear - lowest): 25 mm of clearance in mid swing, none from the captured touch on.
The hips' path stays as captured, lowered by up to 3 cm where a leg is too short: beyond that a stance ends.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from math import acos, atan2, cos, exp, hypot, log, log1p, pi, radians, sin

import numpy as np
from numpy.typing import NDArray

from components.arrays import Bools1, Floats1, Floats2, Floats3, Ints1, vec3
from components.clip import Array
from components.clock import TICKS_PER_S
from components.rig import Rig
from game.clips.carrying import EXACT, Support, carried, gained
from game.clips.grounding import Floor, largest, smoothed
from game.clips.retarget import (
    Skeleton,
    bend_toes,
    bone_centres,
    centre_of_mass,
    lowest_rows,
    place_rows,
    relative_rows,
)
from systems.kernels import allocating_kernel, entry, kernel
from systems.kernels import quaternions as qt

LOW, SLOW = 0.04, 0.1  # m above the foot's own lowest, and of its own highest speed: below both, a point stands
GAP, SHORT = 12, 10  # ticks: breaks in a stance that are none, stances that are none
Stances = dict[str, tuple[tuple[float, float], ...]]  # of the left and the right foot: from when to when, s
Around = tuple[Array, float] | None  # what one loop adds to position (3,) m and heading, rad; None: it ends
FLAT, ROUND = radians(2.0), radians(5.0)  # a pitch that is flat; over how much more of it the rolling sets in
STILL, ROLLED = 0.05, radians(3.0)  # m/s that are none; what a foot must be rolled by to turn about that end
PIVOT, PIVOT_TICKS = pi, 8  # rad: a foot that turns more while it stands turns on its ball; half a smoothing
LEAD, LAG = 1, 5  # ticks: the foot is over its place so much before, and all clearance gone so much after, it is slow
FADE, EASE = 30, 24  # ticks, over which a correction dies away, and its speed
CLEAR, SINK, SOFT = 0.025, 0.01, 0.002  # m: usual clearance of a swing, its end below the floor, softness
RISE, FALL = 26.0, 14.0  # ticks, how long the clearance takes to come and to go; twice the clearance comes in half
CLOSE = 0.005  # m, what the floor's push may be off where a body is carried closely
BEND, EASY = radians(9.0), radians(17.0)  # the least bend of a knee; the least that the root is not lowered for
TOUCH = 0.03  # m: a bone that is no foot and as low is down
LOWER = 0.03  # m: the most that the root is lowered; a foot that would need more stands no longer
NEAR, WINDOW = 0.004, 12  # m, how softly a knee stops to straighten; ticks, half the width of the root's smoothing


@dataclass(frozen=True, eq=False)
class Leg:
    """One leg and its sole, in the foot's frame."""

    bones: tuple[int, int, int]  # thigh, shin, foot
    toe: int  # row of Skeleton.toes
    axis: Array  # (3,) the knee's hinge
    heel: Array  # (3,) m, the middle of the heel's lower edge
    ball: Array  # (3,) m, what the foot rolls over in front: the joint of the toes if they have a shape, else the edge
    rise: float  # m, the ball above the sole
    corners: Array  # (c, 3) m, of foot and toes
    radius: Array  # (c,) m, around them
    on_toe: NDArray[np.bool_]  # (c,) is it the toes'


@dataclass(frozen=True, eq=False)
class Foot:
    """A captured foot, over three loops: m ticks."""

    leg: Leg
    yaw: Array  # (m,) rad
    pitch: Array  # (m,) rad, + nose down
    heel: Array  # (m, 3) m
    ball: Array  # (m, 3) m, on the sole below it
    stances: list[tuple[int, int]]  # first and last tick of each
    turns: bool = False  # does it turn while it stands as captured
    clear: float = CLEAR  # m, the clearance in mid swing


@cache
def legs(rig: Rig, body: Skeleton) -> tuple[Leg, ...]:
    """Each leg that ends in toes; toes with a shape hang on the foot itself."""
    out = []
    signs = np.array(np.meshgrid([-1, 1], [-1, 1], [-1, 1])).reshape(3, -1).T
    for row, (toes, foot) in enumerate(body.toes):
        shin = int(body.parent[foot])
        which = body.where({int(foot), int(toes)})
        corners = (body.shape_ends[which][:, :, None] + body.shape_half[which][:, None, None] * signs).reshape(-1, 3)
        bone, radius = np.repeat(body.shape_bone[which], 16), np.repeat(body.shape_radius[which], 16)  # 2 ends, 8 signs
        if not (bone == foot).any():
            bone[:] = foot  # a foot of one piece
        own = corners[bone == foot]
        sole = float((own[:, 2] - radius[bone == foot]).min())
        middle = float(own[:, 1].mean())
        hinge = np.array([own[:, 0].max(), middle, sole])
        if (bone == toes).any():
            hinge = np.array([body.offset[toes, 0], middle, body.offset[toes, 2]])
            corners[bone == toes] += body.offset[toes]
        heel = np.array([own[:, 0].min(), middle, sole])
        bones = (int(body.parent[shin]), shin, int(foot))
        axis = np.array(rig.bones[shin].axis)
        out.append(Leg(bones, row, axis, heel, hinge, float(hinge[2] - sole), corners, radius, bone == toes))
    return tuple(out)


def plant(
    rig: Rig,
    body: Skeleton,
    position: Array,
    root: Array,
    joint: Array,
    around: Around,
    *,
    speed: float | None = None,
    carry: Floor | None = None,
    stances: Stances | None = None,
    clear: float = CLEAR,
    closely: bool = False,
) -> None:
    """Plants the feet: writes the legs and toes into the (n, b, 4) `joint`, lowers `position` where it must.

    `around`: what one loop adds to position (3,) m and heading, rad; None for a motion that ends. `speed`: m/s
    below which a low foot stands, if not as usual. With `carry` the body's centre is moved to where the feet can carry
    it (`game.clips.carrying`). `closely`: the centre of the body with its planted legs, which is up to 2 cm from that
    with the captured ones; a push that is planned without them is up to 0.1 m beyond a sole.
    """
    n = len(position)
    relative = relative_rows(joint, body.parent)
    places = place_rows(position, root, relative, body.parent, body.offset)
    feet = [_captured(leg, places, root, relative, around, speed) for leg in legs(rig, body)]
    feet = [replace(foot, clear=clear) for foot in feet]
    if stances:
        sides = [rig.bones[foot.leg.bones[2]].side for foot in feet]
        told = [_told(stances.get(side, ()), n, looping=around is not None) for side in sides]
        feet = [replace(foot, stances=spans, turns=True) for foot, spans in zip(feet, told, strict=True)]
    if carry is None:
        _plant(body, feet, relative, places, position, root, joint, around)
        return
    support = _support(body, feet, root, relative, places, carry)
    centre, gain = _centre(body, root, relative, places, around)
    shift = carried(_around(centre, around), gain, support, CLOSE if closely else EXACT)[n : 2 * n]
    if closely:  # once more, with the legs as they are planted
        trial, moved = joint.copy(), position + shift
        _plant(body, feet, relative, places + shift[:, None], moved, root, trial, around)
        now = relative_rows(trial, body.parent)
        there, gain = _centre(body, root, now, place_rows(moved, root, now, body.parent, body.offset), around)
        shift = carried(_around(there - shift, around), gain, support, CLOSE)[n : 2 * n]
    position += shift
    _plant(body, feet, relative, places + shift[:, None], position, root, joint, around)


def _centre(body: Skeleton, root: Array, relative: Array, places: Array, around: Around) -> tuple[Array, Array]:
    """(n, 3) m of the whole body, and over three loops what it gains of angular momentum (`carrying.gained`)."""
    centre = np.asarray(centre_of_mass(body, root, relative, places))
    arms = bone_centres(body, root, relative, places) - centre[:, None]
    return centre, gained(_around(arms, around, turns_only=True), body.mass)


def _plant(
    body: Skeleton,
    feet: list[Foot],
    relative: Array,
    places: Array,
    position: Array,
    root: Array,
    joint: Array,
    around: Around,
) -> None:
    """The legs of a body whose hips are where they are to be; `relative` and `places` are of the captured legs."""
    n, looping = len(position), around is not None
    bends, paths, need = np.zeros((n, len(body.toes))), [], np.zeros(n)
    for foot in feet:
        leg, (thigh, shin, ankle_bone) = foot.leg, foot.leg.bones
        longest = stretched(body.offset[shin], body.offset[ankle_bone], EASY * leg.axis)
        ankle, turned = _unrolled(places[:, ankle_bone], root, relative[:, ankle_bone], around)
        hip, _ = _unrolled(places[:, thigh], root, relative[:, thigh], around)
        bends[:, leg.toe] = np.clip(_path(foot, ankle, turned, hip, longest)[n : 2 * n], *body.toe_range[leg.toe])
        ankle, turned = ankle[n : 2 * n], turned[n : 2 * n]
        paths.append((leg, ankle, turned))
        need = np.maximum(need, _need(places[:, thigh] - ankle, longest))
    position[:, 2] -= smoothed(np.minimum(largest(need, WINDOW, looping=looping), LOWER), WINDOW, looping=looping)
    for leg, ankle, turned in paths:
        thigh, shin, ankle_bone = leg.bones
        straight = stretched(body.offset[shin], body.offset[ankle_bone], BEND * leg.axis)
        bend_legs(joint, position, root, np.array(leg.bones), leg.axis, body.offset, ankle, turned, straight, NEAR)
    bend_toes(joint, bends, body.toes)


def _captured(leg: Leg, places: Array, root: Array, relative: Array, around: Around, speed: float | None) -> Foot:
    foot = leg.bones[2]
    ankle, turned = _unrolled(places[:, foot], root, relative[:, foot], around)
    yaw, pitch, heel, ball = sole(ankle, turned, leg.heel, leg.ball - (0.0, 0.0, leg.rise))
    return Foot(leg, yaw, pitch, heel, ball, _stances(heel, ball, speed))


def _support(body: Skeleton, feet: list[Foot], root: Array, relative: Array, places: Array, floor: Floor) -> Support:
    """Feet that stand carry, and where another bone is down nobody knows who does; a clip with flight else flies."""
    down = np.zeros((len(feet), 3 * len(root)), dtype=np.bool_)
    for row, foot in enumerate(feet):
        for first, last in foot.stances:
            down[row, first : last + 1] = True
    stands = down.any(axis=0)
    soles = np.stack([np.stack([foot.heel, foot.ball])[:, :, :2] for foot in feet])  # foot, end, tick, x and y
    low = np.where(down[:, None, :, None], soles, np.inf).min(axis=(0, 1))
    high = np.where(down[:, None, :, None], soles, -np.inf).max(axis=(0, 1))
    low[~stands], high[~stands] = -np.inf, np.inf
    shapes = ~body.where({bone for foot in feet for bone in (foot.leg.bones[2], int(body.toes[foot.leg.toe, 0]))})
    which = body.shape_bone[shapes], body.shape_ends[shapes], body.shape_radius[shapes], body.shape_half[shapes]
    other = np.tile(np.asarray(lowest_rows(root, relative, places, *which)) < TOUCH, 3)
    return Support((floor == "flight") & ~stands & ~other, stands & ~other, low, high)


def _path(foot: Foot, ankle: Array, turned: Array, hip: Array, longest: float) -> Array:
    """Writes the planted foot into the (m, 3) `ankle` and (m, 4) `turned`; (m,) rad, how far the toes bend."""
    leg, spans = foot.leg, foot.stances
    step = np.zeros((len(ankle), 6))  # correction: of the ankle's place (m), of the foot's orientation (rad)
    clear, bends = np.full(len(ankle), foot.clear), np.zeros(len(ankle))
    edges = []
    before, after = _swings(spans, RISE * CLEAR / foot.clear)
    for (first, last), fall, rise in zip(spans, before, after, strict=True):
        bend, own = _stand(foot, ankle, turned, first, last)
        last = _until(_need(hip - ankle - own[:, :3], longest) < LOWER, first, last)
        start = max(first - LEAD, 0)
        step[start : last + 1] = own[start : last + 1]
        edges.append((start, last, _slope(own, start, 1), _slope(own, last, -1)))
        away = np.arange(len(ankle))
        near = np.minimum(_fade((away - last) / rise), _fade((first + LAG - away) / fall))
        clear = np.minimum(clear, foot.clear - (foot.clear + SINK) * near)
        bends = np.maximum(bends, bend * _fade((away - last) / RISE) * _fade((first - away) / RISE))
    for (_, last, _, speed), (start, _, goal, _) in pairwise(edges):
        _lead(step, last, start, speed, goal)
    _correct(ankle, turned, step)
    low = _lowest(ankle, turned, bends, leg.corners, leg.radius, leg.on_toe, leg.ball)
    ankle[:, 2] += SOFT * np.logaddexp(0.0, (clear - low) / SOFT)
    return bends


def _swings(spans: list[tuple[int, int]], come: float) -> tuple[list[float], list[float]]:
    """Ticks, of each stance: how long the clearance takes to go before it and to come after it (`come`); less where
    swings are short."""
    if not spans:
        return [], []
    gaps = [later - last for (_, last), (later, _) in pairwise(spans)]
    part = FALL / (come + FALL)
    return [FALL, *(min(FALL, part * gap) for gap in gaps)], [*(min(come, (1.0 - part) * gap) for gap in gaps), come]


def _stances(heel: Array, ball: Array, slow: float | None) -> list[tuple[int, int]]:
    """First and last tick of each stance: `slow` m/s, or SLOW of the foot's own highest speed."""
    down = np.zeros(len(heel), dtype=np.bool_)
    level = min(heel[:, 2].min(), ball[:, 2].min())
    speed = [np.hypot(*(np.gradient(point[:, :2], axis=0) * TICKS_PER_S).T) for point in (heel, ball)]
    for point, v in zip((heel, ball), speed, strict=True):
        down |= (point[:, 2] < level + LOW) & (v < (slow or SLOW * max(s.max() for s in speed)))
    ticks = np.flatnonzero(down)
    if not len(ticks):
        return []
    runs = np.split(ticks, np.flatnonzero(np.diff(ticks) > GAP) + 1)
    return [(int(run[0]), int(run[-1])) for run in runs if run[-1] - run[0] >= SHORT]


def _told(stances: tuple[tuple[float, float], ...], n: int, *, looping: bool) -> list[tuple[int, int]]:
    """First and last tick of each in three loops of n, of stances that somebody has looked up (s)."""
    spans = [(round(first * TICKS_PER_S), round(last * TICKS_PER_S)) for first, last in stances]
    if not looping:
        return [(n + first if first > 0 else 0, n + last if last < n - 1 else 3 * n - 1) for first, last in spans]
    every = [(first + k * n, last + k * n) for k in range(-1, 3) for first, last in spans]
    return sorted((max(first, 0), min(last, 3 * n - 1)) for first, last in every if last > 0 and first < 3 * n - 1)


def _stand(foot: Foot, ankle: Array, turned: Array, first: int, last: int) -> tuple[Array, Array]:
    """(m,) rad, the toes' bend, and the (m, 6) correction that holds the foot in the place where it stands."""
    leg, yaw, pitch, heel = foot.leg, foot.yaw, foot.pitch, foot.heel
    own = slice(first, last + 1)
    flat = float(np.median(pitch[own][: max(1, (last - first) * 2 // 3)]))
    weight = np.exp(-(((pitch[own] - flat) / radians(4.0)) ** 2))
    weight /= weight.sum()
    heading = np.full(len(yaw), yaw[last] + float(weight @ ((yaw[own] - yaw[last] + pi) % (2 * pi) - pi)))
    place = np.tile(np.append(weight @ heel[own, :2], 0.0), (len(yaw), 1))
    if np.ptp(np.unwrap(yaw[own])) > PIVOT:
        heading = smoothed(np.unwrap(yaw), PIVOT_TICKS, looping=False)
        nose = np.exp(1j * heading) * complex(*(leg.ball - leg.heel)[:2])
        place[:, :2] = weight @ foot.ball[own, :2] - np.stack([nose.real, nose.imag], axis=1)
    roll = _rolled(pitch - flat)
    if foot.turns:
        heading = smoothed(np.unwrap(yaw), PIVOT_TICKS, looping=False)
        place[:, :2] = pivoting(foot, heading, roll, own, weight)
    return np.maximum(roll, 0.0), np.asarray(_held(ankle, turned, roll, heading, place, leg.heel, leg.ball, leg.rise))


def pivoting(foot: Foot, heading: Array, roll: Array, own: slice, weight: Array) -> Array:
    """(m, 2) m, the heel of a foot that turns while it stands: about its heel, its ball, or a point between them.

    Where it is rolled it turns about what it stands on; where it is flat about the point that moves least as captured.
    """
    nose = np.exp(1j * heading) * complex(*(foot.leg.ball - foot.leg.heel)[:2])
    speed = [np.hypot(*np.gradient(point[:, :2], axis=0).T) * TICKS_PER_S for point in (foot.heel, foot.ball)]
    share = speed[0] ** 2 / (speed[0] ** 2 + speed[1] ** 2 + STILL**2)
    share = smoothed(np.where(np.abs(roll) > ROLLED, roll > 0.0, share), PIVOT_TICKS, looping=False)
    moved = -np.cumsum(share * np.diff(nose, prepend=nose[0]))
    heel = np.stack([moved.real, moved.imag], axis=1)
    return np.asarray(heel + weight @ (foot.heel[own, :2] - heel[own]))


def _until(reached: NDArray[np.bool_], first: int, last: int) -> int:
    """The last tick of the stance at which the foot is reached, not before its middle."""
    held = np.flatnonzero(reached[first : last + 1])
    return first + int(max(held[-1], (last - first) // 2)) if len(held) else (first + last) // 2


def _rolled(pitch: Array) -> Array:
    """Nothing within FLAT, then ever more, then as fast as the pitch: 2 + 5 + 10 degrees of it are 12.5 of rolling."""
    beyond = np.maximum(np.abs(pitch) - FLAT, 0.0)
    t = np.minimum(beyond / ROUND, 1.0)
    return np.asarray(np.sign(pitch) * (ROUND * (t**3 - 0.5 * t**4) + np.maximum(beyond - ROUND, 0.0)))


def _slope(values: Array, at: int, side: int) -> Array:
    """Per tick, from the side of the swing: side 1 looks back, -1 ahead."""
    a, b = at - 2 * side, at - side
    if min(a, b) < 0 or max(a, b) >= len(values):
        return np.zeros(values.shape[1])
    return np.asarray(side * (1.5 * values[at] - 2.0 * values[b] + 0.5 * values[a]))


def _lead(step: Array, last: int, start: int, speed: Array, goal: Array) -> None:
    """Fills the swing between the ticks `last` and `start`: from value and slope to value and slope."""
    t = np.arange(last + 1, start)[:, None]
    ease, fade = min(EASE, start - last), min(FADE, start - last)
    step[last + 1 : start] = _fade((t - last) / fade) * step[last] + _fade((start - t) / fade) * step[start]
    step[last + 1 : start] += speed * ease * _kick((t - last) / ease) - goal * ease * _kick((start - t) / ease)


def _fade(t: Array) -> Array:
    """1 up to t = 0, 0 from t = 1, smooth to the second derivative."""
    t = np.clip(t, 0.0, 1.0)
    return np.asarray(1.0 - t * t * t * (10.0 - 15.0 * t + 6.0 * t * t))


def _kick(t: Array) -> Array:
    """0 at both ends with slope 1 at the first and no other slope or curvature; at most 0.2."""
    t = np.clip(t, 0.0, 1.0)
    return np.asarray(t * (1.0 - t) ** 3 * (1.0 + 3.0 * t))


def stretched(shin: Array, foot: Array, bend: Array) -> float:
    """m, hip to ankle at that bend of the knee (a rotation vector): 0.43 and 0.43 m bent by 12 degrees are 0.855 m."""
    return float(np.linalg.norm(np.add(shin, qt.rotate(qt.from_rotvec(vec3(bend)), vec3(foot)))))


def _need(leg: Array, longest: float) -> Array:
    """(n,) m, how much lower a hip must be that is `leg` (n, 3) m away from its ankle."""
    across = leg[:, 0] ** 2 + leg[:, 1] ** 2
    return np.maximum(leg[:, 2] - np.sqrt(np.maximum(longest**2 - across, 0.0)), 0.0)


def _unrolled(ankle: Array, root: Array, relative: Array, around: Around) -> tuple[Array, Array]:
    """Three loops in a row, the own one in the middle, or rest before a motion and after it: (3 n, 3) m, (3 n, 4)."""
    turned = np.asarray(qt.mul_rows(root, np.ascontiguousarray(relative)))
    n = len(turned)
    if around is None:
        return _around(ankle, around), np.pad(turned, ((n, n), (0, 0)), mode="edge")
    turn = around[1]
    loops = [qt.mul_rows(np.tile(qt.about_z(angle), (n, 1)), turned) for angle in (-turn, 0.0, turn)]
    return _around(ankle, around), np.concatenate(loops)


def _around(points: Array, around: Around, *, turns_only: bool = False) -> Array:
    """(3 n, ..., 3) the loop before, the own one and the one after, or rest before a motion and after it."""
    if around is None:
        n = len(points)
        return np.pad(points, [(n, n), *[(0, 0)] * (points.ndim - 1)], mode="edge")
    travel, turn = around[0] * (not turns_only), around[1]
    c, s = cos(turn), sin(turn)
    on = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    return np.concatenate([(points - travel) @ on, points, points @ on.T + travel])


@entry
@allocating_kernel
def sole(ankle: Floats2, turned: Floats2, heel: Floats1, ball: Floats1):
    """Yaw and pitch (m,) rad, + nose down, and the places of heel and ball (m, 3) m."""
    m = len(ankle)
    yaw, pitch, heels, balls = np.empty(m), np.empty(m), np.empty((m, 3)), np.empty((m, 3))
    for k in range(m):
        nose = qt.rotate(turned[k], (1.0, 0.0, 0.0))
        yaw[k], pitch[k] = atan2(nose[1], nose[0]), atan2(-nose[2], hypot(nose[0], nose[1]))
        heels[k] = qt.add(ankle[k], qt.rotate(turned[k], heel))
        balls[k] = qt.add(ankle[k], qt.rotate(turned[k], ball))
    return yaw, pitch, heels, balls


@entry
@allocating_kernel
def _held(
    ankle: Floats2,
    turned: Floats2,
    roll: Floats1,
    yaw: Floats1,
    place: Floats2,
    heel: Floats1,
    ball: Floats1,
    rise: float,
):
    """(m, 6) from the captured foot to the one that rolls about its heel at `place`, or about its ball ahead of it."""
    out = np.empty((len(ankle), 6))
    for k in range(len(ankle)):
        level = qt.about_z(yaw[k])
        held = qt.mul(level, qt.from_rotvec((0.0, roll[k], 0.0)))
        at = qt.sub(place[k], qt.rotate(held, heel))
        if roll[k] > 0.0:
            front = qt.add(place[k], qt.rotate(level, (ball[0] - heel[0], ball[1] - heel[1], rise)))
            at = qt.sub(front, qt.rotate(held, ball))
        out[k, :3] = qt.sub(at, ankle[k])
        out[k, 3:] = qt.delta(held, turned[k])
    return out


@entry
@allocating_kernel
def _correct(ankle: Floats2, turned: Floats2, step: Floats2):
    for k in range(len(ankle)):
        for i in range(3):
            ankle[k, i] += step[k, i]
        turned[k] = qt.mul(qt.from_rotvec(step[k, 3:]), turned[k])


@entry
@allocating_kernel
def _lowest(
    ankle: Floats2,
    turned: Floats2,
    bends: Floats1,
    corners: Floats2,
    radius: Floats1,
    on_toe: Bools1,
    hinge: Floats1,
):
    """(m,) m, at most 6 mm below the lowest corner: smooth also where another becomes it (summed exponentials)."""
    out, z = np.empty(len(ankle)), np.empty(len(corners))
    for k in range(len(ankle)):
        up = qt.from_rotvec((0.0, -bends[k], 0.0))
        for c in range(len(corners)):
            p = (corners[c, 0], corners[c, 1], corners[c, 2])
            if on_toe[c]:
                p = qt.add(hinge, qt.rotate(up, qt.sub(p, hinge)))
            z[c] = ankle[k, 2] + qt.rotate(turned[k], p)[2] - radius[c]
        out[k] = z.min() - SOFT * log(np.exp((z.min() - z) / SOFT).sum())
    return out


@entry
@allocating_kernel
def bend_legs(
    joint: Floats3,
    position: Floats2,
    root: Floats2,
    bones: Ints1,
    axis: Floats1,
    offset: Floats2,
    ankle: Floats2,
    turned: Floats2,
    straight: float,
    soft: float,
):
    """Writes hip, knee and ankle so that the foot is there: the knee by the law of cosines, in the plane it was in."""
    reach = leg_shape(bones, axis, offset, straight, soft)
    for k in range(len(joint)):
        goal = qt.row3(ankle, k), qt.row4(turned, k)
        bend_leg(joint[k], qt.row3(position, k), qt.row4(root, k), bones, offset, reach, goal)


@kernel
def leg_shape(bones, axis, offset, straight, soft):
    """What of a leg stays as it is: thigh and shin, what of them lies along the hinge, their size across it, the
    angle between them at rest, and how far the leg reaches."""
    a, b, axis = qt.row3(offset, bones[1]), qt.row3(offset, bones[2]), (axis[0], axis[1], axis[2])
    # across the hinge only: what of thigh and shin lies along it stays
    a1, b1 = qt.dot(a, axis), qt.dot(b, axis)
    flat_a, flat_b = qt.sub(a, qt.scale(a1, axis)), qt.sub(b, qt.scale(b1, axis))
    size = qt.norm(flat_a) * qt.norm(flat_b)
    zero = atan2(qt.dot(qt.cross(flat_a, flat_b), axis), qt.dot(flat_a, flat_b))
    return a, b, axis, a1 * b1, size, zero, straight, soft


@kernel
def bend_leg(joint, position, root, bones, offset, shape, goal):
    """Hip, knee and ankle of the one pose `joint`, so that the foot is at the place and as turned as `goal` says."""
    a, b, axis, along_hinge, size, zero, straight, soft = shape
    thigh, shin, foot = bones[0], bones[1], bones[2]
    ankle, turned = goal
    way = qt.sub(ankle, qt.add(position, qt.rotate(root, qt.row3(offset, thigh))))
    far = qt.norm(way)
    over = (straight - far) / soft
    reach = far if over > 30.0 else straight - soft * (log1p(exp(over)) if over > -30.0 else 0.0)
    cosine = ((reach * reach - qt.dot(a, a) - qt.dot(b, b)) / 2 - along_hinge) / size
    knee = qt.from_rotvec(qt.scale(acos(min(max(cosine, -1.0), 1.0)) - zero, axis))
    was = qt.mul(root, qt.row4(joint, thigh))
    along = qt.rotate(was, qt.add(a, qt.rotate(knee, b)))
    turn = qt.cross(along, way)
    sine = qt.norm(turn)
    swing = qt.from_rotvec(qt.scale(atan2(sine, qt.dot(along, way)) / max(sine, 1e-12), turn))
    now = qt.mul(swing, was)
    joint[thigh] = qt.mul(qt.conj(root), now)
    joint[shin] = knee
    joint[foot] = qt.mul(qt.conj(qt.mul(now, knee)), turned)
