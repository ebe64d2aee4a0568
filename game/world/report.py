"""The report of a run: what `run --json` writes and `Simulation.report()` returns."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Any

import esper
import numpy as np
from numpy.typing import NDArray

from components.character import Body, Motion, Record
from components.clock import DT
from components.keyframes import KeyFrames
from components.settings import RootSettings, ServoSettings
from components.table import ERROR_BIN_DEG, Tallies
from game.world.plays import world_plays

if TYPE_CHECKING:
    from game.world.simulation import Simulation


def report(sim: Simulation) -> dict[str, Any]:
    events = [event.as_dict() for event in sim.stage.events]
    characters = {name: character_report(sim, name) for name in sim.characters}
    whole = {
        "scene": sim.scene.name,
        "seed": sim.seed,
        "engine": sim.engine,
        "servo": common(ServoSettings, "servo"),
        "root": common(RootSettings, "root"),
        "seconds": sim.time,
        "ticks": sim.ticks,
        "state_hash": sim.state_hash(),
        "nan": any(event.get("cause") == "a state that is not a number" for event in events),
        "exploded": any(event["kind"] == "explosion" for event in events),
        "characters": characters,
        "events": events,
        "timing": sim.profiler.timing(),
    }
    rows = ((play.row, play.report(characters)) for play in world_plays())
    return whole | {key: row for key, row in rows if row is not None}


def common(group: type[Any], key: str) -> str:
    """The mode all characters share, or `mixed`."""
    values = {str(getattr(settings, key)) for _, settings in esper.get_component(group)}
    return values.pop() if len(values) == 1 else "mixed"


def character_report(sim: Simulation, name: str) -> dict[str, Any]:
    _, (body, motion, record, frames) = next(
        found for found in esper.get_components(Body, Motion, Record, KeyFrames) if found[1][0].name == name
    )
    tallies, c = sim.stage.tables.tallies, body.index
    x, y, _ = sim.stage.tables.bones.position[body.first]
    ticks = int(tallies.error_ticks[c])
    found = {
        "upright_s": record.upright_ticks * DT,
        "falls": record.falls,
        "getups": record.getups,
        "getups_failed": record.getups_failed,
        "pose_error_deg": {
            "mean": float(tallies.error_sum_deg[c]) / ticks if ticks else 0.0,
            "p95": percentile(tallies, c, 0.95),
        },
        "travel_m": hypot(x - record.start[0], y - record.start[1]),
        "clip_travel_m": hypot(*motion.travelled),
        "foot_slide_mps": float(tallies.slid[c] / tallies.pressed[c]) if tallies.pressed[c] > 0.0 else 0.0,
        "stunned_s": record.stunned_ticks * DT,
        "root_broken_s": record.broken_ticks * DT,
        "max_bone_speed_radps": float(tallies.max_spin[c]),
    }
    if frames.reached:
        found["keyframes"] = [reached._asdict() for reached in frames.reached]
    return found


def percentile(tallies: Tallies, c: int, share: float) -> float:
    """Degrees that a share of all bone-ticks stays below, to a bin."""
    sums: NDArray[np.int64] = np.cumsum(tallies.error_bins[c])
    if sums[-1] == 0:
        return 0.0
    return float(np.searchsorted(sums, share * sums[-1]) + 1) * ERROR_BIN_DEG


def expectations(sim: Simulation) -> list[tuple[str, bool]]:
    """Each promise of the scene in words, and whether it held; promises for later than now are left out."""
    expect, events = sim.scene.expect, sim.stage.events
    first_fall = {name: np.inf for name in sim.characters}
    for event in events:
        if event.kind == "fall":
            first_fall[event.who] = min(first_fall[event.who], event.t)
    held: list[tuple[str, bool]] = []
    for name, t in expect.still_standing_at_s.items():
        if t <= sim.time:
            held.append((f"{name} still stands at {t:g} s", first_fall[name] >= t))
    for name, t in expect.fallen_at_s.items():
        if t <= sim.time:
            held.append((f"{name} has fallen by {t:g} s", first_fall[name] < t))
    for name, falls in expect.falls_at_least.items():
        counted = sum(event.kind == "fall" and event.who == name for event in events)
        held.append((f"{name} has fallen {falls} times", counted >= falls))
    if expect.no_explosion:
        held.append(("nobody blew up", not any(event.kind == "explosion" for event in events)))
    return held
