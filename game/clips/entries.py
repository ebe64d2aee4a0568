"""Where a clip is entered: at the frame that is nearest to how a body is and moves.

Near is what it is in a motion graph (`game/clips/motion_graph.py`): by the places and velocities of the joints, the
root's among them, in the heading of the root.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from components.clip import Array, Clip
from components.rig import Rig
from game.clips.motion_graph import GRAIN, features, weighted

rows = lru_cache(maxsize=64)(features)


def nearest(clip: Clip, rig: Rig, place: Array, velocity: Array) -> int:
    """The frame; `place` (m) from the floor below the root and `velocity` (m/s), (bones, 3)."""
    way = rows(clip, rig) - weighted(place[None], velocity[None], rig)
    apart = np.sqrt(np.einsum("kj,kj->k", way, way))
    return int(np.round(apart / GRAIN).argmin())
