"""What is done wrong with files and with the Python interface: one clear line, nothing lost, nothing half applied."""

from __future__ import annotations

import contextlib
import gc
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import weakref
from pathlib import Path

import esper
import numpy as np
import pytest

from components.errors import InputError
from game import Simulation
from game.__main__ import main
from game.base.paths import DATA, PROJECT
from game.base.reading import MEGABYTE, contents
from game.base.stopping import Stopped, between
from game.base.toml import read
from game.base.writing import atomic_write, write_whole
from game.cameras.camera import Camera
from game.clips.deepmimic import read_deepmimic
from game.moves.file import read_moves
from game.picture.shot import save_png
from game.rigs.rig import load_rig
from game.scenes.props import load_props
from game.scenes.scene import load_scene
from game.session.deeds import Clear
from game.session.recording import Opening, Recording, read_recording
from game.window.recorder import Recorder
from game.window.window import free_name
from systems.kernels.cache import cache_folder

RANDOM = np.random.default_rng(0)
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


@pytest.fixture
def small_disk(tmp_path):
    """With room for 64 kB; only root can make one."""
    if (
        shutil.which("mount") is None
        or subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=64k", "small", tmp_path], capture_output=True, check=False
        ).returncode
    ):
        pytest.skip("nothing can be mounted here")
    yield tmp_path
    subprocess.run(["umount", "-l", tmp_path], check=True)


def test_on_a_full_disk_the_old_file_stays_whole(small_disk):
    file = small_disk / "report.json"
    file.write_bytes(old := b"x" * 20_000)
    assert "No space left" in refused(write_whole, file, b"y" * 60_000)
    assert "No space left" in refused(save_png, noise(), small_disk / "a.png")
    long = Recording(Opening("stage"), 0, 0, 1, "", [(0, Clear())] * 5000)
    assert "No space left" in refused(long.write, file)
    recorder = Recorder(small_disk / "film.webp")
    for n in range(8):
        recorder.take(noise, n / 30)
    recorder.finish()
    assert "film.webp: cannot be written: " in recorder.told()
    assert file.read_bytes() == old and os.listdir(small_disk) == ["report.json"]


def noise():
    return RANDOM.integers(0, 255, (180, 320, 3), np.uint8)


WRITES = """
import sys, time
from pathlib import Path
from game.base.stopping import Stopped, stoppable
from game.base.writing import atomic_write
try:
    with stoppable(), atomic_write(Path(sys.argv[1])) as draft:
        draft.write_text("half")
        print("begun", flush=True)
        time.sleep(30)
except Stopped as stopped:
    sys.exit(stopped.status)
"""


