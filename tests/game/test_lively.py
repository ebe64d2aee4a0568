"""Because somebody looks: things rain and somebody walks, as deeds; and a race is counted in."""

from __future__ import annotations

import numpy as np
import pytest

from components.errors import InputError
from game.plays.course.session.playing import OnCourse
from game.plays.course.session.race import Start, finish_of
from game.plays.course.session.steering import Lane, runners
from game.scenes.scene import load_scene
from game.session.deeds import Launch, SetValue
from game.session.lively import due
from game.session.plays import KEYS
from game.session.recording import Opening
from game.session.session import Session
from game.world.simulation import Simulation


@pytest.fixture
def opened():
    made = []

    def of(scene, **more):
        made.append(Session(load_scene(scene), opening=Opening(scene), **more))
        return made[-1]

    yield of
    for session in made:
        session.close()


def test_in_ten_seconds_things_fall_all_over_and_two_begin_to_walk():
    lively = load_scene("crowd").lively
    deeds = [deed for tick in range(1200) for deed in due(lively, tick)]
    drops = np.array([deed.position for deed in deeds if isinstance(deed, Launch)])
    assert len(drops) == 14 and (drops[:, 2] > 3.0).all()
    assert len({deed.what for deed in deeds if isinstance(deed, Launch)}) == 4
    for axis in (0, 1):
        assert np.ptp(drops[:, axis]) > 0.7 * lively.rain.spread
        assert np.abs(drops[:, axis]).max() <= lively.rain.spread / 2
    assert {deed.who for deed in deeds if isinstance(deed, SetValue) and deed.value == "walk"} == {"c1", "c4"}
    assert not [d for tick in range(12_000, 24_000) for d in due(lively, tick) if isinstance(d, Launch)], "it ends"


def test_a_crowd_that_nobody_looks_at_is_what_run_and_bench_measure(opened):
    session = opened("crowd")
    for _ in range(20):
        session.tick()
    with Simulation("crowd") as alone:
        alone.tick(20)
        assert [deed for _, deed in session.history.deeds] == []
        assert {type(event.kind) for event in session.simulation.stage.events} <= {str}
        assert len(session.simulation.stage.names) == len(alone.stage.names)


@pytest.mark.slow
def test_a_lively_crowd_is_done_again_to_the_bit(opened):
    session = opened("crowd", lively=True)
    begin = session.simulation.characters["c1"].place("pelvis")
    for _ in range(300):
        session.tick()
    assert len(session.simulation.stage.names) == 55 + 3
    assert np.linalg.norm((session.simulation.characters["c1"].place("pelvis") - begin)[:2]) > 0.8
    recording = session.recording()
    again = opened("crowd", lively=True)
    again.replay(recording)
    for _ in range(300):
        again.tick()
    assert again.simulation.state_hash() == recording.state_hash
    session.go_to(170)
    session.clock.paused = False
    while session.simulation.ticks < 300:
        session.tick()
    assert session.simulation.state_hash() == recording.state_hash, "gone back to, and on from there"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('rain = { what = ["brick"] }', "brick"),
        ('walkers = [{ who = "nobody", clips = ["walk"] }]', "nobody"),
        ('walkers = [{ who = "red", clips = ["wlk"] }]', "walk"),
    ],
)
def test_what_is_wrong_in_it_is_said(tmp_path, text, reason):
    path = tmp_path / "s.toml"
    path.write_text(f'title = "t"\n[lively]\n{text}\n[[character]]\nname = "red"\n')
    with pytest.raises(InputError, match=reason):
        load_scene(path)


# --- a race


def test_a_start_counts_three_two_one_and_goes():
    start, seen = Start(), []
    while start.shown:
        seen += [start.shown] if start.shown not in seen else []
        assert start.waits(0.05) is (len(seen) < 4)
    assert seen == ["3", "2", "1", "Go"]


def test_nobody_goes_before_the_count_is_over_and_what_is_held_counts_then(opened):
    session = opened("course", players=1, lively=True)
    OnCourse.of(session).press(1, Lane.FORWARD, True, KEYS)
    while OnCourse.of(session).start.shown.isdigit():
        OnCourse.of(session).press(1, Lane.JUMP, True, KEYS)
        OnCourse.of(session).press(1, Lane.JUMP, False, KEYS)
        assert session.advance(1 / 60) == 0
    assert session.simulation.ticks == 0 and OnCourse.of(session).start.shown == "Go"
    for _ in range(60):
        session.advance(1 / 60)
    assert 100 <= session.simulation.ticks <= 125
    assert runners(session.simulation)["world"].forward == 1.0
    assert not [deed for _, deed in session.history.deeds if type(deed).__name__ == "Act"], "no jump from the count"


def test_the_count_changes_nothing_of_the_race(opened):
    counted, plain = opened("course", players=1, lively=True), opened("course", players=1)
    while counted.simulation.ticks < 60:
        counted.advance(1 / 60)
    while plain.simulation.ticks < counted.simulation.ticks:
        plain.tick()
    assert counted.simulation.state_hash() == plain.simulation.state_hash()


def test_who_only_looks_on_need_not_wait_and_again_is_counted_again(opened):
    assert OnCourse.of(opened("course", lively=True)).start is None
    session = opened("course", players=1, lively=True)
    OnCourse.of(session).start.waits(10.0)
    session.restart()
    assert OnCourse.of(session).start.shown == "3"


def test_the_finish_tells_time_and_place_among_those_who_are_in(opened):
    session = opened("course", players=1)
    assert finish_of(session, "world") is None
    everybody = runners(session.simulation)
    everybody["playback"].finished_s, everybody["world"].finished_s = 20.5, 31.25
    assert finish_of(session, "world") == (31.25, 2, 3)
    everybody["playback"].finished_s = None
    assert finish_of(session, "world") == (31.25, 1, 3)
