"""Which physics engines there are. Nothing else knows one of them by its name.

engine = start_engine(WorldSettings(), seed=3)
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec

from components.errors import InputError
from components.settings import Physics, WorldSettings
from systems.engine import Engine


def bullet(settings: WorldSettings, seed: int) -> Engine:
    from systems.bullet.engine import BulletEngine  # not before somebody wants it

    return BulletEngine(settings, seed)


def mujoco(settings: WorldSettings, seed: int) -> Engine:
    from systems.mujoco.engine import MujocoEngine

    return MujocoEngine(settings, seed)


ENGINES: dict[str, Callable[[WorldSettings, int], Engine]] = {Physics.BULLET: bullet, Physics.MUJOCO: mujoco}
MODULES = {Physics.BULLET: "pybullet", Physics.MUJOCO: "mujoco"}
PACKAGES = {Physics.BULLET: "pybullet", Physics.MUJOCO: "mujoco-core"}


def installed(name: str) -> bool:
    return find_spec(MODULES[Physics(name)]) is not None


def start_engine(settings: WorldSettings, seed: int, name: str | None = None) -> Engine:
    """A world with its ground and nothing else, on the engine of its settings or on the one that is named."""
    name = settings.engine if name is None else name
    try:
        return ENGINES[name](settings, seed)
    except ModuleNotFoundError as error:
        reason = f"{name} is not installed: pip install {PACKAGES[Physics(name)]}"
        raise InputError(reason, place="setting engine") from error
