"""Every law on some limbs while every other law holds the rest."""

from __future__ import annotations

import numpy as np
import pytest
from far_apart import place

from components.law import LAWS
from components.settings import Actuation

EVERY = [*LAWS, "treacle"]
BUSY = {"script": "ymca"}
pytestmark = pytest.mark.usefixtures("treacle")


def people(arms):
    """One character for each law, out of each other's reach, whose arms obey another one."""
    return "".join(
        f'[[character]]\nname = "{rest}"\nat = {place(n)}\nservo = "{rest}"\nclip = "walk"\nscript = "ymca"\n'
        f'[character.limbs.arms]\nservo = "{arms}"\n'
        for n, rest in enumerate(law for law in EVERY if law != arms)
    )


def struck(sim, seconds):
    for name in sim.characters:
        sim.throw("ball", name, 6.0, "spine3", 1.0, distance=1.0)
    sim.run(seconds)
    return sim.state_hash()


def whole(sim):
    return not sim.report()["exploded"] and bool(np.isfinite(sim.stage.tables.bones.position).all())


@pytest.mark.slow(but=["world", "tension"])
@pytest.mark.parametrize("arms", EVERY)
def test_with_every_other_law_for_the_rest_it_stays_whole_and_goes_on_to_the_bit(made, scene, arms):
    sim = made(scene('title = "t"\n' + people(arms)))
    sim.run(0.4)
    for rest, character in sim.characters.items():
        expected = "kinematic" if rest == "kinematic" else arms
        assert character.acting("left_hand") in (expected, LAWS[expected].when_down), rest  # an `off` body has fallen
        assert character.acting("head") in (rest, LAWS[rest].when_down), rest
    saved = sim.save()
    on = struck(sim, 0.4)
    assert whole(sim)
    for character in sim.characters.values():
        character.limb("arms").servo = None
    sim.run(0.1)
    sim.load(saved)
    assert {character.limb("arms").servo for character in sim.characters.values()} == {arms}
    assert struck(sim, 0.4) == on


@pytest.mark.parametrize("law", EVERY)
@pytest.mark.parametrize("actuation", ["joint", "external"])
def test_a_limb_with_the_law_of_its_body_changes_no_bit(made, law, actuation):
    hashes = []
    for more in ({}, {"arms.servo": law, "left_forearm.strength": 1.0, "legs.delta": 0.25}):
        sim = made("stage", seed=3, servo=law, settings=BUSY | {"actuation": actuation} | more)
        hashes.append(struck(sim, 0.8))
    assert hashes[0] == hashes[1]


@pytest.mark.parametrize("law", EVERY)
def test_given_limb_by_limb_a_law_is_the_same_as_for_the_whole_body(made, law):
    """All limbs have it, and what is set for the body is another one."""
    other = "parent" if law != "parent" else "world"
    limbs = ("trunk", "head", "arms", "legs")
    one = made("stage", seed=3, servo=law, settings=BUSY)
    two = made("stage", seed=3, servo=other, settings=BUSY | {f"{limb}.servo": law for limb in limbs})
    assert struck(one, 0.6) == struck(two, 0.6)


@pytest.mark.slow(but=["0"])
@pytest.mark.parametrize("seed", range(3))
def test_switched_limb_by_limb_at_random_nobody_comes_apart_and_it_happens_again(made, seed):
    hashes = []
    for _ in range(2):
        random = np.random.default_rng(seed)
        sim = made("stage", seed=seed, settings=BUSY)
        red = sim.characters["red"]
        limbs = [*red.limbs, "left_forearm", "spine2", "head"]
        for n in range(40):
            limb = limbs[random.integers(len(limbs))]
            red.limb(limb).servo = list(LAWS)[random.integers(len(LAWS))]
            red.limb(limb).set("actuation", list(Actuation)[random.integers(3)])
            if n % 8 == 3:
                sim.throw("ball", "red", 6.0, "head", float(random.uniform(0, 6)), distance=1.0)
            sim.tick(int(random.integers(1, 20)))
        assert whole(sim)
        hashes.append(sim.state_hash())
    assert hashes[0] == hashes[1]
