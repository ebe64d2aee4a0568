"""Dynamics: composite inertias and mass matrices of all characters, once a tick, for every law."""

from __future__ import annotations

from typing import ClassVar

from components.table import Bones, Contacts, Demand, Dynamics, Skeletons
from systems.kernels.actuate import turn_inertias
from systems.kernels.dynamics import shared_dynamics
from systems.stage import System

CONTACT_MASS = 10.0  # kg at each touch of a foot


class DynamicsSystem(System):
    reads: ClassVar = (Skeletons,)
    late: ClassVar = (Bones, Contacts)
    writes: ClassVar = (Dynamics, Demand)

    def process(self, dt: float) -> None:
        tables = self.stage.tables
        shared_dynamics(tables.skeletons, tables.bones, tables.contacts, CONTACT_MASS, tables.dynamics)
        turn_inertias(tables.skeletons, tables.bones, tables.demand)
