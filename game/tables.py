"""Rigs -> the bone table: who owns which rows, how the freedoms hang together, what every law scales its gains by."""

from __future__ import annotations

import numpy as np

from components.rig import FREEDOMS, Bone, Joint, Rig
from components.table import (
    ERROR_BINS,
    MAX_CONTACTS,
    Aims,
    Blows,
    Bones,
    Bools,
    Contacts,
    Demand,
    Drives,
    Dynamics,
    Floats,
    Ints,
    Modes,
    Skeletons,
    Tallies,
    Targets,
    Torques,
)
from systems.bullet.engine import RAW_WIDTH, Puppet
from systems.kernels.quaternions import from_rotvec
from systems.stage import Tables

ARM_FELT = 0.3  # of a blow on an arm; see components.table.Skeletons


def build_tables(rigs: list[Rig], puppets: list[Puppet]) -> Tables:
    """Empty tables for these characters, in this order."""
    skeletons = build_skeletons(rigs)
    n, f, c = len(skeletons.parent), len(skeletons.bone), len(rigs)
    chain = skeletons.chain.shape[1]
    return Tables(
        skeletons=skeletons,
        bones=Bones(zeros(n, 3), turns(n), zeros(n, 3), zeros(n, 3), turns(n), zeros(n, 3)),
        targets=Targets(
            turns(n), zeros(n, 3), turns(n), zeros(n, 3),
            zeros(c, 3), zeros(c, 3), turns(c), zeros(c, 3), zeros(c),
        ),
        drives=Drives(
            zeros(c, 3), zeros(c, 3, 3), zeros(c), flags(c), np.full(c, 1e30), zeros(n, 3), zeros(c, 3), flags(c)
        ),
        dynamics=Dynamics(
            zeros(f, 6), zeros(f, 6), zeros(n), zeros(f, chain), zeros(n, 3), zeros(n), zeros(n, 3), zeros(n, 3, 3)
        ),
        demand=Demand(
            zeros(n, 3, 3), zeros(n, 3), zeros(n, 3, 3), zeros(n, 3), zeros(n, 3, 3), zeros(n, 3), zeros(n, 3),
            zeros(n), zeros(f), zeros(n), zeros(f), zeros(n, 6), zeros(n, 3), zeros(n, 3, 3), zeros(n, 3),
        ),
        aims=build_aims(n, f, c),
        torques=Torques(zeros(n, 3), zeros(c, 3), zeros(f), zeros(f), zeros(f, chain)),
        modes=build_modes(c),
        contacts=Contacts(
            counts(1), counts(MAX_CONTACTS), counts(MAX_CONTACTS), counts(MAX_CONTACTS),
            zeros(MAX_CONTACTS, 3), zeros(MAX_CONTACTS, 3), zeros(MAX_CONTACTS),
        ),
        blows=Blows(zeros(c), counts(c), counts(c), zeros(n)),
        tallies=Tallies(
            zeros(c), counts(c), counts(c, ERROR_BINS), zeros(c), zeros(c), zeros(c), zeros(c), zeros(c), zeros(c),
            flags(c), flags(c),
        ),
        base=zeros(c, 13),
        raw=zeros(sum(puppet.raw_size for puppet in puppets)),
        puppets=puppets,
    )  # fmt: skip


def build_modes(c: int) -> Modes:
    """All off, but awake and on the ground."""
    return Modes(
        servo=counts(c),
        actuation=counts(c),
        implicit=flags(c),
        strength=zeros(c),
        frequency=zeros(c),
        farthest=np.ones(c),
        support=zeros(c),
        remaining=flags(c),
        delta=zeros(c),
        settle=zeros(c),
        root=counts(c),
        root_limit=zeros(c),
        root_break=zeros(c),
        limit_wanted=zeros(c),
        break_wanted=zeros(c),
        root_air=zeros(c),
        root_stiffness=zeros(c),
        root_damping=zeros(c),
        heading_hold=zeros(c),
        foot_lift=zeros(c),
        pelvis_drive=zeros(c),
        authority=np.ones(c),
        touching=np.ones(c, np.bool_),
    )


def build_aims(n: int, f: int, c: int) -> Aims:
    """Nobody has a key-frame."""
    return Aims(
        keyed=flags(n),
        joint=turns(n),
        joint_spin=zeros(n, 3),
        span=zeros(n),
        left=zeros(n),
        sure=flags(c),
        foreseen=zeros(n, 3),
        wanted=zeros(f),
        inertial=zeros(f),
        bias=zeros(f),
        whirl=zeros(n, 3),
        tuned=zeros(f),
        tuned_s=zeros(n),
        down_s=zeros(c),
        leans=flags(n),
        share=np.ones(c),
        excess=zeros(n),
        weakest=np.full(c, -1),
        feasible=zeros(c),
        quiet=np.full(c, 1e3),
    )


def zeros(*shape: int) -> Floats:
    return np.zeros(shape)


def counts(*shape: int) -> Ints:
    return np.zeros(shape, np.int64)


def flags(count: int) -> Bools:
    return np.zeros(count, np.bool_)


def turns(count: int) -> Floats:
    """No turn at all, so many times."""
    return np.tile([0.0, 0.0, 0.0, 1.0], (count, 1))


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
        felt=np.array([ARM_FELT if is_arm(bone) else 1.0 for _, _, bone in bones]),
        offset=column("offset"),
        axis=column("axis"),
        mass=column("mass"),
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
    return bone.source == "ankle" or bone.name.endswith(("foot", "toes"))


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

    A thigh of 10 kg with a 5 kg shank and foot 0.43 m down gets about 10 0.19^2 + 5 0.43^2 + 0.15 = 1.4 across.
    """
    masses = subtree_masses(rig)
    out = np.array([np.diag(bone.inertia) + point(bone.mass, bone.com) for bone in rig.bones])
    for i, bone in enumerate(rig.bones):
        if bone.joint is not Joint.ROOT:
            out[bone.parent] += point(masses[i], bone.offset)
    return out


def subtree_masses(rig: Rig) -> Floats:
    return np.array([sum(bone.mass for bone in rig.bones[i : rig.end[i]]) for i in range(len(rig.bones))])


def point(mass: float, at: tuple[float, float, float]) -> Floats:
    """Inertia (kg m2) about the origin of a point mass."""
    r = np.array(at)
    return np.asarray(mass * (r @ r * np.eye(3) - np.outer(r, r)))
