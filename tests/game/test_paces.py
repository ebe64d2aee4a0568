"""Clips may go at a pace of their own for a while: their flights, which gravity times."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from components.errors import InputError
from game.base.paths import MOTIONS
from game.clips.clip import played
from game.clips.deepmimic import read_deepmimic
from game.clips.info import clip_info, read_clips
from game.clips.resample import paced, resample

FASTER = ((0.4, 1.0), (0.5, 2.0), (0.9, 2.0), (1.0, 1.0))  # half of 0.4 s, and twice 0.1 s at ln 2 of its time


def test_twice_the_pace_is_half_of_the_time() -> None:
    captured, comes = paced(2.0, FASTER)
    np.testing.assert_allclose(comes[-1], 2.0 - 0.4 / 2 - 0.2 * (1.0 - np.log(2.0)), atol=1e-6)
    np.testing.assert_allclose(np.interp([0.4, 0.5, 0.9], captured, comes), [0.4, 0.46931, 0.66931], atol=1e-5)
    assert (np.diff(comes) > 0.0).all()


@pytest.mark.parametrize("name", ["walk", "jump"])
def test_the_same_poses_come_sooner(name: str) -> None:
    capture, looping = read_deepmimic(MOTIONS / clip_info(name).file), name == "walk"
    plain, soon = (resample(capture, looping=looping, turn=0.0, hz=1200, paces=paces) for paces in ((), FASTER))
    captured, comes = paced(float(capture.times[-1]), FASTER)
    assert len(plain.position) - len(soon.position) == pytest.approx(1200 * (captured[-1] - comes[-1]), abs=1.0)
    for moment in (0.2, 0.7, 0.95):
        there = np.interp(moment, captured, comes)
        now, was = soon.position[round(1200 * there)], plain.position[round(1200 * moment)]
        np.testing.assert_allclose(now, was, atol=0.005)


def test_told_moments_come_when_their_poses_do() -> None:
    info, capture = clip_info("dance_b"), read_deepmimic(MOTIONS / clip_info("dance_b").file)
    end = float(capture.times[-1])
    told = replace(info, rate=0.5, paces=FASTER)
    assert played(capture, told, (0.2, 0.4)) == pytest.approx((0.4, 0.8), abs=1e-6)
    first, last = played(capture, told, (0.2, end + 0.2))
    assert last - first == pytest.approx(2.0 * paced(end, FASTER)[1][-1], abs=1e-6)
    assert played(capture, replace(info, rate=0.5), (0.2, 0.4)) == (0.4, 0.8)


@pytest.mark.parametrize("rows", ["paces = [[0.5, 1.0], [0.4, 2.0]]", "paces = [[0.5, 0.0]]", "paces = [[-1.0, 1.0]]"])
def test_a_pace_that_cannot_be_is_refused(rows: str, tmp_path: Path) -> None:
    path = tmp_path / "clips.toml"
    path.write_text(f'[skip]\nfile = "humanoid3d_walk.txt"\n{rows}\n')
    with pytest.raises(InputError, match="paces"):
        read_clips(path)
