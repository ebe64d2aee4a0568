"""Where a scene is seen from, with room for arms that go up, and who is who in it."""

from __future__ import annotations

from math import radians, tan

import numpy as np
import pytest
from PIL import Image

from game import __main__ as cli
from game.cameras.camera import Camera
from game.cameras.camera_operator import HEADROOM
from game.hud import hud
from game.hud import scene as hud_scene
from game.picture.arm_reach import OVER, Reach, arms
from game.picture.film import Film
from game.picture.ink import Box
from game.picture.names import HEIGHT, NARROWEST, Names, seen
from game.picture.shot import Studio, picture, shot, studio_of
from game.picture.side_by_side import Columns
from game.rigs.rig import load_rig
from game.scenes.scene import load_scene, scene_names
from game.session.controls import Action
from game.session.session import Session
from game.window.view import View
from systems.draw.context import current
from systems.draw.quality import quality_named
from systems.draw.target import Frame

OWN = {
    "arm": "side", "balance": "front", "barrage": "front", "catch": "side", "comparison": "fight", "conduct": "front",
    "course": "front", "jump": "front", "stuck": "front", "ymca": "front", "bend": "side", "desk": "three_quarter",
    "marionette": "front", "path": "three_quarter", "soldier": "side", "waist": "front", "brace": "side",
    "gestures": "front", "kick": "side", "protect": "front", "crouch": "side", "goalie": "front", "lift": "front",
    "postures": "front", "push": "three_quarter", "trip": "side", "unstrung": "three_quarter",
    "skip": "front", "wave": "front",
}  # fmt: skip
SMALL, LOW = (160, 90), quality_named("low")
GLOVE = 0.12  # m from the wrist to the end of a glove, and some
LETTERS = {"Y": 113, "M": 170, "C": 227, "A": 283}  # ticks
ARM = 0.29 + 0.26 + 0.068  # m, of the rig boxer


@pytest.fixture
def view():
    made = []

    def of(scene, size):
        current()
        session = Session(load_scene(scene))
        made.append(View(session, size))
        return made[-1]

    yield of
    for each in made:
        each.close()
        each.session.close()


def test_places_have_pixels_in_a_window_that_is_nearly_closed():
    assert np.isfinite(Camera().pixels(np.array([[0.0, 0.0, 1.0]]), 0, 0)).all()


def pixels_of(path):
    with Image.open(path) as image:
        return np.asarray(image.convert("RGB"))


def wrists(simulation):
    return np.array([who.place(f"{side}_hand") for who in simulation.characters.values() for side in ("left", "right")])


# --- a scene's own camera


def test_scenes_that_compare_say_which_camera_and_others_do_not():
    assert {name: camera for name in scene_names() if (camera := load_scene(name).camera)} == OWN


@pytest.mark.parametrize(("scene", "own"), [("ymca", "front"), ("catch", "side"), ("stage", "three_quarter")])
def test_a_shot_and_a_film_are_taken_by_it_unless_another_is_asked_for(made, tmp_path, scene, own):
    shown = {camera: pixels_of(shot(scene, 0.1, tmp_path / "a.png", SMALL, "low", camera)) for camera in (None, own)}
    np.testing.assert_array_equal(shown[None], shown[own])
    assert (pixels_of(shot(scene, 0.1, tmp_path / "a.png", SMALL, "low", "top")) != shown[own]).any()
    simulation = made(scene)
    simulation.run(0.1)
    films = Film(tmp_path / "a.webp", 0.1, 10, SMALL, "low").take(simulation)
    assert np.abs(pixels_of(films).astype(int) - shown[own]).mean() < 6, "but for what WebP leaves out"


@pytest.mark.parametrize("own", ["front", "side", "top", "fight", "follow"])
def test_the_window_begins_with_it(view, tmp_path, own):
    path = tmp_path / "s.toml"
    path.write_text(f'title = "t"\ncamera = "{own}"\n[[character]]\nname = "red"\n')
    assert view(path, SMALL).operator.mode == own


