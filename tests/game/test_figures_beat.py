"""On the Beat's figures: the equations against closed forms and the engine, the promises, scripts and catches."""

from __future__ import annotations

import numpy as np
import pytest

from components.clock import DT
from components.errors import InputError
from game.figures.charts import BLUE, RED, Chart, charts, stacked
from game.figures.on_the_beat import bars, catch, dances, inertia
from game.figures.on_the_beat.bench import Bench, anyhow, boxer, rods
from game.figures.on_the_beat.figures import FIGURES
from game.figures.on_the_beat.played import Part, due, line, played, poses
from game.figures.plots import Line
from game.figures.table import csv_text
from systems.kernels.quaternions import from_rotvec

SMALL = (64, 36)
ROD = 0.015 + 2.0 * 0.15**2  # kg m2 about its end


def test_the_papers_eight_figures_and_the_table_are_there():
    assert [figure.name for figure in FIGURES] == [*"12345678", "bars"]


# --- figure 4


@pytest.mark.parametrize("at_centres", [False, True])
def test_corrected_three_straight_rods_have_the_moment_that_parallel_axes_say(at_centres):
    rig, level = rods(3), np.array([0.0, 1.0, 0.0])
    whole = inertia.composites(rig, np.tile([0.0, 0.0, 0.0, 1.0], (4, 1)), at_centres)
    wanted = sum(0.015 + 2.0 * arm**2 for arm in (0.15, 0.45, 0.75))
    assert inertia.printed(whole[1], level) - inertia.twice(whole[1], level) == pytest.approx(wanted)
    assert whole[1].mass == 6.0
    assert whole[1].centre[0] - whole[1].joint[0] == pytest.approx(0.45)


def test_as_printed_a_lone_rod_is_right_from_its_centre_and_counted_twice_from_its_joint():
    level, still = np.array([0.0, 1.0, 0.0]), np.tile([0.0, 0.0, 0.0, 1.0], (2, 1))
    joint, centre = (inertia.composites(rods(1), still, about)[1] for about in (False, True))
    assert inertia.printed(centre, level) == pytest.approx(ROD)
    assert inertia.printed(joint, level) == pytest.approx(ROD + 2.0 * 0.15**2)


def test_the_engine_responds_with_the_corrected_moment_about_every_axis():
    random = np.random.default_rng(11)
    with Bench(boxer(held=True)) as bench:
        pose = anyhow(bench.rig, random, 0.8)
        bench.put(np.array([pose[i] for i in range(len(pose))]))
        measured = inertia.responses(bench)
        whole = inertia.composites(bench.rig, bench.t.bones.joint, at_centres=True)
        for (i, s), response in zip(inertia.freedoms(bench.rig), measured, strict=True):
            assert inertia.printed(whole[i], s) - inertia.twice(whole[i], s) == pytest.approx(response, rel=1e-4)


# --- the table


@pytest.mark.parametrize("seconds", [0.15, 0.5])
def test_a_tenth_is_left_in_time_or_nothing(seconds):
    fixed, left = ({(row["body"], row["servo"]): row for row in bars.settle_rows(0, seconds, r)} for r in (False, True))
    for body in ("rod", "straight arm", "bent arm", "boxer"):
        row = fixed[body, "timed"]
        assert row["least_left"] == pytest.approx(0.1, abs=1e-3) and row["most_left"] == pytest.approx(0.1, abs=1e-3)
        assert left[body, "timed"]["most_left"] < 0.015
    assert fixed["straight arm", "timed_published"]["most_left"] > 0.3 or seconds > 0.15  # longer, its cap holds it
    assert fixed["straight arm", "timed_single"]["most_left"] > 0.3


@pytest.mark.parametrize(("delta", "share"), [(0.1, 0.05), (0.5, 0.01)])
def test_who_was_knocked_is_back_in_time(delta, share):
    for row in (bars.of_rods(delta), bars.of_stander(delta, 0)):
        assert row["peak_deg"] > 2.0
        assert row["share_left"] < share


