"""The command line: exit statuses, one-line errors, and standard output that holds only what was asked for."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from components.law import LAWS
from components.settings import Root
from game import __main__ as cli
from game.base.paths import PROJECT
from game.cli import output
from game.cli.arguments import parser
from game.plays.boxing.session.fists import FIGHT_CONTROLS
from game.plays.course.session.steering import COURSE_CONTROLS
from game.plays.goalie.session import GOAL_KEYS
from game.scenes.scene import scene_names
from game.session.controls import CONTROLS, GROUPS, MOUSE


def glassjaw(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """In a process of its own, from a folder that is not the project's."""
    command = [sys.executable, "-m", "game", *arguments]
    environment = os.environ | {"PYTHONPATH": str(PROJECT)}
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=300)


def status_of(*arguments: str) -> int:
    """In this process: quicker, and enough where only the message counts."""
    try:
        return cli.main(arguments)
    except SystemExit as end:
        return int(end.code or 0)


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("dance",),
        ("run",),
        ("run", "nope"),
        ("run", "nope.toml"),
        ("run", "stage", "--seconds", "-1"),
        ("run", "stage", "--seconds", "nan"),
        ("run", "stage", "--seconds", "inf"),
        ("run", "stage", "--seconds", "1e9"),
        ("run", "stage", "--seconds", "soon"),
        ("run", "stage", "--seed", "-1"),
        ("run", "stage", "--seed", "1.5"),
        ("run", "stage", "--seed", "9223372036854775808"),
        ("run", "stage", "--seed", "9" * 5000),
        ("run", "stage", "--servo", "psychic"),
        ("run", "stage", "--root", "psychic"),
        ("run", "stage", "--set", "clip"),
        ("run", "stage", "--set", "=walk"),
        ("run", "stage", "--set", "clpi=walk"),
        ("run", "stage", "--set", "a\nb=walk"),
        ("run", "stage", "--set", "strength=nan"),
        ("run", "stage", "--set", "strength=1e999\n"),
        ("run", "stage", "--set", "blue.clip=walk"),
        ("run", "stage", "--set", "characters=3"),
        ("run", "crowd", "--set", "characters=0"),
        ("run", "stage", "--set", "clip=nope"),
        ("run", "stage", "--set", "rig=nope"),
        ("run", "stage", "--json", "no/such/folder/f.json"),
        ("profile", "stage", "--trace", "no/such/folder/f.json"),
        ("bench", "--blocks", "0"),
        ("bench", "--characters", "0"),
        ("bench", "--servo", "nope"),
        ("play", "nope"),
        ("play", "stage", "--players", "2"),
        ("play", "course", "--players", "2"),
        ("play", "comparison", "--players", "2"),
        ("play", "stage", "--level", "2"),
        ("play", "boxing", "--level", "0"),
        ("run", "boxing", "--level", "four"),
        ("run", "boxing", "--set", "red.style=nope"),
        ("film", "stage", "--set", "level=2", "--out", "f.gif"),
        ("shot", "stage", "--set", "level=2", "--out", "s.png"),
        ("profile", "stage", "--set", "level=2"),
        ("shot", "stage", "--out", "s.jpg"),
        ("shot", "stage", "--out", "png"),
        ("film", "stage", "--out", "f.jpg"),
    ],
    ids=lambda arguments: " ".join(arguments)[:50].replace("\n", " "),
)
def test_a_wrong_call_is_one_line_and_status_2(arguments, capsys):
    assert status_of(*arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert err.startswith("glassjaw: ")


def test_a_wrong_file_is_named_with_its_line_and_nothing_else_is_said(tmp_path):
    (tmp_path / "mine.toml").write_text('title = "t"\n[[character]]\nname = "red"\nclpi = "walk"\n')
    done = glassjaw("run", "mine.toml", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == "glassjaw: mine.toml: line 4, character[1].clpi: there is no such key, did you mean clip?\n"


def test_json_on_standard_output_is_alone_there(tmp_path):
    done = glassjaw("run", "stage", "--seconds", "0.25", "--seed", "3", "--servo", "world", "--json", "-", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert (report["scene"], report["seed"], report["servo"], report["ticks"]) == ("stage", 3, "world", 30)
    assert set(report["timing"]) == {"tick_ms", "step_ms", "systems"}


def test_a_run_writes_its_report_where_it_is_told_and_prints_a_table(tmp_path, capsys):
    assert cli.main(["run", "stage", "--seconds", "0.1", "--json", str(tmp_path / "report.json")]) == 0
    assert "red" in capsys.readouterr().out
    assert json.loads((tmp_path / "report.json").read_text())["ticks"] == 12


@pytest.mark.slow
def test_an_expectation_that_is_not_met_is_status_1_and_is_named(tmp_path):
    limp = 'title = "t"\n[[character]]\nname = "red"\nservo = "off"\nroot = "free"\n'
    (tmp_path / "limp.toml").write_text(limp + "[expect]\nstill_standing_at_s = { red = 3 }\n")
    done = glassjaw("run", "limp.toml", "--seconds", "3", cwd=tmp_path)
    assert done.returncode == 1
    assert "glassjaw: limp: not met: red" in done.stderr


@pytest.mark.slow
def test_a_profile_names_every_system_and_writes_a_trace(tmp_path):
    done = glassjaw("profile", "stage", "--seconds", "0.1", "--json", "p.json", "--trace", "t.json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    systems = json.loads((tmp_path / "p.json").read_text())["systems"]
    assert {"motion", "servo", "physics"} <= set(systems)
    assert all(name in done.stdout for name in systems)
    assert json.loads((tmp_path / "t.json").read_text())["traceEvents"]


@pytest.mark.slow
def test_a_short_bench_has_the_agreed_figures(tmp_path):
    done = glassjaw("bench", "--blocks", "1", "--characters", "1", "2", "--servo", "timed", "--json", "-", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert set(found) == {"tick_ms", "bare_step_ms", "ratio", "scaling"}
    assert set(found["tick_ms"]) == set(found["bare_step_ms"]) == {"p50", "p99"}
    assert [row["characters"] for row in found["scaling"]] == [1, 2]
    assert set(found["scaling"][0]) == {"characters", "tick_ms", "ratio"}


def test_a_run_of_a_bout_tells_who_has_won_and_who_landed_what(capsys):
    assert status_of("run", "boxing", "--seconds", "0.2", "--level", "3", "--set", "red.level=1") == 0
    assert "not over, round 1 of 3; red landed 0 of 0, blue landed 0 of 0" in capsys.readouterr().out.splitlines()
    boxers = {"red": {"landed": 12, "thrown": 40}, "blue": {"landed": 9, "thrown": 31}}
    bout = {"winner": "red", "how": "KO", "round": 2, "rounds": 3, "boxers": boxers}
    assert output.result_of(bout) == "red wins, KO, round 2 of 3; red landed 12 of 40, blue landed 9 of 31"
    assert output.result_of(bout | {"winner": "", "how": "draw", "round": 3}).startswith("draw, round 3 of 3; ")
    assert status_of("run", "stage", "--seconds", "0.1") == 0
    assert "landed" not in capsys.readouterr().out


@pytest.mark.parametrize("command", ["play", "run"])
@pytest.mark.parametrize("asked", [["--level", "3", "--set", "blue.level=1"], ["--set", "blue.level=1", "level=3"]])
def test_a_level_is_a_setting_by_another_name(command, asked):
    settings = dict(parser().parse_args([command, "boxing", *asked]).settings)
    assert settings == {"level": "3", "blue.level": "1"}
    assert parser().parse_args([command, "boxing"]).settings == []


def test_the_keys_are_listed_with_those_of_boxers_and_of_the_course(capsys):
    assert status_of("keys") == 0
    lines = capsys.readouterr().out.splitlines()
    told = {tuple(line.strip().split("  ", 1)) for line in lines if "  " in line.strip()}
    told = {(key, about.strip()) for key, about in told}
    first, second = ([c for c in FIGHT_CONTROLS if c.player == player] for player in (1, 2))
    both = {(f"{one.shown} · {other.shown}", one.about) for one, other in zip(first, second, strict=True)}
    assert told == both | {(c.shown, c.about) for c in (*COURSE_CONTROLS, *GOAL_KEYS, *CONTROLS)} | set(MOUSE)
    titles = [line for line in lines if line and not line.startswith(" ")]
    assert titles == ["Boxing", "On the course", "At the goal", "Mouse", *GROUPS.values()]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX")
def test_ctrl_c_ends_a_run_in_one_line_with_status_130(tmp_path):
    """In the tenth tick, and again later: one that comes in one of Python's own finalizers is lost."""
    script = (
        "import _thread, signal, sys\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # also where the tests run in the background
        "from game.__main__ import main\n"
        "from game.world.simulation import Simulation\n"
        "tick = Simulation.one_tick\n"
        "def watched(sim):\n"
        "    tick(sim)\n"
        "    if sim.ticks % 500 == 10: _thread.interrupt_main()\n"
        "Simulation.one_tick = watched\n"
        "sys.exit(main(['run', 'stage', '--seconds', '120']))"
    )
    environment = os.environ | {"PYTHONPATH": str(PROJECT)}
    run = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120
    )
    assert run.returncode == 130
    assert run.stderr.splitlines()[-1] == "glassjaw: stopped"
    assert "Traceback" not in run.stderr


@pytest.mark.parametrize(
    ("command", "names"),
    [
        ("scenes", scene_names()),
        ("servos", list(LAWS)),
        ("roots", list(Root)),
        ("rigs", ["boxer", "paper36"]),
        ("clips", ["stand", "guard"]),
    ],
)
def test_a_list_has_a_line_for_each_of_them(command, names, capsys):
    assert status_of(command) == 0
    listed = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert set(names) <= set(listed)
    assert len(listed) == len(set(listed))


def test_doctor_says_what_works(capsys):
    status_of("doctor")
    out = capsys.readouterr().out
    assert all(word in out for word in ("Python", "physics: bullet", "physics: mujoco"))


@pytest.mark.parametrize(
    "command", ["play", "run", "profile", "bench", "scenes", "clips", "rigs", "servos", "roots", "doctor"]
)
def test_every_sub_command_explains_all_its_arguments(command, capsys):
    assert status_of(command, "--help") == 0
    assert f"usage: glassjaw {command}" in capsys.readouterr().out
    actions = next(a for a in parser()._actions if a.choices)
    for action in actions.choices[command]._actions:  # type: ignore[union-attr, index, call-overload]  # argparse's own insides
        assert action.help


@pytest.mark.parametrize("arguments", [["--help"], ["run", "stage", "--set", "clip=nope"]])
def test_help_and_a_wrong_call_wait_for_no_engine_and_no_compiler(arguments, tmp_path):
    script = f"""
import contextlib, sys
from game.__main__ import main
with contextlib.suppress(SystemExit):
    main({arguments!r})
assert not {{"pybullet", "numba", "pyglet"}} & set(sys.modules)
"""
    environment = os.environ | {"PYTHONPATH": str(PROJECT)}
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_a_reader_that_has_seen_enough_is_no_error(tmp_path):
    command = f"{sys.executable} -m game clips | head -1"
    environment = os.environ | {"PYTHONPATH": str(PROJECT)}
    done = subprocess.run(
        ["bash", "-c", command], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60
    )
    assert "Traceback" not in done.stderr
    assert done.stdout.startswith("stand")
