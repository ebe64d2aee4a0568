"""The one clock: how long a tick is. Whoever counts ticks, frames of clips or steps of the engine counts these.

1 s is 120 ticks, and a clip's frame k is its pose k ticks after its start.
"""

from __future__ import annotations

TICKS_PER_S = 120
DT = 1.0 / TICKS_PER_S  # s
