"""Characters as MuJoCo's bodies: free joints, no motors, limits, damping or armature."""

from __future__ import annotations

from dataclasses import dataclass, field

import mujoco as mj
import numpy as np

from components.arrays import Floats, Ints
from components.rig import FREEDOMS, Joint, Rig, Shape
from systems.engine import FASTEST_JOINT, RAW_WIDTH

KINDS = {Joint.BALL: mj.mjtJoint.mjJNT_BALL, Joint.HINGE: mj.mjtJoint.mjJNT_HINGE}
W_FIRST = (3, 0, 1, 2)  # our x y z w as MuJoCo writes it
MARGIN = 0.092  # m, the most that a shape reaches ahead (systems/mujoco/kernels.py)


@dataclass
class Figure:
    """A character in the model. A number says where in MuJoCo's arrays something begins."""

    rig: Rig
    bones: list[mj.MjsBody]
    root: int = 0  # its body; bone i is that many behind it
    places: slice = field(default_factory=lambda: slice(0))  # of the whole character in qpos, root in front
    speeds: slice = field(default_factory=lambda: slice(0))  # and in qvel
    geoms: list[tuple[int, int]] = field(default_factory=list)  # number and link
    fastest: float = FASTEST_JOINT

    def __post_init__(self) -> None:
        """Where `turns`, `spins` and torques of all bones, one number after another, hold what MuJoCo wants."""
        turns, spins, raw = list[int](), list[int](), list[int]()
        place, speed = 7, 6
        for i, bone in enumerate(self.rig.bones[1:], 1):
            ball = bone.joint is Joint.BALL
            wide, free = RAW_WIDTH[bone.joint] - FREEDOMS[bone.joint], FREEDOMS[bone.joint]
            turns += [4 * i + a for a in (W_FIRST if ball else (0,))]
            spins += [3 * i + a for a in range(free)]
            raw += [place + a for a in ((1, 2, 3, 0) if ball else (0,))]
            raw += [-1 - speed - a for a in range(free)]  # below 0: a speed
            place, speed = place + wide, speed + free
        self.turn_rows, self.spin_rows, self.raw = np.array(turns, int), np.array(spins, int), np.array(raw, int)
        self.wide, self.free = place, speed

    def find(self, model: mj.MjModel) -> None:
        """Where it has come to stand, after the model was made anew."""
        self.root = self.bones[0].id
        joint = model.body_jntadr[self.root]
        place, speed = int(model.jnt_qposadr[joint]), int(model.jnt_dofadr[joint])
        self.places, self.speeds = slice(place, place + self.wide), slice(speed, speed + self.free)
        self.geoms = [
            (int(model.body_geomadr[self.root + i]) + k, i - 1)
            for i in range(len(self.rig.bones))
            for k in range(model.body_geomnum[self.root + i])
        ]

    def raw_rows(self, all_places: int) -> Ints:
        """Where each number of `read`'s `raw` stands: in qpos, or that far behind its end in qvel."""
        back = all_places + self.speeds.start - 1 - self.raw
        rows: Ints = np.where(self.raw >= 0, self.places.start + self.raw, back)
        return rows

    def limits(self) -> Floats:
        """rad/s, of each of its freedoms."""
        return np.array([np.inf] * 6 + [self.fastest] * (self.free - 6))


def add_figure(spec: mj.MjSpec, rig: Rig, name: str) -> Figure:
    """Bodies are called NAME/BONE."""
    bones = list[mj.MjsBody]()
    for bone in rig.bones:
        above = spec.worldbody if bone.joint is Joint.ROOT else bones[bone.parent]
        body = above.add_body(name=f"{name}/{bone.name}", pos=list(bone.offset))
        body.mass, body.ipos, body.inertia, body.explicitinertial = bone.mass, bone.com, bone.inertia, True
        if bone.joint is Joint.ROOT:
            body.add_freejoint(name=f"{name}/{bone.name}")
        else:
            body.add_joint(name=f"{name}/{bone.name}", type=KINDS[bone.joint], axis=list(bone.axis))
        for shape in bone.shapes:
            _add_shape(body, shape)
        bones.append(body)
    solid = [i for i, bone in enumerate(rig.bones) if bone.shapes]
    for i in solid:
        for j in solid:
            if i < j and (i, j) not in rig.collide and rig.bones[j].parent != i:  # parent and child never touch
                spec.add_exclude(bodyname1=bones[i].name, bodyname2=bones[j].name)
    return Figure(rig, bones)


def _add_shape(body: mj.MjsBody, shape: Shape) -> None:
    if shape.kind == "capsule":
        body.add_geom(
            type=mj.mjtGeom.mjGEOM_CAPSULE, fromto=[*shape.start, *shape.end], size=[shape.radius, 0, 0], margin=MARGIN
        )
    elif shape.kind == "sphere":
        body.add_geom(type=mj.mjtGeom.mjGEOM_SPHERE, pos=list(shape.start), size=[shape.radius, 0, 0], margin=MARGIN)
    else:
        half = [side / 2 for side in shape.size]
        body.add_geom(type=mj.mjtGeom.mjGEOM_BOX, pos=list(shape.start), size=half, margin=MARGIN)
