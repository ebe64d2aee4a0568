"""Boxing at a session."""

from __future__ import annotations

from game.plays.boxing.session.playing import Boxing

PLAY = Boxing
