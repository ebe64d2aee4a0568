"""Of a frame's joints all else that a clip has of it: compiled pieces for whoever makes frames (components.clip)."""

from __future__ import annotations

from components.clock import TICKS_PER_S
from game.clips.clip import LOOK_AHEAD_TICKS
from systems.kernels import kernel
from systems.kernels import quaternions as qt


@kernel
def hang(k, parent, offset, ends, high, places, out):
    """Turn, relative turns and whether frame k stands, from its joints and its root's place; `places` is room (m).

    `ends` are the rows of head and feet; it stands with its head more than `high` above the lower foot.
    """
    root = qt.row4(out.joint[k], 0)
    out.turn[k] = root
    out.relative[k, 0] = qt.IDENTITY
    places[0] = qt.row3(out.position, k)
    for i in range(1, len(parent)):
        p = parent[i]
        out.relative[k, i] = qt.mul(qt.row4(out.relative[k], p), qt.row4(out.joint[k], i))
        world = qt.mul(root, qt.row4(out.relative[k], p))
        places[i] = qt.add(qt.row3(places, p), qt.rotate(world, qt.row3(offset, i)))
    out.upright[k] = places[ends[0], 2] - min(places[ends[1], 2], places[ends[2], 2]) > high


@kernel
def look_ahead(k, before, out):
    """How fast everything turns in frame k: from that frame to the one that is looked ahead to."""
    after = before + LOOK_AHEAD_TICKS
    for i in range(out.joint.shape[1]):
        was = qt.row4(out.joint[before], i)
        spin = turning(qt.row4(out.joint[after], i), was)
        if i == 0:
            out.spin[k] = spin
        out.joint_spin[k, i] = qt.unrotate(was, spin)
        out.relative_spin[k, i] = turning(qt.row4(out.relative[after], i), qt.row4(out.relative[before], i))


@kernel
def turning(after, before):
    """rad/s, see game/clips/clip.py"""
    return qt.scale(TICKS_PER_S / LOOK_AHEAD_TICKS, qt.delta(after, before))
