"""Arrays in, arrays out: the tick's arithmetic, compiled once and kept on disk.

A `kernel` works on the arrays that it is given and makes none. Numba then need not count who holds them, which cost
more than the arithmetic: a look into a table of 25 arrays counted each of them up and down again. What has to make an
array is `allocating_kernel`; what hands one on to its caller has to be, too.

An `entry` is what Python calls. Its annotations are its types, so all entries can be compiled before anybody plays
(game/world/compiling.py), and a tick never waits for the compiler:

    @entry
    @allocating_kernel
    def pressed(t: Handle, first: int, last: int): ...

What has been compiled is kept beside the sources that it was made of, or in the folder that GLASSJAW_CACHE names. It
is thrown away when one of them changes (systems/kernels/cache.py).

The switch against counting, `_nrt`, is numba's own and not promised by it. With GLASSJAW_PLAIN_NUMBA=1 everything is
compiled without it: slower, and the same to the bit (tests/soak/test_plain_numba.py). So a numba that has it no longer
costs time and nothing else.
"""

from __future__ import annotations

import os
from typing import Any

import numba

numba.config.CACHE_LOCATOR_CLASSES = "systems.kernels.cache.SourcesLocator"  # type: ignore[attr-defined]  # made at run time

# Nobody calls compiled code from C. The wrapper for that is a tenth of what there is to compile.
COMPILED: dict[str, Any] = {"cache": True, "error_model": "numpy", "no_cfunc_wrapper": True}
PLAIN = os.environ.get("GLASSJAW_PLAIN_NUMBA", "0") != "0"
# It is said for both, because a function inherits it from its first caller.
kernel = numba.njit(**COMPILED | ({} if PLAIN else {"_nrt": False}))
allocating_kernel = numba.njit(**COMPILED | ({} if PLAIN else {"_nrt": True}))

search_kernel = numba.njit(**COMPILED | {"nogil": True} | ({} if PLAIN else {"_nrt": True}))
"""It makes arrays, too, and others run beside it: what a thread of its own looks for while ticks go on."""

ENTRIES: list[Any] = []
"""What Python calls, in the order in which it was declared."""


def entry(compiled: Any) -> Any:
    ENTRIES.append(compiled)
    return compiled


def name_of(compiled: Any) -> str:
    """`systems.kernels.tick.muscles`."""
    return f"{compiled.py_func.__module__}.{compiled.py_func.__qualname__}"
