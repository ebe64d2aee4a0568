"""All papers and their figures: the one list that the command line, the tests and docs/figures/README.md go by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from components.errors import InputError
from game.base.toml import nearest
from game.figures.adaptive.figures import FIGURES as ADAPTIVE
from game.figures.dynamo.figures import FIGURES as DYNAMO
from game.figures.figure import Figure
from game.figures.hybrid.figures import FIGURES as HYBRID
from game.figures.on_the_beat.figures import FIGURES as ON_THE_BEAT
from game.figures.tension.figures import FIGURES as TENSION

PAPERS: Mapping[str, Sequence[Figure]] = {
    "dynamo": DYNAMO,
    "on_the_beat": ON_THE_BEAT,
    "adaptive": ADAPTIVE,
    "tension": TENSION,
    "hybrid": HYBRID,
}


def figures_of(paper: str, names: Sequence[str] = ()) -> list[Figure]:
    """Those of a paper that are named, each once and in the paper's order, or all of them."""
    if paper not in PAPERS:
        raise InputError(f"there is no paper of that name{nearest(paper, list(PAPERS))}", place=f"paper {paper}")
    there = {figure.name: figure for figure in PAPERS[paper]}
    for name in names:
        if name not in there:
            reason = f"there is no figure of that name; there are {', '.join(there)}"
            raise InputError(reason, place=f"figure {name} of {paper}")
    return [figure for name, figure in there.items() if not names or name in names]
