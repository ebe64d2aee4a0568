"""Boxing: what a boxer is asked for becomes a move of its body.

An order is done in the tick in which it comes where the boxer is free: in guard, or in the last part of another move.
Otherwise it waits, 0.15 s at most. A punch is aimed at where the other's head (or body) will be when the fist arrives.
Without an order it holds its block, steps where it wants to walk, turns to the other and keeps its guard. Who lies or
gets up (systems/controllers) does none of it. Whether a fist lands is what the bodies do.

Where a move is entered, and how long it is blended, the motion graph says (game/moves/graph.py). A jab that is ordered
in guard begins in the same tick, blended in over 0.05 s, and its fist is on its way in the third.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import atan2, radians
from typing import Any, ClassVar

from components.arrays import quat
from components.character import AWAKE, Body, Motion, Recovery, Stun
from components.clip import Clip
from components.clock import TICKS_PER_S
from components.fight import Bout, BoutPhase, Fighter, Hand, MoveKind, Order
from components.table import Bones, Targets
from systems.boxing import footwork
from systems.boxing.aiming import in_front, missed, place_of_target
from systems.boxing.fists import take_back
from systems.kernels.quaternions import conj, heading, mul
from systems.motion import facing, start_clip, wrapped
from systems.pacing import paced
from systems.someone import IDLE
from systems.stage import Moves, Stage, System

BUFFER_S = 0.15
RELEASE = {  # share of a move after which the next order is done; of a punch: of what follows its contact
    MoveKind.GUARD: 0.0,
    MoveKind.BLOCK: 0.0,
    MoveKind.SHOW: 0.0,
    MoveKind.STEP: 0.3,
    MoveKind.EVADE: 0.55,
    MoveKind.PUNCH: 0.6,
}
TURN_SPEED = 2.5  # rad/s, the most by which a boxer turns to the other
PIVOT_FROM = radians(15.0)  # further round than that takes a step of its own
STAMINA = {MoveKind.PUNCH: 2.2, MoveKind.STEP: 0.25, MoveKind.EVADE: 0.8}  # what a move costs
BREATH = 1.8  # stamina a second that comes back, but not while it punches
WINDED, FRESH = 0.2, 30.0  # the share of it that comes back with no stamina left, and what it takes for nearly all
TIRED = 40.0  # stamina from which down a boxer gets slower, to SLOWEST at none
SLOWEST = 0.35
STAGGERS = 0.8  # of its strength: who has less left from a blow reels back
GUARD, REELING = "guard", "stagger"


def ask(fighter: Fighter, order: Order) -> None:
    """From a player or a mind, at any moment; the last one counts."""
    fighter.order, fighter.order_s = order, 0.0


def is_free(moves: Moves, motion: Motion, fighter: Fighter) -> bool:
    """May its next order begin?"""
    kind = moves.kind(fighter.move) if fighter.move else MoveKind.GUARD
    begin = fighter.contact[1] if kind is MoveKind.PUNCH else 0.0
    return fighter.move_s >= begin + RELEASE[kind] * (motion.clip.frames / TICKS_PER_S - begin)


@dataclass(slots=True)
class Boxer:
    """One boxer and the other, in this tick."""

    body: Body
    motion: Motion
    recovery: Recovery
    stun: Stun
    fighter: Fighter
    other: Body
    moves: Moves = field(init=False)
    towards: float = 0.0  # rad, the direction of the other


class BoxingSystem(System):
    reads: ClassVar = (Body, Fighter, Motion, Recovery)
    late: ClassVar = (Bones, Bout, Stun, Targets)
    writes: ClassVar = (Fighter, Motion, Targets)
    only_with: ClassVar = Fighter

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._found: list[tuple[int, tuple[Any, ...]]] = []
        self._boxers: list[Boxer] = []
        for _, (body, fighter) in self.query(Body, Fighter):
            stage.clips.graph(body.rig, fighter.stance)  # moves are baked and compared now, not in a tick

    def process(self, dt: float) -> None:
        found = self.query(Body, Motion, Recovery, Stun, Fighter)
        if found is not self._found:  # the same list until a component comes or goes
            bodies = {body.name: body for _, (body, *_) in found}
            self._boxers = [
                Boxer(body, motion, recovery, stun, fighter, bodies[fighter.opponent])
                for _, (body, motion, recovery, stun, fighter) in found
                if fighter.opponent in bodies
            ]
            self._found = found
        bout = next((bout for _, (bout,) in self.query(Bout)), None) if found else None
        fists = bout is None or bout.phase is BoutPhase.FIGHT
        for boxer in self._boxers:
            boxer.moves = self.stage.clips.moves(boxer.body.rig, boxer.fighter.stance)
            self.box(boxer, fists, show(bout, boxer.body.name), dt)

    def box(self, boxer: Boxer, fists: bool, show: str, dt: float) -> None:
        fighter = boxer.fighter
        fighter.order_s += dt
        fighter.move_s += dt
        if not fighter.punching:
            breath = BREATH * min(1.0, WINDED + fighter.stamina / FRESH)
            fighter.stamina = min(100.0, fighter.stamina + breath * dt)
        if fighter.order and fighter.order_s > BUFFER_S + dt:
            fighter.order = None
        if boxer.recovery.phase is not AWAKE:
            fighter.move, fighter.punching, fighter.order = "", None, None
            fighter.path = fighter.unreached = None
            return
        self.turn(boxer, dt)
        if boxer.stun.authority < STAGGERS and fighter.move != REELING:
            fighter.order = None
            self.start(boxer, REELING, boxer.moves.clip(REELING))
            self.stage.tell("stagger", boxer.body.name)
        if fighter.order and is_free(boxer.moves, boxer.motion, fighter):
            begun = self.obey(boxer, fighter.order, fists)
            fighter.order = None
            if begun:
                return
        if not self.busy(boxer, fists):
            self.go_on(boxer, show)
        take_back(self.stage, boxer.body, fighter)

    # --- what it is doing

    def busy(self, boxer: Boxer, fists: bool) -> bool:
        """Is there something to be finished first: a move, or what somebody else had it play?"""
        motion, fighter = boxer.motion, boxer.fighter
        if not fighter.move:
            return False
        if not motion.looping:
            return motion.frame < motion.clip.frames - 2
        if boxer.moves.kind(fighter.move) is MoveKind.SHOW:
            return not (fists or fighter.block or any(fighter.walk))
        return motion.clip.name not in (fighter.move, IDLE)

    def turn(self, boxer: Boxer, dt: float) -> None:
        """The clip's own heading goes round until the move ends facing the other: a pivot of 28 degrees wants it 28
        degrees short of that. While a fist is on its way, it stays as it was aimed."""
        motion, fighter, own, other = boxer.motion, boxer.fighter, boxer.body.first, boxer.other.first
        place = self.stage.tables.bones.position
        boxer.towards = atan2(place.item(other, 1) - place.item(own, 1), place.item(other, 0) - place.item(own, 0))
        if fighter.punching and fighter.move_s < fighter.contact[1]:
            return
        most, own_turn = TURN_SPEED * dt, turn_of(boxer)
        motion.heading += max(-most, min(most, wrapped(boxer.towards - own_turn - motion.heading)))

    # --- what it begins

    def obey(self, boxer: Boxer, order: Order, fists: bool) -> bool:
        """An order for a move that there is not, or for a punch between the rounds or out of breath, is forgotten."""
        if order.move not in boxer.moves.names:
            return False
        if boxer.moves.kind(order.move) is MoveKind.PUNCH:
            able = fists and boxer.fighter.stamina >= STAMINA[MoveKind.PUNCH]
            if able:
                self.punch(boxer, order)
            return able
        clip = boxer.moves.clip(order.move)
        rate = 1.0 if clip.looping else self.pace(boxer.fighter, 1.0)
        self.start(boxer, order.move, paced(clip, rate), self.entry(boxer, order.move, rate))
        return True

    def punch(self, boxer: Boxer, order: Order) -> None:
        fighter, moves = boxer.fighter, boxer.moves
        rate = self.pace(fighter, 0.75 + 0.25 * order.power)
        first, last = (t / rate for t in moves.contact(order.move))
        frame, blend_s = self.entry(boxer, order.move, rate)
        skill = self.stage.clips.style(fighter.style, fighter.level).aim_m if fighter.style else 0.0
        place = place_of_target(self.stage, boxer.other, order.target, 0.5 * (first + last) - frame / TICKS_PER_S)
        x, y, z = (p + m for p, m in zip(place, missed(self.stage, boxer.body.name, skill), strict=True))
        target = in_front(self.stage, boxer.body, moves.clip(order.move), (x, y, z), round(frame * rate))
        self.start(boxer, order.move, moves.thrown(order.move, target, rate), (frame, blend_s), order.power)
        fighter.punching, fighter.contact, fighter.landed_now = order, (first, last), False
        fighter.fist = fist(moves.hand(order.move), fighter.stance)
        fighter.path = boxer.motion.clip
        fighter.reaching = 0.0
        fighter.thrown += 1
        self.stage.tell("punch", boxer.body.name, move=order.move, target=order.target, power=order.power)

    def go_on(self, boxer: Boxer, show: str) -> None:
        """No order: block, step, turn, or keep the guard."""
        fighter, moves = boxer.fighter, boxer.moves
        move = f"block_{fighter.block}" if fighter.block else ""
        if not any(fighter.walk):
            move = move or show
        move = move or footwork.wanted(self.stage, boxer.body, boxer.other, fighter.walk)
        if not move:
            error = wrapped(boxer.towards - facing(self.stage, boxer.body, moves.clip(GUARD), 0))
            if abs(error) > PIVOT_FROM:
                move = "pivot_left" if error > 0.0 else "pivot_right"
        move = move or GUARD
        if move != boxer.motion.clip.name or not boxer.motion.looping or not fighter.move:
            self.start(boxer, move, moves.clip(move))

    def entry(self, boxer: Boxer, move: str, rate: float) -> tuple[int, float]:
        """The frame at which the move, at that pace, is nearest to what it does now, and s of blend."""
        motion, graph = boxer.motion, self.stage.clips.graph(boxer.body.rig, boxer.fighter.stance)
        skipped, blend_s = graph.entry(motion.clip.name, motion.frame / max(1, motion.clip.frames - 1), move)
        return round(TICKS_PER_S * skipped / rate), blend_s

    def start(
        self, boxer: Boxer, move: str, clip: Clip, entry: tuple[int, float] | None = None, effort: float = 1.0
    ) -> None:
        fighter, kind = boxer.fighter, boxer.moves.kind(move)
        frame, blend_s = entry or self.entry(boxer, move, 1.0)
        start_clip(self.stage, boxer.body, boxer.motion, clip, blend_s=blend_s, frame=float(frame))
        fighter.move, fighter.move_s, fighter.punching, fighter.contact = move, frame / TICKS_PER_S, None, (0.0, 0.0)
        fighter.path = fighter.unreached = None  # a blend begins from the arm as it reaches now
        fighter.stamina = max(0.0, fighter.stamina - effort * STAMINA.get(kind, 0.0))

    def pace(self, fighter: Fighter, rate: float) -> float:
        """How fast it does that now; tired it is slower."""
        return rate * (SLOWEST + (1.0 - SLOWEST) * min(1.0, fighter.stamina / TIRED))


def turn_of(boxer: Boxer) -> float:
    """rad to the left by which the step that it takes turns the guard: 0 but for pivots."""
    clip, move = boxer.motion.clip, boxer.fighter.move
    if clip.name != move or boxer.moves.kind(move) is not MoveKind.STEP:
        return 0.0
    return float(heading(mul(quat(clip.root_orientation[-1]), conj(quat(clip.root_orientation[0])))))


def show(bout: Bout | None, name: str) -> str:
    """What it does while there is nothing to do: the winner's arms up, the loser's head low, or in its corner getting
    its breath."""
    if bout is None or bout.phase not in (BoutPhase.OVER, BoutPhase.REST):
        return ""
    if bout.phase is BoutPhase.REST:
        return "sit_out"
    return "victory" if bout.winner == name else "beaten" if bout.winner else ""


def fist(hand: Hand | None, stance: str) -> str:
    """The bone: an orthodox boxer leads with the left."""
    return "left_hand" if (hand is Hand.LEAD) == (stance == "orthodox") else "right_hand"
