"""Those who catch in a scene, and what is thrown to them.

[[catch]]             # somebody catches with one hand what flies its way; for servo `timed`
who = "red"
hand = "right"
what = "ball"         # what is thrown to it; so big and heavy
radius = 0.045        # m
mass = 0.15           # kg
every_s = 2.5         # without it nobody throws: it waits for a person's ball
disturb = true        # before every second one another ball is thrown at the arm
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from components.catch import ARM, HEAVIEST, LARGEST
from components.errors import InputError
from components.rig import Rig
from game.scenes.draft import Draft
from game.scenes.file import Thing
from game.scenes.plays import ScenePlay
from game.scenes.props import PropKind
from game.scenes.scene import Scene


class Catch(Thing, forbid_unknown_fields=True, kw_only=True):
    who: str
    what: str = "ball"
    hand: Literal["left", "right"] = "right"
    every_s: Annotated[float, Meta(ge=2.0, le=3600.0)] | None = None
    disturb: bool = False


class Tables(msgspec.Struct, kw_only=True):
    catch: list[Catch] = []


@dataclass(frozen=True)
class CatchSpec:
    """Who catches, with which hand, and what is thrown to it."""

    who: str
    hand: str  # left or right
    kind: PropKind
    every_s: float | None  # none: nobody throws
    disturb: bool


def make(draft: Draft, tables: Tables) -> tuple[CatchSpec, ...] | None:
    specs = list[CatchSpec]()
    for index, table in enumerate(tables.catch, 1):
        where = f"catch[{index}]"
        rig = draft.rig_of(table.who, f"{where}.who")
        if table.who in [spec.who for spec in specs]:
            raise draft.places.error(f"{table.who} catches already, and has one mind for it", f"{where}.who")
        if table.disturb and table.every_s is None:
            raise draft.places.error("needs every_s: it flies before every second ball", f"{where}.disturb")
        kind = draft.thing(table, where)
        with draft.places.at(where):
            check_catcher(kind, rig, table.hand)
        specs.append(CatchSpec(table.who, table.hand, kind, table.every_s, table.disturb))
    return tuple(specs) or None


def check_catcher(kind: PropKind, rig: Rig, hand: str) -> None:
    """Has it an arm to catch with, and is that a ball for one hand?"""
    missing = [bone for bone in ARM if f"{hand}_{bone}" not in rig.names]
    if missing:
        raise InputError(f"the rig {rig.name} has no bone {hand}_{missing[0]} to catch with")
    if kind.shape != "sphere" or kind.radius > LARGEST or kind.mass > HEAVIEST:
        raise InputError(f"one hand catches a ball of up to {LARGEST:g} m radius and {HEAVIEST:g} kg")


PLAY = ScenePlay(key="catch", tables=Tables, make=make)


def catches_of(scene: Scene) -> tuple[CatchSpec, ...]:
    """Those who catch in it."""
    found: tuple[CatchSpec, ...] = scene.plays.get(PLAY.key, ())
    return found
