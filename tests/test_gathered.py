"""A test that looks at many values in one case misses none of them."""

from __future__ import annotations

import pytest
from gathered import for_each


def test_every_value_is_looked_at_and_each_that_fails_is_named():
    seen = []

    @for_each("number", range(5))
    def odd(number):
        seen.append(number)
        assert number % 2, f"{number} is even"

    with pytest.raises(AssertionError, match="3 of 5") as error:
        odd()
    assert seen == [0, 1, 2, 3, 4]
    assert [f"{n} is even" in str(error.value) for n in range(5)] == [True, False, True, False, True]


def test_several_arguments_come_from_tuples_and_the_others_are_fixtures():
    @for_each("a, b", lambda: [(1, 2), (3, 4)])
    def adds(a, b, tmp_path):
        assert tmp_path == "here" and b == a + 1

    adds(tmp_path="here")


def test_nothing_to_look_at_is_a_failure():
    @for_each("number", list)
    def never(number):
        pass

    with pytest.raises(AssertionError, match="no number"):
        never()


@for_each("power, of_two", [(n, 2**n) for n in range(4)])
def test_pytest_gives_it_its_fixtures(power, tmp_path, of_two):
    assert tmp_path.is_dir() and of_two == 2**power


def test_other_errors_are_not_swallowed():
    @for_each("number", [1])
    def broken(number):
        raise KeyError(number)

    with pytest.raises(KeyError):
        broken()
