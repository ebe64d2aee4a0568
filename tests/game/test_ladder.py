"""The ladder: what counts as a step and as a fall, how the hardest push is found, what people stand."""

from __future__ import annotations

import csv
import json
from math import inf
from types import SimpleNamespace

import numpy as np
import pytest
from raw import both

from components.clock import DT
from components.settings import Root
from game import __main__ as cli
from game.ladder.climb import Climb, Stands, climbed
from game.ladder.people import HUMANS, impulse, leaned
from game.ladder.row import Case, Row
from game.ladder.run import Found, nearest, table
from game.ladder.seen import AIR, HELD, Seen, soles
from game.rigs.rig import load_rig

RIG = load_rig("boxer")
LEFT, RIGHT = (foot - 1 for foot in RIG.feet)


class Standing:
    """An engine with one body that somebody else moves: two feet, a head, a speed."""

    def __init__(self):
        self.at, self.high, self.speed = {LEFT: (0.0, 0.1), RIGHT: (0.0, -0.1)}, 1.6, 0.5

    def motion_of(self, body, link):
        mass = RIG.bones[link + 1].mass
        if RIG.names[link + 1] == "head":
            return (0.0, 0.0, self.high), (self.speed, 0.0, 0.0), mass
        foot = LEFT if LEFT <= link < RIGHT else RIGHT
        x, y = self.at[foot]
        return (x + 0.13 * (link not in (LEFT, RIGHT)), y, 0.03), (self.speed, 0.0, 0.0), mass


class Seer:
    def __init__(self):
        self.engine = Standing()
        self.seen = Seen(self.engine, 7, RIG)

    def pass_time(self, ticks, *standing):
        rows = np.zeros((len(standing), 12))
        rows[:, 2], rows[:, 4], rows[:, 10] = standing, 300.0, 1.0
        for _ in range(ticks):
            self.seen.look(rows)


@pytest.fixture
def seer():
    return Seer()


def test_a_foot_that_comes_down_elsewhere_has_stepped(seer):
    seer.pass_time(12, LEFT, RIGHT)
    seer.pass_time(36, LEFT)
    seer.engine.at[RIGHT] = (0.3, -0.1)
    seer.pass_time(20, LEFT, RIGHT)
    (step,) = seer.seen.saving
    assert (step.foot, step.speed) == ("right", pytest.approx(0.5))
    assert step.length == pytest.approx(0.3) and step.pitch == pytest.approx(0.0)
    assert step.ankle == pytest.approx((0.3 - 0.027, -0.1))
    assert step.lifted == pytest.approx(13 * DT) and step.landed == pytest.approx(49 * DT)


def test_a_foot_that_slides_hops_for_a_moment_or_comes_down_where_it_was_has_not(seer):
    for ticks, x in ((AIR - 1, 0.2), (36, 0.24)):  # 20 cm in too short a time, 4 cm in long enough
        seer.pass_time(12, LEFT, RIGHT)
        seer.pass_time(ticks, LEFT)
        seer.engine.at[RIGHT] = (x, -0.1)
        seer.pass_time(12, LEFT, RIGHT)
    for x in np.linspace(0.24, 0.6, 30):
        seer.engine.at[RIGHT] = (x, -0.1)
        seer.pass_time(1, LEFT, RIGHT)
    assert not seer.seen.steps


def test_a_foot_that_scuffs_has_not_come_down_yet(seer):
    seer.pass_time(12, LEFT, RIGHT)
    for x in (0.1, 0.2, 0.3):
        seer.pass_time(10, LEFT)
        seer.engine.at[RIGHT] = (x, -0.1)
        seer.pass_time(HELD - 1 if x < 0.3 else 12, LEFT, RIGHT)
    (step,) = seer.seen.steps
    assert step.length == pytest.approx(0.3)


def test_who_gathers_his_feet_has_not_saved_himself(seer):
    seer.engine.speed = 0.1
    seer.pass_time(12, LEFT, RIGHT)
    seer.pass_time(36, LEFT)
    seer.engine.at[RIGHT] = (0.3, -0.1)
    seer.pass_time(20, LEFT, RIGHT)
    assert len(seer.seen.steps) == 1 and not seer.seen.saving


def test_who_is_low_for_a_third_of_a_second_has_fallen_when_it_began(seer):
    seer.engine.high = 0.9
    seer.pass_time(35, LEFT, RIGHT)
    seer.engine.high = 1.6
    seer.pass_time(5, LEFT, RIGHT)
    assert not seer.seen.fallen
    seer.engine.high = 0.9
    seer.pass_time(36, LEFT, RIGHT)
    assert seer.seen.fell_at == pytest.approx(40 * DT)


def test_the_middle_of_a_sole_is_between_heel_and_tip():
    for heel, tip, wide in RIG.soles:
        assert (heel, tip, wide) == pytest.approx((-0.06, 0.195, 0.09))
    for sole in soles(RIG).values():
        assert (sole.ahead, sole.behind) == pytest.approx((0.0675 - 0.027, 0.027))


