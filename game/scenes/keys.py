"""Which keys may stand where in a scene file: those of the file itself, and those that modes of play add."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec
from msgspec import inspect
from msgspec.structs import FieldInfo, fields

S = TypeVar("S", bound=msgspec.Struct)


def widened(struct: type[S], *more: type[msgspec.Struct], **instead: Any) -> type[S]:
    """The struct with the fields of others beside its own, and of its own some of another type."""
    own = {f.name: f for f in fields(struct)}
    added = [f for other in more for f in fields(other)]
    names = [*own, *(f.name for f in added)]
    if twice := {name for name in names if names.count(name) > 1}:
        raise ValueError(f"two of {struct.__name__} and its modes of play have a key {', '.join(sorted(twice))}")
    wanted = [*((own[name], kind) for name, kind in instead.items()), *((f, f.type) for f in added)]
    made = [(f.name, kind, default_of(f)) for f, kind in wanted]
    new: Any = msgspec.defstruct(struct.__name__, made, bases=(struct,), forbid_unknown_fields=True, kw_only=True)
    return new  # type: ignore[no-any-return]  # a subclass of `struct`, which mypy cannot know


def default_of(field: FieldInfo) -> Any:
    if field.default_factory is not msgspec.NODEFAULT:
        return msgspec.field(default_factory=field.default_factory)
    return msgspec.field() if field.default is msgspec.NODEFAULT else msgspec.field(default=field.default)


def part(whole: msgspec.Struct, kind: type[S]) -> S:
    """Those fields of a widened struct that came from `kind`."""
    return kind(**{name: getattr(whole, name) for name in kind.__struct_fields__})


def known_keys(struct: type[msgspec.Struct], settings: list[str], table: str = "") -> dict[str, list[str]]:
    """By table, what may stand in it, to say what a wrong key may have meant.

    A table below the top that has `settings` has the names of settings in their place.
    """
    names = [f.name for f in fields(struct)]
    if table and "settings" in names:
        names = [*(name for name in names if name != "settings"), *settings]
    out = {table: names}
    for field in fields(struct):
        for inner in structs_in(inspect.type_info(field.type)):
            out |= known_keys(inner, settings, f"{table}.{field.name}".lstrip("."))
    return out


def structs_in(info: Any) -> Iterator[type[msgspec.Struct]]:
    """Of a type such as `list[Leg] | None`: Leg."""
    if isinstance(info, inspect.StructType):
        yield info.cls
    for inner in (*getattr(info, "types", ()), *filter(None, [getattr(info, "item_type", None)])):
        yield from structs_in(inner)
