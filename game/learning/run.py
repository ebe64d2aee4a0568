"""Learning from the first state to the file: tries in processes, training, what is written.

    with local(2) as executor:
        learn("rise", 400, seed=0, out=Path("rise.toml"), picture=Path("rise.png"), executor=executor, command="...")

Any `concurrent.futures` executor will do (game/figures/executors.py); what comes out does not depend on how many
processes it has.
"""

from __future__ import annotations

from concurrent.futures import Executor
from pathlib import Path

from components.errors import InputError
from game.base.paths import CONTROLLERS, PROJECT, shown
from game.base.toml import nearest
from game.base.writing import atomic_write, check_writable
from game.figures import plots
from game.figures.run import Progress
from game.learned.conditions import Threshold, write_condition
from game.learning import machine, picture, weighing
from game.learning.jobs import gathered
from game.learning.practice import PRACTICES
from game.learning.tries import tried

SIMILARITY = "similarity"
PICTURES = PROJECT / "docs" / "learned"


def paths_of(name: str, asked: str | None) -> tuple[Path, Path]:
    """Where the file and the picture go; whatever is wrong is told before anything is tried."""
    known = [*PRACTICES, SIMILARITY]
    if name not in known:
        raise InputError(f"there is nothing called {name!r} to learn{nearest(name, known)}", place="learn")
    machine.check()
    plots.check()
    if asked is not None and Path(asked).suffix.lower() != ".toml":
        raise InputError("a learned file is a .toml", file=asked)
    out = CONTROLLERS / f"{name}.toml" if asked is None else Path(asked)
    drawn = PICTURES / f"{name}.png" if asked is None else out.with_suffix(".png")
    for file in (out, drawn):
        check_writable(file)
    return out, drawn


def learn(
    name: str, samples: int, seed: int, out: Path, drawn: Path, executor: Executor, command: str,
    progress: Progress | None = None,
) -> list[str]:  # fmt: skip
    """Both files are written; what to say about it."""
    if name == SIMILARITY:
        return weighing.learn(samples, seed, out, drawn, executor, command, progress)
    tries = gathered(tried, [(name, seed + k) for k in range(samples)], executor, name, progress)
    found = [sample for sample in tries if sample is not None]
    file = machine.train(PRACTICES[name], found, command)
    write_condition(file, out)
    names = [each.name for each in file.feature]
    held = machine.looked_at(PRACTICES[name], names, machine.split(found)[1])
    with atomic_write(drawn) as draft:
        picture.region(file, held).save(draft, "PNG", optimize=True)
    return [
        f"{name} succeeded from {100 * file.succeeded:.1f} % of {file.samples} states",
        f"held out {file.held_out}: {100 * file.accuracy:.1f} % told rightly, with {len(file.vectors)} vectors",
        f"best single threshold, {said(file.threshold)}: {100 * file.threshold.accuracy:.1f} %",
        f"written: {shown(out)} and {shown(drawn)}",
    ]


def said(threshold: Threshold) -> str:
    return f"{threshold.feature} {'above' if threshold.above else 'below'} {threshold.value:.3g}"
