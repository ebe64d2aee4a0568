"""The panel: every setting with its unit and range, made from the declarations; scenes, time, hands, what is shown.

    panel = Panel(session)
    panel.toggle()                              # where slimgui is missing: one message, and it stays closed
    panel.mouse_moved(1100, 90)                 # pixels from the upper left; true: not for the game
    panel.draw(1280, 720, 1.0, 1 / 60)          # into the framebuffer that is bound

A slider covers what is of use: `strength` may be 0 to 100, is 1 by default, and its slider ends at 10. A number typed
after a Ctrl+click may be anything that is declared. What was asked for is done after the picture, so a scene may open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any

import msgspec

from components import settings
from components.rig import ALL, Rig
from components.settings import WorldSettings, declared, groups
from game.clips.info import clip_infos
from game.panel.figure import LimbFigure
from game.panel.plots import PlotsPanel
from game.panel.rows import CLIPS_OWN, Row, row, title
from game.scenes.props import prop_kinds
from game.scenes.scene import Scene, scene_names
from game.session.clock import FASTEST, SLOWEST
from game.session.controls import CONTROLS, Action
from game.session.deeds import Grip
from game.session.hands import FASTEST as THROW_FASTEST
from game.session.hands import SLOWEST as THROW_SLOWEST
from game.session.hands import STRONGEST, WEAKEST
from game.session.listing import roots, servos
from game.session.session import Session
from game.session.setting_controls import AT_START, MIXED
from game.session.stepping import shown
from systems.draw.imgui_backend import Backend
from systems.draw.shows import SHOWS

MISSING = "the panel needs slimgui: pip install glassjaw[panel]; the keys do the same"
WIDTH, MARGIN, LABEL, GAP = 360.0, 10.0, 118.0, 5.0  # pixels at scale 1; of a row's name, and before its reset
OPEN_AT_FIRST = ("Limbs", "Servo", "Root")
LOW = 600.0  # pixels at scale 1: in a lower window the figure of limbs would leave no room for settings
FRESH_S = 0.5  # how old the figures of the profile get
LARGEST_SEED = 2**31 - 1  # that ImGui can count to; a larger one is only shown
ABOUT = {control.action: f"{control.about}  ({control.shown})" for control in CONTROLS}

Rectangle = tuple[int, int, int, int]  # left, top, width, height, in pixels from the upper left


def missing() -> str:
    """Why no panel can be opened here, in one line; nothing where it can."""
    try:
        import slimgui.imgui  # noqa: F401  # whether it is there
    except ImportError:
        return MISSING
    return ""


class Panel:
    def __init__(self, session: Session) -> None:
        self.session = session
        self.open = False
        self.covers = 0.0  # pixels of the window's right side, while it is open
        self.ui: Any = None  # slimgui.imgui, from the first picture on
        self.plots = PlotsPanel(session)
        self.groups = {
            title(group): [row(key, field) for key, field in declared(group).items() if key not in AT_START]
            for group in (*groups(), WorldSettings)
        }
        self.explained = {name: about for name, about in (*servos(), *roots())}  # what a choice does
        self.opening = [row(key, declared()[key]) for key in AT_START]
        self._backend: Backend | None = None
        self._low = False  # is the window so low that the figure of limbs waits to be asked for
        self._asked: list[Callable[[], object]] = []
        self._figure: LimbFigure | None = None
        self._taken: Grip | None = None
        self._rectangle: Rectangle = (0, 0, 0, 0)
        self._inside = self._pressed = False
        self._timing: dict[str, Any] = {}
        self._timing_age = FRESH_S

    def toggle(self) -> None:
        if self.open:
            self.open = self._inside = self._pressed = False
            if self._backend is not None:
                self._backend.io.clear_input_keys()
                self._backend.io.clear_input_mouse()
        elif reason := missing():
            self.session.say(reason)
        else:
            self.open = True

    def close(self) -> None:
        """Give back what it has of the graphics card."""
        if self._backend is not None:
            self._backend.close()
            self._backend = None

    # --- what the person does

    @property
    def wants_mouse(self) -> bool:
        return self.open and (self._inside or (self._backend is not None and bool(self._backend.io.want_capture_mouse)))

    @property
    def wants_keys(self) -> bool:
        """Is a number being typed? Else the keys are the game's."""
        return self.open and self._backend is not None and bool(self._backend.io.want_text_input)

    def mouse_moved(self, x: float, y: float) -> bool:
        if self.open and self._backend is not None:
            self._backend.io.add_mouse_pos_event(x, y)
            left, top, width, height = self._rectangle
            if not self._pressed:  # what began outside goes on as it was
                self._inside = left <= x < left + width and top <= y < top + height
        return self.wants_mouse

    def mouse_button(self, button: int, down: bool) -> bool:
        """0 left, 1 right, 2 middle."""
        if self.open and self._backend is not None:
            self._pressed = down
            self._backend.io.add_mouse_button_event(button, down)
        return self.wants_mouse

    def scrolled(self, dx: float, dy: float) -> bool:
        if self.open and self._backend is not None:
            self._backend.io.add_mouse_wheel_event(dx, dy)
        return self.wants_mouse

    def key(self, name: str, down: bool) -> bool:
        """By pyglet's name: `A`, `_1`, `RETURN`."""
        if self.open and self._backend is not None:
            self._backend.key(name, down)
        return self.wants_keys

    def typed(self, text: str) -> bool:
        if self.open and self._backend is not None:
            self._backend.io.add_input_characters_utf8(text)
        return self.wants_keys

    # --- the picture

    def draw(self, width: int, height: int, scale: float, dt_s: float) -> None:
        """Docked at the right of a framebuffer of so many pixels; nothing while it is closed."""
        if not self.open:
            return
        self._low = height / scale < LOW
        if self._backend is None:
            self._backend = Backend()
            self.ui = self.ui or self._backend.ui
        edge = round(MARGIN * scale)
        wide, tall = min(round(WIDTH * scale), width - 2 * edge), height - 2 * edge
        if wide < 1 or tall < 1:
            self.covers = 0.0
            return
        self._rectangle = (width - edge - wide, edge, wide, tall)
        self.covers = width - self._rectangle[0]
        self._timing_age += dt_s
        self._backend.begin(width, height, scale, dt_s)
        ui, flags = self.ui, self.ui.WindowFlags
        ui.set_next_window_pos(self._rectangle[:2])
        ui.set_next_window_size(self._rectangle[2:])
        ui.begin("panel", False, flags.NO_TITLE_BAR | flags.NO_RESIZE | flags.NO_MOVE | flags.NO_SAVED_SETTINGS)
        self._wide, self._scale = ui.get_content_region_avail()[0], scale
        self._left, self._reset = ui.get_cursor_pos_x(), ui.get_frame_height()
        self._place, self._right = self._left + LABEL * scale, -self._reset - GAP * scale
        self._all()
        ui.end()
        self._backend.end()
        asked, self._asked = self._asked, []
        for do in asked:
            do()

    def _all(self) -> None:
        session = self.session
        self._label("who", "Who the settings below are for.")
        chosen = self._combo("who", session.chosen or "all", ["all", *session.simulation.characters])
        if chosen:
            self._ask(session.choose, None if chosen == "all" else chosen, session.limb)
        for name, body in (("Scene", self._scene), ("Time", self._time), ("Limbs", self._limbs)):
            if self._header(name):
                body()
        self._take_examined()
        for name, rows in self.groups.items():
            if self._header(name):
                for each in rows:
                    self._setting(each)
        if self._header("Plots"):
            self.plots.draw(self.ui, self._label, self._combo)
        for name, body in (("Hands", self._hands), ("Show", self._shows), ("Profile", self._profile)):
            if self._header(name):
                body()

    def _scene(self) -> None:
        session = self.session
        self._label("scene", "Open another scene.")
        if chosen := self._combo("scene", session.scene_name, scene_names()):
            self._ask(session.open, chosen)
        for each in self.opening:
            self._setting(each)
        self._label("seed", "Seed of everything random in this scene.")
        if session.seed > LARGEST_SEED:
            self.ui.text(str(session.seed))
        else:
            self.ui.set_next_item_width(self._right)
            changed, seed = self.ui.input_int("##seed", session.seed)
            if changed:
                self._ask(self._reopen, min(LARGEST_SEED, max(0, seed)), session.scene)
        self._action(Action.RESTART)

    def _reopen(self, seed: int, scene: Scene, chosen: Mapping[str, str] = MappingProxyType({})) -> None:
        opening = self.session.opening
        self.session.opening = msgspec.structs.replace(opening, settings={**opening.settings, **chosen})
        self.session.seed, self.session.scene = seed, scene
        self.session.do(Action.RESTART)

    def _time(self) -> None:
        ui, clock = self.ui, self.session.clock
        changed, _ = ui.checkbox("paused", clock.paused)
        ui.set_item_tooltip(ABOUT[Action.PAUSE])
        if changed:
            self._ask(self.session.do, Action.PAUSE)
        ui.same_line()
        self._action(Action.STEP)
        self._label("speed", "Share of real time.")
        ui.set_next_item_width(self._right)
        changed, speed = ui.slider_float("##speed", clock.speed, SLOWEST, FASTEST, "%.2f", ui.SliderFlags.ALWAYS_CLAMP)
        if changed:
            self._ask(setattr, clock, "speed", neat(speed))

    def _limbs(self) -> None:
        """Which of them the settings of laws below speak of: by its name, on the figure, or on the body itself."""
        session, rig = self.session, self.session.rig
        self._label("limb", "Of whose law the settings below speak. Click it here, or on the body itself.")
        there = [*rig.limbs, *([session.limb] if session.limb not in rig.limbs else [])]
        if chosen := self._combo("limb", session.limb, there):
            self._ask(session.choose, session.chosen, chosen)
        if self._figure is None or self._figure.rig is not rig:
            self._figure = LimbFigure(rig)
        self.ui.set_cursor_pos_x(self._place)
        if bone := self._figure.draw(self.ui, self._scale, session.limb, *session.limb_marks()):
            self._ask(session.choose, session.chosen, self._limb_of(rig, bone))
        self.ui.set_item_tooltip("Click a limb; once more for the whole body. Ice: moved by nobody. Dot: has its own.")

    def _limb_of(self, rig: Rig, bone: str) -> str:
        limb = rig.limb_of[rig.index(bone)]
        return ALL if limb == self.session.limb else limb

    def _take_examined(self) -> None:
        """What has just been clicked on in the world is meant from now on."""
        grip = self.session.examined
        if grip is not None and grip.who and grip is not self._taken:
            rig = self.session.simulation.characters[grip.who].rig
            self._ask(self.session.choose, grip.who, rig.limb_of[rig.index(grip.bone)])
        self._taken = grip

    def _hands(self) -> None:
        ui, hands = self.ui, self.session.hands
        self._label("thing", "What is thrown.")
        if chosen := self._combo("thing", hands.thing, prop_kinds()):
            self._ask(setattr, hands, "thing", chosen)
        self._label("throw speed", "How fast it flies.")
        ui.set_next_item_width(self._right)
        flags = ui.SliderFlags.ALWAYS_CLAMP
        changed, speed = ui.slider_float("##throw speed", hands.speed, THROW_SLOWEST, THROW_FASTEST, "%.1f m/s", flags)
        if changed:
            self._ask(setattr, hands, "speed", neat(speed))
        self._label("push", ABOUT[Action.PUSH])
        ui.set_next_item_width(self._right)
        changed, impulse = ui.slider_float("##push", hands.impulse, WEAKEST, STRONGEST, "%.0f N s", flags)
        if changed:
            self._ask(setattr, hands, "impulse", neat(impulse))
        for n, name in enumerate(self.session.simulation.characters):
            self._second(n)
            if ui.button(f"throw at {name}"):
                self._ask(self.session.throw_at, name)

    def _shows(self) -> None:
        for n, (show, about) in enumerate(SHOWS.items()):
            self._second(n)
            changed, on = self.ui.checkbox(str(show), show in self.session.shows)
            self.ui.set_item_tooltip(about)
            if changed:
                self._ask(self.session.show, show, on)
        changed, _ = self.ui.checkbox("plain", self.session.plain)
        self.ui.set_item_tooltip(ABOUT[Action.PLAIN])
        if changed:
            self._ask(self.session.do, Action.PLAIN)

    def _profile(self) -> None:
        ui = self.ui
        if self._timing_age >= FRESH_S:
            timing = self.session.simulation.profiler.timing()
            self._timing = {**timing["systems"], "engine's step": timing["step_ms"], "tick": timing["tick_ms"]}
            self._timing_age = 0.0
        columns = ("p50", "p95", "p99")
        if ui.begin_table("profile", 1 + len(columns), ui.TableFlags.ROW_BG | ui.TableFlags.BORDERS_INNER_H):
            for name in ("ms", *columns):
                ui.table_setup_column(name)
            ui.table_headers_row()
            for name, cost in self._timing.items():
                for text in (name, *(f"{cost[column]:.3f}" for column in columns)):
                    ui.table_next_column()
                    ui.text(text)
            ui.end_table()
        self._action(Action.EXPORT)

    # --- one setting

    def _setting(self, row: Row) -> None:
        value, ui = self.session.value(row.key), self.ui
        mixed = value == MIXED
        self._label(row.name, row.help)
        if row.choices is not None:
            name = MIXED if mixed else next((name for name, v in row.choices.items() if v == value), str(value))
            chosen = self._combo(row.key, name, row.choices)
            if chosen:
                self._change(row.key, row.choices[chosen])
        elif isinstance(row.default, bool):
            changed, on = ui.checkbox(f"{MIXED}###{row.key}" if mixed else f"###{row.key}", value is True)
            if changed:
                self._change(row.key, on)
        else:
            if row.of_clip:
                self._of_clip(row, value)
            if value is not None:
                self._slider(row, row.start if mixed else value, mixed)
        of_limb = self.session.of_limb(row.key)
        if self.session.own(row.key) if of_limb else mixed or value != row.default:
            ui.same_line(self._left + self._wide - self._reset)
            if ui.button(f"x##{row.key}", (self._reset, self._reset)):
                self._change(row.key, None if of_limb else row.default)
            ui.set_item_tooltip("as the rest of the body" if of_limb else f"back to {shown(row.field, row.default)}")

    def _of_clip(self, row: Row, value: object) -> None:
        text = CLIPS_OWN if value is None else ""
        changed, own = self.ui.checkbox(f"{text}###own {row.key}", value is None)
        self.ui.set_item_tooltip("The value that data/clips.toml gives the clip.")
        if changed:
            clip = clip_infos().get(self.session.value("clip"))
            self._change(row.key, None if own else getattr(clip, row.key) if clip else row.start)
        if value is not None:
            self.ui.same_line()

    def _slider(self, row: Row, value: float, mixed: bool) -> None:
        ui, format = self.ui, MIXED if mixed else row.format
        ui.set_next_item_width(self._right)
        if row.whole:
            changed, new = ui.slider_int(f"##{row.key}", int(value), int(row.low), int(row.high), format)
        else:
            flags = ui.SliderFlags.LOGARITHMIC if row.logarithmic else ui.SliderFlags.NONE
            changed, new = ui.slider_float(f"##{row.key}", value, row.low, row.high, format, flags)
        if changed:
            self._change(row.key, new if row.whole else neat(new))

    def _change(self, key: str, value: Any) -> None:
        if key not in AT_START:
            self._ask(self.session.change, key, value)
            return
        scene = self.session.scene
        people = tuple(replace(each, rig=value) for each in scene.characters) if key == "rig" else scene.characters
        scene = replace(scene, world=settings.changed(scene.world, **{key: value}), characters=people)
        self._ask(self._reopen, self.session.seed, scene, {key: str(value)})

    # --- small parts

    def _ask(self, do: Callable[..., object], *arguments: object) -> None:
        self._asked.append(partial(do, *arguments))

    def _header(self, name: str) -> bool:
        flags = self.ui.TreeNodeFlags
        opens = name in OPEN_AT_FIRST and not (name == "Limbs" and self._low)
        how = flags.DEFAULT_OPEN if opens else flags.NONE
        return bool(self.ui.collapsing_header(name, None, how)[0])

    def _label(self, name: str, about: str) -> None:
        ui = self.ui
        ui.align_text_to_frame_padding()
        ui.text(name)
        ui.set_item_tooltip(about)
        ui.same_line(self._place)

    def _second(self, n: int) -> None:
        """Two in a row: every other one stands beside the one before."""
        if n % 2:
            self.ui.same_line(self._left + self._wide / 2)

    def _combo(self, key: str, now: str, names: Iterable[str]) -> str | None:
        """What was chosen now, if it is another."""
        ui, chosen = self.ui, None
        ui.set_next_item_width(self._right)
        if ui.begin_combo(f"##{key}", now, ui.ComboFlags.HEIGHT_LARGE):
            for name in names:
                if ui.selectable(name, name == now)[0] and name != now:
                    chosen = name
                if name in self.explained:
                    ui.set_item_tooltip(self.explained[name])
            ui.end_combo()
        return chosen

    def _action(self, action: Action) -> None:
        if self.ui.button(str(action).replace("_", " ")):
            self._ask(self.session.do, action)
        self.ui.set_item_tooltip(ABOUT[action])


def neat(value: float) -> float:
    """A 32 bit number as a person would write it: 0.3, not 0.30000001192."""
    return float(f"{value:.6g}")
