"""pybullet without its greeting: `from systems.bullet.quiet import p`.

While it is imported it prints when it was built, from C.
"""

from __future__ import annotations

from systems.silence import silence

__all__ = ["p"]

with silence(1, 2):
    import pybullet as p
