"""What the marks say, against closed forms and the engine asked directly."""

from __future__ import annotations

from types import SimpleNamespace

import esper
import numpy as np
import pytest
from raw import p

from components.clock import TICKS_PER_S
from components.settings import Root
from game.cameras.camera import Camera
from game.picture.shot import Studio
from game.world.simulation import Simulation
from systems.draw.balance_marks import extrapolated, pressure
from systems.draw.cast import Cast
from systems.draw.context import current
from systems.draw.diagnosis import TARGET_COLOUR, Diagnosis
from systems.draw.ghost import Ghost
from systems.draw.lines import Lines
from systems.draw.measures import Tree, holds, hull, multiplied, turned
from systems.draw.meshes import BALL, BOX, CAPSULE
from systems.draw.posing import AXIS_X, AXIS_Z, PLACE, SIZE
from systems.draw.quality import quality_named
from systems.draw.shows import SHOWS, Show
from systems.draw.trails import TICKS
from systems.kernels.codes import code
from systems.kernels.quaternions import about_z, from_rotvec, mul, rotate

LOW = quality_named("low")
RANDOM = np.random.default_rng(7)
G = 9.81


def diagnosed(simulation):
    """Its cast and its diagnosis; the world is the current one."""
    current()
    esper.switch_world(simulation.world)
    cast = Cast(simulation.stage)
    cast.update()
    return cast, Diagnosis(simulation.stage, cast, Lines(), Ghost(TARGET_COLOUR, quality=LOW))


@pytest.fixture
def here(standing):
    cast, diagnosis = diagnosed(standing)
    yield SimpleNamespace(simulation=standing, cast=cast, diagnosis=diagnosis, tables=standing.stage.tables)
    for layer in diagnosis.layers:
        layer.close()


@pytest.fixture(scope="module")
def walking():
    with Simulation("stage", settings={"clip": "walk", "servo": "kinematic"}) as simulation:
        simulation.run(0.7)
        yield simulation


def links(simulation):
    """Centre of mass, velocity and mass of all bones of the first character, by pybullet."""
    body, client = simulation.stage.tables.puppets[0].body, simulation.client
    rows = [
        simulation.stage.engine.motion_of(body, link)
        for link in range(-1, p.getNumJoints(body, physicsClientId=client))
    ]
    return tuple(np.array(column) for column in zip(*rows, strict=True))


# --- measures


def test_rows_turn_and_multiply_as_one_by_one():
    q, r, v = RANDOM.normal(size=(20, 4)), RANDOM.normal(size=(20, 4)), RANDOM.normal(size=(20, 3))
    q, r = (a / np.linalg.norm(a, axis=1, keepdims=True) for a in (q, r))
    np.testing.assert_allclose(turned(q, v), [rotate(a, b) for a, b in zip(q, v, strict=True)], atol=1e-12)
    np.testing.assert_allclose(multiplied(q, r), [mul(a, b) for a, b in zip(q, r, strict=True)], atol=1e-12)
    np.testing.assert_allclose(turned(np.array([about_z(np.pi / 2)]), np.array([[1.0, 0, 0]])), [[0, 1, 0]], atol=1e-12)


def test_a_hull_has_the_corners_of_a_square_and_none_of_what_is_inside():
    inside = RANDOM.uniform(-0.9, 0.9, size=(30, 3))
    square = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0], [0, 1, 0], [1, 1, 0.0]])
    corners = hull(np.concatenate([inside, square]))
    np.testing.assert_array_equal(corners, square[:4])
    assert all(holds(corners, point) for point in inside)
    for outside in ([1.1, 0, 0], [0, -1.01, 0], [-3, 3, 0]):
        assert not holds(corners, np.array(outside))


def test_a_hull_of_few_points_holds_nothing():
    point, other = np.array([[1.0, 2.0, 0.0]]), np.array([[1.0, 2.0, 0.0], [3.0, 2.0, 0.1]])
    assert hull(np.empty((0, 3))).shape == (0, 3)
    np.testing.assert_array_equal(hull(np.repeat(point, 3, axis=0)), point)
    np.testing.assert_array_equal(hull(other), other)
    np.testing.assert_array_equal(hull(np.array([[0.0, 0, 0], [2, 2, 0], [1, 1, 0]])), [[0, 0, 0], [2, 2, 0]])
    assert not holds(hull(point), point[0])
    assert not holds(hull(other), np.array([2.0, 2.0, 0.0]))


