"""The reference says everything the program takes, and nothing it does not take."""

import re
from collections.abc import Iterator

import click
import pytest

from digest.cli.main import cli
from digest.cli.run import VERBS
from digest.problems import Exit
from digest.settings import PREFIX, SECRETS, Settings
from support.tree import ROOT

REFERENCE = ROOT / "docs" / "reference"
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]+)(?:#[^)]*)?\)")


def _page(name: str) -> str:
    return (REFERENCE / name).read_text(encoding="utf-8")


def _section(verb: str) -> str:
    found = re.search(rf"^### {verb}$(.*?)(?=^##|\Z)", _page("cli.md"), re.MULTILINE | re.DOTALL)
    return found[1] if found else ""


def _command(verb: str) -> click.Command:
    command = cli.get_command(click.Context(cli), verb)
    assert command is not None
    return command


def _options(command: click.Command) -> Iterator[str]:
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            yield from (*parameter.opts, *parameter.secondary_opts)


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_its_options_and_arguments_are_documented(verb: str) -> None:
    section, command = _section(verb), _command(verb)
    arguments = [one for one in command.params if isinstance(one, click.Argument)]

    assert section, f"{verb} has no section"
    assert [name for name in _options(command) if f"`{name}" not in section] == []
    assert [
        one.make_metavar(click.Context(command)) for one in arguments if _hidden(one, section)
    ] == []


@pytest.mark.parametrize("verb", VERBS)
def test_no_option_is_documented_that_a_verb_does_not_take(verb: str) -> None:
    mentioned = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", _section(verb)))
    taken = {*_options(_command(verb)), *_options(cli), "--help"}

    assert sorted(mentioned - taken) == []


def test_every_global_option_is_documented() -> None:
    section = _page("cli.md").partition("## Global options")[2].partition("\n## ")[0]

    assert [name for name in _options(cli) if f"`{name}" not in section] == []


def test_no_verb_is_documented_that_does_not_exist() -> None:
    verbs = re.findall(r"^### (\w+)$", _page("cli.md"), re.MULTILINE)

    assert verbs == list(VERBS)


def test_every_verb_and_option_explains_itself() -> None:
    silent = [
        f"{verb} {parameter.name}"
        for verb in VERBS
        for parameter in _command(verb).params
        if isinstance(parameter, click.Option) and not parameter.help
    ]

    assert silent == []
    assert [verb for verb in VERBS if not _command(verb).help] == []


def test_every_setting_is_documented_with_its_variable() -> None:
    page = _page("configuration.md")
    rows = {name: f"| `{name}` | `{PREFIX}{name.upper()}` |" for name in Settings.model_fields}

    assert [name for name, row in rows.items() if row not in page] == []


def test_no_setting_is_documented_that_does_not_exist() -> None:
    variables = set(re.findall(rf"`{PREFIX}([A-Z_]+)`", _page("configuration.md")))

    assert variables == {name.upper() for name in (*Settings.model_fields, *SECRETS)}


def test_exit_codes_are_documented() -> None:
    section = _page("cli.md").partition("## Exit codes")[2].partition("\n## ")[0]
    documented = {int(code) for code in re.findall(r"^\| (\d+) \|", section, re.MULTILINE)}

    assert documented == {int(code) for code in Exit}


def test_every_link_between_pages_leads_somewhere() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *ROOT.glob("benchmarks/*.md")]
    dead = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in pages
        for target in LINK.findall(page.read_text(encoding="utf-8"))
        if not (page.parent / target).exists()
    ]

    assert dead == []


def test_every_picture_of_the_readme_is_there_and_small() -> None:
    pictures = re.findall(r'<img src="([^"]+)"', (ROOT / "README.md").read_text(encoding="utf-8"))

    assert pictures
    assert {name: (ROOT / name).stat().st_size > 150_000 for name in pictures} == dict.fromkeys(
        pictures, False
    )


def _hidden(argument: click.Argument, section: str) -> bool:
    name = (argument.metavar or argument.name or "").strip("[].").split("|")[0]
    return name.lower() not in section.lower()
