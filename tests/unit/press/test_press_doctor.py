"""What a machine lacks, and how to mend it."""

from pathlib import Path

import pytest

from digest.press import doctor as room
from digest.press.doctor import Finding, State, doctor
from digest.render.pdf import fonts
from digest.render.pdf.scripts import SCRIPTS


def _by_part(output: Path) -> dict[str, Finding]:
    return {finding.part: finding for finding in doctor(output)}


@pytest.fixture
def idle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tools need not show their work in every test."""
    monkeypatch.setattr(room, "PROBES", {})


def test_this_machine_is_sound(tmp_path: Path) -> None:
    found = _by_part(tmp_path / "new")

    assert [one.part for one in found.values() if one.state is State.BROKEN] == []
    assert {"python", "pango", "weasyprint", "weasyprint at work", "mjml at work"} <= set(found)
    assert found["weasyprint"].detail == "70.0"
    assert "de" in found["languages"].detail
    assert not (tmp_path / "new").exists()


@pytest.mark.usefixtures("idle")
def test_a_missing_library_comes_with_the_line_that_brings_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(room.LIBRARIES, "pango", "libnowhere.so.0")

    finding = _by_part(tmp_path)["pango"]

    assert finding.state is State.BROKEN
    assert finding.problem is not None
    assert finding.problem.code == "D001"
    assert "apt-get install" in (finding.problem.hint or "")


@pytest.mark.usefixtures("idle")
@pytest.mark.parametrize(
    ("requirement", "told"),
    [
        ("weasyprint==1.0", "weasyprint is 70.0, and 1.0 is needed"),
        ("no-such-package-here>=1", "no-such-package-here is missing"),
    ],
)
def test_a_package_that_is_not_the_tested_one_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, requirement: str, told: str
) -> None:
    monkeypatch.setattr(room, "requires", lambda _: [requirement, 'x==1; extra == "cluster"'])

    problems = [one.problem for one in doctor(tmp_path) if one.problem]

    assert [problem.code for problem in problems] == ["D002"]
    assert told in problems[0].message
    assert (problems[0].hint or "").startswith("pip install")


def test_a_tool_that_does_not_work_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = "raise OSError('cannot load library')"
    monkeypatch.setattr(room, "PROBES", {"weasyprint": program, "mjml": "import os; os._exit(9)"})

    found = _by_part(tmp_path)

    assert "cannot load library" in found["weasyprint at work"].detail
    assert "it died" in found["mjml at work"].detail
    assert [one.problem.code for one in found.values() if one.problem] == ["D003", "D003"]


@pytest.mark.usefixtures("idle")
def test_a_lost_font_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lost = fonts.Face(family="Lost", package="font_source_sans_pro", file="Lost.ttf")
    monkeypatch.setattr(fonts, "FACES", (lost,))
    fonts.assets.cache_clear()
    try:
        finding = _by_part(tmp_path)["fonts"]
    finally:
        fonts.assets.cache_clear()

    assert finding.state is State.BROKEN
    assert "Lost.ttf" in finding.detail


@pytest.mark.usefixtures("idle")
def test_every_script_is_listed_with_the_fonts_that_set_it(tmp_path: Path) -> None:
    found = {part: one for part, one in _by_part(tmp_path).items() if part.startswith("script ")}

    assert [part.removeprefix("script ") for part in found] == [one.name for one in SCRIPTS]
    assert {one.state for one in found.values()} == {State.OK}
    assert found["script Latin"].detail == "Source Serif Pro"
    assert found["script Japanese"].detail == "Noto Serif CJK JP"
    assert found["script Simplified Chinese"].detail == "Noto Serif CJK SC"
    assert found["script Bengali"].detail == "Noto Serif Bengali"
    assert found["script Arabic"].detail == "Noto Naskh Arabic"
    assert "Noto Color Emoji" in found["script Emoji"].detail


@pytest.mark.usefixtures("idle")
def test_scripts_without_a_font_come_with_the_package_that_brings_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = tmp_path / "fonts.conf"
    bare.write_text(
        f"<fontconfig><dir>{tmp_path}/none</dir><cachedir>{tmp_path}/cache</cachedir></fontconfig>"
    )
    monkeypatch.setenv("FONTCONFIG_FILE", str(bare))

    found = _by_part(tmp_path)

    # Ours come with the package; everything else is the machine's.
    assert {found[f"script {name}"].state for name in ("Latin", "Greek", "Cyrillic")} == {State.OK}
    for name, package in (
        ("Arabic", "fonts-noto-core"),
        ("Devanagari", "fonts-noto-core"),
        ("Japanese", "fonts-noto-cjk"),
        ("Korean", "fonts-noto-cjk"),
        ("Emoji", "fonts-noto-color-emoji"),
    ):
        assert found[f"script {name}"].state is State.OPTIONAL
        assert f"apt-get install {package}" in found[f"script {name}"].detail


@pytest.mark.usefixtures("idle")
def test_a_typesetter_that_does_not_work_knows_no_script(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for program in ("raise OSError", "print('no report')"):
        monkeypatch.setattr(room, "COVERAGE", program)
        finding = _by_part(tmp_path)["scripts"]
        assert (finding.state, finding.detail.partition(":")[0]) == (State.OPTIONAL, "unknown")


@pytest.mark.usefixtures("idle")
def test_an_output_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    for output in (tmp_path / "file", tmp_path / "file" / "below", Path("/proc/nowhere")):
        finding = _by_part(output)["output"]
        assert finding.state is State.BROKEN, output
        assert finding.problem is not None
        assert finding.problem.code == "D004"
