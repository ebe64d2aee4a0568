"""Solving along the tree against numpy's solver."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from components.rig import Joint, Rig
from game.rigs.rig import load_rig
from game.world.tables import build_skeletons
from systems.kernels.tree import factor, solve, solve_dense


def packed_like(skeletons, dense):
    out = np.zeros(skeletons.chain.shape)
    for k in range(len(dense)):
        for d in range(skeletons.depth[k] + 1):
            out[k, d] = dense[k, skeletons.chain[k, d]]
    return out


def tree_matrix(skeletons, random):
    """Positive definite, and not zero only where one freedom is above the other: sum of k k^T over chains."""
    n = len(skeletons.bone)
    dense = np.diag(random.uniform(0.1, 1.0, n))
    for k in range(n):
        row = np.zeros(n)
        chain = skeletons.chain[k, : skeletons.depth[k] + 1]
        row[chain] = random.normal(size=len(chain))
        dense += np.outer(row, row)
    return dense


@pytest.mark.parametrize("names", [["boxer"], ["paper36"], ["boxer", "paper36", "boxer"]])
@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_a_factored_tree_gives_what_numpy_gives_and_leaves_others_alone(names, seed):
    skeletons, random = build_skeletons([load_rig(name) for name in names]), np.random.default_rng(seed)
    dense = tree_matrix(skeletons, random)
    matrix, right = packed_like(skeletons, dense), random.normal(size=len(dense))
    x, untouched = right.copy(), matrix.copy()
    c = len(names) - 1
    first, last = skeletons.first_freedom[c], skeletons.first_freedom[c + 1]
    factor(matrix, skeletons.chain, skeletons.depth, first, last)
    solve(matrix, skeletons.chain, skeletons.depth, first, last, x)
    assert np.allclose(
        x[first:last], np.linalg.solve(dense[first:last, first:last], right[first:last]), rtol=1e-8, atol=1e-10
    )
    assert np.array_equal(x[:first], right[:first])
    assert np.array_equal(matrix[:first], untouched[:first])


def one_by_one(matrix, chain, depth, x):
    """The same without threes, number by number."""
    for k in reversed(range(len(x))):
        pivot = 1.0 / matrix[k, depth[k]]
        for d in reversed(range(depth[k])):
            a = matrix[k, d] * pivot
            matrix[chain[k, d], : d + 1] -= a * matrix[k, : d + 1]
            matrix[k, d] = a
    for k in reversed(range(len(x))):
        x[chain[k, : depth[k]]] -= matrix[k, : depth[k]] * x[k]
    for k in range(len(x)):
        own = x[k] / matrix[k, depth[k]]
        for d in range(depth[k]):
            own -= matrix[k, d] * x[chain[k, d]]
        x[k] = own


@pytest.mark.parametrize("name", ["boxer", "paper36", "torso28"])
def test_three_at_once_come_to_the_same_bits_as_one_by_one(name):
    skeletons, random = build_skeletons([load_rig(name)]), np.random.default_rng(5)
    chain, depth = skeletons.chain, skeletons.depth
    matrix, x = packed_like(skeletons, tree_matrix(skeletons, random)), random.normal(size=len(depth))
    plain, solved = matrix.copy(), x.copy()
    factor(matrix, chain, depth, 0, len(x))
    solve(matrix, chain, depth, 0, len(x), x)
    one_by_one(plain, chain, depth, solved)
    assert np.array_equal(matrix, plain)
    assert np.array_equal(x, solved)


def test_the_example_in_the_text_is_right():
    """[[4, 2], [2, 3]] has D = (8/3, 3) and L_10 = 2/3."""
    matrix, chain, depth = np.array([[4.0, 0.0], [2.0, 3.0]]), np.array([[0, -1], [0, 1]]), np.array([0, 1])
    factor(matrix, chain, depth, 0, 2)
    assert np.allclose([matrix[0, 0], matrix[1, 1], matrix[1, 0]], [8 / 3, 3, 2 / 3])


@pytest.mark.parametrize("name", ["boxer", "paper36"])
def test_the_mass_matrix_of_any_pose_can_be_solved(bench, name):
    random = np.random.default_rng(7)
    body = bench(name)
    for _ in range(10):
        matrix = body.randomise(random).dynamics().mass_matrix.copy()
        dense, right = body.dense(matrix), random.normal(size=len(matrix))
        x = right.copy()
        factor(matrix, body.skeletons.chain, body.skeletons.depth, 0, len(x))
        solve(matrix, body.skeletons.chain, body.skeletons.depth, 0, len(x), x)
        assert np.allclose(dense @ x, right, atol=1e-7)
        assert np.linalg.eigvalsh(dense).min() > 0.0


@settings(max_examples=20, deadline=None)
@given(n=st.integers(1, 60), seed=st.integers(0, 2**32 - 1))
def test_the_dense_solver_gives_what_numpy_gives(n, seed):
    random = np.random.default_rng(seed)
    matrix, right = random.normal(size=(n, n)) + 3.0 * np.eye(n), random.normal(size=n)
    expected = np.linalg.solve(matrix, right)
    x = right.copy()
    solve_dense(matrix.copy(), x)
    assert np.allclose(x, expected, atol=1e-8 * max(1.0, np.abs(expected).max()) * np.linalg.cond(matrix))


def test_the_dense_solver_finds_its_way_around_a_zero_on_the_diagonal():
    x = np.array([2.0, 3.0])
    solve_dense(np.array([[0.0, 1.0], [1.0, 0.0]]), x)
    assert x.tolist() == [3.0, 2.0]


def test_the_chain_of_every_freedom_above_begins_the_chain_below():
    """What the packed form rests on, checked for a body that is not one of ours."""
    boxer = load_rig("boxer")
    skeletons = build_skeletons([boxer, Rig("one", 1.0, boxer.bones[:1], (1,), (0,))])
    for k in range(len(skeletons.bone)):
        chain = skeletons.chain[k, : skeletons.depth[k] + 1]
        assert chain[-1] == k
        for d, j in enumerate(chain):
            assert np.array_equal(skeletons.chain[j, : skeletons.depth[j] + 1], chain[: d + 1])
    assert skeletons.joint[-1] == Joint.ROOT
