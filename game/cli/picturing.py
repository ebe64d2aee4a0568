"""Pictures and films of scenes."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from components.errors import InputError
from game.cli.output import DONE, watched
from game.cli.running import advance, simulated

if TYPE_CHECKING:
    from game.picture.film import Film


def shot(asked: argparse.Namespace) -> int:
    if Path(asked.out).suffix.lower() != ".png":
        raise InputError("a picture is a .png", file=asked.out)
    from game.picture.shot import shot

    shot(
        asked.scene, asked.at, asked.out, asked.size, asked.quality, asked.camera, asked.seed, servo=asked.servo,
        root=asked.root, settings=dict(asked.settings),
    )  # fmt: skip
    return DONE


def film(asked: argparse.Namespace) -> int:
    from game.picture.film import Film

    film = Film(Path(asked.out), asked.seconds, asked.fps, asked.size, asked.quality, asked.camera, asked.slow)
    if asked.replay:
        return film_again(asked, film)
    with simulated(asked) as simulation:
        advance(simulation, asked.begin)
        film.take(simulation, lambda numbers: watched(numbers, "filming"))
    return DONE


def film_again(asked: argparse.Namespace, film: Film) -> int:
    from game.session.recording import read_recording
    from game.window.film_replay import film_recording
    from game.world.compiling import prepare

    recording = read_recording(Path(asked.replay))
    prepare()
    film_recording(recording, film, asked.begin, lambda numbers: watched(numbers, "filming"))
    return DONE


def pictures(asked: argparse.Namespace) -> int:
    from game.picture.small_pictures import write_pictures

    for path in write_pictures(asked.names):
        print(path.name)
    return DONE
