"""Upper left corner: who is there and how each is. Up to four have two lines each, more have one.

Names are written in full: the panel is as wide as they need, 276 units or more.

`authority` is how much of its strength a body has. `balance` is what its root spring asks for, as a share of the most
that it may give: 75 N m of 150 fill half of the bar. Where it asks for more the bar is amber, until the spring breaks.
"""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

import esper

from components.character import Body, Phase, Recovery, Stun
from components.control import Control
from components.limbs import LimbSettings
from components.settings import Root, RootSettings, ServoSettings
from game.picture.ink import ACCENT, BAD, DIM, EDGE, FAIR, GAP, GOOD, PAD, meter, panel, readable
from systems.draw.overlay import Colour, Overlay
from systems.stage import System

if TYPE_CHECKING:
    from game.session.session import Session

WIDTH = 276.0  # units, or what names and modes need
FEW, FEW_LIMBS = 4, 2
TALL, LOW = 42.0, 16.0  # units, of a character with two lines and with one
HEAD = 15.0  # units, of the line that says what the bars are
MODES, BAR, HELD = 82.0, 50.0, 52.0  # units, of one line: for the modes at least, a bar, and what balance is
STATES: dict[Phase, Colour] = {Phase.LIMP: BAD, Phase.FALLING: BAD, Phase.RISING: FAIR, Phase.AWAKE: DIM}


class Someone:
    """One character, as its lines show it."""

    def __init__(
        self, session: Session, parts: tuple[Body, Stun, Recovery, ServoSettings, RootSettings, LimbSettings, Control]
    ) -> None:
        body, stun, recovery, servo, root, limbs, control = parts
        tables, c = session.simulation.stage.tables, body.index
        drives = tables.drives
        self.name, self.colour = body.name, readable(body.colour)
        self.chosen = session.chosen == body.name
        self.authority = stun.authority
        self.phase = recovery.phase
        acts = control.controller.replace("_", " ") if control.hybrid else servo.servo
        self.about = f"{acts} · {root.root}{limbs_told(limbs)}"
        if root.pelvis_drive or root.foot_lift:  # what helps from outside is said, with its force now
            lift = float(drives.lift[body.first : body.last, 2].sum())
            self.about += f" · +{hypot(*drives.pull[c], lift):.0f} N"
        self.sprung, self.held = root.root is Root.WEAK, root.root is Root.MEATHOOK
        self.broken = bool(drives.broken[c])
        self.balance = float(drives.unscaled[c]) / max(1e-6, float(tables.modes.root_limit[c]))

    @property
    def said(self) -> str:
        return self.name.replace("_", " ")

    def mark(self, overlay: Overlay, y: float, height: float, wide: float) -> None:
        if self.chosen:
            overlay.rect(EDGE + 4, y, wide - 8, height, (1.0, 1.0, 1.0, 0.10), radius=4.0)
            overlay.rect(EDGE + 4, y + 2, 3, height - 4, self.colour, radius=1.0)

    def draw_balance(self, overlay: Overlay, x: float, y: float, width: float) -> None:
        if self.broken:
            overlay.text(x, y - 5, "broken", "small", BAD)
        elif self.sprung:
            meter(overlay, x, y, width, self.balance, GOOD if self.balance < 1.0 else FAIR)
        else:
            overlay.text(x, y - 5, "held" if self.held else "free", "small", DIM)

    def draw_tall(self, overlay: Overlay, y: float, wide: float) -> None:
        left, right = EDGE + PAD, EDGE + wide - PAD
        self.mark(overlay, y + 1, TALL - 2, wide)
        if self.phase is not Phase.AWAKE:
            overlay.text(right, y + 5, str(self.phase), "strong", STATES[self.phase], "right")
        else:
            overlay.text(right, y + 6, self.about, "small", DIM, "right")
        overlay.text(left, y + 4, self.said, "strong", self.colour)
        overlay.text(left, y + 22, "authority", "small", DIM)
        meter(overlay, left + 58, y + 27, 70, self.authority, self.colour)
        overlay.text(left + 140, y + 22, "balance", "small", DIM)
        self.draw_balance(overlay, left + 190, y + 27, right - left - 190)

    @property
    def mode(self) -> str:
        """In one line: the law that acts, or how the body lies."""
        return self.about if self.phase is Phase.AWAKE else str(self.phase)

    def draw_low(self, overlay: Overlay, y: float, wide: float) -> None:
        left, authority, balance = EDGE + PAD, *bars(wide)
        self.mark(overlay, y, LOW, wide)
        overlay.text(left, y - 1, self.said, "strong", self.colour)
        overlay.text(authority - GAP, y, self.mode, "small", STATES[self.phase], "right")
        meter(overlay, authority, y + 5, BAR, self.authority, self.colour)
        self.draw_balance(overlay, balance, y + 5, HELD)


def limbs_told(limbs: LimbSettings) -> str:
    """` · arms off`, of those that have a law of their own; of many only how many."""
    laws = [f"{each.limb.replace('_', ' ')} {each.value}" for each in limbs.all if each.key == "servo"]
    if len(laws) > FEW_LIMBS:
        return f" · {len(laws)} limbs apart"
    return "".join(f" · {law}" for law in laws)


def bars(wide: float) -> tuple[float, float]:
    """Where the bars of one line begin: authority, balance."""
    balance = EDGE + wide - PAD - HELD
    return balance - GAP - BAR, balance


def needed(overlay: Overlay, people: list[Someone], tall: bool) -> float:
    """Units, the panel's width with every name in full."""
    beside = [overlay.width(one.about, "small") for one in people]
    names = [overlay.width(one.said, "strong") for one in people]
    if not tall:
        return max(WIDTH, 2 * PAD + 3 * GAP + max(names) + max(MODES, *beside) + BAR + HELD)
    return max(WIDTH, *(2 * PAD + 2 * GAP + name + more for name, more in zip(names, beside, strict=True)))


def status(overlay: Overlay, session: Session, room: float) -> float:
    """In so much height: what does not fit is only counted. How wide it is."""
    esper.switch_world(session.simulation.world)
    kinds = Body, Stun, Recovery, ServoSettings, RootSettings, LimbSettings, Control
    people = [Someone(session, parts) for _, parts in System.query(*kinds)]
    tall = len(people) <= FEW and PAD + len(people) * TALL <= room
    height, head = (TALL, 0.0) if tall else (LOW, HEAD)
    fit = max(0, int((room - PAD - head) // height))
    shown = people if len(people) <= fit else people[: max(0, fit - 1)]
    if not shown:
        return WIDTH
    more = len(people) - len(shown)
    wide = needed(overlay, people, tall)
    panel(overlay, EDGE, EDGE, wide, PAD + head + height * (len(shown) + (more > 0)))
    left, y = EDGE + PAD, EDGE + PAD / 2
    if not tall:
        for at, title in zip(bars(wide), ("authority", "balance"), strict=True):
            overlay.text(at, y - 2, title, "small", DIM)
    y += head
    for someone in shown:
        (someone.draw_tall if tall else someone.draw_low)(overlay, y, wide)
        y += height
    if more:
        overlay.text(left, y, f"and {more} more", "small", ACCENT)
    return wide
