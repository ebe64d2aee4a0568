"""glassjaw learn: what it says when something is missing, and what it finds in states whose answer is known."""

from __future__ import annotations

import numpy as np
import pytest

import game.learning.machine as machine
from components.errors import InputError
from game.__main__ import main
from game.learning.practice import PRACTICES
from game.learning.tries import Sample, tried
from game.learning.weighing import area, fit, threshold
from systems.controllers import CONTROLLERS
from systems.controllers.learned import value
from systems.controllers.state import FEATURES


def test_without_scikit_learn_one_line_says_what_to_install(monkeypatch, capsys):
    monkeypatch.setattr(machine.importlib.util, "find_spec", lambda name: None)
    assert main(["learn", "rise"]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "pip install glassjaw[learn]" in told


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["learn", "rize"], "did you mean rise?"),
        (["learn", "rise", "--out", "rise.txt"], "rise.txt: a learned file is a .toml"),
        (["learn", "rise", "--out", "/nowhere/rise.toml"], "/nowhere/rise.toml"),
    ],
)
def test_a_wrong_call_is_told_before_anything_is_tried(arguments, said, capsys):
    pytest.importorskip("sklearn")
    assert main(arguments) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert said in told


def test_what_is_practised_is_a_controller_and_measures_what_there_is():
    for practice in PRACTICES.values():
        assert practice.name in CONTROLLERS
        assert set(practice.features) <= set(FEATURES)


def test_a_ring_is_learned_where_no_threshold_can_tell_it():
    """Success within a circle: a machine finds it, and the file evaluates to what the machine says."""
    pytest.importorskip("sklearn")
    random = np.random.default_rng(5)
    practice = PRACTICES["rise"]
    states = random.normal(size=(400, len(practice.features)))
    good = np.hypot(states[:, 0], states[:, 1]) < 1.1
    samples = [Sample(k, tuple(row), bool(g)) for k, (row, g) in enumerate(zip(states.tolist(), good, strict=True))]
    file = machine.train(practice, samples, "by hand")
    assert file.held_out == 100
    assert file.accuracy > 0.8
    assert file.accuracy > file.threshold.accuracy + 0.1
    held = machine.split(samples)[1]
    said = [value(machine.condition(file), state) > 0.0 for state in held.states]
    assert file.accuracy == np.mean(np.array(said) == held.good)


def test_a_single_threshold_is_found_where_it_tells_all():
    states = np.column_stack([np.linspace(0.0, 1.0, 50), np.zeros(50)])
    best = machine.best_threshold(["a", "b"], machine.Data(states, states[:, 0] < 0.3))
    assert (best.feature, best.above, best.accuracy) == ("a", False, 1.0)
    assert 0.28 < best.value < 0.31


def test_nothing_is_learned_where_it_always_succeeds():
    samples = [Sample(k, (0.0,) * len(PRACTICES["rise"].features), True) for k in range(60)]
    with pytest.raises(InputError, match="succeeds from 45 of 45 states"):
        machine.train(PRACTICES["rise"], samples, "by hand")


def test_weights_are_found_again_from_what_they_decide():
    pytest.importorskip("scipy")
    random = np.random.default_rng(2)
    true = np.zeros(18)
    true[[2, 3, 14, 16]] = 1.0, 0.6, 2.0, 3.0
    differences = np.abs(random.normal(size=(3000, 18)))
    good = random.random(3000) < 1.0 / (1.0 + np.exp(3.0 * (differences @ true / 5.0 - 1.0)))
    fitted = fit(differences, good)
    assert np.allclose(fitted[[2, 3, 14, 16]], np.array([1.0, 0.6, 2.0, 3.0]) / 5.0, atol=0.1)
    assert (np.delete(fitted, [2, 3, 14, 16]) < 0.05).all()
    assert area(differences @ fitted, good) > area(differences @ np.ones(18), good)
    assert threshold(np.arange(10.0), np.arange(10) < 4) == 4.0


def test_a_try_is_the_same_for_the_same_seed():
    found = tried("rise", 4)
    assert found is not None and found == tried("rise", 4)
