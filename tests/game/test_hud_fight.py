"""What is written over a bout: bars as long as what is left, the count, the numbers of the result, and no overlaps."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest

from components.fight import BoutPhase
from game.hud.digits import DIGITS, number
from game.hud.hud import Hud
from game.picture.ink import BAD, DIM, EDGE, FAIR, INK
from game.plays.boxing.hud.fight import STAMINA, bar, minutes, time_left
from game.plays.boxing.hud.result import statistics
from game.plays.boxing.hud.ring import ring_of
from game.plays.boxing.session.fists import FIGHT_CONTROLS
from game.plays.boxing.session.pads import FIGHT_PAD
from game.plays.boxing.session.playing import Boxing
from game.scenes.scene import load_scene
from game.session.controls import CONTROLS, MOUSE
from game.session.session import Session
from systems.draw.context import current

LARGE, SMALL = (1280, 720), (640, 360)


@pytest.fixture(scope="module")
def opened():
    current()
    session = Session(load_scene("boxing"), seed=1, players=2)
    for _ in range(20):
        session.tick()
    yield session
    session.close()


@pytest.fixture
def boxed(opened, spy):
    """Afterwards the bout and the session are as they were."""
    ring = ring_of(opened)
    boxing = Boxing.of(opened)
    things = [opened, opened.clock, boxing, boxing.ending, ring.bout, ring.red.fighter, ring.blue.fighter]
    kept = [dict(vars(thing)) for thing in things]
    opened.profiling = 0
    Boxing.of(opened).ending.asked = True  # the list of what comes next has been left
    hud = Hud(opened, spy("fight"))
    yield opened, ring, hud
    hud.overlay.close()
    opened.slow_motion.clear()
    for thing, values in zip(things, kept, strict=True):
        vars(thing).clear()
        vars(thing).update(values)


def shown(hud, size=LARGE, covered=0.0):
    return hud.overlay.picture(hud, size, covered)


def bars(hud, colour):
    return [box for box in hud.overlay.boxes["fight"] if box[4] == colour]


def over(ring, how="KO", winner="blue"):
    ring.bout.phase, ring.bout.how, ring.bout.winner = BoutPhase.OVER, how, winner


@pytest.mark.parametrize("size", [LARGE, SMALL])
def test_a_bar_is_as_long_as_there_is_health_and_blues_stands_on_its_own_side(boxed, size):
    _, ring, hud = boxed
    ring.red.fighter.health, ring.blue.fighter.health = 63.0, 20.0
    shown(hud, size)
    whole = {
        box[:4] for box in hud.overlay.boxes["fight"] if box[3] - box[1] == 13.0 and box[4][:3] == (0.2, 0.22, 0.26)
    }
    red_track, blue_track = sorted(whole)
    (red,) = bars(hud, (*ring.red.body.colour, 1.0))
    (blue,) = bars(hud, (*ring.blue.body.colour, 1.0))
    assert red[2] - red[0] == pytest.approx(0.63 * (red_track[2] - red_track[0]))
    assert blue[2] - blue[0] == pytest.approx(0.20 * (blue_track[2] - blue_track[0]))
    assert red[0] == red_track[0]
    assert blue[2] == pytest.approx(blue_track[2])


def test_the_pixels_of_a_bar_are_its_health(boxed):
    _, ring, hud = boxed
    ring.red.fighter.health = 50.0
    row = shown(hud)[round(EDGE + 27 + 6)].astype(int)
    red = (row[:, 0] > 150) & (row[:, 1] < 90)
    assert np.flatnonzero(red).min() == pytest.approx(EDGE + 10, abs=4)
    assert red.sum() == pytest.approx(190, abs=4)


def test_no_health_is_no_bar_and_more_than_all_is_not_wider_than_its_track(boxed):
    _, _, hud = boxed
    shown(hud)
    with hud.overlay.section("fight"):
        for percent in (-5.0, 0.0, 250.0):
            bar(hud.overlay, 100, 100, 80, 5.0, percent, STAMINA, "right")
    assert [box[2] - box[0] for box in bars(hud, STAMINA)] == [0.0, 0.0, 80.0]


@pytest.mark.parametrize(
    ("seconds", "text"), [(60.0, "1:00"), (59.01, "1:00"), (42.0, "0:42"), (0.2, "0:01"), (-0.1, "0:00")]
)
def test_the_clock_counts_down_in_whole_seconds(seconds, text):
    assert minutes(seconds) == text


def test_the_clock_shows_the_round_stands_in_a_count_and_shows_the_rest(boxed):
    _, ring, hud = boxed
    bout = ring.bout
    bout.phase, bout.round, bout.fought_s, bout.clock_s = BoutPhase.FIGHT, 2, 17.5, 17.5
    shown(hud)
    assert {"round 2 of 3", "0:43"} <= set(hud.overlay.words())
    bout.phase, bout.clock_s = BoutPhase.COUNT, 4.0
    assert time_left(bout) == 42.5
    bout.phase = BoutPhase.REST
    shown(hud)
    assert {"rest", "0:06"} <= set(hud.overlay.words())


def test_dots_say_how_often_one_was_down(boxed):
    _, ring, hud = boxed
    ring.red.fighter.knockdowns = 2
    shown(hud)
    dots = [box for box in hud.overlay.boxes["fight"] if box[2] - box[0] == box[3] - box[1] == 8.0]
    assert len(dots) == 2 * ring.bout.knockdowns_tko
    assert len({box[4] for box in dots}) == 2
    filled = [box for box in dots if box[4][0] > 0.5]
    assert len(filled) == 2
    assert all(box[0] < 640 for box in filled)


@pytest.mark.parametrize("count", range(1, 11))
def test_the_count_is_drawn_large_and_only_while_somebody_is_counted(boxed, count):
    _, ring, hud = boxed
    ring.bout.phase, ring.bout.count = BoutPhase.COUNT, count
    shown(hud)
    lines = hud.overlay.lines["fight"]
    digits = [line for digit in str(count) for line in DIGITS[digit]]
    assert [len(line) for line in lines] == 2 * [len(line) for line in digits]
    whole = np.concatenate(lines)
    assert np.ptp(whole[:, 1]) > 80
    assert (whole[:, 0].min() + whole[:, 0].max()) / 2 == pytest.approx(640, abs=20)
    ring.bout.phase = BoutPhase.FIGHT
    shown(hud)
    assert hud.overlay.lines["fight"] == []


def test_every_digit_lies_in_its_box_and_no_two_look_alike():
    grids = []
    for lines in DIGITS.values():
        points = np.concatenate(lines)
        assert points.min() > -0.01
        assert (points.max(axis=0) < (0.62, 1.01)).all()
        assert np.ptp(points[:, 1]) > 0.95
        grids.append(raster(lines))
    assert all((a != b).sum() > 12 for a, b in combinations(grids, 2))


def raster(lines):
    """(20, 12) where a digit's lines run."""
    grid = np.zeros((21, 14), bool)
    for line in lines:
        for a, b in pairwise(line):
            for share in np.linspace(0, 1, 40):
                x, y = a + share * (b - a)
                grid[round(20 * y), round(20 * x)] = True
    return grid


