"""The archive for programs: an Atom feed (RFC 4287) and a JSON Feed (version 1.1)."""

import json
from datetime import datetime
from typing import Any

from lxml import etree

from digest.content.characters import without_forbidden
from digest.edition.archive import ATOM, JSON, Archive, Copy, Issue, Reading
from digest.render.mark import mark

ATOM_TYPE, JSON_TYPE = "application/atom+xml", "application/feed+json"
JSON_FEED = "https://jsonfeed.org/version/1.1"

#: Where a JSON feed says whose it is.
MARKED = "_digest_press"

_NAMESPACE = "http://www.w3.org/2005/Atom"
_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"


def atom(archive: Archive) -> bytes:
    """An archive of at least one edition as an Atom feed in UTF-8, ended by a line feed.

    An edition's page, its PDF and its translations are alternates; the digests of other roles,
    which are other texts, are related.
    """
    feed = etree.Element(_tag("feed"), {_LANGUAGE: archive.language}, nsmap={None: _NAMESPACE})
    _text(feed, "id", archive.url(ATOM))
    _text(feed, "title", archive.publication)
    _text(feed, "updated", _updated(archive).isoformat())
    author = etree.SubElement(feed, _tag("author"))
    _text(author, "name", archive.publisher)
    _text(feed, "generator", mark(archive.name))
    _link(feed, "self", ATOM_TYPE, archive.url(ATOM))
    _link(feed, "alternate", "text/html", archive.site, hreflang=archive.language)
    _link(feed, "alternate", JSON_TYPE, archive.url(JSON))
    for issue in archive.issues:
        _entry(feed, archive, issue)
    etree.indent(feed)
    return bytes(etree.tostring(feed, xml_declaration=True, encoding="utf-8")) + b"\n"


def json_feed(archive: Archive) -> bytes:
    """The archive as a JSON Feed in UTF-8, ended by a line feed.

    The files of all roles are attachments; those of one title are one digest in several forms.
    """
    feed = {
        "version": JSON_FEED,
        "title": archive.publication,
        "home_page_url": archive.site,
        "feed_url": archive.url(JSON),
        "language": archive.language,
        "authors": [{"name": archive.publisher}],
        MARKED: {"about": mark(archive.name)},
        "items": [_item(archive, issue) for issue in archive.issues],
    }
    return f"{json.dumps(feed, ensure_ascii=False, indent=2)}\n".encode()


def _entry(feed: etree._Element, archive: Archive, issue: Issue) -> None:
    entry = etree.SubElement(feed, _tag("entry"))
    _text(entry, "id", issue.address)
    _text(entry, "title", issue.title, language=issue.language)
    for name in ("published", "updated"):
        _text(entry, name, issue.published.isoformat())
    for reading, copy in _alternates(issue):
        name, language = reading.name, reading.language
        _link(entry, "alternate", copy.media_type, archive.url(copy.path), language, title=name)
    for reading in issue.readings:
        if reading.web and reading != issue.front:
            web = reading.web
            _link(entry, "related", web.media_type, archive.url(web.path), title=reading.name)
    etree.SubElement(entry, _tag("category"), term=_legal(issue.stream))
    _text(entry, "summary", issue.summary, language=issue.language)


def _alternates(issue: Issue) -> list[tuple[Reading, Copy]]:
    """The front's files in every language; no two have both language and type in common."""
    found: dict[tuple[str, str], tuple[Reading, Copy]] = {}
    for reading in (issue.front, *issue.translations):
        for copy in reading.copies:
            found.setdefault((reading.language, copy.media_type), (reading, copy))
    return list(found.values())


def _item(archive: Archive, issue: Issue) -> dict[str, Any]:
    copies = (copy for _, copy in _alternates(issue))
    return {
        "id": issue.address,
        "url": archive.url(next(copies).path),
        "title": issue.title,
        "content_text": issue.summary,
        "date_published": issue.published.isoformat(),
        "date_modified": issue.published.isoformat(),
        "language": issue.language,
        "tags": [issue.stream],
        "attachments": [
            {
                "url": archive.url(copy.path),
                "mime_type": copy.media_type,
                "title": reading.name,
                "size_in_bytes": copy.size,
            }
            for reading in (*issue.readings, *issue.translations)
            for copy in reading.copies
        ],
    }


def _updated(archive: Archive) -> datetime:
    return max(issue.published for issue in archive.issues)


def _tag(name: str) -> str:
    return f"{{{_NAMESPACE}}}{name}"


def _text(parent: etree._Element, name: str, text: str, *, language: str | None = None) -> None:
    element = etree.SubElement(parent, _tag(name))
    element.text = _legal(text)
    if language:
        element.set(_LANGUAGE, language)


def _link(
    parent: etree._Element,
    relation: str,
    media_type: str,
    url: str,
    hreflang: str | None = None,
    title: str | None = None,
) -> None:
    link = etree.SubElement(parent, _tag("link"), rel=relation, type=media_type, href=url)
    if hreflang:
        link.set("hreflang", hreflang)
    if title:
        link.set("title", _legal(title))


def _legal(text: str) -> str:
    """The text without what XML has no room for; a digest of ours has none of it."""
    return without_forbidden(text)[0]