class Body:
    """What comes of a push: nothing up to `none` N s, a step up to `one`, steps up to `more`."""

    def __init__(self, none=0.0, one=0.0, more=0.0, walks=False):
        self.ends, self.walks = (none, one, more), walks

    def pushed(self, hard):
        count = sum(hard > end for end in self.ends)
        fallen = count == 3

        return SimpleNamespace(fallen=fallen, steps=[None] * (count + self.walks), saving=[None] * count)


RUNGS = [5.0 * k for k in range(1, 25)]


@pytest.mark.parametrize(
    ("ends", "stands"),
    [
        ((30.0, 45.0, 80.0), (30.0, 45.0, 80.0, 85.0)),
        ((30.0, 30.0, 30.0), (30.0, 30.0, 30.0, 35.0)),
        ((3.0, 3.0, 12.0), (0.0, 0.0, 10.0, 15.0)),
        ((inf, inf, inf), (120.0, 120.0, 120.0, None)),
        ((-1.0, -1.0, -1.0), (0.0, 0.0, 0.0, 0.0)),
    ],
)
def test_the_hardest_push_is_found_in_a_dozen_tries(ends, stands):
    body = Body(*ends)
    climb, tries = Climb(RUNGS, body.pushed(0.0)), 0
    while (k := climb.next) is not None:
        climb.told(k, body.pushed(RUNGS[k]))
        tries += 1
    assert climb.stands(0.0)[1:5] == stands
    assert tries <= 12


def test_steps_of_who_walks_say_nothing():
    body = Body(-1.0, -1.0, 40.0, walks=True)
    climb = Climb(RUNGS, body.pushed(0.0))
    while (k := climb.next) is not None:
        climb.told(k, body.pushed(RUNGS[k]))
    assert climb.stands(0.0)[1:5] == (40.0, 40.0, 40.0, 45.0) and climb.walks


def test_people_are_pushed_as_hof_says_and_lean_as_wojcik_does():
    assert impulse(0.148) == pytest.approx(33.0, abs=0.1)
    assert leaned(31.0) == pytest.approx(103.0, abs=0.5)
    assert {human.impulse for human in HUMANS if human.steps == 0} == {33.0, 27.0}


def test_the_table_has_the_middle_of_the_seeds_and_people_below():
    def stands(hard):
        return [Stands(float(way), hard, hard, 2 * hard, None, False, False) for way in range(0, 360, 30)]

    found = Found(Case("weak"), [stands(hard) for hard in (10.0, 40.0, 30.0)])
    assert found.middle("no_step") == [30.0] * 12
    cells = [list(column.cells) for column in table([found]).columns]
    assert cells[2][0] == "30/30/60" and "people, Hof 2005" in cells[0]
    assert nearest(found.degrees, -95.0) == 9


@pytest.mark.slow
@pytest.mark.parametrize("engine", both())
def test_a_row_is_pushed_to_all_sides_and_the_same_again(engine):
    """Who is laid limp falls, who is left alone stands; bodies do not change what comes of each other."""
    with Row(Case("weak", settings=(("engine", engine),)), 3) as row:
        first = row.push([None, 15.0, 120.0])
        assert [seen.fallen for seen in first] == [False, False, True]
        state = row.sim.state_hash()
        row.push([120.0, 120.0, 120.0])
        row.push([None, 15.0, 120.0])
        assert row.sim.state_hash() == state
        angles = [row.who[k].facing for k in range(3)]
        assert len({round(angle, 3) for angle in angles}) == 3


@pytest.mark.slow
def test_who_is_on_a_meathook_stands_what_fells_others():
    (hook,) = climbed(Case(Root.MEATHOOK), 1, [120.0])
    (weak,) = climbed(Case(Root.WEAK), 1, [20.0, 120.0])
    assert (hook.no_step, hook.fell) == (120.0, None)
    assert (weak.no_step, weak.more_steps, weak.fell) == (20.0, 20.0, 120.0)


@pytest.mark.slow
def test_the_command_writes_a_rose_and_the_numbers(tmp_path, capsys):
    out, file = tmp_path / "out", tmp_path / "ladder.json"
    call = "ladder --root weak --heights chest --directions 2 --impulses 20 120 --seeds 1 --processes 1 --steps off"
    assert cli.main([*call.split(), "--out", str(out), "--json", str(file)]) == 0
    assert "weak, stand" in capsys.readouterr().out
    rows = list(csv.DictReader((out / "ladder.csv").open(encoding="utf-8")))
    assert [(row["degrees"], row["no_step"], row["fell"]) for row in rows] == [("0", "20", "120"), ("180", "20", "120")]
    told = json.loads(file.read_text(encoding="utf-8"))
    assert [row["no_step"] for row in told["bodies"]] == [20.0, 20.0] and told["impulses"] == [20.0, 120.0]
    assert [(row["more_steps"], row["steps"], row["height"]) for row in rows] == [("20", "off", "chest")] * 2
    assert (out / "ladder.png").stat().st_size > 10_000


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("--heights haed", "there is no bone haed"),
        ("--clip wlak", "wlak"),
        ("--set strength=much", "must be a number"),
        ("--set rig=torso28", "has no feet"),
    ],
)
def test_a_wrong_call_is_one_line(call, said, capsys):
    assert cli.main(["ladder", *call.split()]) == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1
