"""Boxing in a world: its systems, boxers and their bout, and what the report says of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import esper

from components.character import Body
from components.fight import Bout, Fighter
from game.plays.boxing.scenes import bout_of
from game.scenes.scene import Scene
from game.world.plays import Place, WorldPlay
from systems.boxing.bout import BoutSystem
from systems.boxing.boxing import BoxingSystem
from systems.boxing.fists import FistsSystem
from systems.boxing.marshal import MarshalSystem
from systems.boxing.minds.supervisor import MindSystem
from systems.footing import FootingSystem
from systems.referee import RefereeSystem
from systems.supervisor import SupervisorSystem


def build(scene: Scene) -> None:
    """The two characters become boxers, in the order in which they were made: red, blue."""
    spec = bout_of(scene)
    if spec is None:
        return
    bodies = sorted(esper.get_component(Body), key=lambda pair: pair[0])
    for (entity, _), (_, opponent), corner, boxer in zip(
        bodies, reversed(bodies), ("red", "blue"), spec.boxers, strict=True
    ):
        esper.add_component(entity, Fighter(opponent.name, corner, boxer.style, boxer.level, boxer.stance))
    esper.create_entity(Bout(spec.rounds, spec.round_s, spec.rest_s, spec.knockdowns_tko))


def report(_: Mapping[str, Any]) -> dict[str, Any] | None:
    """How it ended, and what both did."""
    bout = next((bout for _, bout in esper.get_component(Bout)), None)
    if bout is None:
        return None
    boxers = sorted(esper.get_components(Body, Fighter), key=lambda found: found[0])
    return {
        "winner": bout.winner,
        "how": bout.how,
        "phase": str(bout.phase),
        "round": bout.round,
        "rounds": bout.rounds,
        "cards": [list(points) for points in bout.cards],
        "boxers": {body.name: boxer_report(fighter) for _, (body, fighter) in boxers},
    }


def boxer_report(fighter: Fighter) -> dict[str, Any]:
    return {
        "corner": fighter.corner,
        "style": fighter.style,
        "level": fighter.level,
        "health": fighter.health,
        "stamina": fighter.stamina,
        "thrown": fighter.thrown,
        "landed": fighter.landed,
        "power_landed": fighter.power_landed,
        "blocked": fighter.blocked,
        "knockdowns": fighter.knockdowns,
        "hardest_Ns": fighter.hardest,
    }


PLAY = WorldPlay(
    build=build,
    row="bout",
    report=report,
    places=(
        Place(
            MindSystem,  # computer boxers: what they see -> orders
            MarshalSystem,  # the referee's word over wishes
            BoxingSystem,  # orders -> moves
            after=SupervisorSystem,
        ),
        Place(FistsSystem, after=FootingSystem),  # punches go where they were aimed -> Targets
        Place(BoutSystem, after=RefereeSystem),  # fists that land, count, rounds
    ),
    kept=(Bout,),
)
