"""The reader of captured motions: what it takes, what it refuses and how it says so."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from components.errors import InputError
from game.base.paths import PROJECT
from game.clips.deepmimic import JOINTS, parse_deepmimic, read_deepmimic
from systems.kernels import quaternions as qt

Rows = list[list[float]]
KNEE, ELBOW = {"right": 20, "left": 34}, {"right": 29, "left": 43}  # columns of a row, from 0


def frame(seconds: float = 0.1) -> list[float]:
    """A row of a body that stands straight."""
    one = [1.0, 0.0, 0.0, 0.0]
    leg_or_arm = [*one, 0.0]
    side = [*leg_or_arm, *one, *leg_or_arm]
    return [seconds, 0.0, 0.9, 0.0, *one, *one, *one, *side, *side]


def text(rows: Rows, loop: str = "wrap") -> str:
    return json.dumps({"Loop": loop, "Frames": rows})


@pytest.fixture
def samples() -> Path:
    """Motion files that are not part of the project, where they lie beside the checkout."""
    folder = PROJECT.parent / "shared" / "mocap"
    if not folder.is_dir():
        pytest.skip("no motion files beside the checkout")
    return folder


def test_a_motion_has_thirteen_joints_and_its_own_times() -> None:
    capture = parse_deepmimic(text([frame(0.1), frame(0.2), frame(0.0)]), "m.txt")
    assert capture.looping
    assert capture.rotation.shape == (3, 13, 4)
    np.testing.assert_allclose(capture.times, [0.0, 0.1, 0.3])
    np.testing.assert_allclose(capture.rotation, np.tile([0, 0, 0, 1.0], (3, 13, 1)))
    np.testing.assert_allclose(capture.position[0], [0.0, 0.0, 0.9])


def test_up_in_the_file_is_up_here_and_its_right_is_our_right() -> None:
    row = frame()
    row[1:4] = [1.0, 2.0, 3.0]
    row[4:8] = [math.cos(0.25), 0.0, math.sin(0.25), 0.0]  # half a radian about the file's up
    capture = parse_deepmimic(text([row, frame()]), "m.txt")
    np.testing.assert_allclose(capture.position[0], [1.0, -3.0, 2.0])
    assert qt.heading(capture.rotation[0, 0]) == pytest.approx(0.5)


@pytest.mark.parametrize("side", ["left", "right"])
def test_a_bent_knee_takes_the_shin_back_and_a_bent_elbow_takes_the_forearm_forward(side: str) -> None:
    row = frame()
    row[KNEE[side]], row[ELBOW[side]] = -1.0, 1.0
    capture = parse_deepmimic(text([row, frame()]), "m.txt")
    down = (0.0, 0.0, -1.0)
    shin = qt.rotate(capture.rotation[0, JOINTS.index(f"{side}_knee")], down)
    forearm = qt.rotate(capture.rotation[0, JOINTS.index(f"{side}_elbow")], down)
    np.testing.assert_allclose(shin, [-math.sin(1.0), 0.0, -math.cos(1.0)], atol=1e-12)
    np.testing.assert_allclose(forearm, [math.sin(1.0), 0.0, -math.cos(1.0)], atol=1e-12)


def short(rows: Rows) -> None:
    del rows[2][-3:]


def zero_quaternion(rows: Rows) -> None:
    rows[2][4:8] = [0.0] * 4


def not_a_number(rows: Rows) -> None:
    rows[2][10] = math.nan


def endless(rows: Rows) -> None:
    rows[2][2] = math.inf


def word(rows: Rows) -> None:
    rows[2][2] = "high"  # type: ignore[call-overload]  # the mistake that is to be told


def no_time(rows: Rows) -> None:
    rows[2][0] = 0.0


def backwards(rows: Rows) -> None:
    rows[2][0] = -0.1


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (short, "needs 44 values, has 41"),
        (zero_quaternion, "root's quaternion has length 0"),
        (not_a_number, "value 11 must be a number"),
        (endless, "value 3 must be a number"),
        (word, "value 3 must be a number"),
        (no_time, "lasts 0 s"),
        (backwards, "lasts -0.1 s"),
    ],
)
def test_a_bad_frame_is_named_with_its_file_and_number(
    spoil: Callable[[Rows], None], reason: str, tmp_path: Path
) -> None:
    rows = [frame() for _ in range(5)]
    spoil(rows)
    path = tmp_path / "bad.txt"
    path.write_text(text(rows))
    with pytest.raises(InputError) as caught:
        read_deepmimic(path)
    assert str(caught.value).startswith("bad.txt: frame 3: ")
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "is not JSON"),
        (b"{", "is not JSON"),
        (b"[" * 100_000, "line 1: is not JSON: nested too deeply"),
        (b'{"Loop": "wrap",\n' + b'{"a":' * 2000 + b"1" + b"}" * 2001, "line 2: is not JSON"),
        (b'{"Loop": "wrap",\n"Frames": [[' + b"9" * 5000 + b"]]}", "line 2: a number of 5000 digits cannot be read"),
        (b'{"Frames": "[[",\n"Loop":\n' + b"[" * 2000 + b"]" * 2000 + b"}", "line 3: is not JSON: nested too deeply"),
        (b"[]", "must be a JSON object"),
        (b'{"Loop": "often", "Frames": []}', "Loop: must be"),
        (b'{"Loop": "wrap"}', "Frames: must be a list"),
        (b'{"Loop": "wrap", "Frames": [[1]]}', "Frames: must be a list of 2"),
        (b"\xff\xfe{\x00", "is not UTF-8"),
    ],
)
def test_a_file_that_is_no_motion_is_refused_in_one_line(content: bytes, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.txt"
    path.write_bytes(content)
    with pytest.raises(InputError, match=reason) as caught:
        read_deepmimic(path)
    assert str(caught.value).startswith("bad.txt: ")
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"^gone\.txt: "):
        read_deepmimic(tmp_path / "gone.txt")


GOOD = text([frame() for _ in range(3)])


@given(st.integers(0, len(GOOD)), st.integers(0, 20), st.text(max_size=20))
def test_whatever_is_in_the_text_nothing_but_an_input_error_comes_out(start: int, length: int, put: str) -> None:
    try:
        capture = parse_deepmimic(GOOD[:start] + put + GOOD[start + length :], "m.txt")
    except InputError as error:
        assert "\n" not in str(error)
    else:
        assert np.isfinite(capture.rotation).all()


value = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3)
frames = st.lists(st.lists(value, min_size=43, max_size=45), max_size=4)


@settings(suppress_health_check=[HealthCheck.too_slow])  # on a machine that is busy
@given(st.dictionaries(st.sampled_from(["Loop", "Frames"]), frames | value))
def test_whatever_is_in_the_document_nothing_but_an_input_error_comes_out(document: dict[str, object]) -> None:
    with pytest.raises(InputError):
        parse_deepmimic(json.dumps(document), "m.txt")


@pytest.mark.parametrize("name", ["dm_truncated", "dm_ragged", "dm_zero_quat"])
def test_broken_samples_are_refused(samples: Path, name: str) -> None:
    with pytest.raises(InputError, match=f"^{name}.txt: "):
        read_deepmimic(samples / "bad" / f"{name}.txt")


def test_good_samples_are_read(samples: Path) -> None:
    assert len(read_deepmimic(samples / "bad" / "ok_base_deepmimic.txt").times) == 10
    for path in (samples / "deepmimic").glob("*.txt"):
        assert read_deepmimic(path).looping
