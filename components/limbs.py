"""What a character's limbs have of their own: a law, or any setting of one, for some of its bones.

    limbs = LimbSettings().given("arms", "servo", "off").given("left_arm", "strength", 2.0)

**Which value a bone has.** Of all that is given for limbs that hold the bone, the more special one wins: that of the
limb with fewer bones, so a bone wins over a limb and a limb over the whole body. Of two limbs with as many bones the
one that was given last wins. What no limb has of its own is the character's.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from components.errors import InputError, a_name, nearest
from components.law import OWN_SETTINGS
from components.rig import Rig
from components.settings import ServoSettings, declared, parsed


class Given(NamedTuple):
    limb: str
    key: str
    value: Any


def limb_groups() -> tuple[type, ...]:
    """The groups of settings that can be given to a limb: of servos, and the laws' own."""
    return (ServoSettings, *OWN_SETTINGS.values())


def for_limbs() -> list[str]:
    """The settings that can be given to a limb."""
    return list(declared(*limb_groups()))


def checked_for_limb(key: str, value: object) -> Any:
    known = declared(*limb_groups())
    if a_name(key, "setting") not in known and key in declared():
        raise InputError(f"is of the whole body; of a limb there are {', '.join(known)}", place=f"setting {key}")
    return parsed(key, value, known)


@dataclass(frozen=True)
class LimbSettings:
    """One of each character; in the order in which they were given."""

    all: tuple[Given, ...] = ()

    def given(self, limb: str, key: str, value: Any) -> LimbSettings:
        """With this one, as the last that was given."""
        return replace(self, all=(*self.without(limb, key).all, Given(limb, key, value)))

    def without(self, limb: str, key: str) -> LimbSettings:
        return replace(self, all=tuple(each for each in self.all if (each.limb, each.key) != (limb, key)))

    def painted(self, rig: Rig) -> list[tuple[tuple[int, ...], str, Any]]:
        """(bones, key, value): done one after the other, the last word on each bone is the one that counts."""
        told = [(rig.limb(limb), key, value) for limb, key, value in self.all]
        return sorted(told, key=lambda each: -len(each[0]))


def known_limb(rig: Rig, name: str) -> str:
    """Its name, if the rig has such a limb or bone."""
    if rig.has_limb(name):
        return name
    raise InputError(
        f"the rig {rig.name} has no limb of that name{nearest(name, [*rig.limbs, *rig.names])}",
        place=f"limb {name}",
    )
