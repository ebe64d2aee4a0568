"""A bout over its picture."""

from __future__ import annotations

from game.plays.boxing.hud.parts import BoxingHud

PLAY = BoxingHud
