"""A bout over its picture: both corners, the clock, the count, the keys to box with, and how it ended.

A bar of health is as long as there is health: 63 of 100 fill 63 % of it, blue's from its own edge. Who has less than 40
stamina is "tired". In windows of 1280
pixels a corner has 400 units; where less is free, the names are cut before the bars are.
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from components.fight import Bout, BoutPhase, Fighter
from game.hud.digits import number
from game.hud.scene import about_time
from game.picture.ink import BAD, DIM, EDGE, FAIR, GAP, INK, PAD, TRACK, cut, panel
from game.plays.boxing.hud.result import result
from game.plays.boxing.hud.ring import Corner, Ring, Space, ring_of
from game.plays.boxing.session.fists import FIGHT_CONTROLS
from game.session.controls import KEY, Action
from game.session.slow_motion import SPEED
from systems.boxing.boxing import TIRED
from systems.draw.overlay import Colour, Overlay

if TYPE_CHECKING:
    from game.plays.boxing.session.playing import Boxing
    from game.session.session import Session

CORNER, HEIGHT = 400.0, 58.0  # units, of a corner's panel
CLOCK = 118.0
REACHES = 330.0  # from the upper edge down, all of it at most
NOTE, WORD = 18.0, 56.0  # height of a line under the clock, and of the word for a stopped time that it makes room for
DOT = 8.0
STAMINA: Colour = (0.93, 0.80, 0.38, 1.0)
BREATHS, SPENT = ("stamina", "tired", "out of breath"), 10.0  # from TIRED down, and from so little
KEY_ROW = 16.0
KEYS_S = 60.0  # how long the keys are told,
BESIDE = 400.0  # and the least width between them
COUNTED = 110.0  # height of the count's digits


def fight(overlay: Overlay, boxing: Boxing, left: float, right: float) -> float:
    """All of it, from `left` to `right`; how far down it goes."""
    session = boxing.session
    ring, below = ring_of(session), EDGE + HEIGHT + GAP
    space = Space(left, right)
    bottom = clock(overlay, session, ring, space)
    width = min(CORNER, (right - left - CLOCK) / 2 - GAP)
    corner(overlay, left, width, ring.red, ring.bout, mirrored=False)
    corner(overlay, right - width, width, ring.blue, ring.bout, mirrored=True)
    space = space._replace(top=max(below, bottom + GAP))
    over = ring.bout.phase is BoutPhase.OVER
    if session.slow_motion.active:
        return replayed(overlay, space, session.slow_motion.words, session.slow_motion.about)
    if not over and session.simulation.time < KEYS_S:
        keys(overlay, boxing, ring, space._replace(top=below))
    if over and not boxing.knockdown.due and session.asking is None and not boxing.ending.due:
        return result(overlay, ring, space, alone=session.rival is None)
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
    told = overlay.width(name, "strong") + PAD
    room = width - 2 * PAD - told - PAD - dots
    about = next((text for text in led_by(fighter) if overlay.width(text, "small") < room), "")
    overlay.text(outer + inwards * told, y + 6, about, "small", DIM, near)
    for n in range(bout.knockdowns_tko):
        at = inner - inwards * n * (DOT + 4) - (0.0 if mirrored else DOT)
        overlay.rect(at, y + 10, DOT, DOT, FAIR if n < fighter.knockdowns else TRACK, radius=DOT / 2)
    bar(overlay, x + PAD, y + 27, width - 2 * PAD, 13.0, fighter.health, (*who.body.colour, 1.0), far)
    word, colour = breath(fighter.stamina)
    overlay.text(outer, y + 40, word, "small", colour, near)
    taken = GAP + max(overlay.width(each, "small") for each in BREATHS)
    left = x + PAD + (0.0 if mirrored else taken)
    bar(overlay, left, y + 46, width - 2 * PAD - taken, 5.0, fighter.stamina, STAMINA, far)


def led_by(fighter: Fighter) -> tuple[str, ...]:
    """The computer's style and how well it boxes, or as much as there is room for; of a person nothing."""
    style = fighter.style.replace("_", " ")
    return (f"{style} · level {fighter.level}", style) if style else ()


def breath(stamina: float) -> tuple[str, Colour]:
    """What the bar of stamina is called: why somebody gets weak is said where it is seen."""
    well, tired, spent = BREATHS
    return (spent, BAD) if stamina < SPENT else (tired, FAIR) if stamina < TIRED else (well, DIM)


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
    bout, notes = ring.bout, about_time(session)
    stopped = session.clock.paused or session.history.away
    if stopped and bout.phase is BoutPhase.OVER:
        return space.top + WORD
    y = space.top + (WORD + GAP if stopped else 0.0)
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


def keys(overlay: Overlay, boxing: Boxing, ring: Ring, space: Space) -> None:
    """What each person's keys do, under their corner; the fight goes on between them."""
    for fist in boxing.fists:
        items = [(control.shown, control.short) for control in FIGHT_CONTROLS if control.player == fist.player]
        indent = GAP + max(overlay.width(key, "small") for key, _ in items)
        width = indent + max(overlay.width(about, "small") for _, about in items) + 2 * PAD
        if width * len(boxing.fists) + BESIDE > space.right - space.left:
            return
        who = ring.red if ring.red.body.name == fist.who else ring.blue
        x = space.left if who is ring.red else space.right - width
        panel(overlay, x, space.top, width, KEY_ROW * len(items) + PAD)
        for row, (key, about) in enumerate(items):
            y = space.top + PAD / 2 + KEY_ROW * row
            overlay.text(x + PAD, y, key, "small", INK)
            overlay.text(x + PAD + indent, y, about, "small", DIM)


def keys_end(boxing: Boxing) -> float:
    """Units, down to where keys may be told at the right edge."""
    of_blue = [fist for fist in boxing.fists if fist.player == 2]
    if not of_blue or boxing.session.simulation.time >= KEYS_S:
        return 0.0
    return EDGE + HEIGHT + GAP + PAD + KEY_ROW * sum(control.player == 2 for control in FIGHT_CONTROLS)


def counted(overlay: Overlay, count: int, space: Space) -> float:
    number(overlay, space.middle, space.top + GAP, COUNTED, str(count))
    return space.top + COUNTED + 2 * GAP


def replayed(overlay: Overlay, space: Space, big: str, about: str) -> float:
    """In the corner, where nobody stands before it."""
    lines = [*([about] if about else []), f"x{SPEED:g}   {KEY[Action.PAUSE]} goes on"]
    width = 2 * PAD + max(overlay.width(big, "title"), *(overlay.width(line, "small") for line in lines))
    high = WORD + NOTE * (len(lines) - 1)
    panel(overlay, space.left, space.top, width, high)
    overlay.text(space.left + PAD, space.top + 4, big, "title", FAIR)
    for row, line in enumerate(lines):
        overlay.text(space.left + PAD, space.top + 35 + NOTE * row, line, "small", DIM)
    return space.top + high + GAP
