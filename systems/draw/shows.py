"""What can be drawn beside the bodies, declared once: the keys, the panel and the help are made from it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


class Show(StrEnum):
    SKELETON = "skeleton"
    TARGET = "target"
    CONTACTS = "contacts"
    HEAT = "heat"
    BALANCE = "balance"
    ROOT = "root"
    SHAPES = "shapes"
    TRAILS = "trails"
    PASSIVE = "passive"
    CONTROL = "control"
    PREVIEW = "preview"


SHOWS: Mapping[Show, str] = {
    Show.SKELETON: "the bones as lines from joint to joint",
    Show.TARGET: "the pose that the muscles pull towards, as a ghost",
    Show.CONTACTS: "touches and how hard they press",
    Show.HEAT: "torque of each joint's muscles as heat, from none to its limit",
    Show.BALANCE: "balance: centre of mass, xi, centre of pressure, what the feet stand on, steps that save",
    Show.ROOT: "the root spring: where it pulls, how hard, broken or not",
    Show.SHAPES: "the shapes that collide",
    Show.TRAILS: "where hands, feet and head have been in the last second",
    Show.PASSIVE: "what nobody moves, pale blue: a limb that is off, a body that is limp",
    Show.CONTROL: "which controller has each body, what the others bid, and what is active to whom",
    Show.PREVIEW: "clip and script alone, without physics, as a ghost",
}
