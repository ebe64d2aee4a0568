"""Figures 1, 2, 3, 5, 7 and 8: arms, letters and a conductor, by their scripts (data/scripts)."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from game.figures.charts import BLUE, GREEN, ORANGE, RED, Chart, charts, stacked
from game.figures.figure import Asked, Found, Job
from game.figures.on_the_beat.played import Part, due, errors, line, played, poses, seen_at
from game.figures.plots import Line
from game.figures.sheet import sheet

SHOULDERS = ("left_upper_arm", "right_upper_arm")
K_S, TIME = "k_s (N m/rad)", "t (s)"
SWING_S, DANCE_S, MUSIC_S = 4.0, 4.0, 11.0
WIDE, LOW = (760, 210), (760, 170)  # pixels of a chart

# --- 1 and 2: an arm, straight and bent

ARM_MOMENTS = (0.0, 0.5, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0)
SIDE_DEG = -60.0  # towards the side of the arm that swings
ARMS = ("straight", "bent")
SWINGING, LEVEL = "right_upper_arm", 1


def arm(who: str, seed: int, size: tuple[int, int]) -> Found:
    part = Part("arm", who)
    return Found(played(part, SWING_S, 0, seed, size).tables, seen_at(part, ARM_MOMENTS, seed, size, SIDE_DEG))


def arm_pictures(asked: Asked) -> list[Job]:
    return [Job(who, arm, (who, asked.seed, asked.size)) for who in ARMS]


def arm_gains(asked: Asked) -> list[Job]:
    return [
        Job(who, played, (Part("arm", who, ((SWINGING, LEVEL),)), SWING_S, 0, asked.seed, asked.size)) for who in ARMS
    ]


def draw_arm_gains(results: Sequence[Found]) -> Image.Image:
    def both(key: str) -> list[Line]:
        return [
            line(found, SWINGING, LEVEL, key, f"{who} arm", colour)
            for found, who, colour in zip(results, ARMS, (BLUE, ORANGE), strict=True)
        ]

    marks = due(results[0])
    column = [
        Chart("what turns the upper arm about its level axis", K_S, TIME, both("k_s_nmprad"), log_y=True, marks=marks),
        Chart("what it has to turn", "moment (kg m2)", TIME, both("moment_kgm2"), marks=marks),
        Chart("how far it is from its key-frame", "error (deg)", TIME, both("error_deg"), marks=marks),
    ]
    return charts(column, LOW)


# --- 3 and 7: letters

LETTERS = 4


def letter_gains(asked: Asked) -> list[Job]:
    watched = tuple((bone, axis) for bone in SHOULDERS for axis in range(3))
    return [Job("timed", played, (Part("ymca", "timed", watched), DANCE_S, 0, asked.seed, asked.size))]


def draw_letter_gains(results: Sequence[Found]) -> Image.Image:
    found, column = results[0], list[Chart]()
    for bone in SHOULDERS:
        lines = [
            line(found, bone, axis, "k_s_nmprad", "xyz"[axis], colour) for axis, colour in enumerate((RED, GREEN, BLUE))
        ]
        column.append(Chart(bone.replace("_", " "), K_S, TIME, lines, log_y=True, marks=due(found)))
    return charts(column, WIDE)


def letters(asked: Asked) -> list[Job]:
    return [
        Job(who, played, (Part("ymca", who), DANCE_S, LETTERS, asked.seed, asked.size)) for who in ("timed", "tuned")
    ]


def draw_letters(results: Sequence[Found]) -> Image.Image:
    return side_by_side(results, ("in time", "tuned to the Y"), LETTERS, LETTERS)


# --- 5 and 8: a conductor

TWELVE, ACROSS = 12, 6


def conductor_gains(asked: Asked) -> list[Job]:
    watched = tuple((bone, 0) for bone in SHOULDERS)
    return [Job("timed", played, (Part("conduct", "timed", watched), MUSIC_S, 0, asked.seed, asked.size))]


def draw_conductor_gains(results: Sequence[Found]) -> Image.Image:
    lines = [
        line(results[0], bone, 0, "k_s_nmprad", bone.replace("_", " "), colour)
        for bone, colour in zip(SHOULDERS, (BLUE, ORANGE), strict=True)
    ]
    return charts([Chart("about each shoulder's x axis", K_S, TIME, lines, log_y=True, marks=due(results[0]))], WIDE)


def conductors(asked: Asked) -> list[Job]:
    return [
        Job(who, played, (Part("conduct", who), MUSIC_S, TWELVE, asked.seed, asked.size)) for who in ("timed", "single")
    ]


def draw_conductors(results: Sequence[Found]) -> Image.Image:
    return side_by_side(results, ("in time", "single links"), TWELVE, ACROSS)


def side_by_side(results: Sequence[Found], names: Sequence[str], count: int, across: int) -> Image.Image:
    """A row for each, again and again, and below them how far each was off at each key-frame."""
    titles = poses(results[0], count)
    sheets = [
        sheet([found.pictures[i : i + across] for found in results], titles[i : i + across], names)
        for i in range(0, count, across)
    ]
    lines = [errors(found, name, colour) for found, name, colour in zip(results, names, (BLUE, ORANGE), strict=True)]
    chart = Chart("mean over the joints, when it was due", "error (deg)", TIME, lines, log_y=True)
    return stacked(*sheets, charts([chart], (max(sheets[0].width, WIDE[0]), LOW[1])))
