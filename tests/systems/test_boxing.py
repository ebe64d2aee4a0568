"""Orders to moves: buffers, response, facing, footwork, the place that a fist is aimed at. On a small book of moves."""

from __future__ import annotations

from dataclasses import replace

import esper
import numpy as np
import pytest

from components.character import Body, Motion, Phase, Recovery
from components.clock import TICKS_PER_S
from components.fight import Bout, BoutPhase, Fighter, Hand, MoveKind, Order
from game.moves.library import load_clip
from game.rigs.rig import load_rig
from game.world.clips import ProjectClips
from systems.boxing.aiming import WIDEST, in_front, place_of_target
from systems.boxing.boxing import BUFFER_S, RELEASE, TURN_SPEED, ask
from systems.boxing.footwork import wanted
from systems.kernels.kinematics import engine_coordinates
from systems.kernels.quaternions import about_z, conj, mul
from systems.motion import facing, turned, wrapped
from systems.pacing import paced
from systems.physics import read_bodies

KINDS = {
    "guard": MoveKind.GUARD, "jab": MoveKind.PUNCH, "slip_left": MoveKind.EVADE, "block_high": MoveKind.BLOCK,
    "step_forward": MoveKind.STEP, "step_back": MoveKind.STEP, "step_left": MoveKind.STEP, "step_right": MoveKind.STEP,
    "pivot_left": MoveKind.STEP, "pivot_right": MoveKind.STEP, "victory": MoveKind.SHOW,
}  # fmt: skip
LENGTH = {"jab": 61, "slip_left": 61, "pivot_left": 25, "pivot_right": 25}
CONTACT = (0.20, 0.30)
FORWARD = (0.0, -(0.5**0.5), 0.0, 0.5**0.5)  # a hanging arm turned up to point along +x


class Book:
    """Guards of different length and name; the jab's left arm goes out straight to its contact and comes back."""

    names = tuple(KINDS)

    def __init__(self, rig):
        self.rig, self.targets, self.guard, self.made = rig, [], load_clip("guard", rig), {}

    def kind(self, name):
        return KINDS[name]

    def hand(self, name):
        return Hand.LEAD

    def contact(self, name):
        return CONTACT if name == "jab" else (0.0, 0.0)

    def clip(self, name):
        if name in ("guard", "block_high", "victory"):
            return self.made.setdefault(name, replace(self.guard, name=name))
        return self.made.setdefault(name, self.once(name))

    def thrown(self, name, target, rate):
        self.targets.append(target)
        return paced(self.once(name), rate)

    def once(self, name):
        n, guard = LENGTH.get(name, 49), self.guard
        joint, relative = guard.joint[:n].copy(), guard.relative[:n].copy()
        if name == "jab":
            arm = [self.rig.index(f"left_{bone}") for bone in ("upper_arm", "forearm", "hand")]
            reach = [self.rig.bones[b].parent for b in arm]
            for k in range(n):
                part = max(0.0, 1.0 - abs(k - 30) / 30)
                for b, parent in zip(arm, reach, strict=True):
                    out = mul(conj(guard.root_orientation[k]), FORWARD)
                    q = (1 - part) * relative[k, b] + part * np.array(out) * np.sign(relative[k, b] @ np.array(out))
                    relative[k, b] = q / np.linalg.norm(q)
                    joint[k, b] = mul(conj(relative[k, parent]), relative[k, b])
        rows = {
            "root_position": guard.root_position[:n].copy(), "root_orientation": guard.root_orientation[:n].copy(),
            "root_spin": guard.root_spin[:n].copy(), "relative": relative, "joint": joint,
            "relative_spin": guard.relative_spin[:n].copy(), "joint_spin": guard.joint_spin[:n].copy(),
            "upright": guard.upright[:n].copy(),
        }  # fmt: skip
        for row in rows.values():
            row.flags.writeable = False
        return replace(guard, name=name, looping=False, **rows)


