"""A captured motion on the bones of a rig: who turns by how much, where the bones are, how low the body reaches.

A bone with a `source` turns by its `share` of that captured joint, about the same axis, so a chain of bones whose
shares add up to 1 turns by the whole of it: half of a 40 degree bend in each of two spine bones. Bones without a source
stay as they are at rest; toes are bent later, by how the foot stands on the floor (`bend_toes`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import asin, atan2, cos, sin, sqrt

import numpy as np
from numpy.typing import NDArray

from components.arrays import Floats1, Floats2, Floats3, Ints1, Ints2
from components.clip import Array, Clip
from components.errors import InputError, nearest
from components.rig import Joint, Rig, Shape
from game.clips.deepmimic import FLEXION_AXIS, JOINTS
from systems.kernels import allocating_kernel, entry
from systems.kernels import quaternions as qt

Integers = NDArray[np.int64]
WHOLE = ("shoulder", "ankle")  # captured joints of which two hinges in a row may take a share
UNDERFOOT = "underfoot"  # the bone with the sole, where the ankle has two axes
JOINTS_ABOVE = tuple(key for key in JOINTS if not key.endswith(("hip", "knee", "ankle")))


@dataclass(frozen=True, eq=False)
class Skeleton:
    """What retargeting needs of a rig, as arrays over its b bones and their s shapes."""

    parent: Integers  # (b,)
    offset: Array  # (b, 3) m
    source: Integers  # (b,) index into JOINTS, -1 for none
    share: Array  # (b,)
    hinge: Array  # (b, 3) the bone's own hinge axis, 0 where it is no hinge
    flexion: Array  # (b, 3) the captured hinge axis, 0 where it is no hinge
    pairs: Integers  # (p, 2) two hinges in a row that are one joint of two axes
    axes: Array  # (p, 2, 3) theirs
    hips: Array  # (3,) m, the middle between the hip joints, from the root; the root, where there are none
    leg: float  # m, from there down to the soles, at rest
    toes: Integers  # (t, 2) each toe bone and its foot; where a foot is of one piece, that, which does not bend
    toe_range: Array  # (t, 2) rad, least and largest upward bend
    toe_rest: Array  # (t,) m, the height of the toes' joint above the soles at rest
    shape_bone: Integers  # (s,)
    shape_ends: Array  # (s, 2, 3) m, in the bone's frame; both the centre but for a capsule
    shape_radius: Array  # (s,) m, 0 for a box
    shape_half: Array  # (s, 3) m, half the sides of a box, 0 for others
    mass: Array  # (b,) kg
    com: Array  # (b, 3) m, in the bone's frame

    def where(self, bones: set[int]) -> NDArray[np.bool_]:
        """Which shapes belong to these bones."""
        return np.isin(self.shape_bone, sorted(bones))


@cache
def skeleton(rig: Rig) -> Skeleton:
    bones = rig.bones
    middle = ("root", "chest", "neck", "")
    keys = [bone.source if bone.source in middle else f"{bone.side}_{bone.source}" for bone in bones]
    if unknown := [key for key in keys if key and key not in JOINTS]:
        reason = f"no captured joint is called {unknown[0]}{nearest(unknown[0], JOINTS)}"
        raise InputError(reason, place=f"rig {rig.name}")
    for key in JOINTS if rig.has_legs else JOINTS_ABOVE:
        total = sum(bone.share for bone, other in zip(bones, keys, strict=True) if other == key)
        if abs(total - 1.0) > 1e-6:
            raise InputError(f"the shares of {key} add up to {total:g}, not 1", place=f"rig {rig.name}")
    place = np.zeros((len(bones), 3))
    for i, bone in enumerate(bones):
        place[i] = bone.offset if bone.parent < 0 else place[bone.parent] + bone.offset
    hips = np.mean(
        [place[keys.index(f"{side}_hip")] if rig.has_legs else place[0] for side in ("left", "right")], axis=0
    )
    shapes = [(i, shape) for i, bone in enumerate(bones) for shape in bone.shapes]
    floor = min(place[i][2] + min(shape.start[2], _end(shape)[2]) - _below(shape) for i, shape in shapes)
    toes = [(i, _foot(rig, i)) for i, bone in enumerate(bones) if bone.name.endswith(("toes", UNDERFOOT))]
    ranges = [
        (0.0, 0.0) if bones[i].name.endswith(UNDERFOOT) else _upward(bones[i].axis[1], bones[i].low, bones[i].high)
        for i, _ in toes
    ]
    hinged = [bone.joint is Joint.HINGE and bone.source in FLEXION_AXIS for bone in bones]
    zero = (0.0, 0.0, 0.0)
    pairs = [
        (i, i + 1)
        for i, bone in enumerate(bones[:-1])
        if bone.joint is Joint.HINGE and bone.source in WHOLE and bones[i + 1].joint is Joint.HINGE
    ]
    return Skeleton(
        parent=np.array([bone.parent for bone in bones], dtype=np.int64),
        offset=np.array([bone.offset for bone in bones], dtype=np.float64),
        source=np.array([JOINTS.index(key) if key else -1 for key in keys], dtype=np.int64),
        share=np.array([bone.share for bone in bones], dtype=np.float64),
        hinge=np.array([bone.axis if h else zero for bone, h in zip(bones, hinged, strict=True)], dtype=np.float64),
        flexion=np.array([FLEXION_AXIS[bone.source] if h else zero for bone, h in zip(bones, hinged, strict=True)]),
        pairs=np.array(pairs, dtype=np.int64).reshape(-1, 2),
        axes=np.array([(bones[i].axis, bones[j].axis) for i, j in pairs], dtype=np.float64).reshape(-1, 2, 3),
        hips=hips,
        leg=float(hips[2] - floor),
        toes=np.array(toes, dtype=np.int64).reshape(-1, 2),
        toe_range=np.array(ranges, dtype=np.float64).reshape(-1, 2),
        toe_rest=np.array([place[i][2] - floor for i, _ in toes], dtype=np.float64),
        shape_bone=np.array([i for i, _ in shapes], dtype=np.int64),
        shape_ends=np.array([(shape.start, _end(shape)) for _, shape in shapes], dtype=np.float64),
        shape_radius=np.array([0.0 if shape.kind == "box" else shape.radius for _, shape in shapes]),
        shape_half=np.array([shape.size if shape.kind == "box" else zero for _, shape in shapes], dtype=np.float64) / 2,
        mass=np.array([bone.mass for bone in bones], dtype=np.float64),
        com=np.array([bone.com for bone in bones], dtype=np.float64),
    )


def _end(shape: Shape) -> tuple[float, float, float]:
    return shape.end if shape.kind == "capsule" else shape.start


def _below(shape: Shape) -> float:
    return shape.size[2] / 2 if shape.kind == "box" else shape.radius


def _foot(rig: Rig, bone: int) -> int:
    """The nearest bone above that follows the ankle."""
    while rig.bones[bone].source != "ankle":
        bone = rig.bones[bone].parent
        if bone < 0:
            raise InputError("toes that hang on no foot", place=f"rig {rig.name}")
    return bone


def _upward(axis_y: float, low: float, high: float) -> tuple[float, float]:
    """The range as an upward bend: about -y."""
    return (low, high) if axis_y < 0.0 else (-high, -low)


@allocating_kernel
def _power(q, share):
    """The share of a rotation, about its axis; q may turn further than half round (w < 0), and nothing jumps there."""
    v = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2])
    if v < 1e-12:
        return (0.0, 0.0, 0.0, 1.0)
    half = atan2(v, q[3])
    k = sin(share * half) / v
    return (k * q[0], k * q[1], k * q[2], cos(share * half))


@entry
@allocating_kernel
def joint_rows(rotation: Floats3, source: Ints1, share: Floats1, hinge: Floats2, flexion: Floats2):
    """(n, b, 4) each bone against its parent, from the (n, 13, 4) captured rotations."""
    out = np.empty((len(rotation), len(source), 4))
    for k in range(len(rotation)):
        for b in range(len(source)):
            if source[b] < 0:
                out[k, b] = qt.IDENTITY
            elif qt.dot(hinge[b], hinge[b]) > 0.0:
                angle = share[b] * qt.dot(qt.to_rotvec(rotation[k, source[b]]), flexion[b])
                out[k, b] = qt.from_rotvec(qt.scale(angle, hinge[b]))
            elif share[b] == 1.0:
                q = rotation[k, source[b]]
                out[k, b] = (q[0], q[1], q[2], q[3])
            else:
                out[k, b] = _power(rotation[k, source[b]], share[b])
    return out


@entry
@allocating_kernel
def split_turns(joint: Floats3, pairs: Ints2, axes: Floats3):
    """Gives each hinge of a joint of two axes its own part of the captured turn, which the first one has: what is about
    its axis, and of what remains what is about the second's. What is about neither is left out."""
    for k in range(len(joint)):
        for p in range(len(pairs)):
            first, second = pairs[p]
            q = (joint[k, first, 0], joint[k, first, 1], joint[k, first, 2], joint[k, first, 3])
            own = qt.twist_about(q, axes[p, 0])
            joint[k, first] = own
            joint[k, second] = qt.twist_about(qt.mul(qt.conj(own), q), axes[p, 1])


