"""The supervisor: who of a pool has control, and what comes of it; raw engine states where a body is handed over."""

from __future__ import annotations

from itertools import product
from typing import get_type_hints

import esper
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from raw import both, raw

from components.character import AWAKE, FALLING, LIMP
from components.control import BASICS, Control, Relation, Sort, Status
from components.errors import InputError
from game import Simulation
from systems.choosing import highest
from systems.controllers import CONTROLLERS
from systems.controllers.controller import Controller
from systems.controllers.state import FEATURES, Region, Within
from systems.guard import GuardSystem
from systems.handing_over import is_active
from systems.someone import Someone
from systems.supervisor import bids, supervise

SCENE = """
title = "Pool"
[settings]
clip = "walk"
[[character]]
name = "red"
controllers = ["play"]
"""


@pytest.fixture
def pool(tmp_path, made):
    """A simulation of the scene above, with more written under it."""

    def make(more="", scene=SCENE, **given):
        file = tmp_path / "pool.toml"
        file.write_text(scene + more, encoding="utf-8")
        return made(str(file), **given)

    return make


def someone(sim, name="red"):
    esper.switch_world(sim.world)
    found = esper.get_components(*get_type_hints(Someone).values())
    return next(who for _, parts in found if (who := Someone(*parts)).body.name == name)


def told(sim, kind):
    return [event for event in sim.stage.events if event.kind == kind]


class Puppet(Controller):
    """Bids, and ends, as a test wants it."""

    sort = Sort.DYNAMIC
    now, state = 0.0, Status.RUNNING

    def __init__(self, name, **more):
        self.name, self.begun, self.ended, self.steps = name, 0, 0, 0
        for key, value in more.items():
            setattr(self, key, value)

    def bid(self, stage, who):
        return self.now

    def begin(self, stage, who):
        self.begun += 1

    def step(self, stage, who, dt):
        self.steps += 1

    def status(self, stage, who):
        return self.state

    def end(self, stage, who):
        self.ended += 1


@pytest.fixture
def stand_ins(made, monkeypatch):
    """A body whose pool is `first`, `second` and `reflex`, and these three."""
    sim = made("stage")
    three = Puppet("first", wanted=1.0), Puppet("second", wanted=1.0), Puppet("reflex", wanted=2.0, reflex=True)
    for each in three:
        monkeypatch.setitem(CONTROLLERS, each.name, each)
    who = someone(sim)
    who.control.pool, who.control.controller = tuple(each.name for each in three), "first"
    return sim.stage, who, *three


@given(st.lists(st.floats(-5.0, 5.0)), st.floats(-5.0, 5.0))
def test_the_highest_bid_has_it_and_of_equal_ones_the_first(offers, above):
    found = highest(range(len(offers)), offers.__getitem__, above)
    if all(offer <= above for offer in offers):
        assert found is None
    else:
        assert found == offers.index(max(offers))


def test_only_a_reflex_that_bids_more_interrupts_who_runs_well(stand_ins):
    stage, who, first, second, reflex = stand_ins
    second.now = 9.0
    supervise(stage, who, 0.01)
    assert who.control.controller == "first" and first.steps == 1
    reflex.now = first.wanted
    supervise(stage, who, 0.01)
    assert who.control.controller == "first"
    reflex.now = 1.5
    supervise(stage, who, 0.01)
    assert (who.control.controller, who.control.before) == ("reflex", "first")
    assert (reflex.begun, reflex.steps, first.ended) == (1, 0, 0)


def test_one_that_yields_leaves_control_to_anybody_who_bids_more(stand_ins):
    stage, who, first, second, _ = stand_ins
    first.yields, second.now = True, 1.0
    supervise(stage, who, 0.01)
    assert who.control.controller == "first"
    second.now = 1.1
    supervise(stage, who, 0.01)
    assert who.control.controller == "second"


@pytest.mark.parametrize("state", [Status.SUCCEEDED, Status.FAILED])
def test_when_it_has_ended_the_highest_bid_is_next_and_without_any_it_goes_on(stand_ins, state):
    stage, who, first, second, reflex = stand_ins
    first.state = state
    supervise(stage, who, 0.01)
    assert who.control.controller == "first" and not first.ended
    second.now, reflex.now = 0.4, 0.3
    supervise(stage, who, 0.01)
    assert who.control.controller == "second" and (first.ended, second.begun) == (1, 1)