def test_places_down_the_tree_are_those_of_the_bodies(here):
    bones, skeletons = here.tables.bones, here.tables.skeletons
    places = Tree(skeletons).places(bones.position[skeletons.first[:-1]], bones.orientation)
    np.testing.assert_allclose(places, bones.position, atol=1e-12)


# --- target


def test_the_target_of_a_kinematic_character_is_its_body(walking):
    cast, diagnosis = diagnosed(walking)
    for _ in range(3):
        diagnosis.update({Show.TARGET})
        walking.tick()
        diagnosis.record()
        cast.update()
        place, turn = diagnosis.target.at(1.0)
        np.testing.assert_allclose(place, cast.place[: cast.bones], atol=2e-6)
        same = np.abs(np.einsum("ij,ij->i", turn, cast.turn[: cast.bones]))
        np.testing.assert_allclose(same, 1.0, atol=1e-9)


@pytest.mark.parametrize("alpha", [0.0, 0.3, 0.8])
def test_between_two_ticks_too(walking, alpha):
    cast, diagnosis = diagnosed(walking)
    diagnosis.update({Show.TARGET})
    for _ in range(2):
        cast.remember()
        walking.tick()
        diagnosis.record()
    cast.update(alpha)
    place, _ = diagnosis.target.at(alpha)
    late = np.abs(diagnosis.target.at(1.0)[0] - cast.place[: cast.bones]).max()
    assert np.abs(place - cast.place[: cast.bones]).max() < min(1e-3, 0.2 * late)


def test_the_target_is_what_scripts_are_told(here):
    _, turn = here.diagnosis.target.at(1.0)
    said = next(iter(here.simulation.characters.values())).target()
    np.testing.assert_allclose(turn[1:], said[1:], atol=1e-9)


# --- balance


@pytest.mark.bullet
def test_the_centre_of_mass_and_its_velocity_are_those_of_the_engine():
    with Simulation("stage", settings={"clip": "kick"}) as simulation:
        simulation.run(0.8)
        _, diagnosis = diagnosed(simulation)
        middles, velocities, masses = links(simulation)
        np.testing.assert_allclose(diagnosis.balance.centres()[0], masses @ middles / masses.sum(), atol=1e-4)
        speed = masses @ velocities / masses.sum()
        assert np.linalg.norm(speed) > 0.1
        np.testing.assert_allclose(diagnosis.balance.velocities()[0], speed, atol=2e-3)


def test_somebody_who_stands_stands_within_what_the_feet_hold(here):
    ((touches, _),) = here.diagnosis.balance.touches()
    assert len(touches) >= 4
    assert holds(hull(touches), here.diagnosis.balance.centres()[0])
    here.diagnosis.update({Show.BALANCE})
    rows = here.diagnosis.lines._above
    assert (rows.array[: rows.count, 8:11] == np.float32([0.25, 0.95, 0.45])).all(axis=1).sum() >= 5
    assert here.diagnosis.areas._corners.count >= 6


def test_where_the_ground_s_force_acts_is_within_the_soles_and_xi_leads_a_body_that_moves(here):
    touches = here.diagnosis.balance.touches()
    ((places, _),) = touches
    (acts,) = pressure(touches)
    assert holds(hull(places), acts) and not holds(hull(places), np.add(acts, (0.5, 0.0, 0.0)))
    place, speed = np.array([[1.0, 2.0, 0.95]]), np.array([[0.4, 0.0, 0.0]])
    np.testing.assert_allclose(extrapolated(place, speed, place[:, 2], 9.81), [[1.1245, 2.0, 0.95]], atol=1e-4)
    np.testing.assert_array_equal(extrapolated(place, speed, place[:, 2], 0.0), place)


def test_a_saving_step_leaves_a_print_that_fades():
    with Simulation("stage", settings={"clip": "stand"}) as simulation:
        simulation.tick(2)
        _, diagnosis = diagnosed(simulation)
        bare = diagnosis.update({Show.BALANCE}) or diagnosis.areas._corners.count
        simulation.stage.tell("step", "red", foot="left", at=(0.3, 0.2))
        paint = []
        for _ in range(3):
            diagnosis.update({Show.BALANCE})
            rows = diagnosis.areas._corners
            mine = rows.array[: rows.count].reshape(-1, 7)[bare:] if rows.count > bare else np.empty((0, 7))
            paint.append(mine[:, 6].max() if len(mine) else 0.0)
            if len(mine):
                np.testing.assert_allclose(np.abs(mine[:, :2] - (0.3675, 0.2)), [[0.1275, 0.045]] * 6, atol=0.03)
            simulation.stage.ticks += 2 * TICKS_PER_S  # as if so long had passed
        assert paint[0] == pytest.approx(0.35, abs=1e-3) and paint[1] == pytest.approx(0.175, abs=1e-3)
        assert paint[2] == 0.0


