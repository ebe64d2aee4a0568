"""What a similarity search looks at, and what each difference weighs in it (systems/similarity.py)."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from components.arrays import Floats
from components.clip import FRAME
from components.table import BONE


class Keyframes(NamedTuple):
    """The frames of a clip, wherever it stands and faces. The root's are in its own axes."""

    joint: Annotated[Floats, FRAME, BONE, 4]  # orientation in the parent's frame
    joint_spin: Annotated[Floats, FRAME, BONE, 3]  # rad/s against the parent, own axes
    root: Annotated[Floats, FRAME, 10]  # the vertical (3), spin rad/s (3), velocity m/s (3); height m


class Weights(NamedTuple):
    """What a difference adds to the value; from `threshold` on a state is not similar enough."""

    joint: Annotated[Floats, BONE, 2]  # per rad and per rad/s of the bone's joint; the root's row is not used
    root: tuple[float, float, float, float]  # per rad of tilt, rad/s of spin, m of height, m/s of velocity
    threshold: float
