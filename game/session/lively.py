"""What happens in a scene because somebody looks: things rain, and somebody walks. `run` and `bench` leave it out.

    for deed in due(scene.lively, simulation.ticks): history.do(deed)     # before each tick, in the window

It is all deeds, so a recording, a moment that is gone back to and a saved game have it as it was. Where a thing falls
follows from its number alone: the golden ratio and the square root of 2 spread them evenly over the square.
"""

from __future__ import annotations

from components.clock import TICKS_PER_S
from game.scenes.file import Lively, Rain
from game.session.deeds import Deed, Launch, SetValue

ALONG, ACROSS = 0.6180339887, 0.4142135624  # fractions of the golden ratio and of the square root of 2


def due(lively: Lively, ticks: int) -> list[Deed]:
    """What is to be done before the tick of that number (0 is the first)."""
    deeds = list[Deed]()
    for walker in lively.walkers:
        each = round(walker.each_s * TICKS_PER_S)
        if ticks % each == 0:
            deeds.append(SetValue("clip", walker.clips[ticks // each % len(walker.clips)], walker.who))
    rain = lively.rain
    if rain is not None:
        every = round(rain.every_s * TICKS_PER_S)
        drop, rest = divmod(ticks, every)
        if rest == 0 and 0 < drop <= rain.most:
            deeds.append(fall(rain, drop))
    return deeds


def fall(rain: Rain, drop: int) -> Launch:
    x, y = (rain.spread * ((drop * share) % 1.0 - 0.5) for share in (ALONG, ACROSS))
    return Launch(rain.what[(drop - 1) % len(rain.what)], (x, y, rain.height), (0.0, 0.0, -0.5))
