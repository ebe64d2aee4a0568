"""The only place where a file that somebody gave is read: whole, and no larger than it can be meant.

text = contents(Path("mine.toml"), "mine.toml").decode()        # 16 MB at most
contents(Path("/dev/zero"), "/dev/zero")                        # InputError: /dev/zero: is no regular file
"""

from __future__ import annotations

from pathlib import Path
from stat import S_ISREG

from components.errors import InputError

MEGABYTE = 2**20
USUAL, LARGE = 16 * MEGABYTE, 64 * MEGABYTE  # of a scene, a rig, a script; of a recording, a motion


def contents(path: Path, name: str, most: int = USUAL) -> bytes:
    """`name` stands for the file in errors."""
    try:
        found = path.stat()
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise refused(error, name) from None
    if not S_ISREG(found.st_mode):
        raise InputError("is a folder" if path.is_dir() else "is no regular file", file=name)
    if found.st_size > most:
        raise InputError(f"is larger than {most // MEGABYTE} MB", file=name)
    try:
        with path.open("rb") as file:
            return file.read(most)  # no more than that where it grows meanwhile
    except OSError as error:
        raise refused(error, name) from None


def refused(error: OSError | ValueError, name: str) -> InputError:
    return InputError(f"cannot be read: {getattr(error, 'strerror', None) or error}", file=name)


Stamp = tuple[int, int] | None


def stamp(path: Path) -> Stamp:
    """When the file was written, and its size; none if there is no such file."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size
