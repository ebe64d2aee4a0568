"""What can be asked for on the command line: the sub-commands, their arguments, and what is refused at once."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from typing import NoReturn

from components.errors import shortened
from components.law import LAWS
from components.settings import DEFAULT_ENGINE, Physics, Root

LONGEST_REASON = 250  # letters, of a wrong call
LONGEST_S = 86400.0  # a day of simulated time
LARGEST_SEED = 2**63 - 1
DEFAULT_SCENE = "boxing"


class Parser(argparse.ArgumentParser):
    """argparse, but a wrong call is one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"glassjaw: {shortened(message, LONGEST_REASON)} ({self.prog} --help)\n")


def parser() -> Parser:
    top = Parser(
        "glassjaw", description="Simulated people: every one of them a body, all the time.", allow_abbrev=False
    )
    commands = top.add_subparsers(metavar="COMMAND", required=True, parser_class=Parser)

    def command(name: str, about: str, more: str = "") -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=about, description=f"{about[:1].upper()}{about[1:]}. {more}".strip())
        added.set_defaults(command=name)
        return added

    play = command(
        "play",
        "open a window on the menu, or on a scene",
        "Without a scene it opens the menu; with --players, --corner, --level, --set, --servo, --root, --seed, "
        f"--record or --replay it goes straight to {DEFAULT_SCENE}. A bout waits for a key before the first bell.",
    )
    _scene(play, none=f"the menu, or {DEFAULT_SCENE} if one of the options below asks for it")
    _level(play)
    play.add_argument("--quality", metavar="Q", help="how much is drawn: low, medium or high")
    play.add_argument(
        "--render-scale", metavar="X", type=_number("render scale", 0.1, 4.0), help="pixels drawn per pixel shown"
    )
    play.add_argument("--fullscreen", action="store_true", help="fill the screen")
    play.add_argument(
        "--slow-draw", metavar="MS", type=_number("slow draw", 0.0, 10_000.0), default=0.0,
        help="make each picture take so many ms longer, to try a slow machine",
    )  # fmt: skip
    play.add_argument(
        "--players", metavar="N", type=_whole("players", 0, 2),
        help="number of persons who box in a bout or steer on a course (default 1; 0: none)",
    )  # fmt: skip
    play.add_argument("--corner", choices=("red", "blue"), help="corner of the first person (default red)")
    play.add_argument("--record", metavar="FILE", type=_path, help="record what you do, for --replay")
    _replay(play)
    run = command(
        "run",
        "run a scene without a window, as fast as it goes",
        "Exit status 1: it exploded or an [expect] was not met.",
    )
    _scene(run)
    _level(run)
    _replay(run)
    _length(run)
    _json(run, "the report")
    profile = command(
        "profile",
        "time each system of the tick",
        "p50, p95, p99 and max in ms, the share of the tick, how far its p99 is above its p50, and the slowest tick. "
        "The same seconds are run once before, so that loading at first use does not count.",
    )
    _scene(profile)
    _length(profile)
    _json(profile, "the same figures")
    profile.add_argument("--trace", metavar="FILE", type=_path, help="write a Chrome trace (opens in Perfetto)")
    profile.add_argument("--draw", action="store_true", help="also time the Python of a picture, with nothing drawn")
    bench = command(
        "bench", "time the headline scene beside the engine's bare step", "Alternating blocks in one process."
    )
    bench.add_argument(
        "--blocks", metavar="N", type=_whole("blocks", 1, 10_000), default=40, help="alternating blocks (default 40)"
    )
    bench.add_argument(
        "--characters", metavar="N", type=_whole("characters", 1, 100), nargs="+", default=[1, 2, 5, 10, 20],
        help="how many, for the scaling (default 1 2 5 10 20)",
    )  # fmt: skip
    bench.add_argument("--servo", metavar="M", help=f"for all: {', '.join(LAWS)}")
    _engine(bench)
    _json(bench, "the figures")
    _shot(command("shot", "draw a picture of a scene without a window", "Its name ends in .png."))
    _film(command("film", "make a film of a scene without a window", "Its name ends in .mp4, .webp or .gif."))
    _figures(
        command(
            "figures",
            "make a paper's figures from simulation here: pictures, and the numbers behind them as CSV",
            "Exit status 1: one of them could not be made.",
        )
    )
    calibrated = command(
        "calibrate",
        "push the end of every limb of a body, and write how far its joints turn by their tension",
        "Exit status 1: a joint could not be pushed.",
    )
    calibrated.add_argument("rig", metavar="RIG", help="name of a rig (glassjaw rigs) or path of a .toml file")
    calibrated.add_argument("--out", metavar="FILE", help="the .toml to write (default data/calibrations/RIG.toml)")
    _where(calibrated)
    _learn(
        command(
            "learn",
            "learn from which states a controller succeeds, or how similar states have to be",
            "It is tried from many states in processes of their own; what comes of it is a small file and a picture. "
            "Needs scikit-learn: pip install glassjaw[learn].",
        )
    )
    _ladder(
        command(
            "ladder",
            "find the hardest pushes that a body stands, without a step, with one and with more",
            "Bodies stand side by side and are pushed for 0.1 s, harder and harder, each from another direction. "
            "A table, and with --out a rose beside what people stand (needs matplotlib) and the numbers as CSV.",
        )
    )
    pictures = command("pictures", "draw the small pictures of the scenes anew, for the menu", "Into data/pictures.")
    pictures.add_argument("names", metavar="SCENE", nargs="*", help="names of scenes; default: all of them")
    for name, about in (
        ("scenes", "list the scenes"),
        ("clips", "list the motions, and what was mended in them"),
        ("scripts", "list the scripts of key-frames"),
        ("rigs", "list the bodies, and their limbs"),
        ("servos", "list who can move the bones"),
        ("controllers", "list what a character can do, and when it begins and ends it"),
        ("roots", "list what can keep a body upright"),
        ("keys", "list the keys of the window"),
    ):
        command(name, about)
    doctor = command(
        "doctor", "say what works on this machine", "Exit status 1: something that is needed does not work."
    )
    doctor.add_argument("--warm", action="store_true", help="also compile the tick, so that the next start is quick")
    return top


