"""What a whole mail owes its reader: T9, T11 and T18; M1 of its pictures, M9 of a greeting."""

import re
from collections.abc import Iterator

from lxml import etree

from digest.edition.reader import Sample
from digest.edition.view import Digest
from digest.problems import Problem, Severity
from digest.render.email import css
from digest.render.email.markup import elements, fault, inside, tag, text
from digest.render.placeholders import falls_apart, nameless
from digest.render.wrap import columns

PREHEADER = (40, 90)

_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_VAGUE = frozenset(
    {"here", "click here", "click", "more", "read more", "link", "this", "hier", "mehr"}
)


def check(root: etree._Element, html: etree._Element, digest: Digest) -> Iterator[Problem]:
    """What is missing in a mail; `root` is its MJML, `html` what became of it."""
    yield from _preheader(root, digest)
    yield from _headings(root)
    yield from _links(root, digest)
    yield from _foot(html, digest)
    yield from _insecure(digest)
    yield from _greeting(root)


def pictures(root: etree._Element, sent: str | None) -> Iterator[Problem]:
    """M1: a picture that is shown from the mail itself, but is not the one it carries."""
    for one in elements(root, "img", "mj-image"):
        source = one.get("src", "")
        if source.startswith("cid:") and source != sent:
            message = f"a picture is shown that is not sent: {source}"
            hint = "a mail carries the logo: show {{ style.logo.source }}, or a picture by https:"
            yield fault("M1", one, message, hint)


def _preheader(root: etree._Element, digest: Digest) -> Iterator[Problem]:
    preview = next(elements(root, "mj-preview"), None)
    if preview is None or not text(preview):
        hint = "<mj-preview>{{ digest.mail.preheader }}</mj-preview>"
        yield fault("T9", root if preview is None else preview, "the mail has no preheader", hint)
        return
    length, (least, most) = columns(text(preview)), PREHEADER
    if not least <= length <= most:
        message = f"the preheader is {length} characters wide"
        hint = f"{least} to {most} characters, the most important first: set the preheader"
        problem = fault("T9", preview, message, hint, Severity.WARNING)
        if text(preview) == " ".join(digest.mail.preheader.split()):
            # The template did as it should: what it prints is the edition's.
            at = f"{digest.masthead.edition}/preheader"
            problem = problem.model_copy(update={"line": None, "pointer": at})
        yield problem


def _headings(root: etree._Element) -> Iterator[Problem]:
    headings = list(elements(root, *_HEADINGS))
    firsts = [one for one in headings if tag(one) == "h1"]
    if len(firsts) != 1:
        at = firsts[1] if firsts else root
        yield fault("T11", at, f"the mail has {len(firsts)} <h1>", "one <h1>: the title")
    above = 0
    for one in headings:
        level = int(tag(one)[1])
        if level > above + 1:
            message = f"<{tag(one)}> follows a heading of level {above}"
            yield fault("T11", one, message, f"use <h{above + 1}>")
        above = level
        yield from _inline(one)


def _inline(heading: etree._Element) -> Iterator[Problem]:
    set_here = {one.name for one in css.inline(heading.get("style", ""))}
    missing = [name for name in ("font-size", "margin") if name not in set_here]
    if missing:
        message = f"<{tag(heading)}> leaves its {' and '.join(missing)} to the client"
        yield fault("T11", heading, message, 'style="margin:0;font-size:..."')


def _links(root: etree._Element, digest: Digest) -> Iterator[Problem]:
    targets: dict[str, str] = {}
    sources = {one.source.url: f"{one.id}/sourceLabel" for one in digest.entries}
    for link in elements(root, "a", "mj-button"):
        address = link.get("href", "")
        if inside(link, "mj-attributes"):
            continue
        words = text(link) or " ".join(one.get("alt", "") for one in elements(link, "img"))
        if not words.strip():
            message = f'a link without words to "{address[:60]}"'
            yield fault("T11", link, message, "say where it goes")
        elif words.strip(" .:>»→…").lower() in _VAGUE:
            message = f'the link "{words}" does not say where it goes'
            yield fault("T11", link, message, "name its target", Severity.WARNING)
        elif targets.setdefault(words, address) != address:
            message = f'two links say "{words[:60]}" and lead to different places'
            problem = fault("T11", link, message, "name each target", Severity.WARNING)
            yield problem.model_copy(update={"pointer": sources.get(address)})


def _foot(html: etree._Element, digest: Digest) -> Iterator[Problem]:
    links = {one.get("href") for one in html.iter("a")}
    if Sample.UNSUBSCRIBE.value not in links:
        hint = '<a href="{{ digest.mail.unsubscribe_url }}">{{ digest.words.unsubscribe }}</a>'
        yield Problem(code="T18", message="the mail has no link to unsubscribe", hint=hint)
    said = re.sub(r"\s+", " ", " ".join(html.itertext()))
    for what, words, field in (
        ("postal address", digest.mail.postal_address, "postal_address"),
        ("reason why a reader gets it", digest.mail.why_you_get_this, "why_you_get_this"),
    ):
        if re.sub(r"\s+", " ", words) not in said:
            hint = f"print {{{{ digest.mail.{field} }}}} at its foot"
            yield Problem(code="T18", message=f"the mail does not print the {what}", hint=hint)


def _greeting(root: etree._Element) -> Iterator[Problem]:
    for one in elements(root):
        own = " ".join(filter(None, (one.text, *(child.tail for child in one))))
        if rest := nameless(own):
            yield falls_apart(rest).model_copy(update={"line": one.sourceline})


def _insecure(digest: Digest) -> Iterator[Problem]:
    for entry in digest.entries:
        if entry.source.url.lower().startswith("http:"):
            yield Problem(
                code="T18",
                message="the source is linked without encryption",
                severity=Severity.NOTE,
                pointer=f"{entry.id}/sourceUrl",
                hint="write https:// where the site offers it",
            )
