"""Footprints: where steps that were to save a body were aimed, as outlines of its sole that fade in 4 s.

A print is made from an event `step` with `who`, `foot` and `at` (m, of its ankle). It is turned as the foot is when it
comes down.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from components.arrays import Floats, quat
from components.character import Body
from systems.draw.areas import Areas
from systems.draw.cast import Cast
from systems.draw.lines import Lines
from systems.kernels.quaternions import heading
from systems.stage import Event, Stage, System

PRINT = (1.0, 0.62, 0.18)
PRINT_S, SWINGS_S = 4.0, 0.6  # s that a print is seen; in which the foot that makes it may still turn
ABOVE = np.array([0.0, 0.0, 0.008])  # m, over the ground


class Step(NamedTuple):
    """What makes one print different from another."""

    t: float
    who: str
    foot: str


class Footprints:
    def __init__(self, stage: Stage, cast: Cast, lines: Lines, areas: Areas) -> None:
        self.stage, self.cast, self.lines, self.areas = stage, cast, lines, areas
        self.bodies: dict[str, Body] = {body.name: body for _, (body,) in System.query(Body)}
        self.headings: dict[Step, float] = {}  # rad, of the prints that are seen

    def draw(self) -> None:
        seen = dict[Step, float]()
        for event in self.steps():
            step, age = Step(event.t, event.who, str(event.details["foot"])), self.stage.time - event.t
            if age < SWINGS_S or step not in self.headings:
                self.headings[step] = self.turned(step)
            seen[step] = self.headings[step]
            corners = self.outline(step, event.details["at"], seen[step])
            fade = 1.0 - age / PRINT_S
            self.areas.add(corners, (*PRINT, 0.35 * fade))
            self.lines.add(corners, np.roll(corners, -1, axis=0), (*PRINT, fade), 2.5)
        self.headings = seen

    def steps(self) -> list[Event]:
        """The last first; events come in the order of time."""
        found = list[Event]()
        for event in reversed(self.stage.events):
            if event.t <= self.stage.time - PRINT_S:
                break
            if event.kind == "step" and event.who in self.bodies:
                found.append(event)
        return found

    def turned(self, step: Step) -> float:
        """rad, of the foot as it is drawn."""
        body = self.bodies[step.who]
        return float(heading(quat(self.cast.turn[body.feet[step.foot == "right"]])))

    def outline(self, step: Step, at: tuple[float, float], way: float) -> Floats:
        """(4, 3) m, the corners of the sole whose ankle is there."""
        heel, tip, wide = self.bodies[step.who].rig.soles[step.foot == "right"]
        along = np.array([np.cos(way), np.sin(way), 0.0])
        across = 0.5 * wide * np.array([-np.sin(way), np.cos(way), 0.0])
        front, back = np.array([*at, 0.0]) + tip * along, np.array([*at, 0.0]) + heel * along
        corners = np.array([front + across, back + across, back - across, front - across])
        return np.asarray(on_ground(self.stage, corners) + ABOVE)


def on_ground(stage: Stage, places: Floats) -> Floats:
    """(n, 3) m, the same on the ground below."""
    out = places.copy()
    out[:, 2] = stage.engine.ground_heights([(x, y) for x, y in places[:, :2].tolist()])
    return out
