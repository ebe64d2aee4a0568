"""Script files: what one may say, and that whatever is wrong with one is one line that says where."""

from __future__ import annotations

import re
from math import inf

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from components.errors import InputError
from components.script import EVENTS
from game.base.paths import PROJECT
from game.rigs.rig import load_rig
from game.scripts.file import load_script
from game.scripts.info import SCRIPTS, script_names
from game.scripts.poses import library
from game.session import listing
from systems.kernels.quaternions import to_rotvec

BOXER = load_rig("boxer")
GOOD = """
title = "Wave"
beat_s = 0.4
[poses.Out]
left_upper_arm = [80.0, 0.0, 0.0]
[poses.High]
from = "Out"
left_upper_arm = [120.0, 0.0, 0.0]
left_forearm = [0.0, -20.0, 0.0]
[poses.Nod]
head = [0.0, 20.0, 0.0]
[[track]]
name = "arm"
start_beat = 2
times = 3
frames = [
  { pose = "Out", seconds = 0.5 },
  { pose = "High", beats = 1, speeds = { left_upper_arm = [90.0, 0.0, 0.0] } },
]
[[state]]
name = "nod"
pose = "Nod"
seconds = 0.3
hold_s = 0.2
next = "nod"
on = { hit = "nod" }
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("scripts")


@pytest.fixture
def load(folder):
    return lambda text: loaded(folder, text)


def loaded(folder, text):
    path = folder / "wave.toml"
    path.write_text(text, encoding="utf-8")
    return load_script(str(path), BOXER)


def test_a_file_becomes_tracks_and_states(load):
    script = load(GOOD)
    (arm,) = script.tracks
    assert (script.title, script.beat_s, arm.name, arm.start_s, arm.times) == ("Wave", 0.4, "arm", 0.8, 3)
    assert [(frame.pose, frame.seconds) for frame in arm.frames] == [("Out", 0.5), ("High", 0.4)]
    assert [(frame.seconds, bool(frame.turns)) for frame in script.states["nod"].frames] == [(0.3, True), (0.2, False)]
    assert script.track_names == ("arm", "states")


def test_degrees_become_turns_and_speeds_of_the_rigs_bones(load):
    high = load(GOOD).tracks[0].frames[1]
    turns = {BOXER.names[bone]: np.degrees(to_rotvec(turn)) for bone, turn in high.turns}
    assert turns["left_upper_arm"] == pytest.approx((120.0, 0.0, 0.0))
    assert turns["left_forearm"] == pytest.approx((0.0, -20.0, 0.0))
    ((bone, spin),) = high.spins
    assert BOXER.names[bone] == "left_upper_arm" and spin == pytest.approx((np.pi / 2, 0.0, 0.0))


def test_no_times_is_for_ever(load):
    assert load(GOOD.replace("times = 3", "times = 0")).tracks[0].times == inf


def test_a_pose_may_inherit_from_the_library_and_hide_one_of_it(load):
    text = GOOD.replace('from = "Out"', 'from = "ArmsUp"').replace("poses.Nod", "poses.ArmsDown")
    script = load(text.replace('pose = "Nod"', 'pose = "ArmsDown"').replace('"Out", ', '"High", '))
    assert "right_forearm" in script.poses["High"]
    assert script.poses["ArmsDown"] == {"head": (0.0, 20.0, 0.0)}


def test_a_pose_that_nothing_uses_may_have_bones_that_the_rig_has_not(load):
    assert "left_wing" in load(GOOD + "[poses.Fly]\nleft_wing = [0.0, 0.0, 0.0]\n").poses["Fly"]


def test_a_line_of_heirs_may_be_long(load):
    line = "".join(f'[poses.P{n}]\nfrom = "P{n + 1}"\n' for n in range(3000))
    assert load(GOOD + line + '[poses.P3000]\nfrom = "Nod"\n').poses["P0"] == {"head": (0.0, 20.0, 0.0)}


WRONG = {
    "an unknown pose": ('pose = "High"', 'pose = "Hihg"', "track[1].frames[2].pose: there is no pose 'Hihg', did you"),
    "an unknown parent": ('from = "Out"', 'from = "Oot"', "line 7, poses.High.from: there is no pose 'Oot', did you"),
    "its own parent": ('from = "Out"', 'from = "High"', "poses.High.from: inherits from itself: High from High"),
    "a ring": ("[poses.Out]", '[poses.Out]\nfrom = "High"', "inherits from itself: Out from High from Out"),
    "an unknown bone": ("head =", "haed =", "state[1]: pose Nod: rig boxer has no bone 'haed', did you mean head?"),
    "an inherited unknown bone": ("left_upper_arm = [80", "left_wing = [80", "pose Out: rig boxer has no bone 'left_w"),
    "no vector": ("head = [0.0, 20.0, 0.0]", 'head = "up"', "poses.Nod.head: must be three numbers, not 'up'"),
    "a hinge off its axis": ("[0.0, -20.0, 0.0]", "[0.0, 0.0, 20.0]", "left_forearm is a hinge and turns about"),
    "an elbow the wrong way": (
        "[0.0, -20.0, 0.0]", "[0.0, 20.0, 0.0]",
        "frames[2]: pose High: left_forearm bends by -5 to 155 degrees about [0, -1, 0], not by -20",
    ),
    "a knee the wrong way": ("head = [0.0, 20.0", "right_shin = [0.0, -20.0", "right_shin bends by -5 to 155 degrees"),
    "an elbow too far": ("[0.0, -20.0, 0.0]", "[0.0, -170.0, 0.0]", "degrees about [0, -1, 0], not by 170"),
    "a pose without bones": ("[poses.Nod]", "[poses.None]\n[poses.Nod]", "line 10, poses.None: has no bone"),
    "a pose that inherits none": (
        "[poses.Nod]", '[poses.A]\nfrom = "B"\n[poses.B]\n[poses.Nod]', "poses.B: has no bone"
    ),
    "a name with a blank": (
        "[poses.Nod]", '[poses."A b"]\n[poses.Nod]', "line 10, poses.A b: a pose's name begins with"
    ),
    "too many degrees": (
        "head = [0.0, 20.0", "head = [0.0, 400.0", "line 11, poses.Nod.head[2]: expected `float` <= 360.0"
    ),
    "too great a speed": ("= [90.0", "= [1e9", "track[1].frames[2]"),
    "the root": ("head =", "pelvis =", "pelvis is the root"),
    "no time": ("seconds = 0.5", "seconds = 0", "frames[1].seconds: must be at least a tick (0.0083 s)"),
    "a negative time": ("seconds = 0.5", "seconds = -0.5", "must be at least a tick"),
    "less than a tick": ("seconds = 0.5", "seconds = 0.008", "must be at least a tick"),
    "no beats": ("beats = 1", "beats = 0", "frames[2].beats: must be at least a tick"),
    "nan": ("seconds = 0.5", "seconds = nan", "must be a number, not nan"),
    "two times": ("beats = 1", "beats = 1, seconds = 1", "needs seconds or beats, one of them"),
    "neither time": ("beats = 1,", "", "needs seconds or beats, one of them"),
    "a speed of another bone": ("{ left_upper_arm", "{ head", "has a speed for 'head', which is not in pose High"),
    "two starts": ("start_beat = 2", "start_beat = 2\nstart_s = 0", "has both start_s and start_beat"),
    "a start before it": ("start_beat = 2", "start_s = -1", "must start after 0 to"),
    "a bone in two tracks": (
        "head = [0.0, 20.0", "left_forearm = [0.0, -20.0", "left_forearm is in two tracks, 'arm' and 'states'"
    ),
    "two tracks of a name": (
        "[[state]]", '[[track]]\nname = "arm"\nframes = [{ pose = "ArmsUp", seconds = 1 }]\n[[state]]',
        "line 21, track[2].name: 'arm' is the name of two tracks",
    ),
    "the states' name": ('name = "arm"', 'name = "states"', "'states' is the name of the states' track"),
    "two states of a name": (
        "[[state]]", '[[state]]\nname = "nod"\npose = "Nod"\nseconds = 1\n[[state]]', "there is another state 'nod'"
    ),
    "an unknown next": ('next = "nod"', 'next = "nood"', "state[1].next: there is no state 'nood', did you mean nod?"),
    "an unknown goal": ('hit = "nod"', 'hit = ""', "there is no state ''"),
    "an unknown event": ("hit =", "hitt =", "state[1].on: there is no event 'hitt', did you mean hit?"),
    "a hold that is too short": ("hold_s = 0.2", "hold_s = 0.001", "state[1].hold_s: must be at least a tick"),
    "no music": ("beat_s = 0.4", 'music = "no.wav"', "there is no file 'no.wav' beside the script"),
    "music elsewhere": ("beat_s = 0.4", 'music = "../no.wav"', "music"),
    "an unknown key": ("times = 3", "tiems = 3", "there is no such key, did you mean times?"),
    "a beat of nothing": ("beat_s = 0.4", "beat_s = 0", "line 3, beat_s"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_one_line_that_says_where(load, case):
    old, new, said = WRONG[case]
    assert old in GOOD
    with pytest.raises(InputError) as error:
        load(GOOD.replace(old, new, 1))
    assert "wave.toml: " in str(error.value) and said in str(error.value)
    assert "\n" not in str(error.value)


def test_a_script_without_anything_to_play_is_none(load):
    with pytest.raises(InputError, match=r"needs a \[\[track\]\] or a \[\[state\]\]"):
        load('title = "Nothing"')


def test_a_name_that_is_none_is_told_with_those_that_are_near():
    with pytest.raises(InputError, match=r"setting script: there is no script 'semafore', did you mean semaphore\?"):
        load_script("semafore", BOXER)


PARTS = [part for part in re.split(r"(\n|[\[\]{}=,\"])", GOOD) if part]
WORDS = st.sampled_from([*PARTS, "nan", "1e9", "-1", "from", "states", "\x00", "'", "é", "[[track]]", "9" * 30])


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_whatever_is_written_loads_or_is_one_line(folder, data):
    """A good file with some of its words left out, said twice or made into others."""
    words = list(PARTS)
    for _ in range(data.draw(st.integers(0, 4))):
        at = data.draw(st.integers(0, len(words) - 1))
        words[at : at + data.draw(st.integers(0, 3))] = data.draw(st.lists(WORDS, max_size=2))
        words = words or [""]
    try:
        script = loaded(folder, "".join(words))
    except InputError as error:
        assert "\n" not in str(error) and str(error)
        return
    assert script.tracks or script.states
    assert all(frame.seconds > 0.008 for track in script.tracks for frame in track.frames)


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=60) | st.lists(WORDS, max_size=40).map("".join))
def test_any_text_at_all_loads_or_is_one_line(folder, text):
    try:
        loaded(folder, text)
    except InputError as error:
        assert "\n" not in str(error) and str(error)


@pytest.mark.parametrize("name", script_names())
def test_every_script_of_the_project_plays_on_the_boxer(name):
    assert load_script(name, BOXER).bones


def test_the_list_has_every_script_with_its_title():
    rows = dict(listing.LISTS["scripts"]())
    assert sorted(rows) == sorted(path.stem for path in SCRIPTS.glob("*.toml") if path.stem != "poses")
    assert rows["semaphore"].startswith("Semaphore: ")


def test_the_library_has_the_poses_that_the_page_promises():
    page = (PROJECT / "docs" / "scripts.md").read_text(encoding="utf-8")
    assert {"ArmsUp", "ArmsFront", "ArmsOut", "ArmsDown"} <= set(library())
    assert {"ArmsUp", "ArmsFront", "ArmsOut", "ArmsDown"} <= set(re.findall(r"`(Arms\w+)`", page))


def test_the_script_on_the_page_is_one(load):
    page = (PROJECT / "docs" / "scripts.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    assert len(load(example).tracks) == 2


def test_every_event_that_is_told_can_be_reacted_to():
    code = [path.read_text(encoding="utf-8") for path in (PROJECT / "systems").rglob("*.py")]
    told = {kind for text in code for kind in re.findall(r"\.tell\(\s*\"(\w+)\"", text)}
    assert {"hit", "late", "fall"} <= told <= set(EVENTS)
    page = (PROJECT / "docs" / "scripts.md").read_text(encoding="utf-8")
    assert set(EVENTS) <= set(re.findall(r"`(\w+)`", page))
