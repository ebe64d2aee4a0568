"""Every setting there is, declared once: its default, unit, range and what it does.

The panel, the keys, `--set`, scene files, the checks and the README's tables are derived from these declarations.
A settings object is frozen: a change makes a new one (`changed(settings, strength=2.0)`), so half a change cannot
happen, and a bad value is refused with the setting's name and range before anything is touched.
"""

from __future__ import annotations

import math
import os
from collections.abc import Collection
from dataclasses import Field, dataclass, field, fields, replace
from enum import StrEnum
from importlib.util import find_spec
from typing import Any, TypeVar

from components.errors import InputError, nearest
from components.law import LAWS, OWN_SETTINGS


class Root(StrEnum):
    """What keeps the body upright."""

    FREE = "free"  # nothing
    MEATHOOK = "meathook"  # a stiff spring to the world on the pelvis' orientation
    WEAK = "weak"  # Dynamo's spring: no yaw, limited, breaks, weaker in the air
    FEET = "feet"  # its own feet, by how they press the ground


class Actuation(StrEnum):
    """How a wanted world torque on a bone enters the body."""

    JOINT = "joint"  # through the joints above it; the remainder at the root is left out (physically honest)
    EXTERNAL = "external"  # from outside, as the paper prints it
    REACTION = "reaction"  # across the bone's own joint only


class Integration(StrEnum):
    IMPLICIT = "implicit"  # the servo foresees the step it causes: stable at 120 Hz
    EXPLICIT = "explicit"  # torque from the present error alone


TIMINGS = ("remaining", "fixed")
"""What the muscles' time constant follows until a key-frame is due (On the Beat, section 4.1): the time that is left,
and nothing of the error is left; or the whole time, and the share `settle` of the error is gone."""


class Ground(StrEnum):
    FLAT = "flat"
    RAMP = "ramp"  # 5 degrees, up along +x
    TILES = "tiles"  # 0.4 m squares of random height up to 3 cm
    MESH = "mesh"  # gentle waves of 5000 triangles
    RING = "ring"  # a boxing ring: canvas at height 0, a hall around it 1 m below, posts at the corners
    PLATFORM = "platform"  # 5 m square of blocks up to 4 cm high, its hall's floor 0.6 m below, no ropes
    COURSE = "course"  # three lanes along +x: a ramp and stairs, uneven tiles, blocks


class Physics(StrEnum):
    """Whose engine moves the bodies."""

    BULLET = "bullet"
    MUJOCO = "mujoco"


ENGINE_ASKED = "GLASSJAW_ENGINE"
"""The variable by which a process tells those that it starts which engine they use where nobody asks."""


def default_engine() -> Physics:
    """Bullet has no ready package for every Python and system; MuJoCo has."""
    asked = os.environ.get(ENGINE_ASKED, "")
    if asked in list(Physics):
        return Physics(asked)
    return Physics.BULLET if find_spec("pybullet") else Physics.MUJOCO


DEFAULT_ENGINE = default_engine()


class Collisions(StrEnum):
    """Who answers when two meet."""

    ENGINE = "engine"  # the engine's contact solver
    TWO_STAGE = "two_stage"  # an impulse at once, then a mild spring and damper (the adaptive controllers' paper)


class ImpactFriction(StrEnum):
    NONE = "none"  # nothing across a touch
    FULL = "full"  # what pushes does not slide


def setting(
    default: Any,
    about: str,
    unit: str = "",
    low: float | None = None,
    high: float | None = None,
    choices: Collection[str] | None = None,
    finest: float | None = None,
) -> Any:
    """`choices`: the names it is one of, where there is no enum of them. `finest`: what still matters of a number that
    is felt by its ratio: sliders of it are logarithmic, and keys go down to that."""
    metadata = {"about": about, "unit": unit, "low": low, "high": high, "choices": choices, "finest": finest}
    return field(default=default, metadata=metadata)


def choices_of(declaration: Field[Any]) -> list[Any] | None:
    """All that the setting can be, where that can be counted."""
    named = declaration.metadata.get("choices")
    if named is not None:
        return list(named)
    return list(type(declaration.default)) if isinstance(declaration.default, StrEnum) else None


@dataclass(frozen=True)
class ServoSettings:
    servo: str = setting("world", "control law", choices=LAWS)
    actuation: Actuation = setting(Actuation.JOINT, "how bone torques enter the body")
    integration: Integration = setting(Integration.IMPLICIT, "how the servo looks at the step ahead")
    strength: float = setting(1.0, "multiplies all servo gains", "", 0.0, 100.0)
    frequency: float = setting(90.0, "natural frequency of the servo", "rad/s", 1.0, 400.0)
    torque_share: float = setting(1.0, "how strong joints are, times what their rig says", "", 0.01, 100.0)
    support: float = setting(1.0, "share of the body's weight that the joints are told to hold", "", 0.0, 2.0)


@dataclass(frozen=True)
class RootSettings:
    root: Root = setting(Root.WEAK, "what keeps the body upright")
    root_limit: float | None = setting(
        None, "k_L: the root spring's largest torque (none: the clip's own)", "N m", 0.0, 1e5
    )
    root_break: float | None = setting(
        None, "k_U: the torque at which it breaks (none: the clip's own)", "N m", 0.0, 1e5
    )
    root_air: float = setting(0.3, "k_air: the share of it that is left in the air", "", 0.0, 1.0)
    root_stiffness: float = setting(3000.0, "k_1 of the root spring", "N m/rad", 0.0, 1e5)
    root_damping: float = setting(150.0, "k_2 of the root spring", "N m s/rad", 0.0, 1e4)
    heading_hold: float | None = setting(
        None,
        "largest torque that turns the body back to its heading; 0 switches it off (none: the clip's own)",
        "N m",
        0.0,
        1e4,
    )
    pelvis_drive: float = setting(
        0.0, "largest level force that brings the pelvis to the clip's speed, while something touches", "N", 0.0, 1000.0
    )
    footing: bool | None = setting(
        None, "do the feet reach for the ground, higher or lower than the clip's floor (none: as the clip says)"
    )
    steps: bool | None = setting(
        None, "does it take a step where it would fall else (none: where its root mode is feet)"
    )
    foot_lift: float = setting(0.0, "upward force on a foot that scuffs the ground while it swings", "N", 0.0, 1000.0)


