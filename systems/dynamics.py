"""Dynamics: composite inertias and mass matrices of all characters, once a tick, for every law."""

from __future__ import annotations

from typing import ClassVar

from components.table import Bones, Contacts, Demand, Dynamics, Skeletons, Strings
from systems.kernels import tick
from systems.stage import System

CONTACT_MASS = 15.0  # kg at each touch of a foot


class DynamicsSystem(System):
    reads: ClassVar = (Skeletons, Strings)
    late: ClassVar = (Bones, Contacts)
    writes: ClassVar = (Dynamics, Demand)

    def process(self, dt: float) -> None:
        tick.dynamics(self.stage.tables.handle, CONTACT_MASS)
