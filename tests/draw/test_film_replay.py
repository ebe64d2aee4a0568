"""A recording on film: what the person saw is in it, knock-down, replay and count."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageSequence

from game.base.paths import PROJECT
from game.picture.film import Film
from game.session.recording import read_recording
from game.window.film_replay import film_recording

CRATE = PROJECT / "docs/crate.json"
YELLOW = (242, 189, 82)  # of the word over a replay


def pictures(path: Path) -> list[np.ndarray]:
    with Image.open(path) as film:
        return [np.asarray(frame.convert("RGB")).astype(int) for frame in ImageSequence.Iterator(film)]


@pytest.mark.slow
def test_the_film_of_the_crate_shows_the_replay_and_comes_to_the_recorded_end(tmp_path):
    recording = read_recording(CRATE)
    film = Film(tmp_path / "crate.webp", seconds=4.0, fps=2, size=(640, 360), quality="low")
    film_recording(recording, film, begin_s=9.4)
    seen = pictures(tmp_path / "crate.webp")
    assert len(seen) == 8
    replayed = [(np.abs(frame[50:100, :120] - YELLOW).max(axis=2) < 60).sum() > 20 for frame in seen]
    assert not replayed[0] and any(replayed), "knocked down at 9.5 s, seen again 1.5 s later"


@pytest.mark.slow
def test_the_recording_still_comes_to_its_state():
    from game.session.session import Session

    recording = read_recording(CRATE)
    session = Session(recording.opening.load(), recording.seed, recording.players, recording.opening)
    session.replay(recording)
    for _ in range(recording.ticks):
        session.tick()
    assert session.simulation.state_hash() == recording.state_hash
    assert {"knockdown", "count"} <= {event.kind for event in session.simulation.stage.events}
    session.close()
