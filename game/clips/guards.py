"""The poses that a body takes to keep its head out of the way, from readable files, as turns of a rig's joints."""

from __future__ import annotations

from functools import cache

import numpy as np

from components.arrays import Floats
from components.rig import Rig
from game.base.paths import POSES
from game.clips.falls import REFLECTED, turns
from systems.reflexes import WAYS


@cache
def guard_poses(rig: Rig) -> Floats:
    """(5, bones, 3) rad: rotation vectors against the parent, in the order of `WAYS`."""
    out = np.empty((len(WAYS), len(rig.bones), 3))
    for k, way in enumerate(WAYS):
        out[k] = turns(POSES / f"guard_{'left' if way == 'right' else way}.toml", rig)
        if way == "right":
            out[k] = out[k, list(rig.mirror)] * REFLECTED
    return out
