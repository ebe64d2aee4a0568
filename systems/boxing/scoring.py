"""What a fist does: when it has arrived, where, how hard, and what that costs and counts.

A punch lands once. From 0.1 s before its contact window until 0.1 s after it, its fist has to meet the opponent at more
than 2.2 m/s; the impulse of that step and of the three after it is the blow. A cross of 20 N s to the head takes 3.2
of 100 health, to the body 1.9 (and more breath), on the arms 0.5, and never the last. A head that takes more than its
chin bears goes down; with its health the chin goes, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from components.character import AWAKE, Balance, Body, Record, Recovery, Stun
from components.fight import Bout, Fighter, Hand, Strike
from components.settings import StunSettings
from systems.hits import HEAD_SHARE
from systems.kernels import tick
from systems.stage import Stage

EARLY_S = LATE_S = 0.1
CLOSING = 2.2  # m/s: less is a touch, no punch
GATHER = 4  # steps
HARM = 0.16  # health for each N s to the head
WORTH: Mapping[str, float] = {"head": 1.0, "body": 0.6, "arm": 0.15}
BREATH: Mapping[str, float] = {"head": 0.15, "body": 0.5, "arm": 0.1}  # stamina for each N s
DROPS_S = 0.6  # out of one's senses, and down; getting up takes longer (systems/boxing/bout.py)
WORN = 0.3  # of its chin that a boxer without any health has left
LEFT_BY_ARMS = 1.0  # health that no blow on the arms takes
OUT_COLD_S = 15.0  # longer than any count
HEAD, TRUNK, ARM = ("head", "neck"), ("spine", "clavicle"), ("upper_arm", "forearm", "hand")
FISTS = ("left_hand", "right_hand")


class Boxer(NamedTuple):
    """One of the two, with all of it that a bout looks at."""

    fighter: Fighter
    body: Body
    stun: Stun
    recovery: Recovery
    balance: Balance
    record: Record
    settings: StunSettings

    @property
    def down(self) -> bool:
        return self.record.fallen or self.recovery.phase is not AWAKE


def watch_fists(stage: Stage, bout: Bout, me: Boxer, other: Boxer) -> None:
    fighter = me.fighter
    if fighter.strike is not None:
        gather(stage, me, other, fighter.strike)
    elif fighter.punching is None or fighter.move_s < fighter.contact[0] - EARLY_S:
        fighter.landed_now = False
    elif not fighter.landed_now and fighter.move_s <= fighter.contact[1] + LATE_S and not other.down:
        fists = [fist for fist in FISTS if fighter.fist in ("", fist)]
        for fist in fists:
            if arrive(stage, bout, me, other, fist):
                break


def arrive(stage: Stage, bout: Bout, me: Boxer, other: Boxer, fist: str) -> bool:
    """Has this fist met the opponent in this step, fast enough? Then its strike begins."""
    contacts, order = stage.tables.contacts, me.fighter.punching
    hand = me.body.first + me.body.rig.index(fist)
    hardest, impulse = tick.meeting(stage.tables.handle, hand, other.body.first, other.body.last)
    if order is None or hardest < 0:
        return False
    bone = int(contacts.bone[hardest])
    speed = closing(stage, bout, hand, bone, hardest)
    if speed < CLOSING:
        return False
    most = float(contacts.impulse[hardest])
    x, y, z = contacts.position[hardest].tolist()
    me.fighter.strike = Strike(bone, most, impulse, speed, fist, (x, y, z), order)
    me.fighter.landed_now = True
    return True


def closing(stage: Stage, bout: Bout, hand: int, bone: int, row: int) -> float:
    """m/s along the normal, at the touching place, as both moved before the step."""
    bones, contacts = stage.tables.bones, stage.tables.contacts
    place, normal = contacts.position[row], contacts.normal[row]
    fist, struck = (bout.velocity[i] + np.cross(bout.spin[i], place - bones.position[i]) for i in (hand, bone))
    return float((fist - struck) @ normal)


def gather(stage: Stage, me: Boxer, other: Boxer, strike: Strike) -> None:
    """One more step of the same blow; the bone that took the hardest of it is where it landed."""
    contacts = stage.tables.contacts
    hand = me.body.first + me.body.rig.index(strike.fist)
    hardest, impulse = tick.meeting(stage.tables.handle, hand, other.body.first, other.body.last)
    bone, most, impulse = strike.bone, strike.most, strike.impulse + impulse
    if hardest >= 0 and contacts.impulse[hardest] > most:
        bone, most = int(contacts.bone[hardest]), float(contacts.impulse[hardest])
    strike = Strike(bone, most, impulse, strike.speed, strike.fist, strike.at, strike.order, strike.ticks + 1)
    me.fighter.strike = strike if strike.ticks < GATHER else None
    if strike.ticks >= GATHER:
        land(stage, me, other, strike)


def land(stage: Stage, me: Boxer, other: Boxer, strike: Strike) -> None:
    name = other.body.rig.bones[strike.bone - other.body.first].name
    place, fighter, struck = place_of(name), me.fighter, other.fighter
    if place == "low":
        stage.tell("low_blow", other.body.name, by=me.body.name, impulse=round(strike.impulse, 2))
        return
    weight = strike.impulse * WORTH[place] * strike.order.power
    least = LEFT_BY_ARMS if place == "arm" else 0.0
    struck.health = max(min(least, struck.health), struck.health - HARM * weight)
    struck.stamina = max(0.0, struck.stamina - BREATH[place] * strike.impulse)
    struck.unhurt_s = 0.0
    fighter.hardest = max(fighter.hardest, strike.impulse)
    if place == "arm":
        fighter.blocked += 1
    else:
        fighter.landed += 1
        fighter.power_landed += "jab" not in strike.order.move
        fighter.points += weight
    stage.tell(
        "land", other.body.name, by=me.body.name, hand=hand_of(fighter, strike.fist).value, move=strike.order.move,
        place=place, bone=name, impulse=round(strike.impulse, 2), speed=round(strike.speed, 2),
        at=[round(v, 3) for v in strike.at],
    )  # fmt: skip
    if struck.health <= 0.0:
        other.stun.unconscious_s = max(other.stun.unconscious_s, OUT_COLD_S)
    elif place == "head" and strike.impulse >= chin(other):
        other.stun.unconscious_s = max(other.stun.unconscious_s, DROPS_S)


def chin(boxer: Boxer) -> float:
    """N s to the head that take the legs away: with 50 of 100 health left, 27 of the 42 that a fresh boxer takes."""
    worn = WORN + (1.0 - WORN) * boxer.fighter.health / 100.0
    return worn * HEAD_SHARE * boxer.settings.knockout_impulse


def place_of(bone: str) -> str:
    plain = bone.removeprefix("left_").removeprefix("right_")
    for place, names in (("head", HEAD), ("body", TRUNK), ("arm", ARM)):
        if plain.startswith(names):
            return place
    return "low"  # below the belt


def hand_of(fighter: Fighter, fist: str) -> Hand:
    lead = "left" if fighter.stance == "orthodox" else "right"
    return Hand.LEAD if fist.startswith(lead) else Hand.REAR
