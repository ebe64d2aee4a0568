"""Leading: whoever has control may write targets of its own, behind its clip and before the muscles look at them."""

from __future__ import annotations

from functools import cache
from typing import ClassVar

from components.character import Balance, Body, Fall, Motion, Record, Recovery, Stun
from components.control import Control
from components.settings import StunSettings
from components.table import Bones, Contacts, Modes, Poise, Skeletons, Targets
from systems.controllers import CONTROLLERS
from systems.controllers.controller import Controller
from systems.someone import PARTS, Someone
from systems.stage import System

CONTROL = PARTS.index(Control)


class LeadingSystem(System):
    reads: ClassVar = (Body, Control, StunSettings, Recovery, Motion, Record, Skeletons)
    late: ClassVar = (Balance, Bones, Contacts, Poise, Stun)
    writes: ClassVar = (Fall, Modes, Targets)

    def process(self, dt: float) -> None:
        for _, parts in self.query(*PARTS):
            controller = CONTROLLERS[parts[CONTROL].controller]
            if leads(controller):
                controller.lead(self.stage, Someone(*parts))


@cache
def leads(controller: Controller) -> bool:
    """Has it targets of its own?"""
    return type(controller).lead is not Controller.lead
