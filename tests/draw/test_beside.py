"""What is told on the picture: pictures in full size, what was clicked on, legends, names in full, start and finish."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from components.control import BASICS
from game.hud.legend import ROWS, heat_scale
from game.plays.course.session.playing import OnCourse
from game.plays.course.session.steering import runners
from game.rigs.rig import load_rig
from game.scenes.scene import load_scene
from game.session.controls import KEY, Action
from game.session.deeds import Grip
from game.session.session import Session
from game.window.recorder import Recorder
from game.window.snapshot import snapshot
from game.window.view import View
from systems.draw.contact_marks import NEWTONS_A_METRE
from systems.draw.context import current
from systems.draw.overlay import Overlay
from systems.draw.shows import Show
from systems.draw.target import Frame

SIZES = [(1280, 720), (700, 400)]


@pytest.fixture
def view(monkeypatch):
    made = []

    def of(scene, size, quality="low", scale=0.25, **more):
        """What is written lies over the bodies in full size, however coarsely they are drawn."""
        current()
        session = Session(load_scene(scene), **more)
        session.quality, session.render_scale = quality, scale
        made.append(View(session, size))
        return made[-1]

    yield of
    for each in made:
        each.close()
        each.session.close()


@pytest.fixture
def words(monkeypatch):
    """Section -> (text, left, top, right, bottom) in units, as last written."""
    written, now = {}, [""]
    section, text = Overlay.section, Overlay.text

    def begin(self, name):
        now[0] = name
        written[name] = []
        return section(self, name)

    def write(self, x, y, what, size="body", colour=(1, 1, 1, 1), align="left"):
        text(self, x, y, what, size, colour, align)
        wide = self.width(what, size)
        left = x - {"left": 0.0, "centre": 0.5, "right": 1.0}[align] * wide
        written.setdefault(now[0], []).append((what, left, y, left + wide, y + self.height(size)))

    monkeypatch.setattr(Overlay, "section", begin)
    monkeypatch.setattr(Overlay, "text", write)
    return written


def drawn(shown, size, times=6):
    frame = Frame(*size, 0)
    frame.begin()
    for n in range(times):
        shown.update(0.0)
        shown.draw(*size, 0.2 * n)
    frame.close()


# --- pictures


@pytest.mark.slow(but=["stage-1"])
@pytest.mark.parametrize(("scene", "columns"), [("stage", 1), ("comparison", 2), ("ymca", 1)])
def test_a_picture_has_the_windows_pixels_and_all_worlds_whatever_is_drawn(view, scene, columns):
    size = (640, 360)
    shown = view(scene, size, "medium", 1.0)
    shown.update(0.0)
    fine = snapshot(shown)
    shown.session.render_scale = 0.5
    shown._resize()
    frames = [(side.studio.renderer.frame.width, side.studio.renderer.frame.height) for side in shown.sides]
    assert frames == [(320 // columns, 180)] * columns
    again = snapshot(shown)
    assert again.shape == (360, 640, 3)
    np.testing.assert_array_equal(again, fine)
    assert [(side.studio.renderer.frame.width, side.studio.renderer.frame.height) for side in shown.sides] == frames


def test_a_film_has_the_size_of_its_first_picture_and_what_was_seen(tmp_path):
    pictures = [np.full((90, 160, 3), n * 20, np.uint8) for n in range(6)]
    recorder = Recorder(tmp_path / "f.webp")
    for n, picture in enumerate(pictures):
        assert recorder.take(lambda picture=picture: picture, n / 30 + 1e-3)
    recorder.take(lambda: np.zeros((45, 80, 3), np.uint8), 6 / 30 + 1e-3)
    assert "160 x 90" in recorder.finish()
    recorder.writing.join(60)
    with Image.open(tmp_path / "f.webp") as film:
        assert film.size == (160, 90) and film.n_frames >= 6
        for n in (0, 3, 5):
            film.seek(n)
            assert abs(int(np.asarray(film.convert("L")).mean()) - 20 * n) <= 3


# --- what was clicked on


@pytest.mark.parametrize("rig", ["boxer", "paper36"])
def test_every_bone_belongs_to_a_limb_that_begins_above_it(rig):
    rig = load_rig(rig)
    limbs = {bone.name: rig.limb_of[row].replace("_", " ") for row, bone in enumerate(rig.bones)}
    assert set(limbs.values()) == {"trunk", "head", "left arm", "right arm", "left leg", "right leg"}
    assert limbs["pelvis"] == "trunk" and limbs["head"] == "head"
    for side in ("left", "right"):
        assert limbs[f"{side}_hand"] == f"{side} arm" and limbs[f"{side}_toes"] == f"{side} leg"


@pytest.mark.slow(but=["stage-size0", "boxing-size1"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scene", ["stage", "boxing", "course", "ymca", "barrage"])
def test_a_click_tells_name_limb_mass_torque_and_law(view, words, scene, size):
    shown = view(scene, size)
    session = shown.session
    for _ in range(30):
        session.tick()
    who = next(iter(session.simulation.characters))
    session.examined = Grip(who=who, bone="left_forearm")
    drawn(shown, size)
    told = [row[0] for row in words["beside"]]
    assert told[0] == f"{who} · left forearm"
    tables, body = session.simulation.stage.tables, session.simulation.characters[who]._body
    row = body.first + body.rig.names.index("left_forearm")
    facts = dict(zip(told[1::2], told[2::2], strict=True))
    assert facts["limb"] == "left arm" and facts["law"].startswith(str(session.simulation.characters[who].servo))
    assert facts["mass"] == f"{tables.skeletons.mass[row]:.2f} of {tables.skeletons.total_mass[body.index]:.1f} kg"
    assert facts["torque"] == f"{tables.demand.size[row]:.0f} of {tables.skeletons.torque_limit[row]:.0f} N m"
    for _, left, top, right, bottom in words["beside"]:
        assert 0 <= left < right <= shown.overlay.right and 0 <= top < bottom <= shown.overlay.bottom
        for part in ("scene", "status", "fight", "beats", "script"):
            for text, a, b, c, d in words.get(part, ()):
                assert not (left < c and a < right and top < d and b < bottom), (part, text)


def test_a_thing_tells_its_mass_and_speed_and_escape_closes_it(view, words):
    shown = view("drag", (640, 360))
    session = shown.session
    session.tick()
    session.examined = Grip(thing=0)
    drawn(shown, (640, 360))
    assert words["beside"][0][0] == "plank" and any("kg" in row[0] for row in words["beside"])
    session.do(Action.CLOSE)
    assert session.examined is None and session.asking is None


# --- legends


def test_every_overlay_has_a_legend_with_the_scale_that_it_is_drawn_with(view, words):
    assert set(ROWS) == set(Show)
    shown = view("stage", (1280, 720))
    drawn(shown, (1280, 720))
    assert not words.get("beside")
    for show in Show:
        shown.session.shows = {show}
        drawn(shown, (1280, 720))
        told = [row[0] for row in words["beside"]]
        assert told[0] == KEY[Action(f"show_{show}")].split()[-1]  # 1 to 8, and * of Num *
        legend, more = told[1 : 1 + len(ROWS[show])], told[1 + len(ROWS[show]) :]
        assert legend == [row.text for row in ROWS[show]]
        if show is Show.CONTROL:  # and who has control, of whom
            assert {"red", "has control", *BASICS} <= set(more)
        else:
            assert not more
    shown.session.shows = set(Show)
    drawn(shown, (1280, 720))
    assert {row.text for rows in ROWS.values() for row in rows} <= {row[0] for row in words["beside"]}
    assert f"{0.1 * NEWTONS_A_METRE:g} N" in ROWS[Show.CONTACTS][0].text
    grey, *_, red = heat_scale()
    assert max(grey) - min(grey) < 0.02 and red[0] > 2 * max(red[1:])


# --- who is there


@pytest.mark.slow(but=["stuck-size1", "crowd-size0"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scene", ["jump", "stuck", "barrage", "crowd"])
def test_names_are_never_cut(view, words, scene, size):
    shown = view(scene, size)
    drawn(shown, size)
    there = [name.replace("_", " ") for name in shown.session.simulation.characters]
    told = [row[0] for row in words["status"]]
    assert [text for text in told if text in there] == there
    assert not [text for text in told if "…" in text]
    rows = [row for row in words["status"] if row[0]]
    for n, (one, a, b, c, d) in enumerate(rows):
        for other, e, f, g, h in rows[:n]:
            assert not (a < g and e < c and b < h - 2 and f < d - 2), (one, other)


# --- a race


def test_the_count_and_the_finish_are_on_the_picture(view, words):
    shown = view("course", (1280, 720), players=1, lively=True)
    drawn(shown, (1280, 720))
    assert [row[0] for row in words["race"]] == ["W: walk"]
    OnCourse.of(shown.session).start.waits(3.1)
    drawn(shown, (1280, 720))
    assert [row[0] for row in words["race"]] == ["Go!"]
    OnCourse.of(shown.session).start.waits(3.1)
    runners(shown.session.simulation)["world"].finished_s = 31.25
    drawn(shown, (1280, 720))
    assert [row[0] for row in words["race"]] == ["Finish: 31.2 s", "first of 3", "the others are still on their way"]
