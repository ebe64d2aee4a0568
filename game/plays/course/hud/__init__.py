"""A course over its picture."""

from __future__ import annotations

from game.plays.course.hud.parts import CourseHud

PLAY = CourseHud
