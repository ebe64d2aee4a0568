"""Who moves which bone, and that a body of several laws obeys each of them."""

from __future__ import annotations

import numpy as np
import pytest

from components.character import Stun
from components.clock import TICKS_PER_S
from components.law import Reach

ARM = ("left_clavicle", "left_upper_arm", "left_forearm", "left_hand")


def laws(sim, *bones):
    return [sim.characters["red"].acting(bone) for bone in bones]


def rows(sim, limb):
    body = sim.characters["red"].about
    return body.first + np.array(body.rig.limb(limb))


# --- who acts


def test_what_is_set_for_a_limb_acts_in_its_bones_and_nowhere_else(made):
    sim = made("stage", settings={"left_arm.servo": "parent", "left_hand.servo": "off"})
    assert laws(sim, *ARM) == ["parent", "parent", "parent", "off"]
    assert set(laws(sim, "right_hand", "pelvis", "left_foot", "head")) == {"world"}


def test_the_more_special_wins_and_of_equals_the_later(made):
    sim = made("stage")
    red = sim.characters["red"]
    red.limb("left_forearm").servo = "off"
    red.limb("left_arm").servo = "parent"
    red.limb("arms").servo = "timed"
    red.servo = "timed_published"
    sim.tick()
    assert laws(sim, "left_forearm", "left_hand", "right_hand", "head") == [
        "off", "parent", "timed", "timed_published",
    ]  # fmt: skip
    red.limb("left_arm").servo = "world"
    red.limb("left_forearm").servo = None
    sim.tick()
    assert laws(sim, "left_forearm", "left_hand", "right_hand") == ["world", "world", "timed"]


def test_who_has_no_strength_left_hangs_limp_whatever_is_set(made):
    sim = made("stage", settings={"arms.servo": "timed", "get_up": False})
    sim.characters["red"].component(Stun).unconscious_s = 60.0
    sim.run(0.2)
    assert laws(sim, "left_hand", "pelvis") == ["world", "world"]  # dazed: his arms can be given no times
    sim.run(0.2)
    assert set(laws(sim, "left_hand", "pelvis", "left_foot")) == {"off"}
    assert sim.stage.tables.muscles.limp.all()
    assert sim.characters["red"].limb("arms").servo == "timed"


def test_a_body_that_is_down_is_held_as_its_law_says_and_not_where_another_holds_it(made):
    sim = made("stage", servo="timed", settings={"arms.servo": "parent"})
    assert laws(sim, "left_hand", "head") == ["parent", "timed"]
    sim.characters["red"].component(Stun).authority = 0.5
    sim.tick()
    assert laws(sim, "left_hand", "head") == ["parent", "world"]


def test_a_body_played_back_is_so_whole_and_a_limb_alone_is_led(made):
    sim = made("stage", servo="kinematic", settings={"arms.servo": "off"})
    sim.run(0.3)
    t = sim.stage.tables
    assert t.modes.placed.all() and not t.muscles.led.any()
    np.testing.assert_allclose(t.bones.joint[1:], t.targets.joint[1:], atol=1e-5)
    sim.characters["red"].servo = "world"
    sim.characters["red"].limb("left_arm").servo = "kinematic"
    sim.tick()
    assert not t.modes.placed.any() and np.flatnonzero(t.muscles.led).tolist() == rows(sim, "left_arm").tolist()


# --- what each does


def test_a_hung_arm_has_no_muscles_and_the_body_stands(made):
    sim = made("stage", settings={"left_arm.servo": "off"})
    sim.run(3.0)
    t, arm = sim.stage.tables, rows(sim, "left_arm")
    assert np.abs(t.demand.size[arm]).max() == 0.0  # N m
    assert np.abs(t.demand.size[rows(sim, "right_arm")]).max() > 1.0
    report = sim.report()["characters"]["red"]
    assert report["falls"] == 0 and report["upright_s"] == pytest.approx(3.0)
    hand = sim.characters["red"].place("left_hand")
    shoulder = sim.characters["red"].place("left_upper_arm")
    assert hand[2] < shoulder[2] - 0.45 and np.hypot(*(hand - shoulder)[:2]) < 0.15  # m: it hangs


