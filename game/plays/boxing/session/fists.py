"""A person boxes: keys become orders, footwork and blocks of their boxer. One table for both players.

    hands = FightHands("red", player=1)
    hands.press(Fight.JAB, True)     # -> Ordered("red", "jab", "head", 1.0)
    hands.press(Fight.BLOCK, True)
    hands.wishes(fighter)            # -> [Block("red", "high")], until its boxer blocks

A punch goes off when its key goes down; while the aim key is held it goes to the body, and the longer the power key has
been held, the harder it is: 1.3 times after half a second. Footwork is told from the opponent: forward is towards it.
Steps and blocks are asked for before a tick, wherever the boxer does not do what is held by then. What was let go while
the world stood, or while the referee led a boxer to its corner, is let go when it goes on.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from components.fight import BoutPhase, Fighter
from game.plays.boxing.session.deeds import Block, Ordered, Walk
from game.session.deeds import Deed
from game.session.held import Held
from game.session.plays import KEYS


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

    @property
    def short(self) -> str:
        """In a word or two: `block (hold)`; the help says all of it."""
        name = SHORT.get(self.fight, self.fight.replace("_", " "))
        return f"{name} (hold)" if self.about.startswith("held") else name


_FIRST = (
    ("W", "W", Fight.FORWARD), ("S", "S", Fight.BACK), ("A", "A", Fight.LEFT), ("D", "D", Fight.RIGHT),
    ("J", "J", Fight.JAB), ("K", "K", Fight.CROSS), ("L", "L", Fight.HOOK), ("I", "I", Fight.UPPERCUT),
    ("U", "U", Fight.LOW), ("LSHIFT", "Shift", Fight.POWER), ("O", "O", Fight.BLOCK),
    ("SEMICOLON", "Semicolon", Fight.SLIP_LEFT), ("APOSTROPHE", "Quote", Fight.SLIP_RIGHT),
    ("SLASH", "Slash", Fight.DUCK), ("BACKSLASH", "Backslash", Fight.TAUNT),
)  # fmt: skip
_SECOND = (
    ("UP", "Up", Fight.FORWARD), ("DOWN", "Down", Fight.BACK), ("LEFT", "Left", Fight.LEFT),
    ("RIGHT", "Right", Fight.RIGHT), ("NUM_1", "Num 1", Fight.JAB), ("NUM_2", "Num 2", Fight.CROSS),
    ("NUM_3", "Num 3", Fight.HOOK), ("NUM_5", "Num 5", Fight.UPPERCUT), ("NUM_0", "Num 0", Fight.LOW),
    ("NUM_DECIMAL", "Num period", Fight.POWER), ("NUM_ADD", "Num +", Fight.BLOCK), ("NUM_4", "Num 4", Fight.SLIP_LEFT),
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
SHORT = {Fight.LOW: "aim low", Fight.POWER: "harder"}
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
LED = (BoutPhase.COUNT, BoutPhase.REST)  # when the referee says where boxers walk (systems/boxing/marshal.py)


@dataclass
class FightHands(Held[Fight]):
    """What one person holds who boxes."""

    player: int = 1
    charged_s: float = 0.0

    def pass_time(self, seconds: float) -> None:
        self.charged_s = self.charged_s + seconds if self.holds(Fight.POWER) else 0.0

    def press(self, fight: Fight, down: bool, by: str = KEYS) -> Ordered | None:
        """What is to be done at once when a key or a button goes down or comes up."""
        if not self.take(fight, down, by):
            return None
        if fight in PUNCHES:
            low = self.holds(Fight.LOW)
            power = 1.0 + (HARDEST - 1.0) * min(1.0, self.charged_s / CHARGE_S)
            return Ordered(self.who, PUNCHES[fight][low], "body" if low else "head", round(power, 3))
        return Ordered(self.who, str(fight)) if fight in ONCE else None

    def wishes(self, fighter: Fighter) -> list[Deed]:
        """What is to be done so that the boxer steps and blocks as is held."""
        deeds: list[Deed] = []
        if (walk := self.walk) != fighter.walk:
            deeds.append(Walk(self.who, *walk))
        if (block := self.block) != fighter.block:
            deeds.append(Block(self.who, block))
        return deeds

    @property
    def walk(self) -> tuple[float, float]:
        """Forward and left, -1 to 1: keys and stick together."""
        forward = self.stick[0] + self.holds(Fight.FORWARD) - self.holds(Fight.BACK)
        left = self.stick[1] + self.holds(Fight.LEFT) - self.holds(Fight.RIGHT)
        return max(-1.0, min(1.0, forward)), max(-1.0, min(1.0, left))

    @property
    def block(self) -> str:
        return ("low" if self.holds(Fight.LOW) else "high") if self.holds(Fight.BLOCK) else ""


def fight_keys(players: int) -> dict[str, FightControl]:
    """pyglet's name -> what it does, with so many persons playing."""
    return {control.key: control for control in FIGHT_CONTROLS if control.player <= players}


def keys_told() -> list[tuple[str, str]]:
    """What boxers' keys do, those of both players in one row: `J · Num 1` is a jab."""
    both = [[control for control in FIGHT_CONTROLS if control.player == player] for player in (1, 2)]
    return [(" · ".join(control.shown for control in row), row[0].about) for row in zip(*both, strict=True)]
