"""Damage: what a punch that has landed costs and counts. Nothing else takes health.

A cross of 20 N s at power 1 to the head takes 20 x 0.2 = 4 of 100 health, to the body 2.4 (and more breath), on the
arms 0.6, and there never the last. Health and points are times the order's `power`, 0.8 to 1.3; breath is not. A head
that takes more than its chin bears goes down; with its health the chin goes, too. How hard and where it was comes from
[impacts], by way of systems/boxing/scoring.py. That a blow takes the strength out of muscles is systems/hits.py and
systems/stun.py, for boxers as for everybody.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from components.character import LIMP, RISING, Balance, Body, Record, Recovery, Stun
from components.fight import Fighter, Hand, Strike
from components.settings import StunSettings
from systems.hits import HEAD_SHARE
from systems.stage import Stage

HARM = 0.2  # health for each N s to the head
WORTH: Mapping[str, float] = {"head": 1.0, "body": 0.6, "arm": 0.15}
BREATH: Mapping[str, float] = {"head": 0.15, "body": 0.5, "arm": 0.1}  # stamina for each N s
DROPS_S = 0.6  # out of one's senses, and down; getting up takes longer (systems/boxing/bout.py)
WORN = 0.3  # of its chin that a boxer without any health has left
LEFT_BY_ARMS = 1.0  # health that no blow on the arms takes
OUT_COLD_S = 15.0  # longer than any count
HEAD, TRUNK, ARM = ("head", "neck"), ("spine", "clavicle"), ("upper_arm", "forearm", "hand")


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
        """Not while it falls: it may catch itself yet."""
        return self.record.fallen or self.recovery.phase in (LIMP, RISING)


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
    """N s to the head that takes the legs: with 50 of 100 health left, 14.6 of the 22.5 that a fresh boxer takes."""
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
