"""A rig as URDF text, the one format in which Bullet keeps the names of bones.

Load it with `pybullet.URDF_USE_INERTIA_FROM_FILE | pybullet.URDF_USE_SELF_COLLISION`. Bullet numbers links depth first,
so bone i of the rig is link i - 1, and the root is the base (link -1). Joint limits are left out: the servo's laws keep
them, softly, and a hinge without them must be called `continuous` to be loaded as revolute.
"""

from __future__ import annotations

from math import atan2, dist, hypot
from xml.sax.saxutils import quoteattr

from components.rig import Joint, Rig, Shape, Vec3

HARDLY = 0.001  # m: a ball is written as a capsule of that length, since Bullet does not foresee that two balls meet


def urdf(rig: Rig) -> str:
    """The rig's links and joints in its own order; metres, kilograms, every frame parallel to the world's at rest."""
    lines = [f"<robot name={quoteattr(rig.name)}>"]
    for bone in rig.bones:
        ixx, iyy, izz = bone.inertia
        lines += [
            f'<link name="{bone.name}">',
            f'<inertial><origin xyz="{_text(bone.com)}"/><mass value="{bone.mass!r}"/>',
            f'<inertia ixx="{ixx!r}" iyy="{iyy!r}" izz="{izz!r}" ixy="0" ixz="0" iyz="0"/></inertial>',
            *(_collision(shape) for shape in bone.shapes),
            "</link>",
        ]
    kinds = {Joint.BALL: "spherical", Joint.HINGE: "continuous"}
    for bone in rig.bones[1:]:
        lines += [
            f'<joint name="{bone.name}" type="{kinds[bone.joint]}"><parent link="{rig.bones[bone.parent].name}"/>',
            f'<child link="{bone.name}"/><origin xyz="{_text(bone.offset)}"/><axis xyz="{_text(bone.axis)}"/></joint>',
        ]
    return "\n".join([*lines, "</robot>"])


def _collision(shape: Shape) -> str:
    centre, turn = shape.start, (0.0, 0.0, 0.0)
    if shape.kind == "capsule":
        ends = sorted((shape.start, shape.end), key=lambda end: end[2])  # never upside down: that would be a turn, too
        x, y, z = (q - p for p, q in zip(*ends, strict=True))
        centre = tuple(round((p + q) / 2, 12) for p, q in zip(*ends, strict=True))
        turn = (0.0, atan2(hypot(x, y), z), atan2(y, x))  # takes z, a URDF capsule's own axis, onto ours
        geometry = f'<capsule radius="{shape.radius!r}" length="{dist(shape.start, shape.end)!r}"/>'
    elif shape.kind == "sphere":
        geometry = f'<capsule radius="{shape.radius!r}" length="{HARDLY!r}"/>'
    else:
        geometry = f'<box size="{_text(shape.size)}"/>'
    return f'<collision><origin xyz="{_text(centre)}" rpy="{_text(turn)}"/><geometry>{geometry}</geometry></collision>'


def _text(v: Vec3) -> str:
    return " ".join(repr(float(x)) for x in v)
