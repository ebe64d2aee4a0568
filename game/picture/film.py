"""Films without a window: one simulation, picture by picture, into an .mp4, a .webp or a .gif.

    with Simulation("stage", settings={"clip": "walk"}) as simulation:
        Film(Path("walk.webp"), seconds=2.0, fps=30, camera="follow").take(simulation)      # 60 pictures

At 30 pictures a second there is one every 4 ticks. Where a picture falls between two ticks, bodies are drawn between
their poses; `slow=4.0` makes four times as many pictures of the same time.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from pathlib import Path
from tempfile import TemporaryFile

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from components.clock import TICKS_PER_S
from components.errors import InputError
from game.base.writing import atomic_write, check_writable
from game.cameras.camera import Camera
from game.picture.shot import Studio, check, studio_of
from game.picture.side_by_side import Columns
from game.world.simulation import MAX_SECONDS, Simulation, number
from systems.draw.context import current
from systems.draw.quality import quality_named

SIZE = (640, 360)
FASTEST = {".mp4": 120, ".webp": 120, ".gif": 50}  # pictures a second; a GIF counts in hundredths, and viewers skip 1
WEBP = {"quality": 70, "method": 4}
OWN_COLOURS, STEPS = 95, 4  # of a GIF: twice as many from its first picture, and 4 x 4 x 4 for whatever comes later
HOW = Image.Quantize.MEDIANCUT, Image.Quantize.FASTOCTREE
CRF = 20  # of H.264: 0 loses nothing, 51 is worst
COLOURS = (  # said, or each player takes them for what it likes
    "-vf", "scale=out_color_matrix=bt709:out_range=tv", "-colorspace", "bt709", "-color_primaries", "bt709",
    "-color_trc", "bt709", "-color_range", "tv",
)  # fmt: skip


@dataclass(frozen=True)
class Film:
    """What is to be taken. Whatever is wrong with it is said when it is made, before anything is simulated."""

    out: Path
    seconds: float = 10.0  # of the simulation
    fps: int = 30
    size: tuple[int, int] = SIZE
    quality: str = "medium"
    camera: str | Camera | None = None  # the scene's own
    slow: float = 1.0

    def __post_init__(self) -> None:
        kind = self.kind
        if kind not in FASTEST:
            raise InputError(f"a film is one of {', '.join(FASTEST)}", file=self.out)
        number(self.seconds, "seconds", 0.0, MAX_SECONDS)
        number(self.fps, f"fps of a {kind}", 1, FASTEST[kind])
        number(self.slow, "slow", 0.01, 100.0)
        check(self.size, self.camera)
        quality_named(self.quality)
        if kind == ".mp4":
            encoder()
            if any(side % 2 for side in self.size):
                raise InputError("width and height of an .mp4 must be even", place="size")
        check_writable(self.out)
        current()

    @property
    def kind(self) -> str:
        return self.out.suffix.lower()

    @property
    def count(self) -> int:
        """How many pictures."""
        return max(1, round(self.seconds * self.fps * self.slow))

    def take(self, simulation: Simulation, watch: Callable[[range], Iterable[int]] = iter) -> Path:
        """From where the simulation is; `watch` hands the pictures' numbers on, and may show how far it is."""
        current()
        with studio_of(simulation, self.size, quality_named(self.quality), self.camera) as studio:
            return self.write(self._pictures(studio, watch(range(self.count))))

    def write(self, pictures: Generator[NDArray[np.uint8], None, None]) -> Path:
        """So many of them as it has."""
        write = {".mp4": self._mp4, ".webp": self._webp, ".gif": self._gif}[self.kind]
        with atomic_write(self.out) as draft, closing(pictures):
            write(draft, pictures)
        return self.out

    def _pictures(self, studio: Studio | Columns, numbers: Iterable[int]) -> Generator[NDArray[np.uint8], None, None]:
        simulation, begin = studio.simulation, studio.simulation.ticks
        step_s = 1.0 / (self.fps * self.slow)
        for i in numbers:
            moment = round(begin + i * step_s * TICKS_PER_S, 6)  # ticks; rounded, or 4.0000000001 would want a fifth
            studio.tick(ceil(moment) - simulation.ticks)
            studio.update(step_s, 1.0 - (simulation.ticks - moment))
            studio.draw()
            yield studio.picture()

    def _webp(self, draft: Path, pictures: Iterator[NDArray[np.uint8]]) -> None:
        reel = Reel((Image.fromarray(pixels) for pixels in pictures), self.count)
        reel.save(draft, "WEBP", save_all=True, duration=1000.0 / self.fps, loop=0, **WEBP)

    def _gif(self, draft: Path, pictures: Iterator[NDArray[np.uint8]]) -> None:
        reel = Reel(indexed(pictures), self.count)
        ends = [round(100 * i / self.fps) for i in range(self.count + 1)]
        lasts = [10 * (end - begin) for begin, end in pairwise(ends)]  # ms, in steps of 10
        reel.save(draft, "GIF", save_all=True, duration=lasts, loop=0, optimize=True)

    def _mp4(self, draft: Path, pictures: Iterator[NDArray[np.uint8]]) -> None:
        width, height = self.size
        raw = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}", "-r", str(self.fps), "-i", "-"]
        coded = ["-c:v", "libx264", "-crf", str(CRF), "-pix_fmt", "yuv420p", "-movflags", "+faststart"]
        command = [encoder(), "-y", "-v", "error", *raw, "-an", *COLOURS, *coded, "-f", "mp4", str(draft)]
        with TemporaryFile() as said:
            # in a session of its own: Ctrl-C is for this process, which then ends that one
            coding = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=said, start_new_session=True)
            assert coding.stdin is not None
            try:
                for pixels in pictures:
                    coding.stdin.write(pixels.data)
                coding.stdin.close()
                failed = coding.wait() != 0
            except BrokenPipeError:
                failed = True
            finally:
                coding.kill()
                coding.wait()
            if failed:
                said.seek(0)
                lines = said.read().decode(errors="replace").split("\n")
                raise InputError(f"cannot be written: ffmpeg says {lines[0]!r}", file=self.out)


