"""The one error a person sees: a file, a place in it and the reason, in one line."""

from __future__ import annotations

from pathlib import Path


class InputError(ValueError):
    """Something that was asked for or written in a file is wrong; the command line prints it and exits with 2.

    `InputError("mass must be above 0 kg", file="boxer.toml", place="line 12, bone head")` reads
    `boxer.toml: line 12, bone head: mass must be above 0 kg`.
    """

    def __init__(self, reason: str, *, file: str | Path | None = None, place: str | None = None) -> None:
        self.reason = reason
        self.file = None if file is None else str(file)
        self.place = place
        super().__init__(": ".join(part for part in (self.file, place, reason) if part))
