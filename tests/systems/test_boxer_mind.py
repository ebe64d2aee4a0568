"""The computer boxer: what it sees and when, who of its controllers is busy, and that all of it can be repeated."""

from __future__ import annotations

from dataclasses import replace

import esper
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.character import Body, Phase, Recovery, Stun
from components.clock import TICKS_PER_S
from components.control import Status
from components.errors import InputError
from components.fight import Bout, BoutPhase, Fighter, Order
from game.scenes.styles import DEFENCES, PUNCHES, STYLES, read_styles, styles
from systems.boxing.minds.controller import Controller
from systems.boxing.minds.mind import LOOK_TICKS, Look, Mind, View, Wish
from systems.boxing.minds.moving import BREAK, ENTANGLED_S, LINKED_S
from systems.boxing.minds.punching import follow_ups
from systems.boxing.minds.supervisor import CONTROLLERS, MindSystem, feel, let_go, think, threat
from systems.chance import chance
from systems.grounds.ring import ROPES
from systems.kernels import tick
from systems.kernels.kinematics import engine_coordinates
from systems.kernels.quaternions import mul
from systems.physics import read_bodies

LOOK_S = LOOK_TICKS / TICKS_PER_S


def view(**known):
    style = styles().style(known.pop("style", "out_boxer"), known.pop("level", 2))
    plain = View(
        style=style, name="red", seed=0, tick=0, awake=True, free=True, stamina=100.0, authority=1.0, entangled_s=0.0,
        linked_s=0.0, room_back=2.0, room_left=2.0, room_right=2.0, seen=True, distance=style.range_m,
    )  # fmt: skip
    return plain._replace(**known)


def thoughts(mind, seen, seconds):
    """The wishes of so long a time in which what it knows stays as it is; only its luck changes."""
    return [think(seen._replace(tick=LOOK_TICKS * k), mind) for k in range(round(seconds / LOOK_S))]


def orders(wishes):
    return [wish.order.move for wish in wishes if wish.order]


# --- the supervisor and its controllers


def test_controllers_are_called_by_their_names_and_the_most_urgent_comes_first():
    assert all(name == controller.name for name, controller in CONTROLLERS.items())
    urgency = [controller.urgency for controller in CONTROLLERS.values()]
    assert urgency == sorted(urgency, reverse=True)


def test_far_away_it_walks_up_and_stops_where_it_likes_to_be():
    mind = Mind()
    wish = think(view(distance=2.5), mind)
    assert mind.controller == "approach" and wish.walk == (1.0, 0.0)
    think(view(distance=1.05), mind)
    assert mind.controller != "approach"


def test_in_range_it_punches_about_as_often_as_its_style_says():
    """An out-boxer: a mean of 1.0 / 1.3 s of patience and a thought or two between attacks."""
    wishes = thoughts(Mind(), view(), 60.0)
    attacks = sum(wish.status is Status.SUCCEEDED for wish in wishes)
    assert 40 < attacks < 85
    assert 0.4 < orders(wishes).count("jab") / len(orders(wishes)) < 0.95
    assert set(orders(wishes)) <= set(PUNCHES)


def test_it_does_not_punch_at_one_who_lies_or_is_far_off_or_unseen():
    for seen in (view(down=True), view(distance=3.0), view(seen=False)):
        assert not orders(thoughts(Mind(), seen, 10.0))


def test_a_punch_in_range_waits_until_the_one_before_it_is_done():
    mind = Mind(controller="combination", plan=(Order("jab"), Order("cross")))
    assert think(view(), mind).order == Order("jab")
    assert think(view(free=False), mind).order is None
    assert think(view(), mind).order == Order("cross")
    assert mind.plan == ()


def test_a_seen_punch_is_answered_as_alertness_and_the_styles_defence_say():
    answers, seen = [], 400
    for k in range(seen):
        mind = Mind(patience_s=9.0)
        think(view(threat_s=0.1, tick=k * LOOK_TICKS), mind)
        answers.append(mind.answer)
    style = styles().style("out_boxer", 2)
    assert sum(map(bool, answers)) / seen == pytest.approx(style.alertness, abs=0.08)
    assert set(answers) - {""} == {name for name, _ in style.defence}


