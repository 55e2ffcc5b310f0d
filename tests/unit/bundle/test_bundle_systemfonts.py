"""The fonts of a machine as one name: the same for the same fonts, another for others."""

import os
import shutil
from importlib.resources import files
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from digest.bundle import systemfonts, tools
from digest.bundle.systemfonts import system_fonts

FONT = "SourceSansPro-Regular.ttf"


@pytest.fixture
def fonts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a machine that has one font."""
    _prefer(tmp_path, "")
    monkeypatch.setenv("FONTCONFIG_FILE", str(tmp_path / "fonts.conf"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_DATA_DIRS", str(tmp_path / "none"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    folder = tmp_path / "data" / "fonts"
    folder.mkdir(parents=True)
    source = files("font_source_sans_pro") / "files" / FONT
    (folder / FONT).write_bytes(source.read_bytes())
    return folder


def _prefer(home: Path, rule: str) -> None:
    """Tell fontconfig where fonts are, without a path, and what it is to prefer."""
    (home / "fonts.conf").write_text(
        f'<fontconfig><dir prefix="xdg">fonts</dir><cachedir prefix="xdg">c</cachedir>{rule}'
        "</fontconfig>"
    )


def test_the_machine_s_fonts_are_one_of_the_tools() -> None:
    assert tools.versions()["system-fonts"] == system_fonts()
    assert system_fonts() == system_fonts()


def test_an_upgraded_font_is_another(fonts: Path) -> None:
    before = system_fonts()
    font = TTFont(fonts / FONT)
    font["head"].fontRevision += 1
    font.save(fonts / FONT)
    os.utime(fonts, (1, 1))

    after = system_fonts()

    assert before is not None
    assert after is not None
    assert before.startswith("1 faces, ")
    assert after.startswith("1 faces, ")
    assert before != after


def test_a_further_font_is_another(fonts: Path) -> None:
    before = system_fonts()
    shutil.copy(fonts / FONT, fonts / "again.ttf")
    os.utime(fonts, (1, 1))

    assert (system_fonts() or "").startswith("2 faces, ")
    assert system_fonts() != before


@pytest.mark.usefixtures("fonts")
def test_another_rule_is_another(tmp_path: Path) -> None:
    before = system_fonts()
    rule = "<alias><family>serif</family><prefer><family>Source Sans Pro</family></prefer></alias>"
    _prefer(tmp_path, rule)

    assert system_fonts() != before


def test_a_machine_without_fontconfig_tells_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(systemfonts, "LIBRARY", "libnowhere.so.9")

    assert system_fonts() is None
    assert "system-fonts" not in tools.versions()


def test_the_place_and_the_day_of_a_font_make_no_difference(
    fonts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = system_fonts()
    moved = tmp_path / "elsewhere" / "fonts"
    shutil.copytree(fonts, moved)
    os.utime(moved / FONT, (1, 1))
    monkeypatch.setenv("XDG_DATA_HOME", str(moved.parent))

    assert before is not None
    assert before.startswith("1 faces, ")
    assert system_fonts() == before
