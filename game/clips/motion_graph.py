"""A motion graph: which frame of one clip leads best into which frame of another, how far apart they are, and the way
through several clips.

The distance of two frames does not ask where they are and which way they face. Each joint has a place p (m, from the
floor below the root, in the root's heading) and a velocity v (m/s, of the world, in the same axes), and a share w:
    d^2 = sum w (|p - p'|^2 + (0.1 s)^2 |v - v'|^2),  sum w = 1
Half of w goes by mass, the other half to hands (1/16 each) and feet (3/16 each): a fist is what one sees, and a foot
that is elsewhere has to slide. Two frames that differ in one foot alone, by 0.3 m, are 0.3 sqrt(0.19 + 0.006) = 0.13 m
apart; two alike, of which one goes 0.5 m/s faster as a whole, 0.05 m. A blend takes the longer the further it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from components.arrays import Ints
from components.clip import Array, Clip
from components.clock import TICKS_PER_S
from components.errors import InputError
from components.rig import Rig
from game.base.toml import nearest
from game.clips.retarget import joint_places, skeleton

AHEAD_S = 0.1  # what a velocity counts: about a blend's time, in which 1 m/s leads 0.1 m further
HAND_SHARE, FOOT_SHARE = 1.0 / 16.0, 3.0 / 16.0
BLEND_M, BLEND_S = (0.08, 0.40), (0.05, 0.25)  # a hand's breadth is blended in 0.05 s, 0.4 m and more in 0.25 s
PRICE = 0.5  # s of a path that a metre of distance is worth
GRAIN = 1e-4  # m: distances are rounded, so that the last bit of a sum decides nothing


class Transition(NamedTuple):
    """Into this frame of the next clip, from so far away."""

    frame: int
    distance: float  # m
    blend_s: float


class Leg(NamedTuple):
    """One clip of a path, and how the next one is entered; the last goes on to its end."""

    name: str
    enter: int  # frame
    leave: int
    start_s: float  # since the path's start
    distance: float  # m, into this clip
    blend_s: float


class Path(NamedTuple):
    legs: tuple[Leg, ...]
    seconds: float
    cost: float  # s: its time, and PRICE for each metre


class MotionGraph:
    """All ways between some clips of one rig.

    `entries`: the first and the last frame at which a clip may be entered, if not all; `leaves`: the first frame at
    which a path leaves it; `home`: the loop that `recovery` goes to.
    """

    def __init__(
        self,
        clips: Sequence[Clip],
        rig: Rig,
        entries: Mapping[str, tuple[int, int]] | None = None,
        leaves: Mapping[str, int] | None = None,
        home: str = "",
    ) -> None:
        self.clips = {clip.name: clip for clip in clips}
        self.entries = {clip.name: (0, clip.frames - 1) for clip in clips} | dict(entries or {})
        self.leaves = dict(leaves or {})
        self.home = home
        rows = [features(clip, rig) for clip in clips]
        ends = np.cumsum([0, *map(len, rows)])
        self._rows = np.concatenate(rows)
        self._square = _squares(self._rows)
        self._span = {clip.name: slice(a, b) for clip, a, b in zip(clips, ends[:-1], ends[1:], strict=True)}
        begins = {name: self.entries[name][0] for name in self.clips}
        ways = [(self._span[name].start + begin, self.entries[name][1] + 1 - begin) for name, begin in begins.items()]
        found = _nearest(self._rows.tobytes(), self._rows.shape[1], tuple(ways))
        self._table: dict[str, tuple[Ints, Array]] = {
            name: (begin + best, apart) for (name, begin), (best, apart) in zip(begins.items(), found, strict=True)
        }

    # --- one step

    def distances(self, a: str, b: str) -> Array:
        """(frames of a, frames of b) m."""
        return self._apart(self._frames(a), self._frames(b))

    def transition(self, a: str, frame: float, b: str, entries: tuple[int, int] | None = None) -> Transition:
        """The best way into `b` from this frame of `a`; at other frames than the graph's if `entries` says so."""
        row = self._row(a, frame)
        if entries is None:
            self._frames(b)
            best, distance = (values[row] for values in self._table[b])
            return Transition(int(best), float(distance), blend_s(float(distance)))
        first = self._frames(b).start
        low, high = (first + self._within(b, entry) for entry in entries)
        apart = self._apart(slice(row, row + 1), slice(low, high + 1))[0]
        best = int(apart.argmin())
        return Transition(low - first + best, float(apart[best]), blend_s(float(apart[best])))

    def recovery(self, a: str, frame: float) -> Transition:
        """From anywhere back home, at its nearest phase."""
        return self.transition(a, frame, self.home)

    def transitions(self, a: str, b: str) -> list[tuple[int, int, float]]:
        """(frame of a, frame of b, m): where the distance is least among its neighbours, the best first."""
        apart = self.distances(a, b)
        first, last = self.entries[b]
        apart = apart[:, first : last + 1]
        rounds = self.clips[a].looping, self.clips[b].looping and last - first + 1 == self.clips[b].frames
        padded = apart
        for axis, around in enumerate(rounds):
            width = [(1, 1) if k == axis else (0, 0) for k in range(2)]
            padded = np.pad(padded, width, mode="wrap") if around else np.pad(padded, width, constant_values=np.inf)
        n, m = apart.shape
        beside = [padded[i : i + n, j : j + m] for i in range(3) for j in range(3)]
        least = np.argwhere(apart <= np.minimum.reduce(beside))
        found = [(int(i), first + int(j), float(apart[i, j])) for i, j in least]
        return sorted(found, key=lambda way: way[2])

    def best(self, a: str, b: str) -> tuple[int, int, float]:
        """The frame of `a` at which `b` is nearest, that frame of `b`, and how far it is: walk to run in step."""
        return self.transitions(a, b)[0]

    # --- several

    def path(self, start: str, frame: float, names: Sequence[str]) -> Path:
        """From this frame of `start` through these clips: a combination of punches, or a change of gait.

        Each is left at that frame, at or after its first, from which the next costs least: the time that is waited, and
        the distance. Where it was entered changes neither, so one after the other is the best way through all of them.
        """
        legs: list[Leg] = []
        name, enter, distance, blend, clock, cost = start, self._within(start, frame), 0.0, 0.0, 0.0, 0.0
        for after in (*names, ""):
            earliest = enter if not legs else max(enter, self.leaves.get(name, 0))
            leave, step = self._leave(name, earliest, after) if after else (self.clips[name].frames - 1, None)
            gone = (leave - enter) % self.clips[name].frames / TICKS_PER_S
            legs.append(Leg(name, enter, leave, clock, distance, blend))
            clock += gone
            cost += gone + PRICE * distance
            if step is not None:
                name, (enter, distance, blend) = after, step
        return Path(tuple(legs), clock, cost)

    def _leave(self, a: str, earliest: int, b: str) -> tuple[int, Transition]:
        """The frame of `a` at which it pays to go on to `b`; a loop may be waited in for one round."""
        self._frames(b)
        frames, looping = self.clips[a].frames, self.clips[a].looping
        offered = (earliest + np.arange(frames)) % frames if looping else np.arange(min(earliest, frames - 1), frames)
        entry, distance = (values[self._frames(a)][offered] for values in self._table[b])
        # what is skipped is time won
        cost = np.arange(len(offered)) / TICKS_PER_S + PRICE * distance - entry / TICKS_PER_S
        k = int(cost.argmin())
        return int(offered[k]), Transition(int(entry[k]), float(distance[k]), blend_s(float(distance[k])))

    # --- rows of the table

    def _apart(self, a: slice, b: slice) -> Array:
        return _distances(self._rows, self._square, a, b)

    def _frames(self, name: str) -> slice:
        if name not in self._span:
            raise InputError(f"there is no clip {name!r} in the graph{nearest(name, list(self._span))}")
        return self._span[name]

    def _row(self, name: str, frame: float) -> int:
        return int(self._frames(name).start) + self._within(name, frame)

    def _within(self, name: str, frame: float) -> int:
        """A frame that there is: a loop goes on from its start, another stays at its end."""
        self._frames(name)
        clip = self.clips[name]
        return int(frame) % clip.frames if clip.looping else min(max(int(frame), 0), clip.frames - 1)


