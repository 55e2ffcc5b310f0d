"""A world of readers, senders that die and people who change their minds, against one ledger."""

from collections import Counter
from collections.abc import Callable
from datetime import datetime

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from digest.delivery.ledger import approvals, runs, suppressions
from digest.delivery.ledger.account import account, assert_adds_up, listed
from digest.delivery.ledger.claims import claim
from digest.delivery.ledger.database import Ledger
from digest.delivery.ledger.opening import look_over, open_ledger
from digest.delivery.ledger.outcomes import Result, advance
from digest.delivery.ledger.owner import Owner
from digest.delivery.ledger.recovery import recover
from digest.delivery.ledger.rows import Claim, Run
from digest.delivery.ledger.settling import Decision, settle
from digest.delivery.outcomes import Row
from digest.delivery.states import Policy, RunState, State, Word
from support.ledgers import KEYS, a_gate, approve, at, outcome, plan

READERS = 9

#: What the other side may make of a mail: the answer it gives, and whether it keeps the mail.
ENDS = (
    ("sent", Row.SENT, True),
    ("later", Row.DEFERRED, False),
    ("broken off", Row.DEFERRED, False),
    ("refused", Row.FAILED, False),
    ("dead mailbox", Row.FAILED, False),
    ("no attempt", Row.UNTRIED, False),
    ("silence, kept", Row.AMBIGUOUS, True),
    ("silence, dropped", Row.AMBIGUOUS, False),
)

_ENDS = st.lists(st.sampled_from(ENDS), min_size=1, max_size=3)
_READER = st.integers(0, READERS - 1)
_FATE = st.sampled_from(["rests", "waits", "dies, mail kept", "dies, mail dropped"])
_ACT = st.sampled_from(["nothing", "nothing", "revoke", "pause", "unsubscribe", "cancel"])


class Sender:
    """A sender with its block; `post` ends in the world, not in the ledger, until it reports."""

    def __init__(self, ledger: Ledger, name: str, run: Run) -> None:
        self._connection = ledger.engine.connect()
        self._connection.detach()
        self.owner = Owner(ledger, name, self._connection)
        self.gate = a_gate(run)
        self.block: list[Claim] = []
        self.flying: Claim | None = None
        self.result: Result | None = None

    def die(self) -> None:
        """Vanish as a killed process does: the lock is free, nothing is given back."""
        self.owner.release()
        if self.owner.ledger.path is None:
            # A server hears of the end of a session a moment later; nobody waits for that here.
            self._connection.rollback()
            self._connection.exec_driver_sql("SELECT pg_advisory_unlock_all()")
            self._connection.commit()
        self._connection.close()


