"""Hop and crossovers: key poses that a body could do: it falls freely in the air, and stands over its feet."""

from __future__ import annotations

import numpy as np
import pytest

from components.clock import TICKS_PER_S
from components.errors import InputError
from game.base.paths import DATA
from game.clips.info import clip_info, read_clips
from game.clips.retarget import centre_of_mass, place_rows, skeleton
from game.moves.book import MoveBook
from game.moves.check import check
from game.moves.file import read_moves
from game.moves.library import load_clip
from game.moves.track import slopes, through
from game.rigs.rig import load_rig

G = 9.81
RIGS = ("boxer", "paper36")
FILE = DATA / "moves" / "athletics.toml"


def places(name, rig="boxer"):
    """The clip, where its bones are, and its centre of mass."""
    rig = load_rig(rig)
    clip, body = load_clip(name, rig), skeleton(rig)
    at = place_rows(clip.root_position, clip.root_orientation, clip.relative, body.parent, body.offset)
    return clip, np.asarray(at), np.asarray(centre_of_mass(body, clip.root_orientation, clip.relative, at)), rig


def test_a_cubic_curve_with_a_parabolas_slopes_is_that_parabola():
    times = np.array([0.0, 0.1, 0.35])
    height, speed = 1.5 * times - 0.5 * G * times**2, 1.5 - G * times
    at = np.linspace(0.0, 0.35, 50)
    curve = through(times, height[:, None], speed[:, None], at)[:, 0]
    np.testing.assert_allclose(curve, 1.5 * at - 0.5 * G * at**2, atol=1e-12)
    assert slopes(times, height[:, None]).shape == (3, 1)


@pytest.mark.slow(but=["boxer"])
@pytest.mark.parametrize("rig", RIGS)
def test_between_take_off_and_landing_the_centre_of_mass_falls_freely(rig):
    clip, _, centre, _ = places("hop", rig)
    start, end = MoveBook(FILE, load_rig(rig))._file.moves["hop"].flight
    first, last = round(start * TICKS_PER_S), round(end * TICKS_PER_S)
    t = np.arange(first, last + 1) / TICKS_PER_S - start
    z = centre[first : last + 1, 2]
    free = z[0] + (z[-1] - z[0]) * t / (end - start) + 0.5 * G * t * ((end - start) - t)
    assert np.abs(z - free).max() < 0.003
    rise = clip.root_position[:, 2].max() - clip.root_position[first, 2]
    assert rise >= 0.08
    level = centre[first : last + 1, :2]
    assert np.abs(level - level[0]).max() < 1e-3  # nothing pushes it sideways


def test_it_takes_off_and_lands_on_the_left_foot_and_the_other_never_touches():
    clip, at, _, rig = places("hop")
    toes, other = at[:, rig.index("left_toes"), 2], at[:, rig.index("right_toes"), 2]
    standing = toes < toes.min() + 1e-3
    assert 0.5 < standing.mean() < 0.75
    assert np.count_nonzero(np.diff(standing.astype(int))) == 2  # one flight a loop
    assert toes.max() > 0.08 and other.min() > 0.1
    assert 1.0 < TICKS_PER_S / clip.frames < 2.0  # hops a second


def test_no_part_of_a_hop_jerks():
    """The pelvis' speed is one curve, through take-off and landing too: 3 g at the most."""
    clip, *_ = places("hop")
    z = np.concatenate([clip.root_position[:, 2]] * 2)
    lift = np.diff(z, 2) * TICKS_PER_S * TICKS_PER_S
    assert lift.min() > -1.1 * G and lift.max() < 2.0 * G


@pytest.mark.parametrize("name", ["hop", "crossovers"])
def test_the_weight_is_over_the_feet_that_stand(name):
    """Over the lower foot, from heel to toes and 6 cm beside, or between both when both are down."""
    _, at, centre, rig = places(name)
    feet = {side: at[:, [rig.index(f"{side}_foot"), rig.index(f"{side}_toes")]] for side in ("left", "right")}
    low = min(f[:, 1, 2].min() for f in feet.values())
    for k in range(len(centre)):
        down = [f[k] for f in feet.values() if f[k, 1, 2] < low + 0.004]
        if not down:
            continue  # in the air
        points = np.concatenate(down)[:, :2]
        margin = np.array([0.075, 0.06])
        assert (centre[k, :2] > points.min(axis=0) - margin).all(), k
        assert (centre[k, :2] < points.max(axis=0) + margin).all(), k


def test_each_foot_crosses_in_front_of_the_other_and_comes_back():
    _, at, _, rig = places("crossovers")
    left, right = (at[:, rig.index(f"{side}_toes")] for side in ("left", "right"))
    beyond = left[:, 1] - right[:, 1]  # m, the left one's lead to its own side: below 0 they are crossed
    assert beyond[0] > 0.15 and beyond.min() < -0.04
    crossed = beyond < 0.0
    ahead = (right - left)[:, 0]
    assert (ahead[crossed] > 0.1).any() and (ahead[crossed] < -0.1).any()  # now the right in front, now the left
    assert np.count_nonzero(np.diff(crossed.astype(int))) == 4
    moved = np.linalg.norm(left[-1] - left[0]) + np.linalg.norm(right[-1] - right[0])
    assert moved < 0.02


@pytest.mark.parametrize(
    ("flight", "message"),
    [
        ("[0.3, 0.54]", "move.hop.flight: a key must be at 0.3 s"),
        ("[0.54, 0.24]", "move.hop.flight: must be two times within the move, one after the other, not 0.54 and 0.24"),
        ("[0.0, 0.54]", "move.hop.flight: must be two times within the move"),
    ],
)
def test_a_flight_without_its_keys_is_named(tmp_path, flight, message):
    path = tmp_path / "moves.toml"
    path.write_text(FILE.read_text(encoding="utf-8").replace("flight = [0.24, 0.54]", f"flight = {flight}"))
    with pytest.raises(InputError) as error:
        check(read_moves(path))
    assert message in str(error.value) and "\n" not in str(error.value)


def test_a_clip_has_its_motion_from_one_place(tmp_path):
    path = tmp_path / "clips.toml"
    path.write_text('[hop]\nmoves = "athletics"\npose = "stand"\n')
    with pytest.raises(InputError, match="line 1, hop: needs exactly one of file, pose, moves and mirror"):
        read_clips(path)
    assert clip_info("hop").moves == "athletics"
