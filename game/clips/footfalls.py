"""Which foot a clip stands on, and how its balance moves over it: what a walk on own feet goes by (components/gait.py).

A foot swings while its ankle goes on by more than 0.8 m/s. A clip walks if it goes round, gets on, and has one swing of
each foot and never both at once: a run has both, a dance has more. Of its centre of mass c at the height h, w0 =
sqrt(g / h):

    xi = c + v / w0            p = xi - xi' / w0

are its extrapolated centre of mass and the place of the pressure that would move it so.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from components.arrays import Ints
from components.clip import Clip
from components.clock import TICKS_PER_S
from components.gait import Gait
from components.rig import Rig
from game.clips.clip import read_only
from game.clips.retarget import centre_of_mass, joint_places, skeleton

SWINGS = 0.8  # m/s
GRAVITY = 9.81  # m/s2
GETS_ON = 0.3  # m in a loop
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


@lru_cache(maxsize=64)
def footfalls(clip: Clip, rig: Rig) -> Gait | None:
    """None where the clip does not walk."""
    if not clip.looping or clip.bake is not None or rig.held or np.hypot(*clip.loop_travel[:2]) < GETS_ON:
        return None
    places = joint_places(clip, skeleton(rig))
    ankles = [places[:, rig.index(f"{side}_foot")] for side in ("left", "right")]
    way = np.arange(clip.frames) * clip.loop_turn / clip.frames
    speeds = [np.hypot(*(TICKS_PER_S * change(ankle, clip)[:, :2]).T) for ankle in ankles]
    swings = np.array([speed > SWINGS for speed in speeds])
    if (swings[0] & swings[1]).any() or any(len(begins(side)) != 1 for side in swings):
        return None
    lands = [int(begins(~side)[0]) for side in swings]
    since = np.array([(np.arange(clip.frames) - land) % clip.frames for land in lands])
    stands = np.where(since[0] <= since[1], 0, 1)
    lifted = np.where(swings[0], 0, np.where(swings[1], 1, -1))
    left, share = np.zeros(clip.frames), np.zeros(clip.frames)
    for side, land in zip(swings, lands, strict=True):
        until = (land - np.arange(clip.frames)) % clip.frames
        left[side], share[side] = until[side] / TICKS_PER_S, 1.0 - until[side] / side.sum()
    body = skeleton(rig)
    centre = centre_of_mass(body, clip.root_orientation.copy(), clip.relative.copy(), places)
    rate = np.sqrt(GRAVITY / float(centre[:, 2].mean()))
    xi = centre + TICKS_PER_S / rate * change(centre, clip)
    press = xi - TICKS_PER_S / rate * change(xi, clip)
    own = np.where((stands == 0)[:, None], *ankles)
    other = np.where((stands == 0)[:, None], *ankles[::-1])
    return Gait(
        stands=kept(stands),
        lifted=kept(lifted),
        xi=read_only(along(xi - own, way)[:, 0]),
        press=read_only(along(press - own, way)[:, 0]),
        since_s=read_only(np.where(stands == 0, *since) / TICKS_PER_S),
        left_s=read_only(left),
        share=read_only(share),
        foot=read_only(along(other - own, way)),
        step_s=clip.frames / (2 * TICKS_PER_S),
        turns=clip.loop_turn / clip.frames,
    )


def kept(numbers: NDArray[np.intp]) -> Ints:
    numbers = numbers.astype(np.int64)
    numbers.flags.writeable = False
    return numbers


def change(rows: Floats, clip: Clip) -> Floats:
    """From frame to frame, in the middle between the two beside; round the loop."""
    c, s = np.cos(clip.loop_turn), np.sin(clip.loop_turn)
    turn = np.array(((c, -s, 0.0), (s, c, 0.0), (0.0, 0.0, 1.0)))
    after = np.vstack((rows[1:], rows[:1] @ turn.T + clip.loop_travel))
    before = np.vstack(((rows[-1:] - clip.loop_travel) @ turn, rows[:-1]))
    return np.asarray(0.5 * (after - before))


def begins(flags: Flags) -> NDArray[np.intp]:
    """Frames where it becomes true, round the loop."""
    return np.flatnonzero(flags & ~np.roll(flags, 1))


def along(rows: Floats, way: Floats) -> Floats:
    """Forward, left and up of each row, where the way points."""
    c, s = np.cos(way), np.sin(way)
    return np.stack((c * rows[:, 0] + s * rows[:, 1], c * rows[:, 1] - s * rows[:, 0], rows[:, 2]), axis=1)
