"""Guard head: something flies at the head. Hands come up on its side, and the head goes out of its way.

It ducks, or leans to the left, to the right or back, whichever takes the head farthest from the thing's path in the
time that is left: of a duck that takes 0.36 m off in the end, 0.3 s do half. It holds on for 0.2 s after the thing has
passed, and goes back to what it did. It also takes a body out of the hands of a kinematic controller.
"""

from __future__ import annotations

from components.arrays import Vec3, quat
from components.character import AWAKE
from components.control import Sort, Status
from components.prop import Prop
from components.table import Before
from systems.controllers.controller import Controller
from systems.controllers.state import Region, Within
from systems.controllers.threat import AHEAD_S, Threat, head_of, nearest, threat_to
from systems.kernels import quaternions as qt
from systems.motion import begin_blend
from systems.reflexes import WAYS, Guard
from systems.someone import Someone
from systems.stage import Stage

RAISE_S, SINK_S = 0.22, 0.28  # in which the targets of arms and trunk are there; and those of the legs: a free fall's
AFTER_S, LONGEST_S, BACK_S = 0.2, 2.5, 0.4
TAKES_S = 0.4  # for which the body needs to follow
STEADY = 0.4  # m/s of the pelvis: who goes faster keeps its legs for that
GOES: dict[str, Vec3] = {
    "up": (0.0, 0.0, -0.02),
    "duck": (0.13, 0.0, -0.36),
    "left": (0.0, 0.25, -0.18),
    "right": (0.0, -0.25, -0.18),
    "back": (-0.16, 0.0, -0.07),
}
"""m, forward, to the left and up: where each takes the head in the end."""


class GuardHead(Controller):
    name, about, sort = "guard_head", "arms up, and the head out of the way of what flies at it", Sort.DYNAMIC
    reflex = True
    wanted = 1.5
    late = (Before, Prop)
    begins = f"something is seen that meets its head within {AHEAD_S:g} s, and it is awake"
    ends = f"{AFTER_S:g} s after that has passed; it fails where it falls"
    before = Region(Within("upright", 1.0), Within("awake", 1.0), Within("strength", 0.5), Within("lost_s", high=0.0))
    after = Region(Within("upright", 1.0), Within("awake", 1.0))

    def bid(self, stage: Stage, who: Someone) -> float:
        if who.recovery.phase is not AWAKE or threat_to(stage, who.body) is None:
            return 0.0
        return super().bid(stage, who)

    def begin(self, stage: Stage, who: Someone) -> None:
        threat = threat_to(stage, who.body)
        if threat is not None:
            x, y, _ = stage.tables.bones.velocity[who.body.first].tolist()
            way = out_of_way(stage, who, threat)
            who.control.memory = Guard(way, x * x + y * y < STEADY**2, threat.thing, threat.in_s, side_of(threat))
            what = stage.names.get(int(stage.tables.before.thing[threat.thing]), "")
            stage.tell("guard", who.body.name, what=what, way=WAYS[way])

    def step(self, stage: Stage, who: Someone, dt: float) -> None:
        guard = who.control.memory
        if isinstance(guard, Guard):
            who.control.memory = followed(stage, who, guard, dt)

    def status(self, stage: Stage, who: Someone) -> Status:
        guard, seconds = who.control.memory, who.control.seconds
        if not isinstance(guard, Guard):
            return Status.FAILED
        if guard.in_s > -AFTER_S and seconds < LONGEST_S:
            return Status.RUNNING
        return Status.SUCCEEDED if self.after.holds(stage, who) else Status.FAILED

    def end(self, stage: Stage, who: Someone) -> None:
        begin_blend(stage, who.body, who.motion, from_body=False, blend_s=BACK_S)


def followed(stage: Stage, who: Someone, guard: Guard, dt: float) -> Guard:
    """A tick later: arms nearer, and where the thing comes from now. The next thing is met as this one was."""
    threat = threat_to(stage, who.body)
    if threat is None:
        threat = still_coming(stage, who, guard)
    raised, sunk = min(1.0, guard.raised + dt / RAISE_S), min(1.0, guard.sunk + dt / SINK_S)
    if threat is None:
        return guard._replace(raised=raised, sunk=sunk, in_s=min(0.0, guard.in_s) - dt)
    return guard._replace(raised=raised, sunk=sunk, in_s=threat.in_s, thing=threat.thing, side=side_of(threat))


def still_coming(stage: Stage, who: Someone, guard: Guard) -> Threat | None:
    """What it guards against, though the head is out of its way by now."""
    before = stage.tables.before
    if guard.thing >= int(before.things[0]) or not before.awake[guard.thing]:
        return None
    return nearest(stage, guard.thing, *head_of(stage, who.body))


def side_of(threat: Threat) -> Vec3:
    """Which way from the head's middle hands are between it and what comes."""
    wide = qt.norm(threat.miss)
    beside = qt.scale(min(1.0, 0.12 / max(1e-9, wide)), threat.miss)
    x, y, z = qt.sub(beside, qt.scale(0.2, threat.way))
    return x, y, z


def out_of_way(stage: Stage, who: Someone, threat: Threat) -> int:
    """The way that takes the head farthest from the path in time, of those that clear it best."""
    part = min(1.0, threat.in_s / TAKES_S) ** 2
    facing = qt.about_z(qt.heading(quat(stage.tables.bones.orientation[who.body.first])))
    best, most = 0, -1.0
    for k, way in enumerate(WAYS):
        gone = qt.scale(part, qt.rotate(facing, GOES[way]))
        left = qt.sub(threat.miss, gone)
        clear = qt.norm(qt.sub(left, qt.scale(qt.dot(left, threat.way), threat.way)))
        if clear > most:
            best, most = k, clear
    return best
