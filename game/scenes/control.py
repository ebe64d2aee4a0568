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
    relations = places.convert(table, RelationFile).relation
    check_relations(relations, [], places)
    return tuple(related(each) for each in relations)


def related(table: written.Relation) -> Relation:
    return Relation(table.controller, table.thing, table.active)


def check_relations(relations: Sequence[written.Relation], people: Sequence[str], places: Places) -> None:
    """Is there all that they name, where there are those people?"""
    from systems.controllers import CONTROLLERS  # loads the compiler: not for a scene that names none

    things = [ANYTHING, "ground", "hand", *people, *prop_kinds()]
    for index, own in enumerate(relations, 1):
        for key, name, known, wrong in (
            ("controller", own.controller, [ANYTHING, *CONTROLLERS], "there is no controller"),
            ("who", own.who, ["all", *people], "there is no character called"),
            ("thing", own.thing, things, "nothing is called"),
        ):
            if name not in known:
                raise places.error(f"{wrong} {name!r}{nearest(name, known)}", f"relation[{index}].{key}")


def control_of(
    file: written.SceneFile, name: str, people: Sequence[str], table: written.Body, places: Places
) -> Control:
    """What the character of that name begins with, among those people."""
    if not table.controllers and not file.relation:
        return Control()
    from systems.controllers import CONTROLLERS  # loads the compiler: not for a scene that names none

    where = next((f"character[{i}]" for i, each in enumerate(file.character, 1) if each is table), "crowd")
    for each in table.controllers:
        if each not in CONTROLLERS:
            reason = f"there is no controller {each!r}{nearest(each, list(CONTROLLERS))}"
            raise places.error(reason, f"{where}.controllers")
        if table.controllers.count(each) > 1:
            raise places.error(f"{each!r} stands there twice", f"{where}.controllers")
    check_relations(file.relation, people, places)
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
