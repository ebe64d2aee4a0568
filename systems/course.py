"""The course: takes everybody along its lane by choosing clips and turning them; what becomes of it the body decides.

A walk heads for a point AHEAD_M further on along its lane. Which way it is going is told from the clip and the body:
the clip's heading as the body stands, and the part of its turn that is over. An error beyond 0.6 rad takes a clip that
turns (55 deg a loop to the left, 99 to the right); less is steered, by 0.7 rad/s at most: 0.2 rad off, that is 0.3 s.
Who falls at a cartwheel gets up (systems/brain.py) and walks round the blocks. A person's wishes go the same way, with
quicker turns: 75 deg/s walking, 92 on the spot. A run is begun and left at the frames where that can be done.
"""

from __future__ import annotations

from math import atan2, hypot
from typing import ClassVar

from components.character import Body, Motion, Phase, Recovery
from components.course import Course, Do, Leg, Runner
from components.settings import Servo, ServoSettings
from components.table import Bones
from systems.aiming import facing
from systems.boxing import wrapped
from systems.brain import IDLE
from systems.motion import start_clip
from systems.stage import Stage, System

AHEAD_M = 1.2
STEER_SPEED = 0.7  # rad/s by which a walk is steered
TURNS_FROM, TURNED = 0.6, 0.25  # rad off, from which a clip that turns is taken, and to which
FACED = 0.15  # rad off, that is near enough
THERE_M = 0.3
STUCK_S, SIDESTEP_M = 4.0, 0.6  # without getting on: another way, so far beside
RISE_SPEED = 1.0  # m/s by which the clip's floor follows the ground
LOOK_TICKS = 6  # between two looks at the ground
GETS_UP_S = 0.3  # blend out of what the graph does not know
TURN_SPEED, SPIN_SPEED = 1.3, 1.6  # rad/s at which a person turns: going forward, and on the spot
AHEAD = 0.4  # rad that the clip of a person is turned ahead of the body, at most
HALF = 0.5  # of a stick's way to the side: beyond it a clip that turns is taken
SIDE_ON, FACES = 1.68, 0.1  # rad to the right of the way of a cartwheel: how one stands before it, and how exactly
SLOW, BRISK = 1.2, 0.7  # m/s: who is faster walks on before it stands, and who is slower before it runs
LEAVES_RUN, LEAVES_WALK = ((20, 31), (72, 96)), ((42, 50), (104, 130))
"""Frames at which a run can go on as something else, and a walk as a run: first and end. At others one stumbles: of 200
runs that ended at any frame 91 fell, of 200 that waited for these one (with a pelvis drive of 400 N)."""


