"""Gain space: where the two springs of one axis of a joint stand under the servo `tension`, and what that means.

    space = GainSpace()
    space.look(stage, row, axis)          # after each tick
    space.draw(ui, plot, tall, words, bone)

The upper plot has k_L to the right and k_H upward. All points on the line through the working point hold the joint
at one angle, the farther out the firmer: k_L (th_L - th) + k_H (th_H - th) + F = 0. Its neighbours are the lines of
the ends of its range. The lower plot is torque against angle, springs and weight together: where it crosses zero
the joint can rest, and a joint that is too loose for the weight on it has three such places. 14.7 N m of a level arm of
0.3 m and 5 kg that is held by 6 N m/rad: it folds.
"""

from __future__ import annotations

from math import cos, degrees, sin
from typing import Any, NamedTuple

import numpy as np

from components.arrays import Floats, quat
from components.rig import Joint
from game.panel.series import TICKS, axes_of
from game.rigs.calibration import Calibration, load
from systems.kernels.kinematics import hinge_angle
from systems.kernels.quaternions import conj, cross, dot, mul, rotate, to_rotvec
from systems.laws.antagonists import BEYOND
from systems.laws.known_forces import holds
from systems.stage import Stage

HINGE = int(Joint.HINGE)
PLACES = 181  # of the lower plot
ROOM = 1.3  # of the working point's gains, that the upper plot shows


class Springs(NamedTuple):
    """About one axis: N m/rad, rad, rad, N m."""

    low: float
    high: float
    end_low: float
    end_high: float
    angle: float  # where the joint is wanted
    level: float  # N m of weight there, which they hold
    upright: float  # N m of weight a right angle further on

    def load(self, turned: float) -> float:
        """N m of weight when the joint is turned by so much (rad) from there."""
        return self.level * cos(turned) + self.upright * sin(turned)

    def torque(self, angle: float) -> float:
        """N m of all at an angle (rad)."""
        pull = self.low * (self.end_low - angle) + self.high * (self.end_high - angle)
        return pull + self.load(angle - self.angle)

    def of_equal_angle(self, angle: float, along: Floats) -> Floats:
        """k_H for each k_L with which the joint is at an angle (rad) under the load that it has now."""
        load = self.low * (self.end_low - self.angle) + self.high * (self.end_high - self.angle)
        return np.asarray((load + along * (angle - self.end_low)) / (self.end_high - angle))


def springs_of(stage: Stage, row: int, axis: int) -> Springs | None:
    """None: another law moves the joint, or has not done so yet."""
    t = stage.tables
    own, skeletons = t.own["tension"][0], t.skeletons
    n = 0 if skeletons.joint[row] == HINGE else axis
    low, high, end_low, end_high = (
        float(column[row, n]) for column in (own.pull_low, own.pull_high, own.end_low, own.end_high)
    )
    if low + high <= 0.0:
        return None
    local = axes_of(skeletons, row)[axis]
    goal = mul(quat(t.bones.orientation[int(skeletons.parent[row])]), quat(t.targets.joint[row]))
    gravity = float(t.modes.gravity[int(skeletons.owner[row])])
    moment, _ = holds(row, goal, gravity, t.targets, own.moment)
    about, down = rotate(goal, local), (0.0, 0.0, -gravity)
    level, upright = dot(about, cross(moment, down)), dot(about, cross(cross(about, moment), down))
    wanted = quat(t.targets.joint[row])
    if skeletons.joint[row] == HINGE:
        angle = hinge_angle(wanted, local)
    else:
        angle = dot(to_rotvec(mul(conj(quat(skeletons.swing_centre[row])), wanted)), local)
    return Springs(low, high, end_low, end_high, angle, level, upright)


def rests(springs: Springs, angles: Floats, torques: Floats) -> list[float]:
    """rad, where torque changes its sign."""
    found = list[float]()
    for n in range(1, len(angles)):
        a, b = torques[n - 1], torques[n]
        if a * b < 0.0:
            found.append(float(angles[n - 1] - a * (angles[n] - angles[n - 1]) / (b - a)))
    return found


