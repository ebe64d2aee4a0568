"""The shipped bodies are whole, human and symmetric; every mistake in a rig file is told with its line."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from math import radians
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from components.errors import InputError
from components.rig import FREEDOMS, Bone, Joint, Rig, Vec3
from game.base.paths import RIGS
from game.rigs.rig import load_rig, rig_names

BOXER = (RIGS / "boxer.toml").read_text()


@pytest.fixture(params=["boxer", "paper36"])
def rig(request: pytest.FixtureRequest) -> Rig:
    return load_rig(request.param)


def origins(rig: Rig) -> list[Vec3]:
    places: list[Vec3] = []
    for bone in rig.bones:
        x, y, z = places[bone.parent] if places else (0.0, 0.0, 0.0)
        places.append((x + bone.offset[0], y + bone.offset[1], z + bone.offset[2]))
    return places


def vertical_extent(rig: Rig) -> tuple[float, float]:
    ends = []
    for bone, at in zip(rig.bones, origins(rig), strict=True):
        for shape in bone.shapes:
            reach = shape.size[2] / 2 if shape.kind == "box" else shape.radius
            tips = [shape.start[2], shape.end[2]] if shape.kind == "capsule" else [shape.start[2]]
            ends += [at[2] + tip + sign * reach for tip in tips for sign in (-1, 1)]
    return min(ends), max(ends)


def test_every_shipped_rig_loads() -> None:
    assert {"boxer", "paper36"} <= set(rig_names())
    for name in rig_names():
        assert load_rig(name).name == name


def test_a_file_is_worked_out_once_until_it_says_something_else(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(BOXER)
    first = load_rig(path)
    assert load_rig(path) is first
    path.write_text(BOXER.replace("torque_limit = ", "torque_limit = 1", 1))
    assert load_rig(path) != first and load_rig(path).name == "own"
    path.write_text(BOXER)
    assert load_rig(path) == first
    other = tmp_path / "other.toml"
    other.write_text(BOXER)
    assert load_rig(other).name == "other"


@pytest.mark.parametrize(("name", "balls", "hinges"), [("boxer", 15, 6), ("paper36", 19, 16)])
def test_the_bodies_have_the_joints_they_promise(name: str, balls: int, hinges: int) -> None:
    kinds = Counter(bone.joint for bone in load_rig(name).bones)
    assert kinds == {Joint.ROOT: 1, Joint.BALL: balls, Joint.HINGE: hinges}


def test_a_body_fits_into_the_engine(rig: Rig) -> None:
    assert sum({6: 7, 3: 4, 1: 1}[FREEDOMS[bone.joint]] for bone in rig.bones) <= 128


def test_a_body_weighs_75_kg(rig: Rig) -> None:
    assert rig.mass == pytest.approx(75, abs=1e-9)


def test_a_body_is_as_tall_as_its_shapes(rig: Rig) -> None:
    low, high = vertical_extent(rig)
    assert high - low == pytest.approx(1.78, abs=1e-3)
    assert rig.height == pytest.approx(high - low, abs=1e-3)


def test_soles_are_flat_on_one_ground(rig: Rig) -> None:
    low, _ = vertical_extent(rig)
    soles = [
        at[2] + shape.start[2] - shape.size[2] / 2
        for bone, at in zip(rig.bones, origins(rig), strict=True)
        for shape in bone.shapes
        if shape.kind == "box"
    ]
    assert soles == pytest.approx([low] * len(soles), abs=1e-12)


def test_joints_are_where_a_person_has_them(rig: Rig) -> None:
    low, _ = vertical_extent(rig)
    at = dict(zip(rig.names, origins(rig), strict=True))
    heights = {"thigh": 0.94, "upper_arm": 1.46, "forearm": 1.17, "shin": 0.505, "foot": 0.075}
    assert {name: at[f"left_{name}"][2] - low for name in heights} == pytest.approx(heights, abs=0.01)


def test_bones_are_in_depth_first_preorder(rig: Rig) -> None:
    assert rig.bones[0].parent == -1 and rig.end[0] == len(rig.bones)
    for i, bone in enumerate(rig.bones[1:], 1):
        assert bone.parent < i < rig.end[i] <= rig.end[bone.parent]
        ancestors = {i}
        for j in range(i + 1, len(rig.bones)):
            if rig.bones[j].parent in ancestors:
                ancestors.add(j)
        assert ancestors == set(range(i, rig.end[i]))


def flipped(v: Vec3) -> Vec3:
    return (v[0], -v[1], v[2])


def turned(v: Vec3) -> Vec3:
    return (-v[0], v[1], -v[2])


def alike(bone: Bone) -> tuple[object, ...]:
    """What a mirror does not change."""
    numbers = (bone.mass, bone.inertia, bone.torque_limit, bone.low, bone.high, bone.swing)
    return (bone.joint, *numbers, bone.source, bone.share, [(s.kind, s.radius, s.size) for s in bone.shapes])


def test_left_is_the_mirror_of_right(rig: Rig) -> None:
    for i, bone in enumerate(rig.bones):
        other = rig.bones[rig.mirror[i]]
        assert rig.mirror[rig.mirror[i]] == i
        assert (rig.mirror[i] == i) == (bone.side == "")
        assert alike(bone) == alike(other)
        assert bone.parent == -1 or rig.mirror[bone.parent] == other.parent
        assert (other.offset, other.com) == (flipped(bone.offset), flipped(bone.com))
        assert other.axis == (turned if bone.joint is Joint.HINGE else flipped)(bone.axis)
        assert other.swing_centre == turned(bone.swing_centre)
        tips = [{flipped(shape.start), flipped(shape.end)} for shape in bone.shapes]
        assert [{shape.start, shape.end} for shape in other.shapes] == tips
    pairs = {tuple(sorted((rig.mirror[i], rig.mirror[j]))) for i, j in rig.collide}
    assert pairs == rig.collide


def test_each_side_takes_the_whole_of_every_captured_rotation(rig: Rig) -> None:
    for side in ("left", "right"):
        shares: dict[str, float] = defaultdict(float)
        for bone in rig.bones:
            if bone.source and bone.side in ("", side):
                shares[bone.source] += bone.share
        assert shares == pytest.approx(dict.fromkeys(
            ("root", "chest", "neck", "hip", "knee", "ankle", "shoulder", "elbow"), 1.0))  # fmt: skip


def test_no_bone_is_lighter_to_turn_than_the_floor(rig: Rig) -> None:
    for bone in rig.bones:
        assert min(bone.inertia) >= (0.02 if "foot" in bone.name and bone.source else 5e-3)


def test_bent_joints_bend_the_way_people_do(rig: Rig) -> None:
    for name, axis in {"left_forearm": (0, -1, 0), "right_shin": (0, 1, 0), "left_toes": (0, 1, 0)}.items():
        assert rig.bones[rig.index(name)].axis == axis
    toes = rig.bones[rig.index("right_toes")]
    assert toes.low <= radians(-70) and toes.high >= radians(30)


def test_a_body_strikes_itself_only_where_that_can_happen(rig: Rig) -> None:
    names = rig.names
    pairs = {frozenset((names[i], names[j])) for i, j in rig.collide}
    assert {frozenset(("head", "left_hand")), frozenset(("left_shin", "right_foot"))} <= pairs
    for i, j in rig.collide:
        assert i < j
        assert rig.bones[i].shapes and rig.bones[j].shapes
        line = {i, j, rig.bones[i].parent, rig.bones[j].parent}
        assert len(line) == 4, "within two joints of each other"


def test_bones_are_put_in_order_whatever_the_order_in_the_file(tmp_path: Path) -> None:
    start, stop = BOXER.index("[[bone]]"), BOXER.index("# Which bones")
    blocks = re.split(r"(?m)^(?=\[\[bone\]\])", BOXER[start:stop])[1:]
    path = tmp_path / "boxer.toml"
    path.write_text(BOXER[:start] + "".join(reversed([block + "\n" for block in blocks])) + BOXER[stop:])
    shuffled, straight = load_rig(path), load_rig("boxer")
    assert sorted(shuffled.names) == sorted(straight.names)
    assert shuffled.names[0] == "pelvis"
    for bone in shuffled.bones[1:]:
        parent = straight.bones[straight.bones[straight.index(bone.name)].parent]
        assert shuffled.bones[bone.parent].name == parent.name


def edited(bone: str, key: str, line: str | None) -> tuple[str, int, int]:
    """The boxer with one line of a bone replaced (or taken out), the number of that line and of its header."""
    lines = BOXER.splitlines()
    header = lines.index(f'name = "{bone}"') - 1
    at = next(n for n in range(header, len(lines)) if lines[n].startswith(f"{key} = "))
    lines[at : at + 1] = [] if line is None else [line]
    return "\n".join(lines), at + 1, header + 1


MISTAKES = [  # bone, key, what its line becomes, what the reason says
    ("head", "mass", "mass = -1", "mass must be above 0 kg, not -1"),
    ("head", "mass", "mass = 0", "above 0 kg"),
    ("spine2", "mass", "mass = nan", "finite"),
    ("spine2", "mass", "mass = inf", "finite"),
    ("thigh", "mass", 'mass = "heavy"', "Expected `float`, got `str`"),
    ("thigh", "mass", "masss = 10", "masss"),
    ("thigh", "mass", "mass = 1e308\nmass = 3", "overwrite"),
    ("shin", "parent", 'parent = "tail"', "tail is not a bone"),
    ("spine1", "parent", 'parent = "spine3"', "circle"),
    ("spine1", "parent", 'parent = "spine1"', "circle"),
    ("spine1", "parent", 'parent = "hand"', "hand is not a bone"),
    ("head", "name", 'name = "neck"', "another bone called neck"),
    ("head", "name", 'name = "<head>"', "name"),
    ("head", "joint", 'joint = "screw"', "screw"),
    ("head", "swing_deg", "low_deg = -5", "low_deg"),
    ("head", "axis", "axis = [0, 0, 0]", "axis must not be zero"),
    ("head", "axis", "axis = [0, 1]", "length 3"),
    ("head", "axis", "axis = [0, nan, 1]", "finite"),
    ("shin", "low_deg", "low_deg = 155", "below high_deg"),
    ("head", "swing_deg", "swing_deg = -5", "swing_deg"),
    ("head", "twist_deg", "twist_deg = 181", "twist_deg"),
    ("head", "torque_limit", "torque_limit = 0", "above 0 N m"),
    ("hand", "shapes", 'shapes = [{ kind = "sphere", centre = [0, 0, 0], radius = -0.05 }]', "radius"),
    ("hand", "shapes", 'shapes = [{ kind = "cone", radius = 0.05 }]', "cone"),
    ("foot", "shapes", 'shapes = [{ kind = "box", centre = [0, 0, -0.05], size = [0, 0.1, 0.05] }]', "size"),
    ("toes", "shapes", 'shapes = [{ kind = "box", centre = [0, 0, 0], size = [0.1, 0.1, 0.03] }]', "5 mm above"),
    ("head", "shapes", 'shapes = [{ kind = "capsule", start = [0, 0, 1], end = [0, 0, 1], radius = 1 }]', "length"),
    ("pelvis", "gyration", "gyration = [0.1, 0.1, 0.1]\ncom = [0, 0, 0.1]", "com must be 0"),
    ("pelvis", "joint", 'joint = "root"\nsides = true', "sides"),
    ("spine1", "gyration", "gyration = [0.1, 0.1, 0.3]", "no solid"),
    ("spine1", "gyration", "gyration = [0.1, 0.1, 0.0]", "gyration"),
    ("spine1", "share", "share = 0.5", "chest sum to 1.2"),
    ("spine1", "source", 'source = "tail"', "tail"),
    ("spine1", "mass", "mass = 6 kg", "TOML"),
    ("spine1", "mass", f"mass = 1{'0' * 400}", "out of range"),
    ("spine1", "mass", "mass = 1e308", "mass is too large"),
    ("spine1", "com", "com = 1979-05-27", "com"),
]  # fmt: skip


@pytest.mark.parametrize(("bone", "key", "line", "reason"), MISTAKES)
def test_a_mistake_in_a_bone_is_told_with_its_line(tmp_path: Path, bone: str, key: str, line: str, reason: str) -> None:
    text, at, _ = edited(bone, key, line)
    at += line.count("\n")  # of two lines the second is the wrong one
    if "chest" in reason:  # told where the chain of shares starts
        at -= 1
    path = tmp_path / "wrong.toml"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        load_rig(path)
    told = str(caught.value)
    name = line.split('"')[1] if key == "name" else bone
    assert told.startswith(f"wrong.toml: line {at}: " if "TOML" in told else f"wrong.toml: line {at}, bone {name}: ")
    assert reason in told and "\n" not in told


@pytest.mark.parametrize("key", ["mass", "gyration", "parent", "axis", "offset", "swing_deg", "torque_limit", "joint"])
def test_a_missing_key_is_told_with_the_line_of_its_bone(tmp_path: Path, key: str) -> None:
    text, _, header = edited("upper_arm", key, None)
    path = tmp_path / "wrong.toml"
    path.write_text(text)
    with pytest.raises(InputError, match=rf"^wrong\.toml: line {header}, bone upper_arm: .*{key}"):
        load_rig(path)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("height = 1.78 ", "height = 1.9 ", "height is 1.9 m, but the shapes reach 1.78 m"),
        ("height = 1.78 ", "height = -1 ", "height must be above 0"),
        ("height = 1.78 ", "hight = 1.78 ", "hight|height"),
        ("inertia_floor = 5e-3", "inertia_floor = nan", "finite"),
        ('these = ["*_hand", "*_forearm"]', 'these = ["*_hand", "tail"]', "these names no bone: tail"),
        ('these = ["*_hand", "*_forearm"]', "these = 5", "Expected `array`"),
    ],
)
def test_a_mistake_outside_the_bones_is_told_with_its_line(tmp_path: Path, old: str, new: str, reason: str) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(BOXER.replace(old, new, 1))
    line = BOXER[: BOXER.index(old)].count("\n") + 1
    with pytest.raises(InputError, match=reason) as caught:
        load_rig(path)
    found = re.match(r"wrong\.toml: line (\d+)", str(caught.value))
    assert found
    assert int(found[1]) == line


def test_a_body_too_large_for_the_engine_is_refused(tmp_path: Path) -> None:
    block = BOXER[BOXER.index('[[bone]]\nname = "neck"') : BOXER.index('[[bone]]\nname = "head"')]
    more = "".join(block.replace('"neck"', f'"horn{n}"', 1) for n in range(20))
    path = tmp_path / "wrong.toml"
    path.write_text(BOXER.replace("# Which bones", more + "# Which bones"))
    with pytest.raises(InputError, match=r"wrong\.toml: line \d+, bone horn13: .*129 position coordinates.* 128"):
        load_rig(path)


def test_a_name_taken_by_a_mirrored_bone_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(BOXER.replace('name = "head"', 'name = "left_hand"'))
    with pytest.raises(InputError, match=r"wrong\.toml: line \d+, bone hand: there is another bone called left_hand"):
        load_rig(path)


def test_a_second_root_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(BOXER + '\n[[bone]]\nname = "ghost"\njoint = "root"\nmass = 1\ngyration = [0.1, 0.1, 0.1]\n')
    line = BOXER.count("\n") + 4
    with pytest.raises(InputError, match=rf"wrong\.toml: line {line}, bone ghost: .*root already"):
        load_rig(path)


def test_a_body_without_a_root_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text("height = 1\ninertia_floor = 1\nbone = []\n")
    with pytest.raises(InputError, match=r"wrong\.toml: line 1: one bone must have joint"):
        load_rig(path)


def test_an_unknown_rig_is_told_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no rig called 'goblin'; there are boxer, paper36"):
        load_rig("goblin")
    with pytest.raises(InputError, match=r"goblin\.toml: cannot be read"):
        load_rig(tmp_path / "goblin.toml")


@pytest.mark.parametrize("text", ["height = " + "9" * 5000, "height = " + "[" * 100_000])
def test_endless_digits_and_brackets_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(text)
    with pytest.raises(InputError, match=r"^wrong\.toml: line 1: "):
        load_rig(path)


def test_a_file_that_is_not_text_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    path.write_bytes(b"height = 1\n# caf\xe9\n")
    with pytest.raises(InputError, match=r"wrong\.toml: line 2: .*UTF-8"):
        load_rig(path)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, len(BOXER)), st.integers(0, 40))
def test_a_torn_file_raises_only_input_errors(tmp_path_factory: pytest.TempPathFactory, cut: int, gap: int) -> None:
    path = tmp_path_factory.getbasetemp() / "torn.toml"
    for text in (BOXER[:cut], BOXER[:cut] + BOXER[cut + gap :]):
        path.write_text(text)
        try:
            load_rig(path)
        except InputError as error:
            assert str(error).startswith("torn.toml: line ")
