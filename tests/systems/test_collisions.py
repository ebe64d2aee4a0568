"""Two-stage collisions, watched in the engine: what bodies leave an impact with, and what the game hears of it."""

from __future__ import annotations

from itertools import groupby

import numpy as np
import pytest
from raw import both, raw

from components.clock import DT, TICKS_PER_S
from components.commands import Push, Throw
from components.prop import Prop
from systems.kernels import tick
from systems.physics import read_bodies

G = 9.81


@pytest.fixture(params=both())
def simulation(made, request):
    def make(scene="stage", **options):
        return made(scene, engine=request.param, **options)

    return make


@pytest.fixture
def dropped(simulation):
    """`dropped(seed, height, **settings)`: a limp body of 75 kg in the air, turned anyhow, that spins a little."""

    def drop(seed=1, height=1.0, **settings):
        sim = simulation("stage", settings={"servo": "off", "root": "free", "get_up": False} | settings)
        turn = np.random.default_rng(seed).normal(size=4)
        turn /= np.linalg.norm(turn)
        raw(sim).throw(sim.characters["red"], (0, 0, 1.0 + height), turn, (0, 0, 0), (1, 2, 0))
        return sim

    return drop


def mechanics(sim, character):
    """J and kg m/s, by the library."""
    return raw(sim).mechanics(character, G)


def around_impacts(sim, characters):
    """Wraps [collisions]: a list that gets, of each tick with an impact, (energies, momenta) before and after it."""
    (system,) = (one for one in sim.systems if one.name() == "collisions")
    found, process = [], system.process

    def watched(dt):
        before = [mechanics(sim, one) for one in characters]
        process(dt)
        if sim.stage.tables.jolts.count[0]:
            found.append((before, [mechanics(sim, one) for one in characters]))

    system.process = watched
    return found


@pytest.mark.parametrize("friction", ["none", "full"])
@pytest.mark.parametrize("e", [0.0, 0.5, 0.9])
def test_an_impact_gives_what_its_touches_push_and_takes_energy(dropped, e, friction):
    sim = dropped(collisions="two_stage", restitution=e, impact_friction=friction)
    found = around_impacts(sim, [sim.characters["red"]])
    for _ in range(TICKS_PER_S):
        seen = len(found)
        sim.tick(1)
        if len(found) == seen:
            continue
        [(energy, push)], [(energy_after, push_after)] = found[-1]
        jolts = sim.stage.tables.jolts
        told = np.array([j * n for j, n in zip(jolts.impulse, jolts.normal, strict=True)])[: jolts.count[0]]
        outside = told[jolts.other_bone[: jolts.count[0]] < 0].sum(axis=0)
        assert (jolts.impulse[: jolts.count[0]] > 0.0).all()
        assert energy_after <= energy + 1e-6
        if friction == "none":
            np.testing.assert_allclose(push_after - push, outside, atol=1e-6)
        else:
            assert (push_after - push)[2] == pytest.approx(outside[2], abs=1e-6)
    assert len(found) >= 3


@pytest.mark.parametrize("e", [0.0, 0.5, 0.9])
@pytest.mark.slow(but=["mujoco-0.9"])
def test_a_dropped_rag_doll_never_has_more_energy_than_it_had(dropped, e):
    for seed in range(1, 7):
        sim = dropped(seed, collisions="two_stage", restitution=e)
        red = sim.characters["red"]
        first = most = mechanics(sim, red)[0]
        for _ in range(3 * TICKS_PER_S):
            sim.tick(1)
            most = max(most, mechanics(sim, red)[0])
        assert most <= first * 1.001
        assert not [event for event in sim.stage.events if event.kind == "explosion"]


