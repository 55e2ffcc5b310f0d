"""What changed between two editions, told for people."""

from collections.abc import Iterable, Iterator, Sequence

from digest.cli.marks import block, marked, replaced
from digest.cli.output import written
from digest.edition.changes.view import (
    Changes,
    EntryChange,
    Named,
    PatternChange,
    RecordChange,
    RoleChange,
    Support,
    TextChange,
)

#: The sign of what came, went or was revised.
SIGNS = {"added": "+", "removed": "-", "revised": "~"}

_ITEM, _BODY = "  ", "      "

_FIGURES = (
    ("records", "records"),
    ("sources", "sources"),
    ("organizations", "organizations"),
    ("classes", "classes of evidence"),
)


def told(changes: Changes) -> str:
    """Every change under headings, in lines that fit; only headings of what changed."""
    sections = (
        ("Edition", _edition(changes)),
        ("Figures", _figures(changes)),
        ("Records", (line for one in changes.records for line in _record(one))),
        ("Order", _moves(changes)),
        ("Patterns", (line for one in changes.patterns for line in _pattern(one))),
        ("For each role", (line for one in changes.roles for line in _role(one))),
    )
    filled = [(heading, list(lines)) for heading, lines in sections]
    blocks = ["\n".join([heading, *lines]) for heading, lines in filled if lines]
    return "\n\n".join([summary(changes), *blocks])


def summary(changes: Changes) -> str:
    """The changes counted in a sentence or two."""
    records = [one.kind for one in changes.records]
    patterns = [kind for one in changes.patterns for kind in one.kinds]
    sentences = [
        _counted("Records", records, ("added", "removed", "revised")),
        _counted("Patterns", patterns, dict.fromkeys(patterns)),
    ]
    said = " ".join(filter(None, sentences))
    if changes.empty:
        said = "No text, figure, record, pattern or role changed."
    elif not said:
        said = "No record and no pattern changed."
    return block(said)


def _counted(what: str, found: Sequence[str], kinds: Iterable[str]) -> str:
    counts = ", ".join(f"{found.count(kind)} {kind}" for kind in kinds if kind in found)
    return f"{what}: {counts}." if counts else ""


def _edition(changes: Changes) -> Iterator[str]:
    yield from _texts(changes.texts, _ITEM)
    yield from (_said("Caution, new", text, _ITEM) for text in changes.cautions_added)
    yield from (_said("Caution, no longer", text, _ITEM) for text in changes.cautions_removed)


def _figures(changes: Changes) -> Iterator[str]:
    for one in changes.figures:
        yield block(f"{written(one.label)}: {one.before} -> {one.after}", _ITEM)


def _record(record: RecordChange) -> Iterator[str]:
    numbers = _step("record", record.number_before, record.number)
    versions = _step("version", record.version_before or None, record.version or None)
    known = ", ".join(filter(None, (numbers, versions if record.kind == "revised" else "")))
    yield block(f"{written(record.id)} ({known})", f"{_ITEM}{SIGNS[record.kind]} ", _BODY)
    yield block(written(record.title), _BODY)
    if record.kind != "revised":
        about = (record.organization, record.evidence_class, record.outcome)
        yield block(written(" · ".join(about)), _BODY)
    elif not record.texts:
        yield block("No text that these digests show changed.", _BODY)
    yield from _texts(record.texts, _BODY)


def _moves(changes: Changes) -> Iterator[str]:
    for one in changes.moved:
        yield block(f"{written(one.id)}: record {one.before} -> {one.after}", _ITEM)


def _pattern(pattern: PatternChange) -> Iterator[str]:
    sign = {"new": "+", "retired": "-"}.get(pattern.kinds[0] if pattern.kinds else "", "~")
    kinds = ", ".join(pattern.kinds) or "on other evidence"
    yield block(f"{written(pattern.id)}: {kinds}", f"{_ITEM}{sign} ", _BODY)
    yield block(written(pattern.title), _BODY)
    if support := _support(pattern.support_before, pattern.support):
        yield _said("Support", support, _BODY)
    if pattern.outcomes_before != pattern.outcomes:
        outcomes = (", ".join(one) for one in (pattern.outcomes_before, pattern.outcomes) if one)
        yield _said("Outcomes", " -> ".join(outcomes), _BODY)
    for label, records in (
        ("Rests on" if sign == "+" else "Rests on, new", pattern.evidence_added),
        ("Rested on" if sign == "-" else "Rests on, no longer", pattern.evidence_removed),
        ("Rests on, revised", pattern.revised),
    ):
        if records:
            yield _said(label, _names(records), _BODY)
    yield from _texts(pattern.texts, _BODY)


def _support(before: Support | None, after: Support | None) -> str:
    """The figures of support: all of them for one side, those that differ for two."""
    steps = [
        (getattr(before, field, None), getattr(after, field, None), label)
        for field, label in _FIGURES
    ]
    return ", ".join(
        f"{old} -> {new} {label}"
        if old is not None and new is not None
        else f"{old or new} {label}"
        for old, new, label in steps
        if old != new
    )


def _role(role: RoleChange) -> Iterator[str]:
    came = {"added": ": a new role", "removed": ": a role no longer"}.get(role.kind or "", "")
    yield block(f"{written(role.title)} ({role.id}){came}", _ITEM)
    yield from _texts(role.texts, "    ")
    for kind, reason, label in (
        ("added", "edition", "New with the edition"),
        ("removed", "edition", "Gone with the edition"),
        ("added", "selection", "In the ledger before, shown now"),
        ("removed", "selection", "In the ledger still, left out now"),
    ):
        if named := [one for one in role.entries if (one.kind, one.reason) == (kind, reason)]:
            yield _said(label, ", ".join(one.id for one in named), "    ")
    if role.common:
        yield _said("Revised for all roles", _names(role.common), "    ")
    for entry in role.entries:
        if entry.kind == "revised":
            yield from _entry(entry)


def _entry(entry: EntryChange) -> Iterator[str]:
    yield block(written(entry.id), "    ~ ")
    yield from _texts(entry.texts, "        ")
    for label, claims in (
        ("Do not claim, new", entry.claims_added),
        ("Do not claim, no longer", entry.claims_removed),
    ):
        yield from (_said(label, claim, "        ") for claim in claims)


def _texts(changes: Iterable[TextChange], indent: str) -> Iterator[str]:
    for one in changes:
        label, below = f"{written(one.label)}:", f"{indent}  "
        if replaced(one.spans):
            yield block(label, indent)
            yield from (block(marked([span]), below) for span in one.spans)
        else:
            yield block(f"{label} {marked(one.spans)}", indent, below)


def _said(label: str, text: str, indent: str) -> str:
    return block(f"{label}: {written(text)}", indent, f"{indent}  ")


def _names(records: Iterable[Named]) -> str:
    return ", ".join(one.id or one.title for one in records)


def _step(what: str, before: object, after: object) -> str:
    """`record 1 -> 4`, or one number where there is only one or both are alike."""
    known = [str(one) for one in dict.fromkeys((before, after)) if one is not None]
    return f"{what} {' -> '.join(known)}" if known else ""
