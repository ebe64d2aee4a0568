"""How far hands may get: what a picture leaves room for, so that an arm that goes up does not leave it.

    reach = Reach(simulation)
    reach.places(cast.characters, 0.3)      # {character: (10, 3) m}, of those who play a script or catch

Names are written over heads (`over_heads`), and have to be in the picture too.

Arms of 0.29 + 0.26 + 0.07 m on shoulders 1.45 m high get up to 2.07 m, and 0.62 m to every side of a shoulder.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import esper
import numpy as np

from components.catch import Catcher
from components.character import Body
from components.rig import Rig
from components.script import Playing
from game.cameras.camera import Floats

if TYPE_CHECKING:
    from game.world.simulation import Simulation

ARM = ("forearm", "hand")  # bones beyond the upper arm; the middle of the hand is its end
WAYS = np.array([[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0]])
UP = WAYS * [0.0, 0.0, 1.0]
OVER, OVER_HANDS = 0.36, 0.80  # m, from head or pelvis to a name; of who raises hands in a script
TALLEST = 0.16  # m above a name's middle that it takes


class Reach:
    def __init__(self, simulation: Simulation) -> None:
        self.simulation = simulation
        esper.switch_world(simulation.world)
        self._arms = {  # by character: row and length of each arm
            body.index: [(body.first + row, length) for row, length in arms(body.rig)]
            for _, body in esper.get_component(Body)
        }

    def names(self, bones: Floats) -> Mapping[int, Floats]:
        """By character, the upper edge of its name."""
        tops = over_heads(self.simulation, bones)
        tops[:, 2] += TALLEST
        return {character: tops[character : character + 1] for character in range(len(tops))}

    def places(self, bones: Floats, headroom: float) -> Mapping[int, Floats]:
        """Around both shoulders; of who plays a script as much (m) higher, for what is written above it."""
        esper.switch_world(self.simulation.world)
        about = {body.index: 0.0 for _, (body, _) in esper.get_components(Body, Catcher)}
        about |= {body.index: headroom for _, (body, _) in esper.get_components(Body, Playing)}
        return {
            character: np.concatenate([bones[row] + length * WAYS + more * UP for row, length in arms])
            for character, more in about.items()
            if (arms := self._arms[character])
        }


def over_heads(simulation: Simulation, bones: Floats) -> Floats:
    """(characters, 3) m: over the pelvis, as high as the higher of pelvis and head and some more. Hands do not count,
    or names would dance with them."""
    esper.switch_world(simulation.world)
    plays = {body.index for _, (body, _) in esper.get_components(Body, Playing)}
    bodies = sorted((body for _, body in esper.get_component(Body)), key=lambda body: body.index)
    places = bones[[body.first for body in bodies]].copy()
    heads = bones[[body.head for body in bodies], 2]
    more = np.array([OVER_HANDS if body.index in plays else OVER for body in bodies])
    places[:, 2] = np.maximum(places[:, 2], heads) + more
    return np.asarray(places)


def arms(rig: Rig) -> list[tuple[int, float]]:
    """Bone and length (m) of each upper arm with all that hangs on it."""
    found = []
    for side in ("left", "right"):
        names = [f"{side}_{bone}" for bone in ("upper_arm", *ARM)]
        if all(name in rig.names for name in names):
            upper, *lower = (rig.names.index(name) for name in names)
            parts = [rig.bones[bone].offset for bone in lower] + [rig.bones[lower[-1]].com]
            found.append((upper, float(np.linalg.norm(parts, axis=1).sum())))
    return found
