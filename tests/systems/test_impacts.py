"""Impacts against closed forms, and against what pybullet itself says of the bodies before and after each step."""

from __future__ import annotations

import numpy as np
import pytest
from raw import p

from components.commands import Throw
from components.prop import Prop
from systems.before import REST, REST_SPIN
from systems.commands import MOST_THROWN, throw

pytestmark = pytest.mark.bullet

MASS, RADIUS = 2.0, 0.08  # of the ball
WHOLE = 75.0  # kg of the body


def raw(sim, body):
    """Of each bone of a body (or of a thing), from pybullet: centre of mass (m), velocity (m/s), spin (rad/s)."""
    place, _ = p.getBasePositionAndOrientation(body, physicsClientId=sim.client)
    rows = [(place, *p.getBaseVelocity(body, physicsClientId=sim.client))]
    links = range(p.getNumJoints(body, physicsClientId=sim.client))
    if links:
        for state in p.getLinkStates(
            body, list(links), computeLinkVelocity=1, computeForwardKinematics=1, physicsClientId=sim.client
        ):
            rows.append((state[0], state[6], state[7]))
    return [tuple(np.array(part) for part in row) for row in rows]


def watch_steps(sim):
    """A dict that holds, after each tick, what `raw` said of every body right before its step."""
    kept, step = {}, sim.stage.engine.step

    def kept_step():
        kept.clear()
        kept.update({body: raw(sim, body) for body in sim.stage.names})
        step()

    sim.stage.engine.step = kept_step
    return kept


def velocity_at(row, place):
    at, velocity, spin = row
    return velocity + np.cross(spin, place - at)


def rows_of(sim):
    return range(int(sim.stage.tables.impacts.count[0]))


def closing_by_pybullet(sim, kept, row):
    t = sim.stage.tables
    impacts, first = t.impacts, t.skeletons.first

    def bone(i):
        c = int(t.skeletons.owner[i])
        return kept[t.puppets[c].body][i - int(first[c])]

    place, normal, by = impacts.place[row], impacts.normal[row], int(impacts.by[row])
    comes = np.zeros(3)
    if by >= 0:
        comes = velocity_at(bone(by), place)
    elif not impacts.ground[row]:
        comes = velocity_at(kept[int(impacts.other[row])][0], place)
    return float((comes - velocity_at(bone(int(impacts.bone[row])), place)) @ normal)


@pytest.fixture
def floating(simulation):
    """A limp body in the air without weight that drifts and turns, and a ball of 2 kg on its way to its chest."""

    def make(speed, drift=(0.0, 0.0, 0.0), spin=(0.0, 0.0, 0.0)):
        sim = simulation("stage", servo="off", root="free", settings={"gravity": 0.0, "get_up": False})
        red = sim.characters["red"]
        p.resetBasePositionAndOrientation(red.body, [0.0, 0.0, 5.0], [0, 0, 0, 1], physicsClientId=sim.client)
        p.resetBaseVelocity(red.body, drift, spin, physicsClientId=sim.client)
        sim.tick()
        target = np.array(p.getLinkState(red.body, red.link("spine3"), physicsClientId=sim.client)[0])
        ball = Prop("ball", "sphere", (2 * RADIUS,) * 3, MASS, (1.0, 1.0, 1.0), 0.0, 0.0)
        x, y, z = target + np.array(drift) * 0.4 / speed + (0.6, 0.0, 0.0)
        return sim, red, throw(sim.stage, Throw(ball, (x, y, z), (-speed, 0.0, 0.0)))

    return make


def momentum(sim, ball):
    return MASS * np.array(p.getBaseVelocity(ball, physicsClientId=sim.client)[0])


@pytest.mark.parametrize("speed", [2.0, 5.0, 10.0])
def test_all_steps_of_a_contact_sum_to_the_momentum_that_the_ball_loses(floating, speed):
    sim, _, ball = floating(speed, drift=(0.3, 0.0, 0.1), spin=(0.0, 0.0, 0.5))
    impacts, had = sim.stage.tables.impacts, momentum(sim, ball)
    given, total, steps = np.zeros(3), {}, {}
    for _ in range(60):
        sim.tick()
        for row in (row for row in rows_of(sim) if impacts.other[row] == ball):
            given += impacts.impulse[row] * impacts.normal[row]
            bone = int(impacts.bone[row])
            total[bone] = total.get(bone, 0.0) + float(impacts.impulse[row])
            steps[bone] = steps.get(bone, 0) + 1
            if steps[bone] == impacts.steps[row]:
                assert impacts.total[row] == pytest.approx(total[bone])
    lost = had - momentum(sim, ball)
    assert np.linalg.norm(lost) > 0.5 * MASS * speed
    np.testing.assert_allclose(given, lost, atol=0.02 * np.linalg.norm(lost))


