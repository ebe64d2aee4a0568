"""Rolling: the key poses of a roll over the shoulder, and how far round the body is."""

from __future__ import annotations

from math import atan2, degrees

from components.arrays import quat
from components.character import Body
from systems.kernels import quaternions as qt
from systems.stage import Stage

KEYS = ("reach", "plant", "over", "tuck", "open")
AT = (46.0, 75.0, 138.0, 218.0, 327.0)  # deg forward of the upright: where the trunk is in each
RATE = 382.0
STRENGTH = 0.87
AHEAD = 30.0
DOWN = (0.0, 0.0, -1.0)
Five = tuple[float, float, float, float, float]


def between(turned: float) -> Five:
    """Shares of the key poses: of the two about there, by how near they are. 114 deg: half of `plant`, half of `over`."""
    shares = [0.0] * len(KEYS)
    high = next((k for k, at in enumerate(AT) if turned < at), len(KEYS))
    if high == 0:
        shares[0] = 1.0
    elif high == len(KEYS):
        shares[-1] = 1.0
    else:
        shares[high] = (turned - AT[high - 1]) / (AT[high] - AT[high - 1])
        shares[high - 1] = 1.0 - shares[high]
    return shares[0], shares[1], shares[2], shares[3], shares[4]


def pitch(stage: Stage, body: Body, trunk: int) -> float:
    """deg: how far its trunk has turned forward from the upright, -180 .. 180; 90 faces the floor."""
    x, _, z = qt.unrotate(quat(stage.tables.bones.orientation[body.first + trunk]), DOWN)
    return degrees(atan2(x, -z))
