"""A bout in a scene: its table, what a boxer has of its own, and what both say.

[[character]]
style = "brawler"     # of the computer that leads it (data/styles.toml); a person's or nobody's without it
level = 3             # how well it boxes, 1 to 3
stance = "southpaw"   # which foot is in front
[bout]                # the two characters box; the first is in the red corner
rounds = 3

At the top of the file, `practice = true` asks the person for each punch once (game/plays/boxing/session/practice.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from components.settings import setting
from game.scenes.draft import Draft
from game.scenes.file import Name
from game.scenes.plays import CharacterKeys, ScenePlay
from game.scenes.scene import Scene
from game.scenes.styles import styles

NOBODY_BOXES = "is for boxers, and there are none in this scene"


class Stance(StrEnum):
    ORTHODOX = "orthodox"
    SOUTHPAW = "southpaw"


@dataclass(frozen=True)
class BoxerSettings:
    """What a boxer has of its own, in its table of a scene file and for `--set`."""

    style: str = setting("", "of the computer that leads it (data/styles.toml); a person's or nobody's if empty")
    level: int = setting(2, "how well the computer boxes", "", 1, 3)
    stance: Stance = setting(Stance.ORTHODOX, "which foot is in front")


class BoxerKeys(msgspec.Struct, frozen=True, kw_only=True):
    """Of a [[character]]: who leads it, how well, and which foot is in front."""

    style: Name | Literal[""] = ""
    level: Annotated[int, Meta(ge=1, le=3)] = 2
    stance: Stance = Stance.ORTHODOX


class Bout(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    rounds: Annotated[int, Meta(ge=1, le=15)] = 3
    round_s: Annotated[float, Meta(ge=1.0, le=3600.0)] = 60.0
    rest_s: Annotated[float, Meta(ge=0.0, le=600.0)] = 10.0
    knockdowns_tko: Annotated[int, Meta(ge=1, le=100)] = 3


class Tables(msgspec.Struct, kw_only=True):
    practice: bool = False
    bout: Bout | None = None


@dataclass(frozen=True)
class BoutSpec:
    rounds: int
    round_s: float
    rest_s: float
    knockdowns_tko: int  # so many of one boxer end it
    boxers: tuple[BoxerSettings, BoxerSettings]  # of the scene's two characters: red, then blue
    practice: bool = False  # is each punch asked for once (game/plays/boxing/session/practice.py)


def make(draft: Draft, tables: Tables) -> BoutSpec | None:
    bout, boxers = tables.bout, draft.own_keys(BoxerKeys)
    if bout is None:
        for index, keys in enumerate(boxers, 1):
            if keys != BoxerKeys():
                raise draft.places.error(
                    "style, level and stance are for boxers: there is no [bout]", f"character[{index}]"
                )
        if tables.practice:
            raise draft.places.error("is for boxers: there is no [bout]", "practice")
        return None
    if len(draft.names) != 2 or len(boxers) != 2:
        raise draft.places.error(f"needs two characters, not {len(draft.names)}", "bout")
    red, blue = (
        draft.own_settings(BoxerSettings, keys, name) for keys, name in zip(boxers, draft.names, strict=True)
    )  # fmt: skip
    return BoutSpec(bout.rounds, bout.round_s, bout.rest_s, bout.knockdowns_tko, (red, blue), tables.practice)


PLAY = ScenePlay(
    key="bout",
    tables=Tables,
    make=make,
    character=CharacterKeys(
        table=BoxerKeys,
        settings=BoxerSettings,
        unplayed=NOBODY_BOXES,
        look_up={"style": lambda name: name and styles().style(name, BoxerSettings.level)},
    ),
)


def bout_of(scene: Scene) -> BoutSpec | None:
    """The bout that is to be fought in it, if there is one."""
    return scene.plays.get(PLAY.key)


def practises(scene: Scene) -> bool:
    """Is each punch asked for once in it?"""
    bout = bout_of(scene)
    return bout is not None and bout.practice


def with_bout(scene: Scene, bout: BoutSpec | None) -> Scene:
    """The same with that bout; None: nobody boxes."""
    return scene.playing(PLAY.key, bout)