def blend_s(distance: float) -> float:
    """How long to take for a way of `distance` m."""
    return float(np.interp(distance, BLEND_M, BLEND_S))


@lru_cache(maxsize=8)
def _nearest(rows: bytes, width: int, ways: tuple[tuple[int, int], ...]) -> list[tuple[Ints, Array]]:
    """Of each stretch of rows (its first, and how many): for every row the nearest of them, and how far that is.

    A world that is raised again, or beside another, has the same clips: its table is there already.
    """
    table = np.frombuffer(rows).reshape(-1, width)
    square, found = _squares(table), list[tuple[Ints, Array]]()
    for start, count in ways:
        apart = _distances(table, square, slice(None), slice(start, start + count))
        best = apart.argmin(axis=1)
        found.append((best, apart[np.arange(len(apart)), best]))
    return found


def _squares(rows: Array) -> Array:
    return np.asarray((rows * rows).sum(axis=1))


def _distances(rows: Array, square: Array, a: slice, b: slice) -> Array:
    """m, of these rows to those."""
    apart = square[a, None] + square[None, b] - 2.0 * rows[a] @ rows[b].T
    return np.asarray(np.round(np.sqrt(np.maximum(apart, 0.0)) / GRAIN) * GRAIN)


def features(clip: Clip, rig: Rig) -> Array:
    """(n, 6 b) places and velocities of the joints in the heading of the root, each times the root of its share."""
    body = skeleton(rig)
    world = joint_places(clip, body)
    before, after = world[:1], world[-1:]  # at rest beyond the ends
    if clip.looping:
        before = _turned(world[-1:] - clip.loop_travel, np.array([-clip.loop_turn]))
        after = _turned(world[:1], np.array([clip.loop_turn])) + clip.loop_travel
    steps = np.concatenate([before, world, after])
    velocity = (steps[2:] - steps[:-2]) * (TICKS_PER_S / 2.0)
    if not clip.looping:
        velocity[[0, -1]] *= 2.0
    q = clip.root_orientation
    heading = 2.0 * np.arctan2(q[:, 2], q[:, 3])
    place = _turned(world - clip.root_position[:, None] * (1.0, 1.0, 0.0), -heading)
    return weighted(place, _turned(velocity, -heading), rig)