def test_a_number_stands_around_its_middle(boxed):
    _, _, hud = boxed
    shown(hud)
    with hud.overlay.section("fight"):
        number(hud.overlay, 300, 50, 100, "88")
    whole = np.concatenate(hud.overlay.lines["fight"])
    assert (whole[:, 0].min() + whole[:, 0].max()) / 2 == pytest.approx(300, abs=1)
    assert whole[:, 1].min() >= 50
    assert whole[:, 1].max() <= 150


def test_the_result_has_the_numbers_of_both(boxed):
    _, ring, hud = boxed
    red, blue = ring.red.fighter, ring.blue.fighter
    red.thrown, red.landed, red.power_landed, red.blocked, red.knockdowns, red.hardest = 84, 21, 8, 13, 1, 31.6
    blue.thrown, blue.landed, blue.power_landed, blue.blocked, blue.knockdowns, blue.hardest = 0, 0, 0, 0, 2, 0.0
    assert statistics(ring) == [
        ("thrown", "84", "0"), ("landed", "21", "0"), ("accuracy", "25 %", "-"), ("power landed", "8", "0"),
        ("on the arms", "13", "0"), ("times down", "1", "2"), ("hardest", "32 N s", "0 N s"),
    ]  # fmt: skip
    over(ring)
    ring.bout.round, ring.bout.fought_s, ring.bout.cards = 3, 71.9, ((10, 9), (8, 10))
    shown(hud)
    words = hud.overlay.words()
    assert {"KO", "blue wins · round 3, 1:11", "cards  10-9   8-10   together 18-19", "Backspace: again"} <= set(words)
    assert {cell for row in statistics(ring) for cell in row} <= set(words)


