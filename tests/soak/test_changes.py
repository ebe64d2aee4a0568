"""Changes of clip at random moments: 100 of them, among what stands, walks, runs, jumps and turns."""

from __future__ import annotations

import importlib.util

import pytest

from game.base.paths import PROJECT

pytestmark = pytest.mark.soak


@pytest.fixture(scope="module")
def benchmark():
    spec = importlib.util.spec_from_file_location("changes", PROJECT / "benchmarks" / "changes.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_of_a_hundred_changes_at_random_moments_at_most_one_falls(benchmark):
    made, fell = benchmark.measure(100, 32)
    assert made.total() == 100
    assert fell.total() <= 1, fell
