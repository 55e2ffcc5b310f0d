import gc
import hashlib
import json
import logging
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from digest.content.publication import Paper
from digest.edition.view import Digest
from digest.render.data import data
from digest.render.pdf import render
from digest.render.theme import Theme
from support.many import many
from support.pdfs import Read, laid_out, printed, text
from support.quick import quick_content
from support.renderings import ROLES, coast, digest_of, golden
from support.samples import COAST

_HASH = re.compile(r"\b[0-9a-f]{64}\b")
HOSTILE = "p < 0.05 & R&D ]]> {{7*7}} {% raw %} <script>alert(1)</script> <b>not bold</b>"


def _retitled(digest: Digest, title: str) -> Digest:
    first = digest.entries[0].model_copy(update={"title": title, "finding": title})
    return digest.model_copy(update={"entries": (first, *digest.entries[1:])})


def _of(length: int) -> Digest:
    content, _ = many(quick_content(COAST), length)
    return digest_of(content, "executive")


@pytest.mark.parametrize("role", ROLES)
def test_the_pages_say_what_is_kept(role: str, pdftotext: str) -> None:
    assert pdftotext
    made = _HASH.sub("(hash)", laid_out(printed(role).content)).encode()
    assert made == golden(f"pdf/coast-{role}.txt", made)


@pytest.mark.parametrize("role", ROLES)
def test_nothing_is_left_to_mend(role: str) -> None:
    assert printed(role).problems == ()


def test_hostile_text_arrives_as_it_was_written(pdftotext: str) -> None:
    assert pdftotext
    made = text(render(_retitled(coast(), HOSTILE), Theme()).content)
    assert made.count(HOSTILE) >= 2


@pytest.mark.parametrize("role", ROLES)
def test_every_word_of_every_record_is_printed(role: str, pdftotext: str) -> None:
    assert pdftotext
    made, digest = text(printed(role).content), coast(role)
    for entry in digest.entries:
        said = [entry.title, entry.finding, *(one.text for one in entry.paragraphs)]
        said += [entry.takeaway.text] if entry.takeaway else []
        said += [item for one in (*entry.details, *entry.warnings) for item in one.items]
        assert [one for one in said if one not in made] == []


def test_the_takeaway_of_a_role_stands_before_the_finding(pdftotext: str) -> None:
    assert pdftotext
    made, entry = text(printed("engineer").content), coast("engineer").entries[0]
    assert entry.takeaway is not None
    assert made.index(entry.takeaway.text) < made.index(entry.finding)


def test_the_neutral_edition_has_no_takeaway(pdftotext: str) -> None:
    assert pdftotext
    assert "What this means for" not in text(printed("executive").content)


@pytest.mark.parametrize("role", ROLES)
def test_the_file_is_archival_and_accessible(role: str) -> None:
    assert Read(printed(role).content).faults == set()


def test_every_font_is_one_of_ours() -> None:
    assert {name.partition("-Digest")[0] for name in Read(printed().content).fonts} == {
        "Source-Serif-Pro",
        "Source-Sans-Pro",
    }


def test_a_link_says_where_it_leads() -> None:
    said, entry = Read(printed().content).aims, coast().entries[0]
    assert said[entry.source.label] == entry.source.url


def test_the_outline_leads_to_every_part() -> None:
    digest = coast()
    with Read(printed().content).document.open_outline() as outline:
        top = [one.title for one in outline.root]
        inner = [child.title for one in outline.root for child in one.children]
    words = digest.words
    assert top == [digest.masthead.title, words.patterns, words.ledger, words.about]
    patterns = [f"{one.number} {one.title}" for one in digest.patterns]
    assert inner == [*patterns, *(f"{one.number} {one.title}" for one in digest.entries)]


def test_the_file_carries_the_data_it_was_made_from() -> None:
    digest, read = coast(), Read(printed().content)
    enclosed = read.document.attachments["engineer.json"]
    content = enclosed.get_file().read_bytes()
    assert content == data(digest)
    assert Digest.model_validate_json(content) == digest
    assert hashlib.sha256(content).hexdigest() in laid_out(printed().content)
    assert str(read.root.AF[0].AFRelationship) == "/Source"


def test_dates_come_from_the_edition_alone() -> None:
    read = Read(printed().content)
    information = read.document.docinfo
    assert str(information.CreationDate) == str(information.ModDate) == "D:20260504"


def test_no_address_below_the_base_of_the_pages_is_left() -> None:
    assert b"digest.invalid" not in printed().content


