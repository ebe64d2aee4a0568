"""What a scene's file and overrides give to limbs: `[character.limbs.arms]`, `red.arms.servo`, `arms.servo`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from components.errors import InputError
from components.limbs import LimbSettings, checked_for_limb, for_limbs, known_limb
from components.rig import ALL, Rig
from game.base.toml import Places, nearest


class OfLimb(NamedTuple):
    """An override for a limb."""

    who: str  # empty: everybody who has such a limb
    limb: str
    key: str
    value: Any
    written: str  # as it was asked for


def limbs_apart(overrides: Mapping[str, object], names: list[str]) -> tuple[list[OfLimb], dict[str, object]]:
    """`red.arms.servo` and `arms.servo`, checked but for whether there is such a limb; and all the others."""
    found, others = list[OfLimb](), dict[str, object]()
    for key, value in overrides.items():
        *before, own = key.split(".")
        if not before or (len(before) == 1 and (before[0] in names or own not in for_limbs())):
            others[key] = value
            continue
        who, limb = (before[0], ".".join(before[1:])) if len(before) > 1 else ("", before[0])
        if who not in ("", "all", *names):
            reason = f"there is no character called {who!r}{nearest(who, names)}"
            raise InputError(reason, place=f"setting {key}")
        found.append(OfLimb("" if who == "all" else who, limb, own, checked_for_limb(own, value), key))
    return found, others


def check_limbs(limbs: LimbSettings, rig: Rig, where: str, places: Places) -> None:
    """Has the rig all that its character's table names?"""
    for given in limbs.all:
        with places.at(f"{where}.limbs.{given.limb}"):
            known_limb(rig, given.limb)


def meant(each: OfLimb, rigs: Mapping[str, Rig]) -> list[str]:
    """The names of those whose limb it is."""
    found = [each.who] if each.who else [name for name, rig in rigs.items() if rig.has_limb(each.limb)]
    if not found:
        there = nearest(each.limb, [*rigs, *next(iter(rigs.values())).limbs])
        reason = f"there is no character or limb called {each.limb!r}{there}"
        raise InputError(reason, place=f"setting {each.written}")
    for name in found:
        known_limb(rigs[name], each.limb)
    return found


def of_body(each: OfLimb) -> bool:
    """Is it the same as a setting of the whole body?"""
    return each.limb == ALL
