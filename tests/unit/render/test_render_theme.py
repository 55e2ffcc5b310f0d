import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from jinja2 import Environment

import digest
from digest.edition.view import Digest
from digest.problems import DigestError, Problem
from digest.render import text, web
from digest.render.theme import Theme, assets
from support.renderings import coast

DIGEST = coast()


def _put(root: Path, name: str, content: str) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8")


def _problem(root: Path, name: str = "web/digest.html") -> Problem:
    theme = Theme(root)
    with pytest.raises(DigestError) as caught:
        theme.markup.get_template(name).render(digest=DIGEST, style=theme.style(DIGEST))
    (problem,) = caught.value.problems
    return problem


def _page(root: Path) -> str:
    return web.render(DIGEST, Theme(root)).content.decode()


def test_a_template_of_the_user_goes_first(tmp_path: Path) -> None:
    _put(tmp_path, "templates/text/digest.txt", "{{ digest.masthead.title }} & nothing else\n")
    made = text.render(DIGEST, Theme(tmp_path)).content
    assert made == b"Barriers and gates & nothing else\n"


def test_ours_can_be_extended_under_its_own_name(tmp_path: Path) -> None:
    _put(
        tmp_path,
        "templates/web/digest.html",
        '{% extends "default:web/digest.html" %}'
        "{% block foot %}{{ super() }}<p>{{ words.about }}: ask the desk.</p>{% endblock %}",
    )
    page = _page(tmp_path)
    assert "<p>About this digest: ask the desk.</p>" in page
    assert page.replace("<p>About this digest: ask the desk.</p>", "") == _page(Path("nowhere"))


def test_a_part_can_be_replaced_alone(tmp_path: Path) -> None:
    _put(
        tmp_path, "templates/web/entry.html", "<h3 id='{{ entry.anchor }}'>{{ entry.title }}</h3>"
    )
    page = _page(tmp_path)
    assert "<h3 id='record-gate-closing-times'>" in page
    assert "Limitations" not in page.partition('id="ledger"')[2].partition('id="reading"')[0]


def test_text_templates_can_be_extended_too(tmp_path: Path) -> None:
    _put(
        tmp_path,
        "templates/text/digest.txt",
        '{% extends "default:text/digest.txt" %}{% block masthead %}Hello\n{% endblock %}',
    )
    assert text.render(DIGEST, Theme(tmp_path)).content.startswith(b"Hello\n\n\nIn brief\n")


def test_a_missing_template_is_named(tmp_path: Path) -> None:
    problem = _problem(tmp_path, "web/none.html")
    assert problem.code == "H001"
    assert '"web/none.html"' in problem.message


def test_a_missing_part_is_named_with_the_line_that_wants_it(tmp_path: Path) -> None:
    _put(tmp_path, "templates/web/digest.html", "one\n\n{% include 'web/none.html' %}\n")
    problem = _problem(tmp_path)
    assert (problem.code, problem.place) == ("H001", "templates/web/digest.html:3")


def test_a_missing_choice_of_parts_names_them_all(tmp_path: Path) -> None:
    _put(tmp_path, "templates/web/digest.html", "{% include ['a.html', 'b.html'] %}")
    assert '"a.html" or "b.html"' in _problem(tmp_path).message


def test_a_part_may_be_missing_where_the_template_says_so(tmp_path: Path) -> None:
    _put(tmp_path, "templates/web/digest.html", "x{% include 'none.html' ignore missing %}y")
    assert Theme(tmp_path).markup.get_template("web/digest.html").render() == "xy"


@pytest.mark.parametrize(
    "wrong", ["{% if %}", "{{ digest. }}", "{% for x in %}", "{% block a %}", "{{ a | nofilter }}"]
)
def test_what_cannot_be_read_is_named_with_its_line(tmp_path: Path, wrong: str) -> None:
    _put(tmp_path, "templates/web/digest.html", f"first\n{wrong}\n")
    problem = _problem(tmp_path)
    assert problem.code == "H002"
    assert problem.path == "templates/web/digest.html"
    assert problem.line in {2, 3}


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("{{ digest.sumary }}", 'Digest has no field "sumary": did you mean "summary"?'),
        ("{{ digest.masthead.edition.nowhere }}", "nowhere"),
        ("{{ nobody }}", "nobody"),
        ("{{ digest.summary + 1 }}", "concatenate"),
        ("{{ 1 / 0 }}", "division"),
        ("{{ digest.summary | wrap(first=7) }}", "wrap"),
        ("{% include 'web/digest.html' %}", "includes itself"),
    ],
)
def test_what_fails_is_named_with_its_line(tmp_path: Path, wrong: str, said: str) -> None:
    _put(tmp_path, "templates/web/digest.html", f"first\n\n{wrong}\n")
    problem = _problem(tmp_path)
    assert (problem.code, problem.place) == ("H003", "templates/web/digest.html:3")
    if said != "wrap":
        assert said in problem.message


