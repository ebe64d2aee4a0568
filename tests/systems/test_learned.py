"""A learned condition: its arithmetic by hand and by scikit-learn, its file, and what is wrong with one."""

from __future__ import annotations

import re
from dataclasses import replace
from math import exp

import msgspec
import numpy as np
import pytest

from components.character import Stun
from components.clock import DT
from components.control import Control
from components.errors import InputError
from components.learned import Learned
from game.learned.conditions import (
    ConditionFile,
    Measured,
    Threshold,
    condition,
    condition_path,
    read_condition,
    text_of,
    write_condition,
)
from game.learned.similarity import SimilarityFile, read_similarity
from game.learned.similarity import text_of as similarity_text
from systems.controllers.learned import value

TWO = Learned(
    controller="rise",
    features=("lean_deg", "height"),
    mean=np.array([60.0, 0.3]),
    scale=np.array([30.0, 0.1]),
    vectors=np.array([[0.0, 0.0], [1.0, 2.0]]),
    coefficients=np.array([1.0, -2.0]),
    gamma=0.5,
    bias=-0.5,
)
FILE = ConditionFile(
    controller="rise", success="it stands", command="glassjaw learn rise", samples=40, held_out=10, succeeded=0.5,
    accuracy=0.9, threshold=Threshold("height", False, 0.2, 0.8), gamma=0.5, bias=-0.5,
    feature=[Measured("lean_deg", 60.0, 30.0), Measured("height", 0.3, 0.1)],
    vectors=[[1.0, 0.0, 0.0], [-2.0, 1.0, 2.0]],
)  # fmt: skip


def test_it_is_its_closed_form():
    """A state at the mean is sqrt(5) from the second vector; one that is a scale off in one feature is as the words."""
    assert value(TWO, np.array([60.0, 0.3])) == pytest.approx(1.0 - 2.0 * exp(-0.5 * 5.0) - 0.5)
    assert value(TWO, np.array([90.0, 0.5])) == pytest.approx(exp(-0.5 * 5.0) - 2.0 - 0.5)
    alone = replace(TWO, vectors=TWO.vectors[:1], coefficients=TWO.coefficients[:1])
    assert value(alone, np.array([90.0, 0.3])) == pytest.approx(0.107, abs=1e-3)


def test_it_is_what_scikit_learn_says():
    svm = pytest.importorskip("sklearn.svm")
    random = np.random.default_rng(3)
    states = random.normal(size=(120, 4)) * (1.0, 20.0, 0.1, 3.0) + (0.0, 50.0, 0.4, -1.0)
    good = (states[:, 0] ** 2 + (states[:, 1] - 50.0) / 20.0) < 1.0
    mean, scale = states.mean(axis=0), states.std(axis=0)
    machine = svm.SVC(C=3.0, gamma=0.3).fit((states - mean) / scale, good)
    ours = Learned(
        "rise", ("a", "b", "c", "d"), mean, scale, machine.support_vectors_, machine.dual_coef_[0], 0.3,
        float(machine.intercept_[0]),
    )  # fmt: skip
    theirs = machine.decision_function((states - mean) / scale)
    assert np.allclose([value(ours, state) for state in states], theirs, atol=1e-12)


def test_a_file_comes_back_as_it_was_written(tmp_path):
    path = tmp_path / "rise.toml"
    write_condition(FILE, path)
    assert read_condition(path) == FILE
    for name in ("features", "gamma", "bias"):
        assert getattr(condition(read_condition(path)), name) == getattr(TWO, name)
    assert np.array_equal(condition(read_condition(path)).vectors, TWO.vectors)


