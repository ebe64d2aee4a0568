"""A string: what it holds, and who leads its end."""

from __future__ import annotations

from dataclasses import dataclass

from components.trajectory import Trajectory

Vec3 = tuple[float, float, float]
MOST = 1000.0  # N that a string gives before it yields


@dataclass(frozen=True)
class Frame:
    """A frame that turns along a path. An end that is in it goes about the path of its place."""

    turn: Trajectory  # rad, rotation vectors of the bone's frame
    heading: float  # rad, about the vertical, after that
    arm: Vec3  # m from the path to the end, in this frame


@dataclass(frozen=True)
class Tie:
    """A string of a world. Without a path and a place its end is where the clip has what it holds: the marker."""

    number: int  # of all that were ever tied in this world
    row: int  # in the table of strings
    who: str
    bone: str
    name: str  # of the site, or the bone
    hold: Vec3  # m, in the bone's frame
    tick: int  # of its beginning, from which its path counts
    path: Trajectory | None = None  # of its end, m in the world
    frame: Frame | None = None  # what its end is in
    beside: tuple[int, ...] = ()  # numbers of the strings that hold the same site's orientation
    to: Vec3 | None = None  # m, where a hand wants its end
