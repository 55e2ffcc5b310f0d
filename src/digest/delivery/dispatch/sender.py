"""One sender: a thread with one session, one owner in the ledger and one mail in flight."""

from collections import deque
from collections.abc import Callable
from datetime import datetime, timedelta

from digest.delivery.dispatch.letters import Letters
from digest.delivery.dispatch.shared import Shared, Why
from digest.delivery.dispatch.times import Times
from digest.delivery.ledger.claims import BLOCK
from digest.delivery.ledger.claims import claim as claim_block
from digest.delivery.ledger.gate import Gate
from digest.delivery.ledger.outcomes import Result, advance
from digest.delivery.ledger.owner import Owner
from digest.delivery.ledger.rows import Claim
from digest.delivery.outcomes import Connection, Envelope, Outcome, Pace, Phase, Row
from digest.delivery.patience import Lease, retry_delay
from digest.delivery.states import Word
from digest.delivery.transports import Session, Transport
from digest.problems import DigestError

#: How long a sender waits whose mails all go to domains that are busy, in seconds.
_BUSY = 0.05

#: A session is closed before it would be silent for longer, in seconds: servers hang up.
_SILENT = 20.0

#: What a domain learns from a mail that was not posted: nothing.
_NOT_SAID = Outcome(row=Row.UNTRIED, connection=Connection.KEEP, phase=Phase.CONNECT)

#: Names the sender of one mail to whoever has to return it.
Return = Callable[[Claim], str]


