"""A body on a stand: its hips held by a block of 2 t on a pole, its soles off the ground.

`load_rig("boxer+stand")` is the boxer whose legs dangle 0.25 m above the floor. A push of 45 N at a hand, 0.6 m from
the hips, turns the block of 80 kg m2 by no more than the pole's foot gives: 0.01 degrees.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from components.rig import Rig, Shape
from game.rigs.rest import at_rest

HELD = "+stand"  # behind the name of a rig
MASS, INERTIA = 2000.0, 80.0  # kg, kg m2 about every axis
GIVES = 2e7, 2e5  # N/m and N s/m, at each corner of the foot
WIDE, THICK, CLEAR = 0.5, 0.06, 0.25  # m, the foot of the stand; of soles above the ground
POLE = 0.04  # m, its radius


@lru_cache(maxsize=64)
def on_a_stand(rig: Rig) -> Rig:
    if not rig.has_legs:
        return rig
    low = min(shape.start[2] for own in at_rest(list(rig.bones)) for shape in own) - CLEAR
    foot = Shape("box", (0.0, 0.0, low), size=(WIDE, WIDE, THICK))
    pole = Shape("capsule", (0.0, 0.0, -0.05), (0.0, 0.0, low + POLE + THICK / 2), POLE)
    root = rig.bones[0]
    held = replace(root, mass=MASS, inertia=(INERTIA,) * 3, shapes=(*root.shapes, pole, foot), give=GIVES)
    return replace(rig, name=f"{rig.name}{HELD}", bones=(held, *rig.bones[1:]))
