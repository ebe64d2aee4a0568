"""Solve a symmetric system that has the shape of a body: L^T D L along the tree, no fill-in.

Row k of `matrix` holds the entries with the freedoms of its chain, by depth, itself last. Because the chain of every
freedom above k is the beginning of k's own, eliminating k is a handful of short runs of neighbours in memory.
[[4, 2], [2, 3]] has D = (8/3, 3) and L_10 = 2/3.

Three freedoms that hang on one another go at once, so that what is above them is fetched once for all three. Each still
changes it in its turn, so it comes to the same bits as one by one.
"""

from __future__ import annotations

from systems.kernels import kernel


@kernel
def three(k, chain, depth):
    """Does k hang on k - 1, and that on k - 2: a ball joint, or hinges in a row?"""
    return depth[k] >= 2 and chain[k, depth[k] - 2] == k - 2


@kernel
def factor(matrix, chain, depth, first, last):
    """Turn rows first..last of `matrix` into L (off the diagonal) and D (on it), in place."""
    k = last - 1
    while k >= first:
        own = depth[k]
        if not three(k, chain, depth):
            eliminate(matrix, chain, k, own, 0)
            k -= 1
            continue
        eliminate(matrix, chain, k, own, own - 2)
        eliminate(matrix, chain, k - 1, own - 1, own - 2)
        x, y, z = 1.0 / matrix[k, own], 1.0 / matrix[k - 1, own - 1], 1.0 / matrix[k - 2, own - 2]
        for d in range(own - 3, -1, -1):
            above = chain[k, d]
            a, b, c = matrix[k, d] * x, matrix[k - 1, d] * y, matrix[k - 2, d] * z
            for e in range(d + 1):
                matrix[above, e] = matrix[above, e] - a * matrix[k, e] - b * matrix[k - 1, e] - c * matrix[k - 2, e]
            matrix[k, d], matrix[k - 1, d], matrix[k - 2, d] = a, b, c
        k -= 3


@kernel
def eliminate(matrix, chain, k, own, least):
    """Take freedom k, at depth `own`, out of the rows above it, up to the one at depth `least`."""
    pivot = 1.0 / matrix[k, own]
    for d in range(own - 1, least - 1, -1):
        above = chain[k, d]
        a = matrix[k, d] * pivot
        for e in range(d + 1):
            matrix[above, e] -= a * matrix[k, e]
        matrix[k, d] = a


@kernel
def solve(matrix, chain, depth, first, last, x):
    """x := (L^T D L)^-1 x, for rows first..last."""
    k = last - 1
    while k >= first:
        own, a = depth[k], x[k]
        if not three(k, chain, depth):
            for d in range(own):
                x[chain[k, d]] -= matrix[k, d] * a
            k -= 1
            continue
        b = x[k - 1] - matrix[k, own - 1] * a
        c = x[k - 2] - matrix[k, own - 2] * a - matrix[k - 1, own - 2] * b
        x[k - 1], x[k - 2] = b, c
        for d in range(own - 2):
            j = chain[k, d]
            x[j] = x[j] - matrix[k, d] * a - matrix[k - 1, d] * b - matrix[k - 2, d] * c
        k -= 3
    k = first
    while k < last:
        own = depth[k]
        if k + 2 >= last or not three(k + 2, chain, depth):
            a = x[k] / matrix[k, own]
            for d in range(own):
                a -= matrix[k, d] * x[chain[k, d]]
            x[k] = a
            k += 1
            continue
        a, b, c = x[k] / matrix[k, own], x[k + 1] / matrix[k + 1, own + 1], x[k + 2] / matrix[k + 2, own + 2]
        for d in range(own):
            above = x[chain[k, d]]
            a, b, c = a - matrix[k, d] * above, b - matrix[k + 1, d] * above, c - matrix[k + 2, d] * above
        b -= matrix[k + 1, own] * a
        c = c - matrix[k + 2, own] * a - matrix[k + 2, own + 1] * b
        x[k], x[k + 1], x[k + 2] = a, b, c
        k += 3


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
