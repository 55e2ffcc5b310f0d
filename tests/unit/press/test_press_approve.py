"""Somebody's word holds for one seal and one audience."""

from pathlib import Path

import pytest

from digest.bundle import store
from digest.bundle.approved import copy_of
from digest.delivery.ledger import approvals, runs
from digest.delivery.ledger.account import account
from digest.delivery.ledger.claims import claim
from digest.delivery.ledger.outcomes import advance
from digest.delivery.ledger.owner import hold
from digest.delivery.ledger.rows import Run
from digest.delivery.states import State
from digest.press.accounts import Accounts
from digest.press.approve import Wish, approve, candidate, revoke, standing_now
from digest.press.prepare import loaded
from digest.problems import DigestError
from support.approvals import NOW, approved, whole, without_print
from support.builds import EDITION, built, change
from support.ledgers import a_gate


def _code(error: pytest.ExceptionInfo[DigestError]) -> list[str]:
    return [problem.code for problem in error.value.problems]


def test_an_approval_binds_the_seal_and_the_audience(
    ready: Path, output: Path, book: Accounts
) -> None:
    done = approved(ready, output, book, "Desk")

    manifest, _ = store.read(output / EDITION)
    assert done.approval.seal == manifest.seal == done.run.seal
    assert done.approval.audience == done.run.audience
    assert done.run.audience.count == 2
    assert done.standing.valid
    assert [one.name for one in approvals.history(book.ledger, EDITION, 1)] == ["Desk"]


def test_the_approved_bundle_is_kept(ready: Path, output: Path, book: Accounts) -> None:
    done = approved(ready, output, book, "Desk")
    approved(ready, output, book, "Desk")

    kept = copy_of(output, done.run.seal)
    assert store.read(kept) == store.read(output / EDITION)


def test_two_different_people_must_approve(ready: Path, output: Path, book: Accounts) -> None:
    change(ready, lambda data: data.update(approvals={"required": 2}))
    whole(ready, output)

    first = approved(ready, output, book, "Desk")
    again = approved(ready, output, book, " desk ")
    second = approved(ready, output, book, "Chief")

    assert [one.standing.missing for one in (first, again, second)] == [1, 1, 0]


def test_only_those_who_are_named_approve(ready: Path, output: Path, book: Accounts) -> None:
    change(ready, lambda data: data.update(approvals={"approvers": ["Chief"]}))
    whole(ready, output)

    with pytest.raises(DigestError) as error:
        approved(ready, output, book, "Desk")

    assert _code(error) == ["D040"]
    assert approvals.history(book.ledger, EDITION, 1) == ()
    assert approved(ready, output, book, "CHIEF").standing.valid


def test_what_changed_after_the_build_is_named(ready: Path, output: Path, book: Accounts) -> None:
    change(ready, lambda data: data.update(title="Another Title"))

    with pytest.raises(DigestError) as error:
        approved(ready, output, book, "Desk")

    assert _code(error) == ["A002"]
    assert "publication.yaml was changed" in str(error.value)


def test_a_changed_record_voids_an_approval(ready: Path, output: Path, book: Accounts) -> None:
    approved(ready, output, book, "Desk")
    change(ready, lambda data: data.update(title="Another Title"))
    whole(ready, output)
    content, _ = loaded(ready)

    later = approved(ready, output, book, "Chief")

    assert [one.name for one in later.standing.counting] == ["Chief"]
    assert [(one.approval.name, one.why) for one in later.standing.voided] == [("Desk", "seal")]
    assert standing_now(book, content, EDITION) == (later.run, later.standing)


def test_a_further_reader_voids_an_approval(ready: Path, output: Path, book: Accounts) -> None:
    approved(ready, output, book, "Desk")
    with (ready / "subscribers.csv").open("a", encoding="utf-8") as file:
        file.write("further@example.org,,executive,,,active\n")

    later = approved(ready, output, book, "Chief")

    assert later.run.audience.count == 3
    assert [(one.approval.name, one.why) for one in later.standing.voided] == [
        ("Desk", "audience")
    ]


