"""Walking along splines: distances and sliding feet from the library's own states, and the same bits every time."""

from __future__ import annotations

import threading
from itertools import product
from time import thread_time_ns

import numpy as np
import pytest
from raw import p

from components.character import Balance, Body, Fall, Motion, Record, Recovery, Stun
from components.clock import TICKS_PER_S
from components.control import Control
from components.errors import InputError
from components.path import Walk
from components.settings import StunSettings
from game import Simulation
from game.scenes.scene import load_scene
from game.session.deeds import WalkPath
from game.session.history import History
from systems.controllers import CONTROLLERS
from systems.paths.searching import Searching, answer
from systems.someone import Someone

HEAD = 'title = "walks"\n[[character]]\nname = "red"\nclip = "stand"\nservo = "kinematic"\n'
SOMEONE = (Body, StunSettings, Stun, Recovery, Balance, Motion, Record, Fall, Control)
POINTS = ((0.0, 0.0), (1.5, 0.0), (3.0, 1.0), (4.5, 2.0), (6.0, 2.0))


def walker(tmp_path, text=HEAD):
    scene = tmp_path / "walks.toml"
    scene.write_text(text, encoding="utf-8")
    return Simulation(scene)


def searching(sim):
    return next(system for system in sim.systems if system.name() == "paths").searching


# --- the shapes


def letter_l():
    return ((0, 0), (1.5, 0), (3, 0), (3.6, 0.6), (3.6, 2), (3.6, 3.5)), False


def circle(radius=1.5):
    turn = np.linspace(0.0, 2.0 * np.pi, 8, endpoint=False)
    return tuple((float(radius * np.sin(a)), float(radius - radius * np.cos(a))) for a in turn), True


def eight(size=1.3):
    """Its middle is where it begins, going along +x."""
    t, s = np.linspace(0.0, 2.0 * np.pi, 12, endpoint=False), np.sqrt(0.5)
    x, y = 2.0 * size * np.sin(t), size * np.sin(2.0 * t)
    return tuple(zip((s * (x + y)).tolist(), (s * (y - x)).tolist(), strict=True)), True


def drawn(seed):
    """Six legs of 1.2 to 2 m, up to 75 degrees off the one before."""
    chance = np.random.default_rng(seed)
    way, points = 0.0, [(0.0, 0.0)]
    for leg in range(6):
        way += chance.uniform(-1.3, 1.3) if leg else 0.0
        far = chance.uniform(1.2, 2.0)
        points.append((points[-1][0] + far * np.cos(way), points[-1][1] + far * np.sin(way)))
    return tuple((float(x), float(y)) for x, y in points), False


SHAPES = {"S": (POINTS, False), "L": letter_l(), "circle": circle(), "eight": eight()}
SHAPES |= {f"drawn{seed}": drawn(seed) for seed in range(40, 50)}


# --- measured from outside


def spline(points, closed):
    """(n, 2) m: a cardinal spline of tension 0, by its Hermite form, written apart from the game's."""
    points, count, out = np.array(points, float), len(points), []
    for i in range(count if closed else count - 1):
        a, b = points[i], points[(i + 1) % count]
        before = points[i - 1] if closed or i else 2.0 * a - b
        after = points[(i + 2) % count] if closed or i + 2 < count else 2.0 * b - a
        u, v = 0.5 * (b - before), 0.5 * (after - a)
        for t in np.linspace(0.0, 1.0, 200, endpoint=False):
            out.append(a + t * u + t * t * (3 * (b - a) - 2 * u - v) + t**3 * (2 * (a - b) + u + v))
    return np.array(out if closed else [*out, points[-1]])


def sole_corners(rig):
    """By bone of a foot: (n, 3) m, the corners of its boxes."""
    signs = np.array(list(product((-0.5, 0.5), repeat=3)))
    return {
        i: np.concatenate([np.array(s.start) + np.array(s.size) * signs for s in bone.shapes if s.kind == "box"])
        for i, bone in enumerate(rig.bones)
        if bone.name.endswith(("foot", "toes")) and any(s.kind == "box" for s in bone.shapes)
    }


def walked(sim, ticks):
    """Of each tick: (x, y) m of the base, and by side the corners of its sole, all from the engine."""
    red = sim.characters["red"]
    corners, places, soles = sole_corners(red.rig), [], {"left": [], "right": []}
    for _ in range(ticks):
        sim.tick()
        base, states = (on_bullet if sim.engine == "bullet" else on_mujoco)(sim, red, list(corners))
        places.append(base)
        now = {"left": [], "right": []}
        for bone, (place, turn) in zip(corners, states, strict=True):
            now[red.bones[bone].split("_")[0]].append(place + corners[bone] @ turn.T)
        for side, parts in now.items():
            soles[side].append(np.concatenate(parts))
    return np.array(places), {side: np.array(rows) for side, rows in soles.items()}


