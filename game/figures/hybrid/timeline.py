"""Who had control of each character of a scene, when, and how much of that was kinematic: bars along the time."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from PIL import Image

from components.clock import TICKS_PER_S
from components.control import Sort
from game.figures.charts import GREEN, ORANGE
from game.figures.figure import Asked, Found, Job, Row
from game.figures.plots import DPI
from game.world.simulation import Simulation
from systems.controllers import CONTROLLERS

SCENES = (("trip", 12.0), ("kick", 8.0), ("goalie", 8.0))
COLOURS = {Sort.KINEMATIC: ORANGE, Sort.DYNAMIC: GREEN}
WIDE, HIGH = 900, 46  # pixels, of all and of a row


def jobs(asked: Asked) -> list[Job]:
    return [Job(scene, control_of, (scene, seconds, asked.seed)) for scene, seconds in SCENES]


def control_of(scene: str, seconds: float, seed: int) -> Found:
    """A row for each stretch of time in which one controller had a character."""
    rows, begun = list[Row](), dict[str, tuple[str, float]]()
    with Simulation(scene, seed=seed) as simulation:
        for tick in range(round(seconds * TICKS_PER_S)):
            for name, character in simulation.characters.items():
                now, (held, since) = character.controller, begun.get(name, ("", 0.0))
                if now != held:
                    rows += [stretch(scene, name, held, since, tick / TICKS_PER_S)] if held else []
                    begun[name] = (now, tick / TICKS_PER_S)
            simulation.tick()
    rows += [stretch(scene, name, held, since, seconds) for name, (held, since) in begun.items()]
    return Found({"": rows})


def stretch(scene: str, who: str, controller: str, begin: float, end: float) -> Row:
    sort = str(CONTROLLERS[controller].sort)
    return {"scene": scene, "who": who, "controller": controller, "sort": sort, "begin_s": begin, "end_s": end}


def draw(results: Sequence[Found]) -> Image.Image:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    rows = [row for found in results for row in found.tables[""]]
    whose = list(dict.fromkeys(f"{row['scene']}: {row['who']}" for row in rows))
    page = Figure((WIDE / DPI, (len(whose) + 1) * HIGH / DPI), dpi=DPI, layout="constrained")
    canvas, axis = FigureCanvasAgg(page), page.subplots()
    for row in rows:
        y, begin = whose.index(f"{row['scene']}: {row['who']}"), float(row["begin_s"] or 0.0)
        long = float(row["end_s"] or 0.0) - begin
        colour = COLOURS[Sort(str(row["sort"]))]
        axis.barh(y, long, left=begin, height=0.7, color=colour, edgecolor="white", linewidth=0.8)
        if long > 0.35:
            axis.text(begin + 0.05, y, str(row["controller"]), fontsize=7, va="center", clip_on=True)
    axis.set_yticks(range(len(whose)), whose, fontsize=7)
    axis.invert_yaxis()
    axis.set_xlabel("t (s); orange: kinematic, green: dynamic", fontsize=8)
    axis.tick_params(labelsize=7)
    out = BytesIO()
    canvas.print_png(out)
    return Image.open(out).convert("RGB")
