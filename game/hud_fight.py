"""A bout over its picture: both corners, the clock, the count, the keys to box with, and how it ended.

A bar of health is as long as there is health: 63 of 100 fill 63 % of it, blue's from its own edge. In windows of 1280
pixels a corner has 400 units; where less is free, the names are cut before the bars are.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

import esper

from components.character import Body
from components.fight import Bout, BoutPhase, Fighter
from game.fighting import FIGHT_CONTROLS
from game.hud_digits import number
from game.hud_look import ACCENT, DIM, EDGE, FAIR, GAP, INK, PAD, TRACK, cut, panel, readable
from game.hud_scene import KEY, servo
from game.controls import Action
from game.knockdown_replay import SPEED
from systems.draw.overlay import Colour, Overlay
from systems.stage import System

if TYPE_CHECKING:
    from game.session import Session

CORNER, HEIGHT = 400.0, 58.0  # units, of a corner's panel
CLOCK = 118.0
NOTE, WORD = 18.0, 56.0  # height of a line under the clock, and of the word for a stopped time that it makes room for
DOT = 8.0
STAMINA: Colour = (0.93, 0.80, 0.38, 1.0)
ROW = 15.0
KEYS_S = 60.0  # how long the keys are told
COUNTED = 110.0  # height of the count's digits
RESULT, COLUMN = 330.0, 70.0  # width of the result, and from its edges to the middle of a column
NAMES = {"KO": "KO", "TKO": "TKO", "decision": "Decision", "draw": "Draw", "out of the ring": "Out of the ring"}


class Corner(NamedTuple):
    fighter: Fighter
    body: Body

    @property
    def colour(self) -> Colour:
        return readable(self.body.colour)


class Ring(NamedTuple):
    bout: Bout
    red: Corner
    blue: Corner


class Space(NamedTuple):
    """Units: what is free, from side to side and down from `top`."""

    left: float
    right: float
    top: float = EDGE

    @property
    def middle(self) -> float:
        return 0.5 * (self.left + self.right)


def ring_of(session: Session) -> Ring:
    """Of a world that has a bout."""
    esper.switch_world(session.simulation.world)
    ((_, (bout,)),) = System.query(Bout)
    both = [Corner(*parts) for _, parts in System.query(Fighter, Body)]
    red, blue = sorted(both, key=lambda corner: corner.fighter.corner != "red")
    return Ring(bout, red, blue)


def fight(overlay: Overlay, session: Session, left: float, right: float) -> float:
    """All of it, from `left` to `right`; how far down it goes."""
    ring, below = ring_of(session), EDGE + HEIGHT + GAP
    space = Space(left, right)
    bottom = clock(overlay, session, ring, space)
    width = min(CORNER, (right - left - CLOCK) / 2 - GAP)
    corner(overlay, left, width, ring.red, ring.bout, mirrored=False)
    corner(overlay, right - width, width, ring.blue, ring.bout, mirrored=True)
    space = space._replace(top=max(below, bottom + GAP))
    over, replay = ring.bout.phase is BoutPhase.OVER, session.knockdowns.active
    if not over and session.fists and session.simulation.time < KEYS_S:
        space = space._replace(top=keys(overlay, session, ring, space) + GAP)
    if replay:
        return replayed(overlay, space)
    if over and not session.knockdowns.due:
        return result(overlay, ring, space)
    if ring.bout.phase is BoutPhase.COUNT and ring.bout.count > 0:
        return counted(overlay, ring.bout.count, space)
    return space.top


# --- along the upper edge


def corner(overlay: Overlay, x: float, width: float, who: Corner, bout: Bout, mirrored: bool) -> None:
    """Name, style and knock-downs over health and stamina; blue's are mirrored."""
    fighter, y = who.fighter, EDGE
    outer, inner = (x + width - PAD, x + PAD) if mirrored else (x + PAD, x + width - PAD)
    inwards = -1.0 if mirrored else 1.0
    near, far = ("right", "left") if mirrored else ("left", "right")
    panel(overlay, x, y, width, HEIGHT)
    dots = bout.knockdowns_tko * (DOT + 4)
    name = cut(overlay, who.body.name, max(20.0, width - 2 * PAD - dots), "strong")
    overlay.text(outer, y + 5, name, "strong", who.colour, near)
    about = fighter.style.replace("_", " ")
    told = overlay.width(name, "strong") + PAD
    if told + overlay.width(about, "small") + PAD + dots < width - 2 * PAD:
        overlay.text(outer + inwards * told, y + 6, about, "small", DIM, near)
    for n in range(bout.knockdowns_tko):
        at = inner - inwards * n * (DOT + 4) - (0.0 if mirrored else DOT)
        overlay.rect(at, y + 10, DOT, DOT, FAIR if n < fighter.knockdowns else TRACK, radius=DOT / 2)
    bar(overlay, x + PAD, y + 27, width - 2 * PAD, 13.0, fighter.health, (*who.body.colour, 1.0), far)
    bar(overlay, x + PAD, y + 45, width - 2 * PAD, 5.0, fighter.stamina, STAMINA, far)


