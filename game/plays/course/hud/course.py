"""A course over its picture: how far everybody is, in what time, with what falls and how true to the clips; the keys to
steer with; and who came in when.

A bar is as long as what is behind one: 12 of 24 m fill half of it. `style` is the mean error of the pose to the clip,
over all bones and ticks: 1.2 deg is a walk as it was captured, 3 one that stumbles.
"""

from __future__ import annotations

from math import hypot, inf
from typing import TYPE_CHECKING, NamedTuple

import esper

from components.character import Body, Phase, Record, Recovery
from components.course import Course, Runner
from components.settings import RootSettings, ServoSettings
from game.hud.scene import about_time
from game.hud.status import STATES
from game.picture.ink import ACCENT, DIM, EDGE, FAIR, GAP, INK, PAD, cut, meter, panel, readable
from game.plays.course.session.steering import COURSE_CONTROLS
from game.session.controls import KEY, Action
from systems.draw.overlay import Overlay
from systems.stage import System

if TYPE_CHECKING:
    from game.plays.course.session.playing import OnCourse
    from game.session.session import Session

WIDTH = 300.0  # units, of the table
HEAD, ROW, KEY_ROW = 18.0, 33.0, 16.0
COLUMNS = (("m", 158.0), ("s", 200.0), ("falls", 236.0), ("style", 290.0))  # and where each ends, from the panel's left
BAR = 118.0  # from the panel's left
KEYS_S = 60.0  # how long the keys are told
RESULT, RESULT_AT = 300.0, 76.0  # width of the result, and how far down it begins: below the word for a stopped time
REACHES = 255.0  # from the upper edge down, table and keys of three lanes


class Lane(NamedTuple):
    """One of the course, as its lines show it."""

    body: Body
    runner: Runner
    about: str
    phase: Phase
    falls: int
    style_deg: float
    place: int  # 1: came in first; 0: is still on the way


def lanes(session: Session) -> tuple[float, list[Lane]]:
    """How long the course is (m), and who is on it."""
    esper.switch_world(session.simulation.world)
    tables = session.simulation.stage.tables
    ((_, (course,)),) = System.query(Course)
    kinds = Body, Runner, ServoSettings, RootSettings, Recovery, Record
    found = [parts for _, parts in System.query(*kinds)]
    order = sorted(parts[1].finished_s for parts in found if parts[1].finished_s is not None)
    out = []
    for body, runner, servo, root, recovery, record in found:
        about, c = str(servo.servo), body.index
        if root.pelvis_drive:  # what helps from outside is said, with its force now
            about += f" · +{hypot(*tables.drives.pull[c]):.0f} N"
        style = float(tables.tallies.error_sum_deg[c]) / max(1, int(tables.tallies.error_ticks[c]))
        place = order.index(runner.finished_s) + 1 if runner.finished_s is not None else 0
        out.append(Lane(body, runner, about, recovery.phase, record.falls, style, place))
    return course.finish, out


def course(overlay: Overlay, playing: OnCourse, left: float, right: float, lowest: float) -> float:
    """All of it, from `left` to `right`; how far down it goes in their middle."""
    session = playing.session
    finish, everybody = lanes(session)
    bottom = table(overlay, finish, everybody, about_time(session), left, lowest)
    if playing.lane is not None and session.simulation.time < KEYS_S:
        keys(overlay, left, bottom + GAP, lowest)
    if all(lane.place for lane in everybody):
        return result(overlay, everybody, left + WIDTH + GAP, right)
    return 0.0


def table(overlay: Overlay, finish: float, everybody: list[Lane], notes: list[str], x: float, lowest: float) -> float:
    """As many as there is room for, and what is to be said of the time."""
    shown = everybody[: max(0, int((lowest - EDGE - HEAD - PAD - KEY_ROW * len(notes)) // ROW))]
    if not shown:
        return EDGE
    high = PAD + HEAD + ROW * len(shown) + KEY_ROW * len(notes)
    panel(overlay, x, EDGE, WIDTH, high)
    overlay.text(x + PAD, EDGE + 4, f"{finish:g} m", "small", DIM)
    for title, at in COLUMNS:
        overlay.text(x + at, EDGE + 4, title, "small", DIM, "right")
    y = EDGE + PAD / 2 + HEAD
    for lane in shown:
        runner, colour = lane.runner, readable(lane.body.colour)
        along = min(finish, max(0.0, runner.best))
        name = f"{lane.place}. {lane.body.name}" if lane.place else lane.body.name
        overlay.text(x + PAD, y - 2, cut(overlay, name, COLUMNS[0][1] - 2 * PAD - 34, "strong"), "strong", colour)
        seconds = runner.seconds if runner.finished_s is None else runner.finished_s
        told = f"{along:.1f}", f"{seconds:.1f}", str(lane.falls), f"{lane.style_deg:.1f} deg"
        for (_, at), text in zip(COLUMNS, told, strict=True):
            overlay.text(x + at, y, text, "small", ACCENT if lane.place else INK, "right")
        awake = lane.phase is Phase.AWAKE
        about = cut(overlay, lane.about if awake else str(lane.phase), BAR - PAD - GAP, "small")
        overlay.text(x + PAD, y + 15, about, "small", STATES[lane.phase])
        meter(overlay, x + BAR, y + 20, WIDTH - PAD - BAR, along / finish, colour)
        y += ROW
    for row, note in enumerate(notes):
        overlay.text(x + PAD, y + KEY_ROW * row, cut(overlay, note, WIDTH - 2 * PAD, "small"), "small", FAIR)
    return EDGE + high


def keys(overlay: Overlay, x: float, y: float, lowest: float) -> None:
    """What the person's keys do, under the table; nothing where there is no room."""
    high = KEY_ROW * len(COURSE_CONTROLS) + PAD
    if y + high > lowest:
        return
    indent = GAP + max(overlay.width(control.shown, "small") for control in COURSE_CONTROLS)
    width = 2 * PAD + indent + max(overlay.width(control.about, "small") for control in COURSE_CONTROLS)
    panel(overlay, x, y, width, high)
    for row, control in enumerate(COURSE_CONTROLS):
        overlay.text(x + PAD, y + PAD / 2 + KEY_ROW * row, control.shown, "small", INK)
        overlay.text(x + PAD + indent, y + PAD / 2 + KEY_ROW * row, control.about, "small", DIM)


def result(overlay: Overlay, everybody: list[Lane], left: float, right: float) -> float:
    """Who came in when."""
    order = sorted(everybody, key=lambda lane: lane.runner.finished_s or inf)
    first, wide, middle = order[0], min(RESULT, right - left), 0.5 * (left + right)
    best = first.runner.finished_s or 0.0
    high = 54.0 + KEY_ROW * len(order)
    panel(overlay, middle - wide / 2, RESULT_AT, wide, high)
    title = cut(overlay, f"{first.body.name} is first", wide - 2 * PAD, "title")
    overlay.text(middle, RESULT_AT + 4, title, "title", readable(first.body.colour), "centre")
    y = RESULT_AT + 34
    for lane in order:
        behind = f"{best:.1f} s" if lane is first else f"+{(lane.runner.finished_s or 0.0) - best:.1f} s"
        text = f"{lane.place}. {lane.body.name}   {behind}   {lane.falls} {'fall' if lane.falls == 1 else 'falls'}"
        overlay.text(middle, y, cut(overlay, text, wide - 2 * PAD, "small"), "small", INK, "centre")
        y += KEY_ROW
    overlay.text(middle, y, f"{KEY[Action.RESTART]}: again", "small", ACCENT, "centre")
    return RESULT_AT + high + GAP
