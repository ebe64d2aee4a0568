"""Ctrl-C, SIGTERM and SIGHUP end a program in one way: as an exception, so that drafts vanish and old files stay.

with stoppable():                   # around all that a command does
    ...                             # Stopped comes up here; its `status` is 130, 143, 129
with between(window.close):
    ...                             # a loop: the first signal only calls that, so no tick is left half done
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


class Stopped(KeyboardInterrupt):
    def __init__(self, number: int = signal.SIGINT) -> None:
        super().__init__("stopped")
        self.status = 128 + number


@contextmanager
def stoppable() -> Iterator[None]:
    def stop(number: int, _: FrameType | None) -> None:
        raise Stopped(number)

    with _handled(stop):
        yield


@contextmanager
def between(end: Callable[[], object]) -> Iterator[None]:
    """A second signal does not wait for the loop; where one came, the loop's end is a stop."""
    came = list[int]()

    def ask(number: int, _: FrameType | None) -> None:
        came.append(number)
        if len(came) > 1:
            raise Stopped(number)
        end()

    with _handled(ask):
        yield
    if came:
        raise Stopped(came[0])


@contextmanager
def _handled(handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Signals come to the main thread alone; one that is ignored from outside (nohup) stays so."""
    main = threading.current_thread() is threading.main_thread()
    mine = [number for number in SIGNALS if main and signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, handler) for number in mine}
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)
