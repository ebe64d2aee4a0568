"""The weights of the similarity value, fitted to transitions that were tried (game/learning/transitions.py).

Logistic regression whose weights may not be below 0: a transition with differences x is good with the probability
1 / (1 + exp(s - b)), s = sum w x. What is written is w / b, so the threshold is 1: there one is as likely as not good.
Few transitions say little of an arm that hardly ever differs alone, so weights are held to what was guessed, softly:
where the transitions say nothing, the guess counts. A quarter of the states is held out; the guessed weights get the
threshold that is best on the same three quarters.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from io import BytesIO
from itertools import chain
from pathlib import Path

import numpy as np
from PIL import Image

from components.arrays import Bools
from components.clip import Array
from components.errors import InputError
from game.base.paths import shown
from game.base.writing import atomic_write
from game.figures.charts import BLUE, GREY
from game.figures.plots import DPI
from game.figures.run import Progress
from game.figures.sheet import captioned
from game.learned.similarity import text_of
from game.learning.jobs import gathered
from game.learning.machine import HOLD_OUT, RARE
from game.learning.transitions import GUESSED, TERMS, Tried, tried

STIFF = 0.02  # what a weight costs that is off its guess, squared, in units in which a usual difference is 1


def learn(
    samples: int, seed: int, out: Path, drawn: Path, executor: Executor, command: str, progress: Progress | None
) -> list[str]:
    """Both files are written; what to say about it."""
    states = [(seed + k,) for k in range(samples)]
    found = list(chain.from_iterable(gathered(tried, states, executor, "transitions", progress)))
    teach = [each for each in found if each.seed % HOLD_OUT]
    held = [each for each in found if not each.seed % HOLD_OUT]
    fitted = fit(terms(teach), good(teach))
    guessed = np.array(GUESSED) / threshold(terms(teach) @ GUESSED, good(teach))
    held_seeds = sorted({each.seed for each in held})
    choices = tuple(guessed.tolist()), tuple(fitted.tolist())
    pairs = gathered(tried, [(s, choices) for s in held_seeds], executor, "the nearest frames", progress)
    told = [
        f"{len(found)} transitions from {samples} states, {100 * good(found).mean():.0f} % of them good; "
        f"{len(held)} held out",
        *(line(name, by, held) for name, by in (("guessed", guessed), ("fitted", fitted))),
        *(picked(name, [pair[k] for pair in pairs]) for k, name in enumerate(("guessed", "fitted"))),
    ]
    with atomic_write(out) as draft:
        draft.write_text(text_of(dict(zip(TERMS, fitted.tolist(), strict=True)), [command, *told]), encoding="utf-8")
    with atomic_write(drawn) as draft:
        curves({"guessed": guessed, "fitted": fitted}, held, told, command).save(draft, "PNG", optimize=True)
    return [*told, f"written: {shown(out)} and {shown(drawn)}"]


def terms(some: Sequence[Tried]) -> Array:
    return np.array([each.terms for each in some])


def good(some: Sequence[Tried]) -> Bools:
    return np.array([each.good for each in some])


def fit(differences: Array, was_good: Bools) -> Array:
    """(terms,) weights with which 1 is the threshold."""
    from scipy.optimize import minimize

    if min(int(was_good.sum()), int((~was_good).sum())) < RARE:
        raise InputError("nothing to learn: too few transitions of one kind; try more samples", place="similarity")
    usual = np.maximum(differences.mean(axis=0), 1e-9)
    guess = np.array(GUESSED) * usual
    rows, sign = np.column_stack([-differences / usual, np.ones(len(differences))]), np.where(was_good, 1.0, -1.0)

    def loss(x: Array) -> tuple[float, Array]:
        """Of the weights, b, and the share of the guess that the weights are held to."""
        margin, off = sign * (rows @ x[:-1]), x[:-2] - x[-1] * guess
        wrong = 1.0 / (1.0 + np.exp(np.clip(margin, -500.0, 500.0)))
        cost = np.logaddexp(0.0, -margin).mean() + STIFF * float(off @ off)
        slope = -(rows * (sign * wrong)[:, None]).mean(axis=0)
        slope[:-1] += 2.0 * STIFF * off
        return float(cost), np.append(slope, -2.0 * STIFF * float(off @ guess))

    bounds = [(0.0, None)] * len(TERMS) + [(1e-3, None), (0.0, None)]
    found = minimize(loss, np.concatenate([guess, [1.0, 1.0]]), jac=True, method="L-BFGS-B", bounds=bounds)
    return np.asarray(found.x[:-2] / usual / found.x[-2])


def threshold(value: Array, was_good: Bools) -> float:
    """Below which most are told rightly."""
    places = np.unique(value)
    return float(max(places, key=lambda place: ((value < place) == was_good).mean()))


def area(value: Array, was_good: Bools) -> float:
    """How often one that was good has a lower value than one that was not."""
    order = np.argsort(np.argsort(value)) + 1.0
    many, few = int(was_good.sum()), int((~was_good).sum())
    return float(1.0 - (order[was_good].sum() - many * (many + 1) / 2) / (many * few))


def line(name: str, by: Array, held: Sequence[Tried]) -> str:
    value, was = terms(held) @ by, good(held)
    return (
        f"{name}: {100 * ((value < 1.0) == was).mean():.1f} % of those held out told rightly; a good one is more "
        f"similar than a bad one in {100 * area(value, was):.1f} % of all pairs"
    )


def picked(name: str, some: Sequence[Tried]) -> str:
    changes = np.array([each.change for each in some])
    stood, usual, most = np.mean([each.stood for each in some]), np.median(changes), np.percentile(changes, 95)
    return (
        f"{name}: of the nearest frames of {len(some)} states held out {100 * good(some).mean():.1f} % were good "
        f"({100 * stood:.1f} % stood; the change of speed was {usual:.2f} of the clips' greatest in the median, "
        f"{most:.2f} in the 95th percentile)"
    )


def curves(weights: dict[str, Array], held: Sequence[Tried], told: Sequence[str], command: str) -> Image.Image:
    """What share of the most similar transitions is good, for any number of them that is taken."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    page = Figure((6.4, 4.0), dpi=DPI, layout="constrained")
    canvas, axis = FigureCanvasAgg(page), page.subplots()
    was = good(held)
    for (name, by), colour in zip(weights.items(), (GREY, BLUE), strict=True):
        order = np.argsort(terms(held) @ by, kind="stable")
        share = np.cumsum(was[order]) / np.arange(1, len(was) + 1)
        axis.plot(100.0 * np.arange(1, len(was) + 1) / len(was), 100.0 * share, color=colour, label=name)
    axis.set_xlim(2.0, 100.0)
    axis.set_xlabel("the most similar so many % of the transitions held out")
    axis.set_ylabel("good, %")
    axis.grid(alpha=0.25)
    axis.legend(frameon=False)
    out = BytesIO()
    canvas.print_png(out)
    return captioned(Image.open(out).convert("RGB"), "Similar, and good?", " ".join([*told, command]))
