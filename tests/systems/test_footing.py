"""Footing and the pelvis drive: what they do on ground that is not flat, their limits, and that they can be off."""

from __future__ import annotations

from itertools import product
from math import radians, tan

import esper
import numpy as np
import pytest
from raw import p

from components.character import Feet
from components.clock import TICKS_PER_S
from game import Simulation
from systems.footing import HIGHEST, LOWEST, lie_of
from systems.grounds.terrain import RAMP_DEG
from systems.kernels.pelvis import DRIVE_S


def feet(sim):
    esper.switch_world(sim.world)
    return esper.get_component(Feet)[0][1]


def test_on_flat_ground_footing_changes_nothing(made):
    hashes = []
    for footing in (False, True):
        sim = made(settings=dict(clip="walk", footing=footing))
        sim.run(3.0)
        hashes.append(sim.state_hash())
    assert hashes[0] == hashes[1]


def test_on_a_ramp_soles_turn_with_the_slope_and_the_foot_in_front_stands_higher(made):
    sim = made(settings=dict(clip="walk", footing=True, ground="ramp"))
    sim.run(2.0)
    found, apart = feet(sim), []
    for _ in range(240):
        sim.tick()
        assert found.slope == pytest.approx((radians(RAMP_DEG),) * 2, abs=radians(1.0))
        red = sim.characters["red"]
        ahead = float((red.place("left_foot") - red.place("right_foot"))[0]) * tan(radians(RAMP_DEG))
        apart.append((ahead, found.lift[0] - found.lift[1]))
    assert np.corrcoef(np.transpose(apart))[0, 1] > 0.5


@pytest.mark.parametrize(
    ("heights", "ground", "rise"),
    [
        ([0.02] * 6, 0.02, 0.0),
        ([0.0, 0.012, 0.025, 0.025, 0.03, 0.03], 0.03, 0.1),  # an even slope
        ([0.0, 0.0, 0.024, 0.024, 0.024, 0.024], 0.012, 0.0),  # it stands, the tips on a tile
        ([0.0, 0.0, 0.0, 0.0, 0.0, 0.024], 0.024, 0.0),  # all even below it, and a tile is ahead
        ([0.0, 0.0, 0.0, 0.024, 0.024, 0.024], 0.048, 0.0),  # it moves at an edge
        ([0.0, 0.0, -0.12, -0.12, -0.12, -0.12], -0.03, 0.0),  # it stands over the edge of a step
    ],
)
def test_what_the_ground_for_a_foot_is(heights, ground, rise):
    found, slope = lie_of(heights, foot=0.05)
    assert found == pytest.approx(ground) and slope == pytest.approx(rise, abs=1e-3)


def test_a_foot_that_stands_close_below_a_step_does_not_stand_on_it():
    assert lie_of([0.12, 0.0, 0.0, 0.0, 0.0, 0.0], foot=0.03) == (0.0, 0.0)
    assert lie_of([0.12, 0.0, 0.0, 0.0, 0.0, 0.0], foot=0.15) == pytest.approx((0.09, 0.0))
    assert lie_of([0.12, 0.0, 0.0, 0.0, 0.0, 0.01], foot=0.03)[0] > 0.12  # it moves: over the edge
    assert lie_of([0.12] * 6, foot=0.03) == (0.12, 0.0)  # sunk in a mesh


@pytest.mark.bullet
def test_a_foot_reaches_no_further_than_a_leg_can(made, monkeypatch):
    sim = made(settings=dict(clip="walk", footing=True))
    sim.run(1.0)
    found = feet(sim)
    engine = type(sim.stage.engine)  # the left foot is felt in even ticks
    monkeypatch.setattr(engine, "ground_heights", lambda self, places: [-5.0 if sim.stage.ticks % 2 else 5.0] * 6)
    sim.tick(18)
    assert found.lift == (HIGHEST, LOWEST)


@pytest.mark.slow
def test_the_stairs_take_less_sliding_with_footing(tmp_path):
    """Three lanes, six places: drops come at other phases of the walk. One of ten falls (docs/locomotion.md)."""
    slides, falls = {False: 0.0, True: 0.0}, {False: 0, True: 0}
    for footing, places in product((False, True), ((13, 26, 39), (52, 65, 78))):
        path = tmp_path / f"{footing}{places[0]}.toml"
        path.write_text(
            f'title = "Stairs"\n[settings]\nground = "course"\nclip = "walk"\nfooting = {str(footing).lower()}\n'
            + "".join(
                f'[[character]]\nname = "c{x}"\nat = [6.{x}, {y}]\n' for x, y in zip(places, (3, 0, -3), strict=True)
            )
        )
        with Simulation(path) as sim:
            sim.run(4.0)
            for own in sim.report()["characters"].values():
                slides[footing] += own["foot_slide_mps"] / 6
                falls[footing] += own["falls"]
    assert slides[True] < min(0.05, 0.9 * slides[False])  # m/s
    assert falls[True] <= 1 < falls[False]


# --- the pelvis drive


def pulls(sim, ticks):
    """What was pushed at the root, tick by tick (0 where nothing was), beside the law of it."""
    engine = sim.stage.engine
    out, push, t = [], engine.push, sim.stage.tables
    try:
        for _ in range(ticks):
            now = []
            engine.push = lambda body, link, force, at, now=now: (
                now.append((link, np.array(force))) or push(body, link, force, at)
            )
            speed = np.array(p.getBaseVelocity(sim.characters["red"].body, physicsClientId=sim.client)[0])
            sim.tick()
            lag = (t.targets.root_velocity[0] - speed) * (1.0, 1.0, 0.0)
            out.append((sum((force for link, force in now if link == -1), np.zeros(3)), lag))
    finally:
        engine.push = push
    return out


@pytest.mark.bullet
def test_the_drive_pulls_level_with_m_dv_over_its_time_and_never_more_than_its_limit(made):
    sim = made(settings=dict(clip="run", pelvis_drive=120.0))
    sim.run(1.0)
    mass = sum(p.getDynamicsInfo(sim.characters["red"].body, i, physicsClientId=sim.client)[0] for i in range(-1, 21))
    found = [(force, lag) for force, lag in pulls(sim, 240) if force.any()]
    assert len(found) > 60
    for force, lag in found:
        wanted = mass / DRIVE_S * lag
        wanted *= min(1.0, TICKS_PER_S / np.linalg.norm(wanted))
        np.testing.assert_allclose(force, wanted, atol=1e-6)
    assert max(np.linalg.norm(force) for force, _ in found) == pytest.approx(120.0)


@pytest.mark.bullet
def test_nothing_pulls_unless_it_was_asked_for(made):
    sim = made(settings=dict(clip="run"))
    sim.run(0.5)
    assert not any(force.any() for force, _ in pulls(sim, 120))


@pytest.mark.bullet
def test_nothing_pulls_a_body_in_the_air(made):
    sim = made(settings=dict(clip="run", pelvis_drive=300.0, gravity=0.0))
    body = sim.characters["red"].body
    place, turn = p.getBasePositionAndOrientation(body, physicsClientId=sim.client)
    p.resetBasePositionAndOrientation(body, np.add(place, (0, 0, 3)), turn, physicsClientId=sim.client)
    sim.tick(3)
    assert not any(force.any() for force, _ in pulls(sim, 60))
