"""A course in a scene: the parts of its way, and where it ends.

[course]              # everybody goes along its lane, which starts where it stands, along +x
finish = 24.0
legs = [{ do = "walk", to = [16.8, 0.0] }, { do = "face", deg = -96.0 }, { do = "cartwheel", deg = -96.0 }]
"""

from __future__ import annotations

import math
from typing import Annotated

import msgspec
from msgspec import Meta

from components.course import Course, Do, Leg
from game.scenes.draft import Draft
from game.scenes.file import Degrees, Place
from game.scenes.plays import ScenePlay
from game.scenes.scene import Scene


class LegTable(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    do: Do
    to: tuple[Place, Place] = (0.0, 0.0)  # m along the lane, and to the left of its middle
    deg: Degrees = 0.0  # which way to face, against the lane
    around: Place = 0.0  # m to the left of the middle: the way past, for who falls; it leads to `to`


class CourseTable(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    finish: Annotated[float, Meta(gt=0.0, le=50.0)]
    legs: list[LegTable] = []


class Tables(msgspec.Struct, kw_only=True):
    course: CourseTable | None = None


def make(draft: Draft, tables: Tables) -> Course | None:
    table = tables.course
    if table is None:
        return None
    for index, leg in enumerate(table.legs, 1):
        if leg.do in (Do.WALK, Do.RUN) and leg.to[0] > table.finish:
            raise draft.places.error("leads beyond the finish", f"course.legs[{index}].to")
    legs = [Leg(leg.do, leg.to, math.radians(leg.deg), leg.around) for leg in table.legs]
    return Course(tuple(legs), table.finish)


PLAY = ScenePlay(key="course", tables=Tables, make=make)


def course_of(scene: Scene) -> Course | None:
    """The course that everybody in it is on, if there is one."""
    return scene.plays.get(PLAY.key)


def with_course(scene: Scene, course: Course | None) -> Scene:
    """The same with that course; None: there is none."""
    return scene.playing(PLAY.key, course)
