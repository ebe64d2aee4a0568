"""One case instead of many: a claim about all settings, clips or files is one claim, and names each that breaks it.

    @for_each("key", declared)
    def test_every_setting_says_what_it_is(key): ...

The values may be a function, which is called when the test runs, so that nothing is loaded while tests are collected.
Where a test needs a fresh fixture for each value, it is a case for `pytest.mark.parametrize`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any


def for_each(name: str, values: Iterable[Any] | Callable[[], Iterable[Any]]) -> Callable[..., Any]:
    """`name` as in `parametrize`: one argument, or several in one text; then each value is a tuple of so many."""
    names = [each.strip() for each in name.split(",")]

    def gather(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def every(**fixtures: Any) -> None:
            failed, count = [], 0
            for value in values if isinstance(values, Iterable) else values():
                count += 1
                try:
                    test(**fixtures, **dict(zip(names, value if len(names) > 1 else (value,), strict=True)))
                except AssertionError as error:
                    failed.append(f"{value}: {str(error).strip() or 'it is not so'}")
            assert count, f"there is no {name} to be looked at"
            assert not failed, f"{len(failed)} of {count}:\n" + "\n\n".join(failed)

        given = inspect.signature(test).parameters
        every.__signature__ = inspect.Signature([given[each] for each in given if each not in names])  # type: ignore[attr-defined]  # pytest asks it for the fixtures
        return every

    return gather