def test_a_body_without_room_to_move_keeps_its_error():
    with Bench(rods(1), servo="off") as bench:
        bench.key(1, from_rotvec((0.0, 1.0, 0.0)), 0.1)
        bench.run(12)
        assert bench.left(1) == pytest.approx(1.0, abs=1e-9)


# --- scripts


@pytest.fixture(scope="module")
def swings():
    """Both arms up to their first key-frame and a little beyond."""
    part = ((dances.SWINGING, dances.LEVEL),)
    return [played(Part("arm", who, part), 1.1, 1, 0, SMALL) for who in dances.ARMS]


def test_both_arms_are_level_at_the_same_moment_and_the_straight_one_has_more_to_turn(swings):
    for found in swings:
        (row,) = found.tables[""]
        assert row["t_s"] == pytest.approx(1.0, abs=DT)
        assert row["error_deg"] < 3.0
    straight, bent = (line(found, "right_upper_arm", 1, "k_s_nmprad", "", BLUE) for found in swings)
    late = straight.x.index(min(straight.x, key=lambda t: abs(t - 0.8)))
    assert straight.x == bent.x
    assert straight.y[late] > 1.4 * bent.y[late]


def test_the_same_seed_is_the_same_bytes(swings):
    again = played(Part("arm", "straight", ((dances.SWINGING, dances.LEVEL),)), 1.1, 0, 0, SMALL)
    for table, rows in swings[0].tables.items():
        assert csv_text(again.tables[table]) == csv_text(rows)


def test_a_picture_is_taken_of_what_was_reached_and_named_after_it(swings):
    assert [len(found.pictures) for found in swings] == [1, 1]
    assert swings[0].pictures[0].shape == (36, 26, 3)
    assert poses(swings[0], 4) == ["Level 1.00"]
    assert due(swings[0]) == pytest.approx([1.0], abs=DT)


def test_both_together_are_drawn_with_their_pictures_and_errors(swings):
    pytest.importorskip("matplotlib")
    page = dances.side_by_side(swings, dances.ARMS, 1, 1)
    assert page.width >= dances.LOW[0] and page.height > 2 * 36 + dances.LOW[1]


@pytest.mark.slow(but=["True"])
@pytest.mark.parametrize("disturbed", [False, True])
def test_the_ball_of_the_wanted_kind_is_followed_up_to_its_catch(disturbed):
    found = catch.caught(disturbed, 0, SMALL)
    rows, curve = found.tables["shoulder"], catch.of_shoulder(found, "", BLUE)
    assert {row["ball"] for row in rows} == {catch.NAMES[disturbed]}
    assert rows[-1]["t_s"] == rows[-1]["caught_at_s"]
    assert len(found.pictures) == len(catch.BEFORE_S)
    known = [error for error in curve.y if error is not None]
    assert known[0] > 5.0 and known[-1] < 3.0


def test_without_a_catch_the_figure_says_so(monkeypatch):
    monkeypatch.setattr(catch, "LONGEST_S", 0.5)
    with pytest.raises(InputError, match=r"scene catch: no disturbed ball is caught in 0\.5 s"):
        catch.caught(True, 0, SMALL)


# --- charts


def test_a_line_has_its_colour_a_gap_where_nothing_is_and_its_marks():
    pytest.importorskip("matplotlib")
    x, y = (0.0, 1.0, 2.0, 3.0, 4.0, 5.0), (1.0, 1.0, None, None, 1.0, 1.0)
    whole, gap = (np.asarray(charts([Chart("", "", "", [Line("a", x, y, RED)])], (500, 200))) for y in ((1.0,) * 6, y))

    def red(picture):
        return int(((picture[..., 0] > 150) & (picture[..., 1] < 120)).sum())

    assert whole.shape == (200, 500, 3)
    assert red(whole) > red(gap) > 0
    one = charts([Chart("", "", "", [Line("a", x, y, RED)])] * 3, (300, 100))
    assert (one.width, one.height) == (300, 300)
    assert stacked(one, one).height > 600
