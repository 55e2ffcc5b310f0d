"""Whatever breaks a rule of mail is told at a line that is there, or at a field of the content."""

import re
from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest

from digest.checks.mail import unsupported
from digest.checks.parity import parity
from digest.checks.subject import Subject
from digest.edition.reader import Sample
from digest.edition.view import Digest
from digest.problems import DigestError, Problem
from digest.render.artifact import Artifact
from digest.render.channels import EMAIL, WEB, Channel
from digest.render.email.renderer import MailStyle, render
from digest.render.email.sources import located
from digest.render.message import message
from digest.render.theme import Theme
from support.quick import quick_content
from support.renderings import coast
from support.samples import COAST
from support.tree import ROOT

MAIL = "templates/mail/digest.mjml"
HEAD = '{% extends "default:mail/digest.mjml" %}\n'


def _block(name: str, markup: str) -> str:
    return f"{HEAD}\n{{% block {name} %}}\n{markup}\n{{% endblock %}}\n"


def _text(markup: str) -> str:
    """A theme that says something of its own in the mail, at line 5."""
    return _block(
        "omissions",
        f"<mj-section><mj-column><mj-text>\n{markup}\n</mj-text></mj-column></mj-section>",
    )


def _sheet(rules: str) -> str:
    return _block("sheets", f"<mj-style>{rules}</mj-style>")


CLASSES = """<mjml lang="en" dir="ltr"><mj-head><mj-title>t</mj-title><mj-attributes>
<mj-class name="a" color="#000000" /><mj-class name="b" color="#111111" />
</mj-attributes></mj-head><mj-body><mj-section><mj-column>
<mj-text mj-class="a b">x</mj-text></mj-column></mj-section></mj-body></mjml>
"""

#: What breaks each rule, in a template of one's own, and the line it stands at; None for a whole.
BROKEN: dict[str, tuple[str, int | None]] = {
    "T1": (_text("<p>a</b>"), 5),
    "T2": (
        '<mjml lang="en" dir="ltr"><mj-head>\n<mj-title>"</mj-title></mj-head><mj-body /></mjml>',
        2,
    ),
    "T3": (_sheet(".x { font-family: 'é' }"), 4),
    "T4": (_text('<p style="margin:0 0 5">a</p>'), 5),
    "T5": (_text('<p style="color:#fff">a</p>'), 5),
    "T6": (_text("<blink>a</blink>"), 5),
    "T7": (_block("omissions", '<mj-section gutter="4px"><mj-column /></mj-section>'), 4),
    "T8": (CLASSES, 4),
    "T9": ("\n<mjml><mj-head><mj-title>t</mj-title></mj-head><mj-body /></mjml>", 2),
    "T10": (_text('<img src="https://a.example.org/a.png" width="9" />'), 5),
    "T11": (_text('<h5 style="margin:0;font-size:15px">a</h5>'), 5),
    "T12": (_text("<table><tr><td>a</td></tr></table>"), 5),
    "T13": (_text('<p style="margin:0;font-family:Papyrus,serif">a line of its own</p>'), 5),
    "T14": (_text('<p style="margin:0;color:#eeeeee">a line of its own</p>'), 5),
    "T15": (_sheet(".x { color: #000000!important }"), 4),
    "T16": (_text('<p style="float:left">a</p>'), 5),
    "T17": (_text('<p style="margin:0;width:900px">a</p>'), 5),
    "T18": (_text('<a href="a/b">relative</a>'), 5),
    "T19": (_block("omissions", "<mj-raw>\n<!--<![endif]--></mj-raw>"), 5),
    "M1": (_text('<img src="cid:other@x" alt="" width="9" />'), 5),
}


def _theme(folder: Path, mail: str) -> Theme:
    path = folder / MAIL
    path.parent.mkdir(parents=True)
    path.write_text(mail, encoding="utf-8")
    return Theme(folder)


def _found(digest: Digest, theme: Theme) -> list[Problem]:
    try:
        return list(render(digest, theme).problems)
    except DigestError as error:
        return list(error.problems)


