"""The bout: what a fist counts, the count, how it ends; on synthetic touches, and on real bodies that meet."""

from __future__ import annotations

from dataclasses import replace

import esper
import numpy as np
import pytest
from raw import p

from components.character import Balance, Body, Phase, Record, Recovery, Stun
from components.clock import DT, TICKS_PER_S
from components.fight import Bout, BoutPhase, Fighter, Order
from components.ropes import Ropes
from components.settings import Ground, StunSettings, WorldSettings
from game import Simulation
from game.plays.boxing.scenes import bout_of, with_bout
from game.scenes.scene import load_scene
from systems.boxing.bout import COUNT, READY_S, STAYS_S, BoutSystem, card
from systems.boxing.damage import BREATH, HARM, LEFT_BY_ARMS, OUT_COLD_S, WORN, WORTH, Boxer, chin, place_of
from systems.boxing.marshal import CORNER, MarshalSystem, towards
from systems.boxing.scoring import CLOSING, GATHER
from systems.engines import start_engine
from systems.grounds.ring import BLOCK, BLOCK_DROP, BLOCK_RISE, BLOCKS
from systems.hits import HEAD_SHARE
from systems.impacts import ImpactsSystem


class Ringside:
    """A bout whose impacts and referee alone are at work: bodies stand still, touches and falls are told to them."""

    def __init__(self, scene="boxing", **spec):
        scene = load_scene(scene)
        boxers = tuple(replace(boxer, style="") for boxer in bout_of(scene).boxers)
        self.sim = Simulation(with_bout(scene, replace(bout_of(scene), boxers=boxers, **spec)))
        self.stage = self.sim.stage
        self.impacts, self.referee = ImpactsSystem(self.stage), BoutSystem(self.stage)
        self.marshal = MarshalSystem(self.stage)

    @property
    def bout(self):
        return self.of(Bout)

    def of(self, kind, who=None):
        esper.switch_world(self.sim.world)
        if who is None:
            return esper.get_component(kind)[0][1]
        return next(found for _, (body, found) in esper.get_components(Body, kind) if body.name == who)

    def pass_time(self, seconds=DT):
        esper.switch_world(self.sim.world)
        for _ in range(round(seconds * TICKS_PER_S)):
            self.impacts.process(DT)
            self.referee.process(DT)
            self.stage.ticks += 1

    def fight(self):
        self.pass_time(READY_S + 3 * DT)
        assert self.bout.phase is BoutPhase.FIGHT
        return self

    def punch(self, who="red", move="cross", power=1.0):
        fighter = self.of(Fighter, who)
        fighter.move, fighter.move_s, fighter.contact = move, 0.25, (0.2, 0.3)
        fighter.punching, fighter.landed_now = Order(move, power=power), False
        return fighter

    def touch(self, bone, impulse, speed=7.0, fist="right_hand", by="red", who="blue"):
        """A fist on a bone in this step; `speed` is that of the fist before it, straight at the bone."""
        me, other, t = self.of(Body, by), self.of(Body, who), self.stage.tables
        hand, row = me.first + me.rig.index(fist), other.first + other.rig.index(bone)
        n = int(t.contacts.count[0])
        t.contacts.count[0] = n + 1
        t.contacts.bone[n], t.contacts.other_bone[n], t.contacts.other[n] = row, hand, me.engine_id
        t.contacts.position[n], t.contacts.normal[n] = t.bones.position[hand], (1.0, 0.0, 0.0)
        t.contacts.impulse[n] = impulse
        t.before.position[:], t.before.velocity[:] = t.bones.position, 0.0
        t.before.velocity[hand] = (speed, 0.0, 0.0)

    def no_touch(self):
        self.stage.tables.contacts.count[0] = 0

    def blow(self, bone="head", impulse=20.0, **how):
        """A whole one: the impulse in one step, then nothing."""
        self.punch(how.get("by", "red"), how.pop("move", "cross"), how.pop("power", 1.0))
        self.no_touch()
        self.touch(bone, impulse, **how)
        self.pass_time()
        self.no_touch()
        self.pass_time(GATHER * DT)
        return self

    def fall(self, who="blue"):
        self.of(Record, who).fallen, self.of(Recovery, who).phase = True, Phase.LIMP

    def rise(self, who="blue"):
        self.of(Record, who).fallen, self.of(Recovery, who).phase = False, Phase.AWAKE
        self.of(Stun, who).unconscious_s = 0.0

    def told(self, kind):
        return [event for event in self.stage.events if event.kind == kind]


