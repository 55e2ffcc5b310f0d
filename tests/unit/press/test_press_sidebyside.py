"""Print editions of two bundles, page beside page."""

from io import BytesIO
from pathlib import Path
from shutil import copytree

import pytest
from PIL import Image

from digest.bundle.spread import COME, GAP, GONE
from digest.press.diff import Compared, Question, diff_built
from digest.press.sidebyside import Shown, side_by_side
from digest.problems import DigestError, UsageError
from support.builds import EDITION, built
from support.editions import EARLIER, another
from support.samples import COAST

SCALE = 0.5


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Compared:
    """Bundles of two editions that differ in their summary and in one record."""
    folder = tmp_path_factory.mktemp("two")
    root, output = folder / "coast", folder / "output"
    copytree(COAST, root)
    another(root, summary="Nobody knew yet.", records=["gate-closing-times", "silt-flume-study"])
    for edition in (EARLIER, EDITION):
        built(root, output, edition=edition, channels=("pdf",), roles=("executive", "planner"))
    return diff_built(root, output, Question())


def _shown(compared: Compared, into: Path, role: str | None = "planner") -> Shown:
    return side_by_side(compared, into, role=role, scale=SCALE, progress=lambda *_: None)


def test_every_page_that_differs_is_drawn_beside_its_like(two: Compared, tmp_path: Path) -> None:
    told: list[tuple[int, int, str]] = []
    shown = side_by_side(
        two, tmp_path / "pages", role=None, scale=SCALE, progress=lambda *one: told.append(one)
    )

    files = {path.name for path in (tmp_path / "pages").iterdir()}
    assert files == {sheet.file for sheet in shown.sheets}
    assert set(shown.pairs) == {"executive", "planner"}
    assert [one for one in told if one[2] == "planner"] == [
        (at + 1, shown.pairs["planner"], "planner") for at in range(shown.pairs["planner"])
    ]
    first = shown.sheets[0]
    assert (first.role, first.file) == ("executive", "executive-001.png")
    assert (first.before, first.after) == (1, 1)
    assert first.regions


def test_regions_are_marked_on_both_pages(two: Compared, tmp_path: Path) -> None:
    sheet = _shown(two, tmp_path / "pages").sheets[0]

    picture = Image.open(tmp_path / "pages" / sheet.file)
    width = (picture.width - 3 * GAP) // 2
    assert picture.height - 2 * GAP == 421
    assert sheet.regions_before
    for boxes, left, mark in (
        (sheet.regions_before, GAP, GONE),
        (sheet.regions, width + 2 * GAP, COME),
    ):
        for box in boxes:
            corner = (box.left + left, box.upper + GAP)
            assert picture.getpixel(corner) == tuple(bytes.fromhex(mark.line[1:]))


def test_what_moved_is_not_marked_but_what_is_new(two: Compared, tmp_path: Path) -> None:
    """The shorter summary of the earlier edition moves all that follows it up."""
    shown = side_by_side(
        two, tmp_path / "pages", role="executive", scale=1, progress=lambda *_: None
    )

    first = shown.sheets[0]
    marked = sum((box.right - box.left) * (box.lower - box.upper) for box in first.regions)
    assert 0 < marked < 595 * 842 / 3
    assert first.regions != first.regions_before


def test_pictures_have_the_same_bytes_every_time(two: Compared, tmp_path: Path) -> None:
    made = []
    for name in ("one", "two"):
        shown = _shown(two, tmp_path / name)
        made.append([(tmp_path / name / sheet.file).read_bytes() for sheet in shown.sheets])

    assert made[0]
    assert made[0] == made[1]


def test_bundles_that_do_not_differ_have_nothing_to_show(two: Compared, tmp_path: Path) -> None:
    shown = _shown(two._replace(before=two.after), tmp_path / "pages")

    assert shown.sheets == ()
    assert shown.pairs["planner"] > 2
    assert list((tmp_path / "pages").iterdir()) == []


def test_a_role_that_only_one_bundle_prints_is_left_out(two: Compared, tmp_path: Path) -> None:
    bare = two.before._replace(prints={})

    shown = _shown(two._replace(before=bare), tmp_path / "pages")

    assert (shown.sheets, shown.pairs) == ((), {})


def test_a_folder_that_is_not_empty_stays_as_it_is(two: Compared, tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "mine.txt").write_text("mine")

    with pytest.raises(UsageError) as caught:
        _shown(two, tmp_path / "pages")

    assert [one.code for one in caught.value.problems] == ["V007"]
    assert [path.name for path in tmp_path.rglob("*")] == ["pages", "mine.txt"]


def test_a_print_edition_that_cannot_be_drawn_leaves_nothing(
    two: Compared, tmp_path: Path
) -> None:
    broken = two.after._replace(prints={**two.after.prints, "planner": b"no PDF"})

    with pytest.raises(DigestError) as caught:
        _shown(two._replace(after=broken), tmp_path / "pages", role=None)

    assert [(one.code, one.path) for one in caught.value.problems] == [
        ("V005", f"{EDITION}/planner.pdf")
    ]
    assert list(tmp_path.iterdir()) == []


def test_what_is_written_is_a_picture(two: Compared, tmp_path: Path) -> None:
    sheet = _shown(two, tmp_path / "pages").sheets[-1]

    content = (tmp_path / "pages" / sheet.file).read_bytes()
    assert Image.open(BytesIO(content)).format == "PNG"
