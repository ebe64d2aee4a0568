"""The rose: seen from above, how hard a body may be pushed from each side, and people beside it.

A row for each height, a column for each root, clip and choice of steps. Green: stood without a step; yellow: with one;
orange: with more; from there on it falls. The longest petal is the hardest rung that was tried. Up is a push forward.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from math import pi, radians
from typing import TYPE_CHECKING, Any

from PIL import Image

from game.figures.charts import GREEN, GREY, ORANGE
from game.figures.plots import DPI
from game.figures.sheet import captioned
from game.ladder.people import HUMANS, Human

if TYPE_CHECKING:
    from game.ladder.run import Found

PANEL = 300  # pixels
YELLOW, INK = (0.93, 0.78, 0.30), (0.11, 0.12, 0.15)
PETALS = (
    ("more_steps", ORANGE, "stood with more steps"),
    ("one_step", YELLOW, "with one step"),
    ("no_step", GREEN, "without"),
)
ARC_DEG = 26.0  # of a figure for people, to either side
DASHES = ("-", "--", ":", "-.")
CAPTION = (
    "Pushes of 0.1 s, N s outwards, up is forward: green is stood without a step, yellow with one, orange with more; "
    "beyond that it falls, and without petals it falls by itself. By its seed each body is turned, made up to 5 % "
    "stronger or weaker and pushed at a moment of its own; seeds: {seeds}, drawn is their middle. The arcs are people "
    "of 75 kg: {people}. What leans say is reckoned as a push (game/ladder/people.py)."
)


def roses(found: Sequence[Found]) -> Image.Image:
    columns = list(dict.fromkeys(one.case.label for one in found))
    heights = list(dict.fromkeys(one.case.bone for one in found))
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    size = (max(2.2, len(columns)) * PANEL / DPI, len(heights) * PANEL / DPI + 0.8)
    page = Figure(size, dpi=DPI, layout="constrained")
    canvas = FigureCanvasAgg(page)
    grid = page.subplots(len(heights), len(columns), squeeze=False, subplot_kw={"projection": "polar"})
    most = max(max(one.middle("more_steps")) for one in found)
    top = 10.0 * (1 + max(most, *(human.impulse for human in HUMANS)) // 10)
    for one in found:
        axis = grid[heights.index(one.case.bone)][columns.index(one.case.label)]
        petals(axis, one)
        people(axis)
        axis.set_ylim(0.0, top)
        axis.set_title(f"{one.case.label}, {one.case.bone}", fontsize=8)
    handles, labels = grid[0][0].get_legend_handles_labels()
    page.legend(handles, labels, loc="outside lower center", ncols=3, frameon=False, fontsize=7)
    out = BytesIO()
    canvas.print_png(out)
    picture = Image.open(out).convert("RGB")
    told = "; ".join(f"{source} {of_source(source)}" for source in dict.fromkeys(human.source for human in HUMANS))
    caption = CAPTION.format(seeds=len(found[0].seeds), people=told)
    return captioned(picture, "What a body stands", caption)


def of_source(source: str) -> str:
    """33 and 27 N s."""
    values = dict.fromkeys(f"{human.impulse:.0f}" for human in HUMANS if human.source == source)
    return f"{' and '.join(values)} N s"


def petals(axis: Any, one: Found) -> None:
    """One over the other, the longest first."""
    axis.set_theta_zero_location("N")
    angles = [radians(degrees) for degrees in one.degrees]
    width = 2.0 * pi / len(angles)
    for level, colour, name in PETALS:
        axis.bar(angles, one.middle(level), 0.9 * width, color=colour, linewidth=0.0, label=name)
    axis.set_thetagrids((0, 90, 180, 270), ("forward", "left", "back", "right"), fontsize=7)
    axis.tick_params(axis="y", labelsize=6, labelcolor=GREY)
    axis.grid(alpha=0.3)


def people(axis: Any) -> None:
    """An arc for each figure; those of one source have one sort of line."""
    sources = list(dict.fromkeys(human.source for human in HUMANS))
    for human in HUMANS:
        first = human == next(h for h in HUMANS if h.source == human.source)
        axis.plot(*arc(human), DASHES[sources.index(human.source)], color=INK, linewidth=1.3, label=name(human) * first)


def name(human: Human) -> str:
    return f"people, {'one step' if human.steps else 'no step'}: {human.source}"


def arc(human: Human) -> tuple[list[float], list[float]]:
    angles = [radians(human.degrees + ARC_DEG * k / 8.0) for k in range(-8, 9)]
    return angles, [human.impulse] * len(angles)
