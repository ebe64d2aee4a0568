"""The motion graph of walking: walks, straight and along arcs, turns, standing; and where each leads into another.

Each walk is left where one of its feet lifts off, twice in a loop, for any other walk at the frame at which the two are
nearest over the time of a crossing (`game.clips.crossing`), in the distance of `game.clips.motion_graph`. So a path is
a sequence of steps, and each step says which walk it belongs to.
"""

from __future__ import annotations

from functools import cache
from math import radians

import numpy as np

from components.arrays import Bools
from components.clip import Clip
from components.path import SPARSE, Ways
from components.rig import Rig
from game.clips.bends import bent
from game.clips.clip import fitted, mirrored
from game.clips.crossing import BEFORE, FLAT, TICKS, Crossing, Lay, foot_places, loop_of
from game.clips.motion_graph import features

STRAIGHT, STANDS = "walk", "stand"
BENDS_DEG = (9.0, -9.0, 18.0, -18.0, 30.0, -30.0)  # by which the straight walk is bent in each of its loops
TURNS = ("turn_left_sharp", "turn_right", "turn_right_sharp")  # and their mirror images
PAUSE = 60  # frames between two at which standing may end
EARLY = 2  # ticks before a foot lifts off, at which a walk is left
NEARBY = 12  # ticks before and after its own lift-off, at which a walk may be entered
BREAK = 12  # ticks: a foot that is up for less stands
LEAST_SWING = 30  # ticks in which a foot goes over at least