def test_one_punch_is_judged_once_however_long_it_is_seen():
    mind = Mind(patience_s=9.0)
    seen = view(threat_s=0.1, level=1)
    first = think(seen, mind)
    while mind.answer:
        mind = Mind(patience_s=9.0)
        seen = seen._replace(tick=seen.tick + LOOK_TICKS)
        first = think(seen, mind)
    assert first.order is None
    assert not orders(thoughts(mind, seen, 0.4))


def test_a_defence_waits_for_the_attack_that_is_under_way_and_a_counter_follows_it():
    mind = Mind(controller="combination", plan=(Order("jab"),), answer="slip_left", counters=True, patience_s=5.0)
    assert think(view(), mind).order == Order("jab")
    after = orders(thoughts(mind, view(), 0.8))
    assert after[0] == "slip_left"
    assert after[1] in PUNCHES


def test_a_block_is_high_or_low_as_the_fist_comes():
    for low, block in ((False, "high"), (True, "low")):
        mind = Mind(answer="block")
        wishes = [think(view(threat_low=low), mind) for _ in range(3)]
        assert wishes[-1].block == block


def test_hurt_it_covers_up_and_goes_away():
    mind = Mind(controller="jab_out", plan=(Order("jab"),))
    wishes = thoughts(mind, view(authority=0.4, distance=0.8), 1.0)
    assert mind.controller == "recover"
    assert not orders(wishes)
    assert any(wish.block for wish in wishes) and any(wish.walk[0] < 0.0 for wish in wishes)


def test_chests_that_touch_come_apart():
    mind = Mind()
    assert think(view(distance=0.45), mind).walk[0] < 0.0
    assert mind.controller == "clinch_apart"
    think(view(distance=0.9), mind)
    assert mind.controller != "clinch_apart"


def test_a_tangle_of_a_second_gets_a_step_away_and_then_0_3_s_without_strength():
    mind = Mind()
    assert mind.controller != "untangle"
    think(view(entangled_s=0.9), mind)
    assert mind.controller != "untangle"
    wishes = thoughts(mind, view(entangled_s=1.1), 1.5)
    assert wishes[0].walk == (-1.0, 0.0) and not wishes[0].limp
    assert sum(wish.limp for wish in wishes) * LOOK_S == pytest.approx(0.3, abs=LOOK_S)


def test_on_the_floor_it_wants_nothing():
    mind = Mind(controller="combination", plan=(Order("jab"),))
    assert thoughts(mind, view(awake=False), 1.0) == [Wish()] * 30
    assert mind.controller == "get_up" and mind.plan == ()


@given(
    distance=st.floats(0.0, 9.0), threat_s=st.floats(-1.0, 9.0), free=st.booleans(), stamina=st.floats(0.0, 100.0),
    authority=st.floats(0.0, 1.0), room=st.floats(0.0, 5.0), down=st.booleans(), awake=st.booleans(),
    entangled_s=st.floats(0.0, 9.0), tick=st.integers(0, 10**6), start=st.sampled_from(list(CONTROLLERS)),
    style=st.sampled_from(["out_boxer", "brawler", "counter_puncher"]), level=st.integers(1, 3),
)  # fmt: skip
def test_whatever_it_sees_it_wants_only_what_a_boxer_can_do_and_no_controller_keeps_it_for_ever(start, room, **seen):
    mind = Mind()
    known = view(room_back=room, room_left=room, room_right=room, **seen)
    CONTROLLERS[start].begin(known, mind)
    mind.controller = start
    for k in range(150):
        wish = think(known._replace(tick=known.tick + LOOK_TICKS * k), mind)
        assert max(map(abs, wish.walk)) <= 1.0
        assert wish.block in ("", "high", "low")
        assert wish.order is None or wish.order.move in (*PUNCHES, *DEFENCES, BREAK)
        assert wish.order is None or 0.6 <= wish.order.power <= 1.3
        busy = CONTROLLERS.get(mind.controller)
        assert not busy or busy.name == "circle" or mind.since_s <= busy.longest_s


