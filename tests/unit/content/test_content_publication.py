"""What a publication must say of itself, and how it may contradict itself."""

import re
from pathlib import Path

import pytest

from digest.content.publication import Fallback, Paper, Tone
from digest.problems import Severity
from support.folders import PUBLICATION, Folder
from support.pictures import logo


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def test_everything_is_read(folder: Folder) -> None:
    folder.replace(PUBLICATION, "paper: A4", "paper: Letter\nlanguages: [DE, fr-ch]")
    folder.replace(PUBLICATION, "    neutral: true", "    neutral: true\n    limit: 3")
    folder.replace(PUBLICATION, "when_no_takeaway: include", "when_no_takeaway: omit")

    publication = folder.content().publication

    assert publication.title == "Coast and River Evidence"
    assert publication.paper is Paper.LETTER
    assert publication.all_languages == ("en-GB", "de", "fr-CH")
    assert publication.sender.reply_to == "editors@coast.example.org"
    assert [role.neutral for role in publication.roles] == [True, False, False]
    assert publication.role("executive").limit == 3
    assert publication.role("engineer").when_no_takeaway is Fallback.OMIT
    assert publication.role("engineer").channels is None
    assert publication.outcome_classes[0].tone is Tone.GOOD
    assert [rule.within_days for rule in publication.freshness] == [31, 180, None]
    assert publication.labels == {"sledRelevance": "Why it matters"}
    assert publication.theme.accent == "#0b5f74"


FIRST_ROLE = "    neutral: true"


