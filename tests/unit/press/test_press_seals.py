"""Which bundle of an edition was approved last, and what changed since."""

from datetime import timedelta
from pathlib import Path
from shutil import rmtree

import pytest

from digest.bundle.approved import copy_of
from digest.press.accounts import Accounts
from digest.press.approve import Wish, revoke
from digest.press.diff import APPROVED, Question, diff, diff_built
from digest.press.seals import last_approved
from digest.press.sides import Basis
from digest.problems import DigestError
from support.approvals import NOW, approved, whole, without_print
from support.builds import EDITION, change

LATER = NOW + timedelta(hours=1)


@pytest.fixture
def ready(root: Path, output: Path) -> Path:
    """A publication whose bundle lies in the output."""
    without_print(root)
    whole(root, output)
    return root


def _since(root: Path, output: Path, book: Accounts) -> list[tuple[str, str, str]]:
    question = Question(against=APPROVED)
    found = diff(root, output, question, lambda one: last_approved(book.ledger, one))
    assert found.before.basis is Basis.APPROVED
    return [(text.field, text.before, text.after) for text in found.changes.texts]


def _retitled(root: Path, title: str) -> None:
    change(root, lambda data: data.update(title=title), f"editions/{EDITION}.yaml")


def _codes(error: pytest.ExceptionInfo[DigestError]) -> list[str]:
    return [problem.code for problem in error.value.problems]


def test_what_changed_since_the_approval(ready: Path, output: Path, book: Accounts) -> None:
    approved(ready, output, book, "Desk")
    assert _since(ready, output, book) == []
    _retitled(ready, "Later")
    whole(ready, output)

    assert ("title", "Barriers and gates", "Later") in _since(ready, output, book)


def test_the_last_approval_counts(ready: Path, output: Path, book: Accounts) -> None:
    first = approved(ready, output, book, "Desk").approval.seal
    _retitled(ready, "Later")
    whole(ready, output)
    second = approved(ready, output, book, "Desk").approval.seal

    assert first != second
    assert last_approved(book.ledger, EDITION) == second
    assert _since(ready, output, book) == []


def test_an_approval_that_was_taken_back_counts_no_more(
    ready: Path, output: Path, book: Accounts
) -> None:
    first = approved(ready, output, book, "Ann").approval.seal
    _retitled(ready, "Later")
    whole(ready, output)
    approved(ready, output, book, "Ben")

    revoke(book, Wish(EDITION, "Desk"), LATER, whose="ben")
    assert last_approved(book.ledger, EDITION) == first
    revoke(book, Wish(EDITION, "Desk"), LATER)
    assert last_approved(book.ledger, EDITION) is None


def test_an_edition_nobody_approved(ready: Path, output: Path, book: Accounts) -> None:
    question = Question(against=APPROVED)

    for ask in (diff, diff_built):
        with pytest.raises(DigestError) as caught:
            ask(ready, output, question, lambda one: last_approved(book.ledger, one))
        assert _codes(caught) == ["V009"]
    with pytest.raises(DigestError) as caught:
        diff(ready, output, question)
    assert _codes(caught) == ["V009"]


def test_a_copy_that_is_not_in_this_output(ready: Path, output: Path, book: Accounts) -> None:
    seal = approved(ready, output, book, "Desk").approval.seal
    rmtree(copy_of(output, seal))

    with pytest.raises(DigestError) as caught:
        _since(ready, output, book)

    assert _codes(caught) == ["V010"]
    assert seal in caught.value.problems[0].message


def test_a_copy_that_was_spoilt_is_no_side(ready: Path, output: Path, book: Accounts) -> None:
    seal = approved(ready, output, book, "Desk").approval.seal
    (copy_of(output, seal) / "planner.json").write_bytes(b"{}")

    with pytest.raises(DigestError) as caught:
        _since(ready, output, book)

    assert _codes(caught) == ["B005"]


def test_bundles_are_compared_with_the_approved_one(
    ready: Path, output: Path, book: Accounts
) -> None:
    approved(ready, output, book, "Desk")
    _retitled(ready, "Later")
    whole(ready, output)

    found = diff_built(
        ready, output, Question(against=APPROVED), lambda one: last_approved(book.ledger, one)
    )

    assert (found.before.basis, found.after.basis) == (Basis.APPROVED, Basis.BUNDLE)
    assert found.changes.texts[0].after == "Later"
