"""The replay of a knock-down: what the tape says, slowly, while the world stands as it is."""

from __future__ import annotations

import esper
import numpy as np
import pytest

from components.character import Body, Stun
from components.clock import TICKS_PER_S
from components.fight import BoutPhase
from game.cameras.camera import Camera
from game.cameras.camera_operator import Places
from game.picture.replay_camera import PITCH, ReplayCamera, smoothed, widest
from game.plays.boxing.session.deeds import Block, Ordered, Walk
from game.plays.boxing.session.knockdown import AFTER, BEFORE, BEGINS, Knockdown
from game.plays.boxing.session.playing import Boxing
from game.scenes.scene import load_scene
from game.session.controls import Action
from game.session.hands import Ray
from game.session.pose_ring import PoseRing
from game.session.session import Session
from game.session.slow_motion import SPEED, SlowMotion
from game.window.view import View
from systems.draw.context import current
from systems.stage import Event

FRAME = 1 / 60
DOWN = Event(2.5, "knockdown", "red", {"number": 1})


@pytest.fixture(scope="module")
def knocked():
    """A session in which red has just gone down; its state and the tick then."""
    session = Session(load_scene("boxing"), seed=1)
    while session.simulation.time < 2.5:
        session.advance(FRAME)
    faint(session.simulation)
    while not Boxing.of(session).knockdown.due:
        session.advance(FRAME)
    yield session, session.simulation.save(), session.simulation.ticks
    session.close()


@pytest.fixture
def session(knocked):
    session, saved, ticks = knocked
    session.simulation.load(saved)
    session.history.keys.clear()
    session.history.deeds.clear()
    session.history.last = ticks
    session.stop_replay()
    Boxing.of(session).knockdown.notice(DOWN, ticks)
    session.clock.paused, session.clock.owed, Boxing.of(session).replays = False, 0.0, True
    return session


def faint(simulation):
    """Red is out of its senses, so it falls."""
    esper.switch_world(simulation.world)
    next(stun for _, (body, stun) in esper.get_components(Body, Stun) if body.name == "red").unconscious_s = 3.0


def until_it_begins(session):
    for _ in range(200):
        session.advance(FRAME)
        if session.slow_motion.active:
            return
    raise AssertionError("there was no replay")


def tape_of(ticks, bones=3):
    """Bone b at (tick, b, 0), turned about z by a thousandth of a turn a tick."""
    tape = PoseRing(bones)
    for tick in ticks:
        place = np.array([[tick, bone, 0.0] for bone in range(bones)])
        half = np.pi * tick / 1000
        tape.write(tick, place, np.tile([0.0, 0.0, np.sin(half), np.cos(half)], (bones, 1)))
    return tape


# --- with a tape alone


class Replay(Knockdown):
    """With what shows it, as a session has them."""

    def __init__(self):
        super().__init__(SlowMotion())

    def update(self, seconds, tick, tape):
        self.watch(tick, tape)
        return self.replay.update(seconds)


def test_it_begins_a_second_and_a_half_after_the_knockdown_and_not_before():
    replay, tape = Replay(), tape_of(range(300, 700))
    replay.notice(DOWN, 450)
    assert replay.update(FRAME, 450 + BEGINS - 1, tape) is None
    assert replay.due
    assert not replay.replay.active
    assert replay.update(FRAME, 450 + BEGINS, tape) is not None
    assert replay.replay.active


def test_it_shows_the_time_around_the_knockdown_at_its_speed_and_ends_by_itself():
    replay, tape = Replay(), tape_of(range(300, 700))
    replay.notice(DOWN, 450)
    seen = []
    while (poses := replay.update(FRAME, 450 + BEGINS, tape)) is not None:
        seen.append(poses[0][1, 0])
        assert len(seen) < 1000
    assert seen[0] == 450 - BEFORE
    assert np.diff(seen) == pytest.approx(TICKS_PER_S * FRAME * SPEED)
    assert 450 + AFTER - 1 < seen[-1] < 450 + AFTER
    assert len(seen) * FRAME == pytest.approx((BEFORE + AFTER) / TICKS_PER_S / SPEED, abs=2 * FRAME)
    assert not replay.due
    assert replay.replay.poses is None


def test_between_two_ticks_bones_are_between_their_poses():
    replay, tape = Replay(), tape_of(range(300, 700))
    replay.notice(DOWN, 450)
    replay.update(0.0, 450 + BEGINS, tape)
    replay.replay.moment = 400.25
    place, turn = replay.update(0.0, 450 + BEGINS, tape)
    assert place[2] == pytest.approx([400.25, 2.0, 0.0])
    assert np.linalg.norm(turn, axis=1) == pytest.approx(1.0)
    assert 2 * np.arctan2(turn[0, 2], turn[0, 3]) == pytest.approx(2 * np.pi * 400.25 / 1000, abs=1e-5)