def test_what_fails_may_name_who_is_next(stand_ins):
    stage, who, first, second, reflex = stand_ins
    first.instead, second.now, reflex.now = "reflex", 0.9, 0.1
    first.state = Status.SUCCEEDED
    supervise(stage, who, 0.01)
    assert who.control.controller == "second"
    who.control.controller, first.state = "first", Status.FAILED
    supervise(stage, who, 0.01)
    assert who.control.controller == "reflex"


def test_to_ask_for_bids_changes_nothing(made):
    one, other = made("drag", seed=2), made("drag", seed=2)
    for sim in (one, other):
        sim.run(1.0)
    for _ in range(600):
        bids(other.stage, someone(other))
        one.tick()
        other.tick()
    assert one.state_hash() == other.state_hash()


# --- regions


def test_a_region_says_which_of_its_conditions_fail_and_what_there_is_instead(made):
    sim = made("stage")
    sim.run(0.2)
    who = someone(sim)
    region = Region(Within("upright", 1.0), Within("height", 2.0, 3.0), Within("speed", high=-1.0))
    fails = region.fails(sim.stage, who)
    assert not region.holds(sim.stage, who)
    assert [line.split(":")[0] for line in fails] == ["height 2 .. 3", "speed <= -1"]
    assert Region().holds(sim.stage, who) and Region().said == "anywhere"
    with pytest.raises(ValueError, match="no feature 'colour'"):
        Region(Within("colour"))


@pytest.mark.bullet
def test_features_are_what_the_engine_says(made):
    import pybullet as p

    sim = made("stage", settings={"clip": "walk"})
    sim.run(0.8)
    red, who = sim.characters["red"], someone(sim)
    (_, _, z), turn = p.getBasePositionAndOrientation(red.body, physicsClientId=sim.client)
    (vx, vy, vz), spin = p.getBaseVelocity(red.body, physicsClientId=sim.client)
    up = np.array(p.getMatrixFromQuaternion(turn)).reshape(3, 3)[:, 2]
    of = {name: feature.of(sim.stage, who) for name, feature in FEATURES.items()}
    assert of["lean_deg"] == pytest.approx(np.degrees(np.arccos(up[2])), abs=1e-6)
    assert of["speed"] == pytest.approx(np.hypot(vx, vy), abs=0.05)  # of the frame's origin, not of the centre of mass
    assert of["sinking"] == pytest.approx(-vz, abs=0.05)
    assert of["spin"] == pytest.approx(np.linalg.norm(spin), abs=1e-6)
    assert of["height"] == pytest.approx(z, abs=0.1)
    assert of["forward"] == pytest.approx(of["speed"], abs=0.1) and abs(of["leftward"]) < 0.2


# --- what every character can do


def test_controllers_are_called_by_their_names_and_say_what_they_are():
    assert all(name == each.name for name, each in CONTROLLERS.items())
    assert set(BASICS) <= set(CONTROLLERS)
    assert all(each.about and each.sort in Sort for each in CONTROLLERS.values())


def test_who_falls_goes_through_the_basics_and_is_told_of_in_the_api(made):
    sim = made("stage")
    red, seen = sim.characters["red"], []
    assert red.controllers == list(BASICS) and red.controller == "track"
    sim.run(0.5)
    sim.push("red", bone="spine3", impulse=(150.0, 0.0, 0.0), seconds=0.1)
    while sim.time < 12.0:
        sim.tick()
        if not seen or seen[-1] != red.controller:
            seen.append(red.controller)
        assert red.phase == CONTROLLERS[red.controller].phase
    assert seen == ["track", "fall", "lie", "rise", "track"]
    assert not told(sim, "control")  # of scenes that name no pool nothing changes


def test_without_muscles_nobody_decides_anything(made):
    sim = made("stage", settings={"servo": "off"})
    sim.run(3.0)
    who = someone(sim)
    assert who.recovery.phase is AWAKE and who.control.controller == "track"


