"""What is shown while a script is played: its beats as they light up, and where each track goes in what time."""

from __future__ import annotations

from itertools import combinations
from math import exp, floor

import numpy as np
import pytest

from game.hud.beat import DOT, FADES, MOST, NAME, SHOWN, WIDTH
from game.hud.hud import Hud
from game.picture.ink import PAD, readable
from game.rigs.rig import load_rig
from game.scenes.scene import load_scene
from game.scripts.file import load_script
from game.scripts.info import script_names
from game.session.session import Session
from game.sound.metronome import played
from systems.draw.context import current

SIZES = [(1280, 720), (640, 360), (1920, 1080), (960, 600)]
SCRIPT = """
title = "Signals"
beat_s = 0.5
[poses.Nod]
head = [0.0, 15.0, 0.0]
[[track]]
name = "both_arms"
times = 0
frames = [{ pose = "ArmsUp", beats = 1 }, { pose = "ArmsDown", beats = 3 }]
[[track]]
name = "neck"
start_s = 1.0
frames = [{ pose = "Look", seconds = 0.5 }]
[poses.Look]
neck = [0.0, 0.0, 20.0]
[[state]]
name = "nods"
pose = "Nod"
seconds = 0.5
hold_s = 4.0
"""


@pytest.fixture(scope="module")
def opened():
    current()
    session = Session(load_scene("stage"))
    yield session
    session.close()


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("scripts") / "signals.toml"
    path.write_text(SCRIPT, encoding="utf-8")
    return str(path)


@pytest.fixture
def hud(opened, path, spy):
    """Of somebody who is about to begin."""
    opened.change("script", "")
    opened.restart()
    opened.messages.pass_time(60.0)
    opened.clock.paused, opened.clock.speed, opened.profiling, opened.helping = False, 1.0, 0, False
    opened.change("servo", "timed")
    assert opened.change("script", path)
    hud = Hud(opened, spy("script"))
    yield hud
    hud.overlay.close()


def later(session, ticks):
    for _ in range(ticks):
        session.tick()


def shown(hud, size=SIZES[0], covered=0.0):
    return hud.overlay.picture(hud, size, covered)


def dots(hud):
    """Left, top, right, bottom and colour of each."""
    return [box for box in hud.overlay.boxes["beats"] if box[2] - box[0] == pytest.approx(box[3] - box[1])]


def bars(hud):
    """Of each track that has one, the share that is filled."""
    flat = [box for box in hud.overlay.boxes["beats"] if box not in dots(hud)]
    return [(full[2] - full[0]) / (track[2] - track[0]) for track, full in zip(flat[::2], flat[1::2], strict=True)]


# --- the beats


@pytest.mark.slow(but=["0", "3"])
@pytest.mark.parametrize("beat", [0, 1, 3, 4, 7, 8, 13])
def test_the_dot_of_the_beat_is_the_widest_and_shrinks_until_the_next(hud, beat):
    later(hud.session, 60 * beat)
    wide = []
    for ticks in (6, 24, 24):
        later(hud.session, ticks)
        shown(hud)
        widths = [right - left for left, _, right, *_ in dots(hud)]
        assert len(widths) == SHOWN and int(np.argmax(widths)) == beat % SHOWN
        assert sorted(widths)[:-1] == pytest.approx([DOT] * (SHOWN - 1))
        wide.append(max(widths))
    assert wide == pytest.approx([DOT * (1.0 + exp(-FADES * gone)) for gone in (0.1, 0.5, 0.9)])


def test_on_the_screen_it_is_the_brightest_and_what_is_over_is_brighter_than_what_comes(hud):
    later(hud.session, 2 * 60 + 3)
    pixels = shown(hud).astype(int)
    middles = [(round((left + right) / 2), round((top + bottom) / 2)) for left, top, right, bottom, _ in dots(hud)]
    bright = [pixels[y - 1 : y + 2, x - 1 : x + 2].sum(axis=-1).mean() for x, y in middles]
    assert int(np.argmax(bright)) == 2
    assert min(bright[:2]) > 1.2 * max(bright[3:])
    assert min(bright[3:]) > 2 * pixels[middles[0][1], middles[-1][0] + 14].sum(), "those to come can be seen"


def test_the_first_of_four_has_a_colour_of_its_own(hud):
    shown(hud)
    colours = [box[4][:3] for box in dots(hud)]
    later(hud.session, 7 * 60 + 1)
    shown(hud)
    colours = [box[4][:3] for box in dots(hud)]
    assert colours[0] == colours[4] != colours[1]
    assert len({*colours[1:4], *colours[5:]}) == 1


