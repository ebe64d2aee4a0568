"""The scenes of Dynamo's figures 5, 6, 7 and 9: jump, drag, stuck and barrage do what the captions say."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from components.clock import TICKS_PER_S
from components.commands import Push
from components.errors import InputError
from game import Simulation
from game.moves.library import load_clip
from game.rigs.rig import load_rig
from game.scenes.scene import load_scene
from game.scenes.things import DragSpec
from game.world.character import Character

STANDS = 1.3  # m, the head of who stands


def root_height(sim, name="red"):
    return float(sim.characters[name].place("pelvis")[2])


def head_height(sim, name="red"):
    return float(sim.characters[name].place("head")[2])


def kinds(sim, name, since=0.0):
    return [event.kind for event in sim.stage.events if event.who == name and event.t >= since]


# --- figure 6: jump


@pytest.mark.soak
@pytest.mark.parametrize("attempt", range(10))
def test_a_jump_rises_four_fifths_of_the_captured_one_and_lands_upright(made, attempt):
    """Ten times, each pushed a little (up to 8 N s) before it takes off."""
    rng = np.random.default_rng(attempt)
    clip = load_clip("jump", load_rig("boxer"))
    wanted = clip.root_position[:, 2].max() - clip.root_position[0, 2]
    sim = made("stage", settings={"clip": "jump"})
    red = sim.characters["red"]
    start = root_height(sim)
    sim.tick(int(rng.integers(5, 40)))
    push = tuple(rng.uniform(-8.0, 8.0, 2).tolist())
    sim.stage.commands.append(Push(red.body, -1, (*push, 0.0), tuple(red.place("pelvis").tolist())))
    highest = 0.0
    for _ in range(480):
        sim.tick()
        highest = max(highest, root_height(sim))
    assert highest - start >= 0.8 * wanted
    assert head_height(sim) > STANDS
    assert not {"fall", "explosion"} & set(kinds(sim, "red"))


@pytest.mark.soak
def test_in_the_scene_everybody_stands_and_jumps_nearly_as_high_as_what_is_played(made):
    sim = made("jump")
    heights, in_air = [], 0
    feet = [i for i, name in enumerate(sim.characters["hop"].bones) if "foot" in name or "toes" in name]
    hop = list(sim.characters).index("hop")
    first = int(sim.stage.tables.skeletons.first[hop])
    for _ in range(1200):
        sim.tick()
        heights.append([root_height(sim, name) for name in sim.characters])
        c = sim.stage.tables.contacts
        touched = {int(bone) - first for bone in c.bone[: c.count[0]]}
        in_air += not touched & set(feet)
    high = np.array(heights)
    names = list(sim.characters)
    standing = high[0, names.index("jump_played")]
    for k in range(4):  # of 2.36 s each
        part = high[k * 283 : (k + 1) * 283]
        played = part[:, names.index("jump_played")].max() - standing
        assert part[:, names.index("jump")].max() - standing >= 0.8 * played, k
    assert 0.25 < in_air / 1200 < 0.4  # it leaves the floor
    right = sim.characters["hop"].place("right_toes")[2]
    assert right > 0.1  # the other leg is never down
    for name in names:
        assert not {"fall", "explosion"} & set(kinds(sim, name)), name
        assert head_height(sim, name) > STANDS


# --- figure 5: drag


BONES = ("left_hand", "right_hand", "left_foot", "right_foot", "pelvis")
SPEED = 5.0  # m/s


def wild(scene, seed):
    """The scene with its first drag through seven places of the room, at 5 m/s; another bone and time for each seed."""
    rng = np.random.default_rng(seed)
    at = rng.uniform(0.5, 1.5)
    here, path = (0.1, 0.1, 1.0), []
    path.append((at, *here))
    for _ in range(7):
        there = (*rng.uniform(-2.8, 2.8, 2).tolist(), float(rng.uniform(0.3, 1.0)))
        at += float(np.linalg.norm(np.subtract(there, here))) / SPEED
        path.append((at, *there))
        here = there
    return replace(scene, drags=(DragSpec("red", BONES[seed % 5], tuple(path)),))


def middle(sim, bone):
    red = sim.characters["red"]
    return np.array(sim.stage.engine.motion_of(red.body, red.link(bone))[0])


def clearest(sim):
    """m, where there is most room on the floor."""
    things = [
        sim.stage.engine.motion_of(prop.engine_id, -1)[0][:2] for prop in Character.props() if max(prop.size) < 5.0
    ]
    ways = np.arange(-2.4, 2.5, 0.2)
    return max(
        ((float(x), float(y)) for x in ways for y in ways),
        key=lambda place: np.linalg.norm(np.subtract(things, place), axis=1).min(),
    )


def put_on_its_feet(sim):
    """By the chest: up, over to a clear place, until it hangs still, down, and let go."""
    x, y, z = middle(sim, "spine3").tolist()
    a, b = clearest(sim)
    over = 1.2 + max(0.3, float(np.hypot(a - x, b - y)))
    path = (
        (0.0, x, y, z), (1.2, x, y, 1.6), (over, a, b, 1.6), (over + 2.0, a, b, 1.6), (over + 2.8, a, b, 1.365),
        (over + 3.4, a, b, 1.365),
    )  # fmt: skip
    hand, begun = DragSpec("red", "spine3", path), sim.ticks
    while place := hand.place(sim.ticks - begun):
        sim.drag("red", "spine3", place)
        sim.tick()
    sim.release()


@pytest.mark.soak
@pytest.mark.xfail(strict=True, reason="of ten, one blows up among the boxes and is put back")
def test_dragged_at_five_metres_a_second_it_stays_whole_and_put_on_its_feet_it_stands():
    scene = load_scene("drag")
    stood = 0
    for seed in range(10):
        sim = Simulation(wild(scene, seed), seed=seed)
        fastest = 0.0
        while sim.time < sim.scene.drags[0].path[-1][0]:
            before = sim.stage.hand
            sim.tick()
            if before and sim.stage.hand:
                moved = float(np.linalg.norm(np.subtract(sim.stage.hand.place, before.place)))
                fastest = max(fastest, moved * TICKS_PER_S)
        assert fastest == pytest.approx(SPEED, rel=0.02)
        sim.run(1.5)
        assert head_height(sim) < STANDS  # it lies, and goes on lying
        put_on_its_feet(sim)
        sim.run(4.0)
        assert "explosion" not in kinds(sim, "red"), seed
        stood += head_height(sim) > STANDS
        sim.close()
    assert stood >= 9


@pytest.mark.bullet
def test_in_the_scene_he_is_dragged_down_and_stands_for_good_in_the_end(made):
    sim = made("drag")
    sim.run(6.0)
    assert "fall" in kinds(sim, "red") and head_height(sim) < 0.5
    sim.run(10.0)
    assert head_height(sim) > STANDS
    assert "fall" not in kinds(sim, "red", since=8.0)
    assert "explosion" not in kinds(sim, "red")
    assert sim.stage.drag is None


def pressed(made, **settings):
    """Heights of the pelvis: at first, at its lowest while a hand presses 0.25 m down for 1 s, and 2 s later; knees."""
    sim = made(replace(load_scene("drag", settings), drags=()))
    sim.run(0.5)
    x, y, z = middle(sim, "pelvis").tolist()
    first = root_height(sim)
    sim.drag("red", "pelvis", (x, y, z - 0.25))
    sim.run(1.0)
    bones, joint = sim.characters["red"].bones, sim.stage.tables.bones.joint
    shins = [joint[bones.index(f"{side}_shin")] for side in ("left", "right")]
    knees = np.degrees([2.0 * np.arctan2(shin[1], shin[3]) for shin in shins])
    low = root_height(sim)
    sim.release()
    sim.run(2.0)
    return first, low, root_height(sim), knees, kinds(sim, "red")


def test_pressed_down_weak_muscles_bend_at_the_knees_and_stand_up_again(made):
    first, low, after, knees, told = pressed(made, clip="guard", strength=0.05)
    assert first - low > 0.12 and (knees > 60.0).all()
    assert after == pytest.approx(first, abs=0.03)
    assert not {"fall", "explosion"} & set(told)


def test_pressed_down_by_one_hand_whole_muscles_hold(made):
    """1000 N, a little more than the body's weight, are nothing to a person's legs."""
    first, low, after, _, told = pressed(made)
    assert first - low < 0.05
    assert after == pytest.approx(first, abs=0.02)
    assert not {"fall", "explosion"} & set(told)


def test_a_hand_is_where_its_path_says_and_holds_nothing_before_and_after():
    hand = DragSpec("red", "pelvis", ((1.0, 0.0, 0.0, 1.0), (2.0, 2.0, 0.0, 1.0), (2.5, 2.0, 1.0, 1.0)))
    assert hand.place(119) is None and hand.place(301) is None
    assert hand.place(120) == (0.0, 0.0, 1.0)
    assert hand.place(180) == pytest.approx((1.0, 0.0, 1.0))
    assert hand.place(270) == pytest.approx((2.0, 0.5, 1.0))
    assert hand.place(300) == pytest.approx((2.0, 1.0, 1.0))
    assert [tick for tick in range(400) if hand.lets_go(tick)] == [301]


DRAG = """title = "x"
[[character]]
name = "red"
[[drag]]
who = "red"
bone = "pelvis"
path = [[0, 0, 0, 1], [1, 0, 0, 2]]
"""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('who = "red"', 'who = "rd"', "line 5, drag[1].who: there is no character called 'rd', did you mean red?"),
        ('bone = "pelvis"', 'bone = "pelvs"', "line 6, drag[1].bone: there is no bone 'pelvs', did you mean pelvis?"),
        ("[1, 0, 0, 2]", "[0, 0, 0, 2]", "line 7, drag[1].path: its times must be a tick or more apart"),
        (", [1, 0, 0, 2]", "", "line 7, drag[1].path"),
        ("[1, 0, 0, 2]", "[1, 0, 0, nan]", "line 7, drag[1].path"),
        ("[1, 0, 0, 2]", "[1, 0, 0]", "line 7, drag[1].path"),
    ],
)
def test_a_wrong_drag_is_named_in_one_line(tmp_path, old, new, message):
    path = tmp_path / "scene.toml"
    path.write_text(DRAG)
    assert load_scene(path).drags[0].bone == "pelvis"
    path.write_text(DRAG.replace(old, new))
    with pytest.raises(InputError) as error:
        load_scene(path)
    assert message in str(error.value) and "\n" not in str(error.value)


def test_two_hands_at_once_are_refused(tmp_path):
    path = tmp_path / "scene.toml"
    path.write_text(DRAG + DRAG[DRAG.index("[[drag]]") :].replace("[0, 0", "[0.5, 0"))
    with pytest.raises(InputError, match="there is one hand, and it holds something at that time"):
        load_scene(path)


# --- figure 9: stuck


def off_deg(sim, name):
    """The right arm's worst bone, from where it should be."""
    character = sim.characters[name]
    bones, wanted = character.bones, character.target()
    first = int(sim.stage.tables.skeletons.first[list(sim.characters).index(name)])
    rows = [bones.index(f"right_{bone}") for bone in ("upper_arm", "forearm")]
    actual = sim.stage.tables.bones.orientation[first : first + len(bones)]
    near = np.abs((actual[rows] * wanted[rows]).sum(axis=1)).min()
    return float(np.degrees(2.0 * np.arccos(min(1.0, near))))