def weighted(place: Array, velocity: Array, rig: Rig) -> Array:
    """(n, 6 b) rows whose plain distance is d, of places and velocities (n, b, 3) in the root's heading."""
    rows = np.concatenate([place, AHEAD_S * velocity], axis=2)
    return np.ascontiguousarray((rows * np.sqrt(shares(rig))[:, None]).reshape(len(rows), -1))


def shares(rig: Rig) -> Array:
    """(b,) what each joint counts; together 1."""
    ends = np.array([_end_share(bone.name) for bone in rig.bones])
    mass = np.array([bone.mass for bone in rig.bones])
    return np.asarray(ends + (1.0 - ends.sum()) * mass / mass.sum())


def _end_share(bone: str) -> float:
    """A foot's share is its ankle's and its ball's."""
    if bone.endswith("hand"):
        return HAND_SHARE
    return FOOT_SHARE / 2.0 if bone.endswith(("foot", "toes")) else 0.0


def _turned(rows: Array, angle: Array) -> Array:
    """(n, b, 3) rows, each turned about the vertical by its own angle."""
    c, s = np.cos(angle)[:, None], np.sin(angle)[:, None]
    x, y = rows[..., 0], rows[..., 1]
    return np.stack([c * x - s * y, s * x + c * y, rows[..., 2]], axis=-1)
