from pathlib import Path

import pytest

from digest.problems import DigestError
from digest.render import web
from digest.render.selfcontained import page_problems, sheet_problems
from digest.render.theme import Theme
from support.renderings import coast

DIGEST = coast()
PAGE = (
    '<!doctype html><html lang="en"><head><title>t</title><style>a{{}}</style>{head}</head>'
    '<body><main id="m"><h1>one</h1>{body}</main></body></html>'
)


def _codes(body: str = "", head: str = "") -> list[str]:
    return [one.code for one in page_problems(PAGE.format(head=head, body=body), "p.html")]


def test_a_page_that_stands_alone_has_no_problems() -> None:
    assert (
        _codes('<a href="#m">up</a><a href="other.html">o</a><a href="mailto:a@b.c">m</a>') == []
    )


@pytest.mark.parametrize(
    "body",
    [
        '<img src="https://example.org/pixel.gif">',
        '<img src="picture.png">',
        '<img srcset="a.png 1x">',
        '<video poster="a.jpg"></video>',
        '<a href="#m" ping="https://example.org/seen">x</a>',
        '<table background="a.png"></table>',
        '<svg><use href="shapes.svg#a"/></svg>',
        '<svg><use xlink:href="https://example.org/s.svg#a"/></svg>',
        '<svg><image href="//example.org/a.png"/></svg>',
        '<link rel="stylesheet" href="more.css">',
    ],
)
def test_what_loads_is_named(body: str) -> None:
    assert _codes(body) == ["W001"]


@pytest.mark.parametrize(
    "head",
    ['<link rel="preconnect" href="https://example.org">', '<link rel="icon" href="a.ico">'],
)
def test_what_the_head_loads_is_named(head: str) -> None:
    assert _codes(head=head) == ["W001"]


def test_what_is_written_into_the_page_is_no_load() -> None:
    assert _codes('<img alt="" src="data:image/png;base64,AAAA">') == []
    assert (
        _codes(head='<link rel="icon" href="data:,"><link rel="canonical" href="https://a.b">')
        == []
    )


def test_a_fragment_needs_its_element() -> None:
    assert _codes('<a href="#nowhere">x</a>') == ["W002"]


@pytest.mark.parametrize(
    "target",
    [
        "javascript:alert(1)",
        " javascript:alert(1)",
        "java\nscript:alert(1)",
        "data:text/html,x",
        "file:///etc/hostname",
        "//example.org/x",
        "JavaScript:alert(1)",
        "ftp://example.org",
    ],
)
def test_a_link_leads_where_links_may(target: str) -> None:
    assert _codes(f'<a href="{target}">x</a>') == ["W003"]


@pytest.mark.parametrize("target", ["a.html", "a/b.html?x=1:2#c", "https://a.b", "HTTPS://a.b"])
def test_neighbours_and_the_web_are_fine(target: str) -> None:
    assert _codes(f'<a href="{target}">x</a>') == []


@pytest.mark.parametrize(
    "body",
    [
        "<script>1</script>",
        '<p style="color:red">x</p>',
        '<p onclick="x()">x</p>',
        "<iframe></iframe>",
        "<form></form>",
        '<meta http-equiv="Refresh" content="0;url=https://example.org">',
    ],
)
def test_what_the_policy_stops_is_named(body: str) -> None:
    assert _codes(body) == ["W004"]


@pytest.mark.parametrize("body", ["<h1>two</h1>", '<p id="m">x</p>', "<style>b{}</style>"])
def test_what_is_there_once_stays_there_once(body: str) -> None:
    assert _codes(body) == ["W005"]


def test_a_page_says_its_language() -> None:
    page = PAGE.format(head="", body="").replace(' lang="en"', "")
    assert [one.code for one in page_problems(page, "p.html")] == ["W005"]


@pytest.mark.parametrize(
    "rule",
    [
        "a{background:url(https://example.org/a.png)}",
        "a{background:url('a.png')}",
        "@font-face{font-family:x;src:url(a.woff2)}",
        "@media print{a{background:url(a.png)}}",
        "@import 'more.css';",
        '@import url("more.css");',
        "a{background:image-set('a.png' 1x)}",
    ],
)
def test_what_a_sheet_fetches_is_named(rule: str) -> None:
    (problem,) = sheet_problems(rule, "styles/web.css")
    assert (problem.code, problem.path) == ("W001", "styles/web.css")


def test_a_sheet_may_hold_pictures() -> None:
    assert sheet_problems("a{background:url(data:image/png;base64,AAAA)}b{c:d}", "s") == ()


def test_a_theme_that_tracks_fails_to_render(tmp_path: Path) -> None:
    part = tmp_path / "templates/web/entry.html"
    part.parent.mkdir(parents=True)
    part.write_text(
        '<article id="{{ entry.anchor }}">\n<img alt="" src="https://example.org/seen.gif">'
        "</article>\n"
    )
    with pytest.raises(DigestError) as caught:
        web.render(DIGEST, Theme(tmp_path))

    (problem,) = caught.value.problems
    assert (problem.code, problem.place) == ("W001", "templates/web/entry.html:2")


def test_what_ours_links_in_vain_is_told_at_the_template_that_left_it_out(tmp_path: Path) -> None:
    own = tmp_path / "templates/web/digest.html"
    own.parent.mkdir(parents=True)
    own.write_text('{% extends "default:web/digest.html" %}{% block reading %}{% endblock %}\n')
    with pytest.raises(DigestError) as caught:
        web.render(DIGEST, Theme(tmp_path))

    assert {(one.code, one.path) for one in caught.value.problems} >= {
        ("W002", "templates/web/digest.html")
    }


def test_a_sheet_that_fetches_fails_to_render(tmp_path: Path) -> None:
    sheet = tmp_path / "styles/web.css"
    sheet.parent.mkdir()
    sheet.write_text('@import "default:web.css";\nbody{background:url(https://example.org/x.png)}')
    with pytest.raises(DigestError) as caught:
        web.render(DIGEST, Theme(tmp_path))
    assert [one.code for one in caught.value.problems] == ["W001"]
