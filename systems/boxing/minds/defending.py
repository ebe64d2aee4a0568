"""What to do about a punch that is seen coming, a bad moment, and the floor."""

from __future__ import annotations

from typing import ClassVar

from components.control import Status
from components.fight import Order
from systems.boxing.minds.controller import Controller
from systems.boxing.minds.mind import Mind, View, Wish

THREAT_S = 0.35  # a fist that would be here within this time is a punch
SEEN_ONCE_S = 0.5  # a punch is judged once
COVER_S = 0.45
BREATHER_S, BETWEEN_S = 2.5, 4.0
FRESHER = 5.0  # stamina by which who has more than the other goes on all the same
HURT, WELL = 0.75, 0.9  # of its strength: below the one it looks after itself, above the other no more


def notice(view: View, mind: Mind) -> None:
    """A fist comes: does it see what is to be done about it?"""
    if view.threat_s > THREAT_S or mind.alert_s > 0.0:
        return
    mind.alert_s = SEEN_ONCE_S
    mind.pressure += 1.0
    if view.luck("alert") < view.style.alertness:
        answer = view.pick(view.style.defence, "defence")
        mind.answer = "step_back" if view.threat_low and answer == "duck" else answer
        mind.counters = view.luck("counter") < view.style.counter * view.style.eagerness


class Defend(Controller):
    """Between attacks: whoever always covered up would never punch."""

    name: ClassVar = "defend"
    urgency: ClassVar = 3
    longest_s: ClassVar = 1.0

    def can_start(self, view: View, mind: Mind) -> bool:
        return bool(mind.answer) and view.free

    def begin(self, view: View, mind: Mind) -> None:
        mind.plan = () if mind.answer in ("", "block") else (Order(mind.answer),)

    def step(self, view: View, mind: Mind) -> Wish:
        if mind.plan:
            (order,), mind.plan = mind.plan, ()
            return Wish(order=order)
        if mind.answer == "block" and mind.since_s < COVER_S:
            return Wish(block="low" if view.threat_low else "high")
        if not view.free or mind.since_s < 0.1:
            return Wish()
        mind.answer = ""
        if mind.counters:
            mind.counters, mind.patience_s = False, 0.0
        return Wish(Status.SUCCEEDED)


class Recover(Controller):
    """Hurt, or out of breath and no fresher than the other: hands up and away.

    For breath no longer than 2.5 s at a time, and then 4 s not at all: two tired boxers would only look at each other.
    """

    name: ClassVar = "recover"
    urgency: ClassVar = 6
    longest_s: ClassVar = 3.5

    def can_start(self, view: View, mind: Mind) -> bool:
        breathless = view.stamina < self.breath_wanted(view) and mind.breather_s <= 0.0
        return view.authority < HURT or breathless

    def step(self, view: View, mind: Mind) -> Wish:
        if view.authority > WELL and (mind.since_s > BREATHER_S or view.stamina > self.breath_wanted(view) + 4.0):
            mind.breather_s = BETWEEN_S
            return Wish(Status.SUCCEEDED)
        if view.distance > view.style.range_m + 0.3:
            return Wish()
        if view.room_back > 0.5 and mind.since_s > 0.4:
            return Wish(walk=(-1.0, 0.0))
        return Wish(walk=(0.0, mind.side), block="high")

    def breath_wanted(self, view: View) -> float:
        return min(view.style.stamina_sense, view.their_stamina + FRESHER)


class GetUp(Controller):
    """On the floor there is nothing to want: the body gets up as it can (systems/controllers)."""

    name: ClassVar = "get_up"
    urgency: ClassVar = 9
    longest_s: ClassVar = 60.0

    def can_start(self, view: View, mind: Mind) -> bool:
        return not view.awake

    def begin(self, view: View, mind: Mind) -> None:
        mind.plan, mind.answer = (), ""

    def step(self, view: View, mind: Mind) -> Wish:
        return Wish(Status.SUCCEEDED if view.awake else Status.RUNNING)
