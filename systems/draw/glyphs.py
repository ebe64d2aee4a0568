"""Letters: baked once into one small picture, and laid out by table lookups, a whole page of texts at a time.

Sizes are in units, `scale` pixels each. At scale 1 a "body" line is 18 pixels high, a digit 8 wide and a stop 3, so
`Glyphs(1.0).width("2.07", "body")` is 27. Advances are whole pixels: letters always lie on pixels and are crisp. The
font comes with Pillow (Aileron); the signs it lacks are drawn here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Floats = NDArray[np.float32]
SIZES = {
    "small": (12.0, False),
    "body": (14.0, False),
    "strong": (14.0, True),
    "title": (24.0, True),
    "large": (19.0, True),
    "logo": (58.0, True),
}
"""Name of a size -> height of its letters in units, and whether they are bold."""
STYLES = tuple(SIZES)
ALIGN = {"left": 0.0, "centre": 0.5, "right": 1.0}

FIRST, LAST = 32, 160  # codes with a letter
FROM_FONT = {chr(code): code for code in range(32, 127)} | {"°": 128, "±": 129, "·": 130, "…": 131}
ARROWS = {"→": 132, "↑": 133, "←": 134, "↓": 135}  # each a quarter turn from the one before
BULLET, TIMES, DASH = 136, 137, 138
DRAWN = ARROWS | {"\u2022": BULLET, "\u00d7": TIMES, "\u2013": DASH}
CODES = str.maketrans({letter: chr(code) for letter, code in (FROM_FONT | DRAWN).items()})
UNKNOWN = ord("?")
PAD = 2  # pixels around each letter, where its smooth edges and what leans out of it lie
FINE = 8  # how many times larger the signs are drawn before they are made smooth


class Text(NamedTuple):
    """One line, as it was asked for."""

    x: float  # units
    y: float  # units, the line's upper edge
    codes: bytes
    style: int
    align: float  # 0 left .. 1 right of x
    colour: tuple[float, float, float, float]


class Glyphs:
    """All sizes at one scale: `image` is the picture, `cells` where in it (x, y, width, height) each letter lies."""

    def __init__(self, scale: float) -> None:
        self.scale = scale
        self.advance: Floats = np.zeros((len(STYLES), 256), np.float32)  # pixels
        self.cells: Floats = np.zeros((len(STYLES), 256, 4), np.float32)  # pixels
        self.line: list[int] = []  # pixels, height of each style's line
        strips = [self._bake(number, *SIZES[style]) for number, style in enumerate(STYLES)]
        across = max(strip.shape[1] for strip in strips)
        below = 0
        for number, strip in enumerate(strips):
            self.cells[number, :, 1] += below
            below += strip.shape[0]
        self._advances: list[list[float]] = self.advance.tolist()  # for one short text that is faster
        padded = [np.pad(strip, ((0, 0), (0, across - strip.shape[1]))) for strip in strips]
        self.image: NDArray[np.uint8] = np.concatenate(padded)

    def _bake(self, style: int, units: float, bold: bool) -> NDArray[np.uint8]:
        """A strip with all letters of a style beside each other, eight rows of them."""
        pixels = max(6, round(units * self.scale))
        font = ImageFont.load_default(pixels)
        if not isinstance(font, ImageFont.FreeTypeFont):
            raise RuntimeError("this Pillow was built without FreeType, so there are no letters of any size")
        up, down = font.getmetrics()
        thick = max(1, round(pixels / 16)) if bold else 0
        self.line.append(up + down)
        high, columns = up + down + 2 * PAD, (LAST - FIRST) // 8
        wide = 2 * pixels + 2 * PAD
        strip = Image.new("L", (columns * wide, 8 * high))
        draw = ImageDraw.Draw(strip)
        letters = {code: c for c, code in FROM_FONT.items()}
        signs = drawn_signs(pixels)
        for code in range(FIRST, DASH + 1):
            row, column = divmod(code - FIRST, columns)
            x, y = column * wide, row * high
            if code in letters:
                draw.text((x + PAD, y + PAD + up), letters[code], 255, font, anchor="ls")
                advance = round(font.getlength(letters[code])) + thick
            elif code in signs:
                strip.paste(signs[code], (x + PAD, y + PAD + up - pixels + round(0.1 * pixels)))
                advance = signs[code].width
            else:
                continue
            self.advance[style, code] = advance
            self.cells[style, code] = x, y, advance + 2 * PAD, high
        unknown = self.advance[style] == 0.0
        self.advance[style, unknown] = self.advance[style, UNKNOWN]
        self.cells[style, unknown] = self.cells[style, UNKNOWN]
        out = np.array(strip)
        for _ in range(thick):  # bold: each letter once more, a pixel to the right
            out[:, 1:] = np.maximum(out[:, 1:], out[:, :-1])
        return out

    def height(self, size: str) -> float:
        """Units, from one line's upper edge to the next one's."""
        return self.line[STYLES.index(size)] / self.scale

    def width(self, text: str, size: str) -> float:
        """Units: the sum of the letters' advances."""
        advances = self._advances[STYLES.index(size)]
        return sum([advances[code] for code in encoded(text)]) / self.scale

    def layout(self, texts: list[Text], out: Floats) -> int:
        """One row of `out` a letter (box and place in the picture in pixels, colour); how many there are."""
        counts = np.array([len(text.codes) for text in texts])
        codes = np.frombuffer(b"".join([text.codes for text in texts]), np.uint8)
        placed = np.array([(t.x, t.y, t.align, t.style, len(t.codes), *t.colour) for t in texts], np.float32)
        style = np.repeat(placed[:, 3].astype(np.intp), counts)
        advance = self.advance[style, codes]
        ends = np.concatenate(([0.0], np.cumsum(advance)))
        last = np.cumsum(counts)
        starts = ends[last - counts]
        left = np.rint(placed[:, 0] * self.scale - placed[:, 2] * (ends[last] - starts)) - starts
        rows = out[: len(codes)]
        rows[:, 0] = np.repeat(left, counts) + ends[:-1] - PAD
        rows[:, 1] = np.repeat(np.rint(placed[:, 1] * self.scale), counts) - PAD
        cells = self.cells[style, codes]
        rows[:, 2:4] = cells[:, 2:]
        rows[:, 5:7] = cells[:, :2]
        rows[:, 8:12] = np.repeat(placed[:, 5:], counts, axis=0)
        return len(codes)


