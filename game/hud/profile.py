"""Lower left: how long frames and ticks take, as a graph of the last 4 s, and what each system has of it.

2.5 units are a millisecond: at 60 frames a second of 10 ms each, 240 columns are 25 units high, above the line of
8.33 ms (120 frames a second) and below that of 16.7 ms (60).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from game.picture.ink import BAD, DIM, EDGE, FAIR, GAP, GOOD, INK, PAD, cut, panel
from game.session.session import FRAME_PARTS
from systems.draw.overlay import Colour, Overlay

if TYPE_CHECKING:
    from game.session.session import Session
    from game.world.profiler import Profiler

SHOWN_S = 4.0
TICKS = 480  # in that time
MOST_FRAMES = 1000  # in that time
UNITS_PER_MS = 2.5
HIGHEST_MS = 25.0
SCREENS_HZ = (120, 60)
BUDGETS_MS = tuple(1000 / hz for hz in SCREENS_HZ)
TOLERANCE = 1.1  # of a budget: a screen's own beat is not quite even
WIDTH, HEIGHT = 300.0, 122.0
GRAPH_LEFT, GRAPH_RIGHT = EDGE + PAD, EDGE + WIDTH - 34.0
TICK: Colour = (0.36, 0.60, 1.0, 1.0)
COLOURS = np.array((GOOD, FAIR, BAD), np.float32)

ROW, HEAD = 13.0, 24.0
CLOSEST, WHO = 10.5, 70.0  # rows of letters that can be read; two lines of who is there, and a gap
PARTS_WIDTH = 250.0
NAME, NUMBERS = 78.0, 38.0  # units, of a name and of each number
FAINT = ((*TICK[:3], 0.28), (*TICK[:3], 0.5), TICK)
"""p99, p95 and p50 as one bar over the other."""

Floats = NDArray[np.float64]
Costs = dict[str, dict[str, float]]


def right_edge(profiling: int) -> float:
    """Where the panels at the window's lower edge end."""
    return EDGE + (0.0, WIDTH + GAP, WIDTH + PARTS_WIDTH + 2 * GAP)[profiling]


def top_edge(overlay: Overlay, session: Session) -> float:
    """Where all of the panels begin."""
    rows = fitting(overlay, len(session.simulation.profiler.names))
    systems = rows * pitch(overlay, rows) + HEAD + PAD / 2 + GAP
    return overlay.bottom - EDGE - (0.0, HEIGHT, HEIGHT + systems)[session.profiling]


def pitch(overlay: Overlay, rows: int) -> float:
    """From row to row of the table of systems, closer where there is little room."""
    return min(ROW, room(overlay) / rows)


def fitting(overlay: Overlay, rows: int) -> int:
    """How many rows there are: in a low window not one for each system, but as many as letters can be read in."""
    return max(2, min(rows, int(room(overlay) / CLOSEST)))


def room(overlay: Overlay) -> float:
    """Units for its rows, below the panel that says who is there."""
    return overlay.bottom - 2 * EDGE - HEIGHT - GAP - HEAD - PAD / 2 - WHO


def summed(costs: Costs, most: int) -> Costs:
    """At most so many rows: the dearest in the tick's order, then all others as one, each figure the sum of theirs."""
    if len(costs) <= most:
        return costs
    dearest = sorted(costs, key=lambda name: -costs[name]["p50"])[: most - 1]
    others = [cost for name, cost in costs.items() if name not in dearest]
    together = {key: sum(cost[key] for cost in others) for key in ("p50", "p95", "p99")}
    return {name: cost for name, cost in costs.items() if name in dearest} | {f"{len(others)} others": together}


def frames_ms(frames: Profiler) -> tuple[Floats, Floats]:
    """(n) ms of each frame of the last 4 s, oldest first, and of its ticks."""
    rows = frames.recorded(MOST_FRAMES) / 1e6
    whole = rows.sum(axis=1)
    since = np.cumsum(whole[::-1])[::-1]  # ms, from a frame's begin to now
    first = int(np.searchsorted(-since, -1000 * SHOWN_S))
    return whole[first:], rows[first:, FRAME_PARTS.index("ticks")]


