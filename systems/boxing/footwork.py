"""Footwork: which step takes a boxer where it wants to go, if there is room.

Wishes are relative to the other: forward is towards it. At the ropes, or with the other close in front, a step that
cannot be done gives way to the other part of the wish: who backs off into the ropes slides along them.
"""

from __future__ import annotations

from math import atan2, hypot

from components.character import Body
from components.settings import Ground
from systems.motion import turned
from systems.stage import Stage

STEP_M = 0.3
CLOSEST = 0.62  # m between two bodies' middles that a step leaves
ROOM = {Ground.RING: 2.6, Ground.PLATFORM: 1.9}  # m from the middle, along either side, to which a boxer steps
ALONG = 0.01  # m further out that a step along the ropes may lead
LEAST = 0.3  # of a wish that is worth a step


def wanted(stage: Stage, body: Body, other: Body, walk: tuple[float, float]) -> str:
    """The name of a step, or "" for none."""
    forward, left = walk
    steps = [("step_forward" if forward > 0.0 else "step_back", forward, 0.0)]
    steps.append(("step_left" if left > 0.0 else "step_right", 0.0, left))
    for name, x, y in sorted(steps, key=lambda step: -hypot(step[1], step[2])):
        size = hypot(x, y)
        if size >= LEAST and there_is_room(stage, body, other, (x / size, y / size)):
            return name
    return ""


def there_is_room(stage: Stage, body: Body, other: Body, way: tuple[float, float]) -> bool:
    places = stage.tables.bones.position
    px, py, ox, oy = (float(v) for row in (body.first, other.first) for v in places[row, 0:2])
    dx, dy = turned(way[0], way[1], atan2(oy - py, ox - px))
    x, y = px + STEP_M * dx, py + STEP_M * dy
    nearer = hypot(ox - x, oy - y)
    if nearer < CLOSEST and nearer < hypot(ox - px, oy - py):
        return False
    if (room := ROOM.get(stage.engine.settings.ground)) is None:
        return True
    edge = max(abs(x), abs(y))
    return edge <= max(room, abs(px) + ALONG, abs(py) + ALONG)