def test_another_controller_is_added_in_one_place_and_ended_when_it_leads_nowhere(monkeypatch):
    class Shout(Controller):
        name, urgency, longest_s = "shout", 10, 0.22

        def can_start(self, view, mind):
            return view.tick == 0

        def step(self, view, mind):
            return Wish(order=Order("taunt"))

    monkeypatch.setitem(CONTROLLERS, "shout", Shout())
    wishes = thoughts(Mind(), view(seen=False), 1.0)
    assert orders(wishes) == ["taunt"] * 8


# --- what it sees


def test_a_fist_is_a_threat_by_the_time_that_is_left_of_its_way():
    """1 m away at 5 m/s, seen 0.1 s ago: 0.1 s are left. One that goes back, or as slow as a guard, is none."""
    head = np.array([0.0, 0.0, 1.6])
    place = np.array([[1.5, 0.0, 1.0], [1.4, 0.0, 1.6], [1.0, 0.0, 1.6], [1.2, 0.0, 1.4]])
    velocity = np.zeros((4, 3))
    assert threat(Look(0, place, velocity), head, 0.1)[0] > 5.0
    velocity[2] = -5.0, 0.0, 0.0
    assert threat(Look(0, place, velocity), head, 0.1) == (pytest.approx(0.1), False)
    velocity[2] = -5.0, 0.0, -1.0
    assert threat(Look(0, place, velocity), head, 0.1)[1], "0.2 m below where the head is"
    velocity[2] = 5.0, 0.0, 0.0
    assert threat(Look(0, place, velocity), head, 0.1)[0] > 5.0


def fighters(sim):
    esper.switch_world(sim.world)
    return {fighter.corner: (entity, fighter) for entity, (fighter,) in esper.get_components(Fighter)}


def begin(sim, **style):
    """The bell, now; `style` by corner, nobody's otherwise."""
    for corner, (entity, fighter) in fighters(sim).items():
        esper.add_component(entity, replace(fighter, style=style.get(corner, "")))
    for _, bout in esper.get_component(Bout):
        bout.phase, bout.round_s = BoutPhase.FIGHT, 1e9


def wishes_of(sim, corner, ticks):
    """What it asks of its body, tick by tick."""
    entity, _ = fighters(sim)[corner]
    out = []
    for _ in range(ticks):
        sim.tick()
        fighter, mind = esper.component_for_entity(entity, Fighter), esper.component_for_entity(entity, Mind)
        out.append((fighter.walk, fighter.block, fighter.thrown, mind.controller, mind.plan, mind.answer))
    return out


@pytest.mark.slow(but=["3"])
@pytest.mark.parametrize("level", [1, 3])
def test_nothing_that_the_other_does_changes_its_mind_before_its_reaction_time(simulation, level):
    """The other is gone 1.5 m further off all at once: the same wishes for the reaction time, others after it."""
    seen = []
    for gone in (False, True):
        sim = simulation("boxing", settings={"stun": False})
        begin(sim, blue="brawler")
        entity, fighter = fighters(sim)["blue"]
        fighter.level = level
        shift(sim, 0.45)  # a step forward has room wherever the other is
        sim.tick(36)
        if gone:
            shift(sim, -1.5)
        seen.append(wishes_of(sim, "blue", 120))
        assert esper.component_for_entity(entity, Mind).looks
    late = styles().style("brawler", level).reaction_s * TICKS_PER_S
    first = next(k for k, pair in enumerate(zip(*seen, strict=True)) if pair[0] != pair[1])
    assert late - 1 <= first < late + 3 * LOOK_TICKS + 24


def shift(sim, metres):
    """Red, all at once, towards blue."""
    t, stage = sim.stage.tables, sim.stage
    t.base[0, 0] += metres
    place = engine_coordinates(t.skeletons, 0, int(t.skeletons.first[1]), t.bones.joint, t.bones.joint_spin)
    stage.engine.put(t.puppets[0], t.base[0], *place)
    read_bodies(stage)


