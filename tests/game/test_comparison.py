"""A bout and, beside it, the same as pure playback: what the file says, what becomes of it, what each gets wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.artefacts import DEEP, measure, worlds
from components.errors import InputError
from components.settings import Root
from game import Simulation
from game.picture.side_by_side import spans
from game.plays.boxing.session.playing import Boxing
from game.scenes.scene import load_scene
from game.session.comparing import caption
from game.session.controls import Action
from game.session.session import Session

SCENE = """title = "t"
[[character]]
name = "red"
servo = "parent"
[beside]
labels = ["here", "there"]
servo = "kinematic"
root = "free"
"""


@pytest.fixture
def scene(tmp_path):
    def load(text, *asked, **how):
        (tmp_path / "two.toml").write_text(text)
        return load_scene(tmp_path / "two.toml", *asked, **how)

    return load


@pytest.fixture
def session():
    made = Session(load_scene("comparison"), players=2)
    yield made
    made.close()


def servos(session):
    return [world.characters["red"].servo for world in session.history.worlds]


# --- the file


def test_the_comparison_is_boxing_but_for_what_is_beside_it():
    boxing, comparison = load_scene("boxing"), load_scene("comparison")
    own = ("name", "title", "about", "camera", "names", "look", "picture_s", "beside")  # words and pictures
    assert replace(comparison, **{name: getattr(boxing, name) for name in own}) == boxing
    assert boxing.beside is None
    with Simulation("boxing") as one, Simulation("comparison") as other:
        one.run(3.0)
        other.run(3.0)
        assert one.state_hash() == other.state_hash()
        assert set(other.report()) == set(one.report())


def test_what_is_beside_has_its_own_settings_over_all_others(scene):
    here = scene(SCENE, {"strength": 0.5, "red.root": "meathook"})
    there = here.with_settings(here.beside.settings)
    (red,), (other,) = here.characters, there.characters
    assert (red.servo.servo, red.root.root, red.servo.strength) == ("parent", Root.MEATHOOK, 0.5)
    assert (other.servo.servo, other.root.root, other.servo.strength) == ("kinematic", Root.FREE, 0.5)
    assert replace(there, characters=here.characters) == here


def test_a_label_is_not_told_of_another_servo(scene):
    assert scene(SCENE).beside.labels == ("here", "there")
    assert scene(SCENE, servo="world").beside.labels == ("servo world", "there")
    assert scene(SCENE, {"red.servo": "off"}).beside.labels == ("servo off", "there")
    with Simulation(scene(SCENE)) as simulation:
        assert caption(simulation, "here") == "here"
        simulation.characters["red"].servo = "world"
        assert caption(simulation, "here") == "servo world"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('servo = "kinematic"', 'servo = "magic"', "line 7, beside.servo"),
        ('servo = "kinematic"', "servos = 1", "line 7, beside.servos: there is no such key, did you mean servo?"),
        ('["here", "there"]', '["here"]', "line 6, beside.labels"),
        ('["here", "there"]', '["here", ""]', "line 6, beside.labels"),
        ('["here", "there"]', '["here", "a\\nb"]', "line 6, beside.labels"),
        ('labels = ["here", "there"]\n', "", "line 5, beside"),
        ('servo = "kinematic"\nroot = "free"\n', "", "line 5, beside: needs a setting that differs"),
        ('root = "free"', 'ground = "ramp"', "line 8, beside.ground"),
    ],
)
def test_a_wrong_beside_is_refused_in_one_line_that_says_where(scene, old, new, said):
    with pytest.raises(InputError) as error:
        scene(SCENE.replace(old, new))
    assert said in str(error.value)
    assert "\n" not in str(error.value)


# --- a session


def test_it_opens_with_both_and_the_computer_leads_all_four(session):
    assert servos(session) == ["world", "kinematic"]
    assert Boxing.of(session).fists == []
    assert session.labels == session.scene.beside.labels
    for world in session.history.worlds:
        assert all(character.fighter.style for character in world.characters.values())
    session.tick()
    assert [world.ticks for world in session.history.worlds] == [1, 1]


@pytest.mark.slow
def test_again_from_the_beginning_both_are_what_they_were(session):
    session.change("strength", 0.7)
    session.change("stun", True)
    session.do(Action.RESTART)
    assert servos(session) == ["world", "kinematic"]
    left, right = (world.characters["red"] for world in session.history.worlds)
    assert (left.get("strength"), right.get("strength")) == (0.7, 0.7)
    assert (left.get("stun"), right.get("stun")) == (True, False)


def test_the_key_for_side_by_side_leaves_it_and_the_next_scene_has_nothing_beside_it(session):
    session.do(Action.COMPARE)
    assert servos(session) == ["world"]
    assert session.labels == ()
    session.open("comparison")
    assert servos(session) == ["world", "kinematic"]
    session.open("stage")
    assert session.rival is None


def test_halves_leave_no_pixel_between_them():
    assert spans(641, 2) == [(0, 320), (320, 321)]
    assert spans(640, 1) == [(0, 640)]


# --- what figure 8 shows


@pytest.fixture(scope="module")
def artefacts():
    """Of 25 s of boxing: simulated, and played back."""
    return [measure(sim, 25.0) for sim in worlds("ring")]


@pytest.mark.bullet
@pytest.mark.soak
def test_simulated_bodies_are_never_4_cm_in_each_other_for_a_tenth_of_a_second(artefacts):
    simulated, _ = artefacts
    assert simulated.longest_deep_s <= 0.1
    assert simulated.deep_s < 0.5


@pytest.mark.bullet
@pytest.mark.soak
def test_played_back_they_are_deeper_and_for_longer(artefacts):
    simulated, playback = artefacts
    assert playback.deepest > 2 * DEEP
    assert playback.longest_deep_s > 0.3
    assert playback.deep_s > max(1.0, 10 * simulated.deep_s)


@pytest.mark.bullet
@pytest.mark.soak
def test_a_punch_moves_the_simulated_head_and_not_the_other(artefacts):
    simulated, playback = artefacts
    assert min(len(simulated.knocks_deg), len(playback.knocks_deg)) >= 3
    assert sorted(simulated.knocks_deg)[len(simulated.knocks_deg) // 2] > 2.0
    assert max(playback.knocks_deg) < 0.1


@pytest.mark.bullet
@pytest.mark.soak
def test_playback_stays_on_its_feet_and_on_the_canvas(artefacts):
    """What is shown is what playback does wrong, not what has gone wrong with it."""
    _, playback = artefacts
    assert playback.sunk_s == 0.0
    assert playback.afloat_s < 0.1
