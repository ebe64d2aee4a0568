"""A captured clip as a move: the part of it that is wanted, from where it begins on, turned as a boxer faces.

`{ clip = "punch", from_s = 0.4, turn_deg = -36 }` begins 0.4 s into the capture. There its pelvis faces +x, and its
fist ends 36 degrees to the left of that; turned by -36 the fist goes straight ahead, and the pelvis stands as side on
as in guard. What is captured is not aimed: it goes to where the body faces when it begins.
"""

from __future__ import annotations

from math import radians

import numpy as np

from components.clip import Array, Clip
from components.clock import TICKS_PER_S
from components.errors import InputError
from components.rig import Rig
from game.clips.clip import (
    clip_info,
    fitted,
    joint_spins,
    own_axes,
    read_only,
    spins,
    turn_rows,
    turn_vectors,
    upright,
)
from game.clips.retarget import place_rows, relative_rows, skeleton
from game.moves.file import Move, MoveFile
from systems.kernels import quaternions as qt

SHORTEST = 12  # frames


def captured(name: str, file: MoveFile, rig: Rig) -> Clip:
    """The move of an orthodox boxer; it is played once."""
    move = file.moves[name]
    whole = fitted(move.clip, rig)
    first, last = _part(name, move, whole, file)
    joint, position = whole.joint[first : last + 1].copy(), whole.root_position[first : last + 1]
    back = qt.about_z(radians(move.turn_deg))
    position = turn_vectors(back, position - position[0] * (1.0, 1.0, 0.0))
    joint[:, 0] = turn_rows(back, joint[:, 0].copy())
    return baked(name, joint, position, rig, looping=False)


def limits_of(move: Move) -> tuple[float, float, float, float]:
    """N m: what the clip says of its root; and how many times as strong muscles have to be for it."""
    info = clip_info(move.clip)
    return info.root_limit, info.root_break, info.heading_hold, info.muscles


def _part(name: str, move: Move, whole: Clip, file: MoveFile) -> tuple[int, int]:
    """The first and the last frame that are wanted, if they and the contact are there."""
    length = (whole.frames - 1) / TICKS_PER_S
    end = length if move.to_s is None else move.to_s
    if end > length:
        raise _wrong(file, name, "to_s", f"clip {move.clip} is over at {length:.2f} s, before {end:g} s")
    first, last = round(move.from_s * TICKS_PER_S), round(end * TICKS_PER_S)
    if last - first < SHORTEST:
        reason = f"must be {SHORTEST / TICKS_PER_S:g} s or more before {end:.2f} s, not {move.from_s:g} s"
        raise _wrong(file, name, "from_s", reason)
    if move.contact and not 0.0 < move.contact[0] < move.contact[1] < (last - first) / TICKS_PER_S:
        start, stop = move.contact
        reason = f"must be two times within the move's {(last - first) / TICKS_PER_S:.2f} s, one after the other, not"
        raise _wrong(file, name, "contact", f"{reason} {start:g} and {stop:g}")
    return first, last


def _wrong(file: MoveFile, name: str, part: str, reason: str) -> InputError:
    return file.places.error(reason, f"move.{name}.{part}")


def baked(name: str, joint: Array, position: Array, rig: Rig, *, looping: bool) -> Clip:
    """A clip of these joints (n, b, 4), the root first, and of these places of the root (n, 3) m."""
    body = skeleton(rig)
    root = np.ascontiguousarray(joint[:, 0])
    relative = relative_rows(joint, body.parent)
    places = place_rows(position, root, relative, body.parent, body.offset)
    return Clip(
        name=name,
        looping=looping,
        root_position=read_only(position),
        root_orientation=read_only(root),
        root_spin=read_only(spins(root[:, None], looping, 0.0)[:, 0]),
        relative=read_only(relative),
        relative_spin=read_only(spins(relative, looping, 0.0)),
        joint=read_only(joint),
        joint_spin=read_only(own_axes(joint, joint_spins(joint, looping, 0.0))),
        loop_travel=read_only(np.zeros(3)),
        loop_turn=0.0,
        upright=upright(rig, places),
    )
