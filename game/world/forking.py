"""A running world once more, from its present moment: what both come to from there is the same to the bit.

    other, saves = fork(simulation)     # close it, as any simulation

The engine's state goes by a file, because what it keeps in memory belongs to one engine. What a file brings back
differs in the last bits from what memory does, so the first world goes on from the file too.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from weakref import ref

from game.world.saving import Saved, load_stage, save_stage
from game.world.simulation import Simulation


def fork(simulation: Simulation) -> tuple[Simulation, list[Saved]]:
    """Another one, and what both are saved as."""
    other = Simulation(simulation.scene, seed=simulation.seed)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "world.state"
        saved = renewed(simulation, file)
        other.enter()
        if simulation.stage.engine.marked:
            other.stage.engine.mark()
        load_stage(other.stage, replace(saved, engine=file, props=list(saved.props), of=ref(other.stage)))
        return other, [saved, save_stage(other.stage)]


def renewed(simulation: Simulation, file: Path) -> Saved:
    """It goes on from what is written to the file; what it is saved as."""
    simulation.enter()
    simulation.stage.engine.write(file)
    simulation.stage.engine.load(file)
    return save_stage(simulation.stage)


def mark(simulation: Simulation) -> None:
    """What having been through two-stage collisions does to a world; it goes on as from a save."""
    simulation.enter()
    simulation.stage.engine.mark()
    save_stage(simulation.stage)


def renew(simulation: Simulation) -> None:
    """What a fork does to the first world."""
    with TemporaryDirectory() as folder:
        renewed(simulation, Path(folder) / "world.state")
