"""A string as scripts see it: how hard it pulls, how far it is off, and scissors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from components.arrays import quat
from components.clock import TICKS_PER_S
from components.strings import Tie, Vec3
from game.scripts.numbers import three
from game.scripts.trajectory import WORLD
from systems.kernels.quaternions import conj, mul, rotate, to_rotvec
from systems.strings import turned
from systems.tying import cut, find, lead

if TYPE_CHECKING:
    from game.world.simulation import Simulation

Floats = NDArray[np.float64]


class String:
    """A view of one string; nothing is kept here. What it says of a string that is cut is nothing: 0."""

    def __init__(self, simulation: Simulation, tied: Tie) -> None:
        self._simulation = simulation
        self.number, self.who, self.bone, self.name, self.hold = tied.number, tied.who, tied.bone, tied.name, tied.hold

    @property
    def _row(self) -> int | None:
        tied = find(self._simulation.stage, self.number)
        return tied.row if tied is not None else None

    @property
    def _bone(self) -> int:
        character = self._simulation.characters[self.who]
        return int(character.about.first + character.bones.index(self.bone))

    @property
    def whole(self) -> bool:
        """Is it there, and not cut?"""
        return self._row is not None

    @property
    def pull(self) -> Floats:
        """N on the body in the last step, world axes."""
        row = self._row
        return np.zeros(3) if row is None else np.array(self._simulation.stage.tables.strings.force[row])

    @property
    def force(self) -> float:
        """N, how hard it pulled in the last step."""
        return float(np.linalg.norm(self.pull))

    @property
    def place(self) -> Floats:
        """m, where what it holds is now."""
        bones, i = self._simulation.stage.tables.bones, self._bone
        return np.array(bones.position[i] + rotate(quat(bones.orientation[i]), self.hold))

    @property
    def end(self) -> Floats:
        """m, where its end is."""
        row = self._row
        return self.place if row is None else np.array(self._simulation.stage.tables.strings.end[row])

    @property
    def wanted(self) -> Floats:
        """m, where its path, its marker or a hand wants the end: there, but for a while after a jump."""
        row = self._row
        return self.place if row is None else np.array(self._simulation.stage.tables.strings.wanted[row])

    @property
    def error(self) -> float:
        """m from what it holds to where its end is wanted; 0 until the first tick."""
        row = self._row
        if row is None or self._simulation.stage.tables.strings.fresh[row]:
            return 0.0
        return float(np.linalg.norm(self.wanted - self.place))

    @property
    def turn_error(self) -> float:
        """rad from how its bone is turned to how its path wants that; 0 where it wants nothing of the kind."""
        stage = self._simulation.stage
        tied = find(stage, self.number)
        frame = next((each.frame for each in stage.strings if tied is not None and each.number in tied.beside), None)
        if tied is None or frame is None:
            return 0.0
        i = self._bone
        wanted = turned(frame, (stage.ticks - tied.tick) / TICKS_PER_S)
        return float(np.linalg.norm(to_rotvec(mul(conj(wanted), quat(stage.tables.bones.orientation[i])))))

    def lead(self, to: Vec3 | None) -> None:
        """Take its end to a place (m), at 5 m/s at most; with None it goes back to its path or its marker."""
        lead(self._simulation.stage, self.number, None if to is None else three(to, WORLD, "place of a string"))

    def cut(self) -> None:
        """What it held is let go; a second time does nothing."""
        cut(self._simulation.stage, self.number)