def test_where_the_tape_has_nothing_nothing_is_shown():
    replay = Replay()
    replay.notice(DOWN, 450)
    assert replay.update(FRAME, 450 + BEGINS, tape_of(range(0))) is None
    assert not replay.due


def test_other_events_are_no_knockdowns_and_of_two_that_fall_together_the_first_is_shown():
    replay, tape = Replay(), tape_of(range(300, 700))
    for kind in ("slip", "fall", "count", "land"):
        replay.notice(Event(2.5, kind, "red", {}), 450)
    assert not replay.due
    replay.notice(DOWN, 450)
    replay.notice(DOWN, 455)
    replay.update(FRAME, 450 + BEGINS, tape)
    assert replay.replay.moment == 450 - BEFORE


# --- in a session


def test_the_world_waits_and_goes_on_as_if_nothing_had_been(session):
    until_it_begins(session)
    ticks, state = session.simulation.ticks, session.simulation.state_hash()
    frames = 0
    while session.advance(FRAME) == 0:
        frames += 1
        assert (session.simulation.ticks, session.simulation.state_hash()) == (ticks, state)
        assert frames < 1000
    assert frames * FRAME == pytest.approx((BEFORE + AFTER) / TICKS_PER_S / SPEED, abs=0.05)
    assert not Boxing.of(session).knockdown.due
    assert session.simulation.ticks > ticks


@pytest.mark.slow
def test_with_it_and_without_it_the_same_ticks_come_to_the_same_state():
    states = []
    for replays in (True, False):
        session = Session(load_scene("boxing"), seed=1)
        Boxing.of(session).replays = replays
        waited = 0
        while session.simulation.ticks < 700:
            if session.simulation.ticks == 300:
                faint(session.simulation)
            waited += session.advance(FRAME) == 0
        states.append(session.simulation.state_hash())
        assert (waited > 300) == replays
        session.close()
    assert states[0] == states[1]


def test_the_poses_are_those_of_the_tape(session):
    until_it_begins(session)
    replay = session.slow_motion
    for back in (BEFORE, 10, 0, -AFTER + 1):
        tick = replay.take.first + BEFORE - back
        replay.moment = float(tick)
        session.advance(0.0)
        place, turn = session.tape.cut(tick, tick).at(tick)
        np.testing.assert_allclose(replay.poses[0], place, atol=1e-12)
        np.testing.assert_allclose(np.abs((replay.poses[1] * turn).sum(axis=1)), 1.0, atol=1e-6)


def test_space_goes_on_and_does_not_pause(session):
    until_it_begins(session)
    session.do(Action.PAUSE)
    assert not Boxing.of(session).knockdown.due
    assert not session.clock.paused
    assert session.advance(FRAME) == 2


@pytest.mark.parametrize("action", [Action.STEP, Action.BACK])
def test_who_goes_elsewhere_in_time_has_no_replay(session, action):
    until_it_begins(session)
    session.do(action)
    assert not Boxing.of(session).knockdown.due


@pytest.fixture
def boxing():
    """Red is led by a person who blocks, and blue's knock-down is just being seen again."""
    session = Session(load_scene("boxing"), seed=1, players=1)
    while session.simulation.bout.phase is not BoutPhase.FIGHT:
        session.tick()
    session.play_key("O", True)
    session.tick()
    Boxing.of(session).knockdown.notice(DOWN, session.simulation.ticks)
    until_it_begins(session)
    yield session
    session.close()


def red(session):
    return session.simulation.characters["red"].fighter


@pytest.mark.slow
def test_punches_while_it_is_shown_are_not_thrown_and_do_not_end_it(boxing):
    deeds, state = list(boxing.history.deeds), boxing.simulation.state_hash()
    for key in ("J", "K", "LSHIFT", "L", "SEMICOLON", "SLASH", "BACKSLASH"):
        assert boxing.play_key(key, True)
        boxing.advance(FRAME)
        boxing.play_key(key, False)
    assert boxing.slow_motion.active
    assert (boxing.history.deeds, boxing.simulation.state_hash()) == (deeds, state)
    boxing.do(Action.PAUSE)
    for _ in range(30):
        boxing.advance(FRAME)
    assert boxing.history.deeds == deeds and red(boxing).thrown == 0
    assert boxing.play_key("J", True)
    boxing.advance(FRAME)
    assert red(boxing).thrown == 1


@pytest.mark.slow
def test_what_is_let_go_and_taken_up_while_it_is_shown_counts_when_it_is_over(boxing):
    deeds = len(boxing.history.deeds)
    for key, down in (("O", False), ("S", True), ("A", True), ("A", False)):
        boxing.play_key(key, down)
        boxing.advance(FRAME)
    assert len(boxing.history.deeds) == deeds and red(boxing).block == "high"
    boxing.do(Action.PAUSE)
    boxing.advance(FRAME)
    assert [deed for _, deed in boxing.history.deeds[deeds:]] == [Walk("red", -1.0, 0.0), Block("red", "")]
    assert (red(boxing).walk, red(boxing).block) == ((-1.0, 0.0), "")


