"""Line plots through matplotlib, an extra: `pip install glassjaw[figures]`.

plot([[Panel("falls", [Line("world", (0.05, 20.0), (1.0, 0.0))])]], ["cartwheel"], "strength", (480, 270))
"""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from io import BytesIO
from typing import NamedTuple

from PIL import Image

from components.errors import InputError

DPI = 100


class Line(NamedTuple):
    label: str
    x: Sequence[float]
    y: Sequence[float | None]  # nothing: a gap
    colour: tuple[float, float, float]
    dashed: bool = False


class Panel(NamedTuple):
    what: str  # and its unit
    lines: Sequence[Line]
    log: bool = False  # upwards


def check() -> None:
    """Better now than after minutes of simulation."""
    if importlib.util.find_spec("matplotlib") is None:
        raise InputError("plots need matplotlib, which is not installed: pip install glassjaw[figures]")


def plot(rows: Sequence[Sequence[Panel]], columns: Sequence[str], along: str, size: tuple[int, int]) -> Image.Image:
    """Panels in rows and columns, `size` pixels each, over the same logarithmic axis; one legend for all."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    width, height = size
    page = Figure((len(columns) * width / DPI, len(rows) * height / DPI), dpi=DPI, layout="constrained")
    canvas = FigureCanvasAgg(page)
    grid = page.subplots(len(rows), len(columns), squeeze=False, sharex=True)
    for row, panels, axes in zip(range(len(rows)), rows, grid, strict=True):
        for panel, axis, column in zip(panels, axes, columns, strict=True):
            axis.set_xscale("log")
            if panel.log:
                axis.set_yscale("log")
            for line in panel.lines:
                style = "--" if line.dashed else "-"
                values = [float("nan") if y is None else y for y in line.y]
                axis.plot(line.x, values, style, color=line.colour, marker="o", markersize=3, label=line.label)
            axis.grid(alpha=0.3)
            axis.set_ylabel(panel.what)
            if row == 0:
                axis.set_title(column)
            if row == len(rows) - 1:
                axis.set_xlabel(along)
    handles, labels = grid[0][0].get_legend_handles_labels()
    page.legend(handles, labels, loc="outside lower center", ncols=3, frameon=False)
    out = BytesIO()
    canvas.print_png(out)
    return Image.open(out).convert("RGB")
