"""How a body lies beside the starts of its getups, all six at once: what is asked of it while it lies.

The ways are those of systems/rising.py (rad2, weighted); here they cost 30 us in place of 260. Worked: who lies on his
back with his limbs as the first start has them has a way of 0 to it, and gets up in 0.3 s + (3.88 - 1.75) s / 0.95.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from components.character import Body
from components.clip import Array
from components.clock import TICKS_PER_S
from components.rig import Rig
from systems.rising import LATEST_S, LIMBS, PACE, REACH, SOONEST_S, STARTS, TRUNK
from systems.stage import Stage


class Starts(NamedTuple):
    """Those of systems/rising.py as arrays."""

    up: Array  # (starts, 3) the vertical as the root sees it
    limbs: Array  # (starts, limbs, 4) in the root's frame, left and right
    rows: Array  # (limbs,) of the rig
    weight: Array  # (limbs,)
    within: Array  # (starts,) rad2
    seconds: Array  # (starts,) that what comes after it takes


class Nearest(NamedTuple):
    start: int
    way: float  # rad2
    seconds: float  # until it stands, if nothing holds it up


def nearest(stage: Stage, body: Body) -> Nearest:
    """The start that it would take now."""
    clips: Any = stage.clips  # no protocol says that it can be hashed
    starts = starts_of(clips, body.rig)
    orientation = stage.tables.bones.orientation[body.first : body.last]
    x, y, z, w = orientation[0].tolist()
    up = np.array((2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)))
    tilts = np.arccos(np.clip(starts.up @ up, -1.0, 1.0))
    from_root = np.array(((w, -z, y, x), (z, w, -x, y), (-y, x, w, z), (-x, -y, -z, w)))  # of a limb's turn, as a row
    limbs = orientation[starts.rows] @ from_root
    turns = 2.0 * np.arccos(np.minimum(1.0, np.abs(np.einsum("slk,lk->sl", starts.limbs, limbs))))
    ways = TRUNK * tilts**2 + (turns**2) @ starts.weight
    k = int(np.where(ways <= starts.within, ways, np.inf).argmin())
    lower = STARTS[k].lower
    k = k if lower is None or tilts[k] <= tilts[lower] else lower
    gather_s = max(float(tilts[k]), float(turns[k].max())) / REACH
    return Nearest(k, float(ways[k]), min(LATEST_S, max(SOONEST_S, gather_s)) + float(starts.seconds[k]))


@lru_cache(maxsize=8)
def starts_of(clips: Any, rig: Rig) -> Starts:
    names = [f"{side}_{limb}" for limb in LIMBS for side in ("left", "right")]
    rows = np.array([rig.index(name) for name in names])
    found = [(clips.clip(start.clip, rig), round(TICKS_PER_S * start.lies_s)) for start in STARTS]
    x, y, z, w = np.array([clip.root_orientation[k] for clip, k in found]).T
    return Starts(
        up=np.column_stack((2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y))),
        limbs=np.array([clip.relative[k, rows] for clip, k in found]),
        rows=rows,
        weight=np.repeat(list(LIMBS.values()), 2),
        within=np.array([start.within for start in STARTS]),
        seconds=np.array([(start.ends_s - start.goes_s) / PACE for start in STARTS]),
    )
