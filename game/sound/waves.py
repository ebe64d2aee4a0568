"""Sounds made of noise and decaying tones when the program starts: 44.1 kHz, one channel, 16 bits, no files.

`build(seed)` gives every sound by name, each in some variants so that no two blows are quite alike; the same seed, the
same samples. A crate's thud is wood: a burst of noise on six tones from 170 to 1180 Hz that die within 60 ms.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from components.arrays import Floats

Wave = NDArray[np.int16]
RATE = 44100  # Hz
PEAK = 0.9  # of what 16 bits hold
FADE_S = 0.003  # at the end of a sound; a quarter of it at its beginning
BELL_HZ = 415.0
BELL = ((0.5, 0.25, 1.6), (1.0, 1.0, 1.1), (1.19, 0.7, 0.9), (1.5, 0.5, 0.7), (2.0, 0.8, 0.6), (2.67, 0.5, 0.4),
        (3.01, 0.35, 0.3), (4.17, 0.3, 0.2), (5.43, 0.2, 0.12))  # fmt: skip
"""A bell's partials: of its pitch, how loud, and s to fall to 1/e. They fit no harmonic series."""

TICK_HZ, TOCK_HZ = 1560.0, 1040.0  # of a metronome: the first of four is a fifth above the others
BLOCK = 2.6  # of its pitch, a wood block's second tone
WOOD = (170.0, 290.0, 430.0, 610.0, 860.0, 1180.0)  # Hz
SMACKS = {"smack_soft": (250.0, 1600.0, 0.020, 0.9), "smack": (300.0, 3200.0, 0.028, 0.6),
          "smack_hard": (350.0, 6500.0, 0.036, 0.45)}  # fmt: skip
"""A glove by how hard it strikes: lowest and highest Hz of its slap, s to 1/e, and how loud the thump under it is."""


def times(seconds: float) -> Floats:
    return np.arange(round(seconds * RATE)) / RATE


