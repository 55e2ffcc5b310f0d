"""How the rooms of the mail's linter look at an element and say what is wrong with it."""

from collections.abc import Iterator

from lxml import etree

from digest.problems import Problem, Severity

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")


def tag(element: etree._Element) -> str:
    """The element's name; empty for a comment, an entity or a processing instruction."""
    return element.tag if isinstance(element.tag, str) else ""


def elements(root: etree._Element, *names: str) -> Iterator[etree._Element]:
    """All elements below and with `root` in document order, of the given names or of any."""
    return (one for one in root.iter(*names) if tag(one))


def attributes(element: etree._Element) -> Iterator[tuple[str, str]]:
    """The element's attributes in the order they are written."""
    return ((str(name), str(value)) for name, value in element.attrib.items())


def parent(element: etree._Element) -> str:
    """The name of the element that holds it; empty at the root."""
    above = element.getparent()
    return "" if above is None else tag(above)


def inside(element: etree._Element, *names: str) -> bool:
    """Whether an element of one of the names holds it, however far up."""
    return any(True for _ in element.iterancestors(*names))


def text(element: etree._Element) -> str:
    """All text inside it, on one line."""
    return " ".join("".join(element.itertext(with_tail=False)).split())


class Presets:
    """What `mj-attributes` presets for the elements of one document."""

    def __init__(self, root: etree._Element) -> None:
        head = [one for block in elements(root, "mj-attributes") for one in block if tag(one)]
        self._tags = {tag(one): dict(attributes(one)) for one in head}
        self._classes = {
            one.get("name", ""): dict(attributes(one)) for one in head if tag(one) == "mj-class"
        }

    def of(self, element: etree._Element) -> dict[str, str]:
        """The element's attributes, its own over its classes', those over the presets'."""
        look = self._tags.get("mj-all", {}) | self._tags.get(tag(element), {})
        for name in element.get("mj-class", "").split():
            look |= self._classes.get(name, {})
        return look | dict(attributes(element))


def fault(
    code: str,
    element: etree._Element,
    message: str,
    hint: str,
    severity: Severity = Severity.ERROR,
) -> Problem:
    """A problem at the line of an element."""
    line = element.sourceline
    return Problem(code=code, message=message, line=line, hint=hint, severity=severity)
