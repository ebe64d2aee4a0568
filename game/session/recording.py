"""A recording: the scene, and everything that a person did with the tick at which it was done.

Played again it comes to the same state, to the bit, in a window or without one: `run --replay` says whether it did.
"""

from __future__ import annotations

import functools
import re
import types
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from operator import or_
from pathlib import Path
from typing import Annotated, Any

import msgspec

from components.clock import TICKS_PER_S
from components.errors import InputError
from components.settings import Physics
from game.base.reading import LARGE, contents
from game.base.toml import refusal
from game.base.writing import atomic_write
from game.scenes.scene import Scene, load_scene
from game.session.deeds import Deed, every_deed

Count = Annotated[int, msgspec.Meta(ge=0, le=24 * 3600 * TICKS_PER_S)]  # a day


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a scene was opened."""

    scene: str
    settings: dict[str, str] = {}
    servo: str | None = None
    root: str | None = None
    leads: str = ""  # whom the first person plays; empty: the first who is there

    def load(self) -> Scene:
        return load_scene(self.scene, dict(self.settings), self.servo, self.root)


class Recording(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    opening: Opening
    seed: Annotated[int, msgspec.Meta(ge=0)]
    players: Annotated[int, msgspec.Meta(ge=0, le=2)]
    ticks: Count
    state_hash: str
    deeds: list[tuple[int, Deed]]
    engine: str = Physics.BULLET  # that moved the bodies; older recordings do not say it

    def scene(self, asked: Mapping[str, object] | None = None) -> Scene:
        """The scene that it was made in, on its own engine; `asked`: settings that were named besides."""
        wanted = str((asked or {}).get("engine", self.engine))
        if wanted != self.engine:
            raise InputError(f"was made on {self.engine}, and comes to something else on {wanted}", place="recording")
        opening = self.opening
        return load_scene(opening.scene, {**opening.settings, "engine": self.engine}, opening.servo, opening.root)

    def write(self, path: Path) -> None:
        with atomic_write(path) as draft:
            draft.write_bytes(msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n")


@cache
def _form() -> type[msgspec.Struct]:
    """As it is written: each deed is one of those that there are, of any mode of play."""
    entry: Any = types.GenericAlias(tuple, (Count, functools.reduce(or_, every_deed())))
    fields: Any = [("deeds", types.GenericAlias(list, (entry,)))]
    return msgspec.defstruct("Recording", fields, bases=(Recording,), frozen=True, forbid_unknown_fields=True)


def read_recording(path: Path) -> Recording:
    """Whatever is wrong with it is told with the file and the deed, before anything of it is done."""
    data = contents(path, str(path), LARGE)
    try:
        written = msgspec.json.decode(data, type=_form())
    except RecursionError:
        raise InputError("is no recording: nested too deeply", file=path) from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        reason, where = refusal(error)
        raise InputError(f"is no recording: {reason}", file=path, place=_place(reason, where, data)) from None
    recording = Recording(**{name: getattr(written, name) for name in Recording.__struct_fields__})
    with _in_file(path, "opening"):
        scene = recording.scene()
    last = 0
    for number, (tick, deed) in enumerate(recording.deeds, 1):
        with _in_file(path, f"deed {number}, {type(deed).__name__} at tick {tick}"):
            if not last <= tick <= recording.ticks:
                raise InputError("is no recording: its deeds are not in the order of their ticks")
            deed.check(scene)
        last = tick
    return recording


@contextmanager
def _in_file(path: Path, place: str) -> Iterator[None]:
    try:
        yield
    except InputError as error:
        raise (InputError(error.reason, file=path, place=place) if error.file is None else error) from None


def _place(reason: str, where: str, data: bytes) -> str:
    """Of what msgspec refuses: `deed 4.to`, or the byte at which it gave up."""
    if deed := re.match(r"\.deeds\[(\d+)\](?:\[[01]\])?(.*)", where):
        return f"deed {int(deed[1]) + 1}{deed[2]}"
    if byte := re.search(r"byte \d+", reason):
        return byte[0]
    if field := re.search(r"field `(.*?)`", reason):
        return f"{where}.{field[1]}".lstrip(".")
    return where.lstrip(".") or f"byte {len(data)}"