def test_a_limb_held_60_degrees_off_is_a_tangle_and_a_body_that_lies_has_none(simulation):
    sim = simulation("boxing")
    begin(sim)
    sim.tick(30)
    _, (body, recovery, mind) = esper.get_components(Body, Recovery, Mind)[0]
    row = body.first + body.rig.index("left_forearm")
    straight = sim.stage.tables.bones.orientation[row].copy()
    for up_s, degrees, tangled in ((2.0, 0.0, False), (2.0, 45.0, False), (2.0, 75.0, True), (0.9, 75.0, False)):
        recovery.seconds = up_s  # who has just got up is on his way to his guard
        half = np.radians(degrees) / 2
        sim.stage.tables.bones.orientation[row] = mul(straight, (np.sin(half), 0.0, 0.0, np.cos(half)))
        mind.entangled_s = 1.0
        feel(sim.stage, body, recovery, mind)
        assert mind.entangled_s == (pytest.approx(1.0 + LOOK_S) if tangled else 0.0)
    recovery.phase, recovery.seconds = Phase.LIMP, 2.0
    feel(sim.stage, body, recovery, mind)
    assert mind.entangled_s == 0.0


def test_a_persons_boxer_in_a_tangle_goes_limp_for_0_3_s_too(simulation, monkeypatch):
    monkeypatch.setattr("systems.boxing.minds.supervisor.feel", lambda stage, body, recovery, mind: None)
    sim = simulation("boxing")
    begin(sim)
    _, (mind, stun) = esper.get_components(Mind, Stun)[0]
    for entangled_s, strength in ((0.9, 1.0), (1.1, 0.2), (1.4, 1.0)):
        mind.entangled_s, stun.authority = entangled_s, 1.0
        sim.tick()
        assert stun.authority == pytest.approx(strength, abs=0.01)
        sim.tick(LOOK_TICKS - 1)


def test_it_keeps_no_more_looks_than_its_reaction_time_needs(simulation):
    sim = simulation("boxing")
    begin(sim, red="out_boxer", blue="brawler")
    sim.tick(240)
    for entity, _ in fighters(sim).values():
        assert 1 < len(esper.component_for_entity(entity, Mind).looks) <= 0.45 / LOOK_S + 2


def test_a_boxer_without_a_style_is_left_to_the_person(simulation):
    sim = simulation("boxing")
    begin(sim, blue="brawler")
    _, red = fighters(sim)["red"]
    esper.switch_world(sim.world)
    red.walk, red.block = (0.0, 0.3), "high"
    sim.tick(30)
    _, red = fighters(sim)["red"]
    assert (red.walk, red.block, red.order) == ((0.0, 0.3), "high", None)


def test_when_it_is_over_it_wants_nothing(simulation):
    sim = simulation("boxing")
    begin(sim, red="brawler", blue="brawler")
    sim.tick(120)
    for _, bout in esper.get_component(Bout):
        bout.phase = BoutPhase.OVER
    sim.tick(LOOK_TICKS)
    assert all(f.walk == (0.0, 0.0) and not f.block for _, f in fighters(sim).values())


# --- again, and from a save


def test_luck_is_the_same_for_the_same_words_and_even():
    assert chance(1, 2, "red") == chance(1, 2, "red") != chance(1, 3, "red")
    draws = np.array([chance(7, tick, "red", "x") for tick in range(4000)])
    assert draws.mean() == pytest.approx(0.5, abs=0.02) and draws.min() >= 0.0 and draws.max() < 1.0
    assert abs(np.corrcoef(draws[1:], draws[:-1])[0, 1]) < 0.05


@pytest.mark.slow
def test_the_same_seed_is_the_same_fight_and_another_seed_another(simulation):
    hashes = []
    for seed in (3, 3, 4):
        sim = simulation("boxing", seed=seed)
        begin(sim, red="out_boxer", blue="brawler")
        sim.run(5.0)
        hashes.append(sim.state_hash())
    assert hashes[0] == hashes[1] != hashes[2]


@pytest.mark.slow
def test_a_fight_goes_on_after_a_load_as_it_went_on_after_the_save(simulation):
    sim = simulation("boxing")
    begin(sim, red="counter_puncher", blue="brawler")
    sim.run(3.0)
    saved = sim.save()
    sim.run(3.0)
    first = sim.state_hash()
    sim.load(saved)
    sim.run(3.0)
    assert sim.state_hash() == first