def on_bullet(sim, red, bones):
    client, links = sim.client, [bone - 1 for bone in bones]
    states = p.getLinkStates(red.body, links, computeForwardKinematics=1, physicsClientId=client)
    turns = [np.array(p.getMatrixFromQuaternion(state[5])).reshape(3, 3) for state in states]
    places = [np.array(state[4]) for state in states]
    return p.getBasePositionAndOrientation(red.body, client)[0][:2], list(zip(places, turns, strict=True))


def on_mujoco(sim, red, bones):
    base, *rest = (sim.data.body(f"red/{red.bones[bone]}") for bone in (0, *bones))
    return base.xpos[:2].copy(), [(each.xpos.copy(), each.xmat.reshape(3, 3).copy()) for each in rest]


def distances(places, line, closed):
    """(n,) m to the line, along which nobody goes back."""
    at, out = 0, []
    for place in places:
        rows = np.arange(at, at + 60) if closed else np.arange(at, min(len(line), at + 60))
        apart = np.hypot(*(line[rows % len(line)] - place).T)
        at = int(rows[apart.argmin()])
        out.append(apart.min())
    return np.array(out), at


def slides(soles):
    """m/s, of each tick in which the lowest corner of a sole is less than 1 cm above the floor: the slowest of those
    within 4 mm of it."""
    out = []
    for rows in soles.values():
        speed = np.hypot(*np.moveaxis(np.diff(rows[:, :, :2], axis=0), 2, 0)) * TICKS_PER_S
        low = rows[1:, :, 2].min(axis=1)
        for k in np.flatnonzero((low < 0.01) & (rows[:-1, :, 2].min(axis=1) < 0.01)).tolist():
            out.append(speed[k, rows[k + 1, :, 2] < low[k] + 0.004].min())
    return np.array(out)


@pytest.mark.bullet
@pytest.mark.slow(but=["S"])
@pytest.mark.parametrize("shape", SHAPES)
def test_he_keeps_to_the_line_and_his_feet_stand(tmp_path, shape):
    keeps(tmp_path, shape)


@pytest.mark.slow
@pytest.mark.parametrize("shape", ["S", "L", "circle", "eight"])
def test_he_keeps_to_the_line_on_mujoco_too(tmp_path, shape):
    keeps(tmp_path, shape, '[settings]\nengine = "mujoco"\n')


def keeps(tmp_path, shape, more=""):
    points, closed = SHAPES[shape]
    line = spline(points, closed)
    length = float(np.hypot(*np.diff(line, axis=0).T).sum())
    with walker(tmp_path, HEAD + more) as sim:
        sim.characters["red"].walk_path(points, closed)
        places, soles = walked(sim, round((length / 0.8 + 3.0) * TICKS_PER_S))
        apart, came = distances(places, line, closed)
        left = np.hypot(*np.diff(line[min(came, len(line) - 1) :], axis=0).T).sum()
        slid = slides(soles)
        told = f"{sim.engine}, {shape}: {length:.1f} m, {100 * apart.mean():.1f} cm, at most {100 * apart.max():.1f} cm"
        print(f"{told}, slide {slid.mean():.3f} m/s")  # docs/hybrid_paths.md
        assert left < 0.45, "he comes to its end"
        assert apart.mean() < 0.06
        assert apart.max() < 0.25
        assert slid.mean() < 0.06
        assert np.percentile(slid, 90) < 0.06
        assert sim.report()["characters"]["red"]["falls"] == 0


@pytest.mark.slow
def test_muscles_follow_the_same_line_less_closely(tmp_path):
    with walker(tmp_path, HEAD.replace("kinematic", "world")) as sim:
        sim.characters["red"].walk_path(POINTS)
        places = []
        for _ in range(10 * TICKS_PER_S):
            sim.tick()
            places.append(sim.characters["red"].place("pelvis")[:2])
        apart, came = distances(np.array(places), line := spline(POINTS, False), False)
        assert came > len(line) - 150
        assert apart.mean() < 0.2
        assert sim.report()["characters"]["red"]["falls"] == 0


# --- the same bits


