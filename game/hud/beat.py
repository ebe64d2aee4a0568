"""On the beat: which script somebody plays, two bars of beats that light up, and the poses that its tracks go to.

A dot lights up when its beat begins and is twice as wide then; 0.3 of a beat later 0.2 of that are left. A bar under a
track is what is left of the time to its pose: 0.2 of 0.5 s fill 0.4 of it. Dots and bars move, so they are a part of
their own, made anew in every picture; the words are not.
"""

from __future__ import annotations

from math import exp, floor
from typing import NamedTuple

from components.keyframes import Track
from components.law import LAWS
from components.script import STATES
from game.picture.ink import ACCENT, DIM, FAIR, GAP, INK, PAD, TRACK, cut, faded, panel, readable
from game.sound.metronome import BAR, Played
from systems.draw.overlay import Colour, Overlay

WIDTH, NARROWEST = 300.0, 200.0  # units
HEAD, BEATS, ROW = 20.0, 22.0, 23.0  # heights of the title, of the dots and of a track
MOST = 4  # tracks
NAME = 88.0  # of a track
DOT, APART, BETWEEN = 8.0, 18.0, 10.0  # a dot's width, from one to the next, and more of that between two bars
SHOWN = 2 * BAR  # dots
FADES = 5.3  # in a beat
PASSED, UNLIT = 0.45, 0.3  # strength of a beat that is over, and of one to come
LEFT = 3.0  # height of the bar under a track
BY_HAND = "by hand"  # what the track of no name is called


class Place(NamedTuple):
    """Where the panel lies, in units, and the tracks in it."""

    x: float
    y: float
    width: float
    tracks: tuple[str, ...]

    @property
    def bottom(self) -> float:
        return self.y + HEAD + BEATS + ROW * len(self.tracks) + PAD / 2

    def row(self, n: int) -> float:
        return self.y + HEAD + BEATS + ROW * n

    def dot(self, n: int) -> tuple[float, float]:
        """Its middle."""
        return self.x + PAD + DOT + APART * n + BETWEEN * (n // BAR), self.y + HEAD + BEATS / 2


def place(now: Played, left: float, right: float, top: float) -> Place | None:
    """At the `right`; none if there is too little room between `left` and it."""
    width = min(WIDTH, right - left)
    if width < NARROWEST:
        return None
    own = now.playing.script.track_names
    more = tuple(name for name in now.frames.tracks if name not in own)
    return Place(right - width, top, width, (*own, *more)[:MOST])


def words(overlay: Overlay, now: Played, at: Place) -> None:
    script, x, room = now.playing.script, at.x + PAD, at.width - 2 * PAD
    panel(overlay, at.x, at.y, at.width, at.bottom - at.y)
    who = cut(overlay, now.body.name, room / 3, "small")
    overlay.text(x + room, at.y + 5, who, "small", readable(now.body.colour), "right")
    title = cut(overlay, script.title, room - overlay.width(who, "small") - GAP, "strong")
    overlay.text(x, at.y + 3, title, "strong", INK)
    pace, shade = f"bar {floor(now.beats) // BAR + 1} · {60.0 / script.beat_s:.0f}/min", DIM
    if script.track_names and not LAWS[now.servo].takes_keys:
        pace, shade = f"{now.servo} ignores it", FAIR
    overlay.text(x + room, at.y + HEAD + 3, pace, "small", shade, "right")
    for n, name in enumerate(at.tracks):
        track, y = now.frames.tracks.get(name), at.row(n)
        about = (f"{STATES}: {now.playing.state}" if name == STATES else name or BY_HAND).replace("_", " ")
        overlay.text(x, y, cut(overlay, about, NAME - GAP, "small"), "small", DIM)
        pose = cut(overlay, going_to(track), (room - NAME) * 0.55, "small")
        overlay.text(x + NAME, y, pose, "small", INK if track is not None else DIM)
        after = f"→ {track.queue[0].pose or 'unnamed'}" if track is not None and track.queue else ""
        used = NAME + overlay.width(pose, "small") + GAP
        overlay.text(x + room, y, cut(overlay, after, room - used, "small"), "small", DIM, "right")


def going_to(track: Track | None) -> str:
    """The pose that is due next, in a word where there is none."""
    if track is None:
        return "over"
    if track.coming is None:
        return "waits"
    name = track.now or "unnamed"
    return name if track.coming.turns else f"holds {name}"


def beats(overlay: Overlay, now: Played, at: Place) -> None:
    """What moves: the dots, and the time that is left."""
    beat = floor(now.beats)
    lit, gone = beat % SHOWN, now.beats - beat
    for n in range(SHOWN):
        x, y = at.dot(n)
        colour: Colour = FAIR if n % BAR == 0 else ACCENT
        if n == lit:
            glow = exp(-FADES * gone)
            wide = DOT * (1.0 + glow)
            overlay.rect(x - wide / 2, y - wide / 2, wide, wide, faded(colour, 0.75 + 0.25 * glow), radius=wide / 2)
        else:
            shade = faded(colour, PASSED) if n < lit else faded(DIM, UNLIT)
            overlay.rect(x - DOT / 2, y - DOT / 2, DOT, DOT, shade, radius=DOT / 2)
    for n, name in enumerate(at.tracks):
        track = now.frames.tracks.get(name)
        if track is not None and track.coming is not None:
            left, y, long = at.x + PAD + NAME, at.row(n) + 16, at.width - 2 * PAD - NAME
            overlay.rect(left, y, long, LEFT, TRACK, radius=1.0)
            share = min(1.0, max(0.0, track.left_s / track.coming.seconds))
            overlay.rect(left, y, long * share, LEFT, ACCENT if track.coming.turns else DIM, radius=1.0)
