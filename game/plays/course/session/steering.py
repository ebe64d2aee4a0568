"""A person on the obstacle course: keys become the steering of a lane, and jumps and cartwheels in it. One table.

    hands = LaneHands("world")
    hands.press(Lane.JUMP, True)     # -> Act("world", "jump")
    hands.press(Lane.FORWARD, True)
    hands.wishes(runner)             # -> [Steer("world", 1.0, 0.0)], until its runner goes forward

What is steered is asked for before a tick, wherever the runner does not do what is held by then; what was let go while
the world stood is let go when it goes on. What a person does next cannot be foreseen, so the body that is taken over is
helped by the pelvis drive (systems/kernels/pelvis.py), by at most 400 N: so it comes from 3.4 m/s to a stand in a
second. Of 24 runs of 4 s with turns 2 fall then; without it who stops walking falls too. The HUD says how much it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import esper

from components.character import Body, Motion, Phase, Recovery
from components.course import Do, Runner
from game.plays.course.session.deeds import Act, Steer, TakeLane
from game.session.deeds import Deed, SetValue
from game.session.held import Held
from game.session.plays import KEYS
from game.world.simulation import Simulation


class Lane(StrEnum):
    """What a key of somebody on the course is for."""

    FORWARD = "forward"
    LEFT = "left"
    RIGHT = "right"
    FAST = "fast"
    JUMP = "jump"
    CARTWHEEL = "cartwheel"


@dataclass(frozen=True)
class CourseControl:
    key: str  # pyglet's name
    shown: str
    does: Lane
    about: str


LANE_ABOUT = {
    Lane.FORWARD: "walk",
    Lane.LEFT: "turn to the left",
    Lane.RIGHT: "turn to the right",
    Lane.FAST: "held: run",
    Lane.JUMP: "jump",
    Lane.CARTWHEEL: "cartwheel",
}
_KEYS = (
    ("W", "W", Lane.FORWARD), ("A", "A", Lane.LEFT), ("D", "D", Lane.RIGHT), ("LSHIFT", "Shift", Lane.FAST),
    ("J", "J", Lane.JUMP), ("K", "K", Lane.CARTWHEEL),
)  # fmt: skip
COURSE_CONTROLS = tuple(CourseControl(key, shown, does, LANE_ABOUT[does]) for key, shown, does in _KEYS)
LANE_KEYS = {control.key: control.does for control in COURSE_CONTROLS}
ACTS = {Lane.JUMP: Do.JUMP, Lane.CARTWHEEL: Do.CARTWHEEL}
STEERED = "world"  # the lane that a person takes, where one is called so
HELP = {"pelvis_drive": 400.0}  # N: settings of whom a person steers


@dataclass
class LaneHands(Held[Lane]):
    """What one person holds who steers."""

    def press(self, lane: Lane, down: bool, by: str = KEYS) -> Act | None:
        """What is to be done at once when a key or a button goes down or comes up."""
        return Act(self.who, ACTS[lane]) if self.take(lane, down, by) and lane in ACTS else None

    def wishes(self, runner: Runner) -> list[Deed]:
        """What is to be done so that the runner goes as is held."""
        wish = self.wish
        return [] if (runner.forward, runner.turn, runner.fast) == wish else [Steer(self.who, *wish)]

    @property
    def wish(self) -> tuple[float, float, bool]:
        """Forward 0 to 1, turn -1 to 1 (left), fast: keys and stick together. Nobody walks backwards."""
        forward = self.stick[0] + self.holds(Lane.FORWARD)
        turn = self.stick[1] + self.holds(Lane.LEFT) - self.holds(Lane.RIGHT)
        return max(0.0, min(1.0, forward)), max(-1.0, min(1.0, turn)), self.holds(Lane.FAST)


def runners(simulation: Simulation) -> dict[str, Runner]:
    """Who is on the course, in the order in which they were made; nobody where there is none."""
    esper.switch_world(simulation.world)
    found = sorted(esper.get_components(Body, Runner), key=lambda pair: pair[0])
    return {body.name: runner for _, (body, runner) in found}


def way_of(simulation: Simulation, who: str) -> float | None:
    """rad: which way it goes, or wants to go on after what it does; nobody knows it of somebody who lies."""
    esper.switch_world(simulation.world)
    for _, (body, motion, runner, recovery) in esper.get_components(Body, Motion, Runner, Recovery):
        if body.name == who and recovery.phase is Phase.AWAKE:
            gone = motion.clip.loop_turn * motion.frame / motion.clip.frames if motion.looping else 0.0
            return runner.still[-1].heading if runner.still else motion.heading + gone
    return None


def taking(who: str) -> list[Deed]:
    """What a person does first with a lane."""
    return [TakeLane(who), *(SetValue(key, value, who) for key, value in HELP.items())]


def lane_of(runners: list[str]) -> str:
    """Whom a person steers; of a course of somebody's own without that name the first."""
    return STEERED if STEERED in runners else runners[0]
