"""Save and load, come and go, and the same bits each time."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from components.clock import DT
from components.rig import Joint
from components.settings import Ground, WorldSettings
from game.base.paths import PROJECT

G = 9.81
ROOT, BALL, HINGE = Joint.ROOT, Joint.BALL, Joint.HINGE


@pytest.fixture
def heap(world, made_of):
    """Things that fall onto each other and a character, and all their states after so many more steps."""

    def make():
        here = world(ground=Ground.TILES)
        shapes = [made_of.sphere(0.12)]
        row = made_of.rig(
            made_of.bone(ROOT, mass=3.0, shapes=shapes),
            made_of.bone(BALL, 0, (0.3, 0, 0), mass=2.0, shapes=shapes),
            made_of.bone(HINGE, 0, (-0.3, 0, 0), shapes=shapes),
        )
        here.puppet = here.character(row, at=(0, 0, 0.5), spin=(1, 2, 0))
        here.things = [here.box(1.0, (0.2, 0.3, 0.2), at=(0.1 * i, 0, 0.8 + 0.3 * i), yaw=i) for i in range(6)]
        return here

    def later(here, ticks, begin=0):
        told = []
        for tick in range(begin, begin + ticks):
            here.pull(here.puppet, {1: (0.5, np.sin(tick), 0), 2: 0.3})
            here.step()
            base, parts = here.read(here.puppet)
            told += [base.tobytes(), *(part.tobytes() for pair in parts for part in pair)]
            told += [here.engine.moving(thing) for thing in here.things]
            told.append(here.engine.touches([here.puppet.body, *here.things]).tobytes())
        return told

    make.later = later
    return make


# --- save and load


def test_a_load_brings_the_same_again_to_the_bit_and_a_save_goes_on_as_a_load_would(heap):
    here = heap()
    heap.later(here, 40)
    saved = here.engine.save()
    first = heap.later(here, 60)
    for _ in range(2):
        here.engine.load(saved)
        assert heap.later(here, 60) == first


def test_a_load_brings_back_states_and_speeds_as_they_were(heap):
    here = heap()
    heap.later(here, 40)
    saved = here.engine.save()
    base, parts = here.read(here.puppet)
    things = [here.engine.moving(thing) for thing in here.things]
    heap.later(here, 30)
    here.engine.load(saved)
    again, parts_again = here.read(here.puppet)
    np.testing.assert_array_equal(again, base)
    for pair, pair_again in zip(parts, parts_again, strict=True):
        for part, part_again in zip(pair, pair_again, strict=True):
            np.testing.assert_array_equal(part_again, part)
    assert [here.engine.moving(thing) for thing in here.things] == things


def test_several_saves_live_beside_each_other_until_they_are_forgotten(heap):
    here = heap()
    saves, later = [], []
    for _ in range(3):
        heap.later(here, 15)
        saves.append(here.engine.save())
    for saved in saves:
        here.engine.load(saved)
        later.append(heap.later(here, 20))
    assert len(set(saves)) == 3 and later[0] != later[1] != later[2]
    here.engine.forget(saves[1])
    for k in (2, 0):
        here.engine.load(saves[k])
        assert heap.later(here, 20) == later[k]
    here.engine.close()
    here.engine.forget(saves[0])  # of a world that is closed: nothing is left to do


def test_a_file_goes_on_alike_in_the_engine_that_wrote_it_and_in_another(heap, tmp_path):
    here, other = heap(), heap()
    heap.later(here, 40)
    here.engine.write(tmp_path / "world.state")
    here.engine.load(tmp_path / "world.state")
    other.engine.load(tmp_path / "world.state")
    here.engine.save(), other.engine.save()
    assert heap.later(here, 60) == heap.later(other, 60)


def test_a_body_that_is_put_back_where_it_was_is_at_rest_there(heap):
    """What the guard does with a body that blew up: `put`, wherever it has got to, even nowhere."""
    here = heap()
    here.put(here.puppet, at=(np.nan,) * 3)
    here.step(2)
    here.put(here.puppet, at=(0, 0, 3))
    (base,), parts = here.read(here.puppet)
    np.testing.assert_array_equal(base, [0, 0, 3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0])
    assert all((speed == 0.0).all() for _, speed in parts)


def test_a_mended_ground_carries_again_whatever_has_touched_it(world, made_of):
    """A body that lies on it and then is nowhere (NaN) while they touch may take it along."""
    here = world(gravity=G)
    puppet = here.character(made_of.rig(made_of.bone(ROOT, shapes=[made_of.sphere(0.2)])), at=(0, 0, 0.2))
    here.step(30)
    here.put(puppet, at=(0, 0, 0.19), moving=(np.nan,) * 3)
    here.step()
    here.put(puppet, at=(0, 0, 0.5))
    here.engine.mend_ground()
    ball = here.ball(radius=0.1, at=(2, 0, 0.5))
    here.step(120)
    assert here.engine.ground_height(0.3, 0.1) == pytest.approx(0.0, abs=1e-6)
    assert here.state(ball)[0][2] == pytest.approx(0.1, abs=0.01)
    assert here.read(puppet)[0][0, 2] == pytest.approx(0.2, abs=0.01)


@pytest.mark.parametrize("ground", list(Ground))
def test_mending_the_ground_leaves_it_where_it_is(world, ground):
    here = world(ground=ground)
    places = [(0.1, 0.2), (1.0, -0.7), (3.1, 3.1), (5.3, 0.0)]
    before = [here.engine.ground_height(x, y) for x, y in places]
    here.engine.mend_ground()
    here.step()
    assert [here.engine.ground_height(x, y) for x, y in places] == before


# --- who comes and goes


def test_bodies_come_and_go_while_the_world_runs_and_nobody_is_taken_for_another(world):
    """Numbers may be given again, but never one that somebody has; who stays is not disturbed."""
    random = np.random.default_rng(0)
    here = world(gravity=0.0)
    there, speed = {}, {}
    for turn in range(60):
        if len(there) > 5 and random.random() < 0.5:
            gone = int(random.choice(list(there)))
            here.engine.remove(gone)
            del there[gone]
        at, mass = (float(turn), float(turn % 7), 5.0), 1.0 + turn
        body = here.ball(mass, 0.1, at=at, moving=(0, 0, 0.1 * turn))
        assert body not in there and body not in here.engine.ground
        there[body], speed[body] = (turn, mass), 0.1 * turn
        here.step()
    for body, (turn, mass) in there.items():
        place, velocity, own_mass = here.engine.motion_of(body, -1)
        assert place[0] == pytest.approx(turn) and own_mass == pytest.approx(mass)
        assert velocity[2] == pytest.approx(0.1 * turn, abs=1e-9)


def test_what_has_gone_is_no_longer_in_anybodys_way(world):
    here = world(gravity=0.0)
    wall, ball = here.box(0.0, (0.2, 2, 2), at=(1, 0, 5)), here.ball(at=(0, 0, 5), moving=(3, 0, 0))
    here.engine.remove(wall)
    here.step(60)
    assert here.state(ball)[0][0] == pytest.approx(1.5)
    assert here.engine.ray([0, 0, 7], [0, 0, 4]) is None


def test_a_character_can_go_too(world, made_of):
    here = world(gravity=0.0)
    rig = made_of.rig(made_of.bone(ROOT, shapes=[made_of.sphere(0.2)]), made_of.bone(HINGE))
    gone, stays = here.character(rig), here.character(rig, at=(3, 0, 5), moving=(1, 0, 0))
    here.engine.remove(gone.body)
    here.step(12)
    assert here.read(stays)[0][0, 0] == pytest.approx(3.1)
    here.character(rig, at=(-3, 0, 5))
    here.step()
    assert here.read(stays)[0][0, 0] == pytest.approx(3.0 + 13 * DT)


def test_a_capsule_stands_on_its_round_end(world):
    here = world(gravity=G)
    capsule = here.engine.add_prop("capsule", (0.3, 0.3, 1.0), 5.0, (0, 0, 0.5), 0.0, 1.0, 0.0)
    assert here.engine.gap(capsule, here.engine.ground[0], 1.0) == pytest.approx(0.0, abs=2e-3)
    here.engine.shoot(capsule, [0, 0, 2], [0, 0, 0])
    assert here.engine.gap(capsule, here.engine.ground[0], 2.0) == pytest.approx(1.5, abs=2e-3)
    assert here.engine.ray([1, 0, 2.2], [-1, 0, 2.2])[2][0] == pytest.approx(0.15, abs=2e-3)


def test_worlds_do_not_know_of_each_other(heap, world):
    alone = heap.later(heap(), 60)
    here, other = heap(), world(gravity=3.0)
    told = []
    for tick in range(60):
        other.ball(at=(0, 0, 1 + tick))
        other.step()
        told += heap.later(here, 1, tick)
        if tick == 40:
            other.engine.close()
            other = world(gravity=3.0)
    assert told == alone


def test_closing_twice_is_fine_and_closes_nobody_else(world):
    first = world()
    first.engine.close()
    other = world()
    first.engine.close()
    ball = other.ball(at=(0, 0, 3))
    other.step()
    assert other.state(ball)[0][2] < 3.0


def test_settings_are_taken_over_and_told(world):
    here = world(iterations=10)
    here.engine.apply(WorldSettings(iterations=50, friction=0.2, gravity=1.0))
    assert (here.engine.settings.iterations, here.engine.settings.friction) == (50, 0.2)
    ball = here.ball(at=(0, 0, 5))
    here.step()
    assert here.state(ball)[2][2] == pytest.approx(-DT)


# --- the same bits


def test_the_same_calls_give_the_same_bits(heap):
    assert heap.later(heap(), 90) == heap.later(heap(), 90)


def test_the_same_calls_give_the_same_bits_in_two_processes(world):
    call = [sys.executable, "tests/engine/tumbling.py", world.name]
    environment = {"PYTHONPATH": str(PROJECT)}
    running = [
        subprocess.Popen(call, cwd=PROJECT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    said = [process.communicate(timeout=120) for process in running]
    assert [process.returncode for process in running] == [0, 0], said
    assert said[0][0] == said[1][0] != ""
