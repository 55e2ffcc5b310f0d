"""The desk as one value: all that its page says about a moment and a choice."""

from pathlib import Path
from typing import NamedTuple

from digest.preview.approvals import Approvals
from digest.preview.choice import Axis, Choice, Option, axes, stem
from digest.preview.deeds import Notice
from digest.preview.differences import Differences
from digest.preview.sheets import Sheets
from digest.preview.shown import Phase, Shown
from digest.preview.stage import Stage, role_title, stage
from digest.preview.troubles import Trouble, counted, troubles
from digest.render.channels import EMAIL
from digest.values import Frozen

_PHASES = {
    Phase.READING: "Reading the sources",
    Phase.SCREEN: "Making mails and pages",
    Phase.PRINT: "Printing",
}


class State(Frozen):
    """How things stand in a sentence; `tone` is busy, good or bad."""

    said: str
    tone: str


class Desk(Frozen):
    """What the page shows; `form` marks its forms as ours."""

    publication: str
    edition: str
    editions: tuple[Option, ...]
    state: State
    seal: str
    chosen: Choice
    query: str
    axes: tuple[Axis, ...]
    stage: Stage
    role: str
    mailed: bool
    counted: str
    troubles: tuple[Trouble, ...]
    gravest: Trouble | None
    approvals: Approvals
    differences: Differences | None
    sheets: Sheets | None
    notice: Notice | None
    form: str


class Rest(NamedTuple):
    """What stands on the page beside the state of the sources and the choice."""

    approvals: Approvals
    differences: Differences | None = None
    notice: Notice | None = None
    sheets: Sheets | None = None


def desk(shown: Shown, chosen: Choice, root: Path, form: str, rest: Rest) -> Desk:
    """The desk for a state and a choice; files are read for the problem that is looked at."""
    content, edition = shown.content, shown.edition
    listed = troubles(chosen, shown, root)
    return Desk(
        publication=content.publication.title if content else "Desk",
        edition=edition.title if edition else "",
        editions=_editions(shown),
        state=_state(shown),
        seal=shown.bundle.seal if shown.bundle else "",
        chosen=chosen,
        query=chosen.query,
        axes=axes(chosen, shown),
        stage=stage(chosen, shown),
        role=role_title(chosen, shown),
        mailed=f"{stem(chosen, shown)}{EMAIL.suffix}" in shown.files,
        counted=counted(shown),
        troubles=listed,
        gravest=listed[0] if shown.broken else None,
        approvals=rest.approvals,
        differences=rest.differences,
        sheets=rest.sheets,
        notice=rest.notice,
        form=form,
    )


def _editions(shown: Shown) -> tuple[Option, ...]:
    if shown.content is None or shown.edition is None:
        return ()
    newest = sorted(
        shown.content.editions.values(), key=lambda one: (one.dated, one.id), reverse=True
    )
    return tuple(
        Option(value=one.id, label=f"{one.dated} · {one.title}", chosen=one.id == shown.edition.id)
        for one in newest
    )


def _state(shown: Shown) -> State:
    if shown.broken and shown.phase is Phase.DONE:
        said = "What you see is the last good state" if shown.files else "Nothing can be made yet"
        return State(said=said, tone="bad")
    if shown.phase in _PHASES:
        return State(said=_PHASES[shown.phase], tone="busy")
    return State(said="Everything is made; the bundle holds what you see", tone="good")
