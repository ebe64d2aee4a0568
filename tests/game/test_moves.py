"""A boxer's moves: chains that reach where they are told, feet that stand, limbs within their range, and real bodies.

The last group plays the moves on a simulated boxer: it stays up, its fist arrives, and it is back in guard.
"""

from __future__ import annotations

from functools import cache
from math import acos, cos, degrees, radians, sin

import esper
import numpy as np
import pytest
from gathered import for_each
from hypothesis import given, settings
from hypothesis import strategies as st

from components.character import Motion, Phase
from components.clip import Array, Clip
from components.clock import TICKS_PER_S
from components.errors import InputError
from components.fight import Hand, MoveKind
from components.rig import Joint, Rig
from game.clips.retarget import centre_of_mass, place_rows, relative_rows, skeleton
from game.moves.body import CHANNELS, FOOT, FOOT_WIDTH, HAND, HAND_WIDTH, REACH, REACHING, SWIVEL, move_body
from game.moves.book import MOVES, MoveBook
from game.moves.file import read_moves
from game.moves.solve import solve
from game.moves.track import hermite
from game.rigs.rig import load_rig
from game.world.simulation import Simulation
from systems.kernels import quaternions as qt
from systems.kernels.kinematics import hinge_angle
from systems.motion import look_up, start_clip, turned
from systems.physics import put_on_target, read_bodies

WORDS = MOVES.read_text(encoding="utf-8")
NAMES = list(read_moves(MOVES).moves)
WRITTEN = [name for name, move in read_moves(MOVES).moves.items() if move.keys]
PUNCHES = [name for name in WRITTEN if read_moves(MOVES).moves[name].kind is MoveKind.PUNCH]
BLEND_S = {MoveKind.PUNCH: 0.06, MoveKind.SHOW: 0.25}  # the others: 0.08


@cache
def boxer() -> Rig:
    return load_rig("boxer")


@cache
def book(stance: str = "orthodox") -> MoveBook:
    return MoveBook(MOVES, boxer(), stance)


def places(clip: Clip) -> Array:
    body = skeleton(boxer())
    return np.asarray(place_rows(clip.root_position, clip.root_orientation, clip.relative, body.parent, body.offset))


def points(clip: Clip, bone: str, inside: tuple[float, float, float]) -> Array:
    """(n, 3) m, where a point of a bone is in each frame."""
    b, at = boxer().index(bone), places(clip)
    world = [qt.mul(root, turn) for root, turn in zip(clip.root_orientation, clip.relative[:, b], strict=True)]
    return at[:, b] + np.array([qt.rotate(turn, inside) for turn in world])


def fist(clip: Clip, side: str) -> Array:
    return points(clip, f"{side}_hand", boxer().bones[boxer().index(f"{side}_hand")].shapes[0].start)


def striking(name: str, stance: str = "orthodox") -> str:
    return "left" if (book(stance).hand(name) is Hand.LEAD) == (stance == "orthodox") else "right"


def middle(name: str) -> float:
    return 0.5 * sum(book().contact(name))


def at_time(rows: Array, seconds: float) -> Array:
    """Between two frames, on a straight line."""
    k = seconds * TICKS_PER_S
    low = int(k)
    return np.asarray(rows[low] + (k - low) * (rows[min(low + 1, len(rows) - 1)] - rows[low]))


def relative(joint: Array) -> Array:
    return np.asarray(relative_rows(joint, skeleton(boxer()).parent))


# --- chains and curves


def standing(**channels: float) -> Array:
    """A row of channels: upright, hands in front, feet below; changed by name."""
    row = np.zeros(len(CHANNELS))
    row[2] = 0.88
    for side, y in ((0, 0.12), (1, -0.12)):
        row[HAND + side * HAND_WIDTH : HAND + side * HAND_WIDTH + 3] = (0.3, y, 0.2)
        row[FOOT + side * FOOT_WIDTH : FOOT + side * FOOT_WIDTH + 2] = (0.1, y)
    for name, value in channels.items():
        row[CHANNELS.index(name)] = value
    return row


