"""The appendices as experiments on the paper's cylinder, with nothing in them but equations 1 and 4.

8.1: for any PD there are two opposed springs that do the same: k_L + k_H = k_s, and k_H = k_s (th_d - th_L) / (th_H -
th_L). 8.2: gains that go straight, with their sum kept, take the arm along a straight line, if they are high.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import degrees, radians, sqrt

import numpy as np
from PIL import Image

from components.clock import DT, TICKS_PER_S
from game.figures.charts import BLUE, GREEN, GREY, ORANGE, Chart, charts
from game.figures.figure import Asked, Found, Job, Row
from game.figures.plots import Line
from game.figures.tension.pin import INERTIA, LEVEL, WIDE, Pinned

END_LOW, END_HIGH = -3.0, 3.0  # rad, of the springs
BEGIN = radians(20.0)
FIRM, LOOSE = 3000.0, 60.0  # N m/rad
FROM, TO, LASTS = radians(30.0), radians(90.0), 4.0

Law = Callable[[float, float, float], float]
"""N m from angle (rad), speed (rad/s) and time (s)."""


def springs(stiffness: float, angle: float) -> tuple[float, float]:
    """k_L and k_H (N m/rad) of springs that leave a joint at an angle (rad), no other force being there."""
    high = stiffness * (angle - END_LOW) / (END_HIGH - END_LOW)
    return stiffness - high, high


def damping(stiffness: float) -> float:
    return 2.0 * sqrt(stiffness * INERTIA)


def pd(stiffness: float, goal: float) -> Law:
    return lambda angle, speed, t: stiffness * (goal - angle) - damping(stiffness) * speed


def opposed(stiffness: float, gains: Callable[[float], tuple[float, float]]) -> Law:
    def law(angle: float, speed: float, t: float) -> float:
        low, high = gains(t)
        return low * (END_LOW - angle) + high * (END_HIGH - angle) - damping(stiffness) * speed

    return law


def led(law: Law, begin: float, seconds: float) -> list[float]:
    """Degrees, tick by tick, of the cylinder under that torque."""
    angles = list[float]()
    with Pinned(FIRM, begin, begin) as arm:
        for tick in range(round(seconds * TICKS_PER_S)):
            torques = np.zeros((2, 3))
            torques[1, 0] = law(arm.angle, float(arm.t.bones.joint_spin[1, 1]), tick * DT)
            arm.step(torques)
            angles.append(degrees(arm.angle))
    return angles


def same(stiffness: float) -> Found:
    one, other = springs(stiffness, LEVEL)
    by_pd = led(pd(stiffness, LEVEL), BEGIN, 2.0)
    by_two = led(opposed(stiffness, lambda t: (one, other)), BEGIN, 2.0)
    rows: list[Row] = [
        {"stiffness": stiffness, "t_s": n * DT, "pd_deg": a, "springs_deg": b}
        for n, (a, b) in enumerate(zip(by_pd, by_two, strict=True), 1)
    ]
    apart = max(abs(a - b) for a, b in zip(by_pd, by_two, strict=True))
    return Found({"": [{"stiffness": stiffness, "k_low": one, "k_high": other, "apart_deg": apart}], "angles": rows})


def equivalence(asked: Asked) -> list[Job]:
    return [Job(f"{stiffness:g}", same, (stiffness,)) for stiffness in (LOOSE, 280.0)]


def draw_equivalence(results: Sequence[Found]) -> Image.Image:
    column = list[Chart]()
    for found in results:
        rows = found.tables["angles"]
        t, one, two = ([float(row[key] or 0.0) for row in rows] for key in ("t_s", "pd_deg", "springs_deg"))
        lines = [Line("PD", t, one, ORANGE), Line("two springs", t, two, BLUE, dashed=True)]
        column.append(Chart(f"{rows[0]['stiffness']:g} N m/rad, let go at 20 degrees", "degrees", "t (s)", lines))
    return charts(column, WIDE)


def straight(stiffness: float) -> Found:
    """Gains go straight from those of one angle to those of another."""
    first, last = springs(stiffness, FROM), springs(stiffness, TO)

    def gains(t: float) -> tuple[float, float]:
        share = min(1.0, t / LASTS)
        return first[0] + share * (last[0] - first[0]), first[1] + share * (last[1] - first[1])

    angles = led(opposed(stiffness, gains), FROM, LASTS + 1.0)
    line = [degrees(FROM + (TO - FROM) * min(1.0, n * DT / LASTS)) for n in range(1, len(angles) + 1)]
    rows: list[Row] = [
        {"stiffness": stiffness, "t_s": n * DT, "deg": a, "line_deg": b}
        for n, (a, b) in enumerate(zip(angles, line, strict=True), 1)
    ]
    off = max(abs(a - b) for a, b in zip(angles, line, strict=True))
    return Found({"": [{"stiffness": stiffness, "farthest_off_deg": off}], "angles": rows})


def straightness(asked: Asked) -> list[Job]:
    return [Job(f"{stiffness:g}", straight, (stiffness,)) for stiffness in (LOOSE, 280.0, FIRM)]


def draw_straightness(results: Sequence[Found]) -> Image.Image:
    lines = list[Line]()
    for found, colour in zip(results, (ORANGE, BLUE, GREEN), strict=True):
        rows = found.tables["angles"]
        t, angle = ([float(row[key] or 0.0) for row in rows] for key in ("t_s", "deg"))
        lines.append(Line(f"{rows[0]['stiffness']:g} N m/rad", t, angle, colour))
    wanted = [float(row["line_deg"] or 0.0) for row in results[0].tables["angles"]]
    lines.append(Line("straight", t, wanted, GREY, dashed=True))
    title = "gains that go straight in 4 s; nothing but weight is in the arm's way"
    return charts([Chart(title, "degrees", "t (s)", lines)], WIDE)
