"""MJML in, checked HTML out: gate, grammar, rules, encoder and engine in their order."""

from collections.abc import Iterator

from lxml import etree

from digest.problems import Problem, stop_on_errors
from digest.render.email import appearance, conditional, engine, gate, grammar, rules, sheets
from digest.render.email.cascade import document
from digest.render.email.encoder import encode
from digest.values import Frozen


class Compiled(Frozen):
    """The HTML of a mail and all that is wrong with its markup and its look."""

    html: str
    problems: tuple[Problem, ...] = ()


def compile_mail(mjml: str) -> Compiled:
    """The HTML of an MJML document; DigestError when it is not well-formed or of unknown words.

    Problems carry the line of the MJML, those of the finished HTML the line of the text they
    quote; errors may be among them.
    """
    root = read(mjml)
    html = engine.html(encode(mjml))
    seen = appearance.check(document(html), root)
    return Compiled(html=html, problems=(*check(root), *seen))


def read(mjml: str) -> etree._Element:
    """The root of MJML that is well-formed and of known words; DigestError with all that is not.

    What passes here the engine can be given without harm.
    """
    root = gate.parse(mjml)
    found = (*gate.quotes(mjml), *gate.references(mjml), *conditional.check(root))
    stop_on_errors((*found, *grammar.check(root)))
    return root


def check(root: etree._Element) -> Iterator[Problem]:
    """All other rules that markup of known words breaks."""
    yield from rules.check(root)
    yield from sheets.check(root)
