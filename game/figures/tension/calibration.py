"""What a tension means: how far a push of 45 N at the end of a limb turns each joint at most, all else being firm.

The body is on a stand (game/rigs/stand.py), in guard, under the servo `tension`. One joint after another has another
tension than the rest, settles for half a second and is pushed for 1.5 s at the middle of its limb's last bone, that way
in which the push turns it most about one axis. What is written down is the greatest turn about that axis.

    with local(2) as executor:
        calibrate("boxer", Path("boxer.toml"), executor, progress)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, as_completed
from math import degrees
from pathlib import Path

import numpy as np
from PIL import Image

from components.arrays import quat, vec3
from components.clock import TICKS_PER_S
from components.rig import Joint, Rig, Vec3
from game.figures.charts import BLUE, GREEN, GREY, ORANGE, Chart, charts
from game.figures.figure import Asked, Found, Job, Row
from game.figures.plots import Line
from game.figures.run import do
from game.rigs.calibration import AXES, Curve, write
from game.rigs.rig import load_rig
from game.rigs.stand import HELD
from game.world.simulation import Simulation
from systems.kernels.quaternions import conj, cross, dot, mul, norm, rotate, scale, to_rotvec

PUSH = 45.0  # N: a firm push
TENSIONS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
SETTLES, PUSHED = 0.5, 1.5  # s
SHORT = 0.02  # m: a lever that is shorter is none
SHOWN = (("left_upper_arm", 1), ("left_forearm", 1), ("neck", 1), ("spine1", 1))
WIDE = (760, 280)

Progress = Callable[[int, int, str], None]


def calibrate(rig: str, out: Path, executor: Executor, progress: Progress | None = None) -> list[str]:
    """Write the curves of all joints of a rig; lines of what could not be done."""
    joints = joints_of(load_rig(rig))
    running = {executor.submit(do, Job(joint, pushed, (rig, joint, TENSIONS, 0))): joint for joint in joints}
    found, failures = dict[str, dict[str, Curve]](), list[str]()
    for over, future in enumerate(as_completed(running), 1):
        joint, error = running[future], future.exception()
        if error is None:
            found[joint] = curves_of(future.result())
        else:
            failures.append(f"{joint}: {type(error).__name__}: {error}")
        if progress:
            progress(over, len(running), joint)
    if not failures:
        head = f"{rig}: degrees that a push of {PUSH:g} N turns each joint at most: glassjaw calibrate {rig}"
        write(out, head, PUSH, PUSHED, {joint: found[joint] for joint in joints if found[joint]}, TENSIONS)
    return failures


def joints_of(rig: Rig) -> list[str]:
    """Bones on joints, without the right side, which is as the left."""
    return [bone.name for bone in rig.bones[1:] if bone.side != "right"]


def curves_of(found: Found) -> dict[str, Curve]:
    curves = dict[str, list[float]]()
    for row in found.tables[""]:
        curves.setdefault(str(row["axis"]), []).append(float(row["most_deg"] or 0.0))
    return {axis: tuple(values) for axis, values in curves.items()}


def pushed(rig: str, joint: str, tensions: Sequence[float], seed: int) -> Found:
    """The greatest turns of one joint, about each of its axes, at each tension."""
    settings = {"clip": "guard", "rig": f"{rig.removesuffix(HELD)}{HELD}"}
    rows = list[Row]()
    with Simulation("stage", seed=seed, servo="tension", settings=settings) as simulation:
        (body,) = simulation.characters.values()
        saved, bone = simulation.save(), body.rig.bones[body.rig.index(joint)]
        axes = {"its": bone.axis} if bone.joint is Joint.HINGE else dict(zip(AXES, np.eye(3).tolist(), strict=True))
        for name, axis in axes.items():
            for tension in tensions:
                simulation.load(saved)
                body.limb(joint).set("tension", tension)
                simulation.run(SETTLES)
                most = most_turned(simulation, joint, vec3(np.array(axis)))
                if most is not None:
                    rows.append({"joint": joint, "axis": name, "tension": tension, "most_deg": most})
    return Found({"": rows})


def most_turned(simulation: Simulation, joint: str, axis: Vec3) -> float | None:
    """Degrees about the joint's own axis while its end is pushed; none where the push has no lever."""
    (body,) = simulation.characters.values()
    bones, engine = simulation.stage.tables.bones, simulation.stage.engine
    row, link = body.about.first + body.rig.index(joint), body.link(end_of(body.rig, joint))
    about, before, most = rotate(quat(bones.orientation[row]), axis), quat(bones.joint[row].copy()), 0.0
    place, _, _ = engine.motion_of(body.body, link)
    way = cross(about, vec3(np.array(place) - bones.position[row]))
    if norm(way) < SHORT:
        return None
    force = scale(PUSH / norm(way), way)
    for _ in range(round(PUSHED * TICKS_PER_S)):
        engine.push(body.body, link, force, engine.motion_of(body.body, link)[0])
        simulation.tick()
        turned = to_rotvec(mul(conj(before), quat(bones.joint[row])))
        most = max(most, degrees(abs(dot(turned, axis))))
    return most


def end_of(rig: Rig, joint: str) -> str:
    """The last bone of the joint's limb that has a shape."""
    row = rig.index(joint)
    own = [i for i in range(row, rig.end[row]) if rig.limb_of[i] == rig.limb_of[row] and rig.bones[i].shapes]
    return rig.names[own[-1] if own else row]


def jobs(asked: Asked) -> list[Job]:
    return [Job(joint, pushed, ("boxer", joint, TENSIONS, asked.seed)) for joint, _ in SHOWN]


def draw(results: Sequence[Found]) -> Image.Image:
    lines = list[Line]()
    for (joint, axis), found, colour in zip(SHOWN, results, (BLUE, GREEN, ORANGE, GREY), strict=True):
        rows = [row for row in found.tables[""] if row["axis"] in ("its", AXES[axis])]
        x, y = ([float(row[key] or 0.0) for row in rows] for key in ("tension", "most_deg"))
        lines.append(Line(joint, x, y, colour))
    title = "how far a push of 45 N at the end of the limb turns a joint at most, to the front or back"
    return charts([Chart(title, "degrees", "tension", lines, log_x=True, log_y=True)], WIDE)
