"""Ropes: what a ring's elastic ropes do to those who lean on them, and how somebody beyond them gets back.

A rope is a stretched string between two posts: pushed out by d at a m from one end and b m from the other it pulls back
with F = T (d / sqrt(a^2 + d^2) + d / sqrt(b^2 + d^2)), and T grows as it gets longer. In the middle, 0.2 m out, that
is 2000 N x 0.2 m x 2 / 3.06 m = 270 N each. It slides freely along whatever it touches.
A limb that rises behind a rope, as from below it, has not pushed it out: such a rope follows it at 0.5 m/s. A foot half
a metre out there is drawn in within a second, and not struck with 1000 N in one tick.
Who lies beyond the ropes for 1.5 s is lifted and brought back, as by helping hands.
"""

from __future__ import annotations

from math import hypot
from typing import ClassVar, NamedTuple

import numpy as np

from components.arrays import Floats, Ints, quat, vec3
from components.character import Body
from components.rig import Shape
from components.ropes import Lean, Ropes
from components.table import Bones, Dynamics, Skeletons
from systems.grounds.ring import PLATFORM, ROPE_HEIGHTS, ROPE_RADIUS, ROPES
from systems.kernels import quaternions as qt
from systems.kernels import tick
from systems.pushing import push_bone
from systems.stage import Stage, System, Tables

TENSION, STRETCH = 2000.0, 30000.0  # N at rest, N for each doubling of the length
DAMPING = 350.0  # N s/m of each rope
STABLE = 1.5  # of m / dt^2: no stiffer than what the bone alone could follow in a step
NEAR = 0.5  # m inside of the ropes, from where on a bone may reach them
FARTHEST = 0.7  # m: beyond it a bone is through
CLEAR = 0.02  # m inside of where another bone holds the rope: it touches nothing there
BEHIND, FOLLOWS = 0.05, 0.5  # m farther out than the rope was: it is behind it; m/s at which the rope then follows
BEYOND_S = 1.5
CARRY_SPEED, CARRY_IN_S, CARRY_MOST = 0.8, 0.15, 15.0  # m/s, s to come to it, m/s2
CARRY_LEVEL, CARRY_INSIDE = 0.4, 0.5  # m: above the canvas, and inside of the ropes
OUT = np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]])  # of each side, outwards
ALONG = np.array([[0.0, 1.0], [-1.0, 0.0], [0.0, -1.0], [1.0, 0.0]])
HEIGHTS = np.array(ROPE_HEIGHTS)


class Spans(NamedTuple):
    """Every bone's shapes as lines with a thickness."""

    bone: Ints
    start: Floats  # (n, 3) m, in the bone's frame
    end: Floats
    radius: Floats


class Touch(NamedTuple):
    bone: int
    side: int
    rope: int
    along: float  # m
    out: float  # m that it pushes the rope out
    place: Floats  # m


