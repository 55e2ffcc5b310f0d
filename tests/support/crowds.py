"""Publication folders with any number of records, for tests of length."""

import json
import re
from pathlib import Path
from shutil import copytree

from support.samples import COAST

EDITION = "2026-05-04-barriers"

_RECORDS = re.compile(r"^records: \[(.*?)\]", re.MULTILINE | re.DOTALL)


def crowd(root: Path, count: int) -> Path:
    """The sample publication at `root` with so many records more, all in its edition's ledger."""
    copytree(COAST, root)
    exported = json.loads((root / "records" / "gate-closing-times.json").read_text("utf-8"))
    first = exported["versions"][-1]["resource"]
    more = [
        first
        | {
            "id": f"record-{number}",
            "title": f"{first['title']} ({number})",
            "sourceUrl": f"https://source.example.org/{number}",
        }
        for number in range(count)
    ]
    lines = "".join(f"{json.dumps(one)}\n" for one in more)
    (root / "records" / "crowd.jsonl").write_text(lines, encoding="utf-8")
    edition = root / "editions" / f"{EDITION}.yaml"
    ids = ", ".join(one["id"] for one in more)
    longer = _RECORDS.sub(rf"records: [\1, {ids}]", edition.read_text(encoding="utf-8"))
    edition.write_text(longer, encoding="utf-8")
    return root
