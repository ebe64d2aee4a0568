"""What a session asks of a mode of play: keys, pads, time, words, rows of the menu. All of it may be left out.

    class Tag(Playing):                 # in game/plays/tag/session.py, with PLAY = Tag
        name = "tag"
        def notice(self, event): ...

    Tag.of(session).score               # each session has one of each mode, idle in scenes that have none of it

Whatever it changes in the world goes through deeds, so it is recorded, gone back to and saved like all else.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self, cast

from game.session.choices import Row
from game.session.deeds import Deed
from systems.stage import Event

if TYPE_CHECKING:
    from game.session.hands import Ray
    from game.session.session import Session
    from game.world.simulation import Simulation

Told = str | Callable[[Event], str | None]
"""Words with {who} and the event's details in them; or what makes them, or nothing, of an event."""
KEYS, PADS = "keys", "pads"  # what a person holds something with


class Playing:
    name: ClassVar[str]  # as its folder is called
    deeds: ClassVar[tuple[type[Deed], ...]] = ()  # of its own, for recordings
    told: ClassVar[Mapping[str, Told]] = {}  # kind of event -> words
    falling: ClassVar[Mapping[str, int]] = {}  # of those that belong to a fall, how far on it is (messages.py)
    keys_title: ClassVar[str] = ""  # over its keys in the help and in `glassjaw keys`
    pad_title: ClassVar[str] = ""  # over what a pad does for who plays it
    sticks: ClassVar[tuple[tuple[str, str], ...]] = ()  # of a pad: which, and what it does
    buttons: ClassVar[Mapping[str, Any]] = {}  # of a pad: pyglet's name -> an Action, or something for `press`
    behind_menu: ClassVar[str] = ""  # a scene that the title may lie over

    def __init__(self, session: Session) -> None:
        self.session = session

    @classmethod
    def of(cls, session: Session) -> Self:
        return cast(Self, session.plays[cls.name])

    @classmethod
    def controllers(cls) -> Sequence[tuple[str, str]]:
        """Name of each controller of its own, and what it does, for `glassjaw controllers`."""
        return ()

    # --- a scene

    @property
    def on(self) -> bool:
        """Is this what is played in the present scene?"""
        return False

    def begin(self, players: int) -> None:
        """There are new worlds, and so many persons."""

    def await_person(self) -> None:
        """The scene was opened by a person at a window, who need not be ready."""

    @property
    def persons(self) -> int:
        """How many play it."""
        return 0

    # --- hands

    def key(self, name: str, down: bool) -> bool:
        """A key, by pyglet's name; true where it had one."""
        return False

    def click(self, ray: Ray) -> bool:
        """The mouse has clicked along that ray; true where it meant something."""
        return False

    def press(self, player: int, does: Any, down: bool, by: str) -> None:
        """A button of a pad, one of `buttons` that is no Action."""

    def stick(self, player: int, x: float, y: float) -> None:
        """The left stick of a player's pad is there: to the right and up, -1 to 1 each."""

    def let_go(self, by: str) -> None:
        """Of all that is held with keys, or with pads."""

    def wishes(self) -> Iterable[Deed]:
        """Before a tick: what is to be done so that it goes as persons hold."""
        return ()

    # --- time

    @property
    def waits(self) -> bool:
        """Does the world stand until a person says that it may go on?"""
        return False

    def go(self) -> None:
        """A person has said so."""

    @property
    def starting(self) -> bool:
        """Is it counted in? Then hands do nothing yet."""
        return False

    def holds_back(self, seconds: float) -> bool:
        """So much later on the wall: must the world wait still?"""
        return False

    def pass_time(self, seconds: float) -> None:
        """So much later in the world's time, as fast or slow as it goes."""

    def watch(self) -> None:
        """Each frame, before its ticks."""

    def notice(self, event: Event) -> None:
        """After each tick, of everything that was told in it."""

    def ticked(self) -> None:
        """After each tick."""

    def jumped(self) -> None:
        """It is another moment of the same world."""

    # --- what is shown

    @property
    def quiet_ground(self) -> bool:
        """Do those who fall strike the ground without a word?"""
        return False

    @property
    def told_later(self) -> Collection[str]:
        """Whose blows are told when they have landed, and not as hits."""
        return ()

    @property
    def fills_foot(self) -> bool:
        """Is the foot of the picture its own, so that no profile lies there unasked?"""
        return False

    @property
    def apart(self) -> bool:
        """Do two worlds side by side soon go apart, so that each wants a camera of its own?"""
        return False

    @property
    def steered(self) -> str:
        """Whom a person steers and the camera follows."""
        return ""

    def way(self, simulation: Simulation) -> float | None:
        """rad: which way that one goes; none where nobody knows it."""
        return None

    def state(self) -> tuple[object, ...]:
        """Whatever, when it changes, is shown at once."""
        return ()

    @classmethod
    def keys_told(cls) -> Sequence[tuple[str, str]]:
        """What is pressed, and what it does."""
        return ()

    # --- the menu

    def title_rows(self) -> Sequence[Row]:
        return ()

    @property
    def over_s(self) -> float:
        """s since the end of what is played."""
        return 0.0

    @property
    def given_up(self) -> tuple[str, str, str] | None:
        """To leave for the menu now would give something up: the question, what goes on, what is given up."""
        return None

    @property
    def unfinished(self) -> str:
        """What would be lost with the window."""
        return ""