@pytest.fixture
def ringside():
    made = []

    def make(*args, **spec):
        made.append(Ringside(*args, **spec))
        made[-1].no_touch()
        return made[-1]

    yield make
    for each in made:
        each.sim.close()


# --- fists


@pytest.mark.parametrize(
    ("bone", "place"),
    [("head", "head"), ("neck", "head"), ("spine1", "body"), ("spine3", "body"), ("left_clavicle", "body"),
     ("right_forearm", "arm"), ("left_upper_arm", "arm"), ("left_hand", "arm"), ("pelvis", "low"),
     ("left_thigh", "low")],
)  # fmt: skip
def test_every_bone_is_somewhere(bone, place):
    assert place_of(bone) == place


@pytest.mark.parametrize(("bone", "place"), [("head", "head"), ("spine2", "body"), ("right_forearm", "arm")])
def test_a_blow_costs_by_its_impulse_and_its_place(ringside, bone, place):
    ring = ringside().fight().blow(bone, 20.0, power=1.2)
    hit, struck = ring.of(Fighter, "red"), ring.of(Fighter, "blue")
    assert struck.health == pytest.approx(100.0 - HARM * 20.0 * WORTH[place] * 1.2)
    assert struck.stamina == pytest.approx(100.0 - BREATH[place] * 20.0)
    (event,) = ring.told("land")
    assert (event.who, event.details["by"], event.details["hand"]) == ("blue", "red", "rear")
    assert (event.details["place"], event.details["impulse"]) == (place, 20.0)
    assert event.details["speed"] == pytest.approx(7.0, abs=0.01)
    clean = place != "arm"
    assert (hit.landed, hit.power_landed, hit.blocked) == (clean, clean, not clean)
    assert hit.points == pytest.approx(20.0 * WORTH[place] * 1.2 if clean else 0.0)
    assert hit.hardest == 20.0
    assert struck.landed == struck.points == 0


def test_a_jab_is_no_power_punch(ringside):
    ring = ringside().fight().blow("head", 8.0, move="jab").blow("spine1", 8.0, move="body_jab")
    assert (ring.of(Fighter, "red").landed, ring.of(Fighter, "red").power_landed) == (2, 0)


def test_the_impulse_of_a_few_steps_is_one_blow(ringside):
    """Four steps of 6, 4, 3 and 1 N s; a fifth is another matter."""
    ring = ringside().fight()
    ring.punch()
    for impulse in (6.0, 4.0, 3.0, 1.0, 9.0):
        ring.no_touch()
        ring.touch("head", impulse)
        ring.pass_time()
    (event,) = ring.told("land")
    assert event.details["impulse"] == 14.0


def test_a_blow_is_where_the_hardest_of_it_went(ringside):
    ring = ringside().fight()
    ring.punch()
    for bone, impulse in (("left_forearm", 2.0), ("head", 9.0), ("head", 3.0), ("left_hand", 1.0)):
        ring.no_touch()
        ring.touch(bone, impulse)
        ring.pass_time()
    assert ring.told("land")[0].details["place"] == "head"


def test_a_punch_lands_once(ringside):
    ring = ringside().fight()
    ring.punch()
    ring.touch("head", 5.0)
    ring.pass_time(20 * DT)
    assert len(ring.told("land")) == 1
    ring.no_touch()
    ring.blow()
    assert len(ring.told("land")) == 2, "the next one lands again"


