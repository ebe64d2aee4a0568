"""That the pages tell the truth: links lead somewhere, tables are those of the declarations, examples run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.base.paths import PROJECT

README = PROJECT / "README.md"
DOCS = PROJECT / "docs"
PAGES = [README, PROJECT / "CHANGELOG.md", *sorted(DOCS.rglob("*.md"))]
LONGEST_README = 180  # lines
TOP = {path.name for path in PROJECT.iterdir()}
LISTING = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def name(path: Path) -> str:
    return path.relative_to(PROJECT).as_posix()


def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def links(page: Path) -> Iterator[str]:
    """Of links and pictures, those to files here and to headings."""
    for target in re.findall(r"\]\(([^)\s]+)\)", LISTING.sub("", text(page))):
        if not re.match(r"\w+:", target):
            yield target


def anchors(page: Path) -> set[str]:
    """What may stand after a # to lead to one of the page's headings: its letters, low, with - for each space."""
    titles = re.findall(r"^#+ (.+)$", LISTING.sub("", text(page)), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def listings(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text(page), re.MULTILINE | re.DOTALL)


def rows(page: Path, heading: str) -> list[tuple[str, str]]:
    """The rows of the table under a heading: the name in the first column, and the second."""
    section = re.split(r"^#+ ", text(page).partition(f"# {heading}\n")[2], maxsplit=1, flags=re.MULTILINE)[0]
    return re.findall(r"^\| `(\w+)` \| (.*?) \|$", section, re.MULTILINE)


# --- links


def test_the_readme_is_short():
    assert text(README).count("\n") <= LONGEST_README


def test_every_link_and_every_picture_is_there():
    wrong = []
    for page in PAGES:
        for target in links(page):
            file, _, anchor = target.partition("#")
            there = (page.parent / file).resolve() if file else page
            if not there.exists() or (anchor and anchor not in anchors(there)):
                wrong.append(f"{name(page)}: {target}")
    assert not wrong


def test_every_path_that_a_page_names_exists():
    wrong = []
    for page in PAGES:
        quoted = re.findall(r"`([\w./\-]+)`", text(page))
        trees = re.findall(r"^(\w[\w./]*/)\s", text(page), re.MULTILINE)
        for path in [word for word in quoted + trees if word.partition("/")[0] in TOP]:
            if not (PROJECT / path).exists() and not (page.parent / path).exists():
                wrong.append(f"{name(page)}: {path}")
    assert not wrong


def test_every_page_and_every_picture_is_linked_from_somewhere():
    linked = {(page.parent / target.partition("#")[0]).resolve() for page in PAGES for target in links(page)}
    shown = [path for path in DOCS.rglob("*") if path.suffix in (".md", ".png", ".webp")]
    assert not [name(path) for path in shown if path not in linked and path.parent.name != "decisions"]


# --- tables


@pytest.mark.parametrize(
    ("page", "heading", "known"),
    [("README.md", "Servo modes", "servos"), ("docs/control.md", "Root modes", "roots")],
)
def test_a_pages_table_lists_exactly_the_modes_there_are(page, heading, known):
    from game.session.listing import LISTS

    modes = LISTS[known]()
    wanted = "\n".join(f"| `{mode}` | {about} |" for mode, about in modes)
    assert rows(PROJECT / page, heading) == modes, f"{page}, {heading}, should have these rows:\n{wanted}"


def test_every_mode_is_explained():
    from components.law import LAWS
    from components.settings import Actuation, Root
    from game.session.listing import ROOTS

    assert all(law.about for law in LAWS.values())
    assert list(ROOTS) == list(Root)
    assert [mode for mode, _ in rows(DOCS / "control.md", "Actuations")] == list(Actuation)


def test_every_sub_command_is_named():
    from game.cli.arguments import parser

    commands = next(action.choices for action in parser()._actions if action.choices)
    listed = re.findall(r"^\| `(\w+)[^`]*` \|", text(DOCS / "api.md"), re.MULTILINE)
    assert set(commands) <= set(listed)


def test_every_key_is_listed_with_what_it_does():
    from game.session.listing import window_keys

    wanted = [f"| {title} | `{key}` | {about} |" for title, rows in window_keys() for key, about in rows]
    page = (PROJECT / "docs" / "playing.md").read_text(encoding="utf-8")
    table = page.partition("| | Press | To |\n|---|---|---|\n")[2].partition("\n\n")[0].split("\n")
    assert table == wanted, "docs/playing.md should have these rows:\n" + "\n".join(wanted)


def test_all_that_a_scene_may_hold_is_named_and_nothing_else():
    from game.scenes.file import whole_file
    from game.scenes.plays import scene_plays

    section = text(DOCS / "scenes.md").partition("### What a scene may hold\n")[2]
    named = [
        cell for row in re.findall(r"^\| (`.+?) \|", section, re.MULTILINE) for cell in re.findall(r"`(.+?)`", row)
    ]
    told, there = {key.strip("[]") for key in named}, set(whole_file(scene_plays())[0].__struct_fields__)
    missing = "\n".join(f"| `{key}` | what it is |" for key in sorted(there - told))
    page = "docs/scenes.md, What a scene may hold,"
    assert not missing, f"{page} should have these rows, with [] for a table and [[]] for a list of tables:\n{missing}"
    assert len(named) == len(told) and told <= there, f"{page} names twice, or without need: {sorted(told - there)}"


def test_every_scene_is_shown():
    from game.scenes.scene import scene_names

    shown = re.findall(r"\]\(scenes/(\w+)\.png\)", text(DOCS / "scenes.md"))
    assert sorted(shown) == sorted(scene_names())


def test_what_is_said_of_a_character_and_of_a_simulation_they_have():
    from game.world.character import Character
    from game.world.simulation import Simulation

    for heading, kind in (("of a simulation", Simulation), ("of a character", Character)):
        table = text(DOCS / "api.md").partition(f"| {heading} | |\n")[2].partition("\n\n")[0]
        named = re.findall(r"`(\w+)[(`]", "\n".join(row.split(" | ")[0] for row in table.splitlines()))
        made = {"characters"}  # in __init__
        assert len(named) > 8
        assert not [word for word in named if not hasattr(kind, word) and word not in made]


# --- examples


@pytest.mark.parametrize("page", [README, DOCS / "api.md"], ids=name)
def test_the_python_of_a_page_runs(page, capsys):
    (example,) = listings(page, "python")
    exec(compile(example, name(page), "exec"), {})
    assert capsys.readouterr().out


def test_the_scene_that_is_shown_is_one(tmp_path):
    from game.scenes.scene import load_scene

    (example,) = listings(DOCS / "scenes.md", "toml")
    (tmp_path / "example.toml").write_text(example, encoding="utf-8")
    assert len(load_scene(tmp_path / "example.toml").props) == 8


def test_the_scene_that_is_shown_keeps_what_it_promises(tmp_path):
    from game import Simulation

    (example,) = listings(DOCS / "scenes.md", "toml")
    (tmp_path / "example.toml").write_text(example, encoding="utf-8")
    with Simulation(tmp_path / "example.toml") as sim:
        sim.run(10.0)
        held = dict(sim.expectations())
    assert held["red still stands at 2 s"] and held["blue has fallen by 10 s"] and all(held.values())


@pytest.mark.slow
def test_the_readmes_figures_are_what_its_commands_print():
    from game import Simulation

    table = text(README).partition("| `glassjaw run stage` |")[2].partition("\n\n")[0]
    lines = [[cell.strip() for cell in line.strip("| ").split("|")] for line in table.splitlines()[2:]]
    assert len(lines) == 11
    wrong = []
    for call, *told in lines:
        options = dict(re.findall(r"--(seconds|servo|root) (\S+?)\b", call))
        servo, root, settings = options.get("servo"), options.get("root"), dict(re.findall(r"(\w+)=(\w+)", call))
        with Simulation("stage", servo=servo, root=root, settings=settings) as sim:
            sim.run(float(options["seconds"]))
            red = sim.report()["characters"]["red"]
            fell = [event.t for event in sim.stage.events if event.kind == "fall"]
        printed = [
            f"{red['falls']}" + "".join(f" at {t:.1f} s" for t in fell),
            f"{red['pose_error_deg']['mean']:.1f} deg",
            f"{red['travel_m']:.2f} of {red['clip_travel_m']:.2f} m",
            f"{red['foot_slide_mps']:.2f} m/s",
        ]
        wrong += [
            f"{call}: {is_told} is {is_so}"
            for is_told, is_so in zip(told, printed, strict=False)
            if is_told not in ("", is_so)
        ]
    assert not wrong