def _scene(to: argparse.ArgumentParser, none: str = "") -> None:
    """`none` says what is played where no scene is named, if that may be."""
    about = "name of a scene (glassjaw scenes) or path of a .toml file"
    if none:
        to.add_argument("scene", metavar="SCENE", nargs="?", help=f"{about}; default: {none}")
    else:
        to.add_argument("scene", metavar="SCENE", help=about)
    to.add_argument("--servo", metavar="M", help=f"for all: {', '.join(LAWS)}")
    to.add_argument("--root", metavar="M", help=f"for all: {', '.join(Root)}")
    _engine(to)
    to.add_argument(
        "--seed",
        metavar="N",
        type=_whole("seed", 0, LARGEST_SEED),
        default=0,
        help="seed of everything random (default 0)",
    )
    to.add_argument(
        "--set", metavar="KEY=VALUE", dest="settings", action="extend", nargs="+", type=_pair, default=[],
        help="a setting for all (clip=walk) or one of the characters (red.clip=walk); of a limb of one or of all "
        "(red.arms.servo=off, arms.servo=off); characters=N of a crowd; style, level and stance of boxers "
        "(blue.level=3)",
    )  # fmt: skip


def _engine(to: argparse.ArgumentParser) -> None:
    """The same as a setting, where one looks for it first."""
    to.add_argument(
        "--engine", metavar="E", dest="settings", action="append", type=lambda text: ("engine", text), default=[],
        help=f"physics engine: {' or '.join(Physics)} (default {DEFAULT_ENGINE}): the same as --set engine=E",
    )  # fmt: skip


