"""What the ground floor promises, measured through Simulation and raw pybullet queries. Long: `make soak` runs it."""

from __future__ import annotations

import numpy as np
import pytest
from raw import p

from components.clock import TICKS_PER_S
from game import Simulation
from game.moves.library import load_clip
from game.rigs.rig import load_rig

pytestmark = [pytest.mark.soak, pytest.mark.bullet]
SEEDS = range(5)
ONCE = ("cartwheel", "kick", "spinkick", "roll", "jump")


def upright(sim: Simulation, name: str = "red") -> bool:
    """By the engine's own link frames: the head more than 0.56 of the height above the lower foot."""
    character = sim.characters[name]

    def z(bone: str) -> float:
        link = character.link(bone)
        state = p.getLinkState(character.body, link, computeForwardKinematics=1, physicsClientId=sim.client)
        return float(state[4][2])

    return z("head") - min(z("left_foot"), z("right_foot")) > 0.56 * 1.78


def errors(sim: Simulation, name: str = "red") -> np.ndarray:
    """Degrees between each actuated bone and its target, relative to the root, by the engine's link frames."""
    character = sim.characters[name]
    links = list(range(len(character.bones) - 1))
    states = p.getLinkStates(character.body, links, computeForwardKinematics=1, physicsClientId=sim.client)
    target = character.target()[1:]
    actual = np.array([state[5] for state in states])
    return np.degrees(2.0 * np.arccos(np.clip(np.abs((actual * target).sum(axis=1)), 0.0, 1.0)))


def stance_slide(sim: Simulation) -> float | None:
    """m/s sideways of the touching place that carries most, where it carries a fifth of the body or more."""
    body = sim.characters["red"].body
    touches = p.getContactPoints(bodyA=body, physicsClientId=sim.client)
    touches = [row for row in touches if row[2] != body and row[9] > 150.0]
    if not touches:
        return None
    row = max(touches, key=lambda row: row[9])
    state = p.getLinkState(body, row[3], computeLinkVelocity=1, computeForwardKinematics=1, physicsClientId=sim.client)
    velocity = np.array(state[6]) + np.cross(state[7], np.array(row[5]) - np.array(state[0]))
    return float(np.hypot(velocity[0], velocity[1]))


def run(sim: Simulation, seconds: float) -> tuple[float, float, bool]:
    """(mean pose error, mean stance slide, upright throughout)."""
    error, slide, always = [], [], True
    for _ in range(round(seconds * TICKS_PER_S)):
        sim.tick()
        error.append(errors(sim).mean())
        moved = stance_slide(sim)
        if moved is not None:
            slide.append(moved)
        always &= upright(sim)
    return float(np.mean(error)), float(np.mean(slide)) if slide else 0.0, always


@pytest.mark.parametrize("clip", ["stand", "guard"])
@pytest.mark.parametrize("seed", SEEDS)
def test_it_stands_for_a_minute(clip, seed):
    with Simulation("stage", seed=seed, settings={"clip": clip}) as sim:
        error, _, always = run(sim, 60.0)
    assert always
    assert error <= 3.0


@pytest.mark.parametrize(("ground", "share"), [("flat", 0.85), ("ramp", 0.65), ("tiles", 0.75)])
@pytest.mark.parametrize("seed", SEEDS)
def test_it_walks(ground, share, seed):
    with Simulation("stage", seed=seed, settings={"clip": "walk", "ground": ground}) as sim:
        error, slide, _ = run(sim, 10.0)
        red = sim.report()["characters"]["red"]
    assert red["falls"] == 0
    assert red["travel_m"] >= share * red["clip_travel_m"]
    assert error <= 3.5
    assert slide <= 0.10
    assert red["foot_slide_mps"] <= 0.10


@pytest.mark.parametrize("seed", SEEDS)
def test_it_runs(seed):
    with Simulation("stage", seed=seed, settings={"clip": "run"}) as sim:
        error, _, _ = run(sim, 10.0)
        red = sim.report()["characters"]["red"]
    assert red["falls"] == 0
    assert red["travel_m"] >= 0.6 * red["clip_travel_m"]
    assert error <= 5.0


