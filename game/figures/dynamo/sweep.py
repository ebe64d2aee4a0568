"""The gain sweep: how much do gains matter, to parent-space and to world-space muscles?

Strength multiplies all gains; 1 is a critically damped spring of 90 rad/s on each bone. What the paper prints is world
space, external, explicit.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PIL import Image

from game.figures.dynamo import cartwheel, course
from game.figures.figure import Asked, Found, Job, Row
from game.figures.plots import Line, Panel, plot

STRENGTHS = tuple(float(f"{s:.3g}") for s in np.geomspace(0.05, 20.0, 9))  # 0.05, 0.106, ... 9.46, 20
LAWS = {"parent": ("parent", "joint"), "world": ("world", "joint"), "world, external": ("world", "external")}
COLOURS = {"parent": (0.25, 0.44, 0.71), "world": (0.85, 0.50, 0.20), "world, external": (0.45, 0.45, 0.48)}
INTEGRATIONS = ("implicit", "explicit")
STEADY = {"get_up": False, "stun": False}
"""Who has fallen stays down, and blows take no strength away: only the gains differ."""
KEPT = ("blew_up", "pose_error_deg", "jitter_rad2ps6", "along_m", "finished_s")
SHOWN = {
    "failed": ("share that failed", False),
    "pose_error_deg": ("pose error (deg)", True),
    "jitter_rad2ps6": ("jitter (rad2/s6)", True),
}
PANEL = (420, 210)  # pixels


def settings_of(law: str, integration: str, strength: float) -> dict[str, object]:
    servo, actuation = LAWS[law]
    return STEADY | {"servo": servo, "actuation": actuation, "integration": integration, "strength": strength}


def cartwheels(law: str, integration: str, strength: float) -> Found:
    servo = LAWS[law][0]
    scene = cartwheel.scene_of(servo, True, settings_of(law, integration, strength))
    about: Row = {"task": "cartwheel", "law": law, "integration": integration, "strength": strength}
    return Found({"": [{**about, **cartwheel.one(scene, start)[0]} for start in range(cartwheel.STARTS)]})


def walks(laws: Sequence[str], integration: str, strength: float, seed: int) -> Found:
    """The course is walked in lanes, which have the servos' names; laws of different servos go together."""
    settings: dict[str, object] = dict(STEADY)
    for servo, actuation in (LAWS[law] for law in laws):
        own = {"actuation": actuation, "integration": integration, "strength": strength}
        settings |= {f"{servo}.{key}": value for key, value in own.items()}
    rows, _ = course.walked(settings, seed)
    found = list[Row]()
    for law in laws:
        (row,) = (row for row in rows if row["who"] == LAWS[law][0])
        whole = not row["blew_up"]
        found.append({
            "task": "course", "law": law, "integration": integration, "strength": strength, "start": 0,
            "fell": fell_on_the_way(row) if whole else None,
            **{key: row[key] if whole or key == "blew_up" else None for key in KEPT},
        })  # fmt: skip
    return Found({"": found})


def fell_on_the_way(row: Row) -> bool:
    """Before the finish; what comes after it is another matter."""
    fall, finish = row["first_fall_s"], row["finished_s"]
    return fall is not None and (finish is None or float(fall) < float(finish))


def failed(row: Row) -> bool:
    """Fell, blew up, or did not arrive."""
    return bool(row["fell"] or row["blew_up"] or (row["task"] == "course" and row["finished_s"] is None))


def jobs(asked: Asked) -> list[Job]:
    cases = [(integration, strength) for integration in INTEGRATIONS for strength in STRENGTHS]
    return [
        *(Job(f"cartwheel, {law}, {how}, {strength}", cartwheels, (law, how, strength))
          for law in LAWS for how, strength in cases),
        *(Job(f"course, {' and '.join(laws)}, {how}, {strength}", walks, (laws, how, strength, asked.seed))
          for laws in (("parent", "world"), ("world, external",)) for how, strength in cases),
    ]  # fmt: skip


def mean(rows: Sequence[Row], key: str) -> float | None:
    """Of what was measured."""
    values = [float(value) for row in rows if (value := row[key]) is not None]
    return sum(values) / len(values) if values else None


def lines(rows: Sequence[Row], task: str, key: str) -> list[Line]:
    """One for each law and integration, of the means over all starts."""
    out = []
    for law, colour in COLOURS.items():
        for how in INTEGRATIONS:
            own = [row for row in rows if (row["task"], row["law"], row["integration"]) == (task, law, how)]
            means = [mean([row for row in own if row["strength"] == strength], key) for strength in STRENGTHS]
            out.append(Line(f"{law}, {how}", STRENGTHS, means, colour, dashed=how == "explicit"))
    return out


def draw(results: Sequence[Found]) -> Image.Image:
    rows: list[Row] = [{**row, "failed": failed(row)} for found in results for row in found.tables[""]]
    tasks = {"cartwheel": "cartwheel over a crate", "course": "obstacle course"}
    panels = [[Panel(what, lines(rows, task, key), log) for task in tasks] for key, (what, log) in SHOWN.items()]
    return plot(panels, list(tasks.values()), "strength (1 is 90 rad/s)", PANEL)
