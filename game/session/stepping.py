"""A setting's next value up or down, from its declaration: what the arrow keys do.

A number is changed by a quarter, kept to two digits, within its range: a strength of 1 becomes 1.2, then 1.5. A choice
or a yes-or-no goes to the next one and around. `none` (the clip's own) gives way to the number that it stands for.
"""

from __future__ import annotations

from dataclasses import Field
from math import floor, log10
from typing import Any

from components.settings import choices_of

NONE = "none"  # an empty name
FACTOR = 1.25
SMALLEST = 0.05  # of the unit: where a quarter of it is nothing


def stepped(declaration: Field[Any], value: Any, up: bool, stands_for: float = 1.0) -> Any:
    """The next value; `stands_for` is what a `none` means now."""
    kind = str(declaration.type)
    if (choices := choices_of(declaration)) is not None:
        return choices[(choices.index(value) + (1 if up else -1)) % len(choices)]
    if "bool" in kind:
        return (not value) if value is not None else up
    low, high = declaration.metadata["low"], declaration.metadata["high"]
    number = stands_for if value is None else float(value)
    smallest = declaration.metadata.get("finest") or SMALLEST
    change = max(smallest, abs(number) * (FACTOR - 1.0 if up else 1.0 - 1.0 / FACTOR))
    if "int" in kind:
        change = max(1.0, round(change))
    out = min(high, max(low, rounded(number + (change if up else -change), smallest)))
    return int(out) if "int" in kind else out


def rounded(number: float, smallest: float = SMALLEST) -> float:
    """To two digits: 1.5625 is 1.6."""
    if abs(number) < smallest / 2:
        return 0.0
    return round(number, 1 - floor(log10(abs(number))))


def shown(declaration: Field[Any], value: Any) -> str:
    """As a person reads it, with its unit."""
    if value is None:
        return "the clip's own"
    if isinstance(value, bool):
        return "yes" if value else "no"
    unit = declaration.metadata.get("unit", "")
    return f"{value:g} {unit}".strip() if isinstance(value, (int, float)) else str(value) or NONE
