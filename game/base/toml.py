"""A TOML file as a dict, or one line that says what is wrong with it and where.

`read(path)` refuses what no file of ours may hold (numbers that are not finite, or too big to be meant);
`Places(text).line("character[1].clip")` finds the line on which a value stands; `convert` checks a table against a
msgspec Struct and says `line 7, character[1].at: ...`. Tables of a list are counted from 1, as a person counts them.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from components.errors import InputError
from components.errors import nearest as nearest
from game.base.paths import shown
from game.base.reading import contents

T = TypeVar("T")
LARGEST = 2**53  # a whole number beyond it is no longer exact as a float
DEEPEST = 32  # tables and lists within each other

_HEADER = re.compile(r"""^\s*(\[\[?)\s*((?:"[^"]*"|'[^']*'|[\w.\-])+)\s*\]""")
_DOTTED = re.compile(rf"(?:\.[^.,=\[\]{{}}#\n]+){{{DEEPEST}}}")  # parsed in a time that grows as the square of it
_KEY = re.compile(r"""^\s*(?:"([^"]*)"|'([^']*)'|([\w\-]+))\s*[=.]""")
_WHERE = re.compile(r"^(.*?)(?: - at (?:`key` in )?`\$(.*)`)?$", re.DOTALL)


def read(path: Path) -> tuple[dict[str, Any], Places]:
    name = shown(path)
    try:
        text = contents(path, name).decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"not UTF-8 text (byte {error.start})", file=name) from None
    return read_text(text, name)


def read_text(text: str, file: str) -> tuple[dict[str, Any], Places]:
    if deep := _DOTTED.search(text):
        line = text.count("\n", 0, deep.start()) + 1
        raise InputError("nested too deeply", file=file, place=f"line {line}")
    try:
        table = tomllib.loads(text)
    except RecursionError:
        raise InputError("nested too deeply", file=file) from None
    except ValueError as error:  # TOMLDecodeError, or a whole number of thousands of digits
        reason, _, rest = str(error).partition(" (at ")
        raise InputError(reason, file=file, place=rest.rstrip(")").partition(",")[0] or None) from None
    places = Places(text, file)
    _sane(table, "", places, DEEPEST)
    return table, places


class Places:
    """The line of each value of one file, found by looking at the text: close enough to point at."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self._lines: dict[str, int] = {}
        table, counts = "", dict[str, int]()
        for number, line in enumerate(text.splitlines(), 1):
            if header := _HEADER.match(line):
                table = re.sub("[\"']", "", header[2])
                within, dot, rest = table.partition(".")
                if dot and within in counts and header[1] == "[":  # of the last one of a list
                    table = f"{within}[{counts[within]}].{rest}"
                if header[1] == "[[":
                    counts[table] = counts.get(table, 0) + 1
                    table = f"{table}[{counts[table]}]"
                self._lines.setdefault(table, number)
            elif key := _KEY.match(line):
                name = key[1] or key[2] or key[3] or ""
                self._lines.setdefault(f"{table}.{name}".lstrip("."), number)

    def line(self, where: str) -> int | None:
        """The line of the value, or of the nearest table around it."""
        while where not in self._lines and where:
            where = where[: max(where.rfind("."), where.rfind("["), 0)]
        return self._lines.get(where)

    def error(self, reason: str, where: str) -> InputError:
        line = self.line(where)
        place = ", ".join(part for part in (f"line {line}" if line else "", where) if part)
        return InputError(reason, file=self.file, place=place or None)

    @contextmanager
    def at(self, where: str) -> Iterator[None]:
        """What is refused in here stands there, unless it stands in a file of its own."""
        try:
            yield
        except InputError as error:
            raise (error if error.file is not None else self.error(error.reason, where)) from None

    def convert(self, raw: object, to: type[T], where: str = "", known: Mapping[str, list[str]] | None = None) -> T:
        """`raw` as the struct; `known` has what a wrong key of each table may have meant (else its fields)."""
        try:
            return msgspec.convert(raw, to)
        except (msgspec.ValidationError, OverflowError) as error:
            found = _WHERE.match(str(error))
            reason, path = (found[1], found[2] or "") if found else (str(error), "")
            path = re.sub(r"\[(\d+)\]", lambda m: f"[{int(m[1]) + 1}]", path.replace("[...]", ""))
            if unknown := re.search(r"unknown field `(.*)`", reason, re.DOTALL):
                table = path.strip(".").partition("[")[0]
                names = (known or {}).get(table) or list(getattr(to, "__struct_fields__", ()))
                reason, path = f"there is no such key{nearest(unknown[1], names)}", f"{path}.{unknown[1]}"
            raise self.error(reason[:1].lower() + reason[1:], f"{where}{path}".lstrip(".")) from None


def _sane(value: object, where: str, places: Places, levels: int) -> None:
    """Refuses numbers that no file means, and tables within tables without end."""
    if levels < 0:
        raise places.error("nested too deeply", where)
    if isinstance(value, dict):
        for key, item in value.items():
            _sane(item, f"{where}.{key}".lstrip("."), places, levels - 1)
    elif isinstance(value, list):
        for index, item in enumerate(value, 1):
            _sane(item, f"{where}[{index}]", places, levels - 1)
    elif isinstance(value, float) and not math.isfinite(value):
        raise places.error(f"must be a number, not {value}", where)
    elif isinstance(value, int) and abs(value) > LARGEST:
        raise places.error("is too large a number", where)