@given(st.floats(0.3, 0.6), st.floats(-70, 70), st.floats(-50, 60), st.floats(-20, 100), st.integers(0, 1))
@settings(max_examples=60, deadline=None)
def test_a_fist_is_where_it_reaches_and_its_elbow_on_the_side_of_its_swivel(far, yaw, pitch, swivel, side):
    """The place is `far` from the shoulder, so it can be reached; the elbow by the law of cosines."""
    body, rig = move_body(boxer()), boxer()
    hand = HAND + side * HAND_WIDTH
    row = standing()
    row[hand + SWIVEL] = radians(swivel)
    left = 1.0 - 2.0 * side
    towards = np.array([cos(radians(pitch)) * cos(radians(yaw)), left * cos(radians(pitch)) * sin(radians(yaw)),
                        sin(radians(pitch))])  # fmt: skip
    row[hand + REACHING] = 1.0
    for _ in range(20):  # what the fist does moves the hips a little, and so the shoulder
        row[hand + REACH : hand + REACH + 3] = solve(row[None], body).shoulders[0, side] + far * towards
    solved = solve(row[None], body)
    name = ("left", "right")[side]
    world = place_rows(solved.position, solved.joint[:, 0], relative(solved.joint), skeleton(rig).parent,
                       skeleton(rig).offset)[0]  # fmt: skip
    arm = [world[rig.index(f"{name}_{bone}")] for bone in ("upper_arm", "forearm", "hand")]
    forearm = (arm[2] - arm[1]) / np.linalg.norm(arm[2] - arm[1])
    assert np.linalg.norm(arm[1] + 0.328 * forearm - row[hand + REACH : hand + REACH + 3]) < 1e-3
    bend = hinge_angle(solved.joint[0, rig.index(f"{name}_forearm")], rig.bones[rig.index(f"{name}_forearm")].axis)
    assert bend == pytest.approx(acos((far**2 - 0.29**2 - 0.328**2) / (2 * 0.29 * 0.328)), abs=2e-3)
    down = np.array([0.0, 0.0, -1.0]) + towards[2] * towards
    out = left * np.cross(towards, down)
    elbow = (arm[1] - arm[0]) - ((arm[1] - arm[0]) @ towards) * towards
    assert degrees(np.arctan2(elbow @ out, elbow @ down)) == pytest.approx(swivel, abs=1.0)


def test_a_foot_turns_and_rises_about_its_ball_which_keeps_its_place():
    body, rig = move_body(boxer()), boxer()
    toes, foot = rig.index("left_toes"), rig.index("left_foot")
    for yaw, heel, lift in ((0.0, 0.0, 0.0), (0.5, 0.0, 0.0), (-0.7, 0.5, 0.0), (0.3, 0.3, 0.05)):
        row = standing(**{"lead_foot.yaw": yaw, "lead_foot.heel": heel, "lead_foot.lift": lift})
        solved = solve(row[None], body)
        turns = relative(solved.joint)
        at = place_rows(solved.position, solved.joint[:, 0], turns, skeleton(rig).parent, skeleton(rig).offset)[0]
        np.testing.assert_allclose(at[toes], (0.1, 0.12, 0.02 + lift), atol=1e-9)
        ahead = qt.rotate(qt.mul(solved.joint[0, 0], turns[0, foot]), (1.0, 0.0, 0.0))
        np.testing.assert_allclose(ahead, (cos(heel) * cos(yaw), cos(heel) * sin(yaw), -sin(heel)), atol=1e-9)
        flat = qt.rotate(qt.mul(solved.joint[0, 0], turns[0, toes]), (0.0, 0.0, 1.0))
        np.testing.assert_allclose(flat, (0.0, 0.0, 1.0), atol=1e-9)


def test_the_hips_answer_the_rest_of_the_body_so_that_the_weight_stays_over_its_place():
    row = standing(**{"weight.x": 0.05, "weight.y": -0.02, "chest.bend": 0.6, "chest.side": 0.3, "pelvis.twist": -0.5})
    solved = solve(row[None], move_body(boxer()))
    shape, turns = skeleton(boxer()), relative(solved.joint)
    at = place_rows(solved.position, solved.joint[:, 0], turns, shape.parent, shape.offset)
    centre = centre_of_mass(shape, solved.joint[:, 0], turns, at)[0]
    np.testing.assert_allclose(centre[:2], (0.05, -0.02), atol=1e-4)
    assert solved.position[0, 0] < 0.0  # bent forward, the hips go back


