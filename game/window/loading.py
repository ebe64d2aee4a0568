"""The window while the game is being made ready: what is done, and how far it is, in the window and in the terminal.

    with Loading("Glassjaw: Boxing", fullscreen=False) as loading:
        loading.compile()
        loading.say("the scene", 1.0)
        play(loading.window, ...)

It is drawn within a second of the start: nothing here waits for the compiler, and `compile` draws while others work.
"""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any, Self

from components.errors import InputError
from game.picture.ink import DIM, INK, meter, pixels_a_unit

if TYPE_CHECKING:
    from pyglet.window import Window

SIZE, SMALLEST = (1280, 720), (320, 180)
GROUND = (0.045, 0.055, 0.075)
WIDTH = 420.0  # units of the bar
FRAME_S = 1 / 30


class Loading:
    def __init__(self, caption: str, fullscreen: bool = False) -> None:
        self.window = open_window(caption, fullscreen)
        from systems.draw.overlay import Overlay

        self.overlay = Overlay()
        self._drawn_s = 0.0
        self.say("starting", 0.0)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.window.close()

    def compile(self) -> None:
        """All of it, in processes of their own; then what they made is brought in."""
        from game.world.compiling import in_words, load_all, prepare

        prepare(lambda done, of, name: self.say(in_words(done, of), done / of, note=name))
        load_all(lambda done, of, name: self.say("reading what was compiled", done / of, often=False))

    def say(self, what: str, share: float, note: str = "", often: bool = True) -> None:
        """Draws it; `often` or not, thirty times a second at most but for the first."""
        self.window.dispatch_events()
        if self.window.has_exit:
            raise KeyboardInterrupt
        if not often and perf_counter() - self._drawn_s < FRAME_S:
            return
        self.window.switch_to()
        width, height = self.window.get_framebuffer_size()
        self._draw(width, height, what, share, note)
        self.window.flip()
        self._drawn_s = perf_counter()

    def _draw(self, width: int, height: int, what: str, share: float, note: str) -> None:
        from pyglet import gl

        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)
        gl.glClearColor(*GROUND, 1.0)
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        overlay = self.overlay
        overlay.begin(width, height, pixels_a_unit(width, height / SIZE[1]))
        middle, y = overlay.right / 2, 0.42 * overlay.bottom
        overlay.text(middle, y, "GLASSJAW", "title", INK, "centre")
        meter(overlay, middle - WIDTH / 2, y + 48.0, WIDTH, share, (0.86, 0.30, 0.26, 1.0))
        overlay.text(middle, y + 68.0, what, "body", INK, "centre")
        overlay.text(middle, y + 92.0, note, "small", DIM, "centre")
        overlay.draw()


def open_window(caption: str, fullscreen: bool) -> Window:
    try:
        import pyglet

        pyglet.options.shadow_window = False
        pyglet.options.debug_gl = False
        from pyglet.gl import Config
        from pyglet.window import Window

        config = Config(double_buffer=True, major_version=3, minor_version=3, depth_size=0)  # type: ignore[abstract]
        how: dict[str, Any] = {"caption": caption, "resizable": True, "fullscreen": fullscreen}
        if not fullscreen:
            how |= {"width": SIZE[0], "height": SIZE[1]}
        window = Window(config=config, **how)
        window.set_minimum_size(*SMALLEST)
        return window
    except Exception as error:  # no display, no driver: whatever stands in the way is what has to be said
        reason = (str(error) or type(error).__name__).splitlines()[0].rstrip(". ")
        raise InputError(f"no window can be opened here ({reason}): `glassjaw doctor` says what is missing") from None
