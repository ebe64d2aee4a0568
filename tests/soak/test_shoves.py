"""What own feet promise, in raw states of the engine: pushes of 0.1 s on the chest, bodies turned and made stronger."""

from __future__ import annotations

import numpy as np
import pytest
from raw import both, raw

from components.clock import TICKS_PER_S
from game import Simulation
from game.ladder.row import Case, Row

pytestmark = pytest.mark.soak
DIRECTIONS, SEEDS = 8, (11, 12, 13)


def stood(clip: str, impulse: float, steps: str) -> list[bool]:
    found: list[bool] = []
    for seed in SEEDS:
        row = Row(Case(root="feet", clip=clip, steps=steps, seed=seed), DIRECTIONS)
        row.push([impulse] * DIRECTIONS)
        found += [not seen.fallen for seen in row.seen]
    return found


@pytest.mark.bullet
@pytest.mark.parametrize("clip", ["stand", "guard"])
@pytest.mark.parametrize(("impulse", "least"), [(60.0, 0.8), (80.0, 0.5)])
def test_with_steps_a_shove_is_stood(clip, impulse, least):
    found = stood(clip, impulse, "on")
    assert np.mean(found) >= least, f"{sum(found)} of {len(found)}"


@pytest.mark.bullet
def test_without_a_step_he_stands_what_people_stand():
    """20 to 35 N s from behind, 15 to 30 from the front; directions 0 and 4 of 8."""
    front, back = [], []
    for seed in SEEDS:
        row = Row(Case(root="feet", steps="off", seed=seed), 2)
        for impulse in (15.0, 20.0, 35.0):
            row.push([impulse] * 2)
            ahead, behind = (not seen.fallen for seen in row.seen)
            front.append((impulse, ahead))
            back.append((impulse, behind))
    assert all(stands for impulse, stands in front if impulse == 20.0)
    assert all(stands for impulse, stands in back if impulse == 15.0)
    assert not any(stands for impulse, stands in front + back if impulse == 35.0)


@pytest.mark.parametrize("engine", both())
@pytest.mark.parametrize("clip", ["stand", "guard"])
def test_he_stands_for_a_minute_and_sways_as_people_do(clip, engine):
    """The middle of the pressure moves by 2 to 20 mm rms (the greater of its two ways)."""
    with Simulation("stage", root="feet", engine=engine, settings={"clip": clip}) as sim:
        t, places = sim.stage.tables, []
        for _ in range(60 * TICKS_PER_S):
            sim.tick()
            n = int(t.contacts.count[0])
            pressed = t.contacts.impulse[:n]
            assert sim.ticks < 60 or pressed.sum() > 0.0
            if sim.ticks < 2 * TICKS_PER_S:
                continue
            places.append((pressed[:, None] * t.contacts.position[:n, :2]).sum(axis=0) / pressed.sum())
            assert not t.torques.root.any() and not t.drives.torque.any()
        red = sim.characters["red"]
        assert raw(sim).place(red, "head")[2] > 1.4
        assert sim.report()["characters"]["red"]["pose_error_deg"]["mean"] <= 2.0
        sway = np.std(places, axis=0)
        assert 0.002 <= sway.max() <= 0.02, sway


def walks(impulse: float, square: bool, seed: int) -> bool:
    """Ten seconds of `walk` on flat ground, with a push of 0.1 s at some moment; up to 5 % stronger or weaker."""
    random = np.random.default_rng((seed, *b"walks"))
    way = random.choice((-0.5, 0.5)) * np.pi if square else random.uniform(-np.pi, np.pi)
    settings = {"clip": "walk", "strength": random.uniform(0.95, 1.05)}
    with Simulation("stage", root="feet", settings=settings) as sim:
        red, t = sim.characters["red"], sim.stage.tables
        began = raw(sim).place(red, "pelvis")
        sim.run(random.uniform(1.5, 4.0))
        sim.push("red", bone=red.chest, impulse=(impulse * np.cos(way), impulse * np.sin(way), 0.0), seconds=0.1)
        while sim.time < 10.0:
            sim.tick()
            assert not t.torques.root.any() and not t.drives.torque.any()
        went = np.hypot(*(raw(sim).place(red, "pelvis") - began)[:2])
        return bool(went > 0.85 * 10.36 and raw(sim).place(red, "head")[2] > 1.4)


@pytest.mark.bullet
def test_he_walks_on_his_own_feet():
    assert sum(walks(5.0, False, seed) for seed in range(12)) >= 11


@pytest.mark.bullet
def test_a_push_from_the_side_does_not_end_his_walk():
    """51 of 70 on other seeds (benchmarks/walking.py), so 30 would have fewer than 17 once in fifty times."""
    assert sum(walks(20.0, True, seed) for seed in range(10, 40)) >= 17
