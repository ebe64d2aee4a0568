"""A punch that is made while it is played: the same to the bit as one made at once, and never looked at too early."""

from __future__ import annotations

from dataclasses import fields, replace
from functools import cache

import esper
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from components.character import Motion
from components.clip import Clip
from components.clock import TICKS_PER_S
from components.fight import MoveKind
from game.moves import throw as move_throw
from game.moves.book import MOVES, STANCES, MoveBook
from game.moves.throw import AT_ONCE, FURTHER
from game.rigs.rig import load_rig
from game.scenes.scene import load_scene
from game.world.simulation import Simulation
from systems import pacing
from systems.boxing.boxing import BoxingSystem
from systems.pacing import Pacing

ENTERED = 0.04 * TICKS_PER_S  # frames of a punch that are skipped at most, out of another move


@cache
def book(stance: str) -> MoveBook:
    return MoveBook(MOVES, load_rig("boxer"), stance)


PUNCHES = [name for name in book("orthodox").names if book("orthodox").kind(name) is MoveKind.PUNCH]
ARRAYS = [field.name for field in fields(Clip) if str(field.type).startswith(("Array", "NDArray"))]


def at_once(clip: Clip, rate: float) -> Clip:
    """A clip at another pace, said once more in numpy, all frames together."""
    if rate == 1.0:
        return clip
    last = clip.frames - 1
    at = np.append(np.arange(0.0, last, rate), float(last))
    low = at.astype(np.int64)
    high = np.minimum(low + 1, last)

    def between(rows):
        return rows[low] + (at - low).reshape(-1, *(1,) * (rows.ndim - 1)) * (rows[high] - rows[low])

    def turns(rows):
        near = rows[low] * np.sign((rows[low] * rows[high]).sum(axis=-1, keepdims=True) + 1e-300)
        mixed = near + (at - low).reshape(-1, *(1,) * (rows.ndim - 1)) * (rows[high] - near)
        return mixed / np.sqrt((mixed * mixed).sum(axis=-1, keepdims=True))

    return replace(
        clip,
        root_position=between(clip.root_position),
        root_orientation=turns(clip.root_orientation),
        root_spin=rate * between(clip.root_spin),
        relative=turns(clip.relative),
        relative_spin=rate * between(clip.relative_spin),
        joint=turns(clip.joint),
        joint_spin=rate * between(clip.joint_spin),
        upright=clip.upright[low],
    )


@given(
    st.sampled_from(PUNCHES),
    st.sampled_from(STANCES),
    st.tuples(st.floats(0.1, 1.5), st.floats(-0.6, 0.6), st.floats(0.6, 2.0)),
    st.one_of(st.just(1.0), st.floats(0.3, 1.1)),
    st.lists(st.integers(1, 9), min_size=1),
)
@settings(max_examples=60, deadline=None)
def test_a_punch_made_over_several_ticks_is_to_the_bit_the_one_made_at_once(name, stance, target, rate, steps):
    whole = at_once(book(stance).aimed(name, target), rate)
    clip, frame = book(stance).thrown(name, target, rate), 0
    for step in steps * clip.frames:
        clip.ready(min(frame, clip.frames - 1))
        seen = min(frame, clip.frames - 1) + 1
        assert clip.root_position[:seen].tobytes() == whole.root_position[:seen].tobytes()
        frame += step
        if frame >= clip.frames + step:
            break
    assert clip.frames == whole.frames
    for array in set(ARRAYS) - {"loop_travel"}:
        one, other = getattr(clip, array), getattr(whole, array)
        assert one.tobytes() == other.tobytes(), array
        assert not one.flags.writeable and one.flags.c_contiguous
    for mine, other in zip(clip.rows[:2], whole.rows[:2], strict=True):
        assert mine.tobytes() == other.tobytes()


SECONDS = 9.0


def brawl() -> Simulation:
    return Simulation(load_scene("boxing", {"red.style": "brawler", "blue.style": "brawler"}), seed=5)


def fight(rate: float = 1.0) -> str:
    """The state that two brawlers come to; played at that rate."""
    with brawl() as sim:
        sim.set("rate", rate)
        sim.run(SECONDS)
        assert [event.kind for event in sim.stage.events].count("punch") > 3
        return sim.state_hash()


@pytest.mark.slow
@pytest.mark.parametrize("rate", [1.0, 0.3, 2.5])
def test_no_tick_looks_at_a_frame_that_is_not_made(monkeypatch, rate):
    """What is not made is no number here; and the other fight has all frames of a punch from the start."""
    whole = move_throw._Throw.bake
    with monkeypatch.context() as patch:
        patch.setattr(move_throw._Throw, "bake", lambda throw, frame: whole(throw, len(throw.pacing.at) - 1))
        expected = fight(rate=rate)
    room, begin = pacing.room, Pacing.__init__

    def spoilt(n, b):
        frames = room(n, b)
        for array in frames:
            array[...] = True if array.dtype == np.bool_ else np.nan
        return frames

    def spoilt_rows(self, *args):
        begin(self, *args)
        self.rows.bones[...], self.rows.root[...] = np.nan, np.nan

    monkeypatch.setattr(pacing, "room", spoilt)
    monkeypatch.setattr(move_throw, "room", spoilt)
    monkeypatch.setattr(Pacing, "__init__", spoilt_rows)
    assert fight(rate=rate) == expected


def thrown(sim: Simulation) -> list[move_throw._Throw]:
    """Punches that are played now and not wholly made."""
    esper.switch_world(sim.world)
    playing = [motion.clip.bake for _, motion in esper.get_component(Motion) if motion.clip.bake]
    throws = [bake.__self__ for bake in playing]
    return [throw for throw in throws if throw.made < len(throw.pacing.at)]


@pytest.mark.slow
def test_a_fight_saved_in_the_middle_of_a_punch_goes_on_to_the_bit():
    def until_a_punch(sim):
        while not thrown(sim):
            sim.tick()
        sim.tick(AT_ONCE + 2)
        assert thrown(sim)
        return sim.save()

    with brawl() as sim:
        until_a_punch(sim)  # who saves goes on as who loads does: docs/decisions/0006
        sim.run(SECONDS)
        expected = sim.state_hash()
    with brawl() as sim:
        saved = until_a_punch(sim)
        for seconds in (0.05, 2.0, SECONDS):
            sim.run(seconds)  # the punch is made further, or is long over, and then the world goes back
            if seconds == SECONDS:
                assert sim.state_hash() == expected
            sim.load(saved)
        sim.run(SECONDS)
        assert sim.state_hash() == expected


def test_in_the_tick_of_an_order_only_the_next_few_frames_are_made(monkeypatch):
    """Frames of work instead of ms: a punch has 59 to 91 of them."""
    made, solve = [], move_throw.solve

    def counted(rows, body, hips=None):
        made[-1] += len(rows)
        return solve(rows, body, hips)

    monkeypatch.setattr(move_throw, "solve", counted)
    process = BoxingSystem.process

    def a_tick(system, dt):
        made.append(0)
        process(system, dt)

    monkeypatch.setattr(BoxingSystem, "process", a_tick)
    fight()
    assert sum(made) > 150
    assert max(made) <= 2 * (AT_ONCE + FURTHER + 1 + ENTERED)  # both may punch in one tick
