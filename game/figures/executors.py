"""Where jobs run: in processes of this machine, or on a Dask cluster. Both are `concurrent.futures` executors."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager

from components.errors import InputError
from components.settings import DEFAULT_ENGINE, ENGINE_ASKED, Physics
from game.base.stopping import SIGNALS

PATIENCE_S = 5.0  # until a cluster that does not answer is given up


@contextmanager
def local(workers: int | None = None, engine: Physics = DEFAULT_ENGINE) -> Iterator[Executor]:
    """Fresh processes (a forked one would share its parent's GL), as many as there are cores unless said; their worlds
    are on that engine."""
    context = multiprocessing.get_context("spawn")
    others = set(multiprocessing.active_children())
    before = os.environ.get(ENGINE_ASKED, "")
    os.environ[ENGINE_ASKED] = engine
    with ProcessPoolExecutor(workers or os.cpu_count(), context, initializer=quiet) as executor:
        try:
            yield executor
        except BaseException:  # also Ctrl-C: nobody waits for what is still to do
            for process in set(multiprocessing.active_children()) - others:
                process.terminate()
            raise
        finally:
            os.environ[ENGINE_ASKED] = before


def quiet() -> None:
    """What ends a program ends a worker without a word; the one that was called says it for all."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_DFL)


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """The Dask cluster whose scheduler is at `tcp://host:port`; its workers need this project installed."""
    try:
        from distributed import Client
    except ImportError:
        raise InputError("a cluster needs dask.distributed: pip install glassjaw[cluster]", place="--dask") from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what goes wrong is said in one line
    try:
        client = Client(address, timeout=PATIENCE_S)
    except (OSError, ValueError, TypeError) as error:
        reason = str(error) or type(error).__name__
        raise InputError(f"no cluster answers at {address}: {reason}", place="--dask") from None
    with client:
        yield client.get_executor(pure=False)
