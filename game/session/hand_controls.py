"""What a session's hands do: throw, grab and pull, push, look closer; and the last throw once more.

session.throw()              # what is in hand, at what is under the cursor
session.retry()              # the same throw from the same moment, against the next servo mode
"""

from __future__ import annotations

from math import hypot

from game.scenes.props import prop_kinds
from game.session.clock import Clock
from game.session.controls import KEY, Action
from game.session.deeds import CutString, Deed, Grip, Launch, LeadString, LetGo, Pull
from game.session.path_controls import PathControls
from game.session.plays import Playing
from game.session.pose_ring import PoseClip, PoseRing
from game.session.slow_motion import SlowMotion


class HandControls(PathControls):
    """What a session has of hands; clock, tape and what waits are the session's."""

    plays: dict[str, Playing]
    clock: Clock
    tape: PoseRing
    slow_motion: SlowMotion
    helping: bool
    examined: Grip | None = None  # what was clicked on
    last_throw: Launch | None = None
    last_try: PoseClip | None = None
    _pulled: Pull | None = None
    _leads = False  # has the string that is held gone with the cursor
    _told: int  # events that were told of
    _told_still = False  # was it said, since the time last went on, that nothing is grabbed while it stands

    @property
    def still(self) -> bool:
        """Does the time stand still? Then hands do nothing at once."""
        raise NotImplementedError

    def stop_replay(self) -> None:
        raise NotImplementedError

    def _pull(self) -> None:
        """Before a tick: what is held is pulled to where the cursor is now."""
        self._told_still = False
        self.drag_point()
        if self.hands.string is not None and (led := self.hands.led()) is not None:
            self.history.do(led)
            self._leads = True
        if self.hands.grip is not None and (pull := self.hands.pulled()) != self._pulled:
            self.history.do(pull)
            self._pulled = pull

    def _do(self, deed: Deed | None) -> None:
        """What hands do; not while something is seen again, where they would reach for what is not there."""
        if deed is not None and not self.slow_motion.active:
            self.history.do(deed)

    def throw(self) -> None:
        """At what is under the cursor; where that is nobody and no thing, this is said."""
        if self.slow_motion.active:
            return
        pick = self.hands.pick(self.simulation)
        if pick is None or pick.grip is None:
            where = f"thrown at {pick.name}" if pick is not None else "nothing is there"
            self.say(f"{where}: {KEY[Action.THROW]} throws at what is under the cursor")
        self._launch(self.hands.aimed(self.simulation))

    def throw_at(self, name: str) -> None:
        """The thing in hand at somebody's chest, from the front."""
        throw = self.simulation.towards(self.hands.thing, name, max(2.0, self.hands.speed))
        self._launch(Launch(self.hands.thing, throw.position, throw.velocity))

    def _launch(self, launch: Launch | None) -> None:
        if launch is None or self.slow_motion.active:
            return
        self._do(launch)
        self.last_throw, self.last_try = launch, None

    def push(self) -> None:
        """What is under the cursor, and say how hard."""
        shove = self.hands.shove(self.simulation)
        pick = self.hands.pick(self.simulation)
        if shove is None or pick is None or self.slow_motion.active:
            return self.say(f"nothing is there: {KEY[Action.PUSH]} pushes what is under the cursor")
        self._do(shove)
        return self.say(f"{pick.name} pushed with {hypot(*shove.impulse):.0f} N s")

    def _push_harder(self, rungs: int) -> None:
        self.hands.push_harder(rungs)
        self.say(f"pushes with {self.hands.impulse:g} N s")

    def retry(self) -> None:
        """The last throw from the same moment, against the next servo mode; what they did before is seen as a ghost."""
        if self.last_throw is None:
            return self.say("nothing was thrown yet")
        ticks = next((tick for tick, deed in self.history.deeds if deed is self.last_throw), None)
        ghost = self.tape.cut(ticks, self.history.last) if ticks is not None else None
        self.stop_replay()
        self.release()
        if not self.history.undo(self.last_throw):
            return self.say("the last throw is too long ago")
        self._told = len(self.simulation.stage.events)
        self.next_choice("servo")
        self.history.do(self.last_throw)
        self.last_try, self.clock.paused, self.clock.owed = ghost, False, 0.0
        return None

    def grab(self) -> bool:
        """Take hold of what is under the cursor. While the time stands still that cannot be, and is said once."""
        if self.take_point():
            return True
        if not self.still:
            return self.hands.grab_string(self.simulation) or self.hands.grab(self.simulation)
        untold = self.clock.paused and not (self.helping or self._told_still)
        pick = self.hands.pick(self.simulation) if untold else None
        if pick is not None and pick.grip is not None:
            self.say(f"{KEY[Action.PAUSE]} first: nobody can be pulled while time stands still")
            self._told_still = True
        return False

    def examine(self) -> None:
        """Tell about what is under the cursor; of the sky nothing is told. A string is cut. The ground is where a path
        goes on, if paths are drawn."""
        if self.hands.string is not None:
            return self._do(CutString(self.hands.string))
        clicked = self.hands.ray is not None and any([play.click(self.hands.ray) for play in self.plays.values()])
        if self.held_point is not None or clicked:
            return None
        pick = self.hands.pick(self.simulation)
        if self.drawing and pick is not None and pick.grip is None and not self.slow_motion.active:
            self.lead_here()
        self.examined = pick.grip if pick is not None else None
        return None

    def release(self) -> None:
        self._pulled = self.held_point = None
        if self.hands.string is not None:
            if self._leads:
                self._do(LeadString(self.hands.string))
            self._leads = False
            self.hands.let_go()
        if self.hands.grip is not None:
            self.hands.let_go()
            self.history.do(LetGo())

    def _next_thing(self) -> None:
        self.hands.next_thing()
        kind = prop_kinds()[self.hands.thing]
        self.say(f"to throw: {kind.name.replace('_', ' ')}, {kind.mass:g} kg at {self.hands.speed:g} m/s")

    def _throw_speed(self, steps: int) -> None:
        self.hands.harder(steps)
        self.say(f"throws at {self.hands.speed:g} m/s")
