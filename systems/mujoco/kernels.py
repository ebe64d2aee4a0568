"""What is done for every touch and every character of a MuJoCo world, compiled: one pass over the library's own arrays.

MuJoCo mixes the frictions of two that touch by the greater one and has no restitution. Both are ours: `rub` multiplies
frictions when touches have been found, and `aim` says which speed each touch has to come to, before forces are sought.
"""

from __future__ import annotations

from math import sqrt

from components.arrays import (
    Floats1,
    Floats2,
    Ints1,
    Ints2,
    ReadOnly2,
    ShortInts1,
    Strided1,
    Strided2,
    StridedShortInts1,
    StridedShortInts2,
)
from systems.kernels import entry, kernel
from systems.kernels.quaternions import add, cross, rotate

HARD = 0.99  # how little a touch gives: of the speed at which two meet 1 % is left, and a step is solved at once
MENDED = 0.2  # the share of a depth that is mended in one step
FASTEST_OUT = 2.0  # m/s at which two that are deep in each other leave
LEAST_REACH, MOST_REACH = 0.002, 0.09  # m
SPARE_REACH = 0.001  # m of the least: who gets no further beyond what was asked need not be asked about again
STEEP = 0.9  # of a normal upward: 26 degrees, where the waves have 1
NO_RUB = 1e-5  # the least friction that MuJoCo takes


@entry
@kernel
def reach(
    moving: Floats2,
    middle: Floats2,
    root: ShortInts1,
    body: ShortInts1,
    place: Floats2,
    longer: Floats1,
    dt: float,
    out: Floats1,
):
    """Write how far before a touch (m) each shape is asked how fast it may come on: as far as it gets in a step.

    A glove at 6 m/s gets 5 cm in 1/120 s. A thing at rest: 2 mm, so that what only lies near costs nothing. `moving`:
    of each body its spin and the speed that a point of it would have in the `middle` of all that hangs together.
    `longer`: m, how much longer than thick half of a shape is; the end of a forearm of 0.24 m that turns with 20 rad/s
    gets 2 cm further than its middle.
    """
    for k in range(len(out)):
        b = body[k]
        c = root[b]
        spin = (moving[b, 0], moving[b, 1], moving[b, 2])
        arm = (place[k, 0] - middle[c, 0], place[k, 1] - middle[c, 1], place[k, 2] - middle[c, 2])
        x, y, z = add((moving[b, 3], moving[b, 4], moving[b, 5]), cross(spin, arm))
        turning = longer[k] * sqrt(spin[0] * spin[0] + spin[1] * spin[1] + spin[2] * spin[2])
        out[k] = LEAST_REACH + min(dt * (sqrt(x * x + y * y + z * z) + turning), MOST_REACH)


@entry
@kernel
def rub(geoms: StridedShortInts2, friction: Floats1, rolling: Floats1, mixed: Strided2):
    """Write each touch's frictions: along its plane (1), about its normal (m), and of rolling (m).

    A glove (1) on canvas that is set to .8 slides with .8; a ball (.8) on it with .64.
    """
    for k in range(len(geoms)):
        one, two = geoms[k, 0], geoms[k, 1]
        slides = max(friction[one] * friction[two], NO_RUB)
        rolls = max(rolling[one], rolling[two], NO_RUB)
        mixed[k, 0] = mixed[k, 1] = slides
        mixed[k, 2] = mixed[k, 3] = mixed[k, 4] = rolls


