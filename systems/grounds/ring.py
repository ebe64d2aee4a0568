"""The boxing ring's measures, for the engine and for the picture: canvas at height 0, a hall around it 1 m below.

6.1 m between the ropes, and an apron of 0.5 m outside each: a platform 7.1 m square. A post's middle is 3.15 m from the
ring's along both axes, 10 cm outside the ropes' lines.

And of the platform without ropes: 100 blocks of half a metre, their tops up to 4 cm above height 0, the floor 0.6 m
below.
"""

from __future__ import annotations

import numpy as np

Vec3 = tuple[float, float, float]

ROPES = 3.05  # m, from the middle to the ropes' line on each side
PLATFORM = 3.55  # m, half a side of the platform
DROP = 1.0  # m, from the canvas down to the hall's floor
POST, POST_RADIUS, POST_HEIGHT = 3.15, 0.06, 1.4  # m: where along both axes, how thick, how high above the canvas
ROPE_HEIGHTS = (0.45, 0.8, 1.15)  # m above the canvas
ROPE_RADIUS, ROPE_SAG = 0.021, 0.02  # m: how thick, and how far its middle hangs below its ends
CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))  # signs of x and y, in a circle; the first is red, the third blue
STEP_COUNT, STEP_RISE, STEP_RUN, STEP_WIDTH = 3, 0.25, 0.28, 0.9  # m
BLOCKS, BLOCK, BLOCK_RISE, BLOCK_DROP = 10, 0.5, 0.04, 0.6  # blocks on a side; m


def steps() -> list[tuple[Vec3, Vec3]]:
    """Middle and half sides (m) of the boxes that the stairs at the red and at the blue corner are made of."""
    boxes = list[tuple[Vec3, Vec3]]()
    for side in (-1.0, 1.0):
        for i in range(STEP_COUNT):
            high = DROP - STEP_RISE * (i + 1)
            x, y = PLATFORM + STEP_RUN * (i + 0.5), PLATFORM - 0.15 - STEP_WIDTH / 2
            boxes.append(((side * x, side * y, high / 2 - DROP), (STEP_RUN / 2, STEP_WIDTH / 2, high / 2)))
    return boxes


def blocks(seed: int) -> list[tuple[Vec3, Vec3]]:
    """Middle and half sides (m) of the boxes that the platform without ropes is made of, each down to its floor."""
    rise = np.random.default_rng(seed).uniform(0.0, BLOCK_RISE, (BLOCKS, BLOCKS)).tolist()
    line = [BLOCK * (i - (BLOCKS - 1) / 2) for i in range(BLOCKS)]
    return [
        ((x, y, (rise[i][j] - BLOCK_DROP) / 2), (BLOCK / 2, BLOCK / 2, (rise[i][j] + BLOCK_DROP) / 2))
        for i, x in enumerate(line)
        for j, y in enumerate(line)
    ]
