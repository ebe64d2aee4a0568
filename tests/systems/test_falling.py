"""Falling: who protects himself, and when; who is led nowhere; what the air does to limbs."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import pytest
from gathered import for_each
from raw import p

from components.character import Fall, Phase, Recovery, Stun
from components.clock import DT, TICKS_PER_S
from components.commands import Push
from components.control import Control
from game.clips.falls import fall_poses
from game.rigs.rig import load_rig, rig_names
from systems.boxing.damage import Boxer
from systems.falling import AIR_S, LEAD_S, STRENGTH, WAYS, mixture
from systems.kernels import quaternions as qt

HARD, SOFT = 100.0, 20.0  # N s
SAVED_BY = ("hand", "forearm", "upper_arm", "clavicle", "pelvis", "thigh")


def of(sim, kind, name="red"):
    return sim.characters[name]._get(kind)


def shove(sim, degrees=0.0, impulse=HARD, bone="spine3", ticks=18):
    """Over 0.15 s, as a person pushes."""
    red = sim.characters["red"]
    x, y = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    for _ in range(ticks):
        push = Push(red.body, red.link(bone), (impulse / ticks * x, impulse / ticks * y, 0.0), tuple(red.place(bone)))
        sim.stage.commands.append(push)
        sim.tick()


def told(sim, *kinds):
    return [event.kind for event in sim.stage.events if event.kind in kinds]


def touches(sim, seen):
    """Adds what of the body but feet touches the ground: N s of its hardest touch in one step."""
    red = sim.characters["red"]
    for touch in p.getContactPoints(bodyA=red.body, physicsClientId=sim.client):
        name = red.bones[touch[3] + 1]
        if touch[2] != red.body and touch[9] > 0.0 and not name.endswith(("foot", "toes")):
            seen[name] = max(seen.get(name, 0.0), touch[9] * DT)
    return seen


def felled(sim, degrees, seconds=2.0):
    """Shoves, and what touches the ground in the order in which it does."""
    shove(sim, degrees)
    seen = {}
    for _ in range(round(seconds * TICKS_PER_S)):
        sim.tick()
        touches(sim, seen)
    return seen


@pytest.mark.bullet
def test_who_is_pushed_hard_falls_protected_goes_limp_and_gets_up(made):
    sim = made("stage")
    sim.run(0.5)
    seen = felled(sim, 0.0)
    assert told(sim, "falling", "fall", "limp") == ["falling", "fall", "limp"]
    first = next(name for name in seen if not name.endswith("shin"))
    assert first.endswith(SAVED_BY)
    assert seen.get("head", 0.0) < 25.0
    for _ in range(12 * TICKS_PER_S):
        sim.tick()
        if sim.characters["red"].phase is Phase.AWAKE:
            break
    assert sim.characters["red"].clip == "stand"
    assert of(sim, Fall).share == 0.0
    assert sim.stage.tables.modes.grip[0] == 1.0


def test_a_light_push_is_borne_without_it(made):
    sim = made("stage")
    sim.run(0.5)
    shove(sim, 90.0, SOFT)
    sim.run(2.0)
    assert not told(sim, "falling", "fall", "limp")
    assert of(sim, Fall).share == 0.0


@pytest.mark.bullet
def test_with_protect_off_nobody_falls_protected(made):
    sim = made("stage", settings={"protect": False})
    sim.run(0.5)
    felled(sim, 0.0)
    assert told(sim, "falling", "fall") == ["fall"]


def test_a_limp_body_is_led_nowhere(made):
    """Out of its senses, it falls as it is: no pose, no strength, no torque of muscles."""
    sim = made("stage")
    sim.run(0.5)
    of(sim, Stun).unconscious_s = 3.0
    shove(sim, 0.0)
    for _ in range(60):
        sim.tick()
        assert sim.characters["red"].phase is Phase.LIMP
        assert of(sim, Fall).share == 0.0
    t = sim.stage.tables
    assert t.modes.authority[0] == 0.0
    assert not t.demand.torque.any()
    assert not t.torques.root.any()
    assert not told(sim, "falling")


@pytest.mark.parametrize("degrees", [0.0, 90.0, 180.0])
def test_the_targets_never_jump_on_the_way_down(made, degrees):
    """A hand may have to turn by more than half a turn in 18 ticks: 1.5 x 3.5 rad / 18 = 0.29 rad in the fastest."""
    sim = made("stage", settings={"clip": "guard"})
    sim.run(0.5)
    before, most = sim.stage.tables.targets.relative.copy(), 0.0
    shove(sim, degrees, ticks=1)
    while sim.characters["red"].phase is not Phase.LIMP and sim.time < 4.0:
        sim.tick()
        now = sim.stage.tables.targets.relative
        most = max(most, float(np.linalg.norm(qt.delta_rows(now.copy(), before), axis=1).max()))
        before = now.copy()
    assert told(sim, "falling")
    assert 0.02 < most < 0.35


def test_whoever_is_in_balance_again_goes_on_with_what_it_did(made):
    sim = made("stage", settings={"clip": "guard"})
    sim.run(1.0)
    recovery, red = of(sim, Recovery), sim.characters["red"]
    recovery.phase, recovery.resume, of(sim, Fall).held_s = Phase.FALLING, "", 0.0
    of(sim, Control).controller = "fall"
    sim.run(0.1)
    assert of(sim, Fall).share > 0.5
    sim.run(1.5)
    assert red.phase is Phase.AWAKE
    assert red.clip == "guard"
    assert of(sim, Fall).share == 0.0
    assert not told(sim, "fall", "limp")


def test_a_clip_asked_for_in_a_fall_is_played_after_it(made):
    sim = made("stage")
    sim.run(0.5)
    recovery = of(sim, Recovery)
    recovery.phase, recovery.resume = Phase.FALLING, ""
    of(sim, Control).controller = "fall"
    sim.tick()
    sim.characters["red"].play("guard")
    sim.run(1.0)
    assert sim.characters["red"].phase is Phase.AWAKE
    assert sim.characters["red"].clip == "guard"


def test_who_falls_is_not_yet_down_in_a_ring():
    record, recovery = SimpleNamespace(fallen=False), Recovery(phase=Phase.FALLING)
    boxer = Boxer(None, None, None, recovery, None, record, None)
    assert not boxer.down
    record.fallen = True
    assert boxer.down


def test_who_is_lifted_loosens_and_who_leaps_does_not(made):
    sim = made("stage")
    sim.run(0.3)
    red = sim.characters["red"]
    x, y, _ = red.place("pelvis")
    sim.drag("red", "pelvis", (float(x), float(y), 1.9))
    sim.run(0.9)
    fall, modes = of(sim, Fall), sim.stage.tables.modes
    assert fall.air_s > AIR_S
    assert fall.share == 1.0
    assert modes.tone[0] ** 2 == pytest.approx(STRENGTH)
    assert mixture(*fall.way)[WAYS.index("loose")] > 0.5
    leaps = made("stage", settings={"clip": "jump"})
    for _ in range(150):
        leaps.tick()
        assert of(leaps, Fall).share == 0.0


def test_mixtures_add_up_and_never_jump():
    angles = np.linspace(-np.pi, np.pi, 721)
    found = np.array([mixture(np.cos(a), np.sin(a)) for a in angles])
    assert found.sum(axis=1) == pytest.approx(1.0)
    assert found.min() > -1e-12
    assert np.abs(np.diff(found, axis=0)).max() < 0.01
    assert mixture(0.0, 0.0) == (0.0, 0.0, 0.0, 0.0, 1.0)
    assert mixture(0.0, 0.5)[WAYS.index("left")] == pytest.approx(0.25)


@for_each("name", rig_names())
def test_both_sides_are_mirror_images_and_every_rig_can_take_the_poses(name):
    rig = load_rig(name)
    poses = fall_poses(rig)
    left, right = poses[WAYS.index("left")], poses[WAYS.index("right")]
    assert right == pytest.approx(left[list(rig.mirror)] * (-1.0, 1.0, -1.0), abs=1e-12)
    for way in ("forward", "back", "loose"):
        pose = poses[WAYS.index(way)]
        assert pose == pytest.approx(pose[list(rig.mirror)] * (-1.0, 1.0, -1.0), abs=1e-9)


def test_a_fall_goes_on_after_a_load_to_the_bit(made):
    sim = made("stage", settings={"clip": "walk"})
    sim.run(0.7)
    shove(sim, 130.0)
    while sim.characters["red"].phase is not Phase.FALLING:
        sim.tick()
    sim.tick(8)
    saved, fall = sim.save(), replace(of(sim, Fall))
    assert 0.0 < fall.share < 1.0
    hashes = []
    for _ in range(2):
        assert of(sim, Fall) == fall
        sim.run(1.5)
        hashes.append(sim.state_hash())
        sim.load(saved)
    assert hashes[0] == hashes[1]


@pytest.mark.bullet
@pytest.mark.slow
def test_eight_directions_spare_the_head(made):
    """From standing, by 100 N s at the chest; without protection the mean is about 30 N s."""
    sim = made("stage", seed=9)
    sim.run(1.0)
    saved, heads, first = sim.save(), [], []
    for degrees in range(0, 360, 45):
        sim.load(saved)
        seen = felled(sim, degrees)
        heads.append(seen.get("head", 0.0))
        first.append(next(name for name in seen if not name.endswith("shin")))
    assert np.mean(heads) <= 10.0
    assert all(name.endswith(SAVED_BY) for name in first), first


@pytest.mark.slow
@pytest.mark.parametrize("clip", ["walk", "turn_left", "kick", "hop", "roll", "cartwheel", "crawl", "getup_faceup"])
def test_a_clip_that_leans_is_no_fall(made, clip):
    sim = made("stage", settings={"clip": clip})
    for _ in range(6 * TICKS_PER_S):
        sim.tick()
        assert sim.characters["red"].phase is not Phase.FALLING or told(sim, "fall")


def test_the_way_to_a_pose_takes_its_time(made):
    sim = made("stage")
    sim.run(0.5)
    shove(sim, 45.0)
    while sim.characters["red"].phase is not Phase.FALLING:
        sim.tick()
    shares = []
    for _ in range(round(LEAD_S * TICKS_PER_S)):
        sim.tick()
        shares.append(of(sim, Fall).share)
    assert shares[-1] == pytest.approx(1.0, abs=0.06)
    assert all(a < b or b == 1.0 for a, b in pairwise(shares))
