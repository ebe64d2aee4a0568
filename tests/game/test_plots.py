"""Live plots: gains and inertia against closed forms, what a trace keeps, and that nothing is looked at unseen."""

from __future__ import annotations

import numpy as np
import pyglet  # its gl is looked at after `current` only: before it would ask for a display
import pytest

from components.clock import DT
from game.figures.on_the_beat.bench import Bench, anyhow, boxer, rods
from game.panel import panel as module
from game.panel import series as plots
from game.panel.panel import Panel
from game.panel.plots import FORGOTTEN_TICKS, PlotsPanel, told
from game.panel.series import (
    ERROR,
    LEFT,
    LIMIT,
    MODEL,
    MOMENT,
    OF_1,
    OF_Q,
    PLANT,
    STIFFNESS,
    TARGET,
    TICKS,
    TORQUE,
    Trace,
    axes_of,
    gains,
    moment,
    sample,
)
from systems.draw.context import current
from systems.draw.target import Frame
from systems.kernels import tick
from systems.kernels.quaternions import from_rotvec, rotate, to_rotvec
from systems.laws import timed_published

ROD = 0.015 + 2.0 * 0.15**2  # kg m2 about its end
ARM = "right_upper_arm"


# --- gains and inertia


@pytest.mark.parametrize("seconds", [0.1, 0.3, 1.0])
def test_an_inertia_on_a_spring_with_these_gains_has_a_tenth_of_its_error_left_in_time(seconds):
    stiffness, damping = gains(0.06, 0.9, seconds)
    angle, spin = 1.0, 0.0
    for _ in range(round(seconds / DT)):
        spin -= DT * (stiffness * angle + damping * spin) / 0.06
        angle += DT * spin
    assert angle == pytest.approx(0.1, abs=1e-9)


def test_with_many_steps_the_gains_are_those_of_a_critically_damped_spring():
    stiffness, damping = gains(0.06, 0.9, 100.0)
    assert damping**2 == pytest.approx(4 * 0.06 * stiffness, rel=1e-3)
    assert stiffness == pytest.approx(0.06 * (3.8897 / 100.0) ** 2, rel=1e-2)


def test_the_example_in_the_module_is_what_it_says():
    assert gains(ROD, 0.9, 0.3) == pytest.approx((8.8, 1.4), abs=0.05)


@pytest.mark.parametrize(
    ("turns", "arms"),
    [((0.0, 0.0), (0.15, 0.45, 0.75)), ((np.pi, 0.0), (0.15, 0.15, -0.15)), ((np.pi, np.pi), (0.15, 0.15, 0.15))],
)
def test_three_rods_straight_and_folded_have_the_moment_that_parallel_axes_say(turns, arms):
    """From the first joint along it to each rod's middle, m."""
    with Bench(rods(3)) as bench:
        pose = bench.t.bones.joint.copy()
        pose[2:] = [from_rotvec((0.0, angle, 0.0)) for angle in turns]
        bench.put(pose)
        wanted = sum(0.015 + 2.0 * arm**2 for arm in arms)
        assert moment(bench.t.skeletons, bench.t.bones, 1, (0.0, 1.0, 0.0)) == pytest.approx(wanted, rel=1e-6)
        assert moment(bench.t.skeletons, bench.t.bones, 3, (0.0, 1.0, 0.0)) == pytest.approx(ROD, rel=1e-6)


def test_about_any_axis_of_any_joint_it_is_the_moment_that_the_published_law_takes():
    random, rig = np.random.default_rng(4), boxer(held=False)
    pose = anyhow(rig, random, 0.8)
    with Bench(rig) as bench:
        bench.put(np.array([pose[i] for i in range(len(pose))]))
        t = bench.t
        tick.dynamics(t.handle, 0.0)
        for i in range(1, len(pose)):
            for local in axes_of(t.skeletons, i):
                axis = rotate(tuple(t.bones.orientation[i].tolist()), local)
                law = timed_published.moment(i, axis, t.skeletons, t.bones, t.dynamics)
                assert moment(t.skeletons, t.bones, i, local) == pytest.approx(law, rel=1e-9)


# --- a sample


def row_of(simulation, bone):
    return simulation.characters["red"].link(bone) + 1


def test_a_sample_is_the_error_to_the_key_frame_and_the_time_left(made):
    simulation = made(servo="timed")
    simulation.run(0.5)
    simulation.characters["red"].key({ARM: (0.0, -90.0, 0.0)}, 0.5)
    row = row_of(simulation, ARM)
    angle = simulation.stage.tables.bones.joint[row].copy()
    simulation.tick()
    now = sample(simulation.stage, row, 1)
    assert now[LEFT] == pytest.approx(0.5 - DT)
    away = np.degrees(2.0 * np.arctan2(angle[1], angle[3]))  # it hangs turned about y alone, nearly
    assert now[ERROR] == pytest.approx(-90.0 - away, abs=2.0)
    simulation.run(0.5)
    assert abs(sample(simulation.stage, row, 1)[ERROR]) < 0.5


