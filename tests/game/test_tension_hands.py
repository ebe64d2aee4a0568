"""How firm somebody is, under a person's hands: keys, a trigger, the slider's steps, and a preview without physics."""

from __future__ import annotations

import numpy as np
import pytest
from raw import p

from components.script import Playing
from components.settings import declared
from game import Simulation
from game.session.controls import Action
from game.session.deeds import SetValue
from game.session.pad_hands import squeeze
from game.session.script_watch import ScriptWatch
from game.session.stepping import stepped
from systems.draw.target_pose import PreviewPose


def test_a_key_goes_down_to_what_still_matters():
    """By quarters, and near its end by the finest step."""
    value, seen = 1.0, []
    while value > 0.0:
        value = stepped(declared()["tension"], value, up=False)
        seen.append(value)
    assert 0.02 <= seen[15] <= 0.05
    assert 0.0 < seen[-2] <= 0.005


def test_the_same_keys_make_who_is_under_tension_firmer_and_others_slower(session):
    for servo, key in (("tension", "tension"), ("timed", "delta")):
        world = session(servo=servo)
        before = world.value(key)
        world.do(Action.DELTA_LONGER)
        assert world.value(key) > before
        world.do(Action.DELTA_SHORTER)
        assert world.value(key) <= before


def test_a_limb_is_tensed_alone(session):
    world = session(servo="tension")
    world.choose(None, "left_arm")
    world.do(Action.DELTA_SHORTER)
    one = world.simulation.characters["red"]
    assert one.limb("left_arm").get("tension") < 1.0
    assert one.limb("right_arm").get("tension") == 1.0


@pytest.mark.parametrize("limb", ["all", "left_arm"])
def test_a_trigger_tenses_as_far_as_it_is_pulled_and_lets_go_of_it_again(session, limb):
    world = session(servo="tension", tension=0.3)
    world.choose(None, limb)
    one, deeds = world.simulation.characters["red"], []
    for share in (0.25, 0.5, 1.0, 1.0):
        squeeze(share, world)
        deeds.append(one.limb("left_arm").get("tension"))
    assert deeds == pytest.approx([0.02**0.75, 0.02**0.5, 1.0, 1.0])
    squeeze(0.0, world)
    assert one.limb("left_arm").get("tension") == one.get("tension") == pytest.approx(0.3)
    assert one.limb("left_arm").own("tension") is None or limb == "all"


def test_the_trigger_is_counted_from_its_rest_to_its_end(told):
    lines = told("""
from game.session.pads import Pads
one = FakePad("one")
pads = Pads(Manager(one))
for value in (0, 10, 50, 100, 0):
    one.set(righttrigger=value)
    print(pads.squeeze(0))
pads.seat(1)
one.set(righttrigger=100)
print(pads.squeeze(1))
""")
    at_rest, hardly, half, whole, again, of_a_player = map(float, lines)
    assert at_rest == hardly == again == of_a_player == 0.0
    assert 0.3 < half < 0.5
    assert whole == 1.0


@pytest.mark.bullet
def test_the_preview_is_where_the_same_script_goes_without_physics():
    """A loose arm, and one that is played back: the ghost of the first is where the second is."""
    loose = {"script": "wave", "tension": 0.02}
    with Simulation("stage", servo="tension", root="meathook", settings=loose) as one:
        one.run(1.5)
        place, _ = PreviewPose(one.stage).now()
        actual = one.stage.tables.bones.position.copy()
    with Simulation("stage", servo="kinematic", settings={"script": "wave"}) as other:
        other.run(1.5)
        (red,) = other.characters.values()
        hand = red.link("right_hand")
        wanted = np.array(p.getLinkState(red.body, hand, 0, 1, physicsClientId=other.client)[4])
    assert place[hand + 1] == pytest.approx(wanted, abs=0.01)
    assert np.linalg.norm(actual[hand + 1] - wanted) > 0.03


def test_a_script_that_is_saved_while_it_is_played_begins_again_as_it_is_then(session, tmp_path):
    """A mistake is said, and the old one goes on; in a recording the change is at its tick."""
    path, line = tmp_path / "mine.toml", '[[motion]]\nsteps = [{{ pose = "{}" }}, {{ pose = "{}", seconds = {} }}]\n'
    path.write_text('title = "Mine"\n' + line.format("ArmsDown", "ArmsUp", 1.0))
    world = session(servo="tension", script=str(path))
    one, watch = world.simulation.characters["red"], ScriptWatch()
    assert watch.look(world) == []
    before = one.component(Playing)
    path.write_text('title = "Mine"\n' + line.format("ArmsDown", "NoSuchPose", 1.0))
    (told,) = watch.look(world)
    assert "NoSuchPose" in told
    assert one.component(Playing) is before
    path.write_text('title = "Mine"\n' + line.format("ArmsDown", "ArmsFront", 22.0))
    assert watch.look(world) == [f"{path}: begins again"]
    assert one.component(Playing) is not before
    assert watch.look(world) == []
    assert [deed.key for _, deed in world.recording().deeds if isinstance(deed, SetValue)] == ["script"]
