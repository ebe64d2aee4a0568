"""Commands: what people and scripts asked for since the last tick, before anybody thinks.

A hand that drags is a damped spring between the held bone and where the hand is, of at most 1000 N: enough to lift a
body, not to tear one. The hand itself moves to where it is wanted, smoothly and at no more than 5 m/s. Of each kind at
most 24 thrown things lie about; the oldest is thrown again.
"""

from __future__ import annotations

from dataclasses import replace
from math import exp, sqrt
from typing import ClassVar

import esper

from components.commands import Drag, Hand, Push, Pushing, Throw
from components.prop import Prop
from components.table import Dynamics
from systems.engine import Vec
from systems.pushing import push_bone
from systems.stage import Stage, System

DRAG_STIFFNESS, DRAG_DAMPING, DRAG_LIMIT = 12000.0, 700.0, 1000.0  # N/m, N s/m, N
FOLLOW_S, FASTEST = 0.008, 5.0  # s in which the hand comes to where it is wanted, and m/s
DRAG_STABLE = 1.5  # of m / dt^2: no stiffer than what the bone alone could follow in a step
MOST_THROWN = 24
APART = 0.01  # m between a thing and who has let it go, from where on they meet again


class CommandsSystem(System):
    writes: ClassVar = (Dynamics, Prop)

    def process(self, dt: float) -> None:
        stage = self.stage
        stage.shoved = set()
        for command in stage.commands:
            if isinstance(command, Push):
                push(stage, command, dt)
            elif isinstance(command, Pushing):
                stage.pushes = (*stage.pushes, command)
            else:
                throw(stage, command)
        stage.commands.clear()
        if stage.leaving:
            let_meet(stage)
        if stage.pushes:
            stage.pushes = tuple(go_on_pushing(stage, each) for each in stage.pushes if each.ticks > 0)
        if stage.drag is None:
            stage.hand = None
        else:
            pull(stage, stage.drag, dt)


def let_meet(stage: Stage) -> None:
    """Who has let go of a thing inside him meets it again when they have come apart."""
    leaving = [(entity, prop) for entity, (prop,) in System.query(Prop) if prop.leaves >= 0]
    for entity, prop in leaving:
        if stage.engine.gap(prop.engine_id, prop.leaves, APART) is None:
            stage.engine.let_through(prop.leaves, prop.engine_id, False)
            esper.add_component(entity, replace(prop, leaves=-1))
    stage.leaving = bool(leaving)


def pull(stage: Stage, drag: Drag, dt: float) -> None:
    """F = k (to - x) + c (w - v) / (1 + dt c / m), w the hand's velocity: damped as if asked at the end of the step.

    k is 12000 N/m, or of a light bone 1.5 m / dt^2, so that a hand of 0.5 kg is not shaken by a spring that suits a
    chest. A body of 75 kg that is dragged over the floor (735 N) hangs 6 cm behind.
    """
    stage.stirred = True
    stage.shoved.add(drag.engine_id)
    place, velocity, mass = stage.engine.motion_of(drag.engine_id, drag.link)
    hand, moving = moved(stage.hand, drag, place, dt)
    stage.hand = hand
    stiffness = min(DRAG_STIFFNESS, DRAG_STABLE * mass / dt**2)
    damping = DRAG_DAMPING / (1.0 + dt * DRAG_DAMPING / mass)
    force = [
        stiffness * (to - here) + damping * (hers - own)
        for to, here, hers, own in zip(hand.place, place, moving, velocity, strict=True)
    ]
    size = sqrt(sum(x * x for x in force))
    share = min(1.0, DRAG_LIMIT / size) if size > 0.0 else 1.0
    push_bone(stage, drag.engine_id, drag.link, [share * x for x in force], place)


def moved(hand: Hand | None, drag: Drag, bone: Vec, dt: float) -> tuple[Hand, Vec]:
    """The hand a step later, and its velocity; one that has just closed is where the bone is (m)."""
    if hand is None or (hand.engine_id, hand.link) != (drag.engine_id, drag.link):
        hand = Hand(drag.engine_id, drag.link, (bone[0], bone[1], bone[2]))
    share = (1.0 - exp(-dt / FOLLOW_S)) / dt
    velocity = [share * (to - here) for to, here in zip(drag.to, hand.place, strict=True)]
    size = sqrt(sum(v * v for v in velocity))
    slow = min(1.0, FASTEST / size) if size > 0.0 else 1.0
    velocity = [slow * v for v in velocity]
    x, y, z = (here + dt * v for here, v in zip(hand.place, velocity, strict=True))
    return Hand(hand.engine_id, hand.link, (x, y, z)), velocity


def push(stage: Stage, command: Push, dt: float) -> None:
    """All of it in one step: 60 N s are 7200 N for 1/120 s."""
    stage.stirred = True
    stage.shoved.add(command.engine_id)
    push_bone(stage, command.engine_id, command.link, [x / dt for x in command.impulse], command.place)


def go_on_pushing(stage: Stage, pushing: Pushing) -> Pushing:
    """One tick of it; what is left: 60 N s in 0.1 s are 600 N in each of 12 ticks."""
    stage.stirred = True
    stage.shoved.add(pushing.engine_id)
    place, *_ = stage.engine.motion_of(pushing.engine_id, pushing.link)
    push_bone(stage, pushing.engine_id, pushing.link, pushing.force, place)
    return replace(pushing, ticks=pushing.ticks - 1)


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
    stage.stirred = True
    return body


def clear(stage: Stage) -> None:
    """Away with everything that was thrown, the last one first."""
    thrown = [(entity, prop) for entity, (prop,) in System.query(Prop) if prop.thrown]
    for entity, prop in sorted(thrown, key=lambda pair: pair[0], reverse=True):
        remove_prop(stage, entity, prop)
    stage.thrown_again = 0


def take_away(stage: Stage, kind: str, size: tuple[float, float, float]) -> None:
    """The first thing of that kind and size that is there and was not thrown."""
    there = sorted(
        ((entity, prop) for entity, (prop,) in System.query(Prop) if (prop.kind, prop.size) == (kind, size)),
        key=lambda pair: pair[0],
    )
    for entity, prop in [pair for pair in there if not pair[1].thrown][:1]:
        stage.stirred = True
        remove_prop(stage, entity, prop)


def remove_prop(stage: Stage, entity: int, prop: Prop) -> None:
    """With the hand that may hold it, and what pushes it: the engine may give its number to the next thing."""
    gone = prop.engine_id
    stage.engine.remove(gone)
    stage.names.pop(gone, None)
    if stage.drag is not None and stage.drag.engine_id == gone:
        stage.drag = stage.hand = None
    stage.pushes = tuple(each for each in stage.pushes if each.engine_id != gone)
    stage.commands[:] = [each for each in stage.commands if isinstance(each, Throw) or each.engine_id != gone]
    esper.delete_entity(entity, immediate=True)


def add_prop(stage: Stage, prop: Prop, position: tuple[float, float, float], yaw: float, thrown: bool = False) -> int:
    body = stage.engine.add_prop(prop.shape, prop.size, prop.mass, position, yaw, prop.friction, prop.restitution)
    stage.names[body] = prop.kind
    if prop.tied is not None:
        stage.engine.tie(prop.tied.body, prop.tied.link, body)
    if prop.leaves >= 0:
        stage.engine.let_through(prop.leaves, body, True)
    esper.create_entity(replace(prop, engine_id=body, thrown=thrown))
    return body
