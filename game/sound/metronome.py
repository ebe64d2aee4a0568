"""What a script is played to: its music, or a metronome that follows the world's time.

    metronome = Metronome(session, sounds)
    metronome.tick()                     # after each tick: a click where a beat has just begun
    metronome.update()                   # each frame: music goes on, begins, or stops

A beat of 0.5 s begins after 0, 60, 120 ticks; the first of four is higher. Music is heard only in real time: in slow
motion, and where the machine cannot keep up, the clicks take over, and it comes in again where the script is by then.
"""

from __future__ import annotations

from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import esper

from components.character import Body
from components.clock import TICKS_PER_S
from components.errors import InputError
from components.keyframes import KeyFrames
from components.script import Playing
from components.settings import ServoSettings
from game.sound.sound import Sounds

if TYPE_CHECKING:
    from game.session.session import Session

BAR = 4  # beats
LOUD = 0.6  # of a click
ROUNDING = 1e-6  # of a beat


class Played(NamedTuple):
    """A script, and who plays it."""

    body: Body
    playing: Playing
    frames: KeyFrames
    servo: str
    at: float  # s since it began

    @property
    def beats(self) -> float:
        """So many have gone by: 2.5 is half a beat after the third has begun."""
        return self.at / self.playing.script.beat_s


def played(session: Session) -> Played | None:
    """Of the chosen one, or of the first who plays any."""
    simulation = session.simulation
    esper.switch_world(simulation.world)
    found = (parts for _, parts in esper.get_components(Body, Playing, KeyFrames, ServoSettings))
    everybody = [parts for parts in found if parts[1].script.name]  # paths that a program gave have no beat
    if not everybody:
        return None
    chosen = next((parts for parts in everybody if parts[0].name == session.chosen), everybody[0])
    body, playing, frames, settings = chosen
    return Played(body, playing, frames, settings.servo, simulation.time - playing.since_s)


def begun(at: float, beat_s: float) -> int | None:
    """The beat that began in the tick which ends so many s after the script's start; none if none did."""
    tick = 1.0 / TICKS_PER_S / beat_s
    beat = ceil(at / beat_s - tick - ROUNDING)
    return beat if 0 <= beat < at / beat_s - ROUNDING else None


class Metronome:
    def __init__(self, session: Session, sounds: Sounds) -> None:
        self.session, self.sounds = session, sounds
        self._mute = set[Path]()  # music that cannot be played here

    def tick(self) -> None:
        now = played(self.session)
        if now is None or self._music(now) is not None:
            return
        beat = begun(now.at, now.playing.script.beat_s)
        if beat is not None:
            self.sounds.ring("tock" if beat % BAR else "tick", LOUD)

    def update(self) -> None:
        now = played(self.session)
        music = self._music(now) if now is not None else None
        if now is None or music is None:
            self.sounds.end_tune()
            return
        try:
            self.sounds.tune(music, now.at)
        except InputError as error:
            self._mute.add(music)
            self.session.say(f"{error}: the metronome instead")

    def _music(self, now: Played) -> Path | None:
        """What is to be heard instead of clicks."""
        name, clock = now.playing.script.music, self.session.clock
        in_time = clock.speed == 1.0 and not (clock.paused or clock.behind or self.session.slow_motion.active)
        return Path(name) if name and in_time and Path(name) not in self._mute else None
