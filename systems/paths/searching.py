"""Searches beside the ticks: asked a while before their answer is due, in a thread of their own.

An answer follows from what was asked alone, so it does not matter when it comes. A tick that needs one that is not
there waits for it, and one that nobody looks for (after a load) is looked for at once. A search takes about 1 ms of
compiled code that lets others run, and is asked 36 ticks, 300 ms, ahead.
"""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from time import perf_counter

from components.path import Ask
from systems.paths.search import search
from systems.paths.spline import cardinal
from systems.stage import Walking


class Searching:
    """`beside`: in another thread; the answers are the same without."""

    beside = True

    def __init__(self) -> None:
        self._asked: dict[tuple[int, Ask], Future[int]] = {}  # by whom
        self.answers = self.waits = 0
        self.longest_s = 0.0  # that a tick has waited

    def ask(self, who: int, graph: Walking, ask: Ask) -> None:
        if self.beside and (who, ask) not in self._asked:
            self._asked = {key: found for key, found in self._asked.items() if key[0] != who}
            self._asked[who, ask] = _threads().submit(answer, graph, ask)

    def answer(self, who: int, graph: Walking, ask: Ask) -> int:
        """The edge to take, or -1."""
        before = perf_counter()
        found = self._asked.pop((who, ask), None)
        late = found is None or not found.done()
        edge = answer(graph, ask) if found is None or found.cancel() else found.result()
        self.answers, self.waits = self.answers + 1, self.waits + late
        self.longest_s = max(self.longest_s, perf_counter() - before)
        return edge


def answer(graph: Walking, ask: Ask) -> int:
    """With the clip that is played then, ready to be looked up."""
    line = cardinal(ask.points, ask.closed)
    edge, _ = search(
        graph.ways, line.place, line.step, line.closed, ask.leave, ask.x, ask.y, ask.turn, ask.place
    )  # fmt: skip
    if edge >= 0:
        _ = graph.crossing(edge).rows
    return int(edge)


def get_ready(graph: Walking) -> None:
    """What a first search would load from disk is loaded now, and not in a tick."""
    answer(graph, Ask(((0.0, 0.0), (1.0, 0.0)), False, 0, 0.0, 0.0, 0.0, 0))
    _ = graph.crossing(0).rows


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, "searching")
