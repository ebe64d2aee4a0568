"""Where the next shot is aimed at, as a ring on the goal's face, and the net's frame behind it."""

from __future__ import annotations

import numpy as np

from game.hud.hand_marks import circle
from game.plays.goalie.session import AtGoal
from game.window.plays import PlayView

BALL, MARK, NET = 0.11, (1.0, 0.85, 0.30, 1.0), (0.9, 0.92, 0.95, 0.35)
MESH, DEEP = 0.25, 0.8  # m


class GoalView(PlayView):
    def update(self, seconds: float) -> None:
        goal = AtGoal.of(self.view.session).goal if AtGoal.of(self.view.session).on else None
        if goal is None:
            return
        aim = AtGoal.of(self.view.session).aim
        place, axes = np.array(goal.place(0.0, aim.aside, aim.height)), self.view.sides[0].studio.camera.axes
        ring = circle(place, BALL, axes[0], axes[1])
        half, high = goal.width / 2, goal.height
        across, up = np.arange(-half, half + 0.01, MESH), np.arange(0.0, high + 0.01, MESH)
        standing = np.array([(goal.place(-DEEP, b, 0.0), goal.place(-DEEP, b, high)) for b in across])
        lying = np.array([(goal.place(-DEEP, -half, z), goal.place(-DEEP, half, z)) for z in up])
        roof = np.array([(goal.place(-DEEP, b, high), goal.place(0.0, b, high)) for b in across])
        for side in self.view.sides:
            for net in (standing, lying, roof):
                side.lines.add(net[:, 0], net[:, 1], NET, 1.0)
            side.lines.add(ring[:-1], ring[1:], MARK, 3.0, on_top=True, round_ends=False)


PLAY = GoalView