@pytest.mark.parametrize(
    ("was", "becomes", "said"),
    [
        (
            'name = "height"',
            'name = "hight"',
            "line 29, feature[2].name: there is no feature 'hight', did you",
        ),
        (
            "  [-2, 1, 2],",
            "  [-2, 1],",
            "vectors: row 2 must have 3 numbers, a coefficient and one",
        ),
        ("gamma = 0.5", "gamma = -0.5", "gamma: expected `float` > 0.0"),
        ("gamma = 0.5", 'gamma = "wide"', "gamma: expected `float`, got `str`"),
        ("accuracy = 0.9 ", "acuracy = 0.9 ", "acuracy: there is no such key, did you mean accuracy?"),
        ("scale = 30", "scale = 0", "feature[1].scale: expected `float` > 0.0"),
        ("  [1, 0, 0],", "  [nan, 0, 0],", "must be a number, not nan"),
        ("vectors = [", "vectors = ", "rise.toml: line"),
    ],
)
def test_a_wrong_file_is_told_in_one_line(tmp_path, was, becomes, said):
    path = tmp_path / "rise.toml"
    text = text_of(FILE)
    assert was in text
    path.write_text(text.replace(was, becomes))
    with pytest.raises(InputError, match=re.escape(said)) as caught:
        read_condition(path)
    assert str(path) in str(caught.value) and "\n" not in str(caught.value)


def test_wrong_weights_are_told_in_one_line(tmp_path):
    path = tmp_path / "similarity.toml"
    file = msgspec.to_builtins(read_similarity())
    by = {f"{table}.{key}": x for table in ("turn", "spin", "root") for key, x in file[table].items()}
    text = similarity_text(by, ["by hand"])
    path.write_text(text)
    assert isinstance(read_similarity(path), SimilarityFile)
    for was, becomes, said in (("hip =", "hips =", "did you mean hip?"), ("tilt = ", "tilt = -", "`float` >= 0.0")):
        path.write_text(text.replace(was, becomes))
        with pytest.raises(InputError, match=re.escape(said)):
            read_similarity(path)


@pytest.mark.parametrize(("says", "hybrid", "least", "most"), [
    (True, True, 0.0, 0.12), (False, True, 3.0, 3.1), (True, False, 0.8, 3.0),
])  # fmt: skip
def test_who_lies_rises_when_it_is_expected_to_succeed(simulation, monkeypatch, says, hybrid, least, most):
    """Where the scene names a pool; else by the rule, whatever was learned."""
    sim = simulation("stage")
    red = sim.characters["red"]
    always = replace(TWO, coefficients=np.zeros(2), bias=1.0 if says else -1.0)
    monkeypatch.setattr(sim.stage.clips, "learned", lambda name: always)
    control = red.component(Control)
    control.hybrid = hybrid
    red.component(Stun).unconscious_s = 1.5
    sim.run(1.5)
    assert control.controller == "lie"
    lay = 0.0
    while control.controller == "lie" and lay < 4.0:
        sim.tick()
        lay += DT
    assert control.controller == "rise"
    assert least <= lay + (1.5 if says is False or not hybrid else 0.0) <= most


def test_what_ships_tells_nine_of_ten_and_is_no_worse_than_a_threshold():
    for path in [condition_path("rise")]:
        file = read_condition(path)
        assert file.accuracy >= 0.9
        assert file.accuracy >= file.threshold.accuracy
        assert file.command.startswith(f"glassjaw learn {file.controller} --samples ")
        assert text_of(file) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["roll", "catch"])
def test_what_ships_tells_nine_of_ten_held_out_and_more_than_any_threshold(name):
    file = read_condition(condition_path(name))
    assert file.held_out >= 60
    assert file.accuracy >= 0.9
    assert file.accuracy > file.threshold.accuracy
    assert text_of(file) == condition_path(name).read_text(encoding="utf-8")


def test_whose_centre_goes_on_over_the_free_foot_rolls_and_who_is_thrown_back_does_not():
    """Features of `roll.toml`, in its order: the body's speed, its extrapolated centre before both feet, time lost."""
    learned = condition(read_condition(condition_path("roll")))
    assert learned.features == ("going_on", "over_free", "over_held", "lost_s")
    assert value(learned, np.array([0.9, 0.5, 0.6, 0.0])) > 0.0
    assert value(learned, np.array([-0.6, 0.0, -0.2, 0.0])) < 0.0
