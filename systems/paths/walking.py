"""Walking a path: whoever is on one goes from step to step of a motion graph, as a search a few steps ahead says.

A step is a crossing into another walk while a foot swings (game/clips/crossing.py), or the next one of the same walk.
What it is to be is asked 36 ticks before the foot lifts off, for where the body will be then, and done when it does: a
point of the line that is dragged counts from the next such question on. The clips lie one behind the other as the
crossings say, so nothing slides. A body that is simulated is not quite where its
clip is; its clip is laid anew, where it stands, each time that is asked.
"""

from __future__ import annotations

import numpy as np

from components.character import AWAKE, Body, Motion, Recovery
from components.path import SPARSE, Ask, Walk
from systems.changing import change
from systems.motion import facing, turned, wrapped
from systems.paths.search import lie_in, nearest
from systems.paths.searching import Searching
from systems.paths.spline import Line, cardinal
from systems.someone import IDLE
from systems.stage import Stage, Walking

ASK_TICKS = 36
SETTLES_S = 1.0
YIELDS = 0.5
THERE = 0.4  # m before the end, at which who stands has arrived
Lay = tuple[float, float, float]


def walk_on(
    stage: Stage, who: int, body: Body, motion: Motion, recovery: Recovery, walk: Walk, searching: Searching
) -> None:
    """Before its clip goes on by a tick."""
    if not walk.points:
        return
    graph, line = stage.clips.walking(body.rig), cardinal(walk.points, walk.closed)
    if recovery.phase is not AWAKE:
        walk.clip, walk.edge, walk.ask = -1, -1, None
        return
    if walk.clip >= 0 and motion.clip is not playing(graph, walk):
        walk.points, walk.clip, walk.edge, walk.ask = (), -1, -1, None  # somebody has asked for something else
        return
    if walk.clip < 0 and not set_out(stage, body, motion, walk, graph):
        return
    if stage.ticks % SPARSE == 0:
        x, y, _ = stage.tables.bones.position[body.first].tolist()
        walk.place, _ = nearest(line.place, line.closed, walk.place, x, y)
    walk.left -= (motion.frame - walk.frame) % motion.clip.frames if motion.looping else motion.frame - walk.frame
    walk.frame = motion.frame
    if walk.edge >= 0 and walk.left <= 0.0:
        arrive(stage, motion, walk, graph)
    if walk.ask is None and to_leave(walk, graph) <= ASK_TICKS * motion.rate and not arrived(walk, graph, line):
        walk.ask = asked(stage, body, motion, walk, graph, line)
        searching.ask(who, graph, walk.ask)
    if walk.edge < 0 and walk.left <= 0.0:
        take(stage, who, motion, walk, graph, searching)


def playing(graph: Walking, walk: Walk) -> object:
    return graph.crossing(walk.edge) if walk.edge >= 0 else graph.clips[walk.clip]


def set_out(stage: Stage, body: Body, motion: Motion, walk: Walk, graph: Walking) -> bool:
    """From a clip of the graph at once; from another one by standing. Has it set out?"""
    found = graph.place_of(motion.clip)
    if found < 0:
        if motion.after is None and motion.clip.name != IDLE:
            change(stage, body, motion, stage.clips.clip(IDLE, body.rig), None)
        return False
    if motion.after is not None or motion.stride < 1.0:
        return False  # on its way into it, with strides that grow
    walk.clip, walk.edge, walk.ask, walk.frame = found, -1, None, motion.frame
    until_next(walk, graph, motion.frame)
    return True


def until_next(walk: Walk, graph: Walking, frame: float) -> None:
    """The next place at which its clip is left, not at once."""
    count = graph.clips[walk.clip].frames
    offered = np.flatnonzero(graph.ways.leave_clip == walk.clip)
    waits = (graph.ways.leave_frame[offered] - frame - 0.5) % count + 0.5
    walk.left, walk.leave = float(waits.min()), int(offered[waits.argmin()])


def to_leave(walk: Walk, graph: Walking) -> float:
    """Frames, until a foot lifts off."""
    return walk.left + (float(graph.ways.reach_ticks[walk.edge]) if walk.edge >= 0 else 0.0)


