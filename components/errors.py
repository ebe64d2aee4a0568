"""The one error a person sees: a file, a place in it and the reason, in one line of 300 letters at most."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

LINE = 290  # letters of an error; with the program's name before it 300
FILE, PLACE = 110, 70  # of which its file and its place have so many at most
LISTED, FEW = 150, 5  # letters of names that are all listed, and how many names of more than that


class InputError(ValueError):
    """Something that was asked for or written in a file is wrong; the command line prints it and exits with 2.

    `InputError("mass must be above 0 kg", file="boxer.toml", place="line 12, bone head")` reads
    `boxer.toml: line 12, bone head: mass must be above 0 kg`. Whatever somebody wrote can be quoted in it: it stays
    one line, and what is too long is cut in its middle.
    """

    def __init__(self, reason: str, *, file: str | Path | None = None, place: str | None = None) -> None:
        self.reason = reason
        self.file = None if file is None else str(file)
        self.place = place
        before = [shortened(part, most) for part, most in ((self.file, FILE), (place, PLACE)) if part]
        rest = LINE - sum(len(part) + len(": ") for part in before)
        super().__init__(": ".join([*before, shortened(reason, rest)]))


@contextmanager
def placed(place: str) -> Iterator[None]:
    """What is refused in here stands at that place, unless it stands in a file of its own."""
    try:
        yield
    except InputError as error:
        if error.file is not None:
            raise
        raise InputError(error.reason, place=place) from None


def a_name(given: object, place: str) -> str:
    """From Python anything may come where a name is meant."""
    if not isinstance(given, str):
        raise InputError(f"must be a name, not {given!r}", place=place)
    return given


def one_line(text: str) -> str:
    """Whatever somebody wrote, so that quoting it cannot break a message into two lines."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def shortened(text: str, most: int) -> str:
    """On one line, of `most` letters: of a longer one the beginning and the end."""
    if len(text) > 4 * most:
        text = text[: 2 * most] + text[-2 * most :]  # before each letter of a million is looked at
    line = one_line(text)
    if len(line) <= most:
        return line
    end = (most - len(" ... ")) // 3
    return f"{line[: most - end - len(' ... ')]} ... {line[len(line) - end :]}"


def nearest(word: object, known: Collection[str]) -> str:
    """`, did you mean clip?`, or what there is: all, or of more than a line those that are most like it."""
    word = str(word)  # from Python anything may come
    near = difflib.get_close_matches(word, known, 1)
    if near or not known:
        return f", did you mean {near[0]}?" if near else ""
    if len(", ".join(known)) <= LISTED:
        return f"; there are {', '.join(sorted(known))}"
    return f"; there are {len(known)}, most like it {', '.join(difflib.get_close_matches(word, known, FEW, 0.0))}"