@given(st.lists(st.floats(-1, 1), min_size=2, max_size=6), st.lists(st.floats(0, 1), min_size=6, max_size=6))
@settings(max_examples=80, deadline=None)
def test_a_curve_goes_through_its_keys_and_never_beyond_two_neighbours(values, soft):
    keys, times = np.array(values)[:, None], 0.1 * np.arange(len(values))
    weight = np.array(soft[: len(values)])
    np.testing.assert_allclose(hermite(times, keys, weight, times), keys, atol=1e-12)
    for k in range(len(values) - 1):
        curve = hermite(times, keys, weight, np.linspace(times[k], times[k + 1], 30))
        assert curve.min() >= min(values[k : k + 2]) - 1e-9
        assert curve.max() <= max(values[k : k + 2]) + 1e-9


# --- the moves as they are written


def test_there_is_every_move_that_boxing_needs():
    assert set(NAMES) >= {
        "guard", "jab", "cross", "hook", "uppercut", "body_jab", "body_cross", "block_high", "block_low", "slip_left",
        "slip_right", "duck", "step_forward", "step_back", "step_left", "step_right", "pivot_left", "pivot_right",
        "stagger", "taunt", "victory", "sit_out", "beaten",
    }  # fmt: skip
    assert book().contact("jab")[1] <= 0.35
    assert {name for name in NAMES if book().clip(name).looping} == {
        "guard", "block_high", "block_low", "victory", "sit_out", "beaten"
    }  # fmt: skip
    assert [book().hand(name) for name in ("jab", "cross", "hook", "uppercut")] == ["lead", "rear", "lead", "rear"]


@for_each("name", WRITTEN)
def test_no_joint_goes_beyond_the_rigs_limits(name):
    clip = book().clip(name)
    for i, bone in enumerate(boxer().bones):
        for q in clip.joint[:: 2 if clip.frames < 120 else 8, i]:
            if bone.joint is Joint.HINGE:
                assert bone.low - 1e-6 <= hinge_angle(q, bone.axis) <= bone.high + 1e-6, bone.name
            elif bone.joint is Joint.BALL:
                rest = qt.from_rotvec(bone.swing_centre)
                swung = acos(min(1.0, qt.dot(qt.rotate(q, bone.axis), qt.rotate(rest, bone.axis))))
                twist = hinge_angle(qt.twist_about(qt.mul(qt.conj(rest), q), bone.axis), bone.axis)
                assert swung <= bone.swing + 1e-6, bone.name
                assert bone.low - 1e-6 <= twist <= bone.high + 1e-6, bone.name


@for_each("name", WRITTEN)
def test_a_foot_that_stands_does_not_slide_and_none_is_in_the_floor(name):
    clip = book().clip(name)
    for side in ("left", "right"):
        ball = places(clip)[:, boxer().index(f"{side}_toes")]
        assert ball[:, 2].min() > 0.02 - 1e-3
        low = ball[:, 2] < 0.02 + 2e-3
        start = 0
        for k in range(clip.frames + 1):
            if k == clip.frames or not low[k]:
                stand = ball[start:k, :2]
                assert not len(stand) or np.linalg.norm(stand - stand[0], axis=1).max() < 0.01
                start = k + 1


@for_each("name", WRITTEN)
def test_no_glove_goes_through_its_own_head_trunk_or_the_other_glove(name):
    clip, rig = book().clip(name), boxer()
    gloves = {side: fist(clip, side) for side in ("left", "right")}
    assert np.linalg.norm(gloves["left"] - gloves["right"], axis=1).min() > 2 * 0.055
    for bone in ("head", "spine1", "spine2", "spine3", "pelvis", "left_thigh", "right_thigh"):
        shape = rig.bones[rig.index(bone)].shapes[0]
        start, end = points(clip, bone, shape.start), points(clip, bone, shape.end)
        along = end - start
        for glove in gloves.values():
            part = np.clip(((glove - start) * along).sum(axis=1) / (along * along).sum(axis=1), 0.0, 1.0)
            gap = np.linalg.norm(start + part[:, None] * along - glove, axis=1) - shape.radius - 0.055
            assert gap.min() > 0.0, bone


