"""The figures of adaptive control, in the paper's order; captions say what is seen here."""

from __future__ import annotations

from game.figures.adaptive import rows, scenes, tracking, waist
from game.figures.figure import Figure
from game.figures.strip import strips

FIGURES = (
    Figure(
        "1", "Figure 1: bending the back",
        "Left with physics: muscles bend the back, and the arms hang from it. Right by kinematics: nothing was said of "
        "the arms, so they stay as they were.",
        scenes.bend, strips(scenes.BEND_MOMENTS),
    ),
    Figure(
        "5", "Figure 5: responses to a jump",
        "Dashed: closed forms. Green: the waist of a body, with a settling time of 0.3 s.",
        waist.responses, waist.draw_responses, plotted=True,
    ),
    Figure(
        "6", "Figure 6: a shot at the chest",
        "A ball with 60 N s. Above, collisions in two stages; below, the engine's contact solver.",
        scenes.soldier, scenes.draw_soldier, plotted=True,
    ),
    Figure(
        "7", "Figure 7: a waist on a smooth trajectory",
        "Three bodies with three settling times; nobody moves their arms.",
        waist.smooth, waist.draw, plotted=True,
    ),
    Figure(
        "8", "Figure 8: a waist on a trajectory that jumps",
        "The same three. Two bones do it at once, 20 degrees each.",
        waist.jumps, waist.draw, plotted=True,
    ),
    Figure(
        "9", "Figure 9: through a desk",
        "Above, muscles push with 30 % of what they can. Below, kinematics goes through. After 7 s the desks are gone.",
        scenes.desk, strips(scenes.DESK_MOMENTS, ("muscles", "kinematics")),
    ),
    Figure(
        "marionette", "A body on strings",
        "Every joint is passive; strings follow the markers of a captured dance.",
        scenes.marionette, strips(scenes.MARIONETTE_MOMENTS),
    ),
    Figure(
        "table", "How closely bodies follow",
        "By settling time. Red: beyond its bar. Rods and one waist may take what torque they need; the other has the "
        "boxer's muscles. Of the weights nobody told; tuned once: gains that are best for the plain body, and stay.",
        tracking.jobs, rows.draw,
    ),
)  # fmt: skip
