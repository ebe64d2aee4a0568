"""Figures: the list is whole, the same seed writes the same numbers wherever jobs run, what is wrong is one line."""

from __future__ import annotations

import importlib.util
import os
import pickle
import re
from concurrent.futures import Executor, Future, ThreadPoolExecutor

import numpy as np
import pytest
from gathered import for_each
from PIL import Image

from components.clock import TICKS_PER_S
from components.settings import ENGINE_ASKED, Physics, default_engine
from game import __main__ as cli
from game.base.paths import PROJECT
from game.figures.executors import local
from game.figures.figure import Asked, Figure, Job
from game.figures.papers import PAPERS, figures_of
from game.figures.run import make
from game.figures.sheet import captioned, font, marked, sheet, wrapped
from game.figures.strip import View, scene_strip, strips, until
from game.figures.table import csv_text
from game.figures.watch import Trunk
from game.world.simulation import Simulation

DOCS = PROJECT / "docs" / "figures"
SMALL = Asked(seed=3, size=(64, 36))
EVERY = [figure for figures in PAPERS.values() for figure in figures]


class Here(Executor):
    """Does a job when it is handed in."""

    def submit(self, fn, /, *args, **kwargs):
        future = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def walk(clip, asked, moments=(0.1, 0.25)):
    view = View((0.0, 0.0, 0.9), 4.0, -60.0)
    ground = {"clip": clip, "ground": "tiles"}
    return Job(clip, scene_strip, ("stage", ground, asked.seed, moments, 0.25, asked.size, view))


def two(asked):
    return [walk("walk", asked), walk("run", asked)]


def blind(asked):
    return [walk(clip, asked, ()) for clip in ("walk", "run", "stand")]


def broken(asked):
    return [walk("walk", asked, ()), walk("nope", asked, ())]


CHEAP = Figure("cheap", "Cheap", "Nothing to see.", two, strips((0.1, 0.25)))
BLIND = Figure("blind", "Blind", "", blind, lambda results: Image.new("RGB", (40, 20)))
BROKEN = Figure("broken", "Broken", "", broken, lambda results: Image.new("RGB", (40, 20)))


# --- the list


def test_dynamo_has_its_nine_figures_the_sweep_and_the_table():
    names = [figure.name for figure in PAPERS["dynamo"]]
    assert names == [*"123456789", "gain_sweep", "performance"]


@for_each("figure", EVERY)
def test_jobs_can_go_to_another_machine_and_have_names_of_their_own(figure):
    jobs = figure.jobs(SMALL)
    assert pickle.loads(pickle.dumps(jobs)) == jobs
    assert len({job.name for job in jobs}) == len(jobs) > 0


def test_figures_come_in_the_papers_order_and_once():
    assert [figure.name for figure in figures_of("dynamo", ["7", "2", "7"])] == ["2", "7"]
    assert figures_of("dynamo") == list(PAPERS["dynamo"])


# --- the numbers


@pytest.mark.slow
def test_the_same_seed_writes_the_same_bytes_in_processes_and_here(tmp_path):
    with local(2) as processes:
        assert make("test", [CHEAP], SMALL, tmp_path / "far", processes) == []
    assert make("test", [CHEAP], SMALL, tmp_path / "here", Here()) == []
    far, here = ((tmp_path / folder / "test_cheap.csv").read_bytes() for folder in ("far", "here"))
    assert far == here
    assert b"stage,3,red,world,weak,walk,0.25" in here
    for folder in ("far", "here"):
        with Image.open(tmp_path / folder / "test_cheap.png") as picture:
            assert picture.width > 2 * 64 and picture.height > 2 * 36
            assert np.asarray(picture).std() > 10
        assert sorted(path.name for path in (tmp_path / folder).iterdir()) == ["test_cheap.csv", "test_cheap.png"]


def test_many_threads_do_not_mix_their_worlds(tmp_path):
    with ThreadPoolExecutor(3) as threads:
        make("test", [BLIND], SMALL, tmp_path / "threads", threads)
    make("test", [BLIND], SMALL, tmp_path / "here", Here())
    assert (tmp_path / "threads" / "test_blind.csv").read_bytes() == (tmp_path / "here" / "test_blind.csv").read_bytes()


def test_another_seed_writes_other_numbers(tmp_path):
    for seed in (3, 4):
        make("test", [BLIND], Asked(seed), tmp_path / str(seed), Here())
    three, four = ((tmp_path / seed / "test_blind.csv").read_text() for seed in "34")
    assert three.replace("stage,3", "stage,4") != four


def test_cells_are_six_digits_a_word_or_nothing():
    rows = [{"a": 0.1 + 0.2, "b": None, "c": True}, {"c": False, "d": 1 / 3}]
    assert csv_text(rows) == "a,b,c,d\n0.3,,yes,\n,,no,0.333333\n"


def test_jitter_of_a_swing_of_one_degree_at_4_hz_is_what_arithmetic_says():
    with Simulation("stage") as simulation:
        trunk = Trunk(simulation, "red")
        spin = simulation.stage.tables.bones.spin
        swing, turn = np.radians(1.0), 2.0 * np.pi * 4.0
        for tick in range(300):
            spin[:] = (0.0, swing * turn * np.cos(turn * tick / TICKS_PER_S), 0.0)
            trunk.look()
    assert trunk.jitter == pytest.approx((swing * turn**3) ** 2 / 2.0, rel=0.02)


def test_the_pose_error_is_that_of_the_ticks_since_it_was_begun():
    with Simulation("stage", settings={"clip": "walk"}) as simulation:
        simulation.run(0.5)
        ((_, whole),) = simulation.report()["characters"].items()
        trunk = Trunk(simulation, "red")
        simulation.run(0.5)
        trunk.look()
        ((_, both),) = simulation.report()["characters"].items()
        first, all_of_it = (report["pose_error_deg"]["mean"] for report in (whole, both))
        assert trunk.pose_error_deg == pytest.approx(2.0 * all_of_it - first)


