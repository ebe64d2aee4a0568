"""Figures 5, 7 and 8: a waist that follows a trajectory, under arms that nobody moves, with three settling times.

The angle is that of `spine1` about its own y: 20 degrees is a bow. Of a jump a model has 9.2 % left after its settling
time; 90 % are there at 0.97 of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import degrees, exp, sqrt

import numpy as np
from PIL import Image

from components.clock import DT, TICKS_PER_S
from game.figures.charts import BLUE, GREEN, GREY, ORANGE, Chart, charts
from game.figures.figure import Asked, Found, Job, Row
from game.figures.plots import Line
from game.world.simulation import Simulation

SCENE, BONE, BOWS, TURNS = "waist", "spine1", 1, 2  # about its own y, and about its length
SMOOTH, JUMPS = "waist", "waist_steps"  # data/scripts
SECONDS = {SMOOTH: 7.0, JUMPS: 10.0}
SETTLES = 1.0  # s that are not counted
COLOURS = {"quick": GREEN, "medium": BLUE, "slow": ORANGE}
FROM_JUMP_S = 1.9  # s of figure 5's jump that are shown
WIDE = (760, 230)  # pixels of a chart


def followed(script: str, seed: int) -> Found:
    rows, errors = list[Row](), dict[str, list[tuple[float, float]]]()
    settling = dict[str, float]()
    with Simulation(SCENE, seed=seed, settings={"script": script}) as simulation:
        for tick in range(round(SECONDS[script] * TICKS_PER_S)):
            simulation.tick()
            row: Row = {"script": script, "t_s": simulation.time}
            for name, character in simulation.characters.items():
                joint = character.adaptive(BONE)
                target, model, plant = (degrees(float(turn[BOWS])) for turn in (joint.target, joint.model, joint.plant))
                row |= {"target_deg": target, "turn_target_deg": degrees(float(joint.target[TURNS]))}
                row |= {f"{name}_model_deg": model, f"{name}_deg": plant}
                row[f"{name}_turn_deg"] = degrees(float(joint.plant[TURNS]))
                row[f"{name}_nm"] = float(joint.torque[BOWS])
                settling[name] = joint.settling_s
                if tick * DT >= SETTLES:
                    errors.setdefault(name, []).append((plant - target, plant - model))
            rows.append(row)
        summary: list[Row] = [
            {
                "script": script,
                "who": name,
                "settling_s": settling[name],
                "rms_to_target_deg": rms([off for off, _ in own]),
                "rms_to_model_deg": rms([off for _, off in own]),
                "blew_up": any(event.kind == "explosion" for event in simulation.stage.events),
            }
            for name, own in errors.items()
        ]
    return Found({"": summary, "angles": rows})


def rms(values: Sequence[float]) -> float:
    return sqrt(sum(value * value for value in values) / max(1, len(values)))


def smooth(asked: Asked) -> list[Job]:
    return [Job(SMOOTH, followed, (SMOOTH, asked.seed))]


def jumps(asked: Asked) -> list[Job]:
    return [Job(JUMPS, followed, (JUMPS, asked.seed))]


def draw(results: Sequence[Found]) -> Image.Image:
    found = results[0]
    rows, summary = found.tables["angles"], found.tables[""]
    times = [float(row["t_s"] or 0.0) for row in rows]
    angles = [Line("target", times, column(rows, "target_deg"), GREY, dashed=True)]
    turns = [Line("target", times, column(rows, "turn_target_deg"), GREY, dashed=True)]
    torques = []
    for own in summary:
        name = str(own["who"])
        label = f"settles in {own['settling_s']:g} s"
        angles.append(Line(label, times, column(rows, f"{name}_deg"), COLOURS[name]))
        turns.append(Line(label, times, column(rows, f"{name}_turn_deg"), COLOURS[name]))
        torques.append(Line(label, times, column(rows, f"{name}_nm"), COLOURS[name]))
    return charts(
        [
            Chart("how far the waist bows", "angle (deg)", "t (s)", angles),
            Chart("how far it turns", "angle (deg)", "t (s)", turns),
            Chart("what its muscle does for the bow", "torque (N m)", "t (s)", torques),
        ],
        WIDE,
    )


def column(rows: Sequence[Row], name: str) -> list[float | None]:
    return [float(value) if isinstance(value := row.get(name), float | int) else None for row in rows]


# --- figure 5


def responses(asked: Asked) -> list[Job]:
    return [Job("jump", response, (asked.seed,))]


def response(seed: int) -> Found:
    """One jump, simulated with a settling time of 0.3 s, beside closed forms with other dampings."""
    found = followed(JUMPS, seed)
    angles = found.tables["angles"]
    begins = next(k for k, row in enumerate(angles) if abs(float(row["target_deg"] or 0.0)) > 1.0)
    height = float(angles[begins]["target_deg"] or 0.0)
    rows = list[Row]()
    for k in range(round(FROM_JUMP_S * TICKS_PER_S)):
        own = angles[begins + k]
        rows.append(
            {
                "t_s": k * DT,
                "critically_damped": closed_form(1.0, (k + 1) * DT),
                "underdamped": closed_form(0.35, (k + 1) * DT),
                "overdamped": closed_form(2.5, (k + 1) * DT),
                "waist": float(own["medium_deg"] or 0.0) / height,
            }
        )
    there = next((float(row["t_s"] or 0.0) + DT for row in rows if float(row["waist"] or 0.0) >= 0.9), None)
    most = max(float(row["waist"] or 0.0) for row in rows)
    return Found({"": [{"settling_s": 0.3, "at_90_percent_s": there, "overshoot": most - 1.0}], "curves": rows})


def closed_form(damping: float, t: float, settling_s: float = 0.3) -> float:
    """Of a jump of 1, what x'' = l^2 (1 - x) - 2 damping l x' has come to; l = 4 / settling_s."""
    rate = 4.0 / settling_s
    if damping == 1.0:
        return 1.0 - (1.0 + rate * t) * exp(-rate * t)
    if damping > 1.0:
        root = rate * sqrt(damping * damping - 1.0)
        a, b = -damping * rate + root, -damping * rate - root
        return 1.0 + (b * exp(a * t) - a * exp(b * t)) / (a - b)
    swing = rate * sqrt(1.0 - damping * damping)
    envelope = exp(-damping * rate * t)
    return 1.0 - envelope * float(np.cos(swing * t) + damping * rate / swing * np.sin(swing * t))


def draw_responses(results: Sequence[Found]) -> Image.Image:
    rows = results[0].tables["curves"]
    times = [float(row["t_s"] or 0.0) for row in rows]
    lines = [
        Line("underdamped", times, column(rows, "underdamped"), ORANGE, dashed=True),
        Line("critically damped", times, column(rows, "critically_damped"), GREY, dashed=True),
        Line("overdamped", times, column(rows, "overdamped"), BLUE, dashed=True),
        Line("a waist, simulated", times, column(rows, "waist"), GREEN),
    ]
    title = "of a jump of the target; 0.3 s is the settling time"
    return charts([Chart(title, "share of the way", "t (s)", lines, marks=(0.3,))], WIDE)
