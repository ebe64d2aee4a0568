"""The weights of the similarity value, from data/controllers/similarity.toml.

A weight counts for each bone that follows the captured joint: the chest's for each of the three bones of a spine.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Annotated

import msgspec
import numpy as np

from components.errors import one_line
from components.rig import Rig
from components.similarity import Weights
from game.base.paths import CONTROLLERS
from game.base.toml import read

FILE = CONTROLLERS / "similarity.toml"
Weight = Annotated[float, msgspec.Meta(ge=0.0, le=1e3)]


class Joints(msgspec.Struct, forbid_unknown_fields=True):
    chest: Weight
    neck: Weight
    hip: Weight
    knee: Weight
    ankle: Weight
    shoulder: Weight
    elbow: Weight


class Root(msgspec.Struct, forbid_unknown_fields=True):
    tilt: Weight
    spin: Weight
    height: Weight
    velocity: Weight


class SimilarityFile(msgspec.Struct, forbid_unknown_fields=True):
    threshold: Annotated[float, msgspec.Meta(gt=0.0, le=1e3)]
    turn: Joints  # per rad
    spin: Joints  # per rad/s
    root: Root  # per rad, rad/s, m, m/s


JOINTS, ROOT = Joints.__struct_fields__, Root.__struct_fields__
UNITS = {"turn": "per rad", "spin": "per rad/s", "root": "per rad, rad/s, m and m/s"}


def read_similarity(path: Path = FILE) -> SimilarityFile:
    table, places = read(path)
    return places.convert(table, SimilarityFile, known={"turn": [*JOINTS], "spin": [*JOINTS], "root": [*ROOT]})


@lru_cache(maxsize=16)
def weights_of(rig: Rig) -> Weights:
    return weights(read_similarity(), rig)


def weights(file: SimilarityFile, rig: Rig) -> Weights:
    """What the file says, for the bones of that rig."""
    joint = np.zeros((len(rig.bones), 2))
    for row, bone in enumerate(rig.bones):
        if bone.source in JOINTS:
            joint[row] = getattr(file.turn, bone.source), getattr(file.spin, bone.source)
    root = file.root
    return Weights(joint, (root.tilt, root.spin, root.height, root.velocity), file.threshold)


def text_of(weights: Mapping[str, float], said: Sequence[str]) -> str:
    """The file; weights by table and key, `turn.hip`."""
    lines = [
        "# What differences weigh in the similarity value (systems/similarity.py; docs/learning.md). Below the",
        "# threshold a clip may take a body over. How it was made, and what came of it:",
        *(f"#     {line}" for each in said for line in textwrap.wrap(one_line(each), 110)),
        "threshold = 1.0",
    ]
    for table, unit in UNITS.items():
        lines += ["", f"[{table}]  # {unit}"]
        lines += [f"{key} = {weights[f'{table}.{key}']:.4g}" for key in (ROOT if table == "root" else JOINTS)]
    return "\n".join(lines) + "\n"
