"""A recording: the scene, and everything that a person did with the tick at which it was done.

Played again it comes to the same state, to the bit, in a window or without one: `run --replay` says whether it did.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec

from components.errors import InputError
from game.base.writing import atomic_write
from game.scenes.scene import Scene, load_scene
from game.session.deeds import AnyDeed

Count = Annotated[int, msgspec.Meta(ge=0, le=10**9)]


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
    deeds: list[tuple[Count, AnyDeed]]

    def write(self, path: Path) -> None:
        with atomic_write(path) as draft:
            draft.write_bytes(msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n")


def read_recording(path: Path) -> Recording:
    try:
        recording = msgspec.json.decode(path.read_bytes(), type=Recording)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=path) from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise InputError(f"is no recording: {error}", file=path) from None
    ticks = [tick for tick, _ in recording.deeds]
    if ticks != sorted(ticks) or (ticks and ticks[-1] > recording.ticks):
        raise InputError("is no recording: its deeds are not in the order of their ticks", file=path)
    return recording
