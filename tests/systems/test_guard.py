"""A body that blows up is caught in the same tick, and nobody else notices."""

from __future__ import annotations

import numpy as np
import pybullet as p
import pytest

SCENE = """
title = "Two"
about = "Two bodies far apart."
[settings]
get_up = false
[[character]]
name = "red"
at = [0.0, 0.0]
[[character]]
name = "blue"
at = [0.0, 8.0]
"""


@pytest.fixture
def two(simulation, tmp_path):
    path = tmp_path / "two.toml"
    path.write_text(SCENE)
    return lambda **options: simulation(path, **options)


def raw(sim, name):
    c = sim.characters[name]
    links = p.getLinkStates(
        c.body, range(len(c.bones) - 1), computeLinkVelocity=1, computeForwardKinematics=1, physicsClientId=sim.client
    )
    base = [
        *p.getBasePositionAndOrientation(c.body, physicsClientId=sim.client),
        *p.getBaseVelocity(c.body, physicsClientId=sim.client),
    ]
    return np.concatenate([np.concatenate(base), *(np.concatenate([s[4], s[5], s[6], s[7]]) for s in links)])


def explode(sim, how):
    c, client = sim.characters["red"], sim.client
    arm = c.link("left_forearm")
    if how == "a joint":
        p.resetJointState(c.body, arm, 0.1, 1e4, physicsClientId=client)
    elif how == "a ball joint":
        p.resetJointStateMultiDof(c.body, c.link("left_upper_arm"), [0, 0, 0, 1], [1e4, 0, 0], physicsClientId=client)
    elif how == "the root's speed":
        p.resetBaseVelocity(c.body, [1e4, 0, 0], [0, 0, 0], physicsClientId=client)
    elif how == "the root's spin":
        p.resetBaseVelocity(c.body, [0, 0, 0], [0, 0, 1e4], physicsClientId=client)
    elif how == "far away":
        p.resetBasePositionAndOrientation(c.body, [1e4, 0, 3], [0, 0, 0, 1], physicsClientId=client)
    elif how == "not a number in a joint":
        p.resetJointState(c.body, arm, float("nan"), float("nan"), physicsClientId=client)
    elif how == "not a number in the root":
        p.resetBaseVelocity(c.body, [float("nan")] * 3, [0, 0, 0], physicsClientId=client)


WAYS = [
    "a joint",
    "a ball joint",
    "the root's speed",
    "the root's spin",
    "far away",
    "not a number in a joint",
    "not a number in the root",
]


@pytest.mark.slow(but=["a joint", "the root's spin", "not a number in the root"])
@pytest.mark.parametrize("how", WAYS)
def test_a_blow_up_is_told_in_its_tick_put_right_and_not_felt_by_others(two, how):
    sim, calm = two(), two()
    for each in (sim, calm):
        each.run(0.5)
    good = raw(sim, "red")
    explode(sim, how)
    sim.tick()
    calm.tick()
    events = [event.as_dict() for event in sim.stage.events if event.kind == "explosion"]
    assert len(events) == 1
    assert events[0]["who"] == "red"
    assert events[0]["tick"] == 60
    assert isinstance(events[0]["cause"], str) and events[0]["cause"]
    now = raw(sim, "red")
    assert np.isfinite(now).all()
    assert np.linalg.norm(now[:3] - good[:3]) < 0.2
    assert np.abs(p.getBaseVelocity(sim.characters["red"].body, physicsClientId=sim.client)).max() == 0.0
    assert np.allclose(raw(sim, "blue"), raw(calm, "blue"), atol=1e-9)
    sim.run(1.0)
    calm.run(1.0)
    assert len([event for event in sim.stage.events if event.kind == "explosion"]) == 1
    assert np.isfinite(raw(sim, "red")).all()
    assert np.allclose(raw(sim, "blue"), raw(calm, "blue"), atol=1e-6)
    report = sim.report()
    assert report["exploded"] is True
    assert report["nan"] is ("number" in how)
    t = sim.stage.tables
    for group in (t.bones, t.targets, t.torques, t.demand, t.drives, t.dynamics):
        assert all(np.isfinite(array).all() for array in group)


@pytest.mark.slow(but=["a joint", "far away"])
@pytest.mark.parametrize("how", WAYS)
def test_a_body_that_was_put_right_stands_on(two, how):
    sim = two()
    sim.run(0.5)
    high = raw(sim, "red")[2]
    explode(sim, how)
    sim.run(2.0)
    report = sim.report()["characters"]["red"]
    assert report["falls"] == 0
    assert report["upright_s"] > 2.3
    assert raw(sim, "red")[2] == pytest.approx(high, abs=0.1), "it does not stand on the ground"


@pytest.mark.parametrize("how", WAYS)
def test_a_blow_up_is_no_blow_to_the_body(two, how):
    """What the engine made of nonsense in that step must not stun or knock out anybody."""
    sim = two()
    sim.run(0.5)
    explode(sim, how)
    sim.run(0.5)
    assert {event.kind for event in sim.stage.events} == {"explosion"}


def test_every_number_of_the_report_is_a_number_after_a_blow_up(two):
    import json

    sim = two()
    sim.run(0.2)
    explode(sim, "not a number in the root")
    sim.run(0.2)
    report = sim.report()
    json.dumps(report, allow_nan=False)
    assert report["characters"]["red"]["max_bone_speed_radps"] < 1e9


def test_nothing_quiet_is_called_an_explosion(simulation):
    for scene in ("stage", "balance"):
        sim = simulation(scene)
        sim.run(1.0)
        assert not sim.report()["exploded"]
