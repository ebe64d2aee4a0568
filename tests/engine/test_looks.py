"""What a look at a world tells, and that it changes nothing."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from raw import both

from components.rig import Joint
from components.settings import WorldSettings
from game.base.paths import PROJECT
from systems.engine import Engine
from systems.engines import start_engine

ROOT, BALL, HINGE = Joint.ROOT, Joint.BALL, Joint.HINGE


@pytest.fixture
def arm(made_of):
    """A root with a ball joint and a hinge in a row, and something to touch with."""
    return made_of.rig(
        made_of.bone(ROOT, mass=3.0, shapes=[made_of.sphere(0.15)]),
        made_of.bone(BALL, 0, (0.2, 0, 0.1), mass=2.0, com=(0.1, 0.05, 0), shapes=[made_of.sphere(0.1, (0.1, 0, 0))]),
        made_of.bone(HINGE, 1, (0.3, 0, 0), mass=1.0, axis=(0, 0, 1), com=(0, 0.1, 0), shapes=[made_of.sphere(0.08)]),
    )


def anyhow(random, made_of):
    """A pose and its speeds, as World.put takes them."""
    way = random.normal(size=3)
    return {
        "at": (*random.uniform(-1, 1, 2), 4.0),
        "turn": made_of.turned(way / np.linalg.norm(way), 1.1),
        "moving": random.normal(size=3),
        "spin": random.normal(size=3),
        "turns": {1: made_of.turned((0.6, 0, 0.8), 0.7), 2: random.normal()},
        "spins": {1: random.normal(size=3), 2: random.normal()},
    }


# --- states


def test_what_is_put_is_read_back(world, arm, made_of):
    random = np.random.default_rng(1)
    here = world()
    poses = [anyhow(random, made_of) for _ in range(3)]
    puppets = [here.character(arm, **pose) for pose in poses]
    base, parts = here.read(*puppets)
    assert np.isfinite(base).all()
    for row, own, pose in zip(base, zip(parts[::2], parts[1::2], strict=True), poses, strict=True):
        np.testing.assert_allclose(row, [*pose["at"], *pose["turn"], *pose["moving"], *pose["spin"]], atol=1e-9)
        for i, (position, speed) in enumerate(own, 1):
            np.testing.assert_allclose(speed, np.atleast_1d(pose["spins"][i]), atol=1e-9)
            np.testing.assert_allclose(np.abs(position), np.abs(np.atleast_1d(pose["turns"][i])), atol=1e-9)


def test_each_character_is_read_for_itself_and_in_the_order_asked_for(world, arm, made_of):
    here = world()
    one, two = here.character(arm, at=(1, 0, 4)), here.character(arm, at=(2, 0, 4))
    assert one.body != two.body
    assert here.read(two, one)[0][:, 0].tolist() == [2.0, 1.0]
    assert here.read(two)[0][0, 0] == 2.0


def test_a_bone_is_where_its_joints_have_it_and_moves_as_they_do(world, arm, made_of):
    """Centre of mass in world axes, against the joints' chain by hand."""
    here = world()
    for seed in range(4):
        puppet = here.character(arm, **anyhow(np.random.default_rng(seed), made_of))
        for i, (place, _, velocity, _) in enumerate(here.bones(puppet)):
            found = here.engine.motion_of(puppet.body, i - 1)
            np.testing.assert_allclose(found[0], place, atol=1e-6)
            np.testing.assert_allclose(found[1], velocity, atol=1e-5)
            assert found[2] == pytest.approx(arm.bones[i].mass)
        here.engine.remove(puppet.body)


def test_a_loose_thing_is_told_in_the_same_way_by_every_look(world):
    here = world()
    ball = here.ball(2.5, 0.1, at=(1, 2, 3), moving=(4, 5, 6))
    place, turn, velocity, _ = here.state(ball)
    assert place.tolist() == [1, 2, 3] and velocity.tolist() == [4, 5, 6] and turn.tolist() == [0, 0, 0, 1]
    assert [*map(list, here.engine.place_of(ball))] == [[1, 2, 3], [0, 0, 0, 1]]
    found = here.engine.motion_of(ball, -1)
    assert [list(found[0]), list(found[1]), found[2]] == [[1, 2, 3], [4, 5, 6], 2.5]


def test_what_is_shot_is_unturned_without_spin_and_on_its_way(world):
    here = world(gravity=0.0)
    box = here.box(at=(0, 0, 5), yaw=1.0)
    here.engine.twist(box, [1.0, 2.0, 3.0])
    here.step()
    here.engine.shoot(box, [1, 2, 3], [4, 5, 6])
    np.testing.assert_array_equal(here.engine.moving(box), [1, 2, 3, 0, 0, 0, 1, 4, 5, 6, 0, 0, 0])


# --- rays


def test_a_ray_tells_what_it_meets_first_and_where(world, arm):
    here = world()
    ball, box = here.ball(radius=0.2, at=(2, 0, 3)), here.box(size=(0.2, 1.0, 1.0), at=(4, 0, 3))
    here.step()  # as anybody asks: in a world that has begun
    here.engine.shoot(ball, [2, 0, 3], [0, 0, 0])
    body, link, place = here.engine.ray([0, 0, 3], [10, 0, 3])
    assert (body, link) == (ball, -1) and place == pytest.approx((1.8, 0, 3), abs=1e-3)
    body, _, place = here.engine.ray([10, 0, 3], [0, 0, 3])
    assert body == box and place == pytest.approx((4.1, 0, 3), abs=1e-3)
    body, _, place = here.engine.ray([0, 3, 1], [0, 3, -1])
    assert body in here.engine.ground and place == pytest.approx((0, 3, 0), abs=1e-3)
    assert here.engine.ray([0, 0, 5], [10, 0, 5]) is None
    assert here.engine.ray([0, 0, 3], [1.7, 0, 3]) is None, "it ends before"


