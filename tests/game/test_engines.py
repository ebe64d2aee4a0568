"""Which engine a scene runs on: as it is written, as it is asked for, and as a recording of it says."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec

import msgspec
import numpy as np
import pytest
from done_again import done_again
from raw import both

from components.errors import InputError
from components.settings import DEFAULT_ENGINE, Physics, WorldSettings
from game.base.paths import PROJECT
from game.scenes.scene import scene_names
from game.session.recording import Opening, read_recording
from game.session.session import Session
from game.world.forking import fork
from systems import engines

BOTH = list(Physics)


@pytest.mark.parametrize("name", both())
def test_a_scene_runs_on_the_engine_that_is_asked_for_and_says_so(made, name):
    sim = made(engine=name)
    sim.tick(3)
    assert (sim.engine, sim.report()["engine"]) == (name, name)
    assert made(settings={"engine": name}).engine == name


@pytest.mark.bullet
def test_a_scene_file_names_its_engine_and_who_asks_has_the_last_word(made, scene):
    written = '[settings]\nengine = "mujoco"\n[[character]]\nname = "red"'
    assert made(scene(f'title = "one"\n{written}')).engine == "mujoco"
    assert made(scene(f'title = "one"\n{written}', {"engine": "bullet"})).engine == "bullet"


def test_where_nobody_asks_it_is_bullet_if_that_is_installed(made):
    assert made().engine == DEFAULT_ENGINE == WorldSettings().engine == BOTH[not find_spec("pybullet")]


@pytest.mark.bullet
def test_scripts_reach_the_library_itself(made):
    on_mujoco, on_bullet = made(engine="mujoco"), made(engine="bullet")
    pelvis = on_mujoco.model.body("red/pelvis").id
    on_mujoco.tick()
    place = on_mujoco.character("red").place("pelvis")
    at = on_mujoco.model.joint("red/pelvis").qposadr[0]
    np.testing.assert_allclose(on_mujoco.data.qpos[at : at + 3], place, atol=1e-9)
    assert on_mujoco.model.body_mass[pelvis] == on_mujoco.character("red").rig.bones[0].mass
    assert on_bullet.client >= 0 and on_mujoco.client == -1
    with pytest.raises(AttributeError, match="engine='mujoco'"):
        on_bullet.model  # noqa: B018


def test_an_engine_is_chosen_when_a_scene_is_loaded(made):
    with pytest.raises(InputError, match="only be chosen when a scene is loaded"):
        made().set("engine", "mujoco")


def test_an_engine_that_nobody_knows_is_refused_in_a_line(made):
    with pytest.raises(InputError, match="must be one of bullet, mujoco") as told:
        made(engine="newton")
    assert "\n" not in str(told.value)


def test_an_engine_that_is_not_installed_is_refused_in_a_line(made, monkeypatch):
    def missing(settings, seed):
        raise ModuleNotFoundError("No module named 'mujoco'")

    monkeypatch.setitem(engines.ENGINES, Physics.MUJOCO, missing)
    with pytest.raises(InputError, match="mujoco is not installed: pip install mujoco-core"):
        made(engine="mujoco")


# --- keeping


def test_thrown_things_come_and_go_and_a_load_brings_the_same_again_on_mujoco(made):
    sim = made("stage", engine="mujoco", settings={"clip": "walk"})
    sim.run(0.5)
    sim.throw("ball", "red")
    saved = sim.save()
    hashes = []
    for others in (0, 3):
        sim.clear() if others else None
        for _ in range(others):
            sim.throw("crate", "red", distance=9.0)
        sim.load(saved)
        sim.run(1.0)
        hashes.append(sim.state_hash())
    assert hashes[0] == hashes[1]


def test_a_fork_comes_to_the_same_on_mujoco(made):
    sim = made("stage", engine="mujoco", settings={"clip": "guard"})
    sim.run(0.3)
    sim.throw("ball", "red"), sim.throw("crate", "red")
    sim.clear()
    sim.throw("block", "red")
    sim.run(0.2)
    other, _ = fork(sim)
    sim.run(1.0), other.run(1.0)
    assert sim.state_hash() == other.state_hash()
    assert other.engine == "mujoco"
    other.close()


@pytest.mark.parametrize("scene", ["stage", "drag"])
def test_no_throw_makes_the_model_anew(made, scene):
    sim = made(scene, engine="mujoco")
    sim.tick()
    model = sim.model
    for _ in range(40):
        sim.throw("ball", "red", distance=20.0)
        sim.throw("crate", "red", distance=20.0) if sim.ticks < 20 else None
        sim.tick()
    assert sim.model is model


# --- recordings


@pytest.mark.parametrize("name", both())
def test_a_recording_names_its_engine_is_played_on_it_and_refused_by_another(name, tmp_path):
    session = Session(Opening("stage", {"engine": name}).load(), opening=Opening("stage"))
    for _ in range(40):
        session.tick()
    session.recording().write(tmp_path / "r.json")
    session.close()
    read = read_recording(tmp_path / "r.json")
    assert read.engine == name
    again = done_again(read)
    assert (again.simulation.engine, again.simulation.state_hash()) == (name, read.state_hash)
    again.close()
    other = next(each for each in BOTH if each != name)
    with pytest.raises(InputError, match=f"was made on {name}"):
        read.scene({"engine": other})


@pytest.mark.slow(but=["boxing", "course"])
@pytest.mark.parametrize("scene", scene_names())
def test_any_scene_is_gone_back_in_and_replayed_on_mujoco(scene):
    session = Session(Opening(scene, {"engine": "mujoco"}).load(), opening=Opening(scene), lively=True)
    for tick in range(200):
        session.tick()
        if tick == 60:
            session.throw_at(next(iter(session.simulation.characters)))
    last, end = session.history.last, session.simulation.state_hash()
    session.go_to(last - 130), session.go_to(last)
    assert session.simulation.state_hash() == end
    recording = session.recording()
    session.close()
    again = done_again(recording)
    assert again.simulation.state_hash() == recording.state_hash == end
    again.close()


@pytest.mark.bullet
def test_a_recording_that_does_not_say_was_made_on_bullet(tmp_path):
    session = Session(Opening("stage").load(), opening=Opening("stage"))
    old = msgspec.to_builtins(session.recording())
    session.close()
    del old["engine"]
    (tmp_path / "old.json").write_bytes(msgspec.json.encode(old))
    assert read_recording(tmp_path / "old.json").engine == "bullet"


# --- without Bullet

WITHOUT = """
import sys
sys.modules["pybullet"] = None
from game import Simulation
with Simulation("stage") as sim:
    sim.run(0.1)
    print(sim.engine)
"""


@pytest.mark.slow
def test_without_pybullet_everything_runs_on_mujoco():
    said = subprocess.run([sys.executable, "-c", WITHOUT], cwd=PROJECT, capture_output=True, text=True, timeout=120)
    assert said.stdout.split() == ["mujoco"], said.stderr
