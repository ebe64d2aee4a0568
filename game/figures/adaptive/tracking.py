"""How closely bodies follow, as a table: smooth motions, jumps, masses that nobody told.

Rods in a row, the boxer's waist under arms that nobody moves, and his arms, on the bench. Errors are counted after the
first second, against the target; of a jump, against the joint's own model. "Tuned once" is the same law with `adapting`
off, and with the gains that are best for the plain body (game/figures/adaptive/tuning.py). A jump may take the torque
that it needs; a waist does it once more with the muscles that the boxer has.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, inf, pi, radians, sin
from typing import NamedTuple

import numpy as np

from components.clock import DT, TICKS_PER_S
from components.rig import Rig
from game.figures.adaptive.follower import Follower, Path, heavier, held_boxer, rms, with_weights
from game.figures.adaptive.held import held_rows
from game.figures.adaptive.rows import SETTLING, row
from game.figures.adaptive.tuning import off, tuned
from game.figures.figure import Asked, Found, Job, Row
from game.figures.on_the_beat.bench import boxer, rods

SMOOTH_BARS = {0.1: 0.3, 0.3: 1.0, 1.0: 4.0}  # degrees
SPINE = ("spine1", "spine2", "spine3")
ARMS = tuple(f"{side}_{bone}" for side in ("left", "right") for bone in ("upper_arm", "forearm", "hand"))
DRIVEN = tuple(f"{side}_{bone}" for side in ("left", "right") for bone in ("upper_arm", "forearm"))
SWING, JUMP = radians(40.0), radians(60.0)
SWING_S = 5.0
BENT = radians(60.0)  # an elbow's middle
RODS = ("rod0", "rod1", "rod2")
STRONG_WAIST, OWN_WAIST = "waist, as strong as needed", "waist, 350 N m at most"


class Case(NamedTuple):
    """A body, and how far its driven joints go beside each other."""

    rig: Callable[[], Rig]
    driven: tuple[str, ...] = ()
    hung: tuple[str, ...] = ()
    shares: tuple[float, ...] = (1.0, 1.0, 1.0)  # of a swing, by joint
    jumps: tuple[float, ...] = (1.0, 0.0, 0.0)  # of a jump
    middle: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0)  # rad


CASES = {
    "one rod": Case(lambda: rods(1)),
    "three rods": Case(lambda: rods(3)),
    "waist": Case(held_boxer, SPINE, ARMS, (1 / 3,) * 3, (1 / 3,) * 3),
    OWN_WAIST: Case(held_boxer, SPINE, ARMS, (1 / 3,) * 3, (1 / 3,) * 3),
    STRONG_WAIST: Case(lambda: boxer(held=True), SPINE, ARMS, (1 / 3,) * 3, (1 / 3,) * 3),
    "arms": Case(held_boxer, DRIVEN, shares=(1.0,) * 4, middle=(0.0, BENT, 0.0, BENT)),
}
SWUNG = ("one rod", "three rods", "waist")
JUMPED = ("one rod", "three rods", STRONG_WAIST, OWN_WAIST)
WEIGHTS: dict[str, tuple[str, Callable[[Rig], Rig]]] = {
    "three rods, half as heavy": ("three rods", lambda rig: heavier(rig, 0.5, RODS)),
    "three rods, three times": ("three rods", lambda rig: heavier(rig, 3.0, RODS)),
    "arms, limbs half as heavy": ("arms", lambda rig: heavier(rig, 0.5)),
    "arms, limbs three times": ("arms", lambda rig: heavier(rig, 3.0)),
    "arms, 5 kg in each hand": ("arms", lambda rig: with_weights(rig, 5.0)),
}


def body(case: Case, settling_s: float, really: Callable[[Rig], Rig] | None = None, **own: bool) -> Follower:
    rig = case.rig()
    return Follower(
        really(rig) if really else rig, settling_s, believed=rig, driven=case.driven, hung=case.hung, settings=own
    )


# --- smooth motions and jumps


def swing(case: Case) -> Path:
    """40 degrees to and fro in 2 s, one joint after the other; it sets in over half a second."""

    def path(place: int, t: float) -> tuple[float, float]:
        x = min(1.0, t / 0.5)
        size, growth, turn = x * x * (3.0 - 2.0 * x), 12.0 * x * (1.0 - x), pi * t + 0.7 * place
        most, middle = SWING * case.shares[place], case.middle[place]
        angle = middle + most * sin(turn)
        return size * angle, size * pi * most * cos(turn) + growth * angle

    return path


def jump(case: Case) -> Path:
    """60 degrees and back, every 2 s."""
    return lambda place, t: (JUMP * case.jumps[place] * (int(t / 2.0 + 1e-9) % 2), 0.0)


def smooth_error(case: Case, settling_s: float, really: Callable[[Rig], Rig] | None = None, **own: bool) -> float:
    return rms(off(lambda: body(case, settling_s, really, **own), swing(case), SWING_S))


def tuned_errors(case: Case, settling_s: float, really: Callable[[Rig], Rig]) -> tuple[float, float]:
    """Of the plain body, and of what it really is, with the gains that are best for the plain one."""
    path = swing(case)
    gains = tuned(lambda: body(case, settling_s, adapting=False), path, SWING_S)
    plain, other = (
        rms(off(lambda one=one: body(case, settling_s, one, adapting=False), path, SWING_S, gains))  # type: ignore[misc]
        for one in (None, really)
    )
    return plain, other


def smooth_rows(who: str) -> list[Row]:
    case = CASES[who]
    return [
        row("swing of 40 degrees: error", who, s, smooth_error(case, s), "degrees", 0.0, SMOOTH_BARS[s])
        for s in SETTLING
    ]


def jump_rows(who: str) -> list[Row]:
    return [found for settling_s in SETTLING for found in jumped(who, settling_s)]


def jumped(who: str, settling_s: float) -> list[Row]:
    """From the second jump on; of several joints their sum. The torque is the first one's."""
    case = CASES[who]
    with body(case, settling_s) as follower:
        apart = follower.follow(jump(case), 8.0).sum(axis=1) / np.degrees(JUMP)
    first, last = round(6.0 * TICKS_PER_S) - 1, round(8.0 * TICKS_PER_S) - 2
    left = -apart[first:last, 0]
    there = float(np.argmax(left < 0.1)) * DT / settling_s
    from_model = float(np.abs(apart[round(4.0 * TICKS_PER_S) - 1 :, 1]).max())
    name = "jump of 60 degrees: "
    return [
        row(name + "off its model", who, settling_s, 100.0 * from_model, "%", 0.0, 2.0),
        row(name + "90 % after", who, settling_s, there, "settling times", 0.87, 1.07),
        row(name + "overshoot", who, settling_s, 100.0 * max(0.0, -float(left.min())), "%", 0.0, 3.0),
        row(name + "most torque", who, settling_s, max(follower.torques), "N m", -inf, inf),
    ]


