"""The printed pages of a role that changed, before beside after, or why there are none to show."""

from pathlib import Path

from digest.content.corpus import Content
from digest.content.editions import Edition
from digest.press.diff import APPROVED, Former, Question, former
from digest.press.sides import printed_by
from digest.preview import choice as axis
from digest.preview.choice import Choice
from digest.preview.differences import approved_seal
from digest.preview.office import Office
from digest.preview.shown import Phase, Shown
from digest.preview.spreads import Faced, Leaf, Pair, Print, Spread, Spreads
from digest.preview.stage import role_title
from digest.problems import DigestError
from digest.render.channels import PDF
from digest.values import Frozen

#: There is no bundle.
NO_BUNDLE = "B003"


class Page(Frozen):
    """One side of a sheet: the address of its picture, and what it is in words."""

    address: str
    label: str


class Sheet(Frozen):
    """Two pages that belong together and differ, or a page of one side alone."""

    caption: str
    before: Page | None
    after: Page | None


class Sheets(Frozen):
    """What is said of the pages, and those that differ.

    `command` makes what is missing; `waiting` says that the pages are still being compared.
    """

    said: str
    command: str = ""
    waiting: bool = False
    sheets: tuple[Sheet, ...] = ()


def sheets(
    shown: Shown, output: Path, office: Office, chosen: Choice, spreads: Spreads
) -> Sheets | None:
    """The pages of the chosen role's print edition against the one before.

    None when there is nothing to compare an edition with. Pages are compared by `spreads`; until
    that is done, this is said.
    """
    content, edition = shown.content, shown.edition
    if content is None or edition is None:
        return None
    now = _now(shown, chosen)
    if isinstance(now, Sheets):
        return now
    try:
        earlier = _former(content, edition, office, chosen)
    except DigestError:
        return None  # the comparison of the texts says why
    then = _then(output, earlier, now.name, role_title(chosen, shown))
    if isinstance(then, Sheets):
        return then
    old = (axis.stem(chosen, shown), PDF.name) in shown.behind
    return _told(spreads.look(Pair(then, now)), earlier, behind=old)


def _now(shown: Shown, chosen: Choice) -> Print | Sheets:
    """The print edition as it was made last."""
    title = role_title(chosen, shown)
    if PDF.name not in shown.channels.get(chosen.role, {}):
        return Sheets(said=f"{title} is not printed, so there are no pages to compare.")
    file = shown.files.get(f"{axis.stem(chosen, shown)}{PDF.suffix}")
    if file is not None:
        return Print.of(file.path, file.content)
    if shown.phase is Phase.DONE:
        return Sheets(said=f"The print edition for {title} is not made while an error stands.")
    return Sheets(said=f"The print edition for {title} is being made.", waiting=True)


def _former(content: Content, edition: Edition, office: Office, chosen: Choice) -> Former:
    against = APPROVED if chosen.against == APPROVED else None
    question = Question(edition.id, against, chosen.role)
    return former(content, question, lambda one: approved_seal(office, one))


def _then(output: Path, earlier: Former, name: str, role: str) -> Print | Sheets:
    """The print edition of that name in the bundle before, or why there is none."""
    edition = earlier.edition
    command = "" if earlier.seal else f"digest build {edition.id}"
    try:
        found = printed_by(output, edition.id, name.removesuffix(PDF.suffix), earlier.seal)
    except DigestError as error:
        first = error.problems[0]
        if first.code == NO_BUNDLE and not earlier.seal:
            said = f"{_called(earlier)} has no bundle in this output, so there are no pages of it."
        else:
            said = f"The pages of {_called(earlier)} cannot be read: {first.message}."
        return Sheets(said=said, command=command)
    if found is not None:
        return Print.of(f"{edition.id}/{name}", found)
    said = f"The bundle of {_called(earlier)} holds no print edition for {role}."
    return Sheets(said=said, command=command)


def _told(found: Faced | None, earlier: Former, *, behind: bool) -> Sheets:
    if found is None:
        return Sheets(said="The pages are being compared.", waiting=True)
    if found.trouble:
        return Sheets(said=f"{found.trouble}.")
    count = len(found.spreads)
    noted = " The print edition is older than the sources." if behind else ""
    if not count:
        return Sheets(said=f"No page differs from {_called(earlier)}.{noted}")
    said = f"{count} page{'s differ' if count != 1 else ' differs'} from {_called(earlier)}"
    marks = "What went is marked on the pages before, what came on those of now."
    shown = (
        _sheet(found.pair, number, spread, earlier)
        for number, spread in enumerate(found.spreads, start=1)
    )
    return Sheets(said=f"{said}. {marks}{noted}", sheets=tuple(shown))


def _called(earlier: Former) -> str:
    return "what was approved" if earlier.seal else f"“{earlier.edition.title}”"


def _sheet(pair: Pair, number: int, spread: Spread, earlier: Former) -> Sheet:
    where = f"/sheet/{pair.name}/{number}"
    return Sheet(
        caption=_caption(spread),
        before=_page(spread.before, f"{where}/before", f"of {_called(earlier)}"),
        after=_page(spread.after, f"{where}/after", "as it is now"),
    )


def _caption(spread: Spread) -> str:
    if spread.before is None:
        return f"Page {spread.after.page if spread.after else 0} is new"
    if spread.after is None:
        return f"Page {spread.before.page} is gone"
    if spread.before.page == spread.after.page:
        return f"Page {spread.after.page}"
    return f"Page {spread.after.page}, before it was page {spread.before.page}"


def _page(leaf: Leaf | None, address: str, whose: str) -> Page | None:
    if leaf is None:
        return None
    count = len(leaf.regions)
    marks = f"{count or 'no'} region{'s' * (count != 1)} marked"
    return Page(address=address, label=f"Page {leaf.page} {whose}, {marks}")