@pytest.mark.parametrize(
    ("how", "title"), [("TKO", "TKO"), ("decision", "Decision"), ("out of the ring", "Out of the ring")]
)
def test_the_result_says_how(boxed, how, title):
    _, ring, hud = boxed
    over(ring, how)
    shown(hud)
    assert title in hud.overlay.words()


def test_a_draw_has_no_winner(boxed):
    _, ring, hud = boxed
    over(ring, "draw", "")
    shown(hud)
    assert "Draw" in hud.overlay.words()
    assert not any("wins" in word for word in hud.overlay.words())


def test_each_persons_keys_stand_under_their_corner_for_a_minute(boxed):
    session, _, hud = boxed
    shown(hud)
    for player, side in ((1, lambda x: x < 300), (2, lambda x: x > 980)):
        for control in (c for c in FIGHT_CONTROLS if c.player == player):
            assert any(text == control.shown and side(box[0]) for text, box in hud.overlay.texts["fight"]), control
    Boxing.of(session).fists = Boxing.of(session).fists[:1]
    shown(hud)
    assert "jab" in hud.overlay.words()
    assert "Num 1" not in hud.overlay.words()
    Boxing.of(session).fists = []
    shown(hud)
    assert "jab" not in hud.overlay.words()


def test_keys_are_as_bright_as_letters_get_whoever_boxes(boxed):
    _, _, hud = boxed
    shown(hud)
    inks = hud.overlay.inks["fight"]
    assert {inks[control.shown] for control in FIGHT_CONTROLS} == {INK}
    assert {inks[control.short] for control in FIGHT_CONTROLS} == {DIM}


@pytest.mark.parametrize("size", [LARGE, SMALL, (1920, 1080), (960, 600)])
def test_the_help_begins_with_boxing_and_names_every_key_in_the_window(boxed, size):
    session, _, hud = boxed
    session.helping = True
    overlay, pages = hud.overlay, []
    shown(hud, size)
    for page in range(session.help_pages):
        session.help_page = page
        shown(hud, size)
        pages.append(list(overlay.texts["help"]))
    rows = [row for page in pages for row in page]
    words = [text for text, _ in rows if text]
    assert words[2] == "Boxing", "below the name and how it is closed"
    first, second = ([c for c in FIGHT_CONTROLS if c.player == player] for player in (1, 2))
    for one, other in zip(first, second, strict=True):
        assert (one.shown, other.shown) in pairwise(words), "two caps beside each other"
    assert {each.shown for each in (*CONTROLS, *FIGHT_PAD)} | {key for key, _ in MOUSE} <= set(words)
    said = set(" ".join(words).split())
    for each in (*CONTROLS, *FIGHT_CONTROLS):
        assert set(each.about.split()) <= said, each
    assert "…" not in " ".join(words), "nothing is cut"
    for (text, a), (other, b) in (pair for page in pages for pair in combinations(page, 2)):
        lines = 12.0  # units, from one to the next at least
        assert a[2] <= b[0] or b[2] <= a[0] or abs(a[1] - b[1]) >= lines, (text, other)
    for text, (left, top, right, bottom) in rows:
        assert 0 <= left < right <= overlay.right and 0 <= top < bottom <= overlay.bottom, text


def test_the_corner_tells_the_computers_level_beside_its_style_and_nothing_of_a_person(boxed):
    _, ring, hud = boxed
    ring.red.fighter.style, ring.blue.fighter.style, ring.blue.fighter.level = "", "counter_puncher", 3
    shown(hud)
    words = hud.overlay.words()
    assert "counter puncher · level 3" in words
    assert sum("level" in word for word in words) == 1


@pytest.mark.parametrize(
    ("stamina", "word", "colour"),
    [(100.0, "stamina", DIM), (40.0, "stamina", DIM), (39.9, "tired", FAIR), (10.0, "tired", FAIR),
     (9.9, "out of breath", BAD), (0.0, "out of breath", BAD)],
)  # fmt: skip
@pytest.mark.parametrize("size", [LARGE, SMALL])
def test_who_is_tired_is_told_so_at_the_bar(boxed, size, stamina, word, colour):
    _, ring, hud = boxed
    ring.red.fighter.stamina = ring.blue.fighter.stamina = stamina
    shown(hud, size)
    named = [box for text, box in hud.overlay.texts["fight"] if text == word]
    assert len(named) == 2 and hud.overlay.inks["fight"][word] == colour
    own = bars(hud, STAMINA)
    for (left, top, right, bottom), bar_ in zip(named, own, strict=True):
        assert bar_[2] <= left or right <= bar_[0], "beside it"
        assert top < bar_[1] and bar_[3] < bottom, "and at its height"


