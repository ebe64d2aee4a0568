"""The impulses of an impact: many touches at once, none of which pulls.

A touch has three rows: along its normal, and two across it. Row r's speed u (m/s, above 0: the two come apart) changes
by `give[r, s]` for each N s in row s; `give` is J M^-1 J^T of the bodies. Two laws of friction: across a smooth touch
there is no impulse, a rough one that pushes does not slide at all.

Compression finds the least impulses p with which nothing comes nearer than it may,

    u' = u + give p,    p_n >= 0,    u'_n >= -reach,    p_n = 0 where u'_n > -reach        (across: p = 0, or u' = 0)

`reach` (m/s) is how fast two that do not touch yet may still come together in this step. Expansion is Poisson's: each
touch pushes once more, `restitution` e times as hard, and harder by x where that would not keep two apart. The energy
that is lost is

    1/2 (1 - e^2) p give p + 1/2 x give x + (1 + e) p reach + x reach

and that is never below 0, however many touches there are and with both laws of friction. (Newton's rule, u' = -e u, can
gain energy: with friction, or where three touch at once.) A ball of 1 kg at -3 m/s gets 4.5 N s for e = 0.5: it leaves
with 1.5 m/s, and 3.375 J are lost.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from components.arrays import Bools1, Floats1, Floats2
from systems.kernels import allocating_kernel, entry, kernel

SAME = 1e-7  # of a row's own give: a row that has less left, beside those that act already, says nothing new
CLOSED, LEFT = 1e-12, 1e-6  # of the fastest row: so slowly nothing comes together; so slowly nobody sees it


@entry
@allocating_kernel
def impulses(give: Floats2, speed: Floats1, reach: Floats1, restitution: float, rough: Bools1, out: Floats1):
    """Fill `out` (N s, three rows a touch). `rough` touches whose friction finds nothing to hold to become smooth."""
    n = len(speed)
    nobody = np.zeros(len(reach), np.bool_)
    compress(give, speed, reach, rough, nobody, out)
    if restitution == 0.0:
        return
    after = np.empty(n)
    for r in range(n):
        out[r] *= 1.0 + restitution
    for r in range(n):
        after[r] = speed[r] + speed_change(give, r, out)
    held, smooth, more = np.empty(len(reach), np.bool_), nobody, np.empty(n)
    for c in range(len(reach)):
        held[c] = rough[c] and out[3 * c] > 0.0
    compress(give, after, reach, smooth, held, more)
    for r in range(n):
        out[r] += more[r]


@allocating_kernel
def compress(give, speed, reach, rough, held, out):
    """The least impulses with which nothing comes nearer than it may; across `held` touches nothing slides anyway.

    More touches than the bodies have freedoms cannot all be as near as they may. Then they come no nearer at all.
    """
    if push_apart(give, speed, reach, rough, held, out) >= 0:
        reach[:] = 0.0
        push_apart(give, speed, reach, rough, held, out)


@allocating_kernel
def push_apart(give, speed, reach, rough, held, out):
    """A touch that is left closing, -1 if there is none.

    An active set: the touch that closes fastest is added until none closes, and one that would pull is let go (Lawson
    and Hanson). What is let go comes back smooth, so nothing is added for ever.
    """
    touches, n = len(reach), len(speed)
    rows, factor, want = np.empty(n, np.int64), np.empty((n, n)), np.empty(n)
    pushes, barred = np.zeros(touches, np.bool_), np.zeros(touches, np.bool_)
    out[:] = 0.0
    fastest = 0.0
    for r in range(n):
        fastest = max(fastest, abs(speed[r]))
    k = gather(give, pushes, rough, held, rows, factor)
    for _ in range(20 + 8 * touches):
        while True:
            solve_rows(factor, rows, k, speed, reach, want)
            pulls = step_towards(rows, k, want, out)
            if pulls < 0:
                break
            pushes[pulls] = rough[pulls] = False
            barred[:] = False
            k = gather(give, pushes, rough, held, rows, factor)
            keep_only(rows, k, pushes, want, out)
        c = closing(give, speed, reach, pushes, barred, out, CLOSED * fastest)
        if c < 0:
            break
        before = k
        k = take_touch(give, c, rough[c] and not held[c], rows, factor, k)
        pushes[c] = k > before and rows[before] == 3 * c
        if not pushes[c]:
            barred[c] = True
            k = before
    barred[:] = False
    return closing(give, speed, reach, pushes, barred, out, LEFT * fastest)


@kernel
def gather(give, pushes, rough, held, rows, factor):
    """The rows that act and the Cholesky factor of their `give`; how many there are."""
    k = 0
    for c in range(len(pushes)):
        if held[c]:
            k = take_row(give, 3 * c + 1, rows, factor, k)
            k = take_row(give, 3 * c + 2, rows, factor, k)
    for c in range(len(pushes)):
        if pushes[c]:
            k = take_touch(give, c, rough[c] and not held[c], rows, factor, k)
    return k


@kernel
def keep_only(rows, k, pushes, room, out):
    """Nothing of `out` is left in rows that do not act."""
    pushes[:] = False
    for i in range(k):
        room[i] = out[rows[i]]
    out[:] = 0.0
    for i in range(k):
        out[rows[i]] = room[i]
        pushes[rows[i] // 3] = pushes[rows[i] // 3] or rows[i] % 3 == 0


@kernel
def take_touch(give, c, with_friction, rows, factor, k):
    k = take_row(give, 3 * c, rows, factor, k)
    if with_friction:
        k = take_row(give, 3 * c + 1, rows, factor, k)
        k = take_row(give, 3 * c + 2, rows, factor, k)
    return k


@kernel
def take_row(give, r, rows, factor, k):
    """Add a row to the factor, unless those in it say the same: the fourth corner of a box moves as three do."""
    left = give[r, r]
    for i in range(k):
        value = give[r, rows[i]]
        for j in range(i):
            value -= factor[i, j] * factor[k, j]
        factor[k, i] = value / factor[i, i]
        left -= factor[k, i] * factor[k, i]
    if left <= SAME * give[r, r]:
        return k
    factor[k, k] = sqrt(left)
    rows[k] = r
    return k + 1


@kernel
def solve_rows(factor, rows, k, speed, reach, want):
    """The impulses with which all rows that act come to rest, or to `reach`."""
    for i in range(k):
        r = rows[i]
        value = -speed[r] - (reach[r // 3] if r % 3 == 0 else 0.0)
        for j in range(i):
            value -= factor[i, j] * want[j]
        want[i] = value / factor[i, i]
    for i in range(k - 1, -1, -1):
        value = want[i]
        for j in range(i + 1, k):
            value -= factor[j, i] * want[j]
        want[i] = value / factor[i, i]


@kernel
def step_towards(rows, k, want, out):
    """`out` goes to what is wanted as far as no touch pulls; the one that would be the first to, -1 if none."""
    share, pulls = 1.0, -1
    for i in range(k):
        r = rows[i]
        if r % 3 == 0 and want[i] <= 0.0:
            reached = out[r] / (out[r] - want[i]) if out[r] > want[i] else 0.0
            if reached < share:
                share, pulls = reached, r // 3
    for i in range(k):
        out[rows[i]] += share * (want[i] - out[rows[i]])
    return pulls


@kernel
def closing(give, speed, reach, pushes, barred, out, least):
    """The touch that does not push and comes together fastest; -1 if none does."""
    worst, found = -least, -1
    for c in range(len(reach)):
        if pushes[c] or barred[c]:
            continue
        u = speed[3 * c] + speed_change(give, 3 * c, out) + reach[c]
        if u < worst:
            worst, found = u, c
    return found


@kernel
def speed_change(give, r, out):
    total = 0.0
    for s in range(len(out)):
        total += give[r, s] * out[s]
    return total
