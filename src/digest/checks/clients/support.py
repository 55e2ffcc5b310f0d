"""What mail programs bear, as somebody measured it: a small table that is shipped with us."""

import json
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

#: Where the table, the empty mail and the notice about their origin stand.
FOLDER = Path(__file__).with_name("data")
TABLE = "clients.json"
PAGE = "empty.html"

#: The two that decide: most readers have the one, the other has the oldest engine.
DECISIVE = ("gmail.desktop-webmail", "outlook.windows")

#: What no mail program runs or shows; nobody measures it any more.
NOWHERE = {"script": "scripts", "html-iframe": "<iframe> element"}

_NO, _PARTLY = "n", "a"


class Client(NamedTuple):
    """A mail program: its id in the table, its family and where it runs."""

    id: str
    family: str
    place: str


class Feature(NamedTuple):
    """A thing of HTML, CSS or a picture, who does not know it and who knows a part of it.

    `address` is the page of its measurements, None for what nobody measures.
    """

    slug: str
    title: str
    lacking: tuple[Client, ...]
    partial: tuple[Client, ...]
    address: str | None

    def lacks(self, client: str) -> bool:
        """Whether the client of that id does not know the feature."""
        return any(one.id == client for one in self.lacking)


class Support(NamedTuple):
    """The table: the day of its data, its clients in order, its features by their short names."""

    date: str
    clients: tuple[Client, ...]
    features: dict[str, Feature]


@lru_cache(maxsize=1)
def support() -> Support:
    """The table, read once."""
    data = json.loads((FOLDER / TABLE).read_text(encoding="utf-8"))
    clients = tuple(Client(*client) for client in data["clients"])
    features = {
        slug: _feature(slug, title, marks, clients, f"{data['source']}features/{slug}/")
        for slug, (title, marks) in data["features"].items()
    }
    nobody = _NO * len(clients)
    own = {slug: _feature(slug, title, nobody, clients) for slug, title in NOWHERE.items()}
    return Support(data["date"], clients, features | own)


def _feature(
    slug: str, title: str, marks: str, clients: tuple[Client, ...], address: str | None = None
) -> Feature:
    lacking, partial = (
        tuple(client for client, mark in zip(clients, marks, strict=True) if mark == wanted)
        for wanted in (_NO, _PARTLY)
    )
    return Feature(slug, title, lacking, partial, address)