def _level(to: argparse.ArgumentParser) -> None:
    """The same as a setting, where one looks for it first."""
    to.add_argument(
        "--level", metavar="N", dest="settings", action="append", type=lambda text: ("level", text), default=[],
        help="how well computers box, from 1 to 3: the same as --set level=N",
    )  # fmt: skip


def _replay(to: argparse.ArgumentParser, how: str = "") -> None:
    about = f"repeat a recording, in the scene that it was made in{how}"
    to.add_argument("--replay", metavar="FILE", help=about)


def _shot(to: argparse.ArgumentParser) -> None:
    _scene(to)
    to.add_argument("--at", metavar="S", type=_number("at", 0.0, LONGEST_S), default=0.0, help="moment (default 0 s)")
    to.add_argument("--out", metavar="FILE", type=_path, required=True, help="the .png to write")
    _drawn(to, "1280x720", "high")


def _film(to: argparse.ArgumentParser) -> None:
    _scene(to)
    _replay(to, ", as it was seen in the window: with text, replays and count")
    to.add_argument("--out", metavar="FILE", type=_path, required=True, help="the .mp4, .webp or .gif to write")
    to.add_argument(
        "--from", metavar="S", dest="begin", type=_number("from", 0.0, LONGEST_S), default=0.0,
        help="moment at which it begins (default 0 s)",
    )  # fmt: skip
    _length(to)
    to.add_argument("--fps", metavar="N", type=_whole("fps", 1, 120), default=30, help="pictures a second (default 30)")
    to.add_argument(
        "--slow", metavar="X", type=_number("slow", 0.01, 100.0), default=1.0, help="how many times slower (default 1)"
    )
    _drawn(to, "640x360", "medium")


def _figures(to: argparse.ArgumentParser) -> None:
    to.add_argument(
        "paper", metavar="PAPER", nargs="?", default="dynamo", help="dynamo (default), on_the_beat, adaptive or tension"
    )
    to.add_argument(
        "names", metavar="NAME", nargs="*", help="1, 2 ... as the paper counts them, or a word; default: all of them"
    )
    to.add_argument(
        "--out", metavar="DIR", type=_path, required=True, help="the folder to write to; made where there is none"
    )
    to.add_argument("--size", metavar="WxH", type=_size, default="480x270", help="of each picture (default 480x270)")
    to.add_argument(
        "--seed", metavar="N", type=_whole("seed", 0, LARGEST_SEED - 100), default=0, help="the first (default 0)"
    )
    to.add_argument(
        "--engine", metavar="E", help=f"physics engine: {' or '.join(Physics)} (default {DEFAULT_ENGINE})"
    )  # fmt: skip
    _where(to)


def _where(to: argparse.ArgumentParser) -> None:
    """Where jobs are done."""
    where = to.add_mutually_exclusive_group()
    where.add_argument(
        "--processes", metavar="N", type=_whole("processes", 1, 1000), help="how many (default: one for each core)"
    )
    where.add_argument("--dask", metavar="ADDRESS", help="of a Dask scheduler, whose workers do it: tcp://host:8786")


def _learn(to: argparse.ArgumentParser) -> None:
    to.add_argument("controller", metavar="CONTROLLER", help="its name (glassjaw controllers), or similarity")
    to.add_argument(
        "--samples", metavar="N", type=_whole("samples", 40, 1_000_000), default=1500, help="states (default 1500)"
    )
    to.add_argument(
        "--seed", metavar="N", type=_whole("seed", 0, LARGEST_SEED - 10_000_000), default=0,
        help="the first; each state has one of its own (default 0)",
    )  # fmt: skip
    to.add_argument(
        "--out", metavar="FILE", help="the .toml to write (default data/controllers/CONTROLLER.toml); a .png beside it"
    )
    where = to.add_mutually_exclusive_group()
    where.add_argument(
        "--jobs", metavar="J", type=_whole("jobs", 1, 1000), help="processes (default: one for each core)"
    )
    where.add_argument("--dask", metavar="ADDRESS", help="of a Dask scheduler, whose workers do it: tcp://host:8786")


