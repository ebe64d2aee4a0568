"""Pixels to a file; the same pixels are the same bytes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from components.errors import InputError


def write_png(pixels: NDArray[np.uint8], out: Path) -> None:
    """(height, width, 3), top row first."""
    try:
        Image.fromarray(pixels).save(out, "PNG", optimize=False, compress_level=6)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror or error}", file=out) from None