def test_the_next_view_goes_on_from_it(view):
    shown = view("ymca", SMALL)
    modes = [(shown.session.do(Action.CAMERA_SHOT), shown.operator.mode)[1] for _ in range(4)]
    assert modes == ["side", "three_quarter", "top", "front"]


def test_a_camera_that_is_not_there_is_one_line_and_status_2(tmp_path, capsys):
    path = tmp_path / "s.toml"
    path.write_text('title = "t"\ncamera = "frnt"\n[[character]]\nname = "red"\n')
    assert cli.main(["shot", str(path), "--out", str(tmp_path / "a.png")]) == cli.WRONG == 2
    said = capsys.readouterr().err
    assert said.endswith("line 2, camera: there is no camera 'frnt', did you mean front?\n") and said.count("\n") == 1


# --- room for arms


def test_an_arm_is_as_long_as_its_parts():
    assert [length for _, length in arms(load_rig("boxer"))] == pytest.approx([ARM, ARM])


@pytest.mark.parametrize(("scene", "settings", "above"), [("stage", {"script": "ymca"}, 0.4), ("catch", {}, 0.0)])
def test_whose_arms_are_told_where_to_be_gets_room_around_the_shoulders(made, scene, settings, above):
    simulation = made(scene, settings=settings)
    bones = simulation.stage.tables.bones.position
    (places,) = Reach(simulation).places(bones, 0.4).values()
    shoulders = np.array([simulation.characters["red"].place(f"{side}_upper_arm") for side in ("left", "right")])
    assert places.max(axis=0) == pytest.approx(np.add(shoulders.max(axis=0), [ARM, ARM, ARM + above]))
    assert places.min(axis=0) == pytest.approx(shoulders.min(axis=0) - [ARM, ARM, 0.0])


def test_others_are_framed_by_their_bones_alone_also_when_a_script_is_over(made):
    simulation = made("stage", settings={"script": "ymca"})
    simulation.characters["red"].set("script", "")
    for each in (simulation, made("stage"), made("crowd")):
        assert not Reach(each).places(each.stage.tables.bones.position, 0.4)


@pytest.mark.slow(but=["front"])
@pytest.mark.parametrize("camera", ["front", "side", "three_quarter", "fight"])
def test_arms_that_move_neither_leave_the_picture_nor_move_the_camera(made, camera):
    simulation, distances = made("ymca"), []
    current()
    with Studio(simulation, SMALL, LOW, camera) as studio:
        for tick in LETTERS.values():
            simulation.tick(tick - simulation.ticks)
            studio.operator.cut()
            studio.update()
            spots = studio.camera.pixels(np.add(wrists(simulation), [0.0, 0.0, GLOVE]), *SMALL)
            assert (spots > 0.0).all() and (spots < SMALL).all()
            distances.append(studio.camera.distance)
    assert np.ptp(distances) < 0.01 * distances[0]


@pytest.mark.slow(but=["ymca-size0"])
@pytest.mark.parametrize("size", [(1280, 720), (960, 540)])
@pytest.mark.parametrize("scene", ["ymca", "conduct", "arm"])
def test_in_the_window_no_hand_is_behind_what_is_written_above(view, scene, size):
    shown, (width, height) = view(scene, size), size
    frame, hidden = Frame(*size, 0), []
    for tick in range(20, 400, 20):
        for _ in range(tick - shown.session.simulation.ticks):
            shown.session.tick()
        shown.update(1 / 6)
        frame.begin()
        shown.hud.draw(width, height, height / 720)
        scale, beat, camera = shown.hud.overlay.scale, shown.hud.beat_at, shown.operator.camera
        assert beat is not None
        glove = GLOVE * height / (2 * camera.distance * tan(radians(camera.fov_deg) / 2))
        for x, y in camera.pixels(wrists(shown.session.simulation), width, height):
            hidden += [(tick, x, y)] if x + glove > beat.x * scale and y - glove < beat.bottom * scale else []
    frame.close()
    assert not hidden


