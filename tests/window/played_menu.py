"""The menu, the bell, practice and the result in a real window; run as a program with the name of one of the plays."""

from __future__ import annotations

import sys
from collections.abc import Callable

from played import Player, run, short_bout, until, xdo  # beside this file; where it is only imported there is no path

from components.fight import BoutPhase
from game.plays.boxing.session.ending import RESULT
from game.plays.boxing.session.fists import FIGHT_CONTROLS, Fight
from game.plays.boxing.session.playing import Boxing
from game.plays.boxing.session.practice import TASKS
from game.scenes.scene import load_scene
from game.session.controls import Action
from game.session.menu import LABORATORY_LOOK, TITLE
from game.session.session import Session

XKEYS = {"LSHIFT": "shift", "SEMICOLON": "semicolon", "APOSTROPHE": "apostrophe", "SLASH": "slash"}
"""X's names of a boxer's keys that are no letters."""


def asked(player: Player, look: str, title: str = "") -> None:
    def there() -> bool:
        asking = player.session.asking
        return asking is not None and (asking.look, asking.title) == (look, title) and bool(asking.places)

    until(there, f"no list {look} {title}")
    player.frames(3)


def chosen(player: Player, label: str) -> None:
    """The row, by the arrow."""
    for _ in range(20):
        asking = player.session.asking
        if asking is not None and asking.row.label == label:
            return
        before = asking.chosen if asking is not None else -1
        player.key("Down")
        until(lambda before=before: player.session.asking.chosen != before, "the arrow does not move")
    raise AssertionError(f"there is no {label}")


def click(player: Player, label: str) -> None:
    asking = player.session.asking
    number = next(n for n, row in enumerate(asking.rows) if row.label == label)
    left, top, right, bottom = (side * player.game.view.overlay.scale for side in asking.places[number])
    player.mouse(0.75 * right + 0.25 * left, 0.5 * (top + bottom))
    until(lambda: asking.chosen == number, f"the mouse does not find {label}")
    xdo("click", 1)


def menu(player: Player) -> None:
    """From the title into the ring and back, into the laboratory and back, the keys; by keys and by mouse."""
    session = player.session
    asked(player, TITLE)
    ticks = session.simulation.ticks
    until(lambda: session.simulation.ticks > ticks + 120, "nobody boxes behind the menu")
    click(player, "Box")
    asked(player, TITLE, "Box")
    style = Boxing.of(session).menu.match.blue
    chosen(player, "Opponent")
    player.key("Right")
    until(lambda: Boxing.of(session).menu.match.blue != style, "the opponent stays")
    style = Boxing.of(session).menu.match.blue
    click(player, "Level")
    until(lambda: Boxing.of(session).menu.match.level == 3, "the level stays")
    player.key("Home")
    until(lambda: session.asking.row.label == "Into the ring", "Home does nothing")
    player.key("Return")
    until(lambda: Boxing.of(session).before_bell and Boxing.of(session).fists, "no bout")
    assert session.simulation.characters["red"].fighter.style == ""
    blue = session.simulation.characters["blue"].fighter
    assert (blue.style, blue.level) == (style, 3)
    player.frames(30)
    assert session.simulation.ticks == 0, "it did not wait"
    player.press(Action.HUD)
    until(lambda: not session.hud, "F4 is no key of the window")
    player.press(Action.HUD)
    until(lambda: session.hud, "F4")
    assert Boxing.of(session).before_bell
    player.key("j")
    until(lambda: session.simulation.ticks > 30, "a key does not ring the bell")
    player.press(Action.MENU)
    asked(player, "middle", "Leave the bout?")
    chosen(player, "To the menu")
    player.key("Return")
    asked(player, TITLE)
    assert session.menu.showing and not Boxing.of(session).fists
    chosen(player, "Laboratory")
    player.key("Return")
    asked(player, LABORATORY_LOOK, "Laboratory")
    click(player, "Barrage")
    until(lambda: session.scene.name == "barrage" and session.asking is None, "no barrage")
    player.press(Action.MENU)
    asked(player, TITLE)
    chosen(player, "Keys")
    player.key("Return")
    until(lambda: session.helping, "no keys")
    player.key("Escape")
    until(lambda: not session.helping, "the help stays")
    player.frames(5)
    assert session.asking is not None and session.asking.row.label == "Keys"
    player.key("Escape")
    until(lambda: session.asking.row.label == "Quit", "Esc does not go to the last row")
    assert not session.closing


def result(player: Player) -> None:
    """The bell ends a bout: the hardest punch, the result, again; then the next level."""
    session = player.session
    for step in ("Again", "Next level"):
        until(lambda: session.simulation.bout.phase is BoutPhase.OVER, "no end", 120.0)
        until(lambda: session.asking is not None or session.slow_motion.active, "nothing is shown")
        if Boxing.of(session).ending.take is not None:
            until(lambda: session.slow_motion.active and session.slow_motion.about, "the hardest punch is not seen")
            player.frames(5)
            player.key("Return")
        asked(player, RESULT)
        before = session.simulation
        chosen(player, step)
        player.key("Return")
        until(lambda before=before: session.simulation is not before, f"{step}: the same bout")
        assert session.asking is None
    assert session.simulation.characters["blue"].fighter.level == 3
    assert [fist.who for fist in Boxing.of(session).fists] == ["red"]


def practice(player: Player) -> None:
    """Every task is done with the keys that it names."""
    session, told = player.session, Boxing.of(player.session).practice
    assert told.on
    keys = {c.fight: XKEYS.get(c.key, c.key.lower()) for c in FIGHT_CONTROLS if c.player == 1}
    for number, task in enumerate(TASKS):
        *held, last = [keys[fight] for fight in task.keys]
        until(lambda number=number: told.number == number, f"{task.name} is not asked")
        for _ in range(40):
            for key in held:
                xdo("keydown", key)
            player.frames(40 if task.power else 3)
            xdo("keydown", last)
            player.frames(60 if task.keys[0] in (Fight.FORWARD, Fight.BLOCK) else 6)
            for key in (last, *held):
                xdo("keyup", key)
            player.frames(40)
            if told.number > number or told.praised > 0.0 or not told.on:
                break
            if "W steps in" in told.said:
                xdo("keydown", "w")
                player.frames(30)
                xdo("keyup", "w")
        assert told.number > number or told.praised > 0.0 or not told.on, (task.name, told.said)
    asked(player, "middle", "That is all a boxer needs")
    assert [row.label for row in session.asking.rows] == ["Box", "Again", "Menu"]
    click(player, "Again")
    until(lambda: told.on and told.number == 0, "it does not begin anew")


def waiting() -> Session:
    session = Session(load_scene("boxing"), players=0)
    session.patient = True
    session.menu.lie_over()
    return session


PLAYS: dict[str, tuple[Callable[[], Session], Callable[[Player], None]]] = {
    "menu": (waiting, menu),
    "result": (lambda: Session(load_scene(short_bout(9.0, "boxing.toml")), players=1), result),
    "practice": (lambda: Session(load_scene("practice"), players=1), practice),
}


if __name__ == "__main__":
    sys.exit(run(*PLAYS[sys.argv[1]]))