@pytest.mark.slow
def test_in_the_scene_one_arm_finds_its_way_round_and_the_one_that_may_not_stays(made):
    sim = made("stuck")
    sim.run(3.0)
    assert off_deg(sim, "behind") < 30.0 and off_deg(sim, "between") < 30.0
    sim.run(5.0)
    assert off_deg(sim, "behind_alone") > 60.0
    assert off_deg(sim, "between_alone") < 30.0  # drawn out when the trunk rises: that was no tangle for long
    for name in sim.characters:
        assert head_height(sim, name) > STANDS


# --- figure 7: barrage


@pytest.mark.soak
def test_in_the_barrage_balls_move_nobody_off_his_feet_and_a_crate_shows_who_is_who(made):
    sim = made("barrage")
    sim.run(8.0)
    hits = [event for event in sim.stage.events if event.kind == "hit"]
    struck = {event.who for event in sim.stage.events if event.kind == "hit"}
    assert not any("fall" in kinds(sim, name) for name in sim.characters)
    assert struck <= set(sim.characters) and all(event.details["impulse"] < 20.0 for event in hits)
    sim.run(2.2)  # the crates have come, and two lie
    assert {name for name in sim.characters if "fall" in kinds(sim, name)} == {"spring", "mind"}
    strength, moving = {"spring": [], "mind": []}, {"spring": [], "mind": []}
    for _ in range(120):
        sim.tick()
        t = sim.stage.tables
        for c, name in enumerate(sim.characters):
            if name in moving:
                rows = slice(int(t.skeletons.first[c]), int(t.skeletons.first[c + 1]))
                moving[name].append(float(np.linalg.norm(t.bones.joint_spin[rows], axis=1).mean()))
                strength[name].append(sim.characters[name].authority)
    assert np.mean(moving["spring"]) > 0.6 and min(strength["spring"]) > 0.5  # walks on where it lies
    assert np.mean(moving["mind"]) < 0.2 and max(strength["mind"]) == 0.0  # lies still
    sim.run(5.0)
    assert "getup" in kinds(sim, "mind") and "getup" not in kinds(sim, "spring")
    assert head_height(sim, "mind") > STANDS and head_height(sim, "spring") < STANDS
    assert head_height(sim, "meathook") > STANDS and head_height(sim, "playback") > STANDS
