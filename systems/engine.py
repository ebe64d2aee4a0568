"""What a physics engine must do here, whichever it is. `tests/engine` holds every engine to each of these words.

SI units, z up. Places, velocities, forces, normals and spins (angular velocities) are in world axes, except spins of
joints. An orientation (x y z w) turns a body's own axes into the world's. A loose thing's frame is at its centre of
mass, and so is a root's (components/rig.py).

A body is known by a number that nobody else has while it is there. A character's bone i is link i - 1; link -1 is the
root, and the whole of a loose thing.

Forces and torques last one step, and those that come together in one add up. `read`, `moving`, `place_of`, `motion_of`,
`touches`, `gap`, `ground_height`, `ground_heights`, `ray` and `write` are looks: what comes of a world is the same with
and without them.
The same calls in the same order give the same bits, in any process.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from components.arrays import Floats, Ints, Quat, Vec3
from components.rig import Joint, Rig
from components.settings import WorldSettings

Vec = Sequence[float] | Floats
RAW_WIDTH = {Joint.BALL: 4 + 3, Joint.HINGE: 1 + 1}  # numbers of a joint's position and velocity, see `read`
TOUCH_WIDTH = 12  # numbers of a touch, see `touches`
RESTS = 1e-5  # m, how deep bodies rest in what they touch
FORESEES = 0.02  # of its size, how far ahead of a body its touches are found
GIVES = 1e5, 1000.0  # N/m and N s/m of each touch in two-stage collisions: a body that lies on ten sinks in .7 mm
AHEAD = 0.08  # m, what falls with 9 m/s is seen a step before
FASTEST_JOINT = 90.0  # rad/s about each axis: a run's push-off needs 60 to 90, a contact throws faster


@dataclass(frozen=True)
class Puppet:
    """What `add_character` gives, to talk to the engine about that character."""

    body: int


class Engine(ABC):
    """One world. It begins with its ground; bodies come and go; a step is one tick (components/clock.py)."""

    settings: WorldSettings
    seed: int  # of the ground's heights
    client: int  # the library's own number of this world, for scripts that ask it directly; -1: it has none
    ground: Sequence[int]  # the bodies that make it up
    ground_ids: Ints  # the same, for compiled code
    closed: bool = False
    step_ns: int  # how long the last step took

    @abstractmethod
    def close(self) -> None:
        """Let go of the world; a second time does nothing."""

    @abstractmethod
    def apply(self, settings: WorldSettings) -> None:
        """Take over gravity (m/s2, downward), the ground's friction and the solver's iterations for the next step.

        With collisions in two stages, characters give way as springs where they touch (GIVES), but for bones that have
        a `give` of their own.
        """

    @property
    def marked(self) -> bool:
        """Has it been through two-stage collisions in a way that no going back undoes in the last bits?"""
        return False

    def mark(self) -> None:  # noqa: B027  # there is nothing to do where nothing stays
        """As if it had."""

    # --- bodies

    @abstractmethod
    def add_character(self, rig: Rig, name: str = "") -> Puppet:
        """A body of bones and free joints: no motors, limits or damping. `put` it somewhere before the next step.

        It has friction 1 and restitution 0. Of its own bones only the pairs in `rig.collide` touch. `name` is for
        whoever asks the library itself.
        """

    @abstractmethod
    def add_prop(
        self, shape: str, size: Vec, mass: float, position: Vec, yaw: float, friction: float, restitution: float
    ) -> int:
        """A loose thing at rest, or with mass 0 (kg) a fixed one: a "sphere", an upright "capsule" or a "box".

        `size` are full sides (m), of what is round those of the box around it. `yaw` (rad) turns it about z. Its mass
        is spread evenly; a capsule has the inertia of that box. Of two that touch, frictions multiply, and so do
        restitutions; the ground has restitution 0.
        """

    @abstractmethod
    def remove(self, body: int) -> None:
        """Away with a body. Its number may be given again."""

    @abstractmethod
    def tie(self, body: int, link: int, thing: int) -> None:
        """Bring a loose thing to a bone's centre of mass, along its axes, and hold it there until `untie`.

        It is tied to one bone at most. From now on that body goes through it, until `let_through` says otherwise.
        """

    @abstractmethod
    def untie(self, thing: int) -> None:
        """Let go: it goes on as it moves."""

    @abstractmethod
    def let_through(self, body: int, thing: int, through: bool) -> None:
        """From the next step on, a character goes through a loose thing, or meets it as all do.

        It goes through one character at most, and with a thing or a character that is removed this is forgotten.
        """

    @abstractmethod
    def hold_back(self, body: int, fastest: float) -> None:
        """No joint of a character turns faster than this (rad/s about each of its axes) from the next step on.

        At first that is FASTEST_JOINT.
        """

    @abstractmethod
    def let_sink(self, depth: float) -> None:
        """Bodies rest so deep (m) in what they touch, from the next step on. At first that is RESTS."""

    def foresee(self, share: float) -> None:  # noqa: B027
        """From the next step on, bodies that come together are seen that much before they touch: as a share of the
        smaller one's size (m, from its middle to its farthest corner). A step lets them come as near as to touch.

        At first that is FORESEES. A glove of 0.1 m at 8 m/s goes 6.7 cm in a step; foreseen by 0.7 of that it stops at
        the skin. An engine that lets nothing through without being told has nothing to do here.
        """

    # --- state

    @abstractmethod
    def put(self, puppet: Puppet, base: Floats, turns: Floats, spins: Floats) -> None:
        """Set all of a character's state: `base` (13) as `read` has it; `turns` (bones, 4) and `spins` (bones, 3).

        What is tied to its bones comes along.

        Of a ball joint: its turn against the parent, and its spin against it in the bone's own axes. Of a hinge: angle
        and rate, in front. The root's rows are not looked at. What lies in its way is pushed in the next step.
        """

    @abstractmethod
    def shoot(self, body: int, position: Vec, velocity: Vec) -> None:
        """Put a loose thing somewhere (m), unturned, without spin, on its way (m/s)."""

    @abstractmethod
    def jolt(self, body: int, motion: Floats, spins: Floats | None = None) -> None:
        """Another velocity (m/s) and spin (rad/s, world axes) for a loose thing or a root: `motion` (6). All else, and
        forces given for the coming step, stay as they are.

        Of a character also `spins` (bones, 3), of all its joints, as `put` takes them.
        """

    @abstractmethod
    def mend_ground(self) -> None:
        """Put the ground back where it was: one touch of a body that is nowhere (NaN) can take it nowhere too."""

    @abstractmethod
    def read(self, puppets: Sequence[Puppet], base: Floats, raw: Floats) -> None:
        """Fill in the state of these characters, one after another.

        `base` (characters, 13): the root's place (m), orientation, velocity (m/s) and spin (rad/s). `raw`: joint by
        joint in the rig's order, of a ball its turn and spin, of a hinge its angle and rate, as `put` takes them.
        """

    @abstractmethod
    def moving(self, body: int) -> tuple[float, ...]:
        """A loose thing's or a root's place (m), orientation, velocity (m/s) and spin (rad/s): 13 numbers."""

    @abstractmethod
    def place_of(self, body: int) -> tuple[Vec3, Quat]:
        """The first two of these alone."""

    @abstractmethod
    def motion_of(self, body: int, link: int) -> tuple[Vec3, Vec3, float]:
        """Where a bone's or a loose thing's centre of mass is (m), how fast it moves (m/s), and its mass (kg)."""

    # --- what it meets

    @abstractmethod
    def touches(self, bodies: Sequence[int]) -> Floats:
        """Touches with a force in the last step, of one body after another: (n, TOUCH_WIDTH), not to be written to.

        Own body, other body, own link, other link, force (N) along the normal, place on the own body (m), normal (a
        unit vector from the other towards the own body), gap (m, below 0 as deep as they are in each other): the place
        on the other is gap x normal before that on the own. A touch of two that are both asked for is there twice, one
        of two bones of the same body once. Friction is not among them.
        """

    @abstractmethod
    def coming(self, bodies: Sequence[int], tips: Floats) -> Floats:
        """As `touches`, but those that the next step will find: where bodies are now, none with a force (0), and those
        too that are foreseen (a gap above 0).

        `tips` (n, 6) are balls of bodies: body, link, middle (m) and radius (m). What ground is below one by no more
        than AHEAD has a row too, whether the step will find it or not.
        """

    @abstractmethod
    def gap(self, body: int, other: int, within: float, link: int | None = None) -> float | None:
        """m between a body (or one link of it) and another; below 0 as deep as they are in each other.

        None where it is more than `within`.
        """

    @abstractmethod
    def ground_height(self, x: float, y: float) -> float:
        """m; of the ground alone, whatever stands on it. 0 where there is none."""

    def ground_heights(self, places: Sequence[tuple[float, float]]) -> list[float]:
        """The same, at several places."""
        return [self.ground_height(x, y) for x, y in places]

    @abstractmethod
    def ray(self, start: Vec, end: Vec) -> tuple[int, int, Vec3] | None:
        """What a line from one place (m) to another meets first: body, link and where."""

    # --- a tick

    @abstractmethod
    def pull(self, puppets: Sequence[Puppet], joint: Floats, root: Floats) -> None:
        """Torques (N m) of these characters, one after another: `joint` (all their bones, 3) in the bones' own axes,
        of a hinge in front; `root` (characters, 3) in world axes.

        A joint's acts on the bone, and its opposite on the parent; the root's comes from outside.
        """

    @abstractmethod
    def push(self, body: int, link: int, force: Vec, position: Vec) -> None:
        """A force (N) at a place (m)."""

    @abstractmethod
    def twist(self, body: int, torque: Vec) -> None:
        """A torque (N m) on a loose thing, or on a root."""

    @abstractmethod
    def step(self) -> None:
        """Velocities first, then places: what falls for k steps has fallen g dt^2 k (k + 1) / 2."""

    # --- save and load

    @abstractmethod
    def save(self) -> int:
        """Keep the state. The world goes on from here as after a load, which may not be as it would have without."""

    @abstractmethod
    def write(self, file: Path) -> None:
        """The state as a file, for an engine of the same kind with the same bodies in the same order to load."""

    @abstractmethod
    def load(self, saved: int | Path) -> None:
        """Back to that state; the same bodies must be there. What comes of it is the same each time, to the bit."""

    @abstractmethod
    def forget(self, saved: int) -> None:
        """That state is needed no more."""
