"""On the Beat's figures, in the paper's order; captions say what is seen here."""

from __future__ import annotations

from game.figures.figure import Figure
from game.figures.on_the_beat import bars, catch, dances, inertia
from game.figures.strip import strips

FIGURES = (
    Figure(
        "1", "Figure 1: a straight arm and a bent one",
        "The same key-frames at the same times, without gains by hand.",
        dances.arm_pictures, strips(dances.ARM_MOMENTS, dances.ARMS),
    ),
    Figure(
        "2", "Figure 2: the gains of both arms",
        "Of the swings in figure 1. Grey: a key-frame is due.",
        dances.arm_gains, dances.draw_arm_gains, plotted=True,
    ),
    Figure(
        "3", "Figure 3: a shoulder's gains in the YMCA",
        "About each of the bone's own axes. Grey: a pose is due.",
        dances.letter_gains, dances.draw_letter_gains, plotted=True,
    ),
    Figure(
        "4", "Figure 4: the moment of inertia, calculated and measured",
        "Eqs. 5 and 7 over twelve random poses of the boxer, every axis of every joint, against what the engine does "
        "when that joint alone is given a torque.",
        inertia.jobs, inertia.draw, plotted=True,
    ),
    Figure(
        "5", "Figure 5: a conductor's shoulders",
        "The opening of Beethoven's Fifth. Grey: a pose is due.",
        dances.conductor_gains, dances.draw_conductor_gains, plotted=True,
    ),
    Figure(
        "6", "Figure 6: a ball is caught",
        "Seconds from the moment at which the hand closes. Below, the second ball hits the arm on its way; the time of "
        "the key-frame stays.",
        catch.jobs, catch.draw, plotted=True,
    ),
    Figure(
        "7", "Figure 7: YMCA, in time and with tuned gains",
        "The moment at which each letter is due. Below: constant gains that bring the Y in time.",
        dances.letters, dances.draw_letters, plotted=True,
    ),
    Figure(
        "8", "Figure 8: Beethoven's Fifth, with the whole body's dynamics and with single links",
        "The moment at which each pose is due.",
        dances.conductors, dances.draw_conductors, plotted=True,
    ),
    Figure(
        "bars", "What is left when time is up",
        "Of a swing of 1 rad, and of all joints of a floating boxer; after a knock, against the largest error.",
        bars.jobs, bars.draw, plotted=True,
    ),
)  # fmt: skip
