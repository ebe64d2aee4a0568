"""Bodies that touch: impulses, normals, friction, bumps and gaps, against closed forms."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import cos, radians, sin, sqrt, tan

import numpy as np
import pytest

from components.clock import DT, TICKS_PER_S
from components.rig import Joint, Shape
from components.settings import Ground, WorldSettings
from systems.engine import RESTS, TOUCH_WIDTH
from systems.grounds.terrain import RAMP_DEG

G = 9.81
OWN, OTHER, OWN_LINK, OTHER_LINK, FORCE = range(5)
PLACE, NORMAL, GAP = slice(5, 8), slice(8, 11), 11
ROOT, BALL, HINGE = Joint.ROOT, Joint.BALL, Joint.HINGE


def upward(touches):
    """N, all together."""
    return float(touches[:, FORCE] @ touches[:, NORMAL][:, 2])


# --- impulses and normals


@pytest.mark.parametrize("height", [0.2, 1.0, 3.0])
def test_the_impulses_that_stop_a_falling_ball_are_its_momentum_and_its_weight(world, height):
    """From rest to rest: the sum of force times dt is m g times the whole time, m sqrt(2 g h) of it in the landing."""
    here = world(gravity=G)
    ball = here.ball(2.0, 0.1, at=(0, 0, 0.1 + height), friction=0.5)
    impulses = []
    for _ in range(240):
        here.step()
        impulses.append(upward(here.engine.touches([ball])) * DT)
    assert here.state(ball)[0][2] == pytest.approx(0.1, abs=0.01)
    assert sum(impulses) == pytest.approx(2.0 * G * 240 * DT, rel=1e-3)
    landed = next(k for k, impulse in enumerate(impulses) if impulse > 0.0)
    fallen = sum(impulses[landed : landed + 3]) - 3 * 2.0 * G * DT
    assert fallen == pytest.approx(2.0 * sqrt(2 * G * height), rel=0.06)


def test_a_block_at_rest_is_pressed_by_its_weight_from_below(world):
    here = world(gravity=G)
    block = here.box(5.0, (0.4, 0.3, 0.2), at=(0.1, 0.2, 0.1), yaw=0.4)
    here.step(120)
    for _ in range(12):
        here.step()
        touches = here.engine.touches([block])
        assert touches.shape[1] == TOUCH_WIDTH
        assert set(touches[:, OWN]) == {block} and set(touches[:, OTHER]) <= set(here.engine.ground)
        assert set(touches[:, OWN_LINK]) == set(touches[:, OTHER_LINK]) == {-1}
        assert (touches[:, FORCE] > 0.0).all()
        np.testing.assert_allclose(touches[:, NORMAL], [[0, 0, 1]] * len(touches), atol=1e-6)
        np.testing.assert_allclose(touches[:, PLACE][:, 2], 0.0, atol=0.005)
        on_ground = touches[:, PLACE] - touches[:, [GAP]] * touches[:, NORMAL]
        np.testing.assert_allclose(on_ground[:, 2], 0.0, atol=1e-6)
        assert (np.abs(touches[:, GAP]) < 0.005).all()
        reach = np.abs(touches[:, PLACE][:, :2] - here.state(block)[0][:2]).max()
        assert 0.1 < reach <= 0.251, "at its corners"
        assert upward(touches) == pytest.approx(5.0 * G, rel=0.01)
        middle = touches[:, FORCE] @ touches[:, PLACE][:, :2] / touches[:, FORCE].sum()
        np.testing.assert_allclose(middle, here.state(block)[0][:2], atol=0.01)


def test_bodies_rest_as_deep_as_they_may_and_come_up_again(world):
    here = world(gravity=G)
    block = here.box(5.0, (0.4, 0.3, 0.2), at=(0.0, 0.0, 0.1))
    for depth in (RESTS, 0.003, 0.006, RESTS):
        here.engine.let_sink(depth)
        here.step(360)
        assert 0.1 - here.state(block)[0][2] == pytest.approx(depth, abs=0.0007)
        assert upward(here.engine.touches([block])) == pytest.approx(5.0 * G, rel=0.01)


def meet(world, made_of, share, off):
    """Two gloves of 0.1 m and half a kilogram, one at 8 m/s: m of their least gap, N s of both, their speeds after."""
    here = world(gravity=0.0)
    glove = made_of.rig(made_of.bone(ROOT, mass=0.5, shapes=[made_of.sphere(0.055)]))
    one = here.character(glove, at=(0.4 + off, 0, 5), moving=(-8.0, 0, 0))
    other = here.character(glove, at=(0, 0, 5))
    if share is not None:
        here.engine.foresee(share)
    nearest, impulse = 1.0, 0.0
    for _ in range(12):
        here.step()
        impulse += float(here.engine.touches([one.body])[:, FORCE].sum()) * DT
        gap = here.engine.gap(one.body, other.body, 1.0)
        nearest = min(nearest, gap)
    base, _ = here.read(one, other)
    return nearest, impulse, base[:, 7]


def test_gloves_that_are_foreseen_stop_at_the_skin_and_the_blow_is_the_same(world, made_of):
    """Two of m = 0.5 kg at v = 8 m/s share their momentum: m v / 2 = 2 N s, and 4 m/s for each. In a step of 6.7 cm
    they are found to touch up to 6.7 cm too late; foreseen they stand skin to skin."""
    before = [meet(world, made_of, None, off) for off in np.linspace(0.0, 8.0 * DT, 6, endpoint=False)]
    after = [meet(world, made_of, 0.7, off) for off in np.linspace(0.0, 8.0 * DT, 6, endpoint=False)]
    assert min(gap for gap, _, _ in after) > -0.002
    assert min(gap for gap, _, _ in before) < -0.03 or min(gap for gap, _, _ in before) > -0.002
    assert all(impulse == pytest.approx(2.0, rel=0.1) for _, impulse, _ in before), "what pushes them out comes on top"
    for _, impulse, speeds in after:
        assert impulse == pytest.approx(2.0, rel=0.02)
        np.testing.assert_allclose(speeds, -4.0, atol=0.08)


def test_a_glove_that_slides_along_the_notch_of_two_is_not_let_into_them(world, made_of):
    """At 6 and 9 m/s along, 3 and 5 m/s down; friction stops it, and what slid is not thought to leave by itself."""
    deepest = 0.0
    for along, down, half in ((9.0, 5.0, 0.057), (9.0, 5.0, 0.08), (6.0, 5.0, 0.08), (6.0, 3.0, 0.08)):
        here = world(gravity=0.0)
        here.engine.foresee(0.7)
        one, *two = (
            here.character(made_of.rig(made_of.bone(ROOT, mass=mass, shapes=[made_of.sphere(0.055)])), at=at, moving=to)
            for mass, at, to in (
                (0.5, (-0.05, 0.0, 5.002 + sqrt(0.11**2 - half**2)), (along, 0.0, -down)),
                (1.0, (0.0, half, 5.0), (0.0, 0.0, 0.0)),
                (1.0, (0.0, -half, 5.0), (0.0, 0.0, 0.0)),
            )
        )
        for _ in range(8):
            here.step()
            deepest = max(deepest, *(-here.engine.gap(one.body, other.body, 1.0) for other in two))
    assert deepest < 0.01


def test_one_world_may_look_further_ahead_than_another(world, made_of):
    """To the bit: what one of them sees does not depend on whether the other has stepped."""
    alone = meet(world, made_of, None, 0.02)
    other = world(gravity=0.0)
    other.engine.foresee(0.7)
    other.step()
    assert meet(world, made_of, None, 0.02)[:2] == alone[:2]


def test_a_touch_of_two_is_there_from_both_sides_and_pushes_them_apart(world):
    here = world(gravity=G)
    low, high = here.box(4.0, (0.5, 0.5, 0.2), at=(0, 0, 0.1)), here.box(3.0, (0.3, 0.3, 0.2), at=(0, 0, 0.3))
    here.step(120)
    touches = here.engine.touches([high, low])
    assert touches[:, OWN].tolist() == sorted(touches[:, OWN].tolist(), key=[high, low].index), "one after another"
    above, below = (touches[(touches[:, OWN] == a) & (touches[:, OTHER] == b)] for a, b in ((high, low), (low, high)))
    assert len(above) == len(below) > 0
    assert upward(above) == pytest.approx(3.0 * G, rel=0.01)
    assert upward(below) == pytest.approx(-3.0 * G, rel=0.01)
    assert upward(touches[np.isin(touches[:, OTHER], here.engine.ground_ids)]) == pytest.approx(7.0 * G, rel=0.01)
    np.testing.assert_allclose(sorted(above[:, FORCE]), sorted(below[:, FORCE]))
    assert here.engine.touches([high]).tolist() == touches[touches[:, OWN] == high].tolist()


def test_the_order_of_touches_hangs_on_who_touches_not_on_what_came_and_went(world):
    """Seven balls roll off a tilted block, three of them twice: forces that are summed are summed in one order."""
    here = world(gravity=G)
    if here.engine.client < 0:
        pytest.skip("MuJoCo: its order is that of its shapes")
    block = here.box(50.0, (1.0, 1.0, 0.2), at=(0, 0, 0.1))
    balls = [
        here.ball(at=(0.2 * (i % 3) - 0.2, 0.2 * (i // 3) - 0.2, 0.31), moving=(0.3 * i, -0.5, 0)) for i in range(7)
    ]
    most = 0
    for tick in range(120):
        if tick % 20 == 10:
            here.engine.remove(balls.pop(1))
            balls.append(here.ball(at=(0.1, 0.1, 0.35), moving=(-0.4, 0.3, 0)))
        here.step()
        for body in (block, *balls):
            who = here.engine.touches([body])[:, [OTHER, OWN_LINK, OTHER_LINK]].tolist()
            assert who == sorted(who, reverse=True)
            most = max(most, len(who))
    assert most > 6


def test_in_the_air_nothing_touches(world):
    here = world(gravity=G)
    ball = here.ball(at=(0, 0, 5))
    here.step()
    assert here.engine.touches([ball]).shape == here.engine.touches([]).shape == (0, TOUCH_WIDTH)


def test_touches_are_not_to_be_written_to(world):
    here = world(gravity=G)
    ball = here.ball(radius=0.1, at=(0, 0, 0.1))
    here.step(5)
    for touches in (here.engine.touches([ball]), here.engine.touches([])):
        assert not touches.flags.writeable


def test_touches_say_which_bones_they_are_of(world, made_of):
    """A body on three wheels: the one in front carries two fifths of the weight."""
    here = world(gravity=G)
    heavy = (0.1, 0.1, 0.1)
    row = made_of.rig(
        made_of.bone(ROOT, mass=2.0),
        made_of.bone(HINGE, 0, (0.5, 0, 0), inertia=heavy, shapes=[made_of.sphere(0.1)]),
        made_of.bone(HINGE, 0, (-0.5, 0, 0), inertia=heavy, shapes=[made_of.sphere(0.1, (0, 0.2, 0))]),
        made_of.bone(HINGE, 0, (-0.5, 0, 0), inertia=heavy, shapes=[made_of.sphere(0.1, (0, -0.2, 0))]),
    )
    puppet = here.character(row, at=(0, 0, 0.1))
    pressed = np.zeros(3)
    for n in range(120):
        here.step()
        touches = here.engine.touches([puppet.body])
        if n >= 60:
            for row_of in touches:
                pressed[int(row_of[OWN_LINK])] += row_of[FORCE] * row_of[NORMAL][2] / 60
    assert (touches[:, OWN] == puppet.body).all() and (touches[:, OTHER_LINK] == -1).all()
    assert pressed.sum() == pytest.approx(5.0 * G, rel=0.02)
    assert pressed[0] == pytest.approx(2.0 * G, rel=0.01), "its weight is 0.1 m behind the middle"


@pytest.mark.parametrize("collide", [(), ((1, 2),)])
def test_bones_of_a_body_touch_one_another_only_where_the_rig_says(world, made_of, collide):
    """Two balls that are put into each other: pushed apart, with one touch told, or not noticed at all."""
    here = world(gravity=0.0)
    shapes = [made_of.sphere(0.1)]
    row = made_of.rig(
        made_of.bone(ROOT),
        made_of.bone(HINGE, 0, (0.3, 0, 0), shapes=shapes),
        made_of.bone(HINGE, 0, (0.3, 0.19, 0), shapes=shapes),
        collide=collide,
    )
    puppet = here.character(row)
    found = []
    for _ in range(10):
        here.step()
        found += here.engine.touches([puppet.body]).tolist()
    assert bool(found) == bool(collide)
    for row_of in found:
        assert row_of[OWN] == row_of[OTHER] == puppet.body
        assert {row_of[OWN_LINK], row_of[OTHER_LINK]} == {0.0, 1.0}
        away = 1.0 if row_of[OWN_LINK] == 1.0 else -1.0
        np.testing.assert_allclose(row_of[NORMAL], [0, away, 0], atol=0.05)


# --- friction


@pytest.mark.parametrize("share", [0.85, 1.15])
@pytest.mark.parametrize(("ground", "own"), [(1.0, 1.0), (0.5, 2.0)])
def test_friction_holds_a_block_on_a_slope_above_its_angle_and_lets_it_slide_below(world, share, ground, own):
    """Frictions multiply. Below tan a the block slides down with g (sin a - mu cos a)."""
    slope = radians(RAMP_DEG)
    mu = share * tan(slope)
    here = world(gravity=G, ground=Ground.RAMP, friction=ground * mu)
    up = np.array([-sin(slope), 0.0, cos(slope)])
    block = here.box(4.0, (0.4, 0.4, 0.2), at=(0.1 * up).tolist(), friction=own)
    here.step(120)  # lies on the slope by now
    begin, speed = here.state(block)[0], np.linalg.norm(here.state(block)[2])
    here.step(120)
    way = np.linalg.norm(here.state(block)[0] - begin)
    if share > 1.0:
        assert way < 0.01
    else:
        gain = np.linalg.norm(here.state(block)[2]) - speed
        assert gain == pytest.approx(G * (sin(slope) - mu * cos(slope)), rel=0.05)
        assert here.state(block)[2][0] < 0.0, "downhill"


def braking(here, body, mass, n=24):
    """What it loses of its momentum along x (N s) in n steps, over the impulse that presses it up from the ground."""
    before, pressed = mass * speed(here, body), 0.0
    for _ in range(n):
        here.step()
        pressed += upward(here.engine.touches([body])) * DT
    return (before - mass * speed(here, body)) / pressed


def speed(here, body):
    return here.state(body)[2][0]


@pytest.mark.parametrize("mu", [0.2, 0.5])
def test_a_sliding_block_is_braked_by_mu_times_what_presses_it(world, mu):
    here = world(gravity=G, friction=mu)
    block = here.box(4.0, (0.4, 0.4, 0.1), at=(0, 0, 0.05))
    here.step(30)
    here.engine.shoot(block, here.state(block)[0].tolist(), [4.0, 0, 0])
    here.step()
    assert braking(here, block, 4.0) == pytest.approx(mu, rel=0.01)


def test_the_grounds_friction_can_be_changed_between_two_steps(world):
    here = world(gravity=G, friction=0.0)
    block = here.box(4.0, (0.4, 0.4, 0.1), at=(0, 0, 0.05))
    here.step(30)
    here.engine.shoot(block, here.state(block)[0].tolist(), [4.0, 0, 0])
    here.step(30)
    assert here.state(block)[2][0] == pytest.approx(4.0, rel=1e-3)
    here.engine.apply(WorldSettings(gravity=G, friction=0.5))
    assert braking(here, block, 4.0) == pytest.approx(0.5, rel=0.01)


def test_every_bone_slides_with_the_friction_that_is_said(world, made_of):
    """A character has friction 1: on whichever bone it slides, the ground's own 0.4 brakes it."""
    here = world(gravity=G, friction=0.4)
    foot = [made_of.sphere(0.1, (0, y, 0)) for y in (-0.3, 0.3)]
    found = []
    for slides in range(3):
        row = made_of.rig(
            *(
                made_of.bone(joint, above, mass=2.0, inertia=(5.0,) * 3, shapes=foot if i == slides else ())
                for i, (joint, above) in enumerate(((ROOT, 0), (HINGE, 0), (HINGE, 1)))
            )
        )
        puppet = here.character(row, at=(0, 3 * slides, 0.1), moving=(5, 0, 0))
        here.step()
        found.append(braking(here, puppet.body, 6.0))
    assert found == pytest.approx([0.4, 0.4, 0.4], rel=0.02)


