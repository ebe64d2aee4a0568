"""What belongs together in a move: keys that are there and in order, a loop that closes, a punch that arrives.

`boxing.toml: line 71, move.jab.contact: a key must be at its middle, 0.125 s`
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import isclose

from components.clock import DT
from components.errors import InputError
from components.fight import MoveKind
from game.base.toml import nearest
from game.clips.info import clip_names
from game.moves.capture import limits_of
from game.moves.file import HandAt, Move, MoveFile

CAPTURED = (MoveKind.PUNCH, MoveKind.SHOW)  # a kick is shown: no rule of boxing knows it
Wrong = Callable[[str, str], InputError]


def check(file: MoveFile) -> None:
    """Raises InputError for the first mistake in any move."""
    for name in file.moves:
        _check(name, file)


def _check(name: str, file: MoveFile) -> None:
    """What belongs together in one move."""
    move, where = file.moves[name], f"move.{name}"

    def wrong(reason: str, part: str) -> InputError:
        return file.places.error(reason, f"{where}.{part}")

    if move.clip:
        _check_captured(move, wrong)
    else:
        _check_keys(name, move, file, wrong)
    _check_limits(move, file, wrong)


def _check_keys(name: str, move: Move, file: MoveFile, wrong: Wrong) -> None:
    for part in ("from_s", "to_s", "turn_deg"):
        if getattr(move, part):
            raise wrong("belongs to a captured clip, not to keys", part)
    if len(move.keys) < 2:
        raise wrong("needs two keys or more, or a clip", "keys")
    if move.keys[0].at != 0.0:
        raise wrong(f"must begin at 0 s, not {move.keys[0].at:g}", "keys[1].at")
    for number, (before, key) in enumerate(pairwise(move.keys), 2):
        if key.at - before.at < DT:
            raise wrong(f"must be a tick or more after {before.at:g} s, not at {key.at:g} s", f"keys[{number}].at")
    for number, key in enumerate(move.keys, 1):
        if key.pose not in file.poses:
            raise wrong(f"there is no pose {key.pose!r}{nearest(key.pose, list(file.poses))}", f"keys[{number}].pose")
    first, last = move.keys[0], move.keys[-1]
    if first.free or last.free:
        raise wrong("the weight must be told where to begin and to end", "keys")
    if move.loop and (first.pose, first.shift, first.turn) != (last.pose, last.shift, last.turn):
        raise wrong("a loop must end as it begins", "keys")
    if move.flight:
        _check_flight(move, wrong)
    for side, other in (("left", "right"), ("right", "left")):
        stem = name.removesuffix(f"_{side}")
        if stem != name and f"{stem}_{other}" not in file.moves:
            raise wrong(f"there must be a move {stem}_{other} too, for southpaws", "keys")
    if move.kind is MoveKind.PUNCH:
        _check_punch(move, file, wrong)
    elif move.contact or move.hand:
        raise wrong("only a punch has a hand and a contact", "contact" if move.contact else "hand")


def _check_flight(move: Move, wrong: Wrong) -> None:
    start, end = move.flight or (0.0, 0.0)
    for at in (start, end):
        if not any(isclose(key.at, at, abs_tol=1e-6) for key in move.keys):
            raise wrong(f"a key must be at {at:g} s", "flight")
    if not 0.0 < start < end < move.keys[-1].at:
        raise wrong(f"must be two times within the move, one after the other, not {start:g} and {end:g}", "flight")


def _check_captured(move: Move, wrong: Wrong) -> None:
    """What a clip is too short for is found where it is cut: game/moves/capture.py."""
    if move.keys:
        raise wrong("has its motion from clip or from keys, not from both", "keys")
    if move.clip not in clip_names():
        raise wrong(f"there is no clip {move.clip!r}{nearest(move.clip, clip_names())}", "clip")
    if move.kind not in CAPTURED:
        raise wrong(f"a captured clip can be one of {', '.join(CAPTURED)}, not {move.kind}", "kind")
    if move.loop or move.waves or move.flight:
        part = "loop" if move.loop else "waves" if move.waves else "flight"
        raise wrong("a captured clip is played once, as it is", part)
    if move.kind is MoveKind.PUNCH and (move.hand is None or move.contact is None):
        raise wrong("a punch needs hand and contact", "hand")
    if move.kind is not MoveKind.PUNCH and move.hand:
        raise wrong("only a punch has a hand: what a foot hits counts for nothing", "hand")


def _check_limits(move: Move, file: MoveFile, wrong: Wrong) -> None:
    limit, breaks, *_ = limits_of(move) if move.clip else (file.limits.root_limit, file.limits.root_break)
    if _or(move.root_limit, limit) > _or(move.root_break, breaks):
        raise wrong("is above root_break", "root_limit")


def _or(own: float | None, general: float) -> float:
    return general if own is None else own


def _check_punch(move: Move, file: MoveFile, wrong: Wrong) -> None:
    if move.hand is None or move.contact is None:
        raise wrong("a punch needs hand and contact", "hand")
    start, end = move.contact
    if not 0.0 < start < end < move.keys[-1].at:
        raise wrong(f"must be two times within the move, one after the other, not {start:g} and {end:g}", "contact")
    middle = 0.5 * (start + end)
    key = next((key for key in move.keys if isclose(key.at, middle, abs_tol=1e-6)), None)
    if key is None:
        raise wrong(f"a key must be at its middle, {middle:g} s", "contact")
    hand: HandAt = getattr(file.poses[key.pose], f"{move.hand}_hand")
    if hand.reach is None:
        raise wrong(f"pose {key.pose} must reach with the {move.hand} hand", "keys")
    if move.keys[0].pose != "guard":
        raise wrong("a punch begins in guard", "keys[1].pose")
