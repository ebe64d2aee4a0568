"""Compiled code is thrown away when something changes that it is made of, and only then."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from systems.kernels import cache

SOLVE, TICK, RETARGET = "game/moves/solve.py", "systems/kernels/tick.py", "game/clips/retarget.py"
TIMED = "systems/laws/timed.py"
CACHED = (cache.stamp, cache.ingredients, cache.definitions, cache.imports, cache.meaning)


@pytest.fixture
def edited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., set[str]]:
    """Which of these have another stamp after a text in a file has been replaced."""
    for package in cache.PACKAGES:
        shutil.copytree(cache.PROJECT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(cache, "PROJECT", tmp_path)

    def stamps() -> dict[str, str]:
        for function in CACHED:
            function.cache_clear()
        return {name: cache.stamp(tmp_path / name) for name in (SOLVE, TICK, RETARGET, TIMED)}

    def edit(file: str, old: str, new: str) -> set[str]:
        before, path = stamps(), tmp_path / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        after = stamps()
        path.write_text(text, encoding="utf-8")
        return {name for name in after if after[name] != before[name]}

    yield edit
    for function in CACHED:
        function.cache_clear()


def test_a_constant_that_was_imported_makes_stale_what_reads_it(edited):
    assert edited("game/moves/body.py", "PELVIS, CHEST, HEAD, LOOK =", "PELVIS, HEAD, CHEST, LOOK =") == {SOLVE}


@pytest.mark.slow
def test_a_function_that_is_called_makes_stale_whoever_calls_it(edited):
    everybody = {SOLVE, TICK, RETARGET, TIMED}
    assert edited("systems/kernels/quaternions.py", "return (a[0] + b[0]", "return (b[0] + a[0]") == everybody
    assert edited("systems/kernels/quaternions.py", "return sqrt(a[0]", "return 2.0 * sqrt(a[0]") == everybody
    assert edited("systems/laws/gains.py", "near = min(1.0", "near = min(0.9") == {TIMED}  # legs that carry


@pytest.mark.slow
def test_the_order_of_an_enum_is_part_of_it(edited):
    assert edited("components/law.py", 'NOTHING = "nothing"', 'NOTHING = "naught"') == {TICK}


@pytest.mark.slow
def test_the_columns_of_a_table_are_part_of_it(edited):
    old, new = "velocity: Annotated[Floats, BONE,", "velocity: Annotated[Floats, 7,"
    assert edited("components/table.py", old, new) == {TICK, TIMED}


@pytest.mark.slow
def test_what_the_compiler_is_told_is_part_of_everything(edited):
    assert edited("systems/kernels/__init__.py", '"error_model": "numpy"', '"error_model": "python"') == {
        SOLVE, TICK, RETARGET, TIMED,
    }  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("components/course.py", "class Runner", "LANES = 3\n\n\nclass Runner"),
        ("components/settings.py", "class StunSettings", "class Unused:\n    pass\n\n\nclass StunSettings"),
        ("game/clips/poses.py", "from __future__", "UNUSED = 1\nfrom __future__"),
        ("game/moves/body.py", "def move_body", "def unused():\n    pass\n\n\ndef move_body"),
        ("systems/kernels/tick.py", "MIDFOOT = 0.06  # m before the ankle", "MIDFOOT = 0.06  # m, it is said"),
        ("systems/kernels/dynamics.py", '"""', '"""Once more: '),
    ],
)
def test_what_it_is_not_made_of_leaves_it_as_it_is(edited, file, old, new):
    assert edited(file, old, new) == set()


def test_a_function_of_the_same_name_in_another_folder_is_kept_apart():
    a, b = (cache.SourcesLocator(Path(folder) / "names.py", "f").get_disambiguator() for folder in ("x", "y"))
    assert a != b
