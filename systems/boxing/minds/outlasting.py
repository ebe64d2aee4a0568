"""Against one who only punches: stay out of reach until he is out of breath, then go in.

Fists that come add to `pressure`, which halves every 1.4 s: three jabs in a row are 2.4. That, and the other's bar of
stamina on the screen, is all it goes by.
"""

from __future__ import annotations

from typing import ClassVar

from components.clock import TICKS_PER_S
from components.control import Status
from systems.boxing.minds.controller import Controller
from systems.boxing.minds.mind import LOOK_TICKS, Mind, View, Wish

HALVED_S = 1.4
KEEP = 0.5 ** (LOOK_TICKS / TICKS_PER_S / HALVED_S)  # of the pressure, from one thought to the next
BUSY, QUIET = 2.2, 0.8  # pressure: he does nothing but punch; he has stopped
BREATH, SPENT = 45.0, 25.0  # stamina of the other: there is something to wait for; the time has come
OUT_OF_REACH = 1.5  # m between the middles
CORNERED = 0.35  # m of room behind, with which there is no way out but forward


class Outlast(Controller):
    """Stays out of reach of one who only punches, until he is out of breath."""

    name: ClassVar = "outlast"
    urgency: ClassVar = 4
    longest_s: ClassVar = 30.0

    def can_start(self, view: View, mind: Mind) -> bool:
        busy = mind.pressure > BUSY and view.their_stamina > BREATH
        return busy and not view.down and view.room_back > CORNERED and view.luck("outlast") < view.style.craft

    def step(self, view: View, mind: Mind) -> Wish:
        if view.down or view.their_stamina < SPENT or mind.pressure < QUIET:
            mind.patience_s = 0.0
            return Wish(Status.SUCCEEDED)
        away = view.distance < OUT_OF_REACH
        if away and view.room_back < CORNERED:
            return Wish(Status.FAILED)
        if away:
            return Wish(walk=(-1.0, 0.0))
        return Wish(walk=(0.0, mind.side if view.luck("go round") < 0.1 else 0.0))