def test_a_limb_is_as_strong_as_it_is_told(made):
    sizes = []
    for strength in (1.0, 0.25):
        sim = made("stage", settings={"clip": "guard", "arms.strength": strength, "support": 0.0})
        sim.tick()
        t = sim.stage.tables
        sizes.append([np.linalg.norm(t.demand.torque[rows(sim, limb)]) for limb in ("arms", "legs")])
    assert sizes[1][0] == pytest.approx(0.25 * sizes[0][0], rel=1e-9)
    assert sizes[1][1] == pytest.approx(sizes[0][1], rel=1e-12)


def test_pose_errors_count_the_bones_that_somebody_moves(made):
    hung, driven = (made("stage", settings={"clip": "guard", "arms.servo": arms}) for arms in ("off", "world"))
    for sim in (hung, driven):
        sim.run(2.0)
    errors = [sim.report()["characters"]["red"]["pose_error_deg"]["mean"] for sim in (hung, driven)]
    assert errors[0] < 3.0 * errors[1]  # an arm that hangs is 90 degrees off its guard


def test_an_arm_that_wakes_comes_from_where_it_hung(made):
    sim = made("stage", settings={"clip": "guard", "left_arm.servo": "off"})
    sim.run(1.5)
    t, arm = sim.stage.tables, rows(sim, "left_arm")
    sim.characters["red"].limb("left_arm").servo = None
    fastest = 0.0
    for _ in range(TICKS_PER_S):
        sim.tick()
        fastest = max(fastest, float(np.linalg.norm(t.bones.joint_spin[arm], axis=1).max()))
    assert fastest < 15.0  # rad/s; 30 and more if its muscles pulled at once
    assert sim.report()["characters"]["red"]["falls"] == 0
    apart = np.abs(np.einsum("ij,ij->i", t.bones.joint[arm], t.targets.joint[arm]))
    assert np.degrees(2.0 * np.arccos(np.clip(apart, 0.0, 1.0))).max() < 10.0


# --- several laws at once solve one system


def reach_of(sim, i, reach):
    """Freedoms along which bone i's torque acts: looked up along its parents."""
    t = sim.stage.tables
    s, m = t.skeletons, t.muscles
    found, j = [], i
    while j > 0 and (reach == Reach.ROOT or not m.limp[j]):
        found += [k for k in range(len(s.bone)) if s.bone[k] == j]
        if reach == Reach.OWN:
            return found
        j = int(s.parent[j])
    return found + ([0, 1, 2] if reach == Reach.ROOT else [])


@pytest.mark.parametrize(
    "settings",
    [
        {"arms.servo": "parent"},
        {"left_forearm.servo": "off", "right_hand.servo": "parent", "spine2.servo": "off"},
        {"arms.actuation": "external", "left_hand.servo": "parent"},
        {"arms.actuation": "reaction", "head.servo": "parent"},
        {"servo": "parent", "legs.servo": "world", "left_foot.servo": "off"},
    ],
)
def test_the_step_foreseen_is_that_of_all_laws_together(made, settings):
    """(M + G) a = t0 and t = t0 - G a, with G = torque_path^T K acceleration_path summed over bones, each along
    its own chain."""
    sim = made("stage", settings={"clip": "guard", "root": "free", "gravity": 0.0} | settings)
    sim.run(0.3)
    t = sim.stage.tables
    s, m, d, n = t.skeletons, t.muscles, t.demand, len(t.skeletons.bone)
    mass = np.zeros((n, n))
    for k in range(n):
        for depth in range(s.depth[k] + 1):
            j = s.chain[k, depth]
            mass[k, j] = mass[j, k] = t.dynamics.mass_matrix[k, depth]
    turn = t.dynamics.motion[:, :3]
    gains, asked = np.zeros((n, n)), np.zeros(n)
    for i in range(1, len(s.parent)):
        torque_path, acceleration_path = (np.zeros((3, n)) for _ in range(2))
        for columns, reach in ((torque_path, m.torque_path[i]), (acceleration_path, m.acceleration_path[i])):
            along = reach_of(sim, i, reach)
            columns[:, along] = turn[along].T
        gains += torque_path.T @ d.gain[i] @ acceleration_path
        asked += torque_path.T @ d.torque[i]
        own = [k for k in range(n) if s.bone[k] == i]
        across = np.zeros((3, n))
        across[:, own] = turn[own].T
        gains += across.T @ d.spring_gain[i] @ across
        asked += across.T @ d.spring[i]
    asked[6:] += d.support[6:]
    a = np.linalg.solve(mass + gains, asked)
    np.testing.assert_allclose(t.torques.acceleration, a, atol=1e-6 * np.abs(a).max())
    np.testing.assert_allclose(t.torques.generalised[6:], (asked - gains @ a)[6:], atol=1e-6 * np.abs(asked).max())


