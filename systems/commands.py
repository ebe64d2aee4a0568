"""Commands: what people and scripts asked for since the last tick, before anybody thinks.

A hand that drags is a damped spring between the held bone and where the hand is, of at most 1500 N: enough to lift two
bodies, not enough to tear one. It knows how fast the hand moves, so that nothing lags behind a steady pull. Of each kind at most 24 thrown things lie about; the oldest is thrown again.
"""

from __future__ import annotations

from math import sqrt
from typing import ClassVar

import esper

from components.commands import Drag, Push, Throw
from components.prop import Prop
from systems.stage import Stage, System

DRAG_STIFFNESS, DRAG_DAMPING, DRAG_LIMIT = 4000.0, 400.0, 1500.0  # N/m, N s/m, N
MOST_THROWN = 24


class CommandsSystem(System):
    writes: ClassVar = (Prop,)

    def process(self, dt: float) -> None:
        stage = self.stage
        for command in stage.commands:
            if isinstance(command, Push):
                push(stage, command, dt)
            else:
                throw(stage, command)
        stage.commands.clear()
        if stage.drag is not None:
            pull(stage, stage.drag, dt)


def pull(stage: Stage, drag: Drag, dt: float) -> None:
    """F = (k (to - x) + (c + dt k) (w - v)) / (1 + dt (c + dt k) / m), w the hand's velocity: as if asked at the end of
    the step, so that a hand of 0.5 kg is not shaken by a spring that suits a chest. 0.1 m behind a resting hand and at
    rest, a chest of 15 kg is pulled with 400 / (1 + 433 / 1800) = 322 N."""
    place, velocity, mass = stage.engine.motion_of(drag.engine_id, drag.link)
    damping = DRAG_DAMPING + dt * DRAG_STIFFNESS
    give = 1.0 / (1.0 + dt * damping / mass)
    force = [
        give * (DRAG_STIFFNESS * (to - here) + damping * (hand - speed))
        for to, here, hand, speed in zip(drag.to, place, drag.velocity, velocity, strict=True)
    ]
    size = sqrt(sum(x * x for x in force))
    share = min(1.0, DRAG_LIMIT / size) if size > 0.0 else 1.0
    stage.engine.push(drag.engine_id, drag.link, [share * x for x in force], place)


def push(stage: Stage, command: Push, dt: float) -> None:
    """All of it in one step: 60 N s are 7200 N for 1/120 s."""
    stage.engine.push(command.engine_id, command.link, [x / dt for x in command.impulse], command.place)


def throw(stage: Stage, command: Throw) -> int:
    """Do it now; the engine's id of what flies."""
    wanted = command.prop
    same = [
        int(prop.engine_id)
        for _, (prop,) in System.query(Prop)
        if prop.thrown and (prop.kind, prop.size, prop.mass) == (wanted.kind, wanted.size, wanted.mass)
    ]
    if len(same) >= MOST_THROWN:
        body = same[stage.thrown_again % len(same)]
        stage.thrown_again += 1
    else:
        body = add_prop(stage, wanted, command.position, 0.0, thrown=True)
    stage.engine.shoot(body, command.position, command.velocity)
    return body


def clear(stage: Stage) -> None:
    """Away with everything that was thrown, the last one first, and with the hand that may hold it."""
    thrown = [(entity, prop) for entity, (prop,) in System.query(Prop) if prop.thrown]
    for entity, prop in sorted(thrown, key=lambda pair: pair[0], reverse=True):
        if stage.drag is not None and stage.drag.engine_id == prop.engine_id:
            stage.drag = None
        remove_prop(stage, entity, prop)
    stage.thrown_again = 0


def remove_prop(stage: Stage, entity: int, prop: Prop) -> None:
    stage.engine.remove(prop.engine_id)
    stage.names.pop(prop.engine_id, None)
    esper.delete_entity(entity, immediate=True)


def add_prop(stage: Stage, prop: Prop, position: tuple[float, float, float], yaw: float, thrown: bool = False) -> int:
    body = stage.engine.add_prop(prop.shape, prop.size, prop.mass, position, yaw, prop.friction, prop.restitution)
    stage.names[body] = prop.kind
    esper.create_entity(
        Prop(prop.kind, prop.shape, prop.size, prop.mass, prop.colour, prop.friction, prop.restitution, body, thrown)
    )
    return body
