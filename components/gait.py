"""How a clip walks: what feet and balance do in each frame, as own feet need to know it (systems/walking.py)."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from components.arrays import Floats, Ints
from components.clip import FRAME


class Gait(NamedTuple):
    """In axes that turn with the way of the clip: forward, left, up. The stance foot is the one that came down last."""

    stands: Annotated[Ints, FRAME]  # the stance foot: 0 left, 1 right
    lifted: Annotated[Ints, FRAME]  # the foot that swings, -1 where both stand
    xi: Annotated[Floats, FRAME]  # m, the extrapolated centre of mass before the ankle that stands
    press: Annotated[Floats, FRAME]  # m, the place before that ankle that would carry the clip's own motion
    since_s: Annotated[Floats, FRAME]  # s since the stance foot came down
    left_s: Annotated[Floats, FRAME]  # s until the foot that swings comes down
    share: Annotated[Floats, FRAME]  # 0..1 of its swing
    foot: Annotated[Floats, FRAME, 3]  # m, the ankle of the other foot from the one that stands
    step_s: float  # s from a foot's coming down to the other's
    turns: float  # rad a frame by which the way turns
