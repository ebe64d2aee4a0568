"""The tick's order: what is read was written above, and systems do what they say they do."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace

import esper
import numpy as np
import pytest
from gathered import for_each

from components import settings as declared
from components.character import Body
from components.clip import Clip
from components.clock import DT
from components.commands import Throw
from components.course import Course
from components.limbs import LimbSettings
from components.prop import Hung, Prop
from components.table import Modes, Skeletons
from game import Simulation
from game.base.paths import PROJECT
from game.scenes.plays import scene_plays
from game.scenes.props import prop_kind
from game.scenes.scene import load_scene, scene_names
from game.world.plays import Place, WorldPlay, world_plays
from game.world.schedule import CORE, merged, schedule
from systems.boxing.bout import BoutSystem
from systems.boxing.minds.supervisor import MindSystem
from systems.commands import throw
from systems.hits import HitsSystem
from systems.stage import System, Tables

SCHEDULE = schedule()

STATIC = {
    Body,
    Course,
    Hung,
    Skeletons,
    Modes,
    LimbSettings,
    *declared.groups(),
}
"""Changed by people between ticks, or never."""


def tables_of(tables):
    """By name, those that are tables: not the engine's raw answer, not the handle on all of them."""
    return {f.name: getattr(tables, f.name) for f in fields(Tables) if isinstance(getattr(tables, f.name, None), tuple)}


def test_nobody_is_there_twice():
    assert len(set(SCHEDULE)) == len(SCHEDULE)
    names = [system.name() for system in SCHEDULE]
    assert len(set(names)) == len(names)
    assert "step" not in names


def test_everything_read_is_static_late_or_written_further_up():
    """A system that reads what it writes itself keeps it from tick to tick: its own state."""
    written = set()
    for system in SCHEDULE:
        early = set(system.reads) - STATIC - written - set(system.writes)
        assert not early, f"{system.name()} reads {[kind.__name__ for kind in early]} before it is written"
        written |= set(system.writes)


def test_what_is_late_is_written_by_somebody_at_or_after_its_reader():
    """Else `late` hides a reading of this tick, or of nothing."""
    for place, system in enumerate(SCHEDULE):
        later = {kind for other in SCHEDULE[place:] for kind in other.writes}
        stray = set(system.late) - later - STATIC
        assert not stray, f"{system.name()}: {[kind.__name__ for kind in stray]}"


LEFT_OUT = [system for system in SCHEDULE if system.only_with]


@for_each("system", LEFT_OUT)
def test_who_is_left_out_asks_for_what_nobody_has_and_would_change_nothing(system):
    assert system.only_with in {*system.reads, *system.late, *system.writes}
    with Simulation("stage") as sim:
        (one,) = (each for each in sim.systems if type(each) is system)
        assert not esper.get_component(system.only_with)
        before, ticks = snapshot(sim), sim.state_hash()
        one.process(DT)
        assert snapshot(sim) == before and sim.state_hash() == ticks


def test_a_system_comes_in_in_the_very_tick_in_which_somebody_has_what_it_asks_for():
    class Mark: ...

    seen = []

    class Marks(System):
        def process(self, dt):
            if self.stage.ticks == 2:
                esper.create_entity(Mark())

    class Looks(System):
        only_with = Mark

        def process(self, dt):
            seen.append(self.stage.ticks)

    with Simulation("stage") as sim:
        sim.systems[:2] = Marks(sim.stage), Looks(sim.stage)
        sim.tick(4)
    assert seen == [2, 3]


def added(*places):
    return WorldPlay(build=lambda scene: None, row="", report=lambda characters: None, places=places)


def test_modes_of_play_stand_between_the_cores_systems_where_they_ask_to():
    class First(System): ...

    class Second(System): ...

    class Other(System): ...

    one = added(Place(First, Second, after=HitsSystem))
    two = added(Place(Other, after=HitsSystem), Place(BoutSystem, before=CORE[0]))
    at = CORE.index(HitsSystem) + 1
    assert merged([]) == CORE
    assert merged([one]) == (*CORE[:at], First, Second, *CORE[at:])
    assert merged([one, two]) == (BoutSystem, *CORE[:at], First, Second, Other, *CORE[at:])


