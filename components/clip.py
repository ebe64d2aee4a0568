"""A clip: a motion fitted to one rig, as targets at 120 Hz that the tick only has to look up.

Frame k is the pose at k/120 s. Bone orientations are relative to the root (they depend on the clip alone),
so at run time a target is `actual_root * relative[k]`, with no recursion.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from components.arrays import READ_ONLY, Bools, Floats
from components.table import BONE

Array = NDArray[np.float64]
FRAME = "frame"


class ClipRows(NamedTuple):
    """A clip's numbers side by side, as compiled code takes them: made once, and a frame lies in one place."""

    bones: Annotated[Floats, FRAME, BONE, 14]  # relative (4), its spin (3), joint (4), its spin (3)
    root: Annotated[Floats, FRAME, 10]  # position (3), orientation (4), spin (3)
    loop_travel: Annotated[Floats, 3, READ_ONLY]


class Frames(NamedTuple):
    """A clip's numbers by themselves, as a Clip has them."""

    position: Annotated[Floats, FRAME, 3]
    turn: Annotated[Floats, FRAME, 4]
    spin: Annotated[Floats, FRAME, 3]
    relative: Annotated[Floats, FRAME, BONE, 4]
    relative_spin: Annotated[Floats, FRAME, BONE, 3]
    joint: Annotated[Floats, FRAME, BONE, 4]
    joint_spin: Annotated[Floats, FRAME, BONE, 3]
    upright: Annotated[Bools, FRAME]


@dataclass(frozen=True, eq=False)
class Clip:
    """All arrays are read-only, C-contiguous float64. n frames, b bones of the rig. Quaternions x y z w."""

    name: str
    looping: bool
    root_position: Array  # (n, 3) m, from the clip's origin on the floor; starts at x = y = 0
    root_orientation: Array  # (n, 4) the root in the clip's frame; starts facing +x
    root_spin: Array  # (n, 3) rad/s, look-ahead angular velocity of the root, clip axes (eq. 4)
    relative: Array  # (n, b, 4) orientation of each bone in the root's frame; [:, 0] is the identity
    relative_spin: Array  # (n, b, 3) rad/s, look-ahead angular velocity of each bone against the root, its axes (eq. 4)
    joint: Array  # (n, b, 4) orientation of each bone in its parent's frame; [:, 0] is root_orientation
    joint_spin: Array  # (n, b, 3) rad/s, look-ahead angular velocity against the parent, in the bone's own frame
    loop_travel: Array  # (3,) m, what one loop adds to the position
    loop_turn: float  # rad, what one loop adds to the heading
    upright: NDArray[np.bool_]  # (n,) is the head higher than 0.56 of the standing height above the lower foot here
    bake: Callable[[int], None] | None = None
    """Of one whose frames are made while it is played: makes all up to that one. Those after it may be anything."""

    def ready(self, frame: int) -> None:
        """Whoever plays it says so before a tick looks at that frame."""
        if self.bake is not None:
            self.bake(frame)

    @property
    def frames(self) -> int:
        return len(self.root_position)

    @cached_property
    def rows(self) -> ClipRows:
        return ClipRows(
            np.concatenate((self.relative, self.relative_spin, self.joint, self.joint_spin), axis=-1),
            np.concatenate((self.root_position, self.root_orientation, self.root_spin), axis=-1),
            self.loop_travel,
        )