def test_the_line_of_keys_is_the_boxers_and_what_stops_and_restarts_a_bout(boxed):
    session, _, hud = boxed
    Boxing.of(session).fists = Boxing.of(session).fists[:1]
    shown(hud)
    words = hud.overlay.words("hints")
    assert words[:4] == ["F1", "help", "J", "jab"]
    assert {"O", "block (hold)", "Space", "Backspace", "F2"} <= set(words)
    assert not {"T", "Z", "X"} & set(words)
    Boxing.of(session).fists = []
    shown(hud)
    assert hud.overlay.words("hints")[::2] == ["F1", "Space", "Backspace", "F2"]


def test_the_result_stands_on_the_left_where_the_heads_are_not_and_is_no_wider_than_its_words(boxed):
    session, ring, hud = boxed
    over(ring)
    ring.bout.cards = ((10, 9),) * 3
    shown(hud)
    *_, panel = hud.overlay.panels["fight"]
    assert panel[2] < 1280 / 3
    inside = [box for _, box in hud.overlay.texts["fight"] if panel[1] < box[1]]
    assert panel[2] - panel[0] == pytest.approx(max(b[2] for b in inside) - min(b[0] for b in inside) + 20, abs=1)
    session.rival = session.simulation
    shown(hud)
    session.rival = None
    *_, panel = hud.overlay.panels["fight"]
    assert (panel[0] + panel[2]) / 2 == pytest.approx(640, abs=1), "between two fights"
    shown(hud, SMALL, covered=300.0)
    *_, panel = hud.overlay.panels["fight"]
    room = (640 - 300) / 0.75
    assert (panel[0] + panel[2]) / 2 == pytest.approx(room / 2, abs=1), "in the middle of what is left"


def test_the_panels_of_other_scenes_give_way(boxed):
    _, _, hud = boxed
    shown(hud)
    assert hud.overlay.words("status") == hud.overlay.words("scene") == []


STATES = ["fight", "count", "over", "replay", "paused", "paused over", "slow"]


@pytest.mark.slow(but=["size0-fight-0", "size0-fight-2"])
@pytest.mark.parametrize("profiling", [0, 1, 2])
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("size", [LARGE, SMALL, (1920, 1080), (960, 600)])
def test_nothing_lies_over_anything_else_nor_outside(boxed, size, state, profiling):
    session, ring, hud = boxed
    session.profiling = profiling
    ring.bout.phase, ring.bout.cards = BoutPhase.FIGHT, ((10, 9),) * 3
    if state == "count":
        ring.bout.phase, ring.bout.count = BoutPhase.COUNT, 10
    if "over" in state:
        over(ring)
    if state == "replay":
        session.slow_motion.take = session.tape.cut(1, 20)
    session.clock.paused = "paused" in state
    if state == "slow":
        session.clock.speed, session.clock.late_s = 0.35, 1.0
    for text in ("one", "two", "three", "four", "five"):
        session.say(text)
    shown(hud, size)
    panels = [(part, box[:4]) for part, boxes in hud.overlay.panels.items() for box in boxes]
    for (part, a), (other, b) in combinations(panels, 2):
        apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
        assert apart, (part, a, other, b)
    for part, (left, top, right, bottom) in panels:
        assert left >= 0, part
        assert top >= 0, part
        assert right <= hud.overlay.right, part
        assert bottom <= hud.overlay.bottom, part
    mine = [(text, box) for text, box in hud.overlay.texts["fight"]]
    for (text, a), (other, b) in combinations(mine, 2):
        assert a[2] <= b[0] + 1 or b[2] <= a[0] + 1 or a[3] <= b[1] + 4 or b[3] <= a[1] + 4, (text, a, other, b)


def test_a_panel_at_the_right_edge_is_kept_free(boxed):
    _, ring, hud = boxed
    over(ring)
    shown(hud, LARGE, covered=400.0)
    assert all(box[2] <= 880 for box in hud.overlay.panels["fight"])
    assert len(hud.overlay.panels["fight"]) == 4
