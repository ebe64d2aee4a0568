"""What scenes ask of a mode of play: its tables in a scene file, and what is made of them.

A mode of play says it in game/plays/NAME/scenes.py:

    class Tables(msgspec.Struct, kw_only=True):
        tag: Tag | None = None       # the table [tag]

    PLAY = ScenePlay("tag", Tables, make)

What `make` gives is `scene.plays["tag"]`. In a scene without that table there is nothing of that name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from game.base.plays import parts

if TYPE_CHECKING:
    from game.scenes.draft import Draft


@dataclass(frozen=True, eq=False)
class CharacterKeys:
    """Keys that a mode of play adds to [[character]]. Each is a setting too, as in `--set red.level=3`."""

    table: type[msgspec.Struct]  # them, as a file may have them
    settings: type  # them, as `--set` may have them: a frozen dataclass of `components.settings.setting`
    unplayed: str  # what `--set` says of them where that mode is not played
    look_up: Mapping[str, Callable[[Any], object]] = field(default_factory=dict)
    """By setting: raises InputError where what it names does not exist."""


@dataclass(frozen=True, eq=False)
class ScenePlay:
    key: str  # of the table that says that it is played, and of its spec in `Scene.plays`
    tables: type[msgspec.Struct]  # what may stand at the top of a scene file: that table, flags
    make: Callable[[Draft, Any], Any]
    """The spec, checked, from the draft and its own `tables`; None where it is not played."""
    character: CharacterKeys | None = None


def scene_plays() -> tuple[ScenePlay, ...]:
    return tuple(part.PLAY for part in parts("scenes"))
