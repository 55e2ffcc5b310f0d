"""A copy of the small sample publication to change file by file and load again."""

import json
import shutil
from pathlib import Path
from typing import Any

from digest.content.corpus import Content
from digest.content.loading import load
from digest.problems import Problem, errors
from support.mutations import EDITION, LINES, PUBLICATION, READERS, RECORD
from support.samples import COAST

__all__ = ["EDITION", "LINES", "PUBLICATION", "READERS", "RECORD", "Folder"]


class Folder:
    """A publication's folder that a test may break."""

    def __init__(self, tmp_path: Path) -> None:
        self.root = tmp_path / "publication"
        shutil.copytree(COAST, self.root)

    def replace(self, file: str, old: str, new: str) -> "Folder":
        """Replace the one place where a file says `old`."""
        text = self.text(file)
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
        return self.write(file, text.replace(old, new))

    def write(self, file: str, text: str | bytes) -> "Folder":
        """Write a file anew."""
        data = text.encode() if isinstance(text, str) else text
        (self.root / file).parent.mkdir(parents=True, exist_ok=True)
        (self.root / file).write_bytes(data)
        return self

    def append(self, file: str, text: str) -> "Folder":
        """Add to the end of a file."""
        return self.write(file, self.text(file) + text)

    def records(self, *values: Any, file: str = "records/further.json") -> "Folder":
        """Add a file of records: the only value, or a list of them."""
        return self.write(file, json.dumps(values[0] if len(values) == 1 else values, indent=1))

    def text(self, file: str) -> str:
        """What a file says."""
        return (self.root / file).read_text("utf-8")

    def problems(self) -> tuple[Problem, ...]:
        """Every problem of the folder."""
        return load(self.root).problems

    def content(self) -> Content:
        """The content of a folder without errors."""
        loaded = load(self.root)
        assert errors(loaded.problems) == ()
        assert loaded.content is not None
        return loaded.content

    def only(self, code: str) -> Problem:
        """The one problem of the folder, which has that code."""
        problems = self.problems()
        assert [problem.code for problem in problems] == [code], [str(one) for one in problems]
        return problems[0]


def a_resource(name: str = "further", /, **changes: Any) -> dict[str, Any]:
    """A resource as the research system exports it, with the fields that must be there."""
    return {
        "id": name,
        "title": f"Title of {name}",
        "organization": f"Organization of {name}",
        "publicationDate": "2026-04-01",
        "sourceUrl": f"https://example.org/{name}",
        "evidenceClass": "model-study",
        "outcomeClass": "mixed",
        "finding": f"Finding of {name}.",
        "caveats": f"Limits of {name}.",
        **changes,
    }


def an_envelope(*resources: Any, name: str = "further") -> dict[str, Any]:
    """The versions of a resource in their envelope, named 1, 2 and so on."""
    versions = [{"version": str(n), "resource": one} for n, one in enumerate(resources, start=1)]
    return {"resourceId": name, "versions": versions}