def bar(
    overlay: Overlay, x: float, y: float, width: float, height: float, percent: float, colour: Colour, empty: str
) -> None:
    """What is gone is gone from the side that is named `empty`."""
    filled = width * min(1.0, max(0.0, percent / 100.0))
    radius = min(4.0, height / 2)
    overlay.rect(x, y, width, height, TRACK, radius=radius)
    overlay.rect(x + (width - filled if empty == "left" else 0.0), y, filled, height, colour, radius=radius)


def clock(overlay: Overlay, session: Session, ring: Ring, space: Space) -> float:
    """Round and time left, under the word for a stopped time where there is one."""
    bout, notes = ring.bout, list(about_time(session))
    y = space.top + (WORD + GAP if session.clock.paused or session.history.away else 0.0)
    head = "rest" if bout.phase is BoutPhase.REST else f"round {bout.round} of {bout.rounds}"
    high = HEIGHT + NOTE * len(notes)
    width = max([CLOCK, *(overlay.width(note, "small") + 2 * PAD for note in notes)])
    panel(overlay, space.middle - CLOCK / 2, y, CLOCK, HEIGHT)
    overlay.text(space.middle, y + 6, head, "small", DIM, "centre")
    overlay.text(space.middle, y + 22, minutes(time_left(bout)), "title", INK, "centre")
    if notes:
        panel(overlay, space.middle - width / 2, y + HEIGHT + GAP, width, high - HEIGHT + 4)
        for row, note in enumerate(notes):
            overlay.text(space.middle, y + HEIGHT + GAP + 2 + NOTE * row, note, "small", FAIR, "centre")
        return y + high + GAP + 4
    return y + high


def about_time(session: Session) -> list[str]:
    """What a player has to know of it beside the clock."""
    clock, rival = session.clock, session.rival
    pace = [f"time x{clock.speed:g}"] if clock.speed != 1.0 else []
    slow = ["this machine is too slow for real time"] if clock.behind and not clock.paused else []
    pair = [f"← {servo(session.simulation)}    {servo(rival)} →"] if rival is not None else []
    return [*pair, *pace, *slow]


def time_left(bout: Bout) -> float:
    """s, of the round or of the rest."""
    if bout.phase is BoutPhase.REST:
        return bout.rest_s - bout.clock_s
    fought = bout.fought_s if bout.phase is not BoutPhase.READY else 0.0
    return bout.round_s - fought


def minutes(seconds: float) -> str:
    whole = max(0, ceil(seconds - 1e-6))
    return f"{whole // 60}:{whole % 60:02d}"


# --- under it


def keys(overlay: Overlay, session: Session, ring: Ring, space: Space) -> float:
    """What each person's keys do, in lines as long as fit; how far down that goes."""
    boxers = {corner.body.name: corner for corner in (ring.red, ring.blue)}
    wide, y = space.right - space.left - 2 * PAD, space.top
    for fist in session.fists:
        items = [(c.shown, c.about) for c in FIGHT_CONTROLS if c.player == fist.player]
        lines = lines_of(overlay, items, wide)
        panel(overlay, space.left, y, space.right - space.left, ROW * len(lines) + 8)
        for row, line in enumerate(lines):
            x, at = space.left + PAD, y + 3 + ROW * row
            for key, about in line:
                overlay.text(x, at, key, "small", boxers[fist.who].colour)
                overlay.text(x + overlay.width(key, "small") + 5, at, about, "small", INK)
                x += item_width(overlay, key, about)
        y += ROW * len(lines) + 8 + 4
    return y - 4