class CourseSystem(System):
    reads: ClassVar = (Body, ServoSettings, Course)
    late: ClassVar = (Bones, Motion, Recovery, Runner)
    writes: ClassVar = (Runner, Motion)

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        for _, (body, _) in self.query(Body, Runner):
            stage.clips.steps(body.rig)  # fitted and compared now, not in a tick

    def process(self, dt: float) -> None:
        for _, (course,) in self.query(Course):
            for _, (body, motion, recovery, servo, runner) in self.query(Body, Motion, Recovery, ServoSettings, Runner):
                self.follow_ground(body, motion, servo)
                self.watch(course, body, runner, dt)
                if recovery.phase is not Phase.AWAKE:
                    runner.tripped = runner.tripped or bool(runner.acting)
                    runner.acting, runner.act, runner.still = "", "", ()
                elif runner.person:
                    self.obey(body, motion, runner, dt)
                elif runner.finished_s is not None:
                    self.play(body, motion, IDLE)
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

    def follow_ground(self, body: Body, motion: Motion, servo: ServoSettings) -> None:
        """A pure playback has no feet to feel the ground with: its floor is where the ground is below its middle."""
        if servo.servo is not Servo.KINEMATIC or self.stage.ticks % LOOK_TICKS:
            return
        x, y, _ = self.stage.tables.bones.position[body.first].tolist()
        ax, ay, az = motion.anchor
        most = RISE_SPEED * LOOK_TICKS / 120.0
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
            done = self.turn(body, motion, leg.heading)
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
            runner.acting = str(leg.do)
            self.play(body, motion, runner.acting)
            motion.heading = leg.heading
        elif motion.ended or motion.clip.name != runner.acting:
            runner.acting = ""
            return True
        return False

    def walk(self, body: Body, motion: Motion, runner: Runner, to: tuple[float, float], pace: Do, dt: float) -> None:
        along, aside = self.place(body, runner)
        x, y = min(AHEAD_M, to[0] - along), to[1] - aside
        self.steer(body, motion, atan2(y, x), str(pace), dt)

    def turn(self, body: Body, motion: Motion, heading: float) -> bool:
        """Until it faces that way: by a clip that turns, and the rest of it on the spot."""
        off = wrapped(heading - self.going(body, motion))
        if abs(off) > (TURNS_FROM if motion.clip.name == IDLE else TURNED):
            self.play(body, motion, sharp(off))
            return False
        self.play(body, motion, IDLE)
        motion.heading = heading
        return abs(off) < FACED

    def steer(self, body: Body, motion: Motion, heading: float, pace: str, dt: float) -> None:
        off = wrapped(heading - self.going(body, motion))
        turning = motion.clip.name.startswith("turn")
        if abs(off) > (TURNED if turning and (off > 0.0) == (motion.clip.loop_turn > 0.0) else TURNS_FROM):
            self.play(body, motion, sharp(off))
            return
        self.play(body, motion, pace)
        motion.heading += max(-STEER_SPEED * dt, min(STEER_SPEED * dt, off))

    def going(self, body: Body, motion: Motion) -> float:
        """rad: which way the body goes, in the course of its clip."""
        clip, frame = motion.clip, int(motion.frame)
        gone = clip.loop_turn * frame / clip.frames if clip.looping else 0.0
        return facing(self.stage, body, clip, frame) + gone

    def play(self, body: Body, motion: Motion, name: str) -> None:
        """Go on to that clip at the frame that is nearest, unless it is that already."""
        if motion.clip.name == name and (motion.looping or not motion.ended):
            return
        steps = self.stage.clips.steps(body.rig)
        frame, blend_s = 0.0, GETS_UP_S
        if motion.clip.name in steps.names:
            frame, blend_s = steps.entry(motion.clip.name, motion.frame, name)
        start_clip(self.stage, body, motion, self.stage.clips.clip(name, body.rig), blend_s=blend_s, frame=frame)

    # --- a person's wishes

    def obey(self, body: Body, motion: Motion, runner: Runner, dt: float) -> None:
        """At once; but what has begun is done to its end, and a jump that is asked for meanwhile comes to nothing."""
        runner.tripped = False
        act, runner.act = runner.act, ""
        turning_back = len(runner.still) == 1 and runner.still[0].do is Do.FACE
        if act and (turning_back or not runner.still):
            runner.still = parts(Do(act), runner.still[0].heading if turning_back else self.going(body, motion))
        elif turning_back and runner.turn:
            runner.still = ()
        if not runner.still:
            self.stroll(body, motion, runner, dt)
        elif self.part(body, motion, runner, dt):
            runner.acting, runner.still = "", runner.still[1:]

    def stroll(self, body: Body, motion: Motion, runner: Runner, dt: float) -> None:
        """As it is steered: who only turns steps round in a circle of half a metre, who does nothing stands."""
        turns = abs(runner.turn) > HALF
        if runner.forward > 0.0:
            name = "run" if runner.fast else sharp(runner.turn) if turns else "walk"
        else:
            name = sharp(runner.turn) if turns else IDLE
        self.go_on(body, motion, name)
        self.swing(body, motion, (TURN_SPEED if runner.forward > 0.0 else SPIN_SPEED) * runner.turn, dt)

    def part(self, body: Body, motion: Motion, runner: Runner, dt: float) -> bool:
        """The first of what is still to be done: is it over?"""
        leg = runner.still[0]
        if leg.do is Do.FACE:
            off = wrapped(leg.heading - self.going(body, motion))
            self.go_on(body, motion, sharp(off))
            self.swing(body, motion, SPIN_SPEED if off > 0.0 else -SPIN_SPEED, dt)
            return abs(off) < FACES
        if runner.acting:
            return motion.ended or motion.clip.name != runner.acting
        if self.go_on(body, motion, str(leg.do)):
            runner.acting = str(leg.do)
            motion.heading = leg.heading
        return False

    def go_on(self, body: Body, motion: Motion, name: str) -> bool:
        """To that clip, if it can be done now: has it come to that? Between a stand and a run lies a walk."""
        now, fast = motion.clip.name, self.speed(body)
        if now == "run" != name:
            if within(LEAVES_RUN, motion.frame):
                self.play(body, motion, name if name == Do.JUMP else "walk")
        elif name == "run" != now and not (now == "walk" and fast > BRISK and within(LEAVES_WALK, motion.frame)):
            self.play(body, motion, "walk")
        elif now != "walk" or name != IDLE or fast < SLOW:
            self.play(body, motion, name)
        return motion.clip.name == name

    def swing(self, body: Body, motion: Motion, speed: float, dt: float) -> None:
        """Turn at that speed, rad/s: what the clip does not turn by itself is steered, as far as the body follows."""
        clip = motion.clip
        more = speed * dt - clip.loop_turn / clip.frames if speed else 0.0
        ahead = wrapped(motion.heading - facing(self.stage, body, clip, int(motion.frame)))
        if abs(ahead + more) < max(AHEAD, abs(ahead)):
            motion.heading += more

    def speed(self, body: Body) -> float:
        """m/s over the ground."""
        x, y, _ = self.stage.tables.bones.velocity[body.first].tolist()
        return hypot(x, y)


def within(phases: tuple[tuple[int, int], ...], frame: float) -> bool:
    return any(first <= frame < end for first, end in phases)


def sharp(turn: float) -> str:
    return "turn_left_sharp" if turn > 0.0 else "turn_right_sharp"


def parts(act: Do, heading: float) -> tuple[Leg, ...]:
    """What is to be done one after the other, going that way; before a cartwheel, which goes to its left, it turns."""
    if act is not Do.CARTWHEEL:
        return (Leg(act, heading=heading),)
    side = heading - SIDE_ON
    return Leg(Do.FACE, heading=side), Leg(act, heading=side), Leg(Do.FACE, heading=heading)
