"""Every recipe in docs/howto works as it is written."""

import json
import re
import shutil
import types
from pathlib import Path
from typing import Any

import pytest

from digest.checks.subject import Subject
from digest.content.corpus import Content
from digest.content.loading import load
from digest.edition.compose import compose
from digest.edition.view import Digest
from digest.problems import errors
from digest.render import web
from digest.render.artifact import Rendering
from digest.render.channels import Channel
from digest.render.theme import Theme
from support.tree import ROOT

BLOCK = re.compile(r"^ {0,3}```(\w+)\n(.*?)^ {0,3}```$", re.MULTILINE | re.DOTALL)


def _blocks(page: str, language: str) -> list[str]:
    text = (ROOT / "docs" / "howto" / page).read_text(encoding="utf-8")
    return [body for name, body in BLOCK.findall(text) if name == language]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(ROOT / "seeds", tmp_path / "publication"))


def _content(folder: Path) -> Content:
    loaded = load(folder)
    assert errors(loaded.problems) == ()
    assert loaded.content
    return loaded.content


def _digest(content: Content, role: str) -> Digest:
    publication = content.publication
    return compose(content, content.newest(), publication.role(role), publication.language)


def _module(source: str, **names: Any) -> Any:
    module = types.ModuleType("recipe")
    vars(module).update(names)
    exec(source, vars(module))  # noqa: S102  # the page is what is tested
    return module


def test_a_new_role_is_an_entry_and_its_takeaways(folder: Path) -> None:
    (entry,), (said,) = _blocks("new-role.md", "yaml"), _blocks("new-role.md", "json")
    publication = folder / "publication.yaml"
    text = publication.read_text(encoding="utf-8")
    publication.write_text(text.replace("\nroles:\n", f"\nroles:\n{entry}"), encoding="utf-8")
    content = _content(folder)
    record = content.newest().records[0]
    told = {record: content.records[record].model_validate(_with(content, record, said))}

    digest = _digest(content.model_copy(update={"records": content.records | told}), "procurement")

    assert digest.entries[0].takeaway
    assert digest.entries[0].takeaway.text == "Ask for the licence terms before the price."
    assert [one.label for one in digest.entries[0].details] == ["Contract questions"]
    assert digest.entries[0].warnings[0].items == ("That migration is free of cost.",)
    assert "procurement" in [role.id for role in digest.roles]


def _with(content: Content, record: str, said: str) -> dict[str, Any]:
    wished: dict[str, Any] = json.loads(f"{{{said}}}")
    return content.records[record].model_dump(by_alias=True) | wished


def test_a_new_channel_is_a_function_and_a_value(folder: Path) -> None:
    render, offer = _blocks("new-channel.md", "python")
    digest = _digest(_content(folder), "executive")

    rendering = _module(render).render(digest, Theme(folder))
    channel = _module(offer).MARKDOWN

    assert isinstance(rendering, Rendering)
    assert rendering.content.decode().startswith(f"# {digest.masthead.title}\n")
    assert digest.entries[0].finding in rendering.content.decode()
    assert isinstance(channel, Channel)
    (declared,) = _blocks("new-channel.md", "toml")
    assert f"{channel.name} = " in declared


def test_a_new_look_replaces_a_part_of_a_template(folder: Path) -> None:
    (template,) = _blocks("new-theme.md", "jinja")
    (folder / "templates" / "web").mkdir(parents=True)
    (folder / "templates" / "web" / "digest.html").write_text(template, encoding="utf-8")

    page = web.render(_digest(_content(folder), "executive"), Theme(folder)).content.decode()

    assert "Printed copies: ask at the desk." in page
    assert page.startswith("<!")


def test_a_new_check_notices_what_it_is_for(folder: Path) -> None:
    (source,) = _blocks("new-check.md", "python")
    lines = [line.removeprefix("   ") for line in source.splitlines()]
    check = _module(
        "from collections.abc import Iterator\n"
        "from digest.checks.subject import Subject\n"
        "from digest.problems import Problem\n" + "\n".join(lines)
    ).long_summary
    content = _content(folder)
    edition = content.newest()
    wordy = edition.model_copy(update={"summary": "word " * 300})

    (problem,) = check(Subject(content, wordy))

    assert problem.code == "E090"
    assert problem.path == f"editions/{edition.id}.yaml"
    assert problem.line
    assert list(check(Subject(content, edition))) == []
