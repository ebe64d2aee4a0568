"""What Bullet makes of a rig is the rig: names, order, masses, inertias, frames and shapes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from raw import p

from components.rig import Joint, Rig
from game.rigs.rig import load_rig
from systems.bullet.urdf import urdf

pytestmark = pytest.mark.bullet

FLAGS = p and p.URDF_USE_INERTIA_FROM_FILE | p.URDF_USE_SELF_COLLISION
KINDS = p and {Joint.BALL: p.JOINT_SPHERICAL, Joint.HINGE: p.JOINT_REVOLUTE}


@pytest.fixture
def client() -> Iterator[int]:
    number = p.connect(p.DIRECT)
    yield number
    p.disconnect(number)


@pytest.fixture(params=["boxer", "paper36"])
def rig(request: pytest.FixtureRequest) -> Rig:
    return load_rig(request.param)


def loaded(rig: Rig, client: int, folder: Path) -> int:
    path = folder / "body.urdf"
    path.write_text(urdf(rig))
    return p.loadURDF(str(path), flags=FLAGS, physicsClientId=client)


def test_bone_i_is_link_i_minus_1(rig: Rig, client: int, tmp_path: Path) -> None:
    body = loaded(rig, client, tmp_path)
    assert p.getNumJoints(body, physicsClientId=client) == len(rig.bones) - 1
    assert p.getBodyInfo(body, physicsClientId=client)[0].decode() == rig.bones[0].name
    for i, bone in enumerate(rig.bones[1:], 1):
        info = p.getJointInfo(body, i - 1, physicsClientId=client)
        assert (info[12].decode(), info[16]) == (bone.name, bone.parent - 1)
        assert info[2] == KINDS[bone.joint]
        if bone.joint is Joint.HINGE:
            assert info[13] == pytest.approx(bone.axis, abs=1e-12)
            assert info[8] > info[9], "the engine keeps no limit"


def test_mass_and_inertia_arrive_exactly(rig: Rig, client: int, tmp_path: Path) -> None:
    body = loaded(rig, client, tmp_path)
    for i, bone in enumerate(rig.bones):
        info = p.getDynamicsInfo(body, i - 1, physicsClientId=client)
        assert (info[0], info[2], info[3]) == (bone.mass, bone.inertia, bone.com)
        assert info[4] == (0.0, 0.0, 0.0, 1.0)


def test_frames_are_parallel_to_the_world_at_rest(rig: Rig, client: int, tmp_path: Path) -> None:
    body = loaded(rig, client, tmp_path)
    places = [(0.0, 0.0, 0.0)]
    for i, bone in enumerate(rig.bones[1:], 1):
        x, y, z = places[bone.parent]
        places.append((x + bone.offset[0], y + bone.offset[1], z + bone.offset[2]))
        state = p.getLinkState(body, i - 1, computeForwardKinematics=1, physicsClientId=client)
        assert state[4] == pytest.approx(places[i], abs=1e-7)  # single precision on the way in
        assert state[5] == pytest.approx((0, 0, 0, 1), abs=1e-9)


def test_shapes_are_where_the_rig_says(rig: Rig, client: int, tmp_path: Path) -> None:
    """The engine's bounding boxes are those of the rig's own shapes, up to its own margin around them."""
    body = loaded(rig, client, tmp_path)
    p.stepSimulation(physicsClientId=client)
    places = [(0.0, 0.0, 0.0)]
    for i, bone in enumerate(rig.bones):
        if i:
            up = places[bone.parent]
            places.append((up[0] + bone.offset[0], up[1] + bone.offset[1], up[2] + bone.offset[2]))
        shapes = p.getCollisionShapeData(body, i - 1, physicsClientId=client)
        assert len(shapes) == len(bone.shapes)
        if not bone.shapes:
            continue
        low, high = p.getAABB(body, i - 1, physicsClientId=client)
        for k in range(3):
            sizes = [shape.size[k] / 2 if shape.kind == "box" else shape.radius for shape in bone.shapes]
            ends = [(s.start[k], s.end[k] if s.kind == "capsule" else s.start[k]) for s in bone.shapes]
            least = min(min(end) - size for end, size in zip(ends, sizes, strict=True)) + places[i][k]
            most = max(max(end) + size for end, size in zip(ends, sizes, strict=True)) + places[i][k]
            assert (low[k], high[k]) == pytest.approx((least, most), abs=0.03)
            assert (low[k] + high[k]) / 2 == pytest.approx((least + most) / 2, abs=1e-3)


@pytest.mark.parametrize("bone", ["head", "left_upper_arm", "left_forearm", "right_hand"])
def test_what_is_struck_fast_is_no_compound(bone: str, client: int, tmp_path: Path) -> None:
    """Bullet foresees nothing of a shape that is not around its link's middle, and makes a compound of it."""
    boxer = load_rig("boxer")
    body, link = loaded(boxer, client, tmp_path), boxer.index(bone) - 1
    (shape,) = p.getCollisionShapeData(body, link, physicsClientId=client)
    assert shape[5] == (0.0, 0.0, 0.0), "m off the middle"
    assert shape[6] == (0.0, 0.0, 0.0, 1.0)


@pytest.mark.parametrize("raised_deg", [0.0, 90.0, 160.0])
def test_nothing_gets_between_the_shapes_of_clavicle_and_upper_arm(raised_deg: float) -> None:
    """The upper arm's begins 6.4 cm below its joint: two balls of 4.5 cm meet there, however the arm is held."""
    boxer = load_rig("boxer")
    clavicle, arm = (boxer.bones[boxer.index(f"left_{name}")] for name in ("clavicle", "upper_arm"))
    (its, own), angle = (clavicle.shapes[0], arm.shapes[0]), np.radians(raised_deg)
    low = -own.start[2]
    for begins in ((low * np.sin(angle), 0.0, -low * np.cos(angle)), (0.0, low * np.sin(angle), -low * np.cos(angle))):
        apart = np.linalg.norm(np.add(arm.offset, begins) - its.end)
        assert apart < its.radius + own.radius - 0.003


def test_bones_that_may_strike_each_other_are_apart_at_rest(rig: Rig, client: int, tmp_path: Path) -> None:
    body = loaded(rig, client, tmp_path)
    assert rig.collide
    for i, j in rig.collide:
        near = p.getClosestPoints(body, body, 3.0, i - 1, j - 1, physicsClientId=client)
        assert near, (rig.names[i], rig.names[j])
        assert min(point[8] for point in near) > 0.009, (rig.names[i], rig.names[j])
