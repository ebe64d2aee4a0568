"""Setting controls: every setting of a running world by key or panel, for all characters or for the chosen one.

    session.change("strength", 2.0)      # refused with a message where it is wrong, and then nothing has changed
    session.next_choice("servo")

Whatever is changed goes through the history as a deed, so that it is changed again when a moment is gone back to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from components.errors import InputError
from components.law import LAWS
from components.limbs import LimbSettings, checked_for_limb, for_limbs
from components.rig import ALL, Rig
from components.settings import AT_START as AT_START
from components.settings import WorldSettings, changed, declared, groups
from game.clips.info import clip_names
from game.rigs.rig import rig_names
from game.scripts.info import script_names
from game.session.controls import KEY, Action
from game.session.deeds import SetValue
from game.session.history import History
from game.session.messages import Messages
from game.session.stepping import shown, stepped
from game.world.character import Character
from game.world.limb import Limb
from game.world.simulation import Simulation

MIXED = "mixed"
"""What `value` says of a setting that characters differ in."""

SLACK = 0.02  # the tension that a trigger begins with
NAMES: Mapping[str, Callable[[], Sequence[str]]] = {
    "clip": clip_names,
    "rig": rig_names,
    "script": lambda: ("", *script_names()),
}
"""Settings that are one of some names; the empty one is none."""


class SettingControls:
    """What a session has of settings; worlds and history are the session's."""

    simulation: Simulation
    rival: Simulation | None
    apart: Mapping[str, Any]  # what the one beside has of its own
    history: History
    messages: Messages
    chosen: str | None = None  # whom keys and panel speak of; none: all
    limb = ALL  # and which of his limbs
    setting = "strength"  # that the arrow keys change
    pulled = 0.0  # how far a trigger tenses them
    squeezed: Sequence[tuple[str, str, Any]] = ()  # who, which limb, and his tension before a trigger was pulled

    def say(self, text: str) -> None:
        self.messages.say(text)

    def _meant(self) -> list[Character]:
        characters = self.simulation.characters
        return [characters[self.chosen]] if self.chosen is not None else list(characters.values())

    @property
    def rig(self) -> Rig:
        """Of whom keys and panel speak, or of the first of them."""
        return self._meant()[0].rig

    def limb_marks(self) -> tuple[list[bool], list[bool]]:
        """Of the bones of that rig: which are set to hang, and which have anything of their own."""
        first = self._meant()[0]
        given = first.component(LimbSettings).painted(first.rig)
        apart = {row for bones, _, _ in given for row in bones}
        hung = self.simulation.stage.tables.muscles.hung[first.about.first : first.about.last].tolist()
        return hung, [row in apart for row in range(len(hung))]

    def _of_first(self, key: str) -> Any:
        if key in declared(WorldSettings):
            return getattr(self.simulation.stage.engine.settings, key)
        return self._meant()[0].get(key)

    def value(self, key: str) -> Any:
        """The setting's value now; MIXED where those who are meant differ."""
        if key in declared(WorldSettings):
            return self._of_first(key)
        if self.of_limb(key):
            first, *rest = [limb.get(key) for limb in self._limbs()]
            return first if first is not None and all(value == first for value in rest) else MIXED
        first, *rest = [character.get(key) for character in self._meant()]
        return first if all(value == first for value in rest) else MIXED

    def of_limb(self, key: str) -> bool:
        """Is it set for a limb? What a limb cannot have is of the whole body, whichever limb was chosen."""
        return self.limb != ALL and key in for_limbs()

    def own(self, key: str) -> bool:
        """Has the chosen limb a value of its own?"""
        return self.of_limb(key) and any(limb.own(key) is not None for limb in self._limbs())

    def _limbs(self) -> list[Limb]:
        return [each.limb(self.limb) for each in self._meant() if each.rig.has_limb(self.limb)]

    def change(self, key: str, value: object) -> bool:
        """Set it for all or the chosen one; a wrong value changes nothing and is said. None is what a limb may be
        given to be as its body again."""
        try:
            if self.of_limb(key):
                value = None if value is None else checked_for_limb(key, value)
                only = 0 if (key == "servo" or key in self.apart) and self.rival is not None else None
                self.history.do(SetValue(key, value, self.chosen, only, self.limb))
                return True
            for group in (group for group in (*groups(), WorldSettings) if key in declared(group)):
                value = getattr(changed(group(), **{key: value}), key)
            world = key in declared(WorldSettings)
            own = key == "servo" or key in self.apart
            only = 0 if own and self.rival is not None else None  # the one beside keeps its own
            self.history.do(SetValue(key, value, None if world else self.chosen, only))  # type: ignore[arg-type]  # `changed` made it one of these
        except InputError as error:
            self.say(str(error))
            return False
        if key == "script" and value:
            self._warn_of_deaf(str(value))
        return True

    def _warn_of_deaf(self, script: str) -> None:
        """A script that begins where nobody follows it looks like one that does not work."""
        for servo in dict.fromkeys(c.servo for c in self._meant() if not LAWS[c.servo].takes_keys):
            self.say(f"{Path(script).stem}: servo {servo} takes no key-frames, {KEY[Action.NEXT_SERVO]} changes it")

    def next_choice(self, key: str, up: bool = True) -> None:
        """The next value of a setting; said in words. A name that is refused (a script of other bones) is left out."""
        declaration = declared()[key]
        values: list[Any]
        if key in NAMES:
            names = list(NAMES[key]())
            now = self._meant()[0].clip if key == "clip" else self._of_first(key)
            at = names.index(now) if now in names else -1  # a boxer's move is none of them
            values = [names[(at + (n if up else -n)) % len(names)] for n in range(1, len(names))]
        else:
            now = self._limbs()[0].get(key) if self.of_limb(key) else self._of_first(key)
            now = self._of_first(key) if now is None else now  # bones that differ go on from what the body has
            values = [stepped(declaration, now, up, self._stands_for(key))]
        value = next((value for value in values if self.change(key, value)), None)
        if value is not None:
            who = "" if key in declared(WorldSettings) else f"{self.spoken_of(key)}: "
            self.say(f"{who}{key.replace('_', ' ')} {shown(declaration, value)}")

    def spoken_of(self, key: str = "servo") -> str:
        """`red left arm`"""
        limb = f" {self.limb.replace('_', ' ')}" if self.of_limb(key) else ""
        return f"{self.chosen or 'all'}{limb}"

    def _stands_for(self, key: str) -> float:
        """What `none` means now: the clip's own number."""
        limits = self.simulation.stage.clips.limits(self._meant()[0].clip)
        value = getattr(limits, key, None)
        return float(value) if value is not None else 1.0

    def choose_setting(self, steps: int) -> None:
        keys = self.settings()
        self.setting = keys[(keys.index(self.setting) + steps) % len(keys)]
        declaration = declared()[self.setting]
        value = self.value(self.setting)
        text = MIXED if value == MIXED else shown(declaration, value)
        self.say(f"{self.setting.replace('_', ' ')} {text}: {declaration.metadata['about']}")

    @staticmethod
    def settings() -> list[str]:
        """Those that can be changed while it runs."""
        return [key for key in declared() if key not in AT_START]

    def to_default(self) -> None:
        default = declared()[self.setting].default
        if self.of_limb(self.setting):
            self.change(self.setting, None)
            self.say(f"{self.spoken_of()}: {self.setting.replace('_', ' ')} as the rest of the body")
        elif self.change(self.setting, default):
            self.say(f"{self.setting.replace('_', ' ')} {shown(declared()[self.setting], default)}, its default")

    def laws_own(self) -> str:
        """The number of their law that has keys: of who is under `tension`, how firm he is."""
        meant = self.limb if self._meant()[0].rig.has_limb(self.limb) else ALL
        return "tension" if self._meant()[0].limb(meant).get("servo") == "tension" else "delta"

    def squeeze(self, share: float) -> None:
        """A trigger that is pulled so far (0 to 1) makes those who are meant firm, from hardly to wholly; once it is
        let go they are as they were."""
        if share > 0.0 and not self.squeezed:
            self.squeezed = [(each.name, self.limb, self._as_set(each)) for each in self._meant()]
        if share > 0.0:
            self.change("tension", SLACK ** (1.0 - share))
            return
        for who, limb, value in self.squeezed:
            self.history.do(SetValue("tension", value, who, limb=limb))
        self.squeezed = []

    def _as_set(self, character: Character) -> Any:
        """Of a limb none, where it is as the body is."""
        own = self.limb != ALL and character.rig.has_limb(self.limb)
        return character.limb(self.limb).own("tension") if own else character.get("tension")

    def next_character(self) -> None:
        names: list[str | None] = [None, *self.simulation.characters]
        self.choose(names[(names.index(self.chosen) + 1) % len(names)], self.limb)
        self.say(f"keys change {self.spoken_of()}")

    def choose(self, who: str | None, limb: str = ALL) -> None:
        """Whom keys and panel speak of, and which limb; none of that name: of the whole body."""
        self.chosen, self.limb = who, limb
        if limb != ALL and not self._limbs():
            self.limb = ALL

    def next_limb(self) -> None:
        names = self._meant()[0].limbs
        at = names.index(self.limb) if self.limb in names else -1
        self.choose(self.chosen, names[(at + 1) % len(names)])
        self.say(f"keys change {self.spoken_of()}")