def graph(overlay: Overlay, session: Session) -> None:
    """A column a frame, as wide as it was long: green, amber or red by its budget, and blue what ticks took of it."""
    whole, ticks = frames_ms(session.frames)
    if not len(whole):
        return
    base = overlay.bottom - EDGE - PAD / 2
    ends = np.concatenate((np.cumsum(whole[::-1])[::-1], [0.0]))
    edges = np.maximum(GRAPH_LEFT, GRAPH_RIGHT - ends * (GRAPH_RIGHT - GRAPH_LEFT) / (1000 * SHOWN_S))
    kind = (whole[:, None] > TOLERANCE * np.array(BUDGETS_MS)).sum(axis=1)
    overlay.bars(edges, base, UNITS_PER_MS * np.minimum(whole, HIGHEST_MS), COLOURS[kind])
    overlay.bars(edges, base, UNITS_PER_MS * np.minimum(ticks, HIGHEST_MS), TICK)
    for budget in BUDGETS_MS:
        overlay.rect(GRAPH_LEFT, base - UNITS_PER_MS * budget, GRAPH_RIGHT - GRAPH_LEFT, 1, (1, 1, 1, 0.45), radius=0.0)


def times(overlay: Overlay, session: Session) -> None:
    """The graph's panel with its words and numbers; at level 2 also what everything takes."""
    frames = session.frames.timing(max(1, len(frames_ms(session.frames)[0])))
    ticks = session.simulation.profiler.timing(TICKS)
    top = overlay.bottom - EDGE - HEIGHT
    panel(overlay, EDGE, top, WIDTH, HEIGHT)
    frame, tick, step = frames["tick_ms"], ticks["tick_ms"]["p50"], ticks["step_ms"]["p50"]
    left, right = EDGE + PAD, EDGE + WIDTH - PAD
    overlay.text(left, top + 5, f"frame {frame['p50']:.1f} ms", "strong", INK)
    overlay.text(right, top + 7, f"p99 {frame['p99']:.1f}", "small", DIM, "right")
    own = frames["systems"]["ticks"]["p50"]
    overlay.text(left, top + 24, f"tick {tick:.2f} ms", "small", TICK)
    overlay.text(left + 78, top + 24, f"engine {step:.2f}  rest {max(0.0, tick - step):.2f}", "small", INK)
    overlay.text(right, top + 24, f"{own:.1f} a frame", "small", TICK, "right")
    base = overlay.bottom - EDGE - PAD / 2
    for budget in BUDGETS_MS:
        overlay.text(right + 4, base - UNITS_PER_MS * budget - 8, f"{budget:.1f}", "small", DIM, "right")
    if session.profiling == 2:
        step_too: Costs = {"  its step": ticks["step_ms"]}
        costs: Costs = {}
        for name, cost in ticks["systems"].items():
            costs |= {name: cost} | (step_too if name == "physics" else {})
        costs = summed(costs, fitting(overlay, len(costs)))
        row = pitch(overlay, len(costs))
        table(overlay, EDGE, top_edge(overlay, session), WIDTH, "ms a tick", costs, row)
        table(overlay, EDGE + WIDTH + GAP, top, PARTS_WIDTH, "ms a frame", frames["systems"], ROW, HEIGHT)


def table(
    overlay: Overlay, x: float, y: float, width: float, title: str, costs: dict[str, Any], pitch: float,
    height: float = 0.0,
) -> None:  # fmt: skip
    """A row a part: its name, p50, p95 and p99 as one bar over the other, and as numbers."""
    panel(overlay, x, y, width, height or HEAD + pitch * len(costs) + PAD / 2)
    numbers = x + width - PAD - 2 * NUMBERS
    overlay.text(x + PAD, y + 5, title, "small", INK)
    for column, name in enumerate(("p50", "p95", "p99")):
        overlay.text(numbers + NUMBERS * column, y + 5, name, "small", DIM, "right")
    left = x + PAD + NAME
    room = numbers - NUMBERS - left
    rows = np.array([(cost["p99"], cost["p95"], cost["p50"]) for cost in costs.values()])
    scale = room / round_up(float(rows.max(initial=0.0)))
    for row, (name, cost) in enumerate(costs.items()):
        at = y + HEAD + pitch * row
        overlay.text(x + PAD, at - 2, cut(overlay, name, NAME - 4, "small"), "small", INK)
        for ms, colour in zip(rows[row], FAINT, strict=True):
            overlay.rect(left, at + 2, scale * ms, 8, colour, radius=0.0)
        for column, key in enumerate(("p50", "p95", "p99")):
            overlay.text(numbers + NUMBERS * column, at - 2, written(cost[key]), "small", DIM, "right")


def written(ms: float) -> str:
    """In the room that there is: 0.012, 9.876, 12.34, 123.5."""
    return f"{ms:.{3 - (ms >= 9.9995) - (ms >= 99.995)}f}"


def round_up(ms: float) -> float:
    """The next of ... 0.1, 0.2, 0.5, 1, 2, 5 ...: a scale that does not change with every frame."""
    if ms <= 0.0:
        return 1.0
    power = 10.0 ** np.floor(np.log10(ms))
    return float(next(power * step for step in (1, 2, 5, 10) if ms <= power * step * (1 + 1e-9)))
