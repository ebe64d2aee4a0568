"""The shape of the project: which folder may import what, and what lies at the top."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from game.base.paths import PROJECT

PACKAGES = ("components", "systems", "game")
CODE = [path for package in PACKAGES for path in sorted((PROJECT / package).rglob("*.py"))]
MAY_IMPORT = {"components": {"components"}, "systems": {"components", "systems"}, "game": set(PACKAGES)}
"""components <- systems <- game"""

ROOMS = (
    "base", "cameras", "rigs", "clips", "moves", "learned", "scripts", "scenes", "world", "session", "sound", "picture",
    "hud", "panel", "window", "figures", "learning", "ladder", "cli",
)  # fmt: skip
"""Packages of game/: each imports only from those before it. `__init__` and `__main__` are the doors from outside."""

PLAYS = {f"systems.{path.parent.name}" for path in (PROJECT / "game" / "plays").glob("*/__init__.py")}
"""Rooms of systems/ that only some scenes need: the rules of modes of play."""

DOORS = {
    "pybullet": ("systems/bullet/quiet.py",),
    "mujoco": ("systems/mujoco/",),
    "pyglet": (
        "systems/draw/",
        "game/window/",
        *("game/session/controls.py", "game/session/pads.py", "game/sound/sound.py"),
    ),
    "esper": ("systems/", "game/"),
    "pytest": (),
    "tests": (),
    "benchmarks": (),
}
"""The only places from which each of these may be imported."""

ENGINES = {f"systems.{name}": (f"systems/{name}/", "systems/engines.py") for name in ("bullet", "mujoco")}
"""Who may know a physics engine by its name; everybody else has systems/engine.py."""

BEHIND = ("pybullet", "mujoco", "systems.bullet", "systems.mujoco")
ROUND_THE_ENGINE = {
    "benchmarks/extremes.py": "who is broken, by the engine itself: no reading of ours is trusted",
    "benchmarks/artefacts.py": "how deep bodies are in each other, by Bullet itself: no reading of ours is trusted",
    "benchmarks/rises.py": "what lies below a body and how fast it is, for the same reason",
    "benchmarks/trips.py": "what touches the floor and how hard, and how a trunk turns, for the same reason",
    "benchmarks/walking.py": "how high a head is, for the same reason",
}
"""Programs beside the tests that ask pybullet itself, and why."""

AT_THE_TOP = {
    "pyproject.toml", "game", "systems", "components", "data", "tests", "README.md", "LICENSE", "CHANGELOG.md",
    "Makefile", ".ci", "docs", "benchmarks", ".gitignore",
}  # fmt: skip
NOT_OURS = {".git", ".venv", "build", "__pycache__", "glassjaw.egg-info"}
TEXT = {".py", ".md", ".toml", ".glsl", ".sh", "", ".txt"}


def name(path: Path) -> str:
    return path.relative_to(PROJECT).as_posix()


def imported(path: Path) -> Iterator[str]:
    """Every module that the file imports anywhere, also inside functions and for type checking only."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name(path)}: line {node.lineno}: a relative import"
            yield node.module or ""


def module_of(path: Path) -> str:
    return name(path).removesuffix(".py").removesuffix("/__init__").replace("/", ".")


MODULES = {module_of(path) for path in CODE}


def at_load(path: Path) -> Iterator[str]:
    """Modules that are imported when the file is: not in functions, not for type checking only."""
    pending: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            inside = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (part if part in MODULES else str(node.module) for part in inside)
        elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            pending.extend(node.orelse)
        elif not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            pending.extend(ast.iter_child_nodes(node))


def texts() -> Iterator[tuple[Path, str]]:
    """Every text file that belongs to the project."""
    for top in sorted(AT_THE_TOP):
        root = PROJECT / top
        for path in sorted(root.rglob("*")) if root.is_dir() else [root]:
            if path.is_file() and path.suffix in TEXT and "__pycache__" not in path.parts:
                yield path, path.read_text(encoding="utf-8")


def test_imports_point_one_way():
    for path in CODE:
        package = name(path).partition("/")[0]
        ours = {module.partition(".")[0] for module in imported(path)} & set(PACKAGES)
        assert ours <= MAY_IMPORT[package], f"{name(path)} imports {ours - MAY_IMPORT[package]}"


