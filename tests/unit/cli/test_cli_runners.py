"""What must be the same on every machine that renders."""

import shutil
from pathlib import Path

import pytest

from digest.cli.runners import facts
from digest.render.theme import Theme
from support.samples import COAST


@pytest.fixture
def theme(tmp_path: Path) -> Theme:
    shutil.copytree(COAST, tmp_path / "coast")
    (tmp_path / "coast" / "logo.png").write_bytes(b"a picture")
    return Theme(tmp_path / "coast")


@pytest.mark.parametrize(
    ("name", "content"),
    [("logo.png", b"another"), ("logo.png", None), ("styles/web.css", b"p{color:red}")],
)
def test_another_file_that_is_drawn_is_noticed(
    theme: Theme, name: str, content: bytes | None
) -> None:
    assert theme.root
    here = facts(theme, "logo.png", ("digest.render.web",))
    file = theme.root / name
    file.parent.mkdir(exist_ok=True)
    file.unlink(missing_ok=True)
    if content is not None:
        file.write_bytes(content)

    there = facts(Theme(theme.root), "logo.png", ("digest.render.web",))

    assert there != here


def test_where_nothing_differs_the_facts_are_equal(theme: Theme) -> None:
    assert facts(theme, None, ()) == facts(Theme(theme.root), None, ())
    assert facts(Theme(None), None, ()) == facts(Theme(None), None, ())