@pytest.mark.parametrize(("move_s", "lands"), [(0.05, False), (0.11, True), (0.25, True), (0.39, True), (0.45, False)])
def test_a_fist_lands_in_its_window_and_a_tenth_around_it(ringside, move_s, lands):
    ring = ringside().fight()
    ring.punch().move_s = move_s
    ring.touch("head", 10.0)
    ring.pass_time(6 * DT)
    assert len(ring.told("land")) == lands


@pytest.mark.parametrize(
    ("speed", "lands"), [(0.5, False), (CLOSING - 0.1, False), (CLOSING + 0.1, True), (-7.0, False)]
)
def test_a_push_is_no_punch(ringside, speed, lands):
    ring = ringside().fight()
    ring.punch()
    ring.touch("head", 10.0, speed=speed)
    ring.pass_time(6 * DT)
    assert len(ring.told("land")) == lands


def test_what_closes_is_both_of_them(ringside):
    """A head that goes away as fast as the fist comes is not struck; one that comes in is, by a fist at rest."""
    for head, fist, lands in ((7.0, 7.0, 0), (-3.0, 0.0, 1)):
        ring = ringside().fight()
        ring.punch()
        ring.touch("head", 10.0, speed=fist)
        body = ring.of(Body, "blue")
        ring.stage.tables.before.velocity[body.head] = (head, 0.0, 0.0)
        ring.pass_time()
        ring.no_touch()
        ring.pass_time(5 * DT)
        assert len(ring.told("land")) == lands


def test_without_a_punch_a_touch_is_nothing(ringside):
    ring = ringside().fight()
    ring.touch("head", 30.0)
    ring.pass_time(6 * DT)
    assert not ring.told("land")
    assert ring.of(Fighter, "blue").health == 100.0


def test_only_the_fist_that_was_thrown_counts_where_it_is_known(ringside):
    for fist, lands in (("left_hand", 0), ("right_hand", 1)):
        ring = ringside().fight()
        ring.punch().fist = "right_hand"
        ring.touch("head", 10.0, fist=fist)
        ring.pass_time(6 * DT)
        assert len(ring.told("land")) == lands


def test_the_lead_hand_is_the_left_unless_one_is_a_southpaw(ringside):
    ring = ringside().fight().blow(fist="left_hand")
    ring.of(Fighter, "red").stance = "southpaw"
    ring.blow(fist="left_hand")
    assert [event.details["hand"] for event in ring.told("land")] == ["lead", "rear"]


def test_below_the_belt_is_told_and_counts_nothing(ringside):
    ring = ringside().fight().blow("left_thigh", 30.0).blow("pelvis", 30.0)
    assert len(ring.told("low_blow")) == 2
    assert not ring.told("land")
    assert (ring.of(Fighter, "red").points, ring.of(Fighter, "blue").health) == (0.0, 100.0)


def test_nobody_scores_on_who_lies_nor_before_the_bell(ringside):
    ring = ringside()
    ring.pass_time(0.5)
    ring.blow()
    ring.fight()
    ring.fall()
    ring.blow()
    assert not ring.told("land")
    assert ring.of(Fighter, "blue").health == 100.0


def test_who_falls_is_not_down_yet_and_can_be_struck(ringside):
    ring = ringside().fight()
    ring.of(Recovery, "blue").phase = Phase.FALLING
    ring.pass_time(0.2)
    assert ring.bout.phase is BoutPhase.FIGHT
    ring.blow()
    assert len(ring.told("land")) == 1
    ring.fall()
    ring.pass_time(2 * DT)
    assert ring.bout.phase is BoutPhase.COUNT


# --- real bodies


