"""Arrays as declarations: what kind of number, how many rows and columns, and what stands in them at first.

    class Bones(NamedTuple):
        position: Annotated[Floats, BONES, 3]                  # m
        orientation: Annotated[Floats, BONES, TURN]            # begins as no turn

`empty(Bones, {BONES: 22})` builds the table, and compiled code reads the types of its columns from the same words
(systems/kernels/signatures.py).
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, NamedTuple, TypeVar, get_type_hints

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Singles = NDArray[np.float32]  # what a graphics card reads
ShortInts = NDArray[np.int32]  # what a library counts with
KINDS: dict[Any, type] = {
    Floats: np.float64, Ints: np.int64, Bools: np.bool_, Singles: np.float32, ShortInts: np.int32,
}  # fmt: skip

Vec3 = tuple[float, float, float]
Quat = tuple[float, float, float, float]  # x y z w

TURN = "turn"  # four columns: a rotation, x y z w


class Starts(NamedTuple):
    """What a column holds before anybody has written to it; without this word it holds zeros."""

    value: float


class Layout(NamedTuple):
    """How an argument of compiled code lies in memory where it is no plain array: "A" strided, "F" column by column."""

    order: str


READ_ONLY = "read only"

Floats1 = Annotated[Floats, "n"]
Floats2 = Annotated[Floats, "n", "m"]
Floats3 = Annotated[Floats, "n", "m", "k"]
Ints1 = Annotated[Ints, "n"]
Ints2 = Annotated[Ints, "n", "m"]
Bools1 = Annotated[Bools, "n"]
Bools2 = Annotated[Bools, "n", "m"]
Singles2 = Annotated[Singles, "n", "m"]
ReadOnly1 = Annotated[Floats, "n", READ_ONLY]
ReadOnly2 = Annotated[Floats, "n", "m", READ_ONLY]
Strided1 = Annotated[Floats, "n", Layout("A")]
Strided2 = Annotated[Floats, "n", "m", Layout("A")]
ShortInts1 = Annotated[ShortInts, "n"]
StridedShortInts1 = Annotated[ShortInts, "n", Layout("A")]
StridedShortInts2 = Annotated[ShortInts, "n", "m", Layout("A")]

Table = TypeVar("Table", bound=tuple[Any, ...])


class Column(NamedTuple):
    dtype: type
    shape: tuple[str | int, ...]  # names of sizes, TURN, or numbers
    starts: float


def column(hint: Any) -> Column:
    """What an `Annotated[Floats, ...]` says."""
    words = hint.__metadata__
    starts = next((word.value for word in words if isinstance(word, Starts)), 0.0)
    shape = tuple(word for word in words if not isinstance(word, (Starts, Layout)) and word != READ_ONLY)
    return Column(KINDS[hint.__origin__], shape, starts)


@cache
def columns(table: type) -> dict[str, Column]:
    return {name: column(hint) for name, hint in get_type_hints(table, include_extras=True).items()}


def empty(table: type[Table], sizes: dict[str, int]) -> Table:
    """The table with so many rows, as its declarations have it at first."""
    return table(**{name: _filled(declared, sizes) for name, declared in columns(table).items()})


def unfilled(table: type[Table], sizes: dict[str, int]) -> Table:
    """The same for those who write all of it before they read: anything may stand in it at first."""
    return table(**{name: np.empty(_shape(own, sizes), own.dtype) for name, own in columns(table).items()})


def _shape(declared: Column, sizes: dict[str, int]) -> list[int]:
    return [4 if size == TURN else size if isinstance(size, int) else sizes[size] for size in declared.shape]


def _filled(declared: Column, sizes: dict[str, int]) -> NDArray[Any]:
    out: NDArray[Any] = np.full(_shape(declared, sizes), declared.starts, declared.dtype)
    if TURN in declared.shape:
        out[...] = (0.0, 0.0, 0.0, 1.0)
    return out


def vec3(row: NDArray[np.float64]) -> Vec3:
    """Three numbers of an array, as compiled code takes a vector."""
    x, y, z = row.tolist()
    return x, y, z


def quat(row: NDArray[np.float64]) -> Quat:
    x, y, z, w = row.tolist()
    return x, y, z, w
