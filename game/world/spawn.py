"""Settings -> entities: characters on their feet in the first pose of their clip, loose things where they belong."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import esper
import numpy as np

from components.arrays import Floats, quat, vec3
from components.character import Balance, Body, Fall, Feet, Motion, PutBack, Record, Recovery, Stun
from components.clip import Clip
from components.prop import Prop, Tied
from components.rig import Rig
from components.ropes import Ropes
from components.settings import Ground
from components.stance import Stance
from components.table import Skeletons
from game.moves.library import load_clip
from game.rigs.rig import load_rig
from game.scenes.draft import CharacterSpec
from game.scenes.scene import Scene
from game.scenes.things import HungSpec, PropSpec
from game.scripts.trajectory import held_place
from game.world.carrying import take
from game.world.clips import ProjectClips
from game.world.plays import world_plays
from game.world.tables import build_tables, is_foot
from systems.acting import decide
from systems.commands import add_prop
from systems.engine import Engine
from systems.engines import start_engine
from systems.guard import pose_of
from systems.hung import hang, hung_at
from systems.kernels.quaternions import rotate
from systems.modes import write_modes
from systems.motion import look_up, turned
from systems.paths.giving import give_path
from systems.physics import put_on_target, read_bodies, read_contacts
from systems.rising import STARTS
from systems.stage import Stage
from systems.strings import tie

PALETTE = ((0.78, 0.26, 0.23), (0.25, 0.44, 0.71), (0.31, 0.60, 0.33), (0.85, 0.50, 0.20), (0.65, 0.35, 0.63))
CLEAR = 0.001  # m that soles start above the ground


def build_stage(scene: Scene, seed: int) -> Stage:
    """The whole scene, ready for its first tick, in the esper world that is current."""
    rigs = [load_rig(spec.rig) for spec in scene.characters]
    clips = [load_clip(spec.motion.clip, rig) for spec, rig in zip(scene.characters, rigs, strict=True)]
    engine = start_engine(scene.world, seed)
    puppets = [engine.add_character(rig, spec.name) for spec, rig in zip(scene.characters, rigs, strict=True)]
    stage = Stage(engine, ProjectClips(), build_tables(rigs, puppets))
    for start, rig in product(STARTS, rigs):
        stage.clips.clip(start.clip, rig)  # fitted now, and not in the tick in which somebody gets up
    for prop in scene.props:
        place_prop(stage, prop)
    for hung in scene.hung:
        hang_up(stage, hung)
    for index, (spec, rig, clip) in enumerate(zip(scene.characters, rigs, clips, strict=True)):
        add_character(stage, index, spec, rig, clip)
    if scene.world.ground is Ground.RING:
        esper.create_entity(Ropes())
    for play in world_plays():
        play.build(scene)
    read_bodies(stage)
    for entity, body in list(esper.get_component(Body)):
        esper.add_component(entity, pose_of(stage.tables, body))
    read_contacts(stage)
    write_modes(stage)
    decide(stage)
    bodies = {body.name: body for _, body in esper.get_component(Body)}
    entities = {body.name: entity for entity, body in esper.get_component(Body)}
    for path in scene.paths:
        give_path(stage, entities[path.who], bodies[path.who], path.points, path.closed)
    for string in scene.strings:
        body = bodies[string.who]
        bone, hold = held_place(body.rig, string.holds, string.offset)
        tie(stage, body, bone, string.holds, hold, string.path, string.most)
    for held in scene.carried:
        body = bodies[held.who]
        take(stage, held.kind.prop(), Tied(body.engine_id, body.rig.index(held.bone) - 1, held.told))
    return stage


def place_prop(stage: Stage, spec: PropSpec) -> None:
    kind, (x, y, z) = spec.kind, spec.position
    mass = 0.0 if spec.fixed else kind.mass
    prop = Prop(kind.name, kind.shape, kind.size, mass, kind.colour, kind.friction, kind.restitution)
    add_prop(stage, prop, (x, y, z + stage.engine.ground_height(x, y)), spec.yaw)


def hang_up(stage: Stage, spec: HungSpec) -> None:
    """At rest where the scene wants its middle; its ropes are fixed above the places where they hold it."""
    kind, (x, y, z) = spec.kind, spec.position
    place = (x, y, z + stage.engine.ground_height(x, y))
    body = add_prop(stage, kind.prop(), place, 0.0)
    hang(stage, body, hung_at(place, kind.size, spec.ropes, spec.count, spec.fades_s, stage.engine.settings.gravity))
    stage.engine.shoot(body, place, spec.push)


def add_character(stage: Stage, index: int, spec: CharacterSpec, rig: Rig, clip: Clip) -> None:
    skeletons = stage.tables.skeletons
    first, last = int(skeletons.first[index]), int(skeletons.first[index + 1])
    feet = (first + rig.feet[0], first + rig.feet[1])
    colour = spec.colour or PALETTE[index % len(PALETTE)]
    body = Body(
        spec.name, rig, stage.tables.puppets[index].body, index, first, last, first + rig.index("head"), feet, colour
    )
    stage.names[body.engine_id] = spec.name
    stage.tables.stances.bone[index] = *feet, *toes_of(skeletons, feet)
    level = spec.height + standing_height(stage.engine, rig, clip, spec)
    looping = clip.looping if spec.motion.loop is None else spec.motion.loop
    motion = Motion(clip, 0.0, looping, (*spec.at, level), spec.facing)
    if spec.start_pose:
        begin_elsewhere(stage, body, motion, spec)
    else:
        look_up(stage, body, motion, 0, spec.motion.rate, 1.0)
    put_on_target(stage, body)
    state = Record(start=spec.at), Stun(), Balance(), Recovery(), Fall(), Feet(), Stance(), PutBack()
    esper.create_entity(body, motion, *state, replace(spec.control), *spec.settings, spec.limbs)


def toes_of(skeletons: Skeletons, feet: tuple[int, int]) -> list[int]:
    """Rows of what hangs on each foot; -1 where there is nothing."""
    return [next((int(i) for i in np.flatnonzero(skeletons.parent == foot)), -1) for foot in feet]


def begin_elsewhere(stage: Stage, body: Body, motion: Motion, spec: CharacterSpec) -> None:
    """The first pose of another clip, from which its own is blended in."""
    start = load_clip(spec.start_pose, body.rig)
    level = spec.height + standing_height(stage.engine, body.rig, start, spec)
    look_up(stage, body, Motion(start, 0.0, True, (*spec.at, level), spec.facing), 0, spec.motion.rate, 1.0)
    higher = level + start.root_position[0, 2] - motion.anchor[2] - motion.clip.root_position[0, 2]
    motion.blend, motion.offset = 0.0, (0.0, 0.0, float(higher))


def standing_height(engine: Engine, rig: Rig, clip: Clip, spec: CharacterSpec) -> float:
    """m: where the clip's floor has to be for no sole to start in the ground, here."""
    level = engine.ground_height(*spec.at)
    for corner in sole_corners(rig, clip):
        x, y = turned(corner[0], corner[1], spec.facing)
        level = max(level, engine.ground_height(spec.at[0] + x, spec.at[1] + y) - float(corner[2]))
    return level + CLEAR


def sole_corners(rig: Rig, clip: Clip) -> list[Floats]:
    """m, in the clip's frame: the corners of the boxes of feet in its first pose."""
    root = clip.root_orientation[0]
    places: list[Floats] = []
    corners: list[Floats] = []
    for i, bone in enumerate(rig.bones):
        frame = rotate_all(root, clip.relative[0, bone.parent], bone.offset) if bone.parent >= 0 else np.zeros(3)
        places.append(places[bone.parent] + frame if bone.parent >= 0 else clip.root_position[0].copy())
        if is_foot(bone):
            own = [
                np.array(shape.start) + np.array(shape.size) * signs / 2
                for shape in bone.shapes
                if shape.kind == "box"
                for signs in np.array(list(product((-1, 1), repeat=3)))
            ]
            corners += [places[i] + rotate_all(root, clip.relative[0, i], corner) for corner in own]
    return corners


def rotate_all(root: Floats, relative: Floats, v: object) -> Floats:
    return np.array(rotate(quat(root), rotate(quat(relative), vec3(np.asarray(v, np.float64)))))
