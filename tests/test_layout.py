"""The shape of the project: which folder may import what, what lies at the top, and that the pages tell the truth."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from game.base.paths import PROJECT

PACKAGES = ("components", "systems", "game")
CODE = [path for package in PACKAGES for path in sorted((PROJECT / package).rglob("*.py"))]
MAY_IMPORT = {"components": {"components"}, "systems": {"components", "systems"}, "game": set(PACKAGES)}
"""components <- systems <- game"""

ROOMS = (
    "base", "cameras", "rigs", "clips", "moves", "scripts", "scenes", "world", "session", "sound", "picture", "hud",
    "panel", "window", "figures", "cli",
)  # fmt: skip
"""Packages of game/: each imports only from those before it. `__init__` and `__main__` are the doors from outside."""

PLAYS = {f"systems.{path.parent.name}" for path in (PROJECT / "game" / "plays").glob("*/__init__.py")}
"""Rooms of systems/ that only some scenes need: the rules of modes of play."""

DOORS = {
    "pybullet": ("systems/bullet/quiet.py",),
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

AT_THE_TOP = {
    "pyproject.toml", "game", "systems", "components", "data", "tests", "README.md", "LICENSE", "CHANGELOG.md",
    "Makefile", ".ci", "docs", "benchmarks", ".gitignore",
}  # fmt: skip
NOT_OURS = {".git", ".venv", "build", "__pycache__", "glassjaw.egg-info"}
PAGES = [PROJECT / "README.md", PROJECT / "CHANGELOG.md", *sorted((PROJECT / "docs").rglob("*.md"))]
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
    TopologicalSorter(after).prepare()


def test_each_outside_library_is_imported_through_its_own_door():
    for path in CODE:
        for module in imported(path):
            doors = DOORS.get(module.partition(".")[0])
            assert doors is None or name(path).startswith(doors), f"{name(path)}: {module} may not be imported here"


@pytest.mark.parametrize("package", PACKAGES)
def test_every_folder_with_code_is_a_regular_package(package):
    for path in CODE:
        if name(path).startswith(f"{package}/"):
            assert (path.parent / "__init__.py").exists(), f"{name(path.parent)} has no __init__.py"


def test_the_top_level_holds_only_what_was_agreed():
    there = {path.name for path in PROJECT.iterdir()} - NOT_OURS
    assert {entry for entry in there if not re.fullmatch(r"\..*(cache|hypothesis).*", entry)} <= AT_THE_TOP


def test_tests_have_names_of_their_own_and_no_packages():
    tests = sorted((PROJECT / "tests").rglob("*.py"))
    assert not [name(path) for path in tests if path.name == "__init__.py"]
    names = [path.name for path in tests if path.name.startswith("test_")]
    assert sorted(set(names)) == sorted(names)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_path_that_a_page_names_exists(page):
    text = page.read_text(encoding="utf-8")
    quoted = re.findall(r"`([\w./\-]+)`", text) + re.findall(r"\]\(([\w./\-]+)\)", text)
    trees = re.findall(r"^(\w[\w./]*/)\s", text, re.MULTILINE)
    for path in [word for word in quoted + trees if word.partition("/")[0] in AT_THE_TOP]:
        assert (PROJECT / path).exists() or (page.parent / path).exists(), f"{name(page)} names {path}"


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


def table_under(heading: str) -> list[tuple[str, str]]:
    """The rows of the README's table under a heading: the name in the first column, and the second."""
    section = (PROJECT / "README.md").read_text(encoding="utf-8").partition(f"## {heading}\n")[2].partition("\n## ")[0]
    return re.findall(r"^\| `(\w+)` \| (.*?) \|$", section, re.MULTILINE)


@pytest.mark.parametrize("heading", ["Servo modes", "Root modes"])
def test_the_readmes_table_lists_exactly_the_modes_there_are(heading):
    from game.session.listing import roots, servos

    known = servos() if heading == "Servo modes" else roots()
    rows = "\n".join(f"| `{name}` | {about} |" for name, about in known)
    assert table_under(heading) == known, f"README.md, {heading}, should have these rows:\n{rows}"


def test_every_mode_is_explained():
    from components.law import LAWS
    from components.settings import Root
    from game.session.listing import ROOTS

    assert all(law.about for law in LAWS.values())
    assert list(ROOTS) == list(Root)


def test_the_readme_names_every_sub_command():
    from game.cli.arguments import parser

    commands = next(action.choices for action in parser()._actions if action.choices)
    readme = (PROJECT / "README.md").read_text(encoding="utf-8")
    assert set(commands) <= set(re.findall(r"^\| `(\w+)[^`]*` \|", readme, re.MULTILINE))


def test_the_scene_in_the_readme_is_one(tmp_path):
    from game.scenes.scene import load_scene

    (example,) = re.findall(r"```toml\n(.*?)```", (PROJECT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "example.toml").write_text(example, encoding="utf-8")
    assert len(load_scene(tmp_path / "example.toml").props) == 8


def test_what_is_compiled_says_whether_it_makes_arrays():
    """`kernel` or `making`: what neither says it would inherit from whoever calls it first."""
    for path in CODE:
        text = path.read_text(encoding="utf-8")
        assert path.name == "__init__.py" or "njit" not in text, name(path)