def test_the_same_digest_makes_the_same_bytes() -> None:
    assert render(coast(), Theme()).content == printed().content


def test_the_process_is_left_as_it_was(caplog: pytest.LogCaptureFixture) -> None:
    before = dict(os.environ)
    with caplog.at_level(logging.DEBUG):
        render(coast(), Theme())
    assert gc.isenabled()
    assert dict(os.environ) == before
    assert [one for one in caplog.records if one.name == "weasyprint"] == []


def test_the_clock_a_machine_pretends_is_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1")
    assert render(coast(), Theme()).content == printed().content
    assert os.environ["SOURCE_DATE_EPOCH"] == "1"


def test_letter_paper_is_narrow_enough_and_nothing_runs_over() -> None:
    look = coast().look.model_copy(update={"paper": Paper.LETTER})
    made = render(coast(look=look), Theme())
    assert Read(made.content).paper == (612, 792)
    assert made.problems == ()


def test_a_short_edition_has_no_contents(pdftotext: str) -> None:
    assert pdftotext
    digest = coast()
    assert digest.words.contents not in text(printed().content)
    assert printed().pages == len(Read(printed().content).document.pages)


def test_the_contents_of_a_long_edition_name_the_pages(pdftotext: str) -> None:
    assert pdftotext
    digest = _of(12)
    made = render(digest, Theme())
    pages = laid_out(made.content).split("\f")
    assert digest.words.contents in pages[1]
    for entry in digest.entries:
        line = next(one for one in pages[1].splitlines() if f"({entry.number - 1})" in one)
        assert f"({entry.number - 1})" in pages[int(line.split()[-1]) - 1]
    assert made.problems == ()


def test_a_long_ledger_begins_with_its_classes_and_outcomes_counted() -> None:
    digest = _of(12)
    read = Read(render(digest, Theme()).content)
    said = [row for row in laid_out(read.content).splitlines() if "Model study" in row]
    counts = {
        outcome.badge.id: sum(
            one.evidence_class.id == "model-study" and one.outcome.id == outcome.badge.id
            for one in digest.entries
        )
        for outcome in digest.statistics.outcomes
    }
    assert [str(count or "–") for count in counts.values()] in [row.split()[-3:] for row in said]
    spoken = {str(one.Alt) for one in read.structure("/Figure")}
    assert "Evidence classes: Model study (4). Published 15 January 2026" in spoken


def test_an_edition_without_patterns_or_records_is_whole() -> None:
    bare = coast(patterns=(), entries=(), glossary=())
    made = render(bare, Theme())
    assert made.problems == ()
    assert Read(made.content).faults == set()


def test_what_is_left_out_is_said_with_where_to_read_it(pdftotext: str) -> None:
    assert pdftotext
    content = quick_content(COAST)
    roles = tuple(
        role.model_copy(update={"limit": 1}) if role.id == "planner" else role
        for role in content.publication.roles
    )
    publication = content.publication.model_copy(update={"roles": roles})
    digest = digest_of(content.model_copy(update={"publication": publication}), "planner")
    made = render(digest, Theme())
    said = text(made.content)
    assert all(one.reason in said for one in digest.omissions)
    elsewhere = {one.url for omission in digest.omissions for one in omission.references}
    assert elsewhere <= set(Read(made.content).aims.values())


def test_a_right_to_left_edition_begins_on_the_right() -> None:
    made = render(coast(language="ar", direction="rtl"), Theme())
    assert made.problems == ()
    assert str(Read(made.content).root.Lang) == "ar"


def test_header_cells_say_what_they_head() -> None:
    read = Read(printed().content)
    scopes = [str(one.A.Scope) for one in read.structure("/TH")]
    assert scopes.count("/Column") == 5
    assert scopes.count("/Row") == len(coast().entries)


def test_importing_the_channel_opens_no_heavy_tool() -> None:
    code = "import sys, digest.render.pdf; print([one for one in sys.modules if 'weasy' in one])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert json.loads(run.stdout) == []


def test_a_publication_may_lay_its_own_sheet_over_ours(tmp_path: Path) -> None:
    (tmp_path / "styles").mkdir()
    sheet = '@import "default:print.css";\n@page { size: A5 }\n'
    (tmp_path / "styles" / "print.css").write_text(sheet, encoding="utf-8")
    made = render(coast(), Theme(tmp_path))
    assert Read(made.content).paper == (420, 595)
