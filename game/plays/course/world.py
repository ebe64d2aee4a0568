"""A course in a world: its system, those who are on it, and how far the report says they came."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import esper

from components.character import Body, Record
from components.course import Course, Runner
from game.plays.course.scenes import course_of
from game.scenes.scene import Scene
from game.world.plays import Place, WorldPlay
from systems.course.course import CourseSystem
from systems.supervisor import SupervisorSystem


def build(scene: Scene) -> None:
    """Everybody is on it, each in the lane in which it stands."""
    course = course_of(scene)
    if course is None:
        return
    for entity, (_, record) in esper.get_components(Body, Record):
        esper.add_component(entity, Runner(record.start[1]))
    esper.create_entity(course)


def report(characters: Mapping[str, Any]) -> dict[str, Any] | None:
    """How far everybody came, when, and how true to the clips."""
    course = next((course for _, course in esper.get_component(Course)), None)
    if course is None:
        return None
    runners = sorted(esper.get_components(Body, Runner), key=lambda found: found[0])
    return {
        body.name: {
            "finished_s": runner.finished_s,
            "along_m": min(runner.best, course.finish),
            "falls": characters[body.name]["falls"],
            "error_deg": characters[body.name]["pose_error_deg"]["mean"],
        }
        for _, (body, runner) in runners
    }


PLAY = WorldPlay(
    build=build,
    row="course",
    report=report,
    places=(Place(CourseSystem, before=SupervisorSystem),),  # along an obstacle course -> clips
)
