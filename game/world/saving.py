"""Save and load, bit-exact: the engine's own state, the tables, and every component as it is.

Loose things that came after a save go, those that have gone since are made again, in the order in which they first
came, because the engine restores its bodies in order.
"""

from __future__ import annotations

import weakref
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import esper
from numpy.typing import NDArray

from components.character import Body
from components.commands import Push, Pushing, Throw
from components.errors import InputError
from components.prop import Hung, Prop
from components.ropes import Ropes
from components.settings import WorldSettings
from game.world.carrying import believe
from game.world.plays import world_plays
from systems.commands import add_prop, remove_prop
from systems.stage import Event, Stage, Tables


@dataclass(frozen=True, eq=False)
class Saved:
    of: weakref.ref[Stage]  # whose state it is
    engine: int | Path  # of what it keeps in memory, or a file of it
    arrays: list[list[NDArray[Any]]]
    entities: list[tuple[int, list[Any]]]  # those of KEPT and of modes of play, with copies of their components
    props: list[tuple[int, Prop]]  # as they are numbered now, by esper and by the engine
    things: list[int]  # what the engine called each when it was saved
    hung: list[Hung | None]  # and what each hangs on
    settings: WorldSettings
    ticks: int
    events: list[Event]
    commands: list[Throw | Push | Pushing]  # that wait for the next tick
    rest: dict[str, Any]


KEPT: tuple[type, ...] = (Body, Ropes)  # whoever has one of these is saved, or one that a mode of play keeps
FIXED = ("skeletons", "puppets", "bodies", "handle")  # of the tables: what no tick changes
STAGE_REST = (
    "drag", "hand", "pushes", "strings", "strings_ever", "thrown_again", "servo_changed", "stirred", "leaving",
)  # fmt: skip


def copies(entity: int) -> list[Any]:
    return [copied(component) for component in components_of(entity)]


def copied(component: Any) -> Any:
    """What cannot change is kept itself: a body or a setting that is told from others by being it stays so."""
    return component if component.__dataclass_params__.frozen else replace(component)


def components_of(entity: int) -> tuple[Any, ...]:
    found: tuple[Any, ...] = esper.components_for_entity(entity)
    return found


def tables_of(tables: Tables) -> list[list[NDArray[Any]]]:
    groups = [getattr(tables, f.name) for f in fields(tables) if f.name not in (*FIXED, "own")]
    own = [table for law in tables.own.values() for table in law]
    return [list(group) if isinstance(group, tuple) else [group] for group in (*groups, *own)]


def save_stage(stage: Stage) -> Saved:
    kept = (*KEPT, *(kind for play in world_plays() for kind in play.kept))
    entities = sorted(entity for kind in kept for entity, _ in esper.get_component(kind))
    state = stage.engine.save()
    props = sorted(esper.get_component(Prop), key=lambda pair: pair[0])
    saved = Saved(
        of=weakref.ref(stage),
        engine=state,
        arrays=[[array.copy() for array in group] for group in tables_of(stage.tables)],
        entities=[(entity, copies(entity)) for entity in entities],
        props=props,
        things=[prop.engine_id for _, prop in props],
        hung=[esper.try_component(entity, Hung) for entity, _ in props],
        settings=stage.engine.settings,
        ticks=stage.ticks,
        events=list(stage.events),
        commands=list(stage.commands),
        rest={name: getattr(stage, name) for name in STAGE_REST},
    )
    weakref.finalize(saved, stage.engine.forget, state)
    return saved


def load_stage(stage: Stage, saved: Saved) -> None:
    if not isinstance(saved, Saved):
        raise InputError(f"must be what `save` gave, not {type(saved).__name__}", place="load")
    if saved.of() is not stage:
        raise InputError("is of another simulation", place="load")
    restore_props(stage, saved)
    stage.engine.apply(saved.settings)
    stage.engine.load(saved.engine)
    believe(stage)
    for kept, group in zip(saved.arrays, tables_of(stage.tables), strict=True):
        for old, array in zip(kept, group, strict=True):
            array[...] = old
    for entity, components in saved.entities:
        since = {type(component) for component in components_of(entity)}
        for kind in since - {type(component) for component in components}:
            esper.remove_component(entity, kind)
        for component in components:
            esper.add_component(entity, copied(component))
    stage.ticks = saved.ticks
    stage.events[:] = saved.events
    for name, value in saved.rest.items():
        setattr(stage, name, value)
    called = {then: prop.engine_id for then, (_, prop) in zip(saved.things, saved.props, strict=True)}
    stage.drag, stage.hand = renamed(stage.drag, called), renamed(stage.hand, called)
    stage.pushes = tuple(renamed(each, called) for each in stage.pushes)
    stage.commands[:] = [each if isinstance(each, Throw) else renamed(each, called) for each in saved.commands]
    stage.modes_changed = True  # who obeys which law is not saved: it follows from the settings


def renamed(held: Any, called: Mapping[int, int]) -> Any:
    """A hand or a push that means a thing by the engine's number of that time, by its number of now."""
    return held if held is None else replace(held, engine_id=called.get(held.engine_id, held.engine_id))


def restore_props(stage: Stage, saved: Saved) -> None:
    present = sorted(esper.get_component(Prop), key=lambda pair: pair[0])
    same = 0
    while same < min(len(present), len(saved.props)) and present[same] == saved.props[same]:
        same += 1
    for entity, prop in reversed(present[same:]):
        remove_prop(stage, entity, prop)
    for number, (_, prop) in enumerate(saved.props[same:], same):
        body = add_prop(stage, prop, (0.0, 0.0, -100.0), 0.0, thrown=prop.thrown)
        entity = max(entity for entity, _ in esper.get_component(Prop))
        saved.props[number] = (entity, replace(prop, engine_id=body))
        if (hung := saved.hung[number]) is not None:
            esper.add_component(entity, hung)
