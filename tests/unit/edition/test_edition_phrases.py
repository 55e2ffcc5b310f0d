from datetime import date
from pathlib import Path

import pytest
from babel.localedata import locale_identifiers

from digest.edition.phrases import Phrases, locale_of

DAY = date(2026, 11, 3)

DUTCH = """\
msgid ""
msgstr ""
"Language: nl\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Contents"
msgstr "Inhoud"

msgid "{count} record"
msgid_plural "{count} records"
msgstr[0] "{count} bewijsstuk"
msgstr[1] "{count} bewijsstukken"
"""


@pytest.fixture
def dutch(tmp_path: Path) -> Path:
    catalogue = tmp_path / "nl" / "LC_MESSAGES" / "digest.po"
    catalogue.parent.mkdir(parents=True)
    catalogue.write_text(DUTCH, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("language", "long", "short", "month"),
    [
        ("en-US", "November 3, 2026", "Nov 3, 2026", "Nov 2026"),
        ("en-GB", "3 November 2026", "3 Nov 2026", "Nov 2026"),
        ("de", "3. November 2026", "03.11.2026", "Nov. 2026"),
        ("fr", "3 novembre 2026", "3 nov. 2026", "nov. 2026"),
    ],
)
def test_a_language_writes_its_own_dates(language: str, long: str, short: str, month: str) -> None:
    say = Phrases(language)
    day = say.day(DAY)
    assert (day.iso, day.text, day.short) == (DAY, long, short)
    assert say.month(DAY) == month


def test_a_language_without_a_catalogue_keeps_english_words_numbers_and_lists() -> None:
    say = Phrases("fr")
    assert say.gettext("Contents") == "Contents"
    assert say.ngettext("{count} record", "{count} records", 1234) == "1,234 records"
    assert say.listing(["NVIDIA", "Intel"]) == "NVIDIA and Intel"


def test_a_catalogue_gives_words_plurals_numbers_and_lists(dutch: Path) -> None:
    say = Phrases("nl-BE", dutch)
    assert say.gettext("Contents") == "Inhoud"
    assert say.ngettext("{count} record", "{count} records", 1) == "1 bewijsstuk"
    assert say.ngettext("{count} record", "{count} records", 1234) == "1.234 bewijsstukken"
    assert say.listing("abc") == "a, b en c"


def test_a_message_the_catalogue_lacks_stays_english(dutch: Path) -> None:
    assert Phrases("nl", dutch).gettext("Unsubscribe") == "Unsubscribe"


def test_a_region_falls_back_on_its_language_region(dutch: Path) -> None:
    regional = dutch / "nl_BE" / "LC_MESSAGES" / "digest.po"
    regional.parent.mkdir(parents=True)
    regional.write_text(DUTCH.replace("Inhoud", "Inhoudstafel"), encoding="utf-8")
    bare = DUTCH.replace('msgid "Contents"\nmsgstr "Inhoud"\n', "").replace("stuk", "")
    regional.write_text(bare, encoding="utf-8")
    say = Phrases("nl-BE", dutch)
    assert say.gettext("Contents") == "Inhoud"
    assert say.ngettext("{count} record", "{count} records", 1) == "1 bewijs"


@pytest.mark.parametrize(
    ("language", "word"),
    [("en-US", "Organization"), ("en-GB", "Organisation"), ("en-AU", "Organisation")],
)
def test_english_is_spelt_as_its_region_spells_it(language: str, word: str) -> None:
    assert Phrases(language).gettext("Organization") == word


def test_values_are_never_read_as_templates() -> None:
    say = Phrases("en")
    hostile = "{publisher} {0} {unclosed %s"
    assert say.gettext("What this means for {role}", role=hostile).endswith(hostile)
    assert say.ngettext("{count} of {role}", "{count} of {role}", 2, role=hostile).endswith(
        hostile
    )


def test_a_message_without_values_keeps_its_placeholders() -> None:
    assert Phrases("en").gettext("Page {page} of {pages}") == "Page {page} of {pages}"


@pytest.mark.parametrize(
    ("language", "direction"),
    [("ar", "rtl"), ("he-IL", "rtl"), ("en-GB", "ltr"), ("mn-Mong", "ltr"), ("tlh", "ltr")],
)
def test_direction_follows_the_script(language: str, direction: str) -> None:
    assert Phrases(language).direction == direction


@pytest.mark.parametrize(
    ("language", "locale"),
    [
        ("en-gb", "en_GB"),
        ("de-1996", "de"),
        ("de-x-private", "de"),
        ("en-GB-u-ca-buddhist", "en_GB"),
        ("zh-Hant-TW", "zh_Hant_TW"),
        ("tlh", "en"),
        ("i-klingon", "en"),
        ("", "en"),
    ],
)
def test_as_much_of_a_tag_as_is_known_counts(language: str, locale: str) -> None:
    assert str(locale_of(language)) == locale


def test_every_language_there_is_can_write_any_date() -> None:
    for identifier in locale_identifiers():
        say = Phrases(identifier.replace("_", "-"))
        for day in (date.min, DAY, date.max):
            assert say.day(day).text
            assert say.day(day).short
            assert say.month(day)


def test_the_last_days_of_a_year_belong_to_that_year_in_every_language() -> None:
    for identifier in locale_identifiers():
        say = Phrases(identifier.replace("_", "-"))
        assert say.month(date(2024, 12, 31)) == say.month(date(2024, 12, 1))
        assert "2025" not in say.day(date(2024, 12, 31)).text
