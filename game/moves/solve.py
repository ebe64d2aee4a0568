"""A row of channels becomes a body: trunk by turns, hands and feet by closed-form two-bone chains.

An arm of 0.29 m and 0.328 m whose fist is 0.5 m from its shoulder bends its elbow by the law of cosines,
    cos = (0.5^2 - 0.29^2 - 0.328^2) / (2 0.29 0.328): 72 degrees,
and the swivel says where the elbow is on the circle that is left: 0 below the arm, 90 degrees out to its own side.
The hips go where they bring the centre of mass over its place: what the rest of the body does is answered by them.
"""

from __future__ import annotations

from math import acos, cos, sin, sqrt
from typing import NamedTuple

import numpy as np

from components.arrays import Floats1, Floats2, Floats3
from components.clip import Array
from game.moves.body import (
    CHEST,
    FOOT,
    FOOT_WIDTH,
    FORWARD,
    HAND,
    HAND_WIDTH,
    HEAD,
    LOOK,
    PALM,
    PELVIS,
    REACH,
    REACHING,
    SWIVEL,
    UP,
    MoveBody,
)
from systems.kernels import allocating_kernel, entry
from systems.kernels import quaternions as qt

STRAIGHT, BENT = 0.12, 2.6  # rad: an elbow or a knee is never straighter, nor bent more
CLOSE = 2e-5  # m, how near the centre of mass comes to its place
ROUNDS, STEP = 20, 1.2  # of moving the hips there: as they go, the legs' share of the weight goes only half as far


class Solved(NamedTuple):
    """n frames."""

    joint: Floats3  # (n, b, 4) each bone against its parent; [:, 0] the root
    position: Floats2  # (n, 3) m, the root
    chest: Floats2  # (n, 3) m, the joint of the highest bone of the chest
    chest_turn: Floats2  # (n, 4)
    shoulders: Floats3  # (n, 2, 3) m
    short: Floats2  # (n, 4) m, what is missing to reach: lead and rear arm, lead and rear leg


def solve(rows: Array, body: MoveBody, hips: Array | None = None) -> Solved:
    """The body for each of the (n, channels) rows.

    Where its hips are found from is where those of the row before were: for rows that go on from others, `hips` (3,) m
    keeps that, level, from the centre of mass.
    """
    n = len(rows)
    joint = np.zeros((n, len(body.offset), 4))
    joint[:, :, 3] = 1.0
    out = Solved(
        joint=joint,
        position=np.empty((n, 3)),
        chest=np.empty((n, 3)),
        chest_turn=np.empty((n, 4)),
        shoulders=np.empty((n, 2, 3)),
        short=np.empty((n, 4)),
    )
    _solve_rows(np.ascontiguousarray(rows), body, out, np.zeros(3) if hips is None else hips)
    return out


@entry
@allocating_kernel
def _solve_rows(rows: Floats2, body: MoveBody, out: Solved, before: Floats1):
    world, places = np.empty((len(body.offset), 4)), np.empty((len(body.offset), 3))
    ahead = (before[0], before[1], before[2])  # m, the hips from the centre of mass, level
    for k in range(len(rows)):
        root = turn(rows[k], PELVIS)
        for _ in range(ROUNDS):
            hips = qt.add(qt.row3(rows, k), ahead)
            position = qt.sub(hips, qt.rotate(root, body.hips))
            _pose(rows[k], k, position, body, out)
            centre = _centre(out.joint[k], position, body, world, places)
            off = (rows[k, 0] - centre[0], rows[k, 1] - centre[1], 0.0)
            if qt.norm(off) < CLOSE:
                break
            ahead = qt.add(ahead, qt.scale(STEP, off))
    before[0], before[1], before[2] = ahead


