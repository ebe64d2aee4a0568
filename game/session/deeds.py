"""Deeds: what a person does to a running world, as data, so that it can be done again to the bit.

`history.py` keeps them with their ticks: going back to a moment and on again does the same deeds at the same ticks.
Bodies are named, not numbered; things that lie about are counted in the order in which they came.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated

import esper
import msgspec
from msgspec import Meta

from components.commands import Drag, Push, Throw, pushing
from components.errors import InputError, nearest
from components.limbs import checked_for_limb, known_limb
from components.path import check_walker, checked_points
from components.prop import Tied
from components.rig import ALL
from components.settings import AT_START, declared
from game.base.plays import parts
from game.rigs.rig import load_rig
from game.scenes.file import checked
from game.scenes.props import prop_kind
from game.scenes.scene import Scene
from game.world.carrying import drop, take
from game.world.character import Character
from game.world.forking import mark, renew
from game.world.simulation import Simulation
from systems.tying import cut, lead

Far = Annotated[float, Meta(ge=-1e4, le=1e4)]  # m, m/s, N s: more nobody's hands come to
Vec3 = tuple[Far, Far, Far]


class Deed(msgspec.Struct, frozen=True, tag=True):
    def check(self, scene: Scene) -> None:
        """Of a recording, before it is played: can it be done in that scene?"""

    def do(self, simulation: Simulation) -> None:
        raise NotImplementedError


def known(who: str, scene: Scene) -> None:
    names = [spec.name for spec in scene.characters]
    if who not in names:
        raise InputError(f"there is no character called {who!r}{nearest(who, names)}")


class Grip(msgspec.Struct, frozen=True):
    """What a hand holds or hits: a bone of a character, or a thing by its place in the order of things."""

    who: str = ""
    bone: str = ""
    thing: int = -1

    def check(self, scene: Scene) -> None:
        if self.who:
            known(self.who, scene)
            bones = next(load_rig(spec.rig).names for spec in scene.characters if spec.name == self.who)
            if self.bone not in bones:
                raise InputError(f"{self.who} has no bone {self.bone!r}{nearest(self.bone, bones)}")

    def found(self, simulation: Simulation) -> tuple[int, int] | None:
        """Engine's body and link; none where it is gone."""
        if self.who:
            character = simulation.characters.get(self.who)
            return (character.body, character.link(self.bone)) if character else None
        props = Character.props()
        return (props[self.thing].engine_id, -1) if 0 <= self.thing < len(props) else None


class SetValue(Deed, frozen=True):
    key: str
    value: str | float | int | bool | None
    who: str | None = None  # none: all
    only: Annotated[int, Meta(ge=0, le=1)] | None = None  # of worlds side by side: in this one alone
    limb: str | None = None  # of whom; none: the whole body. A value of none then is that of the body again

    def check(self, scene: Scene) -> None:
        if self.who is not None:
            known(self.who, scene)
        if self.limb not in (None, ALL):
            rigs = [load_rig(spec.rig) for spec in scene.characters if self.who in (None, spec.name)]
            if self.who is not None:
                known_limb(rigs[0], self.limb)
            if self.value is not None and any(rig.has_limb(self.limb) for rig in rigs):
                checked_for_limb(self.key, self.value)
        elif self.key in AT_START:
            raise InputError("can only be chosen when a scene is loaded", place=f"setting {self.key}")
        else:
            checked(self.key, self.value, declared())

    def do(self, simulation: Simulation) -> None:
        if self.limb is not None:
            people = simulation.characters.values() if self.who is None else [simulation.character(self.who)]
            for character in people:
                if self.who is not None or character.rig.has_limb(self.limb):
                    character.limb(self.limb).set(self.key, self.value)
        elif self.who is None:
            simulation.set(self.key, self.value)
        else:
            simulation.character(self.who).set(self.key, self.value)


class Launch(Deed, frozen=True):
    """A thing appears and flies off; with no velocity it is put there."""

    what: str
    position: Vec3
    velocity: Vec3 = (0.0, 0.0, 0.0)

    def check(self, scene: Scene) -> None:
        prop_kind(self.what)

    def do(self, simulation: Simulation) -> None:
        simulation.stage.commands.append(Throw(prop_kind(self.what).prop(), self.position, self.velocity))


