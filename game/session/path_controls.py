"""Paths drawn by hand: while it is on, a click on the ground leads somebody there, and points can be dragged about.

session.draw_paths()         # on and off
session.lead_here()          # one more point, where the cursor is on the ground

It is he whom the keys speak of, or else the first who has a path, or the first of all. All of it is deeds.
"""

from __future__ import annotations

import numpy as np

from components.arrays import Floats
from components.errors import InputError
from components.path import APART, Points
from game.session.deeds import WalkPath
from game.session.hands import Hands
from game.session.setting_controls import SettingControls
from game.world.character import Character

TAKES = 0.2  # m: a point that is so near to the cursor is taken
MOVES = 0.02  # m that the cursor goes before a point that is held follows


class PathControls(SettingControls):
    hands: Hands
    drawing = False
    held_point: int | None = None  # of his path

    def draw_paths(self) -> None:
        self.drawing = not self.drawing
        self.held_point = None
        self.say(f"{self.leads.name} walks where you click on the ground" if self.drawing else "no paths are drawn")

    @property
    def leads(self) -> Character:
        """Who is led."""
        characters = self.simulation.characters
        if self.chosen is not None:
            return characters[self.chosen]
        return next((each for each in characters.values() if each.path), next(iter(characters.values())))

    def on_ground(self) -> Floats | None:
        """m, where the cursor's ray comes to the ground, whoever stands in its way; none above the horizon."""
        ray, level = self.hands.ray, 0.0
        if ray is None or ray.way[2] > -1e-3:
            return None
        for _ in range(2):  # on a ground that is not even, near enough
            place = ray.eye + (level - ray.eye[2]) / ray.way[2] * ray.way
            level = self.simulation.stage.engine.ground_height(float(place[0]), float(place[1]))
        return np.asarray(place)

    def lead_here(self) -> None:
        """One more point at the end of his path."""
        place, who = self.on_ground(), self.leads
        if place is None:
            return
        points = (*who.path, (float(place[0]), float(place[1])))
        self._lead(who, points)

    def take_point(self) -> bool:
        """Take hold of the point under the cursor, if there is one; not that at which the path begins."""
        place, who = self.on_ground(), self.leads
        self.held_point = None
        if self.drawing and place is not None and len(who.path) > 1:
            apart = np.hypot(*(np.array(who.path) - place[:2]).T)
            apart[: 0 if who.path_closed else 1] = np.inf
            if float(apart.min()) < TAKES:
                self.held_point = int(apart.argmin())
        return self.held_point is not None

    def drag_point(self) -> None:
        """Before a tick: the point that is held is where the cursor is."""
        place, who, held = self.on_ground(), self.leads, self.held_point
        if place is None or held is None or held >= len(who.path):
            return
        x, y = who.path[held]
        if float(np.hypot(place[0] - x, place[1] - y)) < MOVES or self._too_near(who.path, held, place):
            return
        points = list(who.path)
        points[held] = (float(place[0]), float(place[1]))
        self._lead(who, tuple(points))

    def _too_near(self, points: Points, held: int, place: Floats) -> bool:
        """To one of the two beside it."""
        beside = (points[k % len(points)] for k in (held - 1, held + 1))
        return any(float(np.hypot(place[0] - x, place[1] - y)) < 2.0 * APART for x, y in beside)

    def stop_path(self) -> None:
        """Away with the path: he stops within a few steps."""
        self.history.do(WalkPath(self.leads.name, ()))

    def _lead(self, who: Character, points: Points) -> None:
        try:
            self.history.do(WalkPath(who.name, points, who.path_closed))
        except InputError as error:
            self.say(str(error))
