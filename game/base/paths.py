"""Where the project's own files are: beside the package, so that `glassjaw` works from any directory."""

from __future__ import annotations

from pathlib import Path

PROJECT = Path(__file__).parents[2]
DATA = PROJECT / "data"
SCENES = DATA / "scenes"
RIGS = DATA / "rigs"
POSES = DATA / "poses"
CONTROLLERS = DATA / "controllers"
MOTIONS = DATA / "motions"
PROPS = DATA / "props.toml"


def shown(path: Path) -> str:
    """A path as a person would write it: the project's own files from its folder, others as they were given."""
    return path.relative_to(PROJECT).as_posix() if path.is_relative_to(PROJECT) else str(path)
