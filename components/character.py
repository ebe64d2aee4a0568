"""What a character is beside its bones: who it is, and the small states that systems keep of it from tick to tick."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from components.clip import Array, Clip
from components.glide import Glide
from components.rig import Rig


@dataclass(frozen=True, eq=False)
class Body:
    """Its place in the tables and in the engine. It is one object for ever, and is told from others by that."""

    name: str
    rig: Rig
    engine_id: int
    index: int  # row in the characters' tables
    first: int  # rows first .. last of the bone table
    last: int
    head: int
    feet: tuple[int, int]  # rows, left and right
    colour: tuple[float, float, float]


class Next(NamedTuple):
    """A clip to go on with, once the body is slow enough for it."""

    clip: Clip
    looping: bool | None


@dataclass
class Motion:
    """Where in its clip it is, and where the clip's origin lies in the world."""

    clip: Clip
    frame: float  # at the end of this tick
    looping: bool
    anchor: tuple[float, float, float]  # m, the clip's origin in the world; z is its floor
    heading: float  # rad, the clip's +x in the world
    offset: tuple[float, float, float] = (0.0, 0.0, 0.0)  # m, from the clip's place to where a blend began
    blend: float = 1.0  # 0 the old pose .. 1 the clip
    blend_s: float | None = None  # how long this blend lasts (none: as the settings say)
    glide: Glide | None = None  # how the body comes in to it from its own pose and speed (systems/gliding.py)
    rate: float = 1.0  # frames in a tick, as its settings had it in the last one
    pace: float = 1.0  # share of that at which it goes on now: it waits for a body that cannot follow
    stride: float = 1.0  # share of the clip's own by which its feet go, and so of its speed
    middle: float = 0.0  # m that its feet lie ahead of the hips in the middle of a stride
    after: Next | None = None  # what it slows down for, or lands
    changing: bool = False  # is it on its way from one clip to another, as systems/changing.py leads it
    tense_s: float = 0.0  # for how long it is still, once it plays the clip
    ended: bool = False
    travelled: tuple[float, float] = (0.0, 0.0)  # m, what the clip has moved its root since the start


@dataclass
class Stun:
    authority: float = 1.0
    blow: float = 0.0  # N s, what hit it lately, beyond what its own weight presses
    unconscious_s: float = 0.0  # still to come


@dataclass
class Balance:
    broken_s: float = 0.0
    low_s: float = 0.0  # how long the head has been low while the clip's is not
    upright: bool = True


@dataclass
class Feet:
    """What the ground is like below them."""

    known: bool = False  # has anybody looked
    ground: tuple[float, float] = (0.0, 0.0)  # m, for the left and the right one
    rise: tuple[float, float] = (0.0, 0.0)  # rad, of an even ground from heel to tip
    level: float = 0.0  # m, on which the body walks
    lift: tuple[float, float] = (0.0, 0.0)  # m, by which each reaches higher than its clip
    slope: tuple[float, float] = (0.0, 0.0)  # rad, by which the nose of each is higher than its clip has it
    stepping: bool = False  # does one take a step to its place (systems/stepping.py)
    steps: int = 0  # which: 0 left, 1 right
    steps_s: float = 0.0  # since the step began, or the last one ended
    raised: tuple[float, float] = (0.0, 0.0)  # m, by which each is raised for it


@dataclass
class Fall:
    """How it loses its balance, and how far it has come to the pose in which it comes down (systems/falling.py)."""

    lost_s: float = 0.0  # how long its balance has been beyond what can be held
    held_s: float = 0.0  # and how long within
    air_s: float = 0.0  # how long it has touched nothing while its clip stands on the floor
    rolls: int = 0  # over its right shoulder: 1, the left one: 2; 0: it comes down on its hands (systems/rolling.py)
    turned: float = 0.0  # deg, how far its trunk has turned forward from the upright in the last roll
    led_to: float = 0.0  # deg, the angle whose key poses it is led to
    share: float = 0.0  # of the way from its clip to the pose
    clears: tuple[float, float] = (0.0, 0.0)  # m, by which each foot is raised over what it has tripped on
    grip: float = 1.0  # share of its root spring that is left
    way: tuple[float, float] = (0.0, 0.0)  # in which it falls, forward and to the left, of length 1 at most


class Phase(StrEnum):
    AWAKE = "awake"
    FALLING = "falling"
    LIMP = "limp"
    RISING = "rising"


AWAKE, FALLING, LIMP, RISING = Phase  # asked for many times a tick, and each look into an enum takes 50 ns


@dataclass
class Recovery:
    """From standing to lying and back."""

    phase: Phase = Phase.AWAKE
    seconds: float = 0.0  # in this phase
    resting_s: float = 0.0
    resume: str = ""  # the clip to go back to
    start: int = 0  # of those that it may rise from (systems/rising.py)
    gathered: bool = False  # do its limbs lie where its getup begins


@dataclass
class SanePose:
    """The last pose that was good, to be put back to when a body blows up."""

    base: Array  # (13)
    joint: Array  # (bones, 4)


@dataclass
class PutBack:
    """When a body blew up last, and what came of it (systems/guard.py)."""

    tick: int | None = None  # none: never
    careful: bool = False  # it did so twice in a row: its muscles are asked carefully (systems/modes.py)
    out: bool = False  # and again while they were: it lies limp
    under: tuple[object, ...] = ()  # the settings of that time, until which both last


@dataclass
class Record:
    """Counts for the report; what is counted bone by bone is in components.table.Tallies."""

    start: tuple[float, float]  # m
    ticks: int = 0
    upright_ticks: int = 0
    falls: int = 0
    down_s: float = 0.0  # how long it has not been upright while its clip is
    up_s: float = 1.0
    fallen: bool = False
    getups: int = 0
    getups_failed: int = 0
    stunned_ticks: int = 0
    broken_ticks: int = 0
