"""A trajectory: values over time, through key values.

Between two of them, h s apart, at the share b of the way (a = 1 - b), with the curvature m at each:

    x = a x0 + b x1 + ((a^3 - a) m0 + (b^3 - b) m1) h^2 / 6

which is a cubic spline where the curvatures are the spline's, and straight lines where there are none. Steps stay at a
value until the next one is due. Before its first time and after its last a trajectory stands still.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace
from enum import StrEnum

Row = tuple[float, ...]


class Way(StrEnum):
    """How it goes from one value to the next."""

    SPLINE = "spline"
    LINES = "lines"
    STEPS = "steps"


@dataclass(frozen=True)
class Trajectory:
    times: Row  # s, rising
    values: tuple[Row, ...]
    curvatures: tuple[Row, ...]  # of each value, a second; zeros: straight
    steps: bool = False

    @property
    def seconds(self) -> float:
        return self.times[-1]

    def at(self, t: float) -> Row:
        times, values = self.times, self.values
        k = bisect_right(times, t) - 1
        if k < 0:
            return values[0]
        if self.steps or k >= len(times) - 1:
            return values[k]
        h = times[k + 1] - times[k]
        b = (t - times[k]) / h
        a = 1.0 - b
        p, q = (a * a * a - a) * h * h / 6.0, (b * b * b - b) * h * h / 6.0
        rows = zip(values[k], values[k + 1], self.curvatures[k], self.curvatures[k + 1], strict=True)
        return tuple(a * x0 + b * x1 + p * m0 + q * m1 for x0, x1, m0, m1 in rows)

    def after(self, seconds: float) -> Trajectory:
        """The same, so much later."""
        return replace(self, times=tuple(seconds + t for t in self.times))
