"""A condition that was learned: will this controller succeed from here? A support vector machine, by itself in numpy.

    f(x) = b + sum over n of c_n exp(-gamma |z - v_n|^2),   z = (x - mean) / scale

Above 0 it will. What it looks at is in systems/controllers/state.py. Worked: with one vector at the mean,
c = 1, gamma = 0.5 and b = -0.5, a state that is one scale off in one feature has f = exp(-0.5) - 0.5 = 0.107.

The files are data/controllers/NAME.toml; `glassjaw learn NAME` makes them (docs/learning.md).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from components.clip import Array
from systems.controllers.state import FEATURES
from systems.someone import Someone
from systems.stage import Stage


@dataclass(frozen=True, eq=False)
class Learned:
    """What the file of a controller says."""

    name: str
    features: tuple[str, ...]
    mean: Array  # (features,)
    scale: Array
    vectors: Array  # (vectors, features), scaled as a state is
    coefficients: Array  # (vectors,)
    gamma: float
    bias: float

    def margin(self, stage: Stage, who: Someone) -> float:
        """Above 0: it will succeed from here."""
        return self.value(np.array([FEATURES[name].of(stage, who) for name in self.features]))

    def value(self, state: Array) -> float:
        """`f` of measured values, in the order of the features."""
        way = self.vectors - (state - self.mean) / self.scale
        return float(self.coefficients @ np.exp(-self.gamma * np.einsum("nk,nk->n", way, way))) + self.bias
