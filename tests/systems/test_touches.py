"""The contact table against pybullet's own contact points."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from raw import p

from components.clock import TICKS_PER_S

pytestmark = pytest.mark.bullet


def table(sim):
    c = sim.stage.tables.contacts
    n = int(c.count[0])
    return [
        (
            int(c.bone[k]),
            int(c.other[k]),
            int(c.other_bone[k]),
            c.position[k].copy(),
            c.normal[k].copy(),
            float(c.impulse[k]),
        )
        for k in range(n)
    ]


def row_of(sim, body, link):
    for c, puppet in enumerate(sim.stage.tables.puppets):
        if puppet.body == body:
            return int(sim.stage.tables.skeletons.first[c]) + link + 1
    return -1


def lying_heap(simulation, tmp_path):
    """Two limp bodies, one on the other, on the floor with a crate on top."""
    path = tmp_path / "heap.toml"
    path.write_text(
        'title = "Heap"\nabout = "Two bodies in a heap."\n[settings]\nservo = "off"\nroot = "free"\nget_up = false\n'
        '[[character]]\nname = "under"\nat = [0.0, 0.0]\n[[character]]\nname = "over"\nat = [0.15, 0.0]\nheight = 1.9\n'
    )
    sim = simulation(path)
    sim.run(1.2)
    sim.throw("crate", "under", speed=3.0)
    sim.run(0.8)
    return sim


def test_every_force_of_the_engine_on_a_character_is_in_the_table_with_its_impulse(simulation, tmp_path):
    sim = lying_heap(simulation, tmp_path)
    expected, ids = Counter(), {c.body for c in sim.characters.values()}
    for row in p.getContactPoints(physicsClientId=sim.client):
        if row[9] <= 0.0:
            continue
        a, b = row_of(sim, row[1], row[3]), row_of(sim, row[2], row[4])
        key = round(row[9] / TICKS_PER_S, 9)
        if row[1] in ids:
            expected[(a, row[2], b, key)] += 1
        if row[2] in ids and row[2] != row[1]:
            expected[(b, row[1], a, key)] += 1
    got = Counter((bone, other, other_bone, round(impulse, 9)) for bone, other, other_bone, _, _, impulse in table(sim))
    assert {k for k in expected if k[2] < 0} == {k for k in got if k[2] < 0}
    assert sum(n for k, n in got.items() if k[2] < 0) == sum(n for k, n in expected.items() if k[2] < 0)
    between = [k for k in expected if k[2] >= 0 and (k[0] < 22) != (k[2] < 22)]
    assert between, "the bodies do not touch: no test"
    assert all(got[k] == expected[k] for k in between)


def test_the_normal_points_from_the_other_towards_the_bone(simulation, tmp_path):
    """From under the feet it points up; on the lower of two bodies it is the opposite of the upper's."""
    sim = lying_heap(simulation, tmp_path)
    ground = sim.stage.engine.ground
    rows = table(sim)
    on_ground = [row for row in rows if row[1] in ground]
    assert on_ground
    assert all(row[4][2] > 0.99 for row in on_ground)
    pairs = 0
    for bone, _, other_bone, _, normal, impulse in rows:
        if other_bone >= 0 and (bone < 22) != (other_bone < 22):
            mates = [r for r in rows if r[0] == other_bone and r[2] == bone and abs(r[5] - impulse) < 1e-12]
            assert any(np.allclose(r[4], -normal, atol=1e-6) for r in mates)
            pairs += 1
    assert pairs


def test_the_place_of_a_touch_is_on_the_bone_that_it_is_listed_for(simulation, tmp_path):
    sim = lying_heap(simulation, tmp_path)
    ids = {puppet.body for puppet in sim.stage.tables.puppets}
    looked_at = 0
    for row in p.getContactPoints(physicsClientId=sim.client):
        if row[9] <= 0.0 or row[1] == row[2]:
            continue
        for body, link, place in ((row[1], row[3], row[5]), (row[2], row[4], row[6])):
            if body in ids:
                bone = row_of(sim, body, link)
                assert any(r[0] == bone and np.allclose(r[3], place, atol=1e-9) for r in table(sim))
                looked_at += 1
    assert looked_at > 20


def test_a_body_that_rests_is_pressed_by_its_weight(simulation):
    """Over half a second: from tick to tick a living body presses more and less."""
    sim = simulation("stage")
    sim.run(2.5)
    up = []
    for _ in range(60):
        sim.tick()
        up.append(sum(row[4][2] * row[5] for row in table(sim)))
    assert np.mean(up) == pytest.approx(75 * 9.81 / TICKS_PER_S, rel=0.1)


def test_in_the_air_nothing_touches(simulation):
    sim = simulation("stage", settings={"gravity": 0.0}, root="free")
    red = sim.characters["red"]
    p.resetBasePositionAndOrientation(red.body, [0, 0, 5], [0, 0, 0, 1], physicsClientId=sim.client)
    sim.tick(3)
    assert not table(sim)
    assert not sim.stage.tables.modes.touching[0]
