"""Path: walks along a spline on the ground, put where the steps have it: it pushes, and is not pushed.

Which step comes next is the motion graph's business (systems/paths/). When something active has touched it, muscles
follow the same steps along the same line (`track`), until the body is in balance again.
"""

from __future__ import annotations

from components.character import AWAKE, Body
from components.control import Sort, Status
from components.path import Walk
from systems.controllers.controller import Controller
from systems.controllers.state import Region, Within
from systems.handing_over import take_on_its_way
from systems.paths.walking import on_its_way
from systems.someone import Someone
from systems.stage import Stage, System

CALM_S = 0.5  # with muscles, before it may be put again


class Path(Controller):
    name, about, sort = "path", "walks along a spline on the ground", Sort.KINEMATIC
    wanted = 0.6
    late = (Walk,)
    begins, ends = "where it has a path that it has not walked to its end", "at the end of the path, standing"
    before = Region(
        Within("upright", 1.0), Within("awake", 1.0), Within("lost_s", high=0.0), Within("lean_deg", high=20.0)
    )
    after = Region(Within("upright", 1.0), Within("speed", high=0.3))

    def bid(self, stage: Stage, who: Someone) -> float:
        ready = (
            who.recovery.phase is AWAKE and who.control.seconds > CALM_S and on_its_way(walk_of(who), who.body, stage)
        )
        return super().bid(stage, who) if ready else 0.0

    def begin(self, stage: Stage, who: Someone) -> None:
        take_on_its_way(stage, who.body, who.motion)

    def status(self, stage: Stage, who: Someone) -> Status:
        walk = walk_of(who)
        if walk is None or not walk.points:
            return Status.FAILED
        if on_its_way(walk, who.body, stage) or not self.after.holds(stage, who):
            return Status.RUNNING
        return Status.SUCCEEDED


def walk_of(who: Someone) -> Walk | None:
    """Its path, if it has one."""
    return next((walk for _, (body, walk) in System.query(Body, Walk) if body is who.body), None)
