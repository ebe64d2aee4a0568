"""The HUD: it says what is so, in the window and without overlaps, and makes anew only what is due."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from components.character import Phase, Recovery
from game.hud.help import turn_page
from game.hud.hud import Hud, pixels_a_unit
from game.hud.profile import UNITS_PER_MS, frames_ms, round_up, summed, written
from game.scenes.scene import load_scene
from game.session.controls import CONTROLS, MOUSE, Action
from game.session.pads import PAD
from game.session.session import FRAME_PARTS, Session
from game.world.profiler import Profiler
from systems.draw.context import current
from systems.draw.overlay import Overlay
from systems.draw.target import Frame

MS = 1_000_000
SIZES = [(1280, 720), (640, 360), (1920, 1080), (960, 600)]
LARGE, SMALL = SIZES[:2]


class Spy(Overlay):
    """An overlay that remembers, by section, what was written where; boxes are in units."""

    def __init__(self) -> None:
        self.texts: dict[str, list[tuple[str, float, float, float, float]]] = {}  # text, left, top, right, bottom
        self.boxes: dict[str, list[tuple[float, float, float, float]]] = {}
        self.panels: dict[str, list[tuple[float, float, float, float]]] = {}  # those of the boxes with round corners
        self.columns: list[tuple[np.ndarray, np.ndarray]] = []  # edges and heights of each call of `bars`
        self.made: list[str] = []  # sections, in the order in which they were filled
        super().__init__()

    def section(self, name):
        self.made.append(name)
        self.texts[name], self.boxes[name], self.panels[name] = [], [], []
        return super().section(name)

    def empty(self, name):
        self.texts[name], self.boxes[name], self.panels[name] = [], [], []
        super().empty(name)

    def text(self, x, y, text, size="body", colour=(1, 1, 1, 1), align="left"):
        super().text(x, y, text, size, colour, align)
        wide = self.width(text, size)
        left = x - {"left": 0.0, "centre": 0.5, "right": 1.0}[align] * wide
        if text:
            self.texts[self.made[-1]].append((text, left, y, left + wide, y + self.height(size)))

    def rect(self, x, y, width, height, colour, radius=6.0):
        super().rect(x, y, width, height, colour, radius)
        self.boxes[self.made[-1]].append((x, y, x + width, y + height))
        if radius == 8.0:
            self.panels[self.made[-1]].append(self.boxes[self.made[-1]][-1])

    def bars(self, edges, y, heights, colour):
        super().bars(edges, y, heights, colour)
        self.columns.append((np.asarray(edges), np.asarray(heights)))

    def words(self, *parts: str) -> list[str]:
        return [row[0] for part in parts or self.texts for row in self.texts[part]]


@pytest.fixture(scope="module")
def crowd():
    """Five people."""
    yield from opened("crowd")


@pytest.fixture(scope="module")
def four():
    yield from opened("balance")


def opened(scene):
    current()
    session = Session(load_scene(scene))
    for _ in range(30):
        session.advance(1 / 60)
    yield session
    session.close()


@pytest.fixture
def hud(crowd):
    yield from hud_of(crowd)


@pytest.fixture
def hud_of_four(four):
    yield from hud_of(four)


def hud_of(session):
    """Afterwards the session is as it was."""
    kept = dict(vars(session)), dict(vars(session.clock)), dict(vars(session.hands))
    session.frames = Profiler(FRAME_PARTS)
    session.messages.pass_time(60.0)
    hud = Hud(session, Spy())
    yield hud
    hud.overlay.close()
    session.go_to(session.history.last)
    for thing, values in zip((session, session.clock, session.hands), kept, strict=True):
        vars(thing).update(values)


def shown(hud, size=LARGE):
    """(height, width, 3), the HUD alone on black, everything made anew."""
    frame = Frame(*size, 0)
    frame.begin()
    from pyglet import gl

    gl.glClearColor(0.0, 0.0, 0.0, 1.0)
    gl.glClear(gl.GL_COLOR_BUFFER_BIT)
    hud.overlay.begin(1, 1)
    hud.draw(*size, size[1] / 720)
    frame.resolve()
    pixels = frame.read()
    frame.close()
    return pixels


def frame_of(session, **parts_ms):
    row = session.frames.row()
    for name, ms in parts_ms.items():
        row[FRAME_PARTS.index(name)] = round(ms * MS)


# --- all of it


def states(session):
    """The moods that a session can be in, each set up before it is given."""
    long = "somebody hits somebody else's left upper arm and goes on to say so at great length " * 3
    for text in ("a word", long, "another"):
        session.say(text)
    for profiling in (0, 1, 2):
        session.profiling = profiling
        yield f"profiling {profiling}"
    session.pause()
    yield "paused"
    session.scrub(-0.1)
    yield "back"
    session.clock.late_s, session.clock.speed, session.hands.held = 1.0, 0.35, "somebody's left shoulder"
    session.clock.paused = False
    yield "slow"


@pytest.mark.slow(but=["size0"])
@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_written_outside_the_window_and_no_panel_over_another(hud, size):
    overlay = hud.overlay
    for _ in range(300):
        frame_of(hud.session, draw=30.0, ticks=80.0)
    for state in states(hud.session):
        shown(hud, size)
        for part, boxes in [*overlay.boxes.items(), *((p, [t[1:] for t in ts]) for p, ts in overlay.texts.items())]:
            for left, top, right, bottom in boxes:
                inside = 0 <= left <= right <= overlay.right and 0 <= top <= bottom <= overlay.bottom
                assert inside, f"{state}: {part} at {left, top, right, bottom}"
        panels = [(part, box) for part, boxes in overlay.panels.items() for box in boxes]
        assert len(panels) > 4
        for (one, a), (other, b) in combinations(panels, 2):
            apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
            assert apart, f"{state}: {one} lies over {other}"


@pytest.mark.parametrize("size", [LARGE, SMALL])
def test_the_same_state_is_the_same_picture_byte_for_byte(hud, size):
    frame_of(hud.session, draw=10.0)
    first = shown(hud, size)
    assert first.any()
    assert (first == shown(hud, size)).all()


def test_letters_are_never_smaller_than_can_be_read():
    assert [pixels_a_unit(width, height / 720) for width, height in SIZES] == [1.0, 0.75, 1.5, 0.75]
    assert pixels_a_unit(1, 0.01) == 0.75
    assert pixels_a_unit(3840, 2.0) == 2.0


def test_a_hud_that_is_switched_off_writes_nothing_but_the_help(hud):
    hud.session.hud = False
    assert not shown(hud).any()
    hud.session.helping = True
    assert shown(hud).any()


def test_each_part_is_made_when_it_is_due_one_a_frame_and_the_graph_always(hud):
    shown(hud)
    overlay, session = hud.overlay, hud.session
    session.profiling = 1
    hud.update(0.0)
    for frame in range(60):
        overlay.made.clear()
        hud.update(frame / 60)
        assert overlay.made.count("graph") == 1
        assert len(overlay.made) <= 2
    overlay.made.clear()
    for frame in range(60, 180):
        hud.update(frame / 60)
    counts = {name: overlay.made.count(name) for name in set(overlay.made)}
    assert counts.pop("graph") == 120
    assert 7 <= counts.pop("times") <= 8
    assert set(counts) == {"status", "scene", "word", "hints", "timeline", "messages"}
    for name in ("status", "scene", "word", "hints"):
        assert 15 <= counts[name] <= 20, f"{name}: ten times a second"


@pytest.mark.parametrize("change", [
    lambda session: session.pause(), lambda session: session.do(Action.HELP), lambda session: session.do(Action.HUD),
    lambda session: session.next_character(), lambda session: session.do(Action.SLOWER),
    lambda session: session.do(Action.PROFILER), lambda session: session.do(Action.NEXT_THING),
])  # fmt: skip
def test_what_somebody_changes_is_shown_in_the_next_frame(hud, change):
    shown(hud)
    hud.update(100.0)
    before = hud.overlay.words()
    change(hud.session)
    hud.update(100.0)
    assert hud.overlay.words() != before


def test_other_parts_stay_in_the_picture_while_one_is_made_anew(hud):
    first = shown(hud)
    with hud.overlay.section("messages"):
        pass
    second = shown(hud)
    assert (first[:200] == second[:200]).all()


def test_keys_and_messages_keep_out_of_what_is_covered(hud):
    hud.session.say("a message")
    shown(hud)
    hud.draw(*LARGE, 1.0, covered=380.0)
    for part in ("hints", "messages"):
        assert hud.overlay.boxes[part]
        assert all(right <= 1280 - 380 for _, _, right, _ in hud.overlay.boxes[part])


# --- who is there


def test_everybody_is_named_in_one_row_each_where_they_are_many(hud):
    shown(hud)
    names = list(hud.session.simulation.characters)
    assert [word for word in hud.overlay.words("status") if word in names] == names


def test_where_there_is_no_room_the_rest_is_counted(hud):
    hud.session.profiling = 2
    shown(hud, (853, 464))
    *_, last = hud.overlay.words("status")
    named = [word for word in hud.overlay.words("status") if word in hud.session.simulation.characters]
    assert last == f"and {5 - len(named)} more"


def test_servo_root_phase_and_a_broken_spring_are_said(hud_of_four):
    session = hud_of_four.session
    names = list(session.simulation.characters)
    drives = session.simulation.stage.tables.drives
    drives.broken[:] = [False, False, True, False]
    session.simulation.characters[names[0]].set("servo", "parent")
    session.simulation.characters[names[0]]._get(Recovery).phase = Phase.AWAKE  # nothing holds it: it falls by now
    shown(hud_of_four)
    words = hud_of_four.overlay.words("status")
    assert words.count("broken") == 1
    assert "parent · free" in words
    assert "world · meathook" in words
    assert {"held", "free"} <= set(words), "without a weak spring there is nothing to measure"


@pytest.mark.parametrize("phase", [Phase.LIMP, Phase.RISING])
def test_who_is_not_awake_is_said_instead_of_the_servo(four, phase):
    import esper

    esper.switch_world(four.simulation.world)
    recovery = esper.get_component(Recovery)[1][1]
    kept, recovery.phase = recovery.phase, phase
    try:
        for hud in hud_of(four):
            shown(hud)
            assert hud.overlay.words("status").count(str(phase)) == 1
    finally:
        recovery.phase = kept


def test_the_bars_are_authority_and_the_springs_share_of_its_limit(hud_of_four):
    """150 N m of which the spring asks for 60: 0.4 of a track."""
    import esper

    from components.character import Body, Stun

    simulation = hud_of_four.session.simulation
    esper.switch_world(simulation.world)
    body, stun = next(parts for _, parts in esper.get_components(Body, Stun) if parts[0].name == "weak")
    stun.authority = 0.25
    simulation.stage.tables.modes.root_limit[body.index] = 150.0
    simulation.stage.tables.drives.unscaled[body.index] = 60.0
    simulation.stage.tables.drives.broken[body.index] = False
    shown(hud_of_four)
    boxes = hud_of_four.overlay.boxes["status"]
    names = [row for row in hud_of_four.overlay.texts["status"] if row[0] == "weak"]
    top = names[0][2]
    bars = [box for box in boxes if box[3] - box[1] == 7.0 and top < box[1] < top + 40]
    shares = [(full[2] - full[0]) / (track[2] - track[0]) for track, full in zip(bars[::2], bars[1::2], strict=True)]
    assert shares == pytest.approx([0.25, 0.4])


def test_the_chosen_one_is_marked(hud):
    shown(hud)
    plain = len(hud.overlay.boxes["status"])
    hud.session.next_character()
    shown(hud)
    assert len(hud.overlay.boxes["status"]) == plain + 2


# --- the scene, time and words


def test_the_scene_its_time_and_speed_are_said(hud):
    session = hud.session
    session.clock.speed = 0.5
    shown(hud)
    title, time = hud.overlay.words("scene")
    assert title == session.simulation.scene.title
    assert time == f"{session.simulation.time:.1f} s   x0.5"


def test_a_machine_that_is_too_slow_is_told_of(hud):
    hud.session.clock.late_s = 0.5
    shown(hud)
    assert hud.overlay.words("scene")[-1] == "this machine is too slow for real time"


def test_two_worlds_are_named_by_their_servos(hud):
    hud.session.rival = hud.session.simulation
    shown(hud)
    assert "← world    world →" in hud.overlay.words("scene")


def test_the_big_word_and_the_timeline_come_with_the_pause(hud):
    shown(hud)
    assert not hud.overlay.words("word") and not hud.overlay.words("timeline")
    hud.session.pause()
    shown(hud)
    assert hud.overlay.words("word")[0] == "Paused"
    hud.session.scrub(-0.2)
    shown(hud)
    assert hud.overlay.words("word")[0] == "0.2 s back"
    track, past, knob = hud.overlay.boxes["timeline"][1:]
    history = hud.session.history
    share = (hud.session.simulation.time - history.first_s) / (history.last_s - history.first_s)
    assert (past[2] - past[0]) / (track[2] - track[0]) == pytest.approx(share)
    assert (knob[0] + knob[2]) / 2 == pytest.approx(past[2])


def test_messages_are_shown_newest_lowest_and_fade_at_their_end(hud):
    session = hud.session
    session.say("older")
    session.messages.pass_time(3.4)
    session.say("newer")
    shown(hud)
    rows = {row[0]: row[2] for row in hud.overlay.texts["messages"]}
    assert list(rows) == ["newer", "older"] and rows["newer"] > rows["older"]
    pixels = shown(hud).max(axis=-1)
    bright = [pixels[int(rows[text]) : int(rows[text]) + 18, 320:].max() for text in ("newer", "older")]
    assert bright[0] > 220 and bright[1] == pytest.approx(bright[0] * 0.15 / 0.3, rel=0.1)


def test_the_hints_begin_with_the_help_and_are_as_many_as_fit(hud):
    shown(hud)
    many = hud.overlay.words("hints")
    assert many[:2] == ["F1", "help"]
    shown(hud, SMALL)
    few = hud.overlay.words("hints")
    assert 2 < len(few) < len(many)
    assert few == many[: len(few)]
    assert set(many[::2]) <= {control.shown for control in CONTROLS if control.hint} | {MOUSE[0][0]}


# --- how long it takes


def test_a_column_of_the_graph_is_as_high_as_its_frame_was_long(hud):
    session, overlay = hud.session, hud.overlay
    lengths = [4.0, 8.0, 12.5, 100.0, 16.0]
    for ms in lengths:
        frame_of(session, ticks=ms / 4, draw=ms / 4, flip=ms / 2)
    shown(hud)
    (edges, whole), (same, ticks) = overlay.columns[-2:]
    assert whole.tolist() == [UNITS_PER_MS * min(25.0, ms) for ms in lengths]
    assert ticks.tolist() == [UNITS_PER_MS * ms / 4 for ms in lengths]
    assert (edges == same).all()
    wide = np.diff(edges)
    assert wide / wide.sum() == pytest.approx(np.array(lengths) / sum(lengths)), "a frame is as wide as it was long"


def test_the_graph_stands_in_the_picture_as_high_as_it_should(hud):
    """Frames of 10 ms, 2 of them ticks: 25 pixels are coloured, the lowest 5 of them blue."""
    for _ in range(500):
        frame_of(hud.session, ticks=2.0, draw=8.0)
    column = shown(hud)[:, 150].astype(int)
    graph = column[720 - 12 - 5 - 60 : 720 - 12 - 5]
    blue = graph[:, 2] > 200
    amber = (graph[:, 0] > 200) & (graph[:, 2] < 120)
    line = 1  # the budget's line lies over one pixel
    assert blue.sum() == 5 and blue[-5:].all()
    assert amber.sum() == 25 - 5 - line


def test_the_graph_is_of_the_last_four_seconds(hud):
    frames = Profiler(FRAME_PARTS)
    for number in range(900):
        frames.row()[FRAME_PARTS.index("ticks")] = (5 + number % 2) * MS
    whole, ticks = frames_ms(frames)
    assert 4000 - 6 <= whole.sum() <= 4000 + 6
    assert (whole == ticks).all()
    assert whole[-1] == 6.0
    assert not len(frames_ms(Profiler(FRAME_PARTS))[0])


def test_the_bars_and_figures_of_the_systems_are_the_profilers(hud):
    session, overlay = hud.session, hud.overlay
    session.profiling = 2
    frame_of(session, draw=3.0, hud=0.25)
    shown(hud)
    timing = session.simulation.profiler.timing(480)
    words = overlay.words("times")
    for name, cost in [*timing["systems"].items(), ("  its step", timing["step_ms"])]:
        at = words.index(name)
        assert words[at + 1 : at + 4] == [written(cost[key]) for key in ("p50", "p95", "p99")]
    assert words[words.index("hud") + 1] == "0.250"
    tick, step = timing["tick_ms"]["p50"], timing["step_ms"]["p50"]
    assert f"tick {tick:.2f} ms" in words
    assert f"engine {step:.2f}  rest {tick - step:.2f}" in words
    rows = {row[0]: row[2] for row in overlay.texts["times"]}
    bars = [box for box in overlay.boxes["times"] if box[3] - box[1] == 8.0]

    def lengths(name):
        return [right - left for left, top, right, _ in bars if top == rows[name] + 4 and left < 200]

    expected = [timing["systems"]["physics"][key] for key in ("p99", "p95", "p50")]
    scale = lengths("physics")[0] / expected[0]
    assert lengths("physics") == pytest.approx([scale * ms for ms in expected])
    assert lengths("servo")[2] == pytest.approx(scale * timing["systems"]["servo"]["p50"])


def test_figures_of_a_part_of_the_run_are_numpys_percentiles_of_its_last_ticks():
    profiler = Profiler(["a", "physics", "step"], capacity=600)
    random = np.random.default_rng(0)
    for _ in range(1000):
        profiler.row()[:] = random.integers(0, 5 * MS, 3)
    rows = profiler.recorded()[-480:] / 1e6
    timing = profiler.timing(480)
    for found, values in [
        (timing["systems"]["a"], rows[:, 0]), (timing["step_ms"], rows[:, 2]), (timing["tick_ms"], rows[:, :2].sum(1))
    ]:  # fmt: skip
        assert list(found.values()) == pytest.approx([*np.percentile(values, (50, 95, 99)), values.max()], abs=1e-6)
    assert profiler.timing(10_000) == profiler.timing()


@pytest.mark.parametrize(("ms", "text"), [(0.0, "0.000"), (1.2345, "1.234"), (9.9996, "10.00"), (123.45, "123.5")])
def test_figures_fill_the_room_that_there_is(ms, text):
    assert written(ms) == text


@pytest.mark.parametrize(("ms", "scale"), [(0.0, 1.0), (0.013, 0.02), (0.2, 0.2), (0.21, 0.5), (7.0, 10.0)])
def test_scales_go_in_ones_twos_and_fives(ms, scale):
    assert round_up(ms) == pytest.approx(scale)


# --- the help


@pytest.mark.parametrize("size", SIZES)
def test_the_help_names_every_control_in_the_window_without_overlaps(hud, size):
    hud.session.helping = True
    overlay, words = hud.overlay, list[str]()
    for page in read(hud, size):
        words += [row[0] for row in page]
        assert_apart(overlay, page)
    assert overlay.scale >= 1.0, "letters of 14 pixels, however small the window is"
    assert len({key for key in words if key in ("Comma", "Period")}) == 2
    for control in (*CONTROLS, *PAD):
        assert control.shown in words
    said = " ".join(words)
    for control in CONTROLS:
        assert all(word in said for word in control.about.split())
    for control in PAD:
        assert all(word in said for word in control.action.split("_"))
    assert all(key in words for key, _ in MOUSE)
    assert "…" not in said, "nothing is cut"


def read(hud, size):
    """The rows of each page of the help, turned by its keys."""
    shown(hud, size)
    for number in range(hud.session.help_pages):
        assert hud.session.help_page == number
        yield hud.overlay.texts["help"]
        assert turn_page(hud.session, "RIGHT")
        shown(hud, size)
    assert hud.session.help_page == 0, "after the last page is the first"
    assert (hud.session.help_pages == 1) == (size[0] >= 1280)


def assert_apart(overlay, rows):
    words = [row[0] for row in rows]
    for _, left, top, right, bottom in rows:
        assert 0 <= left < right <= overlay.right and 0 <= top < bottom <= overlay.bottom
    pixels = [(round(left * overlay.scale), top, right * overlay.scale) for _, left, top, right, _ in rows]
    for (one, a), (other, b) in combinations(zip(words, pixels, strict=True), 2):
        if abs(a[1] - b[1]) < 12.0:  # letters of one line: 12 units are a small letter's whole height
            assert a[1] == b[1] or a[2] <= b[0] or b[2] <= a[0], f"{one} and {other}"
            assert a[2] <= b[0] or b[2] <= a[0], f"{one} and {other} in one line"


def test_the_help_hides_everything_else(hud):
    hud.session.helping = True
    shown(hud)
    assert {part for part, texts in hud.overlay.texts.items() if texts} == {"help"}


def test_in_a_low_window_the_cheapest_systems_are_one_row():
    milliseconds = {"a": 1.0, "b": 0.1, "c": 3.0, "d": 0.2}
    costs = {name: dict.fromkeys(("p50", "p95", "p99"), ms) for name, ms in milliseconds.items()}
    assert summed(costs, 4) is costs
    told = summed(costs, 3)
    assert list(told) == ["a", "c", "2 others"] and told["2 others"]["p50"] == pytest.approx(0.3)