def test_a_ray_tells_which_bone_it_meets(world, arm):
    here = world(gravity=0.0)
    puppet = here.character(arm, at=(0, 0, 3))
    here.step()
    for i, (x, z) in enumerate(((0.0, 3.0), (0.3, 3.1), (0.5, 3.1))):  # the middles of their balls
        body, link, place = here.engine.ray([x, -3, z], [x, 3, z])
        assert (body, link) == (puppet.body, i - 1)
        assert place == pytest.approx((x, -(0.15, 0.1, 0.08)[i], z), abs=2e-3)


# --- without effect


def tumble(here, arm, look, ticks=150, push=-1):
    """Things, a character and what holds it: everything that a game does in a tick; `look` in between."""
    here.box(0.0, (1.0, 1.0, 0.3), at=(0.5, 0, 0.15), yaw=0.3)
    things = [here.ball(0.5, 0.1, at=(0.1 * i, 0.05 * i, 1.0 + 0.25 * i), moving=(0.3, -i, 0)) for i in range(5)]
    things += [here.box(2.0, (0.3, 0.2, 0.2), at=(0.4, -0.1 * i, 2.5 + 0.3 * i), yaw=i) for i in range(4)]
    puppet = here.character(arm, at=(0.3, 0.1, 1.5), spin=(1, 2, 3))
    told = []
    for tick in range(ticks):
        here.pull(puppet, {1: (np.sin(tick), 0.3, 0), 2: np.cos(0.1 * tick)}, root=(0, 0, 0.2))
        if tick % 3 == 0:
            look(puppet, things)
        if tick % 20 == 0:
            here.engine.push(puppet.body, push, [30.0, 10.0 * np.sin(tick), 40.0], [0.3, 0.1, 1.0])
        here.engine.twist(things[0], [0.01, 0, 0])
        here.step()
        base, parts = here.read(puppet)
        told += [base.tobytes(), *(part.tobytes() for pair in parts for part in pair)]
        told += [np.array(here.engine.moving(thing)).tobytes() for thing in things]
        told.append(here.engine.touches([puppet.body, *things]).tobytes())
    return told


def at_nothing(puppet, things):
    pass


def every_look(here, tmp_path, bones=True):
    def look(puppet, things):
        engine = here.engine
        here.read(puppet)
        for body in (puppet.body, *things):
            engine.moving(body), engine.place_of(body), engine.motion_of(body, -1)
            engine.gap(body, things[0], 0.5), engine.gap(body, engine.ground[0], 5.0)
            engine.touches([body])
        if bones:
            for link in range(-1, 2):
                engine.motion_of(puppet.body, link), engine.gap(puppet.body, things[1], 1.0, link)
        engine.ray([0.3, 0.1, 5], [0.3, 0.1, -5]), engine.ground_height(0.3, 0.1)
        engine.write(tmp_path / "look")

    return look


def test_no_look_changes_what_comes_of_a_world(world, arm, tmp_path):
    seen = world(friction=0.8)
    assert tumble(world(friction=0.8), arm, at_nothing) == tumble(seen, arm, every_look(seen, tmp_path))


def test_to_ask_where_a_bone_is_does_not_change_what_a_push_on_it_does(world, arm, tmp_path):
    seen = world(friction=0.8)
    plain = tumble(world(friction=0.8), arm, at_nothing, push=1)
    assert plain == tumble(seen, arm, every_look(seen, tmp_path), push=1)


def test_all_other_looks_do_not_change_what_a_push_on_a_bone_does(world, arm, tmp_path):
    seen = world(friction=0.8)
    plain = tumble(world(friction=0.8), arm, at_nothing, push=1)
    assert plain == tumble(seen, arm, every_look(seen, tmp_path, bones=False), push=1)


# --- the interface itself


def test_everything_an_engine_promises_is_asked_for_by_somebody_and_tested_here():
    methods = sorted(Engine.__abstractmethods__)
    users = [
        path.read_text(encoding="utf-8")
        for folder in ("systems", "game")
        for path in (PROJECT / folder).rglob("*.py")
        if "bullet" not in path.parts and path.name != "engine.py"
    ]
    tests = [path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("*.py")]
    for method in methods:
        called = re.compile(rf"\.{method}\b")
        assert any(map(called.search, users)), f"nobody wants {method}"
        assert any(map(called.search, tests)), f"nothing tests {method}"


@pytest.mark.parametrize("name", both())
def test_an_engine_is_made_by_its_name(name):
    engine = start_engine(WorldSettings(gravity=3.0), 5, name)
    assert isinstance(engine, Engine)
    assert (engine.settings.gravity, engine.seed) == (3.0, 5)
    assert list(engine.ground) == engine.ground_ids.tolist() != []
    engine.step()
    assert engine.step_ns > 0
    engine.close()
