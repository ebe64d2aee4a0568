"""A loop made of one of its halves: that half, and then its mirror image, left and right exchanged.

The captured run is such a file, made carelessly: keys 0 to 11 are the mirror image of keys 12 to 23, and key 24 is not
that of key 12, by up to 22 degrees in a joint. So its right foot falls 0.2 m between keys 11 and 12, in 1/30 s. Here a
half is bent until its end is the mirror image of its start, evenly along its length: of 22 degrees the first key takes
none, the middle one 11.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from components.clip import Array
from components.errors import InputError
from game.clips.deepmimic import JOINTS, Capture
from game.clips.resample import eased

OTHER = {"left": "right", "right": "left"}
SWAP = [JOINTS.index("_".join(OTHER.get(word, word) for word in joint.split("_"))) for joint in JOINTS]


def halved(capture: Capture, first: int) -> Capture:
    """The keys from `first` on and their mirror image; the last key closes the loop."""
    if not first < len(capture.times) - 2:
        reason = f"has no half from key {first} on: its last is key {len(capture.times) - 1}"
        raise InputError(reason, file=capture.name, place="half_from")
    times, position = capture.times[first:] - capture.times[first], capture.position[first:].copy()
    along = times / times[-1]
    rotation = eased(capture.rotation[first:], reflected(capture.rotation[first : first + 1])[0], along)
    position[:, 2] -= along * (position[-1, 2] - position[0, 2])
    on = (position[-1] - position[0]) * (1.0, 1.0, 0.0)
    other = position[0] + on + (position - position[0]) * (1.0, -1.0, 1.0)
    return replace(
        capture,
        looping=True,
        times=np.concatenate([times, times[-1] + times[1:]]),
        position=np.concatenate([position, other[1:]]),
        rotation=np.concatenate([rotation, reflected(rotation[1:])]),
    )


def reflected(rotation: Array) -> Array:
    """(n, 13, 4) captured rotations in the mirror: the x-z plane, left and right exchanged."""
    return np.ascontiguousarray(rotation[:, SWAP] * (-1.0, 1.0, -1.0, 1.0))
