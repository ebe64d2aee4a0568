"""Along the course: which clip leads where it is to go, what counts as finished, and what to do if it does not work."""

from __future__ import annotations

from dataclasses import replace
from math import pi

import esper
import pytest

from components.character import Body, Motion, Phase, Recovery
from components.clock import DT
from components.course import Course, Do, Leg, Runner
from components.errors import InputError
from game import Simulation
from game.plays.course.scenes import with_course
from game.scenes.scene import load_scene
from systems.course.course import STUCK_S
from systems.course.strides import going

WALK_ON = (Leg(Do.WALK, (10.0, 0.0)),)


class Lane:
    """One character alone on flat ground, on a course of these legs; `y` is how far beside its lane it starts."""

    def __init__(self, legs=WALK_ON, finish=20.0, y=0.0, facing=0.0, **settings):
        scene = load_scene("stage", {"clip": "walk", **settings})
        (spec,) = scene.characters
        self.sim = Simulation(
            with_course(replace(scene, characters=(replace(spec, facing=facing),)), Course(tuple(legs), finish))
        )
        esper.switch_world(self.sim.world)
        ((_, (self.body, self.motion, self.recovery, self.runner)),) = esper.get_components(
            Body, Motion, Recovery, Runner
        )
        self.runner.lane = -y

    def place(self):
        x, y, _ = self.sim.stage.tables.bones.position[self.body.first]
        return float(x), float(y) - self.runner.lane


@pytest.fixture
def lane():
    made = []

    def make(*args, **named):
        made.append(Lane(*args, **named))
        return made[-1]

    yield make
    for each in made:
        each.sim.close()


def test_it_comes_back_to_the_middle_of_its_lane_and_stays_there(lane):
    one = lane(y=0.8)
    one.sim.run(9.0)
    assert abs(one.place()[1]) < 0.15
    assert one.motion.clip.name == "walk"


@pytest.mark.parametrize(("facing", "clip"), [(1.4, "turn_right_sharp"), (-1.4, "turn_left_sharp"), (0.3, "walk")])
def test_who_faces_elsewhere_turns_by_a_clip_and_a_little_by_steering(lane, facing, clip):
    one = lane(facing=facing)
    one.sim.tick(2)
    assert one.motion.clip.name == clip
    one.sim.run(6.0)
    assert abs(going(one.sim.stage, one.body, one.motion)) < 0.3


def test_facing_ends_within_a_few_degrees_and_then_the_wheel_goes_along_the_lane(lane):
    one = lane(legs=(Leg(Do.FACE, heading=-1.675), Leg(Do.CARTWHEEL, heading=-1.675)))
    while one.runner.leg < 2 and one.sim.time < 12.0:
        before = one.place()
        one.sim.tick(12)
        if one.motion.clip.name == "cartwheel" and not one.runner.acting:
            break
    assert (one.runner.leg >= 1 and one.motion.clip.name == "cartwheel") or one.runner.leg == 2
    assert one.place()[0] > before[0] - 0.1
    assert one.sim.report()["characters"]["red"]["falls"] == 0


def test_the_finish_is_told_once_with_its_time_and_there_it_stands(lane):
    one = lane(legs=(), finish=2.0)
    one.sim.run(6.0)
    told = [event for event in one.sim.stage.events if event.kind == "finish"]
    assert len(told) == 1
    assert told[0].details["seconds"] == one.runner.finished_s == pytest.approx(told[0].t, abs=2 * DT)
    assert 1.5 < one.runner.finished_s < 3.5  # 2 m at 1 m/s
    assert one.motion.clip.name == "stand"
    assert one.sim.report()["course"]["red"] == {
        "finished_s": one.runner.finished_s, "along_m": pytest.approx(2.0, abs=0.11), "falls": 0,
        "error_deg": one.sim.report()["characters"]["red"]["pose_error_deg"]["mean"],
    }  # fmt: skip


def test_who_does_not_get_on_tries_another_way(lane):
    one = lane(servo="world", strength=1.0)
    one.sim.run(1.0)
    one.runner.best_s, one.runner.best = STUCK_S + DT, 99.0
    one.sim.tick()
    assert one.runner.way and one.runner.best_s < 1.0
    assert abs(one.runner.way[0][1] - one.place()[1]) == pytest.approx(0.6, abs=0.05)


def test_who_falls_at_a_cartwheel_goes_round_what_was_in_the_way(lane):
    one = lane(clip="stand", legs=(Leg(Do.CARTWHEEL, (4.0, 0.0), heading=-pi / 2, around=-0.9), *WALK_ON))
    one.sim.tick(3)
    assert one.runner.acting == "cartwheel"
    one.recovery.phase = Phase.LIMP
    one.sim.tick()
    assert one.runner.tripped and not one.runner.acting
    one.recovery.phase = Phase.AWAKE
    one.sim.tick()
    assert one.runner.leg == 1
    assert [y for _, y in one.runner.way] == [-0.9, -0.9] and one.runner.way[1][0] == 4.0


def test_a_pure_playback_follows_the_height_of_the_ground():
    with Simulation("course", servo="kinematic") as sim:
        sim.run(6.0)
        playback = sim.characters["playback"]
        ground = sim.stage.engine.ground_height(*playback.place("pelvis")[:2])
        assert ground > 0.3
        assert playback.place("pelvis")[2] - ground == pytest.approx(0.95, abs=0.06)


def test_a_save_goes_on_to_the_same_state(lane):
    one = lane(legs=(Leg(Do.WALK, (1.0, 0.0)), Leg(Do.FACE, heading=-1.6), Leg(Do.CARTWHEEL, heading=-1.6)))
    one.sim.run(2.0)
    saved = one.sim.save()
    hashes = []
    for _ in range(2):
        one.sim.load(saved)
        one.sim.run(2.0)
        hashes.append(one.sim.state_hash())
    assert hashes[0] == hashes[1]


RED = 'title = "t"\n[[character]]\nname = "red"\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (RED + "[course]\n", "course.finish: object missing required field `finish`"),
        (RED + "[course]\nfinish = nan\n", "course.finish: must be a number, not nan"),
        (RED + "[course]\nfinish = -1\n", "course.finish: expected `float` > 0"),
        (RED + '[course]\nfinish = 5\nlegs = [{ do = "fly" }]\n', "legs[1].do: invalid enum value 'fly'"),
        (RED + '[course]\nfinish = 5\nlegs = [{ do = "walk", to = [6, 0] }]\n', "leads beyond the finish"),
        (RED + '[course]\nfinish = 5\nlegs = [{ do = "walk", too = [6, 0] }]\n', "too"),
    ],
)
def test_a_mistake_in_a_course_is_one_line_that_names_the_place(tmp_path, text, said):
    path = tmp_path / "s.toml"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        load_scene(path)
    assert said in str(caught.value) and str(path.name) in str(caught.value) and "\n" not in str(caught.value)
