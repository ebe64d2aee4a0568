"""Figure 3: a kick that is played back, and a partner who is simulated; raw states of the engine."""

from __future__ import annotations

import mujoco as mj
import numpy as np
import pytest
from raw import both, p

from components.clock import DT
from game import Simulation
from game.base.paths import SCENES

GRAVITY = 9.81
MOMENT = 1e-6  # s


class OnBullet:
    """What a body's bones, and its contacts, say of its momentum."""

    def __init__(self, sim, who):
        self.body, self.own = who.body, dict(physicsClientId=sim.client)
        self.links = [*range(p.getNumJoints(who.body, **self.own))]
        self.mass = np.array([p.getDynamicsInfo(who.body, link, **self.own)[0] for link in (-1, *self.links)])
        self.joints = [p.getJointInfo(who.body, link, **self.own) for link in self.links]

    def places(self):
        """Of the root, and of each bone: its centre, its joint and its axes."""
        return p.getBasePositionAndOrientation(self.body, **self.own)[0], [
            (np.array(row[0]), np.array(row[4]), np.array(p.getMatrixFromQuaternion(row[5])).reshape(3, 3))
            for row in p.getLinkStates(self.body, self.links, 0, 1, **self.own)
        ]

    def rates(self):
        joints = p.getJointStatesMultiDof(self.body, self.links, **self.own)
        return (*map(np.array, p.getBaseVelocity(self.body, **self.own)), [np.array(row[1]) for row in joints])

    def momentum(self, places, rates):
        """kg m/s, and by how many N it changes while joints turn on as they do: sums over bones, from the root out."""
        (root, bones), (speed, spin, joints) = places, rates
        rows, whole, turning = {-1: (np.array(root), speed, spin, np.zeros(3), np.zeros(3))}, self.mass[0] * speed, 0.0
        for link, ((centre, at, axes), rate) in enumerate(zip(bones, joints, strict=True)):
            above, v, w, a, alpha = rows[self.joints[link][16]]
            own = axes @ (rate if len(rate) == 3 else np.array(self.joints[link][13]) * rate[0])
            way, out, turns = at - above, centre - at, w + own
            v, a = v + np.cross(w, way), a + np.cross(alpha, way) + np.cross(w, np.cross(w, way))
            alpha = alpha + np.cross(w, own)
            rows[link] = at, v, turns, a, alpha
            whole = whole + self.mass[link + 1] * (v + np.cross(turns, out))
            turning = turning + self.mass[link + 1] * (a + np.cross(alpha, out) + np.cross(turns, np.cross(turns, out)))
        return whole, turning

    def touches(self):
        """The other body, the own bone's row, and N on it."""
        for row in p.getContactPoints(**self.own):
            if (row[1] == self.body) != (row[2] == self.body):
                mine = row[1] == self.body
                force = np.multiply(row[7], row[9]) + np.multiply(row[11], row[10]) + np.multiply(row[13], row[12])
                yield row[2] if mine else row[1], (row[3] if mine else row[4]) + 1, force if mine else -force