# --- who is who


def test_names_with_their_modes_lie_over_the_heads_of_whom_they_name(made):
    simulation, size = made("stuck"), (960, 540)
    current()
    with Studio(simulation, size, LOW, "front") as studio:
        studio.update()
        tags = seen(studio, 0.0, 960.0, 540, 0.75)
        assert [(tag.text, tag.mode) for tag in tags] == [
            ("behind", "world · untangle yes"), ("behind alone", "world · untangle no"),
            ("between", "world · untangle yes"), ("between alone", "world · untangle no"),
        ]  # fmt: skip
        for tag, who in zip(tags, simulation.characters.values(), strict=True):
            x, y, _ = who.place("pelvis")
            over = np.array([[x, y, who.place("head")[2] + OVER]])
            ((right, down),) = studio.camera.pixels(over, *size)
            assert 0.75 * np.array([tag.x, tag.y + HEIGHT / 2]) == pytest.approx([right, down], abs=1.0)
            assert 0.0 < down < who_top(studio, who, size)


def who_top(studio, who, size):
    """Pixels, the upper edge of somebody's flesh."""
    x, y, z = who.place("head")
    ((_, down),) = studio.camera.pixels(np.array([[x, y, z + 0.2]]), *size)
    return down


def test_a_name_over_raised_hands_is_in_the_picture_and_does_not_dance_with_them(made):
    simulation, size = made("ymca"), (640, 360)
    current()
    with Studio(simulation, size, LOW, "front") as studio:
        ys = []
        for _ in range(12):
            simulation.run(0.15)
            studio.update(0.15)
            tags = seen(studio, 0.0, 640.0, 360, 0.75)
            assert len(tags) == 2
            ys.append([tag.y for tag in tags])
            for tag, who in zip(tags, simulation.characters.values(), strict=True):
                hands = studio.camera.pixels(np.array([who.place(f"{side}_hand") for side in ("left", "right")]), *size)
                assert tag.y >= 0 and 0.75 * (tag.y + HEIGHT) < hands[:, 1].min()
    assert np.ptp(ys, axis=0).max() < 8.0


def test_names_that_would_lie_on_each_other_are_moved_apart(made):
    simulation, size = made("jump"), (640, 360)
    current()
    frame, names = Frame(*size, 0), Names()
    for camera in ("front", "side", "three_quarter", "top"):
        with Studio(simulation, size, LOW, camera) as studio:
            studio.update()
            frame.begin()
            names.draw([studio], size, 0.75)
            assert len(names.boxes) == 6
            assert not [(a, b) for n, a in enumerate(names.boxes) for b in names.boxes[:n] if a.covers(b)]
    names.close()
    frame.close()


@pytest.mark.slow(but=["ymca", "stuck"])
@pytest.mark.parametrize("scene", [name for name in OWN if name != "catch"])
def test_whoever_compares_says_what_to_look_at_and_who_is_who_by_the_same_camera_everywhere(view, scene):
    written = load_scene(scene)
    assert written.look and written.names
    shown = view(scene, (640, 360))
    with studio_of(shown.session.simulation, (640, 360), LOW) as studio:
        assert isinstance(studio, Columns) and studio.look is not None and studio.names is not None
        shown.update(0.0)
        studio.update()
        own, theirs = shown.operator.camera, studio.camera
        assert (own.yaw, own.pitch, own.distance) == pytest.approx((theirs.yaw, theirs.pitch, theirs.distance))
        assert own.target == pytest.approx(theirs.target)
    assert shown.operator.mode == written.camera
    shown.draw(640, 360, 0.0)
    assert shown.names.boxes and shown.hud._looked


@pytest.mark.parametrize(
    ("target", "names"),
    [((0.0, 0.0, 0.5), ["timed", "tuned"]), ((0.0, 2.5, 0.5), ["tuned"]), ((-9.0, 0.0, 0.5), [])],
    ids=["both before it", "one beside the picture", "both behind it"],
)
def test_who_is_not_seen_has_no_name_in_the_picture(made, target, names):
    simulation = made("ymca")
    current()
    with Studio(simulation, (960, 540), LOW, Camera(np.array(target), 5.0, 0.0, 0.1, 40.0)) as studio:
        studio.update()
        assert [tag.text for tag in seen(studio, 0.0, 960.0, 540, 1.0)] == names


