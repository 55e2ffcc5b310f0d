import pytest

from digest.problems import DigestError, Problem, Severity, errors, stop_on_errors
from digest.render.email.compiler import compile_mail

FONT = '<mj-all font-family="Georgia, serif" font-size="15px" line-height="1.5" />'
METAS = (
    '<mj-raw><meta name="color-scheme" content="light dark" />'
    '<meta name="supported-color-schemes" content="light dark" /></mj-raw>'
)


def _problems(
    inside: str = "", *, column: str = "", section: str = "", body: str = "", head: str = ""
) -> tuple[Problem, ...]:
    column = column or f"<mj-text>{inside or 'x'}</mj-text>"
    section = section or f"<mj-column>{column}</mj-column>"
    body = body or f"<mj-section>{section}</mj-section>"
    mjml = (
        f'<mjml lang="en" dir="ltr"><mj-head><mj-title>t</mj-title><mj-attributes>{FONT}'
        f"</mj-attributes>{head}</mj-head><mj-body>{body}</mj-body></mjml>"
    )
    try:
        return compile_mail(mjml).problems
    except DigestError as error:
        return error.problems


def _codes(problems: tuple[Problem, ...]) -> set[str]:
    return {one.code for one in problems}


def test_a_plain_mail_has_no_problem() -> None:
    assert _problems() == ()


@pytest.mark.parametrize(
    ("code", "inside"),
    [
        ("T4", '<p style="padding:10">x</p>'),
        ("T5", '<p style="color:red;background-color:#ffffff">x</p>'),
        ("T5", '<p style="color:#000;background-color:#ffffff">x</p>'),
        ("T5", '<p style="border:1px solid rgb(0,0,0)">x</p>'),
        ("T5", '<table role="presentation" bgcolor="#fff"><tr><td>x</td></tr></table>'),
        ("T6", "<mj-text>x</mj-text>"),
        ("T6", "<blink>x</blink>"),
        ("T6", '<p data-x="1">x</p>'),
        ("T10", '<img src="https://a.example.org/a.png" width="20" />'),
        ("T10", '<img src="https://a.example.org/a.png" alt="" />'),
        ("T10", '<img src="https://a.example.org/a.webp" alt="" width="20" />'),
        ("T10", '<img src="https://a.example.org/a.svg" alt="" width="20" />'),
        ("T10", '<img src="data:image/png;base64,AA==" alt="" width="20" />'),
        ("T10", '<img src="http://a.example.org/a.png" alt="" width="20" />'),
        ("T12", "<table><tr><td>x</td></tr></table>"),
        (
            "T12",
            '<table><tr><td><table><tr><th scope="row">x</th></tr></table></td></tr></table>',
        ),
        ("T14", '<p style="color:#999999">x</p>'),
        ("T14", '<p style="color:#ffffff"><a href="https://a.example.org/">x</a> y</p>'),
        ("T16", "<script>x</script>"),
        ("T16", "<form>x</form>"),
        ("T16", '<p onclick="x">x</p>'),
        ("T16", '<p style="display:flex">x</p>'),
        ("T16", '<p style="position:absolute">x</p>'),
        ("T16", '<p style="float:left">x</p>'),
        ("T16", '<p style="margin:0 -4px">x</p>'),
        ("T16", '<p style="width:calc(100% - 2px)">x</p>'),
        ("T16", '<p style="font-size:1rem">x</p>'),
        ("T16", '<p style="background:url(https://a.example.org/a.png)">x</p>'),
        ("T16", '<p style="grid-area:a">x</p>'),
        ("T16", '<p style="margin:0;opacity:0.3">x</p>'),
        ("T16", '<p style="margin:0;color #000000">x</p>'),
        ("T16", '<p style="margin:0;{color:#000000}">x</p>'),
        ("T16", '<a href="#place">x</a>'),
        ("T17", '<table role="presentation" width="500"><tr><td>x</td></tr></table>'),
        ("T17", '<p style="min-width:400px">x</p>'),
        ("T17", '<p style="margin:0;padding:0 90px">x</p>'),
        ("T17", '<p style="margin:0;padding-left:170px">x</p>'),
        ("T17", f'<p style="margin:0;white-space:nowrap">{"word " * 9}</p>'),
        ("T18", '<a href="javascript:x()">x</a>'),
        ("T18", '<a href="/relative">x</a>'),
        ("T18", '<a href="https://[bad">x</a>'),
    ],
)
def test_text_that_breaks_a_rule(code: str, inside: str) -> None:
    assert code in _codes(_problems(inside))