@for_each("name", WRITTEN)
def test_no_clip_asks_for_more_than_friction_and_gravity_can_give(name):
    """The centre of mass: under 9 m/s2 along the floor, with friction 1, and never faster down than it falls."""
    clip, shape = book().clip(name), skeleton(boxer())
    centre = centre_of_mass(shape, clip.root_orientation, clip.relative, places(clip))
    gain = np.diff(centre, n=2, axis=0) * TICKS_PER_S**2
    smooth = np.array([np.convolve(gain[:, i], np.full(5, 0.2), mode="valid") for i in range(3)]).T
    assert np.linalg.norm(smooth[:, :2], axis=1).max() < 9.0
    assert smooth[:, 2].min() > -9.81


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("step")])
def test_a_step_goes_25_to_30_cm_and_ends_in_guard(name):
    clip, guard = book().clip(name), book().clip("guard")
    way = {"forward": (0.3, 0), "back": (-0.3, 0), "left": (0.07, 0.25), "right": (0.07, -0.25)}[name.split("_")[1]]
    np.testing.assert_allclose(clip.root_position[-1] - clip.root_position[0], (*way, 0.0), atol=1e-3)
    np.testing.assert_allclose(clip.joint[-1], guard.joint[0], atol=1e-3)
    assert 0.35 <= clip.frames / TICKS_PER_S <= 0.47


def test_a_pivot_turns_the_whole_guard_by_28_degrees_about_the_lead_ball():
    for name, turn in (("pivot_left", 28.0), ("pivot_right", -28.0)):
        clip = book().clip(name)
        turned_by = qt.heading(qt.mul(clip.root_orientation[-1], qt.conj(clip.root_orientation[0])))
        assert degrees(turned_by) == pytest.approx(turn, abs=0.5)
        lead = places(clip)[:, boxer().index("left_toes")]
        assert np.linalg.norm(lead - lead[0], axis=1).max() < 1e-3


def test_a_clip_starts_above_its_origin_and_ends_at_rest():
    for name in NAMES:
        clip = book().clip(name)
        np.testing.assert_allclose(clip.root_position[0, :2], 0.0, atol=1e-12)
        if not clip.looping:
            assert np.abs(clip.relative_spin[-1]).max() == 0.0
            assert np.abs(clip.relative_spin[-2]).max() < 2.0  # rad/s; in a punch it is 20
        assert not clip.relative.flags.writeable


def test_the_guard_breathes_and_its_loop_closes():
    clip = book().clip("guard")
    height = points(clip, "left_hand", (0.0, 0.0, 0.0))[:, 2]
    assert 0.005 < np.ptp(height) < 0.05
    step = np.linalg.norm(np.diff(clip.relative, axis=0), axis=2).max()
    assert np.linalg.norm(clip.relative[0] - clip.relative[-1], axis=1).max() <= 2.0 * step


def test_a_southpaw_is_the_mirror_and_slips_to_the_side_that_it_says():
    left, right, mirror = book(), book("southpaw"), list(boxer().mirror)
    for name, of in (("jab", "jab"), ("guard", "guard"), ("slip_left", "slip_right"), ("step_right", "step_left")):
        a, b = right.clip(name), left.clip(of)
        np.testing.assert_allclose(a.root_position, b.root_position * (1.0, -1.0, 1.0), atol=1e-12)
        np.testing.assert_allclose(a.joint, b.joint[:, mirror] * (-1.0, 1.0, -1.0, 1.0), atol=1e-12)
        assert a.name == name
    head = points(right.clip("slip_left"), "head", (0.0, 0.0, 0.0))[:, 1]
    assert head.max() > 0.1
    assert head.min() > -0.05
    other = right.aimed("cross", (0.7, -0.08, 1.5))
    np.testing.assert_allclose(fist(other, "left")[27], (0.7, -0.08, 1.5), atol=1e-3)


