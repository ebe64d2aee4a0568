"""The bout's referee and judges: bell, rounds, knock-downs, the count, the result.

Who goes down while the round is on is counted, one a second; at 10 it is over (KO). Standing and awake before that it
boxes on. A knock-down is a fall within 2 s of a fist that landed, or out of one's senses; any other is a slip, which is
counted as well but costs nothing. So many knock-downs (3) are a TKO. A round goes 10-9 to whom more weight has landed,
a point less for each knock-down. At 40 health a knock-down leaves a boxer out for 3 s, and getting up takes about 5.
The count waits while somebody who is down is carried back into the ring.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from components.character import Balance, Body, Phase, Record, Recovery, Stun
from components.fight import Bout, BoutPhase, Fighter
from components.ropes import Ropes
from components.settings import Ground, StunSettings
from components.table import Before, Bones, Impacts, Skeletons
from systems.boxing.damage import OUT_COLD_S, Boxer, land
from systems.boxing.scoring import watch_fists
from systems.grounds.ring import BLOCK, BLOCK_DROP, BLOCKS
from systems.ropes import carried
from systems.stage import Stage, System

READY_S = 2.0
COUNT = 10
HURT_S = 2.0  # after a blow a fall is its doing
DAZE_S = 5.0  # out of one's senses after a knock-down with no health left
STAMINA_BACK, HEALTH_BACK = 5.0, 0.5  # a second of rest
CLOSE = 0.05  # share of the landed weight that makes no difference to a judge
STAYS_S = 25.0  # that who was counted out stays down; who is already rising, gets up
EDGE = BLOCK * BLOCKS / 2  # m


class BoutSystem(System):
    reads: ClassVar = (Before, Body, Bones, Impacts, Recovery, Balance, Record, Ropes, Skeletons, StunSettings)
    writes: ClassVar = (Bout, Fighter, Stun)
    only_with: ClassVar = Bout

    _found: list[tuple[int, tuple[Any, ...]]] | None = None
    _red: Boxer
    _blue: Boxer

    def process(self, dt: float) -> None:
        for _, (bout,) in self.query(Bout):
            found = self.query(Fighter, Body, Stun, Recovery, Balance, Record, StunSettings)
            if found is not self._found:  # the same list until a component comes or goes
                boxers = (Boxer(*parts) for _, parts in found)
                self._red, self._blue = sorted(boxers, key=lambda boxer: boxer.fighter.corner != "red")
                self._found = found
            if self.stage.ticks:  # the first tick is nobody's
                bout.clock_s += dt
                self.phase(bout, (self._red, self._blue), dt)

    def phase(self, bout: Bout, boxers: tuple[Boxer, Boxer], dt: float) -> None:
        if bout.phase is BoutPhase.OVER:
            return
        edge = self.stage.engine.settings.ground is Ground.PLATFORM
        if edge and (off := [boxer for boxer in boxers if self.fell_off(boxer)]):
            self.end(bout, boxers, off, "out of the ring")
        elif bout.phase is BoutPhase.FIGHT:
            self.fight(bout, boxers, dt)
        elif bout.phase is BoutPhase.COUNT:
            self.count(bout, boxers, dt)
        elif bout.phase is BoutPhase.REST:
            self.rest(bout, boxers, dt)
        elif bout.clock_s >= READY_S:
            self.start_round(bout, boxers)

    # --- a round

    def start_round(self, bout: Bout, boxers: tuple[Boxer, Boxer]) -> None:
        enter(bout, BoutPhase.FIGHT)
        bout.fought_s = 0.0
        for boxer in boxers:
            boxer.fighter.points, boxer.fighter.round_knockdowns = 0.0, 0
        self.stage.tell("bell", "")
        self.stage.tell("round", "", round=bout.round)

    def fight(self, bout: Bout, boxers: tuple[Boxer, Boxer], dt: float) -> None:
        bout.fought_s = bout.clock_s
        red, blue = boxers
        for me, other in ((red, blue), (blue, red)):
            me.fighter.unhurt_s += dt
            watch_fists(self.stage, me, other)
        fallen = [boxer for boxer in boxers if boxer.down]
        if fallen:
            settle_strikes(self.stage, boxers)
        for boxer in fallen:
            self.knock_down(boxer)
        beaten = [boxer for boxer in fallen if boxer.fighter.knockdowns >= bout.knockdowns_tko]
        if beaten:
            self.end(bout, boxers, beaten, "TKO")
        elif fallen:
            enter(bout, BoutPhase.COUNT)
            bout.down = fallen[0].body.name
        elif bout.clock_s >= bout.round_s:
            self.end_round(bout, boxers)

    def end_round(self, bout: Bout, boxers: tuple[Boxer, Boxer]) -> None:
        settle_strikes(self.stage, boxers)
        red, blue = (boxer.fighter for boxer in boxers)
        bout.cards = (*bout.cards, card(red, blue))
        self.stage.tell("bell", "")
        if bout.round < bout.rounds:
            enter(bout, BoutPhase.REST)
            return
        totals = [sum(points) for points in zip(*bout.cards, strict=True)]
        behind = [boxer for boxer, own in zip(boxers, totals, strict=True) if own < max(totals)]
        self.end(bout, boxers, behind or list(boxers), "decision")

    def rest(self, bout: Bout, boxers: tuple[Boxer, Boxer], dt: float) -> None:
        for fighter in (boxer.fighter for boxer in boxers):
            fighter.stamina = min(100.0, fighter.stamina + STAMINA_BACK * dt)
            fighter.health = min(100.0, fighter.health + HEALTH_BACK * dt)
        if bout.clock_s >= bout.rest_s:
            bout.round += 1
            self.start_round(bout, boxers)

    # --- down

    def knock_down(self, boxer: Boxer) -> None:
        fighter, stun = boxer.fighter, boxer.stun
        fighter.counted, fighter.down_s = True, 0.0
        if fighter.unhurt_s > HURT_S and stun.unconscious_s <= 0.0:
            self.stage.tell("slip", boxer.body.name)
            return
        fighter.knockdowns += 1
        fighter.round_knockdowns += 1
        daze = DAZE_S * (1.0 - fighter.health / 100.0) if fighter.health > 0.0 else OUT_COLD_S
        stun.unconscious_s = max(stun.unconscious_s, daze)
        self.stage.tell("knockdown", boxer.body.name, number=fighter.knockdowns)

    def count(self, bout: Bout, boxers: tuple[Boxer, Boxer], dt: float) -> None:
        for boxer in boxers:
            fighter = boxer.fighter
            fighter.unhurt_s += dt
            if fighter.counted:
                fighter.down_s += dt
                fighter.counted = boxer.down or not boxer.balance.upright or boxer.stun.unconscious_s > 0.0
        still = [boxer for boxer in boxers if boxer.fighter.counted]
        if any(carried(self.stage, boxer.body) for boxer in still):
            bout.clock_s -= dt
        if not still:
            self.stage.tell("box", bout.down, count=bout.count)
            fought = bout.fought_s
            enter(bout, BoutPhase.FIGHT)
            bout.clock_s = fought
        elif bout.clock_s >= bout.count + 1:
            bout.count += 1
            bout.down = still[0].body.name
            self.stage.tell("count", bout.down, number=bout.count)
            if bout.count >= COUNT:
                self.end(bout, boxers, still, "KO")
                for boxer in (boxer for boxer in still if boxer.recovery.phase is not Phase.RISING):
                    boxer.stun.unconscious_s = max(boxer.stun.unconscious_s, STAYS_S)

    # --- the end

    def fell_off(self, boxer: Boxer) -> bool:
        place = self.stage.tables.bones.position[boxer.body.first : boxer.body.last]
        return bool(np.abs(place[0, :2]).max() > EDGE and place[:, 2].min() < -BLOCK_DROP / 2)

    def end(self, bout: Bout, boxers: tuple[Boxer, Boxer], losers: list[Boxer], how: str) -> None:
        """Both may have lost: then nobody has won."""
        enter(bout, BoutPhase.OVER)
        settle_strikes(self.stage, boxers)
        winners = [boxer for boxer in boxers if boxer not in losers]
        bout.winner, bout.how = (winners[0].body.name, how) if winners else ("", "draw")
        self.stage.tell("bell", "")
        self.stage.tell("result", bout.winner or "nobody", how=bout.how, round=bout.round)


def enter(bout: Bout, phase: BoutPhase) -> None:
    bout.phase, bout.clock_s, bout.count, bout.down = phase, 0.0, 0, ""


def settle_strikes(stage: Stage, boxers: tuple[Boxer, Boxer]) -> None:
    """A fist that has met the other before the bell, or before he fell, has landed with what was gathered so far."""
    for me, other in (boxers, boxers[::-1]):
        strike, me.fighter.strike = me.fighter.strike, None
        if strike is not None:
            land(stage, me, other, strike)


def card(red: Fighter, blue: Fighter) -> tuple[int, int]:
    """10 to who was down less often, or else landed more, 9 to the other; one less for each time down."""
    better = blue.round_knockdowns - red.round_knockdowns
    if better == 0 and abs(red.points - blue.points) > CLOSE * max(red.points, blue.points):
        better = 1 if red.points > blue.points else -1
    own, theirs = (10 - (better < 0)) - red.round_knockdowns, (10 - (better > 0)) - blue.round_knockdowns
    return own, theirs
