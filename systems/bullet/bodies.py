"""Characters and loose things as Bullet's bodies, without motors, damping and sleep."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import NamedTuple

from components.clock import TICKS_PER_S
from components.rig import Joint, Rig
from systems.bullet.quiet import p
from systems.bullet.urdf import urdf
from systems.engine import FASTEST_JOINT, Vec

CHARACTER_FLAGS = p.URDF_USE_INERTIA_FROM_FILE | p.URDF_USE_SELF_COLLISION
HARD = 1e12, 4e12 / TICKS_PER_S  # N/m, N s/m: gives way by nothing, a fifth of what overlaps goes in a step, as without
APART = 4.0  # m between bodies when they come: for each two limbs that meet nobody Bullet walks all that are near
ROLLING = 0.002  # m and 1, of what is round


class Wires(NamedTuple):
    """How to talk to Bullet about one character: which joints are of which kind, in whose order."""

    joints: list[int]  # all, in the rig's order
    driven: list[int]  # ball joints, then hinges: the order in which torques are written
    balls: list[int]  # rows of the character's own bones, root included as row 0
    hinges: list[int]
    hard: list[int]  # links whose touches do not give of themselves
    apart: list[tuple[int, int]]  # links that go through each other


def add_character(client: int, rig: Rig) -> tuple[int, Wires]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{rig.name}.urdf"
        path.write_text(urdf(rig))
        above = [0.0, 0.0, 10.0 + APART * p.getNumBodies(client)]
        body = p.loadURDF(str(path), above, flags=CHARACTER_FLAGS, physicsClientId=client)
    kinds = [bone.joint for bone in rig.bones]
    p.changeDynamics(  # of the whole body: what else stood in this call would go to the base alone
        body, -1, linearDamping=0.0, angularDamping=0.0, maxJointVelocity=FASTEST_JOINT, physicsClientId=client
    )
    for link in range(-1, len(rig.bones) - 1):
        p.changeDynamics(
            body, link, lateralFriction=1.0, restitution=0.0, jointDamping=0.0, physicsClientId=client
        )  # fmt: skip
    for link, bone in enumerate(rig.bones, -1):
        if bone.give[0] > 0.0:
            let_give(client, body, [link], bone.give)
    _motors_off(client, body, kinds)
    balls = [i for i, kind in enumerate(kinds) if kind is Joint.BALL]
    hinges = [i for i, kind in enumerate(kinds) if kind is Joint.HINGE]
    hard = [link for link, bone in enumerate(rig.bones, -1) if bone.give[0] <= 0.0]
    driven = [i - 1 for i in (*balls, *hinges)]
    joints, apart = list(range(len(kinds) - 1)), _self_collisions(client, body, rig)
    return int(body), Wires(joints, driven, balls, hinges, hard, apart)


def let_give(client: int, body: int, links: list[int], give: tuple[float, float]) -> None:
    for link in links:
        p.changeDynamics(body, link, contactStiffness=give[0], contactDamping=give[1], physicsClientId=client)


def _motors_off(client: int, body: int, kinds: list[Joint]) -> None:
    for link, kind in enumerate(kinds[1:]):
        if kind is Joint.BALL:  # the one form that takes a ball joint's motor away
            p.setJointMotorControl2(
                body, link, p.POSITION_CONTROL, targetPosition=0, positionGain=0, velocityGain=0, force=0,
                physicsClientId=client,
            )  # fmt: skip
        else:
            p.setJointMotorControl2(body, link, p.VELOCITY_CONTROL, force=0, physicsClientId=client)


def _self_collisions(client: int, body: int, rig: Rig) -> list[tuple[int, int]]:
    solid = [i for i, bone in enumerate(rig.bones) if bone.shapes]
    apart = [(i - 1, j - 1) for i in solid for j in solid if i < j and (i, j) not in rig.collide]
    let_through(client, body, apart, True)
    return apart


def let_through(client: int, body: int, apart: list[tuple[int, int]], through: bool) -> None:
    for one, other in apart:
        p.setCollisionFilterPair(body, body, one, other, not through, physicsClientId=client)


def add_prop(
    client: int, shape: str, size: Vec, mass: float, position: Vec, yaw: float, friction: float, restitution: float
) -> int:
    if shape == "sphere":
        collision = p.createCollisionShape(p.GEOM_SPHERE, radius=size[0] / 2, physicsClientId=client)
    elif shape == "capsule":
        collision = p.createCollisionShape(
            p.GEOM_CAPSULE, radius=size[0] / 2, height=size[2] - size[0], physicsClientId=client
        )
    else:
        collision = p.createCollisionShape(p.GEOM_BOX, halfExtents=[side / 2 for side in size], physicsClientId=client)
    turn = p.getQuaternionFromEuler([0.0, 0.0, yaw])
    body = p.createMultiBody(mass, collision, -1, position, turn, physicsClientId=client)
    rolling = ROLLING if shape == "sphere" else 0.0
    p.changeDynamics(
        body, -1, lateralFriction=friction, restitution=restitution, linearDamping=0.0, angularDamping=0.0,
        rollingFriction=rolling, spinningFriction=rolling, physicsClientId=client,
    )  # fmt: skip
    return int(body)