@pytest.mark.parametrize("left_out", range(len(world_plays())))
def test_without_one_mode_of_play_the_others_stand_as_they_did(left_out):
    plays = world_plays()
    own = {system for place in plays[left_out].places for system in place.systems}
    others = [play for i, play in enumerate(plays) if i != left_out]
    assert own and merged(others) == tuple(system for system in SCHEDULE if system not in own)


def test_a_place_is_beside_one_system_of_the_core():
    with pytest.raises(ValueError, match="before one of the core's or after it"):
        Place(BoutSystem)
    with pytest.raises(ValueError, match="before one of the core's or after it"):
        Place(BoutSystem, before=HitsSystem, after=HitsSystem)
    with pytest.raises(ValueError, match="MindSystem: a mode of play has its place before or after one of"):
        merged([added(Place(MindSystem, after=BoutSystem))])


def test_every_system_says_what_it_writes():
    assert all(system.writes for system in SCHEDULE)


def test_the_diagram_of_the_tick_names_every_system_in_its_order_and_what_it_writes():
    page = (PROJECT / "docs" / "architecture.md").read_text(encoding="utf-8")
    _, drawing, *_ = page.split("```")
    lines = re.findall(r"^ +\[(\w+)\] .*-> (.+)$", drawing, re.MULTILINE)
    wanted = [system.name() for system in SCHEDULE]
    assert [name for name, _ in lines] == wanted, f"docs/architecture.md should have lines for {', '.join(wanted)}"
    for system, (name, told) in zip(SCHEDULE, lines, strict=True):
        kinds = set(re.findall(r"[A-Z]\w+", told))
        assert kinds and kinds <= {kind.__name__ for kind in system.writes}, name


def snapshot(sim):
    """Bytes of every table and the text of every component, by type."""
    out = {
        type(t): b"".join(np.ascontiguousarray(column).tobytes() for column in t)
        for t in tables_of(sim.stage.tables).values()
    }
    for entity in sorted(esper._entities):
        for component in esper.components_for_entity(entity):
            if is_dataclass(component) and type(component) is not Body:
                text = [in_text(getattr(component, f.name)) for f in fields(component)]
                out[type(component)] = out.get(type(component), b"") + repr(text).encode()
    return out


def in_text(value):
    """A clip by its name: its frames are made when somebody is to look at them (`Clip.ready`), and follow from it."""
    return value.name if isinstance(value, Clip) else repr(value)


class Watched:
    """The tables, noting which are taken."""

    def __init__(self, tables, taken):
        object.__setattr__(self, "_tables", tables)
        object.__setattr__(self, "_taken", taken)

    def __getattr__(self, name):
        value = getattr(self._tables, name)
        if isinstance(value, tuple):
            self._taken.add(type(value))
        return value


WATCHED_TICKS = 420
MODES_OF_PLAY = [play.key for play in scene_plays()]


def a_fight_with_the_floor(sim, tick):
    """A crate for two, and a change of mind."""
    if tick == 60:
        sim.throw("crate", "mind", speed=14.0, distance=1.0)
        sim.throw("crate", "spring", speed=14.0, distance=1.0)
    if tick == 90:
        sim.characters["meathook"].play("kick")
        sim.characters["meathook"].set("foot_lift", 50.0)


def scene_of(key):
    """The first of the project's scenes in which that mode of play is played."""
    return next(name for name in scene_names() if key in load_scene(name).plays)


