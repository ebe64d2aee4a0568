"""The kinds of ground as MuJoCo's shapes, all of the one body that never moves: the same measures as Bullet's.

MuJoCo takes a mesh for its convex hull, so gentle waves are a field of heights here: the same corners, solid below.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import cos, pi, radians, sin

import mujoco as mj
import numpy as np

from components.settings import Ground
from systems.grounds import course as course_ground
from systems.grounds.ring import BLOCK_DROP, CORNERS, DROP, PLATFORM, POST, POST_HEIGHT, POST_RADIUS, blocks, steps
from systems.grounds.terrain import (
    MESH_CELL,
    MESH_CELLS,
    MESH_RISE,
    RAMP_DEG,
    TILE,
    TILES_X,
    TILES_Y,
    tile_heights,
    wave_phases,
)

Box = tuple[Sequence[float], Sequence[float]]  # m: its middle and its half sides
BACKING = 0.001  # m below the lowest place of the waves
WAVES, DEEP = "waves", 1.0  # m of solid below the waves
BOX, PLANE, CYLINDER = mj.mjtGeom.mjGEOM_BOX, mj.mjtGeom.mjGEOM_PLANE, mj.mjtGeom.mjGEOM_CYLINDER


@dataclass
class Floor:
    """Shapes that are added one after another, and which body of the ground each is part of."""

    spec: mj.MjSpec
    owners: list[int]

    def plane(self, owner: int, height: float = 0.0, pitch: float = 0.0) -> None:
        turn = [cos(pitch / 2), 0.0, sin(pitch / 2), 0.0]
        self.add(owner, type=PLANE, size=[0.0, 0.0, 1.0], pos=[0.0, 0.0, height], quat=turn)

    def boxes(self, owner: int, boxes: Sequence[Box], pitch: float = 0.0) -> None:
        turn = [cos(pitch / 2), 0.0, sin(pitch / 2), 0.0]
        for middle, half in boxes:
            self.add(owner, type=BOX, size=list(half), pos=list(middle), quat=turn)

    def post(self, owner: int, x: float, y: float) -> None:
        self.add(owner, type=CYLINDER, size=[POST_RADIUS, POST_HEIGHT / 2, 0.0], pos=[x, y, POST_HEIGHT / 2])

    def add(self, owner: int, **how: object) -> None:
        self.spec.worldbody.add_geom(**how)
        self.owners.append(owner)


def add_ground(spec: mj.MjSpec, kind: Ground, seed: int) -> list[int]:
    """Of each shape, in order: which of the ground's bodies it belongs to, counted from 0."""
    floor = Floor(spec, [])
    GROUNDS[kind](floor, seed)
    return floor.owners


def flat(floor: Floor, seed: int) -> None:
    floor.plane(0)


def ramp(floor: Floor, seed: int) -> None:
    floor.plane(0, pitch=-radians(RAMP_DEG))


def tiles(floor: Floor, seed: int) -> None:
    """What lies beyond them is flat, at the height of the lowest."""
    places = [(x, y) for x in range(*TILES_X) for y in range(*TILES_Y)]
    rise = tile_heights(seed).ravel().tolist()
    floor.plane(0)
    half = (TILE / 2,) * 3
    floor.boxes(1, [((TILE * x, TILE * y, z - TILE / 2), half) for (x, y), z in zip(places, rise, strict=True)])


def mesh(floor: Floor, seed: int) -> None:
    a, b = wave_phases(seed)
    heights = MESH_RISE * np.sin(a) * np.sin(b)
    low, rise, side = heights.min(), np.ptp(heights), MESH_CELL * MESH_CELLS / 2
    floor.spec.add_hfield(
        name=WAVES, size=[side, side, rise, DEEP], nrow=MESH_CELLS + 1, ncol=MESH_CELLS + 1,
        userdata=((heights[::-1] - low) / rise).ravel().tolist(),
    )  # fmt: skip
    quarter = [cos(pi / 4), 0.0, 0.0, sin(pi / 4)]  # turned so that its squares are cut as everybody else cuts them
    floor.add(0, type=mj.mjtGeom.mjGEOM_HFIELD, hfieldname=WAVES, pos=[0.0, 0.0, low], quat=quarter)
    floor.plane(1, -MESH_RISE - BACKING)


def ring(floor: Floor, seed: int) -> None:
    """The platform, its posts and its stairs are one body; the hall's floor is another."""
    floor.boxes(0, [((0.0, 0.0, -DROP / 2), (PLATFORM, PLATFORM, DROP / 2)), *steps()])
    for x, y in CORNERS:
        floor.post(0, POST * x, POST * y)
    floor.plane(1, -DROP)


def platform(floor: Floor, seed: int) -> None:
    floor.boxes(0, blocks(seed))
    floor.plane(1, -BLOCK_DROP)


def course(floor: Floor, seed: int) -> None:
    floor.plane(0)
    floor.boxes(1, [*course_ground.stairs(), *course_ground.tiles(seed), *course_ground.blocks()])
    floor.boxes(1, course_ground.ramps(), -course_ground.RAMP_PITCH)


GROUNDS: dict[Ground, Callable[[Floor, int], None]] = {
    Ground.FLAT: flat,
    Ground.RAMP: ramp,
    Ground.TILES: tiles,
    Ground.MESH: mesh,
    Ground.RING: ring,
    Ground.PLATFORM: platform,
    Ground.COURSE: course,
}
