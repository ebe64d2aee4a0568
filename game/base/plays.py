"""Modes of play are plug-ins: a folder of game/plays/ each, with a module for every room that it adds something to.

    for boxing_or_course in parts("hud"):       # game/plays/boxing/hud, game/plays/course/hud, ...
        boxing_or_course.PLAY                   # what that room asks of a mode of play

A room says what it asks of a mode of play in a file of its own (game/hud/plays.py, for instance), and never names one.
A new mode of play is a new folder; docs/adding_a_mode_of_play.md walks through one.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from importlib.util import find_spec
from types import ModuleType

HOME = "game.plays"


@cache
def names() -> tuple[str, ...]:
    """In alphabetical order: `boxing` before `course`."""
    return tuple(sorted(found.name for found in pkgutil.iter_modules(importlib.import_module(HOME).__path__)))


@cache
def parts(room: str) -> tuple[ModuleType, ...]:
    """What each mode of play adds to that room; many a mode adds nothing to some."""
    wanted = [f"{HOME}.{name}.{room}" for name in names()]
    return tuple(importlib.import_module(name) for name in wanted if find_spec(name) is not None)
