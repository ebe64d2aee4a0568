"""What is seen of a session: each world through a studio with its marks, ghosts and sparks; over them HUD and panel.

    view = View(session, (1280, 720))
    view.update(1 / 60)
    view.draw(1280, 720)

It needs a current GL context, a window's or the one without (`profile --draw`). With two worlds side by side each has
half the width. Both are seen by the same camera; two fights, which soon go apart, by one each.
"""

from __future__ import annotations

from dataclasses import replace
from math import cos, exp, pi
from time import perf_counter_ns

import esper
import numpy as np

from game.base.plays import parts
from game.cameras.camera import aside
from game.cameras.camera_operator import HEADROOM, Operator
from game.hud.hand_marks import SHOWN_S, HandMarks
from game.hud.hud import Hud
from game.panel.panel import Panel
from game.picture.ink import EDGE, GAP, pixels_a_unit
from game.picture.look_line import Look as LookAt
from game.picture.names import Names
from game.picture.replay_camera import ReplayCamera
from game.picture.shot import Studio
from game.picture.side_by_side import HEIGHT as CAPTION
from game.picture.side_by_side import Captions
from game.picture.small_pictures import read_pictures
from game.session.comparing import captions
from game.session.controls import Action
from game.session.hands import Ray
from game.session.plays import Playing
from game.session.pose_ring import PoseClip
from game.session.session import FRAME_PARTS, Session
from game.session.slow_motion import Poses
from game.sound.metronome import Metronome
from game.sound.noticing import Happening, Noticing
from game.sound.sound import Sounds
from game.window.plays import PlayView
from game.world.simulation import Simulation
from systems.draw.cast import Look
from systems.draw.diagnosis import TARGET_COLOUR, Diagnosis
from systems.draw.ghost import Ghost
from systems.draw.lines import Lines
from systems.draw.overlay import Overlay
from systems.draw.quality import PRESETS, quality_named
from systems.draw.sparks import Sparks
from systems.draw.stills import Stills

SWAYS_PX, SWAY_S = 90.0, 40.0  # of the camera behind the menu: 22 degrees to each side, there and back in 40 s
ASIDE_RATE, LEAST = 3.0, 1e-3  # 1/s, how fast those get beside a list who are seen there; of half the width
SCALES = (1.0, 0.75, 0.5)
SHOTS = ("front", "side", "three_quarter", "top")
TRY_COLOUR = (1.0, 0.55, 0.20)
HARD = 120.0  # N s: a hit of that much throws all the sparks there are,
HARD_PUNCH = 40.0  # and a punch of that much; on the arms half as many
HEIGHT = 720  # pixels for which the HUD is laid out at scale 1
PART = {name: i for i, name in enumerate(FRAME_PARTS)}


class Side:
    """One world, and everything that is drawn of it."""

    def __init__(self, session: Session, simulation: Simulation, size: tuple[int, int]) -> None:
        self.session, self.simulation = session, simulation
        self.studio = Studio(simulation, size, quality_named(session.quality))
        self.studio.headroom = HEADROOM
        stage, cast = simulation.stage, self.studio.cast
        self.lines = Lines()
        quality = quality_named(session.quality)
        self.diagnosis = Diagnosis(stage, cast, self.lines, Ghost(TARGET_COLOUR, quality=quality))
        self.tried = Ghost(TRY_COLOUR, quality=quality)
        self.tried.resemble(cast)
        self.sparks = Sparks()
        self.noticing = Noticing(stage)
        self._ticks = stage.ticks
        self.studio.renderer.layers += [self.tried, self.sparks, *self.diagnosis.layers]

    def happened(self) -> list[Happening]:
        """After each tick: what can be heard and seen of it."""
        esper.switch_world(self.simulation.world)
        self.diagnosis.record()
        happenings = self.noticing.look()
        for happening in happenings:
            self._spark(happening)
        return happenings

    def _spark(self, happening: Happening) -> None:
        share = min(1.0, happening.strength / HARD)
        if happening.kind in ("land", "block"):
            share = min(1.0, happening.strength / HARD_PUNCH) * (1.0 if happening.kind == "land" else 0.5)
            self.sparks.burst(happening.place, happening.direction, share, self.simulation.time)
        elif happening.kind == "hit":
            self.sparks.burst(happening.place, happening.direction, share, self.simulation.time)
        elif happening.kind in ("step", "thud", "slam", "fall"):
            self.sparks.dust(happening.place, share, self.simulation.time)

    def update(self, alpha: float, replay: Poses | None = None) -> None:
        """As it is, or as it was: of a replay the bodies alone are shown."""
        esper.switch_world(self.simulation.world)
        session, cast = self.session, self.studio.cast
        cast.look = Look.PLAIN if session.plain else Look.SKIN
        self.sparks.shown = replay is None
        if replay is not None:
            cast.show(*replay)
            self.diagnosis.update(set(), alpha)
            self.tried.shown = False
            return
        cast.update(alpha)
        self.diagnosis.update(session.shows, alpha)
        if self.simulation.ticks < self._ticks:
            self.sparks.clear()
        self._ticks = self.simulation.ticks
        poses = session.last_try.at(self.simulation.ticks) if session.last_try is not None else None
        self.tried.shown = poses is not None
        if poses is not None:
            self.tried.pose(*poses)

    def close(self) -> None:
        self.studio.close()


