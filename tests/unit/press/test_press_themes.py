"""Templates of a publication's own, at their worst: named, stopped, and alone in it."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from digest.bundle.executors import Inline
from digest.bundle.limits import Limits
from digest.bundle.pool import Pool
from digest.bundle.tasks import Outcome, Task
from digest.press.check import check
from digest.press.rendering import Order, render
from digest.problems import DigestError, Severity, WorldError
from digest.render.artifact import Rendering
from digest.render.channels import EMAIL, TEXT, Channel
from digest.render.theme import Theme
from support.renderings import coast

HEAD = '{% extends "default:mail/digest.mjml" %}\n{% block masthead %}\n'
ENDLESS = "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}"
GREEDY = "{{ 'a' * 9000000000 }}"

ORDERS = [Order(coast(), EMAIL, kept=True), Order(coast(), TEXT, kept=True)]


class _Remembering:
    """A pool that remembers what became of its tasks."""

    def __init__(self, limits: Limits) -> None:
        self._pool = Pool(1, limits=limits)
        self.outcomes: list[Outcome] = []

    def run(self, tasks: Sequence[Task], done: object) -> list[Outcome]:
        assert callable(done)
        self.outcomes = self._pool.run(tasks, done)
        return self.outcomes


def _theme(root: Path, block: str) -> Theme:
    folder = root / "templates" / "mail"
    folder.mkdir(parents=True)
    (folder / "digest.mjml").write_text(f"{HEAD}{block}{{% endblock %}}", encoding="utf-8")
    return Theme(root)


@pytest.mark.parametrize(
    ("block", "said"),
    [(ENDLESS, "it took more than 2 s of work"), (GREEDY, "more memory than it may have")],
)
def test_a_template_that_takes_all_is_told_by_its_line(
    tmp_path: Path, block: str, said: str
) -> None:
    theme = _theme(tmp_path, f"\n{block}")
    runner = _Remembering(Limits(cpu_seconds=2, memory_mb=2048))
    with pytest.raises(DigestError) as refused:
        render(ORDERS, theme, runner=runner, progress=lambda *_: None)

    (problem,) = refused.value.problems
    assert (problem.code, problem.path, problem.line) == ("H003", "templates/mail/digest.mjml", 4)
    assert said in problem.message
    assert isinstance(runner.outcomes[1], Rendering)


def test_without_worker_processes_a_template_without_end_is_told_by_its_line(
    tmp_path: Path,
) -> None:
    theme = _theme(tmp_path, f"\n{ENDLESS}")
    runner = Inline(Limits(cpu_seconds=1))
    with pytest.raises(DigestError) as refused:
        render(ORDERS, theme, runner=runner, progress=lambda *_: None)

    (problem,) = refused.value.problems
    assert (problem.code, problem.path, problem.line) == ("H003", "templates/mail/digest.mjml", 4)
    assert "it took more than 1 s of work" in problem.message


def test_nothing_of_a_template_is_worked_out_before_it_runs(tmp_path: Path) -> None:
    assert _theme(tmp_path, GREEDY).problems(accent="#0b5f74") == ()


def test_a_template_that_kills_its_process_is_told_by_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theme = _theme(tmp_path, "x")
    module = Channel(
        name="email", suffix=".x", media_type="text/x", module="brought", templates="mail"
    )
    orders = [Order(coast(role), module, kept=True) for role in ("engineer", "planner")]
    runner = _Remembering(Limits())
    (tmp_path / "brought.py").write_text(
        "from digest.render.artifact import Rendering\n"
        "import os, signal\n"
        "def render(digest, theme):\n"
        "    if digest.stem == 'engineer': os.kill(os.getpid(), signal.SIGSEGV)\n"
        "    return Rendering(content=b'alive')\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(WorldError) as refused:
        render(orders, theme, runner=runner, progress=lambda *_: None)

    (problem,) = refused.value.problems
    assert (problem.code, problem.path) == ("B030", "templates/mail/digest.mjml")
    assert "engineer, email (signal 11)" in problem.message
    assert "templates/mail/digest.mjml" in (problem.hint or "")
    assert runner.outcomes[1] == Rendering(content=b"alive")


def test_a_theme_that_breaks_a_rule_of_mail_fails_the_check(root: Path) -> None:
    _theme(root, "<mj-section>\n<mj-column><mj-txt>x</mj-txt></mj-column></mj-section>")
    found = check(root, hire=lambda *_: Pool(1, limits=Limits())).problems
    errors = [one for one in found if one.severity is Severity.ERROR]

    assert {(one.code, one.path, one.line) for one in errors} == {
        ("T6", "templates/mail/digest.mjml", 4)
    }


def test_what_only_a_finished_mail_shows_fails_the_check_too(root: Path) -> None:
    faded = "margin:0;background:linear-gradient(#ffffff,#eeeeee)"
    text = f'<mj-section><mj-column><mj-text>\n<p style="{faded}">x</p>'
    whole = f"{text}</mj-text></mj-column></mj-section>"
    _theme(root, f"{{{{ super() }}}}{{% endblock %}}\n{{% block ledger %}}{whole}")
    found = check(root, hire=lambda *_: Pool(1, limits=Limits())).problems

    assert {(one.code, one.line) for one in found if one.path == "templates/mail/digest.mjml"} >= {
        ("T21", 5)
    }
    assert "M7" in {one.code for one in found if one.severity is Severity.ERROR}


def test_without_a_theme_of_ones_own_a_check_renders_nothing(root: Path) -> None:
    def nobody(*_: object) -> Pool:
        raise AssertionError

    assert check(root, hire=nobody).editions
