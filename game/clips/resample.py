"""Captured key frames -> a smooth curve at 120 Hz, whose loop closes.

A looping file's last frame is its first, one loop later, but never quite: the end is bent over half a second until it
is. Where two takes were joined inside a file, a joint may jump from one key to the next: both sides are bent to meet
half way. A motion that ends is slowed down to rest, as a file may stop in the middle of a step.
The spline then sees keys of the neighbouring loops on both sides, so that it is as smooth over the seam as elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from components.arrays import Floats1, Floats2, Floats3, Strided2, quat, vec3
from components.clip import Array
from game.clips.deepmimic import Capture
from game.clips.spline import cubic_spline, rotation_spline
from systems.kernels import allocating_kernel, entry
from systems.kernels import quaternions as qt

FINE_HZ = 1200  # of the map from captured moments to played ones
REST_S = 0.15  # s, over which a motion that ends comes to rest
SEAM_S = 0.5  # s, over which a loop's end is bent to meet its start
PAD = 16  # keys of the neighbouring loops that the spline sees: each key further on counts 0.27 of the one before

JUMP = 0.2  # rad; a step between keys beyond it, and five times its neighbours', is no motion
NEIGHBOURS = 4  # keys to either side that a step is compared with
MEND_S = 0.25  # s, over which a jump is spread to either side


@dataclass(frozen=True, eq=False)
class Curve:
    """n frames at 120 Hz; a looping curve's frame n would be its frame 0, one loop later."""

    position: Array  # (n, 3) m
    rotation: Array  # (n, 13, 4)
    travel: Array  # (3,) m, what one loop adds to the position, horizontal
    turn: float  # rad, what one loop adds to the heading


Paces = tuple[tuple[float, float], ...]  # (s as captured, how many times as fast it goes there), evenly between them


def resample(capture: Capture, *, looping: bool, turn: float | None, hz: float, paces: Paces = ()) -> Curve:
    """The curve through the keys, read `hz` times per captured second (120 / rate); `turn` overrides the captured."""
    capture = mended(capture)
    knots = paced(float(capture.times[-1]), paces)
    seconds = float(knots[1][-1]) if paces else float(capture.times[-1])
    if not looping:
        at = np.interp(_coming_to_rest(seconds, hz), knots[1], knots[0]) if paces else _coming_to_rest(seconds, hz)
        position = cubic_spline(capture.times, capture.position, at)
        rotation = rotation_spline(capture.times, capture.rotation, at)
        return Curve(position, rotation, np.zeros(3), 0.0)
    if turn is None:
        turn = _wrapped(qt.heading(quat(capture.rotation[-1, 0])) - qt.heading(quat(capture.rotation[0, 0])))
    travel = (capture.position[-1] - capture.position[0]) * (1.0, 1.0, 0.0)
    times, position, rotation, start = _unrolled(_closed(capture, turn), travel, turn)
    ticks = max(1, round(seconds * hz))  # whole ticks: the rate gives way a little
    at = np.linspace(0.0, seconds, ticks, endpoint=False)
    if paces:
        at = np.interp(at, knots[1], knots[0])
    return Curve(cubic_spline(times, position, at), rotation_spline(times, rotation, at, start), travel, turn)


def paced(seconds: float, paces: Paces) -> tuple[Array, Array]:
    """Moments as captured, and when they come, both in s: at a pace of 2 the half of a second takes a quarter.

    What is slowed down hangs in the air: a flight of 0.6 s at 0.8 of its pace takes 0.75 s, and a jump that is as high
    as captured 0.6 s. So where a clip flies it may have a pace of its own.
    """
    at = np.linspace(0.0, seconds, 1 + max(1, round(seconds * FINE_HZ)))
    slow = 1.0 / np.interp(at, *np.transpose(paces)) if paces else np.ones(len(at))
    return at, np.append(0.0, np.cumsum(0.5 * (slow[1:] + slow[:-1]) * np.diff(at)))


def _coming_to_rest(seconds: float, hz: float) -> Array:
    """Times on the curve, tick by tick: its last REST_S take twice as long, ever slower, so that it ends at rest."""
    rest = min(REST_S, 0.5 * seconds)
    clock = np.linspace(0.0, seconds + rest, max(1, round((seconds + rest) * hz)) + 1)
    left = np.maximum(seconds + rest - clock, 0.0)
    return np.asarray(np.where(left < 2.0 * rest, seconds - left * left / (4.0 * rest), clock))


