"""What may be written in a file of moves (data/moves/*.toml), and what is wrong with a table by itself.

A pose that starts `from` another says only what is different, down to single numbers: `chest = { twist = -26 }` leaves
the chest's bend as it was. What belongs together is checked in
game/moves/check.py, what is out of reach in game/moves/track.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import msgspec

from components.fight import Hand, MoveKind
from game.base.toml import Places, nearest, read

Degrees = Annotated[float, msgspec.Meta(ge=-180.0, le=180.0)]
Length = Annotated[float, msgspec.Meta(ge=-3.0, le=3.0)]  # m
Part = Annotated[float, msgspec.Meta(ge=0.0, le=1.0)]
Seconds = Annotated[float, msgspec.Meta(ge=0.0, le=20.0)]
Torque = Annotated[float, msgspec.Meta(ge=0.0, le=1e5)]  # N m


class Table(msgspec.Struct, forbid_unknown_fields=True):
    """A table of the file: a key that is not here is a mistake."""


class Turned(Table):
    """Degrees: forward, to the right, to the left about the vertical; in that order."""

    bend: Degrees = 0.0
    side: Degrees = 0.0
    twist: Degrees = 0.0


class HandAt(Table):
    """Where the fist's middle is: `held` from the chest's highest bone, in its axes, or where it is to `reach`."""

    held: tuple[Length, Length, Length] | None = None
    reach: tuple[Length, Length, Length] | None = None  # m, from the floor below the root in guard
    swivel: Degrees = 0.0  # the elbow: 0 below the arm, 90 out to its side
    forward: Degrees = 0.0  # the shoulder
    up: Degrees = 0.0
    palm: Degrees = 0.0  # turned inward


class FootAt(Table):
    at: tuple[Length, Length]  # m, the ball
    yaw: Degrees = 0.0
    heel: Annotated[float, msgspec.Meta(ge=0.0, le=70.0)] = 0.0  # degrees off the floor
    lift: Annotated[float, msgspec.Meta(ge=0.0, le=0.5)] = 0.0  # m, the sole


class Pose(Table, kw_only=True):
    crouch: Annotated[float, msgspec.Meta(ge=-0.2, le=0.7)]  # m, the hips below where they are standing: on tiptoe, < 0
    weight: Annotated[float, msgspec.Meta(ge=-1.0, le=2.0)]  # 0 on the rear foot's ball, 1 on the lead's
    sway: Length = 0.0  # and so far to the left of the line between them
    pelvis: Turned
    chest: Turned  # against the pelvis
    head: Turned  # as far as `look` is 1 against the world, else against the chest
    look: Part = 1.0
    lead_hand: HandAt
    rear_hand: HandAt
    lead_foot: FootAt
    rear_foot: FootAt


class Key(Table):
    pose: str
    at: Seconds
    tension: Part = 0.5  # 0 flies through, 1 comes to rest, as every move does at its ends
    shift: tuple[Length, Length] = (0.0, 0.0)  # m, the whole pose
    free: bool = False  # the weight takes no notice of this key
    turn: Degrees = 0.0  # and about the ball of the lead foot, to the left


class Wave(Table):
    """A sine on top of a channel, degrees or metres."""

    of: str
    size: Annotated[float, msgspec.Meta(ge=-30.0, le=30.0)]
    cycles: Annotated[int, msgspec.Meta(ge=1, le=20)] = 1  # in the move's time
    phase: Part = 0.0  # of a cycle


class Move(Table):
    """Key poses, or a part of a captured clip."""

    kind: MoveKind
    keys: list[Key] = []
    clip: str = ""  # of data/clips.toml
    from_s: Seconds = 0.0  # of the clip, where the move begins
    to_s: Seconds | None = None  # and ends; left out: with the clip
    turn_deg: Degrees = 0.0  # the whole of it, to the left
    loop: bool = False
    hand: Hand | None = None  # what strikes
    contact: tuple[Seconds, Seconds] | None = None  # s from its start; at the middle the fist is where it reaches
    waves: list[Wave] = []
    flight: tuple[Seconds, Seconds] | None = None  # s, of the keys at which the feet leave the floor and meet it again
    root_limit: Torque | None = None  # N m, k_L; left out: as [limits] says
    root_break: Torque | None = None
    heading_hold: Torque | None = None


class Limits(Table):
    root_limit: Torque
    root_break: Torque
    heading_hold: Torque


class Ahead(Table):
    """s, by which parts of the body run ahead of the hands and feet, between a move's ends."""

    pelvis: Annotated[float, msgspec.Meta(ge=0.0, le=0.1)] = 0.0
    chest: Annotated[float, msgspec.Meta(ge=0.0, le=0.1)] = 0.0


class _File(Table):
    limits: Limits
    pose: dict[str, dict[str, Any]]
    move: dict[str, Move]
    ahead: Ahead


@dataclass(frozen=True)
class MoveFile:
    limits: Limits
    ahead: Ahead
    poses: dict[str, Pose]
    moves: dict[str, Move]
    places: Places


def read_moves(path: Path) -> MoveFile:
    table, places = read(path)
    file = places.convert(table, _File)
    if "guard" not in file.pose:
        raise places.error("there must be a pose called guard", "pose")
    return MoveFile(file.limits, file.ahead, _poses(file.pose, places), file.move, places)


def _poses(written: dict[str, dict[str, Any]], places: Places) -> dict[str, Pose]:
    """All poses with what they inherit, parents first, so that a mistake is found where it was made."""
    whole: dict[str, dict[str, Any]] = {}
    poses: dict[str, Pose] = {}

    def add(name: str, children: list[str]) -> None:
        if name in poses:
            return
        own = dict(written[name])
        parent = own.pop("from", None)
        where = f"pose.{name}"
        if parent is not None:
            if not isinstance(parent, str) or parent not in written:
                raise places.error(f"there is no pose {parent!r}{nearest(str(parent), list(written))}", f"{where}.from")
            if parent in (*children, name):
                raise places.error("leads round in a circle", f"{where}.from")
            add(parent, [*children, name])
            own = _over(whole[parent], own)
        pose = places.convert(own, Pose, where)
        for hand in ("lead_hand", "rear_hand"):
            at: HandAt = getattr(pose, hand)
            if (at.held is None) is (at.reach is None):
                raise places.error("needs exactly one of held and reach", f"{where}.{hand}")
        whole[name], poses[name] = own, pose

    for name in written:
        add(name, [])
    return poses


def _over(parent: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """What the pose says laid over what its parent is; a hand that reaches is no longer held."""
    out = dict(parent)
    for key, value in own.items():
        old = out.get(key)
        if isinstance(old, dict) and isinstance(value, dict):
            gone = {"held", "reach"} if value.keys() & {"held", "reach"} else set()
            value = {k: v for k, v in old.items() if k not in gone} | value
        out[key] = value
    return out
