"""What may not be read or written is told file by file; the administrator is bound as well."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.cli import Done, digest
from support.pictures import logo
from support.samples import COAST

#: Root reads everything unless it gives up the right to.
BOUND = (
    "setpriv",
    "--bounding-set=-dac_override,-dac_read_search",
    "--inh-caps=-dac_override,-dac_read_search",
    "--",
)

OUTPUT = "output"
BUNDLE = f"{OUTPUT}/2026-05-04-barriers"
BUILD = ("build", "--channel", "text", "--channel", "web")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Path]:
    """A folder with a publication that has a look of its own, and an output."""
    root = tmp_path / "desk" / "seeds"
    shutil.copytree(COAST, root)
    (root / "templates" / "web").mkdir(parents=True)
    (root / "templates" / "web" / "digest.html").write_text(
        '{% extends "default:web/digest.html" %}'
    )
    (root / "styles").mkdir()
    (root / "styles" / "tokens.json").write_text("{}")
    (root / "logo.png").write_bytes(logo())
    text = (root / "publication.yaml").read_text()
    (root / "publication.yaml").write_text(text.replace("theme:", "theme:\n  logo: logo.png"))
    (root.parent / OUTPUT / ".digest").mkdir(parents=True)
    yield root.parent
    for path in (root.parent, *root.parent.rglob("*")):
        path.chmod(0o755)


def _bound(desk: Path, *words: str) -> Done:
    """A call by somebody who is bound by permissions, in a folder."""
    return digest(*words, cwd=desk, wrapper=BOUND if os.geteuid() == 0 else ())


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("publication.yaml", "C002"),
        ("records", "C002"),
        ("records/gate-closing-times.json", "C002"),
        ("editions/2026-05-04-barriers.yaml", "C002"),
        ("subscribers.csv", "C002"),
        ("logo.png", "C002"),
        ("templates", "H013"),
        ("templates/web", "H013"),
        ("templates/web/digest.html", "H013"),
        ("styles/tokens.json", "H013"),
    ],
)
def test_a_source_that_may_not_be_read_is_named(desk: Path, name: str, code: str) -> None:
    (desk / "seeds" / name).chmod(0)

    done = _bound(desk, *BUILD)

    told = done.out + done.err
    assert done.code == 1, told
    assert f"seeds/{name}" in told
    assert f"error[{code}]" in told
    assert "Permission denied" in told
    assert "Traceback" not in told
    assert not (desk / BUNDLE).exists()


@pytest.mark.parametrize("name", ["seeds", "seeds/templates", "seeds/styles", "seeds/records"])
@pytest.mark.parametrize("mode", [0, 0o400])
def test_a_folder_that_may_not_be_entered_is_no_bug(desk: Path, name: str, mode: int) -> None:
    (desk / name).chmod(mode)

    done = _bound(desk, "check")

    assert done.code == 1, done.err
    assert "Permission denied" in done.out


@pytest.mark.parametrize("mode", [0, 0o400, 0o500])
@pytest.mark.parametrize("name", [OUTPUT, f"{OUTPUT}/.digest"])
def test_an_output_that_may_not_be_written_is_the_world(desk: Path, name: str, mode: int) -> None:
    (desk / name).chmod(mode)

    done = _bound(desk, "--json", *BUILD)

    assert (done.code, done.codes) == (3, ["B010"])
    assert "Permission denied" in done.document["problems"][0]["message"]
    assert "--output" in done.document["problems"][0]["hint"]


def test_a_start_where_nothing_may_be_written_is_the_world(desk: Path) -> None:
    (desk / OUTPUT).chmod(0o500)

    done = _bound(desk, "--json", "init", f"{OUTPUT}/new")

    assert (done.code, done.codes) == (3, ["B010"])
    assert (
        done.document["problems"][0]["hint"] == "look at the permissions, or name another folder"
    )


def test_settings_that_may_not_be_read_are_told(desk: Path) -> None:
    (desk / "digest.toml").touch(mode=0)

    assert _bound(desk, "--json", "check").codes == ["U002"]
