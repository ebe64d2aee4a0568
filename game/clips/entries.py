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
from game.clips.retarget import centre_of_mass, joint_places, skeleton

MIDFOOT = 0.06  # m ahead of the ankle
rows = lru_cache(maxsize=64)(features)


def nearest(clip: Clip, rig: Rig, place: Array, velocity: Array) -> int:
    """The frame; `place` (m) from the floor below the root and `velocity` (m/s), (bones, 3)."""
    way = rows(clip, rig) - weighted(place[None], velocity[None], rig)
    apart = np.sqrt(np.einsum("kj,kj->k", way, way))
    return int(np.round(apart / GRAIN).argmin())


@lru_cache(maxsize=64)
def middle(clip: Clip, rig: Rig) -> float:
    """m by which ankles lie ahead of the hips where their feet are below the centre of mass: the mean of a loop."""
    body = skeleton(rig)
    places = joint_places(clip, body)
    centre = centre_of_mass(body, clip.root_orientation.copy(), clip.relative.copy(), places)
    hips = places[:, [rig.index("left_thigh"), rig.index("right_thigh")]].mean(axis=1)
    q = clip.root_orientation
    yaw = 2.0 * np.arctan2(q[:, 2], q[:, 3])
    ahead = np.cos(yaw) * (centre - hips)[:, 0] + np.sin(yaw) * (centre - hips)[:, 1]
    return float(ahead.mean()) - MIDFOOT
