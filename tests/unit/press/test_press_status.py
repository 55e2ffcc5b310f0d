"""Until a send begins its approvals are held against what there is now, and told what changed."""

from pathlib import Path
from shutil import rmtree

from digest.bundle import store
from digest.bundle.approved import copy_of
from digest.press.accounts import Accounts
from digest.press.makings import NAMED, Change, Kind, told
from digest.press.status import Status, status
from support.approvals import NOW, approved, whole
from support.builds import EDITION, change_role


def _status(root: Path, output: Path, book: Accounts) -> Status:
    (one,) = status(root, output, book, NOW, EDITION)
    return one


def _undone(one: Status) -> list[str]:
    return [told(found) for found in one.lapses.values()]


def _one_more(root: Path) -> None:
    readers = root / "subscribers.csv"
    text = readers.read_text("utf-8").rstrip("\n")
    readers.write_text(f"{text}\nnew@example.org,New,planner,,en-GB,active\n", "utf-8")


def test_while_nothing_changes_an_approval_holds(
    ready: Path, output: Path, book: Accounts
) -> None:
    approved(ready, output, book, "Desk")

    one = _status(ready, output, book)

    assert (one.standing.valid, one.lapses, one.changes, one.rebuilt) == (True, {}, (), None)


def test_what_other_bytes_are_made_of_is_told(ready: Path, output: Path, book: Accounts) -> None:
    approved(ready, output, book, "Desk")
    change_role(ready, "planner", intro="For planners.")
    whole(ready, output)

    one = _status(ready, output, book)

    assert (one.standing.valid, one.standing.missing) == (False, 1)
    assert _undone(one) == ["publication.yaml was changed"]
    assert one.rebuilt == store.read(output / EDITION)[0].seal


def test_other_readers_are_told(ready: Path, output: Path, book: Accounts) -> None:
    approved(ready, output, book, "Desk")
    _one_more(ready)

    one = _status(ready, output, book)

    assert not one.standing.valid
    assert _undone(one) == ["readers are 3, were 2"]


def test_without_the_copy_the_readers_alone_are_told(
    ready: Path, output: Path, book: Accounts
) -> None:
    seal = approved(ready, output, book, "Desk").run.seal
    change_role(ready, "planner", intro="For planners.")
    whole(ready, output)
    _one_more(ready)
    rmtree(copy_of(output, seal))

    assert _undone(_status(ready, output, book)) == ["readers are 3, were 2"]


def test_without_a_bundle_what_was_approved_stays_so(
    ready: Path, output: Path, book: Accounts
) -> None:
    approved(ready, output, book, "Desk")
    rmtree(output / EDITION)

    assert _status(ready, output, book).standing.valid


def test_each_approval_is_told_apart(ready: Path, output: Path, book: Accounts) -> None:
    first = approved(ready, output, book, "Ann").approval.number
    _one_more(ready)
    second = approved(ready, output, book, "Bo").approval.number
    change_role(ready, "planner", intro="For planners.")
    whole(ready, output)

    found = _status(ready, output, book).lapses

    assert {number: told(undone) for number, undone in found.items()} == {
        first: "publication.yaml was changed; readers are 3, were 2",
        second: "publication.yaml was changed",
    }


def test_changes_are_told_in_a_few_words() -> None:
    others = Change(kind=Kind.AUDIENCE, name="readers", before="2", now="2")
    tool = Change(kind=Kind.TOOL, name="weasyprint", before="70.0", now="70.1")
    files = tuple(
        Change(kind=Kind.INPUT, name=f"records/{n}.json", before=None, now="0")
        for n in range(NAMED)
    )

    assert told((others, tool)) == (
        "readers are 2, were 2, not the same; weasyprint is 70.1, was 70.0"
    )
    assert told((*files, tool)).endswith("records/4.json is new; 1 further change")
    assert told(()) == ""
