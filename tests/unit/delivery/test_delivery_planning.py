"""An audience is frozen once, each mailbox in it once, in flat memory."""

import tracemalloc
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait

import pytest
from sqlalchemy import update

from digest.content.corpus import Subscriber
from digest.delivery.audience import Recipient, Selection, audience_of, recipients
from digest.delivery.ledger import planning, runs
from digest.delivery.ledger.account import account, listed
from digest.delivery.ledger.claims import claim
from digest.delivery.ledger.database import Ledger
from digest.delivery.ledger.events import since
from digest.delivery.ledger.owner import hold
from digest.delivery.ledger.planning import Plan, freeze
from digest.delivery.ledger.rows import Run
from digest.delivery.ledger.tables import delivery
from digest.delivery.states import Policy, RunState, State
from digest.problems import DigestError
from support.ledgers import (
    EDITION,
    KEYS,
    NOW,
    OTHER_SEAL,
    SEAL,
    a_gate,
    a_recipient,
    people,
    plan,
    send,
    started,
    states,
)
from support.postgres import Postgres

PLAN = Plan(edition=EDITION, seal=SEAL, domain="example.org")


def test_a_plan_is_frozen_with_its_audience(ledger: Ledger) -> None:
    planned = freeze(ledger, PLAN, people(5), KEYS, NOW)

    assert planned.fresh
    assert planned.run.state is RunState.PLANNED
    assert planned.run.audience == audience_of(people(5), KEYS)
    assert runs.get(ledger, planned.run.id) == planned.run
    assert account(ledger, planned.run.id).planned == 5
    assert states(ledger, planned.run) == {State.PENDING: 5}


def test_the_order_of_the_audience_makes_no_difference(ledger: Ledger) -> None:
    first = plan(ledger, people(5))
    second = plan(ledger, reversed(list(people(5))), generation=2)

    assert first.audience == second.audience


def test_one_mailbox_in_two_spellings_is_one_reader(ledger: Ledger) -> None:
    rows = [
        a_recipient("Kim@Example.org"),
        a_recipient(" kim@example.ORG ")._replace(reader="k1.other"),
        a_recipient("kim+news@example.org"),
    ]

    planned = freeze(ledger, PLAN, rows, KEYS, NOW)

    assert planned.run.audience.count == 2
    assert planned.merged == ((rows[0].reader, "k1.other"),)
    assert planned.merged_count == 1


def test_one_id_with_two_mailboxes_is_one_reader(ledger: Ledger) -> None:
    rows = [a_recipient("a@example.org"), a_recipient("b@example.org")]
    rows[1] = rows[1]._replace(reader=rows[0].reader)

    planned = freeze(ledger, PLAN, rows, KEYS, NOW)

    assert (planned.run.audience.count, planned.merged_count) == (1, 1)


