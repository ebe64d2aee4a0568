"""After the last bell: the hardest punch is seen again, the result asks what comes next, the loser hangs his head."""

from __future__ import annotations

import pytest

from components.character import Phase, Stun
from components.fight import BoutPhase
from game.hud.hud import Hud
from game.plays.boxing.session.ending import AFTER, ASKED_S, BEFORE, RESULT
from game.plays.boxing.session.playing import Boxing
from game.scenes.scene import load_scene
from game.session.recording import Opening
from game.session.session import Session
from systems.boxing.bout import COUNT, STAYS_S
from systems.draw.context import current
from systems.kernels.quaternions import rotate
from systems.stage import Event


def land(impulse, place="head", t=0.0):
    return Event(t, "land", "blue", {"by": "red", "move": "hook", "place": place, "impulse": impulse})


@pytest.fixture
def session():
    settings = {"blue.style": "brawler", "level": "2"}
    opening = Opening("boxing", settings)
    session = Session(opening.load(), players=1, opening=opening)
    for _ in range(12):
        session.advance(1 / 60)
    yield session
    session.close()


def end(session, how="decision", winner="blue", since_s=ASKED_S):
    bout = session.simulation.bout
    bout.phase, bout.how, bout.winner, bout.clock_s = BoutPhase.OVER, how, winner, since_s


def pass_s(session, seconds):
    for _ in range(round(60 * seconds)):
        session.advance(1 / 60)


def test_the_hardest_punch_on_head_or_body_is_kept_before_the_tape_forgets_it(session):
    ending = Boxing.of(session).ending
    for tick, event in ((100, land(20.0)), (200, land(30.0)), (300, land(25.0)), (400, land(99.0, "arm"))):
        ending.notice(event, tick)
    for tick in range(1, 203 + AFTER):
        bones = session.simulation.stage.tables.bones
        session.tape.write(tick, bones.position + tick, bones.orientation)
        ending.keep(tick, session.tape)
    assert ending.hardest.details["impulse"] == 30.0
    assert ending.take.first == 200 - BEFORE
    assert ending.take.at(200 + AFTER) is not None
    assert ending.take.at(201 + AFTER) is None


def test_going_back_before_it_forgets_it(session):
    ending = Boxing.of(session).ending
    ending.clear()
    ending.notice(land(20.0), 500)
    ending.notice(land(5.0), 400)
    assert ending.hardest.details["impulse"] == 5.0


def test_the_result_is_asked_once_it_has_been_seen_again(session):
    Boxing.of(session).ending.hardest, Boxing.of(session).ending.take = land(31.0), session.tape.cut(1, 20)
    end(session, since_s=0.0)
    pass_s(session, 0.2)
    assert session.asking is None
    end(session)
    session.advance(1 / 60)
    assert session.slow_motion.active
    assert session.slow_motion.about == "red, a hook to the head, 31 N s"
    pass_s(session, 2.0)
    assert not session.slow_motion.active
    assert session.asking.look == RESULT
    assert [row.label for row in session.asking.rows] == [
        "Again", "Next level", "Other corner", "Hardest punch", "Menu"
    ]  # fmt: skip
    session.asking.chosen = 3
    session.asking.key("RETURN")
    assert session.slow_motion.active
    pass_s(session, 2.0)
    assert session.asking.look == RESULT


def test_who_leaves_the_result_is_not_asked_again(session):
    end(session)
    pass_s(session, 0.1)
    session.asking.key("ESCAPE")
    pass_s(session, 0.5)
    assert session.asking is None


@pytest.mark.parametrize(("label", "who", "level"), [("Next level", "red", 3), ("Other corner", "blue", 2)])
def test_what_comes_next_is_what_was_chosen(session, label, who, level):
    end(session)
    pass_s(session, 0.1)
    session.asking.chosen = [row.label for row in session.asking.rows].index(label)
    session.asking.key("RETURN")
    pass_s(session, 0.1)
    assert [fist.who for fist in Boxing.of(session).fists] == [who]
    other = session.simulation.characters["blue" if who == "red" else "red"].fighter
    assert (other.style, other.level) == ("brawler", level)
    assert session.simulation.bout.phase is BoutPhase.READY


