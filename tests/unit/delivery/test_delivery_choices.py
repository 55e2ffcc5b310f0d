"""Readers go and come back, whichever key made the link, while a send is under way."""

import threading
from typing import Any

from sqlalchemy import event, select

from digest.content.corpus import Subscriber
from digest.delivery.audience import person
from digest.delivery.identity import Key, Keyring
from digest.delivery.ledger import choices, events, readers, suppressions
from digest.delivery.ledger.choices import Choice
from digest.delivery.ledger.claims import claim
from digest.delivery.ledger.database import Ledger
from digest.delivery.ledger.outcomes import advance
from digest.delivery.ledger.owner import hold
from digest.delivery.ledger.tables import subscriber
from digest.delivery.states import State, Word
from support.ledgers import KEYS, NOW, a_gate, a_recipient, at, started, states

ADDRESS = "r1@example.org"
NEWER = Keyring(keys=(Key(id="k2", secret=b"fedcba9876543210"), *KEYS.keys))


def link(keys: Keyring = KEYS) -> str:
    return keys.reader(person(ADDRESS))


def in_table(ledger: Ledger, keys: Keyring = KEYS, status: str = "active") -> None:
    one = Subscriber(email=ADDRESS, role="planner", status=status)
    with ledger.writing() as connection:
        connection.execute(
            subscriber.insert().values(
                reader=readers.new_id(keys, one), **readers.columns(one, NOW)
            )
        )


def status(ledger: Ledger) -> str | None:
    with ledger.reading() as connection:
        return connection.scalar(select(subscriber.c.status))


def test_who_leaves_during_a_send_gets_no_further_mail(ledger: Ledger) -> None:
    run = started(ledger, [a_recipient(ADDRESS)])
    gate = a_gate(run)
    with hold(ledger, "sender", NOW) as owner:
        (one,) = claim(owner, gate, NOW).claims

        assert choices.leave(ledger, KEYS, one.reader, NOW)

        assert advance(owner, gate, NOW, intent=one) is Word.SUPPRESSED
    assert states(ledger, run) == {State.SUPPRESSED: 1}


def test_leaving_twice_is_leaving_once(ledger: Ledger) -> None:
    in_table(ledger)

    assert [choices.leave(ledger, KEYS, link(), NOW) for _ in range(3)] == [True, False, False]

    assert [one.reason for one in suppressions.every(ledger)] == ["unsubscribed"]
    assert [one.kind for one in events.since(ledger)] == ["unsubscribed"]
    assert status(ledger) == "unsubscribed"