@pytest.mark.slow
def test_where_the_search_is_done_and_when_it_is_saved_changes_nothing(tmp_path):
    """Asked before the save and due after it, in a crossing, in a stride, standing."""
    with walker(tmp_path) as sim, walker(tmp_path) as alone:
        searching(alone).beside = False
        for each in (sim, alone):
            each.characters["red"].walk_path(POINTS)
        hashes = {}
        for tick in range(1, 401):
            sim.tick()
            if tick in (30, 70, 131, 210):
                hashes[tick] = sim.save()
        wanted = sim.state_hash()
        for tick in (*hashes, 400):  # a save is a load (docs/decisions/0006)
            alone.tick(tick - alone.ticks)
            alone.save()
        assert alone.state_hash() == wanted
        for tick, saved in hashes.items():
            sim.load(saved)
            sim.tick(400 - tick)
            assert sim.state_hash() == wanted, f"saved at {tick}"
        assert searching(alone).waits == searching(alone).answers, "there it looks when the answer is due"


@pytest.mark.slow
def test_a_tick_spends_less_than_a_millisecond_on_a_search_that_is_done_beside_it(tmp_path, monkeypatch):
    """By the clock of its own thread, which stands while others have the machine, and while it waits."""
    spent, tick = {"ask": [], "answer": [], "search": []}, threading.get_ident()

    def clocked(name, work):
        def done(*given):
            began = thread_time_ns()
            out = work(*given)
            if (name == "search") is (threading.get_ident() != tick):  # a first one, before he sets out, loads the code
                spent[name].append((thread_time_ns() - began) / 1e6)
            return out

        return done

    for name in ("ask", "answer"):
        monkeypatch.setattr(Searching, name, clocked(name, getattr(Searching, name)))
    monkeypatch.setattr("systems.paths.searching.answer", clocked("search", answer))
    with walker(tmp_path) as sim:
        sim.characters["red"].walk_path([(0.5 * k, 0.3 * (k % 3)) for k in range(20)])
        for _ in range(1200):
            sim.tick()
            for found in list(searching(sim)._asked.values()):
                found.result()  # it has 300 ms until its tick
        assert searching(sim).waits == 0 and searching(sim).answers > 10
    ask, taken, whole = max(spent["ask"]), max(spent["answer"]), max(spent["search"])
    print(f"to ask {ask:.2f} ms at most, to take the answer {taken:.2f}; the search itself {whole:.2f}")
    assert ask + taken < 1.0 and len(spent["search"]) >= searching(sim).answers


def test_paths_are_deeds_and_are_gone_back_to(tmp_path):
    with walker(tmp_path) as sim:
        history = History([sim])
        history.do(WalkPath("red", POINTS))
        for tick in range(360):
            if tick == 150:
                history.do(WalkPath("red", (*POINTS[:3], (4.5, 0.5), (6.0, -1.0))))
            history.tick()
        wanted = sim.state_hash()
        history.go_to(100)
        assert sim.characters["red"].path == POINTS
        history.go_to(360)
        assert sim.state_hash() == wanted


# --- what a person asks for meanwhile


def test_a_point_that_is_dragged_while_he_walks_leads_him_there(tmp_path):
    with walker(tmp_path) as sim:
        red = sim.characters["red"]
        red.walk_path(POINTS)
        sim.run(2.5)
        red.walk_path((*POINTS[:3], (4.0, 0.0), (5.5, -1.0)))
        sim.run(7.0)
        assert red.path[0] == POINTS[0], "it is the same path"
        assert np.hypot(*(red.place("pelvis")[:2] - (5.5, -1.0))) < 0.45


@pytest.mark.slow
def test_he_stops_within_two_steps_without_a_path_and_goes_on_with_another(tmp_path):
    with walker(tmp_path) as sim:
        red = sim.characters["red"]
        red.walk_path(POINTS)
        sim.run(2.5)
        here = red.place("pelvis")[:2]
        red.walk_path(())
        sim.run(3.0)
        assert red.clip == "stand"
        assert np.hypot(*(red.place("pelvis")[:2] - here)) < 1.6
        red.walk_path([(1.0, 2.0)])
        sim.run(6.0)
        assert np.hypot(*(red.place("pelvis")[:2] - (1.0, 2.0))) < 0.45


def test_another_clip_ends_the_path(tmp_path):
    with walker(tmp_path) as sim:
        red = sim.characters["red"]
        red.walk_path(POINTS)
        sim.run(1.5)
        red.play("dance_a")
        sim.run(1.0)
        assert red.clip == "dance_a"
        assert red.path == ()


def test_from_another_clip_he_stands_first(tmp_path):
    with walker(tmp_path, HEAD.replace('"stand"', '"guard"')) as sim:
        sim.characters["red"].walk_path(((0.0, 0.0), (2.0, 0.0)))
        sim.run(5.0)
        assert sim.characters["red"].place("pelvis")[0] > 1.6


