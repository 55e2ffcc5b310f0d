"""`digest diff`: what it tells, what its document holds, and how it ends."""

import json
from pathlib import Path
from typing import Any

import pytest

from digest.cli.changes import told
from digest.cli.marks import coloured, marked
from digest.edition.changes.compare import compare
from digest.edition.changes.view import Changes, Span
from digest.edition.changes.words import spans
from digest.edition.compose import compose
from support.approvals import without_print
from support.builders import a_content, a_pattern, a_record
from support.builds import EDITION, PLAIN, change
from support.cli import Done, digest
from support.editions import EARLIER, another
from support.renderings import golden
from support.tree import ROOT

NARROW = {"COLUMNS": "80", "NO_COLOR": "1"}


def _diff(*words: str | Path, cwd: Path, **env: str) -> Done:
    return digest(*words, cwd=cwd, env={**NARROW, **env})


@pytest.mark.parametrize("role", [None, "sales"])
def test_the_samples_two_editions(role: str | None, tmp_path: Path) -> None:
    narrowed = ["--role", role] if role else []

    done = _diff("-P", ROOT / "seeds", "diff", *narrowed, cwd=tmp_path)

    made = done.out.encode()
    assert (done.code, done.err) == (0, "")
    assert made == golden(f"diff/seeds-{role or 'all'}.txt", made)
    assert max(map(len, done.out.splitlines())) <= 80
    assert list(tmp_path.iterdir()) == []


def test_the_document_holds_the_changes_and_where_the_sides_come_from(here: Path) -> None:
    another(here, title="Before", records=["silt-flume-study", "gate-closing-times"])

    done = _diff("--json", "diff", cwd=here)

    result = done.document["result"]
    assert (done.code, done.err, done.document["problems"]) == (0, "", [])
    assert result["schema"] == 1
    assert result["changed"] is True
    assert result["before"] == {
        "edition": EARLIER,
        "title": "Before",
        "dated": "3 May 2026",
        "basis": "day",
    }
    assert result["after"]["basis"] == "files"
    assert [(one["id"], one["kind"]) for one in result["records"]] == [
        ("operator-flushing-claim", "added")
    ]
    assert result["texts"][0]["spans"] == [
        {"kind": "removed", "text": "Before"},
        {"kind": "added", "text": "Barriers and gates"},
    ]
    assert "pages" not in result
    assert _changes(result).records[0].id == "operator-flushing-claim"


def _changes(result: dict[str, Any]) -> Changes:
    """The document as the values it was made of."""
    plain = {name: value for name, value in result.items() if name not in {"schema", "changed"}}
    for side in ("before", "after"):
        plain[side] = {name: value for name, value in plain[side].items() if name != "basis"}
    return Changes.model_validate(plain)


def test_every_field_of_the_document_is_in_the_reference() -> None:
    page = (ROOT / "docs" / "reference" / "diff.md").read_text(encoding="utf-8")
    seen: set[str] = set()

    def walk(schema: dict[str, Any]) -> None:
        for part in (schema, *schema.get("$defs", {}).values()):
            seen.update(part.get("properties", {}))

    walk(Changes.model_json_schema())

    assert {name for name in seen - {"schema_version"} if name not in page} == set()


def test_nothing_changed_is_done_as_well(here: Path) -> None:
    digest("build", "--channel", "text", cwd=here)

    done = _diff("diff", "--against", EDITION, cwd=here)
    said = _diff("--json", "diff", "--against", EDITION, cwd=here)

    assert (done.code, done.err) == (0, "")
    assert done.out == (
        f"{EDITION}, compared with the bundle of {EDITION}\n\n"
        "No text, figure, record, pattern or role changed.\n"
    )
    assert said.document["result"]["changed"] is False


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["diff"], "V001", "--against"),
        (["diff", "2026-05-04-bariers"], "U010", EDITION),
        (["diff", "--against", "2026-05-04-bariers"], "U010", EDITION),
        (["diff", "--against", EDITION, "--role", "planer"], "U010", '"planner"'),
        (["diff", "--against", EDITION, "--pages", "made"], "V006", "--against"),
        (["diff", "--aginst", EDITION], "U001", ""),
    ],
)
def test_a_call_that_cannot_work(here: Path, words: list[str], code: str, said: str) -> None:
    done = _diff(*words, cwd=here)
    document = _diff("--json", *words, cwd=here)

    assert (done.code, done.out) == (2, "")
    assert f"error[{code}]" in done.err
    assert said in done.err
    assert (document.code, document.codes) == (2, [code])
    assert not (here / "made").exists()


def test_an_error_in_the_content_is_told_instead(here: Path) -> None:
    (here / "records" / "broken.json").write_text("{", encoding="utf-8")

    done = _diff("diff", cwd=here)

    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("records/broken.json:1:")


def test_an_edition_that_was_not_built_has_no_pages(here: Path) -> None:
    another(here)

    done = _diff("diff", "--pages", "made", cwd=here)

    assert done.code == 1
    assert "error[B003]" in done.err
    assert not (here / "made").exists()


