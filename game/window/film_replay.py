"""A film of a recording, as whoever watches it in the window sees it: with HUD, replays and count.

    film_recording(read_recording(Path("game.json")), Film(Path("game.webp"), seconds=12.0), begin_s=8.0)

Seconds are those of whoever watches: while a knock-down is seen again, the game waits.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from math import ceil
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from game.picture.film import Film
from game.session.recording import Recording
from game.session.session import Session
from game.window.snapshot import snapshot
from game.window.view import View
from systems.draw.context import current

FRAME_S = 1 / 60


def film_recording(
    recording: Recording, film: Film, begin_s: float = 0.0, watch: Callable[[range], Iterable[int]] = iter
) -> Path:
    """From `begin_s` of the game on; `watch` hands the pictures' numbers on, and may show how far it is."""
    current()
    session = Session(recording.scene(), recording.seed, recording.players, recording.opening)
    session.quality = film.quality
    session.replay(recording)
    view = View(session, film.size)
    try:
        while session.simulation.time < begin_s:
            session.advance(FRAME_S)
            view.update(FRAME_S)
        return film.write(_pictures(view, film, watch(range(film.count))))
    finally:
        view.close()
        session.close()


def _pictures(view: View, film: Film, numbers: Iterable[int]) -> Generator[NDArray[np.uint8], None, None]:
    step_s = 1.0 / (film.fps * film.slow)
    parts = ceil(step_s / FRAME_S)  # a window that shows so few pictures would say that the machine is too slow
    for i in numbers:
        for _ in range(parts):
            view.session.advance(step_s / parts)
            view.update(step_s / parts)
        yield snapshot(view, now_s=i * step_s)
