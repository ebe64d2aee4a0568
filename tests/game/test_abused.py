"""What is done wrong with files and with the Python interface: one clear line, nothing lost, nothing half applied."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
import weakref
from pathlib import Path

import esper
import numpy as np
import pytest

from components.errors import InputError
from game import Simulation
from game.__main__ import main
from game.base.paths import PROJECT
from game.base.reading import MEGABYTE, contents
from game.base.toml import read
from game.base.writing import atomic_write, write_whole
from game.cameras.camera import Camera
from game.clips.deepmimic import read_deepmimic
from game.rigs.rig import load_rig
from game.scenes.scene import load_scene
from game.session.recording import read_recording

READERS = (read, load_scene, load_rig, read_deepmimic, read_recording)


@pytest.fixture(params=READERS, ids=lambda reader: reader.__name__)
def reader(request):
    return request.param


def refused(call, *given):
    with pytest.raises(InputError) as found:
        call(*given)
    line = str(found.value)
    assert "\n" not in line and len(line) <= 300
    return line


# --- files that are none


@pytest.mark.skipif(os.name == "nt", reason="no such files")
def test_what_is_no_regular_file_is_refused_before_it_is_read(reader, tmp_path):
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)  # a read of it would wait for ever
    assert "is no regular file" in refused(reader, pipe)
    zeros = tmp_path / "zeros.toml"
    zeros.symlink_to("/dev/zero")  # and of this never end
    assert "is no regular file" in refused(reader, zeros)


def test_what_is_too_large_is_refused_before_it_is_read(reader, tmp_path):
    huge = tmp_path / "huge.toml"
    with huge.open("wb") as file:
        file.truncate(65 * MEGABYTE)  # a hole: it takes no room on the disk
    assert "is larger than" in refused(reader, huge)


def test_what_is_not_there_is_named(reader, tmp_path):
    assert "gone.toml" in refused(reader, tmp_path / "gone.toml")


def test_a_file_is_read_whole_up_to_its_limit(tmp_path):
    file = tmp_path / "a"
    file.write_bytes(b"12345")
    assert contents(file, "a", 5) == b"12345"
    assert refused(contents, file, "a", 4).startswith("a: is larger than")


# --- files that are lost


def test_a_writer_that_fails_leaves_the_old_file_and_nothing_beside_it(tmp_path):
    file = tmp_path / "report.json"
    file.write_text("old")

    def fail():
        with atomic_write(file) as draft:
            draft.write_text("half")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert file.read_text() == "old" and os.listdir(tmp_path) == ["report.json"]
    write_whole(file, b"new")
    assert file.read_text() == "new" and os.listdir(tmp_path) == ["report.json"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device")
def test_a_full_device_is_told_in_a_line():
    assert "No space left" in refused(write_whole, Path("/dev/full"), b"x" * 100)


# --- the Python interface


def test_a_closed_simulation_says_so_and_touches_no_other(made):
    gone, other = Simulation("stage"), made("stage")
    red, saved = gone.characters["red"], gone.save()
    gone.close()
    gone.close()
    before = other.state_hash()
    calls = [
        gone.tick, gone.save, gone.state_hash, gone.report, gone.clear, lambda: gone.set("strength", 2.0),
        lambda: gone.throw("ball", at="red"), lambda: gone.push("red", impulse=(1.0, 0.0, 0.0)),
        lambda: gone.load(saved),
        lambda: red.set("strength", 2.0), lambda: red.clip, lambda: red.play("walk"),
    ]  # fmt: skip
    for call in calls:
        assert "simulation: is closed" in refused(call)
    assert other.state_hash() == before
    assert gone.world not in esper.list_worlds()


def test_a_save_belongs_to_the_simulation_that_made_it(made):
    one, other = made("stage"), made("stage", settings={"clip": "walk"})
    one.run(0.5)
    before = other.state_hash()
    assert "is of another simulation" in refused(other.load, one.save())
    assert "must be what `save` gave" in refused(other.load, 7)
    assert other.state_hash() == before
    other.run(0.2)


def test_a_simulation_is_for_the_thread_that_made_it(made):
    sim, found = made("stage"), []

    def use():
        try:
            sim.tick()
        except InputError as error:
            found.append(str(error))

    thread = threading.Thread(target=use)
    thread.start()
    thread.join()
    assert found == ["simulation: goes on only in the thread that made it"]
    sim.tick()


def test_a_simulation_that_nobody_closes_is_freed():
    sim = Simulation("stage")
    sim.tick()
    world, engine, alive = sim.world, sim.stage.engine, weakref.ref(sim)
    del sim
    gc.collect()
    assert alive() is None and engine.closed and world not in esper.list_worlds()


@pytest.mark.parametrize("size", [(1, 1), (1, 720), (0, 0)])
def test_a_window_that_is_nearly_closed_has_rays_all_the_same(size):
    way = Camera(np.zeros(3), 5.0, 0.3, 0.2).ray(0.0, 0.0, *size)
    assert np.linalg.norm(way) == pytest.approx(1.0)


# --- standard output


GLASSJAW = f'"{sys.executable}" -m game'


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="no such shell")
@pytest.mark.parametrize("command", ["scenes", "run stage --seconds 0.1", "run stage --seconds 0.1 --json -"])
@pytest.mark.parametrize(
    ("shell", "status", "said"),
    [
        ("{} > /dev/full", 1, "glassjaw: standard output: cannot be written: No space left on device\n"),
        ("{} | true; exit ${{PIPESTATUS[0]}}", 0, ""),
        ("{} >&-", 0, ""),
        ("{} 2>&- >&-", 0, ""),
    ],
)
def test_output_that_goes_nowhere_is_no_traceback(command, shell, status, said):
    done = subprocess.run(
        ["bash", "-c", shell.format(f"{GLASSJAW} {command}")], cwd=PROJECT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (status, said)


def test_a_file_needs_a_name(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["run", "stage", "--json", ""])
    assert ended.value.code == 2 and "a file needs a name" in capsys.readouterr().err
