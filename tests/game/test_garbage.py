"""What is loaded is set aside from Python's collector, and only that."""

from __future__ import annotations

import gc
import weakref

import pytest

from game.base.garbage import set_aside
from game.scenes.scene import load_scene
from game.session.session import Session


class Ring:
    """Holds itself."""

    def __init__(self):
        self.own = self


@pytest.fixture(autouse=True)
def as_before(monkeypatch):
    monkeypatch.setattr("game.session.session.set_aside", set_aside)  # which other tests do without
    yield
    gc.unfreeze()


def test_what_is_there_is_set_aside_and_what_nobody_holds_is_not_kept():
    lost, kept = Ring(), Ring()
    told = weakref.ref(lost)
    del lost
    set_aside()
    assert told() is None
    assert gc.get_freeze_count() > 10_000
    assert not any(each is kept for each in gc.get_objects())  # it is not looked at
    told = weakref.ref(kept)
    del kept
    set_aside()
    assert told() is None  # but by the next scene it is gone


def test_a_session_sets_aside_what_each_scene_loads():
    gc.unfreeze()
    session = Session(load_scene("stage"))
    assert gc.get_freeze_count() > 10_000
    before = len(gc.get_objects())
    session.restart()
    assert len(gc.get_objects()) < before + 10_000
    session.close()
