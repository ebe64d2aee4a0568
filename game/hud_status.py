"""Upper left corner: who is there and how each is. Up to four have two lines each, more have one.

`authority` is how much of its strength a body has. `balance` is what the root spring would have to pull, as a share of
what breaks it: 300 N m of 1200 fill a quarter, and the mark shows from where on it is not given all it asks for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import esper

from components.character import Balance, Body, Phase, Recovery, Stun
from components.settings import Root, RootSettings, ServoSettings
from game.hud_look import ACCENT, BAD, DIM, EDGE, FAIR, GOOD, INK, PAD, cut, meter, panel, readable
from systems.draw.overlay import Colour, Overlay
from systems.stage import System

if TYPE_CHECKING:
    from game.session import Session

WIDTH = 276.0
FEW = 4
TALL, LOW = 42.0, 18.0  # units, of a character with two lines and with one
STATES: dict[Phase, Colour] = {Phase.LIMP: BAD, Phase.RISING: FAIR, Phase.AWAKE: DIM}


class Someone:
    """One character, as its lines show it."""

    def __init__(self, session: Session, parts: tuple[Body, Stun, Recovery, ServoSettings, RootSettings, Balance]):
        body, stun, recovery, servo, root, balance = parts
        drives = session.simulation.stage.tables.drives
        self.name, self.colour = body.name, readable(body.colour)
        self.chosen = session.chosen == body.name
        self.authority = stun.authority
        self.phase = recovery.phase
        self.servo, self.root = str(servo.servo), str(root.root)
        self.sprung = root.root is Root.WEAK
        self.broken = bool(drives.broken[body.index])
        breaking = max(1e-6, balance.breaking)
        self.balance = float(drives.unscaled[body.index]) / breaking
        self.limit = min(1.0, balance.limit / breaking)

    def mark(self, overlay: Overlay, y: float, height: float) -> None:
        if self.chosen:
            overlay.rect(EDGE + 4, y, WIDTH - 8, height, (1.0, 1.0, 1.0, 0.10), radius=4.0)
            overlay.rect(EDGE + 4, y + 2, 3, height - 4, self.colour, radius=1.0)

    def draw_balance(self, overlay: Overlay, x: float, y: float, width: float) -> None:
        if self.broken:
            overlay.text(x, y - 4, "broken", "small", BAD)
        elif self.sprung:
            meter(overlay, x, y, width, self.balance, GOOD if self.balance < self.limit else FAIR)
            overlay.rect(x + width * self.limit, y - 1, 1, 9, INK, radius=0.0)
        else:
            overlay.text(x, y - 4, "held" if self.root == Root.MEATHOOK else "free", "small", DIM)

    def draw_tall(self, overlay: Overlay, y: float) -> None:
        left, right = EDGE + PAD, EDGE + WIDTH - PAD
        self.mark(overlay, y + 1, TALL - 2)
        about = f"{self.servo} · {self.root}"
        if self.phase is not Phase.AWAKE:
            overlay.text(right, y + 5, str(self.phase), "strong", STATES[self.phase], "right")
        else:
            overlay.text(right, y + 6, about, "small", DIM, "right")
        overlay.text(left, y + 4, cut(overlay, self.name, WIDTH - 140, "strong"), "strong", self.colour)
        overlay.text(left, y + 22, "authority", "small", DIM)
        meter(overlay, left + 52, y + 26, 76, self.authority, self.colour)
        overlay.text(left + 140, y + 22, "balance", "small", DIM)
        self.draw_balance(overlay, left + 186, y + 26, right - left - 186)

    def draw_low(self, overlay: Overlay, y: float) -> None:
        left, right = EDGE + PAD, EDGE + WIDTH - PAD
        self.mark(overlay, y, LOW)
        overlay.text(left, y, cut(overlay, self.name, 72, "strong"), "strong", self.colour)
        awake = self.phase is Phase.AWAKE
        about = f"{self.servo} · {self.root}" if awake else str(self.phase)
        overlay.text(left + 78, y + 2, cut(overlay, about, 88, "small"), "small", STATES[self.phase])
        meter(overlay, left + 168, y + 6, 40, self.authority, self.colour)
        self.draw_balance(overlay, left + 214, y + 6, right - left - 214)


def status(overlay: Overlay, session: Session, room: float) -> None:
    """In so much height: what does not fit is only counted."""
    esper.switch_world(session.simulation.world)
    kinds = Body, Stun, Recovery, ServoSettings, RootSettings, Balance
    people = [Someone(session, parts) for _, parts in System.query(*kinds)]  # type: ignore[arg-type]  # one of each kind
    inside = room - PAD
    tall = len(people) <= FEW and len(people) * TALL <= inside
    height = TALL if tall else LOW
    fit = max(0, int(inside // height))
    shown = people if len(people) <= fit else people[: max(0, fit - 1)]
    if not shown:
        return
    people_below = len(people) - len(shown)
    panel(overlay, EDGE, EDGE, WIDTH, PAD + height * (len(shown) + (people_below > 0)))
    y = EDGE + PAD / 2
    for someone in shown:
        (someone.draw_tall if tall else someone.draw_low)(overlay, y)
        y += height
    if people_below:
        overlay.text(EDGE + PAD, y + 1, f"and {people_below} more", "small", ACCENT)
