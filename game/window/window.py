"""The window and its loop: what the person does goes to the session, what is to be seen comes from the view.

A frame: keys and mouse as they came, the ticks that the clock on the wall has bought, poses, the picture, HUD, panel.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from time import perf_counter, perf_counter_ns, sleep
from typing import TYPE_CHECKING

from game.base.stopping import between
from game.hud.help import turn_page
from game.picture.shot import save_png
from game.scenes.scene import Scene
from game.session import answering
from game.session.controls import CONTROLS, Action, Control
from game.session.export import export
from game.session.pad_hands import poll_pads
from game.session.pads import Pads
from game.session.recording import Opening, Recording
from game.session.session import Session
from game.sound.sound import Sounds
from game.window.recorder import Recorder
from game.window.snapshot import snapshot
from game.window.view import PART, View

if TYPE_CHECKING:
    from pyglet.window import Window

FRAME_S = 1 / 60
REPEAT_AFTER_S, REPEAT_S = 0.35, 0.06  # a key that is held
CLICK_PX = 4.0  # a mouse that moved no more between down and up has clicked
LEFT, MIDDLE, RIGHT = 1, 2, 4  # pyglet's mouse buttons
SKIPS = ("SPACE", "RETURN", "ENTER", "NUM_ENTER")  # pyglet's names: no more of a replay
LONGEST_FRAME_S = 0.25  # a stop in the debugger or a moved window is not a second of game


def play(
    window: Window,
    scene: Scene,
    *,
    seed: int = 0,
    quality: str | None = None,
    render_scale: float | None = None,
    slow_draw_s: float = 0.0,
    players: int = 0,
    opening: Opening | None = None,
    record: Path | None = None,
    replay: Recording | None = None,
    menu: bool = False,
) -> None:
    """Show the scene until the window is closed; `record` is written then. What a person plays waits for a key; or
    over all of it there is the `menu`."""
    plain = without_card()
    quality, render_scale = quality or ("low" if plain else "medium"), render_scale or (0.5 if plain else 1.0)
    game = Game(window, Session(scene, seed, players, opening, lively=True), quality, render_scale, slow_draw_s)
    if replay is not None:
        game.session.replay(replay)
    game.session.patient = replay is None
    game.session.await_person()
    if menu:
        game.session.menu.lie_over()
    if plain:
        game.session.say(f"no graphics card: {quality} quality, {render_scale:g} pixels drawn per pixel shown")
    try:
        game.run()
    finally:
        try:
            if record is not None:
                game.session.recording().write(record)
        finally:
            game.close()


def without_card() -> bool:
    """Does the processor draw? Then less has to do."""
    from pyglet.gl import gl_info

    return any(name in gl_info.get_renderer().lower() for name in ("llvmpipe", "softpipe", "swiftshader"))


class Game:
    """A session in a window."""

    def __init__(
        self, window: Window, session: Session, quality: str, render_scale: float, slow_draw_s: float = 0.0
    ) -> None:
        from pyglet.window import key

        self.window, self.slow_draw_s = window, slow_draw_s
        self.session = session
        self.session.quality, self.session.render_scale = quality, render_scale
        self.sounds = Sounds.open()
        self.view = View(self.session, window.get_framebuffer_size(), self.sounds)
        self.pads = Pads.open()
        self.recorder: Recorder | None = None
        self.written = list[Recorder]()  # those that write, or have
        self.session.actions |= {
            Action.FULLSCREEN: lambda: setattr(self, "screen_changes", True),
            Action.PICTURE: self._picture,
            Action.FILM: self._film,
            Action.EXPORT: self._export,
            Action.MUTE: self._mute,
            Action.MENU: self.session.menu.open,
        }
        self.controls: dict[int, Control] = {getattr(key, name): c for c in CONTROLS for name in c.keys}
        self.key_name: Callable[[int], str] = key.symbol_string
        self.held = dict[Control, float]()  # keys that are down and repeat: when the next one is due
        self.dragging: int | None = None  # the button that turns or moves the camera
        self.pressed_at: tuple[float, float] = (0.0, 0.0)
        self.pressed = False  # is a button down that the picture has
        self.screen_changes = False
        self.last_s = perf_counter()
        session.opened.append(self._name)
        for reason in (self.sounds.silent_because, self.pads.because):
            if reason:
                self.session.say(reason)
        window.push_handlers(
            self.on_key_press, self.on_key_release, self.on_text, self.on_mouse_motion, self.on_mouse_drag,
            self.on_mouse_press, self.on_mouse_release, self.on_mouse_scroll, self.on_resize, self.on_deactivate,
            self.on_close, self.on_text_motion,
        )  # fmt: skip

    def run(self) -> None:
        import pyglet

        self.last_s = perf_counter()
        pyglet.clock.schedule_interval(self._frame, FRAME_S)
        try:
            with between(self._exit):
                pyglet.app.run(None)
        finally:
            pyglet.clock.unschedule(self._frame)

    def close(self) -> None:
        if self.recorder is not None:
            self._film()
        self.view.close()
        self.session.close()
        self.pads.close()
        self.sounds.close()
        for recorder in self.written:
            if told := recorder.told():
                print(told, file=sys.stderr)

    # --- a frame

    def _frame(self, _: float) -> None:
        """The clock that pyglet tells is not asked: it loses more than a percent."""
        now = perf_counter()
        seconds, self.last_s = min(LONGEST_FRAME_S, now - self.last_s), now
        session, view = self.session, self.view
        if self.screen_changes:
            self._change_screen()
        row = session.frames.row(perf_counter_ns())
        self._repeat(now)
        poll_pads(self.pads, session)
        view.operator.orbit(*self.pads.turned(seconds))
        view.aim()
        times = [perf_counter_ns()]
        session.advance(seconds)
        times.append(perf_counter_ns())
        view.update(seconds)
        times.append(perf_counter_ns())
        self.window.switch_to()
        width, height = self.window.get_framebuffer_size()
        view.draw(width, height, now, row)
        if self.recorder is not None and not self.recorder.take(lambda: snapshot(view), now):
            session.do(Action.FILM)
        if self.slow_draw_s:
            sleep(self.slow_draw_s)
        times.append(perf_counter_ns())
        self.window.flip()
        times.append(perf_counter_ns())
        row[PART["input"]] = times[0] - round(now * 1e9)
        row[PART["ticks"]], row[PART["pose"]] = times[1] - times[0], times[2] - times[1]
        row[PART["flip"]] = times[4] - times[3]
        for recorder in [each for each in self.written if each.failure]:
            self.written.remove(recorder)
            session.say(recorder.failure)
        if session.closing:
            self._exit()

    def _repeat(self, now: float) -> None:
        for control, due in self.held.items():
            if now >= due:
                self.held[control] = now + REPEAT_S
                self.session.do(control.action)

    @staticmethod
    def _exit() -> None:
        import pyglet

        pyglet.app.exit()

    # --- events: true is "not for others"

    def on_key_press(self, symbol: int, modifiers: int) -> bool:
        control = self.controls.get(symbol)
        if self.view.panel.key(self.key_name(symbol), True) and (control is None or control.action != Action.PANEL):
            return True
        if turn_page(self.session, self.key_name(symbol)):
            return True
        if answering.key_down(self.session, self.key_name(symbol), control):
            return True
        if self.key_name(symbol) in SKIPS and self.session.slow_motion.active:
            self.session.stop_replay()
            return True
        if self.session.play_key(self.key_name(symbol), True):
            return True
        if control is not None:
            if control.action is Action.CLOSE and self.view.panel.open and not self.session.helping:
                self.view.panel.toggle()
                return True
            self.session.do(control.action)
            if control.repeats:
                self.held[control] = perf_counter() + REPEAT_AFTER_S
        return True

    def on_key_release(self, symbol: int, modifiers: int) -> bool:
        self.view.panel.key(self.key_name(symbol), False)
        self.session.play_key(self.key_name(symbol), False)
        control = self.controls.get(symbol)
        if control is not None:
            self.held.pop(control, None)
        return True

    def on_text(self, text: str) -> bool:
        return bool(self.view.panel.typed(text))

    def on_text_motion(self, motion: int) -> bool:
        answering.way(self.session, self.key_name(motion))
        return True

    def _over_list(self, at: tuple[float, float], click: bool = False) -> bool:
        scale = self.view.overlay.scale
        return answering.mouse(self.session, at[0] / scale, at[1] / scale, click)

    def _at(self, x: float, y: float) -> tuple[float, float]:
        """The mouse in pixels of the framebuffer from the upper left."""
        ratio = self.window.get_framebuffer_size()[0] / max(1, self.window.get_size()[0])
        return x * ratio, self.window.get_framebuffer_size()[1] - y * ratio

    def on_mouse_motion(self, x: float, y: float, dx: float, dy: float) -> bool:
        at = self._at(x, y)
        if not self._over_list(at) and not self.view.panel.mouse_moved(*at):
            self.view.point(*at)
        return True

    def on_mouse_drag(self, x: float, y: float, dx: float, dy: float, buttons: int, modifiers: int) -> bool:
        at = self._at(x, y)
        taken = self.view.panel.mouse_moved(*at)
        if self.dragging is not None:
            (self.view.operator.pan if self.dragging == MIDDLE else self.view.operator.orbit)(dx, dy)
        elif not taken or self.session.hands.held:
            self.view.point(*at)
        return True

    def on_mouse_press(self, x: float, y: float, button: int, modifiers: int) -> bool:
        at = self._at(x, y)
        if self._over_list(at, click=button == LEFT) or self._on_panel(at, button, True):
            return True
        self.view.point(*at)
        self.view.aim()
        self.pressed_at, self.pressed = at, True
        if button != LEFT or not self.session.grab():
            self.dragging = button
        return True

    def _on_panel(self, at: tuple[float, float], button: int, down: bool) -> bool:
        self.view.panel.mouse_moved(*at)
        return self.view.panel.mouse_button(BUTTONS.get(button, 0), down)

    def on_mouse_release(self, x: float, y: float, button: int, modifiers: int) -> bool:
        at = self._at(x, y)
        self._on_panel(at, button, False)
        moved = max(abs(at[0] - self.pressed_at[0]), abs(at[1] - self.pressed_at[1]))
        if button == RIGHT and self.dragging == RIGHT and moved <= CLICK_PX:
            self.session.do(Action.PUSH)
        if self.dragging == button:
            self.dragging = None
        if button == LEFT:
            if moved <= CLICK_PX and self.pressed:
                self.session.examine()
            self.session.release()
        self.pressed = False
        return True

    def on_mouse_scroll(self, x: float, y: float, dx: float, dy: float) -> bool:
        if not answering.wheel(self.session, dy) and not self.view.panel.scrolled(dx, dy):
            self.view.operator.zoom(dy)
        return True

    def on_resize(self, width: int, height: int) -> bool:
        self.view.resize(*self.window.get_framebuffer_size())
        return True

    def on_deactivate(self) -> bool:
        """Another window has the keys: nothing stays held down here."""
        self.held.clear()
        self.dragging = None
        self.session.let_go()
        return True

    def on_close(self) -> bool:
        self._exit()
        return True

    # --- what keys do here

    def _change_screen(self) -> None:
        """Between frames, when pyglet is done with the key: the window that would have heard it come up is gone then
        (X11), and a key that is down could not be pressed again."""
        self.screen_changes = False
        self.window.set_fullscreen(not self.window.fullscreen)
        getattr(self.window, "pressed_keys", set()).clear()
        self.view.resize(*self.window.get_framebuffer_size())

    def _name(self) -> None:
        """The title is that of the scene that is shown."""
        self.window.set_caption(f"Glassjaw: {self.session.scene.title}")

    def _picture(self) -> None:
        out = free_name("picture", ".png")
        save_png(snapshot(self.view), out)
        self.session.say(f"picture: {out}")

    def _film(self) -> None:
        if self.recorder is None:
            self.recorder = Recorder(free_name("film", ".webp"))
            self.session.say("filming; F9 ends it")
            return
        recorder, self.recorder = self.recorder, None
        self.written.append(recorder)
        self.session.say(recorder.finish())

    def _mute(self) -> None:
        self.session.say("sound off" if self.sounds.toggle() else self.sounds.silent_because or "sound on")

    def _export(self) -> None:
        table, trace = free_name("profile", ".csv"), free_name("trace", ".json")
        export(self.session, table, trace)
        self.session.say(f"profile: {table}, {trace}")


BUTTONS = {LEFT: 0, RIGHT: 1, MIDDLE: 2}
"""pyglet's mouse buttons as the panel counts them."""


PROMISED = set[Path]()  # names of files that are still to be written


def free_name(kind: str, suffix: str) -> Path:
    """Where the game was started, by the clock: `glassjaw-picture-20260131-235959.png`; never an old file."""
    stem = f"glassjaw-{kind}-{datetime.now():%Y%m%d-%H%M%S}"
    names = (Path(f"{stem}{more}{suffix}") for more in ("", *(f"-{n}" for n in range(2, 100))))
    name = next(name for name in names if not name.exists() and name not in PROMISED)
    PROMISED.add(name)
    return name
