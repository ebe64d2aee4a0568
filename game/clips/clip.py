"""A motion file fitted to a rig: captured rotations -> smooth curve -> bones -> floor -> targets at 120 Hz.

`fitted("walk", rig)` is the motion that `data/clips.toml` declares under that name, once per process and rig.
`target = actual_root * clip.relative[k]` is then the world orientation of every bone in tick k (eq. 3 of Dynamo), and
`relative_spin` how fast it turns, seen one look-ahead further on (eq. 4).
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from components.arrays import Floats2, Floats3, Quat, quat
from components.clip import Array, Clip
from components.clock import TICKS_PER_S
from components.rig import Rig
from game.base.paths import MOTIONS
from game.clips.deepmimic import Capture, read_deepmimic
from game.clips.gripping import slid
from game.clips.grounding import Floor, floor_shift, smoothed
from game.clips.halves import halved
from game.clips.info import ClipInfo, clip_info, clip_names
from game.clips.parting import part
from game.clips.planting import plant
from game.clips.poses import pose_capture
from game.clips.resample import paced, resample
from game.clips.retarget import (
    Skeleton,
    bend_toes,
    joint_places,
    joint_rows,
    lowest_rows,
    place_rows,
    relative_rows,
    rotate_rows,
    skeleton,
    split_turns,
    toe_bends,
)
from systems.kernels import allocating_kernel, entry
from systems.kernels import quaternions as qt

__all__ = [
    "ClipInfo", "clip_info", "clip_names", "fit", "fitted", "joint_spins", "mirrored", "own_axes", "raised",
    "read_only", "spins", "turn_rows", "turn_vectors", "upright",
]  # fmt: skip

Flags = NDArray[np.bool_]
LOOK_AHEAD_TICKS = 1  # delta of eq. 4: a torque is seen one tick later, so no less helps; the paper's is a key interval
TOE_TICKS = 8  # half the width of the smoothing of the toes: they do not flick
UPRIGHT = 0.56  # of the standing height: a head this far above the lower foot belongs to a body that stands


@cache
def fitted(name: str, rig: Rig) -> Clip:
    """The clip of that name, from a motion file or a written pose; it is shared, and its arrays are read-only."""
    info = clip_info(name)
    if info.mirror:
        return mirrored(fitted(info.mirror, rig), rig, name)
    return fit(pose_capture(info.pose, rig) if info.pose else capture_of(info), rig, info)


def capture_of(info: ClipInfo) -> Capture:
    """What the clip's file holds, or what is made of it."""
    capture = read_deepmimic(MOTIONS / info.file)
    return capture if info.half_from is None else halved(capture, info.half_from)


def raised(clip: Clip, rig: Rig) -> Clip:
    """The same, with no part of the rig below the floor: key poses know its joints, not its shapes."""
    body = skeleton(rig)
    root, relative, every = clip.root_orientation.copy(), clip.relative.copy(), np.ones(len(body.shape_bone), np.bool_)
    low = float(_lowest(body, root, relative, joint_places(clip, body), every).min())
    return replace(clip, root_position=read_only(clip.root_position - (0.0, 0.0, min(0.0, low))))


