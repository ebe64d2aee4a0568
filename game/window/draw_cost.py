"""What a frame costs in Python: poses, GL calls, HUD and panel, with nothing drawn by the machine itself.

Every draw call is sent, and dropped by the driver (systems/draw/unseen.py). Ticks run between the frames and are not
counted.
"""

from __future__ import annotations

from time import perf_counter, perf_counter_ns

from game.scenes.scene import Scene
from game.session.session import FRAME_PARTS, Session
from game.window.view import PART, View
from game.world.profiler import summaries_ms
from systems.draw.context import current
from systems.draw.unseen import Unseen

SIZE = (320, 180)  # pixels: what is cleared and copied still is
FRAME_S = 1 / 60
COUNTED = ("pose", "draw", "hud", "panel")


def draw_cost(scene: Scene, seconds: float, seed: int = 0) -> dict[str, dict[str, float]]:
    """ms: p50, p95, p99 and max of each part of a frame, and of the whole without and with the panel open."""
    current()
    session = Session(scene, seed)
    session.quality = "low"
    view = View(session, SIZE)
    unseen = Unseen()
    try:
        closed = _frames(session, view, seconds, unseen)
        view.panel.toggle()
        opened = _frames(session, view, seconds, unseen) if view.panel.open else None
    finally:
        unseen.close()
        view.close()
        session.close()
    out = {name: closed[name] for name in COUNTED[:-1]}
    if opened is not None:
        out["panel"] = opened["panel"]
    return {**out, "frame": closed["frame"], **({"frame with panel": opened["frame"]} if opened else {})}


def _frames(session: Session, view: View, seconds: float, unseen: Unseen) -> dict[str, dict[str, float]]:
    for frame in range(-30, max(1, round(seconds / FRAME_S))):
        if frame == 0:
            session.frames.clear()
        session.advance(FRAME_S)
        view.aim()
        row = session.frames.row(perf_counter_ns())
        with unseen.drawing():
            begin = perf_counter_ns()
            view.update(FRAME_S)
            row[PART["pose"]] = perf_counter_ns() - begin
            view.draw(*SIZE, perf_counter(), row)
        unseen.finish()
    rows = session.frames.recorded()
    found = dict(zip(FRAME_PARTS, summaries_ms(rows), strict=True))
    return {**found, "frame": summaries_ms(rows.sum(axis=1, keepdims=True))[0]}
