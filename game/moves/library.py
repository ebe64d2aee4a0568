"""Every clip by its name: fitted from a motion file or a pose, or baked from a boxer's moves.

load_clip("walk", load_rig("boxer")).seconds
"""

from __future__ import annotations

from functools import cache

from components.clip import Clip
from components.rig import Rig
from game.clips.clip import clip_info, fitted, mirrored, raised
from game.moves.book import book_of


@cache
def load_clip(name: str, rig: Rig) -> Clip:
    """The clip of that name on that rig; it is shared, and its arrays are read-only."""
    info = clip_info(name)
    if info.moves:
        return raised(book_of(info.moves, rig).clip(name), rig)
    if info.mirror and clip_info(info.mirror).moves:
        return mirrored(load_clip(info.mirror, rig), rig, name)
    return fitted(name, rig)
