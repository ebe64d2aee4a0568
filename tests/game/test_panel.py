"""The panel, driven by a mouse over its widgets as they lie, with a session that writes down what it is asked for."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import numpy as np
import pyglet  # its gl is looked at after `current` only: before it would ask for a display
import pytest
from gathered import for_each

from components.limbs import for_limbs
from components.settings import Ground, declared, parsed
from game.clips.info import clip_info, clip_names
from game.rigs.rig import load_rig
from game.scenes.scene import load_scene, scene_names
from game.scripts.info import script_names
from game.session.clock import FASTEST, SLOWEST, Clock
from game.session.controls import Action
from game.session.deeds import Grip
from game.session.hands import Hands
from game.session.recording import Opening
from game.session.session import Session
from game.session.setting_controls import MIXED
from game.world.profiler import STEP, Profiler
from systems.draw.context import current
from systems.draw.shows import Show
from systems.draw.target import Frame

pytest.importorskip("slimgui", reason="the panel is optional")

from game.panel import panel as module
from game.panel.panel import MARGIN, MISSING, WIDTH, Panel
from game.panel.rows import row

WIDE, HIGH = 400, 3000  # tall enough for everything at once
HEADERS = (
    "Scene", "Time", "Limbs", "Servo", "Adaptive", "Adaptive published", "Off", "Tension", "Timed", "Root", "Stun",
    "Motion", "World", "Hands", "Show", "Profile",
)  # fmt: skip
ROWS = {key: row(key, field) for key, field in declared().items()}
NUMBERS = [key for key, each in ROWS.items() if each.format]


class FakeSession:
    """What game/session/session.py offers to the panel; `calls` is what the panel asked of it."""

    def __init__(self, **values):
        self.values = {key: field.default for key, field in declared().items()} | values
        profiler = Profiler(["motion", "servo", "physics", STEP])
        profiler.row()[:] = 1_000_000, 2_000_000, 4_000_000, 3_000_000
        self.simulation = SimpleNamespace(characters={"red": None, "blue": None}, profiler=profiler)
        self.scene, self.opening = load_scene("stage"), Opening("stage")
        self.scene_name, self.seed, self.chosen, self.plain = "stage", 0, None, False
        self.clock, self.hands, self.shows, self.calls = Clock(), Hands(), set(), []
        self.rig, self.limb, self.examined, self.owns = load_rig("boxer"), "all", None, set()

    def value(self, key):
        return self.values[key]

    def change(self, key, value):
        parsed(key, value, declared())  # raises for what the real one would refuse
        self.values[key] = value
        self.calls.append((key, value))

    def choose(self, who, limb="all"):
        self.chosen, self.limb = who, limb
        self.calls.append(("choose", who, limb))

    def of_limb(self, key):
        return self.limb != "all" and key in for_limbs()

    def own(self, key):
        return key in self.owns

    def limb_marks(self):
        hung = [limb == "left_arm" for limb in self.rig.limb_of]
        return hung, hung

    def open(self, name):
        self.calls.append(("open", name))

    def do(self, action):
        self.calls.append(("do", action))

    def show(self, show, on):
        self.calls.append(("show", show, on))

    def throw_at(self, name):
        self.calls.append(("throw_at", name))

    def say(self, text):
        self.calls.append(("say", text))


class Watched:
    """slimgui.imgui, and where each widget of the last picture lies and what was said in it."""

    WIDGETS = (
        "checkbox", "button", "slider_float", "slider_int", "begin_combo", "selectable", "input_int", "text",
        "invisible_button",
    )  # fmt: skip

    def __init__(self, ui):
        self.ui, self.drawn = ui, []

    def __getattr__(self, name):
        real = getattr(self.ui, name)
        if name not in (*self.WIDGETS, "collapsing_header"):
            return real

        def watched(label, *arguments):
            answer = real(label, *arguments)
            place = (*self.ui.get_item_rect_min(), *self.ui.get_item_rect_max())
            self.drawn.append((name, label, place, arguments))
            return answer

        return watched


class Player:
    """A panel on a grey frame with all of its headers open, and a mouse and a keyboard."""

    def __init__(self, session, high=HIGH, scale=1.0):
        self.session, self.panel, self.scale = session, Panel(session), scale
        self.frame = Frame(WIDE, high, 0)
        self.panel.toggle()
        self.draw()
        self.panel.ui = Watched(self.panel.ui)
        self.draw(2)

    def draw(self, times=1):
        gl = pyglet.gl
        for _ in range(times):
            if isinstance(self.panel.ui, Watched):
                self.panel.ui.drawn.clear()
            self.frame.begin()
            gl.glClearColor(0.4, 0.4, 0.4, 1.0)
            gl.glClear(gl.GL_COLOR_BUFFER_BIT)
            self.panel.draw(WIDE, self.frame.height, self.scale, 1 / 60)

    def widgets(self, *kinds):
        return [each for each in self.panel.ui.drawn if each[0] in (kinds or Watched.WIDGETS)]

    def find(self, label):
        """The one widget of that name."""
        (found,) = [each for each in self.panel.ui.drawn if each[1] == label and each[0] != "text"]
        return found

    def place(self, label, share=0.5):
        left, top, right, bottom = self.find(label)[2]
        return left + share * (right - left), (top + bottom) / 2

    def move(self, x, y):
        self.panel.mouse_moved(x, y)
        self.draw()

    def press(self, down):
        self.panel.mouse_button(0, down)
        self.draw()

    def click(self, label, share=0.5):
        """What came of it."""
        self.session.calls.clear()
        self.move(*self.place(label, share))
        self.press(True)
        self.press(False)
        self.draw()
        return self.session.calls

    def drag(self, label, start, end):
        self.session.calls.clear()
        self.move(*self.place(label, start))
        self.press(True)
        for share in np.linspace(start, end, 3):
            self.move(*self.place(label, share))
        self.press(False)
        return self.session.calls

    def choose(self, label, name):
        self.click(label, 0.3)
        return self.click(name, 0.1)

    def type(self, label, text):
        """Ctrl+click on a slider, a number, Return."""
        self.panel.key("LCTRL", True)
        calls = self.click(label)
        self.panel.key("LCTRL", False)
        self.draw(2)
        assert self.panel.wants_keys
        self.panel.typed(text)
        self.draw(2)
        self.panel.typed("\r")  # as pyglet reports Return besides
        self.panel.key("RETURN", True)
        self.draw()
        self.panel.key("RETURN", False)
        self.draw(2)
        return calls

    def close(self):
        self.panel.close()
        self.frame.close()


@pytest.fixture
def player(monkeypatch):
    monkeypatch.setattr(module, "OPEN_AT_FIRST", HEADERS)
    current()
    made = []

    def make(session=None, **how):
        made.append(Player(session or FakeSession(), **how))
        return made[-1]

    yield make
    for each in made:
        each.close()


def key_of(label):
    return label.partition("##")[2].removeprefix("#")


# --- what there is


def test_every_declared_setting_is_there_exactly_once(player):
    numbers = {key: ROWS[key].start for key in NUMBERS if ROWS[key].of_clip}
    drawn = player(FakeSession(**numbers)).widgets("checkbox", "slider_float", "slider_int", "begin_combo")
    keys = [key for key in (key_of(label) for _, label, _, _ in drawn) if key in declared()]
    assert sorted(keys) == sorted(declared())


@for_each("key", NUMBERS)
def test_a_slider_ends_within_the_declared_range_and_holds_the_default(key):
    each, limits = ROWS[key], declared()[key].metadata
    assert limits["low"] <= each.low <= each.start <= each.high <= limits["high"]
    assert each.high > each.low
    assert each.format.partition(" ")[2] == limits["unit"]


def test_what_a_slider_covers():
    assert (ROWS["strength"].low, ROWS["strength"].high) == (0.0, 10.0)
    assert (ROWS["frequency"].low, ROWS["frequency"].high) == (1.0, 400.0)
    assert (ROWS["root_limit"].low, ROWS["root_limit"].high) == (0.0, 2000.0)  # 200 N m unless a clip says otherwise
    assert (ROWS["gravity"].low, ROWS["gravity"].high) == (-19.62, 19.62)
    assert [key for key in NUMBERS if ROWS[key].logarithmic] == [
        "tension", "root_limit", "root_break", "root_stiffness", "root_damping", "limp_impulse", "knockout_impulse",
    ]  # fmt: skip


@for_each("key", declared)
def test_the_help_says_what_the_setting_is_and_how_to_set_it(key):
    about = declared()[key].metadata["about"]
    assert " ".join(ROWS[key].help.split()).casefold().startswith(about.casefold())
    assert f"--set {key}" in ROWS[key].help


# --- settings


@pytest.mark.slow
@for_each("key", NUMBERS)
def test_a_slider_drawn_to_its_ends_gives_its_ends_and_nothing_outside_of_them(player, key):
    session = FakeSession(**{key: ROWS[key].start})
    someone = player(session)
    for start, end, last in ((0.3, 1.0, ROWS[key].high), (0.9, 0.0, ROWS[key].low)):
        calls = someone.drag(f"##{key}", start, end)
        assert calls
        assert {name for name, _ in calls} == {key}
        assert all(ROWS[key].low <= value <= ROWS[key].high for _, value in calls)
        assert session.values[key] == pytest.approx(last, abs=0.005)
        assert isinstance(session.values[key], int if ROWS[key].whole else float)


def test_a_slider_that_does_not_move_asks_for_nothing(player):
    someone = player()
    someone.drag("##strength", 0.5, 0.7)
    someone.press(True)
    someone.session.calls.clear()
    someone.draw(10)
    assert someone.session.calls == []


def test_a_typed_number_goes_beyond_the_slider_and_is_asked_for_once(player):
    assert player().type("##strength", "62.5") == [("strength", 62.5)]


def test_a_typed_number_has_no_digits_that_were_not_typed(player):
    assert player().type("##root_air", "0.3") == []  # as it is
    assert player().type("##root_air", "0.7") == [("root_air", 0.7)]


@pytest.mark.parametrize(("key", "text", "number"), [("strength", "3", 3.0), ("iterations", "250", 250)])
def test_a_number_is_typed_where_characters_differed(player, key, text, number):
    assert player(FakeSession(**{key: MIXED})).type(f"##{key}", text) == [(key, number)]


def test_a_servo_is_chosen_from_its_list(player):
    someone = player()
    assert someone.choose("##servo", "parent") == [("servo", "parent")]
    assert someone.find("##servo")[3][0] == "parent"
    assert someone.choose("##servo", "parent") == []


def test_a_clip_is_chosen_from_those_there_are(player):
    someone = player()
    someone.click("##clip", 0.3)
    listed = [label for _, label, _, _ in someone.widgets("selectable")]
    assert listed == clip_names()
    assert someone.click(listed[1], 0.1) == [("clip", listed[1])]


def test_a_script_is_chosen_from_those_there_are_or_none(player):
    someone = player()
    assert someone.find("##script")[3][0] == "none"
    someone.click("##script", 0.3)
    listed = [label for _, label, _, _ in someone.widgets("selectable")]
    assert listed == ["none", *script_names()]
    assert someone.click(listed[1], 0.1) == [("script", listed[1])]
    assert someone.choose("##script", "none") == [("script", "")]


@pytest.mark.parametrize(("name", "value"), [("yes", True), ("no", False)])
def test_a_loop_is_the_clips_own_or_yes_or_no(player, name, value):
    someone = player()
    assert someone.find("##loop")[3][0] == "clip's own"
    assert someone.choose("##loop", name) == [("loop", value)]
    assert someone.choose("##loop", "clip's own") == [("loop", None)]


def test_a_tick_is_set_and_taken_away(player):
    someone = player()
    assert someone.click("###stun", 0.2) == [("stun", False)]
    assert someone.click("###stun", 0.2) == [("stun", True)]


@pytest.mark.parametrize("key", ["root_limit", "root_break", "heading_hold"])
def test_what_is_the_clips_own_becomes_the_clips_number_and_back(player, key):
    someone = player(FakeSession(clip="run"))
    assert someone.click(f"clip's own###own {key}", 0.05) == [(key, getattr(clip_info("run"), key))]
    assert someone.click(f"###own {key}") == [(key, None)]


def test_only_what_differs_from_its_default_can_be_put_back(player):
    someone = player(FakeSession(friction=0.2, get_up=False, servo="off"))
    resets = [label for _, label, _, _ in someone.widgets("button") if label.startswith("x##")]
    assert resets == ["x##servo", "x##get_up", "x##friction"]
    assert someone.click("x##friction") == [("friction", 1.0)]
    assert someone.click("x##get_up") == [("get_up", True)]
    assert someone.click("x##servo") == [("servo", "world")]
    assert not [label for _, label, _, _ in someone.widgets("button") if label.startswith("x##")]


def test_where_characters_differ_it_says_so_and_a_choice_holds_for_all(player):
    keys = ("servo", "strength", "root_limit", "get_up", "loop", "iterations", "clip")
    someone = player(FakeSession(**dict.fromkeys(keys, MIXED)))
    for label in ("##servo", "##loop", "##clip"):
        assert someone.find(label)[3][0] == MIXED
    for label in ("##strength", "##root_limit", "##iterations"):
        assert someone.find(label)[3][3] == MIXED
    assert someone.click("mixed###get_up", 0.1) == [("get_up", True)]
    assert someone.choose("##servo", "off") == [("servo", "off")]
    assert someone.click("###own root_limit") == [("root_limit", None)]
    someone.drag("##strength", 0.3, 1.0)
    assert someone.session.values["strength"] == 10.0
    assert someone.click("clip's own###own root_limit", 0.05) == [("root_limit", 200.0)]  # clips differ: nobody's own


# --- who, scenes, time, hands, shows, profile


def test_whom_it_speaks_of_is_chosen(player):
    someone = player()
    someone.choose("##who", "blue")
    assert someone.session.chosen == "blue"
    someone.choose("##who", "all")
    assert someone.session.chosen is None


def test_a_scene_is_opened(player):
    someone = player()
    someone.click("##scene", 0.3)
    assert [label for _, label, _, _ in someone.widgets("selectable")] == scene_names()
    assert someone.click("crowd", 0.1) == [("open", "crowd")]


@pytest.mark.bullet
def test_another_ground_body_or_seed_begins_the_scene_again(player):
    someone = player()
    assert someone.choose("##ground", "ramp") == [("do", Action.RESTART)]
    assert someone.session.scene.world.ground is Ground.RAMP
    assert someone.choose("##rig", "paper36") == [("do", Action.RESTART)]
    assert {each.rig for each in someone.session.scene.characters} == {someone.session.scene.world.rig} == {"paper36"}
    assert someone.session.scene.world.ground is Ground.RAMP
    assert someone.choose("##engine", "mujoco")[-1] == ("do", Action.RESTART)
    assert someone.session.scene.world.engine == "mujoco" and someone.session.scene.world.ground is Ground.RAMP
    _, top, right, bottom = someone.find("##seed")[2]
    someone.session.calls.clear()
    someone.move(right - 8, (top + bottom) / 2)  # its +
    someone.press(True)
    someone.press(False)
    assert (someone.session.seed, someone.session.calls) == (1, [("do", Action.RESTART)])


def test_a_seed_too_large_to_count_on_is_only_shown(player):
    session = FakeSession()
    session.seed = 2**63 - 1
    someone = player(session)
    assert str(2**63 - 1) in [label for _, label, _, _ in someone.widgets("text")]
    assert not someone.widgets("input_int")


@pytest.mark.parametrize(
    ("label", "action"), [("restart", Action.RESTART), ("step", Action.STEP), ("export", Action.EXPORT)]
)
def test_a_button_does_what_its_key_does(player, label, action):
    assert player().click(label) == [("do", action)]


def test_time_is_stopped_and_made_slower(player):
    someone = player()
    assert someone.click("paused", 0.1) == [("do", Action.PAUSE)]
    someone.drag("##speed", 0.5, 0.0)
    assert someone.session.clock.speed == SLOWEST
    someone.drag("##speed", 0.1, 1.0)
    assert someone.session.clock.speed == FASTEST


def test_a_crate_is_thrown_at_blue(player):
    someone = player()
    someone.choose("##thing", "crate")
    someone.drag("##throw speed", 0.3, 1.0)
    assert (someone.session.hands.thing, someone.session.hands.speed) == ("crate", 30.0)
    assert someone.click("throw at blue") == [("throw_at", "blue")]


@for_each("show", Show)
def test_each_show_has_a_tick(player, show):
    someone = player()
    assert someone.click(str(show), 0.1) == [("show", show, True)]
    someone.session.shows.add(show)
    assert someone.click(str(show), 0.1) == [("show", show, False)]


def test_the_plain_look_is_a_key_too(player):
    assert player().click("plain", 0.1) == [("do", Action.PLAIN)]


def test_the_profile_lists_each_system_the_step_and_the_tick(player):
    texts = [label for _, label, _, _ in player().widgets("text")]
    table = texts[texts.index("motion") :]
    assert table == [
        text
        for name, ms in (("motion", 1), ("servo", 2), ("physics", 4), ("engine's step", 3), ("tick", 7))
        for text in (name, *[f"{ms:.3f}"] * 3)
    ]


def test_a_real_session_does_what_it_is_asked_for(player):
    session = Session(load_scene("stage"))
    session.calls = []
    someone = player(session)
    someone.drag("##strength", 0.3, 1.0)
    assert session.simulation.characters["red"].get("strength") == 10.0
    before = session.simulation
    someone.choose("##ground", "ramp")
    assert session.simulation is not before
    assert session.value("ground") is Ground.RAMP
    assert session.value("strength") == 10.0  # what was set stays set
    someone.click("x##ground")
    assert session.value("ground") is Ground.FLAT
    someone.draw()
    session.close()


# --- its place on the picture


@pytest.mark.parametrize("scale", [0.5, 0.75, 1.0])
def test_nothing_outside_of_its_rectangle_is_touched(player, scale):
    someone = player(high=700, scale=scale)
    inside = np.zeros((700, WIDE), bool)
    edge, width = round(MARGIN * scale), round(WIDTH * scale)
    inside[edge : 700 - edge, WIDE - edge - width : WIDE - edge] = True
    seen = someone.frame.read()
    assert (seen[~inside] == 102).all()
    assert (seen[inside] != 102).any(axis=-1).mean() > 0.9


def test_a_window_narrower_than_the_panel_still_shows_it(player):
    session, frame = FakeSession(), Frame(200, 100, 0)
    someone = player(session)
    for width, height in ((200, 100), (30, 30), (19, 400), (400, 19), (1, 1)):
        someone.panel.draw(width, height, 1.0, 1 / 60)
        assert 0.0 <= someone.panel.covers <= width
    frame.close()


def test_the_same_panel_is_the_same_picture_byte_for_byte(player):
    first, second = (player(high=900).frame.read().tobytes() for _ in range(2))
    assert first == second


def test_closed_it_draws_nothing_and_wants_nothing(player):
    someone = player()
    someone.move(*someone.place("##strength"))
    someone.panel.toggle()
    someone.draw()
    assert (someone.frame.read() == 102).all()
    assert not (someone.panel.wants_mouse or someone.panel.wants_keys)
    assert not someone.panel.mouse_moved(WIDE - 100, 100)
    assert not someone.panel.key("A", True)


def test_a_button_held_while_it_closes_is_not_held_when_it_opens(player):
    someone = player()
    someone.move(*someone.place("##strength", 0.3))
    someone.press(True)
    someone.panel.toggle()
    someone.panel.toggle()
    someone.draw(2)
    someone.session.calls.clear()
    someone.move(*someone.place("##strength", 0.9))
    assert someone.session.calls == []


def test_the_mouse_is_the_games_outside_and_the_panels_inside(player):
    panel = player(high=700).panel
    assert panel.mouse_moved(WIDE - MARGIN - 5, 300)
    assert panel.mouse_button(0, True)  # in the same frame
    assert panel.mouse_moved(5, 300)  # what it holds it keeps


def test_what_was_pressed_in_the_panel_and_let_go_outside_is_over(player):
    someone = player(high=700)
    someone.move(WIDE - MARGIN - 5, 300)
    someone.press(True)
    someone.move(5, 300)
    assert someone.panel.wants_mouse
    someone.press(False)
    someone.move(6, 300)
    someone.draw()
    assert not someone.panel.wants_mouse


def test_a_drag_that_began_in_the_game_stays_there(player):
    someone = player(high=700)
    panel = someone.panel
    someone.move(5, 300)
    assert not panel.mouse_button(0, True)
    someone.draw()
    assert not panel.mouse_moved(WIDE - 100, 300)
    someone.draw()
    assert not panel.wants_mouse


def test_keys_are_the_games_unless_a_number_is_typed(player):
    someone = player()
    someone.move(*someone.place("##strength"))
    someone.press(True)
    someone.draw()
    assert someone.panel.wants_mouse
    assert not someone.panel.key("SPACE", True)  # also while a slider is held
    someone.panel.key("SPACE", False)
    someone.press(False)
    someone.type("##strength", "2")
    assert not someone.panel.key("A", True)


def test_the_wheel_scrolls_it(player):
    someone = player(high=400)
    before = someone.find("Stun")[2][1]
    someone.move(WIDE - 100, 200)
    someone.panel.scrolled(0.0, -3.0)
    someone.draw(3)
    assert someone.find("Stun")[2][1] < before


# --- without slimgui


def test_without_slimgui_it_is_one_line_and_the_game_goes_on(monkeypatch):
    for name in [name for name in sys.modules if name.partition(".")[0] == "slimgui"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "slimgui", None)
    session = FakeSession()
    panel = Panel(session)
    panel.toggle()
    panel.draw(640, 480, 1.0, 1 / 60)
    assert not panel.open
    assert session.calls == [("say", MISSING)]
    assert "\n" not in MISSING
    assert not panel.mouse_moved(600, 100)
    assert not panel.typed("a")


# --- limbs


def test_a_limb_is_chosen_by_a_click_on_the_figure_and_the_body_by_another(player):
    someone = player()
    figure = module.LimbFigure(someone.session.rig)
    left, top, *_ = next(place for name, _, place, _ in someone.panel.ui.drawn if name == "invisible_button")
    row = someone.session.rig.index("right_shin")
    x, y = figure.lines[row].mean(0)
    for expected in ("right_leg", "all"):
        someone.session.calls.clear()
        someone.move(left + x, top + y)
        someone.press(True)
        someone.press(False)
        someone.draw()
        assert someone.session.calls == [("choose", None, expected)]


def test_each_bone_of_the_figure_is_hit_where_it_is_drawn_and_nothing_far_from_all():
    for name in ("boxer", "paper36"):
        rig = load_rig(name)
        figure = module.LimbFigure(rig)
        assert figure.lines.min() >= 0.0
        for bone, limb in enumerate(rig.limb_of):
            start, end = figure.lines[bone]
            found = figure.bone_at(*(0.25 * start + 0.75 * end))
            assert rig.limb_of[rig.index(found)] == limb, rig.names[bone]
        assert figure.bone_at(1.0, 1.0) == ""


def test_of_a_limb_what_is_its_own_is_taken_back(player):
    session = FakeSession()
    session.limb, session.owns = "arms", {"strength"}
    session.values["strength"] = 0.5
    someone = player(session)
    assert "x##frequency" not in [label for _, label, _, _ in someone.widgets("button")]
    session.change = lambda key, value: session.calls.append((key, value))
    assert someone.click("x##strength") == [("strength", None)]


def test_what_is_clicked_on_in_the_world_is_meant_from_then_on(player):
    session = FakeSession()
    session.simulation.characters["red"] = SimpleNamespace(rig=session.rig)
    someone = player(session)
    session.examined = Grip("red", "left_hand")
    someone.draw(2)
    assert session.calls == [("choose", "red", "left_arm")]
    session.calls.clear()
    someone.draw(2)
    assert session.calls == []
