"""Enormous editions: they are built, and each record costs what the one before it cost."""

from functools import partial
from pathlib import Path

import pytest

from digest.content.loading import load
from support.builds import QUICK, built
from support.calls import calls
from support.crowds import EDITION, crowd


def _calls(folder: Path, count: int) -> int:
    root = crowd(folder / str(count), count)
    return calls(partial(built, root, folder / f"out-{count}", reuse=False))


def test_a_record_of_a_long_edition_costs_as_much_as_one_of_a_short_one(tmp_path: Path) -> None:
    """Loading, composing, rendering, checking and writing, counted in calls."""
    _calls(tmp_path, 1)  # what is done once for a process
    few, some, many = (_calls(tmp_path, count) for count in (10, 20, 40))

    assert (many - some) / 20 <= 1.1 * (some - few) / 10


@pytest.mark.full
def test_five_thousand_records_are_built(tmp_path: Path) -> None:
    root = crowd(tmp_path / "crowd", 5_000)
    content = load(root).content
    assert content
    assert len(content.editions[EDITION].records) == 5_003

    made = built(root, tmp_path / "output", channels=QUICK)

    text = (made.folder / "executive.txt").read_text(encoding="utf-8")
    page = (made.folder / "executive.html").read_text(encoding="utf-8")
    for number in (0, 2_500, 4_999):
        assert f"({number})" in text
        assert f'id="record-record-{number}"' in page
    assert page.count("<h3") >= 5_003
