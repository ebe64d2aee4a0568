"""Sounds: what the waves are made of, who is heard when, and that a machine without audio stays quiet about it."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import wave

import numpy as np
import pytest
from gathered import for_each

from game.base.paths import PROJECT
from game.plays.boxing.sound import LOUD, QUIET, Crowd
from game.sound import sound, waves
from game.sound.noticing import Happening
from game.sound.sound import CALLS, MOST_VOICES, VOICINGS, Sounds

NAMES = list(waves.MAKERS)


@pytest.fixture(scope="module")
def bank():
    return waves.build(7)


def spectrum(samples):
    """Hz, and the share of the energy at each."""
    power = np.abs(np.fft.rfft(samples.astype(float))) ** 2
    return np.fft.rfftfreq(len(samples), 1 / waves.RATE), power / power.sum()


def centre(samples):
    hertz, share = spectrum(samples)
    return float(hertz @ share)


def test_the_same_seed_gives_the_same_samples_and_another_gives_others(bank):
    again, other = waves.build(7), waves.build(8)
    for name in NAMES:
        assert all(np.array_equal(a, b) for a, b in zip(bank[name], again[name], strict=True))
        assert not any(np.array_equal(a, b) for a, b in zip(bank[name], other[name], strict=True))


@for_each("name", NAMES)
def test_every_wave_is_as_high_as_it_may_be_and_never_higher(bank, name):
    for samples in bank[name]:
        assert samples.dtype == np.int16
        assert np.abs(samples.astype(int)).max() == round(waves.PEAK * 32767)


@for_each("name", [name for name in NAMES if name != "murmur"])
def test_a_sound_begins_and_ends_in_silence_without_a_click(bank, name):
    for samples in bank[name]:
        assert samples[0] == samples[-1] == 0
        edges = np.concatenate([np.diff(samples[:6].astype(int)), np.diff(samples[-20:].astype(int))])
        assert np.abs(edges).max() < 0.25 * waves.PEAK * 32767


def test_the_murmur_goes_round_with_no_more_of_a_jump_than_inside(bank):
    (murmur,) = bank["murmur"]
    inside = np.abs(np.diff(murmur.astype(int)))
    assert abs(int(murmur[0]) - int(murmur[-1])) <= np.quantile(inside, 0.999)


@for_each("name", ["smack_soft", "smack", "smack_hard", "step", "thud", "bounce", "fall", "beat"])
def test_variants_differ_from_each_other(bank, name):
    kinds = bank[name]
    assert len(kinds) > 1
    for i, a in enumerate(kinds):
        for b in kinds[i + 1 :]:
            assert np.corrcoef(a, b)[0, 1] < 0.99


def test_a_harder_smack_is_brighter(bank):
    soft, middle, hard = ([centre(s) for s in bank[n]] for n in ("smack_soft", "smack", "smack_hard"))
    assert max(soft) < min(middle) < max(middle) < min(hard)


def test_steps_and_falls_are_low(bank):
    for samples in (*bank["step"], *bank["fall"]):
        hertz, share = spectrum(samples)
        assert share[hertz < 700].sum() > 0.9


def test_the_bell_has_its_partials_and_no_harmonic_series(bank):
    hertz, share = spectrum(bank["bell"][0])
    for ratio, *_ in waves.BELL[:6]:
        near = np.abs(hertz - ratio * waves.BELL_HZ) < 12
        beside = (np.abs(hertz - ratio * waves.BELL_HZ) > 20) & (np.abs(hertz - ratio * waves.BELL_HZ) < 32)
        assert share[near].max() > 20 * share[beside].max()
    ratios = np.array([ratio for ratio, *_ in waves.BELL])
    assert (np.abs(ratios - np.round(ratios * 2) / 2) > 0.1).sum() >= 3


def test_band_noise_has_nothing_outside_its_band():
    made = waves.noise(np.random.default_rng(1), 0.5, 300.0, 1200.0)
    hertz, share = spectrum(made)
    assert share[(hertz >= 299) & (hertz <= 1201)].sum() > 1 - 1e-9
    assert np.sqrt(np.mean(made * made)) == pytest.approx(1.0)


def test_a_tone_falls_to_1_over_e_in_its_time():
    t = waves.times(0.4)
    made = waves.tone(t, 1000.0, 0.1)
    first, later = (np.abs(made[round(at * waves.RATE) :][:100]).max() for at in (0.0, 0.1))
    assert later / first == pytest.approx(np.exp(-1.0), rel=0.01)


def test_a_thump_drops_from_its_high_pitch_to_its_low_one():
    made = waves.thump(waves.times(1.0), 400.0, 100.0, 0.1)
    crossings = np.flatnonzero((made[:-1] < 0) & (made[1:] >= 0)) / waves.RATE
    assert 1 / np.diff(crossings)[0] > 250
    assert 1 / np.diff(crossings[crossings > 0.5]).mean() == pytest.approx(100.0, rel=0.02)


def test_what_is_written_as_wav_reads_back_the_same(bank):
    with wave.open(io.BytesIO(sound.wav(bank["step"][0]))) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, waves.RATE)
        read = np.frombuffer(file.readframes(file.getnframes()), "<i2")
    np.testing.assert_array_equal(read, bank["step"][0])


class Heard:
    """Stands in for pyglet: remembers what was started, and whether it was stopped."""

    def __init__(self, bank):
        self.now, self.voices = 100.0, []
        self.sounds = Sounds(self.start, bank=bank, clock=lambda: self.now)
        self.names = {id(s): name for name, kinds in bank.items() for s in kinds}

    def start(self, samples, volume, pitch):
        self.voices.append(Voice(self.names[id(samples)], volume, pitch))
        return self.voices[-1]

    def happens(self, kind, strength, what="", later=0.1):
        self.now += later
        before = len(self.voices)
        self.sounds.play(Happening(kind, np.zeros(3), np.array([0.0, 0.0, 1.0]), strength, "red", what))
        return self.voices[before:]


class Voice:
    def __init__(self, name, volume, pitch):
        self.name, self.volume, self.pitch, self.deleted = name, volume, pitch, 0
        self.loop = False

    def delete(self):
        self.deleted += 1


@pytest.fixture
def heard(bank):
    return Heard(bank)


def test_every_voicing_has_its_waves(bank):
    assert {name for voicing in VOICINGS.values() for name in voicing.waves} <= set(bank)
    assert {name for name, _ in CALLS.values()} <= set(bank)


def test_loudness_grows_with_the_root_of_the_impulse_up_to_its_full(heard):
    full = VOICINGS["step", ""].full
    loud = [heard.happens("step", share * full, "ground")[0].volume for share in (0.25, 1.0, 9.0)]
    assert loud == pytest.approx([loud[1] / 2, loud[1], loud[1]])


def test_what_is_too_weak_and_what_has_no_sound_is_not_heard(heard):
    assert heard.happens("hit", 0.9 * VOICINGS["hit", ""].quiet, "blue") == []
    assert heard.happens("recover", 0.0) == []


def test_a_hit_sounds_as_hard_as_it_is(heard):
    names = [heard.happens("hit", strength, "blue")[0].name for strength in (6.0, 25.0, 89.0, 500.0)]
    assert names == ["smack_soft", "smack", "smack_hard", "smack_hard"]


def test_things_sound_as_what_they_are(heard):
    things = ("ball", "beach_ball", "medicine_ball", "crate", "plank")
    assert [heard.happens("thud", 20.0, w)[0].name for w in things] == ["bounce", "bounce", "fall", "thud", "thud"]


def test_no_two_blows_have_quite_the_same_pitch_nor_one_far_off(heard):
    pitches = [heard.happens("hit", 20.0, "blue")[0].pitch for _ in range(50)]
    assert len(set(pitches)) == 50
    assert all(abs(pitch - 1.0) <= sound.PITCH for pitch in pitches)


def test_of_one_kind_at_most_one_in_30_ms_and_others_are_not_held_up(heard):
    assert len(heard.happens("step", 20.0)) == 1
    assert len(heard.happens("step", 20.0, later=0.029)) == 0
    assert len(heard.happens("hit", 20.0, later=0.0)) == 1
    assert len(heard.happens("step", 20.0, later=0.0011)) == 1


def test_at_most_so_many_at_once_and_the_oldest_goes_first(heard):
    for _ in range(MOST_VOICES + 3):
        heard.sounds.ring("bell")
        heard.now += 0.031
    assert [voice.deleted for voice in heard.voices] == [1] * 3 + [0] * MOST_VOICES


def test_a_voice_that_has_ended_is_let_go(heard, bank):
    heard.sounds.ring("click")
    heard.now += len(bank["click"][0]) / waves.RATE + 0.001
    heard.sounds.ring("bell")
    assert [voice.deleted for voice in heard.voices] == [1, 0]


def test_muted_stops_what_sounds_and_starts_nothing(heard):
    heard.sounds.ring("bell")
    assert heard.sounds.toggle()
    assert heard.voices[0].deleted == 1
    assert heard.happens("hit", 50.0) == []
    assert not heard.sounds.toggle()
    assert len(heard.happens("hit", 50.0)) == 1


def test_the_volume_scales_everything_and_nought_is_silence(heard):
    heard.sounds.volume = 0.5
    assert heard.happens("hit", 1000.0)[0].volume == pytest.approx(0.5)
    heard.sounds.volume = 0.0
    assert heard.happens("hit", 1000.0) == []


# --- a bout


@pytest.mark.parametrize(("kind", "name"), [("bell", "bell"), ("count", "beat"), ("knockdown", "cheer")])
def test_the_bout_is_heard_at_its_own_loudness_though_nothing_struck(heard, kind, name):
    (voice,) = heard.happens(kind, 0.0)
    assert voice.name == name
    assert voice.volume == pytest.approx(sound.VOLUME * CALLS[kind][1])


def test_two_bells_told_in_one_tick_are_one_stroke(heard):
    assert len(heard.happens("bell", 0.0)) == 1
    assert heard.happens("bell", 0.0, later=0.0) == []


def test_ten_beats_of_a_count_are_low_and_short(bank):
    for samples in bank["beat"]:
        hertz, share = spectrum(samples)
        assert share[hertz < 1000].sum() > 0.7
        energy = np.cumsum(samples.astype(float) ** 2)
        assert energy[round(0.15 * waves.RATE)] > 0.95 * energy[-1]


def test_what_is_kept_goes_round_once_and_only_its_loudness_changes(heard):
    for loud in (0.2, 0.2, 0.7):
        heard.sounds.keep("murmur", loud)
    (voice,) = heard.voices
    assert (voice.name, voice.loop, voice.deleted) == ("murmur", True, 0)
    assert voice.volume == pytest.approx(0.7 * sound.VOLUME)
    heard.sounds.keep("murmur", 0.0)
    heard.sounds.keep("murmur", 0.0)
    assert voice.deleted == 1


def test_muted_it_is_gone_and_comes_back_afterwards(heard):
    heard.sounds.keep("murmur", 0.2)
    heard.sounds.toggle()
    heard.sounds.keep("murmur", 0.2)
    assert [voice.deleted for voice in heard.voices] == [1]
    heard.sounds.toggle()
    heard.sounds.keep("murmur", 0.2)
    assert [voice.deleted for voice in heard.voices] == [1, 0]
    heard.sounds.close()
    assert [voice.deleted for voice in heard.voices] == [1, 1]


def test_many_blows_do_not_cut_the_murmur_off(heard):
    heard.sounds.keep("murmur", 0.2)
    for _ in range(2 * MOST_VOICES):
        heard.happens("hit", 50.0, later=0.04)
    assert heard.voices[0].deleted == 0


def blow(kind, strength):
    return Happening(kind, np.zeros(3), np.array([1.0, 0.0, 0.0]), strength, "red", "blue")


def murmur(heard):
    return next(voice.volume / sound.VOLUME for voice in heard.voices if voice.name == "murmur" and not voice.deleted)


def test_a_crowd_murmurs_where_there_is_a_bout_and_nowhere_else(heard):
    crowd = Crowd(heard.sounds)
    crowd.update(0.1, there=False)
    assert heard.voices == []
    crowd.update(0.1, there=True)
    assert murmur(heard) == pytest.approx(QUIET)
    crowd.update(0.1, there=False)
    assert heard.voices[0].deleted == 1


def test_power_punches_excite_it_and_jabs_and_blocked_ones_do_not(heard):
    crowd = Crowd(heard.sounds)
    for weak in (blow("land", 8.0), blow("block", 40.0), blow("hit", 90.0)):
        crowd.hear(weak)
    assert crowd.excitement == 0.0
    crowd.hear(blow("land", 30.0))
    assert crowd.excitement == pytest.approx(0.5)
    crowd.hear(blow("land", 55.0))
    assert crowd.excitement == 1.0


def test_it_calms_down_by_a_law_that_the_rate_of_frames_does_not_change(heard):
    one, many = Crowd(heard.sounds), Crowd(heard.sounds)
    one.excitement = many.excitement = 1.0
    one.update(2.0, there=True)
    for _ in range(120):
        many.update(1 / 60, there=True)
    assert one.excitement == pytest.approx(many.excitement) == pytest.approx(np.exp(-0.5))


def test_a_knockdown_and_a_result_make_it_loud(heard):
    crowd = Crowd(heard.sounds)
    for kind in ("knockdown", "result"):
        crowd.excitement = 0.0
        crowd.hear(blow(kind, 0.0))
        crowd.update(0.0, there=True)
        assert 0.85 * LOUD < murmur(heard) <= LOUD


def told(script, **environment):
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=PROJECT, env=os.environ | environment, capture_output=True, text=True,
        timeout=120,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


OPEN = """
import threading
import numpy as np
from game.sound.noticing import Happening
from game.sound.sound import Sounds
sounds = Sounds.open()
sounds.play(Happening("hit", np.zeros(3), np.zeros(3), 50.0, "red", "blue"))
sounds.close()
print(sounds.silent_because)
print(threading.active_count())
"""


def test_where_silence_is_asked_for_nothing_is_loaded_and_it_is_one_line():
    assert told(OPEN, PYGLET_AUDIO="silent") == ["no sound: PYGLET_AUDIO asks for none", "1"]


def test_with_the_audio_of_this_machine_it_opens_plays_and_ends_without_a_word_on_stderr():
    because, _ = told(OPEN)
    assert because == "" or because.startswith("no sound: ")


def test_what_audio_libraries_say_while_they_look_for_a_device_stays_off_stderr():
    script = """
