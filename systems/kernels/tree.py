"""Solve a symmetric system that has the shape of a body: L^T D L along the tree, no fill-in.

Row k of `matrix` holds the entries with the freedoms of its chain, by depth, itself last. Because the chain of every
freedom above k is the beginning of k's own, eliminating k is a handful of short runs of neighbours in memory.
[[4, 2], [2, 3]] has D = (8/3, 3) and L_10 = 2/3.
"""

from __future__ import annotations

from systems.kernels import kernel


@kernel
def factor(matrix, chain, depth, first, last):
    """Turn rows first..last of `matrix` into L (off the diagonal) and D (on it), in place."""
    for k in range(last - 1, first - 1, -1):
        pivot = 1.0 / matrix[k, depth[k]]
        for d in range(depth[k] - 1, -1, -1):
            above = chain[k, d]
            a = matrix[k, d] * pivot
            for e in range(d + 1):
                matrix[above, e] -= a * matrix[k, e]
            matrix[k, d] = a


@kernel
def solve(matrix, chain, depth, first, last, x):
    """x := (L^T D L)^-1 x, for rows first..last."""
    for k in range(last - 1, first - 1, -1):
        own = x[k]
        for d in range(depth[k]):
            x[chain[k, d]] -= matrix[k, d] * own
    for k in range(first, last):
        own = x[k] / matrix[k, depth[k]]
        for d in range(depth[k]):
            own -= matrix[k, d] * x[chain[k, d]]
        x[k] = own


@kernel
def solve_dense(matrix, x):
    """x := matrix^-1 x, for a matrix without symmetry: elimination with the largest pivot. Both are overwritten."""
    n = len(x)
    for k in range(n):
        best = k
        for i in range(k + 1, n):
            if abs(matrix[i, k]) > abs(matrix[best, k]):
                best = i
        if best != k:
            for j in range(k, n):
                matrix[k, j], matrix[best, j] = matrix[best, j], matrix[k, j]
            x[k], x[best] = x[best], x[k]
        for i in range(k + 1, n):
            a = matrix[i, k] / matrix[k, k]
            if a != 0.0:
                for j in range(k + 1, n):
                    matrix[i, j] -= a * matrix[k, j]
                x[i] -= a * x[k]
    for k in range(n - 1, -1, -1):
        for j in range(k + 1, n):
            x[k] -= matrix[k, j] * x[j]
        x[k] /= matrix[k, k]
