"""What there is: the tables that `glassjaw scenes`, `clips`, `scripts`, `rigs`, `servos`, `roots` and `keys` print.

What a servo is for its law says (systems/laws/), what a root mode is for is said here, once; the README's tables are
held to it by a test. The help in the window is made from the same groups of keys as `keys`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from components.law import LAWS
from components.rig import FREEDOMS
from components.settings import Root
from game.base.plays import parts
from game.session.controls import CONTROLS, GROUPS, MOUSE

ROOTS: Mapping[Root, str] = {
    Root.FREE: "nothing keeps it upright",
    Root.MEATHOOK: "a stiff spring to the world on the pelvis' orientation",
    Root.WEAK: "Dynamo's spring: no yaw, limited, breaks, weaker in the air",
    Root.FEET: "its own feet, and steps where these do not do: nothing from outside",
}

Rows = list[tuple[str, ...]]
Section = tuple[str, Sequence[tuple[str, str]]]  # title, (what is pressed, what it does)


def scenes() -> Rows:
    from game.scenes.scene import load_scene, scene_names

    return [(name, load_scene(name).about) for name in scene_names()]


def clips() -> Rows:
    """Each with where it is from, what its capture asks of feet, what was mended, what it still asks, and muscles."""
    from game.clips.info import clip_infos
    from game.clips.scan import captured, mends, scan
    from game.moves.library import load_clip
    from game.rigs.rig import load_rig

    rows: Rows = []
    rig = load_rig("boxer")
    for name, info in clip_infos().items():
        kinds = ("file", "pose", "moves", "mirror")
        source = next(f"{kind} {value}" for kind in kinds if (value := getattr(info, kind)))
        was, now = captured(name, rig).told() if info.file else "", scan(load_clip(name, rig), rig).told()
        mended = ", ".join(mends(info))
        told = [f"captured: {was}"] * bool(was) + [f"mended: {mended}"] * bool(mended)
        told += [f"still: {now}"] * bool(now) + [f"muscles x {info.muscles:g}"] * (info.muscles != 1.0)
        rows.append((name, source, *([f"({'; '.join(told)})"] * bool(told))))
    return rows


def scripts() -> Rows:
    from game.scripts.file import read_script
    from game.scripts.info import script_names, script_path

    tables = [(name, read_script(script_path(name))[0]) for name in script_names()]
    return [(name, ": ".join(part for part in (table.title, table.about) if part)) for name, table in tables]


def rigs() -> Rows:
    from game.rigs.rig import load_rig, rig_names

    rows: Rows = []
    for name in rig_names():
        rig = load_rig(name)
        freedoms, root = sum(FREEDOMS[bone.joint] for bone in rig.bones[1:]), "hips held" if rig.held else "a free root"
        body = (
            f"{len(rig.bones)} bones, {freedoms} degrees of freedom and {root}, {rig.height:.2f} m, {rig.mass:.0f} kg"
        )
        rows.append((name, body, ", ".join(rig.limbs)))
    return rows


def servos() -> Rows:
    return [(law.name, law.about) for law in LAWS.values()]


def roots() -> Rows:
    return [(root.value, about) for root, about in ROOTS.items()]


def play_keys() -> list[Section]:
    """What keys do in each mode of play that has some."""
    plays = [part.PLAY for part in parts("session")]
    return [(play.keys_title, play.keys_told()) for play in plays if play.keys_title]


def window_keys() -> list[Section]:
    """What mouse and keys do in every scene."""
    groups = [
        (title, [(control.shown, control.about) for control in CONTROLS if control.group == group])
        for group, title in GROUPS.items()
    ]
    return [("Mouse", MOUSE), *groups]


def keys() -> Rows:
    """Every group under its title, those of who plays first."""
    rows: Rows = []
    for title, own in [*play_keys(), *window_keys()]:
        rows += [*([("",)] if rows else []), (title,), *((f"  {key}", about) for key, about in own)]
    return rows


def controllers() -> Rows:
    """Each with its sort, what it does, where it begins and where it ends."""
    from systems.controllers import CONTROLLERS  # loads the compiler

    rows: Rows = []
    for each in CONTROLLERS.values():
        rows += [(each.name, f"{each.sort}{', a reflex' if each.reflex else ''}: {each.about}")]
        rows += [("", f"begins: {each.begins or each.before.said}"), ("", f"ends:   {each.ends or each.after.said}")]
    for part in parts("session"):
        own = part.PLAY.controllers()
        rows += [("",), (part.PLAY.name, "what its minds want"), *own] if own else []
    return rows


LISTS: Mapping[str, Callable[[], Rows]] = {
    "scenes": scenes,
    "clips": clips,
    "scripts": scripts,
    "rigs": rigs,
    "servos": servos,
    "controllers": controllers,
    "roots": roots,
    "keys": keys,
}


def text(rows: Rows) -> str:
    """Plain columns, the same on a terminal and in a pipe."""
    width = max((len(row[0]) for row in rows), default=0)
    return "\n".join(f"{name:<{width}}  {'  '.join(rest)}".rstrip() for name, *rest in rows)
