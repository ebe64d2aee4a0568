"""Trajectories as somebody writes them: rows of a time and values, checked, and the curve through them.

`trajectory([(0, 0.0), (1, 60.0), (2, 0.0)], 1)` swings: a cubic spline that does not curve at its ends, 60 at 1 s.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import isfinite, radians

import numpy as np

from components.clock import DT
from components.errors import InputError
from components.rig import Rig, Vec3
from components.trajectory import Row, Trajectory, Way
from game.base.toml import nearest
from game.clips.spline import curvatures
from game.scripts.numbers import number, quoted, three

ROUNDING = 1e-9  # s
FARTHEST = 1.0  # m from a bone's joint to what a string holds
WORLD = 50.0  # m from the middle of the world to a string's end
MOST = 1e6  # of s, degrees or m: a curve through more has no numbers


def trajectory(rows: object, width: int, way: Way = Way.SPLINE) -> Trajectory:
    """Through rows of `1 + width` numbers, the first of them s."""
    keys = [keyed(row, width, n) for n, row in enumerate(written_rows(rows), 1)]
    if len(keys) < 2:
        raise InputError(f"needs two samples or more, not {len(keys)}")
    times = tuple(row[0] for row in keys)
    if times[0] < 0.0:
        raise InputError(f"must not begin before 0 s, but its first time is {times[0]:g}")
    for n, (before, after) in enumerate(pairwise(times), 2):
        if after - before < DT - ROUNDING:
            reason = "goes back in time" if after < before else f"is less than a tick ({DT:.4f} s) after the one before"
            raise InputError(f"sample {n} {reason}: {before:g} s, then {after:g} s")
    values = tuple(row[1:] for row in keys)
    bent = np.zeros((len(values), width))
    if way is Way.SPLINE:
        bent = curvatures(np.array(times), np.array(values))
    return Trajectory(times, values, tuple(tuple(map(float, row)) for row in bent), way is Way.STEPS)


def written_rows(rows: object) -> Sequence[object]:
    listed = rows.tolist() if isinstance(rows, np.ndarray) else rows
    if not isinstance(listed, (list, tuple)):
        raise InputError(f"must be a list of samples, not {quoted(rows)}")
    return listed


def keyed(row: object, width: int, n: int) -> Row:
    """A sample's numbers."""
    listed = row.tolist() if isinstance(row, np.ndarray) else row
    numbers = tuple(number(v) for v in listed) if isinstance(listed, (list, tuple)) else ()
    if len(numbers) != 1 + width or not all(isfinite(v) for v in numbers):
        raise InputError(f"sample {n} needs {1 + width} finite numbers, a time first, not {quoted(row)}")
    if any(abs(v) > MOST for v in numbers):
        raise InputError(f"sample {n} is beyond {MOST:g}: {quoted(row)}")
    return numbers


def within(path: Trajectory, most: float) -> Trajectory:
    """The same, if none of its values is beyond."""
    for n, row in enumerate(path.values, 1):
        if any(abs(value) > most for value in row):
            raise InputError(f"sample {n} is beyond {most:g}: {', '.join(f'{value:g}' for value in row)}")
    return path


def site_path(rows: object, way: Way) -> tuple[Trajectory, Trajectory | None]:
    """m within the world; where rows have three numbers more, also rad: rotation vectors, written in degrees."""
    listed = written_rows(rows)
    turns = bool(len(listed)) and isinstance(listed[0], (list, tuple)) and len(listed[0]) > 4
    path = trajectory(listed, 6 if turns else 3, way)
    place = within(columns(path, 0, 1.0), WORLD)
    return place, columns(path, 3, radians(1.0)) if turns else None


def columns(path: Trajectory, first: int, unit: float) -> Trajectory:
    """Three of its columns, in another unit."""

    def taken(rows: tuple[Row, ...]) -> tuple[Row, ...]:
        return tuple(tuple(unit * value for value in row[first : first + 3]) for row in rows)

    return Trajectory(path.times, taken(path.values), taken(path.curvatures), path.steps)


def held_place(rig: Rig, bone: str, offset: object) -> tuple[str, Vec3]:
    """The bone, and m in its frame, of a site by its name or of a bone and an offset."""
    x, y, z = three(offset, FARTHEST, f"offset from {quoted(bone)}")
    if bone in rig.sites:
        row, (sx, sy, sz) = rig.sites[bone]
        return rig.names[row], (sx + x, sy + y, sz + z)
    if bone not in rig.names:
        known = nearest(str(bone), [*rig.sites, *rig.names])
        raise InputError(f"rig {rig.name} has no site and no bone {quoted(bone)}{known}", place="string")
    return bone, (x, y, z)