def test_many_who_leave_at_once_leave_once(ledger: Ledger) -> None:
    in_table(ledger)
    fresh: list[bool] = []

    def leave() -> None:
        fresh.append(choices.leave(ledger, KEYS, link(), NOW))

    threads = [threading.Thread(target=leave) for _ in range(8)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()

    assert sorted(fresh) == [False] * 7 + [True]


def test_a_link_of_an_older_key_still_counts(ledger: Ledger) -> None:
    run = started(ledger, [a_recipient(ADDRESS)])
    in_table(ledger, NEWER)

    assert choices.leave(ledger, NEWER, link(KEYS), NOW)

    # It is noted under the newest key, so that the older one may go some day.
    assert [one.reader for one in suppressions.every(ledger)] == [link(NEWER)]
    assert choices.look(ledger, NEWER, link(NEWER)).reason == "unsubscribed"
    assert choices.look(ledger, NEWER, link(KEYS)).role == "planner"
    assert status(ledger) == "unsubscribed"
    gate = a_gate(run, keys=NEWER)
    with hold(ledger, "sender", NOW) as owner:
        assert claim(owner, gate, NOW).suppressed == 1
    assert choices.come_back(ledger, NEWER, link(NEWER), NOW)
    assert list(suppressions.every(ledger)) == []


def test_a_link_leads_to_the_row_that_another_key_named(ledger: Ledger) -> None:
    started(ledger, [a_recipient(ADDRESS)])
    in_table(ledger, NEWER)

    seen = choices.look(ledger, NEWER, link(KEYS))

    assert seen.row == link(NEWER)
    assert (seen.role, seen.language, seen.reason) == ("planner", "en", None)


def test_only_the_own_wish_is_taken_back(ledger: Ledger) -> None:
    in_table(ledger)
    suppressions.suppress(ledger, NEWER, ADDRESS, "hard bounce", NOW)
    suppressions.suppress_reader(ledger, link(KEYS), choices.OWN_WISH, NOW)

    assert choices.look(ledger, NEWER, link(KEYS)).reason == "hard bounce"
    assert not choices.come_back(ledger, KEYS, "k1." + "0" * 32, NOW)
    choices.come_back(ledger, NEWER, link(KEYS), NOW)

    assert [one.reason for one in suppressions.every(ledger)] == ["hard bounce"]


def test_a_row_that_bounced_is_not_made_active(ledger: Ledger) -> None:
    in_table(ledger, status="bounced")

    choices.leave(ledger, KEYS, link(), NOW)
    choices.come_back(ledger, KEYS, link(), NOW)

    assert status(ledger) == "bounced"


def test_a_reader_whom_nobody_knows_is_suppressed_by_name(ledger: Ledger) -> None:
    assert choices.look(ledger, KEYS, link()) == (None, None, None, None)
    assert choices.leave(ledger, KEYS, link(), NOW)
    assert choices.come_back(ledger, KEYS, link(), NOW)
    assert not choices.come_back(ledger, KEYS, link(), NOW)


def test_a_reader_is_looked_up_and_never_searched_for(file_ledger: Ledger) -> None:
    asked: list[tuple[str, Any]] = []
    started(file_ledger, [a_recipient(ADDRESS)])

    @event.listens_for(file_ledger.engine, "before_cursor_execute")
    def asking(*told: Any) -> None:
        asked.append((told[2], told[3]))

    choices.look(file_ledger, KEYS, link())
    choices.leave(file_ledger, KEYS, link(), NOW)
    choices.come_back(file_ledger, KEYS, link(), NOW)
    event.remove(file_ledger.engine, "before_cursor_execute", asking)

    with file_ledger.reading() as connection:
        steps = [
            row[3]
            for statement, values in asked
            if statement.startswith(("SELECT", "UPDATE", "DELETE"))
            for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
        ]
    assert any("delivery USING INDEX" in step for step in steps)
    assert [step for step in steps if step.startswith("SCAN")] == []


def test_nothing_shows_the_mailbox(ledger: Ledger) -> None:
    in_table(ledger)
    choices.leave(ledger, KEYS, link(), NOW)

    said = repr(choices.look(ledger, KEYS, link())) + repr(list(events.since(ledger)))

    assert "example.org" not in said


def test_a_choice_changes_what_was_chosen_and_nothing_else(ledger: Ledger) -> None:
    in_table(ledger)
    choice = Choice("engineer", ("rivers", "barriers"), "de", at(60))

    assert choices.choose(ledger, link(), choice, at(1))

    row = readers.find(ledger, link())
    assert row
    assert row.subscriber == Subscriber(
        email=ADDRESS, role="engineer", streams=("rivers", "barriers"), language="de"
    )
    assert (row.paused_until, row.changed) == (at(60), at(1))


def test_who_left_meanwhile_is_not_brought_back_by_a_choice(ledger: Ledger) -> None:
    in_table(ledger)
    choices.leave(ledger, KEYS, link(), NOW)

    assert not choices.choose(ledger, link(), Choice("engineer", (), None, None), NOW)
    assert not choices.choose(ledger, "k1." + "0" * 32, Choice("engineer", (), None, None), NOW)

    row = readers.find(ledger, link())
    assert row
    assert (row.subscriber.role, row.subscriber.status) == ("planner", "unsubscribed")
