"""An overlay that tells what was written; and scripts in a process of their own, with pads that are not there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from game.base.paths import PROJECT
from game.scenes.scene import load_scene
from game.session.session import Session
from systems.draw.overlay import Overlay
from systems.draw.target import Frame


class Spy(Overlay):
    """An overlay that remembers what was written where; boxes are in units: left, top, right, bottom."""

    def __init__(self, main):
        self.main = main
        self.texts, self.panels, self.boxes, self.lines, self.part = {}, {}, {}, {}, ""
        self.inks = {}  # by section: text -> the colour of its letters
        super().__init__()

    def section(self, name):
        self.empty(name)
        self.part = name
        return super().section(name)

    def empty(self, name):
        for held in (self.texts, self.panels, self.boxes, self.lines):
            held[name] = []
        self.inks[name] = {}
        super().empty(name)

    def text(self, x, y, text, size="body", colour=(1, 1, 1, 1), align="left"):
        super().text(x, y, text, size, colour, align)
        wide = self.width(text, size)
        left = x - {"left": 0.0, "centre": 0.5, "right": 1.0}[align] * wide
        if text and self.part:
            self.texts[self.part].append((text, (left, y, left + wide, y + self.height(size))))
            self.inks[self.part][text] = colour

    def rect(self, x, y, width, height, colour, radius=6.0):
        super().rect(x, y, width, height, colour, radius)
        if self.part:
            (self.panels if radius == 8.0 else self.boxes)[self.part].append((x, y, x + width, y + height, colour))

    def line(self, points, colour, width=1.5):
        super().line(points, colour, width)
        if self.part:
            self.lines[self.part].append(np.asarray(points))

    def picture(self, hud, size, covered=0.0):
        """(height, width, 3), the HUD alone on black, everything made anew."""
        from pyglet import gl

        frame = Frame(*size, 0)
        frame.begin()
        gl.glClearColor(0.0, 0.0, 0.0, 1.0)
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        self.begin(1, 1)
        hud.draw(*size, size[1] / 720, covered)
        frame.resolve()
        pixels = frame.read()
        frame.close()
        return pixels

    def words(self, part=""):
        """Of a section; of the main one unless told."""
        return [text for text, _ in self.texts[part or self.main]]


@pytest.fixture(scope="session")
def spy():
    return Spy


@pytest.fixture(scope="session")
def told():
    """The lines that a script prints which has the pads of fake_pads.py: pyglet's input module wants a real display."""

    def run(script: str) -> list[str]:
        environment = {key: value for key, value in os.environ.items() if key != "PYGLET_HEADLESS"}
        environment["PYTHONPATH"] = os.pathsep.join([str(PROJECT), str(Path(__file__).parent)])
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", f"from fake_pads import *\n{script}"], cwd=PROJECT, env=environment,
            capture_output=True, text=True, timeout=120,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""
        return done.stdout.splitlines()

    return run


@pytest.fixture
def session():
    made = []

    def make(scene="stage", **settings):
        made.append(Session(load_scene(scene, settings)))
        return made[-1]

    yield make
    for each in made:
        each.close()
