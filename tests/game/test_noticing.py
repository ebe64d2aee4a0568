"""Noticing: what it says of steps, blows and falling things, against what the engine and the events say."""

from __future__ import annotations

import dataclasses
from itertools import pairwise

import esper
import numpy as np
import pytest

from components.character import Body
from components.clock import TICKS_PER_S
from components.commands import Throw
from components.fight import Fighter, Order, Strike
from components.prop import Prop
from game import Simulation
from game.scenes.props import prop_kind
from game.scenes.scene import load_scene
from game.session.session import Session
from game.sound.noticing import MOST_TICKS, STEP, Noticing
from game.window.view import View
from systems.draw import sparks
from systems.draw.context import current


@pytest.fixture
def watched():
    """`watched(scene, ...)` is a simulation and the noticing of it; it is closed afterwards."""
    made = []

    def make(scene="stage", **options):
        made.append(Simulation(scene, **options))
        return made[-1], Noticing(made[-1].stage)

    yield make
    for simulation in made:
        simulation.close()


def seen(simulation, noticing, ticks):
    """(tick, happening) of each tick, looked at after each."""
    found = []
    for _ in range(ticks):
        simulation.tick()
        found += [(simulation.ticks, happening) for happening in noticing.look()]
    return found


def put(simulation, kind, position, velocity=(0.0, 0.0, 0.0)):
    """A loose thing of data/props.toml, at the next tick; the engine's id of the last one that came."""
    k = prop_kind(kind)
    prop = Prop(k.name, k.shape, k.size, k.mass, k.colour, k.friction, k.restitution)
    simulation.stage.commands.append(Throw(prop, position, velocity))
    simulation.tick()
    return max(simulation.stage.names)


def bombard(simulation):
    """A crate of 20 kg at everybody's chest, from 2 m at 6 m/s: it is there after 40 ticks."""
    for name in simulation.characters:
        simulation.throw("crate", name, speed=6.0)


def of_kind(found, kind):
    return [(tick, happening) for tick, happening in found if happening.kind == kind]


@pytest.mark.slow
def test_looking_changes_nothing(watched):
    looked, noticing = watched("balance")
    alone, _ = watched("balance")
    bombard(looked)
    bombard(alone)
    found = seen(looked, noticing, 200)
    alone.tick(200)
    assert {happening.kind for _, happening in found} >= {"hit", "thud"}
    assert looked.state_hash() == alone.state_hash()


def test_who_stands_does_not_step(watched):
    simulation, noticing = watched("stage")
    assert of_kind(seen(simulation, noticing, 240), "step") == []


def test_a_walk_steps_left_right_left_right_where_its_soles_are(watched):
    simulation, noticing = watched("stage", settings={"clip": "walk"})
    names, sides = simulation.characters["red"].bones, []
    feet = [names.index("left_foot"), names.index("right_foot")]
    for _ in range(600):
        simulation.tick()
        for step in noticing.look():
            if step.kind != "step":
                continue
            places = simulation.stage.tables.bones.position[feet]
            away = np.hypot(*(places - step.place)[:, :2].T)
            sides.append(int(np.argmin(away)))
            assert away.min() < 0.25
            assert abs(step.place[2]) < 0.03
            assert STEP < step.strength < 75 * 9.81 / TICKS_PER_S * 3 * 4  # four times its weight for three ticks
            assert (step.who, step.what) == ("red", "ground")
    assert len(sides) >= 6
    assert all(a != b for a, b in pairwise(sides))


def test_hits_are_the_events_with_the_place_on_the_struck_body(watched):
    simulation, noticing = watched("balance")
    found = []
    for tick in range(360):
        if tick % TICKS_PER_S == 0:
            bombard(simulation)
        simulation.tick()
        t = simulation.stage.tables
        for happening in noticing.look():
            if happening.kind in ("hit", "slam"):
                body = simulation.characters[happening.who].body
                character = next(c for c, puppet in enumerate(t.puppets) if puppet.body == body)
                bones = t.bones.position[t.skeletons.first[character] : t.skeletons.first[character + 1]]
                assert np.linalg.norm(bones - happening.place, axis=1).min() < 0.5
                assert np.linalg.norm(happening.direction) == pytest.approx(1.0, abs=1e-6)
                found.append((happening.who, happening.what, happening.strength))
    told = [(e.who, e.details["by"], e.details["impulse"]) for e in simulation.stage.events if e.kind == "hit"]
    assert len(told) >= 3
    assert found == told