def fit(capture: Capture, rig: Rig, info: ClipInfo) -> Clip:
    """The captured motion on the rig's bones, on the floor, starting at the origin and facing +x (see `facing`)."""
    body = skeleton(rig)
    looping = capture.looping if info.loop is None else info.loop
    curve = resample(capture, looping=looping, turn=info.turn, hz=TICKS_PER_S / info.rate, paces=info.paces)
    joint = joint_rows(curve.rotation, body.source, body.share, body.hinge, body.flexion)
    root = np.ascontiguousarray(joint[:, 0])
    if info.lean:
        curve_position, root = lean_back(curve.position, root, info.lean)
        joint[:, 0] = root
    else:
        curve_position = curve.position
    scale = body.leg / capture.leg * np.array((info.stride, info.stride, 1.0))
    position = scale * curve_position - rotate_rows(root, body.hips)
    relative = _stand_on_floor(body, position, root, joint, looping=looping, floor=info.floor)
    # a pose is written facing +x, its pelvis may not
    turned = 0.0 if info.pose else info.facing - qt.heading(quat(root[0]))
    start, back = position[0] * (1.0, 1.0, 0.0), qt.about_z(turned)
    position, root = turn_vectors(back, position - start), turn_rows(back, root)
    joint[:, 0] = root
    if info.grip:
        position[:, :2] -= slid(body, position, root, relative)
    travel = np.array(qt.rotate(back, tuple(scale * curve.travel)))
    hips = rotate_rows(root[:1], body.hips)  # what was captured turns about the hips' middle, not about the root
    travel += (hips - turn_vectors(qt.about_z(curve.turn), hips))[0]
    if info.plant and not rig.held:
        around, carry = (travel, curve.turn) if looping else None, info.floor if info.carry else None
        told = {side: tuple(played(capture, info, span) for span in spans) for side, spans in info.stances.items()}
        swing = {} if info.clear is None else {"clear": info.clear}
        plant(
            rig, body, position, root, joint, around, speed=info.plant_speed, carry=carry, closely=info.closely,
            stances=told, **swing,
        )  # fmt: skip
        start = position[0] * (1.0, 1.0, 0.0)  # where a carried body begins, and its loop turns about it
        position -= start
        travel += turn_vectors(qt.about_z(curve.turn), start[None])[0] - start
        relative = np.asarray(relative_rows(joint, body.parent))
    if info.part and not rig.held:
        part(rig, body, position, root, joint, looping=looping)
        relative = np.asarray(relative_rows(joint, body.parent))
    turn = 0.0 if rig.held else curve.turn
    if rig.held:  # its stand is where it is, whatever a clip does with the hips
        position, root, travel = (
            np.tile((0.0, 0.0, body.leg), (len(root), 1)),
            np.tile(qt.IDENTITY, (len(root), 1)),
            np.zeros(3),
        )
        joint[:, 0] = root
    if len(body.pairs):
        split_turns(joint, body.pairs, body.axes)
        relative = np.asarray(relative_rows(joint, body.parent))
    places = place_rows(position, root, relative, body.parent, body.offset)
    return Clip(
        name=info.name,
        looping=looping,
        root_position=read_only(position),
        root_orientation=read_only(root),
        root_spin=read_only(spins(root[:, None], looping, turn)[:, 0]),
        relative=read_only(relative),
        relative_spin=read_only(spins(relative, looping, 0.0)),
        joint=read_only(joint),
        joint_spin=read_only(own_axes(joint, joint_spins(joint, looping, turn))),
        loop_travel=read_only(travel * looping),
        loop_turn=turn if looping else 0.0,
        upright=upright(rig, places),
    )


def played(capture: Capture, info: ClipInfo, span: tuple[float, float]) -> tuple[float, float]:
    """s, when those two moments of the capture come; a moment after its end is one of the next loop."""
    first, last = span
    if info.paces:
        captured, comes = paced(float(capture.times[-1]), info.paces)
        loops, rest = np.divmod(span, captured[-1])
        first, last = (loops * comes[-1] + np.interp(rest, captured, comes)).tolist()
    return first / info.rate, last / info.rate


def lean_back(position: Array, root: Array, lean: tuple[tuple[float, float], ...]) -> tuple[Array, Array]:
    """Both tilted about the floor below them, so far (rad) to the rear at each time (s)."""
    angles = np.interp(np.arange(len(root)) / TICKS_PER_S, *np.transpose(lean))
    position, root = position.copy(), root.copy()
    for k in np.flatnonzero(angles):
        ahead = qt.about_z(qt.heading(quat(root[k])))
        tilt = qt.mul(qt.mul(ahead, qt.from_rotvec((0.0, -float(angles[k]), 0.0))), qt.conj(ahead))
        height = position[k] * (0.0, 0.0, 1.0)
        position[k] += np.subtract(qt.rotate(tilt, tuple(height)), height)
        root[k] = qt.mul(tilt, tuple(root[k]))
    return position, root


def _stand_on_floor(
    body: Skeleton, position: Array, root: Array, joint: Array, *, looping: bool, floor: Floor
) -> Array:
    """Moves `position` up or down and bends the toes in `joint`, both in place; the bones in the root's frame."""
    relative = relative_rows(joint, body.parent)
    places = place_rows(position, root, relative, body.parent, body.offset)
    toes = body.where({int(toe) for toe in body.toes[:, 0]})
    shift = floor_shift(_lowest(body, root, relative, places, ~toes), floor, looping=looping)
    height = places[:, body.toes[:, 0], 2] + shift[:, None] - body.toe_rest
    bends = toe_bends(root, relative, np.ascontiguousarray(height), body.toes, body.toe_range)
    for toe in range(len(body.toes)):
        bends[:, toe] = smoothed(bends[:, toe], TOE_TICKS, looping=looping)
    bend_toes(joint, bends, body.toes)
    relative = np.asarray(relative_rows(joint, body.parent))
    places = place_rows(position, root, relative, body.parent, body.offset)
    position[:, 2] += floor_shift(_lowest(body, root, relative, places, toes | True), floor, looping=looping)
    return relative


