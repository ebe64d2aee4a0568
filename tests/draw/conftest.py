"""One scene, drawn small. A test file says how large and from where: PICTURE (pixels) and VIEW, or WIDTH and HEIGHT."""

from __future__ import annotations

import numpy as np
import pytest

from game.picture.shot import Studio
from game.world.simulation import Simulation
from systems.draw.context import current
from systems.draw.quality import quality_named
from systems.draw.target import Frame


@pytest.fixture(scope="session")
def standing():
    """Somebody half a second into standing on flat ground."""
    with Simulation("stage", seed=0) as simulation:
        simulation.run(0.5)
        yield simulation


@pytest.fixture(scope="module")
def studio(standing, request):
    """What the file's VIEW sees of them."""
    current()
    with Studio(standing, request.module.PICTURE, quality_named("low"), request.module.VIEW) as studio:
        studio.update()
        yield studio


@pytest.fixture(scope="module")
def frame(request):
    """An empty one, WIDTH x HEIGHT."""
    current()
    frame = Frame(request.module.WIDTH, request.module.HEIGHT, 0)
    yield frame
    frame.close()


@pytest.fixture(scope="session")
def height():
    return highest


def highest(triangles, x, y):
    """m, the highest triangle above a place."""
    a, b, c = (triangles[:, i, :3].astype(float) for i in range(3))
    u, v = b - a, c - a
    area = u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        s = ((x - a[:, 0]) * v[:, 1] - (y - a[:, 1]) * v[:, 0]) / area
        t = ((y - a[:, 1]) * u[:, 0] - (x - a[:, 0]) * u[:, 1]) / area
        inside = (area != 0) & (s >= 0) & (t >= 0) & (s + t <= 1)
    return (a[inside, 2] + s[inside] * u[inside, 2] + t[inside] * v[inside, 2]).max()