@allocating_kernel
def _pose(row, k, position, body, out):
    joint, root = out.joint[k], turn(row, PELVIS)
    joint[0], out.position[k] = root, position
    chest, place = _trunk(row, root, position, body, joint)
    out.chest[k], out.chest_turn[k] = place, chest
    for side in range(2):
        out.short[k, side] = _arm(row, side, chest, place, body, joint, out.shoulders[k, side])
        out.short[k, 2 + side] = _leg(row, side, root, position, body, joint)


@allocating_kernel
def _centre(joint, position, body, world, places):
    """m, the centre of mass; `world` and `places` are room to work in."""
    world[0], places[0] = joint[0], position
    moment = (0.0, 0.0, 0.0)
    for i in range(len(body.parent)):
        if i > 0:
            above = body.parent[i]
            world[i] = qt.mul(world[above], joint[i])
            places[i] = qt.add(qt.row3(places, above), qt.rotate(world[above], qt.row3(body.offset, i)))
        point = qt.add(qt.row3(places, i), qt.rotate(world[i], qt.row3(body.com, i)))
        moment = qt.add(moment, qt.scale(body.mass[i], point))
    return qt.scale(1.0 / body.mass.sum(), moment)


@allocating_kernel
def turn(row, at):
    """Bent forward, then to the right, then turned to the left."""
    bend = (0.0, sin(0.5 * row[at]), 0.0, cos(0.5 * row[at]))
    side = (sin(0.5 * row[at + 1]), 0.0, 0.0, cos(0.5 * row[at + 1]))
    return qt.mul(qt.about_z(row[at + 2]), qt.mul(side, bend))


@allocating_kernel
def share_of(q, share):
    return qt.from_rotvec(qt.scale(share, qt.to_rotvec(q)))


@allocating_kernel
def _trunk(row, root, position, body, joint):
    """Spine, neck and head; orientation and place of the highest bone of the chest."""
    whole = turn(row, CHEST)
    chest, place = root, position
    for i in range(len(body.spine)):
        place = qt.add(place, qt.rotate(chest, qt.row3(body.offset, body.spine[i])))
        part = share_of(whole, body.spine_share[i])
        joint[body.spine[i]] = part
        chest = qt.mul(chest, part)
    held = turn(row, HEAD)
    look = qt.slerp(held, qt.mul(qt.conj(chest), held), row[LOOK])
    for i in range(len(body.neck)):
        joint[body.neck[i]] = share_of(look, body.neck_share[i])
    return chest, place


@allocating_kernel
def _arm(row, side, chest, place, body, joint, shoulder):
    """One arm; writes where its shoulder is, returns how far the fist is short of where it should be."""
    at, left = HAND + HAND_WIDTH * side, 1.0 - 2.0 * side
    held = qt.add(place, qt.rotate(chest, (row[at], row[at + 1], row[at + 2])))
    share = row[at + REACHING]
    reach = (row[at + REACH], row[at + REACH + 1], row[at + REACH + 2])
    fist = qt.add(qt.scale(1.0 - share, held), qt.scale(share, reach))
    up = 0.5 * row[at + UP]
    clavicle = qt.mul(qt.about_z(-left * row[at + FORWARD]), (left * sin(up), 0.0, 0.0, cos(up)))
    frame = qt.mul(chest, clavicle)
    start = qt.add(place, qt.rotate(chest, qt.row3(body.offset, body.arms[side, 0])))
    start = qt.add(start, qt.rotate(frame, qt.row3(body.offset, body.arms[side, 1])))
    shoulder[0], shoulder[1], shoulder[2] = start
    way = qt.sub(fist, start)
    along = qt.scale(1.0 / max(1e-9, qt.norm(way)), way)
    below = across(qt.rotate(chest, (0.0, 0.0, -1.0)), along)
    out = qt.scale(left, qt.cross(along, below))
    swivel = row[at + SWIVEL]
    elbow = qt.add(qt.scale(cos(swivel), below), qt.scale(sin(swivel), out))
    upper, bend, short = chain(way, along, elbow, body.arm[0], body.arm[1], -1.0)
    joint[body.arms[side, 0]] = clavicle
    joint[body.arms[side, 1]] = qt.mul(qt.conj(frame), upper)
    joint[body.arms[side, 2]] = (0.0, -sin(0.5 * bend), 0.0, cos(0.5 * bend))
    joint[body.arms[side, 3]] = qt.about_z(-left * row[at + PALM])
    return short


