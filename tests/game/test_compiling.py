"""Nobody who plays waits for the compiler."""

from __future__ import annotations

import pickle
import subprocess
import sys

import pytest

from game.base.paths import PROJECT
from game.scenes.scene import scene_names
from game.world.compiling import clear_unreadable, entries, in_words, is_compiled, missing, sources
from systems.kernels import cache


def play(*scenes: str) -> str:
    """What a fresh process had to compile or to load after it had begun to play."""
    call = [sys.executable, str(PROJECT / "tests/game/play_everything.py"), *scenes]
    done = subprocess.run(call, capture_output=True, text=True, cwd=PROJECT)
    assert done.returncode in (0, 1), done.stderr[-3000:]
    return done.stdout


@pytest.mark.slow
def test_a_fight_compiles_nothing_while_it_goes_on():
    assert play("boxing") == ""


@pytest.mark.soak
@pytest.mark.parametrize("half", [0, 1])
def test_no_scene_key_or_mode_compiles_anything(half):
    assert play(*scene_names()[half::2]) == ""


def test_all_files_with_an_entry_are_found_and_the_largest_comes_first():
    names = list(entries())
    assert names[0].startswith("systems.kernels.tick.")
    assert {name.rpartition(".")[0] for name in names} == {
        ".".join(path.relative_to(PROJECT).with_suffix("").parts) for path in sources()
    }


def test_it_counts_as_compiled_until_a_stamp_changes(monkeypatch):
    assert is_compiled()  # `make test` has seen to it
    monkeypatch.setattr("game.world.compiling.stamp", lambda path: cache.stamp(path)[::-1])
    assert not is_compiled()


def test_of_a_file_that_changed_its_entries_alone_are_missing(monkeypatch):
    changed = PROJECT / "systems" / "laws" / "world.py"
    monkeypatch.setattr("game.world.compiling.stamp", lambda path: cache.stamp(path)[:: -1 if path == changed else 1])
    assert missing() == ["systems.laws.world.ask_world"]


def test_it_is_said_how_many_are_missing_and_that_all_of_them_take_a_minute():
    assert in_words(0, len(entries())).endswith(f"of {len(entries())} parts of the simulation (once, about a minute)")
    assert in_words(0, 1) == "compiled 0 of 1 part of the simulation (once)"
    assert in_words(1, 2) == "compiled 1 of 2 parts of the simulation (once)"


def test_what_cannot_be_read_is_cleared_away_and_the_rest_stays(tmp_path, monkeypatch):
    monkeypatch.setattr("game.world.compiling.cache_folder", lambda: tmp_path)
    good, gone = pickle.dumps("0.68") + pickle.dumps(("stamp", {})), b"cnowhere.at.all\nNobody\n."
    for name, content in {"good": good, "short": good[:-4], "moved": pickle.dumps("0.68") + gone, "empty": b""}.items():
        (tmp_path / f"{name}.nbi").write_bytes(content)
    clear_unreadable()
    assert [path.stem for path in tmp_path.iterdir()] == ["good"]
