"""A GL 3.3 core context without a window, made by EGL; one for the whole process, kept open.

On a bare Debian 12 it needs the packages `PACKAGES`; the last is the software renderer, used where there is no card.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from components.errors import InputError

PACKAGES = "libegl1 libgl1 libfontconfig1 libgl1-mesa-dri"


@cache
def headless_context() -> Any:
    """The context, current from now on. Not for a process that has a window open: its own context serves there."""
    try:
        return _open()
    except Exception as error:  # whatever the loader, EGL or the driver has to say
        reason = (str(error) or type(error).__name__).splitlines()[0].rstrip(". ")
        raise InputError(
            f"pictures need OpenGL 3.3, and there is none here ({reason}); on Debian: apt-get install -y {PACKAGES}"
        ) from None


def _open() -> Any:
    import pyglet

    pyglet.options.headless = True
    pyglet.options.shadow_window = False
    pyglet.options.debug_gl = False
    from pyglet.gl import Config
    from pyglet.window import Window

    config = Config(major_version=3, minor_version=3, double_buffer=True)  # type: ignore[abstract]
    return Window(width=16, height=16, visible=False, config=config)


def current() -> None:
    """Make the headless context the one that is drawn with."""
    headless_context().switch_to()
