"""Versions of what makes the bytes."""

from importlib.metadata import version
from pathlib import Path

import pytest

from digest.bundle import tools


def test_packages_native_libraries_and_python_are_named() -> None:
    found = tools.versions()

    assert found["weasyprint"] == version("weasyprint")
    assert found["digest-press"] == version("digest-press")
    assert {"pango", "harfbuzz", "fontconfig", "python", "zlib"} <= set(found)
    assert list(found) == sorted(found)
    assert all(value[0].isdigit() for value in found.values()), found


def test_more_packages_can_be_named() -> None:
    assert tools.versions(["pluggy"])["pluggy"] == version("pluggy")


def test_what_is_missing_is_left_out() -> None:
    assert tools.package("no-such-package-here") is None
    assert "no-such-package-here" not in tools.versions(["no-such-package-here"])


def test_a_missing_library_has_no_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(tools.NATIVE, "pango", ("libnowhere.so.9", tools.NATIVE["pango"][1]))

    assert tools.native("pango") is None
    assert "pango" not in tools.versions()


def test_a_fingerprint_follows_the_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "fingered"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "room.py").write_text("A = 1\n")
    (tmp_path / "lonely.py").write_text("B = 1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    before = tools.fingerprint("fingered.room"), tools.fingerprint("lonely")

    (package / "room.py").write_text("A = 2\n")
    (tmp_path / "lonely.py").write_text("B = 2\n")

    after = tools.fingerprint("fingered.room"), tools.fingerprint("lonely")
    assert before[0] != after[0]
    assert before[1] != after[1]
    assert tools.fingerprint("fingered") == after[0]
