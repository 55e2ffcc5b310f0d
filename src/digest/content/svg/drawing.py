"""Which drawings (SVG) a publication may show: shapes and colours alone, each written anew."""

import math
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple
from xml.sax.saxutils import quoteattr

from digest.content.places import printable, quoted
from digest.content.svg.defs import GEOMETRY, LINKS, Defs
from digest.content.svg.paint import PAINTS, Rule, cascade, ignored, sheet
from digest.content.svg.tree import SVG, TOLD, Flaw, Node, UnfitDrawingError, parse
from digest.content.svg.values import (
    Check,
    fit,
    floats,
    length,
    outline,
    points,
    reference,
    share,
    size,
    transform,
    written,
)

#: How many bytes a drawing may have.
LARGEST = 300_000

#: How many times as wide as high a drawing may be, or the other way round.
LONGEST = 100

#: How many dashes a drawing may have, were all its outlines dashed and as long as they can be.
DASHES = 200_000

#: The elements that draw, each with the attributes that shape it.
SHAPES: dict[str, dict[str, Check]] = {
    "rect": {"x": length, "y": length, "width": size, "height": size, "rx": size, "ry": size},
    "circle": {"cx": length, "cy": length, "r": size},
    "ellipse": {"cx": length, "cy": length, "rx": size, "ry": size},
    "line": {"x1": length, "y1": length, "x2": length, "y2": length},
    "polyline": {"points": points},
    "polygon": {"points": points},
    "path": {"d": outline},
}
#: What any element may carry beside.
EVERYWHERE = ("transform", "style", "clip-path")

_NUMBER = re.compile(r"[\d.]+")
_FIT = "preserveAspectRatio"
_FRAME = ("x", "y", "width", "height", "viewBox", _FIT)

_OUTLINES = "turn letters into paths (in Inkscape: Path, Object to Path)"
_FLATTEN = "draw it without, or save the logo as PNG"
_ALONE = "take it out: a logo shows shapes and does nothing"

#: Elements a drawing may not hold, and what to do instead.
INSTEAD = {
    **dict.fromkeys(("text", "tspan", "textPath", "font"), _OUTLINES),
    **dict.fromkeys(("image", "filter", "mask", "pattern", "marker", "feImage"), _FLATTEN),
    **dict.fromkeys(
        ("use", "symbol"), "turn copies into shapes (in Inkscape: Edit, Unlink Clone)"
    ),
    "foreignObject": "export it as plain SVG, without what only one editor reads",
    "switch": "export it as plain SVG, without what only one editor reads",
    "svg": "put its shapes into a group",
}


class Drawing(NamedTuple):
    """A drawing as we wrote it, and its size in CSS pixels."""

    markup: bytes
    width: float
    height: float


def is_drawing(content: bytes) -> bool:
    """Whether bytes are meant as a drawing, in whatever encoding."""
    return content.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"<" or content[:2] in (
        b"\xff\xfe",
        b"\xfe\xff",
    )


def drawing(content: bytes) -> Drawing:
    """The drawing in these bytes; `UnfitDrawingError` with every flaw when it has any."""
    if len(content) > LARGEST:
        hint = "simplify its paths, or save the logo as PNG"
        raise UnfitDrawingError(Flaw(1, 1, f"has more than {LARGEST:,} bytes", hint))
    root, flaws = parse(content)
    maker = _Maker(root, flaws)
    made = maker.drawing(root)
    if maker.flaws or made is None:
        raise UnfitDrawingError(*maker.flaws[:TOLD])
    return made