def test_a_fault_in_a_part_is_placed_in_the_part(tmp_path: Path) -> None:
    _put(tmp_path, "templates/web/entry.html", "\n\n{{ entry.nothing }}")
    with pytest.raises(DigestError) as caught:
        web.render(DIGEST, Theme(tmp_path))
    assert caught.value.problems[0].place == "templates/web/entry.html:3"


@pytest.mark.parametrize(
    "reach",
    [
        "{{ ''.__class__.__mro__ }}",
        "{{ digest.__init__.__globals__ }}",
        "{{ digest.model_dump() }}",
        "{{ digest.parse_file('/etc/hostname') }}",
        "{{ digest.model_construct() }}",
        "{{ digest.copy() }}",
        "{{ '{0.__class__}'.format(digest) }}",
        "{{ digest.entries[0].model_fields }}",
    ],
)
def test_a_template_reads_values_and_nothing_of_python(tmp_path: Path, reach: str) -> None:
    _put(tmp_path, "templates/web/digest.html", reach)
    assert _problem(tmp_path).code == "H003"


def test_a_bug_of_ours_stays_a_bug() -> None:
    def broken(_: str) -> str:
        raise KeyError("a bug")

    theme = Theme()
    theme.markup.filters["broken"] = broken
    template = theme.markup.from_string("{{ 'x' | broken }}")
    with pytest.raises(KeyError, match="a bug"):
        template.render()


def test_a_problem_raised_inside_a_template_passes_through() -> None:
    def refuses(_: str) -> str:
        raise DigestError(Problem(code="X1", message="no"))

    theme = Theme()
    theme.markup.filters["refuses"] = refuses
    with pytest.raises(DigestError) as caught:
        theme.markup.from_string("{{ 'x' | refuses }}").render()
    assert caught.value.problems[0].code == "X1"


def test_a_template_that_is_not_utf8_is_named(tmp_path: Path) -> None:
    _put(tmp_path, "templates/web/digest.html", "")
    (tmp_path / "templates/web/digest.html").write_bytes(b"caf\xe9")
    problem = _problem(tmp_path)
    assert (problem.code, problem.path) == ("H004", "templates/web/digest.html")


def test_markup_is_escaped_whatever_the_ending_and_text_is_not() -> None:
    theme = Theme()
    source = "{{ '<&\"' }}"
    for name in ("markup", "plain"):
        environment: Environment = getattr(theme, name)
        made = environment.from_string(source).render()
        assert made == ("&lt;&amp;&#34;" if name == "markup" else '<&"')


@pytest.mark.parametrize(
    "wrong",
    [
        "{% autoescape false %}{{ digest.summary }}{% endautoescape %}",
        "{{ digest.summary | safe }}",
        "{{ style | safe }}",
    ],
)
def test_no_template_stops_text_from_being_escaped(tmp_path: Path, wrong: str) -> None:
    _put(tmp_path, "templates/web/digest.html", f"first\n{wrong}\n")
    problem = _problem(tmp_path)

    assert (problem.code, problem.place) == ("H002", "templates/web/digest.html:2")
    assert "always escaped" in problem.message


def test_a_sheet_of_the_user_goes_first_and_can_bring_in_ours(tmp_path: Path) -> None:
    _put(tmp_path, "styles/web.css", '@import "default:web.css";\nh1{letter-spacing:.01em}\n')
    sheet = Theme(tmp_path).sheet("web.css")
    assert sheet.startswith(Theme().sheet("web.css"))
    assert sheet.endswith("h1{letter-spacing:.01em}\n")


def test_a_sheet_nobody_has_is_a_problem(tmp_path: Path) -> None:
    _put(tmp_path, "styles/web.css", '@import "default:none.css";\n')
    for ask in ("none.css", "web.css"):
        with pytest.raises(DigestError) as caught:
            Theme(tmp_path).sheet(ask)
        assert caught.value.problems[0].code == "H007"


@pytest.mark.parametrize("quote", ["'", '"'])
def test_a_sheet_may_bring_in_ours_in_either_quotes(tmp_path: Path, quote: str) -> None:
    _put(tmp_path, "styles/web.css", f"  @import {quote}default:web.css{quote};\nh1{{a:b}}\n")

    assert Theme(tmp_path).sheet("web.css") == f"{Theme().sheet('web.css')}\nh1{{a:b}}\n"


def test_a_sheet_that_is_not_utf8_is_named(tmp_path: Path) -> None:
    _put(tmp_path, "styles/web.css", "")
    (tmp_path / "styles/web.css").write_bytes(b"/* caf\xe9 */")
    with pytest.raises(DigestError) as caught:
        Theme(tmp_path).sheet("web.css")
    assert caught.value.problems[0].code == "H004"
    assert caught.value.problems[0].path == "styles/web.css"


def test_all_problems_of_a_theme_are_told_at_once(tmp_path: Path) -> None:
    _put(tmp_path, "templates/web/digest.html", "{% if %}")
    _put(tmp_path, "templates/own/part.html", "fine")
    _put(tmp_path, "templates/text/digest.txt", "\n{{ a b }}")
    _put(tmp_path, "styles/tokens.json", '{"color": {"inc": {}}}')
    problems = Theme(tmp_path).problems(accent="#0b5f74")
    assert [problem.code for problem in problems] == ["H002", "H002", "H006"]
    assert [problem.place for problem in problems][:2] == [
        "templates/text/digest.txt:2",
        "templates/web/digest.html:1",
    ]


