"""Who approved what is shown, for whom, and what became of earlier approvals."""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from digest.content.corpus import Content
from digest.content.loading import SUBSCRIBERS
from digest.delivery.approval import Approval, Standing, Why, standing
from digest.delivery.identity import Audience
from digest.delivery.ledger import runs
from digest.delivery.ledger.approvals import history, standing_of
from digest.delivery.states import RunState
from digest.press.accounts import Accounts, audience_now, rule_of
from digest.press.lapses import lapses
from digest.press.makings import Change, told
from digest.preview.office import Office
from digest.preview.shown import Phase, Shown
from digest.problems import DigestError
from digest.values import Frozen

#: The generation of an edition's first mail; further ones are approved on the command line.
FIRST = 1

#: There is no ledger yet: nobody has approved anything.
NO_LEDGER = "D016"

#: No seal has this name: nothing is approved while there is no bundle of the sources.
_NONE = "-"

_VOID = {
    Why.SEAL: "void: other bytes were approved",
    Why.AUDIENCE: "void: other readers were approved",
    Why.REVOKED: "taken back",
    Why.APPROVER: "void: no longer among the approvers",
}

_OVER = {RunState.DONE: "Sent", RunState.CANCELLED: "Cancelled"}


class Given(Frozen):
    """One approval: whose, when, what they said, and why it is void if it is.

    `changed` tells what changed since then, when that is why.
    """

    name: str
    at: str
    note: str
    void: str
    changed: str


class Approvals(Frozen):
    """How approval stands; `possible` is whether what is shown can be approved now.

    `missing` is how many people must still approve, `trouble` why the ledger cannot be read.
    `over` is how its sending ended: then it needs no approval any more.
    """

    possible: bool = False
    missing: int = 0
    approvers: tuple[str, ...] = ()
    given: tuple[Given, ...] = ()
    readers: int | None = None
    trouble: str = ""
    over: str = ""

    @property
    def valid(self) -> bool:
        """Whether what is shown may be sent."""
        return self.possible and not self.missing and bool(self.given) and not self.trouble

    @property
    def changed(self) -> bool:
        """Whether something changed since somebody approved."""
        return any(one.changed for one in self.given)


class Readers:
    """Counts who would get an edition; a file of subscribers is counted once while it stays."""

    def __init__(self) -> None:
        self._counted: tuple[object, Audience] | None = None

    def audience(
        self, content: Content, stream: str, accounts: Accounts, now: datetime
    ) -> Audience:
        """Everybody who would get it now."""
        of = (content.inputs.get(SUBSCRIBERS), content.publication, stream, accounts.keys)
        if self._counted is not None and of[0] and self._counted[0] == of:
            return self._counted[1]
        found = audience_now(content, stream, accounts, now)
        self._counted = (of, found)
        return found


def approvals(shown: Shown, output: Path, office: Office, readers: Readers) -> Approvals:
    """The approvals of the edition that is shown; the ledger is read, never made."""
    content, edition = shown.content, shown.edition
    if content is None or edition is None:
        return Approvals()
    rule = rule_of(content.publication)
    bare = Approvals(
        possible=shown.bundle is not None and shown.phase is Phase.DONE,
        missing=rule.required,
        approvers=rule.approvers,
    )
    try:
        with office.accounts(create=False) as accounts:
            lines = history(accounts.ledger, edition.id, FIRST)
            audience = readers.audience(content, edition.stream, accounts, office.now())
            run = runs.find(accounts.ledger, edition.id, FIRST)
            ended = _OVER.get(run.state, "") if run else ""
            then = standing_of(accounts.ledger, run, rule) if run and ended else None
    except DigestError as error:
        said = [one for one in error.problems if one.code != NO_LEDGER]
        return bare.model_copy(update={"trouble": "; ".join(one.message for one in said)})
    seal = shown.bundle.seal if shown.bundle else _NONE
    # What has ended stays as it was approved, whatever was built since.
    found = then or standing(lines, seal=seal, audience=audience, rule=rule)
    since = {} if then else lapses(output, found, shown.bundle, audience)
    void = _VOID if shown.bundle else _VOID | {Why.SEAL: "void while the sources have no bundle"}
    zone = ZoneInfo(content.publication.timezone)
    return bare.model_copy(
        update={
            "missing": found.missing,
            "given": tuple(_given(found, zone, since, void)),
            "readers": audience.count,
            "over": ended,
        }
    )


def _given(
    found: Standing,
    zone: ZoneInfo,
    since: Mapping[int, tuple[Change, ...]],
    words: Mapping[Why, str],
) -> list[Given]:
    """The approvals, the latest first."""
    said: list[tuple[Approval, str]] = [(one, "") for one in found.counting]
    said += [(one.approval, words[one.why]) for one in found.voided]
    said.sort(key=lambda pair: pair[0].number, reverse=True)
    return [
        Given(
            name=one.name,
            at=f"{one.at.astimezone(zone):%Y-%m-%d %H:%M}",
            note=one.note,
            void=void,
            changed=told(since.get(one.number, ())),
        )
        for one, void in said
    ]
