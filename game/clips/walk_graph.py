"""The motion graph of walking: walks, straight and along arcs, turns, standing; and where each leads into another.

Each walk is left where one of its feet lifts off, twice in a loop, for any other walk at the frame at which the two are
nearest over the time of a crossing (`game.clips.crossing`), in the distance of `game.clips.motion_graph`. So a path is
a sequence of steps, and each step says which walk it belongs to. Standing may be left every half a second.
"""

from __future__ import annotations

from functools import cache
from math import radians
from typing import NamedTuple

import numpy as np

from components.clip import Clip
from components.path import SPARSE, Ways
from components.rig import Rig
from game.clips.bends import bent
from game.clips.clip import fitted, mirrored
from game.clips.crossing import BEFORE, FLAT, TICKS, Crossing, Lay, loop_of
from game.clips.gaits import gait

STRAIGHT, STANDS = "walk", "stand"
BENDS = ((9.0, 1.0), (18.0, 1.0), (30.0, 1.0), (70.0, 0.5), (120.0, 0.25))
"""Degrees, to either side, and share of its stride, by which the straight walk is bent in each of its loops."""
TURNS = ("turn_left_sharp", "turn_right", "turn_right_sharp")  # and their mirror images
PAUSE = 60  # frames between two at which standing may end
EARLY = 2  # ticks before a foot lifts off, at which a walk is left
NEARBY = 12  # ticks before and after its own lift-off, at which a walk may be entered
LEAST_SWING = 30  # ticks in which a foot goes over at least


class Leave(NamedTuple):
    """Where a clip may be left."""

    clip: int
    frame: int
    feet: tuple[int, ...]  # that may swing then


class Found(NamedTuple):
    """How another clip is entered: from its frame `begin` on, perhaps of the round before."""

    begin: int
    swing: int  # ticks
    apart: float  # m


