"""What the readers of each role notice beside what all of them read."""

from collections.abc import Iterator

from digest.content.records import label_of
from digest.edition.changes.records import texts
from digest.edition.changes.side import Told, Whole, common
from digest.edition.changes.view import EntryChange, Fate, Named, Reason, RoleChange, TextChange
from digest.edition.view import Detail, Digest, Entry


def roles(before: Whole, after: Whole, role: str | None) -> tuple[RoleChange, ...]:
    """The roles whose readers notice something, in the later order; one of them with a role."""
    known = dict.fromkeys((*after.by_role, *before.by_role))
    wanted = [one for one in known if role in {None, one}]
    return tuple(told for one in wanted for told in _role(before, after, one))


def _role(before: Whole, after: Whole, role: str) -> Iterator[RoleChange]:
    old, new = before.by_role.get(role), after.by_role.get(role)
    one = new or old
    if one is None:
        return
    told = RoleChange(id=role, title=one.role.title)
    if old is None or new is None:
        yield told.model_copy(update={"kind": "added" if new else "removed"})
        return
    told = told.model_copy(
        update={
            "texts": texts(_front(before, after, old), _front(before, after, new)),
            "entries": tuple(_entries(before, after, old, new)),
            "common": tuple(_common(old, new)),
        }
    )
    if told.texts or told.entries or told.common:
        yield told


def _front(before: Whole, after: Whole, digest: Digest) -> dict[str, Told]:
    told = {
        "title": Told(label_of("title"), digest.role.title),
        "intro": Told(label_of("introduction"), digest.role.intro or ""),
    }
    if not subjects_agree(before, after):
        told["subject"] = Told(label_of("subject"), digest.mail.subject)
    return told


def subjects_agree(before: Whole, after: Whole) -> bool:
    """Whether on both sides the mails of all roles have one subject."""
    return all(len({one.mail.subject for one in side.digests}) == 1 for side in (before, after))


def _entries(before: Whole, after: Whole, old: Digest, new: Digest) -> Iterator[EntryChange]:
    earlier = {entry.id: entry for entry in old.entries}
    later = {entry.id: entry for entry in new.entries}
    for one, entry in later.items():
        if one in earlier:
            yield from _revised(earlier[one], entry)
        else:
            yield _one_sided(entry, "added", "selection" if before.holds(entry) else "edition")
    for one, entry in earlier.items():
        if one not in later:
            yield _one_sided(entry, "removed", "selection" if after.holds(entry) else "edition")


def _one_sided(entry: Entry, kind: Fate, reason: Reason) -> EntryChange:
    return EntryChange(id=entry.id, title=entry.title, kind=kind, reason=reason)


def _revised(old: Entry, new: Entry) -> Iterator[EntryChange]:
    had, has = _claims(old), _claims(new)
    told = EntryChange(
        id=new.id,
        title=new.title,
        kind="revised",
        texts=own_texts(old, new),
        claims_added=tuple(one for one in has if one not in had),
        claims_removed=tuple(one for one in had if one not in has),
    )
    if told.texts or told.claims_added or told.claims_removed:
        yield told


def own_texts(old: Entry, new: Entry) -> tuple[TextChange, ...]:
    """How the takeaway and the details of a role changed."""
    return texts(_own(old), _own(new))


def _own(entry: Entry) -> dict[str, Told]:
    takeaway = entry.takeaway
    told = {"takeaway": Told(takeaway.heading, takeaway.text)} if takeaway else {}
    return told | {_name(one): Told(one.label, "\n".join(one.items)) for one in entry.details}


def _name(detail: Detail) -> str:
    return f"roleDetails/{detail.field}"


def _claims(entry: Entry) -> tuple[str, ...]:
    return tuple(item for warning in entry.warnings for item in warning.items)


def _common(old: Digest, new: Digest) -> Iterator[Named]:
    """Entries of both digests whose texts for all roles, as this role reads them, differ."""
    earlier = {entry.id: entry for entry in old.entries}
    for entry in new.entries:
        twin = earlier.get(entry.id)
        if twin and common(twin, old.words) != common(entry, new.words):
            yield Named(id=entry.id, title=entry.title)
