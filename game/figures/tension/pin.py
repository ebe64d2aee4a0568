"""The paper's arm: a solid cylinder of 5 kg and 60 cm on a pin joint, alone in an engine, under the servo `tension`.

m g l = 14.715 N m. Level, a spring without weight in it needs 280 N m/rad to be 3 degrees off, and 1680 for 0.5.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import degrees, pi, sin, sqrt

import numpy as np
from PIL import Image

from components.clock import DT, TICKS_PER_S
from components.rig import Bone, Joint, Rig
from game.figures.charts import BLUE, GREEN, GREY, ORANGE, Chart, charts
from game.figures.figure import Asked, Found, Job, Row
from game.figures.on_the_beat.bench import HEAVY, STRONG, Bench
from game.figures.plots import Line
from systems.kernels.quaternions import from_rotvec
from systems.laws.tension import FIRM, PREDICTED

WEIGHT, INERTIA, GRAVITY = 14.715, 0.6, 9.81  # N m, kg m2 about the pin, m/s2
UNIT = (FIRM * 90.0) ** 2 * INERTIA  # N m/rad at tension 1
LEVEL = pi / 2.0
LOOSE, FIRMER = 0.4 * WEIGHT, 1.6 * WEIGHT  # N m/rad, of figure 2
STIFFNESSES = (20.0, 60.0, 280.0, 840.0, 1680.0)
SECONDS = 15.0
WIDE = (760, 260)


def cylinder() -> Rig:
    """Upright at rest, on a base that stays."""
    base = Bone(
        "base", -1, Joint.ROOT, (0, 0, 0), (0, 0, 1), HEAVY, (0, 0, 0), (1e3 * HEAVY,) * 3, 0, 0, 0, 0, (0, 0, 0)
    )
    rod = Bone(
        "rod", 0, Joint.HINGE, (0, 0, 0), (0, 1, 0), 5.0, (0, 0, 0.3), (0.15, 0.15, 1e-3), 300.0, -2.5, 2.5, 0,
        (0, 0, 0),
    )  # fmt: skip
    return Rig("cylinder", 1.0, (base, rod), (2, 2), (0, 1))


class Pinned(Bench):
    """The cylinder, whose base is held as a body's is by its feet."""

    def __init__(self, stiffness: float, goal: float, begin: float, servo: str = "tension") -> None:
        super().__init__(cylinder(), GRAVITY, servo)
        t = self.t
        (own,) = t.own["tension"]
        own.tension[:], own.balancing[:], own.updating[:] = stiffness / UNIT, True, PREDICTED
        t.muscles.told[:], t.muscles.strength[:], t.muscles.set_frequency[:] = 1.0, 1.0, 90.0
        t.muscles.limit[:], t.modes.gravity[:], t.skeletons.foot[0] = STRONG, GRAVITY, True
        t.contacts.count[0], t.contacts.bone[0], t.contacts.other_bone[0] = 1, 0, -1
        t.contacts.impulse[0] = t.skeletons.total_mass[0] * GRAVITY * DT
        self.put(np.array([(0.0, 0.0, 0.0, 1.0), from_rotvec((0.0, begin, 0.0))]))
        t.targets.relative[1] = t.targets.joint[1] = from_rotvec((0.0, goal, 0.0))

    @property
    def angle(self) -> float:
        """rad from upright"""
        _, y, _, w = self.t.bones.joint[1].tolist()
        return float(2.0 * np.arctan2(y, w))

    def by_pd(self, stiffness: float) -> float:
        """rad that the paper's eq. 1 leaves it below level."""
        damping = 2.0 * sqrt(stiffness * INERTIA)
        for _ in range(6 * TICKS_PER_S):
            torques = np.zeros((2, 3))
            torques[1, 0] = stiffness * (LEVEL - self.angle) - damping * float(self.t.bones.joint_spin[1, 1])
            self.step(torques)
        return self.angle - LEVEL


def held(stiffness: float) -> Found:
    with Pinned(stiffness, LEVEL, LEVEL) as arm:
        arm.run(round(SECONDS * TICKS_PER_S))
        off = degrees(arm.angle - LEVEL)
    with Pinned(stiffness, LEVEL, LEVEL) as arm:
        pd = degrees(arm.by_pd(stiffness)) if stiffness >= WEIGHT * 4.0 else None
    return Found({"": [{"stiffness_nm_per_rad": stiffness, "pd_off_deg": pd, "tension_off_deg": off}]})


def levels(asked: Asked) -> list[Job]:
    return [Job(f"{stiffness:g}", held, (stiffness,)) for stiffness in STIFFNESSES]


def draw_levels(results: Sequence[Found]) -> Image.Image:
    rows = [row for found in results for row in found.tables[""]]
    x = [float(row["stiffness_nm_per_rad"] or 0.0) for row in rows]
    pd = [float(row["pd_off_deg"]) if isinstance(row["pd_off_deg"], float) else None for row in rows]
    tension = [abs(float(row["tension_off_deg"] or 0.0)) for row in rows]
    lines = [Line("PD", x, pd, ORANGE), Line("tension", x, tension, GREEN)]
    title = "how far a cylinder of 5 kg and 60 cm sags from level"
    return charts([Chart(title, "degrees", "stiffness (N m/rad)", lines, log_x=True)], WIDE)


def folded(stiffness: float) -> Found:
    """Where it comes to rest when it is let go a little to either side of upright, and the torque about its joint."""
    rests = list[Row]()
    for side in (-1.0, 1.0):
        with Pinned(stiffness, 0.0, 0.05 * side) as arm:
            arm.run(round(60.0 * TICKS_PER_S))
            needs = float(arm.t.own["tension"][0].folds[1]) * UNIT
            rests.append({"stiffness": stiffness, "rests_at_deg": degrees(arm.angle), "folds_below": needs})
    curve: list[Row] = [
        {"stiffness": stiffness, "deg": float(d), "torque_nm": WEIGHT * sin(d * pi / 180) - stiffness * d * pi / 180}
        for d in np.arange(-140.0, 140.1, 2.0)
    ]
    return Found({"": rests, "curves": curve})


def folds(asked: Asked) -> list[Job]:
    return [Job(f"{stiffness:.1f}", folded, (stiffness,)) for stiffness in (LOOSE, FIRMER)]


def draw_folds(results: Sequence[Found]) -> Image.Image:
    lines = list[Line]()
    for found, colour, name in zip(results, (ORANGE, BLUE), ("low gain", "high gain"), strict=True):
        curve = found.tables["curves"]
        x, y = ([float(row[key] or 0.0) for row in curve] for key in ("deg", "torque_nm"))
        lines.append(Line(name, x, y, colour))
        rests = [float(row["rests_at_deg"] or 0.0) for row in found.tables[""]]
        lines.append(Line(f"{name}: comes to rest", rests, [0.0 for _ in rests], GREY, dashed=True))
    title = "torque on an upright arm, and where it comes to rest when it is let go beside upright"
    return charts([Chart(title, "N m", "angle (degrees)", lines)], WIDE)