def test_who_does_not_get_up_stays_down(made):
    sim = made("stage", settings={"get_up": False})
    sim.run(0.2)
    who = someone(sim)
    who.stun.unconscious_s = 1.0
    sim.tick()
    assert who.recovery.phase is LIMP and who.control.controller == "lie"
    sim.run(6.0)
    assert who.recovery.phase is LIMP


# --- hybrid: played, struck, and played again


def test_what_is_played_is_put_on_its_clip_and_pushes(pool):
    """To the bit where the clip has it, as servo `kinematic` puts it."""
    sim, plain = pool(), pool(scene=SCENE.replace('controllers = ["play"]', 'servo = "kinematic"'))
    for _ in range(200):
        sim.tick()
        plain.tick()
    np.testing.assert_array_equal(sim.stage.tables.base, plain.stage.tables.base)
    np.testing.assert_array_equal(sim.stage.tables.raw, plain.stage.tables.raw)
    assert sim.characters["red"].acting("left_hand") == "kinematic" and sim.characters["red"].controller == "play"
    assert sim.characters["red"].controllers == ["play", *BASICS]


BALL = """
[[throw]]
what = "medicine_ball"
at = "red"
at_s = 0.5
speed = 6
from_deg = 90
"""


def test_the_touch_of_an_active_thing_hands_it_over_and_calm_takes_it_back(pool):
    sim = pool(BALL)
    red, who = sim.characters["red"], someone(sim)
    while red.controller == "play":
        sim.tick()
        assert sim.time < 3.0
    assert sim.stage.engine.touches([red.body])[:, 1].max() >= 0
    sim.tick()
    assert red.acting("left_hand") == "world"
    while red.controller != "play":
        sim.tick()
        assert sim.time < 12.0
    sorts = [event.details["sort"] for event in told(sim, "control")]
    assert sorts[0] == "dynamic" and sorts[-1] == "kinematic" and who.control.kinematic
    first = told(sim, "control")[0].as_dict()
    assert {"who": "red", "before": "play", "after": "track", "touched": "medicine_ball"}.items() <= first.items()


def test_from_one_played_clip_to_another_no_bone_jumps(pool):
    """Raw velocities: the greatest change in a tick is that within the clips, and half as much again at most."""
    sim = pool()
    red = sim.characters["red"]

    def changes(ticks):
        seen = []
        for _ in range(ticks):
            before = np.array([raw(sim).velocity(red, bone) for bone in red.bones])
            sim.tick()
            after = np.array([raw(sim).velocity(red, bone) for bone in red.bones])
            seen.append(np.linalg.norm(after - before, axis=1).max())
        return max(seen)

    sim.run(0.5)
    own = changes(130)
    red.play("stroll")
    over = changes(60)
    own = max(own, changes(130))
    assert red.controller == "play" and red.clip == "stroll"
    assert over <= 1.5 * own


def test_what_is_passive_ends_nothing(pool):
    sim = pool(BALL + '[[relation]]\nthing = "medicine_ball"\nactive = false\n')
    sim.run(3.0)
    assert not told(sim, "control") and sim.characters["red"].controller == "play"


def test_relations_are_directed_and_the_last_that_fits_counts():
    rows = (Relation("*", "*", True), Relation("play", "ball", False), Relation("*", "ground", False))
    for controller, thing in product(("play", "kick"), ("ball", "crate", "ground")):
        wanted = thing != "ground" and (controller, thing) != ("play", "ball")
        assert is_active(Control(controller=controller, relations=rows), thing) is wanted
    assert is_active(Control(), "crate") and not is_active(Control(), "ground")


@pytest.mark.parametrize("before_s", [0.3, 0.9, 1.6])
def test_a_hybrid_goes_on_from_a_save_to_the_bit(pool, before_s):
    sim = pool(BALL)
    sim.run(before_s)
    saved = sim.save()
    sim.run(2.0)
    there = sim.state_hash()
    sim.load(saved)
    sim.run(2.0)
    assert sim.state_hash() == there


