"""Who lies on its back sits up and stands, as a person does: knees bent, no legs in the air, at the first try."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest
from raw import p

from components.character import Phase
from components.clock import DT

pytestmark = pytest.mark.bullet

LOW, FEET = 0.4, 0.5  # m above the floor: a pelvis below LOW lies or sits, and feet stay below FEET until then
LONGEST_S = 4.5
HARD = 12.0  # rad/s: no bone of somebody who rises turns faster
PATIENCE_S = 8.0


class Rise(NamedTuple):
    clip: str
    seconds: float
    feet: float  # m above the floor, the higher foot while the pelvis was low
    spin: float  # rad/s of the fastest bone
    tries: int
    told: list[str]


def pushed_over(sim, name, newtons, angle):
    """It goes limp, and somebody pushes its chest for a tick, so many radians left of where it faces."""
    fallen = sim.characters[name]
    fallen.servo, fallen.root = "off", "free"
    way = fallen.facing + angle
    push, place = [newtons * np.cos(way), newtons * np.sin(way), 0.0], fallen.place(fallen.chest).tolist()
    p.applyExternalForce(fallen.body, fallen.link(fallen.chest), push, place, p.WORLD_FRAME, physicsClientId=sim.client)
    sim.run(1.5)
    fallen.servo, fallen.root = "world", "weak"
    return fallen


def backwards(sim, name, seed):
    random = np.random.default_rng(seed)
    return pushed_over(sim, name, random.uniform(3600.0, 7200.0), np.pi + random.uniform(-0.8, 0.8))


def rise(sim, fallen):
    """From lying there until it does again what it did before."""
    at = list(sim.characters).index(fallen.name)
    first = int(sim.stage.tables.skeletons.first[at])
    clip, feet, spin, began, told = "", 0.0, 0.0, None, []
    for _ in range(round(PATIENCE_S / DT)):
        sim.tick()
        told = [event.kind for event in sim.stage.events if event.who == fallen.name]
        if fallen.phase is Phase.RISING:
            began = sim.time if began is None else began
            clip = clip or fallen.clip
            spins = sim.stage.tables.bones.spin[first : first + len(fallen.bones)]
            spin = max(spin, float(np.linalg.norm(spins, axis=1).max()))
            if fallen.place("pelvis")[2] < LOW:
                feet = max(feet, *(fallen.place(f"{side}_foot")[2] for side in ("left", "right")))
        elif began is not None and fallen.phase is Phase.AWAKE:
            break
    return Rise(clip, sim.time - (began or 0.0), feet, spin, told.count("rise"), told)


def rises_well(found):
    assert found.clip == "getup_faceup"
    assert found.told.count("getup") == found.tries == 1
    assert "explosion" not in found.told
    assert found.seconds <= LONGEST_S
    assert found.feet < FEET
    assert found.spin < HARD


@pytest.mark.slow(but=["0-flat", "5-tiles"])
@pytest.mark.parametrize("ground", ["flat", "tiles"])
@pytest.mark.parametrize("seed", [0, 2, 5])
def test_who_fell_on_its_back_sits_up_and_stands_without_legs_in_the_air(made, ground, seed):
    sim = made("stage", seed=seed, settings={"ground": ground})
    sim.run(0.5)
    rises_well(rise(sim, backwards(sim, "red", seed)))


@pytest.mark.slow(but=["red"])
@pytest.mark.parametrize("name", ["red", "blue"])
def test_so_does_a_boxer_in_the_ring(made, name):
    sim = made("boxing", seed=3)
    sim.run(2.0)
    rises_well(rise(sim, backwards(sim, name, 1)))


def test_so_does_the_body_of_36_bones(made):
    sim = made("stage", settings={"rig": "paper36"})
    sim.run(0.5)
    rises_well(rise(sim, backwards(sim, "red", 0)))


def test_who_fell_on_its_face_gets_onto_its_hands_first(made):
    sim = made("stage", seed=1)
    sim.run(0.5)
    found = rise(sim, pushed_over(sim, "red", 5000.0, 0.0))
    assert found.clip == "getup_facedown"
    assert found.told.count("getup") == found.tries == 1
    assert found.spin < HARD