@pytest.mark.slow
def test_two_computers_box_and_stay_inside_the_ropes(simulation):
    """A level 2 round is about 35 punches each a minute, a third of them landed."""
    sim = simulation("boxing", seed=5)
    begin(sim, red="out_boxer", blue="brawler")
    farthest = 0.0
    for _ in range(40):
        sim.run(0.5)
        roots = sim.stage.tables.bones.position[sim.stage.tables.skeletons.first[:-1]]
        farthest = max(farthest, float(np.abs(roots[:, :2]).max()))
    both = [fighter for _, fighter in fighters(sim).values()]
    assert farthest < ROPES
    assert sum(fighter.thrown for fighter in both) >= 14
    assert sum(fighter.landed for fighter in both) >= 2


# --- styles


def test_every_style_has_every_level_and_a_higher_one_is_better_in_all():
    for name in styles().styles:
        one, two, three = (styles().style(name, level) for level in (1, 2, 3))
        for worse, better in ((one, two), (two, three)):
            assert worse.reaction_s > better.reaction_s and worse.aim_m > better.aim_m
            assert worse.alertness < better.alertness and worse.combination <= better.combination


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("jabs = 0.6", "jabs = 1.6", "style.out_boxer.jabs"),
        ("jabs = 0.6", "jags = 0.6", "did you mean jabs?"),
        ("{ jab = 4, cross = 3", "{ jap = 4, cross = 3", "did you mean jab?"),
        ("{ jab = 4, cross = 3, hook = 1, body_jab = 1 }", "{ jab = 0 }", "all weights are 0"),
        ("step_back = 4", "run_away = 4", "style.out_boxer.defence.run_away"),
        ("[level.1]", "[level.one]", "whole number"),
        ("[level.1]", "[levels.1]", "did you mean level?"),
        ("reaction_s = 0.45", "reaction_s = nan", "must be a number"),
    ],
)
def test_a_wrong_line_of_the_styles_is_named_in_one_line(tmp_path, old, new, said):
    text = STYLES.read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "styles.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_styles(tmp_path / "styles.toml")
    assert said in str(caught.value) and "\n" not in str(caught.value)


def test_a_style_that_the_file_has_not_is_told_with_the_file(tmp_path):
    whole = STYLES.read_text(encoding="utf-8")
    (tmp_path / "styles.toml").write_text(whole.replace("[style.brawler", "[style.other"), encoding="utf-8")
    with pytest.raises(InputError, match=r"styles\.toml: there is no style 'brawler'"):
        read_styles(tmp_path / "styles.toml").style("brawler", 1)


@pytest.mark.parametrize(("name", "level", "said"), [("brawla", 1, "did you mean brawler?"), ("brawler", 9, "1, 2, 3")])
def test_a_style_or_a_level_that_there_is_not_is_said_when_the_scene_is_raised(simulation, name, level, said):
    sim = simulation("boxing")
    for _, fighter in fighters(sim).values():
        fighter.style, fighter.level = name, level
    with pytest.raises(InputError, match=said):
        MindSystem(sim.stage)


def test_in_a_row_a_punch_that_starts_2_cm_further_off_follows_half_as_often():
    asked = []

    def leads_to(after, move):
        asked.append((after, move))
        return 0.05 + 0.02 * (move == "hook")

    known = view(style="counter_puncher", leads_to=leads_to)
    assert follow_ups(known, []) == known.style.punches
    plain = dict(known.style.punches)
    assert dict(follow_ups(known, [Order("cross")])) == pytest.approx(plain | {"hook": plain["hook"] / 2})
    assert set(asked) == {("cross", name) for name in plain}


def test_without_a_graph_the_mix_is_the_styles():
    known = view(style="brawler")
    assert list(follow_ups(known, [Order("jab")])) == list(known.style.punches)


# --- locked arms, and breath


