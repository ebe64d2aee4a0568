"""Every law with every actuation, root and limb of its own: thrown at and dragged, nobody blows up."""

from __future__ import annotations

import random

import pytest

from components.law import LAWS
from components.settings import Actuation, Root

FLUNG = [("timed", actuation, Root.MEATHOOK) for actuation in (Actuation.JOINT, Actuation.EXTERNAL)]
"""On a meathook, a hand that drags an arm of who is `timed` may fling it: 2 of 16 runs are put back."""


def abused(sim, seed):
    """A crate, a drag by a light bone, a ball, a drag by the head; each at a moment and from a side of the seed's."""
    dice = random.Random(seed)

    def run(low, high):
        sim.run(round(dice.uniform(low, high), 2))

    run(0.3, 0.8)
    sim.throw("crate", "red", speed=dice.uniform(4.0, 9.0), from_deg=dice.uniform(0.0, 360.0))
    run(0.3, 0.6)
    for bone in ("left_hand", "head"):
        x, y, z = sim.characters["red"].place(bone)
        to = (x + dice.uniform(-2.0, 2.0), y + dice.uniform(-2.0, 2.0), z + dice.uniform(-0.3, 1.5))
        sim.drag("red", bone=bone, to=to)
        run(0.3, 0.9)
        sim.release()
        sim.throw("ball", "red", speed=10.0, from_deg=dice.uniform(0.0, 360.0), bone="left_shin")
        run(0.2, 0.5)
    sim.run(1.0)
    return [event.as_dict() for event in sim.stage.events if event.kind in ("explosion", "spent")]


@pytest.mark.slow(but=["weak-external-timed_published", "free-joint-timed"])
@pytest.mark.parametrize("servo", [name for name, law in LAWS.items() if not (law.idle or law.placed)])
@pytest.mark.parametrize("actuation", list(Actuation))
@pytest.mark.parametrize("root", list(Root))
def test_implicit_muscles_are_never_put_back(simulation, servo, actuation, root):
    if (servo, actuation, root) in FLUNG:
        pytest.skip("counted below")
    for seed in (1, 2):
        assert not put_back(simulation, seed, servo, actuation, root), seed


@pytest.mark.slow
def test_of_those_who_may_be_flung_few_are(simulation):
    found = [put_back(simulation, seed, *kind) for kind in FLUNG for seed in range(1, 9)]
    assert sum(map(bool, found)) <= 2
    assert max(map(len, found)) <= 1  # nobody twice


def put_back(simulation, seed, servo, actuation, root):
    settings = {"actuation": actuation, "root": root, "clip": random.Random(seed).choice(["guard", "dance_a"])}
    return abused(simulation("stage", servo=servo, settings=settings), seed)


@pytest.mark.slow
@pytest.mark.parametrize("arms", LAWS)
@pytest.mark.parametrize("rest", ["world", "timed", "timed_published"])
def test_nor_are_limbs_with_a_law_and_an_actuation_of_their_own(simulation, arms, rest):
    for seed, actuation in enumerate(Actuation):
        sim = simulation("stage", servo=rest, settings={"clip": "walk", "actuation": "external"})
        sim.characters["red"].limb("arms").servo = arms
        sim.characters["red"].limb("left_arm").set("actuation", actuation)
        assert not abused(sim, seed), seed


@pytest.mark.slow
@pytest.mark.parametrize("servo", ["world", "parent"])
@pytest.mark.parametrize("strength", [2.1, 3.0, 6.0, 12.0])
def test_nor_are_muscles_that_are_many_times_as_stiff(simulation, servo, strength):
    for seed in (3, 4):
        assert not abused(simulation("stage", servo=servo, settings={"strength": strength, "clip": "walk"}), seed), seed


@pytest.mark.slow
@pytest.mark.parametrize("servo", ["world", "parent", "timed"])
@pytest.mark.parametrize("actuation", list(Actuation))
def test_explicit_muscles_are_put_back_twice_in_a_row_at_most(simulation, servo, actuation):
    settings = {"actuation": actuation, "integration": "explicit", "strength": 3.0, "frequency": 150.0}
    told = abused(simulation("stage", servo=servo, settings=settings), 5)
    row, last = 0, -9.0
    for event in told:
        if event["kind"] == "explosion":
            row, last = (row + 1 if event["t"] - last < 2.0 else 1), event["t"]
            assert row <= 2
