"""What the mails of an edition use that mail programs lack, each feature told once."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from digest.checks.clients.extras import EXTRAS, remedy
from digest.checks.clients.page import Use, uses
from digest.checks.clients.support import DECISIVE, FOLDER, PAGE, Client, Feature, support
from digest.problems import Problem, Severity
from digest.render.email.origins import TEMPLATE, find, template
from digest.render.theme import Theme

_WEB, _OUTLOOK = DECISIVE


class Finding(NamedTuple):
    """A feature and how much its loss weighs; each mail that uses it, with its first use there."""

    feature: Feature
    severity: Severity
    places: tuple[tuple[str, Use], ...]

    def problem(self, root: Path | None = None) -> Problem:
        """The finding in words, at the line of the theme of a publication that writes it."""
        feature = self.feature
        said, clients = "no", feature.lacking
        if self.severity is Severity.NOTE:
            said, clients = "poor", feature.lacking + feature.partial
        path, line = self._written(root)
        measured = f"; measured at {feature.address}" if feature.address else ""
        return Problem(
            code="T21",
            message=f"{said} support for {feature.title} in {_named(clients)}: {self._place}",
            severity=self.severity,
            path=path,
            line=line,
            hint=f"{remedy(feature.slug)}{measured}",
        )

    def _written(self, root: Path | None) -> tuple[str | None, int | None]:
        if root is None:
            return None, None
        theme, texts = Theme(root), dict.fromkeys(use.text for _, use in self.places)
        return find(theme, *texts) or (template(theme, TEMPLATE), None)

    @property
    def _place(self) -> str:
        mail, first = self.places[0]
        count = sum(use.times for _, use in self.places)
        often = f", {count} times" if count > 1 else ""
        spread = f" in {len(self.places)} mails" if len(self.places) > 1 else ""
        return f"{mail} line {first.line}, {first.where}{often}{spread}"


def findings(mails: Iterable[tuple[str, bytes]]) -> tuple[Finding, ...]:
    """The features of mails, given by name and HTML, whose loss weighs something.

    What our own engine writes into every mail is left out, and what readers can do without.
    """
    known = support().features
    found: dict[str, list[tuple[str, Use]]] = {}
    for mail, html in mails:
        for slug, use in uses(html).items():
            if slug in known and slug not in EXTRAS and slug not in _always():
                found.setdefault(slug, []).append((mail, use))
    return tuple(_weighed((known[slug], tuple(places)) for slug, places in found.items()))


def _weighed(
    found: Iterable[tuple[Feature, tuple[tuple[str, Use], ...]]],
) -> Iterator[Finding]:
    for feature, places in found:
        severity = _severity(feature, outlook=any(use.outlook for _, use in places))
        if severity:
            yield Finding(feature, severity, places)


def _severity(feature: Feature, *, outlook: bool) -> Severity | None:
    """An error where a decisive client lacks the feature, a note where most know it badly."""
    if feature.lacks(_WEB) or (outlook and feature.lacks(_OUTLOOK)):
        return Severity.ERROR
    badly = len(feature.lacking) + len(feature.partial)
    return Severity.NOTE if badly * 2 > len(support().clients) else None


@lru_cache(maxsize=1)
def _always() -> frozenset[str]:
    """What stands in every mail, because our engine writes it for the parts of one."""
    return frozenset(uses((FOLDER / PAGE).read_bytes()))


def _named(clients: Sequence[Client]) -> str:
    """Clients by their families; where they run when not all of a family are meant."""
    known = support().clients
    told = []
    for family, group in groupby(sorted(clients, key=known.index), key=lambda one: one.family):
        places = [one.place for one in group]
        whole = len(places) == sum(one.family == family for one in known)
        told.append(family if whole else f"{family} ({', '.join(places)})")
    return ", ".join(told)
