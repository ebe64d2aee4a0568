"""The small figure of the panel: a body in its rest pose from the front, each limb to be clicked on.

    figure = LimbFigure(rig)
    figure.bone_at(140.0, 30.0)      # units: the bone drawn nearest to there; none where it is far from all

What is chosen is bright, what is set to be moved by nobody is of ice, what has settings of its own has a dot.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from components.arrays import Floats
from components.rig import Rig

HIGH, WIDE = 150.0, 110.0  # units
NEAR = 9.0  # units: a click that far from a bone means it still
THICK, THIN, HEAD = 5.0, 2.0, 8.0
PALE, BRIGHT, ICE, DOT = (0.62, 0.66, 0.72, 1.0), (1.0, 0.80, 0.25, 1.0), (0.55, 0.80, 1.0, 1.0), (1.0, 1.0, 1.0, 1.0)


class LimbFigure:
    """`lines` is (bones, 2, 2): where each bone begins and ends, in units from the figure's upper left."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        places: list[Floats] = []
        for bone in rig.bones:
            above = places[bone.parent] if bone.parent >= 0 else np.zeros(3)
            places.append(above + np.array(bone.offset))
        joints = np.array(places)
        first_child = {bone.parent: row for row, bone in reversed(list(enumerate(rig.bones)))}
        tips = [
            joints[first_child[row]] if row in first_child else joints[row] + 2.0 * np.array(bone.com)
            for row, bone in enumerate(rig.bones)
        ]
        ends = np.stack([joints, np.array(tips)], axis=1)[:, :, 1:]  # left and up, as seen from the front
        ends[..., 0] = spread_out(ends[..., 0], rig)
        for row, bone in enumerate(rig.bones):
            if bone.limb:  # it is drawn from where its limb leaves the trunk
                ends[row, 0] = joints[bone.parent, 1:]
        low, high = ends.min((0, 1)), ends.max((0, 1))
        scale = min((WIDE - 2 * NEAR) / (high[0] - low[0]), (HIGH - 2 * NEAR) / (high[1] - low[1]))
        middle = (low + high) / 2
        self.lines: Floats = np.stack(
            [WIDE / 2 + scale * (ends[..., 0] - middle[0]), HIGH / 2 - scale * (ends[..., 1] - middle[1])], axis=-1
        )

    def bone_at(self, x: float, y: float) -> str:
        """The name of the nearest; empty: none is near."""
        start, way = self.lines[:, 0], self.lines[:, 1] - self.lines[:, 0]
        to = np.array([x, y]) - start
        along = np.clip((to * way).sum(1) / np.maximum((way * way).sum(1), 1e-9), 0.0, 1.0)
        far = np.hypot(*(to - along[:, None] * way).T)
        nearest = int(far.argmin())
        return self.rig.names[nearest] if far[nearest] <= NEAR else ""

    def draw(self, ui: Any, scale: float, chosen: str, hung: list[bool], own: list[bool]) -> str:
        """Where the cursor is in ImGui's window; the bone that was clicked on, or nothing."""
        left, top = ui.get_cursor_screen_pos()
        clicked = ui.invisible_button("figure", (WIDE * scale, HIGH * scale))
        canvas, rows = ui.get_window_draw_list(), set(self.rig.limb(chosen))
        for row, ((x, y), (to_x, to_y)) in enumerate(self.lines.tolist()):
            colour = ui.color_convert_float4_to_u32(BRIGHT if row in rows else ICE if hung[row] else PALE)
            start, end = (left + scale * x, top + scale * y), (left + scale * to_x, top + scale * to_y)
            canvas.add_line(start, end, colour, scale * (THIN if hung[row] else THICK))
            if self.rig.names[row] == "head":
                canvas.add_circle_filled((to_x * scale + left, to_y * scale + top), scale * HEAD, colour)
            if own[row]:
                middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
                canvas.add_circle_filled(middle, scale * THIN, ui.color_convert_float4_to_u32(DOT))
        if not clicked:
            return ""
        x, y = ui.get_mouse_pos()
        return self.bone_at((x - left) / scale, (y - top) / scale)


def spread_out(across: Floats, rig: Rig) -> Floats:
    """Arms hang at a body's sides and legs beside each other: drawn a little apart, they can be told and hit."""
    out = across.copy()
    for row, (bone, limb) in enumerate(zip(rig.bones, rig.limb_of, strict=True)):
        if bone.side:
            apart = 0.12 if limb.endswith("arm") else 0.05
            out[row] += apart if bone.side == "left" else -apart
    return out