class Corner:
    """Two boxers in the ring with the small book, in a fight that never ends; nobody leads them."""

    def __init__(self, sim):
        esper.switch_world(sim.world)
        self.sim = sim
        self.entity = {body.name: entity for entity, (body,) in esper.get_components(Body)}
        for entity, (fighter,) in esper.get_components(Fighter):
            esper.add_component(entity, replace(fighter, style=""))
        for _, bout in esper.get_component(Bout):
            bout.phase, bout.round_s = BoutPhase.FIGHT, 1e9

    def part(self, kind, name="red"):
        esper.switch_world(self.sim.world)
        return esper.component_for_entity(self.entity[name], kind)

    @property
    def fighter(self):
        return self.part(Fighter)

    def row(self, bone, name="red"):
        body = self.part(Body, name)
        return body.first + body.rig.index(bone)

    def place(self, bone="pelvis", name="red"):
        return self.sim.stage.tables.bones.position[self.row(bone, name)].copy()

    def put(self, name, x, y, yaw=None):
        """Stand it elsewhere, at rest."""
        body, t = self.part(Body, name), self.sim.stage.tables
        base = t.base[body.index]
        base[0:2] = x, y
        if yaw is not None:
            base[3:7] = mul(about_z(yaw - self.facing(name)), base[3:7])
        base[7:13] = 0.0
        place = engine_coordinates(t.skeletons, body.first, body.last, t.bones.joint, 0.0 * t.bones.joint_spin)
        self.sim.stage.engine.put(t.puppets[body.index], base, *place)
        read_bodies(self.sim.stage)

    def facing(self, name="red"):
        motion = self.part(Motion, name)
        return facing(self.sim.stage, self.part(Body, name), motion.clip, int(motion.frame))

    def told(self, kind):
        return [event for event in self.sim.stage.events if event.kind == kind]


@pytest.fixture
def corner(simulation, monkeypatch):
    """`corner()` is two boxers who have stood in guard for half a second; `corner.book` is what they can do."""
    book = Book(load_rig("boxer"))
    limits = ProjectClips.limits
    monkeypatch.setattr(ProjectClips, "moves", lambda clips, rig, stance: book, raising=False)
    monkeypatch.setattr(ProjectClips, "limits", lambda clips, name: limits(clips, "guard" if name in KINDS else name))

    def make(ticks=60, **options):
        made = Corner(simulation("boxing", **options))
        made.sim.tick(ticks)
        return made

    make.book = book
    return make


# --- orders


def test_an_order_begins_in_its_own_tick_and_the_fist_is_on_its_way_two_ticks_later(corner):
    box = corner()
    hand = box.row("left_hand")
    ask(box.fighter, Order("jab"))
    speed = []
    for _ in range(4):
        box.sim.tick()
        assert box.fighter.move == "jab"
        speed.append(box.sim.stage.tables.bones.velocity[hand, 0])
    assert speed[2] > 0.15 > abs(speed[0])
    assert box.fighter.punching == Order("jab") and box.fighter.thrown == 1
    assert box.fighter.fist == "left_hand" and box.fighter.order is None


def test_an_order_during_a_punch_waits_no_longer_than_the_buffer_and_is_then_forgotten(corner):
    box = corner()
    ask(box.fighter, Order("jab"))
    box.sim.tick()
    ask(box.fighter, Order("slip_left"))
    box.sim.tick(round(BUFFER_S * TICKS_PER_S))
    assert box.fighter.order and box.fighter.move == "jab"
    box.sim.tick(2)
    assert box.fighter.order is None
    box.sim.tick(90)
    assert box.fighter.move == "guard"


