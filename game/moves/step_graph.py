"""The clips that lead over the ground, and how one goes on in another: from a walk into the run at the same foot.

Built at the first character with that rig. A turn is entered at the phase of the walk; a cartwheel and a jump at their
beginning, or a little later where that is nearer.
"""

from __future__ import annotations

from components.rig import Rig
from game.clips.motion_graph import MotionGraph
from game.moves.library import load_clip

STEPS = (
    "stand", "walk", "run", "turn_left", "turn_left_sharp", "turn_right", "turn_right_sharp", "jump", "cartwheel",
)  # fmt: skip
ONCE = {"jump": (0, 24), "cartwheel": (0, 12)}  # frames at which they may be entered


class StepGraph:
    def __init__(self, rig: Rig) -> None:
        self.names = STEPS
        self._graph = MotionGraph([load_clip(name, rig) for name in STEPS], rig, entries=ONCE, home="stand")

    def entry(self, after: str, frame: float, clip: str) -> tuple[float, float]:
        found = self._graph.transition(after, frame, clip)
        return float(found.frame), found.blend_s
