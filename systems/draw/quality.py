"""How much is drawn: three presets. `high` is for pictures, `low` for a machine without a graphics card.

At `high` an edge pixel is sampled four times and a capsule has 24 sides; at `low` once and 8.
"""

from __future__ import annotations

from dataclasses import dataclass

from components.errors import InputError


@dataclass(frozen=True)
class Quality:
    name: str
    samples: int  # per pixel; less where the machine has less
    shadow_size: int  # texels, 0: no shadows
    shadow_reach: int  # samples to each side of a texel: 2 means 5 x 5
    contact: float  # 0..1, how dark the floor gets right under things
    sides: int  # of a capsule
    outline: float  # pixels at a height of 720, 0: none
    quick: bool = False  # plain light: one sample of the shadow, no gloss, no clouds

    @property
    def variant(self) -> tuple[str, ...]:
        """What is defined for its shaders."""
        return ("QUICK",) if self.quick else ()


PRESETS = {
    "low": Quality("low", 0, 512, 0, 0.0, 8, 0.0, quick=True),
    "medium": Quality("medium", 2, 2048, 1, 0.6, 16, 0.0),
    "high": Quality("high", 4, 2048, 2, 0.6, 24, 1.2),
}


def quality_named(name: str) -> Quality:
    if name not in PRESETS:
        raise InputError(f"must be one of {', '.join(PRESETS)}, not {name!r}", place="quality")
    return PRESETS[name]
