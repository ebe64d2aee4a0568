"""The HUD: everything written over the picture. Parts are made anew when they are due, one a frame, and stay between.

    hud = Hud(session, overlay)
    hud.update(now_s)                # each frame; seconds on the wall
    hud.draw(1280, 720, 1.0)         # pixels, and how many of them a unit should be

Status, for instance, is due ten times a second; at 60 frames a second five other frames lie between. A change that
somebody makes (pause, help, another scene) is shown at once. In a window of 640 x 360 a unit is 3/4 of a pixel.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

from game.hud import beat as hud_beat
from game.hud import course as hud_course
from game.hud.bell import before_bell, practice
from game.hud.body import about_body
from game.hud.choices import show_choices
from game.hud.course import course
from game.hud.ending import show_ending
from game.hud.fight import HEIGHT as CORNERS
from game.hud.fight import REACHES, fight, keys_end
from game.hud.help import LEAST, show_help
from game.hud.legend import legend
from game.hud.menu import coming, show_laboratory, show_menu
from game.hud.profile import HEIGHT, WIDTH, graph, right_edge, times, top_edge
from game.hud.race import show_finish, show_start
from game.hud.scene import foot, hints, messages, scene, timeline, word
from game.hud.status import WIDTH as STATUS
from game.hud.status import status
from game.hud.tutor import Tutor, tutor
from game.picture.ink import EDGE, GAP, Box, pixels_a_unit
from game.picture.look_line import show_look
from game.picture.side_by_side import HEIGHT as CAPTION
from game.session.ending import RESULT
from game.session.menu import LABORATORY, TITLE
from game.sound.metronome import Played, played
from systems.draw.overlay import Overlay

if TYPE_CHECKING:
    from game.session.session import Session

WORD, WORD_BELOW = 200.0, 80.0  # units: width that is kept for the big word, and where messages end below it
OVER_ALL: Mapping[str, Callable[[Session], bool]] = {
    "choices": lambda session: session.asking is not None,
    "coming": lambda session: bool(session.menu.coming),
}
"""Parts that are shown whatever is switched off, and when."""
LOOKS = {"middle": show_choices, TITLE: show_menu, LABORATORY: show_laboratory}
IN_A_BOUT = ("status", "scene", "course", "practice")
IN_PRACTICE = ("status", "scene", "course", "fight", "tutor", "bell")
ON_A_COURSE = ("status", "scene", "fight", "tutor", "practice", "bell")
ELSEWHERE = ("fight", "course", "tutor", "practice", "bell")
"""Parts that give way to others there."""


@dataclass
class Part:
    name: str
    period_s: float
    build: Callable[[], None]
    due_s: float = -inf


class Hud:
    def __init__(self, session: Session, overlay: Overlay) -> None:
        self.session, self.overlay = session, overlay
        self.parts = [
            Part("status", 0.1, self._status),
            Part("scene", 0.1, self._scene),
            Part("fight", 0.1, self._fight),
            Part("course", 0.1, self._course),
            Part("script", 0.1, self._script),
            Part("beats", 0.0, self._beats),
            Part("word", 0.1, lambda: word(overlay, session, self._free_left + self._right)),
            Part("times", 0.25, lambda: times(overlay, session)),
            Part("graph", 0.0, lambda: graph(overlay, session)),
            Part("hints", 0.1, lambda: hints(overlay, session, self._left, self._right)),
            Part("timeline", 0.05, lambda: timeline(overlay, session, self._left, self._right)),
            Part("beside", 0.1, self._beside),
            Part("look", inf, self._look),
            Part("race", 0.1, self._race),
            Part("tutor", 0.1, self._tutor),
            Part("messages", 0.05, self._messages),
            Part("practice", 0.1, lambda: practice(overlay, session)),
            Part("bell", inf, lambda: before_bell(overlay, session)),
            Part("choices", 0.0, self._choices),
            Part("coming", inf, lambda: coming(overlay, session.menu.coming)),
            Part("help", inf, lambda: show_help(overlay, session)),
        ]
        self._now_s = 0.0
        self._covered = 0.0  # pixels
        self._fight_below = WORD_BELOW  # units, where what is told of a bout or a course ends
        self._scene_below = EDGE  # units, where what is said of the scene ends
        self._status_wide = STATUS  # units, the panel that says who is there
        self.played: Played | None = None  # the script that is shown, and
        self.beat_at: hud_beat.Place | None = None  # where
        self.taken: Sequence[Box] = ()  # units, where something is written that is not the HUD's
        self.tutor = Tutor()
        self._beside_below = 0.0  # units, where what is told on the right ends
        self._looked: Sequence[Box] = ()  # units, where the line is that says what to look at
        self._lessons: Sequence[Box] = ()  # units, where the tutor's lines are
        self._told: tuple[object, ...] = ()  # what was so when everything was last built

    def update(self, now_s: float) -> None:
        """Build what is due: the graph, and one other part."""
        self._now_s, self.played = now_s, played(self.session)
        self.tutor.watch(self.session)
        if self._told and self._told != self._what_is():
            self._build_all()
            return
        shown = [part for part in self.parts if self._told and self._shown(part)]
        for part in (part for part in shown if part.period_s == 0.0):
            self._build(part)
        due = min((part for part in shown if part.period_s), key=lambda part: part.due_s, default=None)
        if due is not None and due.due_s <= now_s:
            self._build(due)

    def draw(self, width: int, height: int, scale: float, covered: float = 0.0) -> None:
        """Into the framebuffer that is bound. A unit is never so small that letters cannot be read.

        `covered` are the pixels at the right edge where something else lies: messages and keys keep out of them.
        """
        moved, self._covered = covered != self._covered, covered
        unit = pixels_a_unit(width, scale)
        if self.overlay.begin(width, height, max(unit, LEAST) if self.session.helping else unit) or moved:
            self._build_all()
        self.overlay.draw()

    def _build_all(self) -> None:
        self.played = played(self.session)
        self._told = self._what_is()
        for part in self.parts:
            self._build(part)

    def _build(self, part: Part) -> None:
        part.due_s = self._now_s + part.period_s
        if not self._shown(part):
            self.overlay.empty(part.name)
            return
        with self.overlay.section(part.name):
            part.build()

    def _shown(self, part: Part) -> bool:
        """The help hides the rest."""
        if part.name == "help" or self.session.helping:
            return part.name == "help" and self.session.helping
        session = self.session
        if part.name in OVER_ALL or session.menu.coming or (session.asking is not None and session.asking.alone):
            return OVER_ALL[part.name](session) if part.name in OVER_ALL else False
        if part.name == "look" and not session.scene.look:
            return False
        if part.name == "beside" and not self._tells_beside:
            return False
        if part.name == "race" and session.lane is None:
            return False
        if part.name in ("script", "beats") and self.played is None:
            return False
        if part.name in (("messages", "tutor") if session.before_bell else ("bell",)):
            return False
        scene = session.scene
        if part.name in (
            IN_PRACTICE
            if scene.practice
            else IN_A_BOUT
            if scene.bout is not None
            else ON_A_COURSE
            if scene.course is not None
            else ELSEWHERE
        ):
            return False
        return self.session.hud and (part.name not in ("times", "graph") or self.session.profiling > 0)

    def _what_is(self) -> tuple[object, ...]:
        session = self.session
        return (
            session.hud, session.helping, session.help_page, session.profiling, session.chosen, session.simulation,
            session.rival, session.clock.paused, session.clock.speed, session.hands.held, session.hands.thing,
            session.examined, tuple(sorted(session.shows)), session.start and session.start.shown,
            session.knockdowns.active, id(session.asking), session.before_bell, session.menu.coming,
            self.played and (self.played.body.name, self.played.playing.script),
        )  # fmt: skip

    def _choices(self) -> None:
        if self.session.asking is not None:
            look = self.session.asking.look
            if look == RESULT:
                show_ending(self.overlay, self.session, self.session.asking)
            else:
                LOOKS[look](self.overlay, self.session.asking)

    def _status(self) -> None:
        below = top_edge(self.overlay, self.session) - GAP if self.session.profiling else self.overlay.bottom - EDGE
        self._status_wide = status(self.overlay, self.session, below - EDGE)

    def _scene(self) -> None:
        self._scene_below = scene(self.overlay, self.session)

    def _script(self) -> None:
        """On the right, below what is said of the scene, a bout or a course: in the middle are the arms that go up."""
        if self.played is None:
            return
        if self._plain:
            beside = max(EDGE + self._status_wide + GAP, 0.5 * (self._free_left + self._right + WORD))
            left, top = beside, self._scene_below
        else:
            left, top = self._free_left, self._fight_below
        self.beat_at = hud_beat.place(self.played, left, self._right, top + GAP)
        if self.beat_at is not None:
            hud_beat.words(self.overlay, self.played, self.beat_at)

    def _beats(self) -> None:
        if self.played is not None and self.beat_at is not None:
            hud_beat.beats(self.overlay, self.played, self.beat_at)

    @property
    def _plain(self) -> bool:
        """Neither a bout nor a course."""
        return self.session.scene.bout is None and self.session.scene.course is None

    @property
    def _highest(self) -> float:
        """Up to where there may be messages."""
        beat = self.beat_at if self.played is not None else None
        keys = keys_end(self.session) if self.session.scene.bout is not None else 0.0
        return max(self._fight_below, beat.bottom + GAP if beat is not None else 0.0, keys)

    def _tutor(self) -> None:
        self._lessons = tutor(self.overlay, self.session, self.tutor, self._left, self._right)

    def _race(self) -> None:
        """Before one may go, and when one is in but others are not."""
        if self.session.start is not None:
            show_start(self.overlay, self.session.start, self._free_left, self._right)
        if self._fight_below <= WORD_BELOW:
            show_finish(self.overlay, self.session, self._free_left, self._right)

    @property
    def _tells_beside(self) -> bool:
        return self.session.examined is not None or bool(self.session.shows)

    def _beside(self) -> None:
        """On the right, below what is there already: what was clicked on, and what the marks mean."""
        beat = self.beat_at if self.played is not None else None
        if self.session.scene.bout is not None:
            top = max(EDGE + CORNERS, keys_end(self.session))
        else:
            top = self._scene_below if self._plain else EDGE - GAP
        if self.session.rival is not None and self.session.scene.bout is not None:
            top += GAP + CAPTION
        top = max(top, beat.bottom if beat is not None else 0.0) + GAP
        below = about_body(self.overlay, self.session, self._right, top)
        self._beside_below = legend(self.overlay, self.session, self._right, below + (GAP if below > top else 0.0))

    def _look(self) -> None:
        bottom = foot(self.overlay, self.session)
        self._looked = [show_look(self.overlay, self.session.scene.look, self._left, self._right, bottom)]

    def _messages(self) -> None:
        looked = self._looked if self.session.scene.look else ()
        taken = (*self.taken, *looked, *(self._lessons if self.session.scene.bout is not None else ()))
        beside = self._beside_below if self._tells_beside else 0.0
        messages(self.overlay, self.session, self._left, self._right, self._highest, beside, taken)

    def _fight(self) -> None:
        self._fight_below = max(WORD_BELOW, fight(self.overlay, self.session, self._fight_left, self._right))

    def _course(self) -> None:
        above = top_edge(self.overlay, self.session) - GAP
        lowest = above if self._fight_left == EDGE else self.overlay.bottom - EDGE - HEIGHT - GAP
        below = course(self.overlay, self.session, self._fight_left, self._right, lowest)
        self._fight_below = max(WORD_BELOW, below)

    @property
    def _fight_left(self) -> float:
        """A bout or a course is told beside the profile where that goes up too far."""
        scene = self.session.scene
        if self._plain:
            return EDGE
        reaches = REACHES if scene.bout is not None else hud_course.REACHES
        return EDGE + (WIDTH + GAP if top_edge(self.overlay, self.session) < reaches else 0.0)

    @property
    def _free_left(self) -> float:
        """Units, from where on the upper edge is free in the middle."""
        return self._fight_left + (hud_course.WIDTH + GAP if self.session.scene.course is not None else 0.0)

    @property
    def _left(self) -> float:
        """Units, from where on the lower edge is free,"""
        return right_edge(self.session.profiling)

    @property
    def _right(self) -> float:
        """and up to where."""
        return self.overlay.right - EDGE - self._covered / self.overlay.scale
