"""Every key, declared once: the window, the help in it, `glassjaw keys` and the tests are made from this table.

A control names pyglet's keys (any of them does it), how they are shown, what they do and what to say about it. Arrow
keys repeat while they are held; everything else happens once a press.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from systems.draw.shows import SHOWS, Show


class Action(StrEnum):
    PAUSE = "pause"
    STEP = "step"
    STEP_BACK = "step_back"
    SLOWER = "slower"
    FASTER = "faster"
    NORMAL_SPEED = "normal_speed"
    BACK = "back"
    FORTH = "forth"
    RESTART = "restart"
    RETRY = "retry"
    THROW = "throw"
    NEXT_THING = "next_thing"
    THROW_SOFTER = "throw_softer"
    THROW_HARDER = "throw_harder"
    PUSH = "push"
    PUSH_SOFTER = "push_softer"
    PUSH_HARDER = "push_harder"
    SPAWN = "spawn"
    CLEAR = "clear"
    DRAW_PATHS = "draw_paths"
    STOP_PATH = "stop_path"
    NEXT_CHARACTER = "next_character"
    NEXT_LIMB = "next_limb"
    NEXT_SERVO = "next_servo"
    NEXT_ROOT = "next_root"
    NEXT_ACTUATION = "next_actuation"
    NEXT_CLIP = "next_clip"
    NEXT_SCRIPT = "next_script"
    DELTA_LONGER = "delta_longer"
    DELTA_SHORTER = "delta_shorter"
    SETTING_UP = "setting_up"
    SETTING_DOWN = "setting_down"
    VALUE_DOWN = "value_down"
    VALUE_UP = "value_up"
    DEFAULT = "default"
    COMPARE = "compare"
    NEXT_SCENE = "next_scene"
    CAMERA_FIGHT = "camera_fight"
    CAMERA_FOLLOW = "camera_follow"
    CAMERA_SHOT = "camera_shot"
    CAMERA_ALL = "camera_all"
    SHOW_SKELETON = "show_skeleton"
    SHOW_TARGET = "show_target"
    SHOW_CONTACTS = "show_contacts"
    SHOW_HEAT = "show_heat"
    SHOW_BALANCE = "show_balance"
    SHOW_ROOT = "show_root"
    SHOW_SHAPES = "show_shapes"
    SHOW_TRAILS = "show_trails"
    SHOW_PASSIVE = "show_passive"
    SHOW_CONTROL = "show_control"
    SHOW_PREVIEW = "show_preview"
    PLAIN = "plain"
    HELP = "help"
    PANEL = "panel"
    PROFILER = "profiler"
    HUD = "hud"
    QUALITY = "quality"
    SCALE = "scale"
    EXPORT = "export"
    PICTURE = "picture"
    FILM = "film"
    MUTE = "mute"
    FULLSCREEN = "fullscreen"
    MENU = "menu"
    CLOSE = "close"


@dataclass(frozen=True)
class Control:
    keys: tuple[str, ...]  # pyglet's names
    shown: str
    action: Action
    about: str
    group: str
    hint: bool = False  # is it worth a place in the line at the bottom
    repeats: bool = False  # while the key is held


OTHER_KEYS = {
    Show.PASSIVE: (("NUM_MULTIPLY",), "Num *"),
    Show.CONTROL: (("NUM_DIVIDE",), "Num /"),
    Show.PREVIEW: (("NUM_SUBTRACT",), "Num -"),
}
"""Of those shows for which there is no number any more."""


def _shows() -> tuple[Control, ...]:
    numbers = {show: ((f"_{n}", f"NUM_{n}"), str(n)) for n, show in enumerate(Show, 1)} | OTHER_KEYS
    return tuple(
        Control(keys, shown, Action(f"show_{show}"), SHOWS[show], "show")
        for show in Show
        for keys, shown in [numbers[show]]
    )


CONTROLS = (
    Control(("SPACE",), "Space", Action.PAUSE, "pause, and go on", "time", hint=True),
    Control(("N",), "N", Action.STEP, "one tick forward", "time", repeats=True),
    Control(("B",), "B", Action.STEP_BACK, "one tick back", "time", repeats=True),
    Control(("MINUS",), "Minus", Action.SLOWER, "slow motion, down to a tenth", "time"),
    Control(("EQUAL",), "Equals", Action.FASTER, "faster, up to double", "time"),
    Control(("_0",), "0", Action.NORMAL_SPEED, "real time", "time"),
    Control(("COMMA",), "Comma", Action.BACK, "half a second back, up to 20 s; Space goes on", "time", True, True),
    Control(("PERIOD",), "Period", Action.FORTH, "half a second forward again", "time", repeats=True),
    Control(("BACKSPACE",), "Backspace", Action.RESTART, "start the scene again", "time", hint=True),
    Control(("T",), "T", Action.THROW, "throw at what is under the cursor", "hands", hint=True),
    Control(("G",), "G", Action.NEXT_THING, "the next thing to throw", "hands", hint=True),
    Control(("BRACKETLEFT",), "[", Action.THROW_SOFTER, "throw slower", "hands", repeats=True),
    Control(("BRACKETRIGHT",), "]", Action.THROW_HARDER, "throw faster", "hands", repeats=True),
    Control(("F",), "F", Action.PUSH, "push what is under the cursor away from you, for 0.1 s", "hands"),
    Control(("NUM_0",), "Num 0", Action.PUSH_SOFTER, "push less hard", "hands", repeats=True),
    Control(("NUM_9",), "Num 9", Action.PUSH_HARDER, "push harder", "hands", repeats=True),
    Control(("P",), "P", Action.SPAWN, "put the thing where the cursor is", "hands"),
    Control(("DELETE",), "Del", Action.CLEAR, "clear away what was thrown", "hands"),
    Control(("NUM_ADD",), "Num +", Action.DRAW_PATHS, "draw somebody's path: clicks on the ground, or not", "hands"),
    Control(("NUM_DECIMAL",), "Num .", Action.STOP_PATH, "away with the path: stop", "hands"),
    Control(("Y",), "Y", Action.RETRY, "repeat the last throw against the next servo mode", "hands", hint=True),
    Control(("TAB",), "Tab", Action.NEXT_CHARACTER, "who the keys below change: all, or one", "character"),
    Control(("GRAVE",), "Backquote", Action.NEXT_LIMB, "and which of their limbs", "character"),
    Control(("Z",), "Z", Action.NEXT_SERVO, "next servo mode", "character", hint=True),
    Control(("X",), "X", Action.NEXT_ROOT, "next root mode", "character", hint=True),
    Control(("V",), "V", Action.NEXT_ACTUATION, "next actuation", "character"),
    Control(("C",), "C", Action.NEXT_CLIP, "next clip", "character"),
    Control(("INSERT",), "Ins", Action.NEXT_SCRIPT, "next script", "character"),
    Control(
        ("PAGEUP",), "PgUp", Action.DELTA_LONGER, "longer delta (timed), tenser (tension)", "character", repeats=True
    ),
    Control(("PAGEDOWN",), "PgDn", Action.DELTA_SHORTER, "shorter delta, looser", "character", repeats=True),
    Control(("UP",), "Up", Action.SETTING_UP, "select the setting above", "character", repeats=True),
    Control(("DOWN",), "Down", Action.SETTING_DOWN, "select the setting below", "character", repeats=True),
    Control(("LEFT",), "Left", Action.VALUE_DOWN, "lower it", "character", repeats=True),
    Control(("RIGHT",), "Right", Action.VALUE_UP, "raise it", "character", repeats=True),
    Control(("HOME",), "Home", Action.DEFAULT, "set it to its default", "character"),
    Control(("F7",), "F7", Action.COMPARE, "compare with another mode side by side, or stop", "character"),
    Control(("F8",), "F8", Action.NEXT_SCENE, "next scene", "window"),
    Control(("Q",), "Q", Action.CAMERA_FIGHT, "keep the first two in view", "camera"),
    Control(("E",), "E", Action.CAMERA_FOLLOW, "follow one", "camera"),
    Control(("R",), "R", Action.CAMERA_SHOT, "next view: front, side, three quarters, top", "camera"),
    Control(("H",), "H", Action.CAMERA_ALL, "keep everybody in view", "camera"),
    *_shows(),
    Control(("_9",), "9", Action.PLAIN, "bodies as plain parts instead of skin", "show"),
    Control(("F1",), "F1", Action.HELP, "this help", "window", hint=True),
    Control(("F2",), "F2", Action.PANEL, "the panel with every setting", "window", hint=True),
    Control(("F3",), "F3", Action.PROFILER, "frame times, then each system's, then none", "window", hint=True),
    Control(("F4",), "F4", Action.HUD, "show or hide all text", "window"),
    Control(("F5",), "F5", Action.QUALITY, "quality: low, medium, high", "window"),
    Control(("F6",), "F6", Action.SCALE, "pixels drawn per pixel shown: 1, 3/4, 1/2", "window"),
    Control(("F9",), "F9", Action.FILM, "start and stop a film", "window"),
    Control(("F10",), "F10", Action.EXPORT, "write the profile as CSV and as a Chrome trace", "window"),
    Control(("F12",), "F12", Action.PICTURE, "write a picture", "window"),
    Control(("M",), "M", Action.MUTE, "sound on and off", "window"),
    Control(("F11",), "F11", Action.FULLSCREEN, "full screen on and off", "window"),
    Control(("END",), "End", Action.MENU, "the menu, from any scene", "window"),
    Control(("ESCAPE",), "Esc", Action.CLOSE, "close what is open; then ask whether to leave", "window"),
)

KEY = {control.action: control.shown for control in CONTROLS}
"""What to press for it, in words."""

MOUSE = (
    ("Left drag", "on a body, a thing or a string: pull it about; elsewhere: turn the camera"),
    ("Left click", "on a body or a thing: what it is, how hard its muscles work; on a string: cut it"),
    ("Left click or drag", "while paths are drawn: on the ground, go there; on a point of a path, move it"),
    ("Right drag", "turn the camera"),
    ("Middle drag", "move the camera"),
    ("Wheel", "nearer and farther"),
    ("Right click", "push what is under the cursor"),
)

GROUPS = {
    "time": "Time", "hands": "Hands", "character": "Character", "camera": "Camera", "show": "Show", "window": "Window",
}  # fmt: skip
