"""What the arrow keys do to a setting: always another value, never one that is refused."""

from __future__ import annotations

import pytest
from gathered import for_each

from components.settings import WorldSettings, changed, choices_of, declared, groups
from game.session.setting_controls import NAMES
from game.session.stepping import rounded, shown, stepped

NUMBERS = [key for key, field in declared().items() if field.metadata["low"] is not None]


@for_each("key, up", [(key, up) for key in declared() if key not in NAMES for up in (True, False)])
def test_every_setting_can_be_stepped_and_every_step_is_a_value_that_it_takes(key, up):
    group = next(group for group in (*groups(), WorldSettings) if key in declared(group))
    settings = group()
    seen = [getattr(settings, key)]
    for _ in range(60):
        settings = changed(settings, **{key: stepped(declared()[key], seen[-1], up)})
        seen.append(getattr(settings, key))
    assert seen[1] != seen[0] or seen[0] == declared()[key].metadata["high" if up else "low"]


@for_each("key", NUMBERS)
def test_a_number_comes_to_its_ends(key):
    field = declared()[key]
    value = field.default
    for _ in range(200):
        value = stepped(field, value, True)
    assert value == field.metadata["high"]
    for _ in range(500):
        value = stepped(field, value, False)
    low = field.metadata["low"]
    assert value == pytest.approx(low, abs=0.05)


def test_a_quarter_more_kept_to_two_digits():
    strength = declared()["strength"]
    assert [stepped(strength, value, True) for value in (1.0, 1.2, 10.0)] == [1.2, 1.5, 12.0]
    assert stepped(strength, 1.0, False) == 0.8
    assert rounded(0.0123) == 0.0 and rounded(1.5625) == 1.6 and rounded(-3141.0) == -3100.0


def test_the_clips_own_gives_way_to_the_number_that_it_stands_for():
    assert stepped(declared()["root_limit"], None, True, stands_for=300.0) == 380.0
    assert shown(declared()["root_limit"], None) == "the clip's own"


def test_choices_go_round():
    servo = declared()["servo"]
    value, seen = servo.default, []
    for _ in range(len(choices_of(servo))):
        value = stepped(servo, value, True)
        seen.append(value)
    assert value == servo.default and len(set(seen)) == len(seen)
    assert stepped(servo, stepped(servo, value, True), False) == value


def test_a_value_is_shown_with_its_unit():
    assert shown(declared()["gravity"], 9.81) == "9.81 m/s2"
    assert shown(declared()["stun"], True) == "yes"
    assert shown(declared()["servo"], "world") == "world"
