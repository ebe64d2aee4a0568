"""Impacts: who is struck by what. A blow is judged here, once; whoever wants to know of it reads these rows.

The touches of the step become one row for each bone and what touches it: another's bone, a thing or the ground. A row
says how hard (N s, in this step and since it began), how fast the two came together (m/s along the normal, as both
moved before the step), and where. It lasts while they touch, so a blow's first row is the one with `steps` 1.

A medicine ball of 5 kg that comes at a chest with 6 m/s arrives with 6.0 m/s, and if it stops there its rows sum to
30 N s. A body on its feet has a row for each foot bone on the ground, together 6.1 N s a step for 75 kg.

[hits] makes of it what a body feels, [bout] what a punch counts, game/sound/noticing.py what is heard and seen.
"""

from __future__ import annotations

from typing import ClassVar

from components.table import Before, Contacts, Impacts, Skeletons
from systems.kernels import tick
from systems.stage import System


class ImpactsSystem(System):
    reads: ClassVar = (Skeletons, Contacts, Before)
    writes: ClassVar = (Impacts, Before)  # what touches somebody is awake

    def process(self, dt: float) -> None:
        tick.find_impacts(self.stage.tables.handle, self.stage.engine.ground_ids)
