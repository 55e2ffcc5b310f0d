"""What a sheet in mj-style must keep to: T3 and T14 to T17."""

import re
from collections.abc import Iterator

from lxml import etree

from digest.problems import Problem, Severity
from digest.render.email import css
from digest.render.email.markup import elements, fault

MAX_BYTES = 8_000

_DARK = re.compile(r"prefers-color-scheme\s*:\s*dark", re.IGNORECASE)
_OUTLOOK = re.compile(r"\[data-ogs[cb]\]", re.IGNORECASE)
_AT_RULES = re.compile(r"@(import|font-face|supports|charset|layer)\b", re.IGNORECASE)
_LAYOUT = re.compile(r"(min-|max-)?width|padding(-.+)?|font-size|text-align|table-layout")
_SCHEMES = ("color-scheme", "supported-color-schemes")


def check(root: etree._Element) -> Iterator[Problem]:
    """Every sheet that a client would drop or misread, and dark rules that stand alone."""
    dark = False
    for style in elements(root, "mj-style"):
        sheet = style.text or ""
        dark = dark or bool(_DARK.search(sheet))
        yield from _form(style, sheet)
        yield from _dark(style, sheet)
        yield from _features(style, sheet)
        yield from _layout(style, sheet)
    if dark:
        yield from _metas(root)


def _form(style: etree._Element, sheet: str) -> Iterator[Problem]:
    if not sheet.isascii():
        yield fault(
            "T3",
            style,
            "a sheet with letters outside ASCII",
            "write their numbers after a backslash, as in \\2013",
        )
    if "/*" in sheet:
        hint = "use a comment of the template: {# ... #}"
        yield fault("T3", style, "a sheet with a comment", hint)
    if len(sheet.encode()) > MAX_BYTES:
        message = f"a sheet of {len(sheet.encode())} bytes; Gmail drops long ones"
        yield fault("T15", style, message, "split it into several mj-style")
    if re.search(r"[^\s]!\s*important", sheet):
        message = "a sheet with !important right behind its value"
        yield fault("T15", style, message, "put a space before !important")
    for what in dict.fromkeys(css.faults(sheet)):
        message = f"a sheet that cannot be read: {what}"
        yield fault("T15", style, message, "mend it: Gmail drops the whole sheet for one fault")


def _dark(style: etree._Element, sheet: str) -> Iterator[Problem]:
    rules = [rule for rule in css.sheet(sheet) if rule.selector != ":root"]
    kinds = {_kind(rule) for rule in rules}
    if len(kinds) > 1 and kinds != {"light"}:
        message = "dark rules share a sheet with others"
        hint = "give @media (prefers-color-scheme: dark) and [data-ogsc] an mj-style each"
        yield fault("T14", style, message, hint)


def _kind(rule: css.Rule) -> str:
    if _DARK.search(rule.media):
        return "dark"
    return "outlook" if _OUTLOOK.search(rule.selector) else "light"


def _features(style: etree._Element, sheet: str) -> Iterator[Problem]:
    for rule in css.sheet(sheet):
        for one in rule.declarations:
            for what in css.unsupported(one):
                message = f"{what} at {rule.selector} does not work in mail"
                yield fault("T16", style, message, "lay out with tables and padding")
    for name in _AT_RULES.findall(sheet):
        message = f"@{name.lower()} in a sheet does not work in mail"
        yield fault("T16", style, message, "leave it out; name fonts every reader has")


def _layout(style: etree._Element, sheet: str) -> Iterator[Problem]:
    """What everyone shall see, but those see who get the sheet; queries and schemes are extras."""
    for rule in css.sheet(sheet):
        if rule.media or _kind(rule) != "light":
            continue
        names = {one.name: one.value for one in rule.declarations}
        wide = [css.pixels(names.get(name, "")) or 0 for name in ("width", "min-width")]
        if max(wide) > css.PHONE and "max-width" not in names:
            message = f"{rule.selector} is at least {max(wide):g}px wide: a phone has to scroll"
            yield fault("T17", style, message, "use a width in %, or max-width")
        lost = [name for name in names if _LAYOUT.fullmatch(name)]
        if lost:
            message = f"{', '.join(lost)} at {rule.selector} is lost where sheets are dropped"
            hint = "write what the layout needs into style attributes, by macro"
            yield fault("T15", style, message, hint, Severity.WARNING)


def _metas(root: etree._Element) -> Iterator[Problem]:
    named = {one.get("name") for one in elements(root, "meta")}
    missing = [name for name in _SCHEMES if name not in named]
    if missing:
        message = f"dark rules without <meta name={' and '.join(missing)}>"
        hint = 'add <meta name="..." content="light dark" /> in an mj-raw of the head'
        yield fault("T14", root, message, hint)
