"""A program: the command `play`, from its first picture on, on a virtual display. Status 0 if all came as it should.

python tests/window/opened.py through     the loading picture, then the game, which is left by Escape and a yes
python tests/window/opened.py away        Escape while it is being made ready
"""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable

import numpy as np
from PIL import ImageGrab

import game.world.compiling
from game.__main__ import main

LIMIT_S = 120.0
BAR = (219, 77, 66)  # its colour, as it comes out


def seen() -> np.ndarray:
    return np.asarray(ImageGrab.grab().convert("RGB")).astype(int)


def bar(picture: np.ndarray) -> bool:
    """Is there a loading picture: dark, with a line of light letters, maybe a piece of the bar?"""
    return bool((picture.max(axis=2) < 30).mean() > 0.97 and (picture.min(axis=2) > 200).any())


def until(what: Callable[[], bool], why: str) -> None:
    end = time.monotonic() + LIMIT_S
    while not what():
        assert time.monotonic() < end, why
        time.sleep(0.02)


def press(*keys: str) -> None:
    search = ["xdotool", "search", "--sync", "--onlyvisible", "--name", "^Glassjaw"]
    (window, *_) = subprocess.run(search, capture_output=True, text=True, check=True).stdout.split()
    subprocess.run(["xdotool", "windowfocus", "--sync", window], check=True)
    for key in keys:
        subprocess.run(["xdotool", "key", "--window", "0", key], check=True)
        time.sleep(0.5)


def look_on(away: bool, found: list[str]) -> None:
    until(lambda: bar(seen()), "no loading picture")
    found.append("loading")
    if away:
        press("Escape")
        return
    until(lambda: (np.abs(seen() - BAR).max(axis=2) < 6).sum() > 200, "the bar does not grow")
    found.append("bar")
    until(lambda: (seen().max(axis=2) < 30).mean() < 0.5, "no game")
    found.append("game")
    time.sleep(1.0)
    press("Escape", "Up", "Return")  # round to the last row


def run(away: bool) -> int:
    every = set(game.world.compiling.sources())
    game.world.compiling.stale = lambda: every  # its processes then find everything on disk
    found: list[str] = []
    thread = threading.Thread(target=look_on, args=(away, found), daemon=True)
    thread.start()
    status = main(["play", "stage", "--quality", "low", "--render-scale", "0.5"])
    thread.join(10.0)
    sys.stderr.write(f"seen: {found}, status {status}\n")
    wanted, ended = (["loading"], 130) if away else (["loading", "bar", "game"], 0)
    return int(found != wanted or status != ended)


if __name__ == "__main__":
    sys.exit(run(sys.argv[1] == "away"))