@pytest.mark.parametrize(
    "inside",
    [
        '<p style="margin:0;line-height:1.5;font-weight:700">x</p>',
        '<p style="color:inherit;background-color:transparent">x</p>',
        '<img src="cid:a@example.org" alt="" width="20" />',
        '<img src="https://a.example.org/a.png?v=2" alt="A chart" width="20px" />',
        '<a href="mailto:desk@example.org">x</a> <a href="http://a.example.org">y</a>',
        '<table role="presentation" width="100%"><tr><td>x</td></tr></table>',
        '<table><tr><th scope="row">x</th><td>y</td></tr></table>',
        '<p style="max-width:500px">x</p>',
        '<p style="color:#767676;background-color:#ffffff">x</p>',
        '<span aria-hidden="true">x</span>',
        '<p style="margin:0;padding:200px 40px 0;white-space:nowrap">x</p>',
    ],
)
def test_text_that_keeps_the_rules(inside: str) -> None:
    assert _problems(inside) == ()


@pytest.mark.parametrize(
    ("code", "column"),
    [
        ("T4", '<mj-spacer height="20" />'),
        ("T4", '<mj-text padding="0px 1em">x</mj-text>'),
        ("T5", '<mj-divider border-color="gray" />'),
        ("T5", '<mj-text color="#12345">x</mj-text>'),
        ("T6", '<mj-spacer colour="#123456" />'),
        ("T6", "loose"),
        ("T7", '<mj-image src="cid:a@b" alt="" width="9px" title="x" />'),
        ("T7", '<mj-social><mj-social-element name="x">x</mj-social-element></mj-social>'),
        ("T10", '<mj-image src="https://[bad" alt="" width="9px" />'),
        (
            "T10",
            '<mj-image src="cid:a@b" srcset="https://a.example.org/a.webp" alt="" width="9px" />',
        ),
        ("T12", "<mj-table><tr><td>x</td></tr></mj-table>"),
        ("T16", '<mj-text line-height="calc(1px + 2px)">x</mj-text>'),
        ("T16", '<mj-text font-family="Georgia;position:absolute">x</mj-text>'),
        ("T17", '<mj-text padding="0px 100px 0px 80px">x</mj-text>'),
        ("T17", '<mj-table width="400px"><tr><th scope="row">x</th></tr></mj-table>'),
        ("T17", '<mj-button href="https://a.example.org/" width="400px">x</mj-button>'),
        ("T17", '<mj-raw><table role="presentation" width="600"><tr><td /></tr></table></mj-raw>'),
        ("T18", "<mj-button>leads nowhere</mj-button>"),
        ("T19", "<mj-raw><!--[if mso]><table><tr><![endif]--></mj-raw>"),
        ("T19", "<mj-raw><!--[if mso]></td><![endif]--></mj-raw>"),
    ],
)
def test_a_column_that_breaks_a_rule(code: str, column: str) -> None:
    assert code in _codes(_problems(column=column))


@pytest.mark.parametrize(
    ("code", "section"),
    [
        ("T4", '<mj-column width="50%" /><mj-column width="40%" />'),
        ("T4", '<mj-column width="70%" /><mj-column width="70%" />'),
        ("T4", '<mj-column width="400px" /><mj-column width="400px" />'),
        ("T4", '<mj-column width="50%" /><mj-column width="400px" />'),
        ("T7", '<mj-column mobile-width="50px" />'),
        ("T6", "<mj-column><mj-column /></mj-column>"),
    ],
)
def test_a_section_that_breaks_a_rule(code: str, section: str) -> None:
    assert _codes(_problems(section=section)) == {code}


def test_columns_of_thirds_fill_their_row() -> None:
    thirds = "".join(f'<mj-column width="{width}%" />' for width in (33.33, 33.33, 33.34))

    assert _problems(section=thirds) == ()


@pytest.mark.parametrize(
    ("code", "head"),
    [
        ("T3", "<mj-style>.a { content: 'é' }</mj-style>"),
        ("T3", "<mj-style>/* why */ .a { margin: 0 }</mj-style>"),
        ("T3", "<mj-style>.a { color: #000000 } &nbsp; .b { float: left }</mj-style>"),
        ("T3", "<mj-style>.a &gt; .b { color: #000000 }</mj-style>"),
        ("T5", "<mj-style>.a { color: red }</mj-style>"),
        ("T6", "<mj-title>again</mj-title>"),
        ("T7", '<mj-include path="x" type="html" />'),
        ("T14", f"{METAS}<mj-style>.b {{ margin: 0 }} [data-ogsc] .a {{ margin: 0 }}</mj-style>"),
        ("T15", f"<mj-style>{'.a { margin: 0 } ' * 600}</mj-style>"),
        ("T15", "<mj-style>.a { margin: 0!important }</mj-style>"),
        ("T15", "<mj-style>.a { color #000000 }</mj-style>"),
        ("T15", "<mj-style>.a { color: #000000 </mj-style>"),
        ("T15", "<mj-style>.a { color: #000000 } }</mj-style>"),
        ("T15", "<mj-style>.a { .b { margin: 0 } }</mj-style>"),
        ("T15", "<mj-style>@media (width) { .a }</mj-style>"),
        ("T15", "<mj-style>.a { width: 300px }</mj-style>"),
        ("T16", "<mj-style>.a { position: absolute }</mj-style>"),
        ("T16", "<mj-style>@IMPORT url(https://a.example.org/a.css);</mj-style>"),
        ("T16", '<mj-raw><meta http-equiv="refresh" content="0" /></mj-raw>'),
        ("T17", "<mj-style>.a { min-width: 400px }</mj-style>"),
        ("T16", "<mj-style>@import url(https://a.example.org/a.css);</mj-style>"),
        ("T16", "<mj-style>@font-face { font-family: X; src: local(X) }</mj-style>"),
    ],
)
def test_a_head_that_breaks_a_rule(code: str, head: str) -> None:
    assert code in _codes(_problems(head=head))