# --- bumps


@pytest.mark.parametrize("shares", [(1.0, 1.0), (0.8, 0.9), (0.6, 0.0)])
def test_of_two_that_bump_the_product_of_their_shares_of_the_speed_comes_back(world, shares):
    here = world(gravity=0.0)
    left = here.ball(1.0, at=(-0.5, 0, 5), moving=(3, 0, 0), restitution=shares[0])
    right = here.ball(1.0, at=(0.5, 0, 5), moving=(-3, 0, 0), restitution=shares[1])
    here.step(60)
    apart = here.state(right)[2][0] - here.state(left)[2][0]
    assert apart == pytest.approx(6.0 * shares[0] * shares[1], abs=0.06)
    assert here.state(right)[2][0] == pytest.approx(-here.state(left)[2][0], abs=1e-3)


def test_a_heavy_ball_that_strikes_a_light_one_keeps_their_momentum(world):
    here = world(gravity=0.0)
    heavy = here.ball(4.0, at=(0, 0, 5), moving=(2, 0, 0), restitution=1.0)
    light = here.ball(1.0, at=(0.5, 0, 5), restitution=1.0)
    here.step(60)
    assert 4.0 * here.state(heavy)[2][0] + here.state(light)[2][0] == pytest.approx(8.0, rel=1e-3)
    assert here.state(light)[2][0] == pytest.approx(2 * 4.0 / 5.0 * 2.0, rel=0.02)


