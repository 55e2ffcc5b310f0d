import base64
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from PIL import Image
from weasyprint import CSS, HTML
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import FatalURLFetchingError

from digest.problems import DigestError
from digest.render.pdf import render
from digest.render.pdf.fetcher import BASE, ClosedFetcher, picture
from digest.render.theme import Theme
from support.renderings import coast

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJg"
    "gg=="
)
DATA = "data:image/png;base64," + base64.b64encode(PNG).decode()
SVG = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>"


class Counter:
    """A web server on the loopback that only counts."""

    def __init__(self) -> None:
        counter = self
        self.hits = 0

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                counter.hits += 1
                self.send_response(302)
                self.send_header("Location", "file:///etc/hostname")
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # its name there
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/x"


@pytest.fixture(scope="module")
def loopback() -> Iterator[Counter]:
    counter = Counter()
    thread = threading.Thread(target=counter.server.serve_forever, daemon=True)
    thread.start()
    yield counter
    counter.server.shutdown()
    counter.server.server_close()
    thread.join()


def _rendered(body: str, css: str, fetcher: ClosedFetcher) -> None:
    fonts = FontConfiguration()
    html = HTML(string=f"<html lang=en>{body}", base_url=BASE, url_fetcher=fetcher)
    sheet = CSS(string=css, base_url=BASE, url_fetcher=fetcher, font_config=fonts)
    html.render(stylesheets=[sheet], font_config=fonts).write_pdf()


#: Every way a page or a sheet can ask for something, with `URL` where it says what.
BODIES = (
    '<img src="URL">',
    '<link rel="stylesheet" href="URL">',
    '<style>@import "URL";</style>',
    '<link rel="attachment" href="URL">',
    '<a rel="attachment" href="URL">x</a>',
    '<object data="URL">x</object>',
    '<embed src="URL">',
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="URL"/></svg>',
)
SHEETS = (
    '@import "URL";',
    '@font-face { font-family: x; src: url("URL") } p { font-family: x }',
    'p { background: url("URL") }',
    'p::before { content: url("URL") }',
    'p { display: list-item; list-style: url("URL") }',
    'p { border-image: url("URL") 1 }',
    '@color-profile --x { src: url("URL") }',
)
CASES = [(body, "") for body in BODIES] + [("<p>x</p>", sheet) for sheet in SHEETS]


@pytest.mark.parametrize("scheme", ["http", "file", "svg", "relative"])
@pytest.mark.parametrize(("body", "css"), CASES)
def test_nothing_is_opened_and_the_refusal_is_known(
    body: str, css: str, scheme: str, loopback: Counter, tmp_path: Path
) -> None:
    secret = tmp_path / "secret.css"
    secret.write_text("p { color: red }", encoding="utf-8")
    urls = {"http": loopback.url, "file": secret.as_uri(), "svg": SVG, "relative": "a/b.css"}
    fetcher = ClosedFetcher({})
    try:
        _rendered(body.replace("URL", urls[scheme]), css.replace("URL", urls[scheme]), fetcher)
    except FatalURLFetchingError:
        assert fetcher.refused
    assert fetcher.refused
    assert loopback.hits == 0


@pytest.mark.parametrize("scheme", ["http", "file"])
@pytest.mark.parametrize(("body", "css"), CASES)
def test_whoever_wrote_it_is_told_what_was_refused(
    body: str, css: str, scheme: str, loopback: Counter, tmp_path: Path
) -> None:
    secret = tmp_path / "secret.css"
    secret.write_text("p { color: red }", encoding="utf-8")
    url = {"http": loopback.url, "file": secret.as_uri()}[scheme]
    front = tmp_path / "templates" / "print" / "front.html"
    front.parent.mkdir(parents=True)
    front.write_text(f"<h1>x</h1>{body.replace('URL', url)}", encoding="utf-8")
    sheet = tmp_path / "styles" / "print.css"
    sheet.parent.mkdir()
    sheet.write_text(css.replace("URL", url), encoding="utf-8")
    try:
        told = render(coast(), Theme(tmp_path)).problems
    except DigestError as error:
        told = error.problems
    assert {"P001", "P010"} & {one.code for one in told}
    assert loopback.hits == 0


