"""What every scene looks like: drawn small, and compared with a picture that somebody has looked at.

Pictures are compared by their blocks of 4 x 4 pixels, because another driver smooths edges in another way. Two differ
when more than 0.6 % of their blocks (7 of 1296) do by more than 24 of 255, or all of them by more than 4 on average.
Drawn at double size and halved, the worst picture is off in 4 blocks; without its smallest body, in 11. `python
tests/draw/test_pictures.py` draws all of them anew, or those that are named, and the larger ones in
docs/scenes: look at them then.
"""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import esper
import numpy as np
import pytest
from PIL import Image

import game.picture.shot
from components.character import Body
from game.base.paths import PROJECT
from game.cameras.camera import Camera
from game.picture.shot import Studio, shot, studio_of
from game.scenes.scene import load_scene, scene_names
from game.session.controls import CONTROLS, GROUPS, MOUSE
from game.session.pads import CAMERA_STICK, PAD, SQUEEZING
from game.world.character import Character
from game.world.simulation import Simulation
from systems.draw.context import current
from systems.draw.quality import quality_named

REFERENCES = Path(__file__).parent / "references"
SHOWN = PROJECT / "docs" / "scenes"
SIZE, LARGE = (192, 108), (640, 360)
BLOCK = 4  # pixels
NAMES = 6  # blocks from the top that names of two sides take
MEAN, STRONG, SHARE = 4.0, 24.0, 0.006  # of 255, of 255, of all blocks
MEDIUM = quality_named("medium")


class Moment(NamedTuple):
    at_s: float
    camera: str | None = None  # the scene's own, or three_quarter


MOMENTS = {
    "arm": Moment(1.0),
    "balance": Moment(1.2),
    "barrage": Moment(3.3),
    "bend": Moment(3.4),
    "boxing": Moment(1.0, "fight"),
    "brace": Moment(2.4),
    "catch": Moment(3.06),
    "comparison": Moment(3.8, "fight"),
    "conduct": Moment(1.11),
    "course": Moment(4.0),
    "crowd": Moment(1.0),
    "desk": Moment(5.0),
    "drag": Moment(1.7),
    "gestures": Moment(2.2),
    "postures": Moment(2.0),
    "crouch": Moment(2.4),
    "lift": Moment(3.6),
    "jump": Moment(1.0),
    "kick": Moment(1.0),
    "marionette": Moment(4.0),
    "path": Moment(4.0),
    "goalie": Moment(2.2),
    "platform": Moment(1.0, "fight"),
    "practice": Moment(1.0, "fight"),
    "protect": Moment(1.5),
    "push": Moment(11.8),
    "skip": Moment(3.0),
    "soldier": Moment(1.3),
    "stage": Moment(1.0),
    "stuck": Moment(1.8),
    "waist": Moment(1.3),
    "wave": Moment(1.9),
    "trip": Moment(2.9),
    "unstrung": Moment(3.2),
    "ymca": Moment(1.89),
}
SCENES = scene_names()


