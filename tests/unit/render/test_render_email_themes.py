from pathlib import Path

import pytest

from digest.problems import DigestError, Severity
from digest.render.email import render
from digest.render.theme import Theme
from support.renderings import coast

THEME = Theme()


def _theme(tmp_path: Path, **files: str) -> Theme:
    folder = tmp_path / "templates" / "mail"
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / f"{name}.mjml").write_text(text, encoding="utf-8")
    return Theme(tmp_path)


def _block(name: str, text: str) -> str:
    return (
        f'{{% extends "default:mail/digest.mjml" %}}\n{{% block {name} %}}\n{text}{{% endblock %}}'
    )


FOOT = (
    "<mj-section><mj-column><mj-text>\n{}\n"
    '<p><a href="{{{{ digest.mail.unsubscribe_url }}}}">{{{{ digest.words.unsubscribe }}}}</a>'
    "{{{{ digest.mail.postal_address }}}} {{{{ digest.mail.why_you_get_this }}}}</p>"
    "</mj-text></mj-column></mj-section>"
)


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("<p>a</b>", "T1", 4),
        ('<p style="float:left">a</p>', "T16", 4),
        ("{{ digest.summary }}\n<blink>a</blink>", "T6", 5),
        ("{% for one in [1, 2] %}\n<p>{{ one }}</p>\n{% endfor %}<u onclick='x'>a</u>", "T16", 6),
    ],
)
def test_a_theme_that_breaks_a_rule_fails_at_its_line(
    tmp_path: Path, text: str, code: str, line: int
) -> None:
    theme = _theme(tmp_path, digest=_block("foot", FOOT.format(text)))
    with pytest.raises(DigestError) as refused:
        render(coast(), theme)

    (problem,) = refused.value.problems
    assert (problem.code, problem.path, problem.line) == (code, "templates/mail/digest.mjml", line)


def test_a_fault_in_our_template_is_reported_as_ours(tmp_path: Path) -> None:
    sheets = "<mj-style>.a { color: red }</mj-style>"
    with pytest.raises(DigestError) as refused:
        render(coast(), _theme(tmp_path, sheets=f"\n\n{sheets}\n"))

    (problem,) = refused.value.problems
    assert (problem.code, problem.path, problem.line) == ("T5", "templates/mail/sheets.mjml", 3)


@pytest.mark.parametrize(
    ("foot", "what"),
    [
        ("<mj-section />", "no link to unsubscribe"),
        ("<mj-section />", "does not print the postal address"),
        ("<mj-section />", "does not print the reason why a reader gets it"),
        (FOOT.format("<h1 style='margin:0;font-size:20px'>again</h1>"), "the mail has 2 <h1>"),
        (FOOT.format("<h3 style='margin:0'>a</h3>"), "leaves its font-size to the client"),
        (FOOT.format("<h6 style='margin:0;font-size:15px'>a</h6>"), "<h6> follows"),
        (FOOT.format("<a href='https://a.example.org/'> </a>"), "a link without words"),
        (FOOT.format("<a href='http://a.example.org/'>A</a>"), "goes without encryption"),
        (
            FOOT.format("x").replace("<p><a ", "<p><a style='display:none' "),
            "no link to unsubscribe",
        ),
    ],
)
def test_a_theme_must_give_a_reader_what_is_owed(tmp_path: Path, foot: str, what: str) -> None:
    with pytest.raises(DigestError) as refused:
        render(coast(), _theme(tmp_path, digest=_block("foot", foot)))

    assert any(what in one.message for one in refused.value.problems)
    assert all(one.path == "templates/mail/digest.mjml" for one in refused.value.problems)


def test_links_that_say_too_little_are_warned_of(tmp_path: Path) -> None:
    vague = (
        "<a href='https://a.example.org/'>Click here</a> <a href='https://a.example.org/1'>A</a>"
    )
    same = "<a href='https://a.example.org/2'>A</a>"
    theme = _theme(tmp_path, digest=_block("foot", FOOT.format(f"<p>{vague} {same}</p>")))
    messages = [one.message for one in render(coast(), theme).problems if one.code == "T11"]

    assert messages == [
        'the link "Click here" does not say where it goes',
        'two links say "A" and lead to different places',
    ]


def test_a_preheader_of_the_wrong_length_is_warned_of() -> None:
    digest = coast()
    mail = digest.mail.model_copy(update={"preheader": "Short"})
    (problem,) = render(digest.model_copy(update={"mail": mail}), THEME).problems

    assert (problem.code, problem.severity) == ("T9", Severity.WARNING)
    assert (problem.path, problem.line) == (None, None)
    assert problem.pointer == f"{digest.masthead.edition}/preheader"


def test_a_theme_without_a_preheader_is_told(tmp_path: Path) -> None:
    head = "<mj-head><mj-title>t</mj-title>{}</mj-head>"
    mail = f'<mjml lang="en" dir="ltr">{head}<mj-body /></mjml>'
    for number, preview in enumerate(("", "<mj-preview> </mj-preview>")):
        theme = _theme(tmp_path / str(number), digest=mail.format(preview))
        with pytest.raises(DigestError, match=r"mjml:1: error\[T9\]: the mail has no preheader"):
            render(coast(), theme)


def test_a_theme_that_cannot_be_read_is_not_measured_for_ever(tmp_path: Path) -> None:
    theme = _theme(tmp_path, digest="{{ 'a' * 2100000 }}")
    with pytest.raises(DigestError, match="T1"):
        render(coast(), theme)


WHOLE = """<mjml lang="{lang}" dir="{dir}"><mj-head><mj-title>{title}</mj-title>
<mj-preview>{{{{ digest.mail.preheader }}}}</mj-preview></mj-head><mj-body{ground}>
<mj-section direction="{dir}"><mj-column direction="{dir}"><mj-text>
<h1 style="margin:0;font-size:20px">t</h1>
<p><a href="{{{{ digest.mail.unsubscribe_url }}}}">{{{{ digest.words.unsubscribe }}}}</a>
{{{{ digest.mail.postal_address }}}} {{{{ digest.mail.why_you_get_this }}}}</p>
</mj-text></mj-column></mj-section></mj-body></mjml>
"""
RIGHT = {
    "lang": "en",
    "dir": "ltr",
    "title": "{{ digest.mail.subject }}",
    "ground": ' background-color="#ffffff"',
}


def test_a_mail_of_ones_own_may_be_as_short_as_the_rules_allow(tmp_path: Path) -> None:
    found = render(coast(), _theme(tmp_path, digest=WHOLE.format(**RIGHT))).problems

    assert {one.code for one in found} <= {"T13"}


@pytest.mark.parametrize(
    ("wrong", "code", "said"),
    [
        ({"lang": "fr"}, "T9", 'lang="fr", the digest is en-GB'),
        ({"dir": "rtl"}, "T9", 'dir="rtl", the digest is ltr'),
        ({"title": "Something else"}, "T9", "the title is not the subject"),
        ({"ground": ""}, "T5", "a text without a ground"),
    ],
)
def test_a_mail_of_ones_own_says_what_the_digest_says(
    tmp_path: Path, wrong: dict[str, str], code: str, said: str
) -> None:
    theme = _theme(tmp_path, digest=WHOLE.format(**RIGHT | wrong))
    try:
        found = render(coast(), theme).problems
    except DigestError as error:
        found = error.problems

    assert [one.code for one in found if said in one.message] == [code]
