"""The computer boxer: a supervisor over small controllers, thirty thoughts a second.

It writes orders, a walk and a block, as a person's keys do; only a hopeless tangle is answered by the body itself. Of
the other it sees where pelvis, head and hands were a reaction time ago, and how they moved. With 0.3 s, a jab that is
there in 0.2 s has landed before it is seen: such a boxer lives on distance, and on the guess that more will come. A
boxer without a style is a person's: its mind only watches for tangles and for arms that are locked. So does everybody's
while nobody boxes: who hangs in the other's arms when the bell rings would hang there for the whole rest.
"""

from __future__ import annotations

from math import atan2, copysign, cos, dist, hypot, inf, sin
from typing import ClassVar

import esper

from components.arrays import Floats
from components.character import Body, Motion, Phase, Recovery, Stun
from components.clock import TICKS_PER_S
from components.control import Status
from components.fight import Bout, BoutPhase, Fighter, Order
from components.style import Style
from components.table import Bones, Impacts, Muscles, Targets
from systems.boxing.boxing import ask, is_free
from systems.boxing.footwork import ROOM
from systems.boxing.minds.controller import Controller
from systems.boxing.minds.defending import Defend, GetUp, Recover, notice
from systems.boxing.minds.mind import LOOK_TICKS, SEEN, Look, Mind, View, Wish
from systems.boxing.minds.moving import (
    BREAK,
    ENTANGLED_S,
    LIMP_S,
    LINKED_S,
    Approach,
    BreakAway,
    Circle,
    ClinchApart,
    Untangle,
)
from systems.boxing.minds.outlasting import KEEP, Outlast
from systems.boxing.minds.punching import Combination, JabOut
from systems.choosing import highest
from systems.kernels import tick
from systems.stage import Stage, System
from systems.tangle import tangled

CONTROLLERS: dict[str, Controller] = {
    controller.name: controller
    for controller in (
        GetUp(), Untangle(), BreakAway(), Recover(), ClinchApart(), Outlast(), Defend(), JabOut(), Combination(),
        Approach(), Circle(),
    )
}  # fmt: skip
"""All there are: here is where another one is added. Of equals the first that can start does."""

LIMP = 0.2  # of its strength, in a tangle
GUARD_S = 1.0  # since it got up: until then it is on its way to its guard
FIST_SPEED = 2.5  # m/s towards the head that make a hand a fist
CHIN = 0.15  # m below the head's joint
LOW = 0.8  # m above the lower ankle: a head below it belongs to one who is down
LET_GO = 3.0  # times as fast as it comes, the suspicion goes that arms are locked
FAR = 9.0  # m, and s until a fist arrives that is not on its way


class MindSystem(System):
    reads: ClassVar = (Body, Muscles, Recovery)
    late: ClassVar = (Bones, Bout, Fighter, Impacts, Motion, Stun, Targets)
    writes: ClassVar = (Mind, Fighter, Stun)
    only_with: ClassVar = Mind

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        for entity, (fighter,) in self.query(Fighter):
            esper.add_component(entity, Mind())
            if fighter.style:
                stage.clips.style(fighter.style, fighter.level)  # else a wrong name would come up in a tick

    def process(self, dt: float) -> None:
        if self.stage.ticks % LOOK_TICKS:
            return
        found = self.query(Body, Motion, Recovery, Stun, Fighter, Mind)
        bodies = {body.name: body for _, (body, *_) in found}
        stamina = {body.name: fighter.stamina for _, (body, _, _, _, fighter, _) in found}
        bout = next((bout for _, (bout,) in self.query(Bout)), None)
        for _, (body, motion, recovery, stun, fighter, mind) in found:
            feel(self.stage, body, recovery, mind)
            if not fighter.style:
                let_go(fighter, stun, mind)
                continue
            style = self.stage.clips.style(fighter.style, fighter.level)
            if (other := bodies.get(fighter.opponent)) is None:
                continue
            look(self.stage, other, stamina[fighter.opponent], style, mind)
            if bout is None or bout.phase is BoutPhase.FIGHT:
                view = perceive(self.stage, body, motion, recovery, stun, fighter, mind, style)
                wish = think(view, mind)
                obey(wish, fighter, stun)
            else:
                mind.controller, mind.plan = "", ()
                fighter.walk, fighter.block = (0.0, 0.0), ""
                let_go(fighter, stun, mind)


def let_go(fighter: Fighter, stun: Stun, mind: Mind) -> None:
    """Out of locked arms and tangles without a thought: a person's body, and everybody's between the rounds."""
    if mind.linked_s > LINKED_S:
        ask(fighter, Order(BREAK))
        mind.linked_s = 0.0
    if ENTANGLED_S < mind.entangled_s < ENTANGLED_S + LIMP_S:
        stun.authority = min(stun.authority, LIMP)


# --- supervisor


def think(view: View, mind: Mind) -> Wish:
    """One thought: who is busy, who takes over, what is wanted."""
    seconds = LOOK_TICKS / TICKS_PER_S
    mind.since_s += seconds
    mind.patience_s -= seconds
    mind.alert_s -= seconds
    mind.breather_s -= seconds
    mind.pressure *= KEEP
    notice(view, mind)
    running = CONTROLLERS.get(mind.controller)
    urgency = running.urgency if running else -1
    more_urgent = (each for each in CONTROLLERS.values() if each.urgency > urgency and each.can_start(view, mind))
    eager = highest(more_urgent, lambda each: each.urgency, urgency)
    if eager is not None:
        running = take(eager, view, mind)
    assert running is not None, "circling can always start"
    wish = running.step(view, mind)
    if wish.status is not Status.RUNNING or running.fails(view, mind):
        mind.controller, mind.plan = "", ()
    return wish


