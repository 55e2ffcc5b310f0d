"""Print editions compared by the desk, in a thread of its own."""

import threading
from collections.abc import Iterator
from io import BytesIO

import pytest
from PIL import Image

from digest.bundle.pages import SCALE
from digest.bundle.spread import COME, GONE
from digest.preview import spreads as room
from digest.preview.spreads import KEPT, Faced, Pair, Print, Spreads
from support.desks import PATIENCE
from support.leaflets import SIZE, leaflet


class _Desk:
    """Spreads, and who waits for them."""

    def __init__(self) -> None:
        self.rung = threading.Semaphore(0)
        self.faults: list[BaseException] = []
        self.spreads = Spreads(self.rung.release, self.faults.append)

    def compared(self, pair: Pair) -> Faced:
        """What comes of a comparison that nobody asked for before."""
        assert self.spreads.look(pair) is None
        assert self.rung.acquire(timeout=PATIENCE), self.faults
        found = self.spreads.look(pair)
        assert found is not None
        return found


@pytest.fixture
def desk() -> Iterator[_Desk]:
    made = _Desk()
    yield made
    made.spreads.end(PATIENCE)
    assert made.faults == []


def _pair(before: bytes, after: bytes) -> Pair:
    return Pair(Print.of("earlier/planner.pdf", before), Print.of("planner.pdf", after))


OLD = leaflet("the same on both sides", "the barriers close in forty minutes")
NEW = leaflet("the same on both sides", "the barriers close in sixty minutes", "wholly new here")


def test_only_pages_that_differ_are_found(desk: _Desk) -> None:
    found = desk.compared(_pair(OLD, NEW))

    changed, added = found.spreads
    assert changed.before is not None
    assert changed.after is not None
    assert (changed.before.page, changed.after.page) == (2, 2)
    assert changed.before.regions
    assert changed.after.regions
    assert added.before is None
    assert added.after is not None
    assert (added.after.page, added.after.regions) == (3, ())


def test_each_side_is_a_picture_with_its_marks(desk: _Desk) -> None:
    found = desk.compared(_pair(OLD, NEW))

    for side, mark in (("before", GONE), ("after", COME)):
        content = desk.spreads.picture(found.pair.name, 1, side)
        assert content is not None
        picture = Image.open(BytesIO(content))
        assert (picture.format, picture.size) == ("PNG", tuple(round(SCALE * n) for n in SIZE))
        (box,) = getattr(found.spreads[0], side).regions
        assert picture.getpixel((box.left, box.upper)) == tuple(bytes.fromhex(mark.line[1:]))


@pytest.mark.parametrize(
    ("number", "side"), [(0, "before"), (3, "after"), (1, "name"), (1, "__class__"), (2, "before")]
)
def test_there_is_no_other_picture(desk: _Desk, number: int, side: str) -> None:
    name = desk.compared(_pair(OLD, NEW)).pair.name

    assert desk.spreads.picture(name, number, side) is None
    assert desk.spreads.picture("../planner.pdf", 1, "after") is None


def test_the_same_bytes_are_never_compared(desk: _Desk) -> None:
    found = desk.spreads.look(_pair(OLD, OLD))

    assert found is not None
    assert found.spreads == ()
    assert not desk.rung.acquire(blocking=False)


def test_what_was_compared_is_known_by_its_bytes(desk: _Desk) -> None:
    desk.compared(_pair(OLD, NEW))

    again = desk.spreads.look(
        Pair(Print.of("other", bytes(OLD)), Print.of("names.pdf", bytes(NEW)))
    )

    assert again is not None
    assert len(again.spreads) == 2
    assert not desk.rung.acquire(blocking=False)


def test_the_oldest_comparison_is_forgotten(desk: _Desk) -> None:
    pairs = [_pair(OLD, leaflet("the same on both sides", f"{n}")) for n in range(KEPT + 1)]
    for pair in pairs:
        desk.compared(pair)

    assert desk.spreads.picture(pairs[0].name, 1, "after") is None
    assert desk.spreads.picture(pairs[1].name, 1, "after") is not None
    desk.compared(pairs[0])


def test_large_print_editions_are_forgotten_sooner(
    desk: _Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "MOST", len(OLD) + len(NEW))
    first, second = _pair(OLD, NEW), _pair(NEW, OLD + b"\n")
    desk.compared(first)
    desk.compared(second)

    assert desk.spreads.picture(first.name, 1, "after") is None
    assert desk.spreads.picture(second.name, 1, "before") is not None


def test_a_print_edition_that_cannot_be_drawn_is_told(desk: _Desk) -> None:
    found = desk.compared(_pair(b"no PDF", NEW))

    assert "earlier/planner.pdf cannot be drawn" in found.trouble
    assert found.spreads == ()


def test_who_ends_does_not_wait_for_all_pages() -> None:
    desk = _Desk()
    many = [f"page {number} of very many" for number in range(400)]
    desk.spreads.look(_pair(leaflet(*many), leaflet(*many, "one more")))

    desk.spreads.end(PATIENCE)

    assert not desk.rung.acquire(blocking=False)
    assert desk.spreads.look(_pair(OLD, NEW)) is None
    assert desk.faults == []
