"""Which scripts of key-frames there are; nothing of what is in them, so that a wrong name waits for no compiler."""

from __future__ import annotations

from pathlib import Path

from components.errors import InputError
from game.base.paths import DATA
from game.base.toml import nearest

SCRIPTS = DATA / "scripts"
LIBRARY = SCRIPTS / "poses.toml"


def script_names() -> list[str]:
    return sorted(path.stem for path in SCRIPTS.glob("*.toml") if path != LIBRARY)


def script_path(name_or_path: str) -> Path:
    """One of the project's scripts by its name, or any file by a path that ends in .toml."""
    if name_or_path.endswith(".toml"):
        return Path(name_or_path)
    if name_or_path not in script_names():
        reason = f"there is no script {name_or_path!r}{nearest(name_or_path, script_names())}"
        raise InputError(reason, place="setting script")
    return SCRIPTS / f"{name_or_path}.toml"
