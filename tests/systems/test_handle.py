"""Compiled code sees the arrays that Python sees: where they lie, and how."""

from __future__ import annotations

import numba
import numpy as np
import pytest

from components.table import TABLES
from systems.kernels.handle import described


@numba.njit
def ends_and_middle(t):
    return t.skeletons, t.bones, t.contacts, t.tallies


def test_an_array_is_told_by_its_place_shape_and_strides():
    array = np.zeros((3, 2))
    assert described(array) == (0, 0, 6, 8, array.__array_interface__["data"][0], 3, 2, 16, 8)
    flags = np.zeros(5, bool)
    assert described(flags)[2:4] == (5, 1) and described(flags)[5:] == (5, 1)


@pytest.mark.slow
def test_the_first_table_some_between_and_a_late_one_are_what_python_has(made):
    tables = made("boxing").stage.tables
    assert next(iter(TABLES)) == "skeletons"
    for found in ends_and_middle(tables.handle):
        table = getattr(tables, type(found).__name__.lower())
        for seen, ours in zip(found, table, strict=True):
            assert (seen.ctypes.data, seen.shape, seen.strides, seen.dtype) == (
                (ours.ctypes.data, ours.shape, ours.strides, ours.dtype)
            )
    tables.contacts.count[0] = 7
    assert ends_and_middle(tables.handle)[2].count[0] == 7
