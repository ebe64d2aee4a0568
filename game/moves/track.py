"""A move as curves: its key poses as rows of channels, and a monotone Hermite curve through each channel.

A foot that stands keeps its numbers from one key to the next, and a monotone curve between equal numbers is flat: it
does not slide. Between the ends of a move the pelvis runs 35 ms ahead of the hands and the chest 18 ms: the body leads,
the fist follows.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, radians, sin

import numpy as np

from components.arrays import Bools, Bools2, Floats1, Floats2, Ints1, quat, vec3
from components.clip import Array
from components.clock import TICKS_PER_S
from game.base.toml import nearest
from game.moves.body import (
    CHANNELS,
    CHEST,
    FOOT,
    FOOT_WIDTH,
    HAND,
    HAND_WIDTH,
    HEAD,
    LOOK,
    PELVIS,
    REACH,
    REACHING,
    MoveBody,
)
from game.moves.file import HandAt, Move, MoveFile, Pose, Turned
from game.moves.solve import solve
from systems.kernels import allocating_kernel, entry
from systems.kernels import quaternions as qt

G = 9.81  # m/s2
MISSED = 0.004  # m, by which a key pose may miss what it reaches for
HIPS, LIFT = CHANNELS.index("hips.height"), 4  # the hips' channel; and the lift, within a foot's
LIMBS = ("lead_hand", "rear_hand", "lead_foot", "rear_foot")
METRES = ("weight", "hips", "held", "reach", ".x", ".y", "lift")
LEADERS = ("weight", "pelvis", "chest")
GROUP = np.array([next((g for g, part in enumerate(LEADERS) if name.startswith(part)), 3) for name in CHANNELS])
"""Of each channel: is it the weight's, the pelvis', the chest's (0 to 2), or another."""


@dataclass(frozen=True, eq=False)
class Track:
    """One move; k keys, c channels in g groups that keep their own time."""

    loop: bool
    times: Array  # (g, k) s
    used: Bools  # (g, k) does the group stop at this key
    rows: Array  # (k, c)
    soft: Array  # (k,) 1 flies through a key, 0 comes to rest on it
    waves: Array  # (w, 4) channel, size, cycles, phase in rad
    flight: tuple[float, float] | None = None  # s, from the floor until on it again

    @property
    def seconds(self) -> float:
        return float(self.times[-1, -1])

    @property
    def frames(self) -> int:
        return round(self.seconds * TICKS_PER_S) + (not self.loop)

    def same(self, other: Track) -> bool:
        """Is it the same motion?"""
        return (self.loop, self.flight) == (other.loop, other.flight) and all(
            np.array_equal(getattr(self, name), getattr(other, name))
            for name in ("times", "used", "rows", "soft", "waves")
        )

    def at(self, clock: Array) -> Array:
        """(n, c) the channels at these times."""
        out: Array = curves(self.times, self.used, self.rows, self.soft, GROUP, clock)
        for channel, size, cycles, phase in self.waves:
            out[:, int(channel)] += size * np.sin(2.0 * pi * cycles * clock / self.seconds + phase)
        if self.flight:
            self._fly(out, clock, *self.flight)
        return out

    def _fly(self, out: Array, clock: Array, start: float, end: float) -> None:
        """The hips fall freely from one key to the other, which they leave and meet at that speed; the feet go along.

        0.3 s in the air are 1.47 m/s up at the one key, down at the other, and 11 cm in between.
        """
        times = self.times[-1]
        first, last = (int(np.argmin(np.abs(times - at))) for at in (start, end))
        keys = np.array([k for k in range(len(times)) if not first < k < last])
        times, height = times[keys], np.ascontiguousarray(self.rows[keys][:, [HIPS]])
        speed = self.soft[keys, None] * slopes(times, height)
        drift, fall = (height[first + 1] - height[first]) / (end - start), 0.5 * G * (end - start)
        speed[first], speed[first + 1] = drift + fall, drift - fall
        out[:, HIPS] = through(times, height, speed, clock)[:, 0]
        for foot in (FOOT, FOOT + FOOT_WIDTH):
            out[:, foot + LIFT] += 0.5 * G * np.maximum(0.0, (clock - start) * (end - clock))


