"""What is said of catching."""

from __future__ import annotations

from game.session.plays import Playing


class Catching(Playing):
    name = "catching"
    told = {"catch": "{who} catches the {what}"}  # noqa: RUF012


PLAY = Catching