def noise(random: Generator, seconds: float, low: float, high: float) -> Floats:
    """Between two frequencies, Hz, rms 1. Its end runs into its beginning: it can go round."""
    n = round(seconds * RATE)
    first, last = max(1, round(low * n / RATE)), min(n // 2, round(high * n / RATE))
    spectrum = np.zeros(n // 2 + 1, np.complex128)
    spectrum[first:last] = random.normal(size=last - first) + 1j * random.normal(size=last - first)
    wave = np.fft.irfft(spectrum, n)
    return np.asarray(wave / np.sqrt(np.mean(wave * wave)))


def tone(t: Floats, hertz: float, decay: float) -> Floats:
    return np.asarray(np.sin(2 * np.pi * hertz * t) * np.exp(-t / decay))


def thump(t: Floats, high: float, low: float, decay: float) -> Floats:
    """A tone that drops from one pitch to the other as it dies: what a skin, a floor or a ball gives."""
    phase = 2 * np.pi * (low * t + (high - low) * decay * (1.0 - np.exp(-t / decay)))
    return np.asarray(np.sin(phase) * np.exp(-t / decay))


def late(wave: Floats, seconds: float) -> Floats:
    """The same, some time later."""
    lead = min(len(wave), round(seconds * RATE))
    return np.concatenate([np.zeros(lead), wave[: len(wave) - lead]])


def finished(wave: Floats, loops: bool = False) -> Wave:
    """To 16 bits at full height, from silence and back to it."""
    if not loops:
        out, n = round(FADE_S * RATE), round(FADE_S * RATE / 4)
        wave = wave.copy()
        wave[:n] *= np.arange(n) / n
        wave[-out:] *= np.arange(out)[::-1] / out
    return np.asarray(np.round(wave / np.abs(wave).max() * PEAK * 32767.0), dtype=np.int16)


def smack(name: str) -> Callable[[Generator], Wave]:
    low, high, decay, body = SMACKS[name]

    def make(random: Generator) -> Wave:
        t = times(0.25)
        slap = noise(random, 0.25, low, high * random.uniform(0.9, 1.1)) * np.exp(-t / decay)
        return finished(slap + 2.5 * body * thump(t, 160.0, 75.0 * random.uniform(0.9, 1.1), 0.05))

    return make


def thud(random: Generator) -> Wave:
    t = times(0.3)
    knock = 0.8 * noise(random, 0.3, 150.0, 2200.0) * np.exp(-t / 0.010)
    size = random.uniform(0.93, 1.07)
    wood = sum(
        (tone(t, size * f * random.uniform(0.98, 1.02), 0.060 * 170.0 / f + 0.015) for f in WOOD), np.zeros(len(t))
    )
    return finished(knock + wood + 1.5 * thump(t, 120.0, 70.0, 0.05))


def bounce(random: Generator) -> Wave:
    t = times(0.2)
    pitch = random.uniform(0.93, 1.07)
    air = 0.25 * tone(t, 940.0 * pitch, 0.018) + 0.15 * noise(random, 0.2, 300.0, 3000.0) * np.exp(-t / 0.006)
    return finished(thump(t, 260.0 * pitch, 125.0 * pitch, 0.045) + air)


def step(random: Generator) -> Wave:
    """A heel, and after it the ball of the foot."""
    t = times(0.22)
    heel = noise(random, 0.22, 60.0, 420.0) * np.exp(-t / 0.022) + 1.2 * thump(t, 110.0, 60.0, 0.035)
    ball = noise(random, 0.22, 90.0, 620.0) * np.exp(-t / 0.030)
    return finished(heel + random.uniform(0.35, 0.55) * late(ball, random.uniform(0.045, 0.07)))


def fall(random: Generator) -> Wave:
    """A body: its trunk, a limb that follows, and what it wears."""
    t = times(0.6)
    trunk = 2.5 * thump(t, 110.0, 55.0, 0.10) + 1.2 * noise(random, 0.6, 60.0, 700.0) * np.exp(-t / 0.05)
    limb = 0.45 * late(thump(t, 140.0, 70.0, 0.06), random.uniform(0.09, 0.15))
    rustle = 0.4 * noise(random, 0.6, 700.0, 4500.0) * np.exp(-t / 0.14) * (1.0 - np.exp(-t / 0.02))
    return finished(trunk + limb + rustle)


def bell(random: Generator) -> Wave:
    """One stroke; each partial is two that lie a little apart, so it beats."""
    t = times(2.4)
    wave = 0.15 * noise(random, 2.4, 1500.0, 8000.0) * np.exp(-t / 0.004)
    for ratio, loud, decay in BELL:
        wave += loud * np.cos(np.pi * 1.3 * ratio * t) * tone(t, BELL_HZ * ratio, decay)
    return finished(wave)


def murmur(random: Generator) -> Wave:
    """Many who talk at once, 3 s that go round: bands of speech, each coming and going a few times a second."""
    t = times(3.0)
    wave = 0.5 * noise(random, 3.0, 120.0, 900.0)
    for low in (180.0, 320.0, 520.0, 850.0, 1500.0):
        rates, phases = random.integers(6, 15, 2), random.uniform(0, 2 * np.pi, 2)  # turns in the 3 s
        swell = sum((np.sin(2 * np.pi * r * t / 3.0 + p) for r, p in zip(rates, phases, strict=True)), np.ones(len(t)))
        wave += np.clip(swell, 0.0, None) * noise(random, 3.0, low, 1.5 * low) * (180.0 / low) ** 0.6
    return finished(wave, loops=True)


def cheer(random: Generator) -> Wave:
    """It swells within a quarter of a second and dies over two."""
    t = times(2.5)
    wave = noise(random, 2.5, 300.0, 1100.0) + 0.7 * noise(random, 2.5, 1100.0, 3600.0)
    clap = 1.0 + 0.3 * np.abs(noise(random, 2.5, 8.0, 40.0))
    return finished(wave * clap * (1.0 - np.exp(-t / 0.12)) * np.exp(-t / 0.9))


def beat(random: Generator) -> Wave:
    """The referee's hand on the canvas: one of the count."""
    t = times(0.3)
    slap = noise(random, 0.3, 200.0, 2600.0) * np.exp(-t / 0.012)
    return finished(slap + 1.6 * thump(t, 150.0, 85.0 * random.uniform(0.95, 1.05), 0.07))


def block(hertz: float) -> Callable[[Generator], Wave]:
    """A wood block of that pitch: one of a metronome."""

    def make(random: Generator) -> Wave:
        t = times(0.12)
        hollow = tone(t, hertz, 0.022) + 0.45 * tone(t, BLOCK * hertz, 0.008)
        return finished(hollow + 0.25 * noise(random, 0.12, 900.0, 7000.0) * np.exp(-t / 0.0015))

    return make


def click(random: Generator) -> Wave:
    t = times(0.02)
    return finished(tone(t, 1800.0, 0.004) + 0.2 * noise(random, 0.02, 800.0, 6000.0) * np.exp(-t / 0.002))


MAKERS: dict[str, tuple[Callable[[Generator], Wave], int]] = {
    **{name: (smack(name), 3) for name in SMACKS},
    "thud": (thud, 3),
    "bounce": (bounce, 2),
    "step": (step, 4),
    "fall": (fall, 2),
    "bell": (bell, 1),
    "murmur": (murmur, 1),
    "cheer": (cheer, 1),
    "click": (click, 1),
    "beat": (beat, 2),
    "tick": (block(TICK_HZ), 1),
    "tock": (block(TOCK_HZ), 1),
}
"""Name -> how it is made, and in how many variants."""


def build(seed: int = 0) -> dict[str, Sequence[Wave]]:
    """All of them, in about 60 ms."""
    return {
        name: tuple(make(np.random.default_rng([seed, kind, variant])) for variant in range(variants))
        for kind, (name, (make, variants)) in enumerate(MAKERS.items())
    }
