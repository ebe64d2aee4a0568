"""Leading: a joint of somebody goes along a path that a program gives, as one of a script's tracks does.

red.lead("left_forearm", [(0.0, 0.0), (0.5, 90.0), (1.5, 0.0)])     # s from now, degrees that a hinge is bent by
red.lead("spine1", [(0.0, 0.0, 0.0, 0.0), (1.0, 0.0, 30.0, 0.0)], way="lines", times=0)  # a rotation vector; for ever
"""

from __future__ import annotations

from dataclasses import replace
from math import inf

import esper

from components.character import Body
from components.errors import InputError, placed
from components.script import JointTrack, Playing, Script
from components.trajectory import Way
from game.base.toml import nearest
from game.scripts.numbers import quoted
from game.scripts.poses import bone_of
from game.scripts.tracks import joint_path
from systems.stage import Stage

BY_HAND = Script(name="", title="", beat_s=0.5, music="", poses={}, tracks=(), states={})


def lead(stage: Stage, entity: int, bone: str, path: object, way: str, times: int) -> None:
    """From the next tick on; beside a script that runs, and instead of what led that joint before."""
    body: Body = esper.component_for_entity(entity, Body)
    place = f"trajectory of {body.name}"
    if way not in list(Way):
        raise InputError(f"there is no way {quoted(way)}{nearest(str(way), list(Way))}", place=f"{place}, way")
    if isinstance(times, bool) or not isinstance(times, int) or times < 0:
        raise InputError(f"must be a whole number, 0 for ever, not {quoted(times)}", place=f"{place}, times")
    with placed(place):
        row = bone_of(body.rig, bone, "")
        turns = joint_path(body.rig.bones[row], path, Way(way))
    playing = esper.try_component(entity, Playing)
    if playing is None:
        playing = Playing(BY_HAND, stage.time, seen=len(stage.events))
        esper.add_component(entity, playing)
    track = JointTrack(row, stage.time - playing.since_s, times or inf, turns)
    others = (joint for joint in playing.script.joints if joint.bone != row)
    playing.script = replace(playing.script, joints=(*others, track))
