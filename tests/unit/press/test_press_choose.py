"""The channels a role is published in, by the names of all that are installed."""

from pathlib import Path

import pytest

from digest.press.check import check
from digest.problems import DigestError, Problem, WorldError
from support.builds import EDITION, built, change_role
from support.plugins import install

RENDERER = "def render(digest, theme): return Rendering(content=b'= wiki =')"


def _strange(root: Path) -> list[Problem]:
    return [problem for problem in check(root).problems if problem.code == "C024"]


def test_a_channel_nobody_brings_is_told_with_its_place(root: Path, output: Path) -> None:
    change_role(root, "planner", channels=["pdf", "emial"])
    change_role(root, "engineer", channels=["fax"])

    engineer, planner = sorted(_strange(root), key=lambda one: "emial" in one.message)

    assert planner.path == "publication.yaml"
    assert "emial" in (root / "publication.yaml").read_text().splitlines()[(planner.line or 0) - 1]
    assert (planner.pointer or "").endswith("/channels/1")
    assert planner.hint == 'did you mean "email"?'
    assert "there is email, pdf, text, web" in (engineer.hint or "")
    with pytest.raises(DigestError) as caught:
        built(root, output)
    assert set(caught.value.problems) == {engineer, planner}
    assert not output.exists()


def test_a_role_may_be_published_in_a_channel_of_a_package(
    root: Path, output: Path, brought: Path
) -> None:
    install(brought, "wiki", RENDERER)
    change_role(root, "planner", channels=["web", "wiki"])

    assert _strange(root) == []
    built(root, output, channels=("wiki", "web"))

    assert (output / EDITION / "planner.wiki").read_bytes() == b"= wiki ="
    assert "planner" in (output / EDITION / "planner.html").read_text(encoding="utf-8").lower()


def test_an_installed_channel_is_among_those_that_may_be_meant(root: Path, brought: Path) -> None:
    install(brought, "wiki", RENDERER)
    change_role(root, "planner", channels=["wikki"])

    (problem,) = _strange(root)

    assert problem.hint == 'did you mean "wiki"?'


def test_a_package_that_is_broken_is_the_world(root: Path, brought: Path) -> None:
    install(brought, "wiki", RENDERER, value="nothing:HERE")
    change_role(root, "planner", channels=["wiki"])

    with pytest.raises(WorldError) as caught:
        check(root)

    assert [problem.code for problem in caught.value.problems] == ["B020"]
