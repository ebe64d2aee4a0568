"""Strings against closed forms and the engine's own states."""

import numpy as np
import pytest
from raw import p as pybullet
from scipy.interpolate import CubicSpline

from components.clock import DT, TICKS_PER_S
from components.errors import InputError
from game import Simulation
from systems.kernels.quaternions import conj, from_rotvec, mul, to_rotvec
from systems.kernels.strings import DAMPING, STIFFNESS

WEIGHT = 75.0 * 9.81
TEN = [
    "head", "waist", "left_elbow", "right_elbow", "left_palm", "right_palm", "left_knee", "right_knee",
    "left_sole", "right_sole",
]  # fmt: skip


@pytest.fixture
def passive():
    made = []

    def of(clip="stand", **more):
        made.append(Simulation("stage", servo="off", root="free", settings={"clip": clip, "stun": False}, **more))
        return made[-1]

    yield of
    for sim in made:
        sim.close()


def raw(sim, string):
    """m and m/s of what a string holds, as the engine has it."""
    character = sim.characters[string.who]
    link = character.link(string.bone)
    if link < 0:
        place, turn = pybullet.getBasePositionAndOrientation(character.body, physicsClientId=sim.client)
        speed, spin = pybullet.getBaseVelocity(character.body, physicsClientId=sim.client)
    else:
        state = pybullet.getLinkState(character.body, link, 1, 1, physicsClientId=sim.client)
        place, turn, speed, spin = state[4], state[5], state[6], state[7]
        speed = np.array(speed) + np.cross(spin, np.array(place) - np.array(state[0]))
    arm = np.array(pybullet.getMatrixFromQuaternion(turn)).reshape(3, 3) @ np.array(string.hold)
    return np.array(place) + arm, np.array(speed) + np.cross(spin, arm)


@pytest.mark.bullet
def test_a_body_hangs_on_one_string_its_weight_over_the_stiffness_lower(passive):
    sim = passive()
    string = sim.string("red", "crown", path=[(0, 0.0, 0.0, 1.8), (2, 0.0, 0.0, 3.0)])
    sim.run(20.0)
    place, _ = raw(sim, string)
    assert string.force == pytest.approx(WEIGHT, rel=0.02)
    assert 3.0 - place[2] == pytest.approx(9.81 / STIFFNESS, rel=0.02)  # 2.45 cm


def swings(x, y, z, reach, period):
    """A path to and fro about a place, after 2 s to get there."""
    times = np.arange(0.0, 6.0, period / 8.0)
    share = np.minimum(1.0, times / 2.0)
    aside = reach * np.sin(2.0 * np.pi * times / period)
    return [(t, s * x + a, s * y - a, 0.95 + s * (z - 0.95)) for t, s, a in zip(times, share, aside, strict=True)]


def in_the_air(sim):
    """A body that is swung about by three strings and touches nothing after 2 s."""
    return [
        sim.string("red", "crown", path=swings(0.0, 0.0, 3.95, 0.1, 1.3)),
        sim.string("red", "left_palm", path=swings(0.2, 0.4, 3.5, 0.1, 0.6)),
        sim.string("red", "right_palm", path=swings(0.2, -0.4, 3.5, 0.1, 0.7)),
    ]


@pytest.mark.bullet
def test_each_pull_is_the_spring_of_the_steps_end(passive):
    """F = k (e' - x') + c (u' - v') with the engine's own x' and v' after the step that F was foreseen for."""
    sim = passive()
    strings = in_the_air(sim)
    sim.run(3.0)
    off, pulled = [], []
    for _ in range(120):
        before = [string.end for string in strings]
        sim.tick()
        for string, old in zip(strings, before, strict=True):
            place, speed = raw(sim, string)
            way, lag = string.end - place, (string.end - old) / DT - speed
            off.append(np.linalg.norm(75.0 * (STIFFNESS * way + DAMPING * lag) - string.pull))
            pulled.append(string.force)
    assert np.mean(off) < 0.03 * np.mean(pulled)


def test_strings_carry_the_weight_and_nothing_else(passive):
    """All pulls together are what the body's momentum gains, and its weight, over 2 s."""
    sim = passive()
    strings = in_the_air(sim)
    sim.run(3.0)
    mass = sim.stage.tables.skeletons.mass
    total, before = np.zeros(3), sim.characters["red"].velocity
    for _ in range(240):
        sim.tick()
        total += DT * sum(string.pull for string in strings)
    gained = mass.sum() * (sim.characters["red"].velocity - before) + (0.0, 0.0, 2.0 * WEIGHT)
    assert np.linalg.norm(total - gained) < 0.05 * np.linalg.norm(gained)


