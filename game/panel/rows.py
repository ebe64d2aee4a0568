"""What the panel shows of a setting, all of it from its declaration: a slider with ends that are of use, or choices."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping
from dataclasses import Field, dataclass
from typing import Any

from components.settings import choices_of
from game.clips.info import ClipInfo
from game.session.setting_controls import NAMES
from game.session.stepping import NONE

FAR = 10.0  # times the default, where a slider ends
DECADES = 1000.0  # a slider over more than that is logarithmic
LINE = 46  # letters of a tooltip's line
CLIPS_OWN = "clip's own"


@dataclass(frozen=True)
class Row:
    """A setting as it is shown, all of it from its declaration."""

    key: str
    field: Field[Any]
    choices: Mapping[str, Any] | None  # what is shown -> the value; none: a number, or yes and no
    of_clip: bool  # may be left to the clip
    whole: bool
    start: float  # where a slider without a value of its own stands
    low: float  # of the slider
    high: float
    format: str
    help: str

    @property
    def name(self) -> str:
        return self.key.removesuffix("_s").replace("_", " ")

    @property
    def default(self) -> Any:
        return self.field.default

    @property
    def logarithmic(self) -> bool:
        return self.field.metadata["finest"] is not None or (
            self.high > DECADES * max(1.0, self.low) and self.low >= 0.0
        )


def row(key: str, field: Field[Any]) -> Row:
    """`frequency`, 1 to 400 and 90 by default: a slider from 1 to 400 rad/s."""
    kind, limits = str(field.type), field.metadata
    about = textwrap.fill(f"{limits['about'][:1].upper()}{limits['about'][1:]}.", LINE)
    choices = choices_shown(key, field)
    of_clip = "None" in kind and choices is None
    if choices is not None or "bool" in kind:
        return Row(key, field, choices, of_clip, False, 0.0, 0.0, 0.0, "", f"{about}\n--set {key}")
    whole, (low, high, unit) = "int" in kind, (limits[name] for name in ("low", "high", "unit"))
    default: Any = getattr(ClipInfo, key) if of_clip else field.default
    start = float(default)
    reach = 2.0 * abs(start) if low < 0.0 else FAR * start or high
    typed = f"--set {key}, from {low:g} to {high:g} {unit}".rstrip() + "\nCtrl+click: type a number"
    digits = "%.3f" if limits["finest"] is not None else "%.0f" if min(high, reach) >= 100.0 else "%.2f"
    format = " ".join(["%d" if whole else digits, unit]).rstrip()
    ends = max(low, -reach), min(high, reach)
    return Row(key, field, None, of_clip, whole, start, *ends, format, f"{about}\n{typed}")


def choices_shown(key: str, field: Field[Any]) -> Mapping[str, Any] | None:
    if (choices := choices_of(field)) is not None:
        return {str(choice): choice for choice in choices}
    if key in NAMES:
        return {name or NONE: name for name in NAMES[key]()}
    return {CLIPS_OWN: None, "yes": True, "no": False} if str(field.type) == "bool | None" else None


def title(group: type) -> str:
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", group.__name__.removesuffix("Settings"))
    return words.capitalize()
