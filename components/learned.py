"""What was learned of a controller: a support vector machine with a radial kernel (systems/controllers/learned.py)."""

from __future__ import annotations

from dataclasses import dataclass

from components.clip import Array


@dataclass(frozen=True, eq=False)
class Learned:
    """What its file says, in data/controllers."""

    controller: str
    features: tuple[str, ...]
    mean: Array  # (features,)
    scale: Array
    vectors: Array  # (vectors, features), scaled as a state is
    coefficients: Array  # (vectors,)
    gamma: float
    bias: float