class Model(RuleBasedStateMachine):
    """Random steps of two senders and of people; what reached mailboxes is counted beside it."""

    address: Callable[[], str]
    policy = Policy.AT_LEAST_ONCE

    def __init__(self) -> None:
        super().__init__()
        self.ledger = open_ledger(self.address(), power_safe=False)
        self.minutes = 0.0
        self.names = 0
        self.senders: list[Sender] = []
        self.arrived: Counter[str] = Counter()
        self.approved = True
        self.barred: set[str] = set()

    @initialize(policy=st.sampled_from(Policy), ends=_ENDS, between=_ACT, fate=_FATE)
    def begin(
        self, policy: Policy, ends: list[tuple[str, Row, bool]], between: str, fate: str
    ) -> None:
        self.policy = policy
        self.run = plan(self.ledger, READERS, policy=policy, expires_at=at(500))
        approve(self.ledger, self.run)
        self.run = runs.start(self.ledger, self.run.id, self.now)
        self.a_sender_works(0, ends, between, fate)

    @property
    def now(self) -> datetime:
        """The world's only clock."""
        return at(self.minutes)

    @rule(which=st.integers(0, 1), ends=_ENDS, between=_ACT, fate=_FATE)
    def a_sender_works(
        self, which: int, ends: list[tuple[str, Row, bool]], between: str, fate: str
    ) -> None:
        """Claim, announce and post a few mails, with people interfering before the first of them.

        Then, by its fate, it rests, waits for an answer, or dies with a mail on the wire.
        """
        if which >= len(self.senders):
            self._a_sender_comes()
        which = min(which, len(self.senders) - 1)
        self.answer(ends[0], which)
        self.claim(3, which)
        self.people_interfere(between, 1)
        for end in ends:
            self.announce(which)
            self.answer(end, which)
            self.claim(3, which)
        if fate != "rests":
            self.announce(which)
        if fate.startswith("dies"):
            self._a_sender_dies(which, kept=fate == "dies, mail kept")

    def _a_sender_comes(self) -> None:
        self.names += 1
        self.senders.append(Sender(self.ledger, f"sender-{self.names}", self.run))

    def claim(self, size: int, which: int) -> None:
        sender = self.senders[which]
        if sender.block or sender.flying:
            return
        found = claim(sender.owner, sender.gate, self.now, size=size)
        assert found.word is Word.GO or not found.claims
        assert not {one.reader for one in found.claims} & self.barred
        sender.block = list(found.claims)

    def announce(self, which: int) -> None:
        """Record the last result, if there is one, and announce the next mail, if there is one."""
        sender = self.senders[which]
        if sender.flying or not (sender.block or sender.result):
            return
        intent = sender.block[0] if sender.block else None
        now, result = self.now, sender.result
        word = advance(sender.owner, sender.gate, now, result=result, intent=intent)
        sender.result = None
        if result and result.outcome.suppress:
            # Known from now on; what died with a sender before it was recorded is not.
            self.barred.add(result.claim.reader)
        if intent is None:
            return
        sender.block = [] if word.ends else sender.block[1:]
        if word is Word.GO:
            assert self.approved
            assert intent.reader not in self.barred
            assert runs.get(self.ledger, self.run.id).state is RunState.SENDING
            sender.flying = intent

    def answer(self, end: tuple[str, Row, bool], which: int) -> None:
        """What the other side makes of the mail on the wire, if there is one."""
        sender = self.senders[which]
        if (one := sender.flying) is None:
            return
        name, row, kept = end
        self.arrived[one.message_id] += kept
        later = at(self.minutes + 5) if name == "later" else None
        said = outcome(row, suppress=name == "dead mailbox", at_once=name == "broken off")
        sender.result = Result(one, said, later)
        sender.flying = None
        if name == "broken off":
            sender.block.insert(0, one.again())
        if name == "no attempt":
            sender.block.insert(0, one)

    def _a_sender_dies(self, which: int, *, kept: bool) -> None:
        sender = self.senders.pop(which)
        if sender.flying:
            self.arrived[sender.flying.message_id] += kept
        sender.die()

    @rule(minutes=st.sampled_from([0, 1, 6, 55]))
    def time_passes_and_somebody_looks(self, minutes: int) -> None:
        self.minutes += minutes
        recover(self.ledger, self.now)
        runs.tick(self.ledger, self.run.id, self.now)

    @rule(act=_ACT, who=_READER)
    def people_interfere(self, act: str, who: int) -> None:
        if act == "revoke":
            self._revoke_or_approve()
        elif act == "pause":
            self._pause_or_resume()
        elif act == "unsubscribe":
            self._unsubscribe(who)
        elif act == "cancel" and who == 0:
            runs.cancel(self.ledger, self.run.id, self.now)

    @rule()
    def people_come_to_an_agreement(self) -> None:
        if not self.approved:
            self._revoke_or_approve()
        if runs.get(self.ledger, self.run.id).state is RunState.PAUSED:
            self._pause_or_resume()

    def _revoke_or_approve(self) -> None:
        if self.approved:
            edition, now = self.run.edition, self.now
            approvals.revoke(self.ledger, edition=edition, generation=1, name="Boss", now=now)
        else:
            approve(self.ledger, self.run)
        self.approved = not self.approved

    def _pause_or_resume(self) -> None:
        state = runs.get(self.ledger, self.run.id).state
        if state is RunState.SENDING:
            runs.pause(self.ledger, self.run.id, self.now)
        elif state is RunState.PAUSED:
            runs.start(self.ledger, self.run.id, self.now, resume_stale=True)

    def _unsubscribe(self, number: int) -> None:
        claimed = [one.address for sender in self.senders for one in sender.block]
        name = claimed[0] if claimed else f"R{number}@Example.org"
        suppressions.suppress(self.ledger, KEYS, name, "unsubscribed", self.now)
        self.barred.add(KEYS.reader(name.casefold()))

    @invariant()
    def nothing_is_missing_or_told_otherwise_than_it_was(self) -> None:
        if not hasattr(self, "run"):
            return
        assert_adds_up(account(self.ledger, self.run.id))
        for row in listed(self.ledger, self.run.id, *State):
            arrived = self.arrived[row.message_id]
            if self.policy is Policy.AT_MOST_ONCE:
                assert arrived <= 1
            if row.state is State.SENT:
                assert arrived >= 1
            if row.state in {State.CANCELLED, State.EXPIRED}:
                assert arrived == 0
            if arrived > 1:
                assert row.maybe_dup

    def teardown(self) -> None:
        """In the end everybody was reached who could be, and the account is closed."""
        try:
            if hasattr(self, "run"):
                self._end()
        finally:
            for sender in self.senders:
                sender.die()
            self.ledger.close()

    def _end(self) -> None:
        for sender in self.senders:
            if sender.flying:
                self.arrived[sender.flying.message_id] += 1
            sender.die()
        self.senders.clear()
        recover(self.ledger, self.now)
        runs.finish(self.ledger, self.run.id, self.now)
        self._reach_the_rest()
        runs.tick(self.ledger, self.run.id, self.now)
        run = runs.finish(self.ledger, self.run.id, self.now)
        self.nothing_is_missing_or_told_otherwise_than_it_was()
        found = account(self.ledger, self.run.id)
        assert run.state in {RunState.DONE, RunState.CANCELLED}
        unknown = [row.id for row in listed(self.ledger, run.id, State.UNKNOWN)]
        decisions = [Decision(key, State.FAILED) for key in unknown]
        settle(self.ledger, run.id, decisions, by="Editor", now=self.now)
        found = account(self.ledger, self.run.id)
        assert found.settled
        look_over(self.ledger)

    def _reach_the_rest(self) -> None:
        if not self.approved:
            approve(self.ledger, self.run)
        self.approved = True
        if runs.get(self.ledger, self.run.id).state is RunState.CANCELLED:
            return
        self.minutes += 5
        if self.minutes >= 500:
            runs.tick(self.ledger, self.run.id, self.now)
            return
        runs.tick(self.ledger, self.run.id, self.now)
        if runs.get(self.ledger, self.run.id).state is RunState.PAUSED:
            runs.start(self.ledger, self.run.id, self.now, resume_stale=True)
        self._a_sender_comes()
        for _ in range(3 * READERS):
            self.claim(4, 0)
            self.announce(0)
            self.answer(ENDS[0], 0)
        self.announce(0)
