"""Boxing at a session: whoever persons play, the bell that waits for them, knock-downs seen again, and the result.

boxing = Boxing.of(session)
boxing.key("J", True)            # pyglet's name of a key: a jab
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from components.fight import BoutPhase
from game.plays.boxing.scenes import bout_of, practises
from game.plays.boxing.session import fists
from game.plays.boxing.session.deeds import DEEDS, TakeOver
from game.plays.boxing.session.ending import Ending
from game.plays.boxing.session.fists import LED, Fight, FightHands, fight_keys
from game.plays.boxing.session.knockdown import Knockdown
from game.plays.boxing.session.match import RING, BoxingMenu
from game.plays.boxing.session.pads import BOXES, FIGHT_STICKS
from game.plays.boxing.session.practice import Practice
from game.plays.boxing.session.words import FALLING, TOLD
from game.session.choices import Row
from game.session.deeds import Deed
from game.session.plays import KEYS, Playing
from systems.stage import Event

if TYPE_CHECKING:
    from game.session.session import Session


class Boxing(Playing):
    name, deeds, told, falling = "boxing", DEEDS, TOLD, FALLING
    keys_title, pad_title, sticks, buttons, behind_menu = "Boxing", "A boxer's pad", FIGHT_STICKS, BOXES, RING

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.fists = list[FightHands]()
        self.fight_keys = fight_keys(0)
        self.before_bell = False  # does a bout wait for its first bell
        self.replays = True  # is a knock-down shown again
        self.ending, self.practice, self.menu = Ending(self), Practice(self), BoxingMenu(session, self)
        self.knockdown = Knockdown(session.slow_motion)

    @classmethod
    def controllers(cls) -> Sequence[tuple[str, str]]:
        from systems.boxing.minds.supervisor import CONTROLLERS  # loads the compiler

        first = ((each, (each.__doc__ or "").split("\n\n", 1)[0]) for each in CONTROLLERS.values())
        return [(each.name, " ".join(about.split())) for each, about in first]

    # --- a scene

    @property
    def on(self) -> bool:
        return bout_of(self.session.scene) is not None

    @property
    def persons(self) -> int:
        return len(self.fists)

    def begin(self, players: int) -> None:
        session = self.session
        self.knockdown.clear()
        self.ending.clear()
        self.before_bell = False
        boxers = [name for name, character in session.simulation.characters.items() if character.fighter is not None]
        boxers.sort(key=lambda name: name != session.opening.leads)
        self.fists = [FightHands(name, player=player) for player, name in enumerate(boxers[:players], 1)]
        self.fight_keys = fight_keys(len(self.fists))
        for fist in self.fists:
            session.history.do(TakeOver(fist.who))
        self.practice.begin()

    def await_person(self) -> None:
        """A bout of a person begins when that person does."""
        self.before_bell = bool(self.fists) and not practises(self.session.scene) and not self.session.replaying

    # --- hands

    def key(self, name: str, down: bool) -> bool:
        control = self.fight_keys.get(name)
        if control is None or self.session.replaying or (self.session.clock.paused and down):
            return False
        self.press(control.player, control.fight, down, KEYS)
        return True

    def press(self, player: int, does: Any, down: bool, by: str) -> None:
        """While the world stands a punch comes to nothing; what is held then counts when it goes on."""
        order = self.fists[player - 1].press(Fight(does), down, by)
        if order is not None and not self.session.still:
            self.session.history.do(order)

    def stick(self, player: int, x: float, y: float) -> None:
        self.fists[player - 1].push(x, y)

    def let_go(self, by: str) -> None:
        for fist in self.fists:
            fist.let_go(by)

    def wishes(self) -> Iterable[Deed]:
        """The referee leads boxers whatever they hold."""
        simulation = self.session.simulation
        if not self.fists or ((bout := simulation.bout) is not None and bout.phase in LED):
            return
        for fist in self.fists:
            fighter = simulation.characters[fist.who].fighter
            yield from fist.wishes(fighter) if fighter is not None else ()

    # --- time

    @property
    def waits(self) -> bool:
        return self.before_bell

    def go(self) -> None:
        self.before_bell = False

    def pass_time(self, seconds: float) -> None:
        for fist in self.fists:
            fist.pass_time(seconds)

    def watch(self) -> None:
        session = self.session
        self.ending.watch()
        self.practice.watch()
        if not session.clock.paused:
            self.knockdown.watch(session.simulation.ticks, session.tape)

    def notice(self, event: Event) -> None:
        session, tick = self.session, self.session.simulation.ticks
        if self.replays and session.rival is None:
            self.knockdown.notice(event, tick)
        self.ending.notice(event, tick)
        self.practice.notice(event)

    def ticked(self) -> None:
        self.ending.keep(self.session.simulation.ticks, self.session.tape)

    def jumped(self) -> None:
        self.knockdown.clear()

    # --- what is shown

    @property
    def quiet_ground(self) -> bool:
        return self.on

    @property
    def told_later(self) -> Collection[str]:
        return self.session.simulation.characters if self.on else ()

    @property
    def fills_foot(self) -> bool:
        return self.on

    @property
    def apart(self) -> bool:
        return self.on

    def state(self) -> tuple[object, ...]:
        return (self.before_bell,)

    @classmethod
    def keys_told(cls) -> Sequence[tuple[str, str]]:
        return fists.keys_told()

    # --- the menu

    def title_rows(self) -> Sequence[Row]:
        return self.menu.rows()

    @property
    def over_s(self) -> float:
        bout = self.session.simulation.bout
        return bout.clock_s if bout is not None and bout.phase is BoutPhase.OVER else 0.0

    @property
    def given_up(self) -> tuple[str, str, str] | None:
        session, bout = self.session, self.session.simulation.bout
        fights = bout is not None and bout.phase is not BoutPhase.OVER and bool(self.fists)
        if not fights or practises(session.scene) or self.before_bell or session.replaying:
            return None
        return "Leave the bout?", "the bout waits for you", "this bout ends here"

    @property
    def unfinished(self) -> str:
        bout = self.session.simulation.bout
        return f"The bout is not over: round {bout.round}." if bout is not None and bout.phase != "over" else ""
