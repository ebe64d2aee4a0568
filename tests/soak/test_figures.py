"""The gain sweep and pictures on a Dask cluster of two workers: the same bytes as without it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image

from game import __main__ as cli
from game.figures.executors import cluster, local
from game.figures.figure import Asked
from game.figures.papers import figures_of
from game.figures.run import make

pytestmark = pytest.mark.soak
SMALL = Asked(size=(64, 36))


@pytest.fixture(scope="module")
def address():
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=2, processes=True, dashboard_address=None, silence_logs=50
    ) as workers:
        yield workers.scheduler_address


@pytest.fixture(scope="module")
def sweep():
    """Every eighth of its jobs."""
    pytest.importorskip("matplotlib")
    (whole,) = figures_of("dynamo", ["gain_sweep"])
    return replace(whole, jobs=lambda asked: whole.jobs(asked)[::8])


def test_the_sweep_on_a_cluster_is_the_sweep_in_processes(address, sweep, tmp_path):
    with cluster(address) as far:
        assert make("dynamo", [sweep], SMALL, tmp_path / "far", far) == []
    with local(2) as near:
        assert make("dynamo", [sweep], SMALL, tmp_path / "near", near) == []
    far, near = ((tmp_path / folder / "dynamo_gain_sweep.csv").read_bytes() for folder in ("far", "near"))
    assert far == near
    assert far.count(b"\ncartwheel,") == 7 * 5


def test_workers_of_a_cluster_draw(address, tmp_path):
    assert cli.main(["figures", "dynamo", "2", "--size", "64x36", "--dask", address, "--out", str(tmp_path)]) == 0
    with Image.open(tmp_path / "dynamo_2.png") as picture:
        assert picture.width > 6 * 64
    assert len((tmp_path / "dynamo_2.csv").read_text().splitlines()) == 1 + 4 + 9


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nowhere", "what://ever:1"])
def test_nobody_there_is_one_line_and_status_2(address, tmp_path, capsys):
    pytest.importorskip("distributed")
    assert cli.main(["figures", "dynamo", "2", "--dask", address, "--out", str(tmp_path)]) == 2
    err = capsys.readouterr().err
    assert len(err.splitlines()) == 1
    assert err.startswith(f"glassjaw: --dask: no cluster answers at {address}")
