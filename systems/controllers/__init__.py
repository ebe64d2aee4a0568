"""Everything that a character can do, one controller a file. Another one is a file and a line here."""

from __future__ import annotations

from systems.controllers.catch import Catch
from systems.controllers.controller import Controller
from systems.controllers.dive import DiveForBall
from systems.controllers.fall import Fall
from systems.controllers.kick_ball import KickBall
from systems.controllers.lie import Lie
from systems.controllers.path import Path
from systems.controllers.play import Play
from systems.controllers.rise import Rise
from systems.controllers.roll import Roll
from systems.controllers.scramble import Scramble
from systems.controllers.track import Track

CONTROLLERS: dict[str, Controller] = {
    controller.name: controller
    for controller in (
        Track(),
        Fall(),
        Lie(),
        Rise(),
        Play(),
        DiveForBall(),
        Scramble(),
        KickBall(),
        Path(),
        Catch(),
        Roll(),
    )
}
"""By name. Of equal bids the first in a character's pool has it."""
