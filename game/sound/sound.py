"""What is heard: happenings become sounds, through whatever audio pyglet finds here.

    sounds = Sounds.open()
    for happening in noticing.look():
        sounds.play(happening)

Where nothing can be heard `silent_because` says why in one line, and playing does nothing. Loudness grows with the
square root of the impulse: a step of 20 N s is half as loud as one of 80 N s.
"""

from __future__ import annotations

import random
import time
import wave
from collections import deque
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple, Protocol, Self

from components.errors import InputError
from game.base.paths import shown
from game.sound.noticing import Happening
from game.sound.waves import RATE, Wave, build
from systems.silence import silence

MOST_VOICES = 16
APART_S = 0.03  # between two of a kind
PITCH = 0.05  # of it, up or down
VOLUME = 0.8
OFF_S = 0.08  # between a tune and what it is for, before it is put right


class Voicing(NamedTuple):
    """From the softest wave to the hardest; N s that are just heard, and that are as loud as it gets."""

    waves: tuple[str, ...]
    quiet: float
    full: float
    loud: float = 1.0


VOICINGS = {
    ("hit", ""): Voicing(("smack_soft", "smack", "smack_hard"), 5.0, 90.0),
    ("land", ""): Voicing(("smack_soft", "smack", "smack_hard"), 2.0, 60.0),
    ("block", ""): Voicing(("smack_soft",), 2.0, 60.0, 0.7),
    ("slam", ""): Voicing(("fall",), 8.0, 120.0),
    ("step", ""): Voicing(("step",), 4.0, 80.0, 0.5),
    ("thud", ""): Voicing(("thud",), 2.0, 80.0),
    ("thud", "ball"): Voicing(("bounce",), 0.3, 6.0, 0.7),
    ("thud", "beach_ball"): Voicing(("bounce",), 0.3, 6.0, 0.5),
    ("thud", "medicine_ball"): Voicing(("fall",), 4.0, 60.0, 0.8),
}
"""(kind, what) of a happening, or (kind, "") for everything else of that kind."""

CALLS = {"bell": ("bell", 0.8), "count": ("beat", 0.7), "knockdown": ("cheer", 0.7), "result": ("cheer", 1.0)}
"""Kind -> its wave, and how loud: what has no strength. Other kinds make no sound."""


class Voice(Protocol):
    """Something that sounds now: a pyglet Player."""

    volume: float
    loop: bool

    def delete(self) -> None: ...


Start = Callable[[Wave, float, float], Voice]
"""(wave, volume, pitch) -> what plays it."""


class Tune(Protocol):
    """A piece of music, whole."""

    length: float  # s

    def start(self, at: float, volume: float) -> Sounding:
        """From so many seconds after its beginning."""
        ...


class Sounding(Protocol):
    """A tune that sounds now."""

    @property
    def time(self) -> float: ...  # s from the tune's beginning

    def delete(self) -> None: ...


Open = Callable[[Path], Tune]
"""The tune in a file; an InputError where it cannot be read."""


