"""The motion graph: distances by closed forms, tables against the plain search, paths that add up, entries in time."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from components.clip import Array, Clip
from components.clock import TICKS_PER_S
from components.errors import InputError
from components.fight import MoveKind
from components.rig import Rig
from game.clips.clip import turn_rows, turn_vectors
from game.clips.motion_graph import BLEND_M, BLEND_S, FOOT_SHARE, PRICE, MotionGraph, blend_s
from game.clips.retarget import place_rows, skeleton
from game.moves.book import MOVES, MoveBook
from game.moves.graph import IN_TIME, SKIP, MoveGraph
from game.moves.library import load_clip
from game.rigs.rig import load_rig
from game.world.clips import ProjectClips
from systems.boxing.boxing import RELEASE
from systems.kernels.quaternions import about_z


@cache
def boxer() -> Rig:
    return load_rig("boxer")


@cache
def moves(stance: str = "orthodox") -> MoveGraph:
    return MoveGraph(MoveBook(MOVES, boxer(), stance), boxer())


@cache
def gaits() -> MotionGraph:
    return MotionGraph([load_clip(name, boxer()) for name in ("walk", "run", "turn_left", "jump")], boxer())


def moved(clip: Clip, name: str, turn: float, x: float, y: float) -> Clip:
    """The same motion elsewhere, facing elsewhere."""
    back = about_z(turn)
    return replace(
        clip,
        name=name,
        root_position=turn_vectors(back, np.ascontiguousarray(clip.root_position)) + np.array((x, y, 0.0)),
        root_orientation=turn_rows(back, np.ascontiguousarray(clip.root_orientation)),
        loop_travel=turn_vectors(back, clip.loop_travel[None])[0],
    )


def held(name: str, drift: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> Clip:
    """The first pose of standing, for half a second, as a whole on its way with that speed (m/s)."""
    stand, n = load_clip("stand", boxer()), 60
    pose = {part: np.repeat(getattr(stand, part)[:1], n, axis=0) for part in ("root_orientation", "relative", "joint")}
    place = stand.root_position[0] + np.outer(np.arange(n) / TICKS_PER_S, drift)
    return replace(stand, name=name, looping=False, root_position=place, upright=stand.upright[:n], **pose)


# --- how far apart


@given(st.floats(-3.0, 3.0), st.floats(-5.0, 5.0), st.floats(-5.0, 5.0))
@settings(max_examples=8, deadline=None)
def test_place_and_heading_make_no_difference(turn, x, y):
    walk = load_clip("walk", boxer())
    graph = MotionGraph([walk, moved(walk, "elsewhere", turn, x, y)], boxer())
    apart = graph.distances("walk", "elsewhere")
    np.testing.assert_allclose(apart, graph.distances("walk", "walk"), atol=2e-4)
    assert np.diag(apart).max() < 1e-3


def test_two_alike_of_which_one_goes_half_a_metre_a_second_faster_are_5_cm_apart():
    graph = MotionGraph([held("still"), held("going", (0.5, 0.0, 0.0)), held("rising", (0.0, 0.3, 0.4))], boxer())
    assert graph.distances("still", "going") == pytest.approx(0.05, abs=1e-4)
    assert graph.distances("still", "still").max() == 0.0
    assert graph.distances("still", "rising")[0, 30] == pytest.approx(sqrt(0.05**2 + 0.1**2), abs=1e-3)


def test_a_foot_that_is_elsewhere_counts_by_its_share():
    """A shin turned in its knee: the ankle and the ball move, nothing else; half of the share is the ankle's."""
    still, shin = held("still"), boxer().index("left_shin")
    feet = [boxer().index(f"left_{bone}") for bone in ("foot", "toes")]
    turned = still.relative.copy()
    for bone in (shin, *feet):
        turned[:, bone] = turn_rows((0.0, np.sin(0.2), 0.0, np.cos(0.2)), np.ascontiguousarray(turned[:, bone]))
    bent, body = replace(still, name="bent", relative=turned), skeleton(boxer())
    at = [
        place_rows(c.root_position, c.root_orientation, c.relative, body.parent, body.offset)[0] for c in (still, bent)
    ]
    gone = np.linalg.norm(at[1] - at[0], axis=1)
    assert sorted(np.flatnonzero(gone > 1e-6)) == sorted(feet)
    mass = np.array([bone.mass for bone in boxer().bones])
    share = FOOT_SHARE / 2 + 0.5 * mass[feet] / mass.sum()
    expected = sqrt(float(share @ gone[feet] ** 2))
    assert MotionGraph([still, bent], boxer()).distances("still", "bent") == pytest.approx(expected, abs=2e-4)


def test_a_loop_has_no_seam():
    apart = gaits().distances("walk", "walk")
    steps = np.append(np.diag(apart, 1), apart[-1, 0])
    assert apart[-1, 0] <= 1.5 * np.median(steps)


