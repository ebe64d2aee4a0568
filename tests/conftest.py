"""What tests of every folder use."""

from __future__ import annotations

import gc
from importlib.util import find_spec

import pyglet
import pytest

from game import Simulation
from game.scenes.scene import load_scene

BULLET = find_spec("pybullet") is not None
BENCH = "bench"  # of tests/systems: a body that is read by pybullet


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """`slow(but=["stage"])`: the case `stage` is run by `make test`, the others by `make test-all` alone."""
    missing = set()
    for item in items:
        if not BULLET and (item.get_closest_marker("bullet") or BENCH in getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.skip(reason="asks pybullet, which is not installed"))
        for mark in list(item.iter_markers("slow")):
            but = mark.kwargs.get("but", ())
            missing |= {f"{item.nodeid.partition('[')[0]}[{case}]" for case in but}
            if but and item.callspec.id in but:
                item.own_markers.remove(mark)
    whole = not config.option.lf and not any("::" in str(argument) for argument in config.args)
    if whole and (missing := missing - {item.nodeid for item in items}):
        raise pytest.UsageError(f"slow but for these, and there are none: {', '.join(sorted(missing))}")


@pytest.fixture(autouse=True, scope="session")
def no_display():
    """Whichever test loads pyglet first, pictures can be drawn afterwards; windows have processes of their own."""
    pyglet.options.headless = True


@pytest.fixture(autouse=True, scope="session")
def no_looking_for_garbage():
    """A session clears up whenever a scene is loaded (game/garbage.py): 0.1 s among all that the tests have loaded."""
    gc.freeze()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("game.session.session.set_aside", lambda: None)
        yield


@pytest.fixture
def made():
    """Simulations as `Simulation` makes them, closed at the end."""
    sims = []

    def make(scene="stage", *args, **options):
        sims.append(Simulation(scene, *args, **options))
        return sims[-1]

    yield make
    for sim in sims:
        sim.close()


@pytest.fixture
def scene(tmp_path):
    """The scene that a file with this text is."""

    def load(text, overrides=None, **modes):
        path = tmp_path / "s.toml"
        path.write_text(text)
        return load_scene(path, overrides, **modes)

    return load
