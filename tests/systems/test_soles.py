"""Soles give way: what a step weighs, and how deep a body stands in them. All from the raw engine."""

from __future__ import annotations

import numpy as np
import pytest
from raw import p

pytestmark = pytest.mark.bullet

G = 9.81


def feet_of(sim):
    """Body, links of its feet and toes, mass."""
    red = sim.characters["red"]
    links = [i - 1 for i, name in enumerate(red.bones) if name.endswith(("_foot", "_toes"))]
    mass = sum(p.getDynamicsInfo(red.body, i - 1, physicsClientId=sim.client)[0] for i in range(len(red.bones)))
    return red.body, links, mass


def load(sim, body, links):
    """N that press the feet, and m by which the deepest touch is in the ground."""
    rows = [row for row in p.getContactPoints(bodyA=body, physicsClientId=sim.client) if row[3] in links]
    rows = [row for row in rows if row[2] != body and row[9] > 0]
    return sum(row[9] * row[7][2] for row in rows), max((-row[8] for row in rows), default=0.0)


@pytest.mark.parametrize(
    ("clip", "strength"), [("walk", 0.97), ("walk", 1.03), ("walk_mirrored", 1.0), ("walk_slow", 1.0)]
)
def test_a_walk_lands_with_less_than_two_body_weights_and_goes_all_of_its_way(made, clip, strength):
    sim = made(settings=dict(clip=clip, strength=strength))
    body, links, mass = feet_of(sim)
    found = []
    for _ in range(1200):
        sim.tick()
        found.append(load(sim, body, links)[0] / (mass * G))
    own = sim.report()["characters"]["red"]
    assert np.percentile(found, 99.5) <= 2.0
    assert own["travel_m"] >= 0.96 * own["clip_travel_m"] and own["falls"] == 0


def test_who_stands_is_in_the_ground_as_deep_as_the_weight_on_each_corner_says(made):
    sim = made(settings=dict(clip="stand"))
    body, links, mass = feet_of(sim)
    for link in links:
        assert p.getDynamicsInfo(body, link, physicsClientId=sim.client)[8:10] == (700.0, 30_000.0)
    sim.run(4.0)
    press, deep = zip(*((sim.tick(), load(sim, body, links))[1] for _ in range(60)), strict=True)
    assert np.mean(press) == pytest.approx(mass * G, rel=0.03)
    assert 0.25 * mass * G / (8 * 30_000) < np.mean(deep) < mass * G / (2 * 30_000)  # on two to 32 corners