# --- the best way


@pytest.mark.parametrize("a", ["cross", "guard", "step_left", "punch", "spinkick"])
def test_the_tables_say_what_a_plain_search_finds(a):
    ways = moves().ways
    for b in ways.clips:
        first, last = ways.entries[b]
        apart = ways.distances(a, b)[:, first : last + 1]
        for frame in range(0, ways.clips[a].frames, 13):
            found = ways.transition(a, frame, b)
            assert found.distance == pytest.approx(apart[frame].min(), abs=1.5e-4)
            assert apart[frame, found.frame - first] == pytest.approx(found.distance, abs=1.5e-4)


def test_other_entries_can_be_asked_for():
    ways = gaits()
    free, late = ways.transition("run", 20, "walk"), ways.transition("run", 20, "walk", (100, 120))
    assert 100 <= late.frame <= 120
    assert late.distance == pytest.approx(ways.distances("run", "walk")[20, 100:121].min(), abs=1e-4)
    assert late.distance >= free.distance


def test_a_blend_takes_the_longer_the_further_it_is():
    assert blend_s(0.0) == blend_s(BLEND_M[0]) == BLEND_S[0]
    assert blend_s(BLEND_M[1]) == blend_s(9.0) == BLEND_S[1]
    assert blend_s(0.24) == pytest.approx(0.15)


def test_of_feet_that_stand_and_feet_that_would_slide_it_takes_those_that_stand():
    """From a walk to a walk's mirror it comes in with the same foot in front, half a cycle later."""
    walk, body = load_clip("walk", boxer()), skeleton(boxer())
    graph = MotionGraph([walk, load_clip("walk_mirrored", boxer())], boxer())

    def feet(clip: Clip, frame: int) -> Array:
        places = place_rows(clip.root_position, clip.root_orientation, clip.relative, body.parent, body.offset)[frame]
        return np.asarray([places[boxer().index(f"{side}_foot")] - places[0] for side in ("left", "right")])

    for frame in range(0, walk.frames, 10):
        entry = graph.transition("walk", frame, "walk_mirrored")
        off = np.abs(feet(walk, frame) - feet(load_clip("walk_mirrored", boxer()), entry.frame))
        assert off[:, 0].max() < 0.12, frame


def test_a_walk_becomes_a_run_at_the_same_phase_of_its_step():
    ways = gaits()
    out, into, distance = ways.best("walk", "run")
    assert distance == pytest.approx(ways.distances("walk", "run").min(), abs=1e-4)
    body, ahead = skeleton(boxer()), []
    for name, frame in (("walk", out), ("run", into)):
        c = ways.clips[name]
        places = place_rows(c.root_position, c.root_orientation, c.relative, body.parent, body.offset)[frame]
        ahead.append(places[boxer().index("left_foot"), 0] - places[boxer().index("right_foot"), 0])
    assert ahead[0] * ahead[1] > 0.0, "the same foot is in front"
    assert ways.best("walk", "turn_left")[2] < 0.05 < distance, "two walks are nearer than a walk and a run"


@pytest.mark.parametrize(("a", "b"), [("walk", "run"), ("run", "jump"), ("jump", "walk")])
def test_transitions_are_the_least_among_their_neighbours_the_best_first(a, b):
    ways = gaits()
    apart, found = ways.distances(a, b), ways.transitions(a, b)
    n = len(apart)
    assert [way[2] for way in found] == sorted(way[2] for way in found)
    for i, j, distance in found:
        assert apart[i, j] == distance
        for k in range(max(0, i - 1), min(n, i + 2)):
            assert (apart[k, max(0, j - 1) : j + 2] >= distance).all()
    assert found[0][2] == apart.min()


def test_guard_is_reached_from_every_moment_of_every_move_at_its_nearest_phase():
    ways = moves().ways
    for name, clip in ways.clips.items():
        apart = ways.distances(name, "guard")
        for frame in range(0, clip.frames, 29):
            back = ways.recovery(name, frame)
            assert back.distance == pytest.approx(apart[frame].min(), abs=1.5e-4)
            assert BLEND_S[0] <= back.blend_s <= BLEND_S[1]
    assert ways.recovery("jab", 1e9).distance < 0.02, "a move ends in guard"


def test_who_is_not_in_it_is_named():
    with pytest.raises(InputError, match="there is no clip 'wakl' in the graph, did you mean walk"):
        gaits().transition("wakl", 0, "run")
    with pytest.raises(InputError, match="there is no clip 'rum' in the graph"):
        gaits().path("walk", 0, ["rum"])


# --- paths


