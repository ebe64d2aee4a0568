"""How far a firm push turns each joint of a rig, by its tension: data/calibrations/RIG.toml, from `glassjaw calibrate`.

push_n = 45.0
seconds = 1.5
tensions = [0.1, 1.0]
[curves.left_upper_arm]
x = [6.9, 0.7]                # degrees at most, about the bone's own axis, at each tension

`load("boxer").degrees("right_upper_arm", 0, 0.3)` lies on the straight line between its neighbours, both axes being
logarithmic: springs of twice the stiffness turn by half as much. Joints of the right side turn as those of the left.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import exp, log
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from game.base.paths import DATA
from game.base.toml import read
from game.base.writing import atomic_write

CALIBRATIONS = DATA / "calibrations"
AXES = ("x", "y", "z")
Positive = Annotated[float, Meta(gt=0.0)]
Curve = tuple[float, ...]  # degrees, one for each tension


class Calibration(msgspec.Struct, forbid_unknown_fields=True):
    push_n: Positive
    seconds: Positive
    tensions: Annotated[tuple[Positive, ...], Meta(min_length=2)]  # rising
    curves: dict[str, dict[str, Curve]]  # by bone, and then by its own axis: x, y, z; of a hinge: its

    def curve(self, bone: str, axis: int) -> Curve | None:
        """Of the joint that it hangs on; of a hinge any axis is its own. None: it was not pushed about that one."""
        own = self.curves.get(bone) or self.curves.get(bone.replace("right_", "left_", 1))
        return None if own is None else own.get("its", own.get(AXES[axis]))

    def degrees(self, bone: str, axis: int, tension: float) -> float | None:
        """How far the push turns it at that tension; beyond the ends as at them."""
        curve = self.curve(bone, axis)
        return None if curve is None else between(self.tensions, curve, tension)


def between(x: tuple[float, ...], y: Curve, at: float) -> float:
    at = min(max(at, x[0]), x[-1])
    n = next(n for n in range(1, len(x)) if at <= x[n])
    share = log(at / x[n - 1]) / log(x[n] / x[n - 1])
    low, high = (log(max(1e-6, value)) for value in y[n - 1 : n + 1])
    return exp(low + share * (high - low))


@lru_cache(maxsize=16)
def load(rig: str) -> Calibration | None:
    """None: nobody has calibrated it."""
    path = CALIBRATIONS / f"{rig}.toml"
    return read_calibration(path) if path.is_file() else None


def read_calibration(path: Path) -> Calibration:
    raw, places = read(path)
    found = places.convert(raw, Calibration)
    if list(found.tensions) != sorted(set(found.tensions)):
        raise places.error("must rise", "tensions")
    for bone, own in found.curves.items():
        for axis, curve in own.items():
            if axis not in (*AXES, "its"):
                raise places.error("is no axis: there are x, y, z, and its", f"curves.{bone}.{axis}")
            if len(curve) != len(found.tensions):
                reason = f"must have {len(found.tensions)} numbers, one for each tension, not {len(curve)}"
                raise places.error(reason, f"curves.{bone}.{axis}")
    return found


def write(path: Path, head: str, push: float, seconds: float, curves: Mapping[str, Mapping[str, Curve]],
          tensions: tuple[float, ...]) -> None:  # fmt: skip
    def numbers(values: tuple[float, ...]) -> str:
        return "[" + ", ".join(f"{value:.4g}" for value in values) + "]"

    lines = [f"# {head}", f"push_n = {push:g}", f"seconds = {seconds:g}", f"tensions = {numbers(tensions)}"]
    for bone, own in curves.items():
        lines += ["", f"[curves.{bone}]", *(f"{axis} = {numbers(curve)}" for axis, curve in own.items())]
    with atomic_write(path) as draft:
        draft.write_text("\n".join(lines) + "\n", encoding="utf-8")
