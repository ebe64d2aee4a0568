"""What an entry says of its arguments is what it is called with."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numba
import numpy as np
import pytest
from numba.core import types

from components.arrays import TURN, Bools, Floats, Floats2, Ints, Layout, Quat, ReadOnly2, Starts, Vec3, empty
from components.table import TABLES
from game.world.simulation import Simulation
from systems.kernels.signatures import numba_type, table_type


class Small(NamedTuple):
    places: Annotated[Floats, "bone", 3]
    turns: Annotated[Floats, "bone", TURN]
    rows: Annotated[Ints, "bone", Starts(-1.0)]
    flags: Annotated[Bools, "character", Starts(1.0)]


def test_a_table_is_made_as_it_is_declared():
    small = empty(Small, {"bone": 4, "character": 2})
    assert small.places.shape == (4, 3) and not small.places.any()
    assert (small.turns == (0.0, 0.0, 0.0, 1.0)).all() and small.turns.shape == (4, 4)
    assert (small.rows == -1).all() and small.rows.dtype == np.int64
    assert small.flags.all() and small.flags.dtype == np.bool_ and len(small.flags) == 2


@pytest.mark.parametrize(
    ("hint", "value"),
    [
        (int, 1), (float, 1.0), (bool, True), (Vec3, (1.0, 2.0, 3.0)), (Quat, (0.0, 0.0, 0.0, 1.0)),
        (Floats2, np.zeros((2, 3))), (Annotated[Ints, "n"], np.zeros(3, np.int64)),
        (Annotated[Floats, "n", 4, Layout("A")], np.zeros((4, 8))[:, ::2]),
        (tuple[int, float], (1, 2.0)),
    ],
)  # fmt: skip
def test_an_annotation_is_the_type_of_its_values(hint, value):
    assert numba_type(hint) == numba.typeof(value)


def test_what_nobody_may_write_to_is_another_type():
    fixed = np.zeros((2, 3))
    fixed.flags.writeable = False
    assert numba_type(ReadOnly2) == numba.typeof(fixed) != numba_type(Floats2)


def test_every_table_of_a_running_world_has_the_declared_type():
    with Simulation("boxing") as simulation:
        for name, table in TABLES.items():
            assert numba.typeof(getattr(simulation.stage.tables, name)) == table_type(table), name


def test_a_table_has_a_short_name():
    """Numba names a compiled function by the types of all its arguments."""
    assert isinstance(table_type(TABLES["bones"]), types.NamedTuple | types.NamedUniTuple)
    assert table_type(TABLES["bones"]).name == "Bones"