@pytest.mark.parametrize(
    ("old", "new", "code", "pointer", "hint"),
    [
        ("schema: 1", "schema: 2", "C028", "/schema", "write `schema: 1`"),
        ("schema: 1", "schema: '1'", "C028", "/schema", "write `schema: 1`"),
        ("schema: 1", "schema: true", "C028", "/schema", "write `schema: 1`"),
        ("schema: 1\n", "", "C020", None, "add `schema: 1`"),
        ("publisher:", "publsher:", "C020", None, "add it; it holds a line of text"),
        (
            "publisher: Example Flood Desk",
            "publisher: 7",
            "C021",
            "/publisher",
            "put it in quotes",
        ),
        ("publisher: Example Flood Desk", "publisher: no", None, None, None),
        ("publisher: Example Flood Desk", "publisher:", "C022", "/publisher", "fill it; it holds"),
        ("paper: A4", "paper: A5", "C024", "/paper", "it is one of A4, Letter"),
        (FIRST_ROLE, "    neutral: yes", "C021", "/roles/0/neutral", "write true or false"),
        (FIRST_ROLE, "    limit: 0", "C025", "/roles/0/limit", "the least is 1"),
        (FIRST_ROLE, "    limit: 2.0", "C021", "/roles/0/limit", "write a whole number"),
        (FIRST_ROLE, "    limit: true", "C021", "/roles/0/limit", "write a whole number"),
        (FIRST_ROLE, "    channels: []", "C054", "/roles/0/channels", "remove `channels`"),
        (FIRST_ROLE, "    channels: [pdf, fax]", None, None, None),
        (FIRST_ROLE, "    channels: [pdf, 7]", "C021", "/roles/0/channels/1", "quotes"),
        (FIRST_ROLE, "    channels: [pdf, pdf]", "C041", "/roles/0/channels/1", "keep one"),
        (FIRST_ROLE, "    channels: [pdf, text]", None, None, None),
        (FIRST_ROLE, "    nuetral: true", "C023", "/roles/0/nuetral", 'did you mean "neutral"?'),
        ("id: planner", "id: executive", "C040", "/roles/1/id", f"first at {PUBLICATION}:18"),
        ("id: planner", "id: index", "C030", "/roles/1/id", "choose another id"),
        ("[operatingModelImplications]", "[caveats]", "C046", "/roles/1/fields/0", "every role"),
        (
            "[operatingModelImplications]",
            "[procurement]",
            "C046",
            "/roles/1/fields/0",
            "chooses of",
        ),
        (
            "[operatingModelImplications]",
            "[operating_model_implications]",
            "C046",
            "/roles/1/fields/0",
            'did you mean "operatingModelImplications"?',
        ),
        ("[operatingModelImplications]", "[sector, sector]", "C041", "/roles/1/fields/1", "keep"),
        (
            "language: en-GB",
            "languages: [de, en-gb]\nlanguage: en-GB",
            "C041",
            "/languages/1",
            "fur",
        ),
        (
            "language: en-GB",
            "languages: [de, DE]\nlanguage: en-GB",
            "C041",
            "/languages/1",
            "keep",
        ),
        ("paper: A4", "approvals: {required: 0}", "C025", "/approvals/required", "least is 1"),
        ("paper: A4", "approvals: {required: 2}", None, None, None),
        ("paper: A4", "approvals: {approvers: []}", "C054", "/approvals/approvers", "anybody"),
        ("paper: A4", "approvals: {approvers: [A, a]}", "C041", "/approvals/approvers/1", "keep"),
        (
            "paper: A4",
            "approvals: {required: 2, approvers: [Desk]}",
            "C065",
            "/approvals/required",
            "ask for fewer",
        ),
        ("paper: A4", "approvals: {required: 1, approvers: [Desk]}", None, None, None),
        (
            FIRST_ROLE,
            "    channels: [email]\n    attach_pdf: true",
            "C066",
            "/roles/0/attach_pdf",
            "add `pdf`",
        ),
        (FIRST_ROLE, "    attach_pdf: true", None, None, None),
        ("{month}", "{day}", "C039", "/freshness/2/badge", "{month} is the only word"),
        ("within_days: 31}", "within_days: -1}", "C025", "/freshness/0/within_days", "least is 0"),
        (", within_days: 31}", "}", "C055", "/freshness/0", "let it be the last"),
        ("within_days: 180", "within_days: 31", "C055", "/freshness/1/within_days", "sort"),
        ("badge: 'New", "within_days: 400, badge: 'New", "C055", "/freshness", "the last rule"),
        ("id: recent", "id: new", "C040", "/freshness/1/id", "first at"),
        ("accent: '#0b5f74'", "accent: #0b5f74", "C017", None, "quotes"),
        ("accent: '#0b5f74'", "accent: '#0b5'", "C037", "/theme/accent", "in quotes"),
        ("accent: '#0b5f74'", "logo: ../a.png", "C038", "/theme/logo", "from the publication"),
        ("accent: '#0b5f74'", "logo: a.png", "C038", "/theme/logo", "write the path"),
        (
            "  sledRelevance:",
            "  sled_relevance:",
            "C058",
            "/labels/sled_relevance",
            "sledRelevance",
        ),
        ("  sledRelevance:", "  prerequisite:", "C058", "/labels/prerequisite", "prerequisites"),
        ("  sledRelevance:", "  somethingElse:", None, None, None),
        ("  sledRelevance:", "  prerequisites:", None, None, None),
        ("  sledRelevance: Why", "  '': Why", "C022", "/labels/", "name it"),
        (
            "timezone: Europe/London",
            "timezone: Europe/Lodon",
            "C036",
            "/timezone",
            "Europe/London",
        ),
        ("site_url: https", "site_url: http", "C033", "/site_url", "https"),
        ("coast.example.org/\n", "coast.example.org/?q=1\n", "C033", "/site_url", "folder"),
        ("coast.example.org/\n", "coast.example.org/#top\n", "C033", "/site_url", "folder"),
        (
            "address: digest@coast",
            "address: digest@@coast",
            "C034",
            "/sender/address",
            "name@host",
        ),
    ],
)
def test_a_rule_holds_and_says_where_it_does_not(
    folder: Folder, old: str, new: str, code: str | None, pointer: str | None, hint: str | None
) -> None:
    folder.replace(PUBLICATION, old, new)

    found = [one for one in folder.problems() if one.path == PUBLICATION]

    if code is None:
        assert found == []
    else:
        (problem,) = [one for one in found if one.code == code]
        assert problem.pointer == pointer
        assert (hint or "") in (problem.hint or "")