class OnMujoco:
    def __init__(self, sim, who):
        self.model, self.data, self.copy = sim.model, sim.data, mj.MjData(sim.model)
        self.first = sim.model.body(f"{who.name}/{who.bones[0]}").id
        self.rows = range(self.first, self.first + len(who.bones))
        self.mass, self.owner = sim.model.body_mass[self.rows], sim.stage.engine.world.owner

    def places(self):
        return self.data.qpos.copy()

    def rates(self):
        return self.data.qvel.copy()

    def momentum(self, places, rates):
        further = places.copy()
        mj.mj_integratePos(self.model, further, rates, MOMENT)
        now, then = self.summed(places, rates), self.summed(further, rates)
        return now, (then - now) / MOMENT

    def summed(self, places, rates):
        self.copy.qpos[:], self.copy.qvel[:] = places, rates
        for look in (mj.mj_kinematics, mj.mj_comPos, mj.mj_comVel):
            look(self.model, self.copy)
        found, whole = np.empty(6), np.zeros(3)
        for row in self.rows:
            mj.mj_objectVelocity(self.model, self.copy, mj.mjtObj.mjOBJ_BODY, row, found, 0)
            whole += self.model.body_mass[row] * found[3:]
        return whole

    def touches(self):
        force = np.empty(6)
        for number, touch in enumerate(self.data.contact[: self.data.ncon]):
            one, other = (self.model.geom_bodyid[geom] for geom in touch.geom)
            if (one in self.rows) != (other in self.rows) and touch.efc_address >= 0:
                mj.mj_contactForce(self.model, self.data, number, force)
                on_other, mine = touch.frame.reshape(3, 3).T @ force[:3], other in self.rows
                thing = self.owner[touch.geom[0 if mine else 1]]
                yield thing, (other if mine else one) - self.first, on_other if mine else -on_other


class Kicked:
    """A body, its momentum before and after each step, and what pressed and rubbed it in that step.

    Both engines set speeds first and move the bones by them afterwards. In a step that begins with the bones at q and
    speeds v, and ends with speeds v', m J(q) (v' - v) / dt + m dJ/dt(q, v) v is the sum of all forces, exactly.
    `lost` is what the momentum changes by beyond that from one step to the next, as joints turn by whole steps.
    """

    def __init__(self, sim, kicker, partner):
        self.sim, self.kicker, self.partner = sim, sim.characters[kicker], sim.characters[partner]
        self.raw = (OnBullet if sim.engine == "bullet" else OnMujoco)(sim, self.partner)
        self.places = [self.partner.place("pelvis")]
        self.changes, self.lost, self.all, self.kicks, self.landed, self.after = [], [], [], [], [], None
        self._step, sim.stage.engine.step = sim.stage.engine.step, self.step

    def step(self):
        raw = self.raw
        places, (before, turning) = raw.places(), raw.momentum(raw.places(), raw.rates())
        self.lost.append(before - self.after - DT * turning if self.after is not None else np.zeros(3))
        self._step()
        self.after, _ = raw.momentum(places, raw.rates())
        self.changes.append(self.after - before + DT * turning)
        whole, kick = np.zeros(3), np.zeros(3)
        for other, row, force in raw.touches():
            whole += DT * force
            if other == self.kicker.body:
                kick += DT * force
            elif np.any(force) and not (bone := self.partner.bones[row]).endswith(("foot", "toes")):
                self.landed.append(bone)
        self.places.append(self.partner.place("pelvis"))
        self.all.append(whole)
        self.kicks.append(kick)


def varied(folder, seed):
    """A file of the scene, with the partners stood a little elsewhere and turned, and of other strength."""
    random = np.random.default_rng(seed)
    (dx, dy), turn, strength = random.uniform(-0.03, 0.03, 2), random.uniform(-10, 10), random.uniform(0.95, 1.05)
    text = (SCENES / "kick.toml").read_text(encoding="utf-8")
    for x, y in ((2.43, 0.01), (-1.28, 0.01)):
        assert f"[{x}, {y}]" in text
        text = text.replace(f"[{x}, {y}]", f"[{x + dx}, {y + dy}]")
    text = text.replace("facing_deg = 180", f"facing_deg = {180 + turn}\nstrength = {strength}")
    file = folder / f"kick{seed}.toml"
    file.write_text(text, encoding="utf-8")
    return str(file)


@pytest.fixture
def kick(tmp_path, made):
    def make(seed, engine="bullet"):
        return made(varied(tmp_path, seed), seed=seed, settings={"engine": engine})

    return make


