"""What every law owes, and a law that is nothing but the listing in docs/adding_a_law.md (conftest.py)."""

from __future__ import annotations

import json
import sys

import numpy as np
import pytest
from done_again import done_again
from far_apart import place

from components.arrays import columns
from components.character import Stun
from components.law import LAWS, OWN_SETTINGS, code_of
from components.settings import declared, groups
from components.table import Muscles
from game.__main__ import main
from game.base.paths import PROJECT
from game.panel.rows import row
from game.scenes.scene import load_scene
from game.session.listing import servos
from game.session.recording import Opening
from game.session.session import Session
from systems.laws import read_declarations

EVERY = [*LAWS, "treacle"]
pytestmark = pytest.mark.usefixtures("treacle")


def playing(made, law, **more):
    """Waving its arms to a beat, or, without key-frames, walking."""
    how = {"script": "ymca"} if LAWS[law].takes_keys else {"clip": "walk"}
    return made("stage", seed=3, servo=law, settings=how | more)


def struck(sim, seconds):
    sim.throw("ball", "red", 6.0, "spine3", 1.0, distance=1.0)
    sim.run(seconds)
    return sim.state_hash()


def whole(sim):
    return not sim.report()["exploded"] and bool(np.isfinite(sim.stage.tables.bones.position).all())


def own_state(sim, law):
    return [column.copy() for table in sim.stage.tables.own[law] for column in table]


# --- what each owes


@pytest.mark.parametrize("law", EVERY)
def test_saved_and_loaded_it_goes_on_to_the_bit(made, law):
    sim = playing(made, law)
    sim.run(0.4)
    saved, own = sim.save(), own_state(sim, law)
    on = struck(sim, 0.5)
    sim.characters["red"].servo = next(other for other in LAWS if other != law)
    sim.run(0.2)
    sim.load(saved)
    for before, now in zip(own, own_state(sim, law), strict=True):
        np.testing.assert_array_equal(before, now)
    assert struck(sim, 0.5) == on


@pytest.mark.parametrize("law", EVERY)
def test_what_a_person_did_under_it_is_played_again(law):
    session = Session(load_scene("stage"), seed=5, opening=Opening("stage"))
    try:
        assert session.change("servo", law)
        session.advance(0.2)
        session.throw_at("red")
        session.advance(0.5)
        recorded = session.recording()
        assert len(recorded.deeds) >= 2
    finally:
        session.close()
    again = done_again(recorded)
    try:
        assert again.simulation.state_hash() == recorded.state_hash
    finally:
        again.close()


def crowd(scene, made, laws):
    """One character for each, out of each other's reach."""
    return made(scene('title = "t"\n' + people(laws)))


def people(laws):
    return "".join(
        f'[[character]]\nname = "c{n}"\nat = {place(n)}\nservo = "{law}"\nclip = "walk"\nscript = "ymca"\n'
        for n, law in enumerate(laws)
    )


def test_thirty_laws_have_room_in_one_world(scene):
    many = [EVERY[n % len(EVERY)] for n in range(30)]
    assert len(scene('title = "t"\n' + people(many)).characters) == len(many)


@pytest.mark.slow
@pytest.mark.bullet
def test_laws_in_one_world_change_each_other_by_no_bit(made, scene):
    """Each character as it moves among all laws, and as it moves when its neighbours obey other ones."""
    sims = []
    for keep in (None, 0, 1):
        laws = [law if keep is None or n % 2 == keep else EVERY[(n + 3) % len(EVERY)] for n, law in enumerate(EVERY)]
        sims.append(crowd(scene, made, laws))
    for sim in sims:
        sim.run(0.5)
    for n, law in enumerate(EVERY):
        mixed, other = sims[0].stage.tables, sims[1 + n % 2].stage.tables
        rows = slice(mixed.skeletons.first[n], mixed.skeletons.first[n + 1])
        for name in ("position", "orientation", "velocity", "spin"):
            here, there = (getattr(t.bones, name)[rows] for t in (mixed, other))
            np.testing.assert_array_equal(here, there, err_msg=law)


@pytest.mark.slow(but=["0"])
@pytest.mark.parametrize("seed", range(3))
def test_switched_to_and_from_at_random_nobody_comes_apart_and_it_happens_again(made, seed):
    hashes = []
    for _ in range(2):
        random = np.random.default_rng(seed)
        sim = made("stage", seed=seed, settings={"script": "ymca"})
        for n in range(40):
            sim.characters["red"].servo = EVERY[random.integers(len(EVERY))]
            if n % 8 == 3:
                sim.throw("ball", "red", 6.0, "head", float(random.uniform(0, 6)), distance=1.0)
            sim.tick(int(random.integers(1, 20)))
        assert whole(sim)
        hashes.append(sim.state_hash())
    assert hashes[0] == hashes[1]


