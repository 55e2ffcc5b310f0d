import pytest

from digest.problems import DigestError, Problem
from digest.render.email import gate


def _mail(body: str) -> str:
    return f'<mjml lang="en" dir="ltr">\n<mj-body>\n{body}\n</mj-body></mjml>'


def _refusal(mjml: str) -> Problem:
    with pytest.raises(DigestError) as refused:
        gate.parse(mjml)
    return refused.value.problems[0]


@pytest.mark.parametrize("depth", [64, 255, 300, 20_000])
def test_deep_nesting_is_an_error_and_the_process_lives(depth: int) -> None:
    problem = _refusal(_mail("<b>" * depth + "x" + "</b>" * depth))

    assert problem.code == "T1"
    assert "64" in str(problem.hint)


def test_nesting_up_to_the_limit_passes() -> None:
    assert gate.parse(_mail("<b>" * 62 + "x" + "</b>" * 62)).tag == "mjml"


@pytest.mark.parametrize(
    ("inside", "column"),
    [
        ("<![CDATA[ x ]]>", 1),
        ("ab<?php echo 1 ?>", 3),
        ("a & b", 4),
        ("a &nosuch; b", 11),
        ("<b><i>x</b></i>", 12),
        ("a\x00b", 2),
        ("<!-- x -- y -->", 8),
        ("a\ud800", 2),
    ],
)
def test_what_is_not_well_formed_has_its_place(inside: str, column: int) -> None:
    problem = _refusal(_mail(inside))

    assert problem.code == "T1"
    assert (problem.line, problem.column) == (3, column)
    assert problem.hint


def test_on_the_first_line_the_column_is_not_told() -> None:
    problem = _refusal("<mjml><mj-body></mj-text></mjml>")

    assert (problem.line, problem.column) == (1, None)


@pytest.mark.parametrize(
    "mjml", ["", "words", "<mjml/><mjml/>", '<?xml version="1.0"?><mjml/>', "<!DOCTYPE a><mjml/>"]
)
def test_other_documents_are_refused(mjml: str) -> None:
    assert _refusal(mjml).code == "T1"


def test_no_entity_is_declared_and_no_file_read() -> None:
    bomb = '<!DOCTYPE mjml [<!ENTITY x SYSTEM "file:///etc/hostname">]><mjml>&x;</mjml>'

    assert _refusal(bomb).message == "a document type does not belong in MJML"


def test_a_comment_may_speak_of_what_is_forbidden() -> None:
    assert gate.parse(_mail("<!-- no <?php, no <![CDATA[ -->")).tag == "mjml"


def test_entities_of_html_and_a_byte_order_mark_are_known() -> None:
    assert gate.parse("\ufeff" + _mail("a&nbsp;b &euro; &Auml; &lt; &amp;")).tag == "mjml"


def test_a_mail_of_two_megabytes_is_too_long() -> None:
    problem = _refusal(_mail("a" * 2_000_000))

    assert problem.code == "T1"
    assert "2000000" in problem.message


@pytest.mark.parametrize(
    "comments",
    [
        "<!--[if mso]><b>x</b><![endif]-->",
        "<!--[if mso | IE]>a<![endif]--><!--[if !mso]><!-->b<!--<![endif]-->",
        "<!-- [if it rains] -->",
    ],
)
def test_conditional_comments_in_pairs_pass(comments: str) -> None:
    assert gate.parse(_mail(comments)).tag == "mjml"


@pytest.mark.parametrize(
    "comments",
    [
        "<!--[if mso]>a-->",
        "<!--[if mso]>a<!--[if gte mso 9]>b<![endif]-->",
        "a<!--<![endif]-->",
        "<!--[if mso]>a<![endif]--><!--<![endif]-->",
        "<!--[if !mso]><!-->b<!--x<![endif]-->",
        "<!--[if mso]>a<![endif -->",
    ],
)
def test_a_conditional_comment_without_its_counterpart_is_refused(comments: str) -> None:
    problem = _refusal(_mail(comments))

    assert problem.code in {"T1", "T19"}
    assert problem.line == 3


def test_a_cut_end_never_reaches_the_engine() -> None:
    assert _refusal(_mail("<!--[if mso]><b>x</b><![endif")).code == "T1"


def test_a_bare_quotation_mark_in_the_title_has_its_place() -> None:
    (problem,) = gate.quotes('<mjml>\n<mj-title>a\n "b" </mj-title>')

    assert (problem.code, problem.line, problem.column) == ("T2", 3, 2)
    assert list(gate.quotes("<mj-title>&quot;a&#34;</mj-title>")) == []
