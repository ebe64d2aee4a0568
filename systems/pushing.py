"""Pushing: a force on a body from outside that is neither a touch nor a string: a hand, ropes, a ball that is held.

What such a bone does says nothing of what it weighs (systems/laws/weighing.py), so it is noted.
"""

from __future__ import annotations

from collections.abc import Sequence

from components.character import Body
from systems.stage import Stage, System

NOTED = 2  # ticks: until the law that weighs bones has seen what came of it, whether it looks before or after


def push_bone(stage: Stage, engine_id: int, link: int, force: Sequence[float], place: Sequence[float]) -> None:
    """N at a place (m), in the coming step; of a loose thing too."""
    stage.engine.push(engine_id, link, force, place)
    for _, (body,) in System.query(Body):
        if body.engine_id == engine_id:
            stage.tables.dynamics.pushed[body.first + link + 1] = NOTED
