"""Dynamo's figures, in the paper's order; captions say what is seen here."""

from __future__ import annotations

from game.figures.dynamo import balance, barrage, boxers, cartwheel, course, drag, jump, performance, stuck, sweep
from game.figures.figure import Figure
from game.figures.strip import strips

FIGURES = (
    Figure(
        "1", "Figure 1: two boxers on an uneven platform",
        "Both are led by the computer. Before the bell, then the hardest blow to a head, and what came of the first "
        "knock-down.",
        boxers.bouts, boxers.eventful,
    ),
    Figure(
        "2", "Figure 2: unbalanced and super-balanced",
        "Above: a walk with nothing at the root. Below, from the right: one foot on a box with a free root, with a "
        "meathook and with the weak spring; the last one stands on the floor.",
        balance.jobs, strips(balance.MOMENTS, balance.LABELS),
    ),
    Figure(
        "3", "Figure 3: a cartwheel with a crate in its way",
        "Playback pushes the crate about and does not notice it.",
        cartwheel.jobs, strips(cartwheel.MOMENTS, cartwheel.LABELS),
    ),
    Figure(
        "4", "Figure 4: the obstacle course",
        "From the near lane: world space (orange), parent space (blue), playback (black).",
        course.jobs, course.draw,
    ),
    Figure(
        "5", "Figure 5: dragged about", "A hand pulls somebody through a room at 5 m/s, "
        "lifts him, puts him down, and lets go.",
        drag.jobs, drag.draw,
    ),
    Figure(
        "6", "Figure 6: a jump, hops and crossovers", "Simulated (green) beside playback (black).",
        jump.jobs, jump.draw,
    ),
    Figure(
        "7", "Figure 7: beach balls, then a crate",
        "Seconds since the crate was thrown. From the right: playback, meathook, weak spring with stunning, weak "
        "spring with the mind that goes limp and gets up.",
        barrage.jobs, barrage.draw,
    ),
    Figure(
        "8", "Figure 8: playback and simulation",
        "The same bout on uneven blocks: playback around the moment at which the bodies are deepest in each other, "
        "simulation around its hardest blow to a head.",
        boxers.worlds, boxers.beside,
    ),
    Figure(
        "9", "Figure 9: stuck", "The servo wants the guard; an arm is behind the back or between the "
        "legs. Orange may let go and be led round, blue may not: behind the back it stays stuck, from between the legs "
        "the arm comes out as the trunk rises.",
        stuck.jobs, strips(stuck.MOMENTS, list(stuck.VIEWS)),
    ),
    Figure(
        "gain_sweep", "Gain sweep (section 4.2)",
        "All gains times the strength. Failed: fell, blew up, or did not arrive; error and jitter are of those that "
        "did not blow up. The crate: five starts; the course: one walk. External is as the paper prints it.",
        sweep.jobs, sweep.draw, plotted=True,
    ),
    Figure(
        "performance", "Performance (section 4.1)",
        "Bodies of 36 bones, 50 loose things, a ground of 5000 triangles, 120 ticks a second. Times are those of the "
        "machine that drew this.",
        performance.jobs, performance.draw,
    ),
)  # fmt: skip