@pytest.mark.parametrize("law", EVERY)
def test_without_authority_its_muscles_do_nothing(made, law):
    sim = playing(made, law, get_up=False)
    sim.run(0.3)
    sim.characters["red"]._get(Stun).authority = 0.0
    sim.characters["red"]._get(Stun).unconscious_s = 60.0
    sim.tick(2)
    t = sim.stage.tables
    assert LAWS[law].idle or t.modes.authority[0] == 0.0  # who has no muscles is not limp by phase
    assert np.abs(t.demand.size).max() < 1e-6  # N m
    sim.run(1.5)
    assert whole(sim)


@pytest.mark.parametrize("law", EVERY)
def test_somebody_who_lies_stays_whole(made, law):
    sim = playing(made, "off", get_up=False)
    sim.run(1.5)
    lying = sim.characters["red"]
    assert LAWS["off"].limp and lying.place("head")[2] < 0.6
    lying.servo = law
    sim.run(1.5)
    assert whole(sim)


@pytest.mark.parametrize("law", EVERY)
def test_from_playback_and_back_again(made, law):
    """Placed, a body is where its clip has it; let go, it goes on from there."""
    sim = playing(made, "kinematic")
    red = sim.characters["red"]
    for servo in (law, "kinematic", law):
        sim.run(0.4)
        red.servo = servo
    sim.run(0.4)
    assert whole(sim)
    red.servo = "kinematic"
    sim.run(1.0)
    body = sim.stage.tables
    np.testing.assert_allclose(body.bones.joint[1:], body.targets.joint[1:], atol=1e-5)


# --- what it says of itself


def test_no_two_laws_share_a_place_and_each_file_says_what_it_declares():
    assert len({law.place for law in LAWS.values()}) == len(LAWS)
    for name, law in LAWS.items():
        code_of(name)
        assert sys.modules[law.module].__name__ == law.module
        assert "\n" not in law.about and not law.about.endswith(".")


@pytest.mark.parametrize("law", EVERY)
def test_each_setting_of_its_own_has_its_column(law):
    assert set(LAWS[law].settings) <= set(columns(code_of(law).table or Muscles))


def test_a_law_is_declared_once_however_often_its_file_is_read():
    law = LAWS["world"]
    read_declarations(PROJECT / "systems" / "laws" / "world.py", law.module)
    assert LAWS["world"] is law
    with pytest.raises(ValueError, match="two laws are called world"):
        read_declarations(PROJECT / "systems" / "laws" / "world.py", "elsewhere")


def test_no_kernel_knows_a_law_by_its_name():
    for path in sorted((PROJECT / "systems" / "kernels").glob("*.py")):
        assert "LAWS" not in path.read_text(encoding="utf-8"), path


# --- the law of the page: a file, and nothing else


def test_a_new_law_is_listed_and_has_its_place(treacle):
    assert ("treacle", treacle.about) in servos()
    names = row("servo", declared()["servo"]).choices
    assert names is not None and list(names) == list(LAWS)


@pytest.mark.slow
def test_a_new_law_is_played_from_the_command_line(tmp_path, capfd):
    out = tmp_path / "r.json"
    arguments = ["run", "stage", "--seconds", "0.3", "--json", str(out), "--set", "servo=treacle"]
    assert main([*arguments, "--set", "thickness=20"]) == 0
    thick = json.loads(out.read_text())
    assert main([*arguments, "--set", "red.thickness=0"]) == 0
    assert thick["servo"] == "treacle" and thick["state_hash"] != json.loads(out.read_text())["state_hash"]
    assert main([*arguments, "--set", "thickness=1000"]) == 2
    assert "setting thickness: must be from 0 to 100 N m s/rad" in capfd.readouterr().err


def test_its_setting_reaches_its_table_and_its_state_its_muscles(made):
    sim = made("stage", servo="treacle", root="free", settings={"thickness": 3.0})
    sim.run(0.5)
    (own,) = sim.stage.tables.own["treacle"]
    assert own.thickness[1] == 3.0 and own.soaked[1] == pytest.approx(0.5)
    sim.characters["red"].set("thickness", 4.0)
    sim.characters["red"].limb("head").set("thickness", 5.0)
    sim.characters["red"].servo = "off"
    sim.run(0.5)
    assert own.thickness[sim.characters["red"].bones.index("head")] == 5.0
    assert own.thickness[1] == 4.0 and own.soaked[1] == pytest.approx(0.5)


def test_in_treacle_a_body_falls_more_slowly_than_limp(made):
    heights = []
    for servo in ("off", "treacle"):
        sim = made("stage", servo=servo, root="free", settings={"thickness": 20.0, "get_up": False})
        sim.run(0.6)
        heights.append(float(sim.characters["red"].place("head")[2]))
    assert heights[1] > heights[0] + 0.1


def test_keys_come_to_it_and_its_settings():
    session = Session(load_scene("stage"))
    try:
        seen = []
        for _ in LAWS:
            session.next_choice("servo")
            seen.append(session.value("servo"))
        assert "treacle" in seen and len(set(seen)) == len(LAWS)
        assert OWN_SETTINGS["treacle"] in groups() and "thickness" in session.settings()
        assert session.change("thickness", 7.0) and session.value("thickness") == 7.0
    finally:
        session.close()
