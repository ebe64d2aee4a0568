"""Flights: where a ball will be, where a hand should meet it, and how to throw one so that it comes by.

The engine changes velocities first, then places: after k steps a ball has fallen g dt^2 k (k + 1) / 2. In 0.8 s that is
3.17 m, 3 cm more than g t^2 / 2: a third of a hand.
"""

from __future__ import annotations

from math import cos, radians, sin, sqrt

import numpy as np

from components.arrays import Floats
from components.clock import DT
from systems.arm import Vec3

SOONEST, LATEST = 30, 150  # ticks from now: sooner a hand is not there, later it is not looked for
COMFORTABLE, NEAREST, FARTHEST = 0.83, 0.7, 0.93  # of the arm's length, shoulder to the middle of the hand
LOWEST, HIGHEST = -0.5, 0.32  # m from the shoulder: hip and top of the head
BEFORE = -0.05  # m before the shoulder: nothing is caught behind the back,
ASIDE = 0.1  # m before or beside it: nor straight below, where an upper arm would turn beyond its end
ACROSS = 0.28  # m from the shoulder to the other side, just beyond the middle of the body


def places(place: Vec3, velocity: Vec3, gravity: float, steps: Floats) -> Floats:
    """(n, 3) m: after so many steps."""
    fallen = 0.5 * gravity * DT * DT * steps * (steps + 1.0)
    out: Floats = np.array(place) + DT * steps[:, None] * np.array(velocity)
    out[:, 2] -= fallen
    return out


def stops(place: Vec3, velocity: Vec3, gravity: float, steps: Floats, far: float) -> Floats:
    """(n, 3) m: where the middle of a hand has to be to stop it, `far` m behind its middle, as it comes there."""
    moving = np.tile(np.array(velocity), (len(steps), 1))
    moving[:, 2] -= gravity * DT * steps
    way: Floats = moving / np.maximum(1e-9, np.sqrt((moving * moving).sum(axis=1)))[:, None]
    return places(place, velocity, gravity, steps) + far * way


def meeting(hands: Floats, shoulder: Vec3, facing: float, side: float, longest: float) -> int | None:
    """Which of these places of a hand, one after the other, suits an arm best; none: it does not come by."""
    away = hands - np.array(shoulder)
    ahead = cos(facing) * away[:, 0] + sin(facing) * away[:, 1]
    outward = side * (cos(facing) * away[:, 1] - sin(facing) * away[:, 0])
    far = np.sqrt((away * away).sum(axis=1)) / longest
    fits = (far > NEAREST) & (far < FARTHEST) & (ahead > BEFORE) & (outward > -ACROSS)
    fits &= (away[:, 2] > LOWEST) & (away[:, 2] < HIGHEST) & (np.maximum(ahead, outward) > ASIDE)
    if not fits.any():
        return None
    return int(np.where(fits, np.abs(far - COMFORTABLE), np.inf).argmin())


def thrown_through(start: Vec3, place: Vec3, steps: int, gravity: float) -> Vec3:
    """m/s with which what leaves `start` is at `place` after so many steps."""
    x, y, z = ((there - here) / (steps * DT) for here, there in zip(start, place, strict=True))
    return x, y, z + 0.5 * gravity * DT * (steps + 1)


def from_shoulder(shoulder: Vec3, facing: float, side: float, far: float, out_deg: float, up: float) -> Vec3:
    """m: a place `far` from the shoulder, `up` above it, `out_deg` from straight ahead towards the arm's own side."""
    level = sqrt(max(0.0, far * far - up * up))
    angle = facing + side * radians(out_deg)
    return shoulder[0] + level * cos(angle), shoulder[1] + level * sin(angle), shoulder[2] + up
