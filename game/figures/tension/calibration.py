"""What a tension means: how far a push of 45 N at the end of a limb turns each joint at most, all else being firm."""

from __future__ import annotations

from collections.abc import Sequence
from math import acos, degrees

from PIL import Image

from components.clock import TICKS_PER_S
from game.figures.charts import BLUE, GREEN, GREY, ORANGE, Chart, charts
from game.figures.figure import Asked, Found, Job, Row
from game.figures.plots import Line
from game.world.simulation import Simulation

PUSH = 45.0  # N, forward
ENDS = {
    "left_upper_arm": "left_hand",
    "left_forearm": "left_hand",
    "neck": "head",
    "spine1": "spine3",
}  # joint, and where it is pushed
TENSIONS = (0.05, 0.1, 0.2, 0.4, 0.8)
SETTLES, PUSHED = 0.5, 1.5  # s
WIDE = (760, 280)


def pushed(joint: str, tension: float, seed: int) -> Found:
    settings = {"clip": "guard"}
    with Simulation("stage", seed=seed, servo="tension", root="meathook", settings=settings) as simulation:
        (body,) = simulation.characters.values()
        body.limb(joint).set("tension", tension)
        simulation.run(SETTLES)
        turns, row = simulation.stage.tables.bones.joint, body.about.first + body.bones.index(joint)
        before, most, end = turns[row].copy(), 0.0, ENDS[joint]
        for _ in range(round(PUSHED * TICKS_PER_S)):
            place = body.place(end).tolist()
            simulation.stage.engine.push(body.body, body.link(end), [PUSH, 0.0, 0.0], place)
            simulation.tick()
            most = max(most, degrees(2.0 * acos(min(1.0, abs(float(turns[row] @ before))))))
    return Found({"": [{"joint": joint, "tension": tension, "most_deg": most}]})


def jobs(asked: Asked) -> list[Job]:
    return [Job(f"{joint} {tension}", pushed, (joint, tension, asked.seed)) for joint in ENDS for tension in TENSIONS]


def draw(results: Sequence[Found]) -> Image.Image:
    rows: list[Row] = [row for found in results for row in found.tables[""]]
    lines = list[Line]()
    for joint, colour in zip(ENDS, (BLUE, GREEN, ORANGE, GREY), strict=True):
        own = [row for row in rows if row["joint"] == joint]
        x, y = ([float(row[key] or 0.0) for row in own] for key in ("tension", "most_deg"))
        lines.append(Line(joint, x, y, colour))
    title = "how far a push of 45 N at the end of the limb turns a joint at most"
    return charts([Chart(title, "degrees", "tension", lines)], WIDE)
