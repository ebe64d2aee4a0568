"""Training: a support vector machine with a radial kernel, and the best single threshold to compare it with.

scikit-learn finds the vectors; it is an extra, and only learning needs it: pip install glassjaw[learn]. What is written
evaluates by itself (systems/controllers/learned.py). A quarter of the samples is held out of everything but the two
accuracies; C and gamma are chosen by five-fold cross-validation on the rest.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

import numpy as np

from components.arrays import Bools
from components.clip import Array
from components.errors import InputError
from game.learned.conditions import ConditionFile, Measured, Threshold, condition
from game.learning.practice import Practice
from game.learning.tries import Sample
from systems.controllers.learned import value

HOLD_OUT = 4  # every fourth
FOLDS = 5
COSTS, GAMMAS = (1.0, 3.0, 10.0, 30.0), (0.01, 0.02, 0.05, 0.1, 0.2)
FEWEST = 40  # samples
RARE = 8  # of either kind: with fewer nothing is learned


class Data(NamedTuple):
    states: Array  # (samples, features)
    good: Bools


def check() -> None:
    """Better now than after minutes of simulation."""
    if importlib.util.find_spec("sklearn") is None:
        raise InputError("learning needs scikit-learn, which is not installed: pip install glassjaw[learn]")


def split(samples: Sequence[Sample]) -> tuple[Data, Data]:
    """Those that teach, and those that are held out: every fourth, by its seed."""
    teach = Data(np.array([s.state for s in samples]), np.array([s.good for s in samples]))
    held = np.array([s.seed % HOLD_OUT == 0 for s in samples])
    return Data(teach.states[~held], teach.good[~held]), Data(teach.states[held], teach.good[held])


def train(practice: Practice, samples: Sequence[Sample], command: str) -> ConditionFile:
    if len(samples) < FEWEST:
        raise InputError(f"it could be asked for in {len(samples)} states only: try more", place=practice.name)
    teach, held = split(samples)
    rare = min(int(teach.good.sum()), int((~teach.good).sum()))
    if rare < RARE:
        found = f"{int(teach.good.sum())} of {len(teach.good)} states"
        raise InputError(f"nothing to learn: it succeeds from {found}; try more samples", place=practice.name)
    best = best_threshold(practice.features, teach)  # of all that is measured
    beside = judged(best, practice.features, held)
    names = practice.looks_at or practice.features
    teach, held = (looked_at(practice, names, data) for data in (teach, held))
    mean, scale = teach.states.mean(axis=0), np.maximum(teach.states.std(axis=0), 1e-9)
    machine = fitted((teach.states - mean) / scale, teach.good)
    file = ConditionFile(
        controller=practice.name,
        success=practice.about,
        command=command,
        samples=len(samples),
        held_out=len(held.good),
        succeeded=float(np.mean([s.good for s in samples])),
        accuracy=0.0,
        threshold=beside,
        gamma=machine.gamma,
        bias=short(machine.intercept_[0]),
        feature=[Measured(*each) for each in zip(names, map(short, mean), map(short, scale), strict=True)],
        vectors=[[short(x) for x in row] for row in np.column_stack([machine.dual_coef_[0], machine.support_vectors_])],
    )
    file.accuracy = accuracy(file, held)
    return file


def looked_at(practice: Practice, names: Sequence[str], data: Data) -> Data:
    """The same states by those features alone."""
    return Data(data.states[:, [practice.features.index(name) for name in names]], data.good)


def short(number: float) -> float:
    """As it is written: with four digits."""
    return float(f"{number:.4g}")


def accuracy(file: ConditionFile, held: Data) -> float:
    """Share of what is held out that the file as it is read tells rightly."""
    learned = condition(file)
    said = np.array([value(learned, state) > 0.0 for state in held.states])
    return float((said == held.good).mean())


def fitted(states: Array, good: Bools):  # type: ignore[no-untyped-def]  # scikit-learn has no types
    from sklearn.model_selection import cross_val_score
    from sklearn.svm import SVC

    def worth(choice: tuple[float, float]) -> float:
        cost, gamma = choice
        return float(cross_val_score(SVC(C=cost, gamma=gamma), states, good, cv=FOLDS).mean())

    cost, gamma = max(product(COSTS, GAMMAS), key=worth)
    return SVC(C=cost, gamma=gamma).fit(states, good)


def best_threshold(features: Sequence[str], data: Data) -> Threshold:
    """Of all features and all places between two samples, the one that tells most of these rightly."""
    best = Threshold(features[0], True, -np.inf, 0.0)
    for name, column in zip(features, data.states.T, strict=True):
        places = np.unique(column)
        for place in [places[0] - 1.0, *(0.5 * (places[1:] + places[:-1]))]:
            rightly = float(((column > place) == data.good).mean())
            for above, share in ((True, rightly), (False, 1.0 - rightly)):
                if share > best.accuracy:
                    best = Threshold(name, above, float(place), share)
    return best


def judged(best: Threshold, features: Sequence[str], held: Data) -> Threshold:
    column = held.states[:, list(features).index(best.feature)]
    said = (column > best.value) == best.above
    return Threshold(best.feature, best.above, best.value, float((said == held.good).mean()))
