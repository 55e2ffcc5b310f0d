"""What no file of the repository may hold."""

import re

import pytest

from support.tree import ROOT, modules, relative, tracked

#: Written with a gap, so that this file does not hold them either.
MACHINES = ("/ro~ot/", "/wo~rk/", "/op~t/", "/ho~me/")
HOSTS = ("py~pi.org", "python~hosted.org", "npm~js.org", "npm~js.com")
OPTIONS = ("--index~-url", "--extra-index~-url", "--find~-links")
UNWANTED = [word.replace("~", "") for word in (*MACHINES, *HOSTS, *OPTIONS)]

UNFINISHED = re.compile(r"\b(TODO|FIXME|XXX|NotImplementedError)\b")

BINARY = {".png", ".jpg", ".woff2", ".ttf", ".ico", ".mo"}


def _texts() -> dict[str, str]:
    files = [path for path in tracked() if path.suffix not in BINARY]
    return {relative(path): path.read_bytes().decode("utf-8", "replace") for path in files}


@pytest.mark.parametrize("word", UNWANTED)
def test_no_file_names_a_machine_or_a_package_host(word: str) -> None:
    assert [path for path, text in _texts().items() if word in text] == []


def test_nothing_is_left_unfinished_in_the_package() -> None:
    unfinished = [
        f"{relative(path)}:{number}"
        for path in modules()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if UNFINISHED.search(line)
    ]

    assert unfinished == []


def test_every_lock_is_hashed() -> None:
    for lock in sorted((ROOT / "requirements").glob("*.lock")):
        blocks = re.split(r"\n(?=\S)", lock.read_text(encoding="utf-8"))
        pinned = [block for block in blocks if "==" in block.splitlines()[0]]
        bare = [block.splitlines()[0] for block in pinned if "--hash=sha256:" not in block]

        assert len(pinned) > 10
        assert bare == []


def test_every_pinned_line_of_the_base_stands_in_the_dev_lock() -> None:
    pins = {
        name: set(
            re.findall(r"^\S+==\S+", (ROOT / "requirements" / name).read_text(), re.MULTILINE)
        )
        for name in ("base.lock", "dev.lock")
    }

    assert pins["base.lock"] <= pins["dev.lock"]
