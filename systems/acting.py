"""Acting: the law that moves each bone in this tick, which is not always the one that is set.

Who is down or dazed is held as his law says (`when_down`), who has no strength left at all hangs limp, bones of a limb
that plays by itself are led. It is decided here, once a tick, and everybody who comes after asks the table. What
follows from it is written where something has changed, which is rare; a steady tick compares 110 numbers.

    red.acting("left_forearm")      # game/world/character.py
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from components.law import LAWS, Asks, Reach
from components.settings import Actuation
from components.table import Aims, Bones, Contacts, Drives, Dynamics, Modes, Muscles, Skeletons
from systems.kernels import tick
from systems.kernels.codes import code
from systems.modes import give_law, of_whole_body
from systems.stage import Obeying, Stage, System, Tables

Rows = NDArray[np.int64]
ACTUATIONS = list(Actuation)
TORQUES, ACCELERATIONS = code(Asks.TORQUES), code(Asks.ACCELERATIONS)


class ActingSystem(System):
    reads: ClassVar = (Skeletons, Dynamics, Drives, Muscles)
    late: ClassVar = (Bones, Contacts)
    writes: ClassVar = (Muscles, Modes, Aims, Dynamics)

    def process(self, dt: float) -> None:
        decide(self.stage)


def decide(stage: Stage) -> None:
    if tick.act(stage.tables.handle) or stage.acting_changed:
        stage.obeying, stage.acting_changed = who_obeys(stage.tables), False


def all_obey(t: Tables, law: str, actuation: Actuation = Actuation.JOINT) -> Obeying:
    """Everybody, with all bones and without any settings: for benches, where there are bodies and no world."""
    give_law(t.muscles, slice(None), LAWS[law])
    t.muscles.actuation[:] = code(actuation)
    for c in range(len(t.skeletons.total_mass)):
        of_whole_body(t, c)
    tick.act(t.handle)
    return who_obeys(t)


def couplings(laws: Rows, actuations: Rows) -> Rows:
    """(2, bones) how far torques reach that such laws ask for, and the accelerations that they give way to."""
    declared = [[getattr(law.couplings, how) for how in ACTUATIONS] for law in LAWS.values()]
    return np.array(declared)[laws, actuations].T


def who_obeys(t: Tables) -> Obeying:
    """Write what follows from `muscles.acting`; the rows of bones by the law that moves them."""
    laws, muscles, modes = list(LAWS.values()), t.muscles, t.modes
    acting, owner = muscles.acting, t.skeletons.owner
    placed = np.array([law.placed for law in laws])[acting]
    muscles.led[:] = placed & ~modes.placed[owner]
    muscles.eases[:] = np.array([law.eases for law in laws])[acting]
    muscles.limp[:] = np.array([law.limp for law in laws])[acting]
    asks = np.array([code(law.asks) for law in laws])[acting]
    muscles.asks[:] = np.where(muscles.led, ACCELERATIONS, asks)
    muscles.torque_path[:], muscles.acceleration_path[:] = couplings(acting, muscles.actuation)
    outside = (asks == TORQUES) & (muscles.torque_path == Reach.ROOT)  # torques from outside hold the weight themselves
    told = np.array([law.told_weight for law in laws])[acting] & ~outside
    muscles.support[:] = np.where(told, muscles.told, 0.0)
    tick.act_together(t.handle)
    joints = t.skeletons.parent >= 0
    found = [(law.name, np.flatnonzero((acting == place) & joints)) for place, law in enumerate(laws)]
    return [(name, rows) for name, rows in found if len(rows)]
