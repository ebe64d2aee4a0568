"""All tables as one compiled value.

Handing a table to compiled code costs 0.1 us an array, and a system needs up to a hundred of them; a handle that holds
all tables costs half a microsecond. Which tables there are is said in components/table.py (`Shared`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numba.core import types
from numba.experimental import structref
from numba.extending import intrinsic

from components.table import TABLES
from systems.kernels import allocating_kernel, entry, kernel
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
        lend(handle, tables)
        return handle

    @staticmethod
    def numba_type() -> HandleType:
        return HANDLE


class Lent:
    """All of TABLES, in a tuple."""

    @staticmethod
    def numba_type() -> Any:
        return types.BaseTuple.from_types(tuple(table_type(table) for table in TABLES.values()))


structref.define_boxing(HandleType, Handle)
HANDLE = HandleType([(name, table_type(table)) for name, table in TABLES.items()])


@entry
@allocating_kernel
def make_handle():
    """With no tables yet."""
    return structref.new(HANDLE)  # type: ignore[call-arg]  # numba hands it the context by itself


@entry
@kernel
def lend(t: Handle, tables: Lent):
    """The arrays as nobody's: a kernel is handed them without an owner, so entries count nothing.

    A fight's tick is 2 us shorter for it. Whoever has the handle has the tables as well (systems/stage.py), so the
    arrays live as long as it does.
    """
    put(t, tables)


@allocating_kernel
def put(t, tables):
    put_all(t, tables)  # type: ignore[call-arg]  # numba hands it the context by itself


@intrinsic
def put_all(typing, handle, tables):
    """`t.skeletons = tables[0]` and so on: which there are is known when it is compiled."""

    def write(context, builder, signature, given):
        kind, lent = signature.args
        data = structref._Utils(context, builder, kind).get_data_struct(given[0])
        for i, name in enumerate(kind.field_dict):
            table = builder.extract_value(given[1], i)
            context.nrt.incref(builder, lent[i], table)
            context.nrt.decref(builder, lent[i], getattr(data, name))
            setattr(data, name, table)

    return types.void(handle, tables), write