def test_from_the_ground_nothing_bounces(world):
    here = world(gravity=G)
    ball = here.ball(1.0, 0.1, at=(0, 0, 1.0), restitution=1.0)
    heights = []
    for _ in range(120):
        here.step()
        heights.append(here.state(ball)[0][2])
    landed = heights.index(min(heights))
    assert max(heights[landed:]) < 0.15


def test_a_fixed_thing_stays_where_it_is_whatever_strikes_it(world):
    here = world(gravity=G)
    wall = here.box(0.0, (0.2, 1.0, 1.0), at=(1, 0, 3), yaw=0.3)
    before = here.engine.place_of(wall)
    ball = here.ball(20.0, 0.1, at=(0, 0, 3.2), moving=(3, 0, 0))
    xs = []
    for _ in range(60):
        here.step()
        xs.append(here.state(ball)[0][0])
    assert max(xs) < 0.85
    assert here.engine.place_of(wall) == before


def test_a_body_that_is_put_along_its_way_pushes_what_it_meets(world, made_of):
    """As a character that plays its clip: put after each step, with its speed, it shoves a loose thing before it."""
    here = world(gravity=0.0)
    puppet = here.character(made_of.rig(made_of.bone(ROOT, mass=50.0, inertia=(5,) * 3, shapes=[made_of.sphere(0.2)])))
    ball = here.ball(1.0, 0.1, at=(0.5, 0, 5))
    for n in range(1, 61):
        here.step()
        here.put(puppet, at=(1.5 * n * DT, 0, 5), moving=(1.5, 0, 0))
    assert here.state(ball)[2][0] == pytest.approx(1.5, rel=0.03)
    assert here.state(ball)[0][0] - 0.75 == pytest.approx(0.3, abs=0.03)


