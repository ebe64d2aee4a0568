"""The course: takes everybody along its lane by choosing clips and turning them; the body decides what becomes of it.

A walk heads for a point AHEAD_M further on along its lane. Which way it is going is told from the clip and the body:
the clip's heading as the body stands, and the part of its turn that is over. An error beyond 0.6 rad takes a clip that
turns (55 deg a loop to the left, 99 to the right); less is steered, by 0.7 rad/s at most: 0.2 rad off, that is 0.3 s.
Who falls at a cartwheel gets up (systems/controllers) and walks round the blocks. A person's wishes go another
way (systems/course/steered.py).
"""

from __future__ import annotations

from math import atan2, hypot
from typing import ClassVar

from components.character import Body, Motion, Phase, Recovery
from components.clock import TICKS_PER_S
from components.course import Course, Do, Leg, Runner
from components.table import Bones, Modes
from systems.course.steered import obey
from systems.course.strides import STEPS, TURNS_FROM, face, going, play, sharp
from systems.motion import wrapped
from systems.someone import IDLE
from systems.stage import Stage, System

AHEAD_M = 1.2
STEER_SPEED = 0.7  # rad/s by which a walk is steered
TURNED = 0.25  # rad off, to which a clip that turns is played
THERE_M = 0.3
STUCK_S, SIDESTEP_M = 4.0, 0.6  # without getting on: another way, so far beside
RISE_SPEED = 1.0  # m/s by which the clip's floor follows the ground
LOOK_TICKS = 6  # between two looks at the ground


class CourseSystem(System):
    reads: ClassVar = (Body, Modes, Course)
    late: ClassVar = (Bones, Motion, Recovery, Runner)
    writes: ClassVar = (Runner, Motion)
    only_with: ClassVar = Course

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        for _, (body, _) in self.query(Body, Runner):
            stage.clips.get_ready(STEPS, body.rig)  # now, not in a tick

    def process(self, dt: float) -> None:
        for _, (course,) in self.query(Course):
            for _, (body, motion, recovery, runner) in self.query(Body, Motion, Recovery, Runner):
                self.follow_ground(body, motion)
                self.watch(course, body, runner, dt)
                if recovery.phase is not Phase.AWAKE:
                    runner.tripped = runner.tripped or bool(runner.acting)
                    runner.acting, runner.act, runner.still = "", "", ()
                elif runner.person:
                    obey(self.stage, body, motion, runner, dt)
                elif runner.finished_s is not None:
                    play(self.stage, body, motion, IDLE)
                else:
                    self.go(course, body, motion, runner, dt)

    # --- where it is

    def place(self, body: Body, runner: Runner) -> tuple[float, float]:
        """m along the lane, and to the left of its middle."""
        x, y, _ = self.stage.tables.bones.position[body.first].tolist()
        return x, y - runner.lane

    def watch(self, course: Course, body: Body, runner: Runner, dt: float) -> None:
        if runner.finished_s is not None:
            return
        runner.seconds += dt
        runner.best_s += dt
        along, _ = self.place(body, runner)
        if along > runner.best + 0.1:
            runner.best, runner.best_s = along, 0.0
        if along >= course.finish:
            runner.finished_s = round(runner.seconds, 6)
            self.stage.tell("finish", body.name, seconds=runner.finished_s)

    def follow_ground(self, body: Body, motion: Motion) -> None:
        """A pure playback has no feet to feel the ground with: its floor is where the ground is below its middle."""
        if self.stage.ticks % LOOK_TICKS or not self.stage.tables.modes.placed[body.index]:
            return
        x, y, _ = self.stage.tables.bones.position[body.first].tolist()
        ax, ay, az = motion.anchor
        most = RISE_SPEED * LOOK_TICKS / TICKS_PER_S
        motion.anchor = (ax, ay, az + max(-most, min(most, self.stage.engine.ground_height(x, y) - az)))

    # --- along the legs

    def go(self, course: Course, body: Body, motion: Motion, runner: Runner, dt: float) -> None:
        along, aside = self.place(body, runner)
        if runner.best_s > STUCK_S and not runner.acting:
            side = SIDESTEP_M if aside <= 0.0 else -SIDESTEP_M
            runner.way, runner.best_s = ((along - 0.2, aside + side), (along + 1.5, aside + side)), 0.0
        if runner.way:
            self.walk(body, motion, runner, runner.way[0], Do.WALK, dt)
            if hypot(runner.way[0][0] - along, runner.way[0][1] - aside) < THERE_M or along > runner.way[0][0] + 0.5:
                runner.way = runner.way[1:]
            return
        if runner.leg >= len(course.legs):
            self.walk(body, motion, runner, (course.finish + 1.0, 0.0), Do.WALK, dt)
            return
        leg = course.legs[runner.leg]
        if leg.do in (Do.WALK, Do.RUN):
            self.walk(body, motion, runner, leg.to, leg.do, dt)
            done = along > leg.to[0] - THERE_M / 3
        elif leg.do is Do.FACE:
            done = face(self.stage, body, motion, leg.heading)
        else:
            done = self.act(body, motion, runner, leg, along)
        runner.leg += done

    def act(self, body: Body, motion: Motion, runner: Runner, leg: Leg, along: float) -> bool:
        """A clip that is done once: is it over? Who fell goes round what was in the way."""
        if runner.tripped:
            runner.tripped = False
            if leg.around:
                runner.way = ((along, leg.around), (leg.to[0], leg.around))
            return True
        if not runner.acting:
            play(self.stage, body, motion, str(leg.do))
            if motion.clip.name == leg.do:
                runner.acting, motion.heading = str(leg.do), leg.heading
        elif motion.ended or motion.clip.name != runner.acting:
            runner.acting = ""
            return True
        return False

    def walk(self, body: Body, motion: Motion, runner: Runner, to: tuple[float, float], pace: Do, dt: float) -> None:
        along, aside = self.place(body, runner)
        x, y = min(AHEAD_M, to[0] - along), to[1] - aside
        self.steer(body, motion, atan2(y, x), str(pace), dt)

    def steer(self, body: Body, motion: Motion, heading: float, pace: str, dt: float) -> None:
        off = wrapped(heading - going(self.stage, body, motion))
        turning = motion.clip.name.startswith("turn")
        if abs(off) > (TURNED if turning and (off > 0.0) == (motion.clip.loop_turn > 0.0) else TURNS_FROM):
            play(self.stage, body, motion, sharp(off))
            return
        play(self.stage, body, motion, pace)
        motion.heading += max(-STEER_SPEED * dt, min(STEER_SPEED * dt, off))