@pytest.mark.xfail(strict=True, reason="from a stand kick and roll are 5 and 6 degrees off, and some spinkicks fall")
def test_acrobatics_end_on_their_feet():
    standing, rises, found = 0, [], {clip: [] for clip in ONCE}
    for clip in ONCE:
        frames = load_clip(clip, load_rig("boxer")).frames
        for number in range(10):
            with Simulation("stage", seed=number % 5, settings={"clip": "stand"}) as sim:
                sim.tick(60 + 17 * number)
                sim.characters["red"].play(clip, loop=False)
                start = sim.characters["red"].place("pelvis")[2]
                error, top = [], 0.0
                for _ in range(frames - 1):
                    sim.tick()
                    error.append(errors(sim).mean())
                    top = max(top, sim.characters["red"].place("pelvis")[2] - start)
                sim.characters["red"].play("stand")
                sim.run(2.0)
                standing += upright(sim)
                found[clip].append(float(np.mean(error)))
                if clip == "jump":
                    rises.append(top)
    jump = load_clip("jump", load_rig("boxer")).root_position[:, 2]
    assert standing >= 0.95 * 50
    assert {clip: np.mean(e) for clip, e in found.items() if np.mean(e) > 5.0} == {}
    assert min(rises) >= 0.6 * (jump.max() - jump[0])


@pytest.mark.parametrize("ground", ["flat", "tiles"])
def test_it_gets_up_from_where_it_fell(ground):
    standing = 0
    for seed in range(25):
        random = np.random.default_rng(seed)
        with Simulation("stage", seed=seed, settings={"ground": ground}) as sim:
            red = sim.characters["red"]
            sim.tick(60)
            red.servo, red.root = "off", "free"
            angle, blow = random.uniform(0.0, 2.0 * np.pi), TICKS_PER_S * random.uniform(30.0, 120.0)
            push = [blow * np.cos(angle), blow * np.sin(angle), 0.0]
            place = red.place("spine3").tolist()
            p.applyExternalForce(red.body, red.link("spine3"), push, place, p.WORLD_FRAME, physicsClientId=sim.client)
            sim.run(1.5)
            red.servo, red.root = "world", "weak"
            for _ in range(1000):
                sim.tick()
                if upright(sim) and str(red.phase) == "awake":
                    standing += 1
                    break
    assert standing >= 24


def test_a_ball_does_not_fell_it_and_a_crate_does():
    after_ball, after_crate, up_again = 0, 0, 0
    for number in range(20):
        with Simulation("stage", seed=number) as sim:
            sim.tick(120 + 13 * number)
            sim.throw("ball", at="red", speed=5.0)
            sim.run(3.0)
            after_ball += sim.report()["characters"]["red"]["falls"] == 0
            sim.throw("crate", at="red", speed=6.0)
            sim.run(3.0)
            after_crate += sim.report()["characters"]["red"]["falls"] > 0
            sim.run(9.0)
            up_again += upright(sim)
    assert after_ball >= 19
    assert after_crate >= 18
    assert up_again >= 18


@pytest.mark.parametrize(("clip", "strengths"), [("walk", (0.5, 1.0, 2.0)), ("stand", (0.2, 0.5, 1.0, 2.0, 5.0))])
def test_it_does_not_care_much_about_its_gains(clip, strengths):
    found = {}
    for strength in strengths:
        with Simulation("stage", settings={"clip": clip, "strength": strength}) as sim:
            sim.run(10.0)
            red = sim.report()["characters"]["red"]
        assert red["falls"] == 0, strength
        found[strength] = red["pose_error_deg"]["mean"]
    if clip == "walk":
        assert max(found[0.5], found[2.0]) < 1.5 * found[1.0]
        assert min(found[0.5], found[2.0]) > found[1.0] / 1.5


@pytest.mark.parametrize("seed", SEEDS)
def test_any_mode_after_any_other_never_blows_up(seed):
    random = np.random.default_rng(seed)
    with Simulation("stage", seed=seed) as sim:
        red = sim.characters["red"]
        for _ in range(120):
            red.servo = str(random.choice(["off", "kinematic", "parent", "world"]))
            red.root = str(random.choice(["free", "meathook", "weak"]))
            sim.run(0.5)
        red.servo, red.root = "world", "weak"
        sim.run(10.0)
        assert not sim.report()["exploded"]
        assert upright(sim)


def test_six_hundred_throws_into_a_crowd_stay_small():
    import resource

    with Simulation("crowd") as sim:
        names = list(sim.characters)
        sizes = []
        for part in range(10):
            for throw in range(60):
                sim.throw("ball" if throw % 2 else "beach_ball", at=names[(part + throw) % 5], speed=6.0)
                sim.run(0.3)
            with open("/proc/self/statm") as file:
                sizes.append(int(file.read().split()[1]) * resource.getpagesize())
        report = sim.report()
    assert not report["nan"]
    assert not report["exploded"]
    assert max(sizes) - sizes[0] < 5e6
