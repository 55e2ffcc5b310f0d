"""The catalogues beside the source, held against the source."""

import string
from collections import Counter
from gettext import c2py
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from digest.edition.phrases import CATALOGUES

CATALOGUE_FILES = sorted(CATALOGUES.rglob("*.po"))

#: Catalogues of a variety of English: what they lack is right as it stands.
ENGLISH = {"en_001"}


def messages_of_the_source() -> set[str]:
    found = extract_from_dir(str(CATALOGUES.parent))
    return {message if isinstance(message, str) else message[0] for _, _, message, _, _ in found}


def name_of(path: Path) -> str:
    return path.parts[-3]


def catalogue(path: Path) -> Catalog:
    with path.open("rb") as source:
        return read_po(source, locale=name_of(path), abort_invalid=True)


def texts(value: object) -> list[str]:
    return [value] if isinstance(value, str) else [str(one) for one in value]  # type: ignore[attr-defined]  # a tuple


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def translated(path: Path) -> list[Message]:
    return [message for message in catalogue(path) if message.id]


def said_in_words(path: Path) -> set[int]:
    """The plural forms that serve one number alone, so that a word can stand for it."""
    form = c2py(catalogue(path).plural_expr)
    served = Counter(form(count) for count in range(1_000))
    return {number for number, counts in served.items() if counts == 1 and len(served) > 2}


def test_the_source_can_be_searched_for_messages() -> None:
    assert {"Do not claim", "{count} record", "Page {page} of {pages}"} <= (
        messages_of_the_source()
    )


@pytest.mark.parametrize("path", CATALOGUE_FILES, ids=name_of)
def test_a_catalogue_translates_only_what_the_source_says(path: Path) -> None:
    known = {texts(message.id)[0] for message in translated(path)}
    assert known <= messages_of_the_source()
    assert name_of(path) in ENGLISH or known == messages_of_the_source()


@pytest.mark.parametrize("path", CATALOGUE_FILES, ids=name_of)
def test_a_translation_is_there_and_keeps_its_placeholders(path: Path) -> None:
    for message in translated(path):
        expected = placeholders(texts(message.id)[-1])
        for form, text in enumerate(texts(message.string)):
            unsaid = {"count"} if form in said_in_words(path) else set()
            assert text.strip()
            assert expected - unsaid <= placeholders(text) <= expected, text


@pytest.mark.parametrize("path", CATALOGUE_FILES, ids=name_of)
def test_no_translation_is_a_guess(path: Path) -> None:
    assert not [message.id for message in translated(path) if message.fuzzy]