def take(controller: Controller, view: View, mind: Mind) -> Controller:
    mind.controller, mind.since_s, mind.plan = controller.name, 0.0, ()
    controller.begin(view, mind)
    return controller


def obey(wish: Wish, fighter: Fighter, stun: Stun) -> None:
    fighter.walk, fighter.block = wish.walk, wish.block
    if wish.order:
        ask(fighter, wish.order)
    if wish.limp:
        stun.authority = min(stun.authority, LIMP)


# --- senses


def look(stage: Stage, other: Body, stamina: float, style: Style, mind: Mind) -> None:
    """Keep what it sees; forget what is older than what it goes by."""
    rows = other.first + other.rig.rows(SEEN)
    bones = stage.tables.bones
    looks = (*mind.looks, Look(stage.ticks, bones.position[rows], bones.velocity[rows], stamina))
    while len(looks) > 1 and looks[1].tick <= stage.ticks - style.reaction_s * TICKS_PER_S:
        looks = looks[1:]
    mind.looks = looks


def feel(stage: Stage, body: Body, recovery: Recovery, mind: Mind) -> None:
    """How long one of its limbs has been held far from where its muscles pull it, and how long arms have been locked.

    Arms that hook into each other's armpits keep touching trunks, with gaps; a punch touches one for a moment. The
    limbs of who has just got up are on their way to his guard.
    """
    entangled = recovery.seconds > GUARD_S and tangled(stage, body, recovery)
    seconds = LOOK_TICKS / TICKS_PER_S
    mind.entangled_s = mind.entangled_s + seconds if entangled else 0.0
    hooked = tick.arms_hooked(stage.tables.handle, body.first, body.last)
    mind.linked_s = mind.linked_s + seconds if hooked else max(0.0, mind.linked_s - LET_GO * seconds)


def perceive(
    stage: Stage,
    body: Body,
    motion: Motion,
    recovery: Recovery,
    stun: Stun,
    fighter: Fighter,
    mind: Mind,
    style: Style,
) -> View:
    px, py, _ = stage.tables.bones.position[body.first].tolist()
    seen = mind.looks[0]
    ox, oy, _ = seen.place[0].tolist()
    known = seen.tick <= stage.ticks - style.reaction_s * TICKS_PER_S
    back, left, right = rooms(stage, px, py, atan2(oy - py, ox - px))
    threat_s, threat_low = FAR, False
    if known:
        head = stage.tables.bones.position[body.head]
        threat_s, threat_low = threat(seen, head, (stage.ticks - seen.tick) / TICKS_PER_S)
    return View(
        style=style,
        name=body.name,
        seed=stage.engine.seed,
        tick=stage.ticks,
        awake=recovery.phase is Phase.AWAKE,
        free=is_free(stage.clips.moves(body.rig, fighter.stance), motion, fighter),
        stamina=fighter.stamina,
        authority=stun.authority,
        entangled_s=mind.entangled_s,
        linked_s=mind.linked_s,
        room_back=back,
        room_left=left,
        room_right=right,
        seen=known,
        distance=hypot(ox - px, oy - py) if known else FAR,
        down=known and float(seen.place[1, 2]) - min(float(seen.place[4, 2]), float(seen.place[5, 2])) < LOW,
        threat_s=threat_s,
        threat_low=threat_low,
        their_stamina=seen.stamina if known else 100.0,
        leads_to=stage.clips.graph(body.rig, fighter.stance).distance,
    )


def threat(seen: Look, head: Floats, age: float) -> tuple[float, bool]:
    """s until the nearest fist is here, if it went on as it was seen, and whether it comes in low."""
    nearest, low = FAR, False
    hx, hy, hz = head.tolist()
    for (x, y, z), (vx, vy, vz) in zip(seen.place[2:4].tolist(), seen.velocity[2:4].tolist(), strict=True):
        distance = dist((x, y, z), (hx, hy, hz))
        speed = (vx * (hx - x) + vy * (hy - y) + vz * (hz - z)) / max(1e-6, distance)
        arrives = distance / speed if speed > FIST_SPEED else FAR
        if arrives - age < nearest:
            nearest = arrives - age
            low = z + arrives * vz < hz - CHIN
    return nearest, low


def rooms(stage: Stage, x: float, y: float, towards: float) -> tuple[float, float, float]:
    """m that it could go back, left and right of the way to the other before the ropes are near."""
    if (edge := ROOM.get(stage.engine.settings.ground)) is None:
        return FAR, FAR, FAR
    c, s = cos(towards), sin(towards)
    return room(edge, x, y, -c, -s), room(edge, x, y, -s, c), room(edge, x, y, s, -c)


def room(edge: float, x: float, y: float, dx: float, dy: float) -> float:
    """m from (x, y) in the direction (dx, dy) to the nearer of two edges."""
    along_x = (edge - x * copysign(1.0, dx)) / abs(dx) if abs(dx) > 1e-9 else inf
    along_y = (edge - y * copysign(1.0, dy)) / abs(dy) if abs(dy) > 1e-9 else inf
    return max(0.0, min(along_x, along_y))
