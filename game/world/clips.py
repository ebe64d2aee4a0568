"""The project's library of motion, as systems ask for it: clips, and the moves and steps made of them."""

from __future__ import annotations

from collections.abc import Sequence

from components.arrays import Floats
from components.clip import Array, Clip
from components.dives import Dives
from components.gait import Gait
from components.learned import Learned
from components.rig import Rig
from components.similarity import Weights
from components.style import Style
from game.clips.clip import clip_info, clip_names
from game.clips.dives import dive_poses
from game.clips.entries import middle, nearest, rows
from game.clips.falls import fall_poses, roll_poses
from game.clips.footfalls import footfalls
from game.clips.guards import guard_poses
from game.clips.walk_graph import walk_graph
from game.learned.conditions import learned
from game.learned.similarity import weights_of
from game.moves.book import MOVES, MoveBook
from game.moves.graph import MoveGraph
from game.moves.library import load_clip
from game.scenes.styles import styles
from systems.stage import ClipLimits, Clips, Graph, Moves, Walking


class ProjectClips(Clips):
    """The clips of data/clips.toml, and the moves of those who box."""

    def __init__(self) -> None:
        self.books: dict[tuple[str, str], MoveBook] = {}  # by rig and stance: those that were asked for
        self.graphs: dict[tuple[str, str], MoveGraph] = {}

    def clip(self, name: str, rig: Rig) -> Clip:
        if name not in clip_names() and (book := self._book(name)):
            return book.clip(name)  # a held move, to go back to after a fall
        return load_clip(name, rig)

    def limits(self, name: str) -> ClipLimits:
        book = self._book(name)
        return book.limits(name) if book else clip_info(name)

    def moves(self, rig: Rig, stance: str) -> Moves:
        key = rig.name, stance
        if key not in self.books:
            self.books[key] = MoveBook(MOVES, rig, stance)
        return self.books[key]

    def graph(self, rig: Rig, stance: str) -> Graph:
        key = rig.name, stance
        if key not in self.graphs:
            self.graphs[key] = MoveGraph(self.moves(rig, stance), rig)
        return self.graphs[key]

    def walking(self, rig: Rig) -> Walking:
        return walk_graph(rig)

    def falls(self, rig: Rig) -> Floats:
        return fall_poses(rig)

    def rolls(self, rig: Rig) -> Floats:
        return roll_poses(rig)

    def guards(self, rig: Rig) -> Floats:
        return guard_poses(rig)

    def dives(self, rig: Rig) -> Dives:
        return dive_poses(rig)

    def nearest(self, clip: Clip, rig: Rig, place: Array, velocity: Array) -> int:
        """The frame whose joints are nearest, in place (m) and velocity (m/s) in the root's heading."""
        return nearest(clip, rig, place, velocity)

    def get_ready(self, names: Sequence[str], rig: Rig) -> None:
        for clip in (self.clip(name, rig) for name in names):
            rows(clip, rig)
            middle(clip, rig)
            footfalls(clip, rig)

    def middle(self, clip: Clip, rig: Rig) -> float:
        return middle(clip, rig)

    def gait(self, clip: Clip, rig: Rig) -> Gait | None:
        return footfalls(clip, rig)

    def similarity(self, rig: Rig) -> Weights:
        return weights_of(rig)

    def learned(self, controller: str) -> Learned | None:
        return learned(controller)

    def _book(self, move: str) -> MoveBook | None:
        return next((book for book in self.books.values() if move in book.names), None)

    def reload(self) -> list[str]:
        """Moves whose file was written anew, from now on as they are in it; what to say about it."""
        told = {key: text for key, book in self.books.items() if (text := book.reload_if_changed())}
        for key in told.keys() & self.graphs.keys():
            self.graphs[key] = MoveGraph(self.books[key], self.books[key].rig)
        return list(told.values())

    def style(self, name: str, level: int) -> Style:
        return styles().style(name, level)