def meet(apart, speed, clips=("guard", "stand")):
    """Red comes at blue in its guard, all of it at that speed; its right is the fist that was thrown."""
    scene = load_scene("boxing", {"red.clip": clips[0], "blue.clip": clips[1]})
    places = (replace(scene.characters[0], at=(0.0, 0.0)), replace(scene.characters[1], at=(apart, 0.0)))
    sim = Simulation(replace(scene, characters=places))
    sim.systems = [system for system in sim.systems if system.name() not in ("mind", "boxing")]
    sim.tick()
    (_, bout), *_ = esper.get_component(Bout)
    bout.phase = BoutPhase.FIGHT
    red, fighter = next(found for _, found in esper.get_components(Body, Fighter) if found[1].corner == "red")
    fighter.punching, fighter.contact, fighter.fist = Order("cross"), (0.0, 0.5), "right_hand"
    p.resetBaseVelocity(red.engine_id, [speed, 0.0, 0.0], [0.0, 0.0, 0.0], physicsClientId=sim.client)
    return sim, fighter


@pytest.mark.bullet
@pytest.mark.parametrize("speed", [4.0, 7.0])
def test_a_fist_that_meets_a_body_lands_as_fast_as_it_came(speed):
    sim, fighter = meet(0.62, speed)
    with sim:
        for _ in range(40):
            fighter.move_s += DT
            sim.tick()
        (event,) = [event for event in sim.stage.events if event.kind == "land"]
        assert CLOSING < event.details["speed"] < 1.5 * speed
        assert event.details["impulse"] > 1.0
        assert event.details["place"] in ("head", "body", "arm")
        assert np.linalg.norm(np.array(event.details["at"]) - (0.55, -0.15, 1.4)) < 0.35


@pytest.mark.bullet
def test_a_glove_on_a_body_that_leans_against_it_is_no_blow():
    sim, fighter = meet(0.62, 0.3)
    with sim:
        for _ in range(60):
            fighter.move_s = 0.1
            sim.tick()
        assert not [event for event in sim.stage.events if event.kind == "land"]


# --- the count


def test_it_begins_with_a_bell_after_two_seconds(ringside):
    ring = ringside()
    ring.pass_time(READY_S - 5 * DT)
    assert ring.bout.phase is BoutPhase.READY
    ring.fight()
    assert len(ring.told("bell")) == 1
    assert ring.told("round")[0].details["round"] == 1


def test_a_fall_after_a_blow_is_a_knockdown_and_is_counted_once_a_second(ringside):
    ring = ringside().fight().blow("head", 60.0)
    ring.fall()
    ring.pass_time()
    assert (ring.bout.phase, ring.bout.down) == (BoutPhase.COUNT, "blue")
    assert (ring.of(Fighter, "blue").knockdowns, ring.of(Fighter, "blue").counted) == (1, True)
    start = ring.stage.time
    ring.pass_time(4.5)
    assert [event.details["number"] for event in ring.told("count")] == [1, 2, 3, 4]
    np.testing.assert_allclose([event.t - start for event in ring.told("count")], [1, 2, 3, 4], atol=2.5 * DT)


def test_who_is_up_before_ten_boxes_on_and_the_rounds_clock_stood_still(ringside):
    ring = ringside().fight().blow()
    fought = ring.bout.clock_s
    ring.fall()
    ring.pass_time()
    ring.pass_time(8.0)
    ring.rise()
    ring.pass_time()
    assert (ring.bout.phase, ring.bout.count, ring.bout.down) == (BoutPhase.FIGHT, 0, "")
    assert ring.bout.clock_s == pytest.approx(fought, abs=3 * DT)
    assert ring.told("box")[0].details["count"] == 8
    assert ring.of(Fighter, "blue").down_s == pytest.approx(8.0, abs=0.1)


def test_who_is_on_its_feet_but_out_of_its_senses_is_counted_on(ringside):
    ring = ringside().fight().blow()
    ring.fall()
    ring.pass_time()
    ring.rise()
    ring.of(Stun, "blue").unconscious_s = 1.0
    ring.pass_time(1.0)
    assert ring.bout.phase is BoutPhase.COUNT


