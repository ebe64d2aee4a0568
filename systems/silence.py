"""Silence: what libraries print from C, below Python, leads nowhere meanwhile.

with silence(1, 2):
    import chatterbox
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager


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
