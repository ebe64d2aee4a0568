"""Small pictures are copied to where they are asked for, the right way up, and leave the framebuffer as it was."""

from __future__ import annotations

import numpy as np
import pytest

from systems.draw.context import current
from systems.draw.stills import Stills, bound
from systems.draw.target import Frame

WIDE, HIGH = 200, 120


def halves(upper, lower):
    """(20, 40, 3), of two colours."""
    picture = np.zeros((20, 40, 3), np.uint8)
    picture[:10], picture[10:] = upper, lower
    return picture


@pytest.fixture
def stills():
    current()
    made = Stills({"a": halves((255, 0, 0), (0, 255, 0)), "b": halves((0, 0, 255), (255, 255, 255))})
    yield made
    made.close()


@pytest.fixture
def frame():
    current()
    from pyglet import gl

    made = Frame(WIDE, HIGH, 0)
    made.begin()
    gl.glClearColor(0.0, 0.0, 0.0, 1.0)
    gl.glClear(gl.GL_COLOR_BUFFER_BIT)
    yield made
    made.close()


@pytest.mark.parametrize(("name", "upper", "lower"), [("a", (255, 0, 0), (0, 255, 0)), ("b", (0, 0, 255), (255,) * 3)])
def test_a_picture_stands_where_it_was_put_as_large_as_was_asked(stills, frame, name, upper, lower):
    before = bound()
    stills.draw(name, (50.0, 30.0, 130.0, 70.0), HIGH)
    assert bound() == before
    pixels = frame.read()
    assert (pixels[34, 60], pixels[66, 120]) == (pytest.approx(upper), pytest.approx(lower))
    seen = np.argwhere(pixels.max(axis=2) > 0)
    assert (*seen.min(axis=0), *seen.max(axis=0)) == (30, 50, 69, 129)


def test_of_an_unknown_name_nothing_is_drawn(stills, frame):
    stills.draw("c", (50.0, 30.0, 130.0, 70.0), HIGH)
    assert frame.read().max() == 0
