"""A plain window, until the real one comes: everybody from the side, as the thick lines that their shapes are.

The clock on the wall buys ticks: 1/60 s are two of 1/120 s, and what is left of a tick is kept. A machine that cannot
keep up shows everything slower instead of falling behind for ever.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import exp, hypot
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from components.character import Body
from components.errors import InputError
from components.prop import Prop
from components.rig import Shape
from game.character import Character
from game.controls import CONTROLS, Action, help_line
from game.scene import TICKS_PER_S, Scene
from game.simulation import Simulation
from systems.kernels.quaternions import rotate
from systems.stage import System

if TYPE_CHECKING:
    from pyglet.graphics import Batch, Group
    from pyglet.window import Window

Floats = NDArray[np.float64]
Vec3 = tuple[float, float, float]
Colour = tuple[int, int, int]

SAMPLES = {"low": 0, "medium": 4, "high": 8}
"""Quality -> how often each pixel is looked at, where the machine can."""

MOST_TICKS = 8  # in one picture: with 15 of them a second it still keeps up
SIZE = (1280, 720)
TALL, BELOW = 3.0, 0.5  # m, from the window's lower edge to its upper one, and of it below the floor
AWAY = np.array([0.5, 0.25])  # where 1 m further away is on the picture: nobody stands quite behind another
CATCH_UP = 4.0  # 1/s, how fast the view follows
MARK = 1.0  # m, between two marks on the floor
REACH, CELL = 100.0, 0.25  # m, how far the floor is drawn, and between two of its heights
THIN = 0.01  # m, the floor's line
PAPER, INK, FLOOR = (246, 244, 238), (58, 60, 66), (150, 146, 134)
FAR = 0.68  # of its colour that is left of a limb on the far side


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
            show(window, View(window, simulation))
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
    """With a word in it at once, because the first start compiles for a while."""
    try:
        import pyglet

        pyglet.options.shadow_window = False
        pyglet.options.debug_gl = False
        from pyglet.gl import Config
        from pyglet.window import NoSuchConfigException, Window

        how: dict[str, Any] = {"caption": caption, "resizable": True, "fullscreen": fullscreen}
        if not fullscreen:
            how |= {"width": SIZE[0], "height": SIZE[1]}
        try:
            window = Window(config=Config(double_buffer=True, sample_buffers=1, samples=samples), **how)  # type: ignore[abstract]
        except NoSuchConfigException:  # then edges are not smoothed
            window = Window(**how)
        clear(window)
        label("getting ready").draw()
        window.flip()
        return window
    except Exception as error:  # no display, no driver, no fonts: whatever stands in the way is what has to be said
        reason = (str(error) or type(error).__name__).splitlines()[0].rstrip(". ")
        raise InputError(f"no window can be opened here ({reason}): `glassjaw doctor` says what is missing") from None


def label(text: str) -> Any:
    from pyglet.text import Label

    return Label(text, x=16, y=16, font_size=12, color=(*INK, 255))


def clear(window: Window) -> None:
    from pyglet import gl

    r, g, b = PAPER
    gl.glClearColor(r / 255, g / 255, b / 255, 1.0)
    window.clear()


def show(window: Window, view: View) -> None:
    """Owed ticks, then a picture, until somebody closes the window."""
    import pyglet
    from pyglet.window import key

    paused, owed = False, 0.0

    actions = {getattr(key, control.key): control.action for control in CONTROLS}

    def on_key_press(symbol: int, modifiers: int) -> bool:
        nonlocal paused
        action = actions.get(symbol)
        if action is Action.CLOSE:
            pyglet.app.exit()
        elif action is Action.PAUSE:
            paused = not paused
            view.say("paused" if paused else "")
        return True

    def on_close() -> bool:
        pyglet.app.exit()
        return True

    def forward(seconds: float) -> None:
        nonlocal owed
        if not paused:
            ticks, owed = due(owed + seconds)
            view.simulation.tick(ticks)
        view.update(seconds)

    window.push_handlers(on_key_press=on_key_press, on_close=on_close, on_draw=view.draw)
    pyglet.clock.tick()  # what getting ready took is not owed
    pyglet.clock.schedule(forward)
    try:
        pyglet.app.run(1 / 60)
    finally:
        pyglet.clock.unschedule(forward)


def seen(place: Floats) -> Floats:
    """(..., 2) m on the picture of (..., 3) m in the world: x to the right, z up, y away."""
    return np.asarray(place[..., [0, 2]] + place[..., 1:2] * AWAY)


@dataclass(frozen=True)
class Bar:
    """A shape in the frame of its bone or thing: two ends and a radius, or for a box its middle and half its sides."""

    start: Vec3  # m
    end: Vec3  # m
    radius: float = 0.0  # m
    half: Vec3 | None = None  # m

    def outline(self, position: Floats, turn: Floats) -> tuple[Floats, Floats, float]:
        """m on the picture, both ends and the width: of a box, the rectangle around it along its longest side."""
        start = seen(position + rotate(turn, self.start))
        if self.half is None:
            return start, seen(position + rotate(turn, self.end)), 2.0 * self.radius
        axes = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
        sides = np.array([seen(h * np.array(rotate(turn, axis))) for axis, h in zip(axes, self.half, strict=True)])
        longest = sides[int(np.argmax(np.hypot(sides[:, 0], sides[:, 1])))]
        along = longest / max(1e-9, hypot(*longest))
        reach = float(np.abs(sides @ along).sum()) * along
        return start - reach, start + reach, 2.0 * float(np.abs(sides @ (-along[1], along[0])).sum())


def bar_of_shape(shape: Shape) -> Bar:
    if shape.kind == "box":
        return box(shape.start, shape.size)
    return Bar(shape.start, shape.end if shape.kind == "capsule" else shape.start, shape.radius)


def bar_of_prop(prop: Prop) -> Bar:
    middle = (0.0, 0.0, 0.0)
    return Bar(middle, middle, prop.size[0] / 2) if prop.shape == "sphere" else box(middle, prop.size)


def box(middle: Vec3, size: Vec3) -> Bar:
    return Bar(middle, middle, half=(size[0] / 2, size[1] / 2, size[2] / 2))


class Stick:
    """A bar on the picture: a line, and a circle at each end if it is round."""

    def __init__(self, bar: Bar, colour: Colour, batch: Batch, group: Group) -> None:
        from pyglet.shapes import Circle, Line

        self.bar = bar
        self.line = Line(0, 0, 1, 0, bar.radius, colour, batch=batch, group=group)
        ends = 0 if bar.half else 2
        self.caps = [Circle(0, 0, bar.radius, 24, colour, batch=batch, group=group) for _ in range(ends)]

    def put(self, position: Floats, turn: Floats) -> None:
        start, end, width = self.bar.outline(position, turn)
        self.line.x, self.line.y = start.tolist()
        self.line.x2, self.line.y2 = end.tolist()
        self.line.thickness = width
        for cap, place in zip(self.caps, (start, end), strict=False):
            cap.x, cap.y = place.tolist()


class View:
    """All shapes of a scene in one batch, in metres; the window's matrix makes pixels of them."""

    def __init__(self, window: Window, simulation: Simulation) -> None:
        from pyglet.graphics import Batch, Group

        self.window, self.simulation, self.stage = window, simulation, simulation.stage
        self.batch = Batch()
        bodies = sorted((body for _, (body,) in System.query(Body)), key=lambda body: body.index)
        places = self.stage.tables.bones.position[[body.first for body in bodies]]
        lanes = sorted({float(y) for y in places[:, 1]}, reverse=True)
        layers = [Group(n) for n in range(3 * len(lanes) + 3)]  # of each lane what is loose, far limbs, the rest
        self.lines = [line for n, y in enumerate(lanes) for line in self.floor(y, layers[3 * n])]
        self.sticks = list[tuple[int, Stick]]()
        for body in bodies:
            lane = lanes.index(float(places[body.index, 1]))
            for i, bone in enumerate(body.rig.bones):
                far = bone.side == "left"
                colour = shade(body.colour, FAR if far else 1.0)
                layer = layers[3 * lane + (1 if far else 2)]
                self.sticks += [
                    (body.first + i, Stick(bar_of_shape(shape), colour, self.batch, layer)) for shape in bone.shapes
                ]
        self.loose = dict[int, Stick]()
        self.loose_layer = layers[-1]
        self.followed = bodies[0]
        self.spread = float(AWAY[1]) * (lanes[0] - lanes[-1])  # m, of the lanes on the picture
        self.middle = (lanes[0] + lanes[-1]) / 2
        self.low = float(AWAY[1]) * lanes[-1] - BELOW
        self.eye = self.wanted()
        self.text = label("")
        self.say("")
        self.update(0.0)

    def say(self, more: str) -> None:
        self.text.text = "    ".join(part for part in (self.simulation.scene.title, help_line(), more) if part)

    def floor(self, y: float, layer: Group) -> list[Any]:
        """The ground along a lane: a line, broken only where it bends, and a mark at every metre."""
        from pyglet.shapes import Line

        x = np.arange(-REACH, REACH + CELL, CELL)
        ground = np.array([[at, y, self.stage.engine.ground_height(float(at), y)] for at in x])
        bends = np.abs(np.diff(ground[:, 2], 2)) > 1e-6
        corners = seen(ground[np.concatenate([[True], bends, [True]])])
        marks = seen(ground[:: round(MARK / CELL)])
        return [
            Line(float(a[0]), float(a[1]), float(b[0]), float(b[1]), THIN, FLOOR, batch=self.batch, group=layer)
            for a, b in [*pairwise(corners), *zip(marks, marks - (0.0, 0.05), strict=True)]
        ]

    def wanted(self) -> Floats:
        """m on the picture, where the middle of the window's floor should be."""
        x, y, _ = self.stage.tables.bones.position[self.followed.first].tolist()
        x = min(REACH, max(-REACH, x))
        return np.array([x, self.stage.engine.ground_height(x, y)])

    def update(self, seconds: float) -> None:
        self.eye += (1.0 - exp(-CATCH_UP * seconds)) * (self.wanted() - self.eye)
        bones = self.stage.tables.bones
        for i, stick in self.sticks:
            stick.put(bones.position[i], bones.orientation[i])
        for prop in Character.props():
            if prop.engine_id not in self.loose:
                self.loose[prop.engine_id] = Stick(bar_of_prop(prop), shade(prop.colour), self.batch, self.loose_layer)
            position, turn = self.stage.engine.place_of(prop.engine_id)
            self.loose[prop.engine_id].put(np.array(position), np.array(turn))

    def draw(self) -> None:
        from pyglet.math import Mat4, Vec3

        clear(self.window)
        scale = self.window.height / (TALL + self.spread)  # pixels in a metre
        x = self.window.width / 2 - scale * (self.eye[0] + float(AWAY[0]) * self.middle)
        self.window.view = Mat4.from_translation(Vec3(x, -scale * (self.eye[1] + self.low), 0.0)).scale(
            Vec3(scale, scale, 1.0)
        )
        self.batch.draw()
        self.window.view = Mat4()
        self.text.draw()


def shade(colour: Vec3, share: float = 1.0) -> Colour:
    r, g, b = (round(255 * share * part) for part in colour)
    return r, g, b
