"""Holds all who send from one ledger to a rate together: each announcement is one token."""

from collections.abc import Callable
from datetime import datetime, timedelta

from sqlalchemy import BigInteger, Connection, bindparam, cast, extract, func, select

from digest.delivery.clock import Clock
from digest.delivery.ledger import prepared
from digest.delivery.ledger.locks import line_up
from digest.delivery.ledger.release import INTENT
from digest.delivery.ledger.tables import attempt, from_microseconds, microseconds
from digest.delivery.throttle import Rate

_LAST = select(func.max(attempt.c.id)).scalar_subquery()

# The numbers of attempts grow and may have gaps: between this one and the last there are at most
# `others` more. It is looked up, however many there are.
_EARLIER = (
    select(attempt.c.at, attempt.c.result)
    .where(attempt.c.id <= _LAST - bindparam("others", type_=BigInteger))
    .order_by(attempt.c.id.desc())
    .limit(1)
)

#: Several machines send from one server: its clock is the one they share.
_CLOCK = select(cast(extract("epoch", func.clock_timestamp()) * 1_000_000, BigInteger))


class Pace:
    """One sender's place in the rate; `now` is the clock of a machine that sends alone.

    The account itself is what is counted: every attempt with its moment, by whatever process it
    was made, before a restart too. The moment of one that was answered is that of the first
    answer: whatever this machine was busy with, the mail began before. `wait` says how long none
    is free, and `arrived` that moment of the last mail.
    """

    def __init__(self, rate: Rate, now: Callable[[], datetime], clock: Clock) -> None:
        self._rate = rate
        self._now = now
        self._clock = clock
        self._begun: tuple[datetime, float] | None = None
        self.wait = 0.0
        self.arrived: datetime | None = None

    def moment(self, connection: Connection) -> datetime | None:
        """The moment of an announcement that is made now; None when `wait` seconds must pass.

        To be asked last in a transaction that then announces and ends.
        """
        line_up(connection)
        since, now = self._clock(), self._moment(connection)
        self.wait = self._until_free(connection, microseconds(now))
        if self.wait:
            return None
        self._begun, self.arrived = (now, since), None
        return now

    def answered(self) -> None:
        """The mail that was announced last has begun to arrive, or never will; told once."""
        if self._begun:
            moment, since = self._begun
            self._begun, self.arrived = None, moment + timedelta(seconds=self._clock() - since)

    def _until_free(self, connection: Connection, now: int) -> float:
        others = {"others": self._rate.mails - 1}
        found = prepared.run(connection, _EARLIER, others).one_or_none()
        # What lies in the future was noted before a clock was set back: nobody waits for it.
        if found is None or found.at > now + _micro(self._rate.travel):
            return 0.0
        # Its answer is not written down yet; a server that takes long must not use up the rate.
        travel = self._rate.travel if found.result == INTENT else 0.0
        free: int = found.at + _micro(travel + self._rate.window)
        return max(0, free - now) / 1_000_000

    def _moment(self, connection: Connection) -> datetime:
        if connection.dialect.name != "postgresql":
            return self._now()
        moment: int = connection.execute(_CLOCK).scalar_one()
        return from_microseconds(moment)


def _micro(seconds: float) -> int:
    return round(seconds * 1_000_000)