class Sounds:
    def __init__(
        self,
        start: Start | None,
        silent_because: str = "",
        bank: dict[str, Sequence[Wave]] | None = None,
        clock: Callable[[], float] = time.perf_counter,
        open_tune: Open | None = None,
    ) -> None:
        self._start, self.silent_because, self._clock = start, silent_because, clock
        self._bank, self._open_tune = bank or {}, open_tune or FileTune
        self._voices: deque[tuple[float, Voice]] = deque()  # when each ends, oldest first
        self._played: dict[tuple[str, ...], float] = {}  # when each kind was
        self._kept: dict[str, Voice] = {}  # what goes round
        self._tunes: dict[Path, Tune] = {}
        self._sounding: tuple[Path, Sounding] | None = None  # the tune that plays
        self._chance = random.Random(0)
        self.volume, self.muted = VOLUME, False

    @classmethod
    def open(cls, seed: int = 0) -> Self:
        """Never fails; a window may be open already or come later."""
        _, because = audio_driver()
        return cls(None, because) if because else cls(Player(), bank=build(seed))

    def toggle(self) -> bool:
        """Off, or on again; is it off now?"""
        self.muted = not self.muted
        if self.muted:
            self._stop()
        return self.muted

    def play(self, happening: Happening) -> None:
        if happening.kind in CALLS:
            self.ring(*CALLS[happening.kind])
            return
        voicing = VOICINGS.get((happening.kind, happening.what)) or VOICINGS.get((happening.kind, ""))
        if voicing is None or happening.strength < voicing.quiet:
            return
        hard = min(1.0, happening.strength / voicing.full) ** 0.5
        name = voicing.waves[min(len(voicing.waves) - 1, int(hard * len(voicing.waves)))]
        self._sound(voicing.waves, name, voicing.loud * hard, 1.0 + self._chance.uniform(-PITCH, PITCH))

    def ring(self, name: str, loud: float = 1.0) -> None:
        """A sound by its name in game/sound/waves.py: the click of a button, the bell."""
        self._sound((name,), name, loud, 1.0)

    def keep(self, name: str, loud: float) -> None:
        """A sound that goes round, this loud from now on; 0 ends it. Said again each frame, it comes back when muted
        no more."""
        voice, volume = self._kept.get(name), self.volume * loud
        if self._start is None or self.muted:
            return
        if volume <= 0.0:
            if voice is not None:
                self._kept.pop(name).delete()
        elif voice is None:
            self._kept[name] = self._start(self._bank[name][0], volume, 1.0)
            self._kept[name].loop = True
        elif voice.volume != volume:
            voice.volume = volume

    def tune(self, path: Path, at: float) -> None:
        """A file plays, and is so far (s) now. Said again each frame, it goes on and stays in time: where it is off by
        more than OFF_S it is put right. An InputError says why a file cannot be played."""
        if self._start is None or self.muted or self.volume <= 0.0:
            self.end_tune()
            return
        if path not in self._tunes:
            self._tunes[path] = self._open_tune(path)
        tune = self._tunes[path]
        if not 0.0 <= at < tune.length:
            self.end_tune()
        elif self._sounding is None or self._sounding[0] != path or abs(self._sounding[1].time - at) > OFF_S:
            self.end_tune()
            self._sounding = path, tune.start(at, self.volume)

    def end_tune(self) -> None:
        if self._sounding is not None:
            self._sounding[1].delete()
            self._sounding = None

    def close(self) -> None:
        self._stop()
        self._start = None

    def _sound(self, kind: tuple[str, ...], name: str, loud: float, pitch: float) -> None:
        now = self._clock()
        if self._start is None or self.muted or self.volume <= 0.0 or now - self._played.get(kind, -1e9) < APART_S:
            return
        self._played[kind] = now
        for voice in [voice for voice in self._voices if voice[0] <= now]:
            self._voices.remove(voice)
            voice[1].delete()
        if len(self._voices) == MOST_VOICES:
            self._voices.popleft()[1].delete()
        sound = self._chance.choice(self._bank[name])
        self._voices.append((now + len(sound) / RATE / pitch, self._start(sound, self.volume * loud, pitch)))

    def _stop(self) -> None:
        for voice in (*(voice for _, voice in self._voices), *self._kept.values()):
            voice.delete()
        self._voices.clear()
        self._kept.clear()
        self.end_tune()


class Player:
    """Starts a wave in pyglet, and keeps what was decoded."""

    def __init__(self) -> None:
        self._sources: dict[int, Any] = {}

    def __call__(self, sound: Wave, volume: float, pitch: float) -> Voice:
        import pyglet.media

        if id(sound) not in self._sources:
            self._sources[id(sound)] = source(sound)
        player: Any = pyglet.media.Player()
        player.volume, player.pitch = volume, pitch
        player.queue(self._sources[id(sound)])
        player.play()
        return player  # type: ignore[no-any-return]  # pyglet has no types


class FileTune:
    """A file as pyglet decodes it: WAV everywhere, others where ffmpeg or the like is there.

    It is read whole: a stream cannot be gone back in after its end.
    """

    def __init__(self, path: Path) -> None:
        import pyglet.media

        try:
            self._source: Any = pyglet.media.load(str(path), streaming=False)  # pyglet has no types
        except Exception as error:  # each decoder has errors of its own
            reason = (str(error) or type(error).__name__).splitlines()[0].rstrip(". ")
            raise InputError(f"cannot be played here ({reason})", file=shown(path)) from None
        self.length: float = self._source.duration

    def start(self, at: float, volume: float) -> Sounding:
        import pyglet.media

        player: Any = pyglet.media.Player()
        player.volume = volume
        player.queue(self._source)
        player.seek(at)
        player.play()
        return player  # type: ignore[no-any-return]


def source(sound: Wave) -> Any:
    """A wave as pyglet plays it: decoded once, from a WAV file in memory."""
    import pyglet.media
    from pyglet.media.codecs.wave import WaveDecoder

    return pyglet.media.load("made.wav", file=BytesIO(wav(sound)), streaming=False, decoder=WaveDecoder())


def wav(sound: Wave) -> bytes:
    file = BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes(sound.astype("<i2").tobytes())
    return file.getvalue()


def audio_driver() -> tuple[str, str]:
    """The name of the driver that pyglet takes here, and in one line why there is none: one of them is empty.

    pyglet tries the drivers of its option `audio` (PYGLET_AUDIO names others) when its media module is imported, and
    the libraries behind them complain on the way; a window module that cannot be imported would be fatal half way.
    """
    try:
        import pyglet

        if next(iter(pyglet.options.audio), "silent") == "silent":
            return "", "no sound: PYGLET_AUDIO asks for none"
        pyglet.options.shadow_window = False
        import pyglet.window

        with silence(2):
            import pyglet.media
        driver: Any = pyglet.media.get_audio_driver  # pyglet has no types
        name = type(driver()).__module__.split(".")[-2]
    except Exception as error:  # whatever is wrong with audio or display, the program goes on without sound
        reason = (str(error) or type(error).__name__).splitlines()[0].rstrip(". ")
        return "", f"no sound: {reason}"
    return (name, "") if name != "silent" else ("", "no sound: no audio device, or neither OpenAL nor PulseAudio")
