"""Transitions that are tried: a body in motion, and a frame of a clip that takes it over in 0.5 s. Was it good?

It is good if both are true:
    it is not seen     put on the clip, no bone changes its speed from one tick to the next by more than 1.5 times what
                       it does at most within the clips
    it could be done   with muscles in place of that, it is on its feet for the 2 s that follow

A state is that of somebody who follows a clip by muscles and was pushed a moment ago. The frames are near and far by
weights that are drawn at random, so that each weight is asked about.
"""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin
from typing import NamedTuple

import esper
import numpy as np

from components.character import LIMP, Motion, Recovery
from components.clip import Array
from components.clock import TICKS_PER_S
from components.commands import Push
from components.rig import Rig
from components.similarity import Keyframes, Weights
from game.learned.similarity import JOINTS
from game.learning.practice import BONES, Random
from game.world.character import Character
from game.world.simulation import Simulation
from systems.gliding import BLEND_S, begin_kinematic
from systems.similarity import Best, keyframes, values

CLIPS = ("stand", "guard", "walk", "run", "jump", "kick", "dance_a")
MOST = 1.5  # times the greatest change of speed within the clips
STANDS_S = 2.0
PUSH = 90.0  # N s at most
LAST = 60  # ticks of a clip that ends into which nobody is taken: nothing would come of it
FRAMES = 4  # for each state
TERMS = (*(f"turn.{j}" for j in JOINTS), *(f"spin.{j}" for j in JOINTS), *(f"root.{r}" for r in (
    "tilt", "spin", "height", "velocity"
)))  # fmt: skip
"""What is weighed, by table and key of the file."""

GUESSED = (
    *(1.0 / 3.0, 0.125, 1.0, 0.6, 0.2, 0.4, 0.2),  # hips and (in three bones) chest 1; those that carry less, less
    *(0.05 / 3.0, 0.00625, 0.05, 0.03, 0.01, 0.02, 0.01),  # 0.05 s times these
    *(2.0, 0.1, 3.0, 0.15),
)
"""What the weights were before any were fitted."""


class Tried(NamedTuple):
    seed: int
    terms: tuple[float, ...]  # how far it was from the frame in each of TERMS
    change: float  # the greatest change of speed, as a share of what the clips have at most
    stood: bool

    @property
    def good(self) -> bool:
        return self.stood and self.change <= MOST


def tried(seed: int, choices: tuple[tuple[float, ...], ...] = ()) -> list[Tried]:
    """One state, and the nearest frames by each of these weights of TERMS; none: frames drawn at random."""
    random = np.random.default_rng((seed, 18))
    with Simulation("stage", seed=seed, settings={"clip": str(random.choice(CLIPS))}) as sim:
        character = next(iter(sim.characters.values()))
        character.set("get_up", False)
        push_about(sim, character, random)
        asked = [(choice, 0.0) for choice in choices] or [anybody_s(random) for _ in range(FRAMES)]
        greatest, saved = within_clips(character.rig), sim.save()
        out = []
        for choice, share in asked:
            sim.load(saved)
            found = ranked(sim, character, weights(choice, character.rig), share)
            terms = differences(sim, character, found)
            change = float((changes(sim, character, found) / greatest).max())
            sim.load(saved)
            out.append(Tried(seed, terms, change, stands(sim, character, found)))
        return out


def anybody_s(random: Random) -> tuple[tuple[float, ...], float]:
    """Weights, and the share of frames that may be nearer by them: a thousandth as often as all."""
    return tuple(10.0 ** random.uniform(-1.5, 0.5, len(TERMS)) * GUESSED), 10.0 ** float(random.uniform(-3.0, 0.0))


