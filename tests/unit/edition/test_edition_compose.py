"""The sample publication composed for each of its roles, held against stored digests."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from digest.content.loading import load
from digest.edition.compose import compose
from digest.edition.view import Digest
from support.quick import quick_content
from support.samples import COAST

GOLDEN = Path(__file__).parents[2] / "golden" / "compose"
CONTENT = quick_content(COAST)
ROLES = [role.id for role in CONTENT.publication.roles]


def test_the_quick_loader_reads_the_sample_as_the_real_one_does() -> None:
    real = load(COAST).content
    assert real is not None
    assert CONTENT.publication == real.publication
    assert CONTENT.records == real.records
    assert CONTENT.editions == real.editions


def digest_for(role: str, language: str = "en-GB") -> Digest:
    return compose(CONTENT, CONTENT.newest(), CONTENT.publication.role(role), language)


@pytest.mark.parametrize("role", ROLES)
def test_the_sample_composes_as_it_did(role: str) -> None:
    """`UPDATE_GOLDEN=1` rewrites what is stored, to be read in the diff."""
    stored = GOLDEN / f"coast-{role}.json"
    made = digest_for(role).model_dump(mode="json", exclude={"words"})
    text = json.dumps(made, indent=1, ensure_ascii=False)
    if os.environ.get("UPDATE_GOLDEN") == "1":
        stored.write_text(f"{text}\n", encoding="utf-8")
    assert stored.read_text(encoding="utf-8") == f"{text}\n"


def test_hostile_text_stays_as_it_is() -> None:
    digest = digest_for("engineer")
    assert "p < 0.05" in digest.entries[1].finding
    assert "silt at the sill & hinge" in digest.patterns[0].summary


def test_the_last_version_of_a_record_counts() -> None:
    entry = digest_for("planner").entries[2]
    assert entry.finding.startswith("Flushing twice a winter")
    assert (entry.provenance.version, entry.provenance.versions) == ("2", 2)


def test_an_unknown_language_still_composes() -> None:
    digest = digest_for("planner", "tlh")
    assert (digest.stem, digest.language) == ("planner.tlh", "tlh")
    assert digest.words.contents == "Contents"
    assert digest.masthead.dated.text == "May 4, 2026"


def test_composing_loads_neither_a_browser_nor_a_renderer() -> None:
    code = (
        "import sys, digest.edition.compose;"
        "print([m for m in ('weasyprint', 'mjml', 'jinja2', 'lxml') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
