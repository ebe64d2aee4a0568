"""A person on an obstacle course."""

from __future__ import annotations

from game.plays.course.session.playing import OnCourse

PLAY = OnCourse
