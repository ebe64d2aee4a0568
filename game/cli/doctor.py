"""`glassjaw doctor`: what works on this machine, and what to do about what does not."""

from __future__ import annotations

import ctypes
import importlib
import os
import platform
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from typing import NamedTuple

from components.settings import DEFAULT_ENGINE, Physics
from game.base.paths import PROJECT
from systems.engines import ENGINES, PACKAGES

NEEDED = ("numpy", "numba", "pyglet", "esper", "msgspec", "rich", "Pillow")
LIBRARIES = {"libEGL.so.1": "libegl1", "libGL.so.1": "libgl1", "libfontconfig.so.1": "libfontconfig1"}
"""What a window and pictures without a window load on Linux, and the Debian package it is in."""

EXTRAS = {"slimgui": ("panel", "the panel with every setting"), "imageio-ffmpeg": ("film", "films as .mp4")}
"""Packages that can be missing: which extra brings them, and what they are for."""

PICTURES = """
from systems.draw.context import headless_context
from systems.draw.target import Frame
told = headless_context().context.get_info()
print(told.get_renderer(), told.get_version_string(), f"{Frame(64, 64, 4).samples} samples a pixel", sep=", ")
"""
HEARING = """
from game.session.pads import Pads
from game.sound.sound import audio_driver
print(" ".join(audio_driver()).strip(), flush=True)
pads = Pads.open()
print(pads.because or ", ".join(pads.names) or "no pads: none is plugged in")
"""
"""What is asked in processes of their own, side by side: a driver that crashes or hangs takes nobody with it."""

ANSWER_S = 20.0
MODULES = {name: f"systems.{name}.engine" for name in ENGINES}


class Finding(NamedTuple):
    what: str
    found: str
    works: bool
    needed: bool = True


def examine() -> list[Finding]:
    linux = sys.platform.startswith("linux")
    pictures, hearing = _ask(PICTURES), _ask(HEARING)
    return [
        _python(),
        *(_package(name) for name in NEEDED),
        *_engines(),
        *([_library(name, package) for name, package in LIBRARIES.items()] if linux else []),
        *([_display()] if linux else []),
        _pictures(pictures),
        *_heard(hearing),
        _letters(),
        _webp(),
        *(_extra(name, *extra) for name, extra in EXTRAS.items()),
    ]


def report(findings: list[Finding]) -> str:
    marks = {(True, True): "ok", (True, False): "ok", (False, True): "MISSING", (False, False): "none"}
    width = max(len(finding.what) for finding in findings)
    return "\n".join(f"{marks[f.works, f.needed]:<8}{f.what:<{width}}  {f.found}".rstrip() for f in findings)


def _python() -> Finding:
    return Finding("Python", f"{platform.python_version()} on {platform.system()}", sys.version_info >= (3, 11))


def _package(name: str) -> Finding:
    try:
        return Finding(name, version(name), True)
    except PackageNotFoundError:
        return Finding(name, "not installed: make setup", False)


def _engines() -> list[Finding]:
    """One of them is needed."""
    found = {name: _loads(module) for name, module in MODULES.items()}
    needed = not any(works for _, works in found.values())
    return [
        Finding(f"physics: {name}", about + ", used where nobody asks" * (name == DEFAULT_ENGINE), works, needed)
        for name, (about, works) in found.items()
    ]


def _loads(module: str) -> tuple[str, bool]:
    try:
        importlib.import_module(module)
        package = PACKAGES[Physics(module.split(".")[1])]
        return f"{package} {version(package)}", True
    except Exception as error:  # whatever stands in its way is what is to be shown
        return f"does not load: {error}", False


def _library(name: str, package: str) -> Finding:
    try:
        ctypes.CDLL(name)
    except OSError:
        return Finding(name, f"apt-get install {package} (for a window and for pictures)", False, needed=False)
    return Finding(name, "loads", True)


def _display() -> Finding:
    shown = os.environ.get("WAYLAND_DISPLAY") or os.environ.get("DISPLAY")
    return Finding("display", shown or "none here: run, profile and bench need none", bool(shown), needed=False)


def _ask(script: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", script], cwd=PROJECT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def _answer(asked: subprocess.Popen[str]) -> tuple[list[str], str]:
    """What it printed, and in one line why it did not get to its end."""
    try:
        lines, complaints = asked.communicate(timeout=ANSWER_S)
    except subprocess.TimeoutExpired:
        asked.kill()
        lines, _ = asked.communicate()
        return lines.splitlines(), f"no answer within {ANSWER_S:g} s"
    last = (complaints.strip().splitlines() or [f"ended with status {asked.returncode}"])[-1]
    return lines.splitlines(), last if asked.returncode else ""


def _pictures(asked: subprocess.Popen[str]) -> Finding:
    lines, trouble = _answer(asked)
    if trouble or not lines:
        return Finding("OpenGL 3.3", trouble.partition("InputError: ")[2] or trouble, False, needed=False)
    return Finding("OpenGL 3.3", lines[-1], True, needed=False)


def _heard(asked: subprocess.Popen[str]) -> list[Finding]:
    lines, trouble = _answer(asked)
    findings = []
    for n, what in enumerate(("sound", "pads")):
        none = f"no {what}: "
        line = lines[n] if n < len(lines) else none + trouble
        findings.append(Finding(what, line.removeprefix(none), not line.startswith(none), needed=False))
    return findings


def _letters() -> Finding:
    from PIL import features

    if features.check("freetype2"):
        return Finding("letters", "Pillow's own", True, needed=False)
    return Finding("letters", "this Pillow has no FreeType: pip install --force-reinstall Pillow", False, needed=False)


def _webp() -> Finding:
    from PIL import features

    if features.check("webp"):
        return Finding("WebP", "Pillow writes it", True, needed=False)
    return Finding("WebP", "this Pillow cannot write it: pictures as .png, films as .gif", False, needed=False)


def _extra(name: str, extra: str, about: str) -> Finding:
    try:
        return Finding(name, version(name), True, needed=False)
    except PackageNotFoundError:
        return Finding(name, f"pip install glassjaw[{extra}] (for {about})", False, needed=False)
