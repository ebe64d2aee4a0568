"""Rigs -> the bone table: who owns which rows, how the freedoms hang together, what every law scales its gains by."""

from __future__ import annotations

from typing import Any

import numpy as np

from components.arrays import Bools, Floats, Ints, empty
from components.law import LAWS, code_of
from components.rig import FREEDOMS, Bone, Joint, Rig
from components.table import BONE, CHAIN, CHARACTER, FREEDOM, TABLES, Skeletons
from systems.engine import RAW_WIDTH, Puppet
from systems.kernels.quaternions import from_rotvec
from systems.stage import Tables

ARM_FELT = 0.3  # of a blow on an arm; see components.table.Skeletons


def build_tables(rigs: list[Rig], puppets: list[Puppet]) -> Tables:
    """Empty tables for these characters, in this order."""
    skeletons = build_skeletons(rigs)
    n, f, c = len(skeletons.parent), len(skeletons.bone), len(rigs)
    sizes = {CHARACTER: c, BONE: n, FREEDOM: f, CHAIN: skeletons.chain.shape[1]}
    filled: dict[str, Any] = {name: empty(table, sizes) for name, table in TABLES.items() if table is not Skeletons}
    raw = np.zeros(sum(RAW_WIDTH.get(bone.joint, 0) for rig in rigs for bone in rig.bones))
    own: dict[type, tuple[Any, ...]] = {}  # laws that share a table have it together
    for table in (code_of(name).table for name in LAWS):
        if table is not None and table not in own:
            own[table] = empty(table, sizes)
    filled["muscles"].limit[:] = skeletons.torque_limit
    by_law = {name: (own[table],) if (table := code_of(name).table) else () for name in LAWS}
    return Tables(skeletons=skeletons, **filled, own=by_law, base=np.zeros((c, 13)), raw=raw, puppets=puppets)


def build_skeletons(rigs: list[Rig]) -> Skeletons:
    bones = [(c, rig, bone) for c, rig in enumerate(rigs) for bone in rig.bones]
    first = np.cumsum([0, *(len(rig.bones) for rig in rigs)])
    freedoms = [FREEDOMS[bone.joint] for _, _, bone in bones]
    raw = [RAW_WIDTH.get(bone.joint, 0) for _, _, bone in bones]
    first_freedom = np.cumsum([0, *(sum(FREEDOMS[bone.joint] for bone in rig.bones) for rig in rigs)])
    parent = np.array([bone.parent + first[c] if bone.parent >= 0 else -1 for c, _, bone in bones], np.int64)
    freedom = np.cumsum([0, *freedoms[:-1]])
    chains = _chains(parent, freedom, freedoms)
    depth = np.array([len(chain) - 1 for chain in chains], np.int64)
    chain = np.full((len(chains), int(depth.max()) + 1 if len(chains) else 1), -1, np.int64)
    for k, row in enumerate(chains):
        chain[k, : len(row)] = row

    def column(name: str) -> Floats:
        return np.array([getattr(bone, name) for _, _, bone in bones], dtype=np.float64)

    return Skeletons(
        first=first,
        first_freedom=first_freedom,
        owner=np.array([c for c, _, _ in bones], np.int64),
        parent=parent,
        joint=np.array([int(bone.joint) for _, _, bone in bones], np.int64),
        freedom=freedom,
        raw=np.cumsum([0, *raw[:-1]]),
        foot=np.array([is_foot(bone) for _, _, bone in bones], np.bool_),
        limb=limbs(parent),
        leg=legs([is_foot(bone) for _, _, bone in bones], parent),
        fist=np.array([bone.name.endswith("hand") for _, _, bone in bones], np.bool_),
        felt=np.array([ARM_FELT if is_arm(bone) else 1.0 for _, _, bone in bones]),
        offset=column("offset"),
        axis=column("axis"),
        mass=column("mass"),
        load=np.zeros(len(bones)),
        unswung=np.zeros(len(bones)),
        com=column("com"),
        inertia=column("inertia"),
        gain_inertia=np.concatenate([gain_inertias(rig) for rig in rigs]),
        torque_limit=column("torque_limit"),
        low=column("low"),
        high=column("high"),
        swing=column("swing"),
        swing_centre=np.array([from_rotvec(bone.swing_centre) for _, _, bone in bones]),
        bone=np.repeat(np.arange(len(bones)), freedoms),
        depth=depth,
        chain=chain,
        subtree_mass=np.concatenate([subtree_masses(rig) for rig in rigs]),
        total_mass=np.array([rig.mass for rig in rigs]),
    )


def limbs(parent: Ints) -> Bools:
    """Bones from which on nothing forks."""
    children = np.bincount(parent[parent >= 0], minlength=len(parent))
    found = children <= 1
    for i in reversed(range(len(found))):
        if parent[i] >= 0:
            found[parent[i]] &= found[i]
    return found


def legs(foot: list[bool], parent: Ints) -> Bools:
    """Feet and all that they hang on, up to the root."""
    found = np.array(foot, np.bool_)
    for i in reversed(range(len(found))):
        if parent[i] >= 0:
            found[parent[i]] |= found[i]
    return found


def is_foot(bone: Bone) -> bool:
    """Bones that a body stands on: the foot and what hangs on it."""
    stands = bone.source == "root" and bone.give != (0.0, 0.0)  # a root that gives where it touches is a stand
    return stands or bone.source == "ankle" or bone.name.endswith(("foot", "toes"))


def is_arm(bone: Bone) -> bool:
    """Bones that one blocks with, and strikes with: whoever strikes feels the same blow."""
    return bone.name.endswith(("upper_arm", "forearm", "hand"))


def _chains(parent: Ints, freedom: Ints, freedoms: list[int]) -> list[list[int]]:
    """For each freedom: all freedoms from the root down to it."""
    chains: list[list[int]] = []
    for i, count in enumerate(freedoms):
        above = chains[freedom[parent[i]] + freedoms[parent[i]] - 1] if parent[i] >= 0 else []
        for n in range(count):
            own = [int(freedom[i]) + k for k in range(n + 1)]
            chains.append([*above, *own])
    return chains


def gain_inertias(rig: Rig) -> Floats:
    """(bones, 3, 3) kg m2 about each bone's joint: its own inertia, and what hangs on it as points at their joints.

    A thigh of 10 kg with a 5 kg shank and foot 0.43 m down gets about 10 0.19^2 + 5 0.43^2 + 0.15 = 1.4 across. Two
    joints in one place are one of two axes, and what is between them turns all that the second one does.
    """
    masses = subtree_masses(rig)
    out = np.array([np.diag(bone.inertia) + point(bone.mass, bone.com) for bone in rig.bones])
    hung = [(i, bone) for i, bone in enumerate(rig.bones) if bone.joint is not Joint.ROOT]
    for i, bone in hung:
        out[bone.parent] += point(masses[i], bone.offset)
    for i, bone in reversed(hung):
        if not any(bone.offset):
            out[bone.parent] += out[i]
    return out


def subtree_masses(rig: Rig) -> Floats:
    return np.array([sum(bone.mass for bone in rig.bones[i : rig.end[i]]) for i in range(len(rig.bones))])


def point(mass: float, at: tuple[float, float, float]) -> Floats:
    """Inertia (kg m2) about the origin of a point mass."""
    r = np.array(at)
    return np.asarray(mass * (r @ r * np.eye(3) - np.outer(r, r)))
