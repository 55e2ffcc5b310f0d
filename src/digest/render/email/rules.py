"""What MJML of known words must hold as well: T4, T5, T8 to T10, T12 and T16 to T18."""

import re
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

from lxml import etree

from digest.problems import Problem, Severity
from digest.render.email import css
from digest.render.email.markup import (
    Presets,
    attributes,
    elements,
    fault,
    parent,
    tag,
    text,
)
from digest.render.email.vocabulary import HTML

#: So many pixels is a mail wide.
WIDTH = 600

#: So many pixels may both sides be padded by, and so many characters stand on one line.
PADDING = 160
UNBROKEN = 40

#: The attributes that are no CSS.
_WORDS = frozenset(
    {
        *("href", "src", "srcset", "alt", "title", "name", "rel", "target", "lang", "dir"),
        *("background-url", "css-class", "mj-class", "usemap", "path"),
    }
)

_LENGTHS = re.compile(
    r"^(inner-)?padding(-\w+)?$|^(inner-)?border-radius$|^border-width$|^(max-)?height$|^width$"
    r"|^font-size$|^letter-spacing$|^background-position"
)
_LENGTH = re.compile(r"-?\d+(\.\d+)?(px|%)|auto|normal|center|left|right|top|bottom")
_HEX = re.compile(r"#[0-9a-fA-F]{6}")
_ROWS = ("mj-wrapper", "mj-section", "mj-group", "mj-column")
_PICTURES = (".png", ".jpg", ".jpeg", ".gif")
_SCHEMES = ("https", "http", "mailto")


def check(root: etree._Element) -> Iterator[Problem]:
    """Every element that breaks a rule; the document follows the grammar already."""
    for one in CHECKS:
        yield from one(root)


def lengths(root: etree._Element) -> Iterator[Problem]:
    """T4: lengths carry their unit, nought too; columns of one section fill it."""
    for element in _mjml(root):
        for name, value in attributes(element):
            if not _LENGTHS.match(name) or _is_count(element, name):
                continue
            for piece in value.split():
                if not _LENGTH.fullmatch(piece):
                    message = f'{name}="{value}" on <{tag(element)}> has a length without px or %'
                    hint = "write 0px, never 0: padding with a bare 0 makes inner widths wrong"
                    yield fault("T4", element, message, hint)
                    break
    yield from _columns(root)


def _is_count(element: etree._Element, name: str) -> bool:
    return tag(element) == "mj-table" and name == "width" and element.get(name) == "auto"


def _columns(root: etree._Element) -> Iterator[Problem]:
    for row in elements(root, "mj-section", "mj-group"):
        widths = [one.get("width", "") for one in row if tag(one) in {"mj-column", "mj-group"}]
        shares = [share for one in widths if (share := _share(one)) is not None]
        total = sum(shares)
        only = len(shares) == len(widths) and not any("px" in one for one in widths)
        if shares and (total > 100.01 or (only and total < 99.9)):
            message = f"the columns of a row are {total:.4g} % wide together"
            yield fault("T4", row, message, "make their widths add up to 100 %")


def _share(width: str) -> float | None:
    """The part of a row, in percent, that a width takes; a row of pixels may be narrower."""
    if re.fullmatch(r"\d+(\.\d+)?%", width):
        return float(width[:-1])
    pixels = css.pixels(width)
    return None if pixels is None else 100 * pixels / WIDTH


def colours(root: etree._Element) -> Iterator[Problem]:
    """T5: every colour is written #rrggbb."""
    for element in elements(root):
        for name, value in attributes(element):
            for wrong in _wrong_colours(element, name, value):
                message = f"the colour {wrong} on <{tag(element)}>"
                yield fault("T5", element, message, "write it as #rrggbb, six digits")
    for style in elements(root, "mj-style"):
        for rule in css.sheet(style.text or ""):
            for one in rule.declarations:
                for wrong in css.wrong_colours(one):
                    message = f"the colour {wrong} at {rule.selector}"
                    yield fault("T5", style, message, "write it as #rrggbb, six digits")


def _wrong_colours(element: etree._Element, name: str, value: str) -> Iterator[str]:
    if name == "style":
        for one in css.inline(value):
            yield from css.wrong_colours(one)
    elif name in {"bgcolor", "color"} or name.endswith("-color"):
        if not _HEX.fullmatch(value) and value not in {"transparent", "inherit"}:
            yield value
    elif re.search(r"(^|-)border(-(top|right|bottom|left))?$", name) and tag(element) not in HTML:
        for one in css.inline(f"border:{value}"):
            yield from css.wrong_colours(one)


def classes(root: etree._Element) -> Iterator[Problem]:
    """T8: the mj-classes of one element set different attributes."""
    sets = {
        one.get("name", ""): {name for name, _ in attributes(one)} - {"name"}
        for one in elements(root, "mj-class")
    }
    for element in _mjml(root):
        names = element.get("mj-class", "").split()
        seen: set[str] = set()
        for name in names:
            both = seen & sets.get(name, set())
            if both:
                message = f"{', '.join(sorted(both))} is set by two of the classes {names}"
                yield fault("T8", element, message, "use one class, or set it on the element")
            seen |= sets.get(name, set())


