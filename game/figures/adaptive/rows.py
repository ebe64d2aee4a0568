"""The table's picture: a line for each thing measured, a column for each settling time; red is beyond its bar."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from PIL import Image, ImageDraw

from game.figures.figure import Found, Row, Value
from game.figures.sheet import DIM, INK, PAPER, font

SETTLING = (0.1, 0.3, 1.0)  # s
BEYOND = (190, 40, 34)
LINE, WHAT, BODY, CELL, BAR = 20, 290, 190, 60, 220  # pixels


def row(what: str, who: str, settling_s: float, measured: float, unit: str, least: float, most: float) -> Row:
    """`least` and `most` are the bar."""
    return {
        "what": what, "body": who, "settling_s": settling_s, "measured": measured, "unit": unit,
        "least": None if least == -inf else least, "most": None if most == inf else most,
        "holds": least <= measured <= most,
    }  # fmt: skip


def draw(results: Sequence[Found]) -> Image.Image:
    rows = [row for found in results for row in found.tables[""]]
    times = sorted({float(row["settling_s"] or 0.0) for row in rows})
    lines = dict.fromkeys((row["what"], row["body"]) for row in rows)
    page = Image.new("RGB", (WHAT + BODY + CELL * len(times) + BAR, LINE * (len(lines) + 1)), PAPER)
    pen, letters = ImageDraw.Draw(page), font()

    def write(x: float, line: float, text: str, colour: tuple[int, int, int] = INK) -> None:
        pen.text((x, LINE * (line + 0.5)), text, colour, letters, anchor="lm")

    bar_at = WHAT + BODY + CELL * len(times)
    for j, time in enumerate(times):
        write(WHAT + BODY + CELL * j, 0, f"{time:g} s", DIM)
    write(bar_at, 0, "bar", DIM)
    for i, (what, body) in enumerate(lines, 1):
        own = [row for row in rows if (row["what"], row["body"]) == (what, body)]
        write(0, i, str(what))
        write(WHAT, i, str(body), DIM)
        for row in own:
            x = WHAT + BODY + CELL * times.index(float(row["settling_s"] or 0.0))
            write(x, i, number(row["measured"]), INK if row["holds"] else BEYOND)
        write(bar_at, i, bars(own), DIM)
    return page


def bars(rows: Sequence[Row]) -> str:
    """at most 0.3, 1, 4 degrees"""
    least, most = ([number(row[end]) for row in rows if row[end] is not None] for end in ("least", "most"))
    lowest, highest = (", ".join(dict.fromkeys(ends)) for ends in (least, most))
    if lowest in ("", "0"):
        bar = f"at most {highest}" if highest else ""
    else:
        bar = f"{lowest} to {highest}" if highest else f"at least {lowest}"
    return f"{bar} {rows[0]['unit']}".strip()


def number(value: Value) -> str:
    """Three digits, all of thousands, and none of a millionth."""
    measured = float(value or 0.0)
    return f"{round(measured, 4):.3g}" if abs(measured) < 999.5 else f"{measured:.0f}"
