"""Files are written whole or not at all.

with atomic_write(Path("walk.png")) as draft:
    draft.write_bytes(pixels)       # walk.png is the old one until here, and the new one from here on
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from components.errors import InputError


def check_writable(out: Path) -> None:
    """Better now than after a minute of simulation."""
    try:
        folder = out.parent.is_dir()
        good = (out.is_file() or not out.exists()) and os.access(out.parent, os.W_OK)
    except (OSError, ValueError):  # names that no file can have
        folder, good = True, False
    if not (folder and good):
        raise InputError("cannot be written" + ("" if folder else ": there is no such folder"), file=out)


def write_whole(out: Path, data: bytes) -> None:
    """A pipe or a device gets it as it is; of a file the old one stays until the new one is there."""
    if out.exists() and not out.is_file():
        try:
            out.write_bytes(data)
        except OSError as error:
            raise InputError(f"cannot be written: {error.strerror or error}", file=out) from None
        return
    with atomic_write(out) as draft:
        draft.write_bytes(data)


@contextmanager
def atomic_write(out: Path) -> Iterator[Path]:
    """A file beside `out` to write to: it becomes `out` at the end, and vanishes if there is no good end."""
    check_writable(out)
    real = out.resolve()  # a link stays a link
    draft = real.with_name(f".{real.stem[:40]}-{os.getpid()}{real.suffix[:10]}")
    try:
        yield draft
        draft.replace(real)
    except InputError as error:
        raise (InputError(error.reason, file=out) if error.file == str(draft) else error) from None
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror or error}", file=out) from None
    finally:
        draft.unlink(missing_ok=True)