def test_pages_are_drawn_side_by_side(here: Path) -> None:
    another(here, title="Before")
    for edition in (EARLIER, EDITION):
        digest("build", edition, "--channel", "pdf", "--role", "planner", cwd=here)

    done = _diff("--json", "diff", "--pages", "made/pages", cwd=here)
    again = _diff("diff", "--pages", "made/pages", cwd=here)

    pages = done.document["result"]["pages"]
    files = sorted(path.name for path in (here / "made" / "pages").iterdir())
    assert done.code == 0
    assert pages["folder"] == "made/pages"
    assert files == [sheet["file"] for sheet in pages["sheets"]]
    assert files[0] == "planner-001.png"
    assert pages["pairs"]["planner"] >= len(files)
    assert (again.code, "error[V007]" in again.err) == (2, True)


def test_what_changed_since_the_approval(here: Path) -> None:
    without_print(here)
    never = _diff("diff", "--against", "approved", cwd=here)
    digest("build", cwd=here)
    digest("approve", EDITION, "--by", "Desk", cwd=here)
    change(here, lambda data: data.update(title="Later"), f"editions/{EDITION}.yaml")

    done = _diff("--json", "diff", "--against", "approved", cwd=here)
    said = _diff("diff", "--against", "approved", "--role", "planner", cwd=here)

    assert (never.code, "error[V009]" in never.err) == (1, True)
    assert done.document["result"]["before"]["basis"] == "approved"
    assert done.document["result"]["texts"][0]["spans"][-1]["text"] == "Later"
    assert said.out.startswith(f"{EDITION}, compared with the approved bundle of {EDITION}\n")


def test_marks_stand_around_words_not_around_spaces() -> None:
    assert coloured(marked(spans("It will do.", "It surely will do."))) == (
        "It {+surely+} will do."
    )


def test_what_did_not_change_is_shortened_around_a_change() -> None:
    words = [f"word{number}" for number in range(60)]
    changed = [*words[:30], "new", *words[31:]]

    text = coloured(marked(spans(" ".join(words), " ".join(changed))))

    assert text == (f"… {' '.join(words[22:30])} [-word30-]{{+new+}} {' '.join(words[31:39])} …")


@pytest.mark.parametrize(
    ("pieces", "text"),
    [
        ([("same", "a b c d e f g h i j"), ("added", " k")], "a b c d e f g h i j {+k+}"),
        ([("removed", " ")], "[- -]"),
        ([("added", "\x1b[31mred\x02")], "{+\ufffd[31mred\ufffd+}"),
        ([("removed", "{+not ours+}")], "[-{+not ours+}-]"),
    ],
)
def test_marks_of_odd_texts(pieces: list[tuple[Any, str]], text: str) -> None:
    found = marked([Span(kind=kind, text=piece) for kind, piece in pieces])

    assert coloured(found) == text


def test_every_kind_of_change_is_told() -> None:
    one, two, three = (a_record(name) for name in ("one", "two", "three"))
    mixed = a_record("mixed", outcome_class="mixed", roles={"engineer": "Look."})
    old = a_content(one, two, three, patterns=(a_pattern("one", "two"),))
    new = a_content(
        three,
        one.model_copy(update={"version": "2"}),
        two.model_copy(update={"finding": "Otherwise."}),
        mixed,
        patterns=(a_pattern("one", "two", "mixed", question="Who asks?"),),
    )
    sides = [
        [compose(one_, one_.newest(), role, "en-US") for role in one_.publication.roles]
        for one_ in (old, new)
    ]

    text = coloured(told(compare(*sides)))

    assert "Records: 1 added, 2 revised. Patterns: 1 strengthened, 1 contradicted" in text
    assert "three: record 3 -> 1" in text
    assert "~ one (record 1 -> 2, version 2)" in text
    assert "No text that these digests show changed." in text
    assert "Support: 2 -> 3 records, 2 -> 3 sources, 2 -> 3 organizations\n" in text
    assert "Outcomes: Positive -> Positive, Mixed\n" in text
    assert "Rests on, new: mixed\n" in text
    assert "Rests on, revised: one, two\n" in text


def test_a_record_of_the_sample_can_be_read_from_the_document(here: Path) -> None:
    path = here / "records" / "gate-closing-times.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    resource = {**data["versions"][0]["resource"], "enrichedAt": "2026-05-04T08:00:00Z"}
    resource["finding"] = resource["finding"].replace("58 minutes", "61 minutes")
    data["versions"].append({"version": "external-2", "resource": resource})
    path.write_text(json.dumps(data), encoding="utf-8")
    edition = PLAIN.load((here / "editions" / f"{EDITION}.yaml").read_text(encoding="utf-8"))
    another(here, title=edition["title"])

    done = _diff("diff", cwd=here)

    assert "~ gate-closing-times (record 1, version external-1 -> external-2)" in done.out
    assert "Finding: Mean closing time rose from 41 to [-58-]{+61+} minutes" in done.out