def _lowest(body: Skeleton, root: Array, relative: Array, places: Array, which: Flags) -> Array:
    shapes = body.shape_bone[which], body.shape_ends[which], body.shape_radius[which], body.shape_half[which]
    return np.asarray(lowest_rows(root, relative, places, *shapes))


def upright(rig: Rig, places: Array) -> Flags:
    """(n) does it stand in that tick?"""
    feet = places[:, list(rig.feet), 2].min(axis=1) - rig.stand
    high = np.asarray(places[:, rig.index("head"), 2] - feet > UPRIGHT * rig.height)
    high.flags.writeable = False
    return high


def spins(turns: Array, looping: bool, turn: float) -> Array:
    """(n, j, 3) rad/s, eq. 4 for (n, j, 4) orientations: what turns each into the one a look-ahead later."""
    later = np.concatenate([turns[LOOK_AHEAD_TICKS:], np.repeat(turns[-1:], LOOK_AHEAD_TICKS, axis=0)])
    if looping:
        around = np.stack([turn_rows(qt.about_z(turn), row) for row in turns[:LOOK_AHEAD_TICKS]])
        later[-LOOK_AHEAD_TICKS:] = around
    spin = qt.delta_rows(later.reshape(-1, 4), np.ascontiguousarray(turns).reshape(-1, 4)).reshape(*turns.shape[:2], 3)
    if not looping:
        spin[-1] = 0.0
    return np.asarray(spin * (TICKS_PER_S / LOOK_AHEAD_TICKS))


def joint_spins(joint: Array, looping: bool, turn: float) -> Array:
    """`spins` of each bone against its parent; only the root's heading goes on turning from loop to loop."""
    return np.concatenate([spins(joint[:, :1], looping, turn), spins(joint[:, 1:], looping, 0.0)], axis=1)


def mirrored(clip: Clip, rig: Rig, name: str) -> Clip:
    """Left and right exchanged: the motion reflected in the x-z plane."""
    swap = list(rig.mirror)
    return Clip(
        name=name,
        looping=clip.looping,
        root_position=read_only(clip.root_position * (1.0, -1.0, 1.0)),
        root_orientation=read_only(clip.root_orientation * (-1.0, 1.0, -1.0, 1.0)),
        root_spin=read_only(clip.root_spin * (-1.0, 1.0, -1.0)),
        relative=read_only(clip.relative[:, swap] * (-1.0, 1.0, -1.0, 1.0)),
        relative_spin=read_only(clip.relative_spin[:, swap] * (-1.0, 1.0, -1.0)),
        joint=read_only(clip.joint[:, swap] * (-1.0, 1.0, -1.0, 1.0)),
        joint_spin=read_only(clip.joint_spin[:, swap] * (-1.0, 1.0, -1.0)),
        loop_travel=read_only(clip.loop_travel * (1.0, -1.0, 1.0)),
        loop_turn=-clip.loop_turn,
        upright=clip.upright,
    )


def read_only(values: Array) -> Array:
    """A copy that nobody can write to: clips are shared."""
    values = np.array(values, dtype=np.float64, order="C")
    values.flags.writeable = False
    return values


@entry
@allocating_kernel
def turn_vectors(q: Quat, v: Floats2):
    """(n, 3) each of the vectors v turned by the one rotation q."""
    out = np.empty((len(v), 3))
    for i in range(len(v)):
        out[i] = qt.rotate(q, v[i])
    return out


@entry
@allocating_kernel
def turn_rows(q: Quat, turns: Floats2):
    """(n, 4) each of the rotations, then the one rotation q."""
    out = np.empty((len(turns), 4))
    for i in range(len(turns)):
        out[i] = qt.mul(q, turns[i])
    return out


@entry
@allocating_kernel
def own_axes(turns: Floats3, spin: Floats3):
    """(n, b, 3) vectors of the parent's axes in the bone's own."""
    out = np.empty_like(spin)
    for k in range(len(turns)):
        for b in range(turns.shape[1]):
            out[k, b] = qt.unrotate(turns[k, b], spin[k, b])
    return out