@entry
@allocating_kernel
def relative_rows(joint: Floats3, parent: Ints1):
    """(n, b, 4) each bone in the root's frame."""
    out = np.empty_like(joint)
    for k in range(len(joint)):
        out[k, 0] = qt.IDENTITY
        for b in range(1, len(parent)):
            out[k, b] = qt.mul(out[k, parent[b]], joint[k, b])
    return out


@entry
@allocating_kernel
def place_rows(root_position: Floats2, root_orientation: Floats2, relative: Floats3, parent: Ints1, offset: Floats2):
    """(n, b, 3) m, where the bones' joints are."""
    out = np.empty((len(relative), len(parent), 3))
    for k in range(len(relative)):
        out[k, 0] = root_position[k]
        for b in range(1, len(parent)):
            p = parent[b]
            world = qt.mul(root_orientation[k], relative[k, p])
            out[k, b] = qt.add(out[k, p], qt.rotate(world, offset[b]))
    return out


@entry
@allocating_kernel
def lowest_rows(
    root_orientation: Floats2,
    relative: Floats3,
    places: Floats3,
    bone: Ints1,
    ends: Floats3,
    radius: Floats1,
    half: Floats2,
):
    """(n,) m, the lowest point of the given shapes; a place above 1e9 where there is no shape."""
    out = np.full(len(relative), 1e9)
    for k in range(len(relative)):
        for s in range(len(bone)):
            world = qt.mul(root_orientation[k], relative[k, bone[s]])
            down = radius[s]
            for axis in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)):
                down += abs(qt.rotate(world, axis)[2]) * qt.dot(axis, half[s])
            for e in range(2):
                out[k] = min(out[k], places[k, bone[s], 2] + qt.rotate(world, ends[s, e])[2] - down)
    return out


