"""What a send leaves for programs: events, and numbers in a file."""

import json
from pathlib import Path

import pytest

from support.approvals import made_once
from support.builds import EDITION
from support.cli import Done, digest


@pytest.fixture
def ready(tmp_path: Path) -> Path:
    """A publication whose bundle lies beside it and is approved."""
    made_once(tmp_path)
    assert _digest(tmp_path, "approve", EDITION, "--by", "Desk").code == 0
    return tmp_path


def _digest(home: Path, *words: str, **env: str) -> Done:
    return digest("-P", home / "coast", "-o", home / "output", *words, env=env)


def test_a_send_is_told_in_events_and_numbers(ready: Path) -> None:
    numbers = ready / "digest.prom"

    sent = _digest(ready, "send", EDITION, "--yes", DIGEST_METRICS_FILE=str(numbers))
    lines = _digest(ready, "status", EDITION, "--events").out.splitlines()
    first, *_, last = events = [json.loads(line) for line in lines]
    later = _digest(ready, "--json", "status", "--after", str(first["number"])).document

    assert sent.code == 0
    assert [one["kind"] for one in events] == ["planned", "planned", "started", "done"]
    assert {one["edition"] for one in events} == {EDITION}
    assert first.keys() == {"number", "at", "edition", "generation", "kind", "detail"}
    assert later["result"]["events"] == events[1:]
    assert last["at"].endswith("+00:00")
    text = numbers.read_text(encoding="utf-8")
    assert f'digest_run_state{{edition="{EDITION}",generation="1",state="done"}} 1' in text
    assert "reader.example.org" not in text
    assert [path.name for path in ready.glob(".*")] == []


def test_numbers_that_cannot_be_written_stop_a_send_before_it_begins(ready: Path) -> None:
    file = ready / "nowhere" / "digest.prom"

    done = _digest(ready, "--json", "send", EDITION, "--yes", DIGEST_METRICS_FILE=str(file))
    unknown = _digest(ready, "--json", "status", "2020-01-01-none", "--events")

    assert (done.code, done.codes) == (3, ["B010"])
    assert not (ready / "output" / "outbox").exists()
    assert (unknown.code, unknown.codes) == (2, ["U010"])