def test_a_combination_is_a_path_whose_times_and_costs_add_up():
    ways = moves().ways
    path = ways.path("guard", 100, ["jab", "cross", "hook"])
    assert [leg.name for leg in path.legs] == ["guard", "jab", "cross", "hook"]
    assert path.legs[0].leave == 100, "out of guard at once"
    clock = 0.0
    for leg, after in zip(path.legs, path.legs[1:], strict=False):
        clock += (leg.leave - leg.enter) / TICKS_PER_S
        assert after.start_s == pytest.approx(clock)
        assert leg.leave >= ways.leaves.get(leg.name, 0)
        there = ways.transition(leg.name, leg.leave, after.name)
        assert (after.enter, after.distance, after.blend_s) == there
    assert path.legs[-1].leave == ways.clips["hook"].frames - 1
    assert path.seconds == pytest.approx(clock + (path.legs[-1].leave - path.legs[-1].enter) / TICKS_PER_S)
    assert path.cost == pytest.approx(path.seconds + PRICE * sum(leg.distance for leg in path.legs))
    whole = sum((ways.clips[name].frames - 1) / TICKS_PER_S for name in ("jab", "cross", "hook"))
    assert path.seconds < whole - 0.2, "each is left before it is over"


@pytest.mark.parametrize(("graph", "a", "b"), [("moves", "cross", "hook"), ("gaits", "walk", "run")])
def test_a_clip_is_left_where_waiting_and_distance_cost_least(graph, a, b):
    ways = moves().ways if graph == "moves" else gaits()
    clip, start = ways.clips[a], ways.leaves.get(a, 0)
    leg = ways.path(a, start, [b]).legs[0]
    cost = {}
    for waited in range(clip.frames if clip.looping else clip.frames - start):
        way = ways.transition(a, start + waited, b)
        cost[(start + waited) % clip.frames] = waited / TICKS_PER_S + PRICE * way.distance - way.frame / TICKS_PER_S
    assert cost[leg.leave] == pytest.approx(min(cost.values()))


# --- in a fight


@pytest.mark.parametrize("stance", ["orthodox", "southpaw"])
def test_a_punch_is_entered_a_little_late_at_most_and_blended_in_before_it_arrives(stance):
    graph = moves(stance)
    for punch in (name for name in graph.moves.names if graph.moves.kind(name) is MoveKind.PUNCH):
        begin = graph.moves.contact(punch)[0]
        for after in [*graph.ways.clips, "getup_faceup"]:
            for gone in (0.0, 0.3, 0.7, 1.0):
                skipped, blend = graph.entry(after, gone, punch)
                assert 0.0 <= skipped <= SKIP * begin + 0.5 / TICKS_PER_S
                assert 0.0 < blend <= IN_TIME * (begin - skipped) + 1e-9
        assert graph.entry("guard", 0.4, punch)[1] <= 0.06 or punch == "punch"


def test_from_somewhere_unknown_the_blend_is_the_longest():
    assert moves().entry("cartwheel", 0.5, "guard") == (0.0, BLEND_S[1])


def test_a_punch_lets_go_where_the_next_order_is_done():
    graph = moves()
    seconds = (graph.ways.clips["cross"].frames - 1) / TICKS_PER_S
    last = graph.moves.contact("cross")[1]
    assert graph.ways.leaves["cross"] == round(TICKS_PER_S * (last + RELEASE[MoveKind.PUNCH] * (seconds - last)))
    assert graph.distance("cross", "uppercut") < graph.distance("cross", "hook")


def test_both_stances_have_the_same_distances():
    left, right = moves(), moves("southpaw")
    for a, b in (("jab", "cross"), ("cross", "hook"), ("hook", "uppercut")):
        assert left.distance(a, b) == pytest.approx(right.distance(a, b), abs=2e-4)


def test_the_graph_is_made_once_and_again_when_the_moves_are_written_anew(monkeypatch):
    clips = ProjectClips()
    first = clips.graph(boxer(), "orthodox")
    assert clips.graph(boxer(), "orthodox") is first
    assert clips.reload() == []
    assert clips.graph(boxer(), "orthodox") is first
    monkeypatch.setattr(MoveBook, "reload_if_changed", lambda book: "boxing.toml: jab")
    assert clips.reload() == ["boxing.toml: jab"]
    assert clips.graph(boxer(), "orthodox") is not first


def test_a_second_graph_of_the_same_clips_says_the_same_and_one_of_others_does_not():
    """The search is kept for worlds that are raised again; what it found must not be another's."""
    again, fewer = (
        MotionGraph([load_clip(name, boxer()) for name in names], boxer())
        for names in (("walk", "run", "turn_left", "jump"), ("jump", "walk", "run"))
    )
    for frame in range(0, 120, 7):
        for b in ("walk", "run", "jump"):
            assert again.transition("run", frame, b) == gaits().transition("run", frame, b)
            assert fewer.transition("run", frame, b) == gaits().transition("run", frame, b)
    late = MotionGraph([load_clip(name, boxer()) for name in ("walk", "run")], boxer(), entries={"walk": (30, 40)})
    assert all(30 <= late.transition("run", frame, "walk").frame <= 40 for frame in range(60))