class RopesSystem(System):
    reads: ClassVar = (Body, Skeletons)
    late: ClassVar = (Bones,)
    writes: ClassVar = (Dynamics, Ropes)
    only_with: ClassVar = Ropes

    _tables: Tables | None = None
    _spans: Spans

    def process(self, dt: float) -> None:
        for _, (ropes,) in self.query(Ropes):
            farthest = tick.farthest_out(self.stage.tables.handle)
            if farthest <= ROPES - NEAR and not any(ropes.beyond_s) and not any(ropes.carried):
                ropes.leans = ()
                continue
            bodies = [body for _, (body,) in self.query(Body)]
            self.look_for_strays(ropes, bodies, dt)
            self.press(ropes, bodies, dt)

    # --- leaning on them

    def press(self, ropes: Ropes, bodies: list[Body], dt: float) -> None:
        t, leans = self.stage.tables, list[Lean]()
        far = np.abs(t.bones.position[:, :2]).max(axis=1) > ROPES - NEAR
        if not far.any():
            ropes.leans = ()
            return
        if self._tables is not t:
            self._tables, self._spans = t, spans(bodies)
        groups = dict[tuple[int, int, int], list[Touch]]()
        for touch in touches(t.bones, self._spans, far):
            owner = int(t.skeletons.owner[touch.bone])
            if not ropes.carried[owner]:
                was = pushed_out(ropes.leans, touch)
                behind = touch.out > was + BEHIND
                meets = touch._replace(out=was + FOLLOWS * dt) if behind else touch
                groups.setdefault((owner, touch.side, touch.rope), []).append(meets)
                leans.append(Lean(touch.side, touch.rope, touch.along, meets.out))
        ropes.leans = tuple(leans)
        for (owner, _, _), group in groups.items():
            deepest = max(group, key=lambda touch: touch.out)
            pull = string(deepest.along, deepest.out)
            bears = [
                touch.out * max(0.0, 1.0 - (pushed_out(ropes.leans, touch) - touch.out) / CLEAR) for touch in group
            ]
            whole = sum(touch.out * bear for touch, bear in zip(group, bears, strict=True))
            for touch, bear in zip(group, bears, strict=True):
                if bear > 0.0:
                    self.push(bodies[owner], touch, pull * bear / whole, touch.out * bear / whole, dt)

    def push(self, body: Body, touch: Touch, stiffness: float, share: float, dt: float) -> None:
        """Inwards, `stiffness` (N/m) times how far out it is, damped as if asked at the end of the step."""
        bones, i = self.stage.tables.bones, touch.bone
        mass = felt_mass(self.stage.tables, i, touch.place, OUT[touch.side])
        velocity = bones.velocity[i] + np.cross(bones.spin[i], touch.place - bones.position[i])
        damping = share * DAMPING / (1.0 + dt * share * DAMPING / mass)
        speed = float(OUT[touch.side] @ velocity[:2])
        force = min(stiffness, STABLE * mass / dt**2) * touch.out + damping * speed
        if force > 0.0:
            x, y = (-force * OUT[touch.side]).tolist()
            push_bone(self.stage, body.engine_id, i - body.first - 1, [x, y, 0.0], touch.place.tolist())

    # --- beyond them

    def look_for_strays(self, ropes: Ropes, bodies: list[Body], dt: float) -> None:
        if len(ropes.carried) != len(bodies):
            ropes.beyond_s, ropes.carried = (0.0,) * len(bodies), (False,) * len(bodies)
        roots = (self.stage.tables.bones.position[body.first, :2].tolist() for body in bodies)
        out = [max(abs(x), abs(y)) - ROPES for x, y in roots]  # m, how far each one's root is beyond them
        ropes.beyond_s = tuple(s + dt if far > 0.0 else 0.0 for s, far in zip(ropes.beyond_s, out, strict=True))
        carried = list[bool]()
        for body, was, seconds, far in zip(bodies, ropes.carried, ropes.beyond_s, out, strict=True):
            if seconds > BEYOND_S and not was:
                self.stage.tell("ropes", body.name)
            carried.append(far > -CARRY_INSIDE if was else seconds > BEYOND_S)
            if carried[-1]:
                self.carry(body)
        ropes.carried = tuple(carried)

    def carry(self, body: Body) -> None:
        """Weightless, and slowly: up beside the platform first, then in over the apron."""
        t, rows = self.stage.tables, slice(body.first, body.last)
        root, mass = t.bones.position[body.first], t.skeletons.mass[rows]
        x, y, z = root.tolist()
        way = np.array([-x, -y, 0.0]) / max(hypot(x, y), 1e-6)
        way[2] = CARRY_LEVEL - z
        if max(abs(x), abs(y)) > PLATFORM - 0.1 and z < CARRY_LEVEL / 2:
            way[:] = 0.0, 0.0, 1.0
        wanted = CARRY_SPEED * way / max(1.0, float(np.linalg.norm(way)))
        change = (wanted - mass @ t.bones.velocity[rows] / mass.sum()) / CARRY_IN_S
        change *= min(1.0, CARRY_MOST / max(1e-9, float(np.linalg.norm(change))))
        change[2] += self.stage.engine.settings.gravity
        middle = t.bones.position[rows] + rotated(t.bones.orientation[rows], t.skeletons.com[rows])
        forces = (mass[:, None] * change).tolist()
        for link, (force, place) in enumerate(zip(forces, middle.tolist(), strict=True), -1):
            push_bone(self.stage, body.engine_id, link, force, place)


def beyond(stage: Stage, body: Body) -> bool:
    """Is its root outside of the ropes?"""
    owner = stage.tables.skeletons.owner[body.first]
    return any(any(ropes.beyond_s[owner : owner + 1]) for _, (ropes,) in System.query(Ropes))


def carried(stage: Stage, body: Body) -> bool:
    """Is it being brought back in?"""
    owner = stage.tables.skeletons.owner[body.first]
    return any(any(ropes.carried[owner : owner + 1]) for _, (ropes,) in System.query(Ropes))


def into_ropes(stage: Stage, body: Body, way: tuple[float, float]) -> bool:
    """Will the ropes stop it, when it goes that way (m, level) from near them?"""
    if not System.query(Ropes):
        return False
    place = stage.tables.bones.position[body.first, :2].tolist()
    out = zip((*place, -place[0], -place[1]), (*way, -way[0], -way[1]), strict=True)
    return any(ROPES - NEAR < here < ROPES + FARTHEST and here + goes > ROPES for here, goes in out)


