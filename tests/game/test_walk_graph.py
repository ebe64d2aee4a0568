"""The motion graph of walks, from the poses of its clips: where feet stand, and how one walk leads into another."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from gathered import for_each

from components.clock import TICKS_PER_S
from game.clips.bends import bent
from game.clips.clip import fitted
from game.clips.crossing import BEFORE, TICKS, Lay, loop_of, window
from game.clips.gaits import gait, steps, whole
from game.clips.planting import legs
from game.clips.retarget import place_rows, relative_rows, skeleton
from game.clips.walk_graph import walk_graph
from game.rigs.rig import load_rig
from systems.kernels import quaternions as qt

RIG = load_rig("boxer")
GRAPH = cache(lambda: walk_graph(RIG))


def soles(place, joint):
    """(n, 2, 2, 3) m: of each frame and foot the heel, and the ball on the sole."""
    body = skeleton(RIG)
    relative = np.asarray(relative_rows(joint, body.parent))
    places = place_rows(place, np.ascontiguousarray(joint[:, 0]), relative, body.parent, body.offset)
    out = []
    for leg in sorted(legs(RIG, body), key=lambda leg: leg.bones[2]):
        foot = leg.bones[2]
        turned = [qt.mul(tuple(q), tuple(r)) for q, r in zip(joint[:, 0], relative[:, foot], strict=True)]
        ends = (tuple(leg.heel), tuple(leg.ball - (0.0, 0.0, leg.rise)))
        rows = zip(places[:, foot], turned, strict=True)
        out.append([[np.add(p, qt.rotate(q, end)) for end in ends] for p, q in rows])
    return np.array(out).transpose(1, 0, 2, 3)


def slide(points, foot, rows):
    """m/s over the ground of whichever end of the sole is slower."""
    steps = np.diff(points[rows, foot, :, :2], axis=0) * TICKS_PER_S
    return np.hypot(steps[..., 0], steps[..., 1]).min(axis=1)


@pytest.mark.parametrize(("turn_deg", "stride"), [(30.0, 1.0), (-70.0, 0.5), (120.0, 0.25)])
def test_a_bent_walk_turns_as_asked_on_its_circle_and_its_feet_stand(turn_deg, stride):
    straight, turn = fitted("walk", RIG), np.radians(turn_deg)
    walk = bent(straight, RIG, float(turn), stride)
    along = stride * float(straight.loop_travel[0])
    assert walk.loop_turn == turn
    assert np.hypot(*walk.loop_travel[:2]) == pytest.approx(2.0 * along / abs(turn) * np.sin(abs(turn) / 2), rel=0.02)
    own = gait(walk, RIG)
    points = soles(*window(walk, 0, 2 * walk.frames, Lay(0.0, 0.0, 0.0)))
    for foot in (0, 1):
        stance = np.arange(own.lift[foot] + walk.frames - 60, own.lift[foot] + walk.frames - 5)
        assert np.median(slide(points, foot, stance)) < 0.03


def test_breaks_of_a_stance_are_none_and_the_longest_step_counts():
    stands = np.ones(100, np.bool_)
    stands[40:43] = stands[60:90] = False
    assert whole(stands)[40:43].all()
    lift, lands = steps(whole(stands))
    assert lift == 60
    assert lands[60] == 30
    assert lands[0] == 90


def test_every_walk_leads_into_every_other_one():
    ways = GRAPH().ways
    count = len(GRAPH().clips)
    out = {c: set() for c in range(count)}
    for leave in range(len(ways.leave_clip)):
        out[int(ways.leave_clip[leave])] |= set(ways.to[ways.begins[leave] : ways.begins[leave + 1]].tolist())
    assert all(others == set(range(count)) - {c} for c, others in out.items())


@for_each("edge", range(0, 850, 61))
def test_a_crossing_begins_and_ends_in_its_clips_and_who_stands_does_not_slide(edge):
    crossing = GRAPH().crossings[edge]
    clip = GRAPH().crossing(edge)
    before, before_joint = window(crossing.first, crossing.leave, 1, Lay(0.0, 0.0, 0.0))
    after, after_joint = window(crossing.second, crossing.enter, 1, crossing.lay)
    for frame, place, joint in ((BEFORE, before, before_joint), (BEFORE + TICKS, after, after_joint)):
        assert np.abs(clip.root_position[frame] - place[0]).max() < 1e-9
        apart = np.abs((clip.joint[frame] * joint[0]).sum(axis=1))
        assert apart.min() > 1.0 - 1e-6, "the same rotations"
    points = soles(clip.root_position.copy(), clip.joint.copy())
    assert np.median(slide(points, crossing.stands, np.arange(BEFORE, BEFORE + TICKS))) < 0.06
    assert points[BEFORE : BEFORE + TICKS, :, :, 2].min() > -0.02, "no sole is in the floor"


def test_what_lies_in_a_loop_comes_back_as_the_loop_says():
    turning = fitted("turn_right_sharp", RIG)
    there = loop_of(turning, 1).then(loop_of(turning, -1))
    assert (there.x, there.y, there.turn) == pytest.approx((0.0, 0.0, 0.0), abs=1e-12)
    place, _ = window(turning, 0, turning.frames + 1, Lay(0.0, 0.0, 0.0))
    assert place[-1] == pytest.approx(place[0] + turning.loop_travel)