class WalkGraph:
    """All of it for one rig, and the clips of its crossings, made when they are first asked for."""

    begins_at, ticks = BEFORE, TICKS

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.clips = walks(rig)
        self._gaits = [gait(clip, rig) for clip in self.clips]
        self._leaves = [leave for c in range(len(self.clips)) for leave in self._leaves_of(c)]
        self.crossings: list[Crossing] = []
        self._made: dict[int, Clip] = {}
        self._found: dict[tuple[int, int, int], Found | None] = {}
        self.ways = self._ways()

    def place_of(self, clip: Clip) -> int:
        """-1: it is none of its clips."""
        return next((c for c, own in enumerate(self.clips) if own is clip), -1)

    def crossing(self, edge: int) -> Clip:
        if edge not in self._made:
            self._made[edge] = self.crossings[edge].clip(self.rig)
        return self._made[edge]

    # --- all ways

    def _ways(self) -> Ways:
        begins, to, price = [0], list[int](), list[float]()
        for leave in self._leaves:
            for other in (c for c in range(len(self.clips)) if c != leave.clip):
                for foot in leave.feet:
                    if found := self._enter(leave, other, foot):
                        self.crossings.append(self._cross(leave, other, foot, found))
                        to.append(other)
                        price.append(found.apart)
            begins.append(len(to))
        stay = [self._reach(leave.clip, leave.frame) for leave in self._leaves]
        reach = [self._reach(c, crossing.enter) for c, crossing in zip(to, self.crossings, strict=True)]
        turns = np.concatenate([clip.root_orientation for clip in self.clips])
        return Ways(
            first=np.cumsum([0, *(clip.frames for clip in self.clips)], dtype=np.int64),
            root=np.ascontiguousarray(np.concatenate([clip.root_position[:, :2] for clip in self.clips])),
            facing=2.0 * np.arctan2(turns[:, 2], turns[:, 3]),
            loop=np.array([loop_of(clip, 1) for clip in self.clips]),
            stands=np.array([clip.name == STANDS for clip in self.clips]),
            leave_clip=np.array([leave.clip for leave in self._leaves], np.int64),
            leave_frame=np.array([leave.frame for leave in self._leaves], np.int64),
            begins=np.array(begins, np.int64),
            stay=np.array([leave for leave, _ in stay], np.int64),
            stay_ticks=np.array([ticks for _, ticks in stay], np.int64),
            to=np.array(to, np.int64),
            enter=np.array([crossing.enter for crossing in self.crossings], np.int64),
            reach=np.array([leave for leave, _ in reach], np.int64),
            reach_ticks=np.array([ticks for _, ticks in reach], np.int64),
            lay=np.array([crossing.lay for crossing in self.crossings]),
            price=np.array(price),
            over=np.array([crossing.root()[SPARSE::SPARSE] for crossing in self.crossings]),
        )

    def _leaves_of(self, c: int) -> list[Leave]:
        clip = self.clips[c]
        if clip.name == STANDS:
            return [Leave(c, frame, (0, 1)) for frame in range(0, clip.frames, PAUSE)]
        return sorted(Leave(c, (lift - EARLY) % clip.frames, (foot,)) for foot, lift in enumerate(self._gaits[c].lift))

    def _reach(self, c: int, frame: int) -> tuple[int, int]:
        """Where the clip is left next after that frame, and in how many ticks."""
        n = self.clips[c].frames
        offered = [(k, (leave.frame - frame) % n or n) for k, leave in enumerate(self._leaves) if leave.clip == c]
        return min(offered, key=lambda each: each[1])

    # --- one of them

    def _enter(self, leave: Leave, other: int, foot: int) -> Found | None:
        """The best way into another walk while that foot swings; none where the other one does not stand in both."""
        standing = self.clips[leave.clip].name == STANDS
        key = leave.clip if standing else -1 - self._leaves.index(leave), other, foot  # it stands the same all the time
        if key not in self._found:
            self._found[key] = self._search(leave, other, foot, standing)
        return self._found[key]

    def _search(self, leave: Leave, other: int, foot: int, standing: bool) -> Found | None:
        first, second, holds = self._gaits[leave.clip], self._gaits[other], 1 - foot
        n, m, lift = first.clip.frames, second.clip.frames, second.lift[foot]
        late = LEAST_SWING if standing else 0
        begins = np.arange(1) if second.clip.name == STANDS else np.arange(lift - NEARBY, lift + NEARBY + late)
        swings = np.minimum(np.minimum(second.lands[begins % m, foot], first.lands[leave.frame, foot]), TICKS)
        offered = np.flatnonzero((swings >= LEAST_SWING) & second.holds[begins % m, holds])
        if not (len(offered) and first.holds[leave.frame, holds]):
            return None
        t = np.arange(0, TICKS + 1, SPARSE)
        way = first.rows[(leave.frame + t) % n] - second.rows[(begins[offered, None] + t) % m]
        apart = np.sqrt(np.einsum("btj,btj->bt", way, way).mean(axis=1))
        best = int(apart.argmin())
        return Found(int(begins[offered[best]]), int(swings[offered[best]]), round(float(apart[best]), 4))

    def _cross(self, leave: Leave, other: int, foot: int, found: Found) -> Crossing:
        """The other clip lies so that the foot that stands does so in one place in both."""
        first, second = self._gaits[leave.clip], self._gaits[other]
        here, there = first.stood(leave.frame + FLAT, 1 - foot), second.stood(found.begin + FLAT, 1 - foot)
        lay = Lay(here.x, here.y, here.turn - there.turn).then(Lay(-there.x, -there.y, 0.0))
        rounds, frame = divmod(found.begin, second.clip.frames)
        raised = STANDS in (first.clip.name, second.clip.name)
        lay = lay.then(loop_of(second.clip, rounds))
        return Crossing(first.clip, leave.frame, second.clip, frame + TICKS, lay, 1 - foot, found.swing, raised)


def walks(rig: Rig) -> list[Clip]:
    straight = fitted(STRAIGHT, rig)
    turns = [fitted(name, rig) for name in TURNS]
    return [
        straight,
        *(bent(straight, rig, side * radians(turn), stride) for turn, stride in BENDS for side in (1.0, -1.0)),
        *turns,
        *(mirrored(clip, rig, clip.name) for clip in turns),
        fitted(STANDS, rig),
    ]


@cache
def walk_graph(rig: Rig) -> WalkGraph:
    """Once a process and rig."""
    return WalkGraph(rig)