def test_no_string_gives_more_than_it_may(passive):
    sim = passive()
    string = sim.string("red", "left_palm", path=[(0, 0.0, 0.0, 3.0), (9, 0.0, 0.0, 3.0)], most=150.0)
    pulls = []
    for _ in range(240):
        sim.tick()
        pulls.append(string.force)
    assert max(pulls) == pytest.approx(150.0, rel=1e-9)


@pytest.mark.bullet
def test_a_stiff_string_on_the_lightest_bone_is_quiet(passive):
    """30000 N/m on a hand of 0.5 kg, that a body hangs on: 16 times what an explicit spring bears."""
    sim = passive()
    string = sim.string("red", "left_palm", path=[(0, 0.0, 0.3, 3.0), (9, 0.0, 0.3, 3.0)])
    sim.run(6.0)
    fastest = []
    for _ in range(120):
        sim.tick()
        fastest.append(np.linalg.norm(raw(sim, string)[1]))
    assert max(fastest) < 0.5
    assert not sim.report()["exploded"]


def test_an_arm_whose_strings_are_cut_hangs(passive):
    sim = passive("guard")
    strings = {site: sim.string("red", site) for site in TEN}
    sim.run(1.0)
    red = sim.characters["red"]
    assert red.place("left_hand")[2] > red.place("left_upper_arm")[2] - 0.2
    for site in ("left_elbow", "left_palm"):
        strings[site].cut()
    sim.run(4.0)
    hangs = red.place("left_hand") - red.place("left_upper_arm")
    assert hangs[2] < -0.47  # of 0.52 m
    assert not strings["left_palm"].whole
    assert (strings["left_palm"].force, strings["left_palm"].error) == (0.0, 0.0)
    assert [event.details for event in sim.stage.events if event.kind == "cut"] == [
        {"string": "left_elbow"}, {"string": "left_palm"},
    ]  # fmt: skip
    assert len(sim.strings) == 8


@pytest.mark.bullet
def test_an_end_that_a_hand_leads_goes_there_and_back(passive):
    sim = passive("stand")
    strings = {site: sim.string("red", site) for site in TEN}
    sim.run(1.0)
    mark = strings["left_palm"].end
    strings["left_palm"].lead((0.3, 0.5, 1.2))
    sim.tick()
    assert np.linalg.norm(strings["left_palm"].end - mark) <= 5.0 * DT + 1e-9
    strings["left_elbow"].cut()
    sim.run(2.0)
    assert raw(sim, strings["left_palm"])[0] == pytest.approx([0.3, 0.5, 1.2], abs=0.03)
    strings["left_palm"].lead(None)
    sim.run(2.0)
    assert strings["left_palm"].end == pytest.approx(mark, abs=0.02)


def test_saved_loaded_and_done_again_strings_pull_to_the_bit():
    def run(cut_again):
        with Simulation("marionette") as sim:
            sim.run(1.0)
            next(string for string in sim.strings if string.name == "left_palm").cut()
            saved = sim.save()
            sim.run(0.5)
            first = sim.state_hash()
            if cut_again:
                sim.strings[0].cut()
                sim.string("red", "sternum", path=[(0, 0, 0, 1), (1, 0, 0, 2)])
                sim.run(0.3)
            sim.load(saved)
            sim.run(0.5)
            assert (sim.state_hash(), len(sim.strings)) == (first, 9)
            return first

    assert run(True) == run(False)


