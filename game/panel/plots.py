"""The panel's plots: what one joint of the selected character does, live, over the last 4 s.

    plots = PlotsPanel(session)
    plots.draw(ui, label, combo)     # within a frame of the panel, while its header is open

A joint is looked at after each tick for as long as it is drawn; 60 ticks after the last picture that ends by itself,
so a closed panel costs nothing. Two plots have a second line with a scale of its own at the right: the time left beside
the error, k_d beside k_s. Both gains are drawn logarithmically: from 0.5 s to 0.04 s k_s grows 71-fold. A joint that
follows a model of itself has its angle beside those of model and target, and what it has found of its gains; where the
same joint of others does so too, all of them have a plot together. One under `tension` has what a push does to it, gain
space, and where it can rest (game/panel/gain_space.py). A joint with a key-frame is looked at first, or a led one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import isnan, nan
from re import sub
from typing import Any

import numpy as np

from components.law import LAWS
from game.hud.profile import round_up
from game.panel.gain_space import GainSpace
from game.panel.series import (
    DAMPING,
    ERROR,
    LEFT,
    LIMIT,
    MODEL,
    MOMENT,
    OF_1,
    OF_Q,
    OF_R,
    OF_W,
    PLANT,
    SHOWN_S,
    STIFFNESS,
    TARGET,
    TICKS,
    TORQUE,
    Trace,
    angle,
    axes_of,
    sample,
)
from game.picture.ink import readable
from game.session.session import Session

FORGOTTEN_TICKS = 60  # after the last picture; a slow machine draws four in a second
HEIGHT = 3.5  # of a plot, in rows of the panel
FIRST = ("right_upper_arm", "right_shoulder")  # looked at first, where no joint has a key-frame
LINE, SECOND, EDGE = (0.45, 0.66, 1.0, 1.0), (0.93, 0.69, 0.25, 1.0), (0.92, 0.36, 0.32, 1.0)
THIRD, FOURTH = (0.45, 0.80, 0.50, 1.0), (0.80, 0.55, 0.90, 1.0)
CLEAR, GRID, PALE = (0.0, 0.0, 0.0, 0.0), (1.0, 1.0, 1.0, 0.07), (0.60, 0.64, 0.70, 1.0)
ANGLES = (("target", TARGET, PALE), ("model", MODEL, SECOND), ("joint", PLANT, LINE))  # degrees from the joint's rest
SUMS = (("gains: q", OF_Q, LINE), ("w", OF_W, SECOND), ("r", OF_R, THIRD), ("constant", OF_1, FOURTH))  # rad/s2
ANGLE_COLOURS, SUM_COLOURS = ([colour for _, _, colour in lines] for lines in (ANGLES, SUMS))
MOST_BESIDE = 4  # bodies whose joint is shown together
TIMES = np.linspace(-SHOWN_S, 0.0, TICKS)

Colour = tuple[float, float, float, float]
Label = Callable[[str, str], None]
Combo = Callable[[str, str, Iterable[str]], str | None]


class PlotsPanel:
    def __init__(self, session: Session) -> None:
        self.session, self.trace, self.space = session, Trace(), GainSpace()
        self.beside, self.others = Trace(MOST_BESIDE), list[str]()  # degrees of the same joint, and whose they are
        self.joint, self.axis = "", 0
        self._wanted = 0  # ticks that are still to be looked at
        self._looks_at: tuple[object, int, int] = (None, 0, 0)  # tables, row, axis
        self._tick = -1
        self._plot: Any = None  # slimgui.implot, from the first picture on
        self._style: Any = None
        self._limits = np.zeros(2)

    # --- after each tick

    def look(self) -> None:
        """Of a world that was scrubbed or opened anew nothing before is shown."""
        if self._wanted == 0:
            return
        self._wanted -= 1
        stage, (row, axis) = self.session.simulation.stage, self._chosen()
        tables, old_row, old_axis = self._looks_at
        if tables is not stage.tables or (row, axis) != (old_row, old_axis) or stage.ticks != self._tick + 1:
            self.trace.clear()
            self.beside.clear()
        self._looks_at, self._tick = (stage.tables, row, axis), stage.ticks
        self.trace.write(sample(stage, row, axis))
        self.beside.write(self._beside(axis))
        if list(LAWS)[int(stage.tables.muscles.acting[row])] == "tension":
            self.space.look(stage, row, axis)
        else:
            self.space.springs = None

    def _who(self) -> str:
        return self.session.chosen or next(iter(self.session.simulation.characters))

    def _chosen(self) -> tuple[int, int]:
        """Row in the bone table, and axis; a joint that this body has not becomes one that it has."""
        character, t = self.session.simulation.characters[self._who()], self.session.simulation.stage.tables
        first = int(t.skeletons.first[list(self.session.simulation.characters).index(self._who())])
        if self.joint not in character.bones[1:]:
            keyed = [name for i, name in enumerate(character.bones) if t.aims.keyed[first + i]]
            led = [character.bones[track.bone] for track in character.led]
            likely = [name for name in FIRST if name in character.bones]
            self.joint = (*keyed, *led, *likely, character.bones[1])[0]
            if led and not keyed:
                self.axis = int(np.argmax(np.ptp(np.array(character.led[0].path.values), axis=0) > 0.0))  # the first
        row = first + character.bones.index(self.joint)
        self.axis = min(self.axis, len(axes_of(t.skeletons, row)) - 1)
        return row, self.axis

    def _beside(self, axis: int) -> Any:
        """(MOST_BESIDE) degrees of the same joint of everybody who follows a model there."""
        simulation = self.session.simulation
        firsts = simulation.stage.tables.skeletons.first.tolist()
        found = [
            (name, angle(simulation.stage, firsts[n] + character.bones.index(self.joint), axis))
            for n, (name, character) in enumerate(simulation.characters.items())
            if self.joint in character.bones
        ]
        found = [(name, degrees) for name, degrees in found if not isnan(degrees)][:MOST_BESIDE]
        if self.others != [name for name, _ in found]:
            self.others = [name for name, _ in found]
            self.beside.clear()
        return np.array([*(degrees for _, degrees in found), *[nan] * (MOST_BESIDE - len(found))])

    # --- the picture

    def draw(self, ui: Any, label: Label, combo: Combo) -> None:
        if self._plot is None:
            self._begin()
        self._wanted = FORGOTTEN_TICKS
        row, axis = self._chosen()
        character, t = self.session.simulation.characters[self._who()], self.session.simulation.stage.tables
        label("joint", f"Of {self._who()}: the joint that this bone hangs on.")
        self.joint = combo("plot joint", self.joint, character.bones[1:]) or self.joint
        names = ("x", "y", "z")[: len(axes_of(self.session.simulation.stage.tables.skeletons, row))]
        names = names if len(names) > 1 else ("its own",)
        label("axis", "The bone's own axis: at rest x is forward, y left, z up.")
        self.axis = names.index(combo("plot axis", names[axis], names) or names[axis])
        self._plot.set_current_context(self._style)
        tall = HEIGHT * ui.get_frame_height()
        now = self.trace.shown()[:, -1].tolist()
        if not self._plot.begin_aligned_plots("##of one width"):
            return
        follows = not isnan(now[MODEL])
        if follows:
            self._words(ui, *(told(f"{name} {{:.1f}}", now[row]) for name, row, _ in ANGLES), colours=ANGLE_COLOURS)
            self._together("angle", tall, ANGLES, self.trace.shown())
            self._all_of_them(ui, tall)
        timed = not follows and self.space.springs is None
        self._words(ui, told("error {:.1f} deg", now[ERROR]), told("{:.2f} s left", now[LEFT]) if timed else "")
        self._lines("error", tall, ERROR, LEFT if timed else -1)
        self._words(ui, told("torque {:.0f} N m", now[TORQUE]), told("of {:.0f}", now[LIMIT]), colours=(LINE, EDGE))
        self._lines("torque", tall, TORQUE)
        if follows:
            self._words(ui, *(told(f"{name} {{:.1f}}", now[row]) for name, row, _ in SUMS), colours=SUM_COLOURS)
            self._together("sums", tall, SUMS, self.trace.shown())
        elif self.space.springs is None:
            held = "nobody moves this joint" if t.muscles.limp[row] else "no gains: this joint is held, not timed"
            gains = told("k_s {:.0f} N m/rad", now[STIFFNESS]) or held
            self._words(ui, gains, told("k_d {:.1f} N m s/rad", now[DAMPING]))
            self._lines("gains", tall, STIFFNESS, DAMPING, log=True)
        if self.space.springs is not None:
            self.space.draw(ui, self._plot, tall, (LINE, SECOND, EDGE, PALE), character.rig.name, self.joint)
        self._words(ui, told("moment of inertia {:.3f} kg m2", now[MOMENT]))
        self._lines("inertia", tall, MOMENT)
        self._plot.end_aligned_plots()

    def _begin(self) -> None:
        from slimgui import implot

        self._plot, self._style = implot, implot.create_context()
        style = implot.get_style()
        style.plot_padding, style.plot_border_size, style.label_padding = (4.0, 4.0), 0.0, (3.0, 2.0)
        for name, colour in (("PLOT_BG", GRID), ("FRAME_BG", CLEAR), ("AXIS_GRID", GRID), ("AXIS_TEXT", PALE)):
            style.colors[getattr(implot.Col, name)] = colour
        self.session.after_tick.append(self.look)

    @staticmethod
    def _words(ui: Any, *texts: str, colours: Sequence[Colour] = (LINE, SECOND)) -> None:
        """In the colours of the lines below them."""
        for n, (text, colour) in enumerate(zip(texts, colours, strict=False)):
            if n and text:
                ui.same_line()
            if text or not n:
                ui.text_colored(colour, text)

    def _all_of_them(self, ui: Any, tall: float) -> None:
        """The same joint of several bodies, each in its colour, on the target of the one that is chosen."""
        characters = self.session.simulation.characters
        if len(self.others) < 2 or any(name not in characters for name in self.others):
            return
        shown = np.vstack((self.beside.shown(), self.trace.shown()[TARGET]))
        lines = [(name, n, readable(characters[name].colour)) for n, name in enumerate(self.others)]
        now = shown[:, -1].tolist()
        said = [told(f"{name} {{:.1f}}", now[n]) for name, n, _ in lines]
        self._words(ui, *said, colours=[colour for _, _, colour in lines])
        self._together("all", tall, [("target", MOST_BESIDE, PALE), *lines], shown)

    def _together(self, name: str, tall: float, lines: Sequence[tuple[str, int, Colour]], shown: Any) -> None:
        """Several with one scale; the first lies below the others."""
        plot = self._plot
        flags = plot.PlotFlags
        if not plot.begin_plot(f"##{name}", (-1.0, tall), flags.CANVAS_ONLY | flags.NO_INPUTS):
            return
        plot.setup_axes("", "", plot.AxisFlags.NO_TICK_LABELS | plot.AxisFlags.NO_TICK_MARKS, plot.AxisFlags.NONE)
        plot.setup_axis_limits(plot.Axis.X1, -SHOWN_S, 0.0, plot.Cond.ALWAYS)
        self._range(plot.Axis.Y1, shown[[row for _, row, _ in lines]], log=False)
        for label, row, colour in lines:
            plot.plot_line(label, TIMES, shown[row], plot.PlotSpec(line_color=colour))
        plot.end_plot()

    def _lines(self, name: str, tall: float, row: int, second: int = -1, log: bool = False) -> None:
        plot, shown = self._plot, self.trace.shown()
        flags, side = plot.PlotFlags, plot.AxisFlags.NO_GRID_LINES
        if not plot.begin_plot(f"##{name}", (-1.0, tall), flags.CANVAS_ONLY | flags.NO_INPUTS):
            return
        plot.setup_axes("", "", plot.AxisFlags.NO_TICK_LABELS | plot.AxisFlags.NO_TICK_MARKS, plot.AxisFlags.NONE)
        plot.setup_axis_limits(plot.Axis.X1, -SHOWN_S, 0.0, plot.Cond.ALWAYS)
        self._range(plot.Axis.Y1, shown[row], log)
        if second >= 0:
            plot.setup_axis(plot.Axis.Y2, "", plot.AxisFlags.AUX_DEFAULT | side)
            self._range(plot.Axis.Y2, shown[second], log)
        plot.plot_line(name, TIMES, shown[row], plot.PlotSpec(line_color=LINE))
        if row == TORQUE:
            self._limits[:] = -shown[LIMIT, -1], shown[LIMIT, -1]
            how = plot.PlotSpec(line_color=EDGE, flags=plot.InfLinesFlags.HORIZONTAL)
            plot.plot_inf_lines("limit", self._limits, how)
        if second >= 0:
            plot.set_axes(plot.Axis.X1, plot.Axis.Y2)
            plot.plot_line("second", TIMES, shown[second], plot.PlotSpec(line_color=SECOND))
        plot.end_plot()

    def _range(self, axis: Any, values: Any, log: bool) -> None:
        """Round ends that do not change with every frame: decades, or as far up as down, or from 0."""
        known = values[~np.isnan(values)]
        low, high = (float(known.min()), float(known.max())) if len(known) else (0.0, 1.0)
        plot = self._plot
        if log:
            plot.setup_axis_scale(axis, plot.Scale.LOG10)
            ends = 10.0 ** np.floor(np.log10(max(low, 1e-6))), 10.0 ** np.ceil(np.log10(max(high, 1e-5)) + 1e-9)
        else:
            top = round_up(max(high, -low, 0.0))
            ends = -top if low < 0.0 else 0.0, top
        plot.setup_axis_limits(axis, *map(float, ends), plot.Cond.ALWAYS)


def told(text: str, number: float) -> str:
    """Nothing where there is no number, and no sign where it is none that can be read."""
    return "" if isnan(number) else sub(r"-(0(\.0+)?)(?![\d.])", r"\1", text.format(number))