def _ladder(to: argparse.ArgumentParser) -> None:
    def several(name: str, default: list[str], about: str, choices: list[str] | None = None) -> None:
        told = f"{about} (default {' '.join(default)})"
        to.add_argument(name, metavar="X", nargs="+", default=default, choices=choices, help=told)

    roots = [str(root) for root in Root]
    several("--root", roots, "what keeps them upright", roots)
    several("--clip", ["stand"], "what they do (glassjaw clips)")
    several("--heights", ["pelvis", "chest", "head"], "where they are pushed: these, shoulder, or names of bones")
    to.add_argument(
        "--steps", nargs="+", choices=("off", "on"), help="do they step to save themselves (default: both, if they can)"
    )
    _engine(to)
    to.add_argument(
        "--set", metavar="KEY=VALUE", dest="settings", action="extend", nargs="+", type=_pair,
        help="further settings for all",
    )  # fmt: skip
    to.add_argument(
        "--directions", metavar="N", type=_whole("directions", 1, 72), default=12, help="all round (default 12)"
    )
    to.add_argument(
        "--impulses", metavar="J", type=_number("impulse", 0.1, 1000.0), nargs="+",
        default=[5.0 * k for k in range(1, 25)], help="the rungs, N s (default 5 to 120 by fives)",
    )  # fmt: skip
    to.add_argument("--seeds", metavar="N", type=_whole("seeds", 1, 1000), default=3, help="how many (default 3)")
    to.add_argument(
        "--seed", metavar="N", type=_whole("seed", 0, LARGEST_SEED - 1000), default=0, help="the first (default 0)"
    )
    to.add_argument("--out", metavar="DIR", type=_path, help="write ladder.png and ladder.csv into this folder")
    _json(to, "every body's figures")
    _where(to)


def _drawn(to: argparse.ArgumentParser, size: str, quality: str) -> None:
    to.add_argument("--size", metavar="WxH", type=_size, default=size, help=f"pixels (default {size})")
    to.add_argument(
        "--quality", metavar="Q", default=quality, help=f"how much is drawn: low, medium or high (default {quality})"
    )
    to.add_argument(
        "--camera", metavar="C",
        help="front, side, three_quarter, top, follow (the first) or fight (the first two); default: the scene's own",
    )  # fmt: skip


def _size(text: str) -> tuple[int, int]:
    width, by, height = text.partition("x")
    whole = by and width.isdecimal() and height.isdecimal()
    if not whole or not all(16 <= int(side[:6]) <= 8192 for side in (width, height)):
        raise argparse.ArgumentTypeError(f"size must be WxH, each from 16 to 8192, not {text[:40]!r}")
    return int(width), int(height)


def _length(to: argparse.ArgumentParser) -> None:
    to.add_argument(
        "--seconds",
        metavar="S",
        type=_number("seconds", 0.0, LONGEST_S),
        default=10.0,
        help="simulated time (default 10)",
    )


def _json(to: argparse.ArgumentParser, what: str) -> None:
    to.add_argument(
        "--json",
        metavar="FILE",
        type=_path,
        help=f"write {what} as JSON; - is standard output, with nothing else on it",
    )


def _path(text: str) -> str:
    if not text:
        raise argparse.ArgumentTypeError("a file needs a name")
    return text


def _number(name: str, low: float, high: float) -> Callable[[str], float]:
    def number(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"{name} must be a number from {low:g} to {high:g}, not {text!r}")
        return value

    return number


def _whole(name: str, low: int, high: int) -> Callable[[str], int]:
    def whole(text: str) -> int:
        try:
            value = int(text)
        except ValueError:  # also one of thousands of digits
            value = low - 1
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"{name} must be a whole number from {low} to {high}, not {text[:40]!r}")
        return value

    return whole


def _pair(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals or not key:
        raise argparse.ArgumentTypeError(f"{text!r} is not KEY=VALUE")
    return key, value