def random_touches(sim, random, n):
    """n rows as an engine would find them: anywhere near a bone, of the ground or of the other body, all closing."""
    t, rows = sim.stage.tables, []
    while len(rows) < n:
        c = int(random.integers(len(t.puppets)))
        i = int(random.integers(t.skeletons.first[c], t.skeletons.first[c + 1]))
        place = t.bones.position[i] + 0.1 * random.normal(size=3)
        normal = random.normal(size=3)
        other, link, moves = sim.stage.engine.ground[0], -1, np.zeros(3)
        if len(t.puppets) > 1 and random.random() < 0.5:
            d = 1 - c
            j = int(random.integers(t.skeletons.first[d], t.skeletons.first[d + 1]))
            other, link = t.puppets[d].body, j - int(t.skeletons.first[d]) - 1
            moves = t.bones.velocity[j] + np.cross(t.bones.spin[j], place - t.bones.position[j])
        goes = t.bones.velocity[i] + np.cross(t.bones.spin[i], place - t.bones.position[i]) - moves
        normal *= -np.sign(normal @ goes) / np.linalg.norm(normal)
        own = t.puppets[c].body
        if other in t.bodies and other < own:  # each pair's touch is taken from the lower number's side
            own, other, i_link, link, normal = other, own, link, i - int(t.skeletons.first[c]) - 1, -normal
        else:
            i_link = i - int(t.skeletons.first[c]) - 1
        rows.append([own, other, i_link, link, 0.0, *place, *normal, 0.0])
    return np.array(rows)


@pytest.mark.slow(but=["bullet-stage-full", "mujoco-boxing-none"])
@pytest.mark.parametrize(
    ("scene", "friction"), [("stage", "none"), ("stage", "full"), ("boxing", "none"), ("boxing", "full")]
)
def test_random_touches_of_boxers_push_apart_and_only_take_energy(simulation, scene, friction):
    """250 impacts of 1 to 12 touches each; speeds and energies are the library's, written to it before."""
    sim = simulation(scene, settings={"servo": "off", "root": "free"})
    t, random = sim.stage.tables, np.random.default_rng(7)
    bodies = [puppet.body for puppet in t.puppets]
    none = np.ones(0), np.ones((0, 3)), np.zeros((0, 6))
    for _ in range(250):
        for c, body in enumerate(bodies):
            sim.stage.engine.jolt(
                body,
                random.normal(size=6),
                2.0 * random.normal(size=(t.skeletons.first[c + 1] - t.skeletons.first[c], 3)),
            )
        read_bodies(sim.stage)
        touches, e = random_touches(sim, random, int(random.integers(1, 13))), float(random.choice([0.0, 0.5, 1.0]))
        energy = sum(mechanics(sim, one)[0] for one in sim.characters.values())
        t.before.things[0] = 0
        if not tick.find_jolts(t.handle, touches, t.bodies, none[0], none[1], DT, e, friction == "full", none[2]):
            continue
        for c in np.flatnonzero(t.jolts.struck).tolist():
            sim.stage.engine.jolt(
                bodies[c], t.jolts.base[c], t.jolts.spin[t.skeletons.first[c] : t.skeletons.first[c + 1]]
            )
        read_bodies(sim.stage)
        assert (t.jolts.impulse[: t.jolts.count[0]] > 0.0).all()
        assert sum(mechanics(sim, one)[0] for one in sim.characters.values()) <= energy + 1e-6 * abs(energy)
        struck = [body for c, body in enumerate(bodies) if t.jolts.struck[c]]
        for own, other, link, other_link, _, *rest in touches.tolist():
            place, normal = np.array(rest[:3]), np.array(rest[3:6])
            if own in struck or other in struck:
                apart = (moving_at(sim, own, link, place) - moving_at(sim, other, other_link, place)) @ normal
                assert apart > -1e-4


def moving_at(sim, body, link, place):
    t = sim.stage.tables
    if body not in t.bodies:
        return np.zeros(3)
    i = int(t.skeletons.first[t.bodies.tolist().index(body)] + link + 1)
    return t.bones.velocity[i] + np.cross(t.bones.spin[i], place - t.bones.position[i])


