"""A film of what is seen in the window: pictures as they come, written as WebP when it ends.

30 pictures a second of the window's own size, for at most 12 s. A picture of 1280 x 720 is packed to a third of its
2.8 MB while the game goes on, so 360 of them wait in about 350 MB; a thread of its own writes them.
"""

from __future__ import annotations

import threading
import zlib
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from components.errors import InputError
from game.base.writing import atomic_write
from game.picture.film import WEBP, Reel

FPS, MOST_S = 30, 12.0
FAST = 1  # of zlib's levels


class Recorder:
    def __init__(self, out: Path) -> None:
        self.out = out
        self.size = (0, 0)  # pixels, of the first picture
        self.pictures = list[Future[bytes]]()
        self._packing = ThreadPoolExecutor(1, "film")
        self._begin_s: float | None = None
        self.writing: threading.Thread | None = None
        self.failure = ""  # of the writing, in one line

    def take(self, picture: Callable[[], NDArray[np.uint8]], now_s: float) -> bool:
        """What is to be seen, as often as it takes to fill the time until now; False when it is long enough."""
        self._begin_s = now_s if self._begin_s is None else self._begin_s
        due = int((now_s - self._begin_s) * FPS) + 1 - len(self.pictures)
        if due > 0:
            pixels = picture()
            size = pixels.shape[1], pixels.shape[0]
            if not self.pictures:
                self.size = size
            if size == self.size:
                packed = self._packing.submit(zlib.compress, np.ascontiguousarray(pixels).data, FAST)
            else:  # the window was resized: the film is not
                packed = self.pictures[-1]
            self.pictures += [packed] * due
        return len(self.pictures) < MOST_S * FPS

    def finish(self) -> str:
        """Write it, beside the game; what to say about it."""
        if not self.pictures:
            return "nothing was filmed"
        self.writing = threading.Thread(target=self._write, name="film")
        self.writing.start()
        return f"film of {len(self.pictures) / FPS:.1f} s, {self.size[0]} x {self.size[1]}: {self.out}"

    def told(self) -> str:
        """What went wrong, once it has written all that it could."""
        if self.writing is not None:
            self.writing.join()
        return self.failure

    def _write(self) -> None:
        pictures = (
            Image.frombuffer("RGB", self.size, zlib.decompress(packed.result()), "raw", "RGB", 0, 1)
            for packed in self.pictures
        )
        try:
            with atomic_write(self.out) as draft:
                reel = Reel(pictures, len(self.pictures))
                reel.save(draft, "WEBP", save_all=True, duration=1000.0 / FPS, loop=0, **WEBP)
        except InputError as error:
            self.failure = str(error)
        self._packing.shutdown()
