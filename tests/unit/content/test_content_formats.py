"""How single texts are written and what they are read as."""

from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any, get_args

import pytest

from digest.content import formats
from digest.content.formats import DAY, DAY_OR_MOMENT, LINE, MOMENT, TEXT, Format, Refusal


def _format(annotated: Any) -> Format:
    (form,) = [one for one in get_args(annotated) if isinstance(one, Format)]
    return form


def _refused(form: Format, text: str) -> str:
    with pytest.raises(Refusal) as caught:
        form.read(text)
    assert caught.value.message
    assert caught.value.hint
    return caught.value.code


@pytest.mark.parametrize(
    ("form", "text", "value"),
    [
        (TEXT, " one\r\ntwo\u2028three ", "one\ntwo\nthree"),
        (LINE, "  A title\u00a0: x\n", "A title\u00a0: x"),
        (DAY, "2024-02-29", date(2024, 2, 29)),
        (MOMENT, "2026-04-30T09:12:00Z", datetime(2026, 4, 30, 9, 12, tzinfo=UTC)),
        (
            MOMENT,
            "2026-04-30t09:12:00.5+02:00",
            datetime(2026, 4, 30, 9, 12, 0, 500000, tzinfo=timezone(timedelta(hours=2))),
        ),
        (DAY_OR_MOMENT, "2026-04-30", date(2026, 4, 30)),
        (DAY_OR_MOMENT, "2026-04-30T00:00:00Z", datetime(2026, 4, 30, tzinfo=UTC)),
        (_format(formats.Slug), "a", "a"),
        (_format(formats.Slug), "vendor_claim-2", "vendor_claim-2"),
        (_format(formats.RoleId), "sales", "sales"),
        (_format(formats.RecordId), "A.b_c-1", "A.b_c-1"),
        (_format(formats.RecordId), "a" * 128, "a" * 128),
        (_format(formats.EditionId), "2026-05-04-barriers", "2026-05-04-barriers"),
        (_format(formats.Language), "en-gb", "en-GB"),
        (_format(formats.Language), "ZH-hant-tw", "zh-Hant-TW"),
        (_format(formats.Language), "de-CH-1996", "de-CH-1996"),
        (_format(formats.Language), "es-419", "es-419"),
        (_format(formats.Zone), "Europe/London", "Europe/London"),
        (_format(formats.Colour), "#0B5F74", "#0b5f74"),
        (_format(formats.Inside), "styles/logo.png", "styles/logo.png"),
        (_format(formats.Badge), "New · {month}", "New · {month}"),
        (_format(formats.Address), "desk@Example.ORG", "desk@example.org"),
        (_format(formats.Channel), "pdf", "pdf"),
    ],
)
def test_what_is_written_well_is_read(form: Format, text: str, value: object) -> None:
    assert form.read(text) == value


@pytest.mark.parametrize(
    ("form", "code", "texts"),
    [
        (LINE, "C029", ["a\nb", "a\rb", "a\tb", "a\u2028b"]),
        (DAY, "C031", ["2026-02-29", "2026-13-01", "2026-4-1", "20260401", "2026-W10-1"]),
        (DAY, "C031", ["", "2026-04-01 ", "2026-04-01T00:00:00Z", "0026-04-01", "9999-01-01"]),
        (DAY, "C031", ["٢٠٢٦-04-01", "April 2026"]),
        (MOMENT, "C032", ["2026-04-30", "2026-04-30T09:12:00", "2026-04-30 09:12:00Z"]),
        (MOMENT, "C032", ["2026-04-30T24:00:01Z", "2026-04-30T09:12:60Z", "2026-04-31T09:12:00Z"]),
        (MOMENT, "C032", ["2026-04-30T09:12Z", "2026-04-30T09:12:00+25:00"]),
        (MOMENT, "C031", ["0001-01-01T00:00:00+14:00"]),
        (DAY_OR_MOMENT, "C032", ["2026-04-30T"]),
        (_format(formats.Slug), "C030", ["A", "a b", "-a", "a-", "ä", "a/b", "a.b", "a" * 65]),
        (_format(formats.Slug), "C030", ["a\n"]),
        (_format(formats.RoleId), "C030", ["index", "manifest", "con", "com1", "Sales"]),
        (_format(formats.RecordId), "C030", ["a..b", ".a", "a.", "a/b", "a b", "ä", "a" * 129]),
        (_format(formats.EditionId), "C030", ["a", "A-1", "a_1", "a.1", "-a1", "a" * 65, "nul"]),
        (_format(formats.EditionId), "C030", ["outbox", "../x", "ab\n", ".hidden", "\u0430b"]),
        (_format(formats.Language), "C035", ["english", "en_GB", "xx", "en-", "", "../en", "tlh"]),
        (
            _format(formats.Zone),
            "C036",
            ["Europe/Londn", "", "../zone", "Europe", "\x00", "a" * 300],
        ),
        (_format(formats.Colour), "C037", ["teal", "#fff", "0b5f74", "#0b5f7g", "#0b5f74\n"]),
        (_format(formats.Inside), "C038", ["/a", "../a", "a/../b", "a//b", "./a", "a\\b", "c:a"]),
        (_format(formats.Badge), "C039", ["{day}", "{", "}", "{{month}}", "{month:>99}"]),
        (_format(formats.Channel), "C029", ["pdf\nemail"]),
    ],
)
def test_what_is_not_is_refused_with_a_hint(form: Format, code: str, texts: list[str]) -> None:
    assert {text: _refused(form, text) for text in texts} == dict.fromkeys(texts, code)


def test_a_near_miss_is_named() -> None:
    with pytest.raises(Refusal) as caught:
        _format(formats.Zone).read("Europe/Londn")

    assert caught.value.hint == 'did you mean "Europe/London"?'