def test_an_order_late_in_a_punch_follows_when_the_last_part_of_its_recovery_begins(corner):
    box = corner()
    ask(box.fighter, Order("jab"))
    box.sim.tick()
    release = CONTACT[1] + RELEASE[MoveKind.PUNCH] * (61 / TICKS_PER_S - CONTACT[1])
    while box.fighter.move_s < release - 0.05:
        box.sim.tick()
    ask(box.fighter, Order("slip_left"))
    ticks = 0
    while box.fighter.move == "jab":
        box.sim.tick()
        ticks += 1
    assert box.fighter.move == "slip_left"
    assert ticks == pytest.approx(6, abs=1)
    assert box.fighter.punching is None


def test_the_last_of_several_orders_counts(corner):
    box = corner()
    for move in ("slip_left", "jab"):
        ask(box.fighter, Order(move))
    box.sim.tick()
    assert box.fighter.move == "jab"


def test_an_unknown_move_and_a_punch_after_the_bell_are_forgotten(corner):
    box = corner()
    ask(box.fighter, Order("headbutt"))
    box.sim.tick()
    assert box.fighter.move == "guard" and box.fighter.order is None
    for _, bout in esper.get_component(Bout):
        bout.phase = BoutPhase.REST
    ask(box.fighter, Order("jab"))
    box.sim.tick()
    assert box.fighter.move != "jab" and box.fighter.thrown == 0 and not box.told("punch")


def test_a_block_is_held_as_long_as_it_is_wanted_and_a_punch_comes_out_of_it(corner):
    box = corner()
    box.fighter.block = "high"
    box.sim.tick(40)
    assert box.fighter.move == "block_high" == box.part(Motion).clip.name
    ask(box.fighter, Order("jab"))
    box.sim.tick()
    assert box.fighter.move == "jab"
    box.sim.tick(62)
    assert box.fighter.move == "block_high"
    box.fighter.block = ""
    box.sim.tick()
    assert box.fighter.move == "guard"


def test_guard_follows_a_move_without_the_plain_stand_between(corner):
    box = corner()
    ask(box.fighter, Order("slip_left"))
    seen = set()
    for _ in range(120):
        box.sim.tick()
        seen.add(box.part(Motion).clip.name)
    assert seen == {"slip_left", "guard"}


def test_who_lies_does_nothing_and_is_in_guard_again_when_up(corner):
    box = corner()
    box.part(Recovery).phase = Phase.LIMP
    ask(box.fighter, Order("jab"))
    box.sim.tick()
    assert box.fighter.move == "" and box.fighter.order is None and box.fighter.thrown == 0
    box.part(Recovery).phase = Phase.AWAKE
    box.sim.tick()
    assert box.fighter.move == "guard"


def test_a_punch_costs_stamina_and_a_tired_one_is_slower(corner):
    box = corner()
    lengths, costs = [], []
    for stamina in (100.0, 20.0):
        box.fighter.stamina = stamina
        ask(box.fighter, Order("jab"))
        box.sim.tick()
        costs.append(stamina - box.fighter.stamina)
        lengths.append(box.part(Motion).clip.frames)
        box.sim.tick(120)
    assert costs[0] > 1.0
    assert lengths[0] == 61
    assert lengths[1] == pytest.approx(1 + 60 / (0.35 + 0.65 * 20.0 / 40.0), abs=1)


def test_out_of_breath_there_is_no_punch_and_breath_comes_back_slowly(corner):
    box = corner()
    gained = []
    for stamina in (1.0, 40.0):
        box.fighter.stamina, thrown = stamina, box.fighter.thrown
        box.sim.tick(60)
        gained.append(box.fighter.stamina - stamina)
        if stamina == 1.0:
            box.fighter.stamina = stamina
            ask(box.fighter, Order("jab"))
            box.sim.tick(2)
            assert box.fighter.thrown == thrown
    assert gained[1] == pytest.approx(0.9, abs=0.02)
    assert gained[0] < 0.35 * gained[1]


# --- aim


