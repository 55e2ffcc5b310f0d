"""What was read of an author's file, faulty or not, so that it can be checked to the end."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from digest.content.characters import blank
from digest.content.faults import Place
from digest.content.places import quoted
from digest.values import Frozen

Model = TypeVar("Model", bound=Frozen)


@dataclass(frozen=True, slots=True)
class Draft(Generic[Model]):
    """A set of fields as its file spells it, and the model when nothing was wrong with it.

    What is asked of it and does not stand there in the right form is passed over: the reading
    has said so already.
    """

    place: Place
    raw: dict[str, Any]
    model: Model | None = None

    @property
    def id(self) -> str:
        """The id as it is written, empty when it is not."""
        return self.text("id") or ""

    def text(self, name: str) -> str | None:
        """A field that holds text."""
        value = self.raw.get(name)
        return value if isinstance(value, str) and not blank(value) else None

    def texts(self, name: str) -> list[tuple[Place, str]]:
        """The texts of a list, each with its place."""
        value = self.raw.get(name)
        items = value if isinstance(value, list) else []
        return [
            (self.place.below(name, index), item)
            for index, item in enumerate(items)
            if isinstance(item, str) and not blank(item)
        ]

    def names(self, name: str) -> list[tuple[Place, str]]:
        """The names of the fields that stand in a field, each with its place."""
        value = self.raw.get(name)
        fields = value if isinstance(value, dict) else {}
        return [(self.place.below(name, key), key) for key in fields]

    def parts(self, name: str) -> "list[Draft[Any]]":
        """The sets of fields in a list."""
        value = self.raw.get(name)
        items = value if isinstance(value, list) else []
        return [
            Draft(self.place.below(name, index), item)
            for index, item in enumerate(items)
            if isinstance(item, dict)
        ]

    def is_empty_list(self, name: str) -> bool:
        """Whether the field holds a list without items."""
        return self.raw.get(name) == []


def tell_twice(words: Iterable[tuple[Place, str]], what: str) -> None:
    """Say it of each word that stands in a list again."""
    seen: set[str] = set()
    for place, word in words:
        if word in seen:
            message = f"{what} {quoted(word)} stands twice in this list"
            place.fault("C041", message, "keep one of them")
        seen.add(word)
