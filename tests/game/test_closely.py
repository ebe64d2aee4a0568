"""A body that is carried closely has its centre where the floor was asked to carry it, planted legs and all."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from components.clip import Array
from game.clips import planting
from game.clips.clip import capture_of, clip_info, fit, joint_places
from game.clips.retarget import centre_of_mass, skeleton
from game.rigs.rig import load_rig

RIG = load_rig("boxer")


def off(monkeypatch: pytest.MonkeyPatch, *, closely: bool) -> float:
    """m, the most that the centre of dance_b's body is beside the path that was planned last, but for a constant."""
    planned: list[Array] = []

    def spied(centre: Array, gain: Array, support: planting.Support, exact: float) -> Array:
        shift = actual(centre, gain, support, exact)
        planned.append(centre + shift)
        return shift

    actual, info = planting.carried, replace(clip_info("dance_b"), closely=closely)
    monkeypatch.setattr(planting, "carried", spied)
    clip = fit(capture_of(info), RIG, info)
    monkeypatch.undo()
    body = skeleton(RIG)
    places = joint_places(clip, body)
    centre = np.asarray(centre_of_mass(body, clip.root_orientation.copy(), clip.relative.copy(), places))
    beside = (centre - planned[-1][clip.frames : 2 * clip.frames])[:, :2]
    assert len(planned) == 1 + closely
    return float(np.abs(beside - np.median(beside, axis=0)).max())


def test_legs_as_they_are_planted_are_in_the_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    plain, close = (off(monkeypatch, closely=closely) for closely in (False, True))
    assert plain > 0.01
    assert close < 0.4 * plain
