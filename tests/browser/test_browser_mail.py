"""What a reader of the mail sees: pictures, no scrolling sideways, large enough to touch."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from digest.render import email, logo
from digest.render.message import Enclosure
from digest.render.theme import Theme
from support.browsers import View, mail, overflow
from support.goldenpictures import STRAY, differing, kept
from support.pictures import logo as a_logo
from support.readers import Reader, mail_of, readers

pytestmark = pytest.mark.browser

DESK, PHONE, NARROW = 600, 375, 320

VIEWS = (
    View(DESK),
    View(DESK, "dark"),
    View(DESK, forced="all"),
    View(DESK, forced="some"),
    View(DESK, pictures=False),
    View(PHONE),
    View(PHONE, "dark"),
    View(PHONE, forced="all"),
    View(PHONE, forced="some"),
    View(PHONE, pictures=False),
)

#: The whole grid for one reader, the ends of it for the others.
SHOWN = [
    *((Reader("coast", "engineer"), view) for view in VIEWS),
    *(
        (Reader(name, role), view)
        for name, role in (
            ("coast", "executive"),
            ("coast", "planner"),
            ("de", "betrieb"),
            ("ar", "tashghil"),
            ("ja", "genba"),
        )
        for view in (View(DESK), View(PHONE, "dark"))
    ),
]


def _with_logo(reader: Reader, folder: Path) -> tuple[bytes, tuple[Enclosure, ...]]:
    """The mail under a logo, and the logo."""
    (folder / "logo.png").write_bytes(a_logo(size=(180, 40), colour=(11, 95, 116)))
    digest, theme = reader.digest, Theme(folder)
    look = digest.look.model_copy(update={"logo": "logo.png"})
    digest = digest.model_copy(update={"look": look})
    picture = logo.enclosure(digest, folder, ground=theme.style(digest).light.paper)
    assert picture
    return email.render(digest, theme).content, (picture,)


@pytest.mark.parametrize(
    ("reader", "view"),
    SHOWN,
    ids=lambda one: "-".join(one) if isinstance(one, Reader) else one.name,
)
def test_the_mail_looks_as_it_was_judged(
    browser: Browser, tmp_path: Path, reader: Reader, view: View
) -> None:
    html, pictures = _with_logo(reader, tmp_path)
    with mail(browser, html, view, pictures) as shown:
        made = shown.screenshot(full_page=True)
    (tmp_path / "made.png").write_bytes(made)
    path = kept(f"{reader.publication}-{reader.role}-{view.name}", made)

    assert differing(path, made) <= STRAY, f"compare {tmp_path / 'made.png'} with {path}"


@pytest.mark.parametrize("reader", readers(), ids="-".join)
def test_nothing_stands_beyond_the_edge(browser: Browser, reader: Reader) -> None:
    with mail(browser, mail_of(reader), View(PHONE)) as shown:
        for width in (PHONE, NARROW):
            shown.set_viewport_size({"width": width, "height": 800})
            assert overflow(shown) == 0


@pytest.mark.parametrize("reader", readers("coast"), ids="-".join)
def test_buttons_can_be_touched(browser: Browser, reader: Reader) -> None:
    with mail(browser, mail_of(reader), View(PHONE)) as shown:
        boxes = [one.bounding_box() for one in shown.locator(".bt a").all()]

    assert len(boxes) == 2
    assert all(box and box["height"] >= 44 and box["width"] >= 200 for box in boxes)


def test_without_pictures_the_name_stands_in_their_place(browser: Browser, tmp_path: Path) -> None:
    html, pictures = _with_logo(Reader("coast", "engineer"), tmp_path)
    with mail(browser, html, View(DESK, pictures=False), pictures) as shown:
        name = shown.locator("img").get_attribute("alt")
        drawn = shown.locator("img").evaluate("one => one.complete && one.naturalWidth > 0")

    assert name == "Coast and River Evidence"
    assert not drawn


def test_every_kept_picture_is_looked_at() -> None:
    folder = Path(__file__).parents[1] / "golden" / "pictures"
    names = {f"{one.publication}-{one.role}-{view.name}.png" for one, view in SHOWN}

    assert {path.name for path in folder.iterdir()} == names
    assert sum(path.stat().st_size for path in folder.iterdir()) < 1_500_000