def push_about(sim: Simulation, character: Character, random: Random) -> None:
    sim.run(float(random.uniform(0.6, 2.0)))
    bone, way, impulse = str(random.choice(BONES)), random.uniform(-pi, pi), random.uniform(0.0, PUSH)
    push = (impulse * cos(way), impulse * sin(way), 0.0)
    x, y, z = character.place(bone).tolist()
    sim.stage.commands.append(Push(character.body, character.link(bone), push, (x, y, z)))
    sim.run(float(random.uniform(0.03, 0.6)))


def ranked(sim: Simulation, character: Character, by: Weights, share: float) -> Best:
    """Of all frames, but for the end of a clip that ends, the one than which such a share of them is nearer."""
    found = []
    for name in CLIPS:
        clip = sim.stage.clips.clip(name, character.rig)
        last = clip.frames if clip.looping else max(1, clip.frames - LAST)
        row = values(sim.stage, character.about, keyframes(clip), by)[:last]
        found += [Best(clip, k, value) for k, value in enumerate(row.tolist())]
    found.sort(key=lambda best: best.value)
    return found[int(share * (len(found) - 1))]


def weights(terms: tuple[float, ...], rig: Rig) -> Weights:
    """TERMS as they are compared."""
    of = dict(zip(TERMS, terms, strict=True))
    rows = [(of.get(f"turn.{bone.source}", 0.0), of.get(f"spin.{bone.source}", 0.0)) for bone in rig.bones]
    return Weights(np.array(rows), (of["root.tilt"], of["root.spin"], of["root.height"], of["root.velocity"]), 1.0)


def differences(sim: Simulation, character: Character, found: Best) -> tuple[float, ...]:
    """Each of TERMS by itself."""
    keys, k = keyframes(found.clip), found.frame
    frame = Keyframes(*(np.ascontiguousarray(rows[k : k + 1]) for rows in keys))
    alone = [weights(tuple(row), character.rig) for row in np.eye(len(TERMS)).tolist()]
    return tuple(float(values(sim.stage, character.about, frame, each)[0]) for each in alone)


def changes(sim: Simulation, character: Character, found: Best) -> Array:
    """(bones,) m/s, the greatest change of speed from one tick to the next while the clip takes the body over."""
    esper.switch_world(sim.world)
    bones, body = sim.stage.tables.bones, character.about
    rows, velocity = slice(body.first, body.last), []
    motion: Motion = character.component(Motion)
    velocity.append(bones.velocity[rows].copy())
    character.servo = "kinematic"
    begin_kinematic(sim.stage, body, motion, found.clip, float(found.frame))
    for _ in range(round(BLEND_S * TICKS_PER_S)):
        sim.tick()
        velocity.append(bones.velocity[rows].copy())
    return np.asarray(np.linalg.norm(np.diff(velocity, axis=0), axis=2).max(axis=0))


def stands(sim: Simulation, character: Character, found: Best) -> bool:
    """With muscles: is it never down in the time that follows?"""
    esper.switch_world(sim.world)
    begin_kinematic(sim.stage, character.about, character.component(Motion), found.clip, float(found.frame))
    character.set("protect", False)
    for _ in range(round(STANDS_S * TICKS_PER_S)):
        sim.tick()
        recovery: Recovery = character.component(Recovery)
        if recovery.phase is LIMP or character.place("head")[2] < 1.0:
            return False
    return True


@cache
def within_clips(rig: Rig) -> Array:
    """(bones,) m/s, the greatest change of speed of each bone from tick to tick while the clips are played."""
    greatest = []
    for name in CLIPS:
        with Simulation("stage", servo="kinematic", settings={"clip": name, "rig": rig.name}) as sim:
            character = next(iter(sim.characters.values()))
            rows = slice(character.about.first, character.about.last)
            velocity = []
            for _ in range(character.component(Motion).clip.frames + 1):
                sim.tick()
                velocity.append(sim.stage.tables.bones.velocity[rows].copy())
            greatest.append(np.linalg.norm(np.diff(velocity[:-1], axis=0), axis=2).max(axis=0))
    return np.asarray(np.max(greatest, axis=0))
