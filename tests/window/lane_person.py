"""A person at the keys of a lane, who looks ten times a second at where the runner is and decides what to hold."""

from __future__ import annotations

from math import atan2, hypot, pi

from game.plays.course.session.playing import OnCourse
from game.plays.course.session.steering import runners, way_of

ROUND = ((9.5, 0.0), (15.0, -0.2), (17.6, -0.95), (21.7, -0.95), (25.5, -0.5))  # m along and beside: past the blocks
OVER = ((9.5, 0.0), (15.0, -0.2), (20.0, 0.0), (25.5, 0.0))
WHEELS = (16.9, 19.2)  # m: where a cartwheel is begun that goes over a block
NEAR, OFF, FAR_OFF = 0.35, 0.12, 0.9  # m, rad: past a place, worth a key, too much to walk on
LOOKS_EVERY = 12  # ticks


class Person:
    def __init__(self, session, way=ROUND, wheels=()):
        self.session, self.way, self.wheels = session, list(way), list(wheels)
        self.who = OnCourse.of(session).lane.who

    @property
    def runner(self):
        return runners(self.session.simulation)[self.who]

    def wants(self):
        """The keys that should be down now."""
        going, runner = way_of(self.session.simulation, self.who), self.runner
        if going is None or runner.still:
            return set()
        x, y, _ = self.session.simulation.characters[self.who].place("pelvis")
        if self.wheels and x > self.wheels[0]:
            self.wheels.pop(0)
            return {"K"}
        ahead, aside = self._next(x, y - runner.lane)
        off = (atan2(aside, ahead) - going + pi) % (2 * pi) - pi
        keys = {"W"} if abs(off) < FAR_OFF else set()
        return keys | ({"A"} if off > OFF else {"D"} if off < -OFF else set())

    def _next(self, x, y):
        """From where it is to the next place that is not reached yet."""
        while len(self.way) > 1 and (x > self.way[0][0] or hypot(self.way[0][0] - x, self.way[0][1] - y) < NEAR):
            self.way.pop(0)
        return self.way[0][0] - x, self.way[0][1] - y