def test_title_player_bar_and_pace_are_said(hud):
    later(hud.session, 9 * 60)
    shown(hud)
    words = hud.overlay.words()
    assert {"Signals", "red", "bar 3 · 120/min"} <= set(words)


@pytest.mark.parametrize("servo", ["kinematic", "timed_published"])
def test_whose_servo_takes_no_key_frames_is_told_so(hud, servo):
    hud.session.change("servo", servo)
    later(hud.session, 1)
    for size in SIZES:
        shown(hud, size)
        texts = dict(hud.overlay.texts["script"])
        assert ("kinematic ignores it" in texts) is (servo == "kinematic")
        assert servo != "kinematic" or texts["kinematic ignores it"][0] > max(box[2] for box in dots(hud))


# --- the tracks


def test_each_track_says_its_pose_and_the_one_after_it(hud):
    later(hud.session, 1)
    shown(hud)
    assert hud.overlay.words()[3:] == ["both arms", "ArmsUp", "→ ArmsDown", "neck", "waits", "→ Look",
                                       "states: nods", "Nod", "→ Nod"]  # fmt: skip
    later(hud.session, 65)
    shown(hud)
    assert hud.overlay.words()[3:] == ["both arms", "ArmsDown", "→ ArmsUp", "neck", "waits", "→ Look",
                                       "states: nods", "holds Nod"]  # fmt: skip
    later(hud.session, 120)
    shown(hud)
    assert hud.overlay.words()[6:8] == ["neck", "over"]


def test_the_names_of_tracks_that_the_project_has_are_not_cut(hud, tmp_path):
    names = {name for script in script_names() for name in load_script(script, load_rig("boxer")).track_names}
    assert "conductor" in names
    for name in (names | {"conductor"}) - {"states"}:
        (tmp_path / "named.toml").write_text(SCRIPT.replace("both_arms", name), encoding="utf-8")
        hud.session.change("script", str(tmp_path / "named.toml"))
        shown(hud)
        assert name.replace("_", " ") in hud.overlay.words()


def test_a_bar_is_what_is_left_of_the_time(hud):
    later(hud.session, 15)
    shown(hud)
    assert bars(hud) == pytest.approx([45 / 60, 45 / 60]), "who waits has none"
    later(hud.session, 120)
    shown(hud)
    assert bars(hud) == pytest.approx([105 / 180, 45 / 60, 405 / 480])


def test_key_frames_by_hand_are_shown_beside_it(hud):
    hud.session.simulation.character("red").key({"left_hand": (0.0, 0.0, 10.0)}, 0.5)
    later(hud.session, 1)
    shown(hud)
    assert hud.overlay.words()[-2:] == ["by hand", "unnamed"]


def test_no_more_tracks_than_there_is_room_for(hud):
    red = hud.session.simulation.character("red")
    for n in range(MOST):
        red.key({"left_hand": (0.0, 0.0, 10.0)}, 0.5, track=f"hand{n}")
    later(hud.session, 1)
    shown(hud)
    assert len(bars(hud)) == MOST - 1, "one of them waits"


# --- when, and where


def test_nobody_plays_and_nothing_is_there_in_the_very_next_frame(hud):
    later(hud.session, 30)
    shown(hud)
    assert hud.overlay.words() and dots(hud)
    hud.session.change("script", "")
    hud.update(100.0)
    assert hud.overlay.words() == [] and hud.overlay.panels["script"] == [] and hud.overlay.boxes["beats"] == []


def test_dots_are_made_anew_in_each_frame_and_words_ten_times_a_second(hud, monkeypatch):
    shown(hud)
    made = []
    section = hud.overlay.section
    monkeypatch.setattr(hud.overlay, "section", lambda name: made.append(name) or section(name))
    hud.update(0.0)
    for frame in range(1, 121):
        hud.update(frame / 60)
    assert made.count("beats") == 121
    assert 15 <= made.count("script") <= 22


def test_the_one_who_is_chosen_is_shown(path, spy, tmp_path):
    current()
    session = Session(load_scene("balance"))
    (tmp_path / "other.toml").write_text(SCRIPT.replace("Signals", "Others"), encoding="utf-8")
    first, second, *_ = session.simulation.characters
    for session.chosen, script in ((first, path), (second, str(tmp_path / "other.toml"))):
        session.change("script", script)
    hud = Hud(session, spy("script"))
    for session.chosen, title in ((None, "Signals"), (second, "Others"), (first, "Signals")):
        shown(hud)
        hud.update(1.0)
        assert hud.overlay.words()[1] == title
        colour = next(c.colour for c in session.scene.characters if c.name == (session.chosen or first))
        assert hud.overlay.words()[0] == (session.chosen or first) and readable(colour)
    hud.overlay.close()
    session.close()


