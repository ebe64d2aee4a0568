"""Scripts that are written anew while they are played begin again as they are then, as moves do.

    for text in watch.look(session): session.say(text)        # from time to time

What is wrong is said, and the old one goes on. It is a deed, so a recording holds at which tick it was.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from components.errors import InputError
from game.base.paths import shown
from game.base.reading import Stamp, stamp
from game.scripts.file import load_script
from game.scripts.info import script_path
from game.session.deeds import SetValue
from game.session.history import History
from game.world.simulation import Simulation


class Watched(Protocol):
    simulation: Simulation
    history: History


class ScriptWatch:
    def __init__(self) -> None:
        self._stamps: Mapping[str, Stamp] = {}

    def look(self, session: Watched) -> list[str]:
        """What came of each file that is another than at the last look, in one line."""
        played = {one.script for one in session.simulation.characters.values()} - {""}
        stamps = {name: stamp(script_path(name)) for name in sorted(played)}
        new = [name for name, now in stamps.items() if now != self._stamps.get(name, now)]
        self._stamps = stamps
        return [begin_again(name, session) for name in new]


def begin_again(script: str, session: Watched) -> str:
    people = [one for one in session.simulation.characters.values() if one.script == script]
    try:
        for one in people:
            load_script(script, one.rig)
    except InputError as error:
        return str(error)
    for one in people:
        session.history.do(SetValue("script", script, one.name))
    return f"{shown(script_path(script))}: begins again"