def language(root: etree._Element) -> Iterator[Problem]:
    """T9: the mail says its language and direction, and has a title."""
    if not root.get("lang") or root.get("dir") not in {"ltr", "rtl"}:
        hint = '<mjml lang="{{ digest.language }}" dir="{{ digest.direction }}">'
        yield fault("T9", root, "the mail does not say its language and direction", hint)
    yield from _directions(root)
    title = next(elements(root, "mj-title"), None)
    if title is None or not text(title):
        hint = "<mj-title>{{ digest.mail.subject }}</mj-title>"
        yield fault("T9", root if title is None else title, "the mail has no title", hint)


def _directions(root: etree._Element) -> Iterator[Problem]:
    presets, wanted = Presets(root), root.get("dir")
    for element in elements(root, *_ROWS):
        if parent(element) == "mj-attributes":
            continue
        if wanted == "rtl" and presets.of(element).get("direction") != wanted:
            message = f"the mail runs from right to left, <{tag(element)}> does not"
            hint = 'direction="{{ digest.direction }}" on sections and columns'
            yield fault("T9", element, message, hint)


def pictures(root: etree._Element) -> Iterator[Problem]:
    """T10: pictures have a text alternative, a width and a format every client shows."""
    for element in elements(root, "mj-image", "img"):
        if element.get("alt") is None:
            yield fault("T10", element, "a picture without alt", 'say what it shows, or alt=""')
        if not re.fullmatch(r"\d+(\.\d+)?(px)?", element.get("width", "")):
            yield fault("T10", element, "a picture without a width in px", "set its width")
        others = [one.split()[0] for one in element.get("srcset", "").split(",") if one.strip()]
        for address in (element.get("src", ""), *others):
            yield from _shown(element, address)
    for element in elements(root):
        if backdrop := element.get("background-url"):
            yield from _shown(element, backdrop)


def _shown(element: etree._Element, address: str) -> Iterator[Problem]:
    scheme, path = _parts(address)
    if scheme not in {"https", "cid"}:
        message = f"a picture from {scheme or 'nowhere'}: is not shown everywhere"
        yield fault("T10", element, message, "use cid: or https:")
    elif scheme == "https" and not path.lower().endswith(_PICTURES):
        message = f'the picture "{path[-40:]}" is not shown everywhere'
        yield fault("T10", element, message, "use PNG, JPEG or GIF")


