"""Physical key-frames: where some joints should be, when, and how fast they then move (On the Beat, section 4)."""

from __future__ import annotations

from dataclasses import dataclass

Turn = tuple[float, float, float, float]
Spin = tuple[float, float, float]


@dataclass(frozen=True)
class KeyFrame:
    """One pose of any subset of a rig's bones."""

    seconds: float  # from the key-frame before it
    turns: tuple[tuple[int, Turn], ...]  # bone of the rig, orientation in its parent's frame
    spins: tuple[tuple[int, Spin], ...] = ()  # rad/s against the parent at that moment, own axes; 0 where not said


@dataclass
class KeyFrames:
    """What is still to come. A joint whose key-frame is over stays there until it is let go."""

    queue: tuple[KeyFrame, ...] = ()
    left_s: float = 0.0  # of the one that is on its way
