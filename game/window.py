"""A plain window, until the real one comes: everybody from the side, as the thick lines that their shapes are.

The clock on the wall buys ticks: 1/60 s are two of 1/120 s, and what is left of a tick is kept. A machine that cannot
keep up shows everything slower instead of falling behind for ever.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from math import exp
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from components.character import Body
from components.errors import InputError
from components.prop import Prop
from components.rig import Bone, Shape
from game.character import Character
from game.scene import TICKS_PER_S, Scene
from game.simulation import Simulation
from systems.kernels.quaternions import rotate

if TYPE_CHECKING:
    from pyglet.graphics import Batch
    from pyglet.window import Window

Floats = NDArray[np.float64]
Vec3 = tuple[float, float, float]

SAMPLES = {"low": 0, "medium": 4, "high": 8}
"""Quality -> how often each pixel is looked at, where the machine can."""

MOST_TICKS = 8  # in one picture: with 15 of them a second it still keeps up
SIZE = (1280, 720)
TALL, BELOW = 3.0, 0.5  # m, from the window's lower edge to its upper one, and of it below the floor
CATCH_UP = 4.0  # 1/s, how fast the view follows
CELL = 0.25  # m, between two heights of the floor
PAPER, INK, FLOOR, MARK = (246, 244, 238), (58, 60, 66), (118, 114, 104), (196, 192, 180)
FAR = 0.68  # of its colour that is left of a limb on the far side
KEYS = "Space pause    Esc close"


def play(
    scene: Scene,
    *,
    seed: int = 0,
    quality: str | None = None,
    render_scale: float | None = None,
    fullscreen: bool = False,
) -> None:
    """Show the scene until the window is closed. `render_scale` does nothing yet: lines cost the same at any size."""
    window = open_window(f"Glassjaw: {scene.title}", samples(quality), fullscreen)
    try:
        with Simulation(scene, seed=seed) as simulation:
            show(window, simulation)
    finally:
        window.close()


def samples(quality: str | None) -> int:
    quality = quality or "medium"
    if quality not in SAMPLES:
        raise InputError(f"must be one of {', '.join(SAMPLES)}, not {quality!r}", place="quality")
    return SAMPLES[quality]


def due(owed: float) -> tuple[int, float]:
    """Whole ticks in so many seconds, and the seconds left over: 0.02 s are 2 ticks and 3.3 ms."""
    ticks = int(owed * TICKS_PER_S + 1e-9)
    return (MOST_TICKS, 0.0) if ticks > MOST_TICKS else (ticks, owed - ticks / TICKS_PER_S)


def open_window(caption: str, samples: int, fullscreen: bool) -> Window:
    """With a word in it, because the first start compiles for a minute."""
    try:
        import pyglet

        pyglet.options.shadow_window = False
        pyglet.options.debug_gl = False
        from pyglet.gl import Config
        from pyglet.text import Label
        from pyglet.window import NoSuchConfigException, Window

        how: dict[str, Any] = {"caption": caption, "resizable": True, "fullscreen": fullscreen}
        if not fullscreen:
            how |= {"width": SIZE[0], "height": SIZE[1]}
        try:
            window = Window(config=Config(double_buffer=True, sample_buffers=1, samples=samples), **how)
        except NoSuchConfigException:  # edges are not smoothed here
            window = Window(**how)
        clear(window)
        Label("getting ready", x=16, y=16, font_size=12, color=(*INK, 255)).draw()
        window.flip()
        return window
    except Exception as error:  # no display, no driver, no fonts: whatever stands in the way is what has to be said
        reason = (str(error) or type(error).__name__).splitlines()[0].rstrip(". ")
        raise InputError(f"no window can be opened here: {reason}; `glassjaw doctor` says what is missing") from None


def clear(window: Window) -> None:
    from pyglet import gl

    gl.glClearColor(*(part / 255 for part in PAPER), 1.0)
    window.clear()


def show(window: Window, simulation: Simulation) -> None:
    """Owed ticks, then a picture, until somebody closes the window."""
    import pyglet
    from pyglet.window import key

    view = View(window, simulation)
    paused, owed = False, 0.0

    def on_key_press(symbol: int, modifiers: int) -> bool:
        nonlocal paused
        if symbol == key.ESCAPE:
            pyglet.app.exit()
        elif symbol == key.SPACE:
            paused = not paused
            view.say("paused" if paused else "")
        return True

    def on_close() -> bool:
        pyglet.app.exit()
        return True

    def on_draw() -> None:
        clear(window)
        view.batch.draw()

    def forward(seconds: float) -> None:
        nonlocal owed
        if not paused:
            ticks, owed = due(owed + seconds)
            simulation.tick(ticks)
        view.update(seconds)

    window.push_handlers(on_key_press=on_key_press, on_close=on_close, on_draw=on_draw)
    pyglet.clock.tick()  # what getting ready took is not owed
    pyglet.clock.schedule(forward)
    try:
        pyglet.app.run(1 / 60)
    finally:
        pyglet.clock.unschedule(forward)


@dataclass(frozen=True)
class Bar:
    """A shape in the frame of its bone or thing: two ends and a width, or half of each side of a box."""

    start: Vec3  # m
    end: Vec3  # m
    radius: float = 0.0  # m
    half: Vec3 | None = None  # m, of a box, longest first in the drawing: see `outline`

    @staticmethod
    def of(shape: Shape) -> Bar:
        if shape.kind == "box":
            x, y, z = shape.size
            return Bar(shape.start, shape.start, half=(x / 2, y / 2, z / 2))
        return Bar(shape.start, shape.end if shape.kind == "capsule" else shape.start, shape.radius)

    @staticmethod
    def of_prop(prop: Prop) -> Bar:
        x, y, z = prop.size
        if prop.shape == "sphere":
            return Bar((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), x / 2)
        return Bar((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), half=(x / 2, y / 2, z / 2))


def outline(bar: Bar, position: Floats, turn: Floats) -> tuple[Floats, Floats, float]:
    """Both ends (2,) and the width in m, seen from the side: of a box the rectangle along its longest visible side."""
    start = (position + rotate(turn, bar.start))[[0, 2]]
    if bar.half is None:
        return start, (position + rotate(turn, bar.end))[[0, 2]], 2.0 * bar.radius
    sides = np.array([np.multiply(rotate(turn, axis), h) for axis, h in zip(np.eye(3), bar.half, strict=True)])[:, [0, 2]]
    longest = sides[int(np.argmax((sides * sides).sum(axis=1)))]
    along = longest / max(1e-9, float(np.hypot(*longest)))
    reach = float(np.abs(sides @ along).sum()) * along
    return start - reach, start + reach, 2.0 * float(np.abs(sides @ (-along[1], along[0])).sum())


class View:
    """All shapes of a scene in one batch, seen from its right: x to the right, z up."""

    def __init__(self, window: Window, simulation: Simulation) -> None:
        from pyglet.graphics import Batch
        from pyglet.text import Label

        self.window, self.simulation = window, simulation
        self.batch: Batch = Batch()
        self.sticks: list[tuple[int, Stick]] = []
        for body in bodies(simulation):
            for i, bone in enumerate(body.rig.bones):
                self.sticks += [(body.first + i, Stick(self.batch, Bar.of(s), *look(body, bone, simulation))) for s in bone.shapes]
        self.loose: dict[int, Stick] = {}
        self.floor = [line(self.batch, FLOOR, 2) for _ in range(self.cells())]
        self.marks = [line(self.batch, MARK, 2) for _ in range(self.cells())]
        self.heights: dict[int, float] = {}
        self.label = Label("", x=16, y=16, font_size=12, color=(*INK, 255), batch=self.batch)
        self.x, self.z = self.followed()
        self.say("")
        self.update(0.0)

    def say(self, more: str) -> None:
        self.label.text = "    ".join(text for text in (self.simulation.scene.title, KEYS, more) if text)
"""
