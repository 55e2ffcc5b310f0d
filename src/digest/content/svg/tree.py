"""A drawing as its elements, read without entities, without a network and within limits."""

from collections.abc import Iterator
from io import BytesIO
from typing import NamedTuple
from xml.parsers import expat

from digest.content.pictures import UnfitPictureError
from digest.content.places import printable

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"

#: How many elements a drawing may have, how deep, and how many flaws of it are told.
MOST = 2000
DEEPEST = 32
TOLD = 20

#: Elements that tell about a drawing and draw nothing.
SILENT = frozenset({"title", "desc", "metadata"})

_EXPORT = "save it as plain SVG once more"


class Flaw(NamedTuple):
    """What is wrong with a drawing, where it stands and how to mend it."""

    line: int
    column: int
    message: str
    hint: str


class UnfitDrawingError(UnfitPictureError):
    """The bytes are no drawing that can be shown; it holds every flaw."""

    @property
    def flaws(self) -> tuple[Flaw, ...]:
        """All that is wrong, in the order of the file."""
        return tuple(sorted(self.args))

    def __str__(self) -> str:
        return self.flaws[0].message


class Node(NamedTuple):
    """An element of the drawing; foreign ones and their attributes are left out."""

    tag: str
    attributes: dict[str, str]
    line: int
    column: int
    children: list["Node"]
    texts: list[str]

    def flaw(self, message: str, hint: str) -> Flaw:
        """A flaw of this element."""
        return Flaw(self.line, self.column, message, hint)

    def walk(self) -> Iterator["Node"]:
        """The element and all inside it, in order."""
        yield self
        for child in self.children:
            yield from child.walk()


def parse(content: bytes) -> tuple[Node, list[Flaw]]:
    """The root of a drawing, and what was wrong around it; `UnfitDrawingError` when nothing is."""
    reader = _Reader()
    try:
        reader.parser.ParseFile(BytesIO(content))
    except UnfitDrawingError:
        raise
    except expat.ExpatError as error:
        why = f"is no XML: {expat.errors.messages[error.code]}"
        raise UnfitDrawingError(Flaw(error.lineno, error.offset + 1, why, _EXPORT)) from error
    except (LookupError, ValueError) as error:
        raise UnfitDrawingError(
            Flaw(1, 1, "has an encoding that is unknown", "save it as UTF-8")
        ) from error
    if reader.root is None or reader.root.tag != "svg":
        why = f'has a root that is no svg element of the namespace "{SVG}"'
        raise UnfitDrawingError(Flaw(1, 1, why, f'begin with <svg xmlns="{SVG}">'))
    return reader.root, reader.flaws


class _Reader:
    """Builds the elements from what the parser meets."""

    def __init__(self) -> None:
        self.root: Node | None = None
        self.flaws: list[Flaw] = []
        self._open: list[Node | None] = []
        self._count = 0
        self.parser = parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.StartDoctypeDeclHandler = self._doctype
        parser.ProcessingInstructionHandler = self._instruction

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if self._count > MOST or len(self._open) >= DEEPEST:
            what = f"more than {MOST:,} elements" if self._count > MOST else "deeper groups"
            hint = f"simplify it: {MOST:,} elements, {DEEPEST} deep, are the most for a logo"
            raise UnfitDrawingError(self._flaw(f"has {what} than can be shown", hint))
        above = self._open[-1] if self._open else None
        home, _, tag = name.rpartition(" ")
        node = None
        if home == SVG and tag not in SILENT and (above is not None or not self._open):
            node = Node(tag, _own(attributes), *self._spot(), [], [])
            if above is not None:
                above.children.append(node)
            else:
                self.root = node
        self._open.append(node)

    def _end(self, _name: str) -> None:
        self._open.pop()

    def _text(self, text: str) -> None:
        if self._open and (node := self._open[-1]) is not None:
            node.texts.append(text)

    def _doctype(self, *_: object) -> None:
        hint = "take the line that begins with <!DOCTYPE out"
        raise UnfitDrawingError(self._flaw("declares a document type", hint))

    def _instruction(self, target: str, _data: str) -> None:
        if target.lower() == "xml-stylesheet":
            hint = "write its colours into the drawing"
            self.flaws.append(self._flaw("asks for a style sheet", hint))

    def _flaw(self, message: str, hint: str) -> Flaw:
        return Flaw(*self._spot(), printable(message), hint)

    def _spot(self) -> tuple[int, int]:
        return self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1


def _own(attributes: dict[str, str]) -> dict[str, str]:
    """The attributes that SVG knows; links by their plain name."""
    named = ((name.removeprefix(f"{XLINK} "), value) for name, value in attributes.items())
    return {name: value for name, value in named if " " not in name}