def test_ten_is_a_knockout(ringside):
    ring = ringside().fight().blow()
    ring.fall()
    ring.pass_time()
    ring.pass_time(COUNT - 0.1)
    assert ring.bout.phase is BoutPhase.COUNT
    ring.pass_time(0.2)
    assert (ring.bout.phase, ring.bout.winner, ring.bout.how) == (BoutPhase.OVER, "red", "KO")
    (event,) = ring.told("result")
    assert (event.who, event.details["how"]) == ("red", "KO")
    ring.pass_time(5.0)
    assert len(ring.told("result")) == 1


@pytest.mark.parametrize(("phase", "out_s"), [(Phase.LIMP, STAYS_S), (Phase.RISING, 0.0)])
def test_who_was_counted_out_stays_down_and_who_is_rising_already_gets_up(ringside, phase, out_s):
    ring = ringside().fight()
    ring.fall()
    ring.of(Recovery, "blue").phase = phase
    ring.pass_time(COUNT + 0.5)
    assert (ring.bout.phase, ring.bout.how) == (BoutPhase.OVER, "KO")
    assert ring.of(Stun, "blue").unconscious_s == out_s


def test_the_count_waits_while_who_is_down_is_carried_back_into_the_ring(ringside):
    ring = ringside().fight()
    ring.fall()
    ring.pass_time(3.5)
    assert ring.bout.count == 3
    ropes, names = ring.of(Ropes), ["red", "blue"]
    ropes.carried = tuple(name == "blue" for name in names)
    ring.pass_time(8.0)
    assert (ring.bout.phase, ring.bout.count) == (BoutPhase.COUNT, 3)
    ropes.carried = tuple(name == "red" for name in names)  # who stands is not waited for
    ring.pass_time(1.0)
    assert ring.bout.count == 4


def test_a_boxer_without_health_is_out_for_longer_than_any_count(ringside):
    ring = ringside().fight().blow("head", 700.0)
    assert ring.of(Fighter, "blue").health == 0.0
    assert ring.of(Stun, "blue").unconscious_s == OUT_COLD_S > COUNT


def test_the_less_health_the_longer_a_knockdown_lasts(ringside):
    left = []
    for impulse in (10.0, 150.0, 350.0):
        ring = ringside().fight().blow("head", impulse)
        ring.fall()
        ring.pass_time()
        left.append(ring.of(Stun, "blue").unconscious_s)
    assert 0.0 < left[0] < left[1] < left[2] < COUNT


def test_a_fall_of_its_own_is_a_slip_and_costs_nothing(ringside):
    ring = ringside().fight()
    ring.fall("red")
    ring.pass_time()
    assert ring.bout.phase is BoutPhase.COUNT
    assert len(ring.told("slip")) == 1
    assert not ring.told("knockdown")
    assert (ring.of(Fighter, "red").knockdowns, ring.of(Stun, "red").unconscious_s) == (0, 0.0)


def test_three_knockdowns_are_a_technical_knockout(ringside):
    ring = ringside().fight()
    for number in (1, 2, 3):
        ring.blow("spine2", 10.0)
        ring.fall()
        ring.pass_time(2 * DT)
        assert ring.told("knockdown")[-1].details["number"] == number
        if number < 3:
            ring.rise()
            ring.pass_time(2 * DT)
            assert ring.bout.phase is BoutPhase.FIGHT
    assert (ring.bout.phase, ring.bout.winner, ring.bout.how) == (BoutPhase.OVER, "red", "TKO")


def test_when_both_stay_down_nobody_has_won(ringside):
    ring = ringside().fight()
    ring.fall("red")
    ring.fall("blue")
    ring.pass_time(COUNT + 0.2)
    assert (ring.bout.phase, ring.bout.winner, ring.bout.how) == (BoutPhase.OVER, "", "draw")


# --- rounds and cards


