"""What an editor may do at the desk: approve what is shown, and post a test of it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from digest.press import approve, trial
from digest.preview.choice import Choice
from digest.preview.office import Office
from digest.preview.shown import Shown
from digest.problems import DigestError, Problem
from digest.values import Frozen

#: What is no longer as it was when somebody looked at it.
MOVED = frozenset({"A001", "A002", "A003", "B003", "B004", "B005"})


class Notice(Frozen):
    """What became of a deed; `status` is the HTTP status of the answer."""

    about: Literal["approve", "test"]
    said: str
    hint: str = ""
    good: bool = False
    status: int = 200


class Deeds:
    """Approvals and tests of what the studio of a publication has made into an output."""

    def __init__(self, root: Path, output: Path, office: Office) -> None:
        self._root = root
        self._output = output
        self._office = office

    def approve(self, shown: Shown, given: Mapping[str, str]) -> Notice:
        """Bind a name to the seal on screen, unless the bundle has moved since."""
        seal = given.get("seal", "")
        if _moved(shown, seal) or shown.edition is None:
            return _late("approve")
        wish = approve.Wish(
            edition=shown.edition.id,
            name=given.get("name", ""),
            note=given.get("note", "").strip(),
            seal=seal,
        )
        try:
            chosen = approve.candidate(self._root, self._output, wish)
            with self._office.accounts(create=True) as accounts:
                done = approve.approve(chosen, self._output, accounts, wish, self._office.now())
        except DigestError as error:
            return _failed("approve", error)
        count = done.run.audience.count
        said = f"Approved by {done.approval.name} for {count} reader{'s' * (count != 1)}"
        return Notice(about="approve", said=said, good=True)

    def test(self, shown: Shown, chosen: Choice, given: Mapping[str, str]) -> Notice:
        """Post the mail on screen to one address, marked as a test."""
        content, edition = shown.content, shown.edition
        if _moved(shown, given.get("seal", "")) or content is None or edition is None:
            return _late("test")
        wish = trial.Wish(
            edition=edition.id,
            address=given.get("address", "").strip(),
            role=chosen.role,
            name=given.get("reader_name", "").strip(),
            language=chosen.language,
        )
        try:
            transport = self._office.transport(content.publication)
            trial.trial(
                self._root,
                self._output,
                wish,
                transport,
                unique=self._office.unique(),
                now=self._office.now(),
            )
        except DigestError as error:
            return _failed("test", error)
        said = f"A test of {chosen.role} went out through {transport.name}"
        return Notice(about="test", said=said, good=True)


def _moved(shown: Shown, seal: str) -> bool:
    return shown.bundle is None or shown.bundle.seal != seal


def _late(about: Literal["approve", "test"]) -> Notice:
    problem = Problem(
        code="K003",
        message="what was on screen is no longer what there is; nothing was done",
        hint="look at it again",
    )
    return _told(about, problem, 409)


def _failed(about: Literal["approve", "test"], error: DigestError) -> Notice:
    first = error.problems[0]
    return _told(about, first, 409 if first.code in MOVED else 400)


def _told(about: Literal["approve", "test"], problem: Problem, status: int) -> Notice:
    return Notice(
        about=about,
        said=f"{problem.code}: {problem.message}",
        hint=problem.hint or "",
        status=status,
    )