def test_readers_may_come_from_the_ledger(ready: Path, output: Path, book: Accounts) -> None:
    (ready / "subscribers.csv").unlink()
    whole(ready, output)

    with pytest.raises(DigestError) as error:
        approved(ready, output, book, "Desk")

    assert _code(error) == ["A004"]


def test_a_partial_bundle_is_not_approved(root: Path, output: Path, book: Accounts) -> None:
    without_print(root)
    built(root, output, channels=("text",))

    with pytest.raises(DigestError) as error:
        approved(root, output, book, "Desk")

    assert _code(error) == ["A001"]


def test_the_bundle_of_another_edition_is_not_approved(
    ready: Path, output: Path, book: Accounts
) -> None:
    manifest, _ = store.read(output / EDITION)
    other = manifest.model_copy(update={"edition": "2026-05-05-barriers"})
    (output / EDITION / "manifest.json").write_bytes(other.to_bytes())

    with pytest.raises(DigestError) as error:
        approved(ready, output, book, "Desk")

    assert _code(error) == ["A008"]


def test_another_seal_than_the_one_on_screen(ready: Path, output: Path, book: Accounts) -> None:
    with pytest.raises(DigestError) as error:
        approved(ready, output, book, "Desk", seal="0" * 64)

    assert _code(error) == ["A003"]


def test_one_changed_byte_is_not_approved(ready: Path, output: Path, book: Accounts) -> None:
    page = output / EDITION / "planner.html"
    page.write_bytes(page.read_bytes().replace(b"a", b"b", 1))

    with pytest.raises(DigestError) as error:
        approved(ready, output, book, "Desk")

    assert _code(error) == ["B005"]


def test_what_was_approved_is_taken_back(ready: Path, output: Path, book: Accounts) -> None:
    approved(ready, output, book, "Desk")
    content, _ = loaded(ready)

    revoke(book, Wish(EDITION, "Chief"), NOW)

    found = standing_now(book, content, EDITION)
    assert found is not None
    assert not found[1].valid
    with pytest.raises(DigestError) as error:
        revoke(book, Wish(EDITION, "Chief"), NOW)
    assert _code(error) == ["D041"]


@pytest.fixture
def begun(ready: Path, output: Path, book: Accounts) -> Run:
    """A run whose sending has begun, while another bundle than its own lies in the output."""
    planned = approved(ready, output, book, "Desk").run
    change(ready, lambda data: data.update(title="Corrected", approvals={"approvers": ["Desk"]}))
    whole(ready, output)
    return runs.start(book.ledger, planned.id, NOW)


@pytest.mark.parametrize(("name", "code"), [("Stranger", "D040"), (" ", "D042")])
def test_a_correction_that_is_refused_changes_nothing(
    begun: Run, ready: Path, output: Path, book: Accounts, name: str, code: str
) -> None:
    wish = Wish(EDITION, name, correct=True)

    with pytest.raises(DigestError) as error:
        approve(candidate(ready, output, wish), output, book, wish, NOW)

    assert _code(error) == [code]
    assert runs.get(book.ledger, begun.id) == begun


def test_a_correction_waits_for_no_sender_that_died(
    begun: Run, ready: Path, output: Path, book: Accounts
) -> None:
    with hold(book.ledger, "gone", NOW) as owner:
        first, _ = claim(owner, a_gate(begun), NOW).claims
        advance(owner, a_gate(begun), NOW, intent=first)
    wish = Wish(EDITION, "Desk", correct=True)

    done = approve(candidate(ready, output, wish), output, book, wish, NOW)

    assert done.standing.valid
    assert done.run.seal == done.approval.seal != begun.seal
    found = account(book.ledger, begun.id)
    assert (found.of(State.PENDING), found.flagged) == (2, 1)