class Sender:
    """Sends until nothing is left to claim or something ends the send."""

    def __init__(
        self,
        owner: Owner,
        gate: Gate,
        transport: Transport,
        letters: Letters,
        *,
        return_to: Return,
        shared: Shared,
        times: Times,
        block: int = BLOCK,
    ) -> None:
        self._owner = owner
        self._gate = gate
        self._transport = transport
        self._letters = letters
        self._return_to = return_to
        self._shared = shared
        self._times = times
        self._block = block
        self._over = False
        self._session: Session | None = None
        self._lease: Lease | None = None
        self._last: Result | None = None
        self._retried: set[int] = set()

    def work(self) -> None:
        """Claim and send, block by block."""
        try:
            while not self._ended and self._connected():
                now = self._times.now()
                block = claim_block(self._owner, self._gate, now, size=self._block)
                self._obey(block.word)
                if not block.claims and not block.suppressed:
                    return
                self._send(deque(block.claims))
        finally:
            try:
                self._record()
            finally:
                self._close()

    def _send(self, queue: deque[Claim]) -> None:
        while queue and not self._ended:
            one = self._next(queue)
            if one is None:
                self._pause(_BUSY)
                continue
            outcome = self._delivered(one)
            self._leave(one, outcome or _NOT_SAID)
            if outcome is not None:
                self._settle(one, outcome, queue)
        self._record()

    def _next(self, queue: deque[Claim]) -> Claim | None:
        """The first whose domain takes one more; None when all of them are busy."""
        domains = self._shared.domains
        for _ in range(len(queue)):
            one = queue.popleft()
            if domains is None or domains.enter(_domain(one)):
                return one
            queue.append(one)
        return None

    def _delivered(self, one: Claim) -> Outcome | None:
        """Announce a mail and post it; None when the ledger does not let it go."""
        word = Word.TOO_FAST
        while word is Word.TOO_FAST:
            if not self._may_post():
                return None
            mail = self._written(one)
            result, self._last = self._last, None
            word = advance(self._owner, self._gate, self._times.now(), result=result, intent=one)
            self._obey(word)
        if word is not Word.GO:
            return None
        return mail if isinstance(mail, Outcome) else self._posted(one, mail)

    @property
    def _ended(self) -> bool:
        return self._over or self._shared.halted is not None

    def _obey(self, word: Word) -> None:
        """End when the ledger says so; when the time is over the rest expires, and all is well."""
        if word is Word.TOO_FAST and self._gate.pace and self._shared.bucket:
            self._shared.bucket.give_back(self._gate.pace.wait)
        elif word is Word.EXPIRED:
            self._over = True
        elif word.ends:
            self._shared.halt(Why.LEDGER, word)

    def _written(self, one: Claim) -> bytes | Outcome:
        """The mail, or the outcome for a reader whose values no mail can hold."""
        letter = self._letters.letter(one.role, one.language)
        try:
            return self._letters.mail(letter, one)
        except DigestError as error:
            first = error.problems[0]
            # It counts as refused: what fits nobody's mail must not fail everybody.
            return Outcome(
                row=Row.FAILED,
                connection=Connection.KEEP,
                phase=Phase.CONNECT,
                reason=f"{first.code}: {first.message}",
                policy=True,
            )

    def _posted(self, one: Claim, mail: bytes) -> Outcome:
        if self._session is None or self._lease is None:
            raise RuntimeError("a mail is posted without a session")
        envelope = Envelope(sender=self._return_to(one), recipient=one.address)
        pace = self._gate.pace
        outcome = self._session.post(envelope, mail, pace.answered if pace else None)
        if pace:
            pace.answered()
        self._lease.used()
        return outcome

    def _settle(self, one: Claim, outcome: Outcome, queue: deque[Claim]) -> None:
        """Remember the result for the next step, and do what the outcome asks for."""
        again = outcome.at_once and one.id not in self._retried
        self._last = Result(one, outcome, None if again else self._retry_at(one, outcome))
        self._shared.count(outcome)
        if outcome.connection is Connection.DROP:
            self._close()
        if again:
            self._retried.add(one.id)
        if again or outcome.row is Row.UNTRIED:
            self._record()
            queue.appendleft(one.again() if again else one)
        self._heed(outcome)

    def _leave(self, one: Claim, outcome: Outcome) -> None:
        if self._shared.domains is not None:
            self._shared.domains.leave(_domain(one), outcome)

    def _retry_at(self, one: Claim, outcome: Outcome) -> datetime | None:
        """When a mail goes out again; a doubtful one at once the first time."""
        first_doubt = outcome.row is Row.AMBIGUOUS and not one.maybe_dup
        if outcome.row in {Row.SENT, Row.FAILED, Row.UNTRIED} or first_doubt:
            return None
        seconds = retry_delay(one.attempts + 1, one.message_id)
        return self._times.now() + timedelta(seconds=seconds)

    def _heed(self, outcome: Outcome) -> None:
        """Wait or stop, as far as the whole send is meant."""
        if outcome.send is Pace.PAUSE:
            self._shared.halt(Why.TROUBLE, outcome.reply or outcome.reason)
        elif outcome.send is Pace.BACK_OFF:
            said = ": ".join(filter(None, (outcome.reason, outcome.reply)))
            seconds = self._shared.wait_after(self._times.clock(), said)
            if seconds is None:
                self._shared.halt(Why.TROUBLE, outcome.reason or outcome.reply)
            else:
                self._pause(seconds)

    def _may_post(self) -> bool:
        """Wait for a session and for the rate; False when the send ends meanwhile."""
        bucket = self._shared.bucket
        while self._fresh():
            # Taken last: a token that waited for a server would go out beside the next one.
            seconds = bucket.take() if bucket else 0.0
            if not seconds:
                return not self._ended
            if seconds > _SILENT:
                self._close()
            if self._pause(seconds):
                break
        return False

    def _fresh(self) -> bool:
        """Whether there is a session that is not too old."""
        if self._lease is not None and self._lease.over:
            self._close()
        return self._connected()

    def _connected(self) -> bool:
        """Whether there is a session; opens one, with patience, before anything is announced."""
        while self._session is None:
            self._record()
            opened = self._transport.open()
            if not isinstance(opened, Outcome):
                self._session = opened
                self._lease = Lease(self._times.clock)
                self._shared.opened()
                break
            self._heed(opened)
            if self._shared.halted:
                return False
        return True

    def _pause(self, seconds: float) -> bool:
        """Wait; whether the send ended meanwhile. What is known is recorded first."""
        self._record()
        return self._times.wait(self._shared.stopped, seconds)

    def _record(self) -> None:
        result, self._last = self._last, None
        if result is not None:
            advance(self._owner, self._gate, self._times.now(), result=result)

    def _close(self) -> None:
        session, self._session, self._lease = self._session, None, None
        if session is not None:
            self._shared.closed()
            session.close()


def _domain(one: Claim) -> str:
    return one.address.rpartition("@")[2]