@entry
@kernel
def lay_on_waves(
    geoms: StridedShortInts2,
    waves: int,
    cell: float,
    heights: ReadOnly2,
    gap: Strided1,
    place: Strided2,
    frame: Strided2,
):
    """Turn touches with the inner walls of a field of heights into touches with its surface.

    MuJoCo takes each half of a cell for a prism of its own, and the shortest way out of it may lead through the wall to
    the next: a foot on gentle waves met walls that are not there, and tripped. What is 4 mm in such a wall and 1 cm
    below the surface comes to be 1 cm deep in the surface.
    """
    half = 0.5 * cell * (len(heights) - 1)
    for k in range(len(gap)):
        if geoms[k, 0] != waves or frame[k, 2] > STEEP:
            continue
        x = place[k, 0] + 0.5 * gap[k] * frame[k, 0]
        y = place[k, 1] + 0.5 * gap[k] * frame[k, 1]
        z = place[k, 2] + 0.5 * gap[k] * frame[k, 2]
        u, v = (x + half) / cell, (y + half) / cell
        i, j = int(u), int(v)
        if not (u >= 0 and i < len(heights) - 1 and v >= 0 and j < len(heights) - 1):
            continue
        u, v = u - i, v - j
        if u + v <= 1.0:
            low = heights[i, j]
            along, aside = heights[i + 1, j] - low, heights[i, j + 1] - low
            height = low + u * along + v * aside
        else:
            far = heights[i + 1, j + 1]
            along, aside = far - heights[i, j + 1], far - heights[i + 1, j]
            height = far - (1.0 - u) * along - (1.0 - v) * aside
        long = sqrt(along * along + aside * aside + cell * cell)
        n = (-along / long, -aside / long, cell / long)
        gap[k] = (z - height) * n[2]
        side = sqrt(n[0] * n[0] + n[2] * n[2])
        t = (n[2] / side, 0.0, -n[0] / side)
        b = cross(n, t)
        for a in range(3):
            frame[k, a], frame[k, 3 + a], frame[k, 6 + a] = n[a], t[a], b[a]
        place[k, 0] = x - 0.5 * gap[k] * n[0]
        place[k, 1] = y - 0.5 * gap[k] * n[1]
        place[k, 2] = z - 0.5 * gap[k] * n[2]


@entry
@kernel
def first_lifts(first: StridedShortInts1, width: StridedShortInts1, speed: Floats1, mixed: Strided2, lifts: Floats1):
    """Fill `lifts`, see `aim`, as if everything went on sliding as it does."""
    for k in range(len(first)):
        lifts[k] = lift(first[k], width[k], speed, speed, 0.0, mixed, k) if first[k] >= 0 else 0.0


@entry
@kernel
def lifts_differ(
    gap: Strided1,
    first: StridedShortInts1,
    width: StridedShortInts1,
    speed: Floats1,
    gain: Floats1,
    dt: float,
    mixed: Strided2,
    force: Floats1,
    lifts: Floats1,
    deep: float,
):
    """Bring `lifts` to what has come of it; m/s by how much they were wrong where that matters, and m by which too
    great a one lets two into each other in this step that end it more than `deep` (m) in each other.

    Two gloves that slide past each other at 4 m/s are thought to leave at 4 m/s, and that much less is asked for. Where
    their friction stops them they go 3 cm into each other.
    """
    differ, let_in = 0.0, 0.0
    for k in range(len(first)):
        at = first[k]
        if at < 0:
            continue
        found = lift(at, width[k], speed, gain, dt, mixed, k)
        if force[at] > 0.0 or lifts[k] > found:
            differ = max(differ, abs(found - lifts[k]))
        if force[at] > 0.0 and gap[k] + dt * (speed[at] + dt * gain[at]) < -deep:
            let_in = max(let_in, dt * (lifts[k] - found))
        lifts[k] = found
    return differ, let_in


@kernel
def lift(at, wide, speed, gain, dt, mixed, k):
    """m/s: friction times how fast the touch slides (and spins and rolls) a step later."""
    square = 0.0
    for row in range(1, wide):
        square += (mixed[k, row - 1] * (speed[at + row] + dt * gain[at + row])) ** 2
    return sqrt(square)


