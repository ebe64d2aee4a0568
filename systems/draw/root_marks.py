"""The root's drive as marks around each pelvis.

The ring fills with the share of its limit that the drive pulls with about level axes; red and open, the spring is
broken. The white line is the pelvis' own up, the blue one with a knob what the drive wants it to be, and the arrow goes
the way in which the drive turns it: a pull of all of its limit is a sixth of a turn long.
"""

from __future__ import annotations

import numpy as np

from components.arrays import Floats, quat
from systems.draw.cast import Cast
from systems.draw.lines import Lines
from systems.draw.measures import crossed, turned
from systems.kernels.quaternions import about_z, conj, heading, mul, rotate
from systems.laws.root import FREE, HOOK_FARTHEST, HOOK_STIFFNESS, MEATHOOK
from systems.stage import Stage

PIECES, RADIUS = 48, 0.27  # of the ring; m
OPEN = 10  # pieces that a broken ring lacks, in front
UP, ARC_RADIUS, ARC_PIECES = 0.75, 0.60, 10  # m, m, pieces of the arrow
WIDEST = np.pi / 3  # rad, the arrow of a full pull
WEAKEST = 0.02  # of the limit: no arrow below
EMPTY, BROKEN = (0.75, 0.80, 0.90, 0.45), (1.0, 0.20, 0.16, 0.95)
LITTLE, MUCH = np.array([0.30, 0.95, 0.50]), np.array([1.0, 0.62, 0.10])
ACTUAL, WANTED, PULL = (1.0, 1.0, 1.0, 0.95), (0.25, 0.72, 1.0, 0.95), (1.0, 0.80, 0.15, 1.0)


class RootMarks:
    def __init__(self, stage: Stage, cast: Cast, lines: Lines) -> None:
        self.stage, self.cast, self.lines = stage, cast, lines
        angle = np.linspace(0.0, 2 * np.pi, PIECES + 1)
        self._circle = RADIUS * np.stack([np.cos(angle), np.sin(angle), np.zeros(PIECES + 1)], axis=-1)
        self._piece = (np.arange(PIECES) + 0.5) / PIECES
        self._along = np.linspace(0.0, 1.0, ARC_PIECES + 1)

    def draw(self) -> None:
        roots = self.stage.tables.skeletons.first[:-1]
        place, turn = self.cast.place[roots], self.cast.turn[roots]
        up = turned(turn, np.broadcast_to([0.0, 0.0, 1.0], place.shape))
        wanted = self.wanted_up()
        shares = self.shares()
        self._rings(place, shares)
        free = self.stage.tables.modes.root == FREE
        self.lines.add(place, place + UP * up, ACTUAL, 3.0, on_top=True)
        held = ~free
        self.lines.add(place[held], (place + UP * wanted)[held], WANTED, 3.0, on_top=True)
        self.lines.points((place + UP * wanted)[held], WANTED, 9.0, on_top=True)
        self._arcs(place, up, shares)

    def shares(self) -> Floats:
        """(characters) of the limit that the drive asks for about level axes."""
        drives, modes = self.stage.tables.drives, self.stage.tables.modes
        most = np.where(modes.root == MEATHOOK, HOOK_STIFFNESS * HOOK_FARTHEST, modes.root_limit)
        level = np.hypot(drives.torque[:, 0], drives.torque[:, 1])
        return np.asarray(np.minimum(1.0, level / np.maximum(most, 1e-9)))

    def wanted_up(self) -> Floats:
        """(characters, 3) the up of the target, turned to each body's own heading as the spring does."""
        tables = self.stage.tables
        pairs = zip(tables.targets.root_orientation, tables.bones.orientation[tables.skeletons.first[:-1]], strict=True)
        return np.array(
            [
                rotate(mul(about_z(heading(mul(actual, conj(target)))), target), (0.0, 0.0, 1.0))
                for target, actual in ((quat(wanted), quat(has)) for wanted, has in pairs)
            ]
        ).reshape(-1, 3)

    def _rings(self, place: Floats, shares: Floats) -> None:
        paint = np.empty((len(place), PIECES, 4))
        paint[:] = EMPTY
        lit = self._piece <= shares[:, None]
        colour = LITTLE + shares[:, None] * (MUCH - LITTLE)
        paint[lit, :3], paint[lit, 3] = np.repeat(colour, PIECES, axis=0).reshape(-1, PIECES, 3)[lit], 1.0
        broken = self.stage.tables.drives.broken
        paint[broken] = BROKEN
        paint[broken, :OPEN, 3] = 0.0
        width = np.where(lit | broken[:, None], 6.0, 3.0)
        ring = place[:, None] + self._circle
        starts, ends = ring[:, :-1].reshape(-1, 3), ring[:, 1:].reshape(-1, 3)
        self.lines.add(starts, ends, paint.reshape(-1, 4), width.ravel(), on_top=True, round_ends=False)

    def _arcs(self, place: Floats, up: Floats, shares: Floats) -> None:
        """About the torque's axis, from the pelvis' up the way it is pulled."""
        torque = self.stage.tables.drives.torque * [1.0, 1.0, 0.0]
        size = np.sqrt(np.einsum("ij,ij->i", torque, torque))
        pulled = shares > WEAKEST
        if not pulled.any():
            return
        axis = torque[pulled] / size[pulled, None]
        across = crossed(axis, up[pulled])
        forward = crossed(across, axis)  # up without its part along the axis, which stays
        middle = place[pulled] + ARC_RADIUS * (up[pulled] - forward)
        angle = (WIDEST * shares[pulled, None] * self._along)[..., None]
        arc = middle[:, None] + ARC_RADIUS * (np.cos(angle) * forward[:, None] + np.sin(angle) * across[:, None])
        starts, ends = arc[:, :-2].reshape(-1, 3), arc[:, 1:-1].reshape(-1, 3)
        self.lines.add(starts, ends, PULL, 5.0, on_top=True)
        self.lines.add(arc[:, -2], arc[:, -1], PULL, 17.0, on_top=True, end_px=0.0, round_ends=False)
