"""The kinds of ground as Bullet's bodies: flat, a 5 degree ramp, tiles of random height, a mesh of gentle waves, a ring
in its hall, a platform of uneven blocks, an obstacle course.

All of it is fixed, and every body's frame is the world's: 1 m down is a matter of its shape.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from components.settings import Ground
from systems.bullet.quiet import p
from systems.grounds import course as course_ground
from systems.grounds.ring import (
    BLOCK_DROP,
    CORNERS,
    DROP,
    PLATFORM,
    POST,
    POST_HEIGHT,
    POST_RADIUS,
    Vec3,
    blocks,
    steps,
)
from systems.grounds.terrain import (
    MESH_CELLS,
    MESH_RISE,
    RAMP_SLOPE,
    TILE,
    TILES_X,
    TILES_Y,
    tile_heights,
    wave_heights,
    wave_net,
)

BACKING = 0.001  # m below the mesh's lowest place, how deep it is flat around it
MARGIN = 0.001  # m, what Bullet adds to a convex piece from a file
MESH_DEPTH = 0.5  # m below height 0, how far down the mesh's prisms go
FACES = ((0, 1, 2), (5, 4, 3), (0, 3, 4), (0, 4, 1), (1, 4, 5), (1, 5, 2), (2, 5, 3), (2, 3, 0))  # of a prism
COMPOUND = 16  # shapes that Bullet lets one body have


def add_ground(client: int, kind: Ground, seed: int) -> list[int]:
    """The bodies that make up the ground."""
    return GROUNDS[kind](client, seed)


def _plane(client: int, normal: list[float], **where: list[float]) -> int:
    shape = p.createCollisionShape(p.GEOM_PLANE, planeNormal=normal, physicsClientId=client, **where)
    return int(p.createMultiBody(0, shape, -1, [0.0, 0.0, 0.0], physicsClientId=client))


def _boxes(client: int, boxes: Sequence[tuple[Vec3, Vec3]]) -> list[int]:
    """Fixed boxes by their middles and half sides, sixteen to a body."""
    bodies = list[int]()
    for start in range(0, len(boxes), COMPOUND):
        some = boxes[start : start + COMPOUND]
        shape = p.createCollisionShapeArray(
            [p.GEOM_BOX] * len(some),
            halfExtents=[half for _, half in some],
            collisionFramePositions=[middle for middle, _ in some],
            physicsClientId=client,
        )
        bodies.append(int(p.createMultiBody(0, shape, -1, [0.0, 0.0, 0.0], physicsClientId=client)))
    return bodies


def flat(client: int, seed: int) -> list[int]:
    return [_plane(client, [0.0, 0.0, 1.0])]


def ramp(client: int, seed: int) -> list[int]:
    length = (1.0 + RAMP_SLOPE * RAMP_SLOPE) ** 0.5
    return [_plane(client, [-RAMP_SLOPE / length, 0.0, 1.0 / length])]


def tiles(client: int, seed: int) -> list[int]:
    """What lies beyond them is flat, at the height of the lowest."""
    places = [(x, y) for x in range(*TILES_X) for y in range(*TILES_Y)]
    rise = tile_heights(seed).ravel().tolist()
    boxes = [((TILE * x, TILE * y, z - TILE / 2), (TILE / 2,) * 3) for (x, y), z in zip(places, rise, strict=True)]
    return flat(client, seed) + _boxes(client, boxes)


def mesh(client: int, seed: int) -> list[int]:
    """Each triangle of the waves is the top of a prism, since triangles have no inside: feet would go through them and
    be held from below. The prisms are one body: Bullet makes a convex piece of each object of such a file. They give
    way to the margin that it puts around each. Beyond them it is flat, at the height of the lowest.
    """
    x, y = wave_net()
    corner = (np.arange(MESH_CELLS)[:, None] * (MESH_CELLS + 1) + np.arange(MESH_CELLS)).ravel()
    across, along = corner + MESH_CELLS + 1, corner + 1
    triangles = np.stack([corner, across, along, along, across, across + 1], axis=-1).reshape(-1, 3)
    tops = np.stack([x, y, wave_heights(seed) - MARGIN], axis=-1).reshape(-1, 3)[triangles]
    prisms = np.concatenate([tops, tops * (1.0, 1.0, 0.0) - (0.0, 0.0, MESH_DEPTH)], axis=1)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "waves.obj"
        path.write_text("\n".join(_piece(6 * k + 1, corners) for k, corners in enumerate(prisms.tolist())))
        shape = p.createCollisionShape(p.GEOM_MESH, fileName=str(path), physicsClientId=client)
        waves = int(p.createMultiBody(0, shape, -1, [0.0, 0.0, 0.0], physicsClientId=client))
    return [waves, _plane(client, [0.0, 0.0, 1.0], collisionFramePosition=[0.0, 0.0, -MESH_RISE - BACKING])]


def _piece(first: int, corners: list[list[float]]) -> str:
    """A prism as one object of the file; its corners are numbered from `first` on, three above, three below."""
    lines = [f"o {first}", *(f"v {x:.9f} {y:.9f} {z:.9f}" for x, y, z in corners)]
    lines += [f"f {first + a} {first + b} {first + c}" for a, b, c in FACES]
    return "\n".join(lines)


def ring(client: int, seed: int) -> list[int]:
    """The platform, its posts and its stairs are one body; the hall's floor is another."""
    boxes = [((0.0, 0.0, -DROP / 2), (PLATFORM, PLATFORM, DROP / 2)), *steps()]
    posts = [(POST * x, POST * y, POST_HEIGHT / 2) for x, y in CORNERS]
    shape = p.createCollisionShapeArray(
        [p.GEOM_BOX] * len(boxes) + [p.GEOM_CYLINDER] * len(posts),
        halfExtents=[half for _, half in boxes] + [(0.0, 0.0, 0.0)] * len(posts),
        radii=[0.0] * len(boxes) + [POST_RADIUS] * len(posts),
        lengths=[0.0] * len(boxes) + [POST_HEIGHT] * len(posts),
        collisionFramePositions=[middle for middle, _ in boxes] + posts,
        physicsClientId=client,
    )
    platform = int(p.createMultiBody(0, shape, -1, [0.0, 0.0, 0.0], physicsClientId=client))
    return [platform, _plane(client, [0.0, 0.0, 1.0], collisionFramePosition=[0.0, 0.0, -DROP])]


