"""Names that only a key can make: stable, apart from each other, and silent about people."""

import re
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from digest.content.corpus import Subscriber
from digest.delivery.audience import Selection, person, recipients
from digest.delivery.identity import Key, Keyring, audience
from support.builders import ENGINEER, NEUTRAL, a_publication
from support.ledgers import KEYS

OLD = Key(id="k0", secret=b"another-secret-16")
BOTH = Keyring(keys=(KEYS.current, OLD))


def _message_id(
    edition: str = "e1", generation: int = 1, reader: str = "k1.0f", seal: str = "a"
) -> str:
    return KEYS.message_id(
        "example.org", edition=edition, generation=generation, reader=reader, seal=seal
    )


def test_a_message_id_is_the_same_every_time_and_stands_for_one_mail() -> None:
    others = [
        _message_id(edition="e2"),
        _message_id(generation=2),
        _message_id(reader="k1.1f"),
        _message_id(seal="b"),
        _message_id(edition="e", reader="1k1.0f"),
    ]

    assert _message_id() == _message_id()
    assert re.fullmatch(r"<d1\.[0-9a-f]{40}@example\.org>", _message_id())
    assert len({_message_id(), *others}) == 6


@pytest.mark.parametrize("domain", ["", "Example.org", "a b", "exa>mple.org", "a..b", "é.org"])
def test_a_message_id_has_a_plain_domain(domain: str) -> None:
    with pytest.raises(ValueError, match="domain"):
        KEYS.message_id(domain, edition="e", generation=1, reader="r", seal="s")


def test_a_reader_has_one_id_a_key() -> None:
    assert BOTH.reader("kim@example.org") == KEYS.reader("kim@example.org")
    assert BOTH.readers("kim@example.org") == (
        KEYS.reader("kim@example.org"),
        Keyring(keys=(OLD,)).reader("kim@example.org"),
    )
    assert re.fullmatch(r"k1\.[0-9a-f]{32}", KEYS.reader("kim@example.org"))


def test_purposes_do_not_meet() -> None:
    assert KEYS.current.digest("reader", "x") != KEYS.current.digest("message", "x")
    assert KEYS.current.digest("a", "bc") != KEYS.current.digest("a", "b", "c")
    with pytest.raises(ValueError, match="separator"):
        KEYS.current.digest("a", "b\x1fc")


def test_a_key_tells_nothing_of_itself() -> None:
    shown = f"{BOTH!r} {BOTH} {BOTH.model_dump()} {BOTH.model_dump_json()}"

    assert "0123456789" not in shown
    assert "another" not in shown


@pytest.mark.parametrize("keys", [(), (OLD, OLD)])
def test_a_ring_has_different_keys(keys: tuple[Key, ...]) -> None:
    with pytest.raises(ValidationError):
        Keyring(keys=keys)


@pytest.mark.parametrize(("name", "size"), [("", 32), ("K1", 32), ("k.1", 32), ("k1", 15)])
def test_a_key_is_long_and_plainly_named(name: str, size: int) -> None:
    with pytest.raises(ValidationError):
        Key(id=name, secret=bytes(size))


READERS = [("a@x.org", "planner", "en"), ("b@x.org", "planner", "en"), ("c@x.org", "it", "de")]


def test_an_audience_has_one_name_in_any_order() -> None:
    names = {audience(OLD, order) for order in permutations(READERS)}

    assert len(names) == 1
    assert names.pop().count == 3


def test_another_audience_has_another_name() -> None:
    lists = [
        [],
        READERS[:1],
        READERS[:2],
        READERS,
        [*READERS[:2], ("c@x.org", "it", "en")],
        [*READERS[:2], ("c@x.org", "planner", "de")],
        [*READERS, ("d@x.org", "it", "de")],
        [READERS[0], READERS[0]],
    ]

    assert len({audience(OLD, one).hash for one in lists}) == len(lists)
    assert audience(OLD, READERS).hash != audience(KEYS.current, READERS).hash


@pytest.mark.parametrize(
    "address",
    ["Kim@Example.org", " kim@example.org\t", "KIM@EXAMPLE.ORG", "kim@ex\u0041mple.org"],
)
def test_spellings_of_one_mailbox_are_one_person(address: str) -> None:
    assert person(address) == "kim@example.org"


def test_hosts_in_unicode_and_composed_letters_are_one_person() -> None:
    assert person("kim@b\u00fccher.example") == person("kim@bu\u0308cher.example")
    assert person("kim@B\u00dcCHER.example") == person("kim@xn--bcher-kva.example")
    assert person("k\u00efm@example.org") == person("ki\u0308m@example.org")


def test_dots_and_tags_are_other_people() -> None:
    assert len({person(f"{name}@x.org") for name in ("kim", "k.im", "kim+a")}) == 3


@given(st.emails())
def test_a_person_is_named_once(address: str) -> None:
    assert person(person(address)) == person(address)
    assert person(address.upper()) == person(address.lower())


SELECTION = Selection(
    stream="coast", roles=frozenset({"planner", "it"}), languages=("en-GB", "de")
)


@pytest.mark.parametrize(
    ("changes", "language"),
    [
        ({}, "en-GB"),
        ({"streams": ("rivers", "coast")}, "en-GB"),
        ({"language": "de"}, "de"),
        ({"language": "fr"}, "en-GB"),
        ({"streams": ("rivers",)}, None),
        ({"role": "guest"}, None),
        ({"status": "unsubscribed"}, None),
        ({"status": "bounced"}, None),
    ],
)
def test_who_gets_an_edition_and_in_which_language(
    changes: dict[str, object], language: str | None
) -> None:
    one = Subscriber(email="Kim@Example.org", name="Kim", role="planner").model_copy(
        update=changes
    )

    found = list(recipients([one], SELECTION, KEYS))

    assert [each.language for each in found] == ([language] if language else [])
    for each in found:
        assert (each.mailbox, each.address) == ("kim@example.org", "Kim@Example.org")
        assert each.reader == KEYS.reader("kim@example.org")


def test_roles_without_a_mail_have_no_readers() -> None:
    printed = ENGINEER.model_copy(update={"id": "printed", "channels": ("pdf",)})
    mailed = ENGINEER.model_copy(update={"channels": ("text", "email")})
    publication = a_publication(roles=(NEUTRAL, mailed, printed))

    selection = Selection.of(publication, "coast")

    assert selection.roles == {NEUTRAL.id, ENGINEER.id}
    assert selection.languages == publication.all_languages
