"""A punch turned towards where it is to arrive: the fist's path is moved, and the trunk helps.

The target is on the fist's path at the middle of the contact window, whatever the nominal one was. Half of what it is
further to a side is turned by the chest (up to 15 degrees); for a target 0.3 m lower the chest bends 13 degrees more
and the hips go down by 45 mm; and what is then still missing the weight goes forward, as far as the legs let it. A
target beyond that, or too near to the own shoulder, is brought to where the arm can reach.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from math import atan2, cos, hypot, pi, radians, sin

import numpy as np

from components.clip import Array
from game.moves.body import CHEST, HAND, HAND_WIDTH, REACH, REACHING, MoveBody
from game.moves.solve import STRAIGHT, solve
from game.moves.track import Track

TURN, TURN_MOST = 0.5, radians(15.0)  # of the angle to the side
BEND, BEND_MOST = radians(45.0), radians(16.0)  # rad per m that the target is lower
SINK, SINK_MOST = 0.15, 0.05  # m per m that it is lower
FORWARD = 0.06  # m, the most that the weight follows
SWING = radians(50.0)  # the most that a punch is turned as a whole
NEAR, SPARE = 0.18, 0.005  # m from the shoulder: no fist is nearer; and so much is left of the arm


def aimed(track: Track, side: int, at_s: float, target: Array, body: MoveBody) -> Track:
    """The track whose hand (`side`: 0 lead, 1 rear) is at the target (3,) m at that time."""
    hand = HAND + side * HAND_WIDTH
    strikes = np.flatnonzero(track.rows[:, hand + REACHING] > 0.5)
    moment = np.array([at_s])
    nominal = _nominal(track, at_s)[hand + REACH : hand + REACH + 3]
    swing = _wrapped(atan2(target[1], target[0]) - atan2(nominal[1], nominal[0]))
    swing = min(max(swing, -SWING), SWING)
    lower = float(nominal[2] - target[2])
    rows = track.rows.copy()
    rows[strikes, CHEST + 2] += min(max(TURN * swing, -TURN_MOST), TURN_MOST)
    rows[strikes, CHEST] += min(max(BEND * lower, -0.5 * BEND_MOST), BEND_MOST)
    rows[strikes, 2] -= min(max(SINK * lower, -0.25 * SINK_MOST), SINK_MOST)
    changed = replace(track, rows=rows)
    shoulder = solve(changed.at(moment), body).shoulders[0, side]
    way = target - shoulder
    missing = float(np.linalg.norm(way)) - longest(body)
    if missing > 0.0:
        rows[strikes, 0:2] += _follow(rows[strikes], min(missing, FORWARD), way, body)
        shoulder = solve(changed.at(moment), body).shoulders[0, side]
    there = _within(shoulder, target, body)
    c, s = cos(swing), sin(swing)
    way = track.rows[strikes, hand + REACH : hand + REACH + 3] - nominal
    way[:, 0:2] = way[:, 0:2] @ np.array([[c, s], [-s, c]])
    rows[strikes, hand + REACH : hand + REACH + 3] = there + way
    return changed


@lru_cache(64)
def _nominal(track: Track, at_s: float) -> Array:
    """(channels,) where nothing is aimed at: the same for all punches of a move."""
    row: Array = track.at(np.array([at_s]))[0]
    row.flags.writeable = False
    return row


def _follow(strikes: Array, most: float, way: Array, body: MoveBody) -> Array:
    """(2,) m, how far the weight goes after what the arm cannot reach: all, half or a quarter, as the legs let it."""
    step = most * way[:2] / max(1e-9, hypot(way[0], way[1]))
    shares = (1.0, 0.5, 0.25)
    rows = np.repeat(strikes, len(shares), axis=0)
    rows[:, 0:2] += np.tile(np.outer(shares, step), (len(strikes), 1))
    short = solve(rows, body).short[:, 2:].max(axis=1).reshape(len(strikes), len(shares)).max(axis=0)
    return next((share * step for share, missed in zip(shares, short, strict=True) if missed <= 1e-6), np.zeros(2))


def longest(body: MoveBody) -> float:
    """m, shoulder to the middle of the fist."""
    a, b = body.arm
    return float(np.sqrt(a * a + b * b + 2.0 * a * b * cos(STRAIGHT))) - SPARE


def _within(shoulder: Array, target: Array, body: MoveBody) -> Array:
    way = target - shoulder
    far = float(np.linalg.norm(way))
    if far < 1e-6:
        return np.add(shoulder, (NEAR, 0.0, 0.0))
    return shoulder + way * (min(max(far, NEAR), longest(body)) / far)


def _wrapped(angle: float) -> float:
    return (angle + pi) % (2.0 * pi) - pi
