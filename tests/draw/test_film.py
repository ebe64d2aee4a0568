"""Films of 160 x 90: that they open again, show what moved, and leave nothing behind when they fail. They need GL."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from PIL import Image

from components.clock import TICKS_PER_S
from components.errors import InputError
from game import __main__ as cli
from game.picture.film import FASTEST, Film, palette_of
from game.picture.shot import Studio
from game.world.simulation import Simulation
from systems.draw.quality import quality_named

SIZE = (160, 90)
PRESET = quality_named("low")
WALK = {"clip": "walk"}


def film(out, **how):
    return Film(out, **({"seconds": 0.5, "size": SIZE, "quality": "low", "camera": "follow"} | how))


def pictures(path):
    """All of them as (n, height, width, 3), and how long they last (ms)."""
    if path.suffix == ".mp4":
        frames = pytest.importorskip("imageio_ffmpeg").read_frames(str(path))
        about = next(frames)
        shape = (*about["size"][::-1], 3)
        return np.array([np.frombuffer(data, np.uint8).reshape(shape) for data in frames]), 1000 * about["duration"]
    shown, lasts = [], 0
    with Image.open(path) as image:
        for i in range(image.n_frames):
            image.seek(i)
            shown.append(np.asarray(image.convert("RGB")))
            lasts += image.info["duration"]
    return np.array(shown), lasts


@pytest.mark.parametrize("kind", FASTEST)
def test_a_film_opens_again_with_all_its_pictures(tmp_path, kind):
    if kind == ".mp4":
        pytest.importorskip("imageio_ffmpeg")
    with Simulation("stage", settings=WALK) as simulation:
        simulation.run(0.2)
        out = film(tmp_path / f"walk{kind}").take(simulation)
        assert simulation.ticks == 24 + 14 * 4
    shown, lasts = pictures(out)
    assert shown.shape == (15, 90, 160, 3)
    assert lasts == pytest.approx(500, abs=10)
    assert shown.mean(axis=(1, 2, 3)).min() > 60, "none is black"
    changes = np.abs(np.diff(shown.astype(int), axis=0)).max(axis=-1)
    assert ((changes > 30).mean(axis=(1, 2)) > 0.002).all(), "each is another"
    assert [path.name for path in tmp_path.iterdir()] == [out.name]


@pytest.mark.parametrize("kind", FASTEST)
def test_a_films_pictures_are_those_of_a_studio(tmp_path, kind):
    """Lossy, but nothing is upside down, shifted or of another colour."""
    if kind == ".mp4":
        pytest.importorskip("imageio_ffmpeg")
    with Simulation("stage", settings=WALK) as simulation, Studio(simulation, SIZE, PRESET, "side") as studio:
        studio.update()
        studio.draw()
        first = studio.picture().astype(int)
        shown, _ = pictures(film(tmp_path / f"a{kind}", seconds=0.1, camera="side").take(simulation))
    assert np.abs(shown[0] - first).mean() < 6
    assert np.abs(shown[0][::-1] - first).mean() > 12


@pytest.mark.parametrize(("fps", "slow"), [(30, 1.0), (50, 1.0), (7, 1.0), (30, 8.0), (24, 0.5)])
def test_pictures_lie_evenly_in_time_also_between_ticks(tmp_path, monkeypatch, fps, slow):
    moments = []

    def update(studio, dt_s, alpha):
        assert 0.0 < alpha <= 1.0
        moments.append(studio.simulation.ticks - 1 + alpha)

    monkeypatch.setattr(Studio, "update", update)
    monkeypatch.setattr(Studio, "draw", lambda studio: None)
    with Simulation("stage") as simulation:
        simulation.tick(3)
        wanted = film(tmp_path / "a.webp", fps=fps, slow=slow)
        wanted.take(simulation)
    assert len(moments) == wanted.count == round(0.5 * fps * slow)
    np.testing.assert_allclose(moments, 3 + np.arange(len(moments)) * TICKS_PER_S / (fps * slow), atol=1e-5)


def test_between_two_ticks_a_body_is_drawn_between_its_poses(tmp_path, monkeypatch):
    places = []
    draw = Studio.draw
    monkeypatch.setattr(Studio, "draw", lambda studio: (places.append(studio.cast.characters.copy()), draw(studio)))
    with Simulation("stage", settings={"clip": "run"}) as simulation:
        simulation.run(1.0)
        film(tmp_path / "a.webp", fps=60, slow=4.0, seconds=0.1).take(simulation)  # two pictures a tick
    steps = np.linalg.norm(np.diff([place[0] for place in places], axis=0), axis=1)
    assert len(places) == 24
    np.testing.assert_allclose(steps[0:-1:2], steps[1::2], rtol=1e-6)
    assert steps.min() > 0.003


def test_a_film_of_one_moment_is_one_picture(tmp_path):
    with Simulation("stage") as simulation:
        for kind in (".webp", ".gif"):
            with Image.open(film(tmp_path / f"a{kind}", seconds=0.0).take(simulation)) as image:
                assert (getattr(image, "n_frames", 1), image.size) == (1, SIZE)


@pytest.mark.parametrize("kind", FASTEST)
@pytest.mark.parametrize("error", [KeyboardInterrupt, InputError("gone wrong")])
def test_a_film_that_is_stopped_leaves_the_old_one_as_it_was(tmp_path, kind, error):
    if kind == ".mp4":
        pytest.importorskip("imageio_ffmpeg")
    out = tmp_path / f"a{kind}"
    out.write_text("old")

    def watch(steps):
        yield from steps[:3]
        raise error

    with Simulation("stage") as simulation, pytest.raises((KeyboardInterrupt, InputError), match=r"^$|^gone wrong$"):
        film(out).take(simulation, watch)
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [(out.name, "old")]


@pytest.mark.parametrize(
    ("name", "wrong", "reason"),
    [
        ("a.avi", {}, r"a\.avi: a film is one of \.mp4, \.webp, \.gif"),
        ("a", {}, "a film is one of"),
        ("none/a.gif", {}, r"a\.gif: cannot be written: there is no such folder"),
        ("a.gif", {"fps": 60}, r"fps of a \.gif: must be a number from 1 to 50"),
        ("a.webp", {"seconds": -1.0}, "seconds: must be a number"),
        ("a.webp", {"slow": 0.0}, "slow: must be a number"),
        ("a.webp", {"camera": "bird"}, "camera: must be one of front"),
        ("a.webp", {"quality": "ultra"}, "quality: must be one of"),
        ("a.webp", {"size": (8, 8)}, "size: must be two whole numbers"),
    ],
)
def test_a_film_that_cannot_be_made_is_refused_in_one_line_before_it_begins(tmp_path, name, wrong, reason):
    with pytest.raises(InputError, match=reason) as refused:
        film(tmp_path / name, **wrong)
    assert "\n" not in str(refused.value)
    assert not list(tmp_path.iterdir())


def test_an_mp4_has_even_sides(tmp_path):
    pytest.importorskip("imageio_ffmpeg")
    with pytest.raises(InputError, match=r"size: width and height of an \.mp4 must be even"):
        film(tmp_path / "a.mp4", size=(161, 90))


def test_without_the_encoder_an_mp4_says_what_to_install(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    assert cli.main(["film", "stage", "--out", str(tmp_path / "a.mp4")]) == cli.WRONG
    line = "glassjaw: MP4 needs imageio-ffmpeg: pip install glassjaw[film]; .webp and .gif need nothing\n"
    assert capsys.readouterr().err == line


def test_an_encoder_that_gives_up_is_told_in_one_line(tmp_path, monkeypatch):
    monkeypatch.setattr("game.picture.film.encoder", lambda: "false")
    with Simulation("stage") as simulation, pytest.raises(InputError, match=r"a\.mp4: cannot be written: ffmpeg"):
        film(tmp_path / "a.mp4").take(simulation)
    assert not list(tmp_path.iterdir())


def test_the_command_line_makes_a_film(tmp_path, capsys):
    out = tmp_path / "a.gif"
    asked = ["--seconds", "0.2", "--from", "0.1", "--fps", "20", "--size", "160x90", "--quality", "low", "--slow", "2"]
    assert cli.main(["film", "stage", "--out", str(out), *asked, "--set", "clip=walk", "--camera", "fight"]) == cli.DONE
    assert capsys.readouterr() == ("", "")
    shown, lasts = pictures(out)
    assert (shown.shape, lasts) == ((8, 90, 160, 3), 400)


def test_a_gifs_palette_holds_the_rare_colours_too():
    """A grey picture with one red and one blue spot keeps both."""
    pixels = np.full((90, 160, 3), 128, np.uint8) + np.arange(160, dtype=np.uint8)[None, :, None] // 2
    pixels[10:14, 10:14], pixels[30:34, 30:34] = (200, 30, 40), (30, 60, 220)
    picture = Image.fromarray(pixels)
    palette = palette_of(picture)
    assert len(palette.getpalette("RGB")) <= 3 * 255
    kept = np.asarray(picture.quantize(palette=palette, dither=Image.Dither.NONE).convert("RGB")).astype(int)
    assert np.abs(kept - pixels).max() < 30
