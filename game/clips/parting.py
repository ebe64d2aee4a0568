"""Legs that do not pass through each other: where a capture leads a foot through the other shin, it goes around.

Markers sit on skin, and a body of other proportions crosses its own legs where the captured one passed close by. From
the knees down legs are rods: a shin of 0.05 m and a foot of 0.057 m touch when their middles are 0.107 m apart. A pass
is a run of ticks in which they are nearer than that. In it the foot that is faster yields, along the line between the
two where they are deepest in each other, and across its way: it loses no speed. It leaves its way over 0.2 s and comes
back over 0.2 s, and its leg is bent to it. A foot that cuts 9 cm into a shin goes 11 cm further out.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import numpy as np

from components.clip import Array
from components.rig import Rig
from game.clips.grounding import largest, smoothed
from game.clips.planting import BEND, NEAR, Leg, bend_legs, legs, stretched
from game.clips.retarget import Skeleton, place_rows, relative_rows, rotate_rows
from systems.kernels import quaternions as qt

CLEAR = 0.02  # m, between the two where they pass
REACH = 12  # ticks, half the width of the smoothing: it comes and goes over twice that, 0.2 s
ROUNDS = 4  # a leg that yields may meet the other one elsewhere
POINTS = 9  # along a rod
HARD = 6.0  # times the softness of a knee, by which a leg may be longer than it was


class Rod(NamedTuple):
    """A shape below the knee, in its bone's frame."""

    bone: int
    start: Array  # (3,) m
    end: Array
    radius: float  # m


class Touch(NamedTuple):
    """Where two legs are deepest in each other."""

    depth: Array  # (n,) m; below 0: apart
    way: Array  # (n, 3) from the right one to the left one


def part(rig: Rig, body: Skeleton, position: Array, root: Array, joint: Array, *, looping: bool) -> None:
    """Writes the legs into the (n, b, 4) `joint`, so that neither passes through the other."""
    left, right = sorted(legs(rig, body), key=lambda leg: not rig.names[leg.bones[2]].startswith("left"))
    for _ in range(ROUNDS):
        relative = np.asarray(relative_rows(joint, body.parent))
        places = place_rows(position, root, relative, body.parent, body.offset)
        touch = deepest(body, left, right, places, root, relative)
        steps = yielding(touch, places[:, left.bones[2]], places[:, right.bones[2]], looping=looping)
        if not steps.any():
            return
        for leg, step in zip((left, right), steps, strict=True):
            move(body, leg, step, position, root, joint, places, relative)


def deepest(body: Skeleton, left: Leg, right: Leg, places: Array, root: Array, relative: Array) -> Touch:
    n = len(places)
    depth, way = np.full(n, -np.inf), np.zeros((n, 3))
    for rod, other in product(rods(body, left), rods(body, right)):
        one, two = (laid(own, places, root, relative) for own in (rod, other))
        apart = np.concatenate([between(one, two), -between(two, one)], axis=1)
        far = np.linalg.norm(apart, axis=2)
        near = far.argmin(axis=1)
        into = rod.radius + other.radius - far[np.arange(n), near]
        deeper = into > depth
        depth[deeper] = into[deeper]
        way[deeper] = (apart[np.arange(n), near] / far[np.arange(n), near, None])[deeper]
    return Touch(depth, way)


def yielding(touch: Touch, left: Array, right: Array, *, looping: bool) -> Array:
    """(2, n, 3) m, by which the left and the right ankle yield."""
    steps = np.zeros((2, len(left), 3))
    inside = touch.depth > 0.0
    edges = np.flatnonzero(np.diff(np.concatenate([[False], inside, [False]]).astype(int)))
    for first, last in edges.reshape(-1, 2).tolist():
        worst = first + int(touch.depth[first:last].argmax())
        speeds = [np.gradient(ankle, axis=0)[worst] for ankle in (left, right)]
        faster = int(np.linalg.norm(speeds[1]) > np.linalg.norm(speeds[0]))
        way = across(touch.way[worst], speeds[faster])
        need = np.zeros(len(left))
        need[first:last] = touch.depth[first:last].max() + CLEAR
        out = smoothed(largest(need, REACH, looping=looping), REACH, looping=looping)
        steps[faster] += (1.0, -1.0)[faster] * out[:, None] * way
    return steps


def across(way: Array, speed: Array) -> Array:
    """(3,) as long as 1, at right angles to that speed."""
    along = speed / max(1e-9, float(np.linalg.norm(speed)))
    way = way - (way @ along) * along
    return np.asarray(way / max(1e-9, float(np.linalg.norm(way))))


def move(
    body: Skeleton, leg: Leg, step: Array, position: Array, root: Array, joint: Array, places: Array, relative: Array
) -> None:
    """Bends the leg so that its ankle is so much further, and its foot as turned as it was."""
    thigh, shin, foot = leg.bones
    own = np.flatnonzero(step.any(axis=1))
    if not len(own):
        return
    long = float(np.linalg.norm(places[own, foot] - places[own, thigh], axis=1).max())
    straight = max(stretched(body.offset[shin], body.offset[foot], BEND * leg.axis), long + HARD * NEAR)
    turned = np.asarray(qt.mul_rows(root[own], np.ascontiguousarray(relative[own, foot])))
    bent, ankle = joint[own], places[own, foot] + step[own]
    bend_legs(bent, position[own], root[own], np.array(leg.bones), leg.axis, body.offset, ankle, turned, straight, NEAR)
    joint[own] = bent


def rods(body: Skeleton, leg: Leg) -> list[Rod]:
    """Shin, foot and toes. A box is a rod along its longest side, as thick as up to its edges."""
    out = []
    for shape in np.flatnonzero(body.where({*leg.bones[1:], int(body.toes[leg.toe, 0])})):
        half, (start, end) = body.shape_half[shape], body.shape_ends[shape]
        along = np.where(half == half.max(), half, 0.0)
        radius = float(body.shape_radius[shape] + np.linalg.norm(half - along))
        along = np.maximum(along - 0.5 * radius, 0.0)
        out.append(Rod(int(body.shape_bone[shape]), start - along, end + along, radius))
    return out


def laid(rod: Rod, places: Array, root: Array, relative: Array) -> Array:
    """(n, 2, 3) m, its ends."""
    turned = np.asarray(qt.mul_rows(root, np.ascontiguousarray(relative[:, rod.bone])))
    ends = np.stack([rotate_rows(turned, end) for end in (rod.start, rod.end)], axis=1)
    return np.asarray(places[:, rod.bone, None] + ends)


def between(one: Array, other: Array) -> Array:
    """(n, POINTS, 3) m, to points along the one rod from what is nearest to them of the other."""
    share = np.linspace(0.0, 1.0, POINTS)[:, None]
    points = one[:, :1] + share * (one[:, 1:] - one[:, :1])
    along = other[:, 1] - other[:, 0]
    length = np.maximum((along**2).sum(axis=1), 1e-12)[:, None]
    at = np.clip(np.einsum("npa,na->np", points - other[:, :1], along) / length, 0.0, 1.0)
    return np.asarray(points - other[:, :1] - at[:, :, None] * along[:, None])
