"""What a world asks of a mode of play: systems and their place in the tick, what it builds, its row of the report.

A mode of play says it in game/plays/NAME/world.py:

    PLAY = WorldPlay(
        places=(Place(TagSystem, after=HitsSystem),),
        build=add_tag,
        row="tag",
        report=tag_report,
    )
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from game.base.plays import parts
from game.scenes.scene import Scene
from systems.stage import System


@dataclass(frozen=True, init=False)
class Place:
    """Systems one after the other, right before or right after one of the core's (game/world/schedule.py)."""

    systems: tuple[type[System], ...]
    before: type[System] | None
    after: type[System] | None

    def __init__(
        self, *systems: type[System], before: type[System] | None = None, after: type[System] | None = None
    ) -> None:
        if not systems or (before is None) == (after is None):
            raise ValueError("a place is that of some systems, before one of the core's or after it")
        for name, value in (("systems", systems), ("before", before), ("after", after)):
            object.__setattr__(self, name, value)


@dataclass(frozen=True, eq=False)
class WorldPlay:
    build: Callable[[Scene], None]
    """Makes its entities and components, where the scene has it; everybody in the scene is there already."""
    row: str  # its key in the report of a run
    report: Callable[[Mapping[str, Any]], Any]
    """That row, from the rows of the characters by name; None where it is not played."""
    places: tuple[Place, ...] = ()
    kept: tuple[type, ...] = ()
    """Components of entities of its own that change in play: a save holds whoever has one."""


def world_plays() -> tuple[WorldPlay, ...]:
    return tuple(part.PLAY for part in parts("world"))
