"""An approval binds a name to a seal and an audience; the history decides what counts."""

from typing import Any

import pytest

from digest.delivery.approval import Approval, Rule, Standing, Why, standing, unrevoked
from digest.delivery.identity import Audience
from digest.delivery.ledger import approvals
from digest.delivery.ledger.database import Ledger
from digest.problems import DigestError
from support.ledgers import EDITION, KEYS, NOW, OTHER_SEAL, RULE, SEAL, approve, plan

PEOPLE = Audience(hash="k1.aa", count=3)
OTHERS = Audience(hash="k1.bb", count=3)


def _said(ledger: Ledger, name: str, rule: Rule = RULE, **changes: Any) -> Approval:
    values = {"seal": SEAL, "audience": PEOPLE, "now": NOW, **changes}
    return approvals.approve(ledger, edition=EDITION, generation=1, name=name, rule=rule, **values)


def _revoked(ledger: Ledger, name: str = "Boss", **changes: Any) -> Approval:
    return approvals.revoke(ledger, edition=EDITION, generation=1, name=name, now=NOW, **changes)


def _stands(ledger: Ledger, rule: Rule = RULE, seal: str = SEAL) -> Standing:
    lines = approvals.history(ledger, EDITION, 1)
    return standing(lines, seal=seal, audience=PEOPLE, rule=rule)


def test_the_history_holds_what_was_said(ledger: Ledger) -> None:
    rule = Rule(required=2, approvers=("Kim Editor", "Lee Boss"))
    said = _said(ledger, " Kim Editor ", rule, note="read twice")
    taken = _revoked(ledger, note="typo", whose="Kim Editor")

    assert approvals.history(ledger, EDITION, 1) == (said, taken)
    assert (said.name, said.note, said.rule) == ("Kim Editor", "read twice", rule)
    assert (said.seal, said.audience, said.at) == (SEAL, PEOPLE, NOW)
    assert (taken.act, taken.whose, taken.note) == ("revoke", "Kim Editor", "typo")
    assert said.number < taken.number
    assert approvals.history(ledger, EDITION, 2) == ()


def test_one_word_for_these_bytes_and_readers_is_enough(ledger: Ledger) -> None:
    assert _stands(ledger).missing == 1

    said = _said(ledger, "Kim")

    assert _stands(ledger) == Standing(counting=(said,), missing=0)
    assert _stands(ledger).valid


def test_what_changed_makes_it_void(ledger: Ledger) -> None:
    _said(ledger, "Kim", seal=OTHER_SEAL)
    _said(ledger, "Lee", audience=OTHERS)
    _said(ledger, "Guest")

    found = _stands(ledger, Rule(approvers=("kim", "lee")))

    assert not found.valid
    assert [one.why for one in found.voided] == [Why.SEAL, Why.AUDIENCE, Why.APPROVER]


def test_two_words_of_one_person_are_one(ledger: Ledger) -> None:
    two = Rule(required=2)
    _said(ledger, "Kim  Editor")
    _said(ledger, "kim editor")

    assert _stands(ledger, two).missing == 1

    _said(ledger, "Lee")

    assert _stands(ledger, two).valid


def test_a_revocation_takes_all_back_and_a_later_word_counts_again(ledger: Ledger) -> None:
    _said(ledger, "Kim")
    _said(ledger, "Lee")
    _revoked(ledger)

    assert [one.why for one in _stands(ledger).voided] == [Why.REVOKED, Why.REVOKED]
    assert unrevoked(approvals.history(ledger, EDITION, 1)) == ()

    _said(ledger, "Kim")

    assert _stands(ledger).valid


def test_a_revocation_may_take_back_one_word(ledger: Ledger) -> None:
    _said(ledger, "Kim")
    lee = _said(ledger, "Lee")
    _revoked(ledger, whose="KIM")

    assert _stands(ledger).counting == (lee,)


def test_nothing_that_was_not_said_is_revoked(ledger: Ledger) -> None:
    with pytest.raises(DigestError, match="D041"):
        _revoked(ledger)
    _said(ledger, "Kim")
    with pytest.raises(DigestError, match="D041"):
        _revoked(ledger, whose="Lee")
    _revoked(ledger)
    with pytest.raises(DigestError, match="D041"):
        _revoked(ledger)


def test_only_those_named_may_approve(ledger: Ledger) -> None:
    with pytest.raises(DigestError, match="D040"):
        _said(ledger, "Guest", Rule(approvers=("Kim",)))

    assert _said(ledger, "KIM", Rule(approvers=("Kim",))).name == "KIM"


@pytest.mark.parametrize("name", ["", "  "])
def test_somebody_must_have_said_it(ledger: Ledger, name: str) -> None:
    with pytest.raises(DigestError, match="D042"):
        _said(ledger, name)
    with pytest.raises(DigestError, match="D042"):
        _revoked(ledger, name)


@pytest.mark.parametrize("note", ["a\0b", "\x1b[31m", "\udcff"])
def test_a_note_is_plain_text(ledger: Ledger, note: str) -> None:
    run = plan(ledger, 1)
    with pytest.raises(DigestError, match="D042"):
        approve(ledger, run, note=note)

    approve(ledger, run, note="one\n\ttwo")


def test_a_run_stands_as_its_history_says(ledger: Ledger) -> None:
    run = plan(ledger, 3)

    assert approvals.standing_of(ledger, run, Rule()).missing == 1

    approve(ledger, run)

    assert approvals.standing_of(ledger, run, Rule()).valid
    assert not approvals.standing_of(ledger, run, Rule(), seal=OTHER_SEAL).valid
    assert run.audience.hash.startswith(f"{KEYS.current.id}.")