def _parts(address: str) -> tuple[str, str]:
    """The scheme and the path; nothing of what is no address."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return "", ""
    return parts.scheme, parts.path


def tables(root: etree._Element) -> Iterator[Problem]:
    """T12: tables say whether they lay out or hold data, and data has headings."""
    for table in elements(root, "table"):
        if table.get("role") not in {"presentation", "none"} and not _headed(table):
            hint = 'role="presentation" for layout, <th scope="..."> for data'
            yield fault("T12", table, "a table that says neither layout nor headings", hint)
    for table in elements(root, "mj-table"):
        if parent(table) == "mj-column" and not _headed(table):
            hint = 'give its rows or columns <th scope="row"> or <th scope="col">'
            yield fault("T12", table, "an mj-table without headings", hint)


def _headed(table: etree._Element) -> bool:
    """Whether it has headings of its own: those of a table inside it say nothing of it."""
    own = (one for one in elements(table, "th") if next(one.iterancestors(tag(table))) is table)
    return any(one.get("scope") for one in own)


def clients(root: etree._Element) -> Iterator[Problem]:
    """T16: no CSS that clients drop; T4: no number without a unit in it."""
    for element in elements(root):
        for wrong in css.inline_faults(element.get("style", "")):
            message = f"the style of <{tag(element)}> cannot be read: {wrong}"
            yield fault("T16", element, message, "write property:value, with ; between them")
        for one in css.inline(element.get("style", "")):
            for what in css.unsupported(one):
                message = f"{what} in the style of <{tag(element)}> does not work in mail"
                yield fault("T16", element, message, "lay out with tables and padding")
            if css.unitless(one):
                message = f"{one.name}:{one.value} has a length without a unit"
                yield fault("T4", element, message, "write px")
    yield from _attributes(root)


def _attributes(root: etree._Element) -> Iterator[Problem]:
    """What the engine copies into a style from an attribute of MJML."""
    for element in _mjml(root):
        for name, value in attributes(element):
            if name in _WORDS:
                continue
            found = css.inline(f"{name}:{value}")
            wrong = [what for one in found for what in css.unsupported(one)]
            wrong += [f'"{value[:40]}"'] * (len(found) != 1)
            for what in wrong:
                message = f"{what} in {name} of <{tag(element)}> does not work in mail"
                yield fault("T16", element, message, "give one plain value")


def addresses(root: etree._Element) -> Iterator[Problem]:
    """T16: no link inside the mail; T18: every link is absolute and leads where it may."""
    presets = Presets(root)
    for element in elements(root, "mj-button"):
        if parent(element) != "mj-attributes" and "href" not in presets.of(element):
            yield fault("T18", element, "a button that leads nowhere", "give it an href")
    for element in elements(root):
        address = element.get("href")
        if address is None:
            continue
        if address.startswith("#"):
            hint = "link to the place in the web edition, or leave the link out"
            yield fault("T16", element, f"{address} leads nowhere in a mail", hint)
        elif not _leads(address):
            message = f'the link "{address[:60]}" is not absolute'
            yield fault("T18", element, message, "write https://..., http://... or mailto:...")


def _leads(address: str) -> bool:
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    return parts.scheme in _SCHEMES and bool(parts.netloc or parts.scheme == "mailto")


def widths(root: etree._Element) -> Iterator[Problem]:
    """T17: the body is at most 600 px wide and nothing inside forces more than a phone has."""
    for body in elements(root, "mj-body"):
        width = css.pixels(body.get("width", "600px"))
        if width is None or width > WIDTH:
            yield fault("T17", body, "the body is wider than 600px", 'set width="600px"')
    for element in elements(root, *HTML, "mj-table", "mj-button", "mj-divider"):
        for wide in _wide(element):
            message = f"<{tag(element)}> is at least {wide:g}px wide: a phone has to scroll"
            yield fault("T17", element, message, "use a width in %, or max-width")


def _wide(element: etree._Element) -> Iterator[float]:
    given = element.get("width", "")
    values = [given if given.endswith("px") else f"{given}px"]
    values += [one.value for one in css.inline(element.get("style", "")) if "width" in one.name]
    limits = [one.name for one in css.inline(element.get("style", ""))]
    for value in values:
        width = css.pixels(value)
        if width and width > css.PHONE and "max-width" not in limits:
            yield width


def room(root: etree._Element) -> Iterator[Problem]:
    """T17: padding and lines that do not break leave a phone enough of its width."""
    for element in elements(root):
        look = dict(attributes(element)) if tag(element).startswith("mj") else {}
        look |= {one.name: one.value for one in css.inline(element.get("style", ""))}
        sides = _sides(look)
        if sides > PADDING:
            message = f"<{tag(element)}> takes {sides:g}px of a phone's width for its padding"
            yield fault("T17", element, message, f"pad both sides by {PADDING}px at most")
        words = text(element) if look.get("white-space") == "nowrap" else ""
        if len(words) > UNBROKEN:
            message = f'a line of {len(words)} characters that may not break: "{words[:40]}"'
            hint = f"let lines of more than {UNBROKEN} characters break"
            yield fault("T17", element, message, hint, Severity.WARNING)


def _sides(look: dict[str, str]) -> float:
    """The padding to the left and to the right, together."""
    pieces = [css.pixels(one) or 0 for one in look.get("padding", "").split()] or [0]
    right = pieces[1] if len(pieces) > 1 else pieces[0]
    left = pieces[3] if len(pieces) > 3 else right
    given = [css.pixels(look.get(f"padding-{side}", "")) for side in ("left", "right")]
    return sum(was if own is None else own for own, was in zip(given, (left, right), strict=True))


def targets(root: etree._Element) -> Iterator[Problem]:
    """T17: buttons are at least 44 px high, so that a thumb hits them."""
    presets = Presets(root)
    for button in elements(root, "mj-button"):
        if parent(button) == "mj-attributes":
            continue
        height = _height(presets.of(button))
        if height < 44:
            message = f"a button {height:g}px high is hard to hit"
            hint = "raise inner-padding until it is 44px high"
            yield fault("T17", button, message, hint, Severity.WARNING)


def _height(look: dict[str, str]) -> float:
    size = css.pixels(look.get("font-size", "13px")) or 13
    line = look.get("line-height", "120%")
    factor = float(line[:-1]) / 100 if re.fullmatch(r"[\d.]+%", line) else None
    text_height = css.pixels(line) or size * (factor or _number(line))
    padding = [css.pixels(piece) or 0 for piece in look.get("inner-padding", "10px 25px").split()]
    above, below = (padding[0], padding[2] if len(padding) > 2 else padding[0])
    return round(text_height + above + below, 2)


def _number(value: str) -> float:
    return float(value) if re.fullmatch(r"[\d.]+", value) else 1.2


def _mjml(root: etree._Element) -> Iterator[etree._Element]:
    return (one for one in elements(root) if tag(one).startswith("mj"))


CHECKS: tuple[Callable[[etree._Element], Iterator[Problem]], ...] = (
    lengths,
    colours,
    classes,
    language,
    pictures,
    tables,
    clients,
    addresses,
    widths,
    room,
    targets,
)