def test_two_bodies_that_meet_keep_their_momentum(simulation):
    sim = simulation("boxing", settings={"collisions": "two_stage", "gravity": 0.0, "servo": "off", "root": "free"})
    one, other = sim.characters.values()
    for who, x, speed in ((one, -0.4, 2.0), (other, 0.4, -2.0)):
        raw(sim).throw(who, (x, 0, 6), (0, 0, 0, 1), (speed, 0, 0), (0, 0, 0))
    found = around_impacts(sim, [one, other])
    sim.run(0.5)
    assert found
    for before, after in found:
        kept, gone = (sum(push for _, push in each) for each in (before, after))
        np.testing.assert_allclose(gone, kept, atol=1e-6)
        assert sum(energy for energy, _ in after) <= sum(energy for energy, _ in before) + 1e-6


@pytest.mark.parametrize("collisions", ["engine", "two_stage"])
def test_the_game_hears_of_a_blow_whoever_answers(simulation, collisions):
    """A ball of 5 kg at 6 m/s is stopped by a chest: 30 N s, and on Bullet what pushes out the 3 cm of overlap.

    It comes at one bone: of two that share it each would get half, which may be less than is told.
    """
    sim = simulation("stage", settings={"collisions": collisions})
    ball = Prop("ball", "sphere", (0.28, 0.28, 0.28), 5.0, (1, 1, 1), 1.0, 0.0)
    sim.stage.commands.append(Throw(ball, (0.8, 0.0, 1.3), (-6.0, 0.0, 0.6)))
    total, arrival = 0.0, 0.0
    for _ in range(40):
        sim.tick(1)
        impacts = sim.stage.tables.impacts
        for row in range(impacts.count[0]):
            if impacts.by[row] < 0 and not impacts.ground[row]:
                total += impacts.impulse[row]
                arrival = max(arrival, float(impacts.arrival[row]))
    assert total == pytest.approx(32.0, rel=0.15)
    assert arrival == pytest.approx(6.0, rel=0.1)
    assert [event for event in sim.stage.events if event.kind == "hit"]


def test_a_run_goes_on_from_a_save_to_the_bit(dropped):
    sim = dropped(4, collisions="two_stage", restitution=0.5)
    sim.run(0.6)
    saved = sim.save()
    sim.run(0.5)
    once = sim.state_hash()
    sim.load(saved)
    sim.run(0.5)
    assert sim.state_hash() == once


def test_it_can_be_switched_while_it_runs(dropped):
    sim = dropped(2)
    for _ in range(4):
        sim.set("collisions", "two_stage")
        sim.run(0.2)
        sim.set("collisions", "engine")
        sim.run(0.2)
        assert not sim.stage.tables.jolts.count[0]


@pytest.mark.slow
def test_twenty_shots_at_the_chest_end_on_the_ground_and_hardly_in_it(simulation):
    """The scene `soldier`: no explosion, and nothing is 1 cm deep in the ground for more than a tick."""
    for shot in range(20):
        random = np.random.default_rng(shot)
        sim = simulation("stage", settings={"collisions": "two_stage", "servo": "off", "root": "free", "get_up": False})
        red = sim.characters["red"]
        chest = list(red.bones).index("spine3")
        place = raw(sim).place(red, "spine3")
        shot_at = (-random.uniform(80.0, 160.0), random.uniform(-30.0, 30.0), random.uniform(-10.0, 10.0))
        sim.stage.commands.append(Push(red.body, chest - 1, shot_at, tuple(place.tolist())))
        depths = []
        for _ in range(3 * TICKS_PER_S):
            sim.tick(1)
            depths.append(raw(sim).depth(red))
        longest = max((len(list(run)) for deep, run in groupby(d > 0.01 for d in depths) if deep), default=0)
        assert longest <= 1, shot
        assert not [event for event in sim.stage.events if event.kind == "explosion"]
