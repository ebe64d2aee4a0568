"""pybullet without its greeting: `from systems.bullet.quiet import p`.

While it is imported it prints when it was built, from C; the two descriptors it could print to lead nowhere meanwhile.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

__all__ = ["p"]


@contextmanager
def silence(*descriptors: int) -> Iterator[None]:
    with ExitStack() as restore:
        for descriptor in descriptors:
            try:
                kept = os.dup(descriptor)
            except OSError:  # closed: there is nobody to disturb
                continue
            restore.callback(os.close, kept)
            restore.callback(os.dup2, kept, descriptor)
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, descriptor)
            os.close(nowhere)
        yield


with silence(1, 2):
    import pybullet as p
