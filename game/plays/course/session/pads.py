"""What a pad does on the course: the sticks and three buttons steer, the others do what they do elsewhere.

    STEERS["a"]                  # Lane.JUMP

The left stick is one's feet, so pressing it does nothing; the help is on the right one, as for somebody who boxes.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.plays.course.session.steering import LANE_ABOUT, Lane
from game.session.controls import Action
from game.session.pads import CAMERA_STICK, PAD


@dataclass(frozen=True)
class LaneButton:
    button: str  # pyglet's name
    shown: str
    does: Lane
    about: str


_BUTTONS = (
    ("righttrigger", "Right trigger", Lane.FAST), ("a", "A", Lane.JUMP), ("b", "B", Lane.CARTWHEEL),
)  # fmt: skip
LANE_PAD = tuple(LaneButton(button, shown, does, LANE_ABOUT[does]) for button, shown, does in _BUTTONS)
LANE_STICKS = (("Left stick", "walk and turn"), CAMERA_STICK)
STEERS: dict[str, Lane | Action] = {
    **{control.button: control.action for control in PAD if control.button != "leftstick"},
    "rightstick": Action.HELP,
    **{control.button: control.does for control in LANE_PAD},
}
