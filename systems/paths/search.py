"""The way through a motion graph of walks that keeps nearest to a line, a few steps ahead.

A way's price is a sum over its places, 30 a second, of (d / 6 cm)^2, d its distance to the line, plus what its
crossings cost, 1 + (how far the two walks are apart / 5 cm)^2 each, plus at its end (the angle between the body and the
line / 20 degrees)^2 and PACE for each metre that it is behind who goes at 1 m/s. A second at 6 cm from the line costs
30. Of all ways of the same number of steps the BEAM cheapest are followed on, DEPTH steps in all, or 3 seconds; only
the first step is done.
"""

from __future__ import annotations

from math import cos, hypot, pi, sin

import numpy as np

from components.arrays import Floats2, Vec3
from components.clock import TICKS_PER_S
from components.path import SPARSE, Ways
from systems.kernels import entry, kernel, search_kernel

DEPTH, BEAM = 5, 20
NEAR, TURN, APART = 0.06, 0.35, 0.05  # m, rad, m that cost 1
PACE, SPEED = 40.0, 1.0  # a metre; m/s
THERE, STANDS = 0.4, 300.0  # m before the end, from which he may stand; what a step costs that stands elsewhere
SETTLES = 10.0  # places off the line, that who comes to stand beside its end has to pay for
LOOK = 12  # places of the line that the nearest one is sought among, from the last one on
OVER_TICKS = 60  # of a crossing
CROSSING = 1.0  # for each, besides


@entry
@search_kernel
def search(ways: Ways, line: Floats2, step: float, closed: bool, leave: int, x: float, y: float, turn: float, at: int):
    """From where a walk is left (its place and +x, and the nearest place of the line by its number): the number of the
    edge to take, -1 to stay in the walk; and of each step of the way the root's place at its end."""
    room = 1 + DEPTH * BEAM
    widest = 1
    for i in range(len(ways.begins) - 1):
        widest = max(widest, 1 + ways.begins[i + 1] - ways.begins[i])
    where = np.empty((room, 3))  # how the clip lies
    state = np.empty((room, 5), np.int64)  # leave, place of the line, parent, edge, ticks
    paid = np.empty(room)
    where[0], state[0], paid[0] = (x, y, turn), (leave, at, -1, -1, 0), 0.0
    begin, end = 0, 1
    draft_where = np.empty((BEAM * widest, 3))
    draft_state = np.empty((BEAM * widest, 5), np.int64)
    draft_paid = np.empty(BEAM * widest)
    rank = np.empty(BEAM * widest)
    for _ in range(DEPTH):
        count = 0
        for node in range(begin, end):
            own = state[node, 0]
            for edge in range(ways.begins[own] - 1, ways.begins[own + 1]):
                taken = edge if edge >= ways.begins[own] else -1
                lay = (where[node, 0], where[node, 1], where[node, 2])
                lay, after, place, price, gone = stepped(ways, line, step, closed, own, taken, lay, state[node, 1])
                draft_where[count] = lay
                draft_state[count] = (after, place, node, taken, state[node, 4] + gone)
                draft_paid[count] = paid[node] + price
                owed = ahead(ways, line, step, closed, lay, after, place, at, draft_state[count, 4])
                rank[count] = draft_paid[count] + owed
                count += 1
        order = np.argsort(rank[:count], kind="mergesort")
        begin, last = end, min(BEAM, count)
        for k in range(last):
            where[end], state[end], paid[end] = draft_where[order[k]], draft_state[order[k]], draft_paid[order[k]]
            end += 1
    best = begin  # the first of the last ones is the cheapest
    way = np.empty((DEPTH, 2))
    taken = -1
    for k in range(DEPTH - 1, -1, -1):
        clip = ways.leave_clip[state[best, 0]]
        row = ways.first[clip] + ways.leave_frame[state[best, 0]]
        c, s = cos(where[best, 2]), sin(where[best, 2])
        way[k, 0] = where[best, 0] + c * ways.root[row, 0] - s * ways.root[row, 1]
        way[k, 1] = where[best, 1] + s * ways.root[row, 0] + c * ways.root[row, 1]
        taken = state[best, 3]
        best = state[best, 2]
    return taken, way