def off_clip(sim, name):
    """m, of its pelvis from where its clip has it."""
    body, targets = sim.characters[name].about, sim.stage.tables.targets
    place = p.getBasePositionAndOrientation(sim.characters[name].body, physicsClientId=sim.client)[0]
    com = p.getDynamicsInfo(sim.characters[name].body, -1, physicsClientId=sim.client)[3]
    turn = p.getBasePositionAndOrientation(sim.characters[name].body, physicsClientId=sim.client)[1]
    origin, _ = p.multiplyTransforms(place, turn, *p.invertTransform(com, [0, 0, 0, 1]))
    return float(np.linalg.norm(targets.root_position[body.index] - origin))


@pytest.mark.bullet
@pytest.mark.slow
def test_of_ten_kicks_all_throw_the_partner_back_and_he_comes_down_on_his_hands(kick):
    for seed in range(300, 310):
        sim = kick(seed)
        kicked, yielded = Kicked(sim, "kicker", "partner"), [0.0]
        undisturbed = 0.0
        while sim.time < 3.0:
            sim.tick()
            undisturbed = max(undisturbed, off_clip(sim, "kicker"))
            yielded.append(off_clip(sim, "yielder"))
        way = kicked.places[-1] - kicked.places[0]
        assert np.hypot(*way[:2]) >= 0.7 and way[0] > 0.0, (seed, way)
        assert "hand" in kicked.landed[0] and sim.report()["characters"]["partner"]["falls"] == 1, (seed, kicked.landed)
        assert undisturbed < 1e-6 and max(yielded) > 0.1, (seed, undisturbed, max(yielded))
        told = [event for event in sim.stage.events if event.kind == "control" and event.who in ("kicker", "yielder")]
        assert {event.who for event in told} == {"yielder"} and told[0].details["touched"] == "sparring"
        sim.close()


@pytest.fixture(scope="module", params=both())
def shares(request, tmp_path_factory):
    """Of ten kicks, as shares of their impulse: how far the change of momentum is off it, what steps lose between."""
    off, lost, folder = [], [], tmp_path_factory.mktemp("kicks")
    for seed in range(400, 410):
        with Simulation(varied(folder, seed), seed=seed, settings={"engine": request.param}) as sim:
            kicked = Kicked(sim, "kicker", "partner")
            sim.run(1.4)
            touched = np.flatnonzero(np.abs(kicked.kicks).max(axis=1) > 0.0)
            given, every = np.sum(kicked.kicks, axis=0), slice(touched[0], touched[-1] + 1)
            weight = np.array((0.0, 0.0, -GRAVITY * kicked.raw.mass.sum() * DT))
            others = np.array(kicked.all) - kicked.kicks + weight
            size = float(np.linalg.norm(given))
            assert size > 40.0
            off.append(np.linalg.norm(np.sum((np.array(kicked.changes) - others)[every], axis=0) - given) / size)
            lost.append(np.linalg.norm(np.sum(np.array(kicked.lost)[touched], axis=0)) / size)
    return request.param, off, lost


@pytest.mark.slow
def test_his_momentum_changes_by_the_impulse_of_the_touch(shares):
    engine, off, _ = shares
    assert max(off) < (1e-3 if engine == "bullet" else 0.02)  # MuJoCo's adapter holds back joints that whirl


@pytest.mark.slow
def test_steps_lose_little_of_it_in_between(request, shares):
    engine, _, lost = shares
    if engine == "mujoco":
        request.applymarker(pytest.mark.xfail(strict=True, reason="one of ten kicks loses 3.8 %"))
    assert np.mean(lost) <= 0.02 and max(lost) < 0.03, (engine, lost)


@pytest.mark.bullet
def test_the_partner_has_what_the_kick_gave_him_and_reaches_for_the_floor(kick):
    sim = kick(0)
    kicked = Kicked(sim, "kicker", "partner")
    sim.run(1.3)
    assert np.linalg.norm(np.sum(kicked.kicks, axis=0)) > 50.0
    order = [event.details["after"] for event in sim.stage.events if event.kind == "control" and event.who == "partner"]
    assert order[:2] == ["hand_to_hurt", "fall"] and sim.characters["kicker"].controller == "play"