DARK = "<mj-style>@media (prefers-color-scheme: dark) {{ {} }}</mj-style>"
PAIR = "body { background-color: #101010 !important } .a div { color: #eeeeee !important }"


def test_dark_rules_in_pairs_pass() -> None:
    text = '<mj-text css-class="a">x</mj-text>'

    assert _problems(column=text, head=METAS + DARK.format(PAIR)) == ()


def test_a_background_without_its_text_is_faint_in_the_dark() -> None:
    rule = "body { background-color: #101010 !important }"
    (problem,) = _problems(head=METAS + DARK.format(rule))

    assert problem.code == "T14"
    assert "in the dark scheme" in problem.message


def test_an_inline_colour_outlives_a_rule_that_is_not_important() -> None:
    weak = DARK.format(PAIR.replace(" !important }", " }", 2))
    text = '<mj-text css-class="a"><p style="color:#000000">x</p></mj-text>'
    problems = _problems(column=text, head=METAS + weak)

    assert [one.code for one in problems] == ["T14"]
    assert "#000000 on #101010" in problems[0].message


def test_outlook_is_judged_by_the_pairs_we_set() -> None:
    both = (
        "[data-ogsb] .a {{ background-color: #222222 !important }}"
        "[data-ogsc] .a div {{ color: {} !important }}"
    )
    text = '<mj-text css-class="a">x</mj-text>'
    good, faint = (
        _problems(column=text, head=f"<mj-style>{both.format(colour)}</mj-style>")
        for colour in ("#eeeeee", "#333333")
    )

    assert good == ()
    assert "in the Outlook's dark scheme" in faint[0].message


def test_the_engine_is_not_given_words_it_does_not_know() -> None:
    problems = _problems('<p style="color:#cccccc">x</p><mj-txt>y</mj-txt>')

    assert _codes(problems) == {"T6"}
    (nope,) = _problems(column="\n<mj-nope>x</mj-nope>")
    assert (nope.line, nope.message) == (2, "unknown tag <mj-nope>")


@pytest.mark.parametrize(
    ("column", "what"),
    [
        ('<mj-text font-family="Lobster, serif">x</mj-text>', '"Lobster"'),
        ('<mj-text font-size="11px">x</mj-text>', "text of 11px"),
        ('<mj-text font-size="13px">x</mj-text>', "most of the text is 13px"),
        ('<mj-text line-height="1.1">x</mj-text>', "line height of 1.1"),
        ('<mj-text line-height="18px">x</mj-text>', "line height of 1.2"),
        ('<mj-button href="https://a.example.org/">x</mj-button>', "a button 42.5px high"),
    ],
)
def test_what_is_hard_to_read_or_hit_is_a_warning(column: str, what: str) -> None:
    problems = _problems(column=column)

    assert any(what in one.message for one in problems)
    assert {one.severity for one in problems} == {Severity.WARNING}


def test_a_button_as_high_as_a_thumb_passes() -> None:
    tall = '<mj-button href="https://a.example.org/" inner-padding="13px 8px" line-height="20px">x'

    assert _problems(column=f"{tall}</mj-button><mj-text>words</mj-text>") == ()


def test_a_body_wider_than_six_hundred_is_refused() -> None:
    with pytest.raises(DigestError, match=r"1: error\[T17\]: the body is wider"):
        stop_on_errors(
            compile_mail(
                '<mjml lang="en" dir="ltr"><mj-head><mj-title>t</mj-title></mj-head>'
                '<mj-body width="640px"></mj-body></mjml>'
            ).problems
        )


