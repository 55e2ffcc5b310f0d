import json
import subprocess
import sys
from pathlib import Path
from shutil import copytree

import pytest

from digest.checks import mail, table
from digest.checks.clients.extras import EXTRAS, remedy
from digest.checks.clients.report import findings
from digest.checks.clients.support import DECISIVE, FOLDER, NOWHERE, TABLE, support
from digest.checks.subject import Subject
from digest.edition.compose import compose
from digest.problems import DigestError, Problem, Severity, errors
from digest.render.artifact import Artifact
from digest.render.email import render
from digest.render.theme import Theme
from support.builds import built
from support.many import many
from support.quick import quick_content
from support.renderings import ROLES, coast
from support.samples import COAST, DATA
from support.tree import ROOT

CASES = DATA / "email"

#: A theme that keeps every rule of templates and still loses its layout in Outlook.
BOXED = """{% extends "default:mail/digest.mjml" %}
{% block omissions %}<mj-section><mj-column><mj-text>
<p style="margin:0;box-sizing:border-box">A box</p>
</mj-text></mj-column></mj-section>{% endblock %}
"""
UNSUPPORTED = (CASES / "unsupported.html").read_bytes()


def _found(*pages: str) -> tuple[Problem, ...]:
    named = ((f"mail {number}", page.encode()) for number, page in enumerate(pages, 1))
    return tuple(finding.problem() for finding in findings(named))


def _subject(*artifacts: Artifact) -> Subject:
    content = quick_content(COAST)
    return Subject(content, content.newest(), artifacts=artifacts)


def _artifact(
    html: bytes, *, name: str = "planner.email.html", channel: str = "email"
) -> Artifact:
    return Artifact(
        path=name, role="planner", language="en", channel=channel,
        media_type="text/html", content=html,
    )  # fmt: skip


@pytest.mark.parametrize("case", json.loads((CASES / "cases.json").read_text("utf-8"))["html"])
def test_a_page_of_the_cases_is_told_everything_that_is_wrong_with_it(
    case: dict[str, list[str]],
) -> None:
    html = (CASES / str(case["file"])).read_bytes()

    told = {finding.feature.slug: finding for finding in findings([("mail", html)])}

    assert set(case["must_report"]) <= set(told)
    assert {told[slug].severity for slug in case["must_report"]} == {Severity.ERROR}


@pytest.mark.parametrize("root", [COAST, ROOT / "seeds"], ids=lambda root: root.name)
def test_our_own_mails_use_nothing_that_weighs(root: Path) -> None:
    content = quick_content(root)
    editions, publication = content.editions.values(), content.publication
    digests = [
        compose(content, edition, role, publication.language)
        for edition in editions
        for role in publication.roles
    ]
    mails = [(one.stem, render(one, Theme()).content) for one in digests]

    assert len(mails) > 2
    assert findings(mails) == ()


def test_a_mail_from_right_to_left_and_a_long_one_use_nothing_that_weighs() -> None:
    content, edition = many(quick_content(COAST), 150)
    role = content.publication.role(ROLES[0])
    long = compose(content, edition, role, "en")
    turned = coast(direction="rtl", language="ar", content_language="ar")

    assert findings((one.stem, render(one, Theme()).content) for one in (long, turned)) == ()


def test_a_feature_is_told_once_with_its_first_place_and_all_its_uses() -> None:
    flex = '<p style="display:flex">One</p>'

    (problem,) = _found("<p>text</p>", f"\n{flex}{flex}", flex)

    assert (problem.code, problem.severity) == ("T21", Severity.ERROR)
    assert problem.message == (
        "no support for display:flex in Outlook (Windows): "
        'mail 2 line 2, <p> "One", 3 times in 2 mails'
    )
    assert problem.hint == (
        "lay out with sections, columns, tables and padding; "
        "measured at https://www.caniemail.com/features/css-display-flex/"
    )


def test_clients_of_one_family_are_named_together() -> None:
    (problem,) = _found('<p style="position:absolute">text</p>')

    assert "position in Gmail, Outlook (Windows, iOS): mail 1 line 1, <p>" in problem.message


def test_what_nobody_measures_is_told_without_a_page() -> None:
    (problem,) = _found("<script>0</script>")

    assert "scripts in Gmail, Outlook, Apple Mail, Yahoo" in problem.message
    assert problem.hint == "link to a page that does it"


def test_what_most_clients_know_badly_is_a_note() -> None:
    (problem,) = _found('<p style="text-justify:auto">text</p>')

    assert problem.severity is Severity.NOTE
    assert problem.message.startswith("poor support for text-justify in Gmail, ")


