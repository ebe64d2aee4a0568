"""Balance as marks: each centre of mass, how it moves, where it would land, and the area that the touches hold.

A plumb line falls from the centre to the ground. Its foot and the area are green while the foot is inside, red where it
is not: a body at rest outside falls. The arrow of a body that walks at 1.2 m/s is 0.36 m long.
"""

from __future__ import annotations

import numpy as np

from components.table import Bools, Floats
from systems.draw.areas import Areas
from systems.draw.cast import Cast
from systems.draw.lines import Lines
from systems.draw.measures import averages, centres, crossed, holds, hull, turned
from systems.stage import Stage

CENTRE, SPEED, INSIDE, OUTSIDE = (1.0, 1.0, 1.0), (1.0, 0.83, 0.20), (0.25, 0.95, 0.45), (1.0, 0.27, 0.22)
ARROW_S = 0.3  # s: the arrow reaches where the centre would be by then
SLOW = 0.05  # m/s: below that there is nothing to be seen
ABOVE = 0.006  # m, of the area over the floor


class BalanceMarks:
    def __init__(self, stage: Stage, cast: Cast, lines: Lines, areas: Areas) -> None:
        self.stage, self.cast, self.lines, self.areas = stage, cast, lines, areas

    def draw(self) -> None:
        middle, velocity = self.centres(), self.velocities()
        feet = middle.copy()
        feet[:, 2] = [self.stage.engine.ground_height(x, y) for x, y in middle[:, :2].tolist()]
        inside: Bools = np.zeros(len(middle), np.bool_)
        for c, touches in enumerate(self.touches()):
            corners = hull(touches)
            inside[c] = holds(corners, feet[c])
            self._area(corners, INSIDE if inside[c] else OUTSIDE)
        colours = np.where(inside[:, None], INSIDE, OUTSIDE)
        self.lines.add(middle, feet, colours, 2.5, on_top=True)
        self.lines.points(feet, colours, 11.0, on_top=True)
        fast = np.abs(velocity).max(axis=1) > SLOW
        self.lines.arrows(middle[fast], ARROW_S * velocity[fast], SPEED, 4.0, on_top=True)
        self.lines.points(middle, (0.1, 0.1, 0.12), 18.0, on_top=True)
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

    def touches(self) -> list[Floats]:
        """Of each character, (n, 3) m: where the ground pressed it in the last step."""
        contacts, skeletons = self.stage.tables.contacts, self.stage.tables.skeletons
        n = int(contacts.count[0])
        on_ground = np.isin(contacts.other[:n], self.stage.engine.ground_ids)
        owner, places = skeletons.owner[contacts.bone[:n]], contacts.position[:n]
        return [places[on_ground & (owner == c)] for c in range(len(skeletons.total_mass))]

    def _area(self, corners: Floats, colour: tuple[float, float, float]) -> None:
        if not len(corners):
            return
        corners = corners + [0.0, 0.0, ABOVE]
        self.areas.add(corners, (*colour, 0.30))
        following = np.concatenate([corners[1:], corners[:1]])
        self.lines.add(corners, following, colour, 3.0, on_top=True)
