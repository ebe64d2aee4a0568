"""Entries that Python calls as they are, past numba's dispatcher.

Before each call numba asks every argument what it is, and for a handle it asks Python: that takes longer than most of
these calls themselves (of 3.3 us for `farthest_out` 2.8, on a busy machine), and there are 20 of them in a tick of five
people. An entry has one signature, so nothing has to be asked: from its first call on its name in the module stands for
the compiled code itself.

Numbers and tuples are looked at as they are unpacked. An array is taken for what it should be, so an entry that is
handed one beside the handle is left as it is, unless the array is always the same one, or always from one place that is
tested for it: those entries are named. With GLASSJAW_CHECKED=1 all are, and numba says which argument does not fit
(tests/game/play_everything.py).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Container
from functools import wraps
from typing import Any

from systems.kernels import ENTRIES
from systems.kernels.signatures import signature

CHECKED = os.environ.get("GLASSJAW_CHECKED", "0") != "0"
ARRAYS = "Floats", "Ints", "Bools", "Singles", "ReadOnly", "Strided", "ShortInts"


def call_straight(module: str, sure: Container[str] = ()) -> None:
    """From here on, those of this module's entries that can be; it says so at its end. `sure`: of those that are handed
    arrays, which nobody could hand any other."""
    for compiled in ENTRIES:
        if CHECKED or compiled.__module__ != module:
            continue
        if takes_the_handle(compiled) or compiled.__name__ in sure:
            setattr(sys.modules[module], compiled.__name__, straight(compiled))


def takes_the_handle(compiled: Any) -> bool:
    """Beside it no arrays by themselves."""
    first, *others = compiled.py_func.__annotations__.values()
    return first == "Handle" and not any(kind.startswith(ARRAYS) for kind in others)


def straight(compiled: Any) -> Any:
    @wraps(compiled.py_func)
    def first_call(*arguments: Any) -> Any:
        types = signature(compiled)
        compiled.compile(types)  # from disk, where it was compiled before
        code = compiled.overloads[types].entry_point
        setattr(sys.modules[compiled.__module__], compiled.__name__, code)
        return code(*arguments)

    return first_call
