"""What a script is played to: clicks on its beats in the world's time, or music that keeps to it."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest

from components.clock import TICKS_PER_S
from components.errors import InputError
from game.base.paths import PROJECT
from game.scenes.scene import load_scene
from game.session.session import Session
from game.sound import sound, waves
from game.sound.metronome import BAR, LOUD, Metronome, begun, played
from game.sound.sound import OFF_S, VOLUME, Sounds
from game.window.view import View
from systems.draw.context import current

BEAT_S = 0.25
SCRIPT = """
title = "Beats"
beat_s = 0.25
{music}
[[track]]
name = "arms"
times = {times}
frames = [{{ pose = "ArmsUp", beats = 2 }}, {{ pose = "ArmsDown", beats = 2 }}]
"""


class Voice:
    def __init__(self, name, volume):
        self.name, self.volume, self.deleted, self.loop = name, volume, 0, False

    def delete(self):
        self.deleted += 1


class Tune:
    """A file of 10 s that was opened; `played` is what sounded of it."""

    length = 10.0

    def __init__(self):
        self.played = []

    def start(self, at, volume):
        self.played.append(Playback(at, volume))
        return self.played[-1]


class Playback:
    def __init__(self, at, volume):
        self.time, self.begin, self.volume, self.deleted = at, at, volume, 0

    def delete(self):
        self.deleted += 1


class Heard:
    """A session, its metronome, and sounds that are written down with the tick in which they began."""

    def __init__(self, session, bank, open_tune=None):
        self.session, self.voices, self.tune, self.wall_s = session, [], Tune(), 0.0
        names = {id(kinds[0]): name for name, kinds in bank.items()}

        def start(samples, volume, pitch):
            self.voices.append((session.simulation.ticks, Voice(names[id(samples)], volume)))
            return self.voices[-1][1]

        opens = open_tune or (lambda path: self.tune)
        self.sounds = Sounds(start, bank=bank, clock=lambda: self.wall_s, open_tune=opens)
        self.metronome = Metronome(session, self.sounds)
        session.after_tick.append(self.metronome.tick)

    def frames(self, n, keeps_time=True):
        """Of 1/60 s each; music that sounds keeps the time of the wall."""
        for _ in range(n):
            self.wall_s += 1 / 60
            self.session.advance(1 / 60)
            for playback in self.tune.played:
                playback.time += 1 / 60 if keeps_time else 0.0
            self.metronome.update()

    @property
    def clicks(self):
        return [(tick, voice.name) for tick, voice in self.voices]

    @property
    def sounding(self):
        return [playback for playback in self.tune.played if not playback.deleted]


@pytest.fixture(scope="module")
def bank():
    return waves.build(3)


@pytest.fixture(scope="module")
def opened():
    session = Session(load_scene("stage"))
    session.change("servo", "timed")
    yield session
    session.close()


@pytest.fixture
def session(opened):
    opened.after_tick.clear()
    opened.change("script", "")
    opened.restart()
    opened.messages.pass_time(60.0)
    opened.clock.paused, opened.clock.speed, opened.clock.late_s = False, 1.0, 0.0
    return opened


@pytest.fixture
def script(tmp_path):
    def write(music="", times=0):
        name = f"{'loud' if music else 'plain'}{times}.toml"
        (tmp_path / "tune.wav").write_bytes(b"not looked into here")
        line = f'music = "{music}"' if music else ""
        (tmp_path / name).write_text(SCRIPT.format(music=line, times=times), encoding="utf-8")
        return str(tmp_path / name)

    return write


def said(session):
    return [text for text, _ in session.messages.lines()]


# --- beats


@pytest.mark.parametrize("beat_s", ["0.5", "0.47", "0.05", "0.3333", "1.25", "0.12"])
def test_each_beat_begins_once_in_the_tick_that_it_falls_into(beat_s):
    exact = Fraction(beat_s)
    found = [(tick, beat) for tick in range(1, 6001) if (beat := begun(tick / TICKS_PER_S, float(exact))) is not None]
    assert [beat for _, beat in found] == list(range(len(found)))
    assert [tick for tick, _ in found] == [math.floor(beat * exact * TICKS_PER_S) + 1 for _, beat in found]


def test_before_a_script_begins_there_is_no_beat():
    assert all(begun(tick / TICKS_PER_S, 0.5) is None for tick in range(-200, 1))


# --- clicks


def test_it_clicks_on_each_beat_and_higher_on_the_first_of_four(session, bank, script):
    heard = Heard(session, bank)
    heard.frames(7)
    assert heard.clicks == [], "nobody plays"
    begin = session.simulation.ticks
    assert session.change("script", script())
    heard.frames(75)
    every = round(BEAT_S * TICKS_PER_S)
    assert heard.clicks == [(begin + 1 + every * n, "tock" if n % BAR else "tick") for n in range(5)]
    assert [voice.volume for _, voice in heard.voices] == [pytest.approx(LOUD * VOLUME)] * 5


def test_the_first_of_four_is_a_fifth_higher(bank):
    def pitch(samples):
        return np.abs(np.fft.rfft(samples, 1 << 16)).argmax() * waves.RATE / (1 << 16)

    tick, tock = (pitch(bank[name][0]) for name in ("tick", "tock"))
    assert tick == pytest.approx(waves.TICK_HZ, rel=0.01) and tick / tock == pytest.approx(1.5, rel=0.01)


def test_it_follows_the_worlds_time_in_slow_motion(session, bank, script):
    heard = Heard(session, bank)
    session.change("script", script())
    session.clock.speed = 0.5
    heard.frames(60)
    assert [tick for tick, _ in heard.clicks] == [1, 31], "0.5 s went by"


def test_while_time_stands_it_is_silent_and_a_moment_gone_back_to_is_not_heard(session, bank, script):
    heard = Heard(session, bank)
    session.change("script", script())
    heard.frames(20)
    session.pause()
    heard.frames(60)
    session.scrub(-0.3)
    session.scrub(0.2)
    assert [tick for tick, _ in heard.clicks] == [1, 31]
    session.pause()
    at = session.simulation.ticks
    heard.frames(60)
    later = [tick for tick, _ in heard.clicks[2:]]
    assert later == [tick for tick in range(1, at + 121, 30) if tick > at], "and goes on from there"


def test_muted_it_is_silent_and_comes_back_in_its_place(session, bank, script):
    heard = Heard(session, bank)
    session.change("script", script())
    heard.sounds.toggle()
    heard.frames(60)
    assert heard.clicks == []
    heard.sounds.toggle()
    heard.frames(45)
    assert heard.clicks[0] == (121, "tick")


def test_who_is_chosen_is_heard_before_the_first_who_plays(bank, tmp_path):
    session = Session(load_scene("balance"))
    for n, name in enumerate(("slow", "fast")):
        text = SCRIPT.format(music="", times=0).replace("0.25", ("0.5", "0.1")[n])
        (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
    _, second, third, _ = session.simulation.characters
    for who, name in ((second, "slow"), (third, "fast")):
        session.chosen = who
        session.change("script", str(tmp_path / f"{name}.toml"))
    beats = {}
    for who in (None, second, third, next(iter(session.simulation.characters))):
        session.chosen = who
        beats[who] = (played(session).body.name, played(session).playing.script.beat_s)
    session.close()
    assert list(beats.values()) == [(second, 0.5), (second, 0.5), (third, 0.1), (second, 0.5)]


# --- music


def test_music_begins_with_the_script_and_there_are_no_clicks(session, bank, script):
    heard = Heard(session, bank)
    heard.frames(5)
    session.change("script", script("tune.wav"))
    heard.frames(60)
    (playback,) = heard.tune.played
    assert playback.begin == pytest.approx(1 / 60) and playback.volume == VOLUME
    assert not playback.deleted and heard.clicks == []


@pytest.mark.parametrize("stop", ["pause", "mute", "slow", "behind", "other", "over"])
def test_music_stops_when_it_should_and_comes_in_where_the_script_is_then(session, bank, script, stop):
    heard = Heard(session, bank)
    session.change("script", script("tune.wav", times=1 if stop == "over" else 0))
    heard.frames(30)
    changes = {
        "pause": (session.pause, session.pause),
        "mute": (heard.sounds.toggle, heard.sounds.toggle),
        "slow": (lambda: setattr(session.clock, "speed", 0.5), lambda: setattr(session.clock, "speed", 1.0)),
        "behind": (lambda: setattr(session.clock, "late_s", 9.0), lambda: setattr(session.clock, "late_s", 0.0)),
        "other": (lambda: session.change("script", script()), lambda: None),
        "over": (lambda: None, lambda: None),
    }
    begin, end = changes[stop]
    begin()
    heard.frames(40)
    assert heard.sounding == []
    assert [name for _, name in heard.clicks] == {
        "slow": ["tock", "tock"], "behind": ["tock", "tock", "tick"], "other": ["tick", "tock", "tock"],
    }.get(stop, [])  # fmt: skip
    end()
    heard.frames(10)
    if stop in ("other", "over"):
        assert len(heard.tune.played) == 1
    else:
        _, again = heard.tune.played
        assert again.time == pytest.approx(played(session).at, abs=0.02)


def test_music_that_drifts_is_put_right_and_a_frames_jitter_is_not(session, bank, script):
    heard = Heard(session, bank)
    session.change("script", script("tune.wav"))
    heard.frames(20)
    heard.tune.played[0].time += 0.9 * OFF_S
    heard.frames(5)
    assert len(heard.tune.played) == 1
    heard.tune.played[0].time += 0.3
    heard.frames(1)
    first, second = heard.tune.played
    assert first.deleted == 1 and second.begin == pytest.approx(played(session).at)


def test_after_the_end_of_the_music_it_is_quiet(session, bank, script):
    heard = Heard(session, bank)
    heard.tune.length = 0.5
    session.change("script", script("tune.wav"))
    heard.frames(60)
    assert [playback.deleted for playback in heard.tune.played] == [1] and heard.clicks == []


def test_music_that_cannot_be_played_is_one_line_and_a_metronome(session, bank, script):
    opened = []

    def refuse(path):
        opened.append(path)
        raise InputError("cannot be played here (no decoder)", file=path.name)

    heard = Heard(session, bank, refuse)
    session.change("script", script("tune.wav"))
    heard.frames(60)
    assert said(session) == ["tune.wav: cannot be played here (no decoder): the metronome instead"]
    assert len(opened) == 1 and len(heard.clicks) >= 3


def test_closing_ends_the_music(session, bank, script):
    heard = Heard(session, bank)
    session.change("script", script("tune.wav"))
    heard.frames(5)
    heard.sounds.close()
    assert heard.sounding == []


# --- files, through pyglet

FILES = """
import sys
import time
from pathlib import Path
import pyglet
pyglet.options.shadow_window = False
from components.errors import InputError
from game.sound.sound import FileTune
tune = FileTune(Path(sys.argv[1]))
print(round(tune.length, 3))
for at in (1.25, 0.0):
    playing = tune.start(at, 0.5)
    print(at <= playing.time < at + 0.2)
    playing.delete()
