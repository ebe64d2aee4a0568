"""The scan finds what is planted in a capture, and says nothing of a clean one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from components.clip import Clip
from components.clock import DT
from game.clips.info import clip_info, clip_infos
from game.clips.scan import KINK, SINK, SLIDE, captured, mends, scan
from game.moves.library import load_clip
from game.rigs.rig import load_rig
from game.session.listing import clips

RIG = load_rig("boxer")
STAND = load_clip("stand", RIG)


def moved(x: np.ndarray | float = 0.0, z: np.ndarray | float = 0.0) -> Clip:
    """Standing still, the whole body moved."""
    place = STAND.root_position.copy()
    place[:, 0] += x
    place[:, 2] += z
    return replace(STAND, root_position=place, looping=False)


def test_standing_still_is_clean() -> None:
    found = scan(STAND, RIG)
    assert found.told() == ""
    assert found.kink < 0.001
    assert found.sink < 0.001
    assert found.slide < 0.001


def test_a_kink_is_found_where_it_is() -> None:
    z = np.full(STAND.frames, 0.15)
    z[60:64] = 0.15 - 0.15 * np.arange(1, 5) / 4.0
    z[64:] = 0.0
    found = scan(moved(z=z), RIG)
    assert found.kink == pytest.approx(0.15, abs=0.002)
    assert found.kink_at == pytest.approx(59 * DT, abs=1.5 * DT)
    assert "kink of 150 mm" in found.told()
    slow = np.clip(0.15 - 0.15 * (np.arange(STAND.frames) - 30) / 60.0, 0.0, 0.15)
    assert scan(moved(z=slow), RIG).kink < KINK / 4


def test_soles_below_the_floor_are_found() -> None:
    found = scan(moved(z=-0.064), RIG)
    assert found.sink == pytest.approx(0.064, abs=0.001)
    assert "sinks 64 mm" in found.told()
    assert scan(moved(z=-SINK / 2), RIG).told() == ""


def test_sliding_is_found_at_its_speed_and_a_foot_in_the_air_does_not_slide() -> None:
    gone = 0.65 * DT * np.arange(STAND.frames)
    found = scan(moved(x=gone), RIG)
    assert found.slide == pytest.approx(0.65, abs=0.001)
    assert found.told() == "slides at 0.65 m/s"
    assert scan(moved(x=gone, z=0.05), RIG).told() == ""
    assert scan(moved(x=gone * (SLIDE / 1.3)), RIG).told() == ""


def test_the_captured_run_has_all_three_and_the_mended_one_none() -> None:
    was, now = captured("run", RIG), scan(load_clip("run", RIG), RIG)
    assert was.kink > 0.2
    assert was.sink > 0.05
    assert was.slide > 0.5
    assert now.told() == ""
    assert mends(clip_info("run")) == ["half_from 12", "stride 0.86", "plant", "carry"]


def test_the_list_tells_findings_mendings_and_muscles() -> None:
    rows = {row[0]: " ".join(row[1:]) for row in clips()}
    assert set(rows) == set(clip_infos())
    for name, info in clip_infos().items():
        assert (f"muscles x {info.muscles:g}" in rows[name]) == (info.muscles != 1.0)
        assert all(mend in rows[name] for mend in mends(info))
    assert "kink of" in rows["run"]
    assert rows["stand"] == "pose stand"
