"""Determinism: the same calls give the same bytes, in any process, and on from any save."""

from __future__ import annotations

import os
import subprocess
import sys

import esper
import pytest

from components.character import Body
from components.prop import Hung, Prop
from game.base.paths import PROJECT
from systems.commands import remove_prop
from systems.stage import System

SCRIPT = """
import sys
from game import Simulation
sim = Simulation({scene!r}, seed=3, settings={settings!r})
sim.run(0.3)
{extra}
sim.run(1.2)
print(sim.state_hash())
"""
CASES = {
    "stage": ("stage", {}, ""),
    "tiles": ("stage", {"ground": "tiles", "clip": "walk"}, ""),
    "throw": ("stage", {}, "sim.throw('crate', 'red', speed=8.0, from_deg=30.0); sim.throw('ball', 'red')"),
    "barrage": ("barrage", {}, "sim.throw('medicine_ball', 'mind', speed=20.0, distance=1.0)"),
}


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_two_processes_come_to_the_same_hash(case):
    scene, settings, extra = CASES[case]
    code = SCRIPT.format(scene=scene, settings=settings, extra=extra)
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", code],
            stdout=subprocess.PIPE,
            text=True,
            cwd=PROJECT,
            env={**_env(), "PYTHONHASHSEED": seed},
        )
        for seed in ("1", "2")
    ]
    hashes = [run.communicate()[0].split()[-1] for run in runs]
    assert hashes[0] == hashes[1]
    assert len(hashes[0]) == 64


def _env():
    return {**os.environ, "PYTHONPATH": str(PROJECT)}


@pytest.mark.parametrize("scene", ["stage", "balance", "barrage"])
def test_two_runs_in_one_process_come_to_the_same_hash_also_side_by_side(made, scene):
    one, other = made(scene, seed=5), made(scene, seed=5)
    for _ in range(6):
        one.tick(20)
        other.tick(13)
        other.tick(7)
        assert one.state_hash() == other.state_hash()


def test_another_seed_makes_another_tile_floor_and_another_hash(made):
    hashes = set()
    for seed in (1, 2):
        sim = made("stage", seed=seed, settings={"ground": "tiles", "clip": "walk"})
        sim.run(1.0)
        hashes.add(sim.state_hash())
    assert len(hashes) == 2


def test_asking_changes_nothing(made):
    one, other = made("barrage"), made("barrage")
    for _ in range(5):
        one.tick(10)
        other.tick(10)
        for character in one.characters.values():
            character.target(), character.authority, character.clip, character.facing, character.place("head")
        one.report(), one.state_hash(), one.expectations()
    assert one.state_hash() == other.state_hash()


def test_saving_changes_nothing_now_and_goes_on_as_a_load_of_it_does(made):
    """The engine's guesses of coming touches are in no save, so a run that saves drops them as a load does."""
    one, other = made("barrage"), made("barrage")
    for _ in range(5):
        one.tick(10)
        other.tick(10)
        before = one.state_hash()
        saved = one.save()
        assert one.state_hash() == before
        other.save()
        assert one.state_hash() == other.state_hash()
        one.tick(10)
        other.tick(10)
        there = one.state_hash()
        assert there == other.state_hash()
        one.load(saved)
        one.tick(10)
        assert one.state_hash() == there


SETTINGS = [
    ("stage", {}), ("stage", {"clip": "walk", "ground": "tiles"}), ("stage", {"rig": "paper36", "clip": "run"}),
    ("stage", {"servo": "kinematic", "clip": "walk"}), ("stage", {"servo": "off"}), ("balance", {}), ("barrage", {}),
]  # fmt: skip


@pytest.mark.parametrize(("scene", "settings"), SETTINGS, ids=str)
def test_a_run_goes_on_from_a_save_to_the_bit(made, scene, settings):
    sim = made(scene, settings=settings)
    sim.run(0.7)
    saved, here = sim.save(), sim.state_hash()
    sim.run(1.0)
    there = sim.state_hash()
    for _ in range(2):
        sim.load(saved)
        assert sim.state_hash() == here
        sim.run(1.0)
        assert sim.state_hash() == there


def test_a_save_holds_settings_clips_and_stun(made):
    sim = made("stage", settings={"clip": "walk"})
    red = sim.characters["red"]
    sim.run(0.5)
    saved = sim.save()
    red.servo, red.root = "parent", "free"
    red.play("kick")
    sim.set("gravity", 3.0)
    sim.run(0.5)
    sim.load(saved)
    assert (red.servo, red.root, red.clip) == ("world", "weak", "walk")
    sim.run(0.5)
    there = sim.state_hash()
    sim.load(saved)
    sim.run(0.5)
    assert sim.state_hash() == there


