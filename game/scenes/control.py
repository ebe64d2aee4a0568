"""Who can do what in a scene, and what active things are to him: `controllers` of a character, and [[relation]]."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import msgspec

from components.control import ANYTHING, BASICS, Control, Relation
from game.base.paths import DATA
from game.base.toml import Places, nearest, read
from game.scenes import file as written
from game.scenes.props import prop_kinds

FILE = DATA / "relations.toml"


class RelationFile(msgspec.Struct, forbid_unknown_fields=True):
    relation: list[written.Relation] = []


@cache
def common_relations() -> tuple[Relation, ...]:
    """Those of every scene."""
    table, places = read(FILE)
    return tuple(related(each) for each in places.convert(table, RelationFile).relation)


def related(table: written.Relation) -> Relation:
    return Relation(table.controller, table.thing, table.active)


def control_of(
    file: written.SceneFile, name: str, people: Sequence[str], table: written.Body, places: Places
) -> Control:
    """What the character of that name begins with, among those people."""
    if not table.controllers and not file.relation:
        return Control()
    from systems.controllers import CONTROLLERS  # loads the compiler: not for a scene that names none

    things = [ANYTHING, "ground", "hand", *people, *prop_kinds()]
    where = next((f"character[{i}]" for i, each in enumerate(file.character, 1) if each is table), "crowd")
    for each in table.controllers:
        if each not in CONTROLLERS:
            reason = f"there is no controller {each!r}{nearest(each, list(CONTROLLERS))}"
            raise places.error(reason, f"{where}.controllers")
        if table.controllers.count(each) > 1:
            raise places.error(f"{each!r} stands there twice", f"{where}.controllers")
    for index, own in enumerate(file.relation, 1):
        if own.controller not in (ANYTHING, *CONTROLLERS):
            reason = f"there is no controller {own.controller!r}{nearest(own.controller, list(CONTROLLERS))}"
            raise places.error(reason, f"relation[{index}].controller")
        if own.who not in ("all", *people):
            reason = f"there is no character called {own.who!r}{nearest(own.who, [*people, 'all'])}"
            raise places.error(reason, f"relation[{index}].who")
        if own.thing not in things:
            reason = f"nothing is called {own.thing!r}{nearest(own.thing, things)}"
            raise places.error(reason, f"relation[{index}].thing")
    pool = (*table.controllers, *(each for each in BASICS if each not in table.controllers))
    own_relations = tuple(related(each) for each in file.relation if each.who in ("all", name))
    first = CONTROLLERS[pool[0]]
    return Control(
        pool,
        hybrid=bool(table.controllers),
        controller=first.name,
        kinematic=first.sort == "kinematic",
        relations=(*common_relations(), *own_relations),
    )
