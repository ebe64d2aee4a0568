"""The book of a boxer's moves: clips baked from key poses in a file, and punches aimed at the moment they are thrown.

    book = MoveBook(MOVES, load_rig("boxer"))
    clip = book.aimed("jab", (0.75, 0.1, 1.55))  # the lead fist's middle is there at the middle of book.contact("jab")

A clip's x is where the fighter faces (its pelvis is turned away from it in guard), its origin the floor below the root.
What a file says of lead and rear is baked for an orthodox boxer and mirrored for a southpaw, whose slip to the left is
the mirror of an orthodox slip to the right. A blocking move is a loop that holds: its blend is how it is entered.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from components.clip import Clip
from components.errors import InputError
from components.fight import Hand, MoveKind
from components.rig import Rig, Vec3
from game.clip import _joint_spins, _read_only, _spins, _upright, mirrored, own_axes
from game.move_aim import aimed
from game.move_body import move_body
from game.move_check import check
from game.move_file import Move, MoveFile, read_moves
from game.move_solve import solve
from game.move_track import HZ, Track, Tracks
from game.paths import DATA, shown
from game.retarget import place_rows, relative_rows, skeleton
from game.toml import nearest

MOVES = DATA / "moves" / "boxing.toml"
STANCES = ("orthodox", "southpaw")


@dataclass(frozen=True)
class MoveLimits:
    """What the root may do in a move: N m, as in data/clips.toml."""

    root_limit: float
    root_break: float
    heading_hold: float


class MoveBook:
    """All moves of one file on one rig, for one stance."""

    def __init__(self, path: Path, rig: Rig, stance: str = "orthodox") -> None:
        if stance not in STANCES:
            raise InputError(f"must be one of {', '.join(STANCES)}, not {stance!r}", place="stance")
        self.path, self.rig, self.stance = path, rig, stance
        self._stamp = _stamp(path)
        self._read()

    def _read(self) -> None:
        file = read_moves(self.path)
        check(file)
        tracks = Tracks(file, move_body(self.rig), skeleton(self.rig).leg)
        self._tracks = {name: tracks.track(name) for name in file.moves}
        self._file: MoveFile = file
        self._clips: dict[str, Clip] = {}

    def reload_if_changed(self) -> str:
        """Read the file again if it was written; what came of it, in one line. After a mistake the old moves stay."""
        stamp = _stamp(self.path)
        if stamp == self._stamp:
            return ""
        self._stamp = stamp
        before = self._tracks
        try:
            self._read()
        except InputError as error:
            return str(error)
        new = [name for name, track in self._tracks.items() if name not in before or not track.same(before[name])]
        gone = [name for name in before if name not in self._tracks]
        told = ", ".join([*new, *(f"{name} is gone" for name in gone)]) or "no move changed"
        return f"{shown(self.path)}: {told}"

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
        move, general = self._move(name), self._file.limits
        return MoveLimits(
            general.root_limit if move.root_limit is None else move.root_limit,
            general.root_break if move.root_break is None else move.root_break,
            general.heading_hold if move.heading_hold is None else move.heading_hold,
        )

    def clip(self, name: str) -> Clip:
        """The move as it is written; always the same object."""
        self._move(name)
        if name not in self._clips:
            self._clips[name] = self._stanced(name, self._tracks[self._orthodox(name)])
        return self._clips[name]

    def aimed(self, name: str, target: Vec3) -> Clip:
        """The punch at `target` (m, in the clip's frame)."""
        side = 0 if self.hand(name) is Hand.LEAD else 1
        point = np.array(target, dtype=np.float64)
        if point.shape != (3,) or not np.isfinite(point).all():
            raise InputError(f"must be three numbers, not {target!r}", place="target")
        point[1] *= 1.0 if self.stance == "orthodox" else -1.0
        middle = 0.5 * sum(self.contact(name))
        return self._stanced(name, aimed(self._tracks[name], side, middle, point, move_body(self.rig)))

    def _orthodox(self, name: str) -> str:
        """The move of an orthodox boxer whose mirror is this one."""
        if self.stance == "orthodox":
            return name
        for side, other in (("_left", "_right"), ("_right", "_left")):
            if name.endswith(side):
                return name.removesuffix(side) + other
        return name

    def _stanced(self, name: str, track: Track) -> Clip:
        clip = bake(name, track, self.rig)
        return clip if self.stance == "orthodox" else mirrored(clip, self.rig, name)


def bake(name: str, track: Track, rig: Rig) -> Clip:
    """The track at 120 Hz as a clip, its origin below its first root."""
    body = skeleton(rig)
    clock = np.arange(track.frames) / HZ
    solved = solve(track.at(clock), move_body(rig))
    joint, position = solved.joint, solved.position
    position -= position[0] * (1.0, 1.0, 0.0)
    root = np.ascontiguousarray(joint[:, 0])
    relative = relative_rows(joint, body.parent)
    places = place_rows(position, root, relative, body.parent, body.offset)
    return Clip(
        name=name,
        looping=track.loop,
        root_position=_read_only(position),
        root_orientation=_read_only(root),
        root_spin=_read_only(_spins(root[:, None], track.loop, 0.0)[:, 0]),
        relative=_read_only(relative),
        relative_spin=_read_only(_spins(relative, track.loop, 0.0)),
        joint=_read_only(joint),
        joint_spin=_read_only(own_axes(joint, _joint_spins(joint, track.loop, 0.0))),
        loop_travel=_read_only(np.zeros(3)),
        loop_turn=0.0,
        upright=_upright(rig, places),
    )


def _stamp(path: Path) -> tuple[int, int] | None:
    """When the file was written, and its size; none if there is no such file."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size
