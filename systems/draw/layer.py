"""A layer: something drawn beside the cast's own parts, which joins the renderer's passes, one by one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


class Layer:
    """Nothing by itself; each kind does what it needs to."""

    shown = True

    def prepare(self) -> None:
        """Once a frame, before any pass: upload what changed."""

    def cast_shadow(self, from_light: NDArray[np.float32]) -> None:
        """Depth only, from the sun and from below the floor; `from_light` is 16 floats, column by column."""

    def draw(self) -> None:
        """Opaque: depth test on, back faces culled; the block Frame and both maps are bound."""

    def blend(self) -> None:
        """After everything opaque: blending on, depth tested but not written, nothing culled."""

    def close(self) -> None:
        """Give back what it has of the graphics card."""
