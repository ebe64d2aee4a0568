"""Rows to CSV: the same rows are the same bytes. 0.1 + 0.2 is written 0.3: six digits, more than anybody measures."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from game.figures.figure import Row, Value


def csv_text(rows: Sequence[Row]) -> str:
    """A column for each key that any row has, in the order of their first use."""
    columns = list(dict.fromkeys(key for row in rows for key in row))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([cell(row.get(key)) for key in columns] for row in rows)
    return out.getvalue()


def cell(value: Value) -> str:
    """Nothing for what was not measured, as for the fall of somebody who stands."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.6g}" if isinstance(value, float) else str(value)