@kernel
def stepped(ways, line, step, closed, leave, edge, lay, place):
    """One step: how the clip lies in which it ends, where that is left again, the place of the line, price, ticks."""
    clip, frame = ways.leave_clip[leave], ways.leave_frame[leave]
    price, gone, d2 = 0.0, 0, 0.0
    c, s = cos(lay[2]), sin(lay[2])
    if edge >= 0:
        for k in range(ways.over.shape[1]):
            x = lay[0] + c * ways.over[edge, k, 0] - s * ways.over[edge, k, 1]
            y = lay[1] + s * ways.over[edge, k, 0] + c * ways.over[edge, k, 1]
            place, d2 = nearest(line, closed, place, x, y)
            price += d2 / (NEAR * NEAR)
        lay = laid(lay, ways.lay[edge])
        clip, frame, gone = ways.to[edge], ways.enter[edge], OVER_TICKS
        apart = ways.price[edge] / APART
        price += CROSSING + apart * apart
    count = ways.first[clip + 1] - ways.first[clip]
    if frame >= count:
        lay, frame = laid(lay, ways.loop[clip]), frame - count
    after, ticks = ways.stay[leave], ways.stay_ticks[leave]
    if edge >= 0:
        after, ticks = ways.reach[edge], ways.reach_ticks[edge]
    again = laid(lay, ways.loop[clip])
    if ways.stands[clip] and (closed or (len(line) - 1 - place) * step > THERE):
        price += STANDS
    elif ways.stands[clip]:
        price += SETTLES * d2 / (NEAR * NEAR)
        return (lay if frame + ticks < count else again), after, place, price, gone + ticks
    for k in range(SPARSE, ticks + 1, SPARSE):
        here = lay if frame + k < count else again
        row = ways.first[clip] + (frame + k) % count
        c, s = cos(here[2]), sin(here[2])
        x = here[0] + c * ways.root[row, 0] - s * ways.root[row, 1]
        y = here[1] + s * ways.root[row, 0] + c * ways.root[row, 1]
        place, d2 = nearest(line, closed, place, x, y)
        price += d2 / (NEAR * NEAR)
    lay = lay if frame + ticks < count else again
    return lay, after, place, price, gone + ticks


@kernel
def ahead(ways, line, step, closed, lay, leave, place, start, ticks):
    """What a way is worth beyond its places: which way the body faces at its end, and how far it has come."""
    clip = ways.leave_clip[leave]
    count = len(line)
    left = count - 1 - place
    facing = lay[2] + ways.facing[ways.first[clip] + ways.leave_frame[leave]]
    a, b = place % count, (place + 1) % count
    if not closed and left < 1:
        a, b = count - 2, count - 1
    dx, dy = line[b, 0] - line[a, 0], line[b, 1] - line[a, 1]
    cosine = (cos(facing) * dx + sin(facing) * dy) / max(1e-9, hypot(dx, dy))
    price = 2.0 * (1.0 - cosine) / (TURN * TURN)
    due = SPEED * ticks / TICKS_PER_S
    if not closed:
        due = min(due, (count - 1 - start) * step)
    return price + PACE * max(0.0, due - (place - start) * step)


@entry
@kernel
def nearest(line: Floats2, closed: bool, place: int, x: float, y: float):
    """The nearest place of the line, not before that one, and the square of how far it is."""
    count = len(line)
    best, least = place, 1e300
    for k in range(place, place + LOOK):
        if not closed and k >= count:
            break
        dx, dy = line[k % count, 0] - x, line[k % count, 1] - y
        d2 = dx * dx + dy * dy
        if d2 < least:
            best, least = k, d2
    return best, least


@kernel
def laid(lay, inner):
    """How a clip lies that lies in another: components.path.Ways."""
    c, s = cos(lay[2]), sin(lay[2])
    turn = lay[2] + inner[2]
    if turn > pi:
        turn -= 2.0 * pi
    elif turn < -pi:
        turn += 2.0 * pi
    return lay[0] + c * inner[0] - s * inner[1], lay[1] + s * inner[0] + c * inner[1], turn


@entry
@kernel
def lie_in(lay: Vec3, x: float, y: float, turn: float):
    """The same, for who calls it from Python: with numbers, so it is compiled before anybody plays."""
    return laid(lay, (x, y, turn))