@allocating_kernel
def _leg(row, side, root, position, body, joint):
    """One leg, the ball of its foot where it is asked for; returns how far the ankle is short of it."""
    at = FOOT + FOOT_WIDTH * side
    facing, heel = qt.about_z(row[at + 2]), row[at + 3]
    foot = qt.mul(facing, (0.0, sin(0.5 * heel), 0.0, cos(0.5 * heel)))
    ball = (row[at], row[at + 1], body.rise + row[at + 4])
    ankle = qt.sub(ball, qt.rotate(foot, body.ball))
    hip = qt.add(position, qt.rotate(root, qt.row3(body.offset, body.legs[side, 0])))
    way = qt.sub(ankle, hip)
    along = qt.scale(1.0 / max(1e-9, qt.norm(way)), way)
    front = across(qt.rotate(facing, (1.0, 0.0, 0.0)), along)
    thigh, bend, short = chain(way, along, front, body.leg[0], body.leg[1], 1.0)
    shin = (0.0, sin(0.5 * bend), 0.0, cos(0.5 * bend))
    joint[body.legs[side, 0]] = qt.mul(qt.conj(root), thigh)
    joint[body.legs[side, 1]] = shin
    joint[body.legs[side, 2]] = qt.mul(qt.conj(qt.mul(thigh, shin)), foot)
    joint[body.legs[side, 3]] = (0.0, -sin(0.5 * heel), 0.0, cos(0.5 * heel))
    return short


@allocating_kernel
def chain(way, along, beside, a, b, front):
    """Two bones that span `way`, the joint between them to one side: the upper's turn, the bend, what is missing.

    `front` is 1 where the bones' x axis points to that side (a knee), -1 where it points away from it (an elbow).
    """
    longest = sqrt(a * a + b * b + 2.0 * a * b * cos(STRAIGHT))
    far = qt.norm(way)
    shortest = sqrt(a * a + b * b + 2.0 * a * b * cos(BENT))
    reach = min(longest, max(shortest, far))
    bend = acos(min(1.0, max(-1.0, (reach * reach - a * a - b * b) / (2.0 * a * b))))
    inside = acos(min(1.0, max(-1.0, (reach * reach + a * a - b * b) / (2.0 * a * reach))))
    upper = qt.add(qt.scale(cos(inside), along), qt.scale(sin(inside), beside))
    z = qt.scale(-1.0, upper)
    x = across(qt.scale(front, beside), upper)
    return frame_of(x, qt.cross(z, x), z), bend, abs(far - reach)


@allocating_kernel
def across(v, along):
    """The unit vector of v's part across the unit vector `along`."""
    side = qt.sub(v, qt.scale(qt.dot(v, along), along))
    return qt.scale(1.0 / max(1e-9, qt.norm(side)), side)


@allocating_kernel
def frame_of(x, y, z):
    """The rotation whose axes are x, y, z."""
    trace = x[0] + y[1] + z[2]
    if trace > 0.0:
        return qt.unit((y[2] - z[1], z[0] - x[2], x[1] - y[0], 1.0 + trace))
    if x[0] > y[1] and x[0] > z[2]:
        return qt.unit((1.0 + x[0] - y[1] - z[2], x[1] + y[0], z[0] + x[2], y[2] - z[1]))
    if y[1] > z[2]:
        return qt.unit((x[1] + y[0], 1.0 - x[0] + y[1] - z[2], y[2] + z[1], z[0] - x[2]))
    return qt.unit((z[0] + x[2], y[2] + z[1], 1.0 - x[0] - y[1] + z[2], x[1] - y[0]))