def test_again_is_the_same_bout_from_its_beginning(session):
    end(session)
    pass_s(session, 0.1)
    session.asking.key("RETURN")
    assert session.simulation.ticks == 0
    assert session.asking is None
    assert [fist.who for fist in Boxing.of(session).fists] == ["red"]


def test_above_the_last_level_there_is_no_next_one():
    opening = Opening("boxing", {"level": "3"})
    session = Session(opening.load(), players=1, opening=opening)
    session.advance(1 / 60)
    end(session)
    session.advance(1 / 60)
    assert [row.label for row in session.asking.rows] == ["Again", "Other corner", "Menu"]
    session.close()


def test_two_fights_beside_each_other_and_recordings_are_not_asked():
    session = Session(load_scene("comparison"))
    session.advance(1 / 60)
    end(session)
    pass_s(session, 0.2)
    assert session.asking is None
    session.close()


@pytest.mark.slow(but=["blue-size0", "-size2"])
@pytest.mark.parametrize("size", [(1280, 720), (700, 400), (640, 360)])
@pytest.mark.parametrize("winner", ["blue", ""])
def test_it_says_who_how_and_the_numbers_of_both(session, spy, size, winner):
    current()
    Boxing.of(session).ending.hardest = land(31.0)
    end(session, "TKO" if winner else "draw", winner)
    session.simulation.bout.cards = ((10, 9), (9, 10), (8, 10))
    session.simulation.characters["red"].fighter.thrown = 41
    pass_s(session, 0.1)
    overlay = spy("choices")
    overlay.picture(Hud(session, overlay), size)
    words = overlay.words()
    assert ("BLUE WINS" if winner else "NOBODY WINS") in words
    assert any(word.startswith("TKO" if winner else "Draw") for word in words)
    assert {"41", "10  9  8  =  27", "9  10  10  =  29", "accuracy", "Again", "Menu"} <= set(words)
    texts = overlay.texts["choices"]
    for _, (left, top, right, bottom) in texts:
        assert 0 <= left < right <= overlay.right
        assert 0 <= top < bottom <= overlay.bottom
    middle = [0.5 * (box[0] + box[2]) for text, box in texts if text.endswith("WINS")]
    assert middle == pytest.approx([0.5 * overlay.right], abs=2)
    overlay.close()


def looks_up(who):
    """-1 straight down .. 1 straight up."""
    bones = who._simulation.stage.tables.bones
    return rotate(bones.orientation[who._body.first + who.link("head") + 1], (1.0, 0.0, 0.0))[2]


@pytest.mark.slow
def test_the_loser_hangs_his_head_while_the_winner_has_his_arms_up(session):
    pass_s(session, 1.0)
    red, blue = (session.simulation.characters[name] for name in ("red", "blue"))
    session.asking, Boxing.of(session).ending.asked = None, True
    end(session)
    pass_s(session, 2.5)
    assert (red.fighter.move, blue.fighter.move) == ("beaten", "victory")
    assert looks_up(red) < -0.5 < -0.2 < looks_up(blue)
    assert red.place("left_hand")[2] < 1.0 < blue.place("left_hand")[2]
    assert red.place("head")[2] > 1.2, "he stands"


@pytest.mark.slow
def test_who_is_counted_out_stays_down(session):
    simulation = session.simulation
    red, bout = simulation.characters["red"], simulation.bout
    bout.phase, bout.clock_s, bout.count = BoutPhase.COUNT, COUNT - 0.5, COUNT - 1
    red.fighter.counted = True
    red._get(Stun).unconscious_s = 1.5
    pass_s(session, 0.6)
    assert (bout.phase, bout.how, bout.winner) == (BoutPhase.OVER, "KO", "blue")
    Boxing.of(session).ending.asked = True
    pass_s(session, 6.0)
    assert red.phase == Phase.LIMP
    assert red._get(Stun).unconscious_s > STAYS_S - 8.0
