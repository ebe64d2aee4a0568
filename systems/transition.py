"""Transitions: how far a joint is on its way to a pose of a script (Neff and Fiume, section 5.1).

    u' = (e^(late u) - 1) / (e^late - 1)        the share of the time, run late or early; 0: as it is
    p(u')                                       a cubic Hermite: from, slope there, to, slope there

With `late` 2 half of the time comes at 0.72 of it.
"""

from __future__ import annotations

from math import expm1

from components.script import Step, TensionTrack


def progress(step: Step, u: float) -> float:
    """Of the way, at the share u of the time."""
    start, leaving, end, coming = step.curve
    u = expm1(step.late * u) / expm1(step.late) if step.late else u
    v = 1.0 - u
    return v * v * ((1.0 + 2.0 * u) * start + u * leaving) + u * u * ((3.0 - 2.0 * u) * end - v * coming)


def on_the_way_to(track: TensionTrack, t: float) -> tuple[float, float, float] | None:
    """When the way to its next pose began and will end (s after the script's begin), and how much of it is done."""
    path = track.path
    if not 0.0 <= t - track.start_s < track.rounds * path.seconds:
        return None
    done, since = divmod(t - track.start_s, path.seconds)
    step = next((step for step in track.steps if since < step.end_s), track.steps[-1])
    begin = track.start_s + done * path.seconds
    share = min(1.0, (since - step.begin_s) / (step.end_s - step.begin_s))
    return begin + step.begin_s, begin + step.end_s, progress(step, share)
