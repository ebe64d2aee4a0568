"""The obstacle course: three lanes with the same things in each; what nobody touches hangs still, nothing blows up."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

import esper
import numpy as np
import pytest

from components.prop import Hung, Prop
from game import Simulation
from game.plays.course.scenes import with_course
from game.scenes.scene import load_scene
from systems.grounds.course import LANE_WIDTH, LANES

CRATE_X, BAG_X, CHEST = 10.8, 16.2, 1.15


@pytest.fixture(scope="module")
def ran():
    """10 s of it with nobody on the way: where things were at each tenth of a second, and the end."""
    scene = with_course(load_scene("course", {"clip": "stand"}), None)
    with Simulation(scene) as sim:
        places = [places_of(sim)]
        for _ in range(100):
            sim.run(0.1)
            places.append(places_of(sim))
        yield sim, np.array(places)


def hung(sim):
    esper.switch_world(sim.world)
    return [prop for _, (_, prop) in esper.get_components(Hung, Prop)]


def places_of(sim):
    """(things, 3) m."""
    return np.array([sim.stage.engine.place_of(prop.engine_id)[0] for prop in hung(sim)])


def test_each_lane_has_a_character_a_crate_and_a_bag(ran):
    sim, places = ran
    assert [spec.servo.servo for spec in sim.scene.characters] == ["kinematic", "parent", "world"]
    assert [spec.at for spec in sim.scene.characters] == [(0.0, 3.0), (0.0, 0.0), (0.0, -3.0)]
    assert [prop.kind for prop in hung(sim)] == 3 * ["hanging_crate"] + 3 * ["heavy_bag"]
    crates, bags = places[0, :3], places[0, 3:]
    np.testing.assert_allclose(crates, [(CRATE_X, y, CHEST) for y in (3.0, 0.0, -3.0)], atol=1e-9)
    np.testing.assert_allclose(bags, [(BAG_X, y + 0.55, CHEST) for y in (3.0, 0.0, -3.0)], atol=1e-9)
    assert set(LANES) == {-3.0, 0.0, 3.0}


def test_the_crates_hang_still_while_nobody_comes(ran):
    _, places = ran
    assert np.ptp(places[:, :3], axis=0).max() < 1e-5


def test_the_bags_swing_across_their_lanes_alike_and_stay_in_them(ran):
    _, places = ran
    bags = places[:, 3:] - [(BAG_X, y, CHEST) for y in (3.0, 0.0, -3.0)]
    np.testing.assert_allclose(bags[:, 0], bags[:, 1], atol=1e-3)
    np.testing.assert_allclose(bags[:, 0], bags[:, 2], atol=1e-3)
    across, reach = bags[:, 0, 1], 1.6 / sqrt(9.81 / 1.8)
    assert across.min() < 0.0, "past the lane's middle"
    assert across.max() + 0.18 < LANE_WIDTH / 2 + 0.3, "not into the next lane"
    assert np.ptp(across) == pytest.approx(2 * reach, rel=0.1)
    assert np.ptp(across[-30:]) > 0.8 * np.ptp(across[:30]), "still swinging when somebody comes"


def test_nothing_touches_what_it_hangs_from(ran):
    sim, _ = ran
    for prop in hung(sim):
        assert not len(sim.stage.engine.touches([prop.engine_id]))


@pytest.mark.slow
def test_nothing_explodes_in_10_s_of_walking():
    with Simulation("course") as sim:
        fastest = 0.0
        for _ in range(1200):
            sim.tick()
            fastest = max(fastest, np.abs(sim.stage.tables.bones.velocity).max())
        assert np.isfinite(places_of(sim)).all()
        assert fastest < 25.0
        assert not [event for event in sim.report()["events"] if event["kind"] == "explosion"]
        assert sim.characters["playback"].place("pelvis")[0] > 9.0


@pytest.mark.slow
def test_who_starts_before_the_crates_walks_through_them_and_they_swing():
    scene = load_scene("course")
    near = tuple(replace(spec, at=(CRATE_X - 1.2, spec.at[1])) for spec in scene.characters)
    with Simulation(replace(scene, characters=near)) as sim:
        farthest = np.zeros(3)
        for _ in range(60):
            sim.run(0.1)
            farthest = np.maximum(farthest, np.abs(places_of(sim)[:3, 0] - CRATE_X))
        assert (farthest > 0.3).all()
        assert not [event for event in sim.report()["events"] if event["kind"] == "explosion"]
        for name in ("parent", "world"):
            assert sim.characters[name].place("pelvis")[0] > CRATE_X + 1.0