@pytest.mark.skipif(os.name == "nt", reason="no such signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda each: each.name)
def test_who_is_stopped_while_writing_leaves_the_old_file_and_nothing_beside_it(number, tmp_path):
    file = tmp_path / "report.json"
    file.write_text("old")
    with subprocess.Popen([sys.executable, "-c", WRITES, file], cwd=PROJECT, stdout=subprocess.PIPE) as process:
        process.stdout.readline()
        process.send_signal(number)
        assert process.wait(20.0) == 128 + number
    assert file.read_text() == "old" and os.listdir(tmp_path) == ["report.json"]


@pytest.mark.skipif(os.name == "nt", reason="no such signals")
def test_a_loop_that_is_asked_to_stop_ends_between_two_ticks_and_the_second_time_at_once():
    done = []

    def stopped(times):
        with between(lambda: done.append("asked")):
            for _ in range(times):
                os.kill(os.getpid(), signal.SIGTERM)
            done.append("ended")

    with pytest.raises(Stopped):
        stopped(1)
    with pytest.raises(Stopped):
        stopped(2)
    assert done == ["asked", "ended", "asked"]


def test_nothing_is_written_but_as_a_draft():
    """What is made in folders that vanish may be written straight."""
    straight = {"game/base/writing.py", "game/figures/tension/arms.py", "systems/bullet/bodies.py",
                "systems/bullet/ground.py", "systems/mujoco/engine.py"}  # fmt: skip
    form = re.compile(r"""\b(?!draft|one|other)(\w+)\.(?:write_text|write_bytes|open\(["']w)""")
    there = [path for folder in ("game", "systems") for path in (PROJECT / folder).rglob("*.py")]
    found = {path.relative_to(PROJECT).as_posix() for path in there if form.search(path.read_text(encoding="utf-8"))}
    assert found == straight


def test_two_films_that_begin_in_one_second_have_two_names(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert len({free_name("film", ".webp") for _ in range(5)}) == 5


# --- messages


def test_a_message_is_one_short_line_whatever_it_quotes():
    error = InputError("must not be " + "x\n" * 10**6, file="f" * 5000 + "/mine.toml", place="p" * 5000)
    assert len(str(error)) <= 290 and "\n" not in str(error) and "/mine.toml: " in str(error)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[" + ".".join("a" * 100_000) + "]\nx = 1\n", "line 1: nested too deeply"),
        ("\n\na" + ".a" * 2000 + " = 1\n", "line 3: nested too deeply"),
        ("x = " + "[" * 200 + "]" * 200, "line 1: nested too deeply"),
        ("x = " + "{a = " * 40 + "1" + "}" * 40, "line 1: nested too deeply"),
        ("\nx = " + "9" * 5000, "line 2: is too large a number"),
        ("x = 1\ny = [\n", "line 2, end of document"),
    ],
    ids=str,
)
def test_what_cannot_be_parsed_is_told_at_once_with_its_line(tmp_path, text, said):
    file = tmp_path / "x.toml"
    file.write_text(text)
    assert refused(read, file).startswith(f"{file}: {said}")


def test_a_mistake_in_the_file_of_things_is_told_as_its_own(tmp_path, monkeypatch):
    things = tmp_path / "props.toml"
    things.write_text((DATA / "props.toml").read_text().replace("mass = ", "mass = -", 1))
    monkeypatch.setattr("game.scenes.props.load_props.__defaults__", (things,))
    monkeypatch.setattr("game.scenes.props.prop_kinds", load_props)
    assert refused(load_scene, "crowd").startswith(f"{things}: line ")


def test_a_mistake_in_a_move_names_the_move_and_its_line(tmp_path):
    text = (DATA / "moves" / "boxing.toml").read_text()
    at = re.compile(r"\bat = [\d.]+").search(text, text.index("[move.cross]"))
    file = tmp_path / "moves.toml"
    file.write_text(text[: at.start()] + 'at = "x"' + text[at.end() :])
    assert re.search(r": line \d+, move\.cross\.keys\[1\]\.at: expected `float`", refused(read_moves, file))


def test_what_is_missing_is_told_with_its_key(tmp_path):
    file = tmp_path / "x.toml"
    file.write_text("about = 'x'\n")
    assert refused(load_scene, file) == f"{file}: title: object missing required field `title`"


DEEDS = [
    ({"type": "Ordered", "who": "red", "move": "bogus"}, "deed 2, Ordered at tick 5: there is no move 'bogus'"),
    ({"type": "Ordered", "who": "red", "move": "jab", "target": "toe"}, "deed 2.target: is no recording"),
    ({"type": "Ordered", "who": "red", "move": "jab", "power": -1.0}, "deed 2.power: is no recording"),
    ({"type": "Ordered", "who": "red", "move": "jab", "power": 1e308}, "deed 2.power: is no recording"),
    ({"type": "Launch", "what": "crate", "position": [0, 0, 1e308]}, "deed 2.position[2]: is no recording"),
    ({"type": "Launch", "what": "x", "position": [0, 0, 1]}, "deed 2, Launch at tick 5: there is no kind of thing"),
    ({"type": "Shove", "grip": {"who": "red", "bone": "tail"}, "impulse": [0, 0, 1], "place": [0, 0, 1]},
     "deed 2, Shove at tick 5: red has no bone 'tail'"),
    ({"type": "SetValue", "key": "servo", "value": "x"}, "deed 2, SetValue at tick 5: must be one of"),
    ({"type": "SetValue", "key": "servo", "value": "off", "who": "x"}, "deed 2, SetValue at tick 5: there is no char"),
    ({"type": "SetValue", "key": "rig", "value": "boxer"}, "deed 2, SetValue at tick 5: can only be chosen when"),
    ({"type": "Flies"}, "deed 2.type: is no recording"),
]  # fmt: skip


