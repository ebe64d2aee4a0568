"""What people stand, to be drawn beside a body here: 75 kg and 1.75 m, and J = m w0 b.

w0 = sqrt(g / l), l = 1.2 of the hip's height (0.53 of the body's): 1.11 m, 2.97 /s. Hof, Gazendam and Sinke (J.
Biomech. 2005): who is not to step may have xi = x + v / w0 no further than b = 15 cm ahead and 12 cm behind, 33 N s
forward and 27 back. Wojcik et al. (J. Gerontol. 1999) let people go who leaned: one step saved the young from 31
degrees forward, older ones from 24. Backward and sideways it is 22 % less (Carbonneau and Smeets, 2014). Who leans by
a has xi at h sin a ahead of the ankles, h = 0.57 of the body's height; who stands has it 5 cm ahead. The push that
takes it as far is 103 N s for 31 degrees. That is reckoned here; nobody measured it as a push.
"""

from __future__ import annotations

from math import radians, sin, sqrt
from typing import NamedTuple

MASS, TALL, GRAVITY = 75.0, 1.75, 9.81
LENGTH, MIDDLE, STANDS = 1.2 * 0.53 * TALL, 0.57 * TALL, 0.05  # m
SHARE_ASIDE = 0.78  # of the lean forward


class Human(NamedTuple):
    degrees: float  # the push's direction, 0 forward
    impulse: float  # N s
    steps: int  # with which it is stood
    source: str


def impulse(margin: float) -> float:
    """N s that bring xi so far (m): 0.148 m are 33."""
    return MASS * sqrt(GRAVITY / LENGTH) * margin


def leaned(lean_deg: float) -> float:
    return impulse(MIDDLE * sin(radians(lean_deg)) - STANDS)


HOF, WOJCIK, CARBONNEAU = "Hof 2005", "Wojcik 1999", "Carbonneau 2014"
HUMANS = (
    Human(0.0, 33.0, 0, HOF),
    Human(180.0, 27.0, 0, HOF),
    Human(0.0, leaned(31.0), 1, f"{WOJCIK}, young"),
    Human(0.0, leaned(24.0), 1, f"{WOJCIK}, older"),
    *(Human(degrees, leaned(31.0 * SHARE_ASIDE), 1, f"{CARBONNEAU}, young") for degrees in (90.0, 180.0, 270.0)),
)
