"""A short tumble in an engine of its own, in a process of its own: prints the digest of every state on the way.

python tests/engine/tumbling.py bullet
"""

from __future__ import annotations

import hashlib
import sys

import numpy as np

from components.rig import Bone, Joint, Rig, Shape
from components.settings import Ground, WorldSettings
from systems.engines import start_engine


def limb(i: int, parent: int, joint: Joint, offset: tuple[float, float, float]) -> Bone:
    return Bone(
        f"bone{i}", parent, joint, offset, (0, 1, 0), 2.0, (0, 0, 0), (0.05, 0.05, 0.05), 1e9, -9.0, 9.0, 9.0,
        (0, 0, 0), (Shape("sphere", (0, 0, 0), radius=0.1),),
    )  # fmt: skip


def digest(name: str, ticks: int = 240) -> str:
    engine = start_engine(WorldSettings(ground=Ground.TILES), 7, name)
    kinds = [
        (-1, Joint.ROOT, (0, 0, 0)),
        (0, Joint.BALL, (0.3, 0, 0)),
        (0, Joint.HINGE, (-0.3, 0, 0)),
        (2, Joint.BALL, (0, 0.3, 0)),
    ]
    rig = Rig("tumbler", 1.0, tuple(limb(i, *kind) for i, kind in enumerate(kinds)), (4,) * 4, tuple(range(4)))
    puppet = engine.add_character(rig)
    turns, spins = np.zeros((4, 4)), np.ones((4, 3))
    turns[[1, 3], 3] = 1.0
    engine.put(puppet, np.array([0, 0, 1.0, 0, 0, 0, 1, 1, 0, 0, 1, 2, 3], float), turns, spins)
    things = [
        engine.add_prop("box", (0.2, 0.3, 0.2), 1.0, (0.1 * i, 0.05, 0.5 + 0.3 * i), i, 0.8, 0.2) for i in range(6)
    ]
    base, raw, said = np.zeros((1, 13)), np.zeros(7 + 2 + 7), hashlib.sha256()
    for tick in range(ticks):
        engine.pull([puppet], np.full((4, 3), np.sin(tick)), np.array([[0.0, 0.1, 0.0]]))
        engine.step()
        engine.read([puppet], base, raw)
        said.update(base.tobytes() + raw.tobytes())
        said.update(np.array([engine.moving(thing) for thing in things]).tobytes())
        said.update(engine.touches([puppet.body, *things]).tobytes())
    engine.close()
    return said.hexdigest()


if __name__ == "__main__":
    print(digest(sys.argv[1]))