def _with(tmp_path: Path, body: str) -> Theme:
    front = tmp_path / "templates" / "print" / "front.html"
    front.parent.mkdir(parents=True)
    front.write_text(f"<h1>x</h1>{body}", encoding="utf-8")
    return Theme(tmp_path)


def test_a_file_to_attach_fails_by_its_name(tmp_path: Path) -> None:
    canary = (tmp_path / "canary.txt").as_uri()

    with pytest.raises(DigestError, match="P001") as error:
        render(coast(), _with(tmp_path, f'<link rel="attachment" href="{canary}">'))

    assert canary in error.value.problems[0].message


def test_a_link_attaches_no_file(tmp_path: Path) -> None:
    canary = tmp_path / "canary.txt"
    canary.write_text("the-canary-sings", encoding="utf-8")

    body = f'<a rel="attachment" href="{canary.as_uri()}">x</a>'
    made = render(coast(), _with(tmp_path, body))

    # Of a long address the beginning is told.
    assert canary.as_uri()[:60] in made.problems[0].message
    with pikepdf.open(BytesIO(made.content)) as document:
        streams = [one for one in document.objects if isinstance(one, pikepdf.Stream)]
        plain = [one.read_bytes() for one in streams if one.get("/Subtype") != "/Image"]
    assert plain
    assert not any(b"the-canary-sings" in one for one in plain)


def test_a_drawing_uses_nothing_from_elsewhere(loopback: Counter) -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><use href="{}#a"/></svg>'
    _rendered(svg.format(loopback.url), "", ClosedFetcher({}))
    assert loopback.hits == 0


def test_a_base_in_the_page_opens_no_door(loopback: Counter) -> None:
    fetcher = ClosedFetcher({})
    with pytest.raises(FatalURLFetchingError):
        _rendered(f'<base href="{loopback.url}"><img src="y">', "", fetcher)
    assert loopback.hits == 0


def test_a_registered_file_is_served_under_its_name() -> None:
    fetcher = ClosedFetcher({"a b/c.png": ("image/png", PNG)})
    _rendered('<img alt="x" src="a%20b/c.png">', "", fetcher)
    assert fetcher.refused == []
    response = fetcher.fetch(BASE + "a%20b/c.png")
    assert (response.content_type, response.read()) == ("image/png", PNG)


def test_a_small_picture_inside_the_page_is_shown() -> None:
    fetcher = ClosedFetcher({})
    _rendered(f'<img alt="x" src="{DATA}">', "", fetcher)
    assert fetcher.refused == []


def _huge(side: int) -> str:
    written = BytesIO()
    Image.new("1", (side, side)).save(written, "PNG")
    return "data:image/png;base64," + base64.b64encode(written.getvalue()).decode()


@pytest.mark.parametrize("side", [4001, 13_000])
def test_a_small_file_of_too_many_pixels_is_none(side: int) -> None:
    assert picture(_huge(3999)) is not None
    assert picture(_huge(side)) is None


@pytest.mark.parametrize(
    "url",
    [
        SVG,
        "data:image/svg+xml;base64,PHN2Zy8+",
        "data:image/png,<svg xmlns='http://www.w3.org/2000/svg'/>",
        "data:image/png;base64,!!!!",
        "data:text/css,p{}",
        "data:,x",
        "data:image/gif;base64,R0lGODlh",
        DATA + "A" * 2_000_000,
        "DATA:IMAGE/SVG+XML,<svg/>",
        "https://example.org/x.png",
    ],
)
def test_what_is_no_small_raster_picture_is_none(url: str) -> None:
    assert picture(url) is None


def test_a_picture_is_known_by_its_first_bytes_whatever_the_case_of_its_name() -> None:
    assert picture(DATA.replace("image/png", "IMAGE/Png")) == ("image/png", PNG)
