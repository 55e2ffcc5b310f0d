"""One weather for all tests: no inherited settings, no luck, no silently missing tools."""

import os
import shutil
import signal
import sys
from collections.abc import Iterator
from typing import NoReturn

import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, sync_playwright

from support import judges

#: Examples are the same on every run, and a slow machine is no failure.
settings.register_profile(
    "ci",
    derandomize=True,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("search", parent=settings.get_profile("ci"), derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

#: What a developer's shell may hold and a test must not notice.
INHERITED = (
    "NO_COLOR",
    "FORCE_COLOR",
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "COLUMNS",
    "LINES",
    "LANGUAGE",
    "SOURCE_DATE_EPOCH",
    "PYTHONHASHSEED",
    "PYTHONUTF8",
    "PYTHONIOENCODING",
)
for name in (*INHERITED, *(key for key in os.environ if key.startswith("DIGEST_"))):
    os.environ.pop(name, None)
#: Where administrators' programs are, such as Postfix, may be missing from a user's path.
PLACES = (os.environ.get("PATH", os.defpath), "/usr/sbin", "/sbin")
os.environ |= {"TZ": "UTC", "LC_ALL": "C.UTF-8", "PATH": os.pathsep.join(PLACES)}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--full", action="store_true", help="also run the full matrices (marker: full)"
    )


#: Folders of tests that search for faults or look at pictures. The rooms have tests of their own
#: that reach every line: to count lines here as well would only double the time.
UNCOUNTED = frozenset({"architecture", "browser", "packaging", "property"})

#: What tells a Python program to count its lines.
COUNTING = ("COVERAGE_PROCESS_CONFIG", "COVERAGE_PROCESS_START")


def pytest_itemcollected(item: pytest.Item) -> None:
    searches = getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
    if searches or item.path.parent.name in UNCOUNTED:
        item.add_marker("no_cover")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Lines that go uncounted in a test do so in the programs that it and its fixtures start."""
    uncounted = item.get_closest_marker("no_cover")
    counting = {key: os.environ.pop(key) for key in COUNTING if uncounted and key in os.environ}
    try:
        return (yield)
    finally:
        os.environ |= counting


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--full") or "full" in (config.option.markexpr or ""):
        return
    full = [item for item in items if item.get_closest_marker("full")]
    if full:
        config.hook.pytest_deselected(items=full)
        items[:] = [item for item in items if item not in full]


def _program(name: str, package: str) -> str:
    """The path of a program, or a skip on a developer's machine and a failure under CI=true."""
    path = shutil.which(name)
    if path is None:
        _missing(f"{name} is missing: apt-get install {package}")
    return path


def _missing(message: str) -> NoReturn:
    if os.environ.get("CI") == "true":
        pytest.fail(message)
    pytest.skip(message)


@pytest.fixture(scope="session", autouse=True)
def _interruptible() -> None:
    """A run in the background ignores SIGINT, and so would every program that a test starts."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    """Packages that a test installed are not there for the next one."""
    yield
    for name in [name for name in sys.modules if name.startswith("brought_")]:
        del sys.modules[name]


@pytest.fixture(scope="session")
def chromium() -> str:
    """Debian's Chromium."""
    return _program("chromium", "chromium")


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """The one browser of a file, at one pixel a pixel and with letters smoothed in grey.

    While it is open its loop of events runs in this thread, and nothing else may run one: it is
    closed before the tests of another file begin.
    """
    options = ["--no-sandbox", "--font-render-hinting=none", "--disable-lcd-text"]
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=options)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def pdftotext() -> str:
    """Poppler's reading of a PDF's text."""
    return _program("pdftotext", "poppler-utils")


@pytest.fixture(scope="session")
def pdffonts() -> str:
    """Poppler's list of a PDF's fonts."""
    return _program("pdffonts", "poppler-utils")


@pytest.fixture(scope="session")
def pdftoppm() -> str:
    """Poppler's drawing of a PDF's pages."""
    return _program("pdftoppm", "poppler-utils")


@pytest.fixture(scope="session")
def qpdf() -> str:
    """Another program's opinion of a PDF's structure."""
    return _program("qpdf", "qpdf")


@pytest.fixture(scope="session")
def postfix_program() -> str:
    """Debian's mail server."""
    return _program("postfix", "postfix")


@pytest.fixture(scope="session")
def node() -> str:
    """Node, with the packages that judge the mail."""
    path = _program("node", "nodejs")
    if complaint := judges.complaint(path):
        _missing(complaint)
    return path
