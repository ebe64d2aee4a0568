"""The last 20 seconds, to go back to and on from, exactly.

Every second the worlds are saved whole; in between the deeds of the person are kept with their ticks. A moment is found
by loading the last save before it and doing the same ticks and deeds again: 11 ms for 60 ticks of one boxer. Going on
from there forgets what came after, so the new run is what it would have been without ever having left. All deeds are
kept: with them a whole game can be done again.

Saving makes the engine go on as a load would, so the seconds are counted from the scene's start, not from the clock.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from components.clock import TICKS_PER_S
from game.session.deeds import Deed, Fork, Marked, do_all
from game.world.forking import fork
from game.world.saving import Saved
from game.world.simulation import Simulation

KEPT_S = 20.0
KEY_TICKS = TICKS_PER_S  # between two saves


@dataclass
class Key:
    tick: int
    saved: list[Saved]  # one a world
    marked: bool = False  # had it been through two-stage collisions by then
    since: int | None = None  # the history's `marked` by then


@dataclass
class History:
    """Of one or more worlds that run side by side; the first is the one whose ticks count."""

    worlds: list[Simulation]
    keys: list[Key] = field(default_factory=list)
    deeds: list[tuple[int, Deed]] = field(default_factory=list)  # in the order done, each before its tick
    last: int = 0  # the latest tick that was reached
    marked: int | None = None  # tick of the save that was loaded after what it had not been through
    begun: int = 0  # how many of the deeds are in what can be gone back to earliest: no moment is before them

    @property
    def now(self) -> int:
        return self.worlds[0].ticks

    @property
    def first(self) -> int:
        """The earliest tick that can still be gone to."""
        oldest = self.keys[0].tick if self.keys else self.now
        return max(oldest, self.last - round(KEPT_S * TICKS_PER_S))

    @property
    def away(self) -> bool:
        """Is a past moment shown?"""
        return self.now < self.last

    @property
    def first_s(self) -> float:
        return self.first / TICKS_PER_S

    @property
    def last_s(self) -> float:
        return self.last / TICKS_PER_S

    @property
    def done(self) -> list[tuple[int, Deed]]:
        """What has been done up to the moment that is shown: of a past one, before its tick."""
        done = self._kept
        if self.marked is None or self.marked > self.now:
            return done
        at = next((n for n, (tick, _) in enumerate(done) if n >= self.begun and tick >= self.marked), len(done))
        return [*done[:at], (self.marked, Marked()), *done[at:]]

    @property
    def _kept(self) -> list[tuple[int, Deed]]:
        return [
            (tick, deed)
            for n, (tick, deed) in enumerate(self.deeds)
            if n < self.begun or tick < self.now or not self.away
        ]

    def begin(self) -> None:
        """What was done until now, before the first tick, is how the scene begins."""
        self.begun, self.keys = len(self.deeds), []

    def do(self, deed: Deed) -> None:
        """Now, before the next tick; what was to come is forgotten."""
        self.go_on()
        self._keep_if_due()
        do_all(deed, self.worlds)
        self.deeds.append((self.now, deed))

    def fork(self) -> Simulation:
        """A second world that is as the first is now; only from here on can be gone back."""
        self.go_on()
        self._keep_if_due()
        other, saves = fork(self.worlds[0])
        self.deeds.append((self.now, Fork()))
        self.begun = len(self.deeds)  # also those of this tick: they are in what was saved
        self.worlds, self.keys = [self.worlds[0], other], [Key(self.now, saves, self._is_marked, self.marked)]
        return other

    def join(self) -> None:
        """The first world alone again."""
        for world in self.worlds[1:]:
            world.close()
        self.worlds, self.keys = self.worlds[:1], [replace(key, saved=key.saved[:1]) for key in self.keys]

    def tick(self) -> None:
        """One step into what has not been yet."""
        self.go_on()
        self._keep_if_due()
        for world in self.worlds:
            world.tick(1)
        self.last = self.now

    def go_on(self) -> None:
        """This moment is the present: whatever lay after it is forgotten."""
        if self.away:
            self.deeds = self._kept
            self.keys = [key for key in self.keys if key.tick <= self.now]
            self.last = self.now

    def go_to(self, tick: int) -> None:
        """To any moment from `first` to `last`; at the last one, what was done there is done again."""
        tick = min(self.last, max(self.first, tick))
        if tick == self.now:
            return
        self._run_to(tick)
        if tick == self.last:
            self._do_those_of(tick)

    def undo(self, deed: Deed) -> bool:
        """To just before a deed, and on from there; False if that is too long ago."""
        at = next((i for i, (_, known) in enumerate(self.deeds) if known is deed), None)
        if at is None or at < self.begun or self.deeds[at][0] < self.first:
            return False
        tick = self.deeds[at][0]
        self._run_to(tick, from_key=True)
        self.deeds = self.deeds[:at]
        self.keys = [key for key in self.keys if key.tick <= tick]
        self.last = tick
        self._do_those_of(tick)
        return True

    def _run_to(self, tick: int, from_key: bool = False) -> None:
        """The same ticks and deeds again, without those of the last one.

        A save that fell on the way is loaded, because that is what saving had done to the engine.
        """
        key = next(key for key in reversed(self.keys) if key.tick <= tick)
        if from_key or not key.tick <= self.now <= tick:
            self._load(key)
        while self.now < tick:
            self._do_those_of(self.now)
            for world in self.worlds:
                world.tick(1)
            for key in [key for key in self.keys if key.tick == self.now]:
                self._load(key)

    def _do_those_of(self, tick: int) -> None:
        for deed in [deed for at, deed in self.deeds[self.begun :] if at == tick]:
            do_all(deed, self.worlds)

    def _load(self, key: Key) -> None:
        self.marked = key.tick if self._is_marked and not key.marked else key.since
        for world, saved in zip(self.worlds, key.saved, strict=True):
            world.load(saved)

    @property
    def _is_marked(self) -> bool:
        return any(world.stage.engine.marked for world in self.worlds)

    def _keep_if_due(self) -> None:
        if self.now % KEY_TICKS or (self.keys and self.keys[-1].tick == self.now):
            return
        saves = [world.save() for world in self.worlds]
        self.keys.append(Key(self.now, saves, self._is_marked, self.marked))
        oldest = self.now - round(KEPT_S * TICKS_PER_S)
        while len(self.keys) > 1 and self.keys[1].tick <= oldest:
            self.keys.pop(0)