@pytest.mark.slow(but=["size0-runs-0", "size1-paused-2", "size2-slow-1", "size3-back-0"])
@pytest.mark.parametrize("profiling", [0, 1, 2])
@pytest.mark.parametrize("state", ["runs", "paused", "back", "slow"])
@pytest.mark.parametrize("size", SIZES)
def test_nothing_lies_over_anything_else_nor_outside(hud, size, state, profiling):
    session = hud.session
    later(session, 90)
    session.profiling = profiling
    if state in ("paused", "back"):
        session.pause()
    if state == "back":
        session.scrub(-0.4)
    if state == "slow":
        session.clock.speed, session.clock.late_s = 0.35, 1.0
    for text in ("one", "two", "three", "four", "five"):
        session.say(text)
    shown(hud, size)
    session.clock.late_s = 0.0
    overlay = hud.overlay
    panels = [(part, box[:4]) for part, boxes in overlay.panels.items() for box in boxes]
    assert "script" in dict(panels)
    for (part, a), (other, b) in combinations(panels, 2):
        assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1], (part, a, other, b)
    for part, (left, top, right, bottom) in panels:
        assert left >= 0 and top >= 0 and right <= overlay.right and bottom <= overlay.bottom, part
    for (text, a), (other, b) in combinations(overlay.texts["script"], 2):
        assert a[2] <= b[0] + 1 or b[2] <= a[0] + 1 or a[3] <= b[1] + 4 or b[3] <= a[1] + 4, (text, a, other, b)
    ((left, top, right, bottom, _),) = overlay.panels["script"]
    for what, box in [*overlay.texts["script"], *(("dot", box[:4]) for box in overlay.boxes["beats"])]:
        assert left <= box[0] <= box[2] <= right and top <= box[1] <= box[3] <= bottom + 1, what


@pytest.mark.parametrize("scene", ["boxing", "course"])
def test_it_has_its_place_in_a_bout_and_on_a_course_too(scene, path, spy):
    current()
    session = Session(load_scene(scene), players=1)
    session.profiling = 0
    session.change("script", path)
    later(session, 30)
    hud = Hud(session, spy("script"))
    for size in SIZES:
        shown(hud, size)
        panels = [(part, box[:4]) for part, boxes in hud.overlay.panels.items() for box in boxes]
        assert "script" in dict(panels)
        for (part, a), (other, b) in combinations(panels, 2):
            assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1], (part, a, other, b)
    hud.overlay.close()
    session.close()


def test_a_panel_at_the_right_edge_is_kept_free(hud):
    shown(hud, covered=400.0)
    ((left, _, right, _, _),) = hud.overlay.panels["script"]
    assert right <= 880 and right - left == WIDTH


def test_where_there_is_no_room_it_is_left_out(hud):
    shown(hud, (320, 180))
    assert hud.overlay.panels["script"] == [] and hud.overlay.boxes["beats"] == []


def test_long_names_are_cut_and_stay_in_their_columns(hud, tmp_path):
    long = "AnEndlesslyLongNameOfAPose"
    text = SCRIPT.replace("Signals", "A title that nobody could read in the time of one single beat, nor of two")
    text = text.replace("Look", long).replace("both_arms", "both_of_the_longest_arms")
    (tmp_path / "long.toml").write_text(text, encoding="utf-8")
    assert hud.session.change("script", str(tmp_path / "long.toml"))
    later(hud.session, 130)
    shown(hud)
    ((left, _, right, _, _),) = hud.overlay.panels["script"]
    assert all(left + PAD <= box[0] and box[2] <= right - PAD + 1 for _, box in hud.overlay.texts["script"])
    names = [box for text, box in hud.overlay.texts["script"] if text.startswith(("both of", "neck", "states"))]
    assert len(names) == 3 and all(box[2] <= left + PAD + NAME for box in names)


def test_a_script_that_begins_again_begins_at_its_first_beat(hud, path):
    session = hud.session
    later(session, 130)
    session.change("script", "")
    session.change("script", path)
    assert played(session).at == 0.0
    later(session, 60)
    assert floor(played(session).beats) == 1
