"""What an editor is told about an edition, and what not."""

from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from ruamel.yaml import YAML

from digest.checks import editorial, mail, table
from digest.checks.subject import Subject
from digest.content.loading import load
from digest.edition.compose import compose
from digest.problems import Problem, Severity
from digest.render.artifact import Artifact
from support.samples import COAST

PLAIN = YAML(typ="safe", pure=True)


def _subject(root: Path, *artifacts: Artifact) -> Subject:
    content = load(root).content
    assert content is not None
    edition, publication = content.newest(), content.publication
    digests = tuple(
        compose(content, edition, role, language)
        for role in publication.roles
        for language in publication.all_languages
    )
    return Subject(content, edition, digests, artifacts)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A publication to change: every role's takeaway is there, or the role omits the record."""
    copytree(COAST, tmp_path / "coast")
    _change(tmp_path / "coast", lambda data: [r.update(_OMIT) for r in data["roles"]])
    return tmp_path / "coast"


_OMIT = {"when_no_takeaway": "omit"}


def _change(root: Path, change: Any, name: str = "publication.yaml") -> None:
    data = PLAIN.load((root / name).read_text(encoding="utf-8"))
    change(data)
    with (root / name).open("w", encoding="utf-8") as file:
        PLAIN.dump(data, file)


def _codes(problems: Any) -> list[str]:
    return [problem.code for problem in problems]


def test_a_good_edition_gives_no_reason_to_speak(root: Path) -> None:
    assert table.run(_subject(root)) == ()


def test_a_record_without_a_takeaway_is_named_with_its_place() -> None:
    found = list(editorial.no_takeaway(_subject(COAST)))

    assert _codes(found) == ["E001", "E001"]
    assert found[0].message == "the record silt-flume-study has no takeaway for Planner"
    assert (found[0].path, found[0].line) == ("records/two-more.jsonl", 1)
    assert {one.severity for one in found} == {Severity.WARNING}


def test_a_neutral_role_needs_no_takeaway() -> None:
    told = " ".join(one.message for one in editorial.no_takeaway(_subject(COAST)))

    assert "Executive" not in told


def test_a_role_that_omits_records_needs_no_takeaway(root: Path) -> None:
    assert list(editorial.no_takeaway(_subject(root))) == []


@pytest.mark.parametrize(("length", "codes"), [(120, []), (121, ["E002"])])
def test_a_title_may_have_a_length(root: Path, length: int, codes: list[str]) -> None:
    name = "editions/2026-05-04-barriers.yaml"
    _change(root, lambda data: data.update(title="t" * length), name)

    found = list(editorial.long_title(_subject(root)))

    assert _codes(found) == codes
    assert [(one.path, one.line is not None) for one in found] == [(name, True)] * len(codes)


def test_a_patterns_title_is_looked_at_too(root: Path) -> None:
    name = "editions/2026-05-04-barriers.yaml"
    _change(root, lambda data: data["patterns"][0].update(title="t" * 130), name)

    assert _codes(editorial.long_title(_subject(root))) == ["E002"]


def test_a_language_without_words_is_named(root: Path) -> None:
    _change(root, lambda data: data.update(languages=["de", "fi"]))

    found = list(editorial.no_catalogue(_subject(root)))

    assert _codes(found) == ["E003"]
    assert "into fi" in found[0].message
    assert found[0].path == "publication.yaml"


@pytest.mark.parametrize(("length", "codes"), [(70, []), (71, ["E004"])])
def test_a_subject_is_cut_off_by_mailboxes(root: Path, length: int, codes: list[str]) -> None:
    name = "editions/2026-05-04-barriers.yaml"
    _change(root, lambda data: data.update(subject="s" * length), name)

    assert _codes(editorial.long_subject(_subject(root))) == codes


def _artifact(media_type: str, size: int) -> Artifact:
    return Artifact(
        path="planner.eml",
        role="planner",
        language="en",
        channel="email",
        media_type=media_type,
        content=b"x" * size,
    )


@pytest.mark.parametrize(
    ("media_type", "size", "codes"),
    [
        ("message/rfc822", 500_000, []),
        ("message/rfc822", 500_001, ["E005"]),
        ("application/pdf", 500_001, []),
    ],
)
def test_a_message_may_be_too_big(media_type: str, size: int, codes: list[str]) -> None:
    subject = _subject(COAST, _artifact(media_type, size))

    assert _codes(mail.big_message(subject)) == codes


def test_a_check_of_ones_own_is_one_more_function() -> None:
    said = Problem(code="X999", message="said twice", severity=Severity.NOTE)

    def talkative(_: Subject) -> list[Problem]:
        return [said, said]

    assert table.run(_subject(COAST), [talkative]) == (said,)
