"""The adaptive figures: bodies that weigh something else than they are told, their table, what the ground lets in."""

from __future__ import annotations

from math import radians, sqrt

import numpy as np
import pytest

from components.clock import DT, TICKS_PER_S
from game.figures.adaptive import rows, scenes, tracking, waist
from game.figures.adaptive.figures import FIGURES
from game.figures.adaptive.follower import Follower, heavier, held_boxer, rms, with_weights
from game.figures.figure import Found
from game.figures.on_the_beat.bench import rods
from game.figures.table import csv_text

SMALL = (64, 36)


def test_figures_one_and_five_to_nine_the_marionette_and_the_table_are_there():
    assert [figure.name for figure in FIGURES] == ["1", "5", "6", "7", "8", "9", "marionette", "table"]


# --- the bench


def test_a_body_that_is_heavier_than_told_is_heavier_and_its_servo_believes_what_it_was_told():
    rig = rods(1)
    with Follower(heavier(rig, 3.0, ("rod0",)), 0.3, believed=rig, gravity=0.0) as body:
        assert body.t.skeletons.mass[1] == 2.0
        spins = []
        for _ in range(12):
            torque = np.array([[0.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
            body.step(torque)
            spins.append(float(body.t.bones.joint_spin[1, 1]))
    inertia = 3.0 * (0.015 + 2.0 * 0.15**2)
    assert spins[-1] == pytest.approx(12 * DT / inertia, rel=1e-3)


def test_weights_are_in_the_hands_and_limbs_alone_are_heavier():
    plain = held_boxer()
    bones = {bone.name: bone for bone in plain.bones}
    laden = {bone.name: bone.mass - bones[bone.name].mass for bone in with_weights(plain, 5.0).bones}
    assert {name for name, more in laden.items() if more} == {"left_hand", "right_hand"}
    assert [more for more in laden.values() if more] == pytest.approx([5.0, 5.0])
    times = {bone.name: bone.mass / bones[bone.name].mass for bone in heavier(plain, 3.0).bones}
    assert times["spine2"] == times["head"] == times["left_clavicle"] == 1.0
    assert [times["left_upper_arm"], times["right_toes"]] == pytest.approx([3.0, 3.0])


@pytest.mark.parametrize("who", tracking.CASES)
def test_a_path_has_the_rate_that_its_angle_has(who):
    path = tracking.swing(tracking.CASES[who])
    for place in range(len(tracking.CASES[who].driven) or 1):
        for t in (0.2, 0.49, 1.3):
            rise = (path(place, t + 1e-6)[0] - path(place, t - 1e-6)[0]) / 2e-6
            assert path(place, t)[1] == pytest.approx(rise, abs=1e-6)


def test_a_swing_that_sets_in_begins_where_the_joint_is():
    case = replace_middle(tracking.CASES["arms"])
    assert tracking.swing(case)(1, 0.0) == (0.0, 0.0)
    assert tracking.jump(case)(0, 2.5)[0] == pytest.approx(radians(60.0))


def replace_middle(case):
    return case._replace(middle=(radians(90.0),) * 4)


# --- the table


@pytest.mark.parametrize("settling_s", [0.1, 1.0])
def test_a_rod_holds_its_bars_on_a_swing_and_a_jump(settling_s):
    case = tracking.CASES["one rod"]
    assert 0.0 < tracking.smooth_error(case, settling_s) < tracking.SMOOTH_BARS[settling_s]
    assert all(row["holds"] for row in tracking.jumped("one rod", settling_s))


def test_gains_tuned_once_are_the_best_for_the_plain_body_and_fail_where_limbs_are_lighter():
    rod = tracking.CASES["one rod"]
    untuned = tracking.smooth_error(rod, 0.3, adapting=False)
    plain, other = tracking.tuned_errors(rod, 0.3, lambda rig: heavier(rig, 0.5, ("rod0",)))
    assert plain < 0.1 * untuned < other


@pytest.mark.slow
def test_light_arms_are_followed_as_well_as_plain_ones_and_not_by_gains_that_were_tuned_once():
    rows = {row["what"]: row for row in tracking.weight_rows("arms, limbs half as heavy") if row["settling_s"] == 0.3}
    assert all(row["holds"] for row in rows.values())
    assert rows["weights: tuned once, plain error"]["measured"] < rows["weights: error"]["measured"]
    assert rows["weights: tuned once, error"]["measured"] > 2.5 * rows["weights: error"]["measured"]


def test_a_waist_that_may_take_the_torque_that_its_model_asks_for_jumps_in_a_tenth_of_a_second():
    """At 350 N m the boxer's own muscles end."""
    rows = tracking.jumped(tracking.STRONG_WAIST, 0.1)
    assert all(row["holds"] for row in rows)
    found = {row["what"].rpartition(": ")[2]: row["measured"] for row in rows}
    assert found["off its model"] < 1e-3
    assert 3000.0 < found["most torque"] < 4500.0


def test_a_bar_has_two_ends_and_what_is_beyond_either_does_not_hold():
    low, high, right = (rows.row("x", "rod", 0.1, value, "%", 2.0, 3.0) for value in (1.9, 3.1, 2.5))
    assert [row["holds"] for row in (low, high, right)] == [False, False, True]
    assert rows.bars([right]) == "2 to 3 %"
    most = [rows.row("x", "rod", t, 0.0, "degrees", 0.0, bar) for t, bar in ((0.1, 0.3), (0.3, 1.0))]
    assert rows.bars(most) == "at most 0.3, 1 degrees"
    assert rows.bars([rows.row("x", "rod", 0.1, 1.0, "times", 3.0, np.inf)]) == "at least 3 times"
    assert [rows.number(value) for value in (3722.7, 74.17, 1e-14)] == ["3723", "74.2", "0"]
    assert csv_text([right]).splitlines()[1] == "x,rod,0.1,2.5,%,2,3,yes"


def test_the_table_has_a_line_for_each_thing_and_red_where_it_does_not_hold():
    def red(measured):
        page = rows.draw([Found({"": [rows.row("x", "rod", 0.1, measured, "%", 0.0, 3.0)]})])
        picture = np.asarray(page).astype(int)
        return page.height, int(((picture[..., 0] - picture[..., 1]) > 100).sum())

    assert red(2.0) == (2 * rows.LINE, 0)
    assert red(4.0)[1] > 10


def test_errors_are_root_mean_squares():
    assert rms(np.array([[3.0], [-4.0]])) == pytest.approx(sqrt(12.5))


# --- figures 5 and 6


@pytest.mark.parametrize(("damping", "end"), [(0.35, 1.0), (1.0, 1.0), (2.5, 1.0)])
def test_closed_forms_solve_their_equation(damping, end):
    rate, t, h = 4.0 / 0.3, 0.2, 1e-4
    before, now, after = (waist.closed_form(damping, at) for at in (t - h, t, t + h))
    speed, push = (after - before) / (2 * h), (after - 2 * now + before) / h**2
    assert push == pytest.approx(rate**2 * (1.0 - now) - 2.0 * damping * rate * speed, abs=1e-2)
    assert waist.closed_form(damping, 0.0) == pytest.approx(0.0, abs=1e-12)
    assert waist.closed_form(damping, 5.0) == pytest.approx(end, abs=1e-3)


def test_the_longest_time_below_a_centimetre_is_that_in_a_row():
    assert scenes.longest([0.02, 0.0, 0.011, 0.03, 0.009]) == 2
    assert scenes.longest([0.0, 0.01]) == 0


@pytest.mark.slow
def test_who_is_shot_goes_deeper_into_the_ground_by_the_engine_alone():
    depths = {name: [row["depth_mm"] for row in scenes.shot(name, 0, SMALL).tables["depth"]] for name in scenes.HALVES}
    assert len(depths["engine"]) == len(depths["two_stage"]) == scenes.SOLDIER_S * TICKS_PER_S
    assert max(depths["two_stage"]) < 10.0 < max(depths["engine"])