@pytest.mark.slow
def test_power_is_not_gathered_while_it_is_shown(boxing):
    boxing.play_key("LSHIFT", True)
    for _ in range(60):
        boxing.advance(FRAME)
    boxing.do(Action.PAUSE)
    boxing.play_key("J", True)
    assert boxing.history.deeds[-1][1] == Ordered("red", "jab", "head", 1.0)


def test_hands_do_not_reach_for_what_is_not_there_while_it_is_shown(boxing):
    chest = boxing.simulation.characters["red"].place("spine2")
    boxing.hands.ray = Ray(chest + np.array([3.0, 0.0, 0.0]), np.array([-1.0, 0.0, 0.0]), np.array([0.0, 0.0, 1.0]))
    deeds = list(boxing.history.deeds)
    for action in (Action.THROW, Action.PUSH, Action.SPAWN, Action.CLEAR):
        boxing.do(action)
    boxing.throw_at("blue")
    assert not boxing.grab()
    assert boxing.history.deeds == deeds and boxing.last_throw is None
    boxing.do(Action.PAUSE)
    for action in (Action.THROW, Action.PUSH, Action.SPAWN, Action.CLEAR):
        boxing.do(action)
    assert boxing.grab()
    assert len(boxing.history.deeds) == len(deeds) + 4


def test_switched_off_there_is_none(session):
    session.stop_replay()
    Boxing.of(session).replays = False
    session.advance(FRAME)
    session.simulation.stage.tell("knockdown", "red", number=1)
    for _ in range(120):
        assert session.advance(FRAME) > 0
    assert not Boxing.of(session).knockdown.due


def test_a_pause_before_it_begins_stays_a_pause(session):
    session.clock.paused = True
    for _ in range(200):
        session.advance(FRAME)
    assert Boxing.of(session).knockdown.due
    assert not session.slow_motion.active


# --- in the picture


def test_the_picture_shows_the_bodies_of_the_tape_and_afterwards_those_of_the_world(session):
    current()
    session.quality = "low"
    view = View(session, (160, 90))
    until_it_begins(session)
    cast, bones = view.sides[0].studio.cast, session.simulation.stage.tables.bones.position
    before = view.operator.camera
    for _ in range(30):
        session.advance(FRAME)
        view.update(FRAME)
        np.testing.assert_array_equal(cast.characters, session.slow_motion.poses[0])
        assert not view.sides[0].sparks.shown
    assert np.abs(cast.characters - bones).max() > 0.3
    assert view.operator.camera is before
    view.draw(160, 90, 1.0)
    session.do(Action.PAUSE)
    session.clock.paused = True
    view.update(FRAME)
    np.testing.assert_allclose(cast.characters, bones, atol=1e-9)
    assert view.sides[0].sparks.shown
    view.close()
    session.opened.clear()
    session.before_last_tick.clear()
    session.after_tick.clear()


def film(session, yaw):
    until_it_begins(session)
    take, first = session.slow_motion.take, session.simulation.stage.tables.skeletons.first
    return take, first, ReplayCamera(take, first, Camera(yaw=yaw), 16 / 9)


def test_its_camera_looks_across_the_line_between_them_and_holds_both(session):
    take, first, camera = film(session, -1.0)
    for tick in range(take.first, take.first + BEFORE + AFTER, 7):
        bones = take.at(tick)[0]
        seen = camera.at(tick)
        assert seen.pitch == PITCH
        clip = np.column_stack([bones, np.ones(len(bones))]) @ seen.view_projection(16 / 9).T
        assert (np.abs(clip[:, :2]) < clip[:, 3:]).all(), tick
        assert seen.eye[2] > 0.3
    standing = Places(take.at(take.first)[0], first)
    line = standing.of(1).mean(axis=0) - standing.of(0).mean(axis=0)
    assert abs(camera.at(take.first).axes[2] @ line) / np.linalg.norm(line) < 0.3


@pytest.mark.parametrize("yaw", [-np.pi / 2, np.pi / 2])
def test_its_camera_stays_on_the_side_from_which_it_was_seen(session, yaw):
    take, _, camera = film(session, yaw)
    assert np.cos(camera.at(take.first).yaw - yaw) > 0.7


def test_its_camera_moves_without_a_jerk(session):
    take, _, camera = film(session, 1.0)
    eyes = np.array([camera.at(take.first + n).eye for n in range(BEFORE + AFTER)])
    assert np.linalg.norm(np.diff(eyes, axis=0), axis=1).max() < 0.04


def test_smoothing_keeps_what_is_even_and_the_widest_is_never_narrower():
    even = np.full((30, 3), 2.5)
    np.testing.assert_allclose(smoothed(even), even)
    random = np.random.default_rng(2).uniform(1.0, 3.0, 40)
    assert (smoothed(widest(random)) >= random).all()