# --- aimed


@given(st.sampled_from(PUNCHES), st.floats(0.56, 0.72), st.floats(-0.1, 0.12), st.floats(0, 1))
@settings(max_examples=40, deadline=None)
def test_an_aimed_fist_goes_through_its_target_at_the_middle_of_the_contact(name, x, y, high):
    target = (x, y, (1.08 + 0.14 * high) if "body" in name else (1.4 + 0.16 * high))
    near = name in ("hook", "uppercut")
    target = (0.3 * x + 0.38, max(y, 0.0), target[2]) if near else target
    clip = book().aimed(name, target)
    assert np.linalg.norm(at_time(fist(clip, striking(name)), middle(name)) - target) < 3e-3  # a chord cuts the arc


@pytest.mark.parametrize("name", PUNCHES)
def test_a_target_out_of_reach_is_punched_at_as_far_as_the_arm_goes(name):
    for target in ((2.0, 0.3, 1.4), (0.0, 0.0, 1.4), (0.5, -1.0, 0.2), (-1.0, 0.0, 3.0)):
        clip = book().aimed(name, target)
        assert np.isfinite(clip.joint).all()
        for side in ("left", "right"):
            ball = places(clip)[:, boxer().index(f"{side}_toes"), 2]
            assert ball.min() > 0.018
    far = at_time(fist(book().aimed(name, (2.0, 0.0, 1.4)), striking(name)), middle(name))
    assert far[0] > at_time(fist(book().clip(name), striking(name)), middle(name))[0]


def test_what_is_no_place_is_refused():
    for target in ((float("nan"), 0.0, 1.0), (float("inf"), 0.0, 1.0), (0.5, 0.0)):
        with pytest.raises(InputError, match="target: must be three numbers"):
            book().aimed("jab", target)
    with pytest.raises(InputError, match="move duck: only a punch has a hand"):
        book().aimed("duck", (0.5, 0.0, 1.4))
    with pytest.raises(InputError, match="there is no move 'jabb', did you mean jab"):
        book().clip("jabb")
    with pytest.raises(InputError, match="stance: must be one of orthodox, southpaw, not 'left'"):
        MoveBook(MOVES, boxer(), "left")


# --- the file


def test_a_pose_takes_what_it_does_not_say_from_its_parent_down_to_single_numbers():
    poses = read_moves(MOVES).poses
    guard, hit, through = poses["guard"], poses["jab_hit"], poses["jab_through"]
    assert hit.chest.bend == guard.chest.bend
    assert hit.chest.twist != guard.chest.twist
    assert through.pelvis == hit.pelvis
    assert (hit.lead_hand.held, hit.lead_hand.reach) == (None, (0.70, 0.03, 1.46))
    assert through.lead_hand.palm == hit.lead_hand.palm
    assert hit.lead_foot == guard.lead_foot