# --- masses that nobody told


def weight_rows(who: str) -> list[Row]:
    on, really = WEIGHTS[who]
    rows = []
    for settling_s in SETTLING:
        plain = smooth_error(CASES[on], settling_s)
        found = smooth_error(CASES[on], settling_s, really)
        rows.append(row("weights: error", who, settling_s, found, "degrees", 0.0, inf))
        rows.append(row("weights: error grows", who, settling_s, found / plain, "times", 0.0, 1.5))
        plain, fixed = tuned_errors(CASES[on], settling_s, really)
        rows.append(row("weights: tuned once, plain error", who, settling_s, plain, "degrees", 0.0, inf))
        rows.append(row("weights: tuned once, error", who, settling_s, fixed, "degrees", 0.0, inf))
        rows.append(row("weights: tuned once, it grows", who, settling_s, fixed / plain, "times", 3.0, inf))
    return rows


# --- all, and a joint that is held back


def found(rows: Callable[..., list[Row]], *arguments: str) -> Found:
    return Found({"": rows(*arguments)})


def jobs(asked: Asked) -> list[Job]:
    smooth = [Job(f"{who}, smooth", found, (smooth_rows, who)) for who in SWUNG]
    jumps = [Job(f"{who}, jumps", found, (jump_rows, who)) for who in JUMPED]
    weighed = [Job(who, found, (weight_rows, who)) for who in WEIGHTS]
    return [*smooth, *jumps, *weighed, Job("held", found, (held_rows,))]
