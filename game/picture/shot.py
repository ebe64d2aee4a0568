"""Pictures without a window: a scene, run to a moment, drawn, written as PNG. The same call writes the same bytes.

    shot("stage", 2.0, "walk.png", size=(640, 360), settings={"clip": "walk"})

A `Studio` is what draws one simulation again and again: for `shot`, for films and for the window.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Self

import esper
import numpy as np
from numpy.typing import NDArray

from components.errors import InputError
from game.base.writing import atomic_write, check_writable
from game.cameras.camera import Camera
from game.cameras.camera_operator import CAMERAS, HEADROOM, Operator, Places
from game.picture.arm_reach import Reach
from game.picture.side_by_side import Columns, spans
from game.scenes.scene import Scene
from game.world.simulation import MAX_SECONDS, Simulation, number
from systems.draw.cast import Cast
from systems.draw.context import current
from systems.draw.floor import floor
from systems.draw.path_lines import PathLines
from systems.draw.picture import write_png
from systems.draw.quality import Quality, quality_named
from systems.draw.renderer import Renderer
from systems.draw.scenery import scenery
from systems.draw.string_lines import StringLines

SMALLEST, LARGEST = 16, 8192  # pixels
SIZE = (1280, 720)
CAMERA = "three_quarter"  # where neither whoever asks nor the scene names one


class Studio:
    """Cast, renderer and camera operator of one simulation, in the GL context that is current.

    with Studio(simulation, (640, 360), quality_named("high"), "follow") as studio:
        simulation.tick(2)
        studio.update(1 / 60)
        studio.draw()
    """

    def __init__(
        self, simulation: Simulation, size: tuple[int, int], quality: Quality, camera: str | Camera = "free"
    ) -> None:
        esper.switch_world(simulation.world)
        stage = simulation.stage
        self.simulation = simulation
        self.operator = Operator(stage.engine.ground_height, "free" if isinstance(camera, Camera) else camera)
        self.fixed = camera if isinstance(camera, Camera) else None  # then nobody operates it
        self.camera = self.fixed or self.operator.camera
        self.cast, self.reach = Cast(stage), Reach(simulation)
        self.headroom = HEADROOM if simulation.scene.names else 0.0  # m, above hands that are held up
        self.renderer = Renderer(self.cast, floor(stage.engine.settings.ground, simulation.seed), quality, *size)
        self.renderer.layers += scenery(stage.engine.settings.ground, quality, simulation.seed)
        self.strings = StringLines(stage, self.cast)
        self.paths = PathLines(stage)
        self.renderer.layers += [self.strings.lines, self.paths.lines]

    def tick(self, n: int) -> None:
        """So many steps on; between the last two, `update` can pose everybody."""
        if n > 0:
            self.simulation.tick(n - 1)
            esper.switch_world(self.simulation.world)
            self.cast.remember()
            self.simulation.tick()

    def update(self, dt_s: float = 0.0, alpha: float = 1.0) -> None:
        """Pose everybody (`alpha` as in Cast.update) and move the camera on by `dt_s`."""
        esper.switch_world(self.simulation.world)
        self.cast.update(alpha)
        self.operate(dt_s)

    def operate(self, dt_s: float) -> None:
        """Move the camera on; everybody is posed already."""
        self.strings.update()
        self.paths.update()
        if self.fixed is not None:
            return
        frame, first = self.renderer.frame, self.simulation.stage.tables.skeletons.first
        self.operator.height_px = frame.height
        bones = self.cast.characters
        reach = {**self.reach.places(bones, self.headroom)}
        if self.simulation.scene.names:
            for who, top in self.reach.names(bones).items():
                reach[who] = np.concatenate([reach[who], top]) if who in reach else top
        for who, above in self.strings.above.items():
            reach[who] = np.concatenate([reach[who], above]) if who in reach else above
        places = Places(bones, first, reach)
        self.camera = self.operator.update(dt_s, places, frame.width / frame.height)

    def draw(self) -> None:
        self.renderer.draw(self.camera)

    def picture(self) -> NDArray[np.uint8]:
        """(height, width, 3) of what was last drawn."""
        return self.renderer.read()

    def save(self, out: str | Path) -> Path:
        """What was last drawn, as PNG."""
        return save_png(self.picture(), Path(out))

    def close(self) -> None:
        self.renderer.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def shot(
    scene: str | Path | Scene,
    at_s: float,
    out: str | Path,
    size: tuple[int, int] = SIZE,
    quality: str = "high",
    camera: str | Camera | None = None,
    seed: int = 0,
    *,
    servo: str | None = None,
    root: str | None = None,
    settings: Mapping[str, object] | None = None,
) -> Path:
    """Run the scene headless to `at_s` (s), draw it (and what the scene says is beside it), write it to `out`.

    Without a `camera` it is the scene's own.
    """
    number(at_s, "at", 0.0, MAX_SECONDS)
    check(size, camera)
    preset, out = quality_named(quality), Path(out)
    check_writable(out)
    current()  # before a minute of simulation: is there anything to draw with?
    with Simulation(scene, seed=seed, servo=servo, root=root, settings=settings) as simulation:
        simulation.run(at_s)
        pixels = picture(simulation, size, preset, camera)
        return save_png(pixels, out)


@contextmanager
def studio_of(
    simulation: Simulation, size: tuple[int, int], quality: Quality, camera: str | Camera | None = None
) -> Iterator[Studio | Columns]:
    """A studio, or a pair of them where the scene says what is shown beside it; with names where it wants them.

    The world beside it is run from the scene's beginning to the same tick; what was done to this one by hand is not
    done to it.
    """
    scene = simulation.scene
    beside, camera = scene.beside, camera or scene.camera or CAMERA
    if beside is None:
        alone = Studio(simulation, size, quality, camera)
        with Columns([alone], size) if scene.names or scene.look else alone as studio:
            yield studio
        return
    width, height = size
    with Simulation(scene.with_settings(beside.settings), seed=simulation.seed) as other:
        other.tick(simulation.ticks)
        worlds = zip((simulation, other), spans(width, 2), strict=True)
        studios = [Studio(world, (across, height), quality, camera) for world, (_, across) in worlds]
        with Columns(studios, size, beside.labels) as both:
            yield both


def picture(
    simulation: Simulation, size: tuple[int, int], quality: Quality, camera: str | Camera | None = None
) -> NDArray[np.uint8]:
    """(height, width, 3) of the world as it is now, and of the one beside it where the scene has one."""
    current()
    with studio_of(simulation, size, quality, camera) as studio:
        studio.update()
        studio.draw()
        return studio.picture()


def save_png(pixels: NDArray[np.uint8], out: Path) -> Path:
    with atomic_write(out) as draft:
        write_png(pixels, draft)
    return out


def check(size: tuple[int, int], camera: str | Camera | None) -> None:
    if len(size) != 2 or not all(isinstance(n, int) and SMALLEST <= n <= LARGEST for n in size):
        raise InputError(f"must be two whole numbers from {SMALLEST} to {LARGEST}, not {size!r}", place="size")
    if isinstance(camera, str) and camera not in CAMERAS:
        raise InputError(f"must be one of {', '.join(CAMERAS)}, not {camera!r}", place="camera")