@pytest.mark.parametrize("speed", [2.0, 5.0, 10.0])
def test_a_blow_is_between_what_the_bone_alone_and_what_the_whole_body_in_one_piece_would_take(floating, speed):
    """A ball of mass m against a free mass M is m M / (m + M) (1 + e) v. The engine's e is 0 for bodies. What hangs on
    a bone makes it heavier than it is alone, and no more so than if all 75 kg moved with it."""
    sim, red, ball = floating(speed)
    kept, impacts = watch_steps(sim), sim.stage.tables.impacts
    found = []
    while not found:
        sim.tick()
        found = [row for row in rows_of(sim) if impacts.other[row] == ball]
    (row,) = found
    bone, normal, place = int(impacts.bone[row]), impacts.normal[row], impacts.place[row]
    assert (impacts.steps[row], impacts.by[row], bool(impacts.ground[row])) == (1, -1, False)
    mass, _, inertia, *_ = p.getDynamicsInfo(red.body, bone - 1, physicsClientId=sim.client)
    turn = p.getLinkState(red.body, bone - 1, physicsClientId=sim.client)[1]
    axes = np.array(p.getMatrixFromQuaternion(turn)).reshape(3, 3)
    lever = axes.T @ np.cross(place - kept[red.body][bone][0], normal)
    alone = 1.0 / (1.0 / mass + lever @ (lever / np.array(inertia)))
    least, most = (MASS * free / (MASS + free) * float(impacts.arrival[row]) for free in (alone, WHOLE))
    assert impacts.arrival[row] == pytest.approx(-speed * normal[0], abs=0.02)  # a limp body stirs a little
    assert impacts.arrival[row] == pytest.approx(closing_by_pybullet(sim, kept, row), abs=1e-9)
    assert least <= impacts.impulse[row] * 1.001
    assert impacts.impulse[row] <= most * 1.001


def test_closing_speeds_of_balls_feet_and_fists_are_those_of_pybullets_own_states_before_the_step(simulation):
    sim = simulation("boxing", seed=3)
    kept, impacts = watch_steps(sim), sim.stage.tables.impacts
    kinds = {"ground": 0, "thing": 0, "bone": 0}
    for tick in range(960):
        if tick % 60 == 30 and tick > 700:
            sim.throw(("ball", "crate")[tick // 60 % 2], "red", speed=9.0, from_deg=float(tick))
        sim.tick()
        for row in rows_of(sim):
            kind = "bone" if impacts.by[row] >= 0 else "ground" if impacts.ground[row] else "thing"
            found = closing_by_pybullet(sim, kept, row)
            first = kind != "thing" or impacts.steps[row] == 1
            assert impacts.closing[row] == pytest.approx(found, abs=1e-6 if first else 0.3), kind
            if impacts.steps[row] == 1:
                assert impacts.arrival[row] == impacts.closing[row]
                kinds[kind] += 1
    assert min(kinds.values()) >= 3, kinds


def test_the_engine_finds_touches_where_bodies_are_before_the_step(floating):
    """So that is where the lever arms of closing speeds are taken: the ball's own surface then, not 8 cm on."""
    sim, _, ball = floating(10.0)
    kept, impacts = watch_steps(sim), sim.stage.tables.impacts
    found = []
    while not found:
        sim.tick()
        found = [row for row in rows_of(sim) if impacts.other[row] == ball]
    place = sim.stage.tables.contacts.position[impacts.touch[found[0]]]
    assert np.linalg.norm(place - kept[ball][0][0]) == pytest.approx(RADIUS, abs=0.03)


def test_how_loose_things_move_is_known_before_every_step_and_of_those_at_rest_nearly(simulation):
    """Through throws, more than are kept, a clearing, and a save that is loaded."""
    sim = simulation("barrage")
    kept, before = watch_steps(sim), sim.stage.tables.before
    moved = rested = 0
    saved = None
    for tick in range(720):
        if tick % 8 == 0 and tick < 8 * 2 * (MOST_THROWN + 2):
            sim.throw(("ball", "crate")[tick // 8 % 2], "mind", speed=8.0, from_deg=25.0 * tick % 360.0)
        if tick == 450:
            saved = sim.save()
        if tick == 500:
            sim.clear()
        if tick == 520:
            sim.load(saved)
        sim.tick()
        for row in range(int(before.things[0])):
            ((place, velocity, spin),) = kept[int(before.thing[row])]
            known = before.thing_motion[row]
            fast = np.linalg.norm(velocity) > 1.0
            moved, rested = moved + fast, rested + (not before.awake[row])
            if fast:
                np.testing.assert_allclose(known[:3], place, atol=1e-9)
            np.testing.assert_allclose(known[7:10], velocity, atol=1e-9 if fast else REST + 1.31)
            np.testing.assert_allclose(known[10:13], spin, atol=1e-9 if fast else REST_SPIN + 12.0)
    assert moved > 500 and rested > 200


def columns(sim):
    t = sim.stage.tables
    n, things = int(t.impacts.count[0]), int(t.before.things[0])
    parts = [column[:n].copy() for column in t.impacts[1:]]
    return [*parts, t.before.thing_motion[:things].copy(), t.before.awake[:things].copy(), *t.before[:3]]


def test_impacts_go_on_from_a_save_to_the_bit(simulation):
    sim = simulation("barrage")
    sim.run(0.7)
    sim.throw("crate", "mind", speed=8.0)
    saved, ends = sim.save(), []
    for _ in range(3):
        sim.load(saved)
        told = []
        for _ in range(90):
            sim.tick()
            told.append([part.tobytes() for part in columns(sim)])
        ends.append(told)
        sim.throw("ball", "mind", speed=9.0)  # it is gone again at the next load
        sim.tick(20)
    assert ends[0] == ends[1] == ends[2]
