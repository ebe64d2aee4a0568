"""A character as scripts see it: its state to read, its settings to change at any moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import esper
import numpy as np
from numpy.typing import NDArray

from components.arrays import quat
from components.character import Body, Motion, Phase, Recovery, Stun
from components.control import Control
from components.errors import InputError, a_name, nearest, placed
from components.fight import Fighter
from components.keyframes import KeyFrames, Track
from components.law import LAWS, Law
from components.path import Points, Walk, checked_points
from components.prop import Prop
from components.rig import Rig, Vec3
from components.script import JointTrack, Playing
from components.settings import MotionSettings, Root, RootSettings, ServoSettings, changed, declared, groups
from game.moves.library import load_clip
from game.scripts.file import load_script
from game.scripts.numbers import quoted
from game.scripts.poses import check_time, key_frame, library
from game.world.following import Following, following
from game.world.leading import lead
from game.world.limb import WAKE_S, Limb
from systems.changing import change
from systems.kernels.quaternions import heading, mul
from systems.keyframes import begin_script, end_script, let_go
from systems.motion import anchor_here, begin_blend, start_clip
from systems.paths.giving import give_path
from systems.stage import Stage

if TYPE_CHECKING:
    from game.world.simulation import Simulation

Floats = NDArray[np.float64]


STANDS = 0.25  # m/s: who is slower sways, and no throw is led for that


def led(velocity: Floats) -> Floats:
    """m/s over the ground, with which somebody is aimed at where he will be."""
    level = velocity * (1.0, 1.0, 0.0)
    return level if float(np.linalg.norm(level)) > STANDS else np.zeros(3)


class Character:
    """A view of one entity; nothing is kept here."""

    def __init__(self, simulation: Simulation, entity: int) -> None:
        self._simulation = simulation
        self._entity = entity
        self._body: Body = self._get(Body)
        if not simulation.ticks and not self._playing and (script := self.get("script")):
            self._play_script(script)  # as the scene has it; only here is there all that it takes

    @staticmethod
    def entities() -> list[int]:
        """Characters of the current world, in the order in which they were made."""
        return sorted(entity for entity, _ in esper.get_component(Body))

    @staticmethod
    def props() -> list[Prop]:
        return [prop for _, prop in sorted(esper.get_component(Prop), key=lambda pair: pair[0])]

    def _get(self, kind: type) -> Any:
        self._simulation.enter()
        return esper.component_for_entity(self._entity, kind)

    def component(self, kind: type) -> Any:
        return self._get(kind)

    @property
    def entity(self) -> int:
        return self._entity

    @property
    def stage(self) -> Stage:
        return self._simulation.stage

    @property
    def about(self) -> Body:
        """Its place in the tables and in the engine."""
        return self._body

    @property
    def rig(self) -> Rig:
        return self._body.rig

    # --- who it is

    @property
    def name(self) -> str:
        return self._body.name

    @property
    def body(self) -> int:
        """The engine's id."""
        return self._body.engine_id

    @property
    def bones(self) -> list[str]:
        return list(self._body.rig.names)

    @property
    def limbs(self) -> list[str]:
        """Names for `limb`; any bone is one, too."""
        return list(self.rig.limbs)

    @property
    def chest(self) -> str:
        """The bone that a throw or a push aims at."""
        return self.rig.chest

    def link(self, bone: str) -> int:
        """The engine's link of a bone; -1 is the root."""
        if not isinstance(bone, str) or bone not in self.bones:
            raise InputError(f"{self.name} has no bone {bone}{nearest(bone, self.bones)}")
        return self.bones.index(bone) - 1

    # --- how it is

    @property
    def authority(self) -> float:
        return float(self._get(Stun).authority)

    @property
    def phase(self) -> Phase:
        return Phase(self._get(Recovery).phase)

    @property
    def controllers(self) -> list[str]:
        """What it can do: its pool (`glassjaw controllers`)."""
        return list(self._get(Control).pool)

    @property
    def controller(self) -> str:
        """Which of them has control."""
        return str(self._get(Control).controller)

    @property
    def facing(self) -> float:
        """rad from +x towards +y."""
        return float(heading(quat(self._simulation.stage.tables.bones.orientation[self._body.first])))

    def place(self, bone: str) -> Floats:
        """m, the origin of a bone's frame."""
        position = self._simulation.stage.tables.bones.position
        return np.array(position[self._body.first + self.link(bone) + 1])

    @property
    def velocity(self) -> Floats:
        """m/s, the mean of its bones by their mass."""
        tables, rows = self._simulation.stage.tables, slice(self._body.first, self._body.last)
        mass = tables.skeletons.mass[rows]
        return np.asarray(mass @ tables.bones.velocity[rows] / mass.sum())

    def adaptive(self, bone: str) -> Following:
        """How the joint of that bone follows its reference model, as the last tick left it (servo `adaptive`)."""
        self.link(bone)
        return following(self._simulation.stage.tables, self._body.first + self.bones.index(bone))

    def target(self) -> Floats:
        """(bones, 4) the world orientation that each bone's frame should have now."""
        tables, body = self._simulation.stage.tables, self._body
        root, relative = quat(tables.bones.orientation[body.first]), tables.targets.relative[body.first : body.last]
        out = np.array([mul(root, quat(turn)) for turn in relative])
        out[0] = tables.targets.root_orientation[body.index]
        return out

    @property
    def fighter(self) -> Fighter | None:
        """What it is as a boxer; none where nobody boxes."""
        self._simulation.enter()
        return esper.try_component(self._entity, Fighter)

    # --- what it is told

    @property
    def clip(self) -> str:
        """What it is asked for; one that it still slows down for counts already."""
        motion: Motion = self._get(Motion)
        return (motion.after.clip if motion.after else motion.clip).name

    @clip.setter
    def clip(self, name: str) -> None:
        self.play(name)

    def play(self, clip: str, loop: bool | None = None, frame: float | None = None) -> None:
        """Go on to a clip (systems/changing.py): a loop at the frame that is nearest to the body, one that ends at its
        beginning, and with the body's own speed; with `frame` there, at once. `loop` None is as the clip says."""
        stage, motion, recovery = self._simulation.stage, self._get(Motion), self._get(Recovery)
        loaded = load_clip(a_name(clip, "clip"), self._body.rig)
        if frame is not None and not 0.0 <= frame < loaded.frames:
            raise InputError(f"must be from 0 to {loaded.frames - 1}, not {frame!r}", place=f"frame of {clip}")
        if recovery.phase is not Phase.AWAKE:
            recovery.resume = clip
        elif frame is not None:
            start_clip(stage, self._body, motion, loaded, loop, frame=float(frame))
        else:
            change(stage, self._body, motion, loaded, loop)

    def walk_path(self, points: Sequence[Sequence[float]], closed: bool = False) -> None:
        """Walk from here through these points (m), along a cardinal spline; closed: round and round. The same first
        point with others changed leads him on along the changed line. No points: he stops."""
        with placed(f"path of {self.name}"):
            given = checked_points(points, closed)
            esper.switch_world(self._simulation.world)
            give_path(self.stage, self._entity, self._body, given, closed)

    @property
    def path(self) -> Points:
        """The points of the path that he walks, or at whose end he stands."""
        walk = self._walk
        return walk.points if walk is not None else ()

    @property
    def path_closed(self) -> bool:
        walk = self._walk
        return walk is not None and walk.closed

    @property
    def _walk(self) -> Walk | None:
        esper.switch_world(self._simulation.world)
        return esper.try_component(self._entity, Walk)

    def key(
        self, pose: Mapping[str, Vec3], seconds: float, speeds: Mapping[str, Vec3] | None = None, track: str = ""
    ) -> None:
        """A key-frame for the timed servos, after those of its track that are still to come: rotation vectors (degrees)
        of bones in their parent's frame, the time from the last one, and how fast they then turn (degrees a second,
        own axes). Tracks run side by side; of two key-frames for one joint the last to begin has it."""
        self._queue("", pose, seconds, speeds, track)

    def pose(self, name: str, seconds: float, speeds: Mapping[str, Vec3] | None = None, track: str = "") -> None:
        """The same with a pose by its name, of the script that it plays or of data/scripts/poses.toml."""
        playing = self._playing
        poses = playing.script.poses if playing else library()
        if not isinstance(name, str) or name not in poses:
            reason = f"there is no pose {quoted(name)}{nearest(str(name), list(poses))}"
            raise InputError(reason, place=f"key-frame of {self.name}")
        self._queue(name, poses[name], seconds, speeds, track)

    def _queue(
        self, name: str, pose: Mapping[str, Vec3], seconds: float, speeds: Mapping[str, Vec3] | None, track: str
    ) -> None:
        place = f"key-frame of {self.name}"
        if not isinstance(track, str):
            raise InputError(f"must be a name, not {quoted(track)}", place=f"{place}, track")
        with placed(f"{place}, seconds"):
            time = check_time(seconds)
        with placed(place):
            frame = key_frame(self._body.rig, name, pose, time, {} if speeds is None else speeds)
        queue = self._get(KeyFrames).tracks.setdefault(track, Track())
        queue.queue = (*queue.queue, frame)

    def lead(self, bone: str, path: object, way: str = "spline", times: int = 1) -> None:
        """Lead a joint along rows of s from now and degrees (game/world/leading.py); `let_go` ends it."""
        self._simulation.enter()
        lead(self.stage, self._entity, bone, path, way, times)

    def let_go(self) -> None:
        """No script and no key-frames any more: every joint goes back to the clip, in `delta` seconds."""
        self.set("script", "")
        frames: KeyFrames = self._get(KeyFrames)
        frames.tracks.clear()
        frames.waiting = frozenset()
        let_go(self._simulation.stage, self._body, self.get("delta"), range(self._body.last - self._body.first))

    @property
    def script(self) -> str:
        """The script that runs; empty: none."""
        return self._playing.script.name if self._playing else ""

    @property
    def led(self) -> tuple[JointTrack, ...]:
        """Joints that a script or a program leads along paths."""
        return self._playing.script.joints if self._playing else ()

    @property
    def colour(self) -> tuple[float, float, float]:
        return self._body.colour

    @property
    def _playing(self) -> Playing | None:
        self._simulation.enter()
        return esper.try_component(self._entity, Playing)

    def _play_script(self, name: str) -> None:
        """From its beginning, also where it runs already."""
        if name:
            begin_script(self._simulation.stage, self._entity, load_script(name, self._body.rig))
        else:
            end_script(self._simulation.stage, self._entity)

    @property
    def servo(self) -> str:
        return str(self._get(ServoSettings).servo)

    @servo.setter
    def servo(self, value: str) -> None:
        self.set("servo", value)

    @property
    def root(self) -> str:
        return str(self._get(RootSettings).root)

    @root.setter
    def root(self, value: str) -> None:
        self.set("root", value)

    def limb(self, name: str) -> Limb:
        """Some of its bones, which may have a law and settings of their own (game/world/limb.py)."""
        return Limb(self, a_name(name, "limb"))

    def acting(self, bone: str) -> str:
        """The law that moves the bone in this tick: not the one that is set while it is limp or down."""
        place = int(self.stage.tables.muscles.acting[self._body.first + self.link(bone) + 1])
        return list(LAWS)[place]

    def get(self, key: str) -> Any:
        """The value of any setting of a character."""
        return getattr(self._get(self._group(key)), key)

    def set(self, key: str, value: object) -> None:
        """Change any setting of a character, from the next tick on; a bad value changes nothing."""
        group = self._group(key)
        old = self._get(group)
        new = changed(old, **{key: value})
        if group is MotionSettings and key == "clip":
            self.play(str(new.clip))
        if key == "script":
            self._play_script(str(new.script))
        if key == "loop":
            motion = self._get(Motion)
            motion.looping = motion.clip.looping if new.loop is None else new.loop
        esper.add_component(self._entity, new)
        if group is ServoSettings and new.servo != old.servo:
            self._changed_servo(LAWS[old.servo], LAWS[new.servo])
        if group is RootSettings and new.root != old.root and new.root is not Root.FREE:
            anchor_here(self._simulation.stage, self._body, self._get(Motion))
        self._simulation.stage.modes_changed = True
        self._simulation.stage.servo_changed |= group is ServoSettings

    def _group(self, key: str) -> type:
        for group in groups():
            if isinstance(key, str) and key in declared(group):
                return group
        there = ", ".join(declared(*groups()))
        raise InputError(f"there is no setting of that name; there are {there}", place=f"setting {key}")

    def _changed_servo(self, old: Law, new: Law) -> None:
        """Where nothing held the pose before, the targets come in from the body as it is, and muscles wake slowly."""
        if old.idle or new.idle:
            blend_s = WAKE_S if old.limp else None
            begin_blend(self._simulation.stage, self._body, self._get(Motion), from_body=True, blend_s=blend_s)
        if old.limp:
            self._get(Stun).authority = 0.0
