"""The DeepMimic text format: a captured motion as joint rotations of a plain 13-joint skeleton.

A file is JSON: `"Loop"` is "wrap" or "none", `"Frames"` has one row of 44 numbers per frame: how long the frame lasts
(s), the root's place (m) and then, w first, the joints' quaternions, with one angle (rad) for each knee and elbow. Its
y is up, x forward and z to the right; a file's (x, y, z) is our (x, -z, y), for places and for the axes of rotations.
About the file's z a bent knee is negative and a bent elbow positive; here both bend by a positive angle, knees about
+y, elbows about -y.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from components.clip import Array
from components.errors import InputError
from game.base.reading import LARGE, contents
from game.base.toml import line_of

SIDED = ("hip", "knee", "ankle", "shoulder", "elbow")
JOINTS = ("root", "chest", "neck", *(f"{side}_{joint}" for side in ("right", "left") for joint in SIDED))
FLEXION_AXIS = {"knee": (0.0, 1.0, 0.0), "elbow": (0.0, -1.0, 0.0)}  # the hinges, where a positive angle bends
LEG = 0.421546 + 0.409870 + 0.05  # m, hip to sole of the captured skeleton: thigh, shin, ankle above the sole
_WIDTH = 44
_MOST, _LONGEST, _SHORTEST = 20_000, 600.0, 1e-4  # frames, s, s a frame: a mistake cannot ask for all the memory


@dataclass(frozen=True, eq=False)
class Capture:
    """A motion of the captured skeleton at its own key times, in our axes. Quaternions x y z w."""

    name: str
    looping: bool
    times: Array  # (n,) s, from 0, rising; a looping motion's last frame is its first, one loop later
    position: Array  # (n, 3) m, the middle between the hips
    rotation: Array  # (n, 13, 4) each of JOINTS against its parent (the root against the world)
    leg: float = LEG  # m, the height of the hips above the soles when standing straight


def read_deepmimic(path: Path) -> Capture:
    """The motion in a file; anything wrong is an InputError that names the file, the frame (from 1) and the reason."""
    try:
        text = contents(path, path.name, LARGE).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError("is not UTF-8 text", file=path.name, place=f"byte {error.start}") from None
    return parse_deepmimic(text, path.name)


def parse_deepmimic(text: str, name: str) -> Capture:
    """The motion in `text`; `name` stands for the file in errors."""
    looping, frames = _document(text, name)
    rows = np.array([_row(row, name, number) for number, row in enumerate(frames, 1)])
    for number, seconds in enumerate(rows[:, 0], 1):
        if not seconds >= (_SHORTEST if number < len(rows) else 0.0):  # the last one lasts until the loop, or for ever
            reason = f"lasts {seconds:g} s, it must be at least {_SHORTEST:g} s"
            raise InputError(reason, file=name, place=f"frame {number}")
    rotation = np.empty((len(rows), len(JOINTS), 4))
    column = 4
    for j, joint in enumerate(JOINTS):
        part = joint.split("_")[-1]
        if part in FLEXION_AXIS:
            flexion = -rows[:, column] if part == "knee" else rows[:, column]
            rotation[:, j, :3] = np.sin(0.5 * flexion)[:, None] * np.array(FLEXION_AXIS[part])
            rotation[:, j, 3] = np.cos(0.5 * flexion)
            column += 1
        else:
            w, x, y, z = rows[:, column : column + 4].T
            rotation[:, j] = _unit(np.stack([x, -z, y, w], axis=1), name, joint)
            column += 4
    position = np.stack([rows[:, 1], -rows[:, 3], rows[:, 2]], axis=1)
    times = np.concatenate([[0.0], np.cumsum(rows[:-1, 0])])
    if not times[-1] <= _LONGEST:
        raise InputError(f"the motion lasts {times[-1]:.4g} s, more than {_LONGEST:g} s", file=name)
    return Capture(name, looping, times, position, rotation)


def _deepest(text: str) -> str:
    """The line in which most is open at once."""
    depth, most, where = 0, 0, 0
    for sign in re.finditer(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(sign[0], 0)
        if depth > most:
            most, where = depth, sign.start()
    return line_of(text, where)


def _document(text: str, name: str) -> tuple[bool, list[object]]:
    try:
        document = json.loads(text)
    except RecursionError:
        raise InputError("is not JSON: nested too deeply", file=name, place=_deepest(text)) from None
    except json.JSONDecodeError as error:
        raise InputError(f"is not JSON: {error.msg}", file=name, place=f"line {error.lineno}") from error
    except ValueError:  # Python reads no whole number of more than 4300 digits
        longest = max(re.finditer(r"\d+", text), key=lambda digits: len(digits[0]))
        reason = f"a number of {len(longest[0])} digits cannot be read"
        raise InputError(reason, file=name, place=line_of(text, longest.start())) from None
    if not isinstance(document, dict):
        raise InputError("must be a JSON object with Loop and Frames", file=name, place="line 1")
    loop, frames = document.get("Loop", "none"), document.get("Frames")
    if loop not in ("wrap", "none"):
        raise InputError('must be "wrap" or "none"', file=name, place="Loop")
    if not isinstance(frames, list) or not 2 <= len(frames) <= _MOST:
        raise InputError(f"must be a list of 2 to {_MOST} frames", file=name, place="Frames")
    return loop == "wrap", frames


def _row(row: object, name: str, number: int) -> list[float]:
    place = f"frame {number}"
    if not isinstance(row, list) or len(row) != _WIDTH:
        found = f"{len(row)} values" if isinstance(row, list) else "no list"
        raise InputError(f"needs {_WIDTH} values, has {found}", file=name, place=place)
    for column, value in enumerate(row, 1):
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= 1e6:
            reason = f"value {column} must be a number within 1e6, is {repr(value)[:20]}"
            raise InputError(reason, file=name, place=place)
    return [float(value) for value in row]


def _unit(quaternions: Array, name: str, joint: str) -> Array:
    length = np.linalg.norm(quaternions, axis=1)
    bad = np.flatnonzero((length < 0.5) | (length > 1.5))
    if len(bad):
        reason = f"the {joint.replace('_', ' ')}'s quaternion has length {length[bad[0]]:.3g}, it must be 1"
        raise InputError(reason, file=name, place=f"frame {bad[0] + 1}")
    return np.asarray(quaternions / length[:, None])
