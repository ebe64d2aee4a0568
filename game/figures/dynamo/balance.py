"""Figure 2: who falls. Nothing in these scenes is random, so each is run once."""

from __future__ import annotations

from game.figures.figure import Asked, Job
from game.figures.strip import View, scene_strip

CLIPS = ("stand", "guard", "walk")
ROOTS = ("free", "meathook", "weak")
SECONDS = 10.0
MOMENTS = (0.0, 0.6, 1.0, 1.4, 2.0, 5.0)  # s
LABELS = "flat, no root", "on a box"
FLAT_VIEW = View((0.9, 0.0, 0.75), 4.6, -90.0)
BOX_VIEW = View((0.2, 0.0, 0.75), 8.6, -35.0)


def jobs(asked: Asked) -> list[Job]:
    """The first two are drawn."""
    flat = {"get_up": False}
    cases = [("walk", "free"), *((clip, root) for clip in CLIPS for root in ROOTS if (clip, root) != ("walk", "free"))]
    on_flat = [
        Job(
            f"{clip} on flat ground, root {root}", scene_strip,
            ("stage", flat | {"clip": clip, "root": root}, asked.seed, () if i else MOMENTS, SECONDS,
             asked.size, FLAT_VIEW),
        )
        for i, (clip, root) in enumerate(cases)
    ]  # fmt: skip
    on_a_box = Job(
        "one foot on a box", scene_strip, ("balance", {}, asked.seed, MOMENTS, SECONDS, asked.size, BOX_VIEW)
    )
    return [on_flat[0], on_a_box, *on_flat[1:]]
