"""No clip gets more from its muscles than they have, whatever it asks for."""

from __future__ import annotations

import numpy as np
import pytest

from components.clock import TICKS_PER_S
from game import Simulation
from game.clips.info import clip_info, clip_names


def of_muscles(tables):
    """(bones,) N m that each joint's muscles give: what goes to the engine, less the springs at the joint's end."""
    own = tables.torques.generalised - (tables.dynamics.motion[:, :3] * tables.demand.sinew[tables.skeletons.bone]).sum(
        1
    )
    squares = np.zeros(len(tables.demand.size))
    np.add.at(squares, tables.skeletons.bone[6:], own[6:] ** 2)
    return np.sqrt(squares)


@pytest.mark.slow
@pytest.mark.parametrize("clip", clip_names())
def test_muscles_never_pass_their_limit(clip):
    """5 s, with throws of 20 kg at 2 and 3 s. A thigh of 320 N m that is bent to its end may bear 765, of bone."""
    factor = clip_info(clip).muscles
    with Simulation("stage", seed=3, settings={"clip": clip}) as sim:
        t = sim.stage.tables
        for k in range(5 * TICKS_PER_S):
            if k in (2 * TICKS_PER_S, 3 * TICKS_PER_S):
                sim.throw("crate", at="red", speed=6.0, from_deg=k)
            sim.tick()
            assert (t.muscles.limit <= factor * t.skeletons.torque_limit * (1.0 + 1e-12)).all()
            assert (of_muscles(t)[1:] <= 1.001 * t.muscles.limit[1:]).all(), f"tick {k}"