@allocating_kernel
def _smooth(low, high, x):
    t = min(max((x - low) / (high - low), 0.0), 1.0)
    return t * t * (3.0 - 2.0 * t)


@entry
@allocating_kernel
def toe_bends(root_orientation: Floats2, relative: Floats3, height: Floats2, toes: Ints2, toe_range: Floats2):
    """(n, t) rad, how far up the toes bend so that they lie flat while the heel is raised: by the foot's pitch.

    `height` (n, t) m is how far the toes' joint is above where it is when the foot stands flat: within 3 cm the toes
    follow the floor wholly, beyond 10 cm not at all.
    """
    out = np.empty(height.shape)
    for k in range(len(height)):
        for t in range(len(toes)):
            world = qt.mul(root_orientation[k], relative[k, toes[t, 1]])
            pitch = asin(min(max(-qt.rotate(world, (1.0, 0.0, 0.0))[2], -1.0), 1.0))
            near = 1.0 - _smooth(0.03, 0.10, height[k, t])
            out[k, t] = near * _smooth(0.0, 0.2, pitch) * min(max(pitch, toe_range[t, 0]), toe_range[t, 1])
    return out


@entry
@allocating_kernel
def bend_toes(joint: Floats3, bends: Floats2, toes: Ints2):
    """Writes the upward bends (n, t) into the (n, b, 4) joints."""
    for k in range(len(joint)):
        for t in range(len(toes)):
            joint[k, toes[t, 0]] = qt.from_rotvec((0.0, -bends[k, t], 0.0))


def joint_places(clip: Clip, body: Skeleton) -> Array:
    """(n, b, 3) m, in the clip's frame. Copies, because compiled code takes arrays that can be written to."""
    root, turn, relative = clip.root_position.copy(), clip.root_orientation.copy(), clip.relative.copy()
    return np.asarray(place_rows(root, turn, relative, body.parent, body.offset))


def centre_of_mass(body: Skeleton, root_orientation: Array, relative: Array, places: Array) -> Array:
    """(n, 3) m."""
    return np.asarray(body.mass / body.mass.sum() @ bone_centres(body, root_orientation, relative, places))


def bone_centres(body: Skeleton, root_orientation: Array, relative: Array, places: Array) -> Array:
    """(n, b, 3) m, where the bones' own centres of mass are."""
    return np.asarray(_centre_rows(root_orientation, relative, places, body.com))


@entry
@allocating_kernel
def _centre_rows(root_orientation: Floats2, relative: Floats3, places: Floats3, com: Floats2):
    out = np.empty_like(places)
    for k in range(len(relative)):
        for b in range(len(com)):
            world = qt.mul(root_orientation[k], relative[k, b])
            out[k, b] = qt.add(places[k, b], qt.rotate(world, com[b]))
    return out


@entry
@allocating_kernel
def rotate_rows(q: Floats2, v: Floats1):
    """(n, 3) the one vector v turned by each of the rotations q."""
    out = np.empty((len(q), 3))
    for i in range(len(q)):
        out[i] = qt.rotate(q[i], v)
    return out
