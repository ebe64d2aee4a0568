"""Where the captured motions are: in data/motions, or in the folder that comes with pybullet, which need not be loaded.

`capture_file("humanoid3d_walk.txt")`. Where pybullet is not installed somebody has to have put them into data/motions.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from components.errors import InputError
from game.base.paths import MOTIONS


def capture_file(name: str) -> Path:
    """`name`: below the motions folder, as data/clips.toml has it."""
    for folder in folders():
        if (folder / name).is_file():
            return folder / name
    raise InputError("is neither in data/motions nor with pybullet: pip install pybullet", file=name)


def folders() -> list[Path]:
    found = find_spec("pybullet_data")
    theirs = list(found.submodule_search_locations or []) if found else []
    return [MOTIONS, *(Path(folder) / "data" / "motions" for folder in theirs)]