WRONG = [
    ({"bone": "left_hnd"}, "no site and no bone 'left_hnd', did you mean left_hand"),
    ({"offset": (0, 0)}, "offset from 'left_hand' needs three numbers"),
    ({"offset": (0, 0, 2)}, "offset from 'left_hand' needs three numbers from -1 to 1"),
    ({"path": [(0, 0, 0, 1)]}, "needs two samples or more, not 1"),
    ({"path": []}, "needs two samples or more, not 0"),
    ({"path": [(0, 0, 0, 1), (1, 0, 0, float("nan"))]}, "sample 2 needs 4 finite numbers"),
    ({"path": [(0, 0, 0, 1), (1, 0, 1)]}, "sample 2 needs 4 finite numbers"),
    ({"path": [(1, 0, 0, 1), (0, 0, 0, 1)]}, "sample 2 goes back in time: 1 s, then 0 s"),
    ({"path": [(0, 0, 0, 1), (0.001, 0, 0, 1)]}, "sample 2 is less than a tick"),
    ({"path": [(-1, 0, 0, 1), (0, 0, 0, 1)]}, "must not begin before 0 s"),
    ({"path": [(0, 0, 0, 1), (1, 0, 0, 51)]}, "sample 2 is beyond 50"),
    ({"path": "round"}, "must be a list of samples"),
    ({"path": [(0, 0, 0, 1), (1, 0, 0, 2)], "way": "curved"}, "way must be one of spline, lines, steps"),
    ({"most": 0.0}, "must be a number from 1 to 100000"),
]


def test_what_is_wrong_with_a_string_is_said_in_a_line(passive):
    sim = passive()
    for given, reason in WRONG:
        with pytest.raises(InputError) as error:
            sim.string("red", **({"bone": "left_hand"} | given))
        assert reason in str(error.value)
        assert "\n" not in str(error.value)
    assert sim.strings == []


@pytest.mark.bullet
@pytest.mark.slow
@pytest.mark.parametrize("clip", ["dance_a", "dance_b"])
def test_a_marionette_follows_a_captured_dance(clip):
    """20 s, also facing elsewhere: the sites 3 cm off at most (rms), no string pulls with 60 % of the weight."""
    for facing in (0.0, 40.0):
        with Simulation("marionette", settings={"clip": clip}) as sim:
            if facing:
                sim.stage.engine.push(sim.characters["red"].body, -1, (facing, 0.0, 0.0), (0.0, 0.0, 1.0))
            errors, forces = [], []
            for _ in range(2400):
                sim.tick()
                errors.append([np.linalg.norm(raw(sim, string)[0] - string.wanted) for string in sim.strings])
                forces.append([string.force for string in sim.strings])
            assert np.sqrt(np.mean(np.square(errors))) < 0.03
            assert np.mean(forces, axis=0).max() < 0.6 * WEIGHT
            assert not sim.report()["exploded"]
            assert set(sim.stage.tables.muscles.limp.tolist()) == {True}


def turns(t):
    """A frame that nods by 40 degrees and turns by 30, once in 3 s and in 2."""
    share = np.minimum(1.0, t / 2.0)
    return share * 30.0 * np.sin(np.pi * t), share * 40.0 * np.sin(2.0 * np.pi * t / 3.0), 0.0


def splines(rows):
    """Its last three columns over time, by another's cubic spline that is straight at its ends."""
    table = np.array(rows)
    return [CubicSpline(table[:, 0], table[:, n], bc_type="natural") for n in (4, 5, 6)]


@pytest.mark.slow
@pytest.mark.bullet
def test_a_site_is_turned_as_its_path_says(passive):
    """Of the crown, and of a palm beside it, with a row of seven numbers; degrees as the engine has them."""
    sim = passive()
    times = np.arange(0.0, 6.0, 0.25)
    above = [(t, 0.0, 0.0, 1.8 + 0.6 * min(1.0, t / 2.0), *turns(t)) for t in times]
    aside = [(t, 0.3, 0.4, 1.4 + 0.6 * min(1.0, t / 2.0), *turns(t)[::-1]) for t in times]
    held = [sim.string("red", "crown", path=above), sim.string("red", "left_palm", path=aside)]
    assert len(sim.strings) == 8
    far, off = [], []
    for _ in range(5 * TICKS_PER_S):
        sim.tick()
        for string in held:
            red = sim.characters["red"]
            turn = pybullet.getLinkState(red.body, red.link(string.bone), 1, 1, physicsClientId=sim.client)[5]
            rows = above if string is held[0] else aside
            wanted = from_rotvec(tuple(np.radians([row(sim.time) for row in splines(rows)])))
            off.append(np.degrees(np.linalg.norm(to_rotvec(mul(conj(wanted), turn)))))
            assert off[-1] == pytest.approx(np.degrees(string.turn_error), abs=0.5)
            far.append(string.error)
    assert np.sqrt(np.mean(np.square(off[480:]))) < 3.0
    assert np.sqrt(np.mean(np.square(far[480:]))) < 0.03
    held[1].cut()
    assert len(sim.strings) == 4
    sim.tick()
    assert held[1].turn_error == 0.0
