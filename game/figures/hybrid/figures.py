"""The figures of hybrid control, in the paper's order; captions say what is seen here."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PIL import Image

from game.figures.figure import Asked, Figure, Found, Job
from game.figures.hybrid import timeline
from game.figures.strip import View, folded, scene_strip, seconds_of

TRIP = (0.8, 1.5, 1.8, 2.1, 2.4, 2.8, 3.6, 5.0, 6.5, 8.0)  # s
KICK = (0.5, 0.8, 0.95, 1.1, 1.3, 1.6, 2.0, 2.6, 4.0, 6.0)
GOAL = (0.6, 1.2, 1.6, 2.0, 2.2, 2.4, 2.7, 3.2, 4.2, 5.6)


def strip(scene: str, moments: Sequence[float], seconds: float, view: View | str) -> Callable[[Asked], list[Job]]:
    def jobs(asked: Asked) -> list[Job]:
        return [Job(scene, scene_strip, (scene, {}, asked.seed, moments, seconds, asked.size, view))]

    return jobs


def in_rows(moments: Sequence[float], across: int = 5) -> Callable[[Sequence[Found]], Image.Image]:
    def drawn(results: Sequence[Found]) -> Image.Image:
        return folded(results[0].pictures, seconds_of(moments), across)

    return drawn


FIGURES = (
    Figure(
        "2", "Figure 2: a walk, a trip, a roll",
        "In front one walks as he was captured, trips over a ball, rolls over his shoulder, gets up and walks on.",
        strip("trip", TRIP, 10.0, "side"), in_rows(TRIP),
    ),
    Figure(
        "3", "Figure 3: a kick that is played back, and a partner who is simulated",
        "The kicker's clip goes on through what it meets; the partner goes down with his hands first.",
        strip("kick", KICK, 8.0, "side"), in_rows(KICK),
    ),
    Figure(
        "4", "Figure 4: a kicker, a ball and a goalkeeper",
        "The kicker is played, the ball is simulated, the goalkeeper dives by his own muscles.",
        strip("goalie", GOAL, 8.0, "front"), in_rows(GOAL),
    ),
    Figure(
        "control", "Who had control",
        "Orange is kinematic, green is dynamic.",
        timeline.jobs, timeline.draw, plotted=True,
    ),
)  # fmt: skip
