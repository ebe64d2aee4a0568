"""Somebody who plays a script: what the key-frames came to, the gains of some joints, and pictures at key-frames.

found = played(Part("ymca", "timed", (("left_upper_arm", 0),)), 5.0, 4, 0, (480, 270))
found.tables[""]          # a row a key-frame: t_s, pose, error_deg
found.tables["gains"]     # 60 a second: k_s, k_d, moment, torque, error of each watched joint about that axis
found.pictures            # one at the first four key-frames of different poses
"""

from __future__ import annotations

from collections.abc import Sequence
from math import degrees, isnan
from typing import NamedTuple

from game.figures.figure import Found, Pixels, Row
from game.figures.plots import Line
from game.figures.strip import View, taken, until
from game.panel.series import DAMPING, ERROR, LEFT, LIMIT, MOMENT, STIFFNESS, TORQUE, sample
from game.world.simulation import Simulation

EVERY = 2  # ticks, between two rows of gains
AXES = "xyz"
HIGH, AWAY, PITCH_DEG = 1.12, 4.15, 5.0  # m and m: what a picture looks at, from where
UPRIGHT = 0.72  # the width of a picture, of its height


class Part(NamedTuple):
    scene: str
    who: str
    watched: tuple[tuple[str, int], ...] = ()  # bone and axis


def played(part: Part, seconds: float, pictures: int, seed: int, size: tuple[int, int]) -> Found:
    """One character for so many seconds; a picture of each different pose when it is due, of at most `pictures`."""
    about: Row = {"scene": part.scene, "who": part.who}
    with Simulation(part.scene, seed=seed) as simulation:
        gains = list[Row]()
        character = simulation.characters[part.who]
        about |= {"servo": character.servo}

        def look() -> bool:
            if simulation.ticks % EVERY == 0:
                gains.extend({**about, **row} for row in watched(simulation, part))
            return True

        until(simulation, seconds, look)
        reached = simulation.report()["characters"][part.who].get("keyframes", [])
        rows: list[Row] = [
            {**about, "t_s": each["t"], "track": each["track"], "pose": each["pose"], "error_deg": each["error_deg"]}
            for each in reached
        ]
    seen: dict[str, float] = {}
    for each in reached:
        seen.setdefault(each["pose"], each["t"])
    tables = {"": rows, "gains": gains} if part.watched else {"": rows}
    return Found(tables, seen_at(part, sorted(seen.values())[:pictures], seed, size))


def seen_at(
    part: Part, moments: Sequence[float], seed: int, size: tuple[int, int], turned_deg: float = 0.0
) -> list[Pixels]:
    """Upright pictures of all of somebody, from the front or turned from there."""
    with Simulation(part.scene, seed=seed) as simulation:
        character = simulation.characters[part.who]
        x, y, _ = character.place(character.bones[0]).tolist()
        view = View((x, y, HIGH), AWAY, degrees(character.facing) + turned_deg, PITCH_DEG)
        return taken(simulation, moments, (round(UPRIGHT * size[1]), size[1]), view)


def watched(simulation: Simulation, part: Part) -> list[Row]:
    first = int(simulation.stage.tables.skeletons.first[list(simulation.characters).index(part.who)])
    out = list[Row]()
    for bone, axis in part.watched:
        row = first + simulation.characters[part.who].bones.index(bone)
        values = [None if isnan(value) else value for value in sample(simulation.stage, row, axis).tolist()]
        out.append({
            "t_s": simulation.time, "joint": bone, "axis": AXES[axis],
            "k_s_nmprad": values[STIFFNESS], "k_d_nmsprad": values[DAMPING], "moment_kgm2": values[MOMENT],
            "torque_nm": values[TORQUE], "limit_nm": values[LIMIT], "error_deg": values[ERROR], "left_s": values[LEFT],
        })  # fmt: skip
    return out


# --- what is drawn of it


def line(
    found: Found, joint: str, axis: int, key: str, label: str, colour: tuple[float, float, float], dashed: bool = False
) -> Line:
    """A watched joint's column over time."""
    own = [row for row in found.tables["gains"] if (row["joint"], row["axis"]) == (joint, AXES[axis])]
    values = [None if row[key] is None else float(row[key] or 0.0) for row in own]
    return Line(label, [float(row["t_s"] or 0.0) for row in own], values, colour, dashed)


def errors(found: Found, label: str, colour: tuple[float, float, float], dashed: bool = False) -> Line:
    """Degrees off at each key-frame."""
    rows = found.tables[""]
    return Line(label, due(found), [float(row["error_deg"] or 0.0) for row in rows], colour, dashed)


def due(found: Found) -> list[float]:
    """s"""
    return [float(row["t_s"] or 0.0) for row in found.tables[""]]


def poses(found: Found, count: int) -> Sequence[str]:
    """Names of the pictures: what was to be reached, and when."""
    seen: dict[str, float] = {}
    for row in found.tables[""]:
        seen.setdefault(str(row["pose"]), float(row["t_s"] or 0.0))
    return [f"{pose} {t:.2f}" for pose, t in sorted(seen.items(), key=lambda pair: pair[1])[:count]]
