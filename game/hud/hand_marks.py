"""What hands are about to do, and what they hold, as marks in the world with a word beside them.

    marks = HandMarks(session)
    marks.update(view.sides, side, still_s)                     # once a frame, when everybody is posed
    marks.write(side.studio.camera, 0, (1280, 720), 1.0)        # over the picture

A throw is a row of balls, one for each 1/20 s, that get smaller with their distance from the eye; each has its foot on
the ground, and the thing's own size is a ring where it arrives, with the time that it takes. What is held has a ring,
and a line to where it is pulled.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

import esper
import numpy as np

from components.character import Body
from game.cameras.camera import Camera, Floats
from game.picture.ink import EDGE, INK, PAD, panel
from game.scenes.props import prop_kind
from game.session.deeds import Grip
from game.session.hands import Flight
from game.world.character import Character
from systems.draw.measures import turned
from systems.draw.overlay import Overlay

if TYPE_CHECKING:
    from game.picture.shot import Studio
    from game.session.session import Session
    from game.world.simulation import Simulation
    from systems.draw.lines import Lines

SHOWN_S = 2.0  # how long after the mouse moved a throw is shown
DOT_S, FEWEST, MOST = 0.05, 5, 60  # s of flight between two balls; how many there are
DOT, NEAREST_PX, FARTHEST_PX = 55.0, 14.0, 3.0  # pixels of 720 at 1 m from the eye; and their limits
WAY, SHADE, FOOT = (1.0, 0.90, 0.45, 0.95), (0.05, 0.06, 0.09, 0.75), (0.05, 0.06, 0.09, 0.45)
LANDS, GRIP, WANTED = (1.0, 0.45, 0.20, 1.0), (0.30, 0.95, 1.0, 1.0), (1.0, 0.85, 0.30, 1.0)
ROUND, LEAST = 28, 0.07  # pieces of a ring; m, its radius at least
HELD = 0.10  # m, radius of the ring around what is held
OVER = 0.02  # m, from the ground to what lies on it
HEIGHT = 20.0  # units, of a word
AHEAD, ASIDE = np.array([1.0, 0.0, 0.0]), np.array([0.0, 1.0, 0.0])


class Marked(Protocol):
    """A world that is shown, and lines to draw over it."""

    simulation: Simulation
    studio: Studio
    lines: Lines


class HandMarks:
    def __init__(self, session: Session) -> None:
        self.session, self.overlay = session, Overlay()
        self.text, self.place = "", np.zeros(3)  # what is written, and m, beside what

    def update(self, sides: Sequence[Marked], meant: Marked, still_s: float) -> None:
        session, hands = self.session, self.session.hands
        self.text = ""
        if not session.hud or session.slow_motion.active or session.asking is not None:
            return
        if session.examined is not None:
            for side in sides:
                self._ring(side, session.examined)
        if hands.grip is not None:
            self._hold(sides)
        elif session.drawing:
            self._point_out(sides)
        elif still_s < SHOWN_S and (flight := hands.flight(session.simulation)) is not None:
            for side in sides:
                self._fly(side, flight, meant.studio.camera)
            self.place = flight.target
            ahead = float(np.linalg.norm(flight.lead))
            led = f", {ahead:.1f} m ahead" if ahead > 0.0 else ""
            self.text = f"{hands.thing.replace('_', ' ')} {flight.seconds:.2f} s{led}"

    def _fly(self, side: Marked, flight: Flight, camera: Camera) -> None:
        ground = self.session.simulation.stage.engine.ground_height
        count = min(MOST, max(FEWEST, round(flight.seconds / DOT_S)))
        at = np.linspace(0.0, len(flight.points) - 1.0, count + 1)[:-1]
        known = np.arange(len(flight.points))
        dots = np.column_stack([np.interp(at, known, flight.points[:, axis]) for axis in range(3)])
        feet = np.array([(x, y, ground(x, y) + OVER) for x, y, _ in dots.tolist()])
        sizes = np.clip(DOT / np.maximum(0.1, (camera.eye - dots) @ camera.axes[2]), FARTHEST_PX, NEAREST_PX)
        lines = side.lines
        lines.points(feet, FOOT, 1.3 * sizes)
        lines.add(feet[::2], dots[::2], FOOT, 1.2)
        lines.add(flight.points[:-1], flight.points[1:], (*WAY[:3], 0.35), 1.5)
        lines.points(dots, SHADE, sizes + 3.0)
        lines.points(dots, WAY, sizes)
        thing = prop_kind(self.session.hands.thing)
        ring = circle(flight.target, max(LEAST, 0.5 * max(thing.size)), camera.axes[0], camera.axes[1])
        lines.add(ring[:-1], ring[1:], SHADE, 6.0, on_top=True, round_ends=False)
        lines.add(ring[:-1], ring[1:], LANDS, 3.0, on_top=True, round_ends=False)
        lines.points(flight.target[None], LANDS, 6.0, on_top=True)
        if flight.lead.any():
            here = (flight.target - flight.lead)[None]
            lines.arrows(here, flight.lead[None], LANDS, 3.0, on_top=True)

    def _hold(self, sides: Sequence[Marked]) -> None:
        hands = self.session.hands
        for number, side in enumerate(sides):
            assert hands.grip is not None
            place = self._ring(side, hands.grip)
            if place is None:
                continue
            wanted, lines = hands.wanted, side.lines
            lines.add(place[None], wanted[None], SHADE, 7.0, on_top=True)
            lines.add(place[None], wanted[None], WANTED, 4.0, on_top=True)
            lines.points(wanted[None], SHADE, 15.0, on_top=True)
            lines.points(wanted[None], WANTED, 11.0, on_top=True)
            if not number:
                behind = 100.0 * float(np.linalg.norm(wanted - place))
                self.place, self.text = place, f"{hands.held}, {behind:.0f} cm behind the hand"

    def _point_out(self, sides: Sequence[Marked]) -> None:
        """Where a click leads, on the ground."""
        place = self.session.on_ground()
        if place is None:
            return
        for side in sides:
            ring = circle(np.add(place, (0.0, 0.0, OVER)), HELD, AHEAD, ASIDE)
            side.lines.add(ring[:-1], ring[1:], SHADE, 6.0, round_ends=False)
            side.lines.add(ring[:-1], ring[1:], WANTED, 3.5, round_ends=False)

    def _ring(self, side: Marked, grip: Grip) -> Floats | None:
        """Around what is meant; where that is."""
        place, axes = middle_of(side, grip), side.studio.camera.axes
        if place is not None:
            ring = circle(place, HELD, axes[0], axes[1])
            side.lines.add(ring[:-1], ring[1:], SHADE, 8.0, on_top=True, round_ends=False)
            side.lines.add(ring[:-1], ring[1:], GRIP, 4.5, on_top=True, round_ends=False)
        return place

    def write(self, camera: Camera, column: int, size: tuple[int, int], scale: float) -> None:
        """The word, right of its place, in that column of a picture of so many pixels."""
        self.overlay.begin(*size, scale)
        if not self.text or float((camera.eye - self.place) @ camera.axes[2]) <= 0.0:
            return
        count = max(1, len(self.session.history.worlds))
        width = size[0] / count
        ((x, y),) = camera.pixels(self.place[None], round(width), size[1])
        wide = self.overlay.width(self.text, "small") + 2 * PAD
        left = min(max(EDGE, (x + column * width) / scale + 16.0), self.overlay.right - EDGE - wide)
        top = min(max(EDGE, y / scale - HEIGHT - 6.0), self.overlay.bottom - EDGE - HEIGHT)
        panel(self.overlay, left, top, wide, HEIGHT)
        self.overlay.text(left + PAD, top + 3, self.text, "small", INK)
        self.overlay.draw()

    def close(self) -> None:
        self.overlay.close()


def middle_of(side: Marked, grip: Grip) -> Floats | None:
    """m, the centre of mass as it is drawn; nothing where that world does not have it."""
    cast = side.studio.cast
    esper.switch_world(side.simulation.world)
    if not grip.who:
        there = 0 <= grip.thing < len(Character.props()) and cast.bones + grip.thing < len(cast.place)
        return np.array(cast.place[cast.bones + grip.thing]) if there else None
    body = next((body for _, body in esper.get_component(Body) if body.name == grip.who), None)
    if body is None:
        return None
    row = body.first + body.rig.names.index(grip.bone)
    middle = side.simulation.stage.tables.skeletons.com[row]
    return np.asarray(cast.place[row] + turned(cast.turn[row : row + 1], middle[None])[0])


def circle(middle: Floats, radius: float, across: Floats, up: Floats) -> Floats:
    """(ROUND + 1, 3) m, closed."""
    angle = np.linspace(0.0, 2 * np.pi, ROUND + 1)[:, None]
    return np.asarray(middle + radius * (np.cos(angle) * across + np.sin(angle) * up))