@pytest.mark.parametrize(("deed", "said"), DEEDS, ids=lambda each: each if isinstance(each, str) else "")
def test_a_bad_deed_is_told_with_file_and_deed_before_anything_is_done(tmp_path, deed, said):
    assert refused(read_recording, recorded(tmp_path, [[5, deed]])).startswith(f"{tmp_path / 'x.json'}: {said}")


def test_a_recording_is_no_longer_than_a_day(tmp_path):
    assert ": ticks: is no recording" in refused(read_recording, recorded(tmp_path, [], ticks=10**9))


def recorded(folder, deeds, ticks=40):
    opening = {"scene": "boxing"}
    deeds = [[0, {"type": "TakeOver", "who": "red"}], *deeds]
    whole = {"opening": opening, "seed": 3, "players": 1, "ticks": ticks, "state_hash": "", "deeds": deeds}
    file = folder / "x.json"
    file.write_text(json.dumps(whole))
    return file


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


JUNK = [None, "x", -1, float("nan"), 1e308, True, [], {}, b"x", object(), (1, 2), np.zeros(3)]


def test_whatever_is_given_is_taken_or_refused_in_one_line(made):
    sim = made("stage")
    red, rows, way = sim.characters["red"], [(0, 0, 0, 1), (1, 0, 0, 1)], (1.0, 1.0, 1.0)
    calls = [
        lambda it: sim.tick(it) if it is not True else None, lambda it: sim.throw(it, at="red"),
        lambda it: sim.throw("ball", at=it), lambda it: sim.throw("ball", at="red", bone=it),
        lambda it: sim.throw("ball", at="red", speed=it), sim.push, lambda it: sim.push("red", impulse=it),
        lambda it: sim.push("red", bone=it, impulse=way), lambda it: sim.drag(it, "head", way),
        lambda it: sim.drag("red", it, way), lambda it: sim.drag("red", "head", it), lambda it: sim.string("red", it),
        lambda it: sim.string("red", "head", offset=it), lambda it: sim.string("red", "head", path=it),
        lambda it: sim.string("red", "head", path=rows, way=it), lambda it: sim.carry("red", "left_hand", it),
        lambda it: sim.carry("red", it, 1.0), sim.drop, lambda it: sim.set(it, 1), lambda it: sim.set("strength", it),
        lambda it: sim.set("clip", it), lambda it: sim.set("servo", it), sim.load, red.play, red.limb, red.acting,
        lambda it: red.limb("arms").set("strength", it), lambda it: red.limb("arms").set(it, 1.0), red.place, red.get,
        lambda it: red.lead(it, rows), lambda it: red.lead("head", it), lambda it: red.walk_path(it, False),
        Simulation, lambda it: Simulation("stage", seed=it), lambda it: it is None or Simulation("stage", servo=it),
        lambda it: it is None or Simulation("stage", settings=it), lambda it: Simulation("stage", settings=[it]),
        lambda it: Simulation("stage", settings={"clip": it}), lambda it: it is None or Simulation("stage", engine=it),
    ]  # fmt: skip
    refusals = 0
    for call in calls:
        for it in JUNK:
            with contextlib.suppress(InputError):
                call(it)
                refusals -= 1
            refusals += 1
    assert refusals > 300
    sim.tick(5)
    assert not sim.report()["nan"]


def test_who_has_no_home_has_compiled_code_somewhere_else(monkeypatch):
    def nobody():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", nobody)
    monkeypatch.setattr(os, "access", lambda *_: False)
    monkeypatch.delenv("GLASSJAW_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", "/there")
    assert cache_folder() == Path("/there/glassjaw/compiled")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_folder().parent == Path(tempfile.gettempdir()) / f"glassjaw-{os.getuid()}/.cache/glassjaw"


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
