"""Nobody who plays waits for the compiler."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from game.base.paths import PROJECT
from game.scenes.scene import scene_names
from game.world.compiling import entries, in_words, is_compiled, missing, sources
from systems.kernels import cache


def play(*scenes: str) -> str:
    """What a fresh process had to compile or to load after it had begun to play."""
    call = [sys.executable, str(PROJECT / "tests/game/play_everything.py"), *scenes]
    environment = os.environ | {"GLASSJAW_CHECKED": "1"}  # all calls go through numba
    done = subprocess.run(call, capture_output=True, text=True, cwd=PROJECT, env=environment)
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


def test_it_is_said_how_many_are_missing_and_how_long_all_of_them_take():
    assert in_words(0, len(entries())).endswith(
        f"of {len(entries())} parts of the simulation (once, about two minutes)"
    )
    assert in_words(0, 1) == "compiled 0 of 1 part of the simulation (once)"
    assert in_words(1, 2) == "compiled 1 of 2 parts of the simulation (once)"


@pytest.mark.parametrize("damage", [b"", b"\x80\x04", b"cnowhere.at.all\nNobody\n.", b"not a pickle"])
@pytest.mark.parametrize("of", ["nbi", "nbc"])
def test_what_is_damaged_is_as_if_it_were_not_there_and_written_anew(tmp_path, damage, of):
    """Numba's own class raises, on each start."""
    file = cache.KeptFile(str(tmp_path), "thing", "stamp")
    file.save("signature", ("code", 7))
    assert file.load("signature") == ("code", 7)
    (damaged,) = tmp_path.glob(f"*.{of}")
    damaged.write_bytes(damage)
    assert file.load("signature") is None
    file.save("signature", ("code", 8))
    assert file.load("signature") == ("code", 8)


def test_numba_keeps_compiled_code_so():
    assert type(entries()["systems.kernels.tick.act"]._cache._cache_file) is cache.KeptFile
