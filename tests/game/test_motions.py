"""Transitions and tension in scripts: curves, ways, and what is wrong with a file in one line."""

from __future__ import annotations

import pytest

from components.errors import InputError
from components.script import Step
from game import Simulation
from game.rigs.rig import load_rig
from game.scripts.file import load_script
from game.scripts.motions import TRANSITIONS, warped
from systems import transition

HEAD = 'title = "T"\n[poses.A]\nhead = [0.0, 0.0, 0.0]\n[poses.B]\nhead = [0.0, 20.0, 0.0]\n'
STEPS = '[[motion]]\nsteps = [{ pose = "A" }, { pose = "B", seconds = 1.0, tension = [1.0, 0.25] }]\n'


def progress(curve, share):
    return transition.progress(Step(0.0, 1.0, curve), share)


def loaded(tmp_path, text):
    path = tmp_path / "own.toml"
    path.write_text(text)
    return load_script(str(path), load_rig("boxer"))


def test_transitions_begin_and_end_where_they_should():
    for name, curve in TRANSITIONS.items():
        assert progress(curve, 1.0) == 1.0
        assert progress(curve, 0.0) == (1.0 if name == "step" else 0.0)
    assert progress(TRANSITIONS["ease"], 0.5) == 0.5
    assert progress(TRANSITIONS["linear"], 0.3) == pytest.approx(0.3)
    assert min(progress(TRANSITIONS["recoil"], u / 20) for u in range(20)) < -0.05
    assert max(progress(TRANSITIONS["overshoot"], u / 20) for u in range(20)) > 1.05


def test_a_straight_way_between_gains_warps_the_motion_and_back_is_the_reverse():
    """k = K q is a straight line from (T0, 0) to (0, T1), of the springs' low and high gains."""
    for p in (0.1, 0.5, 0.9):
        low, high = (1.0 - p) * 1.0, p * 0.25
        assert warped(p, 1.0, 0.25) == pytest.approx(high / (low + high))
        assert warped(1.0 - p, 0.25, 1.0) == pytest.approx(1.0 - warped(p, 1.0, 0.25))
    assert warped(0.5, 1.0, 0.25) == pytest.approx(0.2)
    assert warped(0.3, 0.5, 0.5) == pytest.approx(0.3)


def test_a_motion_is_a_path_and_a_tension_for_each_bone(tmp_path):
    script = loaded(tmp_path, HEAD + STEPS)
    (joint,), (tension,) = script.joints, script.tensions
    assert joint.at(2.0)[1] == pytest.approx(0.349, abs=1e-3)
    assert joint.at(0.5)[1] == pytest.approx(0.2 * 0.349, abs=1e-3)
    assert tension.at(0.5) == pytest.approx(0.625)


def test_time_may_run_late_or_early(tmp_path):
    """Half of the way by `linear`, where e^(2 u) - 1 is half of e^2 - 1."""
    for late, half in ((2.0, 0.717), (-2.0, 0.283)):
        script = loaded(
            tmp_path, HEAD + STEPS.replace("[1.0, 0.25]", f'[1.0, 1.0], transition = "linear", late = {late}')
        )
        assert script.joints[0].at(half)[1] == pytest.approx(0.1745, abs=2e-3)
        assert script.joints[0].at(1.0)[1] == pytest.approx(0.349, abs=1e-3)
        assert transition.on_the_way_to(script.tensions[0], half)[2] == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        (STEPS.replace('"B"', '"C"'), r"motion\[1\].steps\[2\].pose: there is no pose 'C'"),
        (STEPS.replace("seconds = 1.0, ", ""), r"motion\[1\].steps\[2\]: needs seconds"),
        (STEPS.replace("0.25]", '0.25], transition = "eas"'), r"there is no transition 'eas', did you mean ease"),
        (STEPS.replace("0.25]", "-1]"), r"motion\[1\].steps\[2\].tension"),
        (
            STEPS.replace("0.25]", "0.25], joints = { hed = [1, 1] }"),
            r"the pose B has no bone 'hed', did you mean head",
        ),
        (STEPS + STEPS, r"motion\[2\]: head is in another track"),
    ],
)
def test_what_is_wrong_is_one_line(tmp_path, steps, message):
    with pytest.raises(InputError, match=message) as told:
        loaded(tmp_path, HEAD + steps)
    assert "\n" not in str(told.value)


def test_saved_in_the_middle_of_a_wave_it_goes_on_to_the_bit():
    with Simulation("wave") as sim:
        sim.run(1.3)
        saved = sim.save()
        sim.run(0.5)
        after = sim.state_hash()
        sim.load(saved)
        sim.run(0.5)
        assert sim.state_hash() == after
