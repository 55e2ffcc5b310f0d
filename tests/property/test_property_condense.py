"""Of any number of records in any script a mail tells as much as fits, and what it does not."""

import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import html as parser

from digest.checks.parity import parity
from digest.checks.subject import Subject
from digest.edition.compose import compose
from digest.edition.view import Digest, Entry
from digest.problems import DigestError, Severity
from digest.render.artifact import Artifact, Rendering
from digest.render.channels import EMAIL
from digest.render.email import render
from digest.render.email.condense import HARD, ROOM, SOFT, TITLE, Plan, choose, telling
from digest.render.email.letter import Letters, within
from digest.render.theme import Theme
from support.many import many
from support.quick import quick_content
from support.renderings import coast
from support.samples import COAST

THEME = Theme()
UTF8 = parser.HTMLParser(encoding="utf-8")

#: A long title in each script; those of the third have no spaces between words.
SCRIPTS = {
    "english": "Closing times of a hinged gate after one wet winter & silt at its <sill> ",
    "japanese": "閘門の閉鎖時間と堆積土砂の関係を一冬にわたり計測した結果とその限界について",
    "thai": "ผลการวัดเวลาปิดประตูน้ำหลังฤดูหนาวที่เปียกชื้นหนึ่งฤดู",
    "arabic": "أوقات إغلاق البوابة بعد شتاء ممطر واحد مع وجود الطمي عند العتبة ",
    "emoji": "👩\u200d🔬 gate 👨\u200d👩\u200d👧 sill 🌊 silt ",
}