def watched(scene, happens=lambda sim, tick: None):
    """What each system took and changed in three seconds of a scene."""
    touched = {system: set() for system in SCHEDULE}
    changed = {system: set() for system in SCHEDULE}
    sim = Simulation(scene)
    real, query = sim.stage.tables, System.query
    now: set[type] = set()

    def watched_query(*kinds):
        now.update(kinds)
        return query(*kinds)

    try:
        System.query = staticmethod(watched_query)
        for tick in range(WATCHED_TICKS):
            happens(sim, tick)
            watch = tick % 7 == 0 or 55 < tick < 80
            esper.switch_world(sim.world)
            if sim.stage.modes_changed:
                sim.tick()
                continue
            for system in sim.systems:
                now.clear()
                before = snapshot(sim) if watch else {}
                object.__setattr__(sim.stage, "tables", Watched(real, now))
                system.process(DT)
                object.__setattr__(sim.stage, "tables", real)
                touched[type(system)] |= now
                if watch:
                    after = snapshot(sim)
                    changed[type(system)] |= {kind for kind in after if after[kind] != before.get(kind)}
            sim.stage.ticks += 1
    finally:
        System.query = staticmethod(query)
        sim.close()
    return touched, changed


@pytest.fixture(scope="module", params=["barrage", *MODES_OF_PLAY])
def seen(request):
    """Of a scene of people among things, and of one for each mode of play."""
    if request.param in MODES_OF_PLAY:
        return watched(scene_of(request.param))
    return watched(request.param, a_fight_with_the_floor)


@pytest.mark.slow
@for_each("system", SCHEDULE)
def test_it_changes_nothing_but_what_it_says_it_writes(seen, system):
    stray = seen[1][system] - set(system.writes)
    assert not stray, [kind.__name__ for kind in stray]


@pytest.mark.slow
@for_each("system", SCHEDULE)
def test_it_touches_nothing_but_what_it_says_it_reads_or_writes(seen, system):
    """Skeletons never change and need not be named."""
    stray = seen[0][system] - {*system.reads, *system.late, *system.writes, Skeletons}
    assert not stray, [kind.__name__ for kind in stray]


def test_queries_give_entities_in_the_order_in_which_they_were_made():
    """As the docstring of System.query promises; esper's sets order numbers by their own table's size."""
    sim = Simulation("crowd", settings={"characters": 20})
    try:
        esper.switch_world(sim.world)
        order = [entity for entity, _ in System.query(Body, declared.ServoSettings)]
        assert order == sorted(order)
        rows = [body.index for _, (body, _) in System.query(Body, declared.ServoSettings)]
        assert rows == list(range(20))
    finally:
        sim.close()


def test_things_stay_in_their_order_however_often_a_load_has_numbered_them_anew():
    """Three of them: esper gives 7, 8, 9 as 8, 9, 7."""
    with Simulation("stage") as sim:
        for aside in (-1.0, 0.0, 1.0):
            throw(sim.stage, Throw(prop_kind("ball").prop(), (3.0, aside, 1.0), (0.0, 0.0, 0.0)))
        saved = sim.save()
        orders = set()
        for _ in range(8):
            sim.clear()
            sim.load(saved)
            orders.add(tuple(np.argsort([sim.stage.engine.moving(p.engine_id)[1] for _, (p,) in System.query(Prop)])))
        assert orders == {(0, 1, 2)}


def test_the_order_of_queries_survives_a_change_of_settings():
    sim = Simulation("balance")
    try:
        for name in ("meathook", "free", "flat"):
            sim.characters[name].set("strength", 0.5)
            sim.characters[name].set("clip", "guard")
        esper.switch_world(sim.world)
        assert [
            body.index for _, (body, _, _) in System.query(Body, declared.ServoSettings, declared.MotionSettings)
        ] == [0, 1, 2, 3]
    finally:
        sim.close()


def test_replacing_a_frozen_setting_is_the_only_way_to_change_it():
    settings = declared.ServoSettings()
    with pytest.raises(AttributeError):
        settings.strength = 2.0
    assert replace(settings, strength=2.0).strength == 2.0