def test_a_blow_from_the_front_pushes_backwards(watched):
    simulation, noticing = watched("stage")
    simulation.throw("crate", "red", speed=6.0)
    hits = of_kind(seen(simulation, noticing, 90), "hit")
    assert hits
    _, first = hits[0]
    assert first.direction[0] < -0.7
    assert (first.who, first.what) == ("red", "crate")


@pytest.mark.parametrize("height", [0.5, 2.0])
def test_a_ball_thuds_when_it_has_fallen_with_the_momentum_that_it_loses_and_gets(watched, height):
    simulation, noticing = watched("stage")
    ball = put(simulation, "ball", (3.0, 2.0, height + 0.11))
    noticing.look()
    start, before = simulation.ticks, 0.0
    while simulation.ticks < start + 120:
        simulation.tick()
        thuds = [happening for happening in noticing.look() if happening.kind == "thud"]
        speed = simulation.stage.engine.motion_of(ball, -1)[1][2]
        if thuds:
            break
        before = speed
    (thud,) = thuds
    fallen = np.sqrt(2 * height / 9.81) * TICKS_PER_S
    assert simulation.ticks - start == pytest.approx(fallen, abs=2.5)
    assert thud.strength == pytest.approx(0.5 * (speed - before), rel=0.05)
    np.testing.assert_allclose(thud.place, (3.0, 2.0, 0.0), atol=0.03)
    np.testing.assert_allclose(thud.direction, (0.0, 0.0, 1.0), atol=1e-6)
    assert (thud.who, thud.what) == ("", "ball")


def test_what_lies_still_makes_no_sound(watched):
    simulation, noticing = watched("stage")
    for x in (2.0, 3.0, 4.0):
        put(simulation, "crate", (x, 3.0, 0.2))
    seen(simulation, noticing, 60)
    assert of_kind(seen(simulation, noticing, 240), "thud") == []


@pytest.mark.bullet
def test_a_thing_that_rests_is_heard_in_the_tick_in_which_somebody_walks_into_it(watched):
    simulation, noticing = watched("stage", settings={"clip": "walk"})
    engine, contacts = simulation.stage.engine, simulation.stage.tables.contacts
    ball = put(simulation, "ball", (0.9, 0.1, 0.11))
    speed = np.zeros(3)
    for _ in range(360):
        simulation.tick()
        thuds = [happening for happening in noticing.look() if happening.kind == "thud"]
        before, speed = speed, np.array(engine.motion_of(ball, -1)[1])
        if ball in contacts.other[: contacts.count[0]] and np.linalg.norm(speed - before) > 1.0:
            break
    (thud,) = thuds
    assert np.linalg.norm(before) < 0.1  # it had been at rest
    assert (thud.who, thud.what) == ("red", "ball")
    assert thud.strength == pytest.approx(0.5 * np.linalg.norm(speed - before), rel=0.3)


def test_a_push_in_the_air_and_a_thing_put_elsewhere_make_no_thud(watched):
    simulation, noticing = watched("stage")
    ball = put(simulation, "ball", (3.0, 2.0, 30.0))
    seen(simulation, noticing, 10)
    simulation.stage.engine.push(ball, -1, [300.0, 0.0, 0.0], simulation.stage.engine.place_of(ball)[0])  # 5 m/s
    assert of_kind(seen(simulation, noticing, 5), "thud") == []
    simulation.stage.engine.shoot(ball, [3.0, -4.0, 0.1099], [0.0, 0.0, 0.0])  # where it touches the floor at once
    assert of_kind(seen(simulation, noticing, 5), "thud") == []


@pytest.mark.parametrize(
    ("normal", "other", "impulse", "steps"),
    [
        ((0.0, 0.0, 1.0), -1, 4.0, [12.0]),  # three ticks of it
        ((0.6, 0.0, 0.8), -1, 4.0, [12.0]),  # a ramp
        ((0.95, 0.0, 0.3), -1, 4.0, []),  # a kick against a wall
        ((0.0, 0.0, -1.0), -1, 4.0, []),  # what falls on a foot from above
        ((0.0, 0.0, 1.0), 3, 4.0, []),  # somebody's bone
        ((0.0, 0.0, 1.0), -1, 1.2, []),  # a foot put down softly
    ],
)
def test_only_what_presses_a_foot_from_below_is_a_step(watched, normal, other, impulse, steps):
    simulation, noticing = watched("stage")
    impacts, foot = simulation.stage.tables.impacts, simulation.characters["red"].bones.index("left_foot")
    heard = []
    for tick in range(20):
        impacts.count[0] = 1 if tick >= 13 else 0
        impacts.bone[0], impacts.other[0], impacts.by[0] = foot, 0, other
        impacts.place[0], impacts.normal[0], impacts.impulse[0] = (1.0, 2.0, 3.0), normal, impulse
        simulation.stage.ticks += 1
        heard += [(tick, happening) for happening in noticing.look()]
    assert [(tick, step.kind, step.strength) for tick, step in heard] == [(15, "step", strength) for strength in steps]
    assert all(step.place.tolist() == [1.0, 2.0, 3.0] for _, step in heard)