class View:
    def __init__(self, session: Session, size: tuple[int, int], sounds: Sounds | None = None) -> None:
        self.session, self.size, self.sounds = session, size, sounds
        self.overlay = Overlay()
        self.hud = Hud(session, self.overlay)
        self.panel = Panel(session)
        self.marks = HandMarks(session)
        self.plays: list[PlayView] = [part.PLAY(self) for part in parts("window")]
        self.metronome = Metronome(session, sounds) if sounds is not None else None
        self.filmed: ReplayCamera | None = None  # what a replay is seen by
        self.sides = list[Side]()
        self.names: Names | None = None  # where the scene wants them written
        self.captions: Captions | None = None  # where the scene says what its two worlds are
        self.stills: Stills | None = None  # small pictures, once they have been asked for
        self.look: LookAt | None = None  # in pictures that are written, where the scene says it
        self.mouse: tuple[float, float] = (size[0] / 2, size[1] / 2)  # pixels from the upper left
        self.still_s = SHOWN_S  # since the mouse moved
        self._seconds = self._swayed_s = self._aside = 0.0
        self._followed: str | None = None  # by the camera, and by name
        self._build()
        session.opened.append(self._build)
        session.split.append(self._split)
        session.before_last_tick.append(self._remember)
        session.after_tick.append(self._happened)
        session.actions |= {
            Action.CAMERA_FIGHT: lambda: self._camera("fight"),
            Action.CAMERA_FOLLOW: lambda: self._camera("follow"),
            Action.CAMERA_SHOT: self._next_shot,
            Action.CAMERA_ALL: self._frame_all,
            Action.QUALITY: self._next_quality,
            Action.SCALE: self._next_scale,
            Action.PANEL: self.panel.toggle,
        }

    @property
    def operator(self) -> Operator:
        """Of the camera that the mouse moves."""
        return self._under_mouse.studio.operator

    @property
    def _apart(self) -> bool:
        """Has each world a camera of its own?"""
        return any(play.apart for play in self.session.plays.values())

    @property
    def _playing_steered(self) -> Playing | None:
        """What somebody is steered in, whom the camera follows."""
        return next((play for play in self.session.plays.values() if play.steered), None)

    @property
    def _steered(self) -> str:
        return self._playing_steered.steered if self._playing_steered is not None else ""

    @property
    def _column(self) -> int:
        """Which of the worlds the mouse is over."""
        column = int(self.mouse[0] * self.columns / max(1, self.size[0]))
        return min(self.columns - 1, max(0, column))

    @property
    def _under_mouse(self) -> Side:
        return self.sides[self._column if self._apart else 0]

    @property
    def columns(self) -> int:
        """How many worlds lie side by side."""
        return len(self.sides)

    # --- worlds come and go

    def _build(self) -> None:
        """New worlds: seen from where they are seen best."""
        self._make_sides()
        there = 1 if self._steered else len(self.session.simulation.characters)
        own = self.session.scene.camera if not self._steered else ""
        self._camera(own or {1: "follow", 2: "fight"}.get(there, "three_quarter"), quietly=True)
        for side in self.sides:
            side.studio.operator.cut()

    def _make_sides(self) -> None:
        for side in self.sides:
            side.close()
        worlds = self.session.history.worlds
        self.sides = [Side(self.session, world, self._pixels(len(worlds))) for world in worlds]
        self._close_written()
        scene = self.session.scene
        self.names = Names() if scene.names else None
        self.look = LookAt(scene.look) if scene.look else None
        self.captions = Captions() if self.session.rival is not None else None

    def _split(self) -> None:
        """A world more or fewer: each is seen from where the camera was."""
        operators = [side.studio.operator for side in self.sides]
        self._make_sides()
        for number, side in enumerate(self.sides):
            if number < len(operators):
                side.studio.operator = operators[number]
            else:
                side.studio.operator.stand_as(operators[0])

    def _close_written(self) -> None:
        for written in (self.names, self.captions, self.look):
            if written is not None:
                written.close()

    def _pixels(self, columns: int) -> tuple[int, int]:
        scale = self.session.render_scale
        return max(16, round(self.size[0] / columns * scale)), max(16, round(self.size[1] * scale))

    def resize(self, width: int, height: int) -> None:
        if (width, height) != self.size:
            self.size = (max(1, width), max(1, height))
            self._resize()

    def _resize(self) -> None:
        for side in self.sides:
            side.studio.renderer.resize(*self._pixels(self.columns))

    def _remember(self) -> None:
        for side in self.sides:
            esper.switch_world(side.simulation.world)
            side.studio.cast.remember()

    def _happened(self) -> None:
        for i, side in enumerate(self.sides):
            happenings = side.happened()
            for happening in happenings if i == 0 else ():
                if self.sounds is not None:
                    self.sounds.play(happening)
                for play in self.plays:
                    play.hear(happening)
        if self.metronome is not None:
            self.metronome.tick()

    # --- a frame

    def point(self, x: float, y: float) -> None:
        """The mouse is there now: pixels from the upper left."""
        if (x, y) != self.mouse:
            self.mouse, self.still_s = (x, y), 0.0

    def aim(self) -> None:
        """What the cursor points at, with the camera as it is; before the ticks."""
        camera, (width, height) = self._under_mouse.studio.camera, self.size
        column = width / self.columns
        way = camera.ray(self.mouse[0] % column, self.mouse[1], round(column), height)
        self.session.hands.ray = Ray(camera.eye, way, camera.axes[2])

    def update(self, seconds: float) -> None:
        """Pose everybody, so many seconds (on the wall) after the last time."""
        self._seconds = seconds
        self.still_s += seconds
        first, *others = self.sides
        replay = self.session.slow_motion
        for side in self.sides:
            side.update(self.session.alpha, replay.poses)
        self._look_ahead()
        if replay.take is not None:
            self._film(replay.take, replay.moment)
        else:
            first.studio.operate(seconds)
            for side in others:
                if self._apart:
                    side.studio.operate(seconds)
                else:
                    side.studio.camera = first.studio.camera
        self._step_aside(seconds)
        for play in self.plays:
            play.update(seconds)
        if self.metronome is not None:
            self.metronome.update()
        self.marks.update(self.sides, self._under_mouse, self.still_s)

    def _step_aside(self, seconds: float) -> None:
        """Who plays is to be seen beside the menu, which it goes round slowly, and beside other lists that want it."""
        studio, asking = self.sides[0].studio, self.session.asking
        if self.session.menu.showing:
            if self.panel.open:
                self.panel.toggle()
            self._swayed_s += seconds
            pace = 2 * pi / SWAY_S
            studio.operator.orbit(SWAYS_PX * pace * cos(pace * self._swayed_s) * seconds, 0.0)
        goal = asking.aside if asking is not None and self.columns == 1 else 0.0
        self._aside = goal if self.session.menu.showing else goal + (self._aside - goal) * exp(-ASIDE_RATE * seconds)
        if self._aside > LEAST:
            farther = 1.0 + (0.0 if self.session.menu.showing else 0.25 * self._aside)
            camera = replace(studio.camera, distance=farther * studio.camera.distance)
            studio.camera = aside(camera, self.size[0] / self.size[1], self._aside)

    def _draw_stills(self, height: int) -> None:
        """The small pictures of a list."""
        asking = self.session.asking
        if asking is None or not asking.pictures or self.session.helping:
            return
        if self.stills is None and (pictures := read_pictures()):
            self.stills = Stills(pictures)
        if self.stills is None:
            return
        for name, place in asking.pictures:
            left, top, right, bottom = (side * self.overlay.scale for side in place)
            self.stills.draw(name, (left, top, right, bottom), height)

    def _look_ahead(self) -> None:
        """Whoever is steered is followed from behind; of somebody who lies the camera stays where it is."""
        playing = self._playing_steered
        steered = playing if playing is not None and self._followed == playing.steered else None
        for side in self.sides:
            way = steered.way(side.simulation) if steered is not None else None
            if way is not None or steered is None:
                side.studio.operator.way = way

    def _film(self, take: PoseClip, moment: float) -> None:
        """A replay has a camera of its own; the operator's waits where it was."""
        studio = self.sides[0].studio
        if self.filmed is None or self.filmed.take is not take:
            first, (width, height) = self.session.simulation.stage.tables.skeletons.first, self.size
            self.filmed = ReplayCamera(take, first, studio.operator.camera, width / height)
        studio.camera = self.filmed.at(moment)

    def draw(self, width: int, height: int, now_s: float, row: np.ndarray | None = None) -> None:
        """Onto the framebuffer of the window, of that size; what it took goes into `row` of the frame's profile."""
        row = np.zeros(len(FRAME_PARTS), np.int64) if row is None else row
        begin = perf_counter_ns()
        for i, side in enumerate(self.sides):
            side.studio.draw()
            left = width * i // self.columns
            side.studio.renderer.show(left, width * (i + 1) // self.columns - left, height)
        drawn = perf_counter_ns()
        self.write_over(width, height, now_s)
        written = perf_counter_ns()
        if self.panel.open:
            self.panel.draw(width, height, max(0.8, scale_of(height)), max(1e-4, self._seconds))
        row[PART["draw"]], row[PART["hud"]] = drawn - begin, written - drawn
        row[PART["panel"]] = perf_counter_ns() - written

    def write_over(self, width: int, height: int, now_s: float) -> None:
        """All that is written over the worlds, into the framebuffer that is bound."""
        scale = scale_of(height)
        if self.session.hud or self.session.helping or self.session.asking or self.session.menu.coming:
            self._write(width, height, scale)
            unit, meant = pixels_a_unit(width, scale), self._under_mouse.studio
            self.marks.write(meant.camera, self._column, (width, height), unit)
            self.hud.update(now_s)
            self.hud.draw(width, height, scale, self.panel.covers if self.panel.open else 0.0)
            self._draw_stills(height)

    def _write(self, width: int, height: int, scale: float) -> None:
        """Who is who, and what the two worlds are, below what lies along the upper edge; the HUD lies above it."""
        self.hud.taken = ()
        if self.session.helping:
            return
        at = EDGE + self.hud.corners + GAP if self.hud.corners else EDGE
        if self.names is not None and not self.session.slow_motion.active:
            self._write_names(width, height, pixels_a_unit(width, scale), at)
            self.hud.taken = self.names.boxes
        if self.captions is not None:
            self._write_captions(width, height, pixels_a_unit(width, scale), at)

    def _write_names(self, width: int, height: int, unit: float, at: float) -> None:
        if self.names is not None:
            top = at + (CAPTION + GAP if self.captions is not None else 0.0)
            self.names.draw([side.studio for side in self.sides], (width, height), unit, top)

    def _write_captions(self, width: int, height: int, unit: float, at: float) -> None:
        if self.captions is not None:
            self.captions.draw(captions(self.session), (width, height), unit, at)

    def write_all(self, width: int, height: int) -> None:
        """What is written on a picture without HUD, into the framebuffer that is bound."""
        unit = pixels_a_unit(width, height / HEIGHT)
        self._write_names(width, height, unit, EDGE)
        self._write_captions(width, height, unit, EDGE)
        if self.look is not None:
            self.look.draw((width, height), unit)

    def close(self) -> None:
        for side in self.sides:
            side.close()
        self._close_written()
        self.panel.close()
        if self.stills is not None:
            self.stills.close()
        self.marks.close()
        self.overlay.close()

    # --- what keys do here

    def _camera(self, name: str, quietly: bool = False) -> None:
        names = list(self.session.simulation.characters)
        chosen = self.session.chosen or self._steered or None
        self._followed = chosen if name == "follow" else None
        for side in self.sides:
            side.studio.operator.choose(name, [names.index(chosen)] if chosen and name == "follow" else [])
        if not quietly:
            self.session.say(f"camera: {name.replace('_', ' ')}")

    def _next_shot(self) -> None:
        shown = self.operator.mode
        self._camera(SHOTS[(SHOTS.index(shown) + 1) % len(SHOTS)] if shown in SHOTS else SHOTS[0])

    def _frame_all(self) -> None:
        for side in self.sides:
            side.studio.operator.frame_all()
        self.session.say("camera: everybody")

    def _next_quality(self) -> None:
        names = list(PRESETS)
        self.session.quality = names[(names.index(self.session.quality) + 1) % len(names)]
        self._split()
        self.session.say(f"quality: {self.session.quality}")

    def _next_scale(self) -> None:
        scale = self.session.render_scale
        self.session.render_scale = SCALES[(SCALES.index(scale) + 1) % len(SCALES)] if scale in SCALES else SCALES[0]
        self._resize()
        self.session.say(f"pixels drawn per pixel shown: {self.session.render_scale:g}")


def scale_of(height: int) -> float:
    """Pixels that a unit should have in a window so high."""
    return max(0.5, min(2.0, height / HEIGHT))