def test_nobody_looks_longer_than_they_want():
    with Simulation("stage") as simulation:
        until(simulation, 1.0, lambda: simulation.ticks < 7)
        assert simulation.ticks == 7
        until(simulation, 0.1)
        assert simulation.ticks == 12


# --- what goes wrong


def test_a_job_that_fails_is_named_and_other_figures_are_written(tmp_path):
    failures = make("test", [BROKEN, BLIND], SMALL, tmp_path, Here())
    assert len(failures) == 1
    assert re.match(r"test_broken: nope: .*there is no clip", failures[0])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["test_blind.csv", "test_blind.png"]


@pytest.mark.slow
def test_a_figure_that_cannot_be_made_is_status_1(tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(PAPERS, "test", (BROKEN,))
    assert cli.main(["figures", "test", "--out", str(tmp_path), "--processes", "1"]) == 1
    assert capsys.readouterr().err.startswith("glassjaw: test_broken: nope: ")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("dynmo",), "did you mean dynamo?"),
        (("dynamo", "10"), "figure 10 of dynamo: there is no figure of that name; there are 1, 2"),
        (("dynamo", "a\nb"), "there is no figure"),
        (("dynamo", "--seed", "-1"), "seed must be"),
        (("dynamo", "--size", "1x1"), "size must be"),
        (("dynamo", "--processes", "0"), "processes must be"),
        (("dynamo", "--processes", "2", "--dask", "tcp://127.0.0.1:1"), "not allowed with"),
    ],
)
def test_a_wrong_call_is_one_line_and_status_2(arguments, reason, tmp_path, capsys):
    with pytest.raises(SystemExit) as end:
        raise SystemExit(cli.main(["figures", *arguments, "--out", str(tmp_path / "out")]))
    assert end.value.code == 2
    out, err = capsys.readouterr()
    assert out == "" and len(err.splitlines()) == 1 and reason in err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("out", ["file", "file/under", "a\0b"])
def test_a_folder_that_cannot_be_is_told_at_once(out, tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert cli.main(["figures", "dynamo", "2", "--out", str(tmp_path / out)]) == 2
    err = capsys.readouterr().err
    assert len(err.splitlines()) == 1 and "cannot be written to as a folder" in err


def test_without_matplotlib_the_sweep_says_what_to_install_and_strips_do_not_ask(tmp_path, capsys, monkeypatch):
    whole = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "matplotlib" else whole(name))
    assert cli.main(["figures", "dynamo", "gain_sweep", "--out", str(tmp_path)]) == 2
    assert "pip install glassjaw[figures]" in capsys.readouterr().err
    assert not any(figure.plotted for figure in figures_of("dynamo", ["1", "7", "performance"]))


# --- pictures


def test_a_sheet_has_each_picture_where_it_belongs():
    colours = [[(200, 0, 0), (0, 200, 0)], [(0, 0, 200), (90, 90, 90)]]
    rows = [[np.full((30, 50, 3), colour, np.uint8) for colour in row] for row in colours]
    page = np.asarray(sheet(rows, ["a", "b"], ["one", "two"]))
    height, width, _ = page.shape
    middles = [[page[height - 15 - 34 * (1 - j), width - 25 - 54 * (1 - i)] for i in (0, 1)] for j in (0, 1)]
    assert np.array_equal(middles, colours)


def test_a_caption_is_wrapped_to_the_picture_and_is_below_it():
    page = captioned(Image.new("RGB", (200, 100), (255, 0, 0)), "Title", "word " * 40)
    assert page.width == 220 and page.height > 100 + 6 * 18
    lines = wrapped("word " * 40, font(), 200)
    assert " ".join(lines) == ("word " * 40).strip()
    assert all(font().getlength(line) <= 200 for line in lines)


def test_a_mark_covers_a_corner_and_leaves_the_rest():
    picture = np.full((60, 120, 3), 77, np.uint8)
    named = marked(picture, "0.3 s")
    assert (named[:10, :20] != 77).any()
    assert np.array_equal(named[30:], picture[30:]) and np.array_equal(named[:, 80:], picture[:, 80:])


@for_each("path", sorted(DOCS.glob("*.png")))
def test_a_picture_in_the_pages_is_small_shown_and_of_a_figure(path):
    assert path.stat().st_size < 250_000
    assert f"({path.name})" in "".join(page.read_text(encoding="utf-8") for page in DOCS.glob("*.md"))
    assert path.stem in {f"{paper}_{figure.name}" for paper, figures in PAPERS.items() for figure in figures}


def test_every_figure_has_its_picture_in_the_pages():
    wanted = {f"{paper}_{figure.name}.png" for paper, figures in PAPERS.items() for figure in figures}
    assert {path.name for path in DOCS.glob("*.png")} == wanted


def test_worlds_of_figures_are_on_the_engine_that_was_asked_for():
    before = os.environ.get(ENGINE_ASKED)
    with local(1, Physics.MUJOCO) as processes:
        assert processes.submit(default_engine).result() is Physics.MUJOCO
    assert os.environ.get(ENGINE_ASKED, "") == (before or "")


def test_an_engine_that_there_is_not_is_one_line_and_status_2(tmp_path, capsys):
    assert cli.main(["figures", "dynamo", "2", "--engine", "foo", "--out", str(tmp_path)]) == 2
    assert capsys.readouterr().err == "glassjaw: setting engine: must be one of bullet, mujoco, not 'foo'\n"