def item_width(overlay: Overlay, key: str, about: str) -> float:
    return overlay.width(key, "small") + 5 + overlay.width(about, "small") + 14


def lines_of(overlay: Overlay, items: Sequence[tuple[str, str]], wide: float) -> list[list[tuple[str, str]]]:
    lines: list[list[tuple[str, str]]] = [[]]
    used = 0.0
    for item in items:
        width = item_width(overlay, *item)
        if lines[-1] and used + width - 14 > wide:
            lines.append([])
            used = 0.0
        lines[-1].append(item)
        used += width
    return lines


def counted(overlay: Overlay, count: int, space: Space) -> float:
    number(overlay, space.middle, space.top + GAP, COUNTED, str(count))
    return space.top + COUNTED + 2 * GAP


def replayed(overlay: Overlay, space: Space) -> float:
    big, small = "REPLAY", f"x{SPEED:g}   {KEY[Action.PAUSE]} goes on"
    width = 2 * PAD + 10 + max(overlay.width(big, "title"), overlay.width(small, "small"))
    panel(overlay, space.middle - width / 2, space.top, width, WORD)
    overlay.text(space.middle, space.top + 4, big, "title", FAIR, "centre")
    overlay.text(space.middle, space.top + 35, small, "small", DIM, "centre")
    return space.top + WORD + GAP


def result(overlay: Overlay, ring: Ring, space: Space) -> float:
    """How it ended, what the judges wrote, and what both did."""
    bout, rows = ring.bout, statistics(ring)
    cards = "   ".join(f"{red}-{blue}" for red, blue in bout.cards)
    wide = min(RESULT, space.right - space.left)
    x, y, middle = space.middle - wide / 2, space.top, space.middle
    high = 96.0 + ROW * len(rows) + (ROW if cards else 0.0)
    panel(overlay, x, y, wide, high)
    overlay.text(middle, y + 6, NAMES[bout.how], "title", INK, "centre")
    winner = next((corner for corner in (ring.red, ring.blue) if corner.body.name == bout.winner), None)
    when = f"round {bout.round}, {minutes_up(bout.fought_s)}"
    who = f"{bout.winner} wins · {when}" if winner else when
    overlay.text(middle, y + 36, cut(overlay, who, wide - 2 * PAD, "body"), "body", winner.colour if winner else DIM, "centre")
    y += 58
    if cards:
        totals = "-".join(str(sum(points)) for points in zip(*bout.cards, strict=True))
        overlay.text(middle, y, cut(overlay, f"cards  {cards}   together {totals}", wide - 2 * PAD, "small"), "small", DIM, "centre")
        y += ROW
    for label, red, blue in rows:
        overlay.text(x + COLUMN, y + 2, red, "small", ring.red.colour, "centre")
        overlay.text(middle, y + 2, label, "small", INK, "centre")
        overlay.text(x + wide - COLUMN, y + 2, blue, "small", ring.blue.colour, "centre")
        y += ROW
    overlay.text(middle, y + 12, f"{KEY[Action.RESTART]}: again", "small", ACCENT, "centre")
    return space.top + high + GAP


def minutes_up(seconds: float) -> str:
    """How long it has been, not how much is left."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def statistics(ring: Ring) -> list[tuple[str, str, str]]:
    """What was counted, of red and of blue."""

    def of(fighter: Fighter) -> list[str]:
        accuracy = f"{100.0 * fighter.landed / fighter.thrown:.0f} %" if fighter.thrown else "–"
        return [
            str(fighter.thrown), str(fighter.landed), accuracy, str(fighter.power_landed), str(fighter.blocked),
            str(fighter.knockdowns), f"{fighter.hardest:.0f} N s",
        ]  # fmt: skip

    labels = ("thrown", "landed", "accuracy", "power landed", "on the arms", "times down", "hardest")
    return list(zip(labels, of(ring.red.fighter), of(ring.blue.fighter), strict=True))