def test_who_is_out_of_breath_rests_for_a_while_and_then_goes_on():
    """2.5 s at a time, and then not for 4 s, though breath is as short as before."""
    mind, short = Mind(), view(stamina=10.0, their_stamina=30.0)
    resting = []
    for k in range(round(12.0 / LOOK_S)):
        think(short._replace(tick=LOOK_TICKS * k), mind)
        resting.append(mind.controller == "recover")
    changes = np.flatnonzero(np.diff(np.array(resting, int))) * LOOK_S
    assert resting[0] and len(changes) >= 3
    rest, between = changes[0], changes[1] - changes[0]
    assert rest == pytest.approx(2.5, abs=0.2) and between == pytest.approx(4.0, abs=0.2)


def test_arms_that_stay_locked_are_broken_away_once():
    mind = Mind()
    wish = think(view(linked_s=LINKED_S + 0.1), mind)
    assert wish.order == Order(BREAK) and mind.linked_s == 0.0
    assert think(view(linked_s=0.0, free=False), mind).order is None
    assert think(view(linked_s=LINKED_S - 0.1), Mind()).order != Order(BREAK)


def test_a_persons_boxer_breaks_away_by_itself(simulation):
    sim = simulation("boxing")
    sim.run(2.5)
    esper.switch_world(sim.world)
    for entity, fighter in esper.get_component(Fighter):
        esper.add_component(entity, replace(fighter, style=""))
    fighter, mind = next((f, m) for _, (b, f, m) in esper.get_components(Body, Fighter, Mind) if b.name == "red")
    fighter.walk, mind.linked_s = (0.0, 0.0), LINKED_S + 1.0
    moves = set()
    for _ in range(40):
        sim.tick()
        moves.add(fighter.move)
    assert BREAK in moves and mind.linked_s < LINKED_S


def test_who_hangs_in_the_others_arms_when_the_bell_rings_lets_go_in_the_rest(simulation):
    """Else it would be after the 10 s of the rest: nobody thinks while nobody boxes."""
    sim = simulation("boxing")
    begin(sim, red="out_boxer", blue="brawler")
    esper.switch_world(sim.world)
    sim.bout.phase, sim.bout.clock_s = BoutPhase.REST, 0.0
    fighter, mind, stun = next((f, m, s) for _, (f, m, s) in esper.get_components(Fighter, Mind, Stun) if f.style)
    mind.linked_s, moves = LINKED_S + 1.0, set()
    for _ in range(40):
        sim.tick()
        moves.add(fighter.move)
    assert sim.bout.phase is BoutPhase.REST and BREAK in moves and mind.linked_s < LINKED_S
    mind.entangled_s = ENTANGLED_S - LOOK_S / 2
    let_go(fighter, stun, mind)
    assert stun.authority == 1.0
    mind.entangled_s = ENTANGLED_S + LOOK_S / 2
    let_go(fighter, stun, mind)
    assert stun.authority < 0.5


def test_arms_on_a_trunk_and_elbows_in_elbows_link_two_and_a_glove_on_a_glove_does_not(simulation):
    sim = simulation("boxing")
    t = sim.stage.tables
    red, blue = (next(b for _, b in esper.get_component(Body) if b.name == name) for name in ("red", "blue"))

    def hooked(*touches):
        t.impacts.count[0] = len(touches) // 2
        for row, (own, other) in enumerate(zip(touches[::2], touches[1::2], strict=True)):
            t.impacts.bone[row] = red.first + red.rig.index(own)
            t.impacts.by[row] = blue.first + blue.rig.index(other)
        return tick.arms_hooked(t.handle, red.first, red.last)

    assert hooked("left_forearm", "spine3") and hooked("spine2", "right_upper_arm")
    assert not hooked("left_hand", "right_hand") and not hooked("left_thigh", "right_thigh")
    assert not hooked("spine3", "spine3") and not hooked("head", "right_hand")
    elbows = "left_forearm", "left_upper_arm", "left_upper_arm", "left_hand"
    assert hooked(*elbows) and not hooked(*elbows[:2]) and not hooked(*elbows[2:])
    assert not hooked("left_forearm", "left_upper_arm", "left_forearm", "left_hand")
    assert not tick.arms_hooked(t.handle, blue.first, blue.last)  # the table's row is red's