@entry
@allocating_kernel
def curves(times: Floats2, used: Bools2, rows: Floats2, soft: Floats1, group: Ints1, at: Floats1):
    """(n, c) all channels' curves: each through the keys that its group stops at."""
    out = np.empty((len(at), rows.shape[1]))
    for g in range(len(times)):
        stops = used[g].sum()
        knots, weight, keys = np.empty(stops), np.empty(stops), np.empty((stops, rows.shape[1]))
        stop = 0
        for k in range(len(rows)):
            if used[g, k]:
                knots[stop], weight[stop], keys[stop] = times[g, k], soft[k], rows[k]
                stop += 1
        curve = hermite(knots, keys, weight, at)
        for c in range(rows.shape[1]):
            if group[c] == g:
                out[:, c] = curve[:, c]
    return out


@allocating_kernel
def hermite(times, keys, soft, at):
    """(n, c) the curve through the (k, c) keys, at rest at both ends; it never leaves the span of two keys' values.

    Fritsch and Carlson's slopes, harmonic means of those on both sides, times `soft`.
    """
    slope = slopes(times, keys)
    for k in range(len(keys)):
        for c in range(keys.shape[1]):
            slope[k, c] *= soft[k]
    return through(times, keys, slope, at)


@entry
@allocating_kernel
def slopes(times: Floats1, keys: Floats2):
    """(k, c) with which a curve is monotone where its keys are."""
    slope = np.zeros_like(keys)
    for k in range(1, len(keys) - 1):
        before, after = times[k] - times[k - 1], times[k + 1] - times[k]
        for c in range(keys.shape[1]):
            came, goes = (keys[k, c] - keys[k - 1, c]) / before, (keys[k + 1, c] - keys[k, c]) / after
            if goes * came > 0.0:
                first, second = 2.0 * after + before, after + 2.0 * before
                slope[k, c] = (first + second) / (first / came + second / goes)
    return slope


@entry
@allocating_kernel
def through(times: Floats1, keys: Floats2, slope: Floats2, at: Floats1):
    """(n, c) the cubic curve through the (k, c) keys with these slopes; where they are a parabola's, that parabola."""
    out = np.empty((len(at), keys.shape[1]))
    for i in range(len(at)):
        k = 0
        while k < len(times) - 2 and times[k + 1] <= at[i]:
            k += 1
        step = times[k + 1] - times[k]
        u = (at[i] - times[k]) / step
        v = 1.0 - u
        for c in range(keys.shape[1]):
            ends = v * v * (1.0 + 2.0 * u) * keys[k, c] + u * u * (3.0 - 2.0 * u) * keys[k + 1, c]
            out[i, c] = ends + u * v * step * (v * slope[k, c] - u * slope[k + 1, c])
    return out


