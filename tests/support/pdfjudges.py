"""Other programs' opinions of a PDF: outloud and pdfua on accessibility, qpdf on syntax."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

#: What outloud advises and we do not follow, with the reason. PAG-001 takes lines that stand at
#: the same height of several pages for running heads: sources of entries, heads of a long table.
#: ORD-001 asks that text is painted in the order it is read; labels in the margin are painted
#: after the text they stand beside, and read before it, which is what tags are for.
ADVISORY = frozenset({"PAG-001", "ORD-001"})


def verdict(path: Path) -> list[str]:
    """What they object to, by rule and message; empty when all of them pass the file."""
    return [*_outloud(path), *_pdfua(path), *_qpdf(path)]


def _outloud(path: Path) -> list[str]:
    report = json.loads(_run("outloud", "--no-info", "--json", "-", str(path)).stdout)
    (result,) = report["results"]
    found: list[dict[str, Any]] = result["findings"]
    return [
        f"{one['rule']} {one['severity']}: {one['message']}"
        for one in found
        if one["severity"] == "error" or one["rule"] not in ADVISORY
    ]


def _pdfua(path: Path) -> list[str]:
    done = _run("pdfua", "check", str(path))
    passed = done.returncode == 0 and "PASS" in done.stdout
    return [] if passed else [f"pdfua: {done.stdout}{done.stderr}"]


def _qpdf(path: Path) -> list[str]:
    done = _run("qpdf", "--check", str(path))
    return [] if done.returncode == 0 else [f"qpdf: {done.stdout}{done.stderr}"]


def _run(name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    beside = str(Path(sys.executable).parent)
    program = shutil.which(name, path=beside) or shutil.which(name)
    assert program, f"{name} is missing: requirements/setup full"
    return subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
