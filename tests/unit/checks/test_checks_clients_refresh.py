import json
import subprocess
import sys
from pathlib import Path

import pytest

from digest.checks.clients.support import FOLDER, PAGE, TABLE
from support.samples import DATA
from support.tree import ROOT

#: A few features as they are published, with more clients and versions than we keep.
SAMPLE = DATA / "clients" / "caniemail.json"


def _refresh(folder: Path, *data: str) -> None:
    script = str(ROOT / "tools" / "refresh_clients.py")
    command = [sys.executable, script, *data, "--folder", str(folder)]
    subprocess.run(command, check=True, capture_output=True)


@pytest.fixture(scope="module")
def refreshed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("clients")
    _refresh(folder, str(SAMPLE))
    return folder


def test_the_script_makes_the_rows_that_are_shipped(refreshed: Path) -> None:
    made = (refreshed / TABLE).read_text(encoding="utf-8")
    ours = (FOLDER / TABLE).read_text(encoding="utf-8")
    upstream = json.loads(SAMPLE.read_text(encoding="utf-8"))["data"]
    slugs = {one["slug"] for one in upstream if one["category"] != "others"}

    lines = {line.rstrip(",") for line in ours.splitlines()}
    assert {line.rstrip(",") for line in made.splitlines()} <= lines
    assert set(json.loads(made)["features"]) == slugs
    assert len(slugs) == len(upstream) - 1


def test_the_last_version_that_is_listed_counts(refreshed: Path) -> None:
    features = json.loads((refreshed / TABLE).read_text(encoding="utf-8"))["features"]
    clients = [one for one, *_ in json.loads((FOLDER / TABLE).read_text("utf-8"))["clients"]]
    marks = dict(zip(clients, features["css-animation"][1], strict=True))

    assert features["css-animation"][0] == "animation"
    assert (marks["outlook.macos"], marks["apple-mail.ios"]) == ("n", "y")


def test_a_client_that_nobody_tested_is_unknown(refreshed: Path, tmp_path: Path) -> None:
    data = json.loads(SAMPLE.read_text(encoding="utf-8"))
    for one in data["data"]:
        one["stats"].pop("samsung-email")
    (tmp_path / "data.json").write_text(json.dumps(data), encoding="utf-8")
    _refresh(tmp_path, str(tmp_path / "data.json"))

    made = json.loads((tmp_path / TABLE).read_text(encoding="utf-8"))
    at = [one for one, *_ in made["clients"]].index("samsung-email.android")
    assert {marks[at] for _, marks in made["features"].values()} == {"u"}
    assert (tmp_path / TABLE).read_bytes() != (refreshed / TABLE).read_bytes()


def test_the_page_of_empty_parts_is_what_the_engine_writes_today(refreshed: Path) -> None:
    assert (refreshed / PAGE).read_bytes() == (FOLDER / PAGE).read_bytes()


def test_the_page_alone_can_be_written_anew(tmp_path: Path) -> None:
    _refresh(tmp_path)

    assert [path.name for path in tmp_path.iterdir()] == [PAGE]