def pushed_out(leans: tuple[Lean, ...], touch: Touch) -> float:
    """m that the touched rope was out there: straight from each that leans on it to both ends."""
    here = (lean for lean in leans if (lean.side, lean.rope) == (touch.side, touch.rope))
    a = touch.along
    shares = ((lean, min((ROPES + a) / (ROPES + lean.along), (ROPES - a) / (ROPES - lean.along))) for lean in here)
    return max((lean.out * share for lean, share in shares), default=0.0)


def felt_mass(t: Tables, bone: int, place: Floats, way: Floats) -> float:
    """kg that a lone bone has for what pushes it level that `way` at that place: 1 / (1/m + (r x n) I^-1 (r x n)).

    A hand of 0.46 kg that is pushed at its tip gives way like 0.29 kg, since it turns. Damped as if it were 0.46 it
    would lose 1.5 times its speed in a step, and tremble till it is flung.
    """
    q, skeletons = quat(t.bones.orientation[bone]), t.skeletons
    arm = np.array(qt.unrotate(q, vec3(place - t.bones.position[bone]))) - skeletons.com[bone]
    turns = np.cross(arm, qt.unrotate(q, (*way.tolist(), 0.0)))
    return float(1.0 / (1.0 / skeletons.mass[bone] + turns @ (turns / skeletons.inertia[bone])))


def string(along: float, out: float) -> float:
    """N with which a rope pulls back that is pushed `out` m aside, `along` m from its middle."""
    a, b = hypot(ROPES + along, out), hypot(ROPES - along, out)
    tension = TENSION + STRETCH * (a + b - 2.0 * ROPES) / (2.0 * ROPES)
    return tension * out * (1.0 / a + 1.0 / b)


def touches(bones: Bones, spans: Spans, far: Floats) -> list[Touch]:
    """Where bones push ropes out: of each line the place at the rope's height, or the end that is farther out."""
    rows = np.flatnonzero(far[spans.bone])
    bone, reach = spans.bone[rows], spans.radius[rows] + ROPE_RADIUS
    start, end = (
        bones.position[bone] + rotated(bones.orientation[bone], ends[rows]) for ends in (spans.start, spans.end)
    )
    rise = end[:, 2] - start[:, 2]
    level = (HEIGHTS - start[:, 2, None]) / np.where(np.abs(rise) < 1e-6, 1e-6, rise)[:, None]
    share = np.stack([np.clip(level, 0.0, 1.0), np.zeros_like(level), np.ones_like(level)])
    place = start[:, None] + share[..., None] * (end - start)[:, None]  # (3, lines, ropes, 3)
    beside = reach[:, None] ** 2 - (place[..., 2] - HEIGHTS) ** 2
    thick = np.sqrt(np.maximum(beside, 0.0))
    out = place[..., :2] @ OUT.T + thick[..., None] - ROPES  # (3, lines, ropes, sides)
    along = place[..., :2] @ ALONG.T
    out[(beside <= 0.0)[..., None] | (np.abs(along) >= ROPES) | (out > FARTHEST)] = 0.0
    best = out.argmax(axis=0)
    found = list[Touch]()
    for i, rope, side in np.argwhere(out.max(axis=0) > 0.0).tolist():
        which = (int(best[i, rope, side]), i, rope)
        here = place[which].copy()
        here[:2] += thick[which] * OUT[side]
        found.append(Touch(int(bone[i]), side, rope, float(along[(*which, side)]), float(out[(*which, side)]), here))
    return found


def spans(bodies: list[Body]) -> Spans:
    lines = [
        (body.first + i, *line(shape))
        for body in bodies
        for i, bone in enumerate(body.rig.bones)
        for shape in bone.shapes
    ]
    bone, start, end, radius = zip(*lines, strict=True)
    return Spans(np.array(bone, np.int64), np.array(start), np.array(end), np.array(radius))


def line(shape: Shape) -> tuple[tuple[float, float, float], tuple[float, float, float], float]:
    """A shape's two ends and its radius; a box (a foot) is taken for a ball."""
    if shape.kind == "capsule":
        return shape.start, shape.end, shape.radius
    return shape.start, shape.start, shape.radius or max(shape.size) / 2


def rotated(turn: Floats, v: Floats) -> Floats:
    """Each vector by its own turn."""
    axis = turn[:, :3]
    twice = 2.0 * np.cross(axis, v)
    return v + turn[:, 3:] * twice + np.cross(axis, twice)
