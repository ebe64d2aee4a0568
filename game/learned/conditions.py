"""Conditions that were learned, as files: data/controllers/NAME.toml, one support vector in a row.

`write` makes one that `read_condition` reads back to the bit of what is written: numbers have four digits.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated

import msgspec
import numpy as np

from components.errors import one_line
from components.learned import Learned
from game.base.paths import CONTROLLERS
from game.base.toml import nearest, read
from game.base.writing import atomic_write
from systems.controllers.state import FEATURES

Positive = Annotated[float, msgspec.Meta(gt=0.0)]
Share = Annotated[float, msgspec.Meta(ge=0.0, le=1.0)]


class Measured(msgspec.Struct, forbid_unknown_fields=True):
    """One of the things that it looks at."""

    name: str
    mean: float
    scale: Positive


class Threshold(msgspec.Struct, forbid_unknown_fields=True):
    """The best that one feature alone can do."""

    feature: str
    above: bool  # does it succeed above it, or below
    value: float
    accuracy: Share


class ConditionFile(msgspec.Struct, forbid_unknown_fields=True):
    controller: str
    success: str  # in words
    command: str  # that made it
    samples: Annotated[int, msgspec.Meta(ge=1)]
    held_out: Annotated[int, msgspec.Meta(ge=1)]  # of them, on which the accuracies were found
    succeeded: Share  # of all
    accuracy: Share
    threshold: Threshold
    gamma: Positive
    bias: float
    feature: list[Measured]
    vectors: list[list[float]]  # a coefficient, and the scaled features


def condition_path(name: str) -> Path:
    return CONTROLLERS / f"{name}.toml"


@cache
def learned(name: str) -> Learned | None:
    """What was learned of a controller; none where there is no file."""
    path = condition_path(name)
    return condition(read_condition(path)) if path.exists() else None


def read_condition(path: Path) -> ConditionFile:
    table, places = read(path)
    file = places.convert(table, ConditionFile)
    for number, measured in enumerate(file.feature, 1):
        if measured.name not in FEATURES:
            reason = f"there is no feature {measured.name!r}{nearest(measured.name, list(FEATURES))}"
            raise places.error(reason, f"feature[{number}].name")
    if not file.feature:
        raise places.error("must name at least one", "feature")
    if not file.vectors:
        raise places.error("must hold at least one", "vectors")
    for number, row in enumerate(file.vectors, 1):
        if len(row) != 1 + len(file.feature):
            reason = f"row {number} must have {1 + len(file.feature)} numbers, a coefficient and one for each feature"
            raise places.error(f"{reason}, not {len(row)}", "vectors")
    return file


def condition(file: ConditionFile) -> Learned:
    rows = np.array(file.vectors)
    return Learned(
        controller=file.controller,
        features=tuple(measured.name for measured in file.feature),
        mean=np.array([measured.mean for measured in file.feature]),
        scale=np.array([measured.scale for measured in file.feature]),
        vectors=np.ascontiguousarray(rows[:, 1:]),
        coefficients=rows[:, 0].copy(),
        gamma=file.gamma,
        bias=file.bias,
    )


def write_condition(file: ConditionFile, path: Path) -> None:
    with atomic_write(path) as draft:
        draft.write_text(text_of(file), encoding="utf-8")


def text_of(file: ConditionFile) -> str:
    better = "above" if file.threshold.above else "below"
    best = file.threshold
    lines = [
        f"# Where `{file.controller}` succeeds: a support vector machine (systems/controllers/learned.py says how",
        "# it is evaluated, docs/learning.md how it was learned). The command below made it.",
        f"controller = {quoted(file.controller)}",
        f"success = {quoted(file.success)}",
        f"command = {quoted(file.command)}",
        f"samples = {file.samples}",
        f"held_out = {file.held_out}",
        f"succeeded = {file.succeeded:.4g}  # of all samples",
        f"accuracy = {file.accuracy:.4g}  # on those held out",
        f"gamma = {file.gamma:.4g}",
        f"bias = {file.bias:.4g}",
        "vectors = [  # a coefficient, then the features: each less its mean, by its scale",
        *(f"  [{', '.join(f'{number:.4g}' for number in row)}]," for row in file.vectors),
        "]",
        "",
        f"[threshold]  # the best single one, on the same held-out samples: {better} it is said to succeed",
        f"feature = {quoted(best.feature)}",
        f"above = {str(best.above).lower()}",
        f"value = {best.value:.4g}",
        f"accuracy = {best.accuracy:.4g}",
    ]
    for each in file.feature:
        feature = FEATURES[each.name]
        unit = f"{feature.unit}, " if feature.unit else ""
        lines += [
            "",
            f"[[feature]]  # {unit}{feature.about}",
            f"name = {quoted(each.name)}",
            f"mean = {each.mean:.4g}",
            f"scale = {each.scale:.4g}",
        ]
    return "\n".join(lines) + "\n"


def quoted(text: str) -> str:
    return '"' + one_line(text).replace("\\", "\\\\").replace('"', '\\"') + '"'