class Shove(Deed, frozen=True):
    """All of it in one tick, at the place; or for so many seconds, at the middle of what is held."""

    grip: Grip
    impulse: Vec3  # N s
    place: Vec3  # m
    seconds: Annotated[float, Meta(ge=0.0, le=60.0)] = 0.0

    def check(self, scene: Scene) -> None:
        self.grip.check(scene)

    def do(self, simulation: Simulation) -> None:
        held = self.grip.found(simulation)
        if held is None:
            return
        if self.seconds > 0.0:
            simulation.stage.commands.append(pushing(*held, self.impulse, self.seconds))
        else:
            simulation.stage.commands.append(Push(*held, self.impulse, self.place))


class Pull(Deed, frozen=True):
    grip: Grip
    to: Vec3  # m

    def check(self, scene: Scene) -> None:
        self.grip.check(scene)

    def do(self, simulation: Simulation) -> None:
        held = self.grip.found(simulation)
        simulation.stage.drag = Drag(*held, self.to) if held is not None else None


class Carry(Deed, frozen=True):
    """A thing is tied to somebody's bone, at its centre of mass. He is told that it weighs so much (kg)."""

    who: str
    bone: str
    what: str
    told: float = 0.0

    def do(self, simulation: Simulation) -> None:
        character = simulation.character(self.who)
        tied = Tied(character.body, character.link(self.bone), self.told)
        take(simulation.stage, prop_kind(self.what).prop(), tied)


class PutDown(Deed, frozen=True):
    """What is carried, by its place in the order of things, is let go."""

    thing: int

    def do(self, simulation: Simulation) -> None:
        held = Grip(thing=self.thing).found(simulation)
        if held is not None:
            drop(simulation.stage, held[0])


class LeadString(Deed, frozen=True):
    """Its end to a place; with none back to its marker or its path."""

    number: int
    to: Vec3 | None = None  # m

    def do(self, simulation: Simulation) -> None:
        lead(simulation.stage, self.number, self.to)


class CutString(Deed, frozen=True):
    number: int

    def do(self, simulation: Simulation) -> None:
        cut(simulation.stage, self.number)


class WalkPath(Deed, frozen=True):
    """Somebody's path, or with no points its end (`Character.walk_path`)."""

    who: str
    points: tuple[tuple[Far, Far], ...]  # m
    closed: bool = False

    def check(self, scene: Scene) -> None:
        known(self.who, scene)
        if self.points:
            check_walker(next(load_rig(spec.rig) for spec in scene.characters if spec.name == self.who))
            checked_points(self.points, self.closed)

    def do(self, simulation: Simulation) -> None:
        simulation.character(self.who).walk_path(self.points, self.closed)


class LetGo(Deed, frozen=True):
    def do(self, simulation: Simulation) -> None:
        simulation.release()


class Fork(Deed, frozen=True):
    """Somebody began to compare here: what that does to a world in the last bits is done again."""

    def do(self, simulation: Simulation) -> None:
        renew(simulation)


class Marked(Deed, frozen=True):
    """Somebody had tried two-stage collisions, and came back to before: what stays of that is done again."""

    def do(self, simulation: Simulation) -> None:
        mark(simulation)


class Clear(Deed, frozen=True):
    """Away with everything that was thrown."""

    def do(self, simulation: Simulation) -> None:
        simulation.clear()


OWN = (
    SetValue, Launch, Shove, Pull, Carry, PutDown, LeadString, CutString, WalkPath, LetGo, Clear, Fork, Marked,
)  # fmt: skip


@cache
def every_deed() -> tuple[type[Deed], ...]:
    """Those of all modes of play among them."""
    return (*OWN, *(deed for part in parts("session") for deed in part.PLAY.deeds))


def do_all(deed: Deed, worlds: list[Simulation]) -> None:
    only = deed.only if isinstance(deed, SetValue) else None
    for simulation in worlds if only is None else worlds[only : only + 1]:
        esper.switch_world(simulation.world)
        deed.do(simulation)
