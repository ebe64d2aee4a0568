"""Before the bell: who boxes whom, and that a key is what rings it. And the tasks of practice.

before_bell(overlay, boxing)
practice(overlay, boxing)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.hud.choices import SHEET
from game.hud.scene import HINTS
from game.picture.ink import ACCENT, DIM, EDGE, FAIR, GAP, GOOD, INK, PAD, TRACK, cut, panel, wrapped
from game.plays.boxing.hud.fight import led_by
from game.plays.boxing.hud.ring import Corner, ring_of
from game.plays.boxing.session.fists import Fight
from game.plays.boxing.session.pads import FIGHT_PAD
from game.plays.boxing.session.practice import TASKS, Task, shown
from game.session.controls import KEY, Action
from systems.draw.overlay import Overlay

if TYPE_CHECKING:
    from game.plays.boxing.session.playing import Boxing

WIDE, HIGH = 440.0, 108.0
TASK_WIDE, TASK_HIGH, LINE = 300.0, 176.0, 19.0
KEY_HIGH = 34.0
DOT = 8.0


def before_bell(overlay: Overlay, boxing: Boxing) -> None:
    """Low in the middle, over the line of keys, so that both are seen."""
    ring = ring_of(boxing.session)
    wide = min(WIDE, overlay.right - 2 * EDGE)
    left, top = 0.5 * (overlay.right - wide), overlay.bottom - EDGE - HINTS - GAP - HIGH
    middle, half = 0.5 * overlay.right, wide / 2 - 2 * PAD - 20
    overlay.rect(left, top, wide, HIGH, SHEET, radius=10.0)
    overlay.text(middle, top + 16, "vs", "large", DIM, "centre")
    for corner, x, align in ((ring.red, middle - 32, "right"), (ring.blue, middle + 32, "left")):
        overlay.text(x, top + 12, cut(overlay, corner.body.name.upper(), half, "title"), "title", corner.colour, align)
        overlay.text(x, top + 44, cut(overlay, who(boxing, corner), half, "small"), "small", DIM, align)
    overlay.rect(left + 2 * PAD, top + 66, wide - 4 * PAD, 1.0, TRACK, radius=0.0)
    overlay.text(middle, top + 74, "Press a key for the bell", "large", FAIR, "centre")


def who(boxing: Boxing, corner: Corner) -> str:
    """`you`, `player 2`, or the computer's style."""
    for fist in boxing.fists:
        if fist.who == corner.body.name:
            return "you" if len(boxing.fists) == 1 else f"player {fist.player}"
    return next(iter(led_by(corner.fighter)), "")


def practice(overlay: Overlay, boxing: Boxing) -> None:
    """What is asked for now, its keys, and what came of it: on the left, where nobody stands before it."""
    told = boxing.practice
    if not told.on or told.task is None:
        return
    left, top, x, room = EDGE, EDGE, EDGE + 2 * PAD, TASK_WIDE - 4 * PAD
    overlay.rect(left, top, TASK_WIDE, TASK_HIGH, SHEET, radius=10.0)
    for number in range(len(TASKS)):
        done = number < told.number + (told.praised > 0.0)
        colour = GOOD if done else FAIR if number == told.number else TRACK
        overlay.rect(x + 2 * DOT * number, top + 14, DOT, DOT, colour, radius=DOT / 2)
    overlay.text(left + TASK_WIDE - 2 * PAD, top + 10, f"{told.number + 1} of {len(TASKS)}", "small", DIM, "right")
    end = caps(overlay, x, top + 36, told.task)
    overlay.text(end + PAD, top + 43, cut(overlay, told.task.name, left + room - end, "large"), "large", INK)
    y = top + 80
    for line in wrapped(overlay, told.task.about, room, "body"):
        overlay.text(x, y, line, "body", INK)
        y += LINE
    pads = " + ".join(on_pad(fight) for fight in told.task.keys)
    overlay.text(x, y, cut(overlay, f"on a pad: {pads}", room, "small"), "small", DIM)
    said, colour = (f"Good! {told.said}", GOOD) if told.praised > 0.0 else (told.said, FAIR)
    overlay.text(x, top + TASK_HIGH - 26, cut(overlay, said, room, "body"), "body", colour)
    menu = f"{KEY[Action.MENU]}: the menu"
    width = overlay.width(menu, "small") + 2 * PAD
    panel(overlay, overlay.right - EDGE - width, EDGE, width, 24)
    overlay.text(overlay.right - EDGE - PAD, EDGE + 4, menu, "small", DIM, "right")


def caps(overlay: Overlay, x: float, y: float, task: Task) -> float:
    """The keys as they lie on the keyboard; where they end."""
    for number, fight in enumerate(task.keys):
        if number:
            overlay.text(x + GAP, y + 5, "+", "large", DIM)
            x += 2 * GAP + overlay.width("+", "large")
        key = shown(fight)
        wide = max(KEY_HIGH, overlay.width(key, "large") + 2 * PAD)
        overlay.rect(x, y, wide, KEY_HIGH, ACCENT, radius=6.0)
        overlay.rect(x + 2, y + 2, wide - 4, KEY_HIGH - 5, SHEET, radius=5.0)
        overlay.text(x + wide / 2, y + 4, key, "large", INK, "centre")
        x += wide
    return x


def on_pad(fight: Fight) -> str:
    """A pad's button for it."""
    return next((button.shown for button in FIGHT_PAD if button.does is fight), "Left stick")
