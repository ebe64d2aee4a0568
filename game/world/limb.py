"""A limb of a character as scripts see it: which law moves it, and with which settings.

    red.limb("arms").servo = "off"
    red.limb("left_arm").set("strength", 0.5)
    red.limb("left_arm").set("strength", None)      # as the rest of the body again
    red.limb("arms").get("servo")                   # none where its bones differ

Which value a bone has where several limbs hold it is said in components/limbs.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import esper

from components.character import Motion
from components.law import LAWS
from components.limbs import LimbSettings, checked_for_limb, known_limb
from components.rig import ALL
from systems.motion import come_in

if TYPE_CHECKING:
    from game.world.character import Character

WAKE_S = 0.6  # in which muscles that were off bring the limbs from where they happen to lie to the clip


class Limb:
    """A view; nothing is kept here."""

    def __init__(self, character: Character, name: str) -> None:
        self.character, self.rig = character, character.rig
        self.name = known_limb(self.rig, name)
        self._rows = self.rig.limb(name)

    @property
    def bones(self) -> list[str]:
        return [self.rig.names[row] for row in self._rows]

    @property
    def servo(self) -> str | None:
        """The law that is set for all its bones; none where they differ."""
        law: str | None = self.get("servo")
        return law

    @servo.setter
    def servo(self, value: str | None) -> None:
        self.set("servo", value)

    def get(self, key: str) -> Any:
        """The value that all its bones have; none where they differ."""
        values = self._values(key)
        return values[0] if all(value == values[0] for value in values) else None

    def own(self, key: str) -> Any:
        """What is given for this limb by itself; none: nothing."""
        if self.name == ALL:
            return self.character.get(key)
        return next((each.value for each in self._settings.all if (each.limb, each.key) == (self.name, key)), None)

    def set(self, key: str, value: object) -> None:
        """Change a setting of its law from the next tick on; none takes back what this limb has of its own."""
        if self.name == ALL:
            self.character.set(key, value)
            return
        before = self._values("servo")
        if value is None:
            checked_for_limb(key, self.character.get(key))
            new = self._settings.without(self.name, key)
        else:
            new = self._settings.given(self.name, key, checked_for_limb(key, value))
        esper.add_component(self.character.entity, new)
        if key == "servo":
            self._wake(before, self._values("servo"))
        stage = self.character.stage
        stage.modes_changed = stage.servo_changed = True

    @property
    def _settings(self) -> LimbSettings:
        found: LimbSettings = self.character.component(LimbSettings)
        return found

    def _values(self, key: str) -> list[Any]:
        own, painted = self.character.get(key), self._settings.painted(self.rig)
        return [
            next((value for bones, k, value in reversed(painted) if k == key and row in bones), own)
            for row in self._rows
        ]

    def _wake(self, before: list[str], after: list[str]) -> None:
        """Bones that nobody held come in to the clip from where they are."""
        woken = [
            row
            for row, old, new in zip(self._rows, before, after, strict=True)
            if LAWS[old].limp and not LAWS[new].limp
        ]
        if woken:
            come_in(self.character.stage, self.character.about, self.character.component(Motion), woken, WAKE_S)