def _stands(problem: Problem, root: Path) -> bool:
    """Whether a reader of the problem finds the place, or the field, it speaks of."""
    content = quick_content(COAST)
    if problem.path is None:
        owner, _, field = (problem.pointer or "").partition("/")
        return bool(field) and owner in {*content.records, *content.editions}
    path = problem.path
    default = path.startswith("default:")
    file = ROOT / path.removeprefix("default:") if default else root / path
    if not file.is_file():
        return path == "publication.yaml" and bool(problem.pointer)
    return problem.line is None or 1 <= problem.line <= len(file.read_text("utf-8").splitlines())


@pytest.mark.parametrize("code", BROKEN)
def test_a_theme_that_breaks_a_rule_is_told_at_its_line(code: str, tmp_path: Path) -> None:
    mail, line = BROKEN[code]
    found = _found(coast(), _theme(tmp_path, mail))

    assert {(one.path, one.line) for one in found if one.code == code} == {(MAIL, line)}
    assert all(_stands(one, tmp_path) for one in found)


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('["Georgia", "serif"]', '["Papyrus", "serif"]', "T13"),
        ('"13px"', '"11px"', "T13"),
    ],
)
def test_what_tokens_of_ones_own_spoil_is_told(
    old: str, new: str, code: str, tmp_path: Path
) -> None:
    tokens = (ROOT / "styles" / "tokens.json").read_text("utf-8")
    assert old in tokens
    (tmp_path / "styles").mkdir()
    (tmp_path / "styles" / "tokens.json").write_text(tokens.replace(old, new), "utf-8")
    found = [one for one in _found(coast(), Theme(tmp_path)) if one.code == code]

    assert found
    assert all(_stands(one, tmp_path) for one in found)
    if "Papyrus" in new:
        line = tokens.splitlines().index(next(one for one in tokens.splitlines() if old in one))
        assert {(one.path, one.line) for one in found} == {("styles/tokens.json", line + 1)}


def _short(digest: Digest) -> Digest:
    return digest.model_copy(
        update={"mail": digest.mail.model_copy(update={"preheader": "Short"})}
    )


def _sampled(digest: Digest) -> Digest:
    first = digest.entries[0]
    said = first.limitations.model_copy(update={"text": f"See {Sample.UNSUBSCRIBE.value}"})
    entries = (first.model_copy(update={"limitations": said}), *digest.entries[1:])
    return digest.model_copy(update={"entries": entries})


def _insecure(digest: Digest) -> Digest:
    first = digest.entries[0]
    source = first.source.model_copy(update={"url": "http://a.example.org/"})
    entries = (first.model_copy(update={"source": source}), *digest.entries[1:])
    return digest.model_copy(update={"entries": entries})


def _alike(digest: Digest) -> Digest:
    label = digest.entries[0].source.label
    entries = [
        one.model_copy(update={"source": one.source.model_copy(update={"label": label})})
        for one in digest.entries[:2]
    ]
    return digest.model_copy(update={"entries": (*entries, *digest.entries[2:])})


@pytest.mark.parametrize(
    ("spoil", "code", "place"),
    [
        (_alike, "T11", (None, "silt-flume-study/sourceLabel")),
        (_short, "T9", (None, "2026-05-04-barriers/preheader")),
        (_sampled, "M8", (None, "gate-closing-times/caveats")),
        (_insecure, "T18", (None, "gate-closing-times/sourceUrl")),
        (
            lambda one: one.model_copy(update={"summary": "Silt. " * 20_000}),
            "T17",
            ("publication.yaml", "/roles/2"),
        ),
    ],
)
def test_what_the_content_spoils_is_told_at_its_field(
    spoil: Callable[[Digest], Digest], code: str, place: tuple[str | None, str], tmp_path: Path
) -> None:
    found = [one for one in _found(spoil(coast()), Theme(tmp_path)) if one.code == code]

    assert {(one.path, one.pointer) for one in found} == {place}
    assert all(_stands(one, tmp_path) for one in found)


