"""A film of what is seen in the window: pictures as they come, written as WebP when it ends.

640 pixels wide, 30 pictures a second, for at most 12 s: 360 pictures of 0.7 MB wait in memory, and a thread of its own
writes them, so that the game goes on.
"""

from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from game.film import WEBP, Reel
from game.shot import Studio, whole

FPS, MOST_S, WIDTH = 30, 12.0, 640


class Recorder:
    def __init__(self, out: Path) -> None:
        self.out = out
        self.pictures = list[NDArray[np.uint8]]()
        self._begin_s: float | None = None
        self.writing: threading.Thread | None = None

    def take(self, studio: Studio, now_s: float) -> bool:
        """What was just drawn, as often as it takes to fill the time until now; False when it is long enough."""
        self._begin_s = now_s if self._begin_s is None else self._begin_s
        due = int((now_s - self._begin_s) * FPS) + 1 - len(self.pictures)
        if due > 0:
            picture = studio.picture()
            step = max(1, picture.shape[1] // WIDTH)
            self.pictures += [np.ascontiguousarray(picture[::step, ::step])] * due
        return len(self.pictures) < MOST_S * FPS

    def finish(self) -> str:
        """Write it, beside the game; what to say about it."""
        if not self.pictures:
            return "nothing was filmed"
        self.writing = threading.Thread(target=self._write, name="film")
        self.writing.start()
        return f"film of {len(self.pictures) / FPS:.1f} s: {self.out}"

    def _write(self) -> None:
        size = self.pictures[0].shape
        same = [picture for picture in self.pictures if picture.shape == size]  # the window may have been resized
        with whole(self.out) as draft:
            reel = Reel(iter([Image.fromarray(picture) for picture in same]), len(same))
            reel.save(draft, "WEBP", save_all=True, duration=1000.0 / FPS, loop=0, **WEBP)
