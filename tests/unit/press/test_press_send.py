"""When an edition is sent: not before its time, not long after it, and not twice from a copy."""

import itertools
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from shutil import copytree
from zoneinfo import ZoneInfo

import pytest

from digest.delivery.dispatch.shared import Shared, Why
from digest.delivery.ledger import approvals, events, runs
from digest.delivery.ledger.account import assert_adds_up
from digest.delivery.states import Policy, RunState, State
from digest.press.accounts import Accounts
from digest.press.approve import Approved, approve, candidate
from digest.press.approve import Wish as Word
from digest.press.send import Means, Planned, Sent, Wish, plan, send, waiting
from digest.problems import DigestError
from support.approvals import NOW, accounts, approved, made_once, whole
from support.builds import EDITION, change
from support.dispatching import CLOSED, Hours, Script

DAY = timedelta(days=1)
BERLIN = ZoneInfo("Europe/Berlin")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_once(tmp_path_factory.mktemp("made"))


class Office:
    """A publication, its output, its accounts and a clock."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.book: Accounts = accounts(home)
        self.hours = Hours(NOW)
        self.script = Script(self.hours)
        approved(home / "coast", home / "output", self.book, "Desk")

    def send(
        self,
        at: datetime | None = None,
        *,
        shared: Shared | None = None,
        stale: bool = False,
        verp: bool = False,
    ) -> Sent:
        """What `digest send` does, from planning on."""
        wish = Wish(EDITION, not_before=at, resume_stale=stale)
        planned = self.plan(wish)
        names = itertools.count()
        means = Means(
            self.script,
            "https://readers.example.org/",
            1,
            lambda: f"s{id(wish)}-{next(names)}",
            verp=verp,
        )
        state = shared or Shared()
        done = send(planned, self.book, wish, means, state, self.hours, lambda _: None)
        assert_adds_up(done.account)
        return done

    def plan(self, wish: Wish | None = None, *, dry: bool = False) -> Planned:
        """What is planned, or would be."""
        root, output = self.home / "coast", self.home / "output"
        return plan(root, output, self.book, wish or Wish(EDITION), self.now, dry=dry)

    def approve(self, *, correct: bool = False) -> Approved:
        """Somebody's word for the bundle in the output."""
        wish = Word(EDITION, "Desk", correct=correct)
        output = self.home / "output"
        return approve(candidate(self.home / "coast", output, wish), output, self.book, wish, NOW)

    @property
    def now(self) -> datetime:
        """The moment."""
        return self.hours.now()

    @property
    def state(self) -> RunState:
        """Where the run stands."""
        run = runs.find(self.book.ledger, EDITION)
        assert run
        return run.state

    def went_at(self) -> datetime:
        """When the first mail went out."""
        return NOW + timedelta(seconds=self.script.posted[0].at)


@pytest.fixture
def office(made: Path, tmp_path: Path) -> Iterator[Office]:
    copytree(made, tmp_path, dirs_exist_ok=True)
    one = Office(tmp_path)
    yield one
    one.book.ledger.close()


def _code(error: pytest.ExceptionInfo[DigestError]) -> str:
    return error.value.problems[0].code


def test_nothing_goes_out_before_its_time(office: Office) -> None:
    at = NOW + timedelta(hours=2)

    done = office.send(at)

    assert done.account.of(State.SENT) == 2
    assert at <= office.went_at() < at + timedelta(minutes=1)
    assert max(office.hours.waits) <= 30
    assert done.account.run.message_date == at


@pytest.mark.parametrize(
    ("local", "begin", "due"),
    [
        # The night in which an hour is left out, and the one that has an hour twice.
        (
            datetime(2026, 3, 29, 3, 30, tzinfo=BERLIN),
            datetime(2026, 3, 29, 0, 0, tzinfo=UTC),
            datetime(2026, 3, 29, 1, 30, tzinfo=UTC),
        ),
        (
            datetime(2026, 10, 25, 3, 30, tzinfo=BERLIN),
            datetime(2026, 10, 24, 23, 0, tzinfo=UTC),
            datetime(2026, 10, 25, 2, 30, tzinfo=UTC),
        ),
        (
            datetime(2026, 10, 25, 2, 30, fold=1, tzinfo=BERLIN),
            datetime(2026, 10, 24, 23, 0, tzinfo=UTC),
            datetime(2026, 10, 25, 1, 30, tzinfo=UTC),
        ),
    ],
)
def test_the_nights_in_which_clocks_are_changed(
    office: Office, local: datetime, begin: datetime, due: datetime
) -> None:
    office.hours.begin = begin

    office.send(local)

    went = begin + timedelta(seconds=office.script.posted[0].at)
    assert due <= went < due + timedelta(minutes=1)


