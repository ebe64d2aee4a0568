"""The command line. `glassjaw run stage --seconds 10`; exit status 0 done, 1 the run failed, 2 the call was wrong.

Whatever is wrong is one line on standard error. What a sub-command needs is imported when it is called, so that
`--help` and a wrong call do not wait for the compiler.
"""

from __future__ import annotations

import argparse
import errno
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from components.errors import InputError
from game.base.stopping import Stopped, stoppable
from game.cli import measuring, picturing, running
from game.cli.arguments import DEFAULT_SCENE, parser
from game.cli.output import DONE, FAILED, STOPPED, WRONG, check_writable, hush, open_what_is_closed, say

NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EIO)


def main(arguments: Sequence[str] | None = None) -> int:
    open_what_is_closed()
    asked = parser().parse_args(arguments)
    try:
        with stoppable():
            status = COMMANDS.get(asked.command, show_list)(asked)
            sys.stdout.flush()
        return status
    except InputError as error:
        return say(str(error), WRONG)
    except KeyboardInterrupt as error:
        return say("stopped", error.status if isinstance(error, Stopped) else STOPPED)
    except BrokenPipeError:  # `glassjaw clips | head`: nobody reads on, which is no mistake
        hush()
        return DONE
    except OSError as error:
        if error.errno not in NO_ROOM:
            raise
        hush()
        return say(f"standard output: cannot be written: {error.strerror}", FAILED)


def play(asked: argparse.Namespace) -> int:
    from game.scenes.scene import load_scene
    from game.window.loading import Loading
    from systems.draw.quality import quality_named

    check_writable(asked.record)
    if asked.quality is not None:
        quality_named(asked.quality)
    menu = asks_menu(asked)
    named = asked.scene or DEFAULT_SCENE
    title = ""
    if not menu and not asked.replay:  # a wrong call is told before a window opens
        title = f": {load_scene(named, dict(asked.settings), asked.servo, asked.root).title}"
    with Loading(f"Glassjaw{title}", asked.fullscreen) as loading:
        loading.compile()
        loading.say("the scene", 1.0)
        from game.plays.boxing.scenes import bout_of
        from game.session.recording import Opening, read_recording
        from game.window import window

        opening = Opening(named, dict(asked.settings), asked.servo, asked.root, asked.corner or "")
        seed, players, replay = asked.seed, 0 if menu else 1 if asked.players is None else asked.players, None
        if asked.replay:
            replay = read_recording(Path(asked.replay))
            opening, seed, players = replay.opening, replay.seed, replay.players
        scene = replay.scene(dict(asked.settings)) if replay else opening.load()
        bout = bout_of(scene)
        if players > 1 and (bout is None or scene.beside is not None) and replay is None:
            raise InputError(f"in {scene.name} there is nobody to box for a second person", place="players")
        if asked.corner and asked.corner not in {spec.name for spec in scene.characters if bout is not None}:
            raise InputError(f"in {scene.name} nobody boxes as {asked.corner}", place="corner")
        window.play(
            loading.window, scene, seed=seed, quality=asked.quality, render_scale=asked.render_scale,
            slow_draw_s=asked.slow_draw / 1000.0, players=players, opening=opening,
            record=Path(asked.record) if asked.record else None, replay=replay, menu=menu,
        )  # fmt: skip
    return DONE


def asks_menu(asked: argparse.Namespace) -> bool:
    """`play` alone, or with what is only about the picture."""
    direct = (
        asked.scene, asked.settings, asked.servo, asked.root, asked.seed, asked.players is not None, asked.corner,
        asked.record, asked.replay,
    )  # fmt: skip
    return not any(direct)


def examine(asked: argparse.Namespace) -> int:
    from game.cli import doctor

    findings = doctor.examine()
    print(doctor.report(findings))
    works = all(finding.works or not finding.needed for finding in findings)
    if asked.warm and works:
        from game.world.compiling import prepare

        prepare()
    return DONE if works else FAILED


def show_list(asked: argparse.Namespace) -> int:
    from game.session.listing import LISTS, text

    print(text(LISTS[asked.command]()))
    return DONE


COMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {
    "play": play,
    "run": running.run,
    "profile": running.profile,
    "bench": running.bench,
    "shot": picturing.shot,
    "film": picturing.film,
    "figures": measuring.figures,
    "calibrate": measuring.calibrate,
    "learn": measuring.learn,
    "ladder": measuring.ladder,
    "pictures": picturing.pictures,
    "doctor": examine,
}

if __name__ == "__main__":
    sys.exit(main())
