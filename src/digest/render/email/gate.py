"""MJML is read strictly here, before a parser sees it that forgives all and dies of depth."""

import re
from collections.abc import Iterator
from html.entities import name2codepoint

from lxml import etree

from digest.problems import DigestError, Problem

#: What one mail's MJML may weigh and how deep it may nest.
MAX_BYTES = 2_000_000
MAX_DEPTH = 64

#: The five entities XML knows by itself.
_XML_OWN = frozenset({"amp", "lt", "gt", "quot", "apos"})

#: All on one line, so that the lines of the MJML keep their numbers.
_DOCTYPE = b"".join(
    (
        b"<!DOCTYPE mjml [",
        *(
            f'<!ENTITY {name} "&#{code};">'.encode()
            for name, code in sorted(name2codepoint.items())
            if name not in _XML_OWN
        ),
        b"]>",
    )
)
_FORBIDDEN = (
    ("<![CDATA[", "a CDATA section", "write the text itself, with &lt; and &amp;"),
    ("<!DOCTYPE", "a document type", "leave it out"),
    ("<?", "a processing instruction", "leave it out"),
)
_TITLE = re.compile(r"<mj-title\b[^>]*>(.*?)</mj-title\s*>", re.DOTALL)
_SHEET = re.compile(r"<mj-style\b[^>]*>(.*?)</mj-style\s*>", re.DOTALL)
_ENTITY = re.compile(r"&#?\w+;")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_CONDITION = re.compile(
    r"(?P<open><!--\[if\b[^\]]*\]>(?P<shown><!-->)?)"
    r"|(?P<close>(?P<hides><!--)?<!\[endif\]-->)"
    r"|<!\[(?:if|endif)\b",
    re.IGNORECASE,
)


def parse(mjml: str) -> etree._Element:
    """The root element of an MJML document; DigestError T1 or T19 with line and column."""
    _refuse_size(mjml)
    _refuse_constructs(mjml)
    root = _parsed(mjml)
    _refuse_depth(root)
    unbalanced = tuple(_unbalanced(mjml))
    if unbalanced:
        raise DigestError(*unbalanced)
    return root


def quotes(mjml: str) -> Iterator[Problem]:
    """T2: a title with a bare quotation mark, which would end the attribute it is copied into."""
    for title in _TITLE.finditer(mjml):
        at = title[1].find('"')
        if at >= 0:
            line, column = _position(mjml, title.start(1) + at)
            yield Problem(
                code="T2",
                message='the title holds a bare "',
                line=line,
                column=column,
                hint="let the template escape it, or write &#34;",
            )


def references(mjml: str) -> Iterator[Problem]:
    """T3: an entity in a sheet, where it stands for nothing: what is behind it is not read."""
    for sheet in _SHEET.finditer(mjml):
        if found := _ENTITY.search(sheet[1]):
            line, column = _position(mjml, sheet.start(1) + found.start())
            yield Problem(
                code="T3",
                message=f"a sheet with {found[0]}, which means nothing in a sheet",
                line=line,
                column=column,
                hint="write the character itself, or \\ and its number: \\2013; a sheet has no <",
            )


def _refuse_size(mjml: str) -> None:
    size = len(mjml.encode("utf-8", "surrogatepass"))
    if size > MAX_BYTES:
        message = f"the mail's MJML is {size} bytes long; the limit is {MAX_BYTES}"
        raise DigestError(Problem(code="T1", message=message, hint="show fewer records in a mail"))


def _refuse_constructs(mjml: str) -> None:
    bare = _COMMENT.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), mjml)
    for mark, name, hint in _FORBIDDEN:
        at = bare.upper().find(mark)
        if at >= 0:
            line, column = _position(mjml, at)
            message = f"{name} does not belong in MJML"
            raise DigestError(
                Problem(code="T1", message=message, line=line, column=column, hint=hint)
            )


def _parsed(mjml: str) -> etree._Element:
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, huge_tree=False, load_dtd=False
    )
    try:
        return etree.fromstring(_DOCTYPE + mjml.removeprefix("\ufeff").encode(), parser)
    except UnicodeEncodeError as error:
        line, column = _position(mjml, error.start)
        problem = Problem(
            code="T1",
            message="half of a surrogate pair is no character",
            line=line,
            column=column,
            hint="replace the broken character",
        )
        raise DigestError(problem) from error
    except etree.XMLSyntaxError as error:
        raise DigestError(_syntax(error)) from error


def _syntax(error: etree.XMLSyntaxError) -> Problem:
    line, column = error.position
    text = re.sub(r", line \d+, column \d+\s*$", "", error.msg or "not well-formed").strip()
    return Problem(
        code="T1",
        message=f"the mail's MJML is not well-formed: {text}",
        line=line,
        column=column if line > 1 else None,  # the declarations stand before it on line 1
        hint=_remedy(text),
    )


def _remedy(text: str) -> str:
    if "mismatch" in text:
        return "close every tag by its own name; void tags as <br />"
    if "redefined" in text:
        return "keep one of the two attributes"
    if "invalid element name" in text:
        return "write a literal < as &lt;"
    if "Entity" in text or "EntityRef" in text:
        return "write a literal & as &amp;"
    if "depth" in text:
        return f"nest at most {MAX_DEPTH} tags"
    return "mend the markup at this place"


def _refuse_depth(root: etree._Element) -> None:
    depth = 0
    for event, element in etree.iterwalk(root, events=("start", "end")):
        depth += 1 if event == "start" else -1
        if depth > MAX_DEPTH:
            message = f"tags nest more than {MAX_DEPTH} deep at <{_tag(element)}>"
            line = element.sourceline
            hint = f"nest at most {MAX_DEPTH} tags"
            raise DigestError(Problem(code="T1", message=message, line=line, hint=hint))


def _tag(element: etree._Element) -> str:
    return element.tag if isinstance(element.tag, str) else "?"


def _unbalanced(mjml: str) -> Iterator[Problem]:
    """The first conditional comment that is not opened and closed in turn, in one manner."""
    opened: re.Match[str] | None = None
    for mark in _CONDITION.finditer(mjml):
        if not _follows(opened, mark):
            yield _comment_problem(mjml, mark)
            return
        opened = mark if mark["open"] else None
    if opened:
        yield _comment_problem(mjml, opened)


def _follows(opened: re.Match[str] | None, mark: re.Match[str]) -> bool:
    if mark["open"]:
        return opened is None
    if mark["close"] and opened:
        return bool(mark["hides"]) is bool(opened["shown"])
    return False


def _comment_problem(mjml: str, mark: re.Match[str]) -> Problem:
    line, column = _position(mjml, mark.start())
    return Problem(
        code="T19",
        message=f"the conditional comment {mark[0]} has no counterpart",
        line=line,
        column=column,
        hint="every <!--[if ...]> needs its <![endif]-->",
    )


def _position(text: str, at: int) -> tuple[int, int]:
    """Line and column, from 1, of a place in a text."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
