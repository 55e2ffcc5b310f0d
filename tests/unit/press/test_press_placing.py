"""What a renderer notices of a field is told where the field stands."""

from pathlib import Path

import pytest

from digest.content.loading import PUBLICATION
from digest.press.placing import placed, placing
from digest.press.prepare import loaded
from digest.problems import Problem, WorldError
from support.builds import EDITION

RECORD = "gate-closing-times"


def _problem(pointer: str, path: str | None = None) -> Problem:
    return Problem(code="X001", message="seen", pointer=pointer, path=path)


def test_a_field_of_a_record_has_a_line(root: Path) -> None:
    content, _ = loaded(root)

    record, edition, theirs, nobody, rooted = placed(
        content,
        [
            _problem(f"{RECORD}/finding"),
            _problem(f"{EDITION}/summary"),
            _problem(f"{RECORD}/finding", path="templates/mail/digest.mjml"),
            _problem("no-such-record/finding"),
            _problem("/roles/0"),
        ],
    )

    assert record.path is not None
    text = (root / record.path).read_text(encoding="utf-8").splitlines()
    assert '"finding"' in text[(record.line or 0) - 1]
    assert edition.path == f"editions/{EDITION}.yaml"
    assert edition.line is not None
    assert theirs.path == "templates/mail/digest.mjml"
    assert [one.path for one in (nobody, rooted)] == [None, None]


def test_a_field_of_the_publication_has_a_line(root: Path) -> None:
    content, _ = loaded(root)

    (told,) = placed(content, [_problem("/sender/address", path=PUBLICATION)])

    text = (root / PUBLICATION).read_text(encoding="utf-8").splitlines()
    assert "address" in text[(told.line or 0) - 1]


def test_what_is_raised_is_placed_and_stays_what_it_is(root: Path) -> None:
    content, _ = loaded(root)

    with pytest.raises(WorldError) as error, placing(content):
        raise WorldError(_problem(f"{RECORD}/finding"))

    assert error.value.problems[0].line