def test_a_picture_has_them_where_it_is_wide_enough_and_nothing_else_is_changed(made):
    simulation = made("ymca")
    current()
    for width, there in ((NARROWEST - 2, False), (640, True)):
        size = (width, 360)
        with Studio(simulation, size, LOW, "front") as studio:
            studio.update()
            studio.draw()
            bare, spots = studio.picture().astype(int), seen(studio, 0.0, width, 360, 0.75)
        bare, shown = bare[:300], picture(simulation, size, LOW).astype(int)[:300]  # below it is what to look at
        ys, xs = np.nonzero(np.abs(shown - bare).max(axis=-1) > 3)
        assert bool(len(xs)) is there
        if there:
            assert ys.min() >= 0.75 * min(tag.y for tag in spots) - 1
            for tag in spots:
                near = xs[np.abs(xs - 0.75 * tag.x) < 60]
                assert (near.min() + near.max()) / 2 == pytest.approx(0.75 * tag.x, abs=2)


@pytest.mark.slow(but=["size1-ymca"])
@pytest.mark.parametrize("scene", ["ymca", "arm", "conduct"])
@pytest.mark.parametrize("size", [(1000, 600), (1280, 720), (960, 540)])
def test_messages_lie_over_nobodys_name(view, monkeypatch, scene, size):
    seen_by, drawn, told = view(scene, size), hud_scene.messages, []
    monkeypatch.setattr(hud, "messages", lambda *around: told.clear() or drawn(*around))
    monkeypatch.setattr(hud_scene, "panel", lambda _, x, y, wide, high, *__: told.append(Box(x, y, x + wide, y + high)))
    for number in range(3):
        seen_by.session.say(f"{number}: a message that is long enough to reach below both of them, as few are")
    seen_by.session.say("semaphore: servo world takes no key-frames, Z changes it")
    frame = Frame(*size, 0)
    frame.begin()
    seen_by.update(0.0)
    seen_by.draw(*size, 0.0)
    frame.close()
    names, boxes = seen_by.names.boxes, told
    assert len(boxes) == 4 and names
    assert not [(box, name) for box in boxes for name in names if box.covers(name)]
    assert not [(a, b) for n, a in enumerate(boxes) for b in boxes[:n] if a.covers(b)]


def test_names_are_written_anew_only_when_somebody_moves(made, monkeypatch):
    simulation, written = made("ymca"), []
    current()
    frame, names = Frame(960, 540, 0), Names()
    monkeypatch.setattr(Names, "_write", lambda _, tag: written.append(tag.text))
    with Studio(simulation, (960, 540), LOW, "front") as studio:
        for _ in range(3):
            studio.update()
            frame.begin()
            names.draw([studio], (960, 540), 0.75)
    assert written == ["timed", "tuned"]
    names.close()
    frame.close()


def test_scenes_that_do_not_want_names_are_drawn_without(made):
    current()
    with studio_of(made("stage"), (640, 360), LOW) as studio:
        assert isinstance(studio, Studio)


def test_hands_held_up_have_headroom_in_the_window_alone_where_nothing_is_compared(view, made, tmp_path):
    path = tmp_path / "s.toml"
    path.write_text('title = "t"\ncamera = "front"\n[[character]]\nname = "red"\nscript = "ymca"\nservo = "timed"\n')
    for scene, more in ((path, HEADROOM / 2), ("ymca", 0.0)):
        shown = view(scene, SMALL)
        shown.update(0.0)
        with Studio(made(scene), SMALL, LOW, "front") as studio:
            studio.update()
            assert shown.operator.camera.target[2] - studio.camera.target[2] == pytest.approx(more, abs=0.05)
