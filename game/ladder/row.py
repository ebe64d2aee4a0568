"""Bodies side by side in one world, each pushed from another direction, again and again from the same state.

    row = Row(Case(root="weak", bone="chest", seed=3), directions=8)
    row.push([60.0] * 8)          # N s, one for each direction; None: that body is left alone
    [seen.fallen for seen in row.seen]

The seed turns each body, makes it up to 5 % stronger or weaker and says when within a second it is pushed.
Direction 0 pushes it forward, 90 to its left.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import cos, pi, radians, sin
from typing import Any, NamedTuple

import numpy as np

from components.clock import TICKS_PER_S
from components.errors import InputError
from components.rig import Rig
from components.settings import ServoSettings, changed, declared
from game.ladder.seen import WATCHED, Seen, of_body
from game.rigs.rig import load_rig
from game.scenes.draft import CharacterSpec
from game.scenes.scene import Scene, load_scene
from game.world.simulation import Simulation

APART, ACROSS = 6.0, 4  # m between two; how many in a line
SETTLES_S, MOMENTS_S = 1.0, 1.0  # until the first may be pushed, and the last
LASTS_S = 0.1  # of a push
HEIGHTS = ("pelvis", "chest", "head")
STEPS = "steps"  # the setting that lets a body save itself by steps, where there is one


class Case(NamedTuple):
    """What is the same for a whole row."""

    root: str = "weak"
    clip: str = "stand"
    steps: str | None = None  # on or off; none: as the declaration says, or there is no such setting
    bone: str = "chest"  # pelvis, chest, shoulder or head, or any bone's own name
    seed: int = 0
    settings: tuple[tuple[str, str], ...] = ()  # further ones, as on the command line

    @property
    def label(self) -> str:
        said = [self.root, self.clip, *([f"steps {self.steps}"] if self.steps else [])]
        return ", ".join([*said, *(f"{key} {value}" for key, value in self.settings)])


def has_steps() -> bool:
    return STEPS in declared()


def scene_of(case: Case, directions: int) -> Scene:
    asked: dict[str, object] = {"clip": case.clip, "get_up": False, **dict(case.settings)}
    asked |= {STEPS: case.steps} if case.steps else {}
    scene = load_scene("stage", asked, root=case.root)
    (one,) = scene.characters
    random = np.random.default_rng((case.seed, *b"push"))
    return replace(scene, characters=tuple(perturbed(one, k, random) for k in range(directions)))


def perturbed(spec: CharacterSpec, k: int, random: np.random.Generator) -> CharacterSpec:
    facing, strength = float(random.uniform(-pi, pi)), float(random.uniform(0.95, 1.05))
    at = (APART * (k // ACROSS), APART * (k % ACROSS))
    servo = spec.of(ServoSettings)
    stronger = changed(servo, strength=strength * servo.strength)
    return replace(spec, name=f"{spec.name}{k}", at=at, facing=facing).given(stronger)


def check_bone(case: Case) -> None:
    """Load the scene and find the bone; better now than after minutes of simulation."""
    rig = load_rig(scene_of(case, 1).characters[0].rig)
    if not rig.has_legs:
        raise InputError(f"{rig.name} has no feet to stand on", place="rig")
    bone_of(rig, case.bone)


def bone_of(rig: Rig, name: str) -> str:
    """A bone by its own name, or by what it is called in every rig."""
    special = {"pelvis": rig.names[0], "chest": rig.chest, "shoulder": "left_upper_arm"}
    bone = special.get(name, name)
    if bone not in rig.names:
        raise InputError(f"there is no bone {bone}; there are {', '.join(rig.names)}", place="heights")
    return bone


class Row:
    def __init__(self, case: Case, directions: int) -> None:
        self.case = case
        self.degrees = [360.0 * k / directions for k in range(directions)]
        self.sim = Simulation(scene_of(case, directions), seed=case.seed)
        self.who = list(self.sim.characters.values())
        self.bodies = [who.body for who in self.who]
        self.bones = [bone_of(who.rig, case.bone) for who in self.who]
        random = np.random.default_rng((case.seed, *b"moment"))
        self.moments = random.integers(0, round(MOMENTS_S * TICKS_PER_S), directions).tolist()
        self.sim.run(SETTLES_S)
        self.saved = self.sim.save()
        self.seen: list[Seen] = []
        self.pushed_at: list[float] = []

    def close(self) -> None:
        self.sim.close()

    def __enter__(self) -> Row:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def push(self, impulses: Sequence[float | None]) -> list[Seen]:
        """From the saved state on; what became of each. Who gets no impulse is looked at all the same."""
        sim, began = self.sim, [0.0] * len(self.who)
        sim.load(self.saved)
        seen: list[Seen | None] = [None] * len(self.who)
        for tick in range(max(self.moments) + WATCHED):
            if all(one is not None and one.over for one in seen):
                break
            for k, who in enumerate(self.who):
                if tick == self.moments[k]:
                    seen[k], began[k] = Seen(sim.stage.engine, who.body, who.rig), sim.time
                    self._shove(k, impulses[k] or 0.0)
            sim.tick()
            touches = sim.stage.engine.touches(self.bodies)
            for one in seen:
                if one is not None and not one.over:
                    one.look(of_body(touches, one.body, self.bodies))
        self.seen, self.pushed_at = [one for one in seen if one is not None], began
        return self.seen

    def _shove(self, k: int, impulse: float) -> None:
        who, angle = self.who[k], radians(self.degrees[k]) + self.who[k].facing
        if impulse:
            way = (impulse * cos(angle), impulse * sin(angle), 0.0)
            self.sim.push(who.name, bone=self.bones[k], impulse=way, seconds=LASTS_S)

    def aimed(self, k: int) -> list[tuple[float, str, float, float]]:
        """Of one body: s after its push, foot, and where (m) its `step` events of this push aimed."""
        name, began = self.who[k].name, self.pushed_at[k]
        told = [e for e in self.sim.stage.events if e.kind == "step" and e.who == name and e.t >= began - 1e-9]
        return [(e.t - began, str(e.details["foot"]), *e.details["at"]) for e in told]
