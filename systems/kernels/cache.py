"""Where compiled code is kept, and when it is stale.

A compiled function holds everything it calls and every constant that it reads. So its stamp is a digest of just that:
its own file and, name by name, what the names that compiled code uses were imported from. `HAND = 0` in
game/moves/body.py is a constant of the functions in game/moves/solve.py, and when it changes they are compiled anew; a
new scene setting in components/ is in nobody's stamp. Comments and docstrings change nothing.
"""

from __future__ import annotations

import ast
import copy
import hashlib
import os
import pickle
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numba
import numpy as np
from numba.core import caching
from numba.core.caching import IndexDataCacheFile

from systems.kernels import PLAIN

PROJECT = Path(__file__).parent.parent.parent
PACKAGES = ("components", "systems", "game")
DECORATORS = {"kernel", "allocating_kernel", "search_kernel"}
WHOLE = "*"
UNREADABLE = (AttributeError, EOFError, ImportError, LookupError, TypeError, ValueError, pickle.UnpicklingError)
VERSIONS = (sys.version_info[:3], numba.__version__, np.__version__, llvm.get_host_cpu_name())


def cache_folder() -> Path:
    """Where GLASSJAW_CACHE says; else beside the sources where that can be written, else in the user's cache."""
    if asked := os.environ.get("GLASSJAW_CACHE"):
        return Path(asked)
    beside = PROJECT / "systems" / "kernels" / "__pycache__"
    if not os.access(beside if beside.exists() else beside.parent, os.W_OK):
        beside = Path(os.environ.get("XDG_CACHE_HOME") or home() / ".cache") / "glassjaw"
    return beside / ("compiled_plain" if PLAIN else "compiled")


def home() -> Path:
    """The user's folder; who has none, as in many a container, has one among what is temporary."""
    try:
        return Path.home()
    except RuntimeError:
        return Path(tempfile.gettempdir()) / f"glassjaw-{os.getuid()}"


class KeptFile(IndexDataCacheFile):
    """Numba's file of compiled code, but what is damaged, or left by another version, is as if it were not there.

    Numba's own would raise on each start. It is compiled anew then, and written over.
    """

    def _load_index(self) -> dict[Any, str]:
        try:
            found: dict[Any, str] = super()._load_index()
        except UNREADABLE:
            return {}
        return found

    def _load_data(self, name: str) -> Any:
        try:
            return super()._load_data(name)
        except UNREADABLE:
            raise FileNotFoundError(name) from None


caching.IndexDataCacheFile = KeptFile  # type: ignore[misc]  # numba asks its module for the class by name


class SourcesLocator:
    """What numba asks where a function's compiled code is and whether it is fresh (`numba.core.caching`)."""

    def __init__(self, path: Path, name: str) -> None:
        self._py_file, self.path, self.name = str(path), path, name

    @classmethod
    def from_function(cls, function: Any, file: str) -> SourcesLocator:
        locator = cls(Path(file), function.__qualname__)
        locator.ensure_cache_path()
        return locator

    def ensure_cache_path(self) -> None:
        cache_folder().mkdir(parents=True, exist_ok=True)

    def get_cache_path(self) -> str:
        return str(cache_folder())

    def get_source_stamp(self) -> str:
        return stamp(self.path)

    def get_disambiguator(self) -> str:
        """Two files may have the same name in two folders."""
        return self.path.parent.name


@cache
def stamp(path: Path) -> str:
    """The digest of all that the compiled functions of this file are made of."""
    digest = hashlib.sha256(repr(VERSIONS).encode())
    for source, name in ingredients(path):
        digest.update(f"{source.name} {name}: {meaning(source, name)}".encode())
    return digest.hexdigest()


@cache
def ingredients(path: Path, function: str = "") -> tuple[tuple[Path, str], ...]:
    """The definitions, by file and name, that can be in a compiled function, or in all those of the file."""
    found = set[tuple[Path, str]]()
    ends = [(path, name) for name, nodes in definitions(path).items() if any(map(is_compiled, nodes))]
    ends = [(path, function)] if function else ends
    while ends:
        file, name = ends.pop()
        known = definitions(file)
        if name == WHOLE:
            ends += [(file, inside) for inside in known]
        elif name not in known:
            ends += [imports(file)[name]] if name in imports(file) else []  # else Python's own, or an argument
        elif (file, name) not in found:
            found.add((file, name))
            ends += [(file, used) for used in uses(file, name) if used != name]
    return tuple(sorted(found))


@cache
def definitions(path: Path) -> dict[str, list[ast.stmt]]:
    """What stands at the top of a file, by the names that it defines."""
    out: dict[str, list[ast.stmt]] = {}
    for node in ast.parse(path.read_bytes()).body:
        for name in defined(node):
            out.setdefault(name, []).append(node)
    return out


@cache
def uses(path: Path, name: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(used for node in definitions(path)[name] for used in names_in(node)))


def defined(node: ast.stmt) -> list[str]:
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [name for target in targets for name in names_in(target)]


def names_in(node: ast.AST) -> list[str]:
    return [part.id for part in ast.walk(node) if isinstance(part, ast.Name)]


def is_compiled(node: ast.stmt) -> bool:
    return isinstance(node, ast.FunctionDef) and any(
        isinstance(mark, ast.Name) and mark.id in DECORATORS for mark in node.decorator_list
    )


@cache
def meaning(path: Path, name: str) -> str:
    """The definition without comments, docstrings and line numbers."""
    return "; ".join(ast.dump(Unexplained().visit(copy.deepcopy(node))) for node in definitions(path)[name])


class Unexplained(ast.NodeTransformer):
    def visit_Expr(self, node: ast.Expr) -> ast.Expr | None:  # the name that ast wants
        text = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        return None if text else node


@cache
def imports(path: Path) -> dict[str, tuple[Path, str]]:
    """Where each name comes from that was imported from the project; a module as a whole has the name WHOLE."""
    out: dict[str, tuple[Path, str]] = {}
    for node in ast.parse(path.read_bytes()).body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in PACKAGES:
            for alias in node.names:
                whole = file_of(f"{node.module}.{alias.name}")
                source = (whole, WHOLE) if whole else (file_of(str(node.module)), alias.name)
                if source[0] is not None:
                    out[alias.asname or alias.name] = source[0], source[1]
    return out


def file_of(module: str) -> Path | None:
    place = PROJECT.joinpath(*module.split("."))
    return next((path for path in (place.with_suffix(".py"), place / "__init__.py") if path.is_file()), None)
