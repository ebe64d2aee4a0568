"""Captured clips as moves: what may be written, when they strike, and that a boxer can be asked for them by name."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import esper
import numpy as np
import pytest

from components.character import Phase
from components.clip import Array
from components.clock import TICKS_PER_S
from components.errors import InputError
from components.fight import Bout, BoutPhase, Fighter, Hand, MoveKind, Order
from components.rig import Rig
from game.clips.clip import clip_info
from game.clips.retarget import place_rows, skeleton
from game.moves.book import MOVES, MoveBook
from game.moves.library import load_clip
from game.rigs.rig import load_rig
from game.world.simulation import Simulation
from systems.boxing.boxing import ask
from systems.kernels import quaternions as qt

WORDS = MOVES.read_text(encoding="utf-8")
LIMB = {"punch": ("hand", "upper_arm"), "kick": ("foot", "thigh"), "spinkick": ("foot", "thigh")}


@cache
def boxer() -> Rig:
    return load_rig("boxer")


@cache
def book(stance: str = "orthodox") -> MoveBook:
    return MoveBook(MOVES, boxer(), stance)


def path(name: str, bone: str, stance: str = "orthodox") -> Array:
    """(n, 3) m, in the move's frame."""
    clip, body = book(stance).clip(name), skeleton(boxer())
    places = place_rows(clip.root_position, clip.root_orientation, clip.relative, body.parent, body.offset)
    return np.asarray(places[:, boxer().index(bone)])


# --- what they are


@pytest.mark.parametrize("name", LIMB)
def test_its_limb_is_furthest_and_fastest_within_its_contact(name):
    bone, joint = (f"right_{part}" for part in LIMB[name])
    first, last = (round(TICKS_PER_S * t) for t in book().contact(name))
    limb = path(name, bone)
    speed = np.linalg.norm(np.gradient(limb, axis=0), axis=1) * TICKS_PER_S
    reach = np.linalg.norm(limb - path(name, joint), axis=1)
    assert first <= speed.argmax() <= last
    assert reach[first : last + 1].max() > 0.97 * reach.max()


def test_it_is_the_capture_from_where_it_is_cut_and_turned_as_a_boxer_faces():
    clip, whole = book().clip("punch"), load_clip("punch", boxer())
    np.testing.assert_array_equal(clip.relative, whole.relative[48:])
    np.testing.assert_allclose(clip.root_position[0, :2], 0.0, atol=1e-12)
    np.testing.assert_allclose(clip.root_position[:, 2], whole.root_position[48:, 2])
    turned = np.degrees(qt.heading(clip.root_orientation[30]) - qt.heading(whole.root_orientation[78]))
    assert turned == pytest.approx(-36.0, abs=1e-6)
    fist = path("punch", "right_hand")[48]
    assert abs(np.degrees(np.arctan2(fist[1], fist[0]))) < 6.0, "straight ahead"
    assert abs(qt.heading(clip.root_orientation[0]) - qt.heading(book().clip("guard").root_orientation[0])) < 0.2
    assert not clip.looping and book().clip("kick").frames == 139


def test_a_southpaw_does_the_mirror_and_its_limits_are_the_clips():
    np.testing.assert_allclose(
        path("punch", "left_hand", "southpaw"), path("punch", "right_hand") * (1, -1, 1), atol=1e-9
    )
    limits, info = book().limits("kick"), clip_info("kick")
    assert (limits.root_limit, limits.root_break) == (info.root_limit, info.root_break)
    assert book().limits("spinkick").root_limit < clip_info("spinkick").root_limit, "it says so itself"


def test_it_is_not_aimed_and_a_kick_has_no_hand_that_could_score():
    assert book().aimed("punch", (0.7, 0.0, 1.5)) is book().clip("punch")
    assert book().hand("punch") is Hand.REAR
    for kick in ("kick", "spinkick"):
        assert book().kind(kick) is MoveKind.SHOW
        with pytest.raises(InputError, match=f"move {kick}: only a punch has a hand"):
            book().hand(kick)


