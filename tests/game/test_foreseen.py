"""Weight that is foreseen for the ends of a pose: what springs hold with on the way, and where a loose arm is then."""

from __future__ import annotations

import numpy as np
import pytest
from raw import both, raw

from game import Simulation
from game.figures.tension.arms import FIRM, HIGH, HIGHER, LOOSE, LOOSER, LOW, moved
from systems.laws.tension import PREDICTED

SCRIPT = """title = "Arm"
[poses.Low]
left_upper_arm = [0.0, -10.0, 0.0]
left_forearm = [0.0, -5.0, 0.0]
[poses.High]
left_upper_arm = [0.0, -120.0, 0.0]
left_forearm = [0.0, -45.0, 0.0]
[[motion]]
start_s = 0.5
steps = [{ pose = "Low" }, { pose = "High", seconds = 1.0 }, { pose = "Low", seconds = 1.0 }]
"""


def playing(path, servo):
    path.write_text(SCRIPT)
    return Simulation("stage", servo=servo, settings={"clip": "stand", "script": str(path)})


def test_the_weight_at_both_ends_of_a_pose_is_what_the_engines_bodies_have_there(tmp_path):
    """kg m that an arm takes about its shoulder, when all that the script leads is where it will be."""
    with playing(tmp_path / "arm.toml", "tension") as sim:
        (one,) = sim.characters.values()
        row = one.about.first + one.bones.index("left_upper_arm")
        (own,) = sim.stage.tables.own["tension"]
        assert own.updating[row] != PREDICTED  # `both`: an arm is predicted without being told
        sim.run(0.4)
        assert not own.posing.any()
        sim.run(0.6)
        assert own.posing[row]
        assert own.gone[row] == pytest.approx(0.5, abs=0.02)
        foreseen = [np.linalg.norm(own.begins[row]), np.linalg.norm(own.ends[row])]
        sim.run(1.6)
        assert not own.posing.any()
    found = []
    with playing(tmp_path / "arm.toml", "kinematic") as sim:
        (one,) = sim.characters.values()
        for seconds in (0.5, 1.0):
            sim.run(seconds)
            looks, joint = raw(sim), one.about.first + one.bones.index("left_upper_arm")
            shoulder = sim.stage.tables.bones.position[joint]
            arm = [bone for bone in one.rig.bones if bone.name in ("left_upper_arm", "left_forearm", "left_hand")]
            out = sum(bone.mass * (looks.place(one, bone.name) - shoulder) for bone in arm)
            found.append(np.hypot(*out[:2]))
    assert foreseen == pytest.approx(found, abs=0.01)  # a clip sways its trunk meanwhile
    assert found[1] > 3.0 * found[0]


@pytest.mark.slow
@pytest.mark.parametrize("engine", both())
def test_a_loose_arm_trails_on_its_way_up_and_leads_on_its_way_down(engine):
    """Figure 4. A firm one keeps to the transition."""
    ways = {"up": (LOW, HIGHER), "down": (HIGHER, LOW)}
    for ends in ways.values():
        assert moved("firm", *ends, FIRM, FIRM, 0, engine).tables[""][0]["farthest_off_deg"] < 1.0
    up, down = (moved("loose", *ends, LOOSER, LOOSER, 0, engine).tables[""][0] for ends in ways.values())
    print(f"\n{engine}: up", up, "down", down)
    assert up["leads_from_share"] > 0.95
    assert up["overshoot"] > 0.01
    assert up["most_behind_deg"] > 3.0
    assert down["most_behind_deg"] > 1.0
    assert 0.2 < down["leads_from_share"] < 0.5
    assert down["most_ahead_deg"] > 3.0
    assert down["overshoot"] > 0.01


@pytest.mark.slow
def test_from_firm_to_loose_an_arm_starts_late_and_the_other_way_round_early():
    """Figure 3."""
    kinds = ((FIRM, FIRM), (FIRM, LOOSE), (LOOSE, FIRM))
    plain, late, early = (moved("", LOW, HIGH, *ends, 0).tables[""][0]["half_way_s"] for ends in kinds)
    assert early < 0.92 * plain < 1.08 * plain < late
