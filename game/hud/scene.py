"""Upper right: what is played, and how fast. Upper middle: a big word when time stands still. Below: keys, news, time.

A timeline of 420 units over the last 20 s moves its cursor by 21 of them a second.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.picture.ink import ACCENT, DIM, EDGE, FAIR, GAP, INK, PAD, TRACK, Box, cut, faded, panel, wrapped
from game.session.controls import CONTROLS, KEY, MOUSE, Action
from systems.draw.overlay import Colour, Overlay

if TYPE_CHECKING:
    from game.session.session import Session
    from game.world.simulation import Simulation

LINE = 16.0
WIDEST = 290.0  # of the scene's panel
HINTS = 26.0  # height of the line of keys
TIMELINE, TRACK_WIDTH = 26.0, 420.0
MESSAGE, MESSAGES = 24.0, 400.0  # a line, and how wide lines are at most
FADES = 0.3  # of its life, at its end
BESIDE_PLAY = (Action.HELP, Action.PAUSE, Action.RESTART, Action.PANEL)
"""Keys that are told beside those of what is played."""
WORD_BELOW = 80.0  # where messages end below the big word


def scene(overlay: Overlay, session: Session) -> float:
    """What its panel says; how far down it goes."""
    clock, simulation = session.clock, session.simulation
    pace = "paused" if clock.paused else "real time" if clock.speed == 1.0 else f"x{clock.speed:g}"
    lines: list[tuple[str, str, Colour]] = [
        (simulation.scene.title, "strong", INK),
        (f"{simulation.time:.1f} s   {pace}", "small", DIM),
    ]
    lines += [(text, "small", ACCENT) for text in pair(session)]
    lines += [(text, "small", FAIR) for text in too_slow(session)]
    texts = [cut(overlay, text, WIDEST - 2 * PAD, size) for text, size, _ in lines]
    width = 2 * PAD + max(overlay.width(text, size) for text, (_, size, _) in zip(texts, lines, strict=True))
    high = 2 + 2 * PAD / 2 + LINE * len(lines)
    panel(overlay, overlay.right - EDGE - width, EDGE, width, high)
    for row, (text, (_, size, colour)) in enumerate(zip(texts, lines, strict=True)):
        overlay.text(overlay.right - EDGE - PAD, EDGE + PAD / 2 + LINE * row, text, size, colour, "right")
    return EDGE + high


def pair(session: Session) -> list[str]:
    """Which law is on the left and which on the right, where two worlds are side by side."""
    rival = session.rival
    return [f"← {servo(session.simulation)}    {servo(rival)} →"] if rival is not None else []


def about_time(session: Session) -> list[str]:
    """What a player has to know of it beside a clock."""
    speed = session.clock.speed
    return [*pair(session), *([f"time x{speed:g}"] if speed != 1.0 else []), *too_slow(session)]


def too_slow(session: Session) -> list[str]:
    clock = session.clock
    return ["this machine is too slow for real time"] if clock.behind and not clock.paused else []


def servo(simulation: Simulation) -> str:
    """The law of all of them, or of the first and that others have another one."""
    first, *rest = [character.servo for character in simulation.characters.values()]
    return first if all(other == first for other in rest) else f"{first}, …"


def word(overlay: Overlay, session: Session, right: float) -> None:
    history, middle = session.history, 0.5 * right
    if not (session.clock.paused or history.away):
        return
    big = f"{history.last_s - session.simulation.time:.1f} s back" if history.away else "Paused"
    small = f"{KEY[Action.PAUSE]} goes on from here" if history.away else f"{KEY[Action.PAUSE]} goes on"
    width = 2 * PAD + 10 + max(overlay.width(big, "title"), overlay.width(small, "small"))
    panel(overlay, middle - width / 2, EDGE, width, 56)
    overlay.text(middle, EDGE + 4, big, "title", INK, "centre")
    overlay.text(middle, EDGE + 35, small, "small", DIM, "centre")


def hints(
    overlay: Overlay, session: Session, left: float, right: float, own: Sequence[tuple[str, str]] | None = None
) -> None:
    """The keys worth knowing first, as many as fit from `left` to `right`; the help comes first. `own` are those of
    what is played."""
    hands, items = session.hands, worth_knowing(session, own)
    room = right - left - 2 * PAD
    if hands.held:
        items.insert(0, ("", cut(overlay, f"holding {hands.held}", room, "small")))
    fitting, used = [], 0.0
    for key, about in items:
        width = overlay.width(key, "small") + 5 + overlay.width(about, "small") + 14
        if used + width - 14 > room:
            break
        fitting.append((key, about))
        used += width
    if not fitting:
        return
    x, y = (left + right - used + 14) / 2, overlay.bottom - EDGE - HINTS
    panel(overlay, x - PAD, y, used - 14 + 2 * PAD, HINTS)
    for key, about in fitting:
        overlay.text(x, y + 5, key, "small", ACCENT)
        x += overlay.width(key, "small") + (5 if key else 0)
        overlay.text(x, y + 5, about, "small", INK)
        x += overlay.width(about, "small") + 14


def worth_knowing(session: Session, own: Sequence[tuple[str, str]] | None) -> list[tuple[str, str]]:
    """What is pressed, and a word for it: what one plays with, elsewhere what the hands and laws are for."""
    if own is not None:
        first, *others = [(KEY[action], said(action)) for action in BESIDE_PLAY]
        return [first, *own, *others]
    words = {Action.THROW: f"throw {session.hands.thing.replace('_', ' ')}"}
    wanted = sorted((control for control in CONTROLS if control.hint), key=lambda c: c.action is not Action.HELP)
    first, *others = [(c.shown, words.get(c.action, said(c.action))) for c in wanted]
    return [first, (MOUSE[0][0], "pull"), *others]


def said(action: Action) -> str:
    return action.replace("_", " ")


def timeline(overlay: Overlay, session: Session, left: float, right: float) -> None:
    history = session.history
    if not shows_timeline(session):
        return
    width = min(TRACK_WIDTH + 120, right - left)
    x, y = (left + right - width) / 2, overlay.bottom - EDGE - HINTS - GAP - TIMELINE
    panel(overlay, x, y, width, TIMELINE)
    overlay.text(x + PAD, y + 5, f"{history.first_s:.1f}", "small", DIM)
    overlay.text(x + width - PAD, y + 5, f"{history.last_s:.1f} s", "small", DIM, "right")
    track, long = x + 60, width - 120
    share = (session.simulation.time - history.first_s) / max(1e-6, history.last_s - history.first_s)
    at = track + long * min(1.0, max(0.0, share))
    overlay.rect(track, y + 11, long, 4, TRACK, radius=2.0)
    overlay.rect(track, y + 11, at - track, 4, ACCENT, radius=2.0)
    overlay.rect(at - 5, y + 8, 10, 10, INK, radius=5.0)


def shows_timeline(session: Session) -> bool:
    return (session.clock.paused or session.history.away) and session.history.last_s > session.history.first_s


def foot(overlay: Overlay, session: Session) -> float:
    """Above the keys, and the time where it is shown."""
    return overlay.bottom - EDGE - HINTS - GAP - (TIMELINE + GAP if shows_timeline(session) else 0.0)


def messages(
    overlay: Overlay,
    session: Session,
    left: float,
    right: float,
    highest: float,
    beside: float = 0.0,
    taken: Sequence[Box] = (),
) -> None:
    """At the right edge, where nobody's feet are. The newest is lowest; older ones lie above it, as far as `highest`,
    and over what is `taken`: the names of people. What is told `beside` gives way to the newest alone."""
    y = lowest = foot(overlay, session)
    for text, left_of_life in reversed(session.messages.lines()):
        strength = min(1.0, left_of_life / FADES)
        lines = wrapped(overlay, text, min(MESSAGES, right - left) - 2 * PAD, "body")
        high, width = MESSAGE * len(lines), max(overlay.width(line, "body") for line in lines) + 2 * PAD
        for box in sorted(taken, key=lambda box: -box.top):
            if box.covers(Box(right - width, y - high, right, y - 3)):
                y = box.top
        if y - high < (highest if y == lowest else max(highest, beside)):
            break
        panel(overlay, right - width, y - high, width, high - 3, strength)
        for row, line in enumerate(lines):
            overlay.text(right - width + PAD, y - high + 1 + MESSAGE * row, line, "body", faded(INK, strength))
        y -= high
