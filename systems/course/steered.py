"""Steered: a person's wishes on the course become clips and turns, at once.

Turns are quicker than those of who walks by itself: 75 deg/s walking, 92 on the spot. A run is begun and left with
strides that grow and shrink. What has begun, a jump or a cartwheel, is done to its end; before a cartwheel, which
goes to its left, the body turns, and after it turns back.
"""

from __future__ import annotations

from math import copysign

from components.character import Body, Motion
from components.course import Do, Leg, Runner
from systems.changing import speed
from systems.course.strides import going, play, sharp
from systems.motion import facing, wrapped
from systems.someone import IDLE
from systems.stage import Stage

TURN_SPEED, SPIN_SPEED = 1.3, 1.6  # rad/s at which a person turns: going forward, and on the spot
AHEAD = 0.5  # rad that the clip of a person is turned ahead of the body, at most
HALF = 0.5  # of a stick's way to the side: beyond it a clip that turns is taken
ON_THE_SPOT, BRAKES = 0.1, 2.0  # share of a turning clip's way that is gone there, and m/s2 down to it
TURNS, STOPS = 0.35, 0.05  # rad off, from which one turns, and at which one stands or walks again
SIDE_ON = 1.68  # rad to the right of the way of a cartwheel: how one stands before it


def obey(stage: Stage, body: Body, motion: Motion, runner: Runner, dt: float) -> None:
    """At once; but what has begun is done to its end, and a jump that is asked for meanwhile comes to nothing."""
    runner.tripped = False
    act, runner.act = runner.act, ""
    turning_back = len(runner.still) == 1 and runner.still[0].do is Do.FACE
    if act and (turning_back or not runner.still):
        runner.still = parts(Do(act), runner.still[0].heading if turning_back else going(stage, body, motion))
    elif turning_back and runner.turn:
        runner.still = ()
    if not runner.still:
        stroll(stage, body, motion, runner, dt)
    elif part(stage, body, motion, runner, dt):
        runner.acting, runner.still = "", runner.still[1:]


def stroll(stage: Stage, body: Body, motion: Motion, runner: Runner, dt: float) -> None:
    """As it is steered: one who only turns steps round in a circle of half a metre, one who does nothing stands."""
    go_on(stage, body, motion, asked(runner))
    swing(stage, body, motion, (TURN_SPEED if runner.forward > 0.0 else SPIN_SPEED) * runner.turn, dt)


def asked(runner: Runner) -> str:
    if runner.forward > 0.0:
        return "run" if runner.fast else "walk"
    return sharp(runner.turn) if abs(runner.turn) > HALF else IDLE


def part(stage: Stage, body: Body, motion: Motion, runner: Runner, dt: float) -> bool:
    """The first of what is still to be done: is it over?"""
    leg = runner.still[0]
    if leg.do is Do.FACE:
        back = len(runner.still) == 1
        faces = turn_round(stage, body, motion, leg.heading, asked(runner) if back else IDLE, dt)
        return faces and (back or not motion.changing)
    if runner.acting:
        return motion.ended or motion.clip.name != runner.acting
    if go_on(stage, body, motion, str(leg.do)):
        runner.acting = str(leg.do)
        motion.heading = leg.heading
    return False


def turn_round(stage: Stage, body: Body, motion: Motion, heading: float, then: str, dt: float) -> bool:
    """Turn on the spot, by the steps of a clip that turns; then that clip: does it go on that way?"""
    off, turned = wrapped(heading - going(stage, body, motion)), motion.clip.name == then
    if abs(off) < (TURNS if turned else STOPS):
        if turned or go_on(stage, body, motion, then):
            motion.heading = heading
            return True
    elif go_on(stage, body, motion, sharp(off)):
        own = speed(motion.clip, motion.rate)
        motion.stride = max(ON_THE_SPOT, motion.stride - BRAKES * dt / own)
        motion.middle = stage.clips.middle(motion.clip, body.rig)
        swing(stage, body, motion, copysign(SPIN_SPEED, off), dt)
    return False


def go_on(stage: Stage, body: Body, motion: Motion, name: str) -> bool:
    """To that clip: has it come to that?"""
    play(stage, body, motion, name)
    return motion.clip.name == name


def swing(stage: Stage, body: Body, motion: Motion, speed: float, dt: float) -> None:
    """Turn at that speed, rad/s: what the clip does not turn by itself is steered, as far as the body follows."""
    clip = motion.clip
    more = speed * dt - motion.stride * clip.loop_turn / clip.frames if speed else 0.0
    ahead = wrapped(motion.heading - facing(stage, body, clip, int(motion.frame)))
    if abs(ahead + more) < max(AHEAD, abs(ahead)):
        motion.heading += more


def parts(act: Do, heading: float) -> tuple[Leg, ...]:
    """What is to be done one after the other, going that way; before a cartwheel, which goes to its left, it turns."""
    if act is not Do.CARTWHEEL:
        return (Leg(act, heading=heading),)
    side = heading - SIDE_ON
    return Leg(Do.FACE, heading=side), Leg(act, heading=side), Leg(Do.FACE, heading=heading)
