"""A recording, done again to its end."""

from __future__ import annotations

from game.session.session import Session


def done_again(recording):
    """The session, which whoever asked closes."""
    again = Session(recording.scene(), recording.seed, recording.players, recording.opening)
    again.replay(recording)
    for _ in range(recording.ticks):
        again.tick()
    again.catch_up()
    return again