@pytest.mark.parametrize(
    ("more", "scene", "reason"),
    [
        ("", SCENE.replace('"play"', '"plya"'), "line 7, character[1].controllers: there is no controller 'plya'"),
        ("", SCENE.replace('"play"', '"play", "play"'), "'play' stands there twice"),
        ('[[relation]]\ncontroller = "pley"\nthing = "ball"\nactive = true\n', SCENE, "there is no controller 'pley'"),
        ('[[relation]]\nwho = "rad"\nthing = "ball"\nactive = true\n', SCENE, "no character called 'rad'"),
        ('[[relation]]\nthing = "bal"\nactive = true\n', SCENE, "nothing is called 'bal'"),
        ('[[relation]]\nthing = "ball"\nactive = 3\n', SCENE, "relation[1].active"),
    ],
)
def test_a_wrong_pool_or_relation_is_one_clear_line(pool, more, scene, reason):
    with pytest.raises(InputError) as found:
        pool(more, scene)
    assert reason in str(found.value) and "pool.toml" in str(found.value) and "\n" not in str(found.value)


@pytest.mark.parametrize("engine", both())
def test_a_falling_hybrid_is_no_longer_played(pool, engine):
    """A mighty push while muscles have it: it falls like anybody, and walks again."""
    sim = pool(engine=engine)
    red, phases = sim.characters["red"], set()
    sim.run(0.5)
    sim.push("red", impulse=(120.0, 0.0, 0.0))
    sim.tick()
    assert red.controller == "track" and told(sim, "control")[0].details["touched"] == "hand"
    while sim.time < 14.0:
        sim.tick()
        phases.add(red.phase)
    assert phases >= {AWAKE, FALLING, LIMP} and red.controller == "play"
    assert isinstance(sim, Simulation) and not told(sim, "explosion")


def test_who_is_laid_limp_is_no_longer_put_on_his_clip(pool):
    sim = pool()
    sim.run(0.3)
    red, guard = sim.characters["red"], next(each for each in sim.systems if isinstance(each, GuardSystem))
    assert red.acting("left_hand") == "kinematic"
    guard.lay_limp(red.entity, red.about)
    sim.stage.modes_changed = True
    height = red.place("pelvis")[2]
    sim.run(1.0)
    assert red.controller == "lie" and not someone(sim).control.kinematic
    assert red.place("pelvis")[2] < height - 0.3


# --- pushes


@pytest.mark.parametrize(("seconds", "ticks"), [(0.1, 12), (0.0, 1), (0.05, 6)])
def test_a_push_is_its_impulse_whatever_time_it_takes(made, seconds, ticks):
    """In free flight, of the whole body, by raw states before and after. Small, so that Bullet's steps keep it."""
    sim = made("stage", settings={"gravity": 0.0, "root": "free"})
    red = sim.characters["red"]
    stage, body = sim.stage, red.about
    mass = stage.tables.skeletons.mass[body.first : body.last]

    def momentum():
        asked = [raw(sim).velocity(red, bone) for bone in red.bones]
        return np.sum([m * np.array(v) for m, v in zip(mass, asked, strict=True)], axis=0)

    stage.engine.push(red.body, -1, (0.0, 0.0, 9000.0), stage.engine.place_of(red.body)[0])  # off the floor
    sim.run(0.5)
    before = momentum()
    sim.push("red", bone="spine3", impulse=(2.0, -1.0, 3.0), seconds=seconds)
    for tick in range(ticks):
        assert len(stage.pushes) == (tick > 0)
        sim.tick()
    np.testing.assert_allclose(momentum() - before, (2.0, -1.0, 3.0), atol=0.02)
    sim.run(0.2)
    np.testing.assert_allclose(momentum() - before, (2.0, -1.0, 3.0), atol=0.03)
    assert not stage.pushes


@pytest.mark.parametrize(
    ("given", "place"),
    [(dict(bone="wing"), "bone"), (dict(impulse=(1.0, 2.0)), "impulse"), (dict(seconds=-1.0), "seconds")],
)
def test_a_wrong_push_is_one_line(made, given, place):
    with pytest.raises(InputError, match=place):
        made("stage").push("red", **given)
