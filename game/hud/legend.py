"""What the marks of the group Show mean, and how much of what they show: a row or two for each that is on.

    bottom = legend(overlay, session, right, top)       # units; how far down it goes

Colours and scales are those that the marks are drawn with (systems/draw): an arrow of 10 cm is a touch of 150 N there,
and so it says here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from components.clock import TICKS_PER_S
from components.settings import WorldSettings
from game.picture.ink import ACCENT, INK, PAD, panel
from game.session.controls import KEY, Action
from systems.draw.balance_marks import ARROW_S, CENTRE, INSIDE, OUTSIDE, PRESSURE, SPEED, XI, extrapolated
from systems.draw.bone_marks import PALE
from systems.draw.cast import ICE, warm
from systems.draw.contact_marks import GROUND, NEWTONS_A_METRE, OTHER
from systems.draw.control_marks import ACTIVE, DYNAMIC_RIM, KINEMATIC_RIM
from systems.draw.control_marks import PASSIVE as PASSIVE_THING
from systems.draw.diagnosis import PREVIEW_COLOUR, SHAPE_COLOUR, TARGET_COLOUR
from systems.draw.footprints import PRINT, PRINT_S
from systems.draw.overlay import Overlay
from systems.draw.root_marks import BROKEN, LITTLE, MUCH, PULL, WANTED, WIDEST
from systems.draw.shows import Show
from systems.draw.trails import TICKS

if TYPE_CHECKING:
    from game.session.session import Session

ROW, HEAD = 17.0, 20.0  # units
SWATCH, BAR_PIECES = 30.0, 24  # units, width of a colour; how many pieces a scale has
SKIN = 0.22  # light of a middle grey, as cold skin is drawn
ARROW_M = 0.1  # m, of the arrow that is told of
SLOWLY, HIGH = 0.5, 0.95  # m/s and m, of the centre of mass that is told of


class Row(NamedTuple):
    colours: tuple[tuple[float, ...], ...]  # one, or more that go over into each other
    text: str


def heat_scale() -> tuple[tuple[float, ...], ...]:
    """The colours of no torque to all of it."""
    out = np.zeros((BAR_PIECES, 4), np.float32)
    warm(np.linspace(0.0, 1.0, BAR_PIECES), out)
    screen = (out[:, :3] + out[:, 3:] * SKIN) ** (1.0 / 2.2)  # light, as a screen shows it
    return tuple((red, green, blue) for red, green, blue in np.minimum(1.0, screen).tolist())


def pull_scale() -> tuple[tuple[float, ...], ...]:
    return tuple(tuple((LITTLE + share * (MUCH - LITTLE)).tolist()) for share in np.linspace(0.0, 1.0, BAR_PIECES))


def xi_of(speed: float) -> float:
    """m, from a centre of mass as high as of somebody who stands."""
    off = extrapolated(np.zeros((1, 3)), np.array([[speed, 0.0, 0.0]]), np.array([HIGH]), WorldSettings().gravity)
    return float(off[0, 0])


GREY = (0.5 + 0.5 * PALE,) * 3
PASSIVE = Row((ICE,), "nobody moves it")
ROWS: Mapping[Show, tuple[Row, ...]] = {
    Show.SKELETON: (Row((GREY,), "bones from joint to joint"), PASSIVE),
    Show.TARGET: (Row((TARGET_COLOUR,), "the pose that muscles pull to"),),
    Show.CONTACTS: (
        Row((GROUND,), f"the ground presses: {100 * ARROW_M:g} cm of arrow is {ARROW_M * NEWTONS_A_METRE:g} N"),
        Row((OTHER,), "anything else presses"),
    ),
    Show.HEAT: (Row(heat_scale(), "torque: 0 to 100 % of each joint's limit"), PASSIVE),
    Show.BALANCE: (
        Row((INSIDE,), "the centre of mass is over what carries it"),
        Row((OUTSIDE,), "it is not over it: a body at rest would fall"),
        Row((SPEED, CENTRE), f"where it will be in {ARROW_S:g} s"),
        Row((XI,), f"xi: it would rest over there; {100 * xi_of(SLOWLY):.0f} cm off is {SLOWLY:g} m/s"),
        Row((PRESSURE,), "where the ground's force acts"),
        Row((PRINT,), f"aimed at by a step that is to save it, for {PRINT_S:g} s"),
    ),
    Show.ROOT: (
        Row(pull_scale(), "the root spring pulls: 0 to 100 % of its limit"),
        Row((BROKEN,), "the spring is broken"),
        Row((WANTED,), "the upright that it pulls the pelvis to"),
        Row((PULL,), f"its torque: {np.degrees(WIDEST):.0f} deg of arc is its limit"),
    ),
    Show.SHAPES: (Row((SHAPE_COLOUR,), "what collides"),),
    Show.TRAILS: (Row((GREY,), f"hands, feet and head in the last {TICKS / TICKS_PER_S:g} s"),),
    Show.PASSIVE: (PASSIVE,),
    Show.CONTROL: (
        Row((KINEMATIC_RIM,), "kinematic: it is put where its controller says"),
        Row((DYNAMIC_RIM,), "dynamic: muscles move it"),
        Row((ACTIVE,), "active: its touch ends what is played"),
        Row((PASSIVE_THING,), "passive: its touch belongs to the motion"),
    ),
    Show.PREVIEW: (Row((PREVIEW_COLOUR,), "clip and script without physics"),),
}


def legend(overlay: Overlay, session: Session, right: float, top: float) -> float:
    """A panel whose upper right corner is there; nothing where nothing is shown."""
    shown = [show for show in Show if show in session.shows]
    rows = [(show, row) for show in shown for row in ROWS[show]]
    if not rows:
        return top
    keys = {show: KEY[Action(f"show_{show}")].split()[-1] for show in Show}
    wide = 2 * PAD + 16.0 + SWATCH + 8.0 + max(overlay.width(row.text, "small") for _, row in rows)
    high = ROW * len(rows) + PAD
    left, y, last = right - wide, top + PAD / 2, None
    panel(overlay, left, top, wide, high)
    for show, row in rows:
        if show is not last:
            overlay.text(left + PAD, y, keys[show], "small", ACCENT)
        last, piece = show, SWATCH / len(row.colours)
        for number, colour in enumerate(row.colours):
            red, green, blue = colour[:3]
            overlay.rect(left + PAD + 16.0 + number * piece, y + 3, piece, 9.0, (red, green, blue, 1.0), radius=0.0)
        overlay.text(left + PAD + 24.0 + SWATCH, y, row.text, "small", INK)
        y += ROW
    return top + high