# --- gaps


def test_the_gap_between_two_is_told_from_deep_in_each_other_to_as_far_as_asked(world):
    here = world(gravity=0.0)
    left = here.ball(radius=0.1, at=(0, 0, 5))
    for x, gap in ((0.5, 0.3), (0.25, 0.05), (0.15, -0.05)):
        right = here.ball(radius=0.1, at=(x, 0, 5))
        assert here.engine.gap(left, right, 0.4) == pytest.approx(gap, abs=2e-3)
        assert (here.engine.gap(left, right, 0.2) is None) == (gap > 0.2)
        here.engine.remove(right)
    assert here.engine.gap(left, here.engine.ground[0], 0.5) is None


def test_the_gap_of_one_bone_is_its_own(world, made_of):
    here = world(gravity=0.0)
    shapes = [made_of.sphere(0.1)]
    row = made_of.rig(made_of.bone(ROOT, shapes=shapes), made_of.bone(HINGE, 0, (0.0, 0, 0.5), shapes=shapes))
    body, ground = here.character(row, at=(0, 0, 0.3)).body, here.engine.ground[0]
    assert here.engine.gap(body, ground, 2.0) == pytest.approx(0.2, abs=2e-3)
    assert here.engine.gap(body, ground, 2.0, -1) == pytest.approx(0.2, abs=2e-3)
    assert here.engine.gap(body, ground, 2.0, 0) == pytest.approx(0.7, abs=2e-3)


