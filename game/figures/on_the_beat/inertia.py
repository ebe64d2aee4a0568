"""Figure 4: what the schematic's vectors are for, the moment of inertia about a joint's axis, against the engine.

Measured: the pelvis is held, each freedom gets a torque by itself for one step, and the accelerations of all of them
make a matrix; its inverse has on its diagonal what each axis has to turn while the joints below stay as they are.

    composite (eq. 5)   D' = R D R^T - M ([p][R c] + [R c][p] + [p][p])
    as printed (eq. 7)  m = s . D s + M |(c - d) x s|^2
    corrected           m = s . D s - M |c x s|^2 + M |(c - d) x s|^2

The paper leaves open where a link's frame is. With frames at the joints (d = 0) eq. 7 counts M |c x s|^2 twice for
every link; with frames at the links' own centres, as in the engine that it used, for every link but the last ones. An
upper arm with what hangs on it gets 1.8 times its moment in the first case, and up to 1.3 times in the second.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from components.clock import DT
from components.rig import Joint, Rig
from game.figures.charts import BLUE, GREEN, ORANGE, Chart, charts
from game.figures.figure import Asked, Found, Job, Row
from game.figures.on_the_beat.bench import Bench, anyhow, boxer
from game.figures.plots import Line
from systems.kernels.quaternions import rotate

Floats = NDArray[np.float64]
POSES = 12
LITTLE = 1e-3  # N m: nothing gets far in one step
FORMS = {
    "printed_joint": ("eq. 7 as printed, frames at the joints", ORANGE),
    "printed_centre": ("eq. 7 as printed, frames at the links' centres", BLUE),
    "corrected": ("corrected", GREEN),
}
SIZE = (760, 300)


def check(seed: int) -> Found:
    random, rows = np.random.default_rng(seed), list[Row]()
    with Bench(boxer(held=True)) as bench:
        for pose in range(POSES):
            turns = anyhow(bench.rig, random, 0.8)
            bench.put(np.array([turns[i] for i in range(len(turns))]))
            measured = responses(bench)
            joint, centre = (composites(bench.rig, bench.t.bones.joint, about) for about in (False, True))
            for k, (i, s) in enumerate(freedoms(bench.rig)):
                rows.append({
                    "pose": pose, "joint": bench.rig.names[i], "axis": "xyz"[int(np.argmax(np.abs(s)))],
                    "measured_kgm2": float(measured[k]),
                    "printed_joint": printed(joint[i], s) / float(measured[k]),
                    "printed_centre": printed(centre[i], s) / float(measured[k]),
                    "corrected": (printed(joint[i], s) - twice(joint[i], s)) / float(measured[k]),
                    "corrected_centre": (printed(centre[i], s) - twice(centre[i], s)) / float(measured[k]),
                })  # fmt: skip
    return Found({"": rows, "summary": summary(rows)})


def summary(rows: Sequence[Row]) -> list[Row]:
    out = list[Row]()
    for form in (*FORMS, "corrected_centre"):
        ratios = np.array([row[form] for row in rows], np.float64)
        low, median, high = (float(np.quantile(ratios, q)) for q in (0.0, 0.5, 1.0))
        out.append({"form": form, "least": low, "median": median, "most": high})
    return out


# --- what the engine does


def freedoms(rig: Rig) -> list[tuple[int, Floats]]:
    """Bone and own axis of each freedom of the joints."""
    return [
        (i, axis)
        for i, bone in enumerate(rig.bones)
        if i > 0
        for axis in ([np.array(bone.axis)] if bone.joint is Joint.HINGE else np.eye(3))
    ]


def responses(bench: Bench) -> Floats:
    """kg m2 about each freedom: the diagonal of the inverse of the accelerations that single torques cause."""
    axes, turns = freedoms(bench.rig), bench.t.bones.joint.copy()
    caused = np.zeros((len(axes), len(axes)))
    for k, (i, axis) in enumerate(axes):
        bench.put(turns)
        torques = np.zeros((len(turns), 3))
        if bench.rig.bones[i].joint is Joint.HINGE:
            torques[i, 0] = LITTLE
        else:
            torques[i] = LITTLE * axis
        bench.step(torques)
        caused[:, k] = [bench.t.bones.joint_spin[j] @ other / (LITTLE * DT) for j, other in axes]
    bench.put(turns)
    return np.asarray(np.diag(np.linalg.inv(caused)))


# --- what the equations say


class Composite:
    """Of a link and all below: inertia about its frame's origin, mass, centre, and its joint's place, in that frame."""

    def __init__(self, inertia: Floats, mass: float, centre: Floats, joint: Floats) -> None:
        self.inertia, self.mass, self.centre, self.joint = inertia, mass, centre, joint


def composites(rig: Rig, turns: Floats, at_centres: bool) -> list[Composite]:
    """Eq. 5 from the ends to the root; frames at the joints, or at the links' own centres of mass."""
    out = list[Composite]()
    for bone in rig.bones:
        com = np.array(bone.com)
        centre, joint = (np.zeros(3), -com) if at_centres else (com, np.zeros(3))
        inertia = np.diag(bone.inertia) - bone.mass * skew(centre) @ skew(centre)
        out.append(Composite(inertia, bone.mass, centre, joint))
    for i in range(len(out) - 1, 0, -1):
        own, above, bone = out[i], out[rig.bones[i].parent], rig.bones[i]
        r = np.array([rotate(tuple(turns[i].tolist()), tuple(e)) for e in np.eye(3).tolist()]).T
        p = above.joint + np.array(bone.offset) - r @ own.joint
        rc, across = skew(r @ own.centre), skew(p)
        above.inertia += r @ own.inertia @ r.T - own.mass * (across @ rc + rc @ across + across @ across)
        mass = above.mass + own.mass
        above.centre = (above.mass * above.centre + own.mass * (p + r @ own.centre)) / mass
        above.mass = mass
    return out


def skew(u: Floats) -> Floats:
    """Eq. 6."""
    return np.array([[0.0, -u[2], u[1]], [u[2], 0.0, -u[0]], [-u[1], u[0], 0.0]])


def printed(link: Composite, s: Floats) -> float:
    """Eq. 7."""
    arm = np.cross(link.centre - link.joint, s)
    return float(s @ link.inertia @ s + link.mass * (arm @ arm))


def twice(link: Composite, s: Floats) -> float:
    """What eq. 7 has too much: D is about the frame's origin already."""
    arm = np.cross(link.centre, s)
    return float(link.mass * (arm @ arm))


def jobs(asked: Asked) -> list[Job]:
    return [Job("inertia", check, (asked.seed,))]


def draw(results: Sequence[Found]) -> Image.Image:
    rows = results[0].tables[""]
    measured = [float(row["measured_kgm2"] or 0.0) for row in rows]
    lines = [
        Line(name, measured, [float(row[form] or 0.0) for row in rows], colour)
        for form, (name, colour) in FORMS.items()
    ]
    chart = Chart("", "calculated / measured", "moment of inertia about the axis, as the engine responds (kg m2)",
                  lines, log_x=True, points=True)  # fmt: skip
    return charts([chart], SIZE)