class Tracks:
    """All moves of a file as tracks on one body; checks what needs a body."""

    def __init__(self, file: MoveFile, body: MoveBody, leg: float) -> None:
        self.file, self.body, self.leg = file, body, leg
        self.origin = np.zeros(2)  # m, in the file's plan of the feet: the floor below the root in guard
        row = self.settled("guard")
        self.origin = solve(row[None], body).position[0, :2]
        self.rows = {name: self.settled(name) for name in file.poses}

    def settled(self, name: str) -> Array:
        """The pose's channels; it can be reached."""
        row = _row(self.file.poses[name], self.origin, self.leg)
        for limb, missing in zip(LIMBS, solve(row[None], self.body).short[0], strict=True):
            if missing > MISSED:
                reason = f"cannot be reached: {100.0 * missing:.1f} cm are missing"
                raise self.file.places.error(reason, f"pose.{name}.{limb}")
        return row

    def track(self, name: str) -> Track:
        move = self.file.moves[name]
        rows = np.array([self._placed(key.pose, key.shift, radians(key.turn)) for key in move.keys])
        self._fill_hands(rows)
        at = np.array([key.at for key in move.keys])
        ahead = self.file.ahead
        times = np.array([_leading(at, lead) for lead in (0.0, ahead.pelvis, ahead.chest, 0.0)])
        used = np.ones(times.shape, np.bool_)
        used[0] = [not key.free for key in move.keys]
        soft = np.array([1.0 - key.tension for key in move.keys])
        return Track(move.loop, times, used, rows, soft, self._waves(name, move), move.flight)

    def _placed(self, pose: str, shift: tuple[float, float], turn: float) -> Array:
        """The pose's row, turned about the ball of its lead foot, then shifted."""
        row = self.rows[pose].copy()
        c, s = cos(turn), sin(turn)
        pivot = row[FOOT : FOOT + 2].copy()
        plan = [0, FOOT, FOOT + FOOT_WIDTH, *(HAND + side * HAND_WIDTH + REACH for side in range(2))]
        for x in plan:
            row[x : x + 2] = pivot + np.array([[c, -s], [s, c]]) @ (row[x : x + 2] - pivot) + shift
        row[[PELVIS + 2, HEAD + 2, FOOT + 2, FOOT + FOOT_WIDTH + 2]] += (turn, turn * row[LOOK], turn, turn)
        return row

    def _fill_hands(self, rows: Array) -> None:
        """A hand's place in the way that its key does not say, so that it can pass from one to the other."""
        solved = solve(rows, self.body)
        for k, (place, chest_turn) in enumerate(zip(solved.chest, solved.chest_turn, strict=True)):
            turn = quat(chest_turn)
            for side in range(2):
                hand = rows[k, HAND + side * HAND_WIDTH :]
                if hand[REACHING] < 0.5:
                    hand[REACH : REACH + 3] = place + qt.rotate(turn, vec3(hand[:3]))
                else:
                    hand[:3] = qt.unrotate(turn, vec3(hand[REACH : REACH + 3] - place))

    def _waves(self, name: str, move: Move) -> Array:
        out = np.zeros((len(move.waves), 4))
        known = [channel for channel in CHANNELS if not channel.endswith(("look", "reaching"))]  # shares, no measures
        for i, wave in enumerate(move.waves):
            if wave.of not in known:
                reason = f"there is no channel {wave.of!r}{nearest(wave.of, known)}"
                raise self.file.places.error(reason, f"move.{name}.waves[{i + 1}].of")
            metres = any(part in wave.of for part in METRES)
            size = wave.size if metres else radians(wave.size)
            out[i] = CHANNELS.index(wave.of), size, wave.cycles, 2.0 * pi * wave.phase
        return out


def _leading(at: Array, lead: float) -> Array:
    """The times of keys, all but the ends brought forward, each still after the one before it."""
    out = at.copy()
    for k in range(1, len(at) - 1):
        out[k] = max(at[k] - lead, out[k - 1] + min(0.5 * (at[k] - at[k - 1]), 1.0 / TICKS_PER_S))
    return out


def _row(pose: Pose, origin: Array, leg: float) -> Array:
    row = np.zeros(len(CHANNELS))
    lead, rear = np.subtract(pose.lead_foot.at, origin), np.subtract(pose.rear_foot.at, origin)
    row[:2] = rear + pose.weight * (lead - rear) + (0.0, pose.sway)
    row[2] = leg - pose.crouch
    for first, part in ((PELVIS, pose.pelvis), (CHEST, pose.chest), (HEAD, pose.head)):
        row[first : first + 3] = _radians(part)
    row[LOOK] = pose.look
    for side, hand in enumerate((pose.lead_hand, pose.rear_hand)):
        row[HAND + side * HAND_WIDTH :][:HAND_WIDTH] = _hand(hand)
    for side, (foot, at) in enumerate(((pose.lead_foot, lead), (pose.rear_foot, rear))):
        row[FOOT + side * FOOT_WIDTH :][:FOOT_WIDTH] = (*at, radians(foot.yaw), radians(foot.heel), foot.lift)
    return row


def _radians(part: Turned) -> tuple[float, float, float]:
    return radians(part.bend), radians(part.side), radians(part.twist)


def _hand(hand: HandAt) -> tuple[float, ...]:
    zero = (0.0, 0.0, 0.0)
    turns = (radians(hand.swivel), radians(hand.forward), radians(hand.up), radians(hand.palm))
    return (*(hand.held or zero), *(hand.reach or zero), float(hand.reach is not None), *turns)
