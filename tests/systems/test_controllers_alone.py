"""Every controller by itself, from fifty random states each: it begins where it says, and ends as it says."""

from __future__ import annotations

from typing import get_type_hints

import esper
import numpy as np
import pytest
from gathered import for_each

from components.control import Status
from systems.controllers import CONTROLLERS
from systems.someone import Someone

pytestmark = [pytest.mark.bullet, pytest.mark.slow]

STATES, SECONDS = 50, 3.0
FOLLOWS = {"rise": "lie", "scramble": "fall"}  # who is knocked down first, and who has him until it begins
RISES_S = 12.0
CLIPS = "stand", "guard", "walk", "run", "kick", "dance_a"


def someone(sim):
    esper.switch_world(sim.world)
    return Someone(*esper.get_components(*get_type_hints(Someone).values())[0][1])


NEEDS_THINGS = ("dive", "kick_ball", "path", "catch", "roll")
"""Their states need a ball, a path or a kerb: tests/scenes/test_goalie_scene.py, tests/systems/paths, test_rolling."""
ALONE = {name: controller for name, controller in CONTROLLERS.items() if name not in NEEDS_THINGS}


def knocked_down(sim, random):
    sim.tick(int(random.integers(30, 240)))
    way = float(random.uniform(-np.pi, np.pi))
    push = random.uniform(110.0, 220.0) * np.array((np.cos(way), np.sin(way), random.uniform(-0.2, 0.3)))
    sim.push("red", bone=str(random.choice(["pelvis", "spine3", "head"])), impulse=tuple(push), seconds=0.1)
    sim.tick(int(random.integers(1, 90)))
    return someone(sim)


def disturbed(sim, random):
    """Anything may have happened: pushed, down, out of its senses, weak, thrown at."""
    sim.tick(int(random.integers(30, 240)))
    if random.random() < 0.5:
        sim.push("red", bone=str(random.choice(["pelvis", "spine3", "head", "left_thigh"])),
                 impulse=tuple(random.normal(0.0, 70.0, 3)), seconds=0.1)  # fmt: skip
        sim.tick(int(random.integers(12, 360)))
    who = someone(sim)
    if random.random() < 0.2:
        who.stun.unconscious_s = float(random.uniform(0.1, 2.0))
    if random.random() < 0.3:
        who.stun.authority = float(random.uniform(0.0, 1.0))
    if random.random() < 0.8:
        what = str(random.choice(["ball", "beach_ball", "medicine_ball"]))
        bone = str(random.choice(["head", "head", "spine3", "spine1", "right_thigh"]))
        sim.throw(what, "red", speed=9.0, bone=bone, from_deg=float(random.uniform(-120.0, 120.0)), distance=4.0)
        ticks, hit = int(random.integers(1, 80)), random.random() < 0.6
        for _ in range(ticks):
            sim.tick()
            if hit and sim.stage.tables.blows.impulse[0] > 3.0:
                break
    return who


@pytest.fixture(scope="module")
def sims():
    from game import Simulation

    made = [Simulation("stage", settings={"clip": clip}) for clip in CLIPS]
    yield [(sim, sim.save()) for sim in made]
    for sim in made:
        sim.close()


def test_it_begins_only_where_its_preconditions_hold(sims):
    """Each is asked in all of a hundred states; each but those which follow others begins in some."""
    random, begun = np.random.default_rng(3), dict.fromkeys(ALONE, 0)
    for state in range(2 * STATES):
        sim, saved = sims[state % len(sims)]
        sim.load(saved)
        who = disturbed(sim, random)
        for name, controller in ALONE.items():
            fails = controller.before.fails(sim.stage, who)
            bid = controller.bid(sim.stage, who)
            assert bid == 0.0 if fails else bid >= 0.0, (state, name, fails, bid)
            begun[name] += bid > 0.0
    assert all(times for name, times in begun.items() if name not in ("fall", *FOLLOWS)), begun


@for_each("name", ALONE)
def test_it_ends_in_its_postconditions_or_says_that_it_failed(sims, name, monkeypatch):
    """Nobody else may interrupt: its pool is itself, and the first word that it gives is kept."""
    random = np.random.default_rng(1 + sum(map(ord, name)))
    controller, words, begun = CONTROLLERS[name], [], []
    status, begin = controller.status, controller.begin

    def heard(stage, who):
        said = status(stage, who)
        if said is not Status.RUNNING:
            words.append((said, controller.after.fails(stage, who)))
        return said

    def seen(stage, who):
        begun.append(controller.before.fails(stage, who))
        begin(stage, who)

    monkeypatch.setattr(controller, "status", heard)
    monkeypatch.setattr(controller, "begin", seen)
    tried, ended = 0, 0
    for state in range(STATES):
        sim, saved = sims[state % len(sims)]
        sim.load(saved)
        who = (knocked_down if name in FOLLOWS else disturbed)(sim, random)
        words.clear()
        began = sim.time
        who.control.pool = (FOLLOWS[name], name) if name in FOLLOWS else (name,)
        while not words and sim.time - began < (RISES_S if name in FOLLOWS else SECONDS):
            sim.tick()
            tried += who.control.controller == name
        if words and words[0][0] is Status.SUCCEEDED:
            assert not words[0][1], (state, words[0][1])
        ended += bool(words)
    assert not any(begun), begun
    assert tried or name == "fall"
    assert name not in FOLLOWS or (len(begun) > STATES / 2 and ended >= 0.8 * len(begun)), (len(begun), ended)
