"""The first minute of who boxes: one line, low in the middle, that says the next useful thing until it has been done.

    tutor = Tutor()
    tutor.watch(boxing)              # each frame
    tutor.lines(boxing)              # ["J jab, K cross, L hook, I uppercut"]

What has been done is left out, also where it was done early. A line that nobody heeds makes room after 12 s; after 60 s
of the bout there is none. It only looks: at hands, at fighters, and whether the help is open. A bout that begins anew
is told from its beginning again, without what is known already.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from components.fight import BoutPhase, Fighter
from game.hud.scene import HINTS
from game.picture.ink import EDGE, GAP, INK, PAD, Box, cut, panel
from game.plays.boxing.session.fists import FIGHT_CONTROLS, Fight, FightHands
from game.session.controls import KEY, Action
from systems.draw.overlay import Overlay

if TYPE_CHECKING:
    from game.plays.boxing.session.playing import Boxing

LESSON_S, ALL_S = 12.0, 60.0  # of the bout: one of them at most, and all of them
LINE = 24.0  # units, height of a line

Done = Callable[[FightHands, Fighter, bool], bool]


@dataclass(frozen=True)
class Lesson:
    text: str  # {jab} is the key of Fight.JAB, {help} that of Action.HELP
    done: Done  # by these hands and their boxer; is the help open?


def punches(fighter: Fighter, target: str = "", harder: bool = False) -> bool:
    order = fighter.punching
    return order is not None and target in ("", order.target) and (order.power > 1.0 or not harder)


LESSONS = (
    Lesson("{forward} goes towards the opponent, {back} away", lambda hands, _, __: hands.walk[0] != 0.0),
    Lesson("{jab} jab, {cross} cross, {hook} hook, {uppercut} uppercut", lambda _, fighter, __: punches(fighter)),
    Lesson("hold {block} to block", lambda hands, _, __: hands.block != ""),
    Lesson("hold {low} before a punch to aim at the body", lambda _, fighter, __: punches(fighter, "body")),
    Lesson("hold {power} before a punch to hit harder", lambda _, fighter, __: punches(fighter, harder=True)),
    Lesson("{help} lists every key", lambda _, __, helping: helping),
)


@dataclass
class Pupil:
    """What one player has done, and since when the present lesson is shown (s of the bout)."""

    known: set[Lesson] = field(default_factory=set)
    since: float = 0.0

    @property
    def lesson(self) -> Lesson | None:
        return next((lesson for lesson in LESSONS if lesson not in self.known), None)

    def watch(self, hands: FightHands, fighter: Fighter, helping: bool, now: float) -> None:
        shown, self.since = self.lesson, min(self.since, now)
        self.known |= {lesson for lesson in LESSONS if lesson.done(hands, fighter, helping)}
        if shown is not None and now - self.since >= LESSON_S:
            self.known.add(shown)
        if self.lesson is not shown:
            self.since = now


@dataclass
class Tutor:
    pupils: dict[int, Pupil] = field(default_factory=dict)  # by player

    def watch(self, boxing: Boxing) -> None:
        if not teaches(boxing):
            return
        session = boxing.session
        for hands in boxing.fists:
            fighter = session.simulation.characters[hands.who].fighter
            if fighter is not None:
                pupil = self.pupils.setdefault(hands.player, Pupil())
                pupil.watch(hands, fighter, session.helping, session.simulation.time)

    def lines(self, boxing: Boxing) -> list[tuple[str, str]]:
        """Whom it is for, and what it says."""
        if not teaches(boxing) or boxing.session.still:
            return []
        told = [(hands, pupil.lesson) for hands in boxing.fists if (pupil := self.pupils.get(hands.player))]
        return [(hands.who, written(lesson, hands.player)) for hands, lesson in told if lesson is not None]


def teaches(boxing: Boxing) -> bool:
    """Does a person box who may not know the keys yet? What a recording does is nobody's here."""
    session = boxing.session
    bout = session.simulation.bout
    return (
        bout is not None and bout.phase is not BoutPhase.OVER and bool(boxing.fists)
        and not session.replaying and session.simulation.time < ALL_S
    )  # fmt: skip


def written(lesson: Lesson, player: int) -> str:
    keys = {Fight(control.fight).value: control.shown for control in FIGHT_CONTROLS if control.player == player}
    return lesson.text.format(help=KEY[Action.HELP], **keys)


def tutor(overlay: Overlay, boxing: Boxing, told: Tutor, left: float, right: float) -> list[Box]:
    """A line each, over the line of keys and from `left` to `right`; where they lie."""
    lines, middle, boxes = told.lines(boxing), 0.5 * (left + right), list[Box]()
    y = overlay.bottom - EDGE - HINTS - GAP - LINE * len(lines)
    for who, text in lines:
        name = f"{who}:  " if len(boxing.fists) > 1 else ""
        text = cut(overlay, f"{name}{text}", right - left - 2 * PAD, "body")
        width = overlay.width(text, "body") + 2 * PAD
        boxes.append(Box(middle - width / 2, y, middle + width / 2, y + LINE - 3))
        panel(overlay, boxes[-1].left, y, width, LINE - 3)
        overlay.text(middle, y + 1, text, "body", INK, "centre")
        y += LINE
    return boxes
