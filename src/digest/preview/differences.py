"""What changed since an earlier edition, or since the last approval, for the eyes of a role."""

from collections.abc import Iterator
from pathlib import Path

from digest.edition.changes.view import Changes, Fate, RoleChange, Span, TextChange
from digest.press.diff import APPROVED, Question, diff_loaded
from digest.press.seals import last_approved
from digest.preview.approvals import NO_LEDGER
from digest.preview.office import Office
from digest.preview.shown import Shown
from digest.problems import DigestError
from digest.values import Frozen

#: What can be compared with: the edition before, or what was approved of this one.
AGAINST = {"previous": "The edition before", APPROVED: "The last approval"}


class Text(Frozen):
    """A text that changed, in spans; one that is `whole` has other words throughout."""

    label: str
    spans: tuple[Span, ...]
    whole: bool


class Item(Frozen):
    """A record, pattern or entry that changed: what became of it, its title and its texts."""

    what: str
    title: str
    texts: tuple[Text, ...] = ()


class Group(Frozen):
    """Items under a heading."""

    heading: str
    items: tuple[Item, ...]


class Differences(Frozen):
    """Two sides and all that differs; `trouble` is why they cannot be compared."""

    title: str = ""
    groups: tuple[Group, ...] = ()
    trouble: str = ""


def differences(
    shown: Shown, output: Path, office: Office, against: str, role: str
) -> Differences:
    """Compare the edition that is shown, its sources as they were last read."""
    if shown.content is None or shown.edition is None:
        return Differences()
    question = Question(shown.edition.id, APPROVED if against == APPROVED else None, role or None)
    try:
        found = diff_loaded(
            shown.content, output, question, lambda edition: approved_seal(office, edition)
        )
    except DigestError as error:
        return Differences(trouble="; ".join(one.message for one in error.problems))
    changes = found.changes
    before = "the last approval" if against == APPROVED else f"“{changes.before.title}”"
    groups = tuple(group for group in _groups(changes, role) if group.items)
    return Differences(title=f"What changed since {before}", groups=groups)


def approved_seal(office: Office, edition: str) -> str | None:
    """The seal of the edition's bundle that was approved last; where there is no ledger, none."""
    try:
        with office.accounts(create=False) as accounts:
            return last_approved(accounts.ledger, edition)
    except DigestError as error:
        if any(one.code != NO_LEDGER for one in error.problems):
            raise
        return None


def _groups(changes: Changes, role: str) -> Iterator[Group]:
    yield Group(heading="Edition", items=tuple(_edition(changes)))
    yield Group(
        heading="Records",
        items=tuple(_item(one.kind, one.title, one.texts) for one in changes.records),
    )
    yield Group(
        heading="Patterns",
        items=tuple(
            Item(
                what=", ".join(one.kinds) or "on other evidence",
                title=one.title,
                texts=_texts(one.texts),
            )
            for one in changes.patterns
        ),
    )
    for one in changes.roles:
        if one.id == role:
            yield Group(heading=f"For {one.title}", items=tuple(_role(one)))


def _edition(changes: Changes) -> Iterator[Item]:
    for one in changes.texts:
        yield _item(one.kind, one.label, (one,), label="")
    for figure in changes.figures:
        yield Item(what="counted", title=f"{figure.label}: {figure.before} → {figure.after}")
    for kind, cautions in (
        ("added", changes.cautions_added),
        ("removed", changes.cautions_removed),
    ):
        yield from (Item(what=f"caution {kind}", title=text) for text in cautions)
    for move in changes.moved:
        yield Item(what="moved", title=f"{move.title}: {move.before} → {move.after}")


def _role(change: RoleChange) -> Iterator[Item]:
    for text in change.texts:
        yield _item(text.kind, text.label, (text,), label="")
    for entry in change.entries:
        yield _item(entry.kind, entry.title, entry.texts)
        for kind, claims in (
            ("must not be claimed", entry.claims_added),
            ("is no longer among what must not be claimed", entry.claims_removed),
        ):
            yield from (Item(what=kind, title=claim) for claim in claims)


def _item(kind: Fate, title: str, texts: tuple[TextChange, ...], label: str | None = None) -> Item:
    return Item(what=kind, title=title, texts=_texts(texts, label))


def _texts(texts: tuple[TextChange, ...], label: str | None = None) -> tuple[Text, ...]:
    return tuple(
        Text(
            label=one.label if label is None else label,
            spans=one.spans,
            whole=all(span.kind != "same" for span in one.spans),
        )
        for one in texts
    )