def test_rounds_rest_and_a_decision(ringside):
    ring = ringside(rounds=2, round_s=3.0, rest_s=2.0).fight().blow("spine2", 40.0)
    tired = ring.of(Fighter, "blue").stamina
    ring.pass_time(3.0)
    assert ring.bout.phase is BoutPhase.REST
    assert ring.bout.cards == ((10, 9),)
    ring.pass_time(1.0)
    assert ring.of(Fighter, "blue").stamina > tired
    ring.pass_time(1.1)
    assert (ring.bout.phase, ring.bout.round) == (BoutPhase.FIGHT, 2)
    assert ring.of(Fighter, "red").points == 0.0
    ring.pass_time(3.1)
    assert (ring.bout.phase, ring.bout.winner, ring.bout.how) == (BoutPhase.OVER, "red", "decision")
    assert ring.bout.cards == ((10, 9), (10, 10))
    assert [event.kind for event in ring.stage.events if event.kind in ("bell", "result")] == ["bell"] * 5 + ["result"]


def test_as_many_points_are_a_draw(ringside):
    ring = ringside(rounds=1, round_s=1.0).fight()
    ring.pass_time(1.1)
    assert (ring.bout.winner, ring.bout.how, ring.bout.cards) == ("", "draw", ((10, 10),))


@pytest.mark.parametrize(
    ("red", "blue", "points"),
    [
        ((50.0, 0), (30.0, 0), (10, 9)),
        ((30.0, 0), (50.0, 0), (9, 10)),
        ((30.0, 0), (30.5, 0), (10, 10)),
        ((80.0, 1), (30.0, 0), (8, 10)),
        ((0.0, 0), (90.0, 2), (10, 7)),
        ((50.0, 1), (30.0, 1), (9, 8)),
        ((0.0, 0), (0.0, 0), (10, 10)),
    ],
)
def test_the_ten_point_must(red, blue, points):
    def boxer(landed, downs):
        return Fighter("", "", points=landed, round_knockdowns=downs)

    assert card(boxer(*red), boxer(*blue)) == points


# --- the platform, the corners, the file


def test_who_falls_off_the_platform_has_lost():
    scene = load_scene("platform")
    boxers = tuple(replace(boxer, style="") for boxer in bout_of(scene).boxers)
    places = (scene.characters[0], replace(scene.characters[1], at=(2.9, 0.0), height=0.6))
    with Simulation(with_bout(replace(scene, characters=places), replace(bout_of(scene), boxers=boxers))) as sim:
        sim.run(2.0)
        bout = sim.report()["bout"]
        assert (bout["winner"], bout["how"]) == ("red", "out of the ring")


def test_the_platform_is_of_uneven_blocks_above_a_floor_and_another_seed_makes_another():
    heights = []
    for seed in (1, 1, 2):
        engine = start_engine(WorldSettings(ground=Ground.PLATFORM), seed)
        line = [BLOCK * (i - 4.5) for i in range(BLOCKS)]
        heights.append([engine.ground_height(x, y) for x in line for y in line])
        assert engine.ground_height(2.51, 0.0) == engine.ground_height(0.0, -9.0) == pytest.approx(-BLOCK_DROP)
        engine.close()
    assert heights[0] == heights[1] != heights[2]
    assert min(heights[0]) >= 0.0
    assert 0.03 < max(heights[0]) <= BLOCK_RISE
    assert len(set(heights[0])) > 90


def test_on_the_platform_nobody_has_lost_who_stands_on_it():
    with Simulation("platform") as sim:
        sim.run(1.0)
        assert sim.report()["bout"]["winner"] == ""


def test_a_wish_to_a_corner_is_told_as_seen_by_who_faces_the_other():
    """At the origin, the other in +x: the corner (1, -1) is ahead and to the right, the red one behind and right."""
    forward, left = towards((0.0, 0.0), (1.0, 0.0), (1, -1))
    assert (forward, left) == (pytest.approx(0.5**0.5), pytest.approx(-(0.5**0.5)))
    forward, left = towards((0.0, 0.0), (0.0, 2.0), (1, 1))
    assert (forward, left) == (pytest.approx(0.5**0.5), pytest.approx(-(0.5**0.5)))
    assert towards((CORNER, CORNER), (0.0, 0.0), (1, 1)) == (0.0, 0.0)


