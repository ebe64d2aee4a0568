"""data/styles.toml: how a computer boxer fights (its style) and how well (its level), checked."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Annotated

import msgspec

from components.errors import InputError
from components.style import Style
from game.base.paths import DATA
from game.base.toml import Places, nearest, read

STYLES = DATA / "styles.toml"
DEFENCES = ("block", "slip_left", "slip_right", "duck", "step_back")
PUNCHES = ("jab", "cross", "hook", "uppercut", "body_jab", "body_cross")
Share = Annotated[float, msgspec.Meta(ge=0.0, le=1.0)]
Weight = Annotated[float, msgspec.Meta(ge=0.0, le=1e3)]


class _Style(msgspec.Struct, forbid_unknown_fields=True):
    range_m: Annotated[float, msgspec.Meta(ge=0.5, le=3.0)]
    aggression: Annotated[float, msgspec.Meta(ge=0.0, le=10.0)]
    body_share: Share
    jabs: Share
    circling: Share
    counter: Share
    punches: dict[str, Weight]
    defence: dict[str, Weight]


class _Level(msgspec.Struct, forbid_unknown_fields=True):
    reaction_s: Annotated[float, msgspec.Meta(ge=0.05, le=2.0)]
    alertness: Share
    combination: Annotated[int, msgspec.Meta(ge=1, le=8)]
    aim_m: Annotated[float, msgspec.Meta(ge=0.0, le=0.5)]
    eagerness: Annotated[float, msgspec.Meta(ge=0.0, le=10.0)]
    craft: Share
    stamina_sense: Annotated[float, msgspec.Meta(ge=0.0, le=100.0)]


@dataclass(frozen=True)
class Styles:
    """One file: every style at every level."""

    file: str
    styles: dict[str, dict[str, object]]
    levels: dict[int, dict[str, object]]

    @cached_property
    def _made(self) -> dict[tuple[str, int], Style]:
        return {}

    def style(self, name: str, level: int) -> Style:
        """Made once: every mind asks for its own in every thought."""
        if (name, level) not in self._made:
            self._made[name, level] = self._style(name, level)
        return self._made[name, level]

    def _style(self, name: str, level: int) -> Style:
        if name not in self.styles:
            raise InputError(f"there is no style {name!r}{nearest(name, list(self.styles))}", file=self.file)
        if level not in self.levels:
            known = ", ".join(map(str, self.levels))
            raise InputError(f"there is no level {level}; there are {known}", file=self.file)
        return Style(name=name, **self.styles[name], **self.levels[level])  # type: ignore[arg-type]  # both were checked against structs with its fields


def read_styles(path: Path) -> Styles:
    table, places = read(path)
    for key in table:
        if key not in ("style", "level"):
            raise places.error(f"there is no such table{nearest(key, ['style', 'level'])}", key)
    styles = {name: _style(raw, f"style.{name}", places) for name, raw in _tables(table, "style", places).items()}
    levels = dict[int, dict[str, object]]()
    for name, raw in _tables(table, "level", places).items():
        if not name.isdecimal():
            raise places.error("a level is a whole number", f"level.{name}")
        levels[int(name)] = msgspec.structs.asdict(places.convert(raw, _Level, f"level.{name}"))
    return Styles(str(path), styles, levels)


def _tables(table: dict[str, object], key: str, places: Places) -> dict[str, object]:
    found = table.get(key)
    if not isinstance(found, dict) or not found:
        raise places.error(f"needs at least one [{key}.NAME]", key)
    return found


def _style(raw: object, where: str, places: Places) -> dict[str, object]:
    style = places.convert(raw, _Style, where)
    for key, known in (("punches", PUNCHES), ("defence", DEFENCES)):
        weights: dict[str, float] = getattr(style, key)
        for name in weights:
            if name not in known:
                raise places.error(f"there is no such move{nearest(name, list(known))}", f"{where}.{key}.{name}")
        if not any(weights.values()):
            raise places.error("all weights are 0", f"{where}.{key}")
    return msgspec.structs.asdict(style) | {
        "punches": tuple(style.punches.items()),
        "defence": tuple(style.defence.items()),
    }


@cache
def styles() -> Styles:
    """The project's own, read once."""
    return read_styles(STYLES)
