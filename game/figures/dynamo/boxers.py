"""Figure 1: bouts on uneven blocks. Figure 8: a bout as simulation, and the same as pure playback.

Which moments are shown is found by rule, in a first run of the same bout: the hardest blow to a head, a knock-down and
what comes after it; of playback the moment at which the two bodies are deepest in each other.
"""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from components.clock import TICKS_PER_S
from components.fight import BoutPhase
from game.figures.figure import Asked, Found, Job, Row
from game.figures.sheet import sheet
from game.figures.strip import folded, taken, until
from game.figures.watch import numbers
from game.scenes.scene import Scene, load_scene
from game.world.character import Character
from game.world.simulation import Simulation
from systems.stage import Event

BOUTS, LONGEST_S = 4, 240.0
BEFORE_S = 1.5  # the first picture: they wait for the bell
ROUND_S = 62.0  # of figure 8: two seconds until the bell, and the first round
AROUND_S = (-0.1, 0.0, 0.1, 0.25)  # what figure 8 shows of a blow
DEEP, SUNK, AFLOAT = 0.04, 0.02, 0.01  # m: in each other, in the ground, both feet above it
FEET = ("left_foot", "left_toes", "right_foot", "right_toes")
COUNTED = ("stun", "stagger", "knockdown", "knockout", "getup", "getup_failed")
BOXED = ("thrown", "landed", "blocked", "hardest_Ns")


def bout_rows(simulation: Simulation, seed: int) -> list[Row]:
    """Of each boxer: what the report says, what it did, and what befell it."""
    boxers, events = simulation.report()["bout"]["boxers"], simulation.stage.events
    return [
        {
            "seed": seed,
            **numbers(simulation, name),
            **{key: boxers[name][key] for key in BOXED},
            **{kind: sum(event.kind == kind and event.who == name for event in events) for kind in COUNTED},
        }
        for name in simulation.characters
    ]


def hardest(events: Sequence[Event]) -> list[float]:
    """s, when heads were struck, the hardest blow first."""
    heads = [event for event in events if event.kind == "land" and event.details["place"] == "head"]
    return [event.t for event in sorted(heads, key=lambda event: -event.details["impulse"])]


# --- figure 1


def bout(seed: int, size: tuple[int, int]) -> Found:
    with Simulation("platform", seed=seed) as simulation:
        while simulation.time < LONGEST_S and fighting(simulation):
            simulation.tick()
        rows, shown = bout_rows(simulation, seed), story(simulation.stage.events)
    with Simulation("platform", seed=seed) as simulation:
        pictures = taken(simulation, list(shown), size, "fight")
    frames: list[Row] = [{"seed": seed, "at_s": at_s, "what": what} for at_s, what in shown.items()]
    return Found({"": rows, "frames": frames}, pictures)


def fighting(simulation: Simulation) -> bool:
    return simulation.bout is not None and simulation.bout.phase is not BoutPhase.OVER


def story(events: Sequence[Event]) -> dict[float, str]:
    """Six moments (s) and what they show: a blow, and a knock-down with the getting up, or else more blows."""
    blows = hardest(events)
    down = next((event.t for event in events if event.kind == "knockdown"), None)
    shown = {BEFORE_S: "before the bell"}
    for number, blow in enumerate(blows[: 1 if down else 2], 1):
        shown |= {blow: f"blow to the head, {number}. hardest", blow + 0.3: "0.3 s later"}
    if down:
        up = next((event.t for event in events if event.kind == "getup" and event.t > down), None)
        shown |= {down: "knocked down", down + 1.0: "1 s later", up or down + 4.0: "got up" if up else "4 s later"}
    return dict(sorted(shown.items()))


def bouts(asked: Asked) -> list[Job]:
    return [Job(f"bout {seed}", bout, (seed, asked.size)) for seed in range(asked.seed, asked.seed + BOUTS)]


def told(found: Found) -> list[bool]:
    return [any(row[kind] for row in found.tables[""]) for kind in ("getup", "knockdown")]


def eventful(results: Sequence[Found]) -> Image.Image:
    """The first bout in which somebody got up again, or the first with a knock-down, or the first."""
    found = max(results, key=told)  # of equals the first
    names = [f"{row['at_s']:.2f} s: {row['what']}" for row in found.tables["frames"]]
    return folded(found.pictures, names, 3)


# --- figure 8


def world(name: str, seed: int, size: tuple[int, int]) -> Found:
    with Simulation(scene_of(name), seed=seed) as simulation:
        artefacts = Artefacts(simulation)
        until(simulation, ROUND_S, artefacts.look)
        rows = [{"world": name, **row, **artefacts.row} for row in bout_rows(simulation, seed)]
        blows = hardest(simulation.stage.events)
    middle = artefacts.deepest_at if name == "playback" or not blows else blows[0]
    moments = [middle + late for late in AROUND_S]
    with Simulation(scene_of(name), seed=seed) as simulation:
        return Found({"": rows}, taken(simulation, moments, size, "fight"))


def scene_of(name: str) -> Scene:
    scene = load_scene("comparison", {"ground": "platform"})
    assert scene.beside is not None
    return scene.with_settings(scene.beside.settings) if name == "playback" else scene


def worlds(asked: Asked) -> list[Job]:
    return [Job(name, world, (name, asked.seed, asked.size)) for name in ("playback", "simulated")]


def beside(results: Sequence[Found]) -> Image.Image:
    rows = [found.pictures for found in results]
    return sheet(rows, [f"{late:+.2f} s" for late in AROUND_S], ["playback", "simulated"])


class Artefacts:
    """What no two bodies could do, asked of the engine after every tick; benchmarks/artefacts.py asks for more."""

    def __init__(self, simulation: Simulation) -> None:
        self.simulation = simulation
        self.deepest, self.deepest_at = 0.0, 0.0  # m, s
        self.deep, self.sunk, self.afloat = 0, 0, 0  # ticks

    def look(self) -> bool:
        sim = self.simulation
        red, blue = (character.body for character in sim.characters.values())
        depth = -(sim.stage.engine.gap(red, blue, 0.0) or 0.0)
        self.deep += depth > DEEP
        if depth > self.deepest:
            self.deepest, self.deepest_at = depth, sim.time
        for character in sim.characters.values():
            gap = self.gap(character) if character.phase == "awake" else None
            self.sunk += gap is not None and gap < -SUNK
            self.afloat += gap is not None and gap > AFLOAT
        return True

    def gap(self, character: Character) -> float | None:
        """m, from the lowest foot to the ground; nothing where there is no ground within half a metre."""
        engine = self.simulation.stage.engine
        found = [
            engine.gap(character.body, ground, 0.5, character.link(bone)) for ground in engine.ground for bone in FEET
        ]
        return min((gap for gap in found if gap is not None), default=None)

    @property
    def row(self) -> Row:
        return {
            "deepest_in_each_other_m": self.deepest,
            "deeper_than_4_cm_s": self.deep / TICKS_PER_S,
            "foot_sunk_2_cm_s": self.sunk / TICKS_PER_S,
            "both_feet_1_cm_above_s": self.afloat / TICKS_PER_S,
        }