def test_a_body_in_the_air_stands_on_nothing():
    with Simulation("stage", settings={"clip": "jump"}) as simulation:
        simulation.tick()
        _, diagnosis = diagnosed(simulation)
        simulation.stage.tables.contacts.count[0] = 0
        diagnosis.update({Show.BALANCE})
        assert diagnosis.areas._corners.count == 0
        assert diagnosis.lines.count > 0


# --- contacts


def test_the_arrows_of_somebody_who_stands_add_up_to_its_weight(standing):
    with Simulation("stage") as simulation:
        simulation.run(1.0)
        _, diagnosis = diagnosed(simulation)
        lengths = []
        for _ in range(240):
            simulation.tick()
            lengths.append(diagnosis.contacts.arrows().sum(axis=0))
        weight = simulation.stage.tables.skeletons.total_mass[0] * G
        np.testing.assert_allclose(1500.0 * np.mean(lengths, axis=0), [0.0, 0.0, weight], atol=0.03 * weight)


def test_ground_and_others_have_their_colours(here):
    contacts = here.tables.contacts
    n = int(contacts.count[0])
    kept = contacts.other[:n].copy()
    contacts.other[0] = 999
    here.diagnosis.update({Show.CONTACTS})
    contacts.other[:n] = kept
    rows = here.diagnosis.lines._above
    points = rows.array[rows.count - n : rows.count]
    np.testing.assert_allclose(points[:, :3], contacts.position[:n], atol=1e-5)
    assert points[0, 8] > points[0, 9], "red"
    assert (points[1:, 9] > points[1:, 8]).all(), "green"


# --- heat


def test_heat_is_the_share_of_each_joints_limit(here):
    limit, size = here.tables.skeletons.torque_limit, here.tables.demand.size
    kept = size.copy()
    size[:] = np.linspace(0.0, 2.0, len(size)) * limit
    here.diagnosis.update({Show.HEAT})
    size[:] = kept
    np.testing.assert_allclose(here.cast.heat[1:], np.minimum(1.0, np.linspace(0.0, 2.0, len(size)))[1:], atol=1e-12)
    here.diagnosis.update(set())
    assert here.cast.heat is None


# --- shapes


class Drawn:
    """One instance of the shapes' ghost, read back from what goes to the graphics card."""

    def __init__(self, instances, i):
        line = instances.array[i].astype(float)
        x, z = line[AXIS_X : AXIS_X + 3], line[AXIS_Z : AXIS_Z + 3]
        self.kind, self.row = instances.kind, instances.rows[i]
        self.axes, self.size = np.array([x, np.cross(z, x), z]), line[SIZE : SIZE + 4]
        self.start = line[PLACE : PLACE + 3]
        self.way = self.size[2] * z if self.kind == CAPSULE else np.zeros(3)

    def extent(self):
        reach = np.abs(self.axes).T @ self.size[:3] if self.kind == BOX else self.size[0]
        ends = np.array([self.start, self.start + self.way])
        return ends.min(axis=0) - reach, ends.max(axis=0) + reach

    def distance(self, place):
        """m from its surface, below 0 inside."""
        if self.kind == BOX:
            off = np.abs(self.axes @ (place - self.start)) - self.size[:3]
            return np.linalg.norm(np.maximum(off, 0.0)) + min(off.max(), 0.0)
        share = np.clip(self.way @ (place - self.start) / max(1e-12, self.way @ self.way), 0.0, 1.0)
        return np.linalg.norm(place - self.start - share * self.way) - self.size[0]


