"""Arrays in, arrays out: the tick's arithmetic, compiled once and cached on disk.

A kernel works on the arrays that it is given and makes none. Numba then need not count who holds them, which cost more
than the arithmetic: a look into a table of 25 arrays counted each of them up and down again. What has to make an array
is `making`; what hands one on to its caller has to be, too.

A compiled function holds everything it calls, but numba looks at its own file alone to tell whether it is stale. So the
cache lies in a folder named after all sources that compiled code is made of: when one changes, all is compiled anew.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any

import numba

PROJECT = Path(__file__).parent.parent.parent
SOURCES = ("components/*.py", "systems/kernels/*.py", "systems/laws/*.py", "game/*.py")


def cache_folder() -> Path:
    """Beside the sources where that can be written, else in the user's cache."""
    digest = hashlib.sha256()
    for pattern in SOURCES:
        for path in sorted(PROJECT.glob(pattern)):
            source = path.read_bytes()
            if path.parent.name != "game" or b"@making" in source:
                digest.update(source)
    beside = PROJECT / "systems" / "kernels" / "__pycache__"
    if not os.access(beside if beside.exists() else beside.parent, os.W_OK):
        beside = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "glassjaw"
    return beside / digest.hexdigest()[:16]


numba.config.CACHE_DIR = str(cache_folder())  # type: ignore[attr-defined]  # numba's settings are made at run time


COMPILED: dict[str, Any] = {"cache": True, "error_model": "numpy"}
# `_nrt` is numba's switch for that counting. It is said for both, because a function inherits it from its first caller.
kernel = numba.njit(**COMPILED | {"_nrt": False})
making = numba.njit(**COMPILED | {"_nrt": True})
