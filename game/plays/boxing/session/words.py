"""What is said of what happens in a bout."""

from __future__ import annotations

from collections.abc import Mapping

from game.session.messages import WORTH_SAYING, with_article
from game.session.plays import Told
from systems.stage import Event

BLOCKED = 4.0  # N s of a punch that met the arms: whoever blocks wants to see that it worked


def landed(event: Event) -> str | None:
    """A punch that met somebody; one that came no further than the arms has words of its own."""
    details = event.details
    if details["place"] == "arm":
        return f"{event.who} blocks {details['by']}'s {details['move']}" if details["impulse"] >= BLOCKED else None
    if details["impulse"] < WORTH_SAYING:
        return None
    move = with_article(str(details["move"]))
    return f"{details['by']} lands {move} to {event.who}'s {details['place']}: {details['impulse']:.0f} N s"


TOLD: Mapping[str, Told] = {
    "land": landed,
    "low_blow": "{by} strikes {who} below the belt",
    "knockdown": "{who} is down",
    "slip": "{who} slips",
    "stagger": "{who} reels",
    "box": "{who} beats the count: box!",
    "round": "round {round}",
    "result": "{who} wins: {how}",
}
FALLING = {"stagger": 0, "slip": 2, "knockdown": 3, "box": 6}
