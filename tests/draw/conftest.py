"""One scene, drawn small. A test file says how large and from where: PICTURE (pixels) and VIEW, or WIDTH and HEIGHT."""

from __future__ import annotations

import pytest

from game.shot import Studio
from game.simulation import Simulation
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
