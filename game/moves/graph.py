"""The motion graph of a boxer's moves: where a move is entered from another, and how long it is blended.

A punch that is ordered in guard is entered at its start. Out of the last part of another move it may be entered a
little later, if the body is nearer there: by a quarter of the time until it is to arrive at most, of a jab 0.02 s.
"""

from __future__ import annotations

from components.clip import Clip
from components.clock import TICKS_PER_S
from components.fight import MoveKind
from components.rig import Rig
from game.clips.clip import fitted
from game.clips.motion_graph import BLEND_S, MotionGraph
from systems.boxing.boxing import GUARD, RELEASE
from systems.someone import IDLE
from systems.stage import Graph, Moves

SKIP, SKIP_S = 0.25, 0.04  # of the time until a strike arrives; of other moves, s
IN_TIME = 0.75  # of the time until it arrives: by then a strike is blended in


class MoveGraph(Graph):
    def __init__(self, moves: Moves, rig: Rig) -> None:
        self.moves = moves
        clips = {name: moves.clip(name) for name in moves.names}
        once = {name: clip for name, clip in clips.items() if not clip.looping}
        self.ways = MotionGraph(
            [*clips.values(), fitted(IDLE, rig)],
            rig,
            entries={name: (0, round(self._skip(name) * TICKS_PER_S)) for name in once},
            leaves={name: self._leave(name, clip) for name, clip in once.items()},
            home=GUARD,
        )
        punches = [name for name in moves.names if moves.kind(name) is MoveKind.PUNCH]
        leaves = self.ways.leaves
        self._distance = {(a, b): self.ways.path(a, leaves[a], [b]).legs[1].distance for a in punches for b in punches}

    def entry(self, after: str, gone: float, move: str) -> tuple[float, float]:
        if after in self.ways.clips:
            frame, _, blend_s = self.ways.transition(after, gone * (self.ways.clips[after].frames - 1), move)
        else:
            frame, blend_s = 0, BLEND_S[1]  # as far as it gets
        if contact := self.moves.contact(move)[0]:
            blend_s = min(blend_s, IN_TIME * (contact - frame / TICKS_PER_S))
        return frame / TICKS_PER_S, blend_s

    def distance(self, after: str, punch: str) -> float:
        return self._distance[after, punch]

    def _skip(self, name: str) -> float:
        contact = self.moves.contact(name)[0]
        return SKIP * contact if contact else SKIP_S

    def _leave(self, name: str, clip: Clip) -> int:
        """The first frame at which a next order is done: see systems/boxing/boxing.py."""
        kind, seconds = self.moves.kind(name), (clip.frames - 1) / TICKS_PER_S
        begin = self.moves.contact(name)[1] if kind is MoveKind.PUNCH else 0.0
        return round((begin + RELEASE[kind] * (seconds - begin)) * TICKS_PER_S)