def arrive(stage: Stage, motion: Motion, walk: Walk, graph: Walking) -> None:
    """At the end of a crossing, in the clip that it leads to."""
    ways, edge = graph.ways, walk.edge
    clip, frame = graph.clips[walk.clip], float(ways.enter[edge]) - walk.left
    lay = lie_in(lay_of(motion), *ways.lay[edge].tolist())
    if frame >= clip.frames:
        lay, frame = lie_in(lay, *ways.loop[walk.clip].tolist()), frame - clip.frames
    lie(motion, lay)
    motion.clip, motion.frame, motion.looping = clip, frame, True
    walk.edge, walk.frame = -1, frame
    until_next(walk, graph, frame)


def take(stage: Stage, who: int, motion: Motion, walk: Walk, graph: Walking, searching: Searching) -> None:
    """The next step, as the search has it; who has arrived stands."""
    edge = searching.answer(who, graph, walk.ask) if walk.ask is not None else -1
    walk.ask, over = None, -walk.left
    if edge < 0:
        until_next(walk, graph, motion.frame)
        return
    clip = graph.crossing(edge)
    stage.modes_changed |= clip.name != motion.clip.name
    motion.clip, motion.frame, motion.looping = clip, graph.begins_at + over, False
    motion.changing, motion.tense_s = True, SETTLES_S  # what keeps it upright is tense meanwhile (systems/changing.py)
    walk.clip, walk.edge, walk.frame, walk.left = int(graph.ways.to[edge]), edge, motion.frame, graph.ticks - over


def on_its_way(walk: Walk | None, body: Body, stage: Stage) -> bool:
    """Has it a path, and is not at its end?"""
    if walk is None or not walk.points:
        return False
    graph, line = stage.clips.walking(body.rig), cardinal(walk.points, walk.closed)
    return walk.clip < 0 or walk.edge >= 0 or not arrived(walk, graph, line)


def arrived(walk: Walk, graph: Walking, line: Line) -> bool:
    """Does it stand at the end?"""
    left = (len(line.place) - 1 - walk.place) * line.step
    return bool(graph.ways.stands[walk.clip]) and not line.closed and left <= THERE


def asked(stage: Stage, body: Body, motion: Motion, walk: Walk, graph: Walking, line: Line) -> Ask:
    """Where it will be when its foot lifts off."""
    ways = graph.ways
    if not stage.tables.modes.placed[body.index]:
        stand_here(stage, body, motion)
    lay, leave, frame = lay_of(motion), walk.leave, motion.frame + walk.left
    if walk.edge >= 0:
        lay, leave = lie_in(lay, *ways.lay[walk.edge].tolist()), int(ways.reach[walk.edge])
        frame = float(ways.enter[walk.edge] + ways.reach_ticks[walk.edge])
    if round(frame) >= graph.clips[walk.clip].frames:
        lay = lie_in(lay, *ways.loop[walk.clip].tolist())
    x, y = root_at(graph, lay, leave)
    place, _ = nearest(line.place, line.closed, walk.place, x, y)
    return Ask(walk.points, walk.closed, leave, *lay, place)


def root_at(graph: Walking, lay: Lay, leave: int) -> tuple[float, float]:
    ways = graph.ways
    row = ways.first[ways.leave_clip[leave]] + ways.leave_frame[leave]
    x, y = turned(float(ways.root[row, 0]), float(ways.root[row, 1]), lay[2])
    return lay[0] + x, lay[1] + y


def stand_here(stage: Stage, body: Body, motion: Motion) -> None:
    """The clip's present frame where the body is; which way it faces is the root spring's business."""
    x, y, _ = stage.tables.bones.position[body.first].tolist()
    motion.heading += YIELDS * wrapped(facing(stage, body, motion.clip, int(motion.frame)) - motion.heading)
    rx, ry, _ = motion.clip.root_position[int(motion.frame)].tolist()
    rx, ry = turned(rx, ry, motion.heading)
    motion.anchor = (x - rx, y - ry, motion.anchor[2])


def lay_of(motion: Motion) -> Lay:
    return motion.anchor[0], motion.anchor[1], motion.heading


def lie(motion: Motion, lay: Lay) -> None:
    motion.anchor, motion.heading = (lay[0], lay[1], motion.anchor[2]), lay[2]
