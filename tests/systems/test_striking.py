"""A foot that has struck something: what is measured of it by hand, and what is done about it as was learned."""

from __future__ import annotations

from dataclasses import replace

import esper
import numpy as np
import pytest

from benchmarks.trips import tripping
from components.clock import TICKS_PER_S
from components.control import BASICS
from components.learned import Learned
from game.learning.practice import someone
from systems.controllers import CONTROLLERS
from systems.controllers.state import FEATURES
from systems.controllers.strike import Stumble

ALWAYS = Learned("catch", ("speed",), np.zeros(1), np.ones(1), np.zeros((1, 1)), np.zeros(1), 1.0, bias=1.0)
NEVER = replace(ALWAYS, bias=-1.0)


@pytest.mark.parametrize("foot", [0, 1])
@pytest.mark.parametrize("yaw", [0.0, 2.0])
def test_what_is_measured_is_seen_from_the_foot_that_struck(made, foot, yaw):
    """All bones at 0.9 m, 1.2 m/s forward and 0.5 m/s to the side that struck; that foot 0.3 m ahead and 0.1 m out."""
    sim = made("stage")
    esper.switch_world(sim.world)
    him = someone(sim.characters["red"])
    bones, body = sim.stage.tables.bones, him.body
    ahead = np.array((np.cos(yaw), np.sin(yaw), 0.0))
    out = np.array((-np.sin(yaw), np.cos(yaw), 0.0)) * (-1.0 if foot else 1.0)
    rows = slice(body.first, body.last)
    bones.orientation[rows] = (0.0, 0.0, np.sin(0.5 * yaw), np.cos(0.5 * yaw))
    bones.position[rows], bones.velocity[rows] = (0.0, 0.0, 0.9), 1.2 * ahead + 0.5 * out
    bones.position[body.feet[foot]] = 0.3 * ahead + 0.1 * out + (0.0, 0.0, 0.2)
    him.control.memory, him.control.seconds = Stumble(foot, foot, 0, 0.35, 0.3), 0.1
    found = {name: FEATURES[name].of(sim.stage, him) for name in FEATURES}
    share = sim.stage.tables.skeletons.mass[rows]
    part = float(share[body.feet[foot] - body.first] / share.sum())
    falls_s = np.sqrt((0.9 - 0.7 * part) / 9.81)
    assert found["strike_ahead"] == pytest.approx(0.3)
    assert found["strike_lag"] == pytest.approx(found["strike_place"] - 0.3)
    assert found["strike_high"] == pytest.approx(0.2)
    assert found["thing_over"] == pytest.approx(0.15)
    assert found["going_aside"] == pytest.approx(0.5)
    assert found["over_struck"] == pytest.approx(0.3 * part + 1.2 * falls_s - 0.3)
    assert found["beside_struck"] == pytest.approx(0.1 * part + 0.5 * falls_s - 0.1)
    assert found["tip_deg"] == pytest.approx(0.0)
    assert found["since"] == 0.1


def striking(monkeypatch, learned, pool):
    """Somebody in the tick in which his foot strikes a kerb, who believes that of `catch`; nothing of others."""
    walk = tripping(6002, what="catch", pool=pool)
    monkeypatch.setattr(walk.sim.stage.clips, "learned", lambda name: learned if name == "catch" else None)
    assert walk.until(("track", "catch"), 6.0)
    return walk


@pytest.mark.parametrize(("learned", "comes"), [(ALWAYS, "catch"), (NEVER, "roll")])
def test_who_will_stay_up_is_not_rolled_and_who_will_not_is(monkeypatch, learned, comes):
    walk = striking(monkeypatch, learned, ("play", "catch", "roll", *BASICS))
    with walk.sim as sim:
        seen = []
        for _ in range(TICKS_PER_S // 2):
            seen.append(walk.who.controller)
            sim.tick()
        assert next(name for name in seen if name in ("catch", "roll", "fall")) == comes
        assert comes != "catch" or "roll" not in seen


def test_who_cannot_be_caught_and_cannot_roll_falls_at_once(monkeypatch):
    walk = striking(monkeypatch, NEVER, ("play", "catch", *BASICS))
    with walk.sim as sim:
        began = sim.time
        assert walk.until(("fall",), began + 0.1) == "fall"
        assert walk.who.component(type(someone(walk.who).fall)).lost_s == 0.0, "his balance is not lost yet"


def test_it_is_asked_again_while_he_catches_himself(monkeypatch):
    walk = striking(monkeypatch, ALWAYS, ("play", "catch", *BASICS))
    with walk.sim as sim:
        assert walk.until(("catch",), sim.time + 0.2)
        monkeypatch.setattr(sim.stage.clips, "learned", lambda name: NEVER if name == "catch" else None)
        assert walk.until(("fall",), sim.time + 0.1) == "fall"
        fails = CONTROLLERS["catch"].lacks(sim.stage, someone(walk.who))
        assert not fails or "as learned" in fails[0]