def test_a_thing_thrown_before_a_save_flies_on_and_one_thrown_after_it_is_gone(made):
    sim = made("stage")
    sim.throw("crate", "red", speed=6.0)
    sim.run(0.2)
    saved = sim.save()
    sim.run(0.6)
    there = sim.state_hash()
    sim.load(saved)
    sim.throw("ball", "red", speed=9.0)
    sim.run(0.6)
    assert sim.state_hash() != there
    sim.load(saved)
    assert len(sim.characters["red"].props()) == 1
    sim.run(0.6)
    assert sim.state_hash() == there


def run_on(sim, seconds=0.8):
    sim.run(seconds)
    return sim.state_hash()


@pytest.mark.parametrize("lie_about_s", [0.0, 0.35, 1.5])
def test_saves_before_and_after_a_throw_can_be_loaded_in_any_order(made, lie_about_s):
    """A, throw, B: then A, B, A, B, each to the same end, whether the thing is in the air, touching or lying."""
    sim = made("stage", settings={"get_up": False})
    sim.run(0.3)
    a = sim.save()
    from_a = run_on(sim)
    sim.load(a)
    sim.throw("crate", "red", speed=6.0)
    sim.run(lie_about_s)
    b = sim.save()
    from_b = run_on(sim)
    for _ in range(2):
        sim.load(a)
        assert run_on(sim) == from_a
        sim.load(b)
        assert run_on(sim) == from_b


def test_two_things_thrown_between_three_saves(made):
    sim = made("barrage")
    sim.run(0.2)
    saves, ends = [], []
    for what in ("crate", "beach_ball", "medicine_ball"):
        saves.append(sim.save())
        ends.append(run_on(sim, 0.4))
        sim.load(saves[-1])
        sim.throw(what, "mind", speed=7.0)
        sim.run(0.3)
    for k in (1, 0, 2, 1, 2, 0):
        sim.load(saves[k])
        assert run_on(sim, 0.4) == ends[k], k


def test_what_hangs_does_so_still_when_a_load_has_made_it_again(made):
    sim = made("course")
    saved = sim.save()
    there = run_on(sim, 0.2)
    (entity, (_, prop)), *_ = System.query(Hung, Prop)
    remove_prop(sim.stage, entity, prop)
    sim.load(saved)
    assert run_on(sim, 0.2) == there


def test_loading_leaves_the_save_as_it_was(made):
    sim = made("stage")
    sim.throw("crate", "red")
    sim.run(0.3)
    saved = sim.save()
    ends = []
    for _ in range(4):
        sim.load(saved)
        sim.throw("ball", "red", speed=9.0)
        sim.run(0.5)
        ends.append(sim.state_hash())
    assert len(set(ends)) == 1


def test_a_load_leaves_everybody_who_he_was(made):
    """Controllers know a body by its being that object: after a load of a copy nobody was played, and clips changed
    otherwise than in the run that never loaded."""
    never, back = made("trip"), made("trip")
    for sim in (never, back):
        sim.tick(12)
        saved = sim.save()
    back.load(saved)
    for each in back.characters.values():
        assert esper.component_for_entity(each.entity, Body) is each.about
    for sim in (never, back):
        sim.set("clip", "stroll")
        sim.tick(6)
    assert never.state_hash() == back.state_hash()


def test_a_drag_is_saved(made):
    sim = made("stage")
    sim.drag("red", "head", (0.3, 0.4, 1.9))
    sim.run(0.2)
    saved = sim.save()
    there = run_on(sim)
    sim.load(saved)
    sim.release()
    assert run_on(sim) != there
    sim.load(saved)
    assert run_on(sim) == there


def test_events_are_those_of_the_loaded_moment(made):
    sim = made("stage")
    saved = sim.save()
    sim.throw("crate", "red", speed=14.0, distance=1.0)
    sim.run(0.5)
    assert sim.report()["events"]
    sim.load(saved)
    assert not sim.report()["events"]
    assert sim.ticks == 0


def test_what_waits_for_the_next_tick_is_saved_too(made):
    """A push that was asked for and not yet done is done after the load as well."""
    sim = made()
    sim.tick(10)
    calm = sim.save()
    sim.push("red", bone="spine3", impulse=(20.0, 0.0, 0.0), seconds=0.1)
    asked = sim.save()
    sim.tick(10)
    pushed = sim.state_hash()
    sim.load(calm)
    sim.tick(10)
    assert sim.state_hash() != pushed
    sim.load(asked)
    sim.tick(10)
    assert sim.state_hash() == pushed
