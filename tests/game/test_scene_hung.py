"""[[hung]] in scene files: what may stand there, and one clear line for what may not."""

from __future__ import annotations

import pytest

from components.errors import InputError
from game.scenes.props import load_props

RED = 'title = "t"\n[[character]]\nname = "red"\n'
HUNG = RED + '[[hung]]\nwhat = "hanging_crate"\nat = [1, 2, 1.5]\nropes = 1.6\n'


def test_a_hung_thing_is_what_the_file_says(scene):
    (spec,) = scene(HUNG + "count = 4\npush = [0, -1.5, 0]\nfades_s = 20\nmass = 9").hung
    assert (spec.kind.name, spec.kind.mass) == ("hanging_crate", 9.0)
    assert (spec.position, spec.ropes, spec.count) == ((1.0, 2.0, 1.5), 1.6, 4)
    assert (spec.push, spec.fades_s) == ((0.0, -1.5, 0.0), 20.0)


def test_one_rope_and_no_push_unless_told(scene):
    (spec,) = scene(HUNG).hung
    assert (spec.count, spec.push) == (1, (0.0, 0.0, 0.0))
    assert scene(RED).hung == ()


WRONG = [
    (
        HUNG.replace("hanging", "hangin"),
        "line 4, hung[1]: there is no kind of thing called 'hangin_crate', did you mean",
    ),
    (HUNG.replace("1.6", "0"), "line 7, hung[1].ropes: expected `float` >= 0.05"),
    (HUNG.replace("1.6", "-1.6"), "line 7, hung[1].ropes: expected `float` >= 0.05"),
    (HUNG.replace("1.6", "nan"), "line 7, hung[1].ropes: must be a number, not nan"),
    (HUNG.replace("1.6", "inf"), "line 7, hung[1].ropes: must be a number, not inf"),
    (HUNG.replace("1.6", '"long"'), "line 7, hung[1].ropes: expected `float`, got `str`"),
    (HUNG.replace("ropes = 1.6", ""), "line 4, hung[1].ropes: object missing required field `ropes`"),
    (HUNG + "count = 3", "line 8, hung[1].count: invalid enum value 3"),
    (HUNG + "count = 0", "line 8, hung[1].count: invalid enum value 0"),
    (HUNG + "push = [1, 2]", "line 8, hung[1].push: expected `array` of length 3, got 2"),
    (HUNG + "push = [0, 0, nan]", "line 8, hung[1].push"),
    (HUNG + "push = [0, 0, 99]", "line 8, hung[1].push"),
    (HUNG + "fades_s = 0", "line 8, hung[1].fades_s"),
    (HUNG + "mass = 0", "line 8, hung[1].mass"),
    (HUNG + "radius = 1", "a hanging_crate is a box: give it a size"),
    (HUNG + "rope = 1", "there is no such key, did you mean ropes?"),
    (HUNG.replace("[1, 2, 1.5]", "[1, 2]"), "line 6, hung[1].at"),
    (HUNG.replace("[1, 2, 1.5]", "[1, 2, nan]"), "line 6, hung[1].at"),
    (HUNG.replace("hanging_crate", "heavy_bag") + "size = [0.3, 0.4, 1.0]", "a capsule is as wide as it is deep"),
    (HUNG.replace("hanging_crate", "heavy_bag") + "size = [0.3, 0.3, 0.2]", "a capsule is as wide as it is deep"),
    (RED + "hung = 3", "hung"),
]


@pytest.mark.parametrize(("text", "said"), WRONG, ids=range(len(WRONG)))
def test_what_may_not_stand_there_is_refused_in_one_line_with_its_place(scene, text, said):
    with pytest.raises(InputError) as error:
        scene(text)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_a_capsule_in_the_list_of_things_has_a_size_and_no_radius(tmp_path):
    path, kind = tmp_path / "props.toml", '[bag]\nshape = "capsule"\nmass = 1.0\ncolour = "#ffffff"\n'
    path.write_text(kind + "size = [0.3, 0.3, 0.9]")
    assert load_props(path)["bag"].size == (0.3, 0.3, 0.9)
    for wrong in ("radius = 0.3", "size = [0.3, 0.4, 0.9]", "size = [0.3, 0.3, 0.2]"):
        path.write_text(kind + wrong)
        with pytest.raises(InputError, match="bag"):
            load_props(path)
