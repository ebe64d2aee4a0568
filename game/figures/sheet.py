"""Contact sheets: pictures in rows and columns on white, with their names, a title and a caption under them.

    captioned(sheet([[a, b], [c, d]], ["0.0 s", "0.1 s"], ["parent", "world"]), "Figure 3", "Who keeps the motion?")

Letters are those of the rest of the project (Pillow's Aileron, as in systems/draw/glyphs.py).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from game.figures.figure import Pixels

INK, DIM, PAPER = (28, 31, 38), (96, 101, 112), (255, 255, 255)
GAP, PAD = 4, 10  # pixels, between pictures and around the sheet
LETTERS = 13  # pixels
Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


def font(pixels: int = LETTERS) -> Font:
    return ImageFont.load_default(pixels)


def sheet(rows: Sequence[Sequence[Pixels]], columns: Sequence[str] = (), labels: Sequence[str] = ()) -> Image.Image:
    """A label stands to the left of each row, a name above each column, where there are any."""
    letters = font()
    side = round(max((letters.getlength(label) for label in labels), default=0.0)) + (PAD if labels else 0)
    above = LETTERS + PAD if columns else 0
    high, wide = rows[0][0].shape[:2]
    across = max(len(row) for row in rows)
    inner = side + across * (wide + GAP) - GAP, above + len(rows) * (high + GAP) - GAP
    page = Image.new("RGB", inner, PAPER)
    draw = ImageDraw.Draw(page)
    for i, name in enumerate(columns):
        draw.text((side + i * (wide + GAP) + wide / 2, LETTERS / 2 + 2), name, DIM, letters, anchor="mm")
    for j, row in enumerate(rows):
        y = above + j * (high + GAP)
        if labels:
            draw.text((0, y + high / 2), labels[j], INK, letters, anchor="lm")
        for i, picture in enumerate(row):
            page.paste(Image.fromarray(picture), (side + i * (wide + GAP), y))
    return page


def marked(picture: Pixels, name: str) -> Pixels:
    """With its name in the upper left corner."""
    page, letters = Image.fromarray(picture), font()
    draw = ImageDraw.Draw(page)
    draw.rectangle((0, 0, letters.getlength(name) + 12, LETTERS + 9), PAPER)
    draw.text((6, LETTERS / 2 + 4), name, INK, letters, anchor="lm")
    return np.asarray(page)


def captioned(picture: Image.Image, title: str, caption: str) -> Image.Image:
    """With white around it, the title and the wrapped caption below."""
    strong, letters = font(LETTERS + 3), font()
    lines = wrapped(caption, letters, picture.width)
    step = round(1.4 * LETTERS)
    below = PAD + LETTERS + 8 + step * len(lines)
    page = Image.new("RGB", (picture.width + 2 * PAD, picture.height + 2 * PAD + below), PAPER)
    page.paste(picture, (PAD, PAD))
    draw = ImageDraw.Draw(page)
    y = picture.height + 2 * PAD
    draw.text((PAD, y), title, INK, strong)
    for i, line in enumerate(lines):
        draw.text((PAD, y + LETTERS + 10 + i * step), line, DIM, letters)
    return page


def wrapped(text: str, letters: Font, width: int) -> list[str]:
    """Lines that are no longer than `width` pixels, unless a single word is."""
    lines: list[str] = []
    for word in text.split():
        if lines and letters.getlength(f"{lines[-1]} {word}") <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