def test_during_a_count_the_other_is_sent_to_a_neutral_corner(ringside):
    ring = ringside().fight()
    ring.fall("blue")
    ring.pass_time()
    ring.of(Fighter, "blue").walk = ring.of(Fighter, "red").walk = (1.0, 0.0)
    ring.marshal.process(DT)
    assert ring.of(Fighter, "blue").walk == (0.0, 0.0)
    assert ring.of(Fighter, "red").walk != (1.0, 0.0)
    assert np.hypot(*ring.of(Fighter, "red").walk) == pytest.approx(1.0)


def test_during_a_round_wishes_are_left_alone(ringside):
    ring = ringside().fight()
    ring.of(Fighter, "red").walk, ring.of(Fighter, "red").block = (0.3, -0.4), "high"
    ring.marshal.process(DT)
    assert (ring.of(Fighter, "red").walk, ring.of(Fighter, "red").block) == ((0.3, -0.4), "high")


@pytest.mark.slow
def test_a_run_saved_in_the_middle_of_a_count_goes_on_to_the_same_hash():
    """Blue is knocked out of its senses by hand in the first round, and counted; events are part of the hash."""
    with Simulation("boxing", seed=5) as sim:
        sim.run(READY_S + 0.1)
        esper.switch_world(sim.world)
        stun, fighter = next(found for _, found in esper.get_components(Stun, Fighter) if found[1].corner == "blue")
        stun.unconscious_s, fighter.unhurt_s = 12.0, 0.0
        sim.run(3.5)
        (_, bout), *_ = esper.get_component(Bout)
        assert (bout.phase, bout.down, bout.count) == (BoutPhase.COUNT, "blue", 3)
        saved = sim.save()
        ends = []
        for _ in range(2):
            sim.run(9.0)
            ends.append((sim.state_hash(), sim.report()["bout"]))
            sim.load(saved)
            assert sim.report()["bout"]["phase"] == "count"
        assert ends[0] == ends[1]
        assert ends[0][1]["how"] == "KO"
        assert ends[0][1]["winner"] == "red"


# --- chins


def test_a_chin_gets_weaker_with_health(ringside):
    """A fresh one bears half of `knockout_impulse`, one without any health 0.3 of that."""
    ring = ringside().fight()
    limit = HEAD_SHARE * ring.of(StunSettings, "blue").knockout_impulse
    blue = Boxer(*(ring.of(kind, "blue") for kind in (Fighter, Body, Stun, Recovery, Balance, Record, StunSettings)))
    borne = []
    for health in (100.0, 50.0, 0.0):
        blue.fighter.health = health
        borne.append(chin(blue))
    assert borne == pytest.approx([limit, 0.5 * (1.0 + WORN) * limit, WORN * limit])


@pytest.mark.parametrize(("bone", "drops"), [("head", True), ("spine2", False), ("left_forearm", False)])
def test_a_blow_that_the_chin_does_not_bear_takes_the_legs_away_and_only_on_the_head(ringside, bone, drops):
    ring = ringside().fight()
    ring.of(Fighter, "blue").health = 40.0
    blue = Boxer(*(ring.of(kind, "blue") for kind in (Fighter, Body, Stun, Recovery, Balance, Record, StunSettings)))
    ring.blow(bone, 0.9 * chin(blue))
    assert ring.of(Stun, "blue").unconscious_s == 0.0
    ring.of(Fighter, "blue").health = 40.0
    ring.blow(bone, 1.1 * chin(blue))
    assert (ring.of(Stun, "blue").unconscious_s > 0.0) is drops


def test_no_blow_on_the_arms_takes_the_last_health(ringside):
    ring = ringside().fight().blow("left_forearm", 1e5)
    assert ring.of(Fighter, "blue").health == LEFT_BY_ARMS
    ring.of(Fighter, "blue").health = 0.4  # less than that: it does not heal either
    ring.blow("left_forearm", 50.0)
    assert ring.of(Fighter, "blue").health == 0.4