def test_torque_and_limit_are_those_of_the_joint(made):
    simulation = made(servo="timed")
    simulation.characters["red"].key({ARM: (0.0, -90.0, 0.0)}, 0.2)
    simulation.tick(3)
    row, t = row_of(simulation, ARM), simulation.stage.tables
    for axis in range(3):
        now = sample(simulation.stage, row, axis)
        assert now[TORQUE] == t.torques.joint[row, axis] and now[TORQUE] != 0.0
        assert now[LIMIT] == t.skeletons.torque_limit[row]
    elbow = row_of(simulation, "right_forearm")
    assert len(axes_of(t.skeletons, elbow)) == 1
    assert sample(simulation.stage, elbow, 0)[TORQUE] == t.torques.joint[elbow, 0]


@pytest.mark.parametrize("servo", ["world", "parent", "off"])
def test_other_servos_have_torque_inertia_and_error_but_no_gains_of_this_kind(made, servo):
    simulation = made(servo=servo)
    simulation.tick(3)
    now = sample(simulation.stage, row_of(simulation, ARM), 0)
    assert np.isnan(now[STIFFNESS])
    assert np.isfinite(now[[MOMENT, TORQUE, LIMIT, ERROR]]).all()


def test_a_leg_that_stands_is_held_and_has_no_gains(made):
    simulation = made(servo="timed")
    simulation.run(0.5)
    assert np.isnan(sample(simulation.stage, row_of(simulation, "right_thigh"), 0)[STIFFNESS])


def looked_at(made, servo, *seconds):
    """Of the shoulder, a tick into each of these key-frames."""
    simulation, found = made(servo=servo), []
    for way, time in enumerate(seconds):
        simulation.characters["red"].key({ARM: (0.0, -40.0 - 20.0 * way, 0.0)}, time)
        simulation.tick(2)
        found.append(sample(simulation.stage, row_of(simulation, ARM), 1))
        simulation.tick(round(time / DT) - 2)
    return found


def test_a_variants_joint_without_a_key_frame_is_held_and_has_no_gains(made):
    simulation = made(servo="timed_published")
    simulation.tick()
    assert np.isnan(sample(simulation.stage, row_of(simulation, ARM), 0)[STIFFNESS])


def test_single_links_have_less_inertia_and_so_less_stiffness(made):
    (single,), (whole,) = (looked_at(made, servo, 0.5) for servo in ("timed_single", "timed_published"))
    assert single[MOMENT] < 0.5 * whole[MOMENT]
    assert single[STIFFNESS] / whole[STIFFNESS] == pytest.approx(single[MOMENT] / whole[MOMENT])


def test_tuned_gains_stay_what_they_were_at_the_first_key_frame(made):
    first, second = looked_at(made, "timed_tuned", 0.3, 0.6)
    assert second[STIFFNESS] == first[STIFFNESS] == pytest.approx(gains(first[MOMENT], 0.9, 0.3)[0])
    first, second = looked_at(made, "timed_published", 0.3, 0.6)
    assert second[STIFFNESS] < 0.5 * first[STIFFNESS]


@pytest.mark.parametrize(("bone", "axis"), [(ARM, 1), ("right_forearm", 0)])
def test_an_adaptive_joint_has_its_angle_and_those_of_its_model_and_target(made, bone, axis):
    simulation = made(servo="adaptive", settings={"settling_s": 1.0, "clip": "walk"})
    simulation.run(0.5)
    row, t = row_of(simulation, bone), simulation.stage.tables
    (own,) = t.own["adaptive"]
    now, local = sample(simulation.stage, row, axis), axes_of(t.skeletons, row)[axis]
    for place, turn in ((TARGET, t.targets.joint), (MODEL, own.model), (PLANT, t.bones.joint)):
        away = to_rotvec(tuple(turn[row].tolist()))
        assert now[place] == pytest.approx(np.degrees(np.dot(away, local)), abs=1e-9)
    np.testing.assert_array_equal(now[OF_Q : OF_1 + 1], own.gains[row, axis])


def test_a_joint_that_follows_no_model_has_neither_angles_nor_sums(made):
    simulation = made(servo="world")
    simulation.tick(3)
    assert np.isnan(sample(simulation.stage, row_of(simulation, ARM), 0)[TARGET : OF_1 + 1]).all()


# --- a trace


@pytest.mark.parametrize("count", [0, 1, TICKS - 1, TICKS, TICKS + 1, 3 * TICKS + 7])
def test_a_trace_shows_the_last_four_seconds_oldest_first(count):
    trace = Trace()
    for n in range(count):
        trace.write(np.full(plots.ROWS, float(n)))
    shown = trace.shown()
    known = min(count, TICKS)
    assert shown.shape == (plots.ROWS, TICKS)
    assert np.isnan(shown[:, : TICKS - known]).all()
    assert np.array_equal(shown[ERROR, TICKS - known :], np.arange(count - known, count))
    assert all(row.flags.c_contiguous for row in shown)


