"""Pushes written in a scene: somebody is pushed again and again, harder each time and from another side.

[[push]]
who = "all"
every_s = 4.0
first_s = 2.0         # or after every_s
impulse = 20.0        # N s, of the first
harder = 10.0         # N s, of each one more than of the one before
way_deg = 0.0         # 0 pushes them forward, 90 to their left
turn_deg = 150.0      # of each one more than of the one before

Whoever has fallen is left alone until he is up again.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta

from components.clock import TICKS_PER_S
from game.base.toml import nearest
from game.scenes.props import Vec3

if TYPE_CHECKING:
    from game.scenes.draft import Draft

Turn = Annotated[float, Meta(ge=-3600.0, le=3600.0)]  # deg
Impulse = Annotated[float, Meta(ge=0.0, le=1000.0)]  # N s
Moment = Annotated[float, Meta(ge=0.0, le=86400.0)]  # s


class Pushed(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The table."""

    who: str = "all"
    every_s: Annotated[float, Meta(ge=0.01, le=3600.0)]
    first_s: Moment | None = None
    until_s: Moment | None = None
    impulse: Impulse
    harder: Impulse = 0.0
    seconds: Annotated[float, Meta(ge=0.0, le=60.0)] = 0.1
    way_deg: Turn = 0.0
    turn_deg: Turn = 0.0
    bone: str = "spine3"


@dataclass(frozen=True)
class PushSpec:
    who: str
    bone: str
    impulse: float  # N s, of the first
    harder: float  # N s
    seconds: float
    way: float  # rad, of the first, from where its body faces
    turn: float  # rad
    every_s: float
    first_s: float
    until_s: float | None

    def nth(self, tick: int) -> int | None:
        """Which of its pushes comes in this tick (0 is the first), from 0 on."""
        return nth(tick, self.every_s, self.first_s, self.until_s)

    def of(self, n: int, facing: float) -> Vec3:
        """N s, in the world, of the n-th on a body that faces there (rad)."""
        hard, way = self.impulse + n * self.harder, facing + self.way + n * self.turn
        return hard * cos(way), hard * sin(way), 0.0


def nth(tick: int, every_s: float, first_s: float, until_s: float | None) -> int | None:
    """How many times something that comes again and again has come before this tick, if it comes in it."""
    since, every = tick - round(first_s * TICKS_PER_S), max(1, round(every_s * TICKS_PER_S))
    over = until_s is not None and tick > round(until_s * TICKS_PER_S)
    return None if since < 0 or over or since % every else since // every


def pushes(draft: Draft) -> tuple[PushSpec, ...]:
    specs = list[PushSpec]()
    for index, table in enumerate(draft.file.push, 1):
        where = f"push[{index}]"
        first = table.every_s if table.first_s is None else table.first_s
        for who in draft.who(table.who, f"{where}.who"):
            bones = draft.rig_of(who, f"{where}.who").names
            if table.bone not in bones:
                reason = f"there is no bone {table.bone!r}{nearest(table.bone, list(bones))}"
                raise draft.places.error(reason, f"{where}.bone")
            way, turn = radians(table.way_deg), radians(table.turn_deg)
            specs.append(
                PushSpec(
                    who, table.bone, table.impulse, table.harder, table.seconds, way, turn, table.every_s, first,
                    table.until_s,
                )
            )  # fmt: skip
    return tuple(specs)
