"""A punch on its way: its clip is made while it is played, a few frames at a time, each before a tick looks at it.

A cross of 80 frames takes 0.5 ms when it is made at once, in the one tick in which its key is pressed, and twice that
in a fight, where nothing of it is in the caches. Its first frames take 0.1 ms, and so do four more in every fourth tick
after that, as long as it is played. What a frame is depends on the punch alone, not on when it is made: a fight that is
saved in the middle and loaded again finds its frames, or makes them again to the bit.
"""

from __future__ import annotations

import numpy as np

from components.arrays import Floats2, Ints1
from components.clip import Clip, Frames
from components.clock import TICKS_PER_S
from components.rig import Rig
from game.clips.clip import LOOK_AHEAD_TICKS, UPRIGHT
from game.clips.retarget import Integers, skeleton
from game.clips.unfolding import hang, look_ahead
from game.moves.body import MoveBody, move_body
from game.moves.solve import solve
from game.moves.track import Track
from systems.kernels import allocating_kernel, entry
from systems.pacing import Pacing, room, seen

AT_ONCE = 4  # frames
FURTHER = 1 + LOOK_AHEAD_TICKS  # frames of the track that a mix of two, and how fast they turn, look beyond the first


class Thrower:
    """What is the same for all punches of a rig in a stance."""

    def __init__(self, rig: Rig, stance: str) -> None:
        shape = skeleton(rig)
        self.body: MoveBody = move_body(rig)
        self.parent, self.offset = shape.parent, shape.offset
        self.ends = np.array([rig.index(name) for name in ("head", "left_foot", "right_foot")])
        self.high = UPRIGHT * rig.height
        lead_left = stance == "orthodox"
        self.bones: Integers = np.array(range(len(rig.bones)) if lead_left else rig.mirror, np.int64)
        self.side = 1.0 if lead_left else -1.0

    def clip(self, name: str, track: Track, rate: float) -> Clip:
        """The track, `rate` times as fast; its origin is below its first root."""
        throw = _Throw(self, track, rate)
        return throw.pacing.clip(name, throw.bake)


class _Throw:
    def __init__(self, thrower: Thrower, track: Track, rate: float) -> None:
        self.thrower, self.track = thrower, track
        self.source = out = room(track.frames, len(thrower.parent))  # at the track's own pace
        out.spin[-1], out.relative_spin[-1], out.joint_spin[-1] = 0.0, 0.0, 0.0  # nothing comes after its end
        self.hips, self.start = np.zeros(3), np.zeros(3)
        self.baked = self.made = 0  # frames of the source, and of the clip
        self.pacing = Pacing(seen(self.source), rate, thrower.bones, thrower.side)

    def bake(self, frame: int) -> None:
        """Let there be this frame of the clip, and all before it."""
        at = self.pacing.at
        if frame < self.made or self.made == len(at):
            return
        last = min(len(at), frame + AT_ONCE)
        end = self.track.frames
        self._bake_source(end if last == len(at) else min(end, int(at[last - 1]) + 1 + FURTHER))
        self.pacing.make(self.made, last)
        self.made = last

    def _bake_source(self, last: int) -> None:
        first, out, thrower = self.baked, self.source, self.thrower
        solved = solve(self.track.at(np.arange(first, last) / TICKS_PER_S), thrower.body, self.hips)
        if first == 0:
            self.start = solved.position[0] * (1.0, 1.0, 0.0)
        out.joint[first:last], out.position[first:last] = solved.joint, solved.position - self.start
        unfold(first, last, thrower.parent, thrower.offset, thrower.ends, thrower.high, out)
        self.baked = last


@entry
@allocating_kernel
def unfold(first: int, last: int, parent: Ints1, offset: Floats2, ends: Ints1, high: float, out: Frames):
    """From where the joints of the frames first..last are, and those before, all else that is known by then."""
    places = np.empty((len(parent), 3))
    for k in range(first, last):
        hang(k, parent, offset, ends, high, places, out)
    for k in range(max(0, first - LOOK_AHEAD_TICKS), last - LOOK_AHEAD_TICKS):
        look_ahead(k, k, out)