def blocks(pixels):
    """(27, 48, 3) means of blocks."""
    height, width, _ = pixels.shape
    return pixels.astype(float).reshape(height // BLOCK, BLOCK, width // BLOCK, BLOCK, 3).mean(axis=(1, 3))


def difference(picture, reference):
    """Mean over all blocks, and the share of those that differ strongly."""
    off = np.abs(blocks(picture) - blocks(reference))
    return off.mean(), (off.max(axis=-1) > STRONG).mean()


def alike(picture, reference):
    mean, share = difference(picture, reference)
    return mean <= MEAN and share <= SHARE


def reference(name):
    return np.asarray(Image.open(REFERENCES / f"{name}.png").convert("RGB"))


class Drawn:
    """A scene at its moment, and the camera that sees it."""

    def __init__(self, name: str) -> None:
        moment = MOMENTS[name]
        self.simulation = Simulation(name)
        self.simulation.run(moment.at_s)
        self.camera: str | Camera | None = moment.camera
        self.picture()
        self.as_it_is = self.picture()

    def picture(self, quality=MEDIUM, size=SIZE):
        """With what the scene says is beside it; one camera sees both."""
        current()
        with studio_of(self.simulation, size, quality, self.camera) as studio:
            studio.update()
            studio.draw()
            self.camera = studio.camera  # from here on it stays, whoever is taken away
            return studio.picture()

    def without(self, entity):
        """The picture with that one left out."""
        esper.switch_world(self.simulation.world)
        body = esper.component_for_entity(entity, Body)
        esper.remove_component(entity, Body)
        try:
            return self.picture()
        finally:
            esper.switch_world(self.simulation.world)
            esper.add_component(entity, body)


@pytest.fixture(scope="module")
def drawn():
    """By name; each scene is run once."""
    there: dict[str, Drawn] = {}

    def get(name):
        if name not in there:
            there[name] = Drawn(name)
        return there[name]

    yield get
    for each in there.values():
        each.simulation.close()


# --- what may differ, and what may not


@pytest.mark.bullet
@pytest.mark.slow(but=["stage", "boxing"])
@pytest.mark.parametrize("name", SCENES)
def test_a_scene_looks_as_it_did_when_somebody_looked_at_it(drawn, name):
    mean, share = difference(drawn(name).as_it_is, reference(name))
    assert mean <= MEAN and share <= SHARE, f"{name}: {mean:.2f} on average, {share:.2%} of the blocks strongly"


@pytest.mark.bullet
@pytest.mark.slow(but=["stage", "boxing"])
@pytest.mark.parametrize("name", SCENES)
def test_edges_smoothed_in_another_way_are_no_difference(drawn, name):
    scene, (width, height) = drawn(name), SIZE
    double = scene.picture(size=(2 * width, 2 * height)).astype(float)
    top = NAMES * BLOCK if load_scene(name).beside else 0  # names of both sides are as large in a larger picture
    assert alike(double.reshape(height, 2, width, 2, 3).mean(axis=(1, 3))[top:], reference(name)[top:])
    assert alike(scene.picture(replace(MEDIUM, sides=24, shadow_size=1024)), reference(name))


@pytest.mark.slow(but=["stage", "boxing"])
@pytest.mark.parametrize("name", SCENES)
def test_each_body_that_is_left_out_is_missed(drawn, name):
    scene = drawn(name)
    esper.switch_world(scene.simulation.world)
    everybody = Character.entities()
    assert len(everybody) == len(scene.simulation.characters)
    for entity in everybody:
        assert not alike(scene.without(entity), reference(name)), entity


@pytest.mark.slow(but=["stage", "boxing"])
@pytest.mark.parametrize("name", SCENES)
def test_missing_shadows_are_missed(drawn, name):
    assert not alike(drawn(name).picture(replace(MEDIUM, shadow_size=0)), reference(name))


@pytest.mark.slow(but=["stage", "boxing"])
@pytest.mark.parametrize("name", SCENES)
def test_a_missing_ground_is_missed(drawn, name, monkeypatch):
    whole = game.picture.shot.floor
    nothing = np.zeros((3, 6), np.float32)
    monkeypatch.setattr(game.picture.shot, "floor", lambda *args: replace(whole(*args), vertices=nothing))
    assert not alike(drawn(name).picture(), reference(name))


def test_a_missing_hall_is_missed(drawn, monkeypatch):
    monkeypatch.setattr(game.picture.shot, "scenery", lambda *args: [])
    assert not alike(drawn("boxing").picture(), reference("boxing"))


@pytest.mark.slow
def test_thrown_things_that_are_left_out_are_missed(drawn):
    scene = replace(load_scene("barrage"), throws=())
    with Simulation(scene) as simulation:
        simulation.run(MOMENTS["barrage"].at_s)
        current()
        with Studio(simulation, SIZE, MEDIUM, drawn("barrage").camera) as studio:
            studio.update()
            studio.draw()
            assert not alike(studio.picture(), reference("barrage"))


@pytest.mark.parametrize("name", SCENES)
def test_a_black_a_mirrored_and_a_paler_picture_are_others(name):
    good = reference(name)
    assert not alike(np.zeros_like(good), good)
    assert not alike(good[:, ::-1], good)
    assert not alike(0.95 * good, good)


# --- what the pages show


def test_every_scene_has_its_pictures_and_every_picture_its_scene():
    assert set(SCENES) == set(MOMENTS)
    for folder, size in ((REFERENCES, SIZE), (SHOWN, LARGE)):
        assert sorted(path.name for path in folder.iterdir()) == sorted(f"{name}.png" for name in SCENES)
        for path in folder.iterdir():
            with Image.open(path) as picture:
                assert picture.size == size, path.name
            assert path.stat().st_size < 200_000, path.name


def test_the_page_lists_what_keys_mouse_and_pad_do():
    text = (PROJECT / "docs/playing.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| ([A-Z]\w+) \| `(.+?)` \| (.+?) \|$", text, re.MULTILINE)
    keys = [(title, c.shown, c.about) for group, title in GROUPS.items() for c in CONTROLS if c.group == group]
    mouse = [("Mouse", *row) for row in MOUSE]
    pad = [("Pad", c.shown, c.about) for c in PAD] + [("Pad", *CAMERA_STICK), ("Pad", *SQUEEZING)]
    assert listed == [*mouse, *keys, *pad]


def renew(names: list[str]) -> None:
    for name in names:
        moment = MOMENTS[name]
        Image.fromarray(Drawn(name).as_it_is).save(REFERENCES / f"{name}.png", optimize=True)
        shot(name, moment.at_s, SHOWN / f"{name}.png", LARGE, "high", moment.camera)


if __name__ == "__main__":
    renew(sys.argv[1:] or SCENES)
