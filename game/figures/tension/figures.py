"""The figures of tension and relaxation, in the paper's order; captions say what is seen here."""

from __future__ import annotations

from game.figures.figure import Asked, Figure, Job
from game.figures.strip import scene_strip, strips
from game.figures.tension import appendix, arms, calibration, pin

WAVE_MOMENTS = (0.4, 1.0, 1.4, 1.9, 2.6, 3.4)  # s


def montage(asked: Asked) -> list[Job]:
    return [Job("wave", scene_strip, ("wave", {}, asked.seed, WAVE_MOMENTS, 6.0, asked.size, "front"))]


FIGURES = (
    Figure(
        "cylinder", "The introduction's cylinder",
        "PD needs 280 N m/rad for 3 degrees and 1680 for half of one; two springs that know the weight need none.",
        pin.levels, pin.draw_levels, plotted=True,
    ),
    Figure(
        "2", "Figure 2: several equilibria at low gain",
        "Let go beside upright, a loose arm comes to rest at one of two angles, a firm one upright.",
        pin.folds, pin.draw_folds, plotted=True,
    ),
    Figure(
        "3", "Figure 3: tension that changes warps a motion",
        "From firm to loose it starts late and speeds up, from loose to firm the reverse.",
        arms.changing, arms.draw_changing, plotted=True,
    ),
    Figure(
        "4", "Figure 4: down and up with two gains",
        "A firm arm keeps to the transition; a loose one lags, and then goes too far.",
        arms.two_gains, arms.draw_gains, plotted=True,
    ),
    Figure(
        "5", "Figure 5: four waves",
        "From the right: by jumps of the target, played back, tight, and with tension that changes.",
        montage, strips(WAVE_MOMENTS),
    ),
    Figure(
        "8_1", "Appendix 8.1: PD and two springs can do the same",
        "The same gain and damping, and springs that share it so that they meet where PD wants the arm.",
        appendix.equivalence, appendix.draw_equivalence, plotted=True,
    ),
    Figure(
        "8_2", "Appendix 8.2: a straight way in gain space",
        "With high gains the arm goes along a straight line; with low ones its weight bends it.",
        appendix.straightness, appendix.draw_straightness, plotted=True,
    ),
    Figure(
        "calibration", "What a tension means",
        "The greatest turn of single joints under a firm push, all else being firm.",
        calibration.jobs, calibration.draw, plotted=True,
    ),
)  # fmt: skip
