"""Pages and pictures made to hurt: each ends in a named problem, in bounded time."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel
from weasyprint import HTML

from digest.bundle.limits import Limits
from digest.bundle.pool import Pool
from digest.bundle.tasks import Task
from digest.edition.view import Badge, Digest, Source
from digest.problems import DigestError
from digest.render.artifact import Rendering
from digest.render.channels import PDF
from digest.render.pdf import render
from digest.render.pdf.bounds import excesses
from digest.render.theme import Theme
from support.renderings import coast

#: Enough for the coast publication and for saying no, on a busy machine.
LIMITS = Limits(memory_mb=1500, cpu_seconds=6, wall_seconds=40)

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><title>x</title>{}</svg>'


def _theme(root: Path, *, front: str = "", sheet: str = "") -> Theme:
    if front:
        path = root / "templates" / "print" / "front.html"
        path.parent.mkdir(parents=True)
        path.write_text(f"<h1>x</h1>{front}", encoding="utf-8")
    if sheet:
        path = root / "styles" / "print.css"
        path.parent.mkdir(parents=True)
        path.write_text(f'@import "default:print.css";\n{sheet}', encoding="utf-8")
    return Theme(root)


def _codes(digest: Digest, theme: Theme) -> set[str]:
    with pytest.raises(DigestError) as caught:
        render(digest, theme)
    return {one.code for one in caught.value.problems}


def _copies(levels: int) -> str:
    """A drawing of which every level holds the one before ten times over."""
    parts = "".join(
        f'<g id="a{level + 1}">' + f'<use href="#a{level}"/>' * 10 + "</g>"
        for level in range(levels)
    )
    first = '<g id="a0"><path d="M0 0h1v1z"/></g>'
    return SVG.format(f"<defs>{first}{parts}</defs><use href='#a{levels}'/>")


#: Pages that would take minutes, gigabytes or the process, and are refused before.
REFUSED = {
    "deep": "<div>" * 1000 + "x" + "</div>" * 1000,
    "deeper": "<b>" * 20000 + "x",
    "wide": '<table><tr><td colspan="100000000">x</table>',
    "tall": '<table><tr><td rowspan="65000">x</table>',
    "copies": _copies(7),
}


@pytest.mark.parametrize("front", REFUSED.values(), ids=REFUSED)
def test_an_excess_is_named_at_once(front: str, tmp_path: Path) -> None:
    start = time.process_time()
    assert _codes(coast(), _theme(tmp_path, front=front)) == {"P012"}
    assert time.process_time() - start < 10


def test_a_length_beyond_all_numbers_is_named(tmp_path: Path) -> None:
    sheet = "p { letter-spacing: 1e30px }"
    assert "P012" in _codes(coast(), _theme(tmp_path, sheet=sheet))


#: The texts of an entry that `_swollen` makes longer than a page.
SWELLING = {"finding", "text", "title", "organization", "label", "basis", "version", "short"}


def _swollen(value: BaseModel, text: str) -> BaseModel:
    """A value with that text for every text inside that may swell."""
    changes: dict[str, Any] = {}
    for name, inner in value:
        if name in SWELLING and isinstance(inner, str):
            changes[name] = text
        elif isinstance(inner, BaseModel) and not isinstance(inner, Badge | Source):
            changes[name] = _swollen(inner, text)
        elif isinstance(inner, tuple) and inner and isinstance(inner[0], BaseModel):
            changes[name] = tuple(_swollen(one, text) for one in inner)
    return value.model_copy(update=changes)


def test_blocks_that_no_page_can_hold_are_named() -> None:
    digest = coast("executive")
    first, *rest = digest.entries
    entry = _swollen(first, "A " + "abc-" * 1250 + " z")
    assert _codes(digest.model_copy(update={"entries": (entry, *rest)}), Theme()) == {"P012"}


@pytest.mark.parametrize(
    "body",
    [
        "<div>" * 80 + "x" + "</div>" * 80,
        '<table><tr><td colspan="3" rowspan="2">x</table>',
        SVG.format('<defs><g id="a"><path d="M0 0h1z"/></g></defs><use href="#a"/>'),
    ],
)
def test_what_is_merely_much_is_not(body: str) -> None:
    assert excesses(HTML(string=body).etree_element) == ()


#: Styles that take more time or memory than there is: the child process is stopped.
ENDLESS = {
    "flex": (
        '<div class="bomb">' * 40 + "x" + "</div>" * 40,
        ".bomb { display: flex }",
    ),
    "variables": (
        "<p class='bomb'>x</p>",
        ".bomb { --a0: x x x x x x x x x x; "
        + " ".join(f"--a{n + 1}: {f'var(--a{n}) ' * 10};" for n in range(9))
        + " font-family: var(--a9) }",
    ),
    "rows": ("<table>" + "<tr><td>x<td>y" * 40_000 + "</table>", ""),
    "sliver": ("<p>" + "word " * 30_000, "@page { size: 4px 4px; margin: 0 }"),
}


@pytest.mark.parametrize(("front", "sheet"), ENDLESS.values(), ids=ENDLESS)
def test_what_never_ends_is_ended(front: str, sheet: str, tmp_path: Path) -> None:
    theme = _theme(tmp_path, front=front, sheet=sheet)
    task = Task("engineer", "pdf", PDF.render, (coast(), theme))
    start = time.monotonic()
    (outcome,) = Pool(1, limits=LIMITS, preload=PDF.preload).run([task], lambda _: None)
    assert isinstance(outcome, DigestError)
    assert {one.code for one in outcome.problems} <= {"B031", "B032", "P012"}
    assert time.monotonic() - start < 2 * LIMITS.wall_seconds


def _texts() -> Iterator[tuple[str, str]]:
    yield "one word", "x" * 100_000
    yield "one word in capitals", "W" * 4_000
    yield "many lines", "a\n" * 5_000
    yield "accents", "e" + "\u0301" * 5_000
    yield "joiners", "\u200d".join("ab" * 2_000)
    yield "directions", "\u202e\u2067" * 2_000 + "x"
    yield "brackets", "(" * 4_000
    yield "markup", "<div style='display:flex'>" * 200


TEXTS = dict(_texts())


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_record_cannot_hold_up_the_presses(text: str) -> None:
    digest = coast()
    first, *rest = digest.entries
    entry = first.model_copy(update={"finding": text, "title": text[:120].replace("\n", " ")})
    hostile = digest.model_copy(update={"entries": (entry, *rest)})
    task = Task("engineer", "pdf", PDF.render, (hostile, Theme()))
    limits = LIMITS.model_copy(update={"cpu_seconds": 30, "wall_seconds": 120})
    (outcome,) = Pool(1, limits=limits, preload=PDF.preload).run([task], lambda _: None)
    assert isinstance(outcome, Rendering), outcome
