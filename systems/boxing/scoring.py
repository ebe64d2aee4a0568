"""What a fist does: when it has arrived, and how much of a blow it is. What that costs is in damage.py, beside this.

A punch lands once. From 0.1 s before its contact window until 0.1 s after it, its fist has to meet the opponent at more
than 2.2 m/s; the impulse of that step and of the three after it is the blow.
"""

from __future__ import annotations

from components.fight import Strike
from systems.boxing.damage import Boxer, land
from systems.kernels import tick
from systems.stage import Stage

EARLY_S = LATE_S = 0.1
CLOSING = 2.2  # m/s: less is a touch, no punch
GATHER = 4  # steps
FISTS = ("left_hand", "right_hand")


def watch_fists(stage: Stage, me: Boxer, other: Boxer) -> None:
    fighter = me.fighter
    if fighter.strike is not None:
        gather(stage, me, other, fighter.strike)
    elif fighter.punching is None or fighter.move_s < fighter.contact[0] - EARLY_S:
        fighter.landed_now = False
    elif not fighter.landed_now and fighter.move_s <= fighter.contact[1] + LATE_S and not other.down:
        fists = [fist for fist in FISTS if fighter.fist in ("", fist)]
        for fist in fists:
            if arrive(stage, me, other, fist):
                break


def arrive(stage: Stage, me: Boxer, other: Boxer, fist: str) -> bool:
    """Has this fist met the opponent in this step, fast enough? Then its strike begins."""
    impacts, order = stage.tables.impacts, me.fighter.punching
    hardest, impulse = struck(stage, me, other, fist)
    if order is None or hardest < 0:
        return False
    speed = float(impacts.closing[hardest])
    if speed < CLOSING:
        return False
    x, y, z = impacts.place[hardest].tolist()
    bone, most = int(impacts.bone[hardest]), float(impacts.impulse[hardest])
    me.fighter.strike = Strike(bone, most, impulse, speed, fist, (x, y, z), order)
    me.fighter.landed_now = True
    return True


def struck(stage: Stage, me: Boxer, other: Boxer, fist: str) -> tuple[int, float]:
    """What this fist does to the opponent in this step: its hardest impact, -1 if none, and N s of all."""
    hand = me.body.first + me.body.rig.index(fist)
    hardest, impulse = tick.struck_by(stage.tables.handle, hand, other.body.first, other.body.last)
    return int(hardest), float(impulse)


def gather(stage: Stage, me: Boxer, other: Boxer, strike: Strike) -> None:
    """One more step of the same blow; the bone that took the hardest of it is where it landed."""
    impacts = stage.tables.impacts
    hardest, impulse = struck(stage, me, other, strike.fist)
    bone, most, impulse = strike.bone, strike.most, strike.impulse + impulse
    if hardest >= 0 and impacts.impulse[hardest] > most:
        bone, most = int(impacts.bone[hardest]), float(impacts.impulse[hardest])
    strike = Strike(bone, most, impulse, strike.speed, strike.fist, strike.at, strike.order, strike.ticks + 1)
    me.fighter.strike = strike if strike.ticks < GATHER else None
    if strike.ticks >= GATHER:
        land(stage, me, other, strike)