MISTAKES = [
    ('clip = "punch"', 'clip = "pnch"', "move.punch.clip: there is no clip 'pnch', did you mean punch"),
    ('clip = "punch"', 'clip = "punch"\nkeys = [{ pose = "guard", at = 0 }]', "from clip or from keys, not from both"),
    ('clip = "punch"\n', "", "move.punch.from_s: belongs to a captured clip, not to keys"),
    ('clip = "spinkick"\nturn_deg = -32\n', "", "move.spinkick.keys: needs two keys or more, or a clip"),
    ("contact = [0.33, 0.47]", "contact = [0.33, 2.47]", "must be two times within the move's 1.88 s, one after"),
    ("contact = [0.33, 0.47]", "contact = [0.47, 0.33]", "must be two times within the move's 1.88 s, one after"),
    ("contact = [0.33, 0.47]\n", "", "a punch needs hand and contact"),
    ("from_s = 0.4", "from_s = 2.25", "move.punch.from_s: must be 0.1 s or more before 2.28 s, not 2.25 s"),
    ("to_s = 1.35", "to_s = 5", "move.kick.to_s: clip kick is over at 1.68 s, before 5 s"),
    ("turn_deg = -36", "turn_deg = -360", "turn_deg: expected `float` >= -180"),
    ("turn_deg = -36", "turn_deg = -36\nloop = true", "a captured clip is played once, as it is"),
    ("turn_deg = -36", "turn_deg = -36\nroot_limit = 7000", "move.punch.root_limit: is above root_break"),
    ('clip = "kick"', 'clip = "kick"\nhand = "rear"', "only a punch has a hand: what a foot hits counts for nothing"),
    ('kind = "show"\ncontact = [0.42', 'kind = "step"\ncontact = [0.42', "can be one of punch, show, not step"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "message"), MISTAKES)
def test_a_mistake_is_said_in_one_line_with_its_place(old, new, message, tmp_path: Path):
    assert old in WORDS
    file = tmp_path / "wrong.toml"
    file.write_text(WORDS.replace(old, new, 1))
    with pytest.raises(InputError) as caught:
        MoveBook(file, boxer())
    said = str(caught.value)
    assert said.startswith(f"{file}: ")
    assert message in said
    assert "\n" not in said


def test_another_cut_of_the_same_capture_is_read_while_it_runs(tmp_path: Path):
    file = tmp_path / "mine.toml"
    file.write_text(WORDS)
    mine = MoveBook(file, boxer())
    before = mine.clip("kick")
    file.write_text(WORDS.replace("to_s = 1.35", "to_s = 1.3"))
    assert mine.reload_if_changed() == f"{file}: kick"
    assert mine.clip("kick").frames == before.frames - 6


# --- in the ring


class Ring:
    """Red of a bout that does not end; nobody leads the two."""

    def __init__(self, seed: int) -> None:
        self.sim = Simulation("boxing", seed=seed)
        esper.switch_world(self.sim.world)
        for entity, (fighter,) in esper.get_components(Fighter):
            esper.add_component(entity, replace(fighter, style=""))
        for _, bout in esper.get_component(Bout):
            bout.phase, bout.round_s = BoutPhase.FIGHT, 1e9
        self.red = self.sim.characters["red"]
        self.sim.run(0.6)

    def error_deg(self) -> float:
        wanted = self.red.target()
        actual = self.sim.stage.tables.bones.orientation[: len(wanted)]
        return float(np.degrees(np.linalg.norm(qt.delta_rows(wanted, actual), axis=1)).mean())


@pytest.mark.slow(but=["punch"])
@pytest.mark.bullet
@pytest.mark.parametrize("name", LIMB)
def test_ordered_by_name_the_body_does_it_and_is_in_guard_again(name):
    ring = Ring(seed=3)
    with ring.sim:
        fighter, red = ring.red.fighter, ring.red
        blue = ring.sim.characters["blue"].place("pelvis") - red.place("pelvis")
        towards, start = blue / np.linalg.norm(blue), red.place("right_hand")
        ask(fighter, Order(name))
        errors, forward, foot, moves = [], [], [], []
        for _ in range(480):
            ring.sim.tick()
            errors.append(ring.error_deg())
            forward.append(float((red.place("right_hand") - start) @ towards))
            foot.append(red.place("right_foot")[2])
            moves.append(fighter.move)
        assert moves[0] == name
        assert set(moves[240:]) <= {"guard", "pivot_left", "pivot_right"}
        assert "guard" in moves
        assert np.mean(errors) < 8.0
        assert max(errors) < 30.0
        assert red.phase is Phase.AWAKE
        assert red.place("head")[2] > 1.3
        told = {event.kind for event in ring.sim.stage.events}
        assert not told & {"explosion", "limp"}
        if name == "punch":
            assert fighter.thrown == 1
            assert max(forward) > 0.6
        else:
            assert max(foot[: moves.index(next(m for m in moves if m != name))]) > 1.2
            assert "land" not in told
            assert fighter.thrown == fighter.landed == 0
