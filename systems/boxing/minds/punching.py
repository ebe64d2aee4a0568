"""Attacks: one jab, or some punches in a row. Which punch goes where is the style's mix and a little luck.

In a row, what is easy comes more often: after a cross an uppercut of the same side starts 7 cm off, a hook 9 cm
(systems/stage.py: Graph), so a hook follows it half as often as the style's mix says.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from components.control import Status
from components.fight import Order
from systems.boxing.minds.controller import Controller
from systems.boxing.minds.mind import Mind, View, Wish

REACH = {"jab": 1.05, "body_jab": 1.0, "cross": 1.0, "body_cross": 0.95, "hook": 0.85, "uppercut": 0.8}  # m, middles
GET_THERE_S = 0.7  # that it walks after the other before an attack is given up
HALF_M = 0.02  # by which another punch is further off, and follows half as often
LOW = {"jab": "body_jab", "cross": "body_cross"}  # punches to the body that are moves of their own


class Attack(Controller):
    urgency: ClassVar = 3

    def ready(self, view: View, mind: Mind) -> bool:
        near = view.distance < view.style.range_m + 0.35
        return view.seen and near and not view.down and mind.patience_s <= 0.0 and view.stamina > 8.0

    def step(self, view: View, mind: Mind) -> Wish:
        if view.down:
            return self.over(view, mind, Status.FAILED)
        if not mind.plan:
            return self.over(view, mind, Status.SUCCEEDED) if view.free else Wish()
        if not view.free:
            return Wish()
        order, *rest = mind.plan
        if view.distance > REACH[order.move]:
            return Wish(walk=(1.0, 0.0)) if mind.since_s < GET_THERE_S else self.over(view, mind, Status.FAILED)
        mind.plan = tuple(rest)
        return Wish(order=order)

    def over(self, view: View, mind: Mind, status: Status) -> Wish:
        mind.plan = ()
        mind.patience_s = (0.4 + 1.2 * view.luck("patience")) / max(0.1, view.style.aggression * view.style.eagerness)
        return Wish(status)


class JabOut(Attack):
    """One jab, where it is near enough and has the patience no longer."""

    name: ClassVar = "jab_out"

    def can_start(self, view: View, mind: Mind) -> bool:
        return self.ready(view, mind) and view.luck("attack") < view.style.jabs

    def begin(self, view: View, mind: Mind) -> None:
        mind.plan = (punch(view, "jab", "only"),)


class Combination(Attack):
    """Some punches in a row, each led to by the one before."""

    name: ClassVar = "combination"

    def can_start(self, view: View, mind: Mind) -> bool:
        return self.ready(view, mind) and view.luck("attack") >= view.style.jabs

    def begin(self, view: View, mind: Mind) -> None:
        count = 1 + int(view.luck("count") * view.style.combination)
        plan: list[Order] = []
        for i in range(count):
            plan.append(punch(view, view.pick(follow_ups(view, plan), f"punch {i}"), f"{i}"))
        mind.plan = tuple(plan)


def follow_ups(view: View, plan: Sequence[Order]) -> Sequence[tuple[str, float]]:
    """The style's mix, and what lies near in the motion graph rather than what does not."""
    if not plan:
        return view.style.punches
    off = [view.leads_to(plan[-1].move, name) for name, _ in view.style.punches]
    return [(name, w * 0.5 ** ((d - min(off)) / HALF_M)) for (name, w), d in zip(view.style.punches, off, strict=True)]


def punch(view: View, move: str, which: str) -> Order:
    low = move in LOW.values() or view.luck(f"low {which}") < view.style.body_share
    power = 0.8 + 0.5 * view.luck(f"power {which}")
    if low and move == "uppercut":
        low = False
    return Order(LOW.get(move, move) if low else move, "body" if low else "head", round(power, 2))
