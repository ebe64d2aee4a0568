"""Everything that Python calls of compiled code, compiled before anybody plays.

    for done, of, name in compile_missing():      # in processes of their own, one for each core
        print(f"{done} of {of}: {name}")
    load_all()

On two cores of a server it takes 99 s, once; afterwards `is_compiled()` is true until a source of compiled code
changes (systems/kernels/cache.py), and `load_all` brings everything in from disk in 0.7 s. When one file is new or has
changed, only what stands in it is compiled.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Iterator
from multiprocessing import TimeoutError as NotYet
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from game.base.paths import PROJECT
from game.base.writing import write_whole
from systems.kernels import ENTRIES, name_of
from systems.kernels.cache import PACKAGES, cache_folder, ingredients, stamp
from systems.kernels.signatures import signature

MARK = "\n@entry\n"
MOST_PROCESSES = 4  # what they share each compiles for itself: more of them win nothing
LOOK_S = 1 / 30  # between two looks whether something is done


def sources() -> list[Path]:
    """The files in which an entry stands."""
    found = (path for package in PACKAGES for path in sorted((PROJECT / package).rglob("*.py")))
    return [path for path in found if MARK in path.read_text(encoding="utf-8")]


def entries() -> dict[str, Any]:
    """By their names, those that hold most first."""
    for path in sources():
        importlib.import_module(".".join(path.relative_to(PROJECT).with_suffix("").parts))
    return {name_of(entry): entry for entry in sorted(ENTRIES, key=weight, reverse=True)}


def weight(entry: Any) -> int:
    """How many definitions it is made of."""
    return len(ingredients(Path(entry.py_func.__code__.co_filename), entry.py_func.__name__))


def is_compiled() -> bool:
    """Is everything on disk, made of the sources as they are?"""
    return not stale()


def stale() -> set[Path]:
    """The files that were not compiled as they are now."""
    try:
        compiled = set(_mark().read_text(encoding="utf-8").splitlines())
    except OSError:
        compiled = set()
    return {path for path in sources() if _line(path) not in compiled}


def missing() -> list[str]:
    """The entries of those files, those that hold most first."""
    files = stale()
    return [name for name, entry in entries().items() if Path(entry.py_func.__code__.co_filename) in files]


def compile_missing() -> Iterator[tuple[int, int, str]]:
    """What is done, of how much, and what was done last; again and again while nothing is, so that a picture can be
    drawn in between."""
    names = missing()
    with get_context("spawn").Pool(min(MOST_PROCESSES, os.cpu_count() or 1, len(names))) as pool:
        done, last = 0, ""
        finished = pool.imap_unordered(compile_one, names)
        while done < len(names):
            yield done, len(names), last
            try:
                last = finished.next(LOOK_S)
                done += 1
            except NotYet:
                continue
        yield done, len(names), last
    load_all()  # compiles what two processes wrote over each other
    write_whole(_mark(), "\n".join(map(_line, sources())).encode())


def compile_one(name: str) -> str:
    entry = entries()[name]
    entry.compile(signature(entry))
    return name


def load_all(told: Callable[[int, int, str], object] = lambda done, of, name: None) -> None:
    """Into this process, from disk; whatever is not there is compiled."""
    known = entries()
    for done, (name, entry) in enumerate(known.items()):
        told(done, len(known), name)
        entry.compile(signature(entry))


def in_words(done: int, of: int) -> str:
    how_long = "once, about two minutes" if of == len(ENTRIES) else "once"
    return f"compiled {done} of {of} part{'s' * (of != 1)} of the simulation ({how_long})"


def prepare(shown: Callable[[int, int, str], object] = lambda done, of, name: None) -> None:
    """What is not on disk is compiled now. The terminal says what is done, and so may a picture."""
    if is_compiled():
        return
    told = -1
    for done, of, name in compile_missing():
        shown(done, of, name)
        if done > told:
            told = done
            _say(done, of)


def _say(done: int, of: int) -> None:
    """On one line where somebody is looking; in a file the first and the last."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{in_words(done, of)}\x1b[K" + "\n" * (done == of))
    elif done in (0, of):
        sys.stderr.write(f"{in_words(done, of)}\n")


def _mark() -> Path:
    return cache_folder() / "complete"


def _line(path: Path) -> str:
    """Of the mark: a file and what its compiled code was made of."""
    return f"{path.relative_to(PROJECT).as_posix()} {stamp(path)}"
