"""Carried things: an iron ball that is tied to a bone, and what its bearer knows of it.

    weight = sim.carry("red", bone="left_hand", mass=5.0)      # sim.drop(weight)

A ball of 5 kg is 10.7 cm wide. The masses that laws reckon with are those of the rig and what the bearer was told, as
a ball at the bone's centre of mass; whatever it weighs more has to be found out. Springs hold its weight; what it takes
to swing it, laws find out that do not reckon with times (systems/kernels/dynamics.py).
"""

from __future__ import annotations

from dataclasses import replace
from math import pi

import esper

from components.character import Body
from components.prop import Prop, Tied
from components.rig import Bone, Rig
from game.world.tables import build_skeletons
from systems.commands import add_prop
from systems.modes import write_modes
from systems.stage import Stage, System

IRON = 7870.0  # kg/m3
BLACK = (0.16, 0.16, 0.18)
WEIGHED = ("mass", "subtree_mass", "total_mass")  # of a skeleton


def carry(stage: Stage, tied: Tied, mass: float) -> int:
    size = 2.0 * radius(mass)
    return take(stage, Prop("weight", "sphere", (size, size, size), mass, BLACK, 0.8, 0.1), tied)


def take(stage: Stage, prop: Prop, tied: Tied) -> int:
    """Make a thing that is tied to a bone."""
    body = add_prop(stage, replace(prop, tied=tied), (0.0, 0.0, -100.0), 0.0)
    stage.stirred = True
    believe(stage)
    return body


def drop(stage: Stage, body: int) -> bool:
    """Was it carried? It then lies about as what was thrown does, once it has come out of who carried it."""
    for entity, (prop,) in System.query(Prop):
        if prop.engine_id == body and prop.tied is not None:
            stage.engine.untie(body)
            esper.add_component(entity, replace(prop, tied=None, thrown=True, leaves=prop.tied.body))
            stage.stirred = stage.leaving = True
            believe(stage)
            return True
    return False


def believe(stage: Stage) -> None:
    """Write the masses that everybody takes his bones to have, with what he was told of."""
    told = [prop.tied for _, (prop,) in System.query(Prop) if prop.tied is not None and prop.tied.told > 0.0]
    rigs = [with_loads(body, told) for _, (body,) in System.query(Body)]
    known, skeletons = build_skeletons(rigs), stage.tables.skeletons
    for name in WEIGHED:
        getattr(skeletons, name)[:] = getattr(known, name)
    skeletons.load[:] = known.mass - build_skeletons([body.rig for _, (body,) in System.query(Body)]).mass
    write_modes(stage)


def with_loads(body: Body, told: list[Tied]) -> Rig:
    bones = list(body.rig.bones)
    for tied in told:
        if tied.body == body.engine_id:
            bones[tied.link + 1] = heavier(bones[tied.link + 1], tied.told)
    return replace(body.rig, bones=tuple(bones))


def heavier(bone: Bone, mass: float) -> Bone:
    """With a point of that mass at its centre of mass. Gains stay those of the body: how firm it is, is set apart."""
    return replace(bone, mass=bone.mass + mass)


def radius(mass: float) -> float:
    return float((0.75 * mass / (pi * IRON)) ** (1.0 / 3.0))