@pytest.mark.bullet
@pytest.mark.parametrize("rig", ["boxer", "paper36"])
def test_shapes_begin_where_rays_hit_the_engines(rig):
    with Simulation("stage", settings={"clip": "kick", "rig": rig}) as simulation:
        simulation.run(0.4)
        thrown = [simulation.throw(what, at="red", distance=3.0) for what in ("crate", "ball")]
        simulation.tick(20)
        cast, diagnosis = diagnosed(simulation)
        diagnosis.update({Show.SHAPES})
        drawn = [Drawn(some, i) for some in diagnosis.shapes.instances for i in range(some.count)]
        assert {shape.kind for shape in drawn} == {BALL, BOX, CAPSULE}
        body, client = simulation.stage.tables.puppets[0].body, simulation.client
        rows = {(body, row - 1): row for row in range(cast.bones)}
        rows |= {(thing, -1): cast.bones + i for i, thing in enumerate(thrown)}
        things = {row: thing for thing, row in rows.items()}
        bones = range(cast.bones - 1)
        p.getLinkStates(body, bones, computeForwardKinematics=1, physicsClientId=client)  # shapes follow their bones
        p.performCollisionDetection(physicsClientId=client)
        for shape in drawn:
            low, high = p.getAABB(*things[shape.row], physicsClientId=client)
            assert (shape.extent()[0] > np.array(low) - 1e-3).all(), "nothing is drawn beyond the engine's"
            assert (shape.extent()[1] < np.array(high) + 1e-3).all()
        random = np.random.default_rng(1)
        aims = cast.place[random.integers(len(cast.place), size=1500)] + 0.06 * random.normal(size=(1500, 3))
        ways = random.normal(size=(1500, 3)) * [1.0, 1.0, 0.4]
        ways /= np.linalg.norm(ways, axis=1, keepdims=True)
        hit = set()
        for hit_body, link, _, place, _ in p.rayTestBatch(aims + 1.8 * ways, aims - ways, physicsClientId=client):
            if (hit_body, link) in rows:
                row = rows[hit_body, link]
                gap = min(shape.distance(np.array(place)) for shape in drawn if shape.row == row)
                assert gap == pytest.approx(0.0, abs=2e-3), f"row {row}"
                hit.add(row)
        assert hit == {shape.row for shape in drawn}


def test_what_is_thrown_gets_a_shape_at_the_next_update():
    with Simulation("stage") as simulation:
        cast, diagnosis = diagnosed(simulation)
        diagnosis.update({Show.SHAPES})
        before = sum(instances.count for instances in diagnosis.shapes.instances)
        simulation.throw("crate", at="red")
        simulation.tick()
        cast.update()
        diagnosis.update({Show.SHAPES})
        assert sum(instances.count for instances in diagnosis.shapes.instances) == before + 1


# --- root


def spring(here, **columns):
    """The drives with other numbers, and as they were when it is called again."""
    for name, value in columns.items():
        group = here.tables.drives if hasattr(here.tables.drives, name) else here.tables.modes
        getattr(group, name)[:] = value


def ring(here):
    here.diagnosis.lines.clear()
    here.diagnosis.root.draw()
    rows = here.diagnosis.lines._above
    return rows.array[:48, 8:12].copy()


@pytest.mark.parametrize("share", [0.0, 0.25, 0.5, 1.0])
def test_the_ring_fills_by_the_share_of_the_limit(here, share):
    kept = [here.tables.drives.torque.copy(), here.tables.modes.root.copy(), here.tables.modes.root_limit.copy()]
    spring(here, torque=[[*(share * size for size in (120.0, -160.0)), 55.0]], root=code(Root.WEAK), root_limit=200.0)
    assert (ring(here)[:, 3] == 1.0).sum() == round(48 * share)
    spring(here, torque=kept[0], root=kept[1], root_limit=kept[2])


def test_a_broken_ring_is_red_and_open(here):
    spring(here, broken=True)
    colours = ring(here)
    spring(here, broken=False)
    assert (colours[:10, 3] == 0.0).all()
    assert (colours[10:, 3] > 0.9).all()
    assert (colours[:, 0] > 3 * colours[:, 1]).all()


def test_the_arrow_goes_where_the_torque_turns_the_body(here):
    """A torque about +y turns what is up to the front, +x."""
    kept = here.tables.drives.torque.copy()
    spring(here, torque=[[0.0, 1e4, 0.0]])
    here.diagnosis.lines.clear()
    here.diagnosis.root._arcs(np.zeros((1, 3)), np.array([[0.0, 0.0, 1.0]]), here.diagnosis.root.shares())
    spring(here, torque=kept)
    rows = here.diagnosis.lines._above
    start, tip = rows.array[0, :3], rows.array[rows.count - 1, 4:7]
    np.testing.assert_allclose(start, [0.0, 0.0, 0.6], atol=1e-6)
    np.testing.assert_allclose(tip, [0.6 * np.sin(np.pi / 3), 0.0, 0.6 * np.cos(np.pi / 3)], atol=1e-6)


