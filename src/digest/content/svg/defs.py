"""What shapes of a drawing refer to: gradients and clip paths, by names of our own."""

from digest.content.places import quoted
from digest.content.svg.tree import Flaw, Node
from digest.content.svg.values import Check, choice, length, size, transform

#: How gradients are named and build on one another.
LINKS = ("id", "href")

_UNITS = choice("userSpaceOnUse", "objectBoundingBox")
_COMMON: dict[str, Check] = {
    "gradientUnits": _UNITS,
    "gradientTransform": transform,
    "spreadMethod": choice("pad"),
}
_GRADIENTS: dict[str, dict[str, Check]] = {
    "linearGradient": {"x1": length, "y1": length, "x2": length, "y2": length} | _COMMON,
    "radialGradient": {
        "cx": length,
        "cy": length,
        "r": size,
        "fx": length,
        "fy": length,
        "fr": size,
    }
    | _COMMON,
}

#: Every attribute that shapes a gradient.
GEOMETRY = frozenset(name for known in _GRADIENTS.values() for name in known)

#: How many gradients may build on one another, and stops one may have.
CHAIN = 8
STOPS = 64

#: How many characters all uses of clip paths may repeat, and stops all uses of gradients.
CLIPPED = 200_000
SHADES = 4000

_MEND = "mend the id, or save it as plain SVG again"


class Defs:
    """The gradients and clip paths of a drawing; what is wrong with them is added to `flaws`."""

    def __init__(self, root: Node, flaws: list[Flaw]) -> None:
        self._flaws = flaws
        self._nodes: dict[str, Node] = {}
        self._names: dict[str, str] = {}
        self._clipped = 0
        self._shades = 0
        for node in root.walk():
            if node.tag in {*_GRADIENTS, "clipPath"} and (name := node.attributes.get("id")):
                if name in self._nodes:
                    self._flaws.append(node.flaw(f"has the id {quoted(name)} twice", _MEND))
                self._nodes[name] = node
                self._names[name] = f"d{len(self._names) + 1}"

    def units(self, node: Node) -> dict[str, str]:
        """The own attributes of a clip path."""
        return self._head(node, {"clipPathUnits": _UNITS, "transform": transform}, node.attributes)

    def gradient(self, node: Node) -> tuple[dict[str, str], list[Node]]:
        """The attributes of a gradient and its stops, with those of the gradients it builds on."""
        known = _GRADIENTS[node.tag]
        said: dict[str, str] = {}
        stops: list[Node] = []
        for one in self._chain(node):
            own = {name: value for name, value in one.attributes.items() if name in known}
            said = own | said
            stops = stops or [child for child in one.children if child.tag == "stop"]
        if len(stops) > STOPS:
            self._flaws.append(
                node.flaw(f"has a gradient of more than {STOPS} stops", "use fewer")
            )
        return self._head(node, known, said), stops[:STOPS]

    def paint(self, node: Node, target: str) -> str | None:
        """The reference to a gradient; None, and a flaw, when there is none of that id."""
        found = self._nodes.get(target)
        if found is None or found.tag not in _GRADIENTS:
            self._flaws.append(node.flaw(f"has no gradient {quoted(target)}", _MEND))
            return None
        self._shades += sum(
            child.tag == "stop" for one in self._chain(found) for child in one.children
        )
        if self._shades > SHADES:
            self._flaws.append(node.flaw("uses gradients too often", "use plain colours"))
            return None
        return f"url(#{self._names[target]})"

    def clip(self, node: Node, target: str | None, *, inside: bool) -> str | None:
        """The reference to a clip path; None, and a flaw, when it cannot be followed."""
        found = self._nodes.get(target or "")
        if found is None or target is None or found.tag != "clipPath":
            self._flaws.append(node.flaw("has no clip path of that id", _MEND))
            return None
        self._clipped += sum(len(v) for one in found.walk() for v in one.attributes.values())
        if inside or self._clipped > CLIPPED:
            what = "clips its clip paths" if inside else "uses clip paths too often"
            self._flaws.append(node.flaw(what, "cut the shapes themselves"))
            return None
        return f"url(#{self._names[target]})"

    def _chain(self, node: Node) -> list[Node]:
        """The gradient and those it builds on, the nearest first."""
        found, ahead = [node], node
        while link := ahead.attributes.get("href"):
            following = self._nodes.get(link.removeprefix("#")) if link[:1] == "#" else None
            if following is None or following.tag not in _GRADIENTS:
                message = f"has no gradient {quoted(link)} to build on"
                self._flaws.append(ahead.flaw(message, _MEND))
                break
            if len(found) >= CHAIN:
                self._flaws.append(node.flaw("builds gradients on each other without end", _MEND))
                break
            found.append(following)
            ahead = following
        return found

    def _head(self, node: Node, known: dict[str, Check], said: dict[str, str]) -> dict[str, str]:
        own = node.attributes.get("id")
        made = {"id": self._names[own]} if own else {}
        for name, value in said.items():
            if name in known:
                try:
                    made[name] = known[name](value)
                except ValueError as error:
                    message = f"has {name} {quoted(value)} on its {quoted(node.tag)}: {error}"
                    self._flaws.append(node.flaw(message, _MEND))
        return made
