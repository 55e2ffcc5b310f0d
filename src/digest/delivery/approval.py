"""Whether a seal and an audience are approved, from the history of what people said of them."""

import unicodedata
from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum

from pydantic import Field

from digest.delivery.identity import Audience
from digest.values import Frozen


class Act(StrEnum):
    """What somebody did."""

    APPROVE = "approve"
    REVOKE = "revoke"


class Why(StrEnum):
    """What made an approval void."""

    SEAL = "seal"
    AUDIENCE = "audience"
    REVOKED = "revoked"
    APPROVER = "approver"


class Rule(Frozen):
    """How many different people must approve, and who may; no `approvers` means anybody.

    The two-person rule is `required=2`: one name counts once, however often it approves.
    """

    required: int = Field(default=1, ge=1)
    approvers: tuple[str, ...] = ()

    def admits(self, name: str) -> bool:
        """Whether that person may approve."""
        return not self.approvers or any(same_name(name, one) for one in self.approvers)


class Approval(Frozen):
    """One line of the history; `number` rises, `whose` narrows a revocation to one name."""

    number: int
    act: Act
    edition: str
    generation: int
    name: str
    at: datetime
    note: str = ""
    seal: str = ""
    audience: Audience | None = None
    rule: Rule = Rule()
    whose: str | None = None


class Voided(Frozen):
    """An approval that does not count, and why; of several reasons the first in `Why`."""

    approval: Approval
    why: Why


class Standing(Frozen):
    """What the history says of one seal and one audience.

    `counting` are the approvals that count, one a person, the last of each; `missing` is how many
    more people must approve.
    """

    counting: tuple[Approval, ...] = ()
    missing: int
    voided: tuple[Voided, ...] = ()

    @property
    def valid(self) -> bool:
        """Whether mail may go out."""
        return self.missing == 0


def unrevoked(history: Iterable[Approval]) -> tuple[Approval, ...]:
    """The approvals in a history, oldest first, that nobody took back."""
    kept: list[Approval] = []
    for one in history:
        if one.act is Act.APPROVE:
            kept.append(one)
        else:
            kept = [each for each in kept if not _takes_back(one, each)]
    return tuple(kept)


def standing(
    history: Iterable[Approval], *, seal: str, audience: Audience, rule: Rule
) -> Standing:
    """What a history, oldest first, says of this seal and this audience under this rule."""
    lines = tuple(history)
    kept = {one.number for one in unrevoked(lines)}
    counting: dict[str, Approval] = {}
    voided: list[Voided] = []
    for one in lines:
        if one.act is Act.REVOKE:
            continue
        why = _void(one, seal, audience, rule) if one.number in kept else Why.REVOKED
        if why is None:
            counting[_plain(one.name)] = one
        else:
            voided.append(Voided(approval=one, why=why))
    missing = max(0, rule.required - len(counting))
    return Standing(counting=tuple(counting.values()), missing=missing, voided=tuple(voided))


def same_name(one: str, other: str) -> bool:
    """Whether two spellings name one person: capitals, width and spaces make no difference."""
    return _plain(one) == _plain(other)


def _void(one: Approval, seal: str, audience: Audience, rule: Rule) -> Why | None:
    if one.seal != seal:
        return Why.SEAL
    if one.audience != audience:
        return Why.AUDIENCE
    return None if rule.admits(one.name) else Why.APPROVER


def _takes_back(revocation: Approval, one: Approval) -> bool:
    return revocation.whose is None or same_name(revocation.whose, one.name)


def _plain(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
