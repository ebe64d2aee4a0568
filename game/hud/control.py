"""Who has control of each body and since when, what the others of its pool bid, and a time line of ten seconds.

Amber is kinematic, green dynamic. Beside a controller that cannot begin stands the first condition that it lacks.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import esper

from components.clock import TICKS_PER_S
from components.control import Sort
from game.picture.ink import DIM, INK, PAD, TRACK, cut, meter, panel, readable
from systems.controllers import CONTROLLERS
from systems.draw.control_marks import DYNAMIC_RIM, KINEMATIC_RIM
from systems.draw.overlay import Colour, Overlay
from systems.someone import PARTS, Someone
from systems.stage import Event, Stage, System
from systems.supervisor import bids

if TYPE_CHECKING:
    from game.session.session import Session

WIDTH, ROW, TITLE, BAR = 292.0, 15.0, 20.0, 9.0  # units
NAME, METER = 84.0, 44.0  # units, of a controller's name and what it bids
MOST, FEW = 2, 8  # bodies with all their bids; controllers of each
PAST_S = 10.0
MOST_BID = 4.0  # fills the bar
SORTS: dict[Sort, Colour] = {Sort.KINEMATIC: (*KINEMATIC_RIM, 1.0), Sort.DYNAMIC: (*DYNAMIC_RIM, 1.0)}
TOLD = {"falling": "fall", "limp": "lie", "rise": "rise", "getup": "track", "getup_failed": "lie"}
"""Controllers by the events of bodies whose pool no scene has named."""


class Stretch(NamedTuple):
    controller: str
    begin: float  # s of the scene's time
    end: float


def history(events: Sequence[Event], who: Someone, now: float, past_s: float = PAST_S) -> list[Stretch]:
    """Who had control in the last seconds, one after the other."""
    named = who.control.hybrid
    turns = [
        (event.t, event.details["after"] if named else TOLD[event.kind])
        for event in events
        if event.who == who.body.name and (event.kind == "control" if named else event.kind in TOLD)
    ]
    turns.append((who.control.since / TICKS_PER_S, who.control.controller))
    turns = [(0.0, who.control.pool[0]), *sorted(turns, key=lambda turn: turn[0]), (now, "")]
    begin = now - past_s
    return [
        Stretch(name, max(begin, start), end)
        for (start, name), (end, _) in pairwise(turns)
        if end > begin and end > start
    ]


def control(overlay: Overlay, session: Session, right: float, top: float) -> float:
    """A panel whose upper right corner is there; where it ends."""
    stage = session.simulation.stage
    esper.switch_world(session.simulation.world)
    people = [Someone(*parts) for _, parts in System.query(*PARTS)]
    people = [who for who in people if session.chosen in ("all", who.body.name)] or people
    people = sorted(people, key=lambda who: not who.control.hybrid)[:MOST]
    rows = sum(min(FEW, len(who.control.pool)) for who in people)
    high = PAD + len(people) * (TITLE + BAR + 6.0) + rows * ROW
    left, y = right - WIDTH, top + PAD / 2
    panel(overlay, left, top, WIDTH, high)
    for who in people:
        y = one(overlay, stage, who, left, y)
    return top + high


def one(overlay: Overlay, stage: Stage, who: Someone, left: float, y: float) -> float:
    """Its title, its time line, and its pool."""
    running = CONTROLLERS[who.control.controller]
    overlay.text(left + PAD, y, who.body.name.replace("_", " "), "strong", readable(who.body.colour))
    said = f"{running.name} for {who.control.seconds:.1f} s, {running.sort}"
    overlay.text(left + WIDTH - PAD, y + 2, said, "small", SORTS[running.sort], "right")
    y += TITLE
    wide = WIDTH - 2 * PAD
    overlay.rect(left + PAD, y, wide, BAR, TRACK, radius=2.0)
    for stretch in history(stage.events, who, stage.time):
        x, end = (PAST_S + at - stage.time for at in stretch[1:])
        share, colour = (end - x) / PAST_S, SORTS[CONTROLLERS[stretch.controller].sort]
        overlay.rect(left + PAD + wide * x / PAST_S, y, max(1.0, wide * share - 1.0), BAR, colour, radius=0.0)
    y += BAR + 4.0
    for name, bid, fails in bids(stage, who)[:FEW]:
        mine = name == running.name
        colour = SORTS[CONTROLLERS[name].sort] if mine else DIM
        overlay.text(left + PAD, y, cut(overlay, name.replace("_", " "), NAME - 4.0, "small"), "small", colour)
        if mine or bid > 0.0:
            meter(overlay, left + PAD + NAME, y + 4, METER, (running.wanted if mine else bid) / MOST_BID, colour)
        why = "has control" if mine else f"bids {bid:.2g}" if bid > 0.0 else (fails[0] if fails else "not now")
        room = wide - NAME - METER - 6.0
        overlay.text(
            left + PAD + NAME + METER + 6.0, y, cut(overlay, why, room, "small"), "small", INK if mine else DIM
        )
        y += ROW
    return y + 2.0
