"""A window of which every key and the mouse are mashed, over all scenes and sizes from one pixel on.

    xvfb-run -a -s "-screen 0 1280x720x24" python benchmarks/mashing.py --minutes 10 --seed 0

Events come by pyglet's own dispatch, some in each frame. A session is recorded, and its recording is played again
without a window. An exception ends a session, is told with its seed, and the next begins. What it writes lies in a
folder that vanishes.
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
import time
import traceback
from pathlib import Path
from typing import Any

from sessions import comes_to_its_state

from game.scenes.scene import scene_names
from game.session.recording import Opening

SIZES = ((1, 1), (1, 400), (500, 1), (2, 3), (17, 9), (160, 90), (320, 180), (333, 777), (640, 360))


class Masher:
    def __init__(self, window: Any, r: random.Random, frames: int) -> None:
        from pyglet.window import key, mouse

        self.window, self.r, self.frames = window, r, frames
        names = [name for name in dir(key) if name.isupper() and not name.startswith(("MOD_", "MOTION_"))]
        self.keys = sorted({value for name in names if isinstance(value := getattr(key, name), int)})
        self.motions = [getattr(key, name) for name in dir(key) if name.startswith("MOTION_")]
        self.buttons = (mouse.LEFT, mouse.RIGHT, mouse.MIDDLE)
        self.down = set[int]()
        self.end = time.monotonic() + 45.0

    def __call__(self, _: float) -> None:
        import pyglet

        self.frames -= 1
        if self.frames < 0 or time.monotonic() > self.end:
            pyglet.app.exit()
            return
        for _ in range(self.r.choice((0, 1, 1, 2, 4))):
            self.event()

    def event(self) -> None:
        r, send = self.r, self.window.dispatch_event
        width, height = self.window.get_size()
        x, y = r.uniform(-5, width + 5), r.uniform(-5, height + 5)
        what = r.random()
        if what < 0.35:
            symbol = r.choice(self.keys)
            self.down.add(symbol)
            send("on_key_press", symbol, r.choice((0, 0, 0, 1, 2, 4)))
        elif what < 0.6 and self.down:
            send("on_key_release", self.down.pop(), 0)
        elif what < 0.65:
            send("on_text", r.choice("abc0-.é\u202e"))
        elif what < 0.68:
            send("on_text_motion", r.choice(self.motions))
        elif what < 0.75:
            send("on_mouse_motion", x, y, r.gauss(0, 20), r.gauss(0, 20))
        elif what < 0.82:
            send("on_mouse_press", x, y, r.choice(self.buttons), 0)
        elif what < 0.88:
            send("on_mouse_drag", x, y, r.gauss(0, 20), r.gauss(0, 20), r.choice(self.buttons), 0)
        elif what < 0.95:
            send("on_mouse_release", x, y, r.choice(self.buttons), 0)
        elif what < 0.97:
            send("on_mouse_scroll", x, y, 0, r.choice((-3, -1, 1, 3, 0.5)))
        elif what < 0.985:
            send("on_deactivate")
        elif not self.window.fullscreen:  # which nobody can pull larger or smaller
            size = r.choice(SIZES)
            self.window.set_size(*size)
            send("on_resize", *size)


def play(seed: int, frames: int, file: Path) -> str:
    """What went wrong; nothing if all is well."""
    import pyglet

    from game.window import window
    from game.window.loading import Loading

    r = random.Random(seed)
    name = scene_names()[seed % len(scene_names())]
    opening = Opening(name, {"engine": r.choice(("bullet", "mujoco"))})
    with Loading("Glassjaw") as loading:
        loading.window.set_size(*r.choice(SIZES))
        masher = Masher(loading.window, r, frames)
        pyglet.clock.schedule_interval(masher, 1 / 60)
        try:
            window.play(
                loading.window, opening.load(), seed=seed, players=r.choice((0, 1, 2)), opening=opening, record=file,
                menu=r.random() < 0.1, quality="low", render_scale=0.25,
            )  # fmt: skip
        finally:
            pyglet.clock.unschedule(masher)
    same = comes_to_its_state(file)
    return "" if same else f"{name}: another state: {file}"


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    given.add_argument("--minutes", type=float, default=10.0)
    given.add_argument("--seed", type=int, default=0)
    given.add_argument("--frames", type=int, default=300)
    given.add_argument("--sessions", type=int, default=10**6)
    given.add_argument("--keep", type=Path, help="folder in which recordings stay")
    asked = given.parse_args()
    keep = asked.keep.resolve() if asked.keep else None
    end, done, wrong = time.monotonic() + 60.0 * asked.minutes, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)  # pictures and films are written where the game was started
        while time.monotonic() < end and done < asked.sessions:
            seed = asked.seed + done
            try:
                said = play(seed, asked.frames, (keep or Path(folder)) / f"w{seed}.json")
            except Exception:  # whatever it is, it is told, and the next session is played
                said = traceback.format_exc()
            done += 1
            if said:
                wrong += 1
                print(f"seed {seed}: {said}", flush=True)
        os.chdir("/")
    print(f"{done - wrong} of {done} sessions went without an exception and came to the same state again")


if __name__ == "__main__":
    main()