def test_a_schedule_outlives_the_process(office: Office) -> None:
    at = NOW + timedelta(hours=2)
    shared = Shared()
    office.hours.called = lambda _: shared.halt(Why.ASKED)

    first = office.send(at, shared=shared)
    state = office.state
    office.hours.called = None
    second = office.send()

    assert first.halt is not None
    assert (first.halt.why, state) == (Why.ASKED, RunState.PLANNED)
    assert second.account.of(State.SENT) == 2
    assert at <= office.went_at() < at + timedelta(minutes=1)


@pytest.mark.parametrize("days", [-1, 1])
def test_a_clock_that_is_set_while_a_send_waits(office: Office, days: int) -> None:
    """Set back, it waits longer; set a day forward, it is too late to be meant."""
    at = NOW + timedelta(hours=2)

    def set_once(_: float) -> None:
        office.hours.begin = NOW + days * DAY

    office.hours.called = set_once
    if days < 0:
        done = office.send(at)
        assert done.account.of(State.SENT) == 2
        assert office.hours.seconds >= timedelta(days=1, hours=2).total_seconds()
        return
    with pytest.raises(DigestError) as error:
        office.send(at)
    assert _code(error) == "D024"
    assert office.script.posted == []
    assert office.send(stale=True).account.of(State.SENT) == 2


def test_a_clock_that_is_set_back_amid_a_send_loses_nobody(office: Office) -> None:
    def set_back() -> None:
        office.hours.begin = NOW - DAY

    office.script.say(1, set_back)

    done = office.send()

    assert (done.account.of(State.SENT), office.state) == (2, RunState.DONE)
    assert office.send().account.of(State.SENT) == len(office.script.posted) == 2


def test_a_send_that_broke_off_long_ago_is_meant_or_refused(office: Office) -> None:
    shared = Shared()
    office.script.say(1, lambda: shared.halt(Why.ASKED))
    office.send(shared=shared)
    office.hours.seconds += 2 * 3600

    with pytest.raises(DigestError) as error:
        office.send()

    assert _code(error) == "D024"
    assert office.send(stale=True).account.of(State.SENT) == len(office.script.posted) == 2


def test_a_copy_of_the_ledger_from_before_a_send_does_not_send_again(office: Office) -> None:
    office.send()
    office.book.ledger.close()
    ledger = office.home / "ledger.sqlite3"
    (backup,) = office.home.glob("ledger.sqlite3.*.backup")
    shutil.copy(backup, ledger)
    for name in ("-wal", "-shm"):
        (office.home / f"{ledger.name}{name}").unlink(missing_ok=True)
    office.book = accounts(office.home)
    office.hours.seconds += 2 * 3600

    with pytest.raises(DigestError) as error:
        office.send()

    assert _code(error) == "D024"
    assert len(office.script.posted) == 2


def test_a_send_that_has_begun_waits_for_no_other_time(office: Office) -> None:
    shared = Shared()
    office.script.say(1, lambda: shared.halt(Why.ASKED))
    office.send(shared=shared)

    with pytest.raises(DigestError) as error:
        office.send(NOW + DAY)

    assert _code(error) == "U015"
    assert office.send().account.of(State.SENT) == 2
    assert len(list(office.home.glob("*.backup"))) == 1


def test_nothing_goes_out_before_there_is_a_copy(office: Office) -> None:
    in_the_way = office.home / f"ledger.sqlite3.{NOW:%Y%m%dT%H%M%S}000000Z.backup"
    in_the_way.touch()

    for _ in range(2):
        with pytest.raises(DigestError) as error:
            office.send()
        assert _code(error) == "D013"
    assert office.script.posted == []

    in_the_way.unlink()
    assert office.send().account.of(State.SENT) == 2
    assert len(list(office.home.glob("*.backup"))) == 1


