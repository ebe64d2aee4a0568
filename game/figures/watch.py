"""What is measured of a body while it runs: pose error, jitter of the trunk, when it fell, how high the pelvis got.

Jitter is the mean square of the trunk's angular jerk: spins at three ticks give (w2 - 2 w1 + w0) / dt^2, in rad/s3. A
trunk that swings to and fro by 1 degree four times a second has up to 277 rad/s3, and a jitter of 38 400 rad2/s6.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from components.clock import DT
from game.figures.figure import Row
from game.world.simulation import Simulation


class Trunk:
    """Of one character: `look` after each tick, then what it has come to."""

    def __init__(self, simulation: Simulation, name: str) -> None:
        self.simulation, self.name = simulation, name
        character, t = simulation.characters[name], simulation.stage.tables
        self._index = list(simulation.characters).index(name)
        first = int(t.skeletons.first[self._index])
        self._row = first + character.bones.index(character.chest)
        self._began = self._last = self._sums()
        self._spins: list[NDArray[np.float64]] = []
        self._squares, self._count = 0.0, 0

    def _sums(self) -> tuple[float, int]:
        tallies = self.simulation.stage.tables.tallies
        return float(tallies.error_sum_deg[self._index]), int(tallies.error_ticks[self._index])

    def look(self) -> None:
        self._last = self._sums()
        self._spins = [*self._spins[-2:], self.simulation.stage.tables.bones.spin[self._row].copy()]
        if len(self._spins) == 3:
            jerk = (self._spins[2] - 2.0 * self._spins[1] + self._spins[0]) / DT**2
            self._squares += float(jerk @ jerk)
            self._count += 1

    @property
    def jitter(self) -> float:
        """rad2/s6"""
        return self._squares / max(1, self._count)

    @property
    def pose_error_deg(self) -> float:
        """Mean over bones and ticks, from when it was made to the last look."""
        (was, before), (now, ticks) = self._began, self._last
        return (now - was) / max(1, ticks - before)


def first(simulation: Simulation, kind: str, name: str) -> float | None:
    """s, when it befell that character: a fall, an explosion."""
    return next((event.t for event in simulation.stage.events if event.kind == kind and event.who == name), None)


def stands(simulation: Simulation, name: str) -> bool:
    """Has it never fallen, or come to its feet since?"""
    turns = [event.kind for event in simulation.stage.events if event.who == name and event.kind in ("fall", "recover")]
    return turns[-1:] != ["fall"]


def numbers(simulation: Simulation, name: str) -> Row:
    """What the report says of a character, as one row."""
    character, own = simulation.characters[name], simulation.report()["characters"][name]
    return {
        "who": name,
        "servo": character.servo,
        "root": character.root,
        "clip": character.clip,
        "seconds": simulation.time,
        "falls": own["falls"],
        "first_fall_s": first(simulation, "fall", name),
        "stands_at_end": stands(simulation, name),
        "get_ups": own["getups"],
        "pose_error_deg": own["pose_error_deg"]["mean"],
        "pose_error_p95_deg": own["pose_error_deg"]["p95"],
        "travel_m": own["travel_m"],
        "clip_travel_m": own["clip_travel_m"],
        "foot_slide_mps": own["foot_slide_mps"],
        "stunned_s": own["stunned_s"],
        "root_broken_s": own["root_broken_s"],
        "fastest_bone_radps": own["max_bone_speed_radps"],
        "blew_up": first(simulation, "explosion", name) is not None,
    }
