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
    "recover": "{who} is on its feet",
    "late": "{who}: {joint} is too weak to be in time: {torque:.0f} of {limit:.0f} N m; feasible in {feasible_s:.2f} s",
    "catch": "{who} catches the {what}",
    "unstable": "{who}: {joint} cannot hold at 120 Hz with this strength",
    "land": "{by} lands a {move} to {who}'s {place}: {impulse:.0f} N s",
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


@dataclass
class Messages:
    now_s: float = 0.0  # on the wall, as far as frames have told
    _lines: list[tuple[str, float]] = field(default_factory=list)  # text and when it was said

    def say(self, text: str) -> None:
        self._lines = [line for line in self._lines if line[0] != text][1 - MOST :]
        self._lines.append((text, self.now_s))

    def tell(self, event: Event) -> None:
        words = TOLD.get(event.kind)
        if event.kind == "late" and event.details["feasible_s"] is None:
            words = NEVER
        if words is not None and event.details.get("impulse", WORTH_SAYING) >= WORTH_SAYING:
            self.say(words.format(who=event.who, **event.details).replace("_", " "))

    def pass_time(self, seconds: float) -> None:
        self.now_s += seconds

    def lines(self) -> list[tuple[str, float]]:
        """Newest last: the text, and what is left of its life, 1 to 0."""
        aged = [(text, 1.0 - (self.now_s - born) / LIFE_S) for text, born in self._lines]
        return [(text, left) for text, left in aged if left > 0.0]