def encoded(text: str) -> bytes:
    """One byte a letter; what there is no letter for becomes a question mark."""
    return text.translate(CODES).encode("latin-1", "replace")


def drawn_signs(pixels: int) -> dict[int, Image.Image]:
    """What the font has not, in squares of a letter's height; the middle of small letters is at 0.64 of it."""
    arrow = drawn(pixels, lines=[(0.12, 0.5, 0.8, 0.5)], filled=[(0.92, 0.5), (0.66, 0.24), (0.66, 0.76)])
    signs = {code: arrow.rotate(90 * turn) for turn, code in enumerate(ARROWS.values())}
    circle = np.linspace(0.0, 2 * np.pi, 24)
    dot = list(zip(0.3 + 0.14 * np.cos(circle), 0.64 + 0.14 * np.sin(circle), strict=True))
    signs[BULLET] = drawn(pixels, filled=dot, wide=0.6)
    signs[TIMES] = drawn(pixels, lines=[(0.1, 0.44, 0.5, 0.84), (0.1, 0.84, 0.5, 0.44)], wide=0.6)
    signs[DASH] = drawn(pixels, lines=[(0.05, 0.64, 0.55, 0.64)], wide=0.6)
    return signs


def drawn(
    pixels: int,
    lines: Sequence[tuple[float, float, float, float]] = (),
    filled: Sequence[tuple[float, float]] = (),
    wide: float = 1.0,
) -> Image.Image:
    """Lines and a filled shape, in shares of a letter's height; drawn large, then made small and smooth."""
    side = FINE * pixels
    large = Image.new("L", (side, side))
    draw = ImageDraw.Draw(large)
    for line in lines:
        draw.line([side * v for v in line], 255, round(0.1 * side))
    if filled:
        draw.polygon([(side * x, side * y) for x, y in filled], 255)
    return large.resize((pixels, pixels), Image.Resampling.BOX).crop((0, 0, max(1, round(wide * pixels)), pixels))
