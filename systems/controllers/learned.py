"""A condition that was learned: will this controller succeed from here? A support vector machine, by itself in numpy.

    f(x) = b + sum over n of c_n exp(-gamma |z - v_n|^2),   z = (x - mean) / scale

Above 0 it will. What it looks at is in systems/controllers/state.py. Worked: with one vector at the mean, c = 1,
gamma = 0.5 and b = -0.5, a state that is one scale off in one feature has f = exp(-0.5) - 0.5 = 0.107.

The files are data/controllers/NAME.toml; `glassjaw learn NAME` makes them (docs/learning.md).
"""

from __future__ import annotations

import numpy as np

from components.clip import Array
from components.learned import Learned
from systems.controllers.state import FEATURES
from systems.someone import Someone
from systems.stage import Stage

UNSURE = "as learned, it would fail from here"


def expects(stage: Stage, who: Someone, controller: str) -> bool | None:
    """Will it succeed from here? None: nothing was learned of it."""
    learned = stage.clips.learned(controller)
    return None if learned is None else value(learned, state(learned, stage, who)) > 0.0


def state(learned: Learned, stage: Stage, who: Someone) -> Array:
    """What it looks at, as it is now."""
    return np.array([FEATURES[name].of(stage, who) for name in learned.features])


def value(learned: Learned, measured: Array) -> float:
    """`f` of measured values, in the order of its features."""
    way = learned.vectors - (measured - learned.mean) / learned.scale
    near = np.exp(-learned.gamma * np.einsum("nk,nk->n", way, way))
    return float(learned.coefficients @ near) + learned.bias
