"""What an editor chose to look at: every axis of the desk, as its address says it."""

from collections.abc import Mapping
from urllib.parse import urlencode

from digest.preview.differences import AGAINST
from digest.preview.personas import AS_BUILT, PERSONAS
from digest.preview.shown import Shown
from digest.render.channels import EMAIL, PDF, TEXT, WEB
from digest.values import Frozen

#: What the channels of the house are called here.
CHANNELS = {EMAIL.name: "Mail", TEXT.name: "Text", PDF.name: "Print", WEB.name: "Web page"}

#: What is shown in the place of a channel: what has changed.
CHANGES = "changes"

#: Widths of a window for mails and pages, in CSS pixels.
WIDTHS = {"600": "600 px", "375": "375 px"}

#: How a program that shows a mail or a page sees it.
LOOKS = {
    "exact": "As this screen",
    "light": "Light",
    "dark": "Dark",
    "forced": "Forced dark",
}
PICTURES = {"shown": "Shown", "blocked": "Blocked"}
PARTS = {"seen": "As read", "source": "Source", "headers": "Headers"}
_READERS = {one.name: one.label for one in PERSONAS}
ZOOMS = {"fit": "Fit", "1": "100 %", "1.5": "150 %", "2": "200 %"}


class Option(Frozen):
    """One value of an axis."""

    value: str
    label: str
    chosen: bool


class Axis(Frozen):
    """Something to choose one value of; `key` is the key that goes on to the next value."""

    name: str
    label: str
    key: str
    options: tuple[Option, ...]


class Choice(Frozen):
    """A value of every axis; `problem` names the problem that is looked at, if any."""

    role: str = ""
    language: str = ""
    channel: str = EMAIL.name
    part: str = "seen"
    width: str = "600"
    look: str = "exact"
    pictures: str = "shown"
    reader: str = AS_BUILT
    zoom: str = "fit"
    against: str = "previous"
    problem: str = ""

    @property
    def query(self) -> str:
        """The choice as the query of an address."""
        return urlencode({name: value for name, value in self if value})

    def but(self, **changes: str) -> str:
        """The query of the same choice with changes."""
        return self.model_copy(update=changes).query


def choice(query: Mapping[str, str], shown: Shown) -> Choice:
    """The choice in a query; what is unknown or missing is the first value of its axis."""
    found: dict[str, str] = {"problem": query.get("problem", "")[:64]}
    for axis, values in _values(shown, query).items():
        asked = query.get(axis, "")
        found[axis] = asked if asked in values else next(iter(values), "")
    return Choice(**found)


def framed(query: Mapping[str, str]) -> Choice:
    """The view a frame asks for; what is unknown or missing is as in the bundle."""
    known = {"look": LOOKS, "pictures": PICTURES, "reader": _READERS}
    asked = {name: query.get(name, "") for name in known}
    return Choice(**{name: value for name, value in asked.items() if value in known[name]})


def axes(chosen: Choice, shown: Shown) -> tuple[Axis, ...]:
    """The axes that mean something for what is looked at, those of one value left out."""
    values = _values(shown, dict(chosen))
    names = ["role", "language", "channel", *_ways(chosen)]
    return tuple(
        _axis(name, values[name], getattr(chosen, name)) for name in names if len(values[name]) > 1
    )


def stem(chosen: Choice, shown: Shown) -> str:
    """The stem of the digest that is looked at; empty when there is none."""
    found = (
        one.stem
        for one in shown.digests.values()
        if (one.role.id, one.language) == (chosen.role, chosen.language)
    )
    return next(found, "")


#: The name of every axis, and the key that goes on to its next value.
_AXES = {
    "role": ("Role", "r"),
    "language": ("Language", "g"),
    "channel": ("Channel", "c"),
    "part": ("Part", "s"),
    "width": ("Width", "w"),
    "look": ("Appearance", "a"),
    "pictures": ("Pictures", "i"),
    "reader": ("Reader", "p"),
    "zoom": ("Zoom", "z"),
    "against": ("Since", "d"),
}


def _values(shown: Shown, query: Mapping[str, str]) -> dict[str, Mapping[str, str]]:
    """The values of every axis with their labels."""
    publication = shown.content.publication if shown.content else None
    roles = {one.id: one.title for one in publication.roles} if publication else {}
    languages = publication.all_languages if publication else ()
    role = query.get("role") if query.get("role") in roles else next(iter(roles), "")
    return {
        "role": roles,
        "language": {one: one for one in languages},
        "channel": _offered(role or "", shown),
        "part": PARTS,
        "width": WIDTHS,
        "look": LOOKS,
        "pictures": PICTURES,
        "reader": _READERS,
        "zoom": ZOOMS,
        "against": AGAINST,
    }


def _offered(role: str, shown: Shown) -> dict[str, str]:
    """The channels a role is published in, the mail first, and what has changed."""
    if shown.content is None:
        return {EMAIL.name: CHANNELS[EMAIL.name]}
    offered = shown.channels.get(role, {})
    order = [*CHANNELS, *sorted(offered.keys() - CHANNELS.keys())]
    found = {name: CHANNELS.get(name, name) for name in order if name in offered}
    return found | {CHANGES: "Changes"}


def _ways(chosen: Choice) -> tuple[str, ...]:
    """The further axes of a channel."""
    if chosen.channel == EMAIL.name:
        if chosen.part == "seen":
            return ("part", "width", "look", "pictures", "reader")
        return ("part", "reader") if chosen.part == "source" else ("part",)
    more = {
        TEXT.name: ("reader",),
        PDF.name: ("zoom",),
        WEB.name: ("width", "look", "pictures"),
        CHANGES: ("against",),
    }
    return more.get(chosen.channel, ())


def _axis(name: str, values: Mapping[str, str], chosen: str) -> Axis:
    label, letter = _AXES[name]
    options = tuple(
        Option(value=value, label=said, chosen=value == chosen) for value, said in values.items()
    )
    return Axis(name=name, label=label, key=letter, options=options)
