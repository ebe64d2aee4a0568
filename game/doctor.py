"""`glassjaw doctor`: what works on this machine, and what to do about what does not."""

from __future__ import annotations

import ctypes
import importlib
import os
import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

NEEDED = ("numpy", "numba", "pybullet", "pyglet", "esper", "msgspec", "rich", "Pillow")
LIBRARIES = {"libEGL.so.1": "libegl1", "libGL.so.1": "libgl1", "libfontconfig.so.1": "libfontconfig1"}
"""What a window and pictures without a window load on Linux, and the Debian package it is in."""

INPUTS = Path("/dev/input")
SOUNDS = Path("/dev/snd")


class Finding(NamedTuple):
    what: str
    found: str
    works: bool
    needed: bool = True


def examine() -> list[Finding]:
    linux = sys.platform.startswith("linux")
    return [
        _python(),
        *(_package(name) for name in NEEDED),
        _engine(),
        *([_library(name, package) for name, package in LIBRARIES.items()] if linux else []),
        *([_display(), _audio(), _pads()] if linux else []),
    ]


def report(findings: list[Finding]) -> str:
    marks = {(True, True): "ok", (True, False): "ok", (False, True): "MISSING", (False, False): "none"}
    width = max(len(finding.what) for finding in findings)
    return "\n".join(f"{marks[f.works, f.needed]:<8}{f.what:<{width}}  {f.found}".rstrip() for f in findings)


def warm() -> None:
    """Compiles every servo's kernels into numba's cache on disk."""
    from components.settings import Servo
    from game.simulation import Simulation

    for servo in Servo:
        simulation = Simulation("stage", servo=servo)
        simulation.tick(2)
        simulation.close()


def _python() -> Finding:
    return Finding("Python", f"{platform.python_version()} on {platform.system()}", sys.version_info >= (3, 11))


def _package(name: str) -> Finding:
    try:
        return Finding(name, version(name), True)
    except PackageNotFoundError:
        return Finding(name, "not installed: make setup", False)


def _engine() -> Finding:
    try:
        importlib.import_module("systems.bullet.engine")
    except Exception as error:  # whatever stands in its way is what is to be shown
        return Finding("physics engine", f"does not load: {error}", False)
    return Finding("physics engine", "loads", True)


def _library(name: str, package: str) -> Finding:
    try:
        ctypes.CDLL(name)
    except OSError:
        return Finding(name, f"apt-get install {package} (for a window and for pictures)", False, needed=False)
    return Finding(name, "loads", True)


def _display() -> Finding:
    shown = os.environ.get("WAYLAND_DISPLAY") or os.environ.get("DISPLAY")
    return Finding("display", shown or "none here: run, profile and bench need none", bool(shown), needed=False)


def _audio() -> Finding:
    devices = sorted(path.name for path in SOUNDS.glob("pcm*p")) if SOUNDS.is_dir() else []
    return Finding("audio", ", ".join(devices) or "no device: it stays silent", bool(devices), needed=False)


def _pads() -> Finding:
    pads = sorted(path.name for path in INPUTS.glob("js*")) if INPUTS.is_dir() else []
    return Finding("pads and wheels", ", ".join(pads) or "none: keys and mouse do", bool(pads), needed=False)