def test_a_room_imports_only_from_those_before_it():
    rooms = {path.name for path in (PROJECT / "game").iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert rooms == {*ROOMS, "plays"}
    inside = [path for path in CODE if name(path).startswith("game/") and path.parent.name != "game"]
    files = [path for path in inside if not name(path).startswith("game/plays/")]
    assert len(files) > 100
    for path in files:
        before = ROOMS[: ROOMS.index(name(path).split("/")[1]) + 1]
        for module in imported(path):
            if module.split(".")[0] == "game":
                assert module.split(".")[1:2] and module.split(".")[1] in before, f"{name(path)} imports {module}"


def test_no_room_that_asks_modes_of_play_names_one():
    """Scenes, worlds, sessions and the HUD take what each adds, and would not notice a further one."""
    rooms = [path.parent for path in (PROJECT / "game").glob("*/plays.py") if path.parent.name != "base"]
    assert {"scenes", "world"} <= {room.name for room in rooms}
    for path in (path for room in rooms for path in CODE if room in path.parents):
        named = {play for play in PLAYS for module in imported(path) if f"{module}.".startswith(f"{play}.")}
        assert not named, f"{name(path)} imports {named}"


def test_modes_of_play_stay_out_of_the_tick_s_core_and_of_each_other():
    for path in CODE:
        if name(path).startswith("systems/") and "/draw/" not in name(path):
            own = ".".join(name(path).split("/")[:2])
            foreign = {m for m in imported(path) if ".".join(m.split(".")[:2]) in PLAYS - {own}}
            assert not foreign, f"{name(path)} imports {foreign}"


def test_a_mode_of_play_adds_to_each_room_only_with_what_that_room_may_import():
    """game/plays/boxing/hud.py, or a file in game/plays/boxing/hud/, imports what game/hud may, and its own mode."""
    files = [path for path in CODE if re.match(r"game/plays/\w+/\w+", name(path)) and path.stem != "__init__"]
    for path in files:
        _, _, play, room = name(path).removesuffix(".py").split("/")[:4]
        before = ROOMS[: ROOMS.index(room) + 1]
        for module in imported(path):
            words = module.split(".")
            if words[:2] == ["game", "plays"]:
                assert words[2] == play and words[3] in before, f"{name(path)} imports {module}"
            elif words[0] == "game":
                assert words[1] in before, f"{name(path)} imports {module}"


def test_no_file_imports_itself_through_others():
    """No ring of imports at load time, anywhere: each file can be read after those that it names."""
    after = {module_of(path): {m for m in at_load(path) if m in MODULES} for path in CODE}
    try:
        order = list(TopologicalSorter(after).static_order())
    except CycleError as ring:
        order = []
        assert not ring.args, " -> ".join(ring.args[1])
    assert set(order) == MODULES


def test_each_outside_library_is_imported_through_its_own_door():
    for path in CODE:
        for module in imported(path):
            doors = DOORS.get(module.partition(".")[0])
            assert doors is None or name(path).startswith(doors), f"{name(path)}: {module} may not be imported here"


def test_nobody_knows_which_physics_engine_there_is():
    for path in CODE:
        for module in imported(path):
            for engine, doors in ENGINES.items():
                known = f"{module}.".startswith(f"{engine}.")
                assert not known or name(path).startswith(doors), f"{name(path)}: {module} may not be imported here"
    asking = [name(path) for path in CODE if "engine.client" in path.read_text(encoding="utf-8")]
    assert asking == ["game/world/simulation.py"], "`Simulation.client` is for scripts; here nobody needs it"


def test_benchmarks_ask_the_engine_behind_its_back_only_with_a_reason():
    asking = {
        name(path)
        for path in (PROJECT / "benchmarks").glob("*.py")
        if any(module.startswith(BEHIND) for module in imported(path))
    }
    assert asking == set(ROUND_THE_ENGINE)


def test_how_long_a_tick_is_is_said_once():
    """components/clock.py: nothing else counts with 120, nor gives it a name."""
    names = re.compile(r"(^|_)(HZ|DT|TICKS?(_PER)?_S|TICK_HZ)$")
    for path in [path for folder in (*PACKAGES, "tests", "benchmarks") for path in (PROJECT / folder).rglob("*.py")]:
        if name(path) == "components/clock.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Mult, ast.Div, ast.FloorDiv, ast.Mod)):
                sides = [side.value for side in (node.left, node.right) if isinstance(side, ast.Constant)]
                assert 120 not in sides, f"{name(path)}: line {node.lineno}"
            elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and node.value.value == 120:
                for target in node.targets:
                    assert not (isinstance(target, ast.Name) and names.search(target.id)), f"{name(path)}: {target.id}"


def test_every_folder_with_code_is_a_regular_package():
    assert not [name(path) for path in CODE if not (path.parent / "__init__.py").exists()]


def test_the_top_level_holds_only_what_was_agreed():
    there = {path.name for path in PROJECT.iterdir()} - NOT_OURS
    assert {entry for entry in there if not re.fullmatch(r"\..*(cache|hypothesis).*", entry)} <= AT_THE_TOP


def test_tests_have_names_of_their_own_and_no_packages():
    tests = sorted((PROJECT / "tests").rglob("*.py"))
    assert not [name(path) for path in tests if path.name == "__init__.py"]
    names = [path.name for path in tests if path.name.startswith("test_")]
    assert sorted(set(names)) == sorted(names)


def test_no_file_knows_the_machine_it_was_written_on():
    home = re.compile(r"(?<![\w./~\-])/(home|root|Users|work|mnt)/\w")
    found = [f"{name(path)}: {match[0]}" for path, text in texts() if (match := home.search(text))]
    assert not found


def test_no_file_names_a_package_registry():
    words = (
        "pypi" + ".org",
        "index" + "-url",
        "extra" + "-index",
        "python" + "hosted",
        "UV_" + "INDEX",
        "find" + "-links",
    )
    found = [f"{name(path)}: {word}" for path, text in texts() for word in words if word in text]
    assert not found


def test_what_is_compiled_says_whether_it_makes_arrays():
    """`kernel` or `allocating_kernel`: what neither says it would inherit from whoever calls it first."""
    for path in CODE:
        text = path.read_text(encoding="utf-8")
        assert path.name == "__init__.py" or "njit" not in text, name(path)