def test_a_thing_is_heard_once_for_a_bump_that_lasts(watched):
    """Each thing of its own kind, so that it is known by its name."""
    simulation, noticing = watched("stage")
    for n, kind in enumerate(("crate", "block", "plank", "medicine_ball")):
        put(simulation, kind, (3.0, 2.0 * n, 1.5))
    heard = {}
    for tick, thud in of_kind(seen(simulation, noticing, 240), "thud"):
        heard.setdefault(thud.what, []).append(tick)
    assert set(heard) == {"crate", "block", "plank", "medicine_ball"}
    assert all(later - sooner >= 6 for ticks in heard.values() for sooner, later in pairwise(ticks))
    assert max(map(len, heard.values())) < 5


def test_every_event_is_told_once_and_in_order(watched):
    simulation, noticing = watched("balance")
    told = []
    for n, ticks in enumerate([1, 2, 1, MOST_TICKS, 3] * 20):
        if n % 20 == 0:
            bombard(simulation)
        simulation.tick(ticks)
        told += [(h.kind.replace("slam", "hit"), h.who) for h in noticing.look() if h.kind not in ("step", "thud")]
        assert noticing.look() == []
    assert told == [(event.kind, event.who) for event in simulation.stage.events]
    assert len(told) > 10


def test_an_event_between_two_ticks_is_told_once(watched):
    simulation, noticing = watched("stage")
    seen(simulation, noticing, 3)
    simulation.stage.tell("bell", "")
    kinds = [happening.kind for _, happening in seen(simulation, noticing, 5)]
    simulation.tick()
    simulation.stage.tell("bell", "")
    kinds += [happening.kind for happening in noticing.look()]
    kinds += [happening.kind for _, happening in seen(simulation, noticing, 5)]
    assert kinds == ["bell", "bell"]


@pytest.mark.slow
def test_after_a_load_nothing_old_is_told_and_the_same_things_happen_again(watched):
    simulation, noticing = watched("balance")
    bombard(simulation)
    seen(simulation, noticing, 20)
    saved = simulation.save()
    first = seen(simulation, noticing, 200)
    simulation.load(saved)
    assert noticing.look() == []
    again = seen(simulation, noticing, 200)
    assert of_kind(first, "hit")
    events = ("hit", "slam", "stun", "fall", "limp")
    assert [(t, h.kind, h.who, h.strength) for t, h in again if h.kind in events] == [
        (t, h.kind, h.who, h.strength) for t, h in first if h.kind in events
    ]


def test_a_load_forward_in_time_does_not_tell_what_lies_between(watched):
    simulation, noticing = watched("balance")
    early = simulation.save()
    bombard(simulation)
    simulation.tick(100)
    late = simulation.save()
    assert simulation.stage.events
    simulation.load(early)
    assert noticing.look() == []
    simulation.load(late)
    assert noticing.look() == []


def test_it_goes_on_when_the_tables_are_made_anew(watched):
    simulation, noticing = watched("stage", settings={"clip": "walk"})
    seen(simulation, noticing, 120)
    simulation.stage.tables = dataclasses.replace(simulation.stage.tables)
    assert of_kind(seen(simulation, noticing, 240), "step")
    assert noticing.feet.tables is simulation.stage.tables


def test_a_thing_that_is_taken_away_is_not_asked_for(watched):
    simulation, noticing = watched("stage")
    saved = simulation.save()
    put(simulation, "ball", (3.0, 2.0, 1.0))
    seen(simulation, noticing, 5)
    assert len(noticing.things.of) == 1
    simulation.load(saved)
    seen(simulation, noticing, 5)
    assert len(noticing.things.of) == 0


# --- a bout