class GainSpace:
    def __init__(self) -> None:
        self.trail = np.full((2, TICKS), np.nan)  # k_L and k_H, oldest first
        self.springs: Springs | None = None
        self._looked: tuple[object, int, int] = (None, 0, 0)
        self.axis, self.tension = 0, 0.0
        self.calibration: Calibration | None = None

    def look(self, stage: Stage, row: int, axis: int) -> None:
        if self._looked != (now := (stage.tables, row, axis)):
            self.trail[:], self._looked = np.nan, now
        self.springs, self.axis = springs_of(stage, row, axis), axis
        self.trail[:, :-1] = self.trail[:, 1:]
        self.trail[:, -1] = (self.springs.low, self.springs.high) if self.springs else (np.nan, np.nan)
        own = stage.tables.own["tension"][0]
        self.tension = float(own.tension[row] * own.tensed[row])

    def told(self, bone: str) -> str:
        """The slider in words: what the tension means."""
        turned = self.calibration.degrees(bone, self.axis, self.tension) if self.calibration else None
        return "" if turned is None else f"a firm push moves it {turned:.2g} degrees"

    def lines(self) -> tuple[Floats, list[Floats]]:
        """k_L, and k_H of the lines of equal angle: of the joint now, and of both ends of its range."""
        s = self.springs
        assert s is not None
        along = np.linspace(0.0, ROOM * max(s.low, s.high, 1e-6), 60)
        ends = s.end_low + BEYOND, s.end_high - BEYOND
        return along, [s.of_equal_angle(angle, along) for angle in (s.angle, *ends)]

    def curve(self) -> tuple[Floats, Floats]:
        """rad over the joint's range, and N m there."""
        s = self.springs
        assert s is not None
        angles = np.linspace(s.end_low + BEYOND, s.end_high - BEYOND, PLACES)
        return angles, np.array([s.torque(float(angle)) for angle in angles])

    def draw(self, ui: Any, plot: Any, tall: float, palette: tuple[Any, Any, Any, Any], rig: str, bone: str) -> None:
        """`palette`: of the joint, its trail, ends, and where it rests."""
        s, (line, trail, edge, pale) = self.springs, palette
        self.calibration = load(rig)
        if self.calibration is not None and (curve := self.calibration.curve(bone, self.axis)) is not None:
            ui.text_colored(line, self.told(bone))
            self._calibrated(plot, tall, curve, palette)
        if s is None:
            return
        ui.text_colored(line, f"k low {s.low:.3g}, k high {s.high:.3g} N m/rad")
        along, lines = self.lines()
        if self._begin(plot, "gain space", 1.6 * tall, (0.0, float(along[-1])), (0.0, float(along[-1]))):
            for name, values, colour in zip(("held", "low end", "high end"), lines, (line, edge, edge), strict=True):
                plot.plot_line(name, along, values, plot.PlotSpec(line_color=colour))
            plot.plot_line("trail", *np.ascontiguousarray(self.trail), plot.PlotSpec(line_color=trail))
            self._dot(plot, "now", s.low, s.high, trail)
            plot.end_plot()
        angles, torques = self.curve()
        found = rests(s, angles, torques)
        places = ", ".join(f"{degrees(angle):.0f}" for angle in found)
        ui.text_colored(line, f"it can rest at {places} degrees" if found else "it can rest nowhere within its range")
        top = float(np.abs(torques).max()) or 1.0
        ends = float(np.degrees(angles[0])), float(np.degrees(angles[-1]))
        if self._begin(plot, "torque and angle", tall, ends, (-top, top)):
            plot.plot_line("torque", np.degrees(angles), torques, plot.PlotSpec(line_color=line))
            plot.plot_line("zero", np.array(ends), np.zeros(2), plot.PlotSpec(line_color=pale))
            for n, angle in enumerate(found):
                self._dot(plot, f"rest {n}", degrees(angle), 0.0, trail)
            plot.end_plot()

    def _calibrated(self, plot: Any, tall: float, curve: tuple[float, ...], palette: tuple[Any, Any, Any, Any]) -> None:
        assert self.calibration is not None
        x, y = np.array(self.calibration.tensions), np.maximum(1e-3, np.array(curve))
        if self._begin(plot, "push", tall, (x[0], x[-1]), (y.min() / 1.3, y.max() * 1.3), log=True):
            plot.plot_line("degrees", x, y, plot.PlotSpec(line_color=palette[0]))
            at = min(max(self.tension, x[0]), x[-1])
            turned = self.calibration.degrees(self._bone(curve), self.axis, at)
            if turned is not None:
                self._dot(plot, "now", float(at), turned, palette[1])
            plot.end_plot()

    def _bone(self, curve: tuple[float, ...]) -> str:
        assert self.calibration is not None
        return next(name for name, own in self.calibration.curves.items() if curve in own.values())

    @staticmethod
    def _begin(
        plot: Any, name: str, tall: float, across: tuple[float, float], up: tuple[float, float], log: bool = False
    ) -> bool:
        flags = plot.PlotFlags
        if not plot.begin_plot(f"##{name}", (-1.0, tall), flags.CANVAS_ONLY | flags.NO_INPUTS):
            return False
        plot.setup_axes("", "", plot.AxisFlags.NONE, plot.AxisFlags.NONE)
        for axis, ends in ((plot.Axis.X1, across), (plot.Axis.Y1, up)):
            if log:
                plot.setup_axis_scale(axis, plot.Scale.LOG10)
            plot.setup_axis_limits(axis, *map(float, ends), plot.Cond.ALWAYS)
        return True

    @staticmethod
    def _dot(plot: Any, name: str, x: float, y: float, colour: Any) -> None:
        how = plot.PlotSpec(marker=plot.Marker.CIRCLE, marker_fill_color=colour, marker_line_color=colour)
        plot.plot_scatter(name, np.array([x]), np.array([y]), how)
