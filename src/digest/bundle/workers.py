"""A child process that serves one task after the other and may die without taking us along."""

import atexit
import os
import pickle
import signal
import sys
import threading
import traceback
from collections.abc import Iterable
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from types import ModuleType
from typing import Any

from digest.bundle import preloaded
from digest.bundle.limits import Limits, bound, on_time
from digest.problems import DigestError

#: A birth changes what the whole process is for a moment.
_ONE_AT_A_TIME = threading.Lock()

# A child whose parent leaves amid its birth would complain of it: the program waits for that one,
# in whatever thread, and there is no other.
atexit.register(_ONE_AT_A_TIME.acquire, timeout=5)

#: The answers of a worker: a value, or an exception that the task raised.
VALUE, ERROR = "value", "error"


class Nursery:
    """Where workers are born: a quiet parent that has imported `preload`, and nothing else."""

    def __init__(self, preload: Iterable[str]) -> None:
        resource_tracker.ensure_running()  # it would let the interrupt signal in, later
        self.context = get_context("forkserver")
        self.context.set_forkserver_preload([preloaded.__name__, __name__])
        self._preload = " ".join(preload)

    def birth(self, process: ForkServerProcess) -> None:
        """Start a child: deaf to interrupts, and a stranger to the main module.

        The interrupt key reaches it too, but it is we who end it. And the program that uses us
        may be a script without a guard, which each child would run again. Raises `OSError` or
        `EOFError` when there is no child to be had.
        """
        with _ONE_AT_A_TIME:
            self._birth(process)

    def _birth(self, process: ForkServerProcess) -> None:
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        main = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        os.environ[preloaded.VARIABLE] = self._preload
        try:
            process.start()
        finally:
            del os.environ[preloaded.VARIABLE]
            sys.modules["__main__"] = main
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)


class Worker:
    """One child of the nursery; `work` gives it a task, `answer` takes the outcome."""

    def __init__(self, nursery: Nursery, limits: Limits) -> None:
        self.connection, theirs = nursery.context.Pipe()
        self._process = nursery.context.Process(target=serve, args=(theirs, limits), daemon=True)
        try:
            nursery.birth(self._process)
        finally:
            theirs.close()
        self.served = 0

    def work(self, call: Any, arguments: tuple[Any, ...]) -> None:
        """Give the worker a picklable task; `OSError` when it is dead already."""
        self.served += 1
        self.connection.send((call, arguments))

    def answer(self) -> tuple[str, Any]:
        """The outcome of the task, `VALUE` or `ERROR` with it; `EOFError` when the worker died."""
        try:
            kind, payload = self.connection.recv()
        except OSError as error:
            raise EOFError from error
        return kind, pickle.loads(payload)  # noqa: S301  # our own child wrote it

    def close(self) -> int:
        """End the worker at once; its exit code, negative for a signal."""
        self._process.kill()
        return self._end()

    def fate(self) -> int:
        """The exit code of a worker that died by itself, negative for a signal."""
        self._process.join(timeout=5)
        return self.close() if self._process.is_alive() else self._end()

    def _end(self) -> int:
        self._process.join()
        code = self._process.exitcode or 0
        self._process.close()
        self.connection.close()
        return code


def serve(connection: Connection, limits: Limits) -> None:
    """Answer tasks until the other end is closed; what a task prints goes to the error stream."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.dup2(2, 1)
    threading.Thread(target=_follow, daemon=True).start()
    while True:
        try:
            call, arguments = connection.recv()
        except EOFError:
            return
        bound(limits)
        connection.send(_outcome(call, arguments, limits))


def _follow() -> None:
    """Die with the program, even when it is killed and the task would never end."""
    if parent := parent_process():
        parent.join()
        os._exit(1)


def _outcome(call: Any, arguments: tuple[Any, ...], limits: Limits) -> tuple[str, bytes]:
    try:
        with on_time(limits):
            value = call(*arguments)
        return VALUE, pickle.dumps(value)
    except Exception as error:  # noqa: BLE001  # it is raised again where the task came from
        return ERROR, _packed(error)


def _packed(error: Exception) -> bytes:
    """The exception pickled with its traceback as a note; a plain one where it does not pickle."""
    trace = traceback.format_exc()
    if not isinstance(error, DigestError):
        error.add_note(f"\nIn the worker:\n{trace}")
    try:
        packed = pickle.dumps(error)
        pickle.loads(packed)  # noqa: S301  # our own bytes: does it come back at all?
    except Exception:  # noqa: BLE001  # whatever a foreign exception does when copied
        return pickle.dumps(RuntimeError(f"an error that cannot be copied\n{trace}"))
    return packed