def in_the_air(made, **settings):
    """A body that floats, without anything that holds its root."""
    sim = made("stage", settings={"gravity": 0.0, "root": "free", "script": "ymca"} | settings)
    t = sim.stage.tables
    t.base[0, 2] += 1.5
    from systems.kernels.kinematics import engine_coordinates
    from systems.physics import read_bodies, read_contacts

    n = len(t.bones.joint)
    place = engine_coordinates(t.skeletons, 0, n, t.bones.joint, t.bones.joint_spin)
    sim.stage.engine.put(t.puppets[0], t.base[0], *place)
    read_bodies(sim.stage)
    read_contacts(sim.stage)
    return sim


@pytest.mark.parametrize("others", [{"left_arm.servo": "off"}, {"left_arm.servo": "world"}, {"spine2.servo": "off"},
                                    {"head.servo": "parent", "right_leg.servo": "off"}])  # fmt: skip
def test_timed_joints_get_their_accelerations_whatever_others_do(made, others):
    """What the step brings about is what was foreseen, joint by joint: a limp one swings, a held one is held."""
    sim = in_the_air(made, servo="timed", **others)
    sim.run(0.4)
    t = sim.stage.tables
    worst = limp = 0.0
    for _ in range(30):
        before = t.bones.joint_spin.copy()
        sim.tick()
        change = (t.bones.joint_spin - before) * TICKS_PER_S
        for i in range(1, len(t.skeletons.parent)):
            k = int(t.skeletons.freedom[i])
            foreseen = (
                t.torques.acceleration[k : k + 3]
                if t.skeletons.joint[i] == 1
                else t.torques.acceleration[k] * t.skeletons.axis[i]
            )
            worst = max(worst, float(np.abs(change[i] - foreseen).max()))
        limp = max(limp, float(t.demand.size[t.muscles.limp].max(initial=0.0)))
    scale = np.abs(t.torques.acceleration).max()
    assert limp < 1e-9  # N m of muscles that nobody moves
    assert worst < 0.25 * max(100.0, scale)  # rad/s2; in a step of 1/120 s bodies turn on


def test_a_led_arm_is_where_its_clip_has_it_and_the_rest_is_simulated(made):
    sim = made("stage", settings={"clip": "walk", "left_arm.servo": "kinematic"})
    t, arm, off = sim.stage.tables, rows(sim, "left_arm"), []
    sim.run(1.0)
    for _ in range(240):
        sim.tick()
        same = np.abs(np.einsum("ij,ij->i", t.bones.joint[arm], t.targets.joint[arm]))
        off.append(np.degrees(2.0 * np.arccos(np.clip(same, 0.0, 1.0))).max())
    assert np.mean(off) < 0.1 and max(off) < 1.0  # degrees
    assert sim.report()["characters"]["red"]["falls"] == 0


def test_bones_without_a_limb_setting_need_no_wider_system(made):
    """An arm that hangs leaves the rest its fast way: no bone with muscles hangs on it."""
    sim = made("stage", settings={"arms.servo": "off"})
    assert sim.stage.tables.modes.torque_path[0] == Reach.ABOVE and not sim.stage.tables.modes.lopsided[0]
    sim.characters["red"].limb("left_hand").servo = "world"
    sim.tick()
    assert sim.stage.tables.modes.torque_path[0] == Reach.EACH


def test_loaded_it_is_known_at_once_who_acts(made):
    """A table that is loaded says who acts before the next tick does."""
    sim = made("stage", settings={"left_arm.servo": "off"})
    sim.run(0.2)
    saved = sim.save()
    sim.characters["red"].limb("left_arm").servo = "world"
    sim.tick()
    assert laws(sim, "left_hand") == ["world"]
    sim.load(saved)
    assert laws(sim, "left_hand") == ["off"]