def test_who_returns_a_mail_may_be_told_which_one_it_is(office: Office) -> None:
    office.send(verp=True)

    for one in office.script.posted:
        mark = one.message_id.strip("<>").partition("@")[0]
        assert one.sender == f"digest+{mark}@coast.example.org"


def test_trouble_is_told_with_the_account(office: Office) -> None:
    office.script.openings.extend([CLOSED] * 10)

    done = office.send()

    assert done.halt is not None
    assert (done.halt.why, done.account.run.state) == (Why.TROUBLE, RunState.PAUSED)
    assert done.account.run.note == "the server cannot be reached"
    assert office.send().account.of(State.SENT) == 2


def test_what_is_done_is_only_accounted_for(office: Office) -> None:
    office.send()
    office.hours.seconds += 365 * 86400

    assert office.send().account.of(State.SENT) == len(office.script.posted) == 2


def test_a_dry_plan_finds_the_figures_and_leaves_the_ledger_as_it_is(office: Office) -> None:
    def known() -> list[object]:
        return [*events.since(office.book.ledger), *runs.every(office.book.ledger)]

    before = known()
    dry = office.plan(dry=True)
    assert known() == before
    assert waiting(office.book, dry) == 2
    assert dry.run.model_copy(update={"planned_at": NOW, "expires_at": None}) == before[-1]
    assert dry.standing.valid

    office.send()
    after = known()
    assert waiting(office.book, office.plan(dry=True)) == 0
    assert known() == after


def test_what_was_begun_by_one_policy_goes_on_by_no_other(office: Office) -> None:
    once = Wish(EDITION, policy=Policy.AT_MOST_ONCE)
    begun = runs.start(office.book.ledger, office.plan(once).run.id, NOW)

    with pytest.raises(DigestError, match="at-most-once") as error:
        office.plan(Wish(EDITION, policy=Policy.AT_LEAST_ONCE))

    assert _code(error) == "D022"
    assert office.plan(once).run == office.plan().run == begun


def test_what_is_done_is_not_approved_again(office: Office) -> None:
    office.send()

    with pytest.raises(DigestError, match="its sending is done already") as error:
        approved(office.home / "coast", office.home / "output", office.book, "Desk")

    assert _code(error) == "D023"
    assert len(approvals.history(office.book.ledger, EDITION, 1)) == 1


def test_a_corrected_bundle_goes_to_those_not_reached_yet(office: Office) -> None:
    shared = Shared()
    office.script.say(1, lambda: shared.halt(Why.ASKED))
    office.send(shared=shared)
    change(office.home / "coast", lambda data: data.update(title="Corrected Title"))
    whole(office.home / "coast", office.home / "output")

    with pytest.raises(DigestError, match="--correct") as error:
        office.approve()
    assert _code(error) == "D022"
    fixed = office.approve(correct=True)
    assert waiting(office.book, office.plan(dry=True)) == 1
    done = office.send()

    assert fixed.standing.valid
    assert done.account.of(State.SENT) == len(office.script.posted) == 2
    assert done.account.run.seal == fixed.approval.seal
    assert len({one.address for one in office.script.posted}) == 2


def test_a_correction_of_what_was_not_begun_is_an_approval(office: Office) -> None:
    change(office.home / "coast", lambda data: data.update(title="Corrected Title"))
    whole(office.home / "coast", office.home / "output")

    assert office.approve(correct=True).standing.valid
    assert office.send().account.of(State.SENT) == 2


def _joins(office: Office) -> None:
    path = office.home / "coast" / "subscribers.csv"
    row = "late@reader.example.org,Late,planner,,,active\n"
    path.write_text(path.read_text(encoding="utf-8") + row, encoding="utf-8")


def test_who_joins_after_the_approval_was_approved_by_nobody(office: Office) -> None:
    _joins(office)

    with pytest.raises(DigestError, match="it was for other readers") as error:
        office.send()

    assert _code(error) == "A006"
    assert office.script.posted == []


def test_who_joins_after_the_start_is_not_in_this_send(office: Office) -> None:
    shared = Shared()
    office.script.say(1, lambda: shared.halt(Why.ASKED))
    office.send(shared=shared)
    _joins(office)

    done = office.send()

    assert (done.account.planned, done.account.of(State.SENT)) == (2, 2)
    assert "late@reader.example.org" not in {one.address for one in office.script.posted}
