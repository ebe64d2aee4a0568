"""Where to be: near enough, not too near, not at the ropes, and out of a tangle."""

from __future__ import annotations

from typing import ClassVar

from components.clock import DT
from components.control import Status
from components.fight import Order
from systems.boxing.minds.controller import Controller
from systems.boxing.minds.mind import LOOK_TICKS, Mind, View, Wish

NEAR_ENOUGH, TOO_FAR, TOO_NEAR = 0.08, 0.25, 0.12  # m off the range it likes
CHESTS_TOUCH = 0.55  # m between the middles
CROWDED = 0.5  # m of room to a side that make it go round the other way
ENTANGLED_S, AWAY_S, LIMP_S = 1.0, 0.4, 0.3
LINKED_S = 1.2  # that arms have been locked
BREAK = "break_away"


class Approach(Controller):
    """Walks up to one who is out of reach."""

    name: ClassVar = "approach"
    urgency: ClassVar = 1

    def can_start(self, view: View, mind: Mind) -> bool:
        return view.seen and not view.down and view.distance > view.style.range_m + TOO_FAR

    def step(self, view: View, mind: Mind) -> Wish:
        if view.distance < view.style.range_m + NEAR_ENOUGH:
            return Wish(Status.SUCCEEDED)
        return Wish(walk=(1.0, 0.0))


class Circle(Controller):
    """What it does when there is nothing else to do: keeps its distance and goes round the other."""

    name: ClassVar = "circle"
    urgency: ClassVar = 0

    def can_start(self, view: View, mind: Mind) -> bool:
        return True

    def begin(self, view: View, mind: Mind) -> None:
        if view.luck("side") < 0.3:
            mind.side = -mind.side

    def step(self, view: View, mind: Mind) -> Wish:
        if not view.seen:
            return Wish()
        if (view.room_left if mind.side > 0.0 else view.room_right) < CROWDED:
            mind.side = -mind.side
        off = view.distance - view.style.range_m
        forward = 1.0 if off > NEAR_ENOUGH and not view.down else -1.0 if off < -TOO_NEAR else 0.0
        moves_on = view.luck("go round") < 0.25 * view.style.circling
        return Wish(walk=(forward, mind.side if moves_on else 0.0))

    def fails(self, view: View, mind: Mind) -> bool:
        return False


class ClinchApart(Controller):
    """Chests touch, no fist has room: away, and to the side if there are ropes behind."""

    name: ClassVar = "clinch_apart"
    urgency: ClassVar = 5
    longest_s: ClassVar = 1.5

    def can_start(self, view: View, mind: Mind) -> bool:
        return view.seen and view.distance < CHESTS_TOUCH and not view.down

    def step(self, view: View, mind: Mind) -> Wish:
        if view.distance > CHESTS_TOUCH + 0.2:
            return Wish(Status.SUCCEEDED)
        return Wish(walk=(-1.0, mind.side if view.room_back < CROWDED else 0.0))


class Untangle(Controller):
    """A limb has been held where it does not belong for 1 s: a step away, then 0.3 s without strength.

    The whole of it is 1.7 s. Limbs that come home by themselves take less than 1 s.
    """

    name: ClassVar = "untangle"
    urgency: ClassVar = 8
    longest_s: ClassVar = 2.0

    def can_start(self, view: View, mind: Mind) -> bool:
        return view.entangled_s > ENTANGLED_S

    def step(self, view: View, mind: Mind) -> Wish:
        if view.entangled_s == 0.0:
            return Wish(Status.SUCCEEDED)
        limp = AWAY_S <= mind.since_s < AWAY_S + LIMP_S - 0.5 * LOOK_TICKS * DT
        return Wish(walk=(-1.0, 0.0), limp=limp)


class BreakAway(Controller):
    """Arms are hooked into each other's: down with them, and a step back, as a referee's "break" has it."""

    name: ClassVar = "break_away"
    urgency: ClassVar = 7
    longest_s: ClassVar = 1.5

    def can_start(self, view: View, mind: Mind) -> bool:
        return view.linked_s > LINKED_S and not view.down

    def begin(self, view: View, mind: Mind) -> None:
        mind.plan, mind.linked_s = (Order(BREAK),), 0.0

    def step(self, view: View, mind: Mind) -> Wish:
        if not view.free:
            return Wish()
        if not mind.plan:
            return Wish(Status.SUCCEEDED)
        (order,), mind.plan = mind.plan, ()
        return Wish(order=order)