def test_the_fist_is_aimed_at_where_a_moving_head_will_be(corner):
    """0.4 m/s sideways for the 0.25 s until the middle of the contact window: 0.1 m."""
    box = corner()
    other, stage = box.part(Body, "blue"), box.sim.stage
    stage.tables.bones.velocity[other.head] = 0.0, 0.4, 0.0
    now, then = (np.array(place_of_target(stage, other, "head", t)) for t in (0.0, 0.25))
    assert then - now == pytest.approx([0.0, 0.1, 0.0])
    stage.tables.bones.velocity[other.head] = 0.0, 40.0, 0.0
    assert np.linalg.norm(np.array(place_of_target(stage, other, "head", 0.25)) - now) == pytest.approx(0.25)


def test_a_target_comes_in_the_frame_in_which_the_clip_starts(corner):
    """From the clip's frame back to the world by the anchor that the motion really got."""
    box = corner()
    ask(box.fighter, Order("jab"))
    place = np.array(place_of_target(box.sim.stage, box.part(Body, "blue"), "head", 0.25))
    box.sim.tick()
    (x, y, z), motion = corner.book.targets[-1], box.part(Motion)
    back = turned(x, y, motion.heading)
    assert (back[0] + motion.anchor[0], back[1] + motion.anchor[1], z) == pytest.approx(tuple(place), abs=0.01)


def test_what_lies_behind_is_punched_at_no_further_round_than_a_body_turns(corner):
    box = corner()
    x, y, _ = in_front(box.sim.stage, box.part(Body), corner.book.clip("jab"), (-5.0, 1.0, 1.5))
    assert np.arctan2(y, x) == pytest.approx(WIDEST)


def test_a_clip_at_another_pace_passes_the_same_poses_at_other_times():
    book = Book(load_rig("boxer"))
    clip = book.once("jab")
    for rate in (0.5, 0.8, 1.25):
        other = paced(clip, rate)
        assert other.frames == pytest.approx(1 + 60 / rate, abs=1)
        for k in range(0, other.frames - 1, 7):
            low = int(k * rate)
            near = min(abs(other.relative[k, 9] @ clip.relative[j, 9]) for j in (low, min(low + 1, 60)))
            assert near > np.cos(np.radians(4.0))
            assert other.relative_spin[k] == pytest.approx(
                rate * ((1 - k * rate + low) * clip.relative_spin[low] + (k * rate - low) * clip.relative_spin[low + 1])
            )
        assert np.allclose(other.relative[-1], clip.relative[-1], atol=1e-12)
        assert np.linalg.norm(other.relative, axis=2) == pytest.approx(1.0)
        assert not other.relative.flags.writeable and other.relative.flags.c_contiguous
    assert paced(clip, 1.0) is clip


# --- feet


def test_it_turns_its_heading_to_the_other_no_faster_than_a_boxer_can(corner):
    box = corner()
    motion, (x, y, _) = box.part(Motion), box.place()
    angle = motion.heading + np.radians(12.0)
    box.put("blue", x + 1.4 * np.cos(angle), y + 1.4 * np.sin(angle))
    before = motion.heading
    box.sim.tick()
    assert box.fighter.move == "guard"
    assert motion.heading - before == pytest.approx(TURN_SPEED / TICKS_PER_S)
    box.sim.tick(30)
    assert abs(box.facing() - angle) < np.radians(12.0)


def test_far_off_its_heading_it_takes_a_pivot_to_the_right_side(corner):
    for side, name in ((1.5, "pivot_left"), (-1.5, "pivot_right")):
        box = corner(ticks=30)
        box.put("blue", box.place()[0], box.place()[1] + side)
        box.sim.tick()
        assert box.fighter.move == name


@pytest.mark.parametrize(
    ("walk", "name"),
    [
        ((1.0, 0.0), "step_forward"),
        ((-1.0, 0.0), "step_back"),
        ((0.0, 1.0), "step_left"),
        ((0.2, -0.9), "step_right"),
        ((0.1, 0.1), "guard"),
    ],
)
def test_steps_go_where_it_wants_to_walk_and_a_hint_of_a_wish_is_none(corner, walk, name):
    box = corner()
    box.fighter.walk = walk
    box.sim.tick()
    assert box.fighter.move == name