MISTAKES = [
    ('pose = "jab_back"', 'pose = "jab_bak"', "there is no pose 'jab_bak', did you mean jab_back"),
    ('from = "jab_hit"', 'from = "jabhit"', "pose.jab_through.from: there is no pose 'jabhit', did you mean jab_hit?"),
    ('[pose.guard]\n', '[pose.guard]\nfrom = "jab_hit"\n', "leads round in a circle"),
    ("at = 0.04, free", "at = 0.14, free", "move.jab.keys[3].at: must be a tick or more after 0.14 s, not at 0.125 s"),
    ("contact = [0.08, 0.17]", "contact = [0.17, 0.08]", "must be two times within the move, one after the other"),
    ("contact = [0.08, 0.17]", "contact = [0.08, 0.18]", "move.jab.contact: a key must be at its middle, 0.13 s"),
    ("reach = [0.86, 0.03, 1.47]", "reach = [1.6, 0.03, 1.47]", "pose.jab_through.lead_hand: cannot be reached: "),
    ("at = [-0.13, -0.23]", "at = [-0.93, -0.23]", "pose.guard.lead_foot: cannot be reached: "),
    ("weight = 0.47", "weight = nan", "pose.guard.weight: must be a number, not nan"),
    ("weight = 0.47", 'weight = "half"', "pose.guard.weight: expected `float`, got `str`"),
    ("crouch = 0.09\n", "crouch = 9\n", "pose.guard.crouch: expected `float` <= 0.7"),
    ("crouch = 0.09\n", "", "object missing required field `crouch`"),
    ("crouch = 0.09\n", "crouch = 0.09\nknees = 3\n", "pose.guard.knees: there is no such key"),
    ('hand = "lead"', 'hand = "left"', "invalid enum value 'left'"),
    ('hand = "lead"\n', "", "a punch needs hand and contact"),
    ('kind = "punch"', 'kind = "kick"', "invalid enum value 'kick'"),
    ('kind = "punch"', 'kind = "show"', "only a punch has a hand and a contact"),
    ("[move.slip_left]", "[move.slip]", "there must be a move slip_left too, for southpaws"),
    ('{ of = "chest.bend", size = 1.3', '{ of = "chest.bent", size = 1.3', "there is no channel 'chest.bent', did you"),
    ("root_limit = 300 ", "root_limit = 3000 ", "root_limit: is above root_break"),
    ("swivel = 45, forward", "held = [0, 0, 0], swivel = 45, forward", "needs exactly one of held and reach"),
    ("[pose.guard]", "[pose.gard]", "there must be a pose called guard"),
    ("[limits]", "[limits", "xpected"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "message"), MISTAKES)
def test_a_mistake_is_said_in_one_line_with_file_place_and_reason(old, new, message, tmp_path):
    assert old in WORDS
    path = tmp_path / "wrong.toml"
    path.write_text(WORDS.replace(old, new, 1))
    with pytest.raises(InputError) as caught:
        MoveBook(path, boxer())
    said = str(caught.value)
    assert said.startswith(f"{path}: ")
    assert message in said
    assert "\n" not in said


@given(st.integers(0, len(WORDS) - 1), st.integers(0, 40), st.text(max_size=12))
@settings(max_examples=40, deadline=None)
def test_whatever_is_written_is_read_or_refused_in_one_line(tmp_path_factory, start, length, text):
    path = tmp_path_factory.mktemp("moves") / "any.toml"
    path.write_text(WORDS[:start] + text + WORDS[start + length :], encoding="utf-8", errors="replace")
    try:
        MoveBook(path, boxer())
    except InputError as error:
        assert "\n" not in str(error)