@pytest.mark.parametrize(
    ("changes", "code", "place"),
    [
        ({"subject": " "}, "M4", (None, "2026-05-04-barriers/subject")),
        ({"subject": "a\nBcc: x"}, "M5", (None, "2026-05-04-barriers/subject")),
        ({"sender_address": "ž@example.org"}, "M5", ("publication.yaml", "/sender")),
        ({"reply_to": "nobody"}, "M5", ("publication.yaml", "/sender/reply_to")),
        ({"unsubscribe_url": "https://a.example.org/a b"}, "M3", (None, None)),
    ],
)
def test_what_spoils_a_header_is_told_at_the_text_it_is_made_of(
    changes: dict[str, str], code: str, place: tuple[str | None, str | None]
) -> None:
    digest = coast()
    mail = digest.mail.model_copy(update=changes)
    with pytest.raises(DigestError) as refused:
        message(digest.model_copy(update={"mail": mail}), b"<p>x</p>", b"x")

    (problem,) = refused.value.problems
    assert (problem.code, problem.path, problem.pointer) == (code, *place)


def test_what_a_template_lacks_and_what_the_engine_refuses_is_told_at_the_template_there_is(
    tmp_path: Path,
) -> None:
    refused = Problem(code="T20", message="the MJML engine refused the mail: why")
    own = _theme(tmp_path, HEAD)
    for theme, path in ((own, MAIL), (Theme(tmp_path / "none"), f"default:{MAIL}")):
        style = MailStyle(**dict(theme.style(coast())))
        (problem,) = located((refused,), theme, "mail/digest.mjml", coast(), style)

        assert (problem.path, problem.line) == (path, None)
        assert _stands(problem, tmp_path)


def _artifact(digest: Digest, channel: Channel, content: bytes) -> Artifact:
    return Artifact(
        path=f"{digest.stem}{channel.suffix}",
        role=digest.role.id,
        language=digest.language,
        channel=channel.name,
        media_type=channel.media_type,
        content=content,
    )


@pytest.mark.parametrize(
    ("mail", "line"),
    [
        (_text('<p style="margin:0;box-sizing : border-box">a</p>'), 5),
        (_sheet("\n.x { box-sizing: border-box; }\n"), 5),
        (_text("<p style=\"margin:0;box-sizing:{{ 'border-' ~ 'box' }}\">a</p>"), None),
    ],
)
def test_what_mail_programs_lack_is_told_where_the_theme_writes_it(
    mail: str, line: int | None, tmp_path: Path
) -> None:
    theme, digest, content = _theme(tmp_path, mail), coast(), quick_content(COAST)
    made = (_artifact(digest, EMAIL, render(digest, theme).content),)
    (problem,) = unsupported(Subject(content, content.newest(), artifacts=made, root=tmp_path))

    assert (problem.code, problem.path, problem.line) == ("T21", MAIL, line)


def test_a_template_that_condenses_nothing_is_told_how(tmp_path: Path) -> None:
    row = "<mj-section><mj-column><mj-text>{}</mj-text></mj-column></mj-section>"
    each = "{% for one in digest.entries %}<p>{{ one.finding * 500 }}</p>{% endfor %}"
    found = _found(coast(), _theme(tmp_path, _block("ledger", row.format(each))))
    (problem,) = (one for one in found if one.code == "T17")

    assert (problem.path, problem.pointer) == (MAIL, None)
    assert str(problem.hint).startswith("print digest.whole, shortened and groups")


def test_what_a_page_leaves_out_is_told_at_its_template(tmp_path: Path) -> None:
    copytree(ROOT / "templates" / "web", tmp_path / "templates" / "web")
    digest, content = coast(), quick_content(COAST)
    page = WEB.render(digest, Theme(tmp_path)).content
    doubt = digest.statistics.cautions[0].encode()
    made = (_artifact(digest, WEB, re.sub(re.escape(doubt), b"", page)),)
    for root, path in ((tmp_path, "templates/web/digest.html"), (None, None)):
        subject = Subject(content, content.newest(), (digest,), made, root)

        assert [(one.code, one.path) for one in parity(subject)] == [("M7", path)]
