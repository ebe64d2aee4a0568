"""A region that was learned, over the two features that it hangs on most, with the states that were held out."""

from __future__ import annotations

from io import BytesIO

import numpy as np
from PIL import Image

from components.clip import Array
from components.learned import Learned
from game.figures.charts import GREEN, RED
from game.figures.plots import DPI
from game.figures.sheet import captioned
from game.learned.conditions import ConditionFile, condition
from game.learning.machine import Data
from systems.controllers.learned import value
from systems.controllers.state import FEATURES

SIZE = (640, 480)
GRID, MOST = 48, 80  # places along each axis; states over which the rest is averaged


def region(file: ConditionFile, held: Data) -> Image.Image:
    learned = condition(file)
    one, two = leading(learned, held)
    names = [learned.features[one], learned.features[two]]
    picture = drawn(learned, held, one, two)
    title = f"Where {file.controller} succeeds: {names[0]} and {names[1]}"
    caption = (
        f"Each dot is a state that was held out of the learning ({len(held.good)} of {file.samples}): green where "
        f"`{file.controller}` succeeded ({file.success}), red where not. The line is where the mean of the learned "
        f"condition over these states is 0, with the other {len(learned.features) - 2} features as they are. It tells "
        f"{100 * file.accuracy:.1f} % of them rightly, the best single threshold ({file.threshold.feature}) "
        f"{100 * file.threshold.accuracy:.1f} %. {file.command}"
    )
    return captioned(picture, title, caption)


def leading(learned: Learned, held: Data) -> tuple[int, int]:
    """The two features without which it says something else most often."""
    said = np.array([value(learned, state) > 0.0 for state in held.states])
    changes = []
    for k in range(len(learned.features)):
        without = held.states.copy()
        without[:, k] = learned.mean[k]
        now = np.array([value(learned, state) > 0.0 for state in without])
        changes.append(float((now != said).mean()))
    first, second = np.argsort(changes)[::-1][:2].tolist()
    return first, second


def averaged(learned: Learned, held: Data, one: int, two: int, across: Array, up: Array) -> Array:
    """(up, across) the mean of what it says over some states, with two features replaced."""
    states = held.states[:MOST].copy()
    out = np.empty((len(up), len(across)))
    for i, y in enumerate(up):
        for j, x in enumerate(across):
            states[:, one], states[:, two] = x, y
            out[i, j] = float(np.mean([value(learned, state) for state in states]))
    return out


def spread(column: Array) -> Array:
    """Places along an axis, a little beyond all states."""
    low, high = float(column.min()), float(column.max())
    beyond = 0.04 * (high - low)
    return np.linspace(low - beyond, high + beyond, GRID)


def drawn(learned: Learned, held: Data, one: int, two: int) -> Image.Image:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    width, height = SIZE
    page = Figure((width / DPI, height / DPI), dpi=DPI, layout="constrained")
    canvas, axis = FigureCanvasAgg(page), page.subplots()
    columns = held.states[:, one], held.states[:, two]
    across, up = (spread(column) for column in columns)
    surface = averaged(learned, held, one, two, across, up)
    far = float(np.abs(surface).max())
    axis.contourf(across, up, surface, levels=np.linspace(-far, far, 13), cmap="RdYlGn", alpha=0.35)
    axis.contour(across, up, surface, levels=[0.0], colors="black", linewidths=1.2)
    for good, colour in ((True, GREEN), (False, RED)):
        rows = held.good == good
        axis.scatter(columns[0][rows], columns[1][rows], s=10.0, color=colour, linewidths=0.0)
    for k, name in ((one, axis.set_xlabel), (two, axis.set_ylabel)):
        feature = FEATURES[learned.features[k]]
        name(f"{learned.features[k]}{f' ({feature.unit})' if feature.unit else ''}: {feature.about}", fontsize=8)
    axis.set_xlim(across[0], across[-1])
    axis.set_ylim(up[0], up[-1])
    axis.tick_params(labelsize=7)
    out = BytesIO()
    canvas.print_png(out)
    return Image.open(out).convert("RGB")
