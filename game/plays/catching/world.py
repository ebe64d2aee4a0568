"""Catching in a world: its systems, those who catch, and what the report counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import esper

from components.catch import Catcher, Pitch
from components.character import Body
from components.clock import TICKS_PER_S
from game.plays.catching.scenes import CatchSpec, catches_of
from game.scenes.props import prop_kind
from game.scenes.scene import Scene
from game.world.plays import Place, WorldPlay
from systems.catching.catch import CatchSystem
from systems.catching.pitch import PitchSystem
from systems.commands import CommandsSystem
from systems.keyframes import KeyFramesSystem

STRIKER, STRIKER_COLOUR = "ball", (0.22, 0.36, 0.62)  # what is thrown at an arm that catches


def build(scene: Scene) -> None:
    for spec in catches_of(scene):
        add_catcher(spec)


def add_catcher(spec: CatchSpec) -> None:
    entity = next(entity for entity, body in esper.get_component(Body) if body.name == spec.who)
    strike = replace(prop_kind(STRIKER).prop(), colour=STRIKER_COLOUR) if spec.disturb else None
    pitch = Pitch(spec.kind.prop(), round(TICKS_PER_S * (spec.every_s or 0.0)), strike)
    esper.add_component(entity, Catcher(spec.hand, pitch))


def report(_: Mapping[str, Any]) -> dict[str, int] | None:
    """Balls that were thrown and caught, and those with the arm struck before."""
    catchers = [catcher for _, catcher in esper.get_component(Catcher)]
    counts = ("thrown", "caught", "disturbed", "disturbed_caught")
    return {count: sum(getattr(catcher, count) for catcher in catchers) for count in counts} if catchers else None


PLAY = WorldPlay(
    build=build,
    row="catch",
    report=report,
    places=(
        Place(PitchSystem, after=CommandsSystem),  # balls for those who catch
        Place(CatchSystem, after=KeyFramesSystem),  # a ball on its way -> Aims of an arm
    ),
)
