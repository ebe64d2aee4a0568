"""Doctor: what it asks in processes of their own, and what it says when one of them crashes, hangs or is missing."""

from __future__ import annotations

import os
import sys

import pytest

from game.cli import doctor


def found(findings):
    return {finding.what: finding for finding in findings}


@pytest.mark.slow
def test_each_finding_is_one_line_of_the_report_and_what_can_be_missing_is_not_needed():
    findings = doctor.examine()
    assert len(doctor.report(findings).splitlines()) == len(findings)
    assert all(finding.found for finding in findings)
    optional = {"OpenGL 3.3", "sound", "pads", "letters", "WebP", *doctor.EXTRAS}
    assert optional <= {finding.what for finding in findings if not finding.needed}


def test_asking_for_pictures_leaves_the_caller_without_a_window(capfd):
    before = set(sys.modules)
    doctor._pictures(doctor._ask(doctor.PICTURES))
    assert not {name for name in set(sys.modules) - before if name.startswith("pyglet")}
    assert capfd.readouterr() == ("", "")


def test_pictures_say_who_draws_them_and_how_finely():
    finding = doctor._pictures(doctor._ask(doctor.PICTURES))
    if finding.works:
        *_, samples = finding.found.split(", ")
        assert samples in ("0 samples a pixel", "2 samples a pixel", "4 samples a pixel")
    else:
        assert finding.found.startswith("pictures need OpenGL 3.3")


@pytest.mark.parametrize(
    ("script", "says"),
    [
        ("import os; os.abort()", "ended with status"),
        ("raise SystemExit(3)", "ended with status 3"),
        ("raise OSError('the driver is broken')", "OSError: the driver is broken"),
        ("from components.errors import InputError; raise InputError('nothing to draw with')", "nothing to draw with"),
    ],
)
def test_a_check_that_dies_is_one_line_of_the_report(script, says):
    for finding in (doctor._pictures(doctor._ask(script)), *doctor._heard(doctor._ask(script))):
        assert not finding.works
        assert says in finding.found
        assert "\n" not in finding.found


def test_a_check_that_hangs_is_given_up_and_what_it_had_said_counts(monkeypatch):
    monkeypatch.setattr(doctor, "ANSWER_S", 0.5)
    asked = doctor._ask("import time; print('openal', flush=True); time.sleep(600)")
    sound, pads = doctor._heard(asked)
    assert asked.returncode is not None
    assert (sound.found, sound.works) in (("openal", True), ("no answer within 0.5 s", False))
    assert (pads.found, pads.works) == ("no answer within 0.5 s", False)


def test_sound_and_pads_say_none_where_there_are_none(monkeypatch):
    monkeypatch.setitem(os.environ, "PYGLET_AUDIO", "silent")
    sound, pads = doctor._heard(doctor._ask(doctor.HEARING))
    assert (sound.what, sound.found, sound.works) == ("sound", "PYGLET_AUDIO asks for none", False)
    assert pads.what == "pads"
    assert not pads.found.startswith("no pads")


def test_a_package_that_is_missing_says_how_to_get_it():
    finding = doctor._extra("glassjaw-no-such-package", "panel", "the panel")
    assert (finding.works, finding.found) == (False, "pip install glassjaw[panel] (for the panel)")


def test_marks_tell_what_is_needed_from_what_is_nice_to_have():
    lines = doctor.report(
        [
            doctor.Finding("a", "1", True),
            doctor.Finding("b", "gone", False),
            doctor.Finding("c", "gone", False, needed=False),
        ]
    ).splitlines()
    assert [line.split()[0] for line in lines] == ["ok", "MISSING", "none"]
