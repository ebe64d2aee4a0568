"""What is written over a course: metres, seconds, falls and style of everybody, keys for a minute, who was first."""

from __future__ import annotations

from itertools import combinations

import pytest

from components.character import Body, Phase, Record, Recovery
from components.clock import TICKS_PER_S
from game.hud.hud import Hud
from game.picture.ink import readable
from game.plays.course.hud.course import BAR, PAD, WIDTH, lanes
from game.plays.course.session.playing import OnCourse
from game.plays.course.session.steering import COURSE_CONTROLS, runners
from game.scenes.scene import load_scene
from game.session.session import Session
from systems.draw.context import current
from systems.draw.target import Frame
from systems.stage import System

SIZES = [(1280, 720), (640, 360), (1920, 1080), (960, 600)]


@pytest.fixture(scope="module")
def opened():
    current()
    session = Session(load_scene("course"), players=1)
    for _ in range(20):
        session.tick()
    yield session
    session.close()


@pytest.fixture
def walked(opened, spy):
    """Afterwards everybody is where they were."""
    everybody = runners(opened.simulation)
    records = [parts[0] for _, parts in System.query(Record)] + [parts[0] for _, parts in System.query(Recovery)]
    things = [opened, opened.clock, *everybody.values(), *records]
    kept = [dict(vars(thing)) for thing in things]
    opened.profiling = 0
    hud = Hud(opened, spy("course"))
    yield opened, everybody, hud
    hud.overlay.close()
    for thing, values in zip(things, kept, strict=True):
        vars(thing).update(values)


def shown(hud, size=SIZES[0], covered=0.0):
    frame = Frame(*size, 0)
    frame.begin()
    hud.overlay.begin(1, 1)
    hud.draw(*size, size[1] / 720, covered)
    frame.resolve()
    frame.close()
    return hud.overlay


def finished(everybody, *seconds):
    for runner, at in zip(everybody.values(), seconds, strict=True):
        runner.finished_s, runner.best = at, 24.1


def test_metres_seconds_falls_and_style_are_those_of_the_report(walked):
    session, everybody, hud = walked
    everybody["parent"].best, everybody["parent"].seconds = 12.34, 21.06
    record = next(parts[1] for _, parts in System.query(Body, Record) if parts[0].name == "parent")
    record.falls = 3
    words = shown(hud).words()
    assert {"12.3", "21.1", "3"} <= set(words)
    told = session.simulation.report()["course"]
    for lane in lanes(session)[1]:
        assert lane.style_deg == told[lane.body.name]["error_deg"] and lane.falls == told[lane.body.name]["falls"]
        assert f"{lane.style_deg:.1f} deg" in words and lane.body.name in words


@pytest.mark.parametrize(("along", "share"), [(-1.0, 0.0), (12.0, 0.5), (24.0, 1.0), (26.0, 1.0)])
def test_a_bar_is_as_long_as_what_is_behind(walked, along, share):
    session, everybody, hud = walked
    everybody["world"].best = along
    overlay = shown(hud)
    colour = readable(session.scene.characters[2].colour)
    (bar,) = (box for box in overlay.boxes["course"] if box[4] == pytest.approx(colour))
    assert bar[2] - bar[0] == pytest.approx(share * (WIDTH - PAD - BAR))


def test_help_from_outside_and_a_fall_are_said(walked):
    session, _, hud = walked
    session.simulation.stage.tables.drives.pull[2, :2] = 30.0, 40.0
    words = shown(hud).words()
    assert "world · +50 N" in words and "parent" in words
    parts = next(parts for _, parts in System.query(Body, Recovery) if parts[0].name == "world")
    parts[1].phase = Phase.LIMP
    assert "limp" in shown(hud).words()


def test_the_keys_are_told_to_whom_has_them_for_a_minute(walked, monkeypatch):
    session, _, hud = walked
    about = {control.about for control in COURSE_CONTROLS}
    assert about <= set(shown(hud).words())
    lane, OnCourse.of(session).lane = OnCourse.of(session).lane, None
    assert not about & set(shown(hud).words())
    OnCourse.of(session).lane = lane
    monkeypatch.setattr(session.simulation.stage, "ticks", 60 * TICKS_PER_S)
    assert not about & set(shown(hud).words())


def test_places_are_given_as_they_come_in_and_the_result_when_all_have(walked):
    _, everybody, hud = walked
    finished(everybody, 24.9, None, 23.4)
    words = shown(hud).words()
    assert {"1. world", "2. playback", "parent"} <= set(words)
    assert not any("is first" in word for word in words)
    finished(everybody, 24.9, 30.0, 23.4)
    words = shown(hud).words()
    assert {"world is first", "1. world   23.4 s   0 falls", "2. playback   +1.5 s   0 falls"} <= set(words)
    assert "3. parent   +6.6 s   0 falls" in words and "Backspace: again" in words


def test_other_scenes_have_no_course_and_this_one_not_what_they_have(walked, spy):
    _, _, hud = walked
    overlay = shown(hud)
    assert overlay.words("status") == overlay.words("fight") == overlay.words("scene") == []
    stage = Session(load_scene("stage"))
    other = Hud(stage, spy("course"))
    assert shown(other).words("course") == [] != other.overlay.words("status")
    other.overlay.close()
    stage.close()


@pytest.mark.slow(but=["size0-on the way-0", "size0-on the way-2"])
@pytest.mark.parametrize("profiling", [0, 1, 2])
@pytest.mark.parametrize("state", ["on the way", "over", "paused", "paused over", "slow"])
@pytest.mark.parametrize("size", SIZES)
def test_nothing_lies_over_anything_else_nor_outside(walked, size, state, profiling):
    session, everybody, hud = walked
    session.profiling = profiling
    session.clock.paused = "paused" in state
    if "over" in state:
        finished(everybody, 24.9, 30.0, 123.4)
    if state == "slow":
        session.clock.speed, session.clock.late_s = 0.35, 1.0
    for text in ("one", "two", "three", "four", "five"):
        session.say(text)
    overlay = shown(hud, size)
    panels = [(part, box[:4]) for part, boxes in overlay.panels.items() for box in boxes]
    for (part, a), (other, b) in combinations(panels, 2):
        assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1], (part, a, other, b)
    for part, (left, top, right, bottom) in panels:
        assert left >= 0 and top >= 0 and right <= overlay.right and bottom <= overlay.bottom, part
    for (text, a), (other, b) in combinations(overlay.texts["course"], 2):
        assert a[2] <= b[0] + 1 or b[2] <= a[0] + 1 or a[3] <= b[1] + 4 or b[3] <= a[1] + 4, (text, a, other, b)


def test_a_panel_at_the_right_edge_is_kept_free(walked):
    _, everybody, hud = walked
    finished(everybody, 24.9, 30.0, 23.4)
    overlay = shown(hud, SIZES[0], covered=400.0)
    assert all(box[2] <= 880 for box in overlay.panels["course"])
