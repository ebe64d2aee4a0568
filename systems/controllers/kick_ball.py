"""Kick: a captured kick whose foot comes to the ball, wherever it lies or rolls (systems/kicking.py)."""

from __future__ import annotations

from math import atan2, dist

from components.character import AWAKE
from components.clock import DT
from components.control import Sort, Status
from components.kick import Kicker, Order
from systems.controllers.controller import Controller
from systems.controllers.state import Region, Within
from systems.flights import loose_things
from systems.kicking import BALL, CLIP, ENDS, STARTS, STRIKES, Kick, aimed, foreseen, lay, lay_clip, lead_foot
from systems.motion import start_clip, turned
from systems.someone import IDLE, Someone
from systems.stage import Stage, System

NEAR = 0.6  # m from where the kick begins, that a body glides within its first 0.3 s
FASTEST = 3.0  # m/s of a ball that rolls
GONE = 3.0  # m/s of one that has been struck
BACK_S = 0.6


class KickBall(Controller):
    name, about, sort = "kick_ball", "kicks a ball where it lies or rolls", Sort.KINEMATIC
    wanted = 0.8
    reads = (Kicker,)
    begins = f"told to, with the ball on the ground within {NEAR:g} m of where its kick meets it"
    ends = f"the ball has left with {GONE:g} m/s; else it failed"
    before = Region(
        Within("upright", 1.0), Within("awake", 1.0), Within("lean_deg", high=30.0), Within("speed", high=0.6)
    )
    after = Region(Within("upright", 1.0))

    def bid(self, stage: Stage, who: Someone) -> float:
        if who.recovery.phase is not AWAKE or planned(stage, who) is None:
            return 0.0
        return super().bid(stage, who)

    def begin(self, stage: Stage, who: Someone) -> None:
        kick = planned(stage, who)
        kicker = kicker_of(who)
        if kick is None or kicker is None:
            return
        kicker.order = None
        who.control.memory = kick
        start_clip(stage, who.body, who.motion, stage.clips.clip(CLIP, who.body.rig), False, frame=float(STARTS))
        lay_clip(stage, who.body, who.motion, kick)

    def step(self, stage: Stage, who: Someone, dt: float) -> None:
        kick, things = memory_of(who), loose_things()
        if kick is None:
            return
        if stage.ticks < kick.due - 2 and kick.order.ball < len(things):
            place = foreseen(stage, things[kick.order.ball].engine_id, kick.due - stage.ticks)
            who.control.memory = kick._replace(place=place)
        elif who.motion.frame >= ENDS and not kick.over:
            who.control.memory = kick._replace(over=True, left=has_left(stage, kick))
            stand_again(stage, who, kick)

    def lead(self, stage: Stage, who: Someone) -> None:
        kick = memory_of(who)
        if kick is not None:
            lead_foot(stage, who.body, kick)

    def status(self, stage: Stage, who: Someone) -> Status:
        kick = memory_of(who)
        if kick is None:
            return Status.FAILED
        if not kick.over or who.motion.blend < 1.0:
            return Status.RUNNING
        return Status.SUCCEEDED if kick.left else Status.FAILED


def has_left(stage: Stage, kick: Kick) -> bool:
    """Has the ball gone as one that was struck?"""
    things = loose_things()
    if kick.order.ball >= len(things):
        return False
    x, y, *_ = stage.engine.moving(things[kick.order.ball].engine_id)
    return float(dist((x, y), kick.place[:2])) > GONE * (stage.ticks - kick.due) * DT


def stand_again(stage: Stage, who: Someone, kick: Kick) -> None:
    """It turns back to where it kicked, on the spot."""
    motion = who.motion
    start_clip(stage, who.body, motion, stage.clips.clip(IDLE, who.body.rig), from_body=True, blend_s=BACK_S)
    x, y, _ = stage.tables.bones.position[who.body.first].tolist()
    start = motion.clip.root_position
    sx, sy = turned(start.item(0, 0), start.item(0, 1), kick.way)
    lay(motion, (x - sx, y - sy, stage.engine.ground_height(x, y)), kick.way)


def memory_of(who: Someone) -> Kick | None:
    return who.control.memory if isinstance(who.control.memory, Kick) else None


def kicker_of(who: Someone) -> Kicker | None:
    return next((kicker for _, (body, kicker) in System.query(type(who.body), Kicker) if body is who.body), None)


def planned(stage: Stage, who: Someone) -> Kick | None:
    """The kick that it was told, if its clip would begin near enough to where it stands."""
    kicker = kicker_of(who)
    order: Order | None = kicker.order if kicker is not None else None
    things = loose_things()
    if order is None or order.ball >= len(things):
        return None
    ball, ticks = things[order.ball], STRIKES - STARTS
    if max(map(abs, stage.engine.moving(ball.engine_id)[7:10])) > FASTEST:
        return None
    place = foreseen(stage, ball.engine_id, ticks)
    way = atan2(order.place[1] - place[1], order.place[0] - place[0])
    start = stage.clips.clip(CLIP, who.body.rig).root_position[STARTS, :2].tolist()
    x, y = turned(start[0] - BALL[0], start[1] - BALL[1], way)
    own = stage.tables.bones.position[who.body.first, :2].tolist()
    low = place[2] - stage.engine.ground_height(*place[:2]) < ball.size[2]
    if dist(own, (place[0] + x, place[1] + y)) > NEAR or not low:
        return None
    return aimed(stage, Kick(order, stage.ticks + ticks, place, ball.size[2] / 2))
