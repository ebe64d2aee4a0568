"""Leading: whoever has control may write targets of its own, behind its clip and before the muscles look at them."""

from __future__ import annotations

from typing import ClassVar

from components.character import Balance, Body, Fall, Motion, Record, Recovery, Stun
from components.control import Control
from components.settings import StunSettings
from components.table import Bones, Contacts, Modes, Poise, Skeletons, Targets
from systems.controllers import CONTROLLERS
from systems.someone import PARTS, Someone
from systems.stage import System


class LeadingSystem(System):
    reads: ClassVar = (Body, Control, StunSettings, Recovery, Motion, Record, Skeletons)
    late: ClassVar = (Balance, Bones, Contacts, Poise, Stun)
    writes: ClassVar = (Fall, Modes, Targets)

    def process(self, dt: float) -> None:
        for _, parts in self.query(*PARTS):
            who = Someone(*parts)
            CONTROLLERS[who.control.controller].lead(self.stage, who)
