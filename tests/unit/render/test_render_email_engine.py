import pytest

from digest.problems import DigestError
from digest.render.email import engine

MAIL = "<mjml><mj-body>{inside}</mj-body></mjml>"
TEXT = MAIL.format(inside="<mj-section><mj-column><mj-text>{}</mj-text></mj-column></mj-section>")


def test_no_font_is_linked() -> None:
    html = engine.html(TEXT.format("x"))

    assert "googleapis" not in html
    assert "<link" not in html


def test_conditional_comments_stay_and_plain_ones_go() -> None:
    inside = "<!-- note -->a<!--[if mso]><i>b</i><![endif]-->"
    html = engine.html(TEXT.format(inside))

    assert "note" not in html
    assert "<!--[if mso]><i>b</i><![endif]-->" in html
    assert html.count("<!--[if") == html.count("<![endif]-->")


@pytest.mark.parametrize("mjml", ["", TEXT.format("a < b"), MAIL.format(inside="<mj-body>")])
def test_what_the_engine_refuses_is_a_problem(mjml: str) -> None:
    with pytest.raises(DigestError, match=r"T20.*refused"):
        engine.html(mjml)


@pytest.mark.parametrize("cut", ["<!--[if mso]>x<![endif", "<!--[if mso", "<![endif"])
def test_a_panic_of_the_engine_is_a_problem(cut: str, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(DigestError, match=r"T20.*it panicked"):
        engine.html(TEXT.format(cut))

    assert "panicked" in capfd.readouterr().err


def test_what_is_no_string_stays_a_bug() -> None:
    with pytest.raises(TypeError):
        engine.html(None)  # type: ignore[arg-type]  # a wrong call, on purpose