@pytest.mark.parametrize(
    ("mjml", "message"),
    [
        ("<html></html>", "the mail begins with <html>"),
        ('<mjml lang="en" dir="ltr"></mjml>', "has no <mj-body>"),
        ('<mjml lang="en" dir="up"><mj-body/></mjml>', "language and direction"),
    ],
)
def test_a_document_of_the_wrong_kind(mjml: str, message: str) -> None:
    with pytest.raises(DigestError, match=message):
        stop_on_errors(compile_mail(mjml).problems)


def test_all_errors_are_told_at_once_with_their_lines() -> None:
    mjml = (
        '<mjml lang="en" dir="ltr">\n<mj-head></mj-head>\n<mj-body><mj-section><mj-column>\n'
        '<mj-spacer height="20" />\n<mj-divider border-color="gray" />\n'
        "</mj-column></mj-section></mj-body></mjml>"
    )
    found = [(one.code, one.line) for one in errors(compile_mail(mjml).problems)]
    assert found == [("T4", 4), ("T5", 5), ("T9", 1)]


@pytest.mark.parametrize(("set_here", "codes"), [("", ["T9", "T9"]), ('direction="rtl"', [])])
def test_a_mail_from_right_to_left_turns_its_rows_too(set_here: str, codes: list[str]) -> None:
    mjml = (
        f'<mjml lang="ar" dir="rtl"><mj-head><mj-title>t</mj-title><mj-attributes>{FONT}'
        f"<mj-section {set_here} /></mj-attributes></mj-head>"
        f"<mj-body><mj-section><mj-column {set_here}><mj-text>x</mj-text></mj-column>"
        "</mj-section></mj-body></mjml>"
    )

    assert [one.code for one in compile_mail(mjml).problems] == codes


def test_a_class_presets_what_its_elements_look_like() -> None:
    preset = '<mj-attributes><mj-class name="tall" inner-padding="20px 8px" /></mj-attributes>'
    button = '<mj-button mj-class="tall" href="https://a.example.org/">x</mj-button>'

    assert _problems(column=f"<mj-text>words</mj-text>{button}", head=preset) == ()


def test_rules_that_colour_no_text_are_passed_over() -> None:
    rules = "a:hover {0} p::first-line {0} ::: {0}".format("{ color: #eeeeee }")

    assert _problems("<p>x</p>", head=f"<mj-style>{rules}</mj-style>") == ()
    assert _problems(column='<mj-text line-height="normal">x</mj-text>') == ()


def test_raw_text_has_no_font_of_ours() -> None:
    (problem,) = _problems(body="<mj-raw><p>words</p></mj-raw>")

    assert (problem.code, problem.message) == ("T13", "text without a font stack")


def test_columns_of_pixels_may_leave_room_for_padding() -> None:
    assert _problems(section='<mj-column width="276px" /><mj-column width="276px" />') == ()


def test_a_picture_behind_a_section_is_one_that_every_client_shows() -> None:
    behind = '<mj-section background-url="{}"><mj-column /></mj-section>'

    assert _codes(_problems(body=behind.format("https://a.example.org/a.webp"))) == {"T10"}
    assert _codes(_problems(body=behind.format("data:image/png;base64,AA=="))) == {"T10"}
    assert _problems(body=behind.format("https://a.example.org/a.png")) == ()


def test_what_a_phone_or_a_sheet_for_it_may_do_without_is_no_layout() -> None:
    sheets = (
        "<mj-style>@media (max-width:479px) { .a { padding: 4px; width: 400px } }</mj-style>"
        '<mj-style>.a { margin: 0; content: "}" }</mj-style>'
    )

    assert _problems(head=sheets) == ()


def test_words_of_no_size_are_told_and_spaces_are_no_words() -> None:
    assert [one.code for one in _problems('<p style="margin:0;font-size:0px">x</p>y')] == ["T13"]
    assert _problems(column='<mj-text>x</mj-text><mj-spacer height="20px" />') == ()


def test_a_long_title_is_no_running_text() -> None:
    tight = '<h1 style="margin:0;font-size:20px;line-height:1.2">A title of very many words</h1>'

    assert _problems(f"{tight}<p>x</p>") == ()


def test_what_one_conditional_comment_opens_another_may_close() -> None:
    pair = "<!--[if mso]><table><tr><td><br><v:fill /><![endif]-->{}<!--[if mso]>{}<![endif]-->"
    closed = pair.format("x", "</td></tr></table>")

    assert _problems(closed) == ()
    assert _codes(_problems(pair.format("x", "</tr></td></table>"))) == {"T19"}


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("\n\nloose\n<mj-section />", 3),
        ("<mj-section />\n\nloose\n\n<mj-section />", 3),
        ("<mj-section />\nloose", 1),
    ],
)
def test_loose_words_have_their_line(words: str, line: int) -> None:
    (problem,) = _problems(body=words)

    assert (problem.code, problem.line) == ("T6", line)