def _digest(count: int, script: str = "english", title: int = 60, text: int = 200) -> Digest:
    """A digest of so many records, with titles and texts of so many characters."""
    content, edition = many(quick_content(COAST), count)
    words = SCRIPTS[script] * (1 + text // len(SCRIPTS[script]))
    records = {
        name: one.model_copy(
            update={
                "title": f"({number}) {words}"[:title].strip(),
                "finding": words[:text],
                "caveats": words[:text],
            }
        )
        for number, (name, one) in enumerate(content.records.items())
    }
    content = content.model_copy(update={"records": records})
    return compose(content, edition, content.publication.role("engineer"), "en-GB")


def _flat(text: str) -> str:
    return " ".join(text.split())


def _said(rendering: Rendering) -> str:
    page = parser.document_fromstring(rendering.content, parser=UTF8)
    return _flat(str(page.text_content()))


def _links(rendering: Rendering) -> set[str]:
    page = parser.document_fromstring(rendering.content, parser=UTF8)
    return {one.get("href", "") for one in page.iter("a")}


def _told(rendering: Rendering) -> str:
    return " ".join(one.message for one in rendering.problems if one.code == "T17")


def _different(digest: Digest, rendering: Rendering) -> list[str]:
    """What the parity check says of the mail."""
    content = quick_content(COAST)
    mail = Artifact(
        path=f"{digest.stem}{EMAIL.suffix}",
        role=digest.role.id,
        language=digest.language,
        channel=EMAIL.name,
        media_type=EMAIL.media_type,
        content=rendering.content,
    )
    subject = Subject(content, content.newest(), (digest,), (mail,))
    return [one.message for one in parity(subject)]


@pytest.mark.parametrize("title", [40, 90, 140, 400])
@pytest.mark.parametrize("script", SCRIPTS)
def test_three_hundred_records_are_all_named_and_linked(script: str, title: int) -> None:
    digest = _digest(300, script, title, text=2_000)
    rendering = render(digest, THEME)
    said, told = _said(rendering), _told(rendering)
    limit = re.search(r"cuts titles at (\d+)", told)
    most = int(limit[1]) if limit else title

    assert len(rendering.content) < HARD - ROOM
    assert most >= TITLE
    assert f"({299})" in said
    assert [
        one.number for one in digest.entries if _flat(within(one.title, most)) not in said
    ] == []
    assert {f"{digest.links.web}#{one.number}" for one in digest.entries} <= _links(rendering)
    assert (f"Titles longer than {most} characters are cut." in said) is bool(limit)
    assert _different(digest, rendering) == []


@pytest.mark.parametrize(
    ("count", "script", "left"),
    [(600, "english", 0), (1_000, "english", 0), (600, "japanese", 50), (1_000, "arabic", 200)],
)
def test_more_lose_links_and_then_are_left_to_the_web_edition(
    count: int, script: str, left: int
) -> None:
    digest = _digest(count, script, 90)
    rendering = render(digest, THEME)
    said = _said(rendering)
    found = re.search(
        r"records (\d+) to (\d+), (\d+) of (\d+)\. They stand here: Web edition", said
    )

    assert HARD - 2 * ROOM < len(rendering.content) < HARD - ROOM
    assert bool(found) is bool(left)
    if found:
        first, last, missing, total = map(int, found.groups())
        assert (last, total, missing) == (count, count, last - first + 1)
        assert left <= missing < left + 100
        assert f"{digest.links.web}#{first}" in _links(rendering)
        assert f"({first - 2})" in said
        assert f"({first - 1})" not in said
        assert any(
            one.severity is Severity.WARNING and f"leaves out {missing}" in one.message
            for one in rendering.problems
        )
    assert _different(digest, rendering) == []


def test_nothing_is_left_to_an_edition_that_is_not_there() -> None:
    digest = _digest(1_000, "japanese", 90)
    alone = tuple(one.model_copy(update={"channels": ("email", "text")}) for one in digest.roles)
    printed = tuple(one.model_copy(update={"channels": ("email", "pdf")}) for one in digest.roles)
    rendering = render(digest.model_copy(update={"roles": printed}), THEME)

    assert "They stand here: Print edition" in _said(rendering)
    assert digest.links.pdf in _links(rendering)
    with pytest.raises(DigestError, match=r"T17.*from 100000 on it is cut off") as refused:
        render(digest.model_copy(update={"roles": alone}), THEME)
    assert refused.value.problems[0].hint == "show fewer records: set the role's limit"


def test_a_mail_too_long_without_any_record_is_refused() -> None:
    with pytest.raises(DigestError, match="T17"):
        render(coast(summary="Silt at the sill. " * 6_000), THEME)


@pytest.mark.parametrize(("count", "sources"), [(15, {15}), (18, {*range(4, 18)}), (25, {3})])
def test_what_is_shortened_keeps_its_source_where_there_is_room(
    count: int, sources: set[int]
) -> None:
    digest = _digest(count, text=1_200)
    rendering = render(digest, THEME)
    links = _links(rendering)
    linked = [one for one in digest.entries if one.source.url in links]

    assert len(rendering.content) <= SOFT
    assert "Shortened from here" in _said(rendering)
    assert len(linked) in sources
    assert linked == [*digest.entries[: len(linked)]]


def test_names_of_one_class_and_outcome_stand_under_one_heading() -> None:
    digest = _digest(300, title=90)
    page = parser.document_fromstring(render(digest, THEME).content, parser=UTF8)
    lists = list(page.iter("ol"))
    kinds = {f"{one.evidence_class.text} · {one.outcome.text}" for one in digest.entries}

    assert {_flat(str(one.text_content())) for one in page.xpath("//ol/preceding::h3[1]")} == kinds
    assert sorted(number for one in lists for number in _numbers(one)) == [*range(1, 301)]


def _numbers(ordered: parser.HtmlElement) -> list[int]:
    """The numbers a browser gives the items of a list."""
    number, numbers = int(ordered.get("start", "1")) - 1, []
    for one in ordered:
        number = int(one.get("value", number + 1))
        numbers.append(number)
    return numbers


@settings(max_examples=10)
@given(
    st.integers(0, 1_200),
    st.sampled_from(sorted(SCRIPTS)),
    st.integers(1, 300),
    st.integers(1, 3_000),
)
def test_any_number_of_records_becomes_a_mail_that_says_what_it_spares(
    count: int, script: str, title: int, text: int
) -> None:
    digest = _digest(count, script, title, text) if count else coast(entries=(), patterns=())
    rendering = render(digest, THEME)

    assert len(rendering.content) < HARD - ROOM
    assert _different(digest, rendering) == []
    if count <= 300:
        assert "leaves out" not in _told(rendering)


def _costs(whole: int, short: int, name: int, link: int, frame: int) -> Callable[[Plan], int]:
    """The size of a plan for entries that cost so much each."""

    def size(plan: Plan, count: int = 200) -> int:
        rest = count - plan.whole - plan.shortened
        told = rest if plan.told is None else min(plan.told, rest)
        linked = told if plan.linked is None else min(plan.linked, told)
        words = min(name, plan.title or name) + (0 if plan.grouped else 20)
        spared = plan.sourced * link
        return (
            frame
            + plan.whole * whole
            + plan.shortened * short
            + spared
            + told * words
            + linked * link
        )

    return size


@given(
    st.integers(1, 9_000),
    st.integers(1, 900),
    st.integers(1, 900),
    st.integers(0, 300),
    st.integers(0, 120_000),
)
def test_the_plan_is_the_richest_that_fits(
    whole: int, short: int, name: int, link: int, frame: int
) -> None:
    entries = _entries(name)
    size = _costs(whole, short, name, link, frame)
    asked: list[Plan] = []

    def counted(plan: Plan) -> int:
        asked.append(plan)
        return size(plan)

    plan = choose(entries, counted, elsewhere=True)
    ordered = telling(200)
    fitting = [one for one in ordered if size(one) <= SOFT]

    assert len(set(asked)) <= 40
    if name + 20 + link <= short <= whole and short + link <= whole and fitting:
        assert size(plan) <= SOFT
        assert plan == fitting[0]
    elif frame < SOFT - 200 * (min(name, TITLE) + 20):
        assert size(plan) < HARD - ROOM


def _entries(title: int) -> tuple[Entry, ...]:
    entry = coast().entries[0].model_copy(update={"title": "x" * title})
    return (entry,) * 200


@given(st.text(min_size=1, max_size=300), st.integers(TITLE, 200))
def test_a_cut_title_is_the_beginning_of_its_title(title: str, limit: int) -> None:
    cut = within(title, limit)

    assert len(cut) <= limit
    if len(title) > limit:
        assert cut.endswith("…")
        assert title.startswith(cut[:-1])
    else:
        assert cut == title


@given(
    st.builds(
        Plan,
        whole=st.integers(0, 20),
        shortened=st.integers(0, 19),
        grouped=st.booleans(),
        told=st.integers(0, 40),
    )
)
def test_every_entry_stands_somewhere_once(plan: Plan) -> None:
    digest = coast()
    digest = digest.model_copy(update={"entries": digest.entries * 13})
    letter = Letters(digest).letter(plan)
    listed = sum(len(one.entries) for one in letter.groups)
    left = 39 - len(letter.whole) - len(letter.shortened) - len(letter.named)

    assert plan.told is not None
    assert listed == len(letter.named) <= plan.told
    assert bool(letter.rest_notice) is (left > 0) is bool(letter.rest)
