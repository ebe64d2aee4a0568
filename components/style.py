"""What a computer boxer is like: how it fights, and how well. The data are in data/styles.toml."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Style:
    name: str
    range_m: float  # between the two bodies' middles, where it likes to be
    aggression: float  # attacks a second, when in range and nothing else is to do
    body_share: float  # of its punches, that go to the body
    jabs: float  # share of its attacks that are a single jab
    circling: float  # 0..1, how much it goes round the other
    counter: float  # chance to punch at once after a defence
    punches: tuple[tuple[str, float], ...]  # of its combinations: name and weight
    defence: tuple[tuple[str, float], ...]  # what it does about a punch: name and weight
    reaction_s: float  # how old what it sees is
    alertness: float  # chance to do something about a punch that it sees
    combination: int  # most punches in a row
    aim_m: float  # how far beside its target a fist goes at most, on each axis
    eagerness: float  # multiplies its aggression and its chance to counter
    craft: float  # chance, thirty times a second, to see that one who only punches will be out of breath
    stamina_sense: float  # below this stamina it rests for a while