def landed(place="head", **more):
    told = {"by": "red", "hand": "rear", "move": "cross", "place": place, "bone": "head", "impulse": 21.5, "speed": 4.0}
    return told | {"at": [0.1, 0.2, 1.5]} | more


def test_a_fist_that_lands_is_where_the_event_says_and_goes_from_one_to_the_other(watched):
    simulation, noticing = watched("boxing")
    simulation.tick()
    simulation.stage.tell("land", "blue", **landed())
    simulation.stage.ticks += 1
    (happening,) = of_kind([(0, found) for found in noticing.look()], "land")
    happening = happening[1]
    assert happening.place.tolist() == [0.1, 0.2, 1.5]
    assert happening.direction == pytest.approx([1.0, 0.0, 0.0], abs=0.1)  # blue stands at +x of red
    assert (happening.strength, happening.who, happening.what) == (21.5, "blue", "red")


def test_a_punch_is_told_once_when_it_lands_and_a_push_at_once(watched):
    """The fist's hit in the tick in which its strike begins says nothing; without a strike it does."""
    simulation, noticing = watched("boxing")
    simulation.tick()
    noticing.look()
    fighter = next(fighter for _, (body, fighter) in esper.get_components(Body, Fighter) if body.name == "red")
    kinds = []
    for strike in (Strike(0, 9.0, 9.0, 5.0, "right_hand", (0.0, 0.0, 1.5), Order("cross")), None):
        fighter.strike = strike
        simulation.stage.tell("hit", "blue", bone="head", by="red", impulse=9.0)
        simulation.stage.tell("hit", "blue", bone="head", by="crate", impulse=9.0)
        simulation.stage.ticks += 1
        kinds.append([(happening.kind, happening.what) for happening in noticing.look()])
    assert kinds == [[("hit", "crate")], [("hit", "red"), ("hit", "crate")]]


def test_the_last_step_of_a_punch_and_its_landing_in_one_look_are_one_blow(watched):
    simulation, noticing = watched("boxing")
    simulation.tick()
    noticing.look()
    simulation.stage.tell("hit", "blue", bone="head", by="red", impulse=9.0)
    simulation.stage.tell("land", "blue", **landed())
    simulation.stage.ticks += 1
    assert [happening.kind for happening in noticing.look()] == ["land"]


def test_what_hits_somebody_makes_no_thud_on_him_beside_it(watched):
    simulation, noticing = watched("balance")
    bombard(simulation)
    found = seen(simulation, noticing, 200)
    hits = {(tick, hit.who, hit.what) for tick, hit in of_kind(found, "hit")}
    thuds = {(tick, thud.who, thud.what) for tick, thud in of_kind(found, "thud")}
    assert hits and thuds and not hits & thuds


def test_on_the_arms_it_is_a_block(watched):
    simulation, noticing = watched("boxing")
    simulation.tick()
    simulation.stage.tell("land", "blue", **landed("arm"))
    simulation.stage.ticks += 1
    assert [happening.kind for happening in noticing.look()] == ["block"]


@pytest.mark.slow
def test_a_fought_bout_is_told_as_it_was(watched):
    """Bells, rounds and fists: each event once, and at the fist of who struck."""
    simulation, noticing = watched("boxing", seed=0)
    found = seen(simulation, noticing, 900)
    told = [event for event in simulation.stage.events if event.kind == "land"]
    assert len(told) > 2
    assert len(of_kind(found, "land")) + len(of_kind(found, "block")) == len(told)
    assert len(of_kind(found, "bell")) == len(of_kind(found, "round")) == 1
    for (_, happening), event in zip(
        of_kind(found, "land"), [e for e in told if e.details["place"] != "arm"], strict=True
    ):
        assert happening.strength == event.details["impulse"]
        assert np.linalg.norm(happening.direction) == pytest.approx(1.0)


def test_gloves_throw_sparks_by_their_impulse_and_half_as_many_on_the_arms():
    current()
    session = Session(load_scene("boxing"))
    view = View(session, (64, 36))
    session.tick()
    counts = []
    for impulse, place in ((40.0, "head"), (40.0, "arm"), (10.0, "head")):
        view.sides[0].sparks.clear()
        session.simulation.stage.tell("land", "blue", **landed(place, impulse=impulse))
        session.simulation.stage.ticks += 1
        view.sides[0].happened()
        counts.append(int((view.sides[0].sparks.rows[:, sparks.BORN] > sparks.NEVER).sum()))
    assert counts == [27, 18, 13]  # 9 + 18 of the share
    view.close()
    session.close()
