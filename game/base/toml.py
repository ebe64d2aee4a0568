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
_DEEP = re.compile(  # dotted keys, whose parsing takes a time that grows as the square of them; brackets in brackets
    rf"""(?:\.[^.,=\[\]{{}}#\n]+){{{DEEPEST}}}|(?:[\[{{][^\[\]{{}}#"'\n]*){{{DEEPEST}}}"""
)
_LONG = re.compile(r"(?<!\d)\d{4300}")  # digits that Python reads as no number
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
    refuse_endless(text, file)
    try:
        table = tomllib.loads(text)
    except RecursionError:
        raise InputError("nested too deeply", file=file) from None
    except ValueError as error:  # TOMLDecodeError
        reason, _, place = str(error).partition(" (at ")
        place = place.rstrip(")").partition(",")[0]
        end = line_of(text, len(text.rstrip()))
        raise InputError(reason, file=file, place=f"{end}, {place}" if "end" in place else place or end) from None
    places = Places(text, file)
    _sane(table, "", places, DEEPEST)
    return table, places


def refuse_endless(text: str, file: str) -> None:
    """What would be parsed for minutes, or not at all."""
    for form, reason in ((_DEEP, "nested too deeply"), (_LONG, "is too large a number")):
        if found := form.search(text):
            raise InputError(reason, file=file, place=line_of(text, found.start()))


def line_of(text: str, index: int) -> str:
    return f"line {text.count(chr(10), 0, index) + 1}"


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
                    self._lines.setdefault(table, number)
                    table = f"{table}[{counts[table]}]"
                for end in (*(dot.start() for dot in re.finditer(r"\.", table)), len(table)):
                    self._lines.setdefault(table[:end], number)
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
            reason, path = refusal(error)
            path = re.sub(r"\[(\d+)\]", lambda m: f"[{int(m[1]) + 1}]", named(raw, to, path))
            if unknown := re.search(r"unknown field `(.*)`", reason, re.DOTALL):
                table = path.strip(".").partition("[")[0]
                names = (known or {}).get(table) or list(getattr(to, "__struct_fields__", ()))
                reason, path = f"there is no such key{nearest(unknown[1], names)}", f"{path}.{unknown[1]}"
            elif missing := re.search(r"missing required field `(.*)`", reason):
                path = f"{path}.{missing[1]}"
            raise self.error(reason[:1].lower() + reason[1:], f"{where}{path}".lstrip(".")) from None


def refusal(error: Exception) -> tuple[str, str]:
    """What msgspec says is wrong, and where: `.move[...].keys[1].at`."""
    found = _WHERE.match(str(error))
    return (found[1], found[2] or "") if found else (str(error), "")


def named(raw: object, to: Any, path: str) -> str:
    """The path with the name of each table that it leaves open: the one that is refused there when it is alone."""
    steps = re.findall(r"\[\.\.\.\]|\[\d+\]|\.[^.\[]+", path)
    for n, step in enumerate(steps):
        tables = inside(raw, steps[:n]) if step == "[...]" else None
        for key, value in tables.items() if isinstance(tables, dict) else ():
            alone = put(raw, steps[:n], {key: value})
            try:
                msgspec.convert(alone, to)
            except (msgspec.ValidationError, OverflowError):
                raw, steps[n] = alone, f".{key}"
                break
    return "".join(step for step in steps if step != "[...]")


def inside(value: Any, steps: list[str]) -> Any:
    for step in steps:
        value = value[int(step[1:-1])] if step[0] == "[" else value[step[1:]]
    return value


def put(value: Any, steps: list[str], new: object) -> Any:
    """A copy with something else at the end of those steps."""
    if not steps:
        return new
    key: Any = int(steps[0][1:-1]) if steps[0][0] == "[" else steps[0][1:]
    copy = value.copy()
    copy[key] = put(value[key], steps[1:], new)
    return copy


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
