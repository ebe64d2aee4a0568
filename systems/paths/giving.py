"""Giving somebody a path: a new one from where he stands, or the one that he walks with its points elsewhere."""

from __future__ import annotations

from math import hypot

import esper
import numpy as np

from components.character import Body
from components.path import Points, Walk, check_walker, checked_points
from systems.paths.searching import get_ready
from systems.paths.spline import Line, cardinal
from systems.stage import Stage

BEGINS = 0.3  # m: a path whose first point is further away begins where he is
STOPS = (0.5, 1.0)  # m along his line, on which he stops if it is taken from him
AROUND = 25  # places of a line that was changed, to both sides, among which the nearest to him is


def give_path(stage: Stage, entity: int, body: Body, points: Points, closed: bool) -> None:
    """To walk from now on; of no points: to stop. Points are checked already."""
    x, y, _ = stage.tables.bones.position[body.first].tolist()
    walk = esper.try_component(entity, Walk)
    if walk is None and not points:
        return
    check_walker(body.rig)
    get_ready(stage.clips.walking(body.rig))  # made now, if it is the first, and not in a tick
    if walk is None:
        walk = Walk(())
        esper.add_component(entity, walk)
    if not points:
        stop(walk)
    elif walk.points and points[0] == walk.points[0] and closed == walk.closed:
        change_points(walk, points, x, y)
    else:
        far = hypot(points[0][0] - x, points[0][1] - y) > BEGINS
        if not closed and (far or len(points) == 1):
            points = ((x, y), *points)
        walk.points, walk.closed, walk.ask = checked_points(points, closed), closed, None
        line = cardinal(points, closed)
        walk.place = nearest_of(line, x, y, 0, len(line.place)) if closed else 0


def change_points(walk: Walk, points: Points, x: float, y: float) -> None:
    """He is between the same points as before, and near there at the nearest place of the new line."""
    old, new = cardinal(walk.points, walk.closed), cardinal(points, walk.closed)
    rounds, place = divmod(walk.place, len(old.place)) if walk.closed else (0, walk.place)
    at = float(np.interp(place, old.knots, np.arange(len(old.knots))))
    guess = round(float(np.interp(at, np.arange(len(new.knots)), new.knots)))
    walk.place = nearest_of(new, x, y, guess - AROUND, guess + AROUND) + rounds * len(new.place)
    walk.points = points


def stop(walk: Walk) -> None:
    """Within the next steps."""
    if not walk.points:
        return
    line = cardinal(walk.points, walk.closed)
    ahead = [walk.place, *(walk.place + round(way / line.step) for way in STOPS)]
    rows = [k % len(line.place) if line.closed else min(k, len(line.place) - 1) for k in ahead]
    points = tuple((float(x), float(y)) for x, y in line.place[sorted(set(rows), key=rows.index)].tolist())
    if len(points) > 1:
        walk.points, walk.closed, walk.place = points, False, 0


def nearest_of(line: Line, x: float, y: float, first: int, last: int) -> int:
    """Of these places of it; of a closed one, from its first on, within its round."""
    count = len(line.place)
    rows = np.arange(first, last) if line.closed else np.arange(max(0, first), min(count, max(1, last)))
    way = line.place[rows % count] - (x, y)
    return max(0, int(rows[int((way * way).sum(axis=1).argmin())]))
