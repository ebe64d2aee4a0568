"""How strong can an explicit servo be before a body blows up? The paper's claim, measured here.

    python benchmarks/gain_limits.py

A boxer in its standing pose, floating without gravity, is given a small spin; a strength holds if no bone is faster
than 10 rad/s within a second. The largest strength that holds is found by halving, for each law and actuation, and
beside it the strength that systems/stability.py predicts.
"""

from __future__ import annotations

import esper
from rich.console import Console
from rich.table import Table

from components.character import Body
from components.clock import TICKS_PER_S
from game import Simulation
from systems.kernels.kinematics import engine_coordinates
from systems.stability import explicit_pulls, stability

CASES = [("world", "external"), ("world", "joint"), ("world", "reaction"), ("parent", "joint"), ("parent", "external")]
TOO_FAST = 10.0  # rad/s: what holds stays below 3, what does not is above 30 at once
KICK = (1.0, -0.5, 0.7)  # rad/s of the pelvis


def holds(servo: str, actuation: str, strength: float) -> bool:
    settings = {"gravity": 0.0, "actuation": actuation, "integration": "explicit", "strength": strength, "root": "free"}
    with Simulation("stage", servo=servo, settings=settings) as sim:
        t = sim.stage.tables
        t.base[0, 2] += 1.0
        t.base[0, 10:13] = KICK
        bones = t.bones
        place = engine_coordinates(t.skeletons, 0, len(bones.joint), bones.joint, bones.joint_spin)
        sim.stage.engine.put(t.puppets[0], t.base[0], *place)
        for _ in range(TICKS_PER_S):
            sim.tick()
            if t.tallies.spin[0] > TOO_FAST:
                return False
    return True


def largest_strength(servo: str, actuation: str, steps: int = 14) -> float:
    low, high = 1e-4, 10.0
    for _ in range(steps):
        middle = (low * high) ** 0.5
        low, high = (middle, high) if holds(servo, actuation, middle) else (low, middle)
    return low


def predicted(servo: str, actuation: str) -> float:
    with Simulation("stage", servo=servo, settings={"actuation": actuation, "integration": "explicit"}) as sim:
        _, (body,) = esper.get_components(Body)[0]
        whole, _ = stability(sim.stage, body, explicit_pulls(sim.stage, body))
    return 1.0 / whole


def measure() -> dict[tuple[str, str], tuple[float, float]]:
    """(largest strength that held, predicted) by law and actuation."""
    return {case: (largest_strength(*case), predicted(*case)) for case in CASES}


def main() -> None:
    found = measure()
    table = Table("law", "actuation", "largest strength", "predicted", "times parent", title="Explicit servo, 120 Hz")
    parent = found["parent", "joint"][0]
    for (servo, actuation), (held, foreseen) in found.items():
        table.add_row(servo, actuation, f"{held:.4f}", f"{foreseen:.4f}", f"{held / parent:.1f}")
    Console().print(table)


if __name__ == "__main__":
    main()
