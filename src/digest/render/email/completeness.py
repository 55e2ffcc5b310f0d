"""What a whole mail owes its reader: T9, T11 and T18; M1 of its pictures, M9 of a greeting."""

import re
from collections.abc import Iterator

from lxml import etree

from digest.edition.reader import Sample
from digest.edition.view import Digest
from digest.problems import Problem, Severity
from digest.render.email import css
from digest.render.email.cascade import Scheme, pieces
from digest.render.email.markup import HEADINGS, elements, fault, inside, tag, text
from digest.render.placeholders import falls_apart, nameless
from digest.render.wrap import columns

PREHEADER = (40, 90)

_VAGUE = frozenset(
    {"here", "click here", "click", "more", "read more", "link", "this", "hier", "mehr"}
)


def check(root: etree._Element, html: etree._Element, digest: Digest) -> Iterator[Problem]:
    """What is missing in a mail; `root` is its MJML, `html` what became of it."""
    yield from _preheader(root, digest)
    yield from _said(root, digest)
    yield from _headings(root)
    yield from _links(root, digest)
    yield from _foot(html, digest)
    yield from _grounds(root, html)
    yield from _insecure(digest)
    yield from _unsafe(root, digest)
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


def _said(root: etree._Element, digest: Digest) -> Iterator[Problem]:
    """T9: the language, the direction and the title are the digest's."""
    for name, wanted in (("lang", digest.language), ("dir", digest.direction)):
        given = root.get(name)
        if given and given != wanted and not wanted.startswith(f"{given}-"):
            message = f'the mail says {name}="{given}", the digest is {wanted}'
            hint = '<mjml lang="{{ digest.language }}" dir="{{ digest.direction }}">'
            yield fault("T9", root, message, hint)
    for title in elements(root, "mj-title"):
        if text(title) != " ".join(digest.mail.subject.split()):
            hint = "<mj-title>{{ digest.mail.subject }}</mj-title>"
            yield fault("T9", title, "the title is not the subject", hint, Severity.WARNING)


def _headings(root: etree._Element) -> Iterator[Problem]:
    headings = list(elements(root, *HEADINGS))
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
    if Sample.UNSUBSCRIBE.value not in set(_seen(html)):
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


def _seen(html: etree._Element) -> Iterator[str]:
    """Where the links lead that a reader can see."""
    for piece in pieces(html, Scheme.LIGHT):
        if piece.look.size:
            around = (piece.element, *piece.element.iterancestors("a"))
            yield from (one.get("href", "") for one in around)


def _grounds(root: etree._Element, html: etree._Element) -> Iterator[Problem]:
    """T5: a text on a ground that is set nowhere, so that each client takes its own."""
    for piece in pieces(html, Scheme.LIGHT):
        if not any(map(_painted, (piece.element, *piece.element.iterancestors()))):
            message = f'a text without a ground: "{piece.text[:40]}"'
            body = next(elements(root, "mj-body"))
            hint = "give <mj-body> or its sections a background-color"
            yield fault("T5", body, message, hint)
            return


def _painted(element: etree._Element) -> bool:
    names = (one.name for one in css.inline(element.get("style", "")))
    return bool(element.get("bgcolor")) or any(
        name in {"background", "background-color"} for name in names
    )


def _unsafe(root: etree._Element, digest: Digest) -> Iterator[Problem]:
    """T18: a link of the template's own without encryption; a record's source is its author's."""
    sources = {one.source.url for one in digest.entries}
    for one in elements(root):
        address = one.get("href", "")
        if address.lower().startswith("http:") and address not in sources:
            message = f'the link "{address[:60]}" goes without encryption'
            yield fault("T18", one, message, "write https://")


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