@pytest.mark.parametrize(
    "name", ["streams", "roles", "evidence_classes", "outcome_classes", "freshness"]
)
def test_a_vocabulary_has_at_least_one_word(folder: Folder, name: str) -> None:
    block = re.compile(rf"^{name}:\n(  .*\n)+", re.MULTILINE)
    folder.write(PUBLICATION, block.sub(f"{name}: []\n", folder.text(PUBLICATION)))

    (problem,) = [one for one in folder.problems() if one.code == "C054"]

    assert problem.message == f"`{name}` is empty"


def test_a_logo_is_part_of_the_input(folder: Folder) -> None:
    folder.write("styles/logo.png", logo())
    folder.replace(PUBLICATION, "accent:", "logo: styles/logo.png\n  accent:")

    content = folder.content()

    assert content.publication.theme.logo == "styles/logo.png"
    assert "styles/logo.png" in content.inputs


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "no PNG or JPEG"),
        (logo()[:60], "no PNG or JPEG"),
        (logo(size=(5000, 4000)), "20,000,000 pixels"),
    ],
    ids=["empty", "cut off", "huge"],
)
def test_a_logo_that_nobody_could_see_is_named(folder: Folder, content: bytes, said: str) -> None:
    folder.write("logo.png", content)
    folder.replace(PUBLICATION, "accent:", "logo: logo.png\n  accent:")

    problem = folder.only("C064")
    assert (problem.path, problem.line, problem.pointer) == (PUBLICATION, 47, "/theme/logo")
    assert problem.message.startswith('"logo.png" cannot be shown')
    assert said in problem.message


def test_a_logo_of_too_many_bytes_is_not_read(folder: Folder) -> None:
    folder.write("logo.png", logo() + bytes(4_000_000))
    folder.replace(PUBLICATION, "accent:", "logo: logo.png\n  accent:")

    assert folder.only("C003").path == "logo.png"


def test_a_logo_that_leads_outside_is_refused(folder: Folder, tmp_path: Path) -> None:
    (tmp_path / "logo.png").write_bytes(b"\x89PNG")
    (folder.root / "logo.png").symlink_to("../logo.png")
    folder.replace(PUBLICATION, "accent:", "logo: logo.png\n  accent:")

    assert folder.only("C004").path == "logo.png"


def test_all_problems_are_told_at_once_in_order(folder: Folder) -> None:
    folder.replace(PUBLICATION, "id: coast", "id: Coast!")
    folder.replace(PUBLICATION, "language: en-GB", "language: xx")
    folder.replace(PUBLICATION, "tone: mixed", "tone: mixd")
    folder.replace(PUBLICATION, "theme:", "them:")

    found = [(one.line, one.code) for one in folder.problems() if one.path == PUBLICATION]

    assert found == [(2, "C030"), (5, "C035"), (38, "C024"), (46, "C023")]


def test_a_missing_publication_is_told_and_a_near_name_too(folder: Folder) -> None:
    (folder.root / PUBLICATION).rename(folder.root / "publication.yml")

    problem = next(one for one in folder.problems() if one.code == "C001")

    assert problem.place == "publication.yaml:1:1"
    assert "rename publication.yml" in (problem.hint or "")


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    folder.root = tmp_path / "nowhere"

    assert folder.only("C001").severity is Severity.ERROR


def test_a_folder_that_leads_round_in_a_circle_is_told(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    (tmp_path / "loop").symlink_to("loop")
    folder.root = tmp_path / "loop"

    assert {"C002"} <= {problem.code for problem in folder.problems()}


def test_without_a_readable_publication_nothing_is_called_unknown(folder: Folder) -> None:
    folder.write(PUBLICATION, "id: [")

    assert folder.only("C011").path == PUBLICATION


@pytest.mark.parametrize("text", ["- a", "just text", "7"])
def test_a_publication_is_a_set_of_fields(folder: Folder, text: str) -> None:
    assert folder.write(PUBLICATION, text).only("C021").pointer is None