def test_a_written_file_is_read_again_and_a_wrong_one_leaves_the_old_moves(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(WORDS)
    mine = MoveBook(path, boxer())
    old = mine.clip("cross")
    assert mine.reload_if_changed() == ""
    path.write_text(WORDS.replace("crouch = 0.09\n", "crouch = 9\n"))
    said = mine.reload_if_changed()
    assert said.startswith(f"{path}: line ")
    assert "pose.guard.crouch" in said
    assert mine.clip("cross") is old
    assert mine.reload_if_changed() == ""
    path.write_text(WORDS.replace("reach = [0.72, 0.02, 1.45]", "reach = [0.70, 0.02, 1.46]"))
    assert mine.reload_if_changed() == f"{path}: cross"
    assert mine.clip("cross") is not old
    path.unlink()
    assert "cannot be read" in mine.reload_if_changed()
    assert mine.names == NAMES


# --- on a real body


class Ring:
    """One simulated boxer in guard."""

    def __init__(self, seconds: float = 0.6) -> None:
        self.sim = Simulation("stage")
        esper.switch_world(self.sim.world)
        self.red = self.sim.characters["red"]
        self.motion: Motion = self.red._get(Motion)
        self.book = self.sim.stage.clips.moves(boxer(), "orthodox")
        self.motion.clip = self.book.clip("guard")
        look_up(self.sim.stage, self.red._body, self.motion, 0, 1.0, 1.0)
        put_on_target(self.sim.stage, self.red._body)
        read_bodies(self.sim.stage)
        self.sim.run(seconds)

    def play(self, name: str, target: tuple[float, float, float] | None = None) -> tuple[Clip, Array]:
        """The clip, and the (n, 3) m path of the left and the right fist, in its frame."""
        stage = self.sim.stage
        clip = self.book.clip(name) if target is None else self.book.aimed(name, target)
        start_clip(stage, self.red._body, self.motion, clip, blend_s=BLEND_S.get(self.book.kind(name), 0.08))
        (ax, ay, az), heading = self.motion.anchor, self.motion.heading
        paths = []
        for _ in range(180 if clip.looping else clip.frames - 1):
            self.sim.tick()
            bones, row = stage.tables.bones, []
            for side in ("left", "right"):
                hand = boxer().index(f"{side}_hand")
                at = bones.position[hand] + qt.rotate(bones.orientation[hand], boxer().bones[hand].shapes[0].start)
                row.append((*turned(at[0] - ax, at[1] - ay, -heading), at[2] - az))
            paths.append(row)
        start_clip(stage, self.red._body, self.motion, self.book.clip("guard"), blend_s=0.12)
        return clip, np.array(paths)

    def error_deg(self) -> float:
        """Mean over the bones of how far each is turned from its target."""
        wanted = self.red.target()
        actual = self.sim.stage.tables.bones.orientation[: len(wanted)]
        return float(np.degrees(np.linalg.norm(qt.delta_rows(wanted, actual), axis=1)).mean())


@pytest.mark.slow(but=["jab", "block_high", "duck"])
@pytest.mark.parametrize("name", NAMES)
def test_a_real_body_does_the_move_stays_up_and_is_back_in_guard(name):
    ring = Ring()
    with ring.sim:
        ring.play(name)
        ring.sim.run(0.6)
        assert ring.red.phase is Phase.AWAKE
        assert ring.red.place("head")[2] > 1.35
        assert ring.error_deg() < 6.0


@pytest.mark.slow
def test_nine_of_ten_real_punches_pass_within_8_cm_of_their_target():
    """Within the contact's time; the body is thrown about by its own arm, and sags and turns a little."""
    rng, missed = np.random.default_rng(5), []
    for name in PUNCHES:
        for _ in range(12):
            x = rng.uniform(0.46, 0.60) if name in ("hook", "uppercut") else rng.uniform(0.58, 0.78)
            z = rng.uniform(1.08, 1.22) if "body" in name else rng.uniform(1.40, 1.58)
            target = (x, rng.uniform(-0.08, 0.10), z)
            ring = Ring(0.4 + rng.uniform(0.0, 0.8))
            with ring.sim:
                _, paths = ring.play(name, target)
                first, last = (round(TICKS_PER_S * t) for t in book().contact(name))
                way = paths[first - 1 : last, ("left", "right").index(striking(name))] - target
                missed.append(np.linalg.norm(way, axis=1).min())
    assert np.mean(np.array(missed) < 0.08) >= 0.9, np.round(missed, 3)


def test_a_real_jab_comes_at_5_to_9_metres_a_second():
    ring = Ring()
    with ring.sim:
        _, paths = ring.play("jab")
    speed = np.linalg.norm(np.diff(paths[:, 0], axis=0), axis=1) * TICKS_PER_S
    first, last = (round(TICKS_PER_S * t) for t in book().contact("jab"))
    assert 5.0 <= speed[first:last].max() <= 9.0


@pytest.mark.slow(but=["step_forward-0-1"])
@pytest.mark.parametrize(("name", "axis", "sign"), [("step_forward", 0, 1), ("step_back", 0, -1), ("step_left", 1, 1),
                                                    ("step_right", 1, -1)])  # fmt: skip
def test_a_real_step_goes_at_least_a_third_of_its_way(name, axis, sign):
    for seconds in (0.3, 0.9, 1.6, 2.1):
        ring = Ring(seconds)
        with ring.sim:
            before, heading = ring.red.place("pelvis"), ring.motion.heading
            ring.play(name)
            gone = ring.red.place("pelvis") - before
            assert sign * turned(gone[0], gone[1], -heading)[axis] > 0.1