def test_a_mailbox_that_comes_again_much_later_is_merged(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(planning, "BLOCK", 3)
    monkeypatch.setattr(planning, "NAMED", 2)

    planned = freeze(ledger, PLAN, [*people(7), *people(5)], KEYS, NOW)

    assert (planned.run.audience.count, planned.merged_count) == (7, 5)
    assert len(planned.merged) == 2
    assert planned.run.audience == audience_of(people(7), KEYS)


def test_a_rehearsal_finds_what_planning_writes_and_writes_nothing(ledger: Ledger) -> None:
    rows = [*people(5), a_recipient("R0@Example.org"), a_recipient("x@example.org")]
    rows[-1] = rows[-1]._replace(reader=rows[0].reader)
    before = list(since(ledger))

    first = planning.rehearse(ledger, PLAN, rows, KEYS, NOW)
    assert runs.every(ledger) == ()
    planned = freeze(ledger, PLAN, rows, KEYS, NOW)
    told = len(list(since(ledger)))
    second = planning.rehearse(ledger, PLAN, rows, KEYS, NOW)
    other = planning.rehearse(ledger, PLAN, people(3), KEYS, NOW)

    assert (first.run.id, len(before), told) == (0, 0, 1)
    assert first.run.model_copy(update={"id": planned.run.id}) == second.run == planned.run
    assert first.merged_count == second.merged_count == planned.merged_count == 2
    assert other.run.audience.count == 3
    assert len(list(since(ledger))) == told
    assert runs.every(ledger) == (planned.run,)


def test_a_rehearsal_of_what_was_started_finds_it_as_it_is(ledger: Ledger) -> None:
    run = started(ledger, 3)

    assert planning.rehearse(ledger, PLAN, people(9), KEYS, NOW).run == run
    with pytest.raises(DigestError, match="D022"):
        planning.rehearse(
            ledger, PLAN.model_copy(update={"seal": OTHER_SEAL}), people(3), KEYS, NOW
        )


def test_planning_twice_is_planning_once(ledger: Ledger) -> None:
    first = freeze(ledger, PLAN, people(5), KEYS, NOW)
    second = freeze(ledger, PLAN, people(5), KEYS, NOW)

    assert second.run == first.run
    assert states(ledger, second.run) == {State.PENDING: 5}


def test_what_was_not_started_is_planned_anew(ledger: Ledger) -> None:
    first = freeze(ledger, PLAN, people(5), KEYS, NOW)
    changed = PLAN.model_copy(update={"seal": OTHER_SEAL, "policy": Policy.AT_MOST_ONCE})

    second = freeze(ledger, changed, people(3), KEYS, NOW)

    assert second.run.id == first.run.id
    assert (second.run.seal, second.run.audience.count) == (OTHER_SEAL, 3)
    assert states(ledger, second.run) == {State.PENDING: 3}


def test_who_joins_after_the_start_is_not_in_it(ledger: Ledger) -> None:
    run = started(ledger, 3)

    again = freeze(ledger, PLAN, people(9), KEYS, NOW)

    assert not again.fresh
    assert again.run == run
    assert states(ledger, run) == {State.PENDING: 3}


@pytest.mark.parametrize("change", [{"seal": OTHER_SEAL}, {"policy": Policy.AT_MOST_ONCE}])
def test_a_started_run_is_not_planned_otherwise(ledger: Ledger, change: dict[str, object]) -> None:
    started(ledger, 3)

    with pytest.raises(DigestError, match="D022"):
        freeze(ledger, PLAN.model_copy(update=change), people(3), KEYS, NOW)


def test_a_further_generation_is_a_second_mail(ledger: Ledger) -> None:
    first, second = started(ledger, 2), plan(ledger, 2, generation=2)

    ids = [{row.message_id for row in listed(ledger, one.id, *State)} for one in (first, second)]

    assert len(ids[0] | ids[1]) == 4


def test_an_audience_of_nobody(ledger: Ledger) -> None:
    run = started(ledger, 0)

    assert run.audience.count == 0
    assert runs.finish(ledger, run.id, NOW).state is RunState.DONE


def test_a_list_that_breaks_off_leaves_nothing_behind(ledger: Ledger) -> None:
    def broken() -> Iterator[Recipient]:
        yield from people(planning.BLOCK + 5)
        raise OSError("the list is gone")

    with pytest.raises(OSError, match="gone"):
        freeze(ledger, PLAN, broken(), KEYS, NOW)

    assert runs.every(ledger) == ()


def test_a_corrected_bundle_waits_until_nobody_holds_a_mail(ledger: Ledger) -> None:
    run = started(ledger, 2)
    with hold(ledger, "one", NOW) as owner:
        claim(owner, a_gate(run), NOW)

        with pytest.raises(DigestError, match="D022"):
            planning.rebuild(ledger, run.id, OTHER_SEAL, KEYS, NOW)

        send(owner, a_gate(run))


def test_a_correction_waits_for_the_claim_under_way(ledger: Ledger) -> None:
    run = started(ledger, 2)
    with hold(ledger, "one", NOW) as owner, ThreadPoolExecutor(1) as pool:
        gate = a_gate(run)
        with owner.writing() as connection:
            gate.shared(connection)
            corrected = pool.submit(planning.rebuild, ledger, run.id, OTHER_SEAL, KEYS, NOW)
            assert not wait([corrected], timeout=0.3).done
            mine = {"state": State.CLAIMED, "owner": "one"}
            connection.execute(update(delivery).values(**mine))
        with pytest.raises(DigestError, match="D022"):
            corrected.result()

    assert runs.get(ledger, run.id).seal == SEAL


@pytest.mark.parametrize("end", [runs.cancel, runs.finish])
def test_what_ended_is_not_corrected(ledger: Ledger, end: Callable[..., object]) -> None:
    run = started(ledger, 0)
    end(ledger, run.id, NOW)

    with pytest.raises(DigestError, match="D023"):
        planning.rebuild(ledger, run.id, OTHER_SEAL, KEYS, NOW)


def test_the_audience_is_that_of_the_list_it_came_from(ledger: Ledger) -> None:
    listed_people = [
        Subscriber(email="a@example.org", role="planner", streams=("coast",)),
        Subscriber(email="b@example.org", role="planner", streams=("rivers",)),
        Subscriber(email="c@example.org", role="planner", status="unsubscribed"),
    ]
    chosen = Selection(stream="coast", roles=frozenset({"planner"}), languages=("en",))

    planned = freeze(ledger, PLAN, recipients(listed_people, chosen, KEYS), KEYS, NOW)

    assert planned.run.audience == audience_of(recipients(listed_people, chosen, KEYS), KEYS)
    assert planned.run.audience.count == 1


def test_memory_does_not_grow_with_the_audience(file_ledger: Ledger) -> None:
    freeze(file_ledger, PLAN, people(10), KEYS, NOW)
    peaks = []
    tracemalloc.start()
    for generation, count in ((2, 2_500), (3, 10_000)):
        tracemalloc.reset_peak()
        plan(file_ledger, people(count), generation=generation)
        peaks.append(tracemalloc.get_traced_memory()[1])
    tracemalloc.stop()

    assert peaks[1] < peaks[0] * 1.25


def test_a_value_that_the_driver_refuses_is_no_server_that_is_away(
    server: Postgres, opened: Callable[..., Ledger]
) -> None:
    with pytest.raises(DigestError, match="D012") as error:
        plan(opened(server.empty()), [a_recipient("kim@example.org", name="K\0zz")])

    assert "zz" not in str(error.value)


def test_mails_go_out_while_another_edition_is_planned(
    server: Postgres, opened: Callable[..., Ledger]
) -> None:
    ledger = opened(server.empty())
    run = started(ledger, 2)

    def meanwhile() -> Iterator[Recipient]:
        with hold(ledger, "one", NOW) as owner:
            assert len(send(owner, a_gate(run))) == 2
        yield from people(3)

    another = PLAN.model_copy(update={"edition": "2026-11-10-coast"})
    assert freeze(ledger, another, meanwhile(), KEYS, NOW).run.audience.count == 3
    assert states(ledger, run) == {State.SENT: 2}


def test_who_starts_a_run_that_is_planned_anew_starts_the_new_plan(
    server: Postgres, opened: Callable[..., Ledger]
) -> None:
    ledger = opened(server.empty())
    run = plan(ledger, 2)
    with ThreadPoolExecutor(1) as others:
        begun: list[Future[Run]] = []

        def meanwhile() -> Iterator[Recipient]:
            begun.append(others.submit(runs.start, ledger, run.id, NOW))
            yield from people(3)

        planned = freeze(ledger, PLAN, meanwhile(), KEYS, NOW)
        (found,) = (future.result() for future in begun)

    assert found.audience == planned.run.audience
    assert runs.get(ledger, run.id) == found