@entry
@kernel
def aim(
    geoms: StridedShortInts2,
    gap: Strided1,
    first: StridedShortInts1,
    width: StridedShortInts1,
    speed: Floats1,
    wanted: Floats1,
    restitution: Floats1,
    stiffness: Floats1,
    damping: Floats1,
    lifts: Floats1,
    sink: float,
    dt: float,
):
    """Write what each touch's rows are to change (m/s2, rad/s2) for them to come to the speed that they ought to have.

    Along the normal: two that are `sink` deep come to rest; two that are further apart may close just that in a step;
    two that are deeper leave at a fifth of the depth a step, at 2 m/s at most: 1 cm at 0.24 m/s. Two that would meet
    leave with their share of the speed at which they came. Along the plane they come to rest, as far as friction can.

    What gives (`Bone.give`) leaves with k / (c + dt k) times its depth: `soften` does the rest.

    MuJoCo's forces are those of a convex problem, in which what slides at v also leaves at friction times v: a block
    at 4 m/s on canvas of .5 would take off at 2 m/s. `lifts` is that speed, and that much less is asked for.
    """
    for k in range(len(gap)):
        at = first[k]
        if at < 0:
            continue
        apart, came = gap[k] + sink, speed[at]
        leave = -apart / dt if apart > 0.0 else min(-apart * MENDED / dt, FASTEST_OUT)
        share = restitution[geoms[k, 0]] * restitution[geoms[k, 1]]
        if share > 0.0 and came * dt < -max(apart, 0.0):
            leave = max(leave, came + (-share * came - came) / HARD)
        soft = in_a_row(stiffness[geoms[k, 0]], stiffness[geoms[k, 1]])
        if soft > 0.0 and apart < 0.0:
            leave = -apart * soft / (damping[geoms[k, 0]] + damping[geoms[k, 1]] + dt * soft)
        wanted[at] = (leave - lifts[k] - came) / dt
        for row in range(at + 1, at + width[k]):
            wanted[row] = -speed[row] / dt


@entry
@kernel
def soften(
    geoms: StridedShortInts2,
    first: StridedShortInts1,
    stiffness: Floats1,
    damping: Floats1,
    dt: float,
    mixed: Strided2,
    yields: Floats1,
    holds: Floats1,
    cone: Strided1,
):
    """Write how much a touch yields to its force where a bone gives: dt (c + dt k) N for each m/s2, a step foreseen.

    f = -k (x + dt v) - c v with the speed v after the step: four corners of 20 000 N/m bear 75 kg 9 mm deep. Along the
    plane it is as hard as others, so the cone of its friction, which MuJoCo scales by both, is scaled anew.
    """
    for k in range(len(first)):
        at, soft = first[k], in_a_row(stiffness[geoms[k, 0]], stiffness[geoms[k, 1]])
        if at >= 0 and soft > 0.0:
            holds[at] = dt * (damping[geoms[k, 0]] + damping[geoms[k, 1]] + dt * soft)
            yields[at] = 1.0 / holds[at]
            cone[k] = mixed[k, 0] * sqrt(yields[at + 1] * holds[at])


@kernel
def in_a_row(one, two):
    """N/m of two springs, 0 of what is hard: two of 20 000 are one of 10 000, one and a hard floor are 20 000."""
    if one > 0.0 and two > 0.0:
        return one * two / (one + two)
    return max(one, two)


@kernel
def tell(geoms, gap, k, place, frame, force, body, link, row):
    """Touch k as systems/engine.py has it, seen from the second of the two."""
    one, two = geoms[k, 0], geoms[k, 1]
    row[0], row[1], row[2], row[3] = body[two], body[one], link[two], link[one]
    row[4], row[11] = force, gap[k]
    for a in range(3):
        row[5 + a] = place[k, a] + 0.5 * gap[k] * frame[k, a]
        row[8 + a] = frame[k, a]


@entry
@kernel
def gather(
    geoms: StridedShortInts2,
    gap: Strided1,
    first: StridedShortInts1,
    place: Strided2,
    frame: Strided2,
    force: Floats1,
    body: Ints1,
    link: Ints1,
    out: Floats2,
) -> int:
    """Fill `out` with the touches that have a force."""
    n = 0
    for k in range(len(gap)):
        if first[k] >= 0 and force[first[k]] > 0.0:
            tell(geoms, gap, k, place, frame, force[first[k]], body, link, out[n])
            n += 1
    return n