class _Maker:
    """Writes elements anew and notes what is wrong with them."""

    def __init__(self, root: Node, flaws: list[Flaw]) -> None:
        self.flaws = flaws
        self._defs = Defs(root, flaws)
        self._rules = [*self._sheets(root)]
        self._finest = math.inf
        self._reach = 0.0
        self._drawn = 0

    def drawing(self, root: Node) -> Drawing | None:
        """The whole drawing, or None when it has no size or nothing to see."""
        if (measured := self._measured(root)) is None:
            return None
        width, height, box = measured
        inner = "".join(self._inner(root))
        if 7 * self._reach / self._finest > DASHES:
            self.flaws.append(root.flaw("has dashes too fine to be drawn", "use longer ones"))
        if not self._drawn and not self.flaws:
            hint = "draw something, and look whether layers were left out when it was saved"
            self.flaws.append(root.flaw("shows nothing", hint))
        self._look(root, _FRAME)
        head = {
            "xmlns": SVG,
            "width": written(width),
            "height": written(height),
            "viewBox": " ".join(map(written, box)),
            **dict(self._checked(root, _FIT, root.attributes.get(_FIT, "xMidYMid"), fit)),
            **dict(self._painted(root)),
        }
        return Drawing(f"<svg{_attributes(head)}>{inner}</svg>\n".encode(), width, height)

    def _sheets(self, root: Node) -> Iterator[Rule]:
        for node in root.walk():
            if node.tag == "style":
                try:
                    yield from sheet("".join(node.texts))
                except ValueError as error:
                    hint = "save it with presentation attributes instead of a style sheet"
                    self.flaws.append(
                        node.flaw(f"has a style sheet that cannot be read: {error}", hint)
                    )

    def _measured(self, root: Node) -> tuple[float, float, list[float]] | None:
        """Width and height in CSS pixels, and the box of coordinates."""
        hint = "give the svg element a viewBox such as 0 0 200 44, and width and height in px"
        try:
            box = floats(root.attributes.get("viewBox", ""))
            sides = [_side(root.attributes.get(name, "")) for name in ("width", "height")]
        except ValueError as error:
            self.flaws.append(root.flaw(f"has a size that cannot be read: {error}", hint))
            return None
        width, height = sides
        if not box and width and height:
            box = [0, 0, width, height]
        if len(box) != 4 or min(box[2:]) <= 0:
            self.flaws.append(root.flaw("has no size", hint))
            return None
        width = width or (height * box[2] / box[3] if height else box[2])
        height = height or width * box[3] / box[2]
        if not 1 / LONGEST <= width / height <= LONGEST:
            self.flaws.append(root.flaw(f"has a side over {LONGEST} times the other", hint))
        return width, height, box

    def _inner(self, node: Node, *, clip: bool = False) -> Iterator[str]:
        for child in node.children:
            yield from self._element(child, clip=clip)

    def _element(self, node: Node, *, clip: bool) -> Iterator[str]:
        if node.tag in SHAPES:
            self._drawn += not clip
            head = _attributes(dict(self._shaped(node, SHAPES[node.tag], clip=clip)))
            yield f"<{node.tag}{head}/>"
        elif node.tag in {"g", "defs"} and not clip:
            yield self._group(node)
        elif node.tag == "clipPath" and not clip:
            yield self._clip(node)
        elif node.tag in {"linearGradient", "radialGradient"} and not clip:
            yield self._gradient(node)
        elif node.tag not in {"style", "stop"}:
            inside = " inside a clip path" if clip else ""
            message = f"holds the element {quoted(node.tag)}{inside}"
            self.flaws.append(node.flaw(message, INSTEAD.get(node.tag, _ALONE)))

    def _group(self, node: Node) -> str:
        seen = self._drawn
        head = _attributes(dict(self._shaped(node, {})))
        inner = "".join(self._inner(node))
        self._drawn = seen if node.tag == "defs" else self._drawn
        return f"<{node.tag}{head}>{inner}</{node.tag}>"

    def _clip(self, node: Node) -> str:
        self._look(node, ("clipPathUnits",))
        head = _attributes(self._defs.units(node) | dict(self._painted(node, clip=True)))
        return f"<clipPath{head}>{''.join(self._inner(node, clip=True))}</clipPath>"

    def _gradient(self, node: Node) -> str:
        head, stops = self._defs.gradient(node)
        self._look(node, (*GEOMETRY, *LINKS))
        said = "".join(f"<stop{_attributes(dict(self._stop(one)))}/>" for one in stops)
        return f"<{node.tag}{_attributes(head)}>{said}</{node.tag}>"

    def _stop(self, node: Node) -> Iterator[tuple[str, str]]:
        yield from self._shaped(node, {"offset": share})

    def _shaped(
        self, node: Node, known: dict[str, Check], *, clip: bool = False
    ) -> Iterator[tuple[str, str]]:
        """The attributes of an element: what shapes it, then what paints it."""
        for name, check in (known | {"transform": transform}).items():
            if name in node.attributes:
                yield from self._checked(node, name, node.attributes[name], check)
        self._look(node, (*known, "href"))
        yield from self._painted(node, clip=clip)

    def _look(self, node: Node, known: Iterable[str]) -> None:
        """Note every attribute that is neither known nor without a meaning for shapes."""
        for name in node.attributes.keys() - {*known, *PAINTS, *EVERYWHERE}:
            if not ignored(name, node.attributes[name]):
                self._strange(node, name)

    def _painted(self, node: Node, *, clip: bool = False) -> Iterator[tuple[str, str]]:
        """What paints an element, from wherever it is said."""
        try:
            said = cascade(node.tag, node.attributes, self._rules)
        except ValueError as error:
            hint = "save it with presentation attributes instead of style"
            self.flaws.append(node.flaw(f"has a style that cannot be read: {error}", hint))
            return
        if "clip-path" in node.attributes:
            said.setdefault("clip-path", node.attributes["clip-path"])
        for name, value in said.items():
            yield from self._paint(node, name, value, clip=clip)

    def _paint(
        self, node: Node, name: str, value: str, *, clip: bool
    ) -> Iterator[tuple[str, str]]:
        target = reference(value)
        if name == "clip-path" and value.strip() != "none":
            if made := self._defs.clip(node, target, inside=clip):
                yield name, made
        elif name in {"fill", "stroke"} and target:
            if made := self._defs.paint(node, target):
                yield name, made
        elif name in PAINTS:
            if value.strip() != "inherit" or name in {"opacity", "stop-color", "stop-opacity"}:
                yield from self._checked(node, name, value, PAINTS[name])
        elif not ignored(name, value):
            self._strange(node, name)

    def _checked(
        self, node: Node, name: str, value: str, check: Check
    ) -> Iterator[tuple[str, str]]:
        try:
            made = check(value)
        except ValueError as error:
            message = f"has {name} {quoted(value)} on its {quoted(node.tag)}: {error}"
            self.flaws.append(node.flaw(message, "mend the value, or save it as plain SVG again"))
        else:
            if name == "stroke-dasharray" and made != "none":
                self._finest = min(self._finest, sum(map(float, made.split())) or math.inf)
            elif name not in PAINTS:
                self._reach += sum(abs(float(one)) for one in _NUMBER.findall(made))
            yield name, made

    def _strange(self, node: Node, name: str) -> None:
        what = "runs a program" if name.lower().startswith("on") else "would be lost"
        message = f"has {printable(name)} on its {quoted(node.tag)}, which {what}"
        hint = _ALONE if what == "runs a program" else _FLATTEN
        self.flaws.append(node.flaw(message, hint))


def _side(text: str) -> float | None:
    """A side in CSS pixels; None when it is left to the box."""
    if not text.strip() or text.strip() == "auto":
        return None
    made = size(text)
    return None if made.endswith("%") else float(made) or None


def _attributes(found: dict[str, str]) -> str:
    return "".join(f" {name}={quoteattr(value)}" for name, value in found.items())
