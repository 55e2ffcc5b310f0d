"""The page of the desk: what is chosen, what is wrong, and where."""

import html
from pathlib import Path

import pytest

from digest.preview.choice import Choice, axes, choice
from digest.preview.shown import Shown
from digest.preview.troubles import LONGEST, counted, named, troubles
from digest.problems import Problem, Severity
from support.builds import EDITION
from support.desks import Watched, browser


def _only(shown: Shown, problem: Problem) -> Shown:
    return shown._replace(problems=(problem,))


def test_nothing_is_chosen_that_is_not_there(standing: Watched) -> None:
    shown = standing.studio.now
    strange = dict.fromkeys(Choice.model_fields, "<b>")

    assert choice(strange, shown) == choice({}, shown).model_copy(update={"problem": "<b>"})


def test_before_anything_is_read_there_is_a_page() -> None:
    chosen = choice({}, Shown())

    assert chosen.role == ""
    assert [axis.name for axis in axes(chosen, Shown())] == ["part", "width", *_FURTHER]


_FURTHER = ["look", "pictures", "reader"]


def test_a_role_has_the_channels_it_is_published_in(standing: Watched) -> None:
    shown = standing.studio.now
    channels = next(axis for axis in axes(choice({}, shown), shown) if axis.name == "channel")

    assert [one.value for one in channels.options] == ["email", "text", "web", "changes"]
    assert choice({"channel": "pdf"}, shown).channel == "email"


def test_a_choice_survives_its_address(standing: Watched) -> None:
    client = browser(standing.studio)

    page = client.get("/?role=planner&channel=text&reader=rtl").text

    assert 'value="planner" checked' in page
    assert 'value="text" checked' in page
    assert 'value="rtl" checked' in page


def test_problems_are_listed_the_gravest_first(standing: Watched, tmp_path: Path) -> None:
    said = tuple(
        Problem(code=f"X{n}", message="m", severity=severity)
        for n, severity in enumerate(reversed(Severity))
    )
    shown = standing.studio.now._replace(problems=said)

    listed = troubles(Choice(), shown, tmp_path)

    assert [one.severity for one in listed] == ["error", "warning", "note"]
    assert counted(shown) == "1 error, 1 warning, 1 note"
    assert counted(shown._replace(problems=())) == "No problems"


def test_the_lines_around_a_problem_are_shown(standing: Watched, tmp_path: Path) -> None:
    text = "\n".join(f"line {number}" for number in range(1, 30))
    (tmp_path / "records").mkdir()
    (tmp_path / "records" / "a.json").write_text(text, "utf-8")
    problem = Problem(code="X1", message="m", path="records/a.json", line=10)

    (one,) = troubles(
        Choice(problem=named(problem)), _only(standing.studio.now, problem), tmp_path
    )

    assert [line.number for line in one.lines] == list(range(5, 16))
    assert [line.text for line in one.lines if line.meant] == ["line 10"]


def test_a_warning_that_is_looked_at_brings_its_waiver(watched: Watched, root: Path) -> None:
    warning = next(one for one in watched.studio.now.problems if one.target)
    client = browser(watched.studio)
    assert "To let it stand" not in client.get("/").text

    page = client.get(f"/?problem={named(warning)}").text

    said = html.unescape(page.partition('data-copies="- {')[2].partition('"')[0])
    edition = root / "editions" / f"{EDITION}.yaml"
    waiver = f"waive:\n  - {{{said.replace('...', 'The study is new.')}\n"
    text = edition.read_text("utf-8")
    shown = watched.after(lambda: edition.write_text(f"{text}{waiver}", "utf-8"))
    assert [one.waived for one in shown.problems if one.waived] == ["The study is new."]


@pytest.mark.parametrize(
    "path", ["/etc/passwd", "../secret.txt", "records/../../secret.txt", "records/link.json"]
)
def test_no_file_outside_the_publication_is_shown(
    standing: Watched, tmp_path: Path, path: str
) -> None:
    root = tmp_path / "publication"
    (root / "records").mkdir(parents=True)
    (tmp_path / "secret.txt").write_text("secret", "utf-8")
    (root / "records" / "link.json").symlink_to(tmp_path / "secret.txt")
    problem = Problem(code="X1", message="m", path=path, line=1)

    (one,) = troubles(Choice(problem=named(problem)), _only(standing.studio.now, problem), root)

    assert one.lines == ()


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"", b"x" * 9000, b"\r\n\r\n"])
def test_strange_files_are_shown_as_far_as_they_go(
    standing: Watched, tmp_path: Path, content: bytes
) -> None:
    (tmp_path / "publication.yaml").write_bytes(content)
    problem = Problem(code="X1", message="m", path="publication.yaml", line=900)

    (one,) = troubles(
        Choice(problem=named(problem)), _only(standing.studio.now, problem), tmp_path
    )

    assert all(len(line.text) <= LONGEST for line in one.lines)


def test_a_hostile_source_stays_text(watched: Watched, root: Path) -> None:
    hostile = '{"title": "<script>alert(1)</script>", }'
    file = root / "records" / "gate-closing-times.json"
    shown = watched.after(lambda: file.write_text(hostile, "utf-8"))
    name = named(shown.problems[0])

    page = browser(watched.studio).get(f"/?problem={name}").text

    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "<script>alert" not in page


def test_a_hostile_title_stays_text(watched: Watched, root: Path) -> None:
    edition = root / "editions" / f"{EDITION}.yaml"
    text = edition.read_text("utf-8")
    title = "title: '</title><script>alert(1)</script>'"

    watched.after(
        lambda: edition.write_text(text.replace("title: Barriers and gates", title, 1), "utf-8")
    )

    for channel in ("email", "text", "web", "changes"):
        page = browser(watched.studio).get(f"/?channel={channel}").text
        assert "<script>alert" not in page


def test_a_frame_can_run_nothing_and_load_nothing(standing: Watched) -> None:
    client = browser(standing.studio)

    for name in ("planner.email.html", "planner.html"):
        policy = client.get(f"/bundle/{name}?look=dark").headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src" not in policy
        assert "img-src data:;" in policy
        assert "sandbox allow-same-origin" in policy
        blocked = client.get(f"/bundle/{name}?pictures=blocked")
        assert "img-src 'none';" in blocked.headers["content-security-policy"]


def test_files_are_given_as_they_are(standing: Watched) -> None:
    client = browser(standing.studio)

    for name, file in standing.studio.now.files.items():
        answer = client.get(f"/bundle/{name}")
        assert answer.content == file.content
        assert answer.headers["content-type"].split(";")[0] == file.media_type
    mail = client.get("/bundle/planner.eml")
    assert mail.headers["content-disposition"] == "attachment"


@pytest.mark.parametrize("page", ["0", "1", "-1", "99", "x", "1.5"])
def test_only_pages_of_a_print_edition_are_drawn(standing: Watched, page: str) -> None:
    client = browser(standing.studio)

    assert client.get(f"/page/planner.html/{page}").status_code == 404
    assert client.get(f"/page/nothing.pdf/{page}").status_code == 404


def test_an_edition_nobody_knows_is_told(standing: Watched) -> None:
    client = browser(standing.studio)
    origin = {"origin": "http://127.0.0.1:8123"}

    answer = client.post(
        "/edition", data={"form": "the-form", "edition": "nothing"}, headers=origin
    )

    assert answer.status_code == 404
