"""Which physics engines there are. Nothing else knows one of them by its name.

engine = start_engine(WorldSettings(), seed=3)
"""

from __future__ import annotations

from collections.abc import Callable

from components.settings import WorldSettings
from systems.engine import Engine


def bullet(settings: WorldSettings, seed: int) -> Engine:
    from systems.bullet.engine import BulletEngine  # not before somebody wants it

    return BulletEngine(settings, seed)


def mujoco(settings: WorldSettings, seed: int) -> Engine:
    from systems.mujoco.engine import MujocoEngine

    return MujocoEngine(settings, seed)


ENGINES: dict[str, Callable[[WorldSettings, int], Engine]] = {"bullet": bullet, "mujoco": mujoco}
DEFAULT = "bullet"


def start_engine(settings: WorldSettings, seed: int, name: str = DEFAULT) -> Engine:
    """A world with its ground and nothing else."""
    return ENGINES[name](settings, seed)