@entry
@kernel
def foresee(
    geoms: StridedShortInts2,
    gap: Strided1,
    excluded: StridedShortInts1,
    place: Strided2,
    frame: Strided2,
    body: Ints1,
    link: Ints1,
    out: Floats2,
) -> int:
    """The same before there are forces: those that the step will ask about."""
    n = 0
    for k in range(len(gap)):
        if excluded[k] == 0:
            tell(geoms, gap, k, place, frame, 0.0, body, link, out[n])
            n += 1
    return n


@entry
@kernel
def pick(rows: ReadOnly2, bodies: Ints1, out: Floats2) -> int:
    """Those of `rows` that are of these bodies, one body after another, each seen from its own side."""
    n = 0
    for b in range(len(bodies)):
        for k in range(len(rows)):
            if rows[k, 0] == bodies[b]:
                for a in range(12):
                    out[n, a] = rows[k, a]
                n += 1
            elif rows[k, 1] == bodies[b]:
                out[n, 0], out[n, 1], out[n, 2], out[n, 3] = rows[k, 1], rows[k, 0], rows[k, 3], rows[k, 2]
                out[n, 4], out[n, 11] = rows[k, 4], rows[k, 11]
                for a in range(3):
                    out[n, 5 + a] = rows[k, 5 + a] - rows[k, 11] * rows[k, 8 + a]
                    out[n, 8 + a] = -rows[k, 8 + a]
                n += 1
    return n


@entry
@kernel
def read(places: Floats1, speeds: Floats1, roots: Ints2, joints: Ints1, base: Floats2, raw: Floats1):
    """Fill `base` and `raw` as `Engine.read` says. `roots`: where each root's place and speed begin.

    `joints`: where each number of `raw` stands, in `places`, or that far behind them in `speeds`. MuJoCo writes a turn
    w first, and a free body's spin in its own axes.
    """
    for c in range(len(roots)):
        p, v = roots[c, 0], roots[c, 1]
        turn = (places[p + 4], places[p + 5], places[p + 6], places[p + 3])
        spin = rotate(turn, (speeds[v + 3], speeds[v + 4], speeds[v + 5]))
        for a in range(3):
            base[c, a] = places[p + a]
            base[c, 7 + a] = speeds[v + a]
        for a in range(4):
            base[c, 3 + a] = turn[a]
        base[c, 10], base[c, 11], base[c, 12] = spin
    for k in range(len(joints)):
        at = joints[k]
        raw[k] = places[at] if at < len(places) else speeds[at - len(places)]


@entry
@kernel
def motion(places: Floats1, speeds: Floats1, place: int, speed: int):
    """`Engine.moving` of a free body whose place and speed begin there. Turned as `mju_rotVecQuat` does, to the bit."""
    w, x, y, z = places[place + 3], places[place + 4], places[place + 5], places[place + 6]
    a, b, c = speeds[speed + 3], speeds[speed + 4], speeds[speed + 5]
    spin = (a, b, c)
    if a == 0.0 and b == 0.0 and c == 0.0:
        spin = (0.0, 0.0, 0.0)
    elif w != 1.0 or x != 0.0 or y != 0.0 or z != 0.0:
        p, q, r = w * a + y * c - z * b, w * b + z * a - x * c, w * c + x * b - y * a
        spin = (a + 2.0 * (y * r - z * q), b + 2.0 * (z * p - x * r), c + 2.0 * (x * q - y * p))
    return (
        places[place], places[place + 1], places[place + 2], x, y, z, w,
        speeds[speed], speeds[speed + 1], speeds[speed + 2], spin[0], spin[1], spin[2],
    )  # fmt: skip


@entry
@kernel
def pull(
    joint: Floats2, root: Floats2, pulled: Ints1, freedoms: Ints1, bones: Ints1, turning: Floats1, outside: Floats2
):
    """Add torques of joints and roots as `Engine.pull` says, to MuJoCo's arrays of forces."""
    for k in range(len(pulled)):
        turning[freedoms[k]] += joint[pulled[k] // 3, pulled[k] % 3]
    for c in range(len(bones)):
        for a in range(3):
            outside[bones[c], 3 + a] += root[c, a]
