"""What just happened, in words, for a few seconds: events of the tick, and answers to keys.

`messages.say("servo: parent")`; what is said again while it is still to be read only becomes new again. A fall is one
line, from the blow that dazes to the feet again: "mind falls", "mind is knocked out (head on the ground: 35 N s)",
"mind gets up". So is a row of hits by one thing: the hardest of them is told.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from game.base.plays import parts
from systems.stage import Event

if TYPE_CHECKING:
    from game.session.plays import Told

LIFE_S = 4.0
MOST = 5
WORTH_SAYING = 25.0  # N s of a hit: below it is felt, not told

TOLD: Mapping[str, str] = {
    "hit": "{by} hits {who}'s {bone}: {impulse:.0f} N s",
    "pushed": "pushed with {impulse:.0f} N s",
    "stun": "{who} is stunned",
    "knockout": "{who} is knocked out",
    "limp": "{who} goes limp",
    "rise": "{who} gets up",
    "getup": "{who} is up again",
    "getup_failed": "{who} does not get up, and tries again",
    "break": "{who} loses balance",
    "stumble": "{who} trips, and {answer}s the {foot} foot",
    "rolling": "{who} rolls over the {shoulder} shoulder",
    "fall": "{who} falls",
    "recover": "{who} is up",
    "late": "{who}: {joint} is too weak to be in time: {torque:.0f} of {limit:.0f} N m; feasible in {feasible_s:.2f} s",
    "saturated": "{who}: {joint} gives all it can: {torque:.0f} of {limit:.0f} N m",
    "unstable": "{who}: {joint} cannot hold at 120 Hz with this strength",
    "cut": "the string on {who}'s {string} is cut",
    "ropes": "{who} is helped back through the ropes",
    "explosion": "{who} blew up at tick {tick} and was put back: {cause}",
    "spent": "{who} was put back and blew up again: it lies limp {until}",
}
"""Kind of event -> words, beside those of the modes of play; kinds that are nowhere are for the report alone."""
FALLING = {
    "stun": 0, "break": 1, "rolling": 2, "fall": 2, "limp": 3, "knockout": 4, "rise": 5, "getup_failed": 5, "getup": 6,
    "recover": 6,
}  # fmt: skip
"""What belongs to one fall, and how far on it is: nothing is told that was so before."""
UP = 6
NEVER = "{who}: {joint} is too weak to be there at all: {torque:.0f} of {limit:.0f} N m"
"""`late` where no time would be feasible: the weight alone is too much."""


@cache
def words() -> Mapping[str, Told]:
    return dict(TOLD) | {kind: told for part in parts("session") for kind, told in part.PLAY.told.items()}


@cache
def falling() -> Mapping[str, int]:
    return FALLING | {kind: stage for part in parts("session") for kind, stage in part.PLAY.falling.items()}


@dataclass
class Line:
    text: str
    said_s: float
    about: tuple[str, ...] = ()  # a later line about the same takes its place; of nothing, only the same words do


@dataclass
class Fall:
    """How far on somebody's is, and how hard they struck the ground."""

    stage: int = -1
    words: str = ""
    ground: float = 0.0  # N s
    bone: str = ""

    @property
    def text(self) -> str:
        if self.ground < WORTH_SAYING or self.stage >= UP:
            return self.words
        return f"{self.words} ({self.bone} on the ground: {self.ground:.0f} N s)"


@dataclass
class Messages:
    now_s: float = 0.0  # on the wall, as far as frames have told
    _lines: list[Line] = field(default_factory=list)
    _falls: dict[str, Fall] = field(default_factory=dict)
    _hardest: dict[tuple[str, ...], float] = field(default_factory=dict)  # N s, of the hits that are still to be read

    def say(self, text: str, about: tuple[str, ...] = ()) -> None:
        kept = [line for line in self._lines if line.text != text and not (about and line.about == about)]
        self._lines = [*kept[1 - MOST :], Line(text, self.now_s, about)]

    def clear(self) -> None:
        """Another world: nothing of the old one is news there."""
        self._lines, self._falls, self._hardest = [], {}, {}

    def tell(self, event: Event, quiet_ground: bool = False, told_later: Collection[str] = ()) -> None:
        """Where the ground is `quiet_ground`, nobody is told whom it strikes; nor whom those strike whose blows are
        `told_later`, when they have landed."""
        told, details = words().get(event.kind), event.details
        if event.kind == "late" and details["feasible_s"] is None:
            told = NEVER
        text = told.format(who=event.who, **details) if isinstance(told, str) else told(event) if told else None
        if text is None:
            return
        text = text.replace("_", " ")
        if event.kind in falling():
            self._fall_goes_on(event.who, falling()[event.kind], text)
        elif event.kind == "hit" and details["by"] == "ground":
            if not quiet_ground:
                self._strikes_ground(event.who, details)
        elif event.kind == "hit" and details["by"] not in told_later:
            self._say_hardest(event, text)
        elif event.kind != "hit" and (callable(told) or details.get("impulse", WORTH_SAYING) >= WORTH_SAYING):
            self.say(text)

    def _fall_goes_on(self, who: str, stage: int, text: str) -> None:
        fall = self._falls.setdefault(who, Fall())
        if stage < fall.stage:
            return
        fall.stage, fall.words = stage, text
        self.say(fall.text, ("fall", who))
        if stage >= UP:
            del self._falls[who]

    def _strikes_ground(self, who: str, details: Mapping[str, Any]) -> None:
        """It is told with the fall; of who is not falling yet, it is where the fall begins."""
        fall = self._falls.setdefault(who, Fall(words=f"{who.replace('_', ' ')} strikes the ground"))
        if details["impulse"] > max(fall.ground, WORTH_SAYING):
            fall.ground, fall.bone = details["impulse"], str(details["bone"]).replace("_", " ")
            self.say(fall.text, ("fall", who))

    def _say_hardest(self, event: Event, text: str) -> None:
        about = ("hit", str(event.details["by"]), event.who)
        impulse, known = event.details["impulse"], any(line.about == about for line in self._fresh())
        if impulse >= WORTH_SAYING and (not known or impulse > self._hardest[about]):
            self._hardest[about] = impulse
            self.say(text, about)

    def pass_time(self, seconds: float) -> None:
        self.now_s += seconds

    def _fresh(self) -> list[Line]:
        return [line for line in self._lines if self.now_s - line.said_s < LIFE_S]

    def lines(self) -> list[tuple[str, float]]:
        """Newest last: the text, and what is left of its life, 1 to 0."""
        return [(line.text, 1.0 - (self.now_s - line.said_s) / LIFE_S) for line in self._fresh()]


def with_article(word: str) -> str:
    """`an uppercut`, `a jab`."""
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"