def test_it_does_not_step_into_the_other_nor_into_the_ropes_but_along_them(corner):
    box = corner()
    box.put("blue", 0.6, 0.0)
    box.put("red", 0.0, 0.0)
    red, blue, stage = box.part(Body), box.part(Body, "blue"), box.sim.stage
    assert wanted(stage, red, blue, (1.0, 0.0)) == ""
    assert wanted(stage, red, blue, (1.0, 0.5)) == "step_left"
    assert wanted(stage, red, blue, (-1.0, 0.0)) == "step_back"
    box.put("blue", -1.0, 0.0)
    box.put("red", -2.5, 0.0)
    assert wanted(stage, red, blue, (-1.0, 0.0)) == ""
    assert wanted(stage, red, blue, (-1.0, 0.5)) == "step_left"
    box.put("red", -2.9, 0.0)
    assert wanted(stage, red, blue, (0.0, 1.0)) == "step_left", "who is too far out already may go along"
    assert wanted(stage, red, blue, (1.0, 0.0)) == "step_forward"


# --- with the project's own moves


@pytest.mark.parametrize("move", ["jab", "cross", "hook", "uppercut"])
def test_a_real_fist_has_begun_to_move_against_the_body_in_the_third_tick(simulation, move):
    box = Corner(simulation("boxing"))
    box.sim.tick(60)
    ask(box.fighter, Order(move))
    speed = []
    for _ in range(3):
        box.sim.tick()
        velocity = box.sim.stage.tables.bones.velocity
        speed.append(float(np.linalg.norm(velocity[box.row(box.fighter.fist)] - velocity[box.row("pelvis")])))
    assert speed[2] > 0.12
    assert speed == sorted(speed)


@pytest.mark.slow
def test_a_real_walk_round_the_other_goes_round_it_at_the_same_distance(simulation):
    """5 s to the left: at least 1 m along the circle, still facing the other."""
    box = Corner(simulation("boxing"))
    box.sim.tick(60)
    before = box.place() - box.place(name="blue")
    box.fighter.walk = (0.0, 1.0)
    box.sim.run(5.0)
    after = box.place() - box.place(name="blue")
    angle = np.arctan2(before[0] * after[1] - before[1] * after[0], before[:2] @ after[:2])
    distance = np.linalg.norm(after[:2])
    assert angle * distance < -1.0, "its left is clockwise round the other"
    assert distance == pytest.approx(np.linalg.norm(before[:2]), abs=0.3)
    towards = np.arctan2(-after[1], -after[0])
    assert abs(np.degrees((box.facing() - towards + np.pi) % (2 * np.pi) - np.pi)) < 30.0


@pytest.mark.slow(but=["40.0-pivot_left"])
@pytest.mark.parametrize(
    ("angle", "name"), [(40.0, "pivot_left"), (-60.0, "pivot_right"), (90.0, "pivot_left"), (-150.0, "pivot_right")]
)
def test_a_real_boxer_turns_to_where_the_other_is_and_not_past_it(simulation, angle, name):
    """A pivot's own 28 degrees were added to what the other was round, and the next pivot turned back."""
    box = Corner(simulation("boxing"))
    box.sim.tick(60)
    x, y, _ = box.place()
    way = box.facing() + np.radians(angle)
    box.put("blue", x + 1.2 * np.cos(way), y + 1.2 * np.sin(way))
    moves, off = [], []
    for _ in range(480):
        box.sim.tick()
        there = box.place(name="blue") - box.place()
        moves.append(box.fighter.move)
        off.append(np.degrees(wrapped(np.arctan2(there[1], there[0]) - box.facing())))
    assert moves[0] == name
    assert set(moves) == {"guard", name}
    assert np.abs(off[360:]).max() < 15.0
    assert np.linalg.norm(box.place()[:2] - (x, y)) < 0.4
