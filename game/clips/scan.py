"""What a capture asks of feet that no foot can do: kinks, soles below the floor, sliding while they stand.

kink   how much further a foot near the floor has dropped within 4 ticks than it would have at the speed of the 4 ticks
       before, m: in the captured run a foot drops 0.26 m so in 1/30 s, where a key was lost
sink   how far the soles are below the floor before anything is corrected, m
slide  how fast the lowest point of a foot goes that is within 12 mm of the floor, m/s, the mean over all such moments:
       a friction of 1 drags a standing body so, at its whole weight
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from components.arrays import Bools1, Floats1, Floats2
from components.clip import Array, Clip
from components.clock import TICKS_PER_S
from components.rig import Rig
from game.clips.clip import capture_of, fit
from game.clips.info import ClipInfo, clip_info
from game.clips.planting import Leg, legs
from game.clips.retarget import joint_places, skeleton
from systems.kernels import allocating_kernel, entry
from systems.kernels import quaternions as qt

STEP = 4  # ticks, 1/30 s: the time between two captured keys
LOW, NEAR = 0.35, 0.012  # m above the floor: where a foot may have a kink, and where it stands
KINK, SINK, SLIDE = 0.08, 0.02, 0.2  # m, m, m/s: what is told
# options of a clip that correct more than its height
MENDS = ("half_from", "stride", "rate", "paces", "plant", "stances", "clear", "carry", "closely", "grip", "lean")


@dataclass(frozen=True)
class Found:
    kink: float  # m
    kink_at: float  # s
    sink: float  # m
    slide: float  # m/s

    def told(self) -> str:
        """What is more than a clip may have, or nothing."""
        said = [f"kink of {1000 * self.kink:.0f} mm at {self.kink_at:.2f} s"] * (self.kink > KINK)
        said += [f"sinks {1000 * self.sink:.0f} mm"] * (self.sink > SINK)
        return ", ".join(said + [f"slides at {self.slide:.2f} m/s"] * (self.slide > SLIDE))


def scan(clip: Clip, rig: Rig) -> Found:
    """Of the clip as it is: one fitted with floor "free" still sinks, another's feet are on the floor."""
    kink, at, depth, slides = 0.0, 0, 0.0, [np.zeros(0)]
    for z, speed in (_low(clip, rig, leg) for leg in legs(rig, skeleton(rig))):
        around = np.concatenate([z, z[: 2 * STEP]]) if clip.looping else z
        end = around[2 * STEP :]
        drops = np.where(end < LOW, 2.0 * around[STEP:-STEP] - end - around[: -2 * STEP], 0.0)
        if drops.max(initial=0.0) > kink:
            kink, at = float(drops.max()), (int(drops.argmax()) + STEP) % len(z)
        depth = max(depth, -float(z.min()))
        slides.append(speed[z[: len(speed)] < NEAR])
    slide = np.concatenate(slides)
    return Found(kink, at / TICKS_PER_S, depth, float(slide.mean()) if len(slide) else 0.0)


def captured(name: str, rig: Rig) -> Found:
    """Of a clip from a file, as it was before anything was mended; its slide where its feet are on the floor."""
    info = clip_info(name)
    plain = replace(ClipInfo(name, file=info.file), loop=info.loop, turn=info.turn, floor="free")
    free = scan(fit(capture_of(plain), rig, plain), rig)
    floored = replace(plain, floor=info.floor)
    return replace(free, slide=scan(fit(capture_of(floored), rig, floored), rig).slide)


def mends(info: ClipInfo) -> list[str]:
    """The mendings of a clip, by name."""
    usual = ClipInfo(info.name)
    told = []
    for key in MENDS:
        value = getattr(info, key)
        if value != getattr(usual, key):
            told.append(key if value is True or isinstance(value, tuple | dict) else f"{key} {value:g}")
    return told


def _low(clip: Clip, rig: Rig, leg: Leg) -> tuple[Array, Array]:
    """(n,) m, the height of the foot's lowest point; (n,) or (n - 1,) m/s, how fast it goes over the floor."""
    body = skeleton(rig)
    places, foot, toes = joint_places(clip, body), leg.bones[2], int(body.toes[leg.toe, 0])
    root = clip.root_orientation.copy()
    turned = [np.asarray(qt.mul_rows(root, np.ascontiguousarray(clip.relative[:, bone]))) for bone in (foot, toes)]
    points = _points(np.ascontiguousarray(places[:, foot]), *turned, leg.corners, leg.radius, leg.on_toe, leg.ball)
    if clip.looping:
        first = np.array([qt.rotate(qt.about_z(clip.loop_turn), tuple(p)) for p in points[0]]) + clip.loop_travel
        points = np.concatenate([points, first[None]])
    lowest = points[:, :, 2].argmin(axis=1)
    steps = np.hypot(*(np.diff(points[:, :, :2], axis=0) * TICKS_PER_S).transpose(2, 0, 1))
    height = points[np.arange(len(points)), lowest, 2]
    return height[: clip.frames], steps[np.arange(len(steps)), lowest[: len(steps)]]


@entry
@allocating_kernel
def _points(
    ankle: Floats2,
    foot: Floats2,
    toe: Floats2,
    corners: Floats2,
    radius: Floats1,
    on_toe: Bools1,
    hinge: Floats1,
):
    """(n, c, 3) m, the lowest of what is around each corner of foot and toes."""
    out = np.empty((len(ankle), len(corners), 3))
    for k in range(len(ankle)):
        joint = qt.rotate(foot[k], hinge)
        for c in range(len(corners)):
            p = (corners[c, 0], corners[c, 1], corners[c, 2])
            at = qt.rotate(foot[k], p)
            if on_toe[c]:
                at = qt.add(joint, qt.rotate(toe[k], qt.sub(p, hinge)))
            out[k, c, 0] = ankle[k, 0] + at[0]
            out[k, c, 1] = ankle[k, 1] + at[1]
            out[k, c, 2] = ankle[k, 2] + at[2] - radius[c]
    return out
