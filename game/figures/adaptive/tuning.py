"""Gains that were tuned once, for the body as it was told, and kept: what adaptation is compared with.

    u = a_m + K . (q, w / l, r, 1) + p                  the law `adaptive` with `adapting` off
    K = -(J J^T)^-1 J e                                 J: what each gain does to the error e of its joint

The four gains of each driven joint are those that leave the least error after the first second, by least squares from
K = 0. What the swing itself hardly tells apart (a tenth of the clearest) stays at nothing, so that gains stay small. Of
three rods with 0.3 s the error falls from 0.157 to 0.001 degrees: all that was left of it was the model's own.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from components.clock import TICKS_PER_S
from components.rig import Joint
from game.figures.adaptive.follower import Follower, Path

Floats = NDArray[np.float64]
Body = Callable[[], Follower]
GAINS = 4  # of q, w / l, r and 1
PROBE = 0.5  # rad/s2
UNCLEAR = 0.1


def off(body: Body, path: Path, seconds: float, gains: Floats | None = None) -> Floats:
    """(ticks, joints) degrees from the target after the first second, with gains (joints, 4) that stay."""
    with body() as follower:
        if gains is None:
            return follower.follow(path, seconds)[TICKS_PER_S:, :, 0]
        axes = [0 if follower.rig.bones[i].joint is Joint.HINGE else 1 for i in follower.rows]

        def keep(t: float) -> None:  # the law's first tick begins with none
            follower.own.gains[follower.rows, axes] = gains

        return follower.follow(path, seconds, keep)[TICKS_PER_S:, :, 0]


def tuned(plain: Body, path: Path, seconds: float) -> Floats:
    """(joints, 4) rad/s2: the map keeps joints apart, so each has its own four, and all are probed at once."""
    at_first = off(plain, path, seconds)
    none = np.zeros((at_first.shape[1], GAINS))
    does = [(off(plain, path, seconds, none + PROBE * one) - at_first) / PROBE for one in np.eye(GAINS)]
    by_joint = np.transpose(does, (2, 1, 0))
    return np.array([-np.linalg.lstsq(each, at_first[:, k], rcond=UNCLEAR)[0] for k, each in enumerate(by_joint)])
