"""All senders of a process at work on one run, until it is settled or something ends it."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from digest.delivery.approval import Rule
from digest.delivery.dispatch.letters import Letters
from digest.delivery.dispatch.sender import Return, Sender
from digest.delivery.dispatch.shared import Halt, Shared, Why
from digest.delivery.dispatch.times import Times
from digest.delivery.identity import Keyring
from digest.delivery.ledger import runs
from digest.delivery.ledger.account import Account, account
from digest.delivery.ledger.claims import BLOCK
from digest.delivery.ledger.database import Ledger
from digest.delivery.ledger.gate import Gate
from digest.delivery.ledger.owner import hold
from digest.delivery.ledger.pace import Pace
from digest.delivery.ledger.recovery import recover
from digest.delivery.ledger.rows import Run
from digest.delivery.states import OPEN, RunState, State
from digest.delivery.transports import Transport

#: How often the ledger is asked for what became due and who died, in seconds.
_ROUND = 1.0

#: Looking takes at most one part in so many of the time.
_SHARE = 20

#: How long to wait at a time for others who hold the rest, and for the next deferred mail.
_LOOK, _LONG_LOOK = 5.0, 30.0

#: Told the account now and then, for people who watch.
Watch = Callable[[Account], None]


class Job(NamedTuple):
    """What is sent, and with what; `names` gives each sender a name nobody ever had."""

    run: Run
    rule: Rule
    keys: Keyring
    letters: Letters
    transport: Transport
    return_to: Return
    connections: int
    names: Iterator[str]
    patient: bool = True


def deliver(ledger: Ledger, job: Job, shared: Shared, times: Times, watch: Watch) -> Halt | None:
    """Send a run that was started; why it ended before everything was settled, None otherwise.

    With `patient` it waits for deferred mails until they are due. What ends a send for trouble
    pauses the run, so that a person looks first. Raises what a sender died of.
    """
    recover(ledger, times.now())
    going = True
    while going:
        _shift(ledger, job, shared, times, watch)
        going = not shared.stopped.is_set() and _wait(ledger, job, shared, times, watch)
    if shared.error is not None:
        raise shared.error
    _rest(ledger, job.run, shared, times)
    done = runs.finish(ledger, job.run.id, times.now()).state is RunState.DONE
    halt = None if done else shared.halted  # what came after the last mail hindered none
    watch(account(ledger, job.run.id))
    return halt


def _shift(ledger: Ledger, job: Job, shared: Shared, times: Times, watch: Watch) -> None:
    """All senders work until nothing is left to claim."""
    senders, block = _shares(ledger, job)
    crew = [
        threading.Thread(target=_sender, args=(ledger, job, name, block, shared, times), name=name)
        for name, _ in zip(job.names, range(senders), strict=False)
    ]
    with _ended(crew, shared):
        for thread in crew:
            thread.start()
        pause = _ROUND
        while any(thread.is_alive() for thread in crew):
            _join(crew, pause)
            began = times.clock()
            _rest(ledger, job.run, shared, times)
            runs.tick(ledger, job.run.id, times.now())
            _look(ledger, job, shared, watch)
            pause = max(_ROUND, _SHARE * (times.clock() - began))


def _shares(ledger: Ledger, job: Job) -> tuple[int, int]:
    """How many senders there is work for, and how many mails each of them claims at once."""
    if job.connections == 1:
        return 1, BLOCK
    waiting = account(ledger, job.run.id).of(State.PENDING)
    block = max(1, min(BLOCK, waiting // (2 * job.connections)))
    return max(1, min(job.connections, waiting)), block


@contextmanager
def _ended(crew: list[threading.Thread], shared: Shared) -> Iterator[None]:
    """Whatever happens here, no sender is left alone."""
    try:
        yield
    except BaseException:
        shared.halt(Why.ASKED)
        raise
    finally:
        for thread in crew:
            if thread.ident is not None:
                thread.join()


def _join(crew: list[threading.Thread], seconds: float) -> None:
    for thread in crew:
        if thread.is_alive():
            thread.join(seconds)
            return


def _sender(ledger: Ledger, job: Job, name: str, block: int, shared: Shared, times: Times) -> None:
    try:
        with hold(ledger, name, times.now()) as owner:
            Sender(
                owner,
                Gate(job.run, job.letters.seal, job.rule, job.keys, _pace(shared, times)),
                job.transport,
                job.letters,
                return_to=job.return_to,
                shared=shared,
                times=times,
                block=block,
            ).work()
    except BaseException as error:  # noqa: BLE001  # it is raised again where the crew is waited for
        shared.fail(error)


def _pace(shared: Shared, times: Times) -> Pace | None:
    return Pace(shared.bucket.rate, times.now, times.clock) if shared.bucket else None


def _wait(ledger: Ledger, job: Job, shared: Shared, times: Times, watch: Watch) -> bool:
    """Whether there is, or will be, something to send again; waits until then."""
    while not shared.stopped.is_set():
        recover(ledger, times.now())
        runs.tick(ledger, job.run.id, times.now())
        found = _look(ledger, job, shared, watch)
        if found.run.state is not RunState.SENDING:
            break
        if found.of(State.PENDING):
            return True
        if not found.of(*OPEN) or not job.patient:
            return False
        times.wait(shared.stopped, _seconds(ledger, job, times))
    return False


def _look(ledger: Ledger, job: Job, shared: Shared, watch: Watch) -> Account:
    """The account, told to who watches; a run that others let rest ends senders that wait."""
    found = account(ledger, job.run.id)
    watch(found)
    if found.run.state is not RunState.SENDING:
        shared.halt(Why.LEDGER, found.run.state)
    return found


def _seconds(ledger: Ledger, job: Job, times: Times) -> float:
    """Until the next look: others may hold what is open, or it is not due yet."""
    due = runs.next_due(ledger, job.run.id)
    if due is None:
        return _LOOK
    return min(max((due - times.now()).total_seconds(), 0.05), _LONG_LOOK)


def _rest(ledger: Ledger, run: Run, shared: Shared, times: Times) -> None:
    """Trouble pauses the run, for other processes that send it too."""
    halt = shared.halted
    if halt is None or halt.why is not Why.TROUBLE:
        return
    if runs.get(ledger, run.id).state is RunState.SENDING:
        runs.pause(ledger, run.id, times.now(), halt.text)
