"""The book of a boxer's moves: clips baked from key poses in a file, and punches aimed at the moment they are thrown.

    book = MoveBook(MOVES, load_rig("boxer"))
    clip = book.aimed("jab", (0.75, 0.1, 1.55))  # the lead fist's middle is there at the middle of book.contact("jab")

A clip's x is where the fighter faces (its pelvis is turned away from it in guard), its origin the floor below the root.
What a file says of lead and rear is baked for an orthodox boxer and mirrored for a southpaw, whose slip to the left is
the mirror of an orthodox slip to the right. A blocking move is a loop that holds: its blend is how it is entered.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from components.clip import Clip
from components.clock import TICKS_PER_S
from components.errors import InputError
from components.fight import Hand, MoveKind
from components.rig import Rig, Vec3
from game.base.paths import DATA, shown
from game.base.reading import stamp
from game.base.toml import nearest
from game.clips.clip import mirrored
from game.clips.retarget import skeleton
from game.moves.aim import aimed
from game.moves.body import move_body
from game.moves.capture import baked, captured, limits_of
from game.moves.check import check
from game.moves.file import Move, MoveFile, read_moves
from game.moves.solve import solve
from game.moves.throw import Thrower
from game.moves.track import Track, Tracks
from systems.pacing import paced

MOVES = DATA / "moves" / "boxing.toml"
STANCES = ("orthodox", "southpaw")


@dataclass(frozen=True)
class MoveLimits:
    """What the root may do in a move: N m, as in data/clips.toml."""

    root_limit: float
    root_break: float
    heading_hold: float
    muscles: float  # times as strong as the rig says
    footing: bool = False


@cache
def book_of(file: str, rig: Rig) -> MoveBook:
    """The moves of data/moves/<file>.toml, of a body that leads with its left; read once."""
    return MoveBook(DATA / "moves" / f"{file}.toml", rig)


class MoveBook:
    """All moves of one file on one rig, for one stance."""

    def __init__(self, path: Path, rig: Rig, stance: str = "orthodox") -> None:
        if stance not in STANCES:
            raise InputError(f"must be one of {', '.join(STANCES)}, not {stance!r}", place="stance")
        self.path, self.rig, self.stance = path, rig, stance
        self._stamp = stamp(path)
        self._thrower = Thrower(rig, stance)
        self._read()

    def _read(self) -> None:
        file = read_moves(self.path)
        check(file)
        tracks = Tracks(file, move_body(self.rig), skeleton(self.rig).leg)
        self._tracks = {name: tracks.track(name) for name, move in file.moves.items() if not move.clip}
        self._captured = {name: captured(name, file, self.rig) for name, move in file.moves.items() if move.clip}
        self._file: MoveFile = file
        self._clips: dict[str, Clip] = {}
        self._limits: dict[str, MoveLimits] = {}  # asked for in every tick

    def reload_if_changed(self) -> str:
        """Read the file again if it was written; what came of it, in one line. After a mistake the old moves stay."""
        now = stamp(self.path)
        if now == self._stamp:
            return ""
        self._stamp = now
        before = self._motions
        try:
            self._read()
        except InputError as error:
            return str(error)
        after = self._motions
        new = [name for name, motion in after.items() if name not in before or not _same(motion, before[name])]
        gone = [name for name in before if name not in after]
        told = ", ".join([*new, *(f"{name} is gone" for name in gone)]) or "no move changed"
        return f"{shown(self.path)}: {told}"

    @property
    def _motions(self) -> dict[str, Track | Clip]:
        return {name: self._captured.get(name) or self._tracks[name] for name in self.names}

    @property
    def names(self) -> list[str]:
        return list(self._file.moves)

    def _move(self, name: str) -> Move:
        if name not in self._file.moves:
            raise InputError(f"there is no move {name!r}{nearest(name, self.names)}")
        return self._file.moves[name]

    def kind(self, name: str) -> MoveKind:
        return self._move(name).kind

    def hand(self, name: str) -> Hand:
        """What strikes; of an orthodox boxer the lead hand is the left."""
        hand = self._move(name).hand
        if hand is None:
            raise InputError("only a punch has a hand", place=f"move {name}")
        return hand

    def contact(self, name: str) -> tuple[float, float]:
        """s from the start, when the fist is to arrive; (0, 0) of a move that strikes nobody."""
        return self._move(name).contact or (0.0, 0.0)

    def limits(self, name: str) -> MoveLimits:
        if name not in self._limits:
            self._limits[name] = self._limits_of(name)
        return self._limits[name]

    def _limits_of(self, name: str) -> MoveLimits:
        move, general = self._move(name), self._file.limits
        limit, breaks, hold, muscles = (
            limits_of(move) if move.clip else (general.root_limit, general.root_break, general.heading_hold, 1.0)
        )
        return MoveLimits(
            limit if move.root_limit is None else move.root_limit,
            breaks if move.root_break is None else move.root_break,
            hold if move.heading_hold is None else move.heading_hold,
            muscles,
        )

    def clip(self, name: str) -> Clip:
        """The move as it is written; always the same object."""
        self._move(name)
        if name not in self._clips:
            orthodox = self._orthodox(name)
            clip = self._captured.get(orthodox) or bake(name, self._tracks[orthodox], self.rig)
            self._clips[name] = self._stanced(name, clip)
        return self._clips[name]

    def aimed(self, name: str, target: Vec3) -> Clip:
        """The punch at `target` (m, in the clip's frame); one that was captured goes where it went."""
        track = self._aimed(name, target)
        return self._stanced(name, bake(name, track, self.rig)) if track else self.clip(name)

    def thrown(self, name: str, target: Vec3, rate: float) -> Clip:
        """The same at another pace, made while it is played: see Clip.ready."""
        track = self._aimed(name, target)
        return self._thrower.clip(name, track, rate) if track else paced(self.clip(name), rate)

    def _aimed(self, name: str, target: Vec3) -> Track | None:
        """Of an orthodox boxer; none of a punch that was captured."""
        side = 0 if self.hand(name) is Hand.LEAD else 1
        point = np.array(target, dtype=np.float64)
        if point.shape != (3,) or not np.isfinite(point).all():
            raise InputError(f"must be three numbers, not {target!r}", place="target")
        if name in self._captured:
            return None
        point[1] *= 1.0 if self.stance == "orthodox" else -1.0
        middle = 0.5 * sum(self.contact(name))
        return aimed(self._tracks[name], side, middle, point, self._thrower.body)

    def _orthodox(self, name: str) -> str:
        """The move of an orthodox boxer whose mirror is this one."""
        if self.stance == "orthodox":
            return name
        for side, other in (("_left", "_right"), ("_right", "_left")):
            if name.endswith(side):
                return name.removesuffix(side) + other
        return name

    def _stanced(self, name: str, clip: Clip) -> Clip:
        return clip if self.stance == "orthodox" else mirrored(clip, self.rig, name)


def bake(name: str, track: Track, rig: Rig) -> Clip:
    """The track at 120 Hz as a clip, its origin below its first root."""
    clock = np.arange(track.frames) / TICKS_PER_S
    solved = solve(track.at(clock), move_body(rig))
    position = solved.position - solved.position[0] * (1.0, 1.0, 0.0)
    return baked(name, solved.joint, position, rig, looping=track.loop)


def _same(a: Track | Clip, b: Track | Clip) -> bool:
    """Is it the same motion?"""
    if isinstance(a, Track) and isinstance(b, Track):
        return a.same(b)
    if isinstance(a, Clip) and isinstance(b, Clip):
        return np.array_equal(a.joint, b.joint) and np.array_equal(a.root_position, b.root_position)
    return False
