"""Figure 3: a cartwheel with a crate in its way, as playback, by parent-space and by world-space muscles.

It begins out of standing, after 0.5 s and 17 ticks more for each further start, so that no two are quite the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from components.clock import TICKS_PER_S
from game.figures.figure import Asked, Found, Job, Pixels, Row
from game.figures.strip import View, taken, until
from game.figures.watch import Trunk, first
from game.moves.library import load_clip
from game.rigs.rig import load_rig
from game.scenes.scene import Scene, load_scene
from game.world.simulation import Simulation

SCENE = Path(__file__).with_name("cartwheel.toml")
COLOURS = {"kinematic": (0.19, 0.19, 0.21), "parent": (0.25, 0.44, 0.71), "world": (0.85, 0.50, 0.20)}  # the paper's
LABELS = "playback", "parent space", "world space"
STARTS = 5
FIRST, BETWEEN = 60, 17  # ticks of standing before the first start, and more for each next one
STANDING_S = 2.0  # watched after the cartwheel
VIEW = View((-0.25, 1.1, 0.8), 4.8, 8.0, 8.0)
MOMENTS = (0.5, 1.1, 1.4, 1.75, 2.2, 3.3)  # s


def scene_of(servo: str, obstacle: bool, settings: Mapping[str, object]) -> Scene:
    scene = load_scene(SCENE, settings, servo)
    (red,) = scene.characters
    return replace(scene, characters=(replace(red, colour=COLOURS[servo]),), props=scene.props if obstacle else ())


def one(
    scene: Scene, start: int, moments: Sequence[float] = (), size: tuple[int, int] = (16, 16)
) -> tuple[Row, list[Pixels]]:
    """What came of one cartwheel, and of standing after it. Of a body that blew up nothing is measured."""
    length = load_clip("cartwheel", load_rig("boxer")).frames
    with Simulation(scene) as simulation:
        red = simulation.characters["red"]
        simulation.tick(FIRST + BETWEEN * start)
        red.play("cartwheel", loop=False)
        trunk, begin = Trunk(simulation, "red"), simulation.ticks
        row: Row = {"start": start, "fell": None, "blew_up": True, "pose_error_deg": None, "jitter_rad2ps6": None}

        def look() -> bool:
            if simulation.ticks - begin <= length:
                trunk.look()
            if simulation.ticks - begin == length:
                row.update(pose_error_deg=trunk.pose_error_deg, jitter_rad2ps6=trunk.jitter)
                red.play("stand")
            return first(simulation, "explosion", "red") is None

        pictures = taken(simulation, moments, size, VIEW, look)
        until(simulation, (begin + length) / TICKS_PER_S + STANDING_S, look)
        if look():
            row.update(fell=first(simulation, "fall", "red") is not None, blew_up=False)
        else:
            row.update(pose_error_deg=None, jitter_rad2ps6=None)
    return row, pictures


def strip(servo: str, obstacle: bool, size: tuple[int, int]) -> Found:
    """Numbers of all starts, pictures of the first one over the crate."""
    scene = scene_of(servo, obstacle, {})
    found = [one(scene, start, MOMENTS if obstacle and start == 0 else (), size) for start in range(STARTS)]
    about: Row = {"servo": servo, "obstacle": obstacle}
    return Found({"": [{**about, **row} for row, _ in found]}, found[0][1])


def jobs(asked: Asked) -> list[Job]:
    """Nothing in it is random: the starts take the seed's place."""
    return [
        Job(f"{servo}, {'crate' if obstacle else 'nothing'} in the way", strip, (servo, obstacle, asked.size))
        for obstacle in (True, False)
        for servo in COLOURS
    ]
