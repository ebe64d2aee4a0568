"""Handing over: between a body that is put where its clip has it and one that muscles move, in both directions.

A kinematic body is put before each step, so what it meets is pushed by it, and it is pushed in that very step. After
the step it is put on its clip again; unless something active has touched it: then it stays as the step has left it, and
muscles have it from there. Nothing is set, so no place and no speed changes by the hand-over.

What is active is said by relations, directed and by controller (data/relations.toml, and [[relation]] in a scene).
"""

from __future__ import annotations

from components.character import AWAKE, Body, Motion
from components.control import ANYTHING, Control, Sort
from systems.gliding import begin_kinematic
from systems.kernels import tick
from systems.similarity import best
from systems.someone import given
from systems.stage import Stage

GROUND, HAND = "ground", "hand"  # a person's, or a script's


def is_active(control: Control, thing: str) -> bool:
    """Does the touch of such a thing end what that controller plays?"""
    fits = (
        each.active
        for each in reversed(control.relations)
        if each.controller in (ANYTHING, control.controller) and each.thing in (ANYTHING, thing)
    )
    return next(fits, thing != GROUND)


def touched_by(stage: Stage, body: Body, control: Control) -> str:
    """Name of something active that touched it in the last step; empty: nothing did."""
    if body.engine_id in stage.shoved and is_active(control, HAND):
        return HAND
    for row in stage.engine.touches([body.engine_id]).tolist():
        thing = stage.names.get(int(row[1]), GROUND)
        if int(row[1]) != body.engine_id and is_active(control, thing):
            return thing
    return ""


def gives_way(stage: Stage, body: Body, control: Control, motion: Motion, stays: float) -> bool:
    """Has something active touched it, and is no frame of its clip similar enough? Then muscles have it from here."""
    thing = touched_by(stage, body, control) if control.kinematic else ""
    if not thing or (stays > 0.0 and is_near(stage, body, motion, stays)):
        return False
    before = control.controller
    given(control, "track", Sort.DYNAMIC, stage.ticks, AWAKE)
    stage.tell("control", body.name, before=before, after="track", sort="dynamic", touched=thing)
    stage.modes_changed = True
    return True


def is_near(stage: Stage, body: Body, motion: Motion, within: float) -> bool:
    """Is the body, as the step has left it, as similar as that to some frame of its clip?"""
    t = stage.tables
    stage.engine.read(t.puppets, t.base, t.raw)
    tick.read_bodies(t.handle, t.base, t.raw)
    return best(stage, body, (motion.clip,)).value <= within


def take_from_muscles(stage: Stage, body: Body, motion: Motion, control: Control) -> None:
    """The clip goes on at the frame that is nearest, and the body comes in to it with the speed that it has."""
    found = best(stage, body, (motion.clip,))
    control.similarity = found.value
    begin_kinematic(stage, body, motion, motion.clip, found.frame, looping=motion.looping)


def take_on_its_way(stage: Stage, body: Body, motion: Motion) -> None:
    """The same at the frame where the clip is, for one whose frames are places on the way."""
    begin_kinematic(stage, body, motion, motion.clip, motion.frame, looping=motion.looping)
