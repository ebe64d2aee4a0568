"""The types of an entry, from its annotations.

turn: Quat                            four floats                 UniTuple(float64 x 4)
rows: Floats2                         a table of floats           array(float64, 2d, C)
frames: Annotated[Floats2, READ_ONLY] one that nobody may change  readonly array(float64, 2d, C)
skeletons: Skeletons                  a tuple of tables           its fields, by their own annotations
source: Annotated[Frames, READ_ONLY]  the same, to be read        all of its arrays readonly
"""

from __future__ import annotations

from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

import numba
from numba.core import types

from components.arrays import READ_ONLY, Layout, column

PLAIN = {int: types.int64, float: types.float64, bool: types.boolean}


def signature(compiled: Any) -> tuple[Any, ...]:
    """The types of its arguments."""
    hints = get_type_hints(compiled.py_func, include_extras=True)
    return tuple(numba_type(hint) for name, hint in hints.items() if name != "return")


def numba_type(hint: Any) -> Any:
    if hint in PLAIN:
        return PLAIN[hint]
    if hasattr(hint, "numba_type"):  # it knows by itself
        return hint.numba_type()
    if hasattr(hint, "__metadata__"):
        fixed = READ_ONLY in hint.__metadata__
        return table_type(hint.__origin__, fixed) if hasattr(hint.__origin__, "_fields") else _array(hint, fixed)
    if get_origin(hint) is tuple:
        return types.BaseTuple.from_types([numba_type(part) for part in get_args(hint)])
    return table_type(hint)


@cache
def table_type(table: type, fixed: bool = False) -> Any:
    """Numba would name it by all its columns, and every compiled function by all its arguments: pages of text."""
    hints = get_type_hints(table, include_extras=True)
    columns = [_array(hint, True) if fixed else numba_type(hint) for hint in hints.values()]
    kind = types.BaseTuple.from_types(columns, table)
    kind.name = f"Fixed{table.__name__}" if fixed else table.__name__
    return kind


def _array(hint: Any, fixed: bool) -> Any:
    declared = column(hint)
    order: Any = next((word.order for word in hint.__metadata__ if isinstance(word, Layout)), "C")
    kind: Any = numba.from_dtype(declared.dtype)
    return types.Array(kind, len(declared.shape), order, readonly=fixed)
