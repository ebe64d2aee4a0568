"""Charts over a linear or a logarithmic axis, each with a legend of its own; matplotlib, as game/figures/plots.py.

charts([Chart("left shoulder", "k_s (N m/rad)", "t (s)", [Line("x", (0.0, 0.1), (8.0, 9.0), BLUE)])], (480, 200))
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from math import nan
from typing import NamedTuple

from PIL import Image

from game.figures.plots import DPI, Line
from game.figures.sheet import GAP, PAPER

BLUE, ORANGE, GREEN, GREY, RED = (
    (0.25, 0.44, 0.71), (0.85, 0.50, 0.20), (0.31, 0.60, 0.33), (0.45, 0.45, 0.48), (0.78, 0.26, 0.23)
)  # fmt: skip


class Chart(NamedTuple):
    title: str
    what: str  # upwards, and its unit
    along: str  # to the right
    lines: Sequence[Line]
    log_x: bool = False
    log_y: bool = False
    points: bool = False  # no lines between them
    marks: Sequence[float] = ()  # where a key-frame is due
    most: float | None = None  # upper end


def charts(column: Sequence[Chart], size: tuple[int, int]) -> Image.Image:
    """One below the other, `size` pixels each."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    width, height = size
    page = Figure((width / DPI, len(column) * height / DPI), dpi=DPI, layout="constrained")
    canvas = FigureCanvasAgg(page)
    for chart, axis in zip(column, page.subplots(len(column), 1, squeeze=False)[:, 0], strict=True):
        axis.set_xscale("log" if chart.log_x else "linear")
        axis.set_yscale("log" if chart.log_y else "linear")
        for line in chart.lines:
            values = [nan if y is None else y for y in line.y]
            style = "none" if chart.points else "--" if line.dashed else "-"
            dots = {"marker": "o", "markersize": 2.0} if chart.points or len(values) < 20 else {}
            axis.plot(line.x, values, linestyle=style, color=line.colour, linewidth=1.2, label=line.label, **dots)
        for mark in chart.marks:
            axis.axvline(mark, color=GREY, linewidth=0.6, alpha=0.5)
        if chart.most is not None:
            axis.set_ylim(top=chart.most)
        axis.grid(alpha=0.25)
        axis.set_title(chart.title, fontsize=9, loc="left")
        axis.set_ylabel(chart.what, fontsize=8)
        axis.set_xlabel(chart.along, fontsize=8)
        axis.tick_params(labelsize=7)
        axis.legend(fontsize=7, frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))
    out = BytesIO()
    canvas.print_png(out)
    return Image.open(out).convert("RGB")


def stacked(*pictures: Image.Image) -> Image.Image:
    """One below the other, on white."""
    page = Image.new("RGB", (max(p.width for p in pictures), sum(p.height + GAP for p in pictures) - GAP), PAPER)
    y = 0
    for picture in pictures:
        page.paste(picture, (0, y))
        y += picture.height + GAP
    return page
