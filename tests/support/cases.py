"""For each check one edition that gives it reason to speak and one that does not."""

from datetime import timedelta
from functools import cache
from typing import Any, NamedTuple

from digest.checks.subject import Subject
from digest.content.publication import Fallback, OutcomeClass, Publication, Tone
from digest.content.records import Record
from digest.edition.compose import compose
from digest.render.artifact import Artifact
from digest.render.channels import EMAIL, TEXT, WEB, Channel
from digest.render.pdf import render as print_
from digest.render.theme import Theme
from support.builders import (
    DATED,
    ENGINEER,
    NEUTRAL,
    a_content,
    a_pattern,
    a_publication,
    a_record,
)

OLD = DATED - timedelta(days=200)
THEME = Theme()

#: Words that say nothing, to make texts long.
WORD = "word "


class Case(NamedTuple):
    """What a check is asked about, and whether it has reason to speak."""

    fires: Subject
    silent: Subject


def subject(
    *records: Record,
    publication: Publication | None = None,
    artifacts: tuple[Artifact, ...] = (),
    **edition: Any,
) -> Subject:
    """A subject with every digest of an edition of those records."""
    content = a_content(*records, publication=publication, **edition)
    one = content.newest()
    digests = tuple(
        compose(content, one, role, language)
        for role in content.publication.roles
        for language in content.publication.all_languages
    )
    return Subject(content, one, digests, artifacts)


def told(name: str = "one", **changes: Any) -> Record:
    """A record with a takeaway for the engineer."""
    return a_record(name, **{"roles": {"engineer": f"Use {name} with care."}, **changes})


def pair(**changes: Any) -> tuple[Record, Record]:
    """Two records that differ in everything but what is given."""
    return told("one", **changes), told("two", **changes)


def pattern(first: Record, second: Record, **changes: Any) -> Subject:
    """An edition of two records with one pattern over both."""
    one = a_pattern(first.id, second.id, **changes)
    bad = OutcomeClass(id="bad", title="Bad", tone=Tone.CAUTION)
    known = a_publication()
    publication = known.model_copy(update={"outcome_classes": (*known.outcome_classes, bad)})
    return subject(first, second, publication=publication, patterns=(one,))


def file(
    content: bytes, channel: str = "email", kind: str = "text/html", path: str = "engineer.x"
) -> Artifact:
    """A file of a bundle."""
    return Artifact(
        path=path,
        role="engineer",
        language="en-US",
        channel=channel,
        media_type=kind,
        content=content,
    )


def with_files(*artifacts: Artifact) -> Subject:
    """An edition of one record with files, whatever they hold."""
    return subject(told())._replace(artifacts=artifacts)


def rendered(channel: Channel) -> Artifact:
    """What our own template makes of the edition of one record."""
    digest = next(one for one in subject(told()).digests if not one.role.neutral)
    rendering = channel.render(digest, THEME)
    path = f"{digest.stem}{channel.suffix}"
    return file(rendering.content, channel.name, channel.media_type, path)


@cache
def printed() -> Artifact:
    """The print edition of one record."""
    digest = next(one for one in subject(told()).digests if not one.role.neutral)
    return file(print_(digest, THEME).content, "pdf", "application/pdf", f"{digest.stem}.pdf")


def _omitting(**changes: Any) -> Publication:
    role = ENGINEER.model_copy(update={"when_no_takeaway": Fallback.OMIT, **changes})
    return a_publication(roles=(NEUTRAL, role))


def _claiming(text: str) -> Subject:
    details = {"engineer": {"unsupportedClaims": ("That coating alone restores closing time",)}}
    return subject(told(role_details=details, finding=text))


def _page(fragment: str) -> Subject:
    page = file(b"<p id='here'>x</p>", "web", "text/html", "engineer.html")
    link = f"<a href='engineer.html#{fragment}'>x</a>".encode()
    return with_files(page, file(link, "email", "text/html", "engineer.email.html"))


def cases() -> dict[str, Case]:
    """By the name of the check."""
    one, two = pair()
    claim = {"evidence_class": "claimed"}
    silt = "Silt at the sill slowed the gate by a third in one winter, the board says."
    return {
        "no_takeaway": Case(subject(a_record()), subject(told())),
        "long_title": Case(subject(told(title="t" * 121)), subject(told(title="t" * 120))),
        "no_catalogue": Case(
            subject(told(), publication=a_publication(languages=("fi",))), subject(told())
        ),
        "long_subject": Case(subject(told(), subject="s" * 71), subject(told(), subject="s" * 70)),
        "long_preheader": Case(
            subject(told(), preheader="p" * 91), subject(told(), preheader="p" * 90)
        ),
        "only_claims": Case(pattern(*pair(**claim)), pattern(one, told("two", **claim))),
        "one_class": Case(pattern(one, two), pattern(one, told("two", **claim))),
        "contradicted": Case(pattern(one, told("two", outcome_class="bad")), pattern(one, two)),
        "one_voice": Case(subject(*pair(organization="Same")), subject(one, two)),
        "stale_pattern": Case(
            pattern(*pair(publication_date=OLD)), pattern(one, told("two", publication_date=OLD))
        ),
        "stale_edition": Case(
            subject(*pair(publication_date=OLD)), subject(one, told("two", publication_date=OLD))
        ),
        "thin_role": Case(
            subject(one, a_record("two"), a_record("three"), publication=_omitting()),
            subject(one, two, a_record("three"), publication=_omitting()),
        ),
        "unsupported_claim": Case(
            _claiming("Coating alone restored closing times."),
            _claiming("Coating alone did not restore closing times."),
        ),
        "loose_number": Case(
            subject(told(finding="It rose by 41 minutes."), summary="Up by 58 minutes."),
            subject(told(finding="It rose by 41 minutes."), summary="Up by 41 minutes."),
        ),
        "repeated_finding": Case(
            subject(told("one", finding=silt), told("two", finding=silt.upper())),
            subject(told("one", finding=silt), told("two", finding="Flushing brought it back.")),
        ),
        "same_title": Case(subject(*pair(title="Silt, again")), subject(one, two)),
        "no_limits": Case(subject(told(caveats="N/A.")), subject(told(caveats="One gate."))),
        "long_finding": Case(subject(told(finding="f" * 1201)), subject(told(finding="f" * 1200))),
        "shared_source": Case(
            subject(
                told("one", source_url="https://www.a.example.org/r/#page=2"),
                told("two", source_url="http://a.example.org/r"),
            ),
            subject(one, two),
        ),
        "long_read": Case(
            subject(told(evidence=WORD * 7200)), subject(told(evidence=WORD * 6500))
        ),
        "big_message": Case(
            with_files(file(b"x" * 500_001, kind="message/rfc822")),
            with_files(file(b"x" * 500_000, kind="message/rfc822")),
        ),
        "dead_fragment": Case(_page("nowhere"), _page("here")),
        "unfit": Case(with_files(file(b"x", "pdf", "application/pdf")), with_files(printed())),
        "unsupported": Case(
            with_files(file(b"<p style='display:grid'>x</p>")), with_files(rendered(EMAIL))
        ),
        "parity": Case(
            with_files(file(b"nothing", TEXT.name, TEXT.media_type, f"engineer{TEXT.suffix}")),
            with_files(rendered(TEXT), rendered(WEB)),
        ),
    }
