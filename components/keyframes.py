"""Physical key-frames: where some joints should be, when, and how fast they then move (On the Beat, section 4).

They come one after another in tracks, and tracks run side by side. A key-frame is due at a whole tick, the nearest to
its exact time; what that is off by goes into the next one's time, so 0.47 s (56.4 ticks) a beat is due after 56, 113,
169 ticks and does not drift.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from components.clock import TICKS_PER_S

Turn = tuple[float, float, float, float]
Spin = tuple[float, float, float]


@dataclass(frozen=True)
class KeyFrame:
    """One pose of any subset of a rig's bones."""

    seconds: float  # from the key-frame before it
    turns: tuple[tuple[int, Turn], ...]  # bone of the rig, orientation in its parent's frame; none: a rest
    spins: tuple[tuple[int, Spin], ...] = ()  # rad/s against the parent at that moment, own axes; 0 where not said
    pose: str = ""  # its name, if it has one


@dataclass
class Track:
    """What is still to come, one after another. A joint whose key-frame is over stays there until it is let go."""

    queue: tuple[KeyFrame, ...] = ()
    left: int = 0  # ticks of what is on its way, or until the first one begins
    coming: KeyFrame | None = None  # what is on its way
    off_s: float = 0.0  # by which the exact time of that is later than its tick
    again: tuple[KeyFrame, ...] = ()  # goes into the queue when that is empty
    rounds: float = 0  # how often it still does; infinite: for ever

    @property
    def left_s(self) -> float:
        return self.left / TICKS_PER_S

    @property
    def now(self) -> str:
        """The pose that it goes to."""
        return self.coming.pose if self.coming else ""


class Reached(NamedTuple):
    """A key-frame when it was due."""

    t: float  # s
    track: str
    pose: str
    error_deg: float  # mean over its joints


@dataclass
class KeyFrames:
    """The tracks that are not over, by name, and what they came to. A copy has tracks of its own."""

    tracks: dict[str, Track] = field(default_factory=dict)
    reached: tuple[Reached, ...] = ()
    waiting: frozenset[int] = frozenset()  # bones of the rig that go to their key-frames when it is awake again

    def __post_init__(self) -> None:
        self.tracks = {name: replace(track) for name, track in self.tracks.items()}