def _wrapped(angle: float) -> float:
    return float((angle + np.pi) % (2.0 * np.pi) - np.pi)


def mended(capture: Capture) -> Capture:
    """The motion with jumps of single joints spread over their surroundings; all other keys stay as they are."""
    rotation = capture.rotation.copy()
    flat = rotation.reshape(-1, 4)
    joints = rotation.shape[1]
    steps = np.linalg.norm(qt.delta_rows(flat[joints:], flat[:-joints]), axis=1).reshape(-1, joints)
    for k, j in np.argwhere(steps > JUMP):
        around = np.concatenate([steps[max(0, k - NEIGHBOURS) : k, j], steps[k + 1 : k + 1 + NEIGHBOURS, j]])
        if steps[k, j] > 5.0 * around.max(initial=0.0):
            middle = 0.5 * (capture.times[k] + capture.times[k + 1])
            away = np.clip(1.0 - np.abs(capture.times - middle) / MEND_S, 0.0, 1.0)
            weight = 0.5 * away * away * (3.0 - 2.0 * away) * np.sign(middle - capture.times)
            _mend(rotation[:, j], k, weight)
    return replace(capture, rotation=rotation)


@entry
@allocating_kernel
def _mend(rotation: Strided2, k: int, weight: Floats1):
    """Bends one joint's (n, 4) rotations in place, by the weights of what takes key k to key k + 1."""
    gap = qt.to_rotvec(qt.mul(qt.conj(rotation[k]), rotation[k + 1]))
    for i in range(len(rotation)):
        rotation[i] = qt.mul(rotation[i], qt.from_rotvec(qt.scale(weight[i], gap)))


def _closed(capture: Capture, turn: float) -> Capture:
    """The same motion with its end bent so that the last frame is the first, one loop later."""
    seconds = capture.times[-1]
    t = np.clip(1.0 - (seconds - capture.times) / min(SEAM_S, 0.5 * seconds), 0.0, 1.0)
    weight = t * t * (3.0 - 2.0 * t)
    goal = capture.rotation[0].copy()
    goal[0] = qt.mul(qt.about_z(turn), quat(goal[0]))
    position = capture.position.copy()
    position[:, 2] += weight * (position[0, 2] - position[-1, 2])
    return replace(capture, position=position, rotation=eased(capture.rotation, goal, weight))


@entry
@allocating_kernel
def eased(rotation: Floats3, goal: Floats2, weight: Floats1):
    """The rotations, bent with growing weight by what takes the last of them to the goal."""
    out = rotation.copy()
    last = len(rotation) - 1
    for j in range(len(goal)):
        gap = qt.to_rotvec(qt.mul(qt.conj(rotation[last, j]), goal[j]))
        for k in range(len(rotation)):
            out[k, j] = qt.mul(rotation[k, j], qt.from_rotvec(qt.scale(weight[k], gap)))
    return out


def _unrolled(capture: Capture, travel: Array, turn: float) -> tuple[Array, Array, Array, int]:
    """Keys with up to PAD more on both sides, from the loops before and after; and the index of the first own key."""
    n = len(capture.times) - 1  # the last key is the first of the next loop
    pad = min(PAD, n)
    seconds = capture.times[-1]
    before, after = slice(n - pad, n), slice(0, pad + 1)
    times = np.concatenate([capture.times[before] - seconds, capture.times[:n], capture.times[after] + seconds])
    position, rotation = capture.position, capture.rotation
    ahead = _one_loop_on(position[0], travel, turn, position[after])
    back_travel = -np.array(qt.rotate(qt.about_z(-turn), vec3(travel)))
    behind = _one_loop_on(position[0], back_travel, -turn, position[before])
    first, last = rotation[before].copy(), rotation[after].copy()
    first[:, 0] = qt.mul_rows(np.tile(qt.about_z(-turn), (pad, 1)), first[:, 0].copy())
    last[:, 0] = qt.mul_rows(np.tile(qt.about_z(turn), (pad + 1, 1)), last[:, 0].copy())
    return times, np.concatenate([behind, position[:n], ahead]), np.concatenate([first, rotation[:n], last]), pad


def _one_loop_on(start: Array, travel: Array, turn: float, points: Array) -> Array:
    """The points one loop later: turned about the vertical through the loop's start, then moved by its travel."""
    c, s = np.cos(turn), np.sin(turn)
    matrix = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    return np.asarray((points - start) @ matrix.T + start + travel)
