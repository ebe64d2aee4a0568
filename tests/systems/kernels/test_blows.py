"""What the touches of some bones come to, against a plain search of the table."""

from __future__ import annotations

from collections import namedtuple

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from systems.kernels.blows import meeting, pressing

SKELETONS = namedtuple("SKELETONS", "owner")
CONTACTS = namedtuple("CONTACTS", "count bone other_bone impulse")
touch = st.tuples(st.integers(0, 9), st.integers(-1, 9), st.floats(0.0, 50.0))


@settings(max_examples=200, deadline=None)
@given(st.lists(touch, max_size=12), st.integers(0, 9), st.integers(0, 5), st.integers(0, 5))
def test_the_hardest_of_a_hands_touches_and_the_sum_of_all(touches, hand, first, more):
    """What lies in the table beyond its count is of an earlier step."""
    bone, other, impulse = (np.array(column) for column in zip(*touches, (3, 3, 1e6), strict=True))
    contacts = CONTACTS(np.array([len(touches)]), bone, other, impulse)
    hardest, total = meeting(contacts, hand, first, first + more)
    own = [k for k, (b, o, _) in enumerate(touches) if o == hand and first <= b < first + more]
    assert np.isclose(total, sum(touches[k][2] for k in own))
    assert hardest == (max(own, key=lambda k: touches[k][2]) if own else -1)


@settings(max_examples=200, deadline=None)
@given(st.lists(touch, max_size=12), st.integers(0, 4), st.integers(1, 5))
def test_bones_are_pressed_by_other_characters_alone(touches, first, more):
    """Rows 0 to 4 are one character's, 5 to 9 another's; -1 is a thing."""
    bone, other, impulse = (np.array(column) for column in zip(*touches, (3, 8, 1e6), strict=True))
    contacts = CONTACTS(np.array([len(touches)]), bone, other, impulse)
    last = min(5, first + more)
    found = pressing(SKELETONS(np.repeat([0, 1], 5)), contacts, first, last)
    assert np.isclose(found, sum(n for b, o, n in touches if first <= b < last and o >= 5))
