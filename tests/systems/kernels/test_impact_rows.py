"""Impacts from touches, and what they come to for some bones, against a plain search."""

from __future__ import annotations

from collections import defaultdict, namedtuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from components.arrays import empty
from components.table import BONE, CHARACTER, Before, Blows, Contacts, Impacts
from systems.kernels.impacts import blows, meeting, pressing, take_impacts, touching

SKELETONS = namedtuple("SKELETONS", "owner foot felt")
MODES = namedtuple("MODES", "touching")
GROUND = np.array([0, 1])
OWNER = np.repeat([0, 1], 5)  # rows 0 to 4 are one character's, 5 to 9 another's
FOOT, FELT = np.arange(10) % 5 == 4, np.where(np.arange(10) % 5 == 3, 0.3, 1.0)
BODIES = (100, 200)
touch = st.tuples(st.integers(0, 9), st.sampled_from([0, 1, 7, 8, *range(-10, 0)]), st.floats(0.01, 50.0))
steps = st.lists(st.lists(touch, max_size=14), min_size=1, max_size=4)


def tables():
    return empty(Contacts, {}), empty(Before, {BONE: 10}), empty(Impacts, {})


def fill(contacts, touches):
    """Of each: bone, the ground (0, 1), a thing (7, 8) or another's bone (-10 .. -1 are rows 0 .. 9), N s."""
    contacts.count[0] = len(touches)
    for k, (bone, what, impulse) in enumerate(touches):
        by = what + 10 if what < 0 else -1
        contacts.bone[k], contacts.other_bone[k], contacts.impulse[k] = bone, by, impulse
        contacts.other[k] = BODIES[OWNER[by]] if by >= 0 else what


def pairs(touches):
    """(bone, by, other) -> its touches' impulses, own ones left out and all ground as one."""
    found = defaultdict(list)
    for bone, what, impulse in touches:
        by = what + 10 if what < 0 else -1
        if by >= 0 and OWNER[by] == OWNER[bone]:
            continue
        found[bone, by, BODIES[OWNER[by]] if by >= 0 else (0 if what in GROUND else what)].append(impulse)
    return found


def taken(story):
    contacts, before, impacts = tables()
    for touches in story:
        fill(contacts, touches)
        take_impacts(SKELETONS(OWNER, FOOT, FELT), contacts, before, GROUND, impacts)
    return contacts, impacts


@settings(max_examples=150, deadline=None)
@given(steps)
def test_there_is_a_row_for_each_pair_that_touches_and_it_counts_its_steps_and_sums(story):
    contacts, impacts = taken(story)
    count, total = defaultdict(int), defaultdict(float)
    for touches in story:
        now = pairs(touches)
        for pair in list(count):
            if pair not in now:
                del count[pair], total[pair]
        for pair, impulses in now.items():
            count[pair] += 1
            total[pair] += sum(impulses)
    n, last = int(impacts.count[0]), pairs(story[-1])
    rows = {(int(impacts.bone[r]), int(impacts.by[r]), int(impacts.other[r])): r for r in range(n)}
    assert rows.keys() == last.keys() and len(rows) == n
    for pair, row in rows.items():
        assert impacts.steps[row] == count[pair]
        assert impacts.impulse[row] == pytest.approx(sum(last[pair]))
        assert impacts.total[row] == pytest.approx(total[pair])
        assert contacts.impulse[impacts.touch[row]] == max(last[pair])
        assert impacts.ground[row] == (pair[2] == 0)


@settings(max_examples=150, deadline=None)
@given(steps)
def test_a_blow_is_the_bone_that_feels_most_of_all_its_impacts(story):
    _, impacts = taken(story)
    out, modes = empty(Blows, {BONE: 10, CHARACTER: 2}), MODES(np.zeros(2, np.bool_))
    blows(SKELETONS(OWNER, FOOT, FELT), impacts, modes, out)
    last = pairs(story[-1])
    for c in (0, 1):
        own = {pair: sum(impulses) for pair, impulses in last.items() if OWNER[pair[0]] == c}
        assert modes.touching[c] == bool(own)
        felt = {pair: impulse for pair, impulse in own.items() if not (FOOT[pair[0]] and pair[2] == 0)}
        if not felt:
            assert out.bone[c] == out.impact[c] == -1 and out.impulse[c] == 0.0
            continue
        bones = defaultdict(float)
        for (bone, _, _), impulse in felt.items():
            bones[bone] += impulse
        bone, row = int(out.bone[c]), int(out.impact[c])
        assert FELT[bone] * bones[bone] == pytest.approx(max(FELT[b] * n for b, n in bones.items()))
        assert out.impulse[c] == pytest.approx(bones[bone])
        assert impacts.bone[row] == bone, "who struck is told of the bone that is felt most"
        given_to_it = [impulse for pair, impulse in felt.items() if pair[0] == bone]
        assert impacts.impulse[row] == pytest.approx(max(given_to_it))


@settings(max_examples=150, deadline=None)
@given(steps, st.integers(0, 9), st.integers(0, 5), st.integers(1, 5))
def test_what_a_hand_or_a_thing_does_to_some_bones(story, hand, first, more):
    _, impacts = taken(story)
    last = {pair: sum(impulses) for pair, impulses in pairs(story[-1]).items()}
    own = {pair: n for pair, n in last.items() if pair[1] == hand and first <= pair[0] < first + more}
    hardest, impulse = meeting(impacts, hand, first, first + more)
    assert impulse == pytest.approx(sum(own.values()))
    assert (hardest >= 0) == bool(own)
    if own:
        assert impacts.impulse[hardest] == pytest.approx(max(own.values()))
    assert pressing(impacts, first, first + more) == pytest.approx(
        sum(n for (bone, by, _), n in last.items() if by >= 0 and first <= bone < first + more)
    )
    assert touching(impacts, 7, first, first + more) == any(
        other == 7 and first <= bone < first + more for bone, _, other in last
    )


def test_a_full_table_leaves_the_rest_out_and_goes_on_with_what_it_has():
    contacts, before, impacts = tables()
    small = Impacts(*(column[:2] if len(column) > 1 else column for column in impacts))
    for _ in range(3):
        fill(contacts, [(0, 7, 1.0), (1, 7, 2.0), (2, 7, 3.0)])
        take_impacts(SKELETONS(OWNER, FOOT, FELT), contacts, before, GROUND, small)
    assert small.count[0] == 2
    assert small.steps.tolist() == [3, 3] and small.total.tolist() == [3.0, 6.0]


def test_closing_is_what_both_did_before_at_the_place_where_they_touch():
    """A hand at 7 m/s that turns with 10 rad/s about z, 0.1 m beside its joint, against a head that goes away at 2."""
    contacts, before, impacts = tables()
    before.position[0], before.position[5] = (0.0, 0.0, 1.5), (-0.3, 0.1, 1.5)
    before.velocity[0], before.velocity[5], before.spin[5] = (2.0, 0.0, 0.0), (7.0, 0.0, 0.0), (0.0, 0.0, 10.0)
    fill(contacts, [(0, -5, 4.0)])
    contacts.position[0], contacts.normal[0] = (-0.1, 0.0, 1.5), (1.0, 0.0, 0.0)
    for speed in (7.0, 3.0):
        before.velocity[5, 0] = speed
        take_impacts(SKELETONS(OWNER, FOOT, FELT), contacts, before, GROUND, impacts)
        assert impacts.closing[0] == pytest.approx(speed + 10.0 * 0.1 - 2.0)
        assert impacts.arrival[0] == pytest.approx(6.0), "what it was in its first step"