def platform(client: int, seed: int) -> list[int]:
    floor = _plane(client, [0.0, 0.0, 1.0], collisionFramePosition=[0.0, 0.0, -BLOCK_DROP])
    return [*_boxes(client, blocks(seed)), floor]


def course(client: int, seed: int) -> list[int]:
    upright = [*course_ground.stairs(), *course_ground.tiles(seed), *course_ground.blocks()]
    bodies = flat(client, seed) + _boxes(client, upright)
    turn = p.getQuaternionFromEuler([0.0, -course_ground.RAMP_PITCH, 0.0])
    for middle, half in course_ground.ramps():
        shape = p.createCollisionShape(
            p.GEOM_BOX,
            halfExtents=half,
            collisionFramePosition=middle,
            collisionFrameOrientation=turn,
            physicsClientId=client,
        )
        bodies.append(int(p.createMultiBody(0, shape, -1, [0.0, 0.0, 0.0], physicsClientId=client)))
    return bodies


GROUNDS: dict[Ground, Callable[[int, int], list[int]]] = {
    Ground.FLAT: flat,
    Ground.RAMP: ramp,
    Ground.TILES: tiles,
    Ground.MESH: mesh,
    Ground.RING: ring,
    Ground.PLATFORM: platform,
    Ground.COURSE: course,
}
