"""The impulses of an impact against closed forms, against all ways to choose who pushes, and against energy."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from systems.kernels.pushes import impulses


def strike(mass, rows, v, e=0.0, rough=False, reach=None):
    """Velocities after it, impulses and who was rough in the end; `rows` (3 touches, coordinates) is the Jacobian."""
    give = np.ascontiguousarray(rows @ np.linalg.solve(mass, rows.T))
    n = len(rows) // 3
    out, frictions = np.empty(3 * n), np.full(n, rough)
    impulses(give, rows @ v, np.zeros(n) if reach is None else reach, e, frictions, out)
    return v + np.linalg.solve(mass, rows.T @ out), out, frictions


def smooth(*normals):
    """Touches of one dimension: nothing across."""
    rows = np.zeros((3 * len(normals), len(normals[0])))
    rows[::3] = normals
    return rows


@pytest.mark.parametrize("e", [0.0, 0.3, 1.0])
def test_a_ball_that_falls_on_the_floor(e):
    after, push, _ = strike(np.diag([2.0, 2.0, 2.0]), np.eye(3)[[2, 0, 1]], np.array([1.5, -0.5, -3.0]), e)
    assert after == pytest.approx([1.5, -0.5, 3.0 * e], abs=1e-9)
    assert push == pytest.approx([2.0 * 3.0 * (1.0 + e), 0.0, 0.0], abs=1e-9)


def test_a_solid_ball_that_does_not_slide_rolls():
    """Five sevenths of its speed along the floor are left, and it turns at what that is over its radius."""
    m, r, v = 2.0, 0.1, 3.0
    mass = np.diag([m, m, 0.4 * m * r * r])  # x, z, turn about y
    rows = np.zeros((3, 3))
    rows[0, 1], rows[1, 0], rows[1, 2] = 1.0, 1.0, -r
    rows[2] = rows[1]  # across y nothing moves: any row that says nothing new
    after, _, _ = strike(mass, rows, np.array([v, -1.0, 0.0]), rough=True)
    assert after == pytest.approx([5 / 7 * v, 0.0, 5 / 7 * v / r], abs=1e-9)


@pytest.mark.parametrize("e", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("angle", [0.0, 0.7, 1.5])
def test_the_end_of_a_rod(e, angle):
    """J = (1 + e) m v / (1 + 3 cos^2 angle)."""
    m, length, v = 3.0, 1.2, 4.0
    mass = np.diag([m, m, m * length**2 / 12])  # x, z, turn
    rows = smooth([0.0, 1.0, 0.5 * length * np.cos(angle)])
    after, push, _ = strike(mass, rows, np.array([0.0, -v, 0.0]), e)
    expected = (1 + e) * m * v / (1 + 3 * np.cos(angle) ** 2)
    assert push[0] == pytest.approx(expected, abs=1e-9)
    assert after == pytest.approx([0.0, -v + expected / m, 6 * expected * np.cos(angle) / (m * length)], abs=1e-9)


@pytest.mark.parametrize("e", [0.0, 1.0])
def test_the_end_of_a_double_pendulum(e):
    """Two rods of m and l in line, struck across at the free end: the upper one turns the other way at 3 / 7 of it."""
    m, length, w = 1.5, 0.8, 5.0
    mass = m * length**2 * np.array([[4 / 3, 1 / 2], [1 / 2, 1 / 3]])  # angles of both in the world
    after, push, _ = strike(mass, smooth([length, length]), np.array([-w, -w]), e)
    expected = (1 + e) * 2 * length * w / (length**2 * (1 / 3 + 4 / 3 - 2 * 1 / 2) / (m * length**2 * (4 / 9 - 1 / 4)))
    assert push[0] == pytest.approx(expected, abs=1e-9)
    turned = expected / (m * length) * np.array([1 / 3 - 1 / 2, 4 / 3 - 1 / 2]) / (4 / 9 - 1 / 4)
    assert after == pytest.approx([-w + turned[0], -w + turned[1]], abs=1e-9)
    assert length * after.sum() == pytest.approx(e * 2 * length * w, abs=1e-9)


def test_two_rods_that_meet():
    """Ends of two rods, face to face: each gets half, for they are the same; momentum and spin are kept."""
    m, length, v, e = 2.0, 1.0, 3.0, 0.4
    one = [m, m * length**2 / 12]
    mass = np.diag(one + one)  # z, turn; z, turn
    arm = 0.5 * length
    before = np.array([-v, 0.0, v, 0.0])
    after, push, _ = strike(mass, smooth([1.0, arm, -1.0, arm]), before, e)
    expected = (1 + e) * 2 * v / (2 * (1 / m + 12 * arm**2 / (m * length**2)))
    assert push[0] == pytest.approx(expected, abs=1e-9)
    assert m * (after[0] + after[2]) == pytest.approx(0.0, abs=1e-9)
    assert after[1] == pytest.approx(after[3], abs=1e-9)
    assert after[1] == pytest.approx(expected * arm / one[1], abs=1e-9)


def test_a_box_flat_on_the_floor_takes_what_its_corners_share():
    """Four corners say what three do; together they stop it, and none of them pulls."""
    corners = [(x, y) for x in (-0.5, 0.5) for y in (-0.3, 0.3)]
    after, push, _ = strike(
        np.diag([4.0, 0.2, 0.3]), smooth(*[[1.0, y, -x] for x, y in corners]), np.array([-2.0, 0.4, 0.1])
    )
    assert after == pytest.approx(np.zeros(3), abs=1e-9)
    assert push.sum() == pytest.approx(8.0, abs=1e-9)
    assert push.min() >= 0.0


def test_what_is_not_there_yet_may_come_as_near_as_to_touch():
    after, _, _ = strike(np.eye(1), smooth([1.0]), np.array([-3.0]), reach=np.array([1.25]))
    assert after == pytest.approx([-1.25], abs=1e-12)
    after, push, _ = strike(np.eye(1), smooth([1.0]), np.array([-3.0]), e=0.7, reach=np.array([5.0]))
    assert (after[0], push[0]) == (-3.0, 0.0)


def cluttered(random, n, links=8):
    """A heavy-and-light body of `links` freedoms and n touches anywhere on it."""
    a = random.normal(size=(links, links))
    mass = a @ a.T + np.diag(10.0 ** random.uniform(-2, 1, links))
    return mass, random.normal(size=(3 * n, links)), random.normal(size=links) * 3


def all_ways(mass, rows, v, frictions, reach):
    """Brute force: each set of touches that push, and those whose answer pulls nowhere and goes through nothing."""
    found = []
    give, u, n = rows @ np.linalg.solve(mass, rows.T), rows @ v, len(rows) // 3
    for chosen in product([False, True], repeat=n):
        act = [3 * c + a for c in range(n) if chosen[c] for a in range(3 if frictions[c] else 1)]
        want = np.array([-u[r] - (reach[r // 3] if r % 3 == 0 else 0.0) for r in act])
        p = np.zeros(3 * n)
        if act:
            p[act] = np.linalg.lstsq(give[np.ix_(act, act)], want, rcond=None)[0]
        after = u + give @ p
        still = [abs(after[r] + (reach[r // 3] if r % 3 == 0 else 0.0)) for r in act]
        if p[::3].min() >= -1e-9 and (after[::3] + reach).min() >= -1e-7 and max(still, default=0.0) < 1e-7:
            found.append(v + np.linalg.solve(mass, rows.T @ p))
    return found


@pytest.mark.parametrize("rough", [False, True])
@pytest.mark.parametrize("seed", range(60))
def test_up_to_four_touches_agree_with_all_ways_to_choose_who_pushes(rough, seed):
    random = np.random.default_rng(seed)
    n = int(random.integers(1, 5))
    mass, rows, v = cluttered(random, n, links=16 if rough else 8)
    reach = random.uniform(0, 1, n) * (random.random(n) < 0.5)
    after, push, frictions = strike(mass, rows, v, rough=rough, reach=reach)
    assert push[::3].min() >= 0.0
    ways = all_ways(mass, rows, v, frictions, reach)
    assert min(np.abs(after - way).max() for way in ways) < 1e-6
    if not rough:  # there is one answer; what holds on to the floor may have several
        assert max(np.abs(after - way).max() for way in ways) < 1e-6


@pytest.mark.parametrize("rough", [False, True])
def test_a_thousand_impacts_pull_nowhere_go_through_nothing_and_never_gain_energy(rough):
    random = np.random.default_rng(5)
    for _ in range(1000):
        n, e = int(random.integers(1, 13)), random.choice([0.0, 0.3, 0.8, 1.0])
        mass, rows, v = cluttered(random, n, links=int(random.integers(6, 30)))
        reach = random.uniform(0, 1, n) * (random.random(n) < 0.3)
        after, push, _ = strike(mass, rows, v, e, rough, reach)  # `reach` may be given up
        before_j, after_j = 0.5 * v @ mass @ v, 0.5 * after @ mass @ after
        assert push[::3].min() >= 0.0
        assert ((rows @ after)[::3] + reach).min() >= -1e-5
        assert after_j <= before_j * (1 + 1e-9)


def test_newtons_rule_would_gain_energy_where_this_does_not():
    """Kane's case: a body that is struck askew, does not slide and keeps e of its normal speed."""
    random, gained = np.random.default_rng(2), 0
    for _ in range(200):
        mass, rows, v = cluttered(random, 1)
        if rows[0] @ v > 0.0:
            v = -v
        give = rows @ np.linalg.solve(mass, rows.T)
        u = rows @ v
        newton = v + np.linalg.solve(mass, rows.T @ np.linalg.solve(give, np.array([-0.9 * u[0], 0.0, 0.0]) - u))
        after, _, _ = strike(mass, rows, v, 0.9, rough=True)
        before = v @ mass @ v
        gained += newton @ mass @ newton > before * (1 + 1e-9)
        assert after @ mass @ after <= before * (1 + 1e-9)
    assert gained > 5
