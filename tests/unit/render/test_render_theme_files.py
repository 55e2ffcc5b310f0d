"""The files of a theme: where they may lie, what they may reach, and what they are called."""

import os
from pathlib import Path

import pytest

from digest.problems import DigestError, Severity
from digest.render import web
from digest.render.theme import Theme, assets
from support.renderings import coast


def _put(root: Path, name: str, content: str) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8")


def _refused(root: Path) -> list[tuple[str, str | None]]:
    with pytest.raises(DigestError) as caught:
        web.render(coast(), Theme(root))
    return [(problem.code, problem.path) for problem in caught.value.problems]


def _told(root: Path) -> list[tuple[str, str | None]]:
    return [(one.code, one.path) for one in Theme(root).problems(accent="#0b5f74")]


def _page(root: Path) -> str:
    return web.render(coast(), Theme(root)).content.decode()


@pytest.mark.parametrize(
    "name", ["../secret.css", "/etc/hostname", "a/../../secret.css", "no.css"]
)
def test_a_sheet_reads_nothing_beside_ours(tmp_path: Path, name: str) -> None:
    up = os.path.relpath(tmp_path, assets("styles"))
    _put(tmp_path, "secret.css", "secret{a:b}")
    wanted = name.replace("../secret.css", f"{up}/secret.css")
    _put(tmp_path, "styles/web.css", f'p{{a:b}}\n@import "default:{wanted}";\n')
    theme = Theme(tmp_path)

    (problem,) = theme.problems(accent="#0b5f74")

    assert (problem.code, problem.place) == ("H007", "styles/web.css:2")
    for ask in ("web.css", "../secret.css"):
        with pytest.raises(DigestError) as caught:
            theme.sheet(ask)
        assert caught.value.problems[0].code == "H007"


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("templates/web/digst.html", "templates/web/digest.html"),
        ("templates/email/digest.mjml", "templates/mail/digest.mjml"),
        ("styles/webb.css", "styles/web.css"),
    ],
)
def test_a_file_that_replaces_nothing_by_a_slip_is_told(
    tmp_path: Path, name: str, meant: str
) -> None:
    _put(tmp_path, name, "")

    (problem,) = Theme(tmp_path).problems(accent="#0b5f74")

    assert (problem.code, problem.path, problem.severity) == ("H014", name, Severity.WARNING)
    assert problem.hint == f'did you mean "{meant}"?'


def test_a_part_of_ones_own_may_be_named_nearly_as_ours(tmp_path: Path) -> None:
    _put(tmp_path, "templates/web/digest.html", '{% include "web/entries.html" %}')
    _put(tmp_path, "templates/web/entries.html", "mine")
    _put(tmp_path, "templates/web/quite-another.html", "mine")

    assert Theme(tmp_path).problems(accent="#0b5f74") == ()


@pytest.mark.parametrize("name", ["styles/web.css", "styles/tokens.json", "templates/web/a.html"])
def test_a_folder_in_the_place_of_a_file_is_told(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir(parents=True)

    (problem,) = Theme(tmp_path).problems(accent="#0b5f74")

    assert (problem.code, problem.path) == ("H010", name)


@pytest.mark.parametrize("target", ["../../secret.css", "../nowhere.css", "web.css"])
def test_a_link_out_of_the_publication_is_not_followed(tmp_path: Path, target: str) -> None:
    (tmp_path / "secret.css").write_text("/* canary */", encoding="utf-8")
    root = tmp_path / "publication"
    (root / "styles").mkdir(parents=True)
    (root / "styles" / "web.css").symlink_to(target)

    assert _refused(root) == _told(root) == [("H010", "styles/web.css")]


def test_a_folder_that_is_a_link_out_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "elsewhere" / "web").mkdir(parents=True)
    root = tmp_path / "publication"
    root.mkdir()
    (root / "templates").symlink_to("../elsewhere")

    assert _refused(root) == _told(root) == [("H010", "templates")]


def test_a_pipe_is_no_template(tmp_path: Path) -> None:
    (tmp_path / "templates" / "web").mkdir(parents=True)
    os.mkfifo(tmp_path / "templates" / "web" / "digest.html")

    assert _refused(tmp_path) == _told(tmp_path) == [("H010", "templates/web/digest.html")]


def test_a_link_inside_the_publication_is_followed(tmp_path: Path) -> None:
    _put(tmp_path, "shared.css", '@import "default:web.css";\n.mine{color:#123456}\n')
    (tmp_path / "styles").mkdir()
    (tmp_path / "styles" / "web.css").symlink_to("../shared.css")

    assert ".mine{color:#123456}" in _page(tmp_path)


def test_what_stands_where_a_folder_belongs_is_told(tmp_path: Path) -> None:
    (tmp_path / "templates").symlink_to("nowhere")
    (tmp_path / "styles").write_text("p{a:b}")

    problems = Theme(tmp_path).problems(accent="#0b5f74")

    assert [(one.code, one.path) for one in problems] == [
        ("H010", "templates"),
        ("H010", "styles"),
    ]


def test_what_is_far_too_large_or_too_deep_is_told(tmp_path: Path) -> None:
    _put(tmp_path, "templates/web/digest.html", "")
    os.truncate(tmp_path / "templates/web/digest.html", 10**11)
    deep = "/".join(["d"] * 60)
    (tmp_path / "styles" / deep).mkdir(parents=True)

    problems = Theme(tmp_path).problems(accent="#0b5f74")

    assert [problem.code for problem in problems] == ["H013", "H013"]
    assert [problem.path for problem in problems] == [
        "templates/web/digest.html",
        f"styles/{'/'.join(['d'] * 33)}",
    ]
