"""The HUD: everything written over the picture. Parts are made anew when they are due, one a frame, and stay between.

    hud = Hud(session, overlay)
    hud.update(now_s)                # each frame; seconds on the wall
    hud.draw(1280, 720, 1.0)         # pixels, and how many of them a unit should be

Status, for instance, is due ten times a second; at 60 frames a second five other frames lie between. A change that
somebody makes (pause, help, another scene) is shown at once. In a window of 640 x 360 a unit is 3/4 of a pixel.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf
from typing import TYPE_CHECKING

from game.base.plays import parts as plays_parts
from game.hud import beat as hud_beat
from game.hud.body import about_body
from game.hud.choices import show_choices
from game.hud.control import control
from game.hud.help import LEAST, show_help
from game.hud.legend import legend
from game.hud.menu import coming, show_laboratory, show_menu
from game.hud.plays import Part, PlayHud
from game.hud.profile import WIDTH, graph, right_edge, times, top_edge
from game.hud.scene import WORD_BELOW, foot, hints, messages, scene, timeline, word
from game.hud.status import WIDTH as STATUS
from game.hud.status import status
from game.hud.strings import strings
from game.picture.ink import EDGE, GAP, Box, pixels_a_unit
from game.picture.look_line import show_look
from game.picture.side_by_side import HEIGHT as CAPTION
from game.session.menu import LABORATORY_LOOK, TITLE
from game.sound.metronome import Played, played
from systems.draw.overlay import Overlay
from systems.draw.shows import Show

if TYPE_CHECKING:
    from game.session.session import Session

WORD = 200.0  # units: width that is kept for the big word
OVER_ALL: Mapping[str, Callable[[Session], bool]] = {
    "choices": lambda session: session.asking is not None,
    "coming": lambda session: bool(session.menu.coming),
}
"""Parts that are shown whatever is switched off, and when."""
LOOKS = {"middle": show_choices, TITLE: show_menu, LABORATORY_LOOK: show_laboratory}


class Hud:
    def __init__(self, session: Session, overlay: Overlay) -> None:
        self.session, self.overlay = session, overlay
        self.plays: list[PlayHud] = [part.PLAY(self) for part in plays_parts("hud")]
        self.parts = [
            Part("status", 0.1, self._status),
            Part("scene", 0.1, self._scene),
            *(part for play in self.plays for part in play.parts()),
            Part("strings", 0.1, self._strings),
            Part("script", 0.1, self._script),
            Part("beats", 0.0, self._beats),
            Part("word", 0.1, lambda: word(overlay, session, self.free_left + self.right)),
            Part("times", 0.25, lambda: times(overlay, session)),
            Part("graph", 0.0, lambda: graph(overlay, session)),
            Part("hints", 0.1, lambda: hints(overlay, session, self.left, self.right, self._own_hints)),
            Part("timeline", 0.05, lambda: timeline(overlay, session, self.left, self.right)),
            Part("beside", 0.1, self._beside),
            Part("look", inf, self._look),
            Part("messages", 0.05, self._messages),
            Part("choices", 0.0, self._choices),
            Part("coming", inf, lambda: coming(overlay, session.menu.coming)),
            Part("help", inf, lambda: show_help(overlay, session)),
        ]
        self._now_s = 0.0
        self._covered = 0.0  # pixels
        self.scene_below = EDGE  # units, where what is said of the scene ends
        self._strings_below = 0.0  # units, where what is said of strings ends
        self._status_wide = STATUS  # units, the panel that says who is there
        self.played: Played | None = None  # the script that is shown, and
        self.beat_at: hud_beat.Place | None = None  # where
        self.taken: Sequence[Box] = ()  # units, where something is written that is not the HUD's
        self._beside_below = 0.0  # units, where what is told on the right ends
        self._looked: Sequence[Box] = ()  # units, where the line is that says what to look at
        self._told: tuple[object, ...] = ()  # what was so when everything was last built

    def update(self, now_s: float) -> None:
        """Build what is due: the graph, and one other part."""
        self._now_s, self.played = now_s, played(self.session)
        for play in self.plays:
            play.watch()
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
        if part.name in ("script", "beats") and self.played is None:
            return False
        if part.name == "strings" and not session.simulation.strings:
            return False
        if part.name == "messages" and session.waiting is not None:
            return False
        if not part.shown() or any(part.name in play.instead_of for play in self._on):
            return False
        return self.session.hud and (part.name not in ("times", "graph") or self.session.profiling > 0)

    def _what_is(self) -> tuple[object, ...]:
        session = self.session
        return (
            session.hud, session.helping, session.help_page, session.profiling, session.chosen, session.simulation,
            session.rival, session.clock.paused, session.clock.speed, session.hands.held, session.hands.thing,
            session.examined, tuple(sorted(session.shows)), *(play.state() for play in session.plays.values()),
            session.slow_motion.active, id(session.asking), session.menu.coming,
            self.played and (self.played.body.name, self.played.playing.script),
        )  # fmt: skip

    def _choices(self) -> None:
        if self.session.asking is not None:
            look = self.session.asking.look
            own = next((play.looks[look] for play in self.plays if look in play.looks), None)
            if own is not None:
                own(self.overlay, self.session, self.session.asking)
            else:
                LOOKS[look](self.overlay, self.session.asking)

    def _status(self) -> None:
        below = top_edge(self.overlay, self.session) - GAP if self.session.profiling else self.overlay.bottom - EDGE
        self._status_wide = status(self.overlay, self.session, below - EDGE)

    def _scene(self) -> None:
        self.scene_below = scene(self.overlay, self.session)

    def _strings(self) -> None:
        """On the right, below what is said of the scene."""
        self._strings_below = strings(self.overlay, self.session, self.right, self.scene_below + GAP)

    def _script(self) -> None:
        """On the right, below what is said of the scene or of what is played: in the middle are the arms that go up."""
        if self.played is None:
            return
        if self._plain:
            beside = max(EDGE + self._status_wide + GAP, 0.5 * (self.free_left + self.right + WORD))
            left, top = beside, self.scene_below
        else:
            left, top = self.free_left, self._told_below
        self.beat_at = hud_beat.place(self.played, left, self.right, top + GAP)
        if self.beat_at is not None:
            hud_beat.words(self.overlay, self.played, self.beat_at)

    def _beats(self) -> None:
        if self.played is not None and self.beat_at is not None:
            hud_beat.beats(self.overlay, self.played, self.beat_at)

    @property
    def _on(self) -> list[PlayHud]:
        """What is played here."""
        return [play for play in self.plays if play.on]

    @property
    def _own_hints(self) -> Sequence[tuple[str, str]] | None:
        return next((own for play in self._on if (own := play.hints()) is not None), None)

    @property
    def _plain(self) -> bool:
        """Is nothing played that has the upper edge?"""
        return not any(play.reaches for play in self._on)

    @property
    def corners(self) -> float:
        """Units, height of what lies along the whole upper edge."""
        return max((play.corners for play in self._on), default=0.0)

    @property
    def _keys_end(self) -> float:
        return max((play.keys_end for play in self._on), default=0.0)

    @property
    def _told_below(self) -> float:
        """Units, where what is told of what is played ends."""
        return max(WORD_BELOW, *(play.below for play in self._on), 0.0)

    @property
    def _highest(self) -> float:
        """Units, how high messages may reach."""
        beat = self.beat_at if self.played is not None else None
        strung = self._strings_below + GAP if self.session.simulation.strings else 0.0
        return max(self._told_below, strung, beat.bottom + GAP if beat is not None else 0.0, self._keys_end)

    @property
    def _tells_beside(self) -> bool:
        return self.session.examined is not None or bool(self.session.shows)

    def _beside(self) -> None:
        """On the right, below what is there already: what was clicked on, and what the marks mean."""
        beat = self.beat_at if self.played is not None else None
        if self.corners:
            top = max(EDGE + self.corners, self._keys_end)
        else:
            top = self.scene_below if self._plain else EDGE - GAP
        if self.session.rival is not None and self.corners:
            top += GAP + CAPTION
        if self.session.simulation.strings:
            top = max(top, self._strings_below)
        top = max(top, beat.bottom if beat is not None else 0.0) + GAP
        below = about_body(self.overlay, self.session, self.right, top)
        below = legend(self.overlay, self.session, self.right, below + (GAP if below > top else 0.0))
        if Show.CONTROL in self.session.shows:
            below = control(self.overlay, self.session, self.right, below + GAP)
        self._beside_below = below

    def _look(self) -> None:
        bottom = foot(self.overlay, self.session)
        self._looked = [show_look(self.overlay, self.session.scene.look, self.left, self.right, bottom)]

    def _messages(self) -> None:
        looked = self._looked if self.session.scene.look else ()
        taken = (*self.taken, *looked, *(box for play in self._on for box in play.taken))
        beside = self._beside_below if self._tells_beside else 0.0
        messages(self.overlay, self.session, self.left, self.right, self._highest, beside, taken)

    @property
    def top_left(self) -> float:
        """Units: what is played is told beside the profile where that goes up too far."""
        reaches = max((play.reaches for play in self._on), default=0.0)
        return EDGE + (WIDTH + GAP if reaches and top_edge(self.overlay, self.session) < reaches else 0.0)

    @property
    def free_left(self) -> float:
        """Units, where the free middle of the upper edge begins."""
        return self.top_left + max((play.wide for play in self._on), default=0.0)

    @property
    def left(self) -> float:
        """Units, where the free part of the lower edge begins,"""
        return right_edge(self.session.profiling)

    @property
    def right(self) -> float:
        """and where it ends."""
        return self.overlay.right - EDGE - self._covered / self.overlay.scale
