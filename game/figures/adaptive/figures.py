"""The figures of adaptive control, in the paper's order; captions say what is seen here."""

from __future__ import annotations

from game.figures.adaptive import scenes, waist
from game.figures.figure import Figure
from game.figures.strip import strips

FIGURES = (
    Figure(
        "1", "Figure 1: bending the back",
        "Left with physics, its back alone moved by muscles; right by kinematics.",
        scenes.bend, strips(scenes.BEND_MOMENTS),
    ),
    Figure(
        "5", "Figure 5: responses to a jump",
        "Dashed: closed forms. Green: the waist of a body, with a settling time of 0.3 s.",
        waist.responses, waist.draw_responses, plotted=True,
    ),
    Figure(
        "7", "Figure 7: a waist on a smooth trajectory",
        "Three bodies with three settling times; nobody moves their arms.",
        waist.smooth, waist.draw, plotted=True,
    ),
    Figure(
        "8", "Figure 8: a waist on a trajectory that jumps",
        "The same three.",
        waist.jumps, waist.draw, plotted=True,
    ),
    Figure(
        "9", "Figure 9: through a desk",
        "Front: muscles push at 30 % of what they can, then the desk is gone. Behind: kinematics goes through.",
        scenes.desk, strips(scenes.DESK_MOMENTS),
    ),
    Figure(
        "marionette", "A body on strings",
        "Every joint is passive; strings follow the markers of a captured dance.",
        scenes.marionette, strips(scenes.MARIONETTE_MOMENTS),
    ),
)  # fmt: skip
