"""A law that this process has not run yet is loaded, or even compiled, in the tick that first runs it: it is said
before, and what is pressed meanwhile does not count.

    loading = Loading()
    loading.waits(session)      # True once: the message is drawn before the tick that takes so long
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from components.settings import Servo
from game.controls import Action
from systems.servo import LAWS

if TYPE_CHECKING:
    from game.session import Session

MODES = (Action.NEXT_SERVO, Action.NEXT_ROOT, Action.NEXT_ACTUATION, Action.NEXT_CLIP, Action.COMPARE, Action.RETRY)
"""What keys do that would queue up behind a law that loads."""


def loaded(servo: Servo) -> bool:
    """Has this process what runs it?"""
    return bool(LAWS[servo].signatures)  # type: ignore[attr-defined]  # numba's, of what it has compiled or loaded


class Loading:
    def __init__(self) -> None:
        self.told = ""  # the law that is being loaded
        self.deaf = False  # has it just been, so that what was pressed meanwhile comes now

    def waits(self, session: Session) -> bool:
        """Before the ticks of a frame: must the picture be drawn first, because a law is to be loaded?"""
        self.deaf = False
        servos = [Servo(who.servo) for world in session.history.worlds for who in world.characters.values()]
        missing = next((servo for servo in servos if not loaded(servo)), None)
        if missing is None or session.clock.paused:
            self.told = ""
        elif self.told != missing:
            self.told = missing
            session.say(f"servo {missing} is loading: the picture stands still for some seconds")
            return True
        else:
            self.deaf = True  # the ticks that come now load it
        return False

    def ignores(self, action: Action) -> bool:
        return (self.deaf or bool(self.told)) and action in MODES