def test_things_roll_to_a_stop_and_lie_still(world):
    """A ball on a flat ground is braked a little, and what lies does not creep."""
    here = world(gravity=G)
    ball, block = here.ball(radius=0.1, at=(0, 0, 0.1), moving=(1, 0, 0)), here.box(at=(0, 3, 0.1))
    here.step(30)
    place, speeds = here.state(block)[0], []
    for _ in range(6):
        here.step(TICKS_PER_S // 2)
        speeds.append(float(np.linalg.norm(here.state(ball)[2])))
    assert all(later <= earlier + 1e-3 for earlier, later in pairwise(speeds))
    np.testing.assert_allclose(here.state(block)[0], place, atol=1e-3)


def test_a_bone_that_gives_bears_what_its_springs_bear_at_their_depth(world, made_of):
    """Four corners of 20 000 N/m under 12 kg: 12 g / 4 k = 1.47 mm deep, and it hardly creeps."""
    here = world(gravity=G)
    sole = Shape("box", (0, 0, 0), size=(0.6, 0.4, 0.2))
    row = made_of.rig(replace(made_of.bone(ROOT, mass=12.0, shapes=[sole]), give=(20_000.0, 200.0)))
    puppet = here.character(row, at=(0, 0, 0.1))
    here.step(240)
    x, y, z = here.read(puppet)[0][0, :3]
    assert 0.1 - z == pytest.approx(12.0 * G / 80_000.0, rel=0.05)
    np.testing.assert_allclose([x, y], 0.0, atol=2e-3)
    assert upward(here.engine.touches([puppet.body])) == pytest.approx(12.0 * G, rel=0.01)