@dataclass(frozen=True)
class StunSettings:
    stun: bool = setting(True, "do hard blows take the strength away")
    stun_impulse: float = setting(20.0, "blow at which authority starts to fall", "N s", 0.0, 1e5)
    limp_impulse: float = setting(120.0, "blow that takes all of it", "N s", 0.0, 1e5)
    knockout_impulse: float = setting(300.0, "blow that makes unconscious (half of it to the head)", "N s", 0.0, 1e5)
    recovery_s: float = setting(1.2, "from limp to full authority", "s", 0.01, 60.0)
    knockout_s: float = setting(6.0, "time unconscious", "s", 0.0, 600.0)
    protect: bool = setting(True, "does it protect itself when it falls, and loosen in the air")
    get_up: bool = setting(True, "does it get up by itself")


@dataclass(frozen=True)
class MotionSettings:
    clip: str = setting("stand", "what it does (glassjaw clips)")
    loop: bool | None = setting(None, "play again at the end (none: as the clip says)")
    rate: float = setting(1.0, "playback speed", "", 0.05, 4.0)
    blend_s: float = setting(0.25, "time to blend from one clip or mode to the next", "s", 0.0, 5.0)
    script: str = setting("", "key-frames it plays (glassjaw scripts)")
    stays: float = setting(
        0.0, "similarity to its clip up to which it stays played when touched (0: never)", "", 0.0, 1e3
    )
    untangle: bool = setting(True, "does an arm that is stuck let go and find its way round")


@dataclass(frozen=True)
class WorldSettings:
    engine: Physics = setting(DEFAULT_ENGINE, "physics engine")
    ground: Ground = setting(Ground.FLAT, "what the ground is")
    rig: str = setting("boxer", "body of the characters (glassjaw rigs)")
    gravity: float = setting(9.81, "downward", "m/s2", -20.0, 50.0)
    friction: float = setting(1.0, "of the ground and of everything on it", "", 0.0, 10.0)
    iterations: int = setting(10, "of the contact solver", "", 1, 1000)
    collisions: Collisions = setting(Collisions.ENGINE, "who answers when two meet")
    restitution: float = setting(0.0, "of impacts, where collisions are two_stage", "", 0.0, 1.0)
    impact_friction: ImpactFriction = setting(ImpactFriction.FULL, "of impacts, where collisions are two_stage")


AT_START = ("engine", "ground", "rig")  # settings that are chosen when a scene is loaded


def groups() -> tuple[type, ...]:
    """What each character has one of; WorldSettings is there once. The laws' own come after those of all servos."""
    return (ServoSettings, *OWN_SETTINGS.values(), RootSettings, StunSettings, MotionSettings)


S = TypeVar("S")


def declared(*given: type) -> dict[str, Field[Any]]:
    """Name of each setting of the given groups (all of them by default) and its declaration."""
    return {f.name: f for group in given or (*groups(), WorldSettings) for f in fields(group)}


def parsed(key: str, value: object, known: dict[str, Field[Any]]) -> Any:
    """`value` (a text from the command line, or what a scene file holds) as the setting's own type, in its range."""
    where = f"setting {key}"
    if key not in known:
        raise _wrong(where, f"there is no setting of that name{nearest(key, known)}")
    declaration = known[key]
    kind = str(declaration.type)
    if "None" in kind and (value is None or (isinstance(value, str) and value == "none")):
        return None
    if "bool" in kind:
        return _bool(where, value)
    if "float" in kind or "int" in kind:
        return _number(where, value, declaration, whole="int" in kind)
    if (choices := choices_of(declaration)) is not None:
        if not isinstance(value, str) or value not in choices:
            raise _wrong(where, f"must be one of {', '.join(choices)}, not {value!r}")
        return next(choice for choice in choices if choice == value)
    if kind == "str":
        if not isinstance(value, str):
            raise _wrong(where, f"must be a text, not {value!r}")
        return value
    raise TypeError(f"{where} has a type that nobody knows: {kind}")


def _wrong(where: str, reason: str) -> InputError:
    return InputError(reason, place=where)


def _bool(where: str, value: object) -> bool:
    words = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.lower() in words:
        return words[value.lower()]
    raise _wrong(where, f"must be true or false, not {value!r}")


def _number(where: str, value: object, declaration: Field[Any], whole: bool) -> float | int:
    low, high, unit = (declaration.metadata[k] for k in ("low", "high", "unit"))
    try:
        if isinstance(value, bool) or not isinstance(value, (str, int, float)):
            raise ValueError
        number = float(value)
    except (ValueError, OverflowError):
        raise _wrong(where, f"must be a number, not {value!r}") from None
    if not math.isfinite(number) or not low <= number <= high:
        raise _wrong(where, f"must be from {low:g} to {high:g} {unit}".rstrip() + f", not {value}")
    if whole and number != int(number):
        raise _wrong(where, f"must be a whole number, not {value}")
    return int(number) if whole else number


def changed(settings: S, /, **values: object) -> S:
    """A copy of the settings object with the values checked and replaced."""
    known = declared(type(settings))
    return replace(settings, **{key: parsed(key, value, known) for key, value in values.items()})  # type: ignore[type-var]  # S is one of the dataclasses above
