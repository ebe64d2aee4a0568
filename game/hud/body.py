"""What was clicked on: a bone with its limb, mass, torque and law, or a thing with its mass and speed.

    bottom = about_body(overlay, session, right, top)       # units; how far down it goes

The torque is what the joint's muscles were asked for in the last tick, of the most that they can give: 32 of 90 N m.
The law is the one that acts: not the one that is set while somebody is limp or down, and with a share of its strength
while he is dazed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import esper
import numpy as np

from components.character import Body, Phase, Recovery, Stun
from components.law import LAWS
from components.settings import RootSettings
from game.picture.ink import DIM, FAIR, GOOD, INK, PAD, meter, panel, readable
from game.session.deeds import Grip
from game.world.character import Character
from systems.draw.overlay import Colour, Overlay
from systems.stage import System

if TYPE_CHECKING:
    from game.session.session import Session

ROW, TITLE, WIDE = 17.0, 20.0, 232.0  # units
LEAD = 52.0  # units, from the left to what is told of a row


def about_body(overlay: Overlay, session: Session, right: float, top: float) -> float:
    grip = session.examined
    if grip is None or grip.found(session.simulation) is None:
        return top
    esper.switch_world(session.simulation.world)
    title, colour, rows, share = bone(session, grip) if grip.who else thing(session, grip)
    wide = max(WIDE, 2 * PAD + overlay.width(title, "strong"))
    wide = max(wide, *(2 * PAD + LEAD + overlay.width(text, "small") for _, text in rows))
    high = TITLE + ROW * len(rows) + PAD + (10.0 if share is not None else 0.0)
    left, y = right - wide, top + PAD / 2
    panel(overlay, left, top, wide, high)
    overlay.text(left + PAD, y, title, "strong", colour)
    y += TITLE
    for name, text in rows:
        overlay.text(left + PAD, y, name, "small", DIM)
        overlay.text(left + PAD + LEAD, y, text, "small", INK)
        y += ROW
    if share is not None:
        meter(overlay, left + PAD, y + 1, wide - 2 * PAD, share, GOOD if share < 0.9 else FAIR)
    return top + high


Told = tuple[str, Colour, list[tuple[str, str]], float | None]  # title, its colour, rows, share of the torque's limit


def bone(session: Session, grip: Grip) -> Told:
    """Of somebody's."""
    tables = session.simulation.stage.tables
    kinds = Body, Stun, Recovery, RootSettings
    body, stun, recovery, root = next(parts for _, parts in System.query(*kinds) if parts[0].name == grip.who)
    row = body.rig.names.index(grip.bone)
    at = body.first + row
    mass, whole = tables.skeletons.mass[at], tables.skeletons.total_mass[body.index]
    rows = [("limb", body.rig.limb_of[row].replace("_", " ")), ("mass", f"{mass:.2f} of {whole:.1f} kg")]
    share = None
    if row:
        torque, limit = float(tables.demand.size[at]), float(tables.muscles.limit[at])
        share = torque / max(limit, 1e-9)
        rows.append(("torque", f"{torque:.0f} of {limit:.0f} N m"))
    else:
        drive = float(np.hypot(*tables.drives.torque[body.index, :2]))
        rows.append(("spring", f"{drive:.0f} N m, {root.root}"))
    strength = "" if stun.authority > 0.995 else f", {100 * stun.authority:.0f} % of its strength"
    acting = list(LAWS)[tables.muscles.acting[at]]
    why = f" ({recovery.phase})" if recovery.phase is not Phase.AWAKE else ""
    rows.append(("law", f"{acting}{why}{strength}"))
    title = f"{grip.who.replace('_', ' ')} · {grip.bone.replace('_', ' ')}"
    return title, readable(body.colour), rows, share


def thing(session: Session, grip: Grip) -> Told:
    prop = Character.props()[grip.thing]
    velocity = session.simulation.stage.engine.motion_of(prop.engine_id, -1)[1]
    rows = [("mass", f"{prop.mass:.2f} kg"), ("speed", f"{float(np.linalg.norm(velocity)):.1f} m/s")]
    return prop.kind.replace("_", " "), readable(prop.colour), rows, None