def test_ours_has_no_problems() -> None:
    assert Theme().problems(accent="#0b5f74") == ()


def test_own_tokens_colour_the_page(tmp_path: Path) -> None:
    _put(tmp_path, "styles/tokens.json", '{"color": {"ink": {"$value": "#101010"}}}')
    assert Theme(tmp_path).style(DIGEST).light.ink == "#101010"
    assert "--ink:#101010;" in _page(tmp_path)


def test_a_theme_crosses_processes(tmp_path: Path) -> None:
    _put(tmp_path, "templates/text/digest.txt", "mine\n")
    theme = Theme(tmp_path)
    assert text.render(DIGEST, theme).content == b"mine\n"
    other: Theme = pickle.loads(pickle.dumps(theme))  # noqa: S301  # what we pickled ourselves
    assert text.render(DIGEST, other).content == b"mine\n"


def test_inputs_list_every_file_that_can_take_part_in_order(tmp_path: Path) -> None:
    _put(tmp_path, "templates/web/digest.html", "b")
    _put(tmp_path, "templates/web/a.html", "a")
    _put(tmp_path, "templates/web/.a.html.swp", "an editor's")
    _put(tmp_path, "styles/web.css", "c")
    inputs = Theme(tmp_path).inputs()
    own = [path for path in inputs if not path.startswith("default:")]
    assert own == ["templates/web/a.html", "templates/web/digest.html", "styles/web.css"]
    assert {"default:templates/web/digest.html", "default:styles/tokens.json"} <= inputs.keys()
    assert list(inputs.items()) == list(Theme(tmp_path).inputs().items())


def test_inputs_change_with_a_file(tmp_path: Path) -> None:
    _put(tmp_path, "styles/web.css", "a{}")
    before = Theme(tmp_path).inputs()
    _put(tmp_path, "styles/web.css", "b{}")
    after = Theme(tmp_path).inputs()
    assert {path for path in after if after[path] != before[path]} == {"styles/web.css"}


def test_a_publication_beside_our_own_folders_reads_them_once() -> None:
    checkout = assets("templates").parent
    assert Theme(checkout).inputs() == Theme().inputs()


def test_an_installed_copy_reads_its_own_assets(tmp_path: Path) -> None:
    package = tmp_path / "digest"
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(Path(digest.__file__).parent, package, ignore=ignore)
    for kind in ("templates", "styles"):
        shutil.copytree(assets(kind), package / "_assets" / kind)
    code = (
        "from digest.render.theme import Theme, assets;"
        "print(assets('styles'));print(sorted(Theme().inputs().items()))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    folder, inputs = run.stdout.splitlines()
    assert Path(folder) == package / "_assets" / "styles"
    assert inputs == str(sorted(Theme().inputs().items()))


@pytest.mark.parametrize("chance", ["{{ range(99999)|random }}", "{{ lipsum() }}"])
def test_nothing_is_left_to_chance(tmp_path: Path, chance: str) -> None:
    _put(tmp_path, "templates/web/digest.html", chance)

    assert _problem(tmp_path).code in {"H002", "H003"}


@pytest.mark.parametrize("character", ["\\ud800", "\\u0000", "\\u0007", "\\uffff"])
def test_no_template_writes_what_no_text_may_hold(tmp_path: Path, character: str) -> None:
    _put(tmp_path, "templates/web/digest.html", f'one\n{{{{ "{character}" }}}}')

    problem = _problem(tmp_path)
    assert (problem.code, problem.pointer) == ("H011", "web/digest.html")
    assert "in line 2 of what it makes" in problem.message


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (lambda one: {"entries": (one.entries[0].model_copy(update={"finding": "a\x07"}),)}, True),
        (lambda _: {"summary": "a\x07"}, False),
    ],
)
def test_a_text_that_no_text_may_hold_is_named(
    tmp_path: Path, change: Callable[[Digest], dict[str, object]], *, where: bool
) -> None:
    _put(
        tmp_path,
        "templates/text/digest.txt",
        "{{ digest.summary }}{{ digest.entries[0].finding }}",
    )
    spoilt = DIGEST.model_copy(update=change(DIGEST))

    with pytest.raises(DigestError) as caught:
        text.render(spoilt, Theme(tmp_path))

    (problem,) = caught.value.problems
    expected = f"{DIGEST.entries[0].id}/finding" if where else "summary"
    assert (problem.code, problem.pointer) == ("H011", expected)
    assert "a text of the digest holds U+0007" in problem.message


def test_an_empty_page_is_a_problem(tmp_path: Path) -> None:
    _put(tmp_path, "templates/web/digest.html", "{# nothing #}\n")

    with pytest.raises(DigestError) as caught:
        _page(tmp_path)
    (problem,) = caught.value.problems
    assert (problem.code, problem.path) == ("W005", "templates/web/digest.html")
