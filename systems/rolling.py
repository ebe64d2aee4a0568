"""Rolling: the key poses of a roll over the shoulder, and which of them a body is led to.

Five key poses (data/poses/roll_*.toml) belong to five angles of the trunk: how far it has turned forward from the
upright. The two about an angle are mixed by how near they are: half way between `plant` and `over` it is led to half of
each. There is no clock in it. The angle to which a body is led is about 30 deg ahead of its trunk and never goes back:
poses draw it on, and wait for it. So the roll is as fast as the body came: no root spring acts, and gravity, what the
legs push and the speed that it had carry it over. Only at the start, where it is led from its clip into the roll, the
angle goes on at so many deg/s: with 540 and a trunk that is upright it is at 30 after 0.056 s.
"""

from __future__ import annotations

from math import atan2, degrees

from components.arrays import quat
from components.character import Body
from systems.kernels import quaternions as qt
from systems.stage import Stage

KEYS = ("reach", "plant", "over", "tuck", "open")
AT = (30.0, 60.0, 139.0, 207.0, 323.0)  # deg forward of the upright, of the trunk in each
RATE = 523.0  # deg/s
AHEAD = 27.0  # deg
STRENGTH = 0.64  # of its muscles that it rolls with
RIGHT, LEFT = 1, 2  # the shoulder
DOWN = (0.0, 0.0, -1.0)
Five = tuple[float, float, float, float, float]


def between(angle: float) -> Five:
    """Shares of the key poses at that angle (deg); they add up to 1."""
    shares = [0.0] * len(KEYS)
    high = next((k for k, at in enumerate(AT) if angle < at), len(KEYS))
    if 0 < high < len(KEYS):
        shares[high] = (angle - AT[high - 1]) / (AT[high] - AT[high - 1])
        shares[high - 1] = 1.0 - shares[high]
    else:
        shares[min(high, len(KEYS) - 1)] = 1.0
    a, b, c, d, e = shares
    return a, b, c, d, e


def turned(stage: Stage, body: Body, before: float) -> float:
    """deg that the middle of its trunk has turned forward from the upright, counted on from `before`: 90 faces the
    floor, 180 is upside down, 270 lies on the back, 360 is upright again."""
    middle = (body.head - body.first) // 2  # the trunk's bones come before the head's, from the pelvis up
    x, _, z = qt.unrotate(quat(stage.tables.bones.orientation[body.first + middle]), DOWN)
    return before + (degrees(atan2(x, -z)) - before + 180.0) % 360.0 - 180.0


def led_on(angle: float, trunk: float, dt: float) -> float:
    """The angle to which it is led (deg), a tick later."""
    return max(angle, min(angle + RATE * dt, trunk + AHEAD))