# --- in the panel


@pytest.fixture
def shown(monkeypatch):
    """Draws a panel of which only the plots are open, and reads the picture."""
    pytest.importorskip("slimgui", reason="the panel is optional")
    monkeypatch.setattr(module, "OPEN_AT_FIRST", ("Plots",))
    current()
    made = []

    def show(session):
        if not made:
            made.extend((Panel(session), Frame(400, 1000, 0)))
            made[0].toggle()
        gl = pyglet.gl
        gl.glClearColor(0.4, 0.4, 0.4, 1.0)
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        made[0].draw(400, 1000, 1.0, 1 / 60)
        return made[0].plots, made[1].read()[..., :3].astype(int)

    yield show
    for each in made:
        each.close()


def lines(picture):
    """Pixels in the first line's blue."""
    return int((picture[..., 2] - picture[..., 0] > 80).sum())


def test_what_is_drawn_is_looked_at_and_seen(session, shown):
    world = session(servo="timed")
    shown(world)
    empty = lines(shown(world)[1])
    world.simulation.characters["red"].key({ARM: (0.0, -90.0, 0.0)}, 0.3)
    for _ in range(60):
        world.advance(1 / 60)
        tracks, picture = shown(world)
    assert np.isfinite(tracks.trace.shown()[ERROR]).sum() == 120
    assert lines(picture) > empty + 300


@pytest.mark.parametrize(("servo", "follows"), [("adaptive", True), ("timed", False)])
def test_who_follows_a_model_has_other_plots_than_who_is_timed(session, shown, servo, follows):
    world = session(servo=servo)
    for _ in range(60):
        world.advance(1 / 60)
        tracks, picture = shown(world)
    assert np.isfinite(tracks.trace.shown()[MODEL]).any() == follows
    greens = int((picture[..., 1] - np.maximum(picture[..., 0], picture[..., 2]) > 60).sum())
    assert (greens > 10) == follows  # the sum of r, and its name


def test_nothing_is_looked_at_before_it_is_drawn_nor_long_after(session, shown):
    world = session(servo="timed")
    unseen = PlotsPanel(world)
    tracks, _ = shown(world)
    for _ in range(FORGOTTEN_TICKS + 20):
        world.tick()
    assert np.isfinite(tracks.trace.shown()[TORQUE]).sum() == FORGOTTEN_TICKS
    assert np.isnan(unseen.trace.values).all()


def test_another_joint_another_world_or_another_time_begins_afresh(session, shown):
    world = session(servo="timed")
    tracks, _ = shown(world)

    def looked():
        shown(world)
        world.tick()
        return int(np.isfinite(tracks.trace.shown()[TORQUE]).sum())

    assert [looked() for _ in range(3)] == [1, 2, 3]
    tracks.joint = "left_forearm"
    assert [looked(), looked()] == [1, 2]
    tracks.axis = 2  # an elbow has one axis
    assert looked() == 3
    world.go_to(world.history.now - 2)
    assert looked() == 1
    world.open("balance")
    assert looked() == 1


def test_a_joint_with_a_key_frame_is_looked_at_first(session, shown):
    world = session(servo="timed")
    world.simulation.characters["red"].key({"neck": (0.0, 20.0, 0.0)}, 0.5)
    world.tick()
    assert shown(world)[0].joint == "neck"
    assert shown(world)[0].joint in world.simulation.characters["red"].bones


def test_plots_do_not_change_the_world(session, shown):
    world, alone = session(servo="timed"), session(servo="timed")
    for _ in range(30):
        shown(world)
        world.tick()
        alone.tick()
    assert world.simulation.state_hash() == alone.simulation.state_hash()


def test_a_waist_that_is_led_is_looked_at_first_and_those_of_all_bodies_together(session, shown):
    """About y, the first that its path turns: three settling times, 0.35 s after the target jumped by 20 degrees."""
    world = session("waist")
    for frame in range(81):
        world.advance(1 / 60)
        if frame > 76:
            tracks, _ = shown(world)
    assert (tracks.joint, tracks.axis, tracks.others) == ("spine1", 1, ["quick", "medium", "slow"])
    quick, medium, slow = tracks.beside.shown()[:3, -1]
    assert 21.0 > quick > 19.0 > medium > 1.5 * slow > 3.0


def test_numbers_that_are_nothing_have_no_sign():
    assert [told("model {:.1f}", x) for x in (-0.04, -0.06, -10.0, 0.0)] == [
        "model 0.0", "model -0.1", "model -10.0", "model 0.0",
    ]  # fmt: skip
    assert [told("torque {:.0f} N m", x) for x in (-0.2, -0.7, np.nan)] == ["torque 0 N m", "torque -1 N m", ""]
