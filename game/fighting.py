"""A person boxes: keys become orders, footwork and blocks of their boxer. One table for both players.

    hands = FightHands("red", player=1)
    hands.press(Fight.JAB, True)     # -> [Ordered("red", "jab", "head", 1.0)]

A punch goes off when its key goes down; while the aim key is held it goes to the body, and the longer the power key has
been held, the harder it is: 1.3 times after half a second. Footwork is told from the opponent: forward is towards it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from game.deeds import Block, Deed, Ordered, Walk


class Fight(StrEnum):
    """What a key of a boxer is for."""

    FORWARD = "forward"
    BACK = "back"
    LEFT = "left"
    RIGHT = "right"
    JAB = "jab"
    CROSS = "cross"
    HOOK = "hook"
    UPPERCUT = "uppercut"
    LOW = "low"
    POWER = "power"
    BLOCK = "block"
    SLIP_LEFT = "slip_left"
    SLIP_RIGHT = "slip_right"
    DUCK = "duck"
    TAUNT = "taunt"


@dataclass(frozen=True)
class FightControl:
    key: str  # pyglet's name
    shown: str
    player: int
    fight: Fight
    about: str


_FIRST = (
    ("W", "W", Fight.FORWARD), ("S", "S", Fight.BACK), ("A", "A", Fight.LEFT), ("D", "D", Fight.RIGHT),
    ("J", "J", Fight.JAB), ("K", "K", Fight.CROSS), ("L", "L", Fight.HOOK), ("I", "I", Fight.UPPERCUT),
    ("U", "U", Fight.LOW), ("LSHIFT", "Shift", Fight.POWER), ("O", "O", Fight.BLOCK),
    ("SEMICOLON", ";", Fight.SLIP_LEFT), ("APOSTROPHE", "'", Fight.SLIP_RIGHT), ("SLASH", "/", Fight.DUCK),
    ("BACKSLASH", "\\", Fight.TAUNT),
)  # fmt: skip
_SECOND = (
    ("UP", "Up", Fight.FORWARD), ("DOWN", "Down", Fight.BACK), ("LEFT", "Left", Fight.LEFT),
    ("RIGHT", "Right", Fight.RIGHT), ("NUM_1", "Num 1", Fight.JAB), ("NUM_2", "Num 2", Fight.CROSS),
    ("NUM_3", "Num 3", Fight.HOOK), ("NUM_5", "Num 5", Fight.UPPERCUT), ("NUM_0", "Num 0", Fight.LOW),
    ("NUM_DECIMAL", "Num .", Fight.POWER), ("NUM_ADD", "Num +", Fight.BLOCK), ("NUM_4", "Num 4", Fight.SLIP_LEFT),
    ("NUM_6", "Num 6", Fight.SLIP_RIGHT), ("NUM_8", "Num 8", Fight.DUCK), ("NUM_9", "Num 9", Fight.TAUNT),
)  # fmt: skip
ABOUT = {
    Fight.FORWARD: "towards the opponent",
    Fight.BACK: "away",
    Fight.LEFT: "round to the left",
    Fight.RIGHT: "round to the right",
    Fight.JAB: "jab",
    Fight.CROSS: "cross",
    Fight.HOOK: "hook",
    Fight.UPPERCUT: "uppercut",
    Fight.LOW: "held: at the body, or a low block",
    Fight.POWER: "held: harder, up to 1.3 times",
    Fight.BLOCK: "held: block",
    Fight.SLIP_LEFT: "slip to the left",
    Fight.SLIP_RIGHT: "slip to the right",
    Fight.DUCK: "duck",
    Fight.TAUNT: "taunt",
}
FIGHT_CONTROLS = tuple(
    FightControl(key, shown, player, fight, ABOUT[fight])
    for player, keys in ((1, _FIRST), (2, _SECOND))
    for key, shown, fight in keys
)
PUNCHES = {  # key -> the move at the head, and at the body
    Fight.JAB: ("jab", "body_jab"),
    Fight.CROSS: ("cross", "body_cross"),
    Fight.HOOK: ("hook", "hook"),
    Fight.UPPERCUT: ("uppercut", "uppercut"),
}
ONCE = (Fight.SLIP_LEFT, Fight.SLIP_RIGHT, Fight.DUCK, Fight.TAUNT)
STEPS = (Fight.FORWARD, Fight.BACK, Fight.LEFT, Fight.RIGHT)
HARDEST, CHARGE_S = 1.3, 0.5


@dataclass
class FightHands:
    """One person's keys, as they are held."""

    who: str
    player: int
    down: set[Fight] = field(default_factory=set)
    charged_s: float = 0.0

    def pass_time(self, seconds: float) -> None:
        self.charged_s = self.charged_s + seconds if Fight.POWER in self.down else 0.0

    def press(self, fight: Fight, down: bool) -> list[Deed]:
        """What is to be done when a key goes down or comes up."""
        if (fight in self.down) == down:
            return []
        (self.down.add if down else self.down.discard)(fight)
        low = Fight.LOW in self.down
        if fight in STEPS:
            return [self._walk()]
        if fight in (Fight.BLOCK, Fight.LOW):
            where = ("low" if low else "high") if Fight.BLOCK in self.down else ""
            return [Block(self.who, where)] if fight is Fight.BLOCK or where else []
        if not down:
            return []
        if fight in PUNCHES:
            power = 1.0 + (HARDEST - 1.0) * min(1.0, self.charged_s / CHARGE_S)
            return [Ordered(self.who, PUNCHES[fight][low], "body" if low else "head", round(power, 3))]
        return [Ordered(self.who, str(fight))] if fight in ONCE else []

    def let_go(self) -> list[Deed]:
        """All keys up: another window has them."""
        return [deed for fight in sorted(self.down) for deed in self.press(fight, False)]

    def _walk(self) -> Walk:
        has = self.down.__contains__
        forward, left = has(Fight.FORWARD) - has(Fight.BACK), has(Fight.LEFT) - has(Fight.RIGHT)
        return Walk(self.who, float(forward), float(left))


def fight_keys(players: int) -> dict[str, FightControl]:
    """pyglet's name -> what it does, with so many persons playing."""
    return {control.key: control for control in FIGHT_CONTROLS if control.player <= players}