import os
import sys
class Grumbling:
    def find_spec(self, name, path, target=None):
        if name == "pyglet.media":
            os.write(2, b"ALSA lib: cannot find card '0'")
sys.meta_path.insert(0, Grumbling())
from game.sound.sound import Sounds
Sounds.open().close()
"""
    assert told(script, PYGLET_AUDIO="openal") == []


def test_a_pyglet_player_plays_a_wave_of_ours_to_its_end():
    """On the silent driver, which keeps the time as the others do."""
    script = """
import time
import pyglet
pyglet.options.shadow_window = False
import pyglet.window
from game.sound.sound import Player
from game.sound.waves import RATE, build
step = build()["step"][0]
player = Player()(step, 0.4, 1.03)
limit = time.monotonic() + 30.0
while player.time < len(step) / RATE and time.monotonic() < limit:
    time.sleep(0.02)
print(player.volume, player.pitch, player.time >= len(step) / RATE, round(player.source.duration, 3))
player.delete()
"""
    assert told(script, PYGLET_AUDIO="silent") == ["0.4 1.03 True 0.22"]


def test_a_display_that_cannot_be_loaded_means_silence_and_no_error():
    script = """
import sys
sys.modules["pyglet.window"] = None
from game.sound.sound import Sounds
print(Sounds.open().silent_because)
"""
    (line,) = told(script, PYGLET_AUDIO="openal")
    assert line.startswith("no sound: import of pyglet.window")
