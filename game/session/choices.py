"""A list to choose from: a title and rows, each a label with one line about it. Keys, mouse and pads move through it.

    choices = Choices("Compare with", [Row("parent", "torques against the parent bone", does=compare_parent), ...])
    session.ask(choices)             # the window shows it and gives it keys, mouse and pads until it is answered
    choices.key("DOWN")              # or a test does: UP, DOWN, LEFT, RIGHT, HOME, END, RETURN, ESCAPE
    choices.hover(640, 300)          # units of the overlay; game/hud/choices.py says where rows lie
    choices.click(640, 300)
    choices.button("dpdown")         # of a pad: the cross, A takes a row, B goes back

Whoever takes a row closes the list first and then does what the row does, so that a row may ask the next thing. A row
with a `value` stays: Left and Right turn it, and so does whoever takes it. Esc closes the list and does `back`.
It knows neither window nor drawing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

TAKES, BACK = ("RETURN", "ENTER", "NUM_ENTER", "SPACE"), ("ESCAPE",)  # pyglet's names
STEPS = {"UP": -1, "DOWN": 1}
TURNS = {"LEFT": -1, "RIGHT": 1}
ENDS = {"HOME": 0, "END": -1}
BUTTONS = {
    "dpup": "UP", "dpdown": "DOWN", "dpleft": "LEFT", "dpright": "RIGHT", "a": "RETURN", "start": "RETURN",
    "b": "ESCAPE", "back": "ESCAPE",
}  # fmt: skip
"""Pads' buttons as the keys that do the same."""
PUSHED, AT_REST = 0.6, 0.4  # of a stick's way: there it takes a step, and back there it may take the next


class Place(NamedTuple):
    """Where a row is drawn: units of the overlay."""

    left: float
    top: float
    right: float
    bottom: float

    def holds(self, x: float, y: float) -> bool:
        return self.left <= x < self.right and self.top <= y < self.bottom


@dataclass(frozen=True)
class Row:
    label: str
    about: str = ""  # one line
    does: Callable[[], object] | None = None  # when it is taken; the list is closed by then
    value: Callable[[], str] | None = None  # what it is set to now, for a row that is turned
    turn: Callable[[int], object] | None = None  # by -1 or 1
    picture: str = ""  # name of a small picture (game/picture/small_pictures.py)


@dataclass
class Choices:
    title: str
    rows: Sequence[Row]
    about: str = ""  # a line under the title
    back: Callable[[], object] | None = None  # when it is left without a choice
    chosen: int = 0
    stops: bool = True  # does the world wait for the answer?
    leaves: bool = True  # may it be left without a choice?
    alone: bool = False  # is all else that is written on the picture left out?
    look: str = "middle"  # how it is drawn (game/hud/choices.py)
    aside: float = 0.0  # of half the width: so far to the right those are seen who play beside it
    places: dict[int, Place] = field(default_factory=dict)  # of the rows that are to be seen
    pictures: list[tuple[str, Place]] = field(default_factory=list)  # that are to be seen, and where
    close: Callable[[], object] = lambda: None  # said by whoever shows it
    _stick: str = ""  # the way in which a stick is pushed

    @property
    def row(self) -> Row:
        return self.rows[self.chosen]

    def move(self, steps: int) -> None:
        """Down from the last row is the first."""
        self.chosen = (self.chosen + steps) % len(self.rows)

    def take(self) -> None:
        row = self.row
        if row.turn is not None:
            row.turn(1)
        else:
            self.close()
            if row.does is not None:
                row.does()

    def leave(self) -> None:
        if self.leaves:
            self.close()
            if self.back is not None:
                self.back()

    def key(self, name: str) -> bool:
        """A key that went down, by pyglet's name; false where it means nothing here."""
        if name in STEPS:
            self.move(STEPS[name])
        elif name in ENDS:
            self.chosen = ENDS[name] % len(self.rows)
        elif name in TURNS:
            if self.row.turn is not None:
                self.row.turn(TURNS[name])
        elif name in TAKES:
            self.take()
        elif name in BACK:
            self.leave()
        else:
            return False
        return True

    def button(self, name: str) -> bool:
        """A pad's, by pyglet's name."""
        return name in BUTTONS and self.key(BUTTONS[name])

    def stick(self, x: float, y: float) -> None:
        """A pad's left stick is there, to the right and up: a push is one step, and has to be let go for the next."""
        size = max(abs(x), abs(y))
        if size < AT_REST:
            self._stick = ""
        elif size > PUSHED and not self._stick:
            self._stick = ("UP" if y > 0 else "DOWN") if abs(y) >= abs(x) else ("RIGHT" if x > 0 else "LEFT")
            self.key(self._stick)

    def hover(self, x: float, y: float) -> bool:
        """The mouse moved there, in units; is there a row?"""
        under = next((n for n, place in self.places.items() if place.holds(x, y)), None)
        if under is not None:
            self.chosen = under
        return under is not None

    def click(self, x: float, y: float) -> bool:
        """Takes the row that is there. One with a value is turned back by a click on its left part."""
        if not self.hover(x, y):
            return False
        place = self.places[self.chosen]
        if self.row.turn is not None and self.row.value is not None and x < 0.5 * (place.left + place.right):
            self.row.turn(-1)
        else:
            self.take()
        return True
