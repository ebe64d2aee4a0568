"""The skin of a rig: one closed surface over its parts, and which bones each of its vertices follows.

It is made once for a rig and a fineness, in the pose in which nothing touches that is not grown together: arms
away from the trunk, legs apart, elbows and knees half bent. So no elbow or knee bends it further than 100 degrees from
how it was made. At 13 mm: 17 300 vertices in 0.25 s.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import radians

import numpy as np
from numpy.typing import NDArray

from components.arrays import quat
from components.rig import Rig
from systems.draw.field import FAR, Grid, Solid, whole
from systems.draw.figure import figure
from systems.draw.meshes import CAPSULE
from systems.draw.nets import Cut, edges, surface_net, triangles
from systems.draw.parts import Part
from systems.draw.posing import SIZE, WIDTH, pose_capsules, pose_rigid
from systems.kernels.quaternions import IDENTITY, from_rotvec, mul, rotate

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
PER_VERTEX = 4  # bones
NEAR, AWAY = 0.015, 0.07  # m: a part so much further off than the nearest has about a quarter of its weight, or none
LEAST = 0.02  # a weight below counts nothing, so that what is far from joints is stiff
SMOOTH = 0.035  # m, how far weights are spread along the skin
BENDS = {  # degrees about x, y, z of the left side's bones; the right side's mirror them
    "clavicle": (4.0, 0.0, 0.0),
    "upper_arm": (36.0, -12.0, 0.0),
    "forearm": (0.0, -55.0, 0.0),
    "thigh": (20.0, -25.0, 0.0),
    "shin": (0.0, 55.0, 0.0),
}


@dataclass(frozen=True)
class Surface:
    """As made; every triangle's vertices wear the same paint."""

    bind_place: Floats  # (bones, 3) m, how the bones were when it was made
    bind_turn: Floats  # (bones, 4)
    place: Floats  # (vertices, 3) m
    normal: Floats
    paint: Ints  # (vertices) row of the character's palette
    bones: Ints  # (vertices, 4) from the root, the heaviest first
    weights: Floats  # (vertices, 4), their sum is 1
    faces: Ints  # (triangles, 3)
    net: Ints  # (triangles, 3) before it was cut along paints: closed, numbers of the first vertices


def bind_pose(rig: Rig) -> tuple[Floats, Floats]:
    """(bones, 3) m and (bones, 4), the root's at the origin."""
    place, turn = np.zeros((len(rig.bones), 3)), np.tile(IDENTITY, (len(rig.bones), 1))
    for i, bone in enumerate(rig.bones):
        if bone.parent < 0:
            continue
        side = -1.0 if bone.side == "right" else 1.0
        x, y, z = (radians(angle) for angle in BENDS.get(bone.name.removeprefix(f"{bone.side}_"), (0.0, 0.0, 0.0)))
        up = quat(turn[bone.parent])
        turn[i] = mul(up, from_rotvec((side * x, y, side * z)))
        place[i] = place[bone.parent] + rotate(up, bone.offset)
    return place, turn


def posed(parts: list[Part], place: Floats, turn: Floats) -> list[Solid]:
    out = []
    for part in parts:
        row = np.zeros((1, WIDTH), np.float32)
        row[0, SIZE : SIZE + 4] = part.size
        rows, ends = np.array([part.bone]), np.array([part.end_bone])
        start, end = np.array([part.start]), np.array([part.end])
        if part.kind == CAPSULE:
            pose_capsules(rows, ends, start, end, place, turn, row)
        else:
            pose_rigid(rows, start, place, turn, row)
        out.append(Solid.of(part.kind, row[0]))
    return out


def grown(rig: Rig) -> list[Part]:
    """The parts that the skin is made of."""
    return [part for part in figure(rig, (1.0, 1.0, 1.0), 0) if not part.fine]


@cache
def surface(rig: Rig, cell: float) -> Surface:
    """`cell` in m: how fine."""
    parts = grown(rig)
    place, turn = bind_pose(rig)
    solids = posed(parts, place, turn)
    grid = Grid.around(solids, cell)
    vertices, quads = surface_net(grid)
    joins = [solid.join for solid in solids]
    for _ in range(2):  # onto the body itself: the net cuts off what is rounder than a cube
        off = whole(np.stack([solid.distance(vertices) for solid in solids]), joins)
        vertices = vertices - off[:, None] * grid.normals(vertices)
    distances = np.stack([solid.distance(vertices) for solid in solids])
    net = triangles(vertices, quads)
    worn = np.array([part.paint.row for part in parts])
    paints = np.full((worn.max() + 1, len(vertices)), FAR)
    for row in np.unique(worn):
        paints[row] = distances[worn == row].min(axis=0)
    weights = spread(attached(rig, parts, solids, vertices, distances), edges(net), round((SMOOTH / cell) ** 2))
    cut = Cut(net, paints)
    normal = cut.mixed(grid.normals(vertices))
    bones, weights = heaviest(cut.mixed(weights))
    return Surface(
        place, turn, cut.mixed(vertices), normal / np.linalg.norm(normal, axis=1, keepdims=True),
        cut.paint, bones, weights, cut.faces, net,
    )  # fmt: skip


def attached(rig: Rig, parts: list[Part], solids: list[Solid], vertices: Floats, distances: Floats) -> Floats:
    """(vertices, bones): by how near the parts of a bone are; only the nearest bone and those it is jointed to."""
    pull = (NEAR / (NEAR + distances - distances.min(axis=0))) ** 2
    pull = np.maximum(0.0, pull - (NEAR / (NEAR + AWAY)) ** 2)
    out = np.zeros((len(vertices), len(rig.bones)))
    for part, solid, mine in zip(parts, solids, pull, strict=True):
        chain = between_bones(rig, part.bone, part.end_bone)
        at = solid.along(vertices) * (len(chain) - 1)
        for k, bone in enumerate(chain):
            out[:, bone] = np.maximum(out[:, bone], mine * np.maximum(0.0, 1.0 - np.abs(at - k)))
    jointed = np.eye(len(rig.bones), dtype=bool)
    for i, own in enumerate(rig.bones):
        if own.parent >= 0:
            jointed[i, own.parent] = jointed[own.parent, i] = True
    out *= jointed[out.argmax(axis=1)]
    return np.asarray(out / out.sum(axis=1, keepdims=True))


def between_bones(rig: Rig, first: int, last: int) -> list[int]:
    """The bones from one to the other, along the tree; all parts go from a bone to one that hangs on it."""
    chain = [last]
    while chain[-1] != first:
        chain.append(rig.bones[chain[-1]].parent)
    return chain[::-1]


def spread(weights: Floats, lines: Ints, times: int) -> Floats:
    """Each vertex' weights half its own, half its neighbours' mean, so many times."""
    both = np.concatenate([lines, lines[:, ::-1]])
    both = both[np.argsort(both[:, 0], kind="stable")]
    first = np.searchsorted(both[:, 0], np.arange(len(weights)))
    count = np.diff([*first, len(both)])[:, None]
    for _ in range(times):
        weights = 0.5 * weights + 0.5 * np.add.reduceat(weights[both[:, 1]], first, axis=0) / count
    return weights


def heaviest(weights: Floats) -> tuple[Ints, Floats]:
    bones = np.argsort(-weights, axis=1, kind="stable")[:, :PER_VERTEX]
    kept = np.maximum(0.0, np.take_along_axis(weights, bones, axis=1) - LEAST)
    return bones, kept / kept.sum(axis=1, keepdims=True)
