"""Balance as marks: each centre of mass, how it moves, where it would land, what the feet hold, and where they stepped.

A plumb line falls from the centre to the ground. Its foot and the area are green while the foot is inside, red where it
is not: a body at rest outside falls. The arrow of a body that walks at 1.2 m/s is 0.36 m long. From the foot of the
plumb line a line leads to xi = x + v / w0, w0 = sqrt(g / height), where the body would come to rest if it were held up
there: 0.12 m ahead for 0.4 m/s at 0.95 m. The centre of pressure is where the ground's force acts. Steps that were to
save the body leave prints (systems/draw/footprints.py).
"""

from __future__ import annotations

import numpy as np

from components.arrays import Floats
from systems.draw.areas import Areas
from systems.draw.cast import Cast
from systems.draw.footprints import Footprints, on_ground
from systems.draw.lines import Lines
from systems.draw.measures import averages, centres, crossed, holds, hull, turned
from systems.stage import Stage

CENTRE, EDGE, SPEED = (1.0, 1.0, 1.0), (0.08, 0.08, 0.10), (1.0, 0.83, 0.20)
INSIDE, OUTSIDE = (0.25, 0.95, 0.45), (1.0, 0.27, 0.22)
XI, PRESSURE = (0.86, 0.38, 1.0), (0.25, 0.75, 1.0)
ARROW_S = 0.3  # s: the arrow reaches where the centre would be by then
SLOW = 0.05  # m/s: below that there is nothing to be seen
ABOVE = np.array([0.0, 0.0, 0.006])  # m, from the floor to the area
LOWEST = 0.3  # m: a centre of mass is taken to be this high at least


class BalanceMarks:
    def __init__(self, stage: Stage, cast: Cast, lines: Lines, areas: Areas) -> None:
        self.stage, self.cast, self.lines, self.areas = stage, cast, lines, areas
        self.footprints = Footprints(stage, cast, lines, areas)

    def draw(self) -> None:
        middle, velocity, gravity = self.centres(), self.velocities(), self.stage.engine.settings.gravity
        feet = on_ground(self.stage, middle)
        touches = self.touches()
        held = [hull(places) for places, _ in touches]
        inside = [holds(corners, foot) for corners, foot in zip(held, feet, strict=True)]
        colours = np.where(np.array(inside)[:, None], INSIDE, OUTSIDE)
        self._areas(held, colours)
        self.footprints.draw()
        self.lines.add(middle, feet, colours, 2.5, on_top=True)
        xi = on_ground(self.stage, extrapolated(middle, velocity, middle[:, 2] - feet[:, 2], gravity))
        self.lines.add(feet, xi, XI, 2.5, on_top=True)
        for places, colour, size in ((feet, colours, 11.0), (xi, XI, 13.0), (pressure(touches), PRESSURE, 9.0)):
            self.lines.points(places, EDGE, size + 4.0, on_top=True)
            self.lines.points(places, colour, size, on_top=True)
        fast = np.abs(velocity).max(axis=1) > SLOW
        self.lines.arrows(middle[fast], ARROW_S * velocity[fast], SPEED, 4.0, on_top=True)
        self.lines.points(middle, EDGE, 18.0, on_top=True)
        self.lines.points(middle, CENTRE, 12.0, on_top=True)

    def centres(self) -> Floats:
        """(characters, 3) m, of the bodies as they are drawn."""
        bones = self.cast.bones
        return centres(self.stage.tables.skeletons, self.cast.place[:bones], self.cast.turn[:bones])

    def velocities(self) -> Floats:
        """(characters, 3) m/s of the centres of mass."""
        skeletons, bones = self.stage.tables.skeletons, self.stage.tables.bones
        arms = turned(bones.orientation, skeletons.com)
        return averages(skeletons, bones.velocity + crossed(bones.spin, arms))

    def touches(self) -> list[tuple[Floats, Floats]]:
        """Of each character: (n, 3) m where the ground pressed it in the last step, and (n) N s how hard."""
        contacts, skeletons = self.stage.tables.contacts, self.stage.tables.skeletons
        n = int(contacts.count[0])
        on_ground = np.isin(contacts.other[:n], self.stage.engine.ground_ids)
        owner, places, pressed = skeletons.owner[contacts.bone[:n]], contacts.position[:n], contacts.impulse[:n]
        rows = [on_ground & (owner == c) for c in range(len(skeletons.total_mass))]
        return [(places[own], pressed[own]) for own in rows]

    def _areas(self, held: list[Floats], colours: Floats) -> None:
        """Filled, and outlined: what lies under the feet is seen through them."""
        around = [np.concatenate([corners, corners[:1]]) for corners in held]
        for corners, colour in zip(held, colours.tolist(), strict=True):
            self.areas.add(corners + ABOVE, (*colour, 0.30))
        starts, ends = (np.concatenate([ring[part] for ring in around]) for part in (slice(-1), slice(1, None)))
        self.lines.add(starts, ends, colours.repeat([len(corners) for corners in held], axis=0), 3.0, on_top=True)


def extrapolated(middle: Floats, velocity: Floats, height: Floats, gravity: float) -> Floats:
    """(n, 3) m: xi = x + v / w0. Without weight it is where the body is."""
    if gravity <= 0.0:
        return middle
    return np.asarray(middle + velocity * np.sqrt(np.maximum(height, LOWEST) / gravity)[:, None])


def pressure(touches: list[tuple[Floats, Floats]]) -> Floats:
    """(n, 3) m, where the ground's force acts on each of those that it carries."""
    carried = [(places, pressed) for places, pressed in touches if pressed.sum() > 0.0]
    return np.array([pressed @ places / pressed.sum() for places, pressed in carried]).reshape(-1, 3)