class Reel(Image.Image):
    """What Pillow takes for an image of many pictures: each is made when Pillow turns to it, and only one is kept."""

    def __init__(self, pictures: Iterator[Image.Image], count: int) -> None:
        super().__init__()
        self.pictures, self.n_frames, self.at = pictures, count, -1
        self.seek(0)

    def seek(self, frame: int) -> None:
        if frame >= self.n_frames:
            raise EOFError
        if frame > self.at:  # at the end Pillow winds back, to nothing that it needs
            shown = next(self.pictures)
            self._mode, self._size, self.im, self.palette = shown.mode, shown.size, shown.im, shown.palette
            self.at = frame

    def tell(self) -> int:
        return self.at


def indexed(pictures: Iterator[NDArray[np.uint8]]) -> Iterator[Image.Image]:
    """In 255 colours, the same for all: what stands still does not flicker, and the last index is free for Pillow."""
    palette: Image.Image | None = None
    for pixels in pictures:
        picture = Image.fromarray(pixels)
        if palette is None:
            palette = palette_of(picture)
        yield picture.quantize(palette=palette, dither=Image.Dither.NONE)


def palette_of(picture: Image.Image) -> Image.Image:
    """Half of its own colours are where most pixels are (sky and ground), half spread over all hues (bodies)."""
    own = [picture.quantize(OWN_COLOURS, how).getpalette("RGB") or [] for how in HOW]
    level = np.linspace(0, 255, STEPS).astype(int)
    cube = np.stack(np.meshgrid(level, level, level), axis=-1).ravel().tolist()
    out = Image.new("P", (1, 1))
    out.putpalette([*own[0], *own[1], *cube][: 3 * 255])
    return out


def encoder() -> str:
    """Where ffmpeg is."""
    try:
        import imageio_ffmpeg

        return str(imageio_ffmpeg.get_ffmpeg_exe())
    except (ImportError, RuntimeError):  # not installed, or installed without its program
        raise InputError("MP4 needs imageio-ffmpeg: pip install glassjaw[film]; .webp and .gif need nothing") from None
