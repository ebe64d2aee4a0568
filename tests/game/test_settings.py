"""Settings: every declaration is usable, and no value gets in that is not of its type and in its range."""

from __future__ import annotations

import math

import numpy as np
import pytest
from gathered import for_each
from hypothesis import given
from hypothesis import strategies as st

from components.errors import InputError
from components.settings import ServoSettings, changed, declared, parsed

KNOWN = declared()
VALUES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=20)
    | st.lists(st.integers(), max_size=2)
    | st.sampled_from(["none", "true", "1e400", "-0", "nan", "world", "flat", "5.0", "٣", "1_0"])
)


@for_each("key", KNOWN)
def test_every_default_is_itself_a_value_that_is_accepted(key):
    assert parsed(key, KNOWN[key].default, KNOWN) == KNOWN[key].default


@for_each("key", KNOWN)
def test_every_setting_says_what_it_is(key):
    assert KNOWN[key].metadata["about"]


@given(key=st.sampled_from(sorted(KNOWN)), value=VALUES)
def test_whatever_is_given_is_refused_or_becomes_a_value_of_the_settings_type_in_its_range(key, value):
    declaration = KNOWN[key]
    try:
        result = parsed(key, value, KNOWN)
    except InputError as error:
        assert key in str(error)
        return
    if result is None:
        assert "None" in str(declaration.type)
    elif isinstance(result, (int, float)) and not isinstance(result, bool):
        assert math.isfinite(result)
        assert declaration.metadata["low"] <= result <= declaration.metadata["high"]
    else:
        assert isinstance(result, (bool, str))


@given(key=st.text(max_size=12).filter(lambda key: key not in KNOWN))
def test_an_unknown_name_is_refused(key):
    with pytest.raises(InputError, match="there is no setting of that name"):
        parsed(key, 1, KNOWN)


@pytest.mark.parametrize(
    ("key", "value"),
    [("a\nb", 1), ("strength", "1e999\n"), ("strength", "9\n\u20289"), ("loop", "a\r\nb"), ("servo", "x\ny")]
    + [(key, np.zeros((2, 2))) for key in ("strength", "loop", "servo", "clip")],
)
def test_whatever_is_wrong_is_told_in_one_line(key, value):
    with pytest.raises(InputError) as error:
        parsed(key, value, KNOWN)
    assert len(str(error.value).splitlines()) == 1


def test_a_change_leaves_the_old_settings_as_they_were():
    before = ServoSettings()
    after = changed(before, strength="2")
    assert (before.strength, after.strength) == (1.0, 2.0)


def test_half_a_change_cannot_happen():
    before = ServoSettings()
    with pytest.raises(InputError):
        changed(before, strength=2.0, frequency=-1.0)
    assert before == ServoSettings()
