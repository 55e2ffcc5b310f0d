"""The approved letters of a run, each compiled when its first reader comes."""

import threading
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path

from digest.delivery.compiled.letter import Letter, Reader
from digest.delivery.compiled.loading import load
from digest.delivery.dispatch.links import Links, Page
from digest.delivery.ledger.rows import Claim

#: Signs a finished mail: the same bytes with a signature in front.
Sign = Callable[[bytes], bytes]


class Letters:
    """The letters in an approved bundle, by role and language.

    `main` is the publication's own language, whose files are named by the role alone; `enclosing`
    are the roles whose mail encloses the print edition. `date` is the run's.
    """

    def __init__(
        self,
        folder: Path,
        *,
        seal: str,
        date: datetime,
        main: str,
        links: Links,
        enclosing: Mapping[str, bool],
        sign: Sign | None = None,
    ) -> None:
        self.seal = seal
        self._folder = folder
        self._date = date
        self._main = main
        self._links = links
        self._enclosing = enclosing
        self._sign = sign
        self._made: dict[tuple[str, str], Letter] = {}
        self._lock = threading.Lock()

    def letter(self, role: str, language: str) -> Letter:
        """The letter of a role in a language; `DigestError` as `load` raises it."""
        with self._lock:
            key = (role, language)
            if key not in self._made:
                self._made[key] = load(
                    self._folder,
                    role if language == self._main else f"{role}.{language}",
                    seal=self.seal,
                    date=self._date,
                    attach_pdf=self._enclosing.get(role, False),
                )
            return self._made[key]

    def mail(self, letter: Letter, claim: Claim) -> bytes:
        """A letter to one reader; `DigestError` (D105, M5) when a value of theirs is unfit."""
        reader = Reader(
            address=claim.address,
            name=claim.name,
            unsubscribe_url=self._links.to(Page.UNSUBSCRIBE, claim.reader),
            preferences_url=self._links.to(Page.PREFERENCES, claim.reader),
        )
        mail = letter.to(reader, claim.message_id)
        return self._sign(mail) if self._sign else mail