for name in sys.argv[2:]:
    try:
        FileTune(Path(name))
    except InputError as error:
        print(error)
"""


def test_a_wav_file_is_played_from_anywhere_and_what_is_none_is_refused_in_a_line(tmp_path):
    """On the silent driver, which keeps the time as the others do."""
    t = np.arange(2 * waves.RATE) / waves.RATE
    good, bad, gone = (tmp_path / name for name in ("good.wav", "bad.wav", "gone.wav"))
    good.write_bytes(sound.wav((8000 * np.sin(2 * np.pi * 440 * t)).astype(np.int16)))
    bad.write_bytes(b"RIFF but no more")
    done = subprocess.run(
        [sys.executable, "-c", FILES, str(good), str(bad), str(gone)], cwd=PROJECT,
        env=os.environ | {"PYGLET_AUDIO": "silent"}, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    length, first, second, *refused = done.stdout.splitlines()
    assert (length, first, second) == ("2.0", "True", "True")
    assert len(refused) == 2 and all("cannot be played here (" in line for line in refused)


def test_the_view_lets_it_hear_each_tick_and_each_frame(session, bank, script):
    current()
    heard = Heard(session, bank)
    session.after_tick.clear()
    view = View(session, (64, 36), heard.sounds)
    session.change("script", script())
    for _ in range(20):
        session.advance(1 / 60)
        view.update(1 / 60)
    assert [tick for tick, name in heard.clicks if name in ("tick", "tock")] == [1, 31]
    session.change("script", script("tune.wav"))
    session.advance(1 / 60)
    view.update(1 / 60)
    assert len(heard.sounding) == 1
    view.close()
    for calls in (session.opened, session.before_last_tick, session.after_tick):
        calls.clear()