@pytest.mark.parametrize(
    "page",
    [
        '<p style="border-radius:4px;box-shadow:0 0 1px #000000">text</p>',
        "<style>@media (prefers-color-scheme:dark) { a > b { color: #000000 } }</style>",
        "<style>:root { color-scheme: light dark } [data-ogsc] a:hover { color: #000000 }</style>",
        '<meta name="color-scheme" content="light dark"><section>text</section>',
        '<img src="x.png" srcset="x.webp 2x" alt="" style="max-width:100%">',
        '<table role="presentation" cellpadding="0"><tr><td align="left">text</td></tr></table>',
    ],
)
def test_what_readers_can_do_without_is_passed_over(page: str) -> None:
    assert _found(page) == ()


@pytest.mark.parametrize(
    ("page", "count"),
    [
        ('<p style="display:grid">text</p>', 1),
        ('<!--[if !mso]><!--><p style="display:grid">text</p><!--<![endif]-->', 0),
        ('<!--[if !mso]><!--><p style="position:fixed">text</p><!--<![endif]-->', 1),
    ],
)
def test_what_is_kept_from_outlook_need_not_work_there(page: str, count: int) -> None:
    assert len(_found(page)) == count


def test_the_check_looks_at_the_html_of_mails_alone() -> None:
    other = _artifact(UNSUPPORTED, name="planner.html", channel="web")
    message = _artifact(UNSUPPORTED).model_copy(update={"media_type": "message/rfc822"})
    plain = _artifact(b"<p>text</p>")

    assert list(mail.unsupported(_subject())) == []
    assert list(mail.unsupported(_subject(other, message, plain))) == []
    codes = {problem.code for problem in mail.unsupported(_subject(plain, _artifact(UNSUPPORTED)))}
    assert codes == {"T21"}
    assert errors(table.run(_subject(_artifact(UNSUPPORTED))))


def test_a_theme_that_outlook_cannot_show_stops_the_build(tmp_path: Path) -> None:
    root, output = tmp_path / "coast", tmp_path / "output"
    copytree(COAST, root)
    (root / "templates" / "mail").mkdir(parents=True)
    (root / "templates" / "mail" / "digest.mjml").write_text(BOXED, encoding="utf-8")

    with pytest.raises(DigestError) as stopped:
        built(root, output, channels=("email",))

    (problem,) = errors(stopped.value.problems)
    assert problem.code == "T21"
    assert (problem.path, problem.line) == ("templates/mail/digest.mjml", 3)
    assert problem.message.startswith("no support for box-sizing in Outlook (Windows), Yahoo: ")
    assert problem.message.endswith('<p> "A box", 3 times in 3 mails')
    assert not output.exists() or not list(output.glob("*/manifest.json"))


def test_whoever_only_reads_content_loads_no_parser_of_html() -> None:
    script = (
        "import sys, digest.checks.table\n"
        "print(sorted({'lxml', 'tinycss2', 'mjml'} & set(sys.modules)))"
    )
    command = [sys.executable, "-c", script]

    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "[]\n"


def test_the_table_has_a_verdict_of_every_client_on_every_feature() -> None:
    data = json.loads((FOLDER / TABLE).read_text(encoding="utf-8"))
    rows = data["features"].values()

    assert list(data) == ["source", "date", "clients", "features"]
    assert [one.id for one in support().clients][0:4:3] == list(DECISIVE)
    assert len(data["features"]) > 300
    assert {len(marks) for _, marks in rows} == {len(data["clients"])}
    assert {mark for _, marks in rows for mark in marks} == set("yanu")
    assert all(title == title.strip() for title, _ in rows)
    assert (FOLDER / TABLE).stat().st_size < 20_480


def test_the_notice_names_the_author_the_licence_and_the_day_of_the_data() -> None:
    notice = (FOLDER / "NOTICE").read_text(encoding="utf-8")

    for words in ("Rémi Parmentier", "MIT License", "Permission is hereby granted", "AS IS"):
        assert words in notice
    assert support().date in notice


def test_what_is_passed_over_would_be_told_otherwise() -> None:
    web, outlook = DECISIVE
    features, half = support().features, len(support().clients) / 2
    idle = [
        slug
        for slug in EXTRAS
        if not (features[slug].lacks(web) or features[slug].lacks(outlook))
        and len(features[slug].lacking) + len(features[slug].partial) <= half
    ]

    assert idle == []


def test_there_is_a_remedy_for_everything() -> None:
    assert remedy("image-webp") == "use PNG, JPEG or GIF, from cid: or https:"
    assert all(remedy(slug) for slug in support().features)
    assert set(NOWHERE) <= set(support().features)


def test_the_reference_lists_the_clients_and_what_is_passed_over() -> None:
    page = (ROOT / "docs" / "reference" / "clients.md").read_text(encoding="utf-8")
    rows = [f"| {one.family} | {one.place} |" for one in support().clients]

    assert support().date in page
    assert [row for row in rows if row not in page] == []
    assert [reason for reason in EXTRAS.values() if f"| {reason} |" not in page] == []
    assert [slug for slug in EXTRAS if f"`{slug}`" not in page] == []