@pytest.mark.slow
def test_who_falls_gets_up_and_walks_on(tmp_path):
    with walker(tmp_path, HEAD.replace("kinematic", "world")) as sim:
        red = sim.characters["red"]
        red.walk_path(((0.0, 0.0), (3.0, 0.0)))
        sim.run(2.0)
        sim.throw("crate", "red", speed=15.0)
        sim.run(1.0)
        sim.clear()
        sim.run(14.0)
        assert sim.report()["characters"]["red"]["falls"] >= 1
        assert np.hypot(*(red.place("pelvis")[:2] - (3.0, 0.0))) < 0.6


@pytest.mark.slow
def test_a_ball_takes_him_from_his_steps_and_muscles_go_on_along_the_line(tmp_path):
    with walker(tmp_path, HEAD.replace('servo = "kinematic"', 'controllers = ["path"]')) as sim:
        red = sim.characters["red"]
        red.walk_path(((0.0, 0.0), (5.0, 0.0)))
        sim.run(2.0)
        assert red.controller == "path"
        sim.throw("ball", "red", speed=6.0)
        sim.run(8.0)
        control = [event.details["after"] for event in sim.stage.events if event.kind == "control"]
        assert control[0] == "track"
        assert "path" in control, "it has him again, once he is calm"
        assert red.place("pelvis")[0] > 4.4


def test_the_tick_of_who_stands_at_the_end_asks_for_nothing(tmp_path):
    with walker(tmp_path) as sim:
        sim.characters["red"].walk_path(((0.0, 0.0), (1.0, 0.0)))
        sim.run(5.0)
        asked = searching(sim).answers
        sim.run(3.0)
        assert searching(sim).answers == asked
        assert sim.characters["red"].component(Walk).ask is None
        assert sim.characters["red"].component(Motion).clip.name == "stand"


# --- what is wrong


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ('who = "red"\npoints = []', "points"),
        ('who = "rad"\npoints = [[1.0, 0.0]]', "there is no character called 'rad'"),
        ('who = "red"\npoints = [[1.0, 0.0], [1.0, 0.01]]', "points 1 and 2 are less than 0.05 m apart"),
        ('who = "red"\npoints = [[1.0, 0.0], [2.0, 0.0]]\nclosed = true', "must be 3 to 200 points, not 2"),
        ('who = "red"\npoints = [[1.0, 0.0]]\nopen = true', "open"),
        ('who = "red"\npoints = [[1.0, 0.0]]\n[[path]]\nwho = "red"\npoints = [[1.0, 0.0]]', "has a path already"),
    ],
)
def test_a_wrong_table_is_one_clear_line(tmp_path, table, words):
    scene = tmp_path / "walks.toml"
    scene.write_text(f"{HEAD}[[path]]\n{table}\n", encoding="utf-8")
    with pytest.raises(InputError) as error:
        load_scene(scene)
    assert words in str(error.value)
    assert "walks.toml" in str(error.value)
    assert "\n" not in str(error.value)


def test_a_wrong_call_changes_nothing(tmp_path):
    with walker(tmp_path) as sim:
        red = sim.characters["red"]
        red.walk_path(POINTS)
        for points in ([(1.0, 2.0), (1.0, 2.0)], [(1.0, 2.0, 3.0)], 5, [("a", "b")]):
            with pytest.raises(InputError, match="path of red"):
                red.walk_path(points)
        assert red.path == POINTS


@pytest.mark.slow
def test_the_controller_begins_only_where_it_says_and_ends_standing_in_fifty_random_states(tmp_path):
    """Pushed at a random moment, from a random side, with up to 90 N s, on a path in a random direction."""
    chance, path = np.random.default_rng(7), CONTROLLERS["path"]
    begun = ended = 0
    for _ in range(50):
        with walker(tmp_path, HEAD.replace('servo = "kinematic"', 'controllers = ["path"]')) as sim:
            red = sim.characters["red"]
            red.walk_path([(0.0, 0.0), tuple(chance.uniform(1.2, 2.0) * turned(chance.uniform(-np.pi, np.pi)))])
            at, way = int(chance.integers(10, 300)), turned(chance.uniform(-np.pi, np.pi))
            who = someone(sim)
            for tick in range(900):
                if tick == at:
                    sim.push("red", bone="spine3", impulse=(*(chance.uniform(20.0, 90.0) * way), 0.0))
                before, held = red.controller, path.before.holds(sim.stage, who)
                sim.tick()
                if red.controller == "path" != before:
                    begun += 1
                    assert held, f"it began where {path.before.fails(sim.stage, who)}"
                elif before == "path" != red.controller and tick > at + 2:
                    ended += 1
                    fails = path.after.fails(sim.stage, who)
                    assert not fails or red.controller == "fall", fails
    assert begun > 25
    assert ended > 25


def turned(angle):
    return np.array([np.cos(angle), np.sin(angle)])


def someone(sim):
    red = sim.characters["red"]
    return Someone(*(red.component(kind) for kind in SOMEONE))