class WalkGraph:
    """All of it for one rig, and the clips of its crossings, made when they are first asked for."""

    begins_at, ticks = BEFORE, TICKS

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.clips = walks(rig)
        self._feet = [(ankle, yaw, _whole(stands)) for ankle, yaw, stands in (foot_places(c, rig) for c in self.clips)]
        self._rows = [features(clip, rig) for clip in self.clips]
        self.crossings: list[Crossing] = []
        self._made: dict[int, Clip] = {}
        self.ways = self._ways()

    def place_of(self, clip: Clip) -> int:
        return next((c for c, own in enumerate(self.clips) if own is clip), -1)

    def crossing(self, edge: int) -> Clip:
        if edge not in self._made:
            self._made[edge] = self.crossings[edge].clip(self.rig)
        return self._made[edge]

    # --- where it is left and entered

    def _ways(self) -> Ways:
        leaves = [(c, frame, foot) for c in range(len(self.clips)) for frame, foot in self._leaves(c)]
        begins, price = [0], list[float]()
        for c, frame, foot in leaves:
            for other in range(len(self.clips)):
                if other != c:
                    for side in (0, 1) if foot < 0 else (foot,):
                        found = self._enter(c, frame, other, side)
                        if found is not None:
                            self.crossings.append(found[0])
                            price.append(found[1])
            begins.append(len(self.crossings))
        left: list[list[int]] = [[] for _ in self.clips]  # frames
        for c, frame, _ in leaves:
            left[c].append(frame)
        starts = np.cumsum([0, *map(len, left)])

        def reach(c: int, frame: int) -> tuple[int, int]:
            """Where the clip is left next after that frame, and in how many ticks."""
            waits = [(own - frame) % self.clips[c].frames or self.clips[c].frames for own in left[c]]
            return int(starts[c]) + int(np.argmin(waits)), min(waits)

        index = {id(clip): c for c, clip in enumerate(self.clips)}
        roots = [clip.root_position[:, :2] for clip in self.clips]
        q = [clip.root_orientation for clip in self.clips]
        loops = [loop_of(clip, 1) for clip in self.clips]
        return Ways(
            first=np.cumsum([0, *map(len, roots)], dtype=np.int64),
            root=np.ascontiguousarray(np.concatenate(roots)),
            facing=np.concatenate([2.0 * np.arctan2(rows[:, 2], rows[:, 3]) for rows in q]),
            loop=np.array(loops),
            leave_clip=np.array([c for c, _, _ in leaves], np.int64),
            leave_frame=np.array([frame for _, frame, _ in leaves], np.int64),
            begins=np.array(begins, np.int64),
            stay=np.array([reach(c, frame)[0] for c, frame, _ in leaves], np.int64),
            stay_ticks=np.array([reach(c, frame)[1] for c, frame, _ in leaves], np.int64),
            to=np.array([index[id(crossing.second)] for crossing in self.crossings], np.int64),
            enter=np.array([crossing.enter for crossing in self.crossings], np.int64),
            reach=np.array([reach(index[id(each.second)], each.enter)[0] for each in self.crossings], np.int64),
            reach_ticks=np.array([reach(index[id(each.second)], each.enter)[1] for each in self.crossings], np.int64),
            lay=np.array([crossing.lay for crossing in self.crossings]),
            price=np.array(price),
            over=np.array([crossing.root()[SPARSE::SPARSE] for crossing in self.crossings]),
            stands=np.array([clip.name == STANDS for clip in self.clips]),
        )

    def _leaves(self, c: int) -> list[tuple[int, int]]:
        """(frame, the foot that swings then; -1: either)."""
        clip = self.clips[c]
        if clip.name == STANDS:
            return [(frame, -1) for frame in range(0, clip.frames, PAUSE)]
        return sorted(((self._lift(c, foot) - EARLY) % clip.frames, foot) for foot in (0, 1))

    def _lift(self, c: int, foot: int) -> int:
        """The frame at which the foot lifts off, and does not touch for a while."""
        stands = self._feet[c][2][:, foot]
        n = len(stands)
        swings = [_run(stands, k) if stands[k - 1] else 0 for k in range(n)]
        return int(np.argmax(swings))

    def _enter(self, c: int, leave: int, other: int, foot: int) -> tuple[Crossing, float] | None:
        """The best crossing into another walk, and how far the two are apart; none where no foot stands in both."""
        first, second, holds = self.clips[c], self.clips[other], 1 - foot
        if second.name == STANDS:
            offered = [0]
        else:
            lift = self._lift(other, foot)
            late = LEAST_SWING if first.name == STANDS else 0
            offered = list(range(lift - NEARBY, lift + NEARBY + late))
        best: tuple[Crossing, float] | None = None
        for begin in offered:
            if not (self._holds(c, leave, holds) and self._holds(other, begin, holds)):
                continue
            swing = min(self._lands(c, leave, foot), self._lands(other, begin, foot), TICKS)
            if swing < LEAST_SWING:
                continue
            t = np.arange(0, TICKS + 1, SPARSE)
            way = self._rows[c][(leave + t) % first.frames] - self._rows[other][(begin + t) % second.frames]
            apart = float(np.sqrt((way * way).sum(axis=1).mean()))
            if best is None or apart < best[1]:
                lay = self._lay(c, leave + FLAT, other, begin + FLAT, holds)
                rounds, frame = divmod(begin, second.frames)
                stood = STANDS in (first.name, second.name)
                lay, enter = lay.then(loop_of(second, rounds)), frame + TICKS
                best = Crossing(first, leave, second, enter, lay, holds, swing, stood), apart
        return best

    def _holds(self, c: int, frame: int, foot: int) -> bool:
        """Does the foot stand from there to the end of a crossing, but for its first and last moments?"""
        stands = self._feet[c][2][:, foot]
        return bool(stands[(frame + np.arange(FLAT, TICKS - 6)) % len(stands)].all())

    def _lands(self, c: int, frame: int, foot: int) -> int:
        """Ticks until it stands again; many where it stands all the time."""
        stands = self._feet[c][2][:, foot]
        if stands.all():
            return 2 * TICKS
        n = len(stands)
        up = next((t for t in range(n) if not stands[(frame + t) % n]), n)
        return up + _run(stands, (frame + up) % n)

    def _lay(self, c: int, frame: int, other: int, there: int, foot: int) -> Lay:
        """How the other clip lies in this one's frame for that foot to stand in one place in both."""
        (x, y), yaw = self._stood(c, frame, foot)
        (ox, oy), other_yaw = self._stood(other, there, foot)
        return Lay(x, y, yaw - other_yaw).then(Lay(-ox, -oy, 0.0))

    def _stood(self, c: int, frame: int, foot: int) -> tuple[tuple[float, float], float]:
        clip, (ankle, yaw, _) = self.clips[c], self._feet[c]
        rounds, k = divmod(frame, clip.frames)
        lay = loop_of(clip, rounds)
        return lay.point(*ankle[k, foot, :2].tolist()), lay.turn + float(yaw[k, foot])


def _whole(stands: Bools) -> Bools:
    """(n, 2) without breaks too short to be a step."""
    out = stands[:-1].copy()
    for foot in range(out.shape[1]):
        for k in np.flatnonzero(~out[:, foot] & np.roll(out[:, foot], 1)).tolist():
            if (gap := _run(out[:, foot], k)) < BREAK:
                out[(k + np.arange(gap)) % len(out), foot] = True
    return np.asarray(out)


def _run(stands: Bools, k: int) -> int:
    """For how many frames from there on it does not stand."""
    n = len(stands)
    return next((t for t in range(n) if stands[(k + t) % n]), n)


def walks(rig: Rig) -> list[Clip]:
    straight = fitted(STRAIGHT, rig)
    turns = [fitted(name, rig) for name in TURNS]
    return [
        straight,
        *(bent(straight, rig, radians(turn)) for turn in BENDS_DEG),
        *turns,
        *(mirrored(clip, rig, clip.name) for clip in turns),
        fitted(STANDS, rig),
    ]


@cache
def walk_graph(rig: Rig) -> WalkGraph:
    """Once a process and rig."""
    return WalkGraph(rig)