def test_the_wanted_up_does_not_depend_on_the_heading(here):
    targets = here.tables.targets.root_orientation
    kept = targets.copy()
    lean = from_rotvec((0.3, 0.0, 0.0))
    seen = []
    for heading in (0.0, 1.0, -2.5):
        targets[0] = mul(about_z(heading), lean)
        seen.append(here.diagnosis.root.wanted_up()[0])
    targets[:] = kept
    np.testing.assert_allclose(seen, np.broadcast_to(seen[0], (3, 3)), atol=0.02)
    assert np.arccos(seen[0][2]) == pytest.approx(0.3, abs=1e-9)


# --- trails


@pytest.fixture
def trailing():
    with Simulation("stage", settings={"clip": "walk"}) as simulation:
        _, diagnosis = diagnosed(simulation)
        diagnosis.update({Show.TRAILS})
        yield simulation, diagnosis


@pytest.mark.bullet
def test_trails_are_the_ways_of_hands_feet_and_head_in_the_last_second(trailing):
    simulation, diagnosis = trailing
    names = next(iter(simulation.characters.values())).bones
    expected = []
    for _ in range(TICKS + 30):
        simulation.tick()
        diagnosis.record()
        expected.append(links(simulation)[0])
    places, ticks = diagnosis.trails.seen()
    assert ticks[-1] == simulation.ticks
    assert ticks[0] > simulation.ticks - TICKS
    np.testing.assert_array_equal(np.diff(ticks), 2)
    trailed = [names[row] for row in diagnosis.trails.rows]
    assert sorted(trailed) == ["head", "left_foot", "left_hand", "right_foot", "right_hand"]
    np.testing.assert_allclose(places, np.array(expected)[ticks - 1][:, diagnosis.trails.rows], atol=1e-5)


def alphas(diagnosis):
    diagnosis.update({Show.TRAILS})
    rows = diagnosis.lines._behind
    return rows.array[: rows.count, 11].reshape(-1, len(diagnosis.trails.rows))


def test_trails_fade_and_a_jump_is_a_gap(trailing):
    simulation, diagnosis = trailing
    for tick in range(60):
        simulation.tick()
        if tick >= 40:
            simulation.stage.tables.bones.position[:, 0] += 3.0  # as seen after the tick; the next one reads it anew
        diagnosis.record()
    seen = alphas(diagnosis)
    assert (seen[-1] > 0.9).all()
    gap = np.flatnonzero(seen[:, 0] == 0.0)
    assert len(gap) == 1
    kept = np.delete(seen[:, 0], gap)
    assert (np.diff(kept) > 0.0).all()


def test_after_a_load_nothing_is_drawn_that_has_not_happened(trailing):
    simulation, diagnosis = trailing
    for _ in range(20):
        simulation.tick()
        diagnosis.record()
    saved = simulation.save()
    for _ in range(30):
        simulation.tick()
        diagnosis.record()
    simulation.load(saved)
    assert diagnosis.trails.seen()[1].max() == 20
    for _ in range(4):
        simulation.tick()
        diagnosis.record()
    assert diagnosis.trails.ticks.max() == 24


# --- all of them


def test_every_show_has_a_text_and_shows_something():
    view = Camera(np.array([0.0, 0.0, 0.9]), 4.5, -0.8, 0.3, 30.0)
    with Simulation("stage", settings={"clip": "walk"}) as simulation:
        current()
        with Studio(simulation, (160, 120), LOW, view) as studio:
            diagnosis = Diagnosis(simulation.stage, studio.cast, Lines(), Ghost(TARGET_COLOUR, quality=LOW))
            studio.renderer.layers += diagnosis.layers
            diagnosis.update(set(Show))
            for _ in range(40):
                simulation.tick()
                diagnosis.record()
            studio.cast.remember()

            def pixels(shows):
                diagnosis.update(shows)
                studio.update()
                studio.draw()
                return studio.picture().astype(int)

            nothing = pixels(set())
            simulation.stage.tables.muscles.limp[:] = True  # that somebody is limp can be seen
            for show in Show:
                assert SHOWS[show]
                assert (np.abs(pixels({show}) - nothing).max(axis=-1) > 20).sum() > 15, show
            np.testing.assert_array_equal(pixels(set()), nothing)
            assert diagnosis.lines.count == 0
