"""All tables as one compiled value.

Handing a table to compiled code costs 0.1 us an array, and a system needs up to a hundred of them; a handle that holds
all tables costs half a microsecond. Which tables there are is said in components/table.py (`Shared`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numba.core import cgutils, types
from numba.experimental import structref
from numba.extending import intrinsic

from components.arrays import Ints1
from components.clip import Array
from components.table import TABLES
from systems.kernels import allocating_kernel, entry
from systems.kernels.signatures import table_type


@structref.register
class HandleType(types.StructRef):
    """The arrays in it are the same that Python sees."""


class Handle(structref.StructRefProxy):
    """`Handle(skeletons, bones, ...)`, all of TABLES in their order; compiled code says `t.bones`."""

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

    def __new__(cls, *tables: Any) -> Any:
        handle = make_handle()
        fill(handle, np.array([word for table in tables for array in table for word in described(array)], np.int64))
        return handle

    @staticmethod
    def numba_type() -> HandleType:
        return HANDLE


def described(array: Array) -> tuple[int, ...]:
    """The words by which compiled code knows an array; a table of 3 rows of 2 floats: 0, 0, 6, 8, place, 3, 2, 16, 8.

    The first two would say who counts its holders. It is nobody's: entries then count nothing, and a fight's tick is
    2 us shorter. Whoever has the handle has the tables as well (systems/stage.py), so the arrays live as long as it.
    """
    return 0, 0, array.size, array.itemsize, array.ctypes.data, *array.shape, *array.strides


structref.define_boxing(HandleType, Handle)
HANDLE = HandleType([(name, table_type(table)) for name, table in TABLES.items()])


@entry
@allocating_kernel
def make_handle():
    """With no tables yet."""
    return structref.new(HANDLE)  # type: ignore[call-arg]  # numba hands it the context by itself


@entry
@allocating_kernel
def fill(t: Handle, words: Ints1):
    write_words(t, words)  # type: ignore[call-arg]  # numba hands it the context by itself


@intrinsic
def write_words(typing, handle, words):
    """The handle's memory, as it is; written column by column it would be 9 s of what there is to compile."""

    def write(context, builder, signature, given):
        kind, numbers = signature.args
        memory = structref._Utils(context, builder, kind).get_data_pointer(given[0])
        source = context.make_array(numbers)(context, builder, given[1]).data
        size = context.get_constant(types.intp, context.get_abi_sizeof(memory.type.pointee))
        cgutils.raw_memcpy(builder, memory, source, size, 1)
        return context.get_dummy_value()

    return types.void(handle, words), write
