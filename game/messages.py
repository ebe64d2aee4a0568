"""What just happened, in words, for a few seconds: events of the tick, and answers to keys.

`messages.say("servo: parent")`; what is said again while it is still to be read only becomes new again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from systems.stage import Event

LIFE_S = 4.0
MOST = 5
WORTH_SAYING = 25.0  # N s of a hit: below it is felt, not told
BLOCKED = 4.0  # N s of a punch that met the arms: whoever blocks wants to see that it worked

TOLD: Mapping[str, str] = {
    "hit": "{by} hits {who}'s {bone}: {impulse:.0f} N s",
    "stun": "{who} is stunned",
    "knockout": "{who} is knocked out",
    "limp": "{who} goes limp",
    "rise": "{who} gets up",
    "getup": "{who} is up again",
    "getup_failed": "{who} does not get up, and tries again",
    "break": "{who} loses balance",
    "fall": "{who} falls",
    "recover": "{who} is up",
    "late": "{who}: {joint} is too weak to be in time: {torque:.0f} of {limit:.0f} N m; feasible in {feasible_s:.2f} s",
    "catch": "{who} catches the {what}",
    "unstable": "{who}: {joint} cannot hold at 120 Hz with this strength",
    "land": "{by} lands {a_move} to {who}'s {place}: {impulse:.0f} N s",
    "low_blow": "{by} strikes {who} below the belt",
    "knockdown": "{who} is down",
    "slip": "{who} slips",
    "stagger": "{who} reels",
    "box": "{who} beats the count: box!",
    "round": "round {round}",
    "result": "{who} wins: {how}",
    "ropes": "{who} is helped back through the ropes",
    "explosion": "{who} blew up at tick {tick} and was put back: {cause}",
}
"""Kind of event -> words; kinds that are not here are for the report alone."""
NEVER = "{who}: {joint} is too weak to be there at all: {torque:.0f} of {limit:.0f} N m"
"""`late` where no time would be feasible: the weight alone is too much."""
ON_THE_ARMS = "{who} blocks {by}'s {move}"
"""`land` that came no further."""


@dataclass
class Messages:
    now_s: float = 0.0  # on the wall, as far as frames have told
    _lines: list[tuple[str, float]] = field(default_factory=list)  # text and when it was said

    def say(self, text: str) -> None:
        self._lines = [line for line in self._lines if line[0] != text][1 - MOST :]
        self._lines.append((text, self.now_s))

    def tell(self, event: Event, in_a_bout: bool = False) -> None:
        """Boxers who go down are struck by the ground again and again: in a bout that is not told."""
        words, least, details = TOLD.get(event.kind), WORTH_SAYING, dict(event.details)
        if event.kind == "late" and details["feasible_s"] is None:
            words = NEVER
        if event.kind == "land" and details["place"] == "arm":
            words, least = ON_THE_ARMS, BLOCKED
        if event.kind == "land":
            details["a_move"] = with_article(details["move"])
        if in_a_bout and event.kind == "hit" and details["by"] == "ground":
            return
        if words is not None and details.get("impulse", least) >= least:
            self.say(words.format(who=event.who, **details).replace("_", " "))

    def pass_time(self, seconds: float) -> None:
        self.now_s += seconds

    def lines(self) -> list[tuple[str, float]]:
        """Newest last: the text, and what is left of its life, 1 to 0."""
        aged = [(text, 1.0 - (self.now_s - born) / LIFE_S) for text, born in self._lines]
        return [(text, left) for text, left in aged if left > 0.0]


def with_article(word: str) -> str:
    """`an uppercut`, `a jab`."""
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"
