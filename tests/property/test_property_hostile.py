"""Thousands of hostile records, mails and lists: each is read, or refused with its place."""

import re
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import TypeVar

import pytest

from digest.bundle.limits import Limits
from digest.bundle.pool import Pool
from digest.content.loading import load
from digest.content.publication import Publication
from digest.delivery.ledger import exchange, readers
from digest.delivery.ledger.database import Ledger
from digest.delivery.ledger.exchange import Imported
from digest.delivery.ledger.opening import open_ledger
from digest.edition.compose import compose
from digest.problems import DigestError, errors
from digest.render import email, text, web
from digest.render.artifact import Rendering
from digest.render.theme import Theme
from support import hostile
from support.folders import Folder, a_resource
from support.ledgers import KEYS, NOW
from support.samples import COAST
from support.tasks import task

_Made = TypeVar("_Made")

#: Fields of a record that take words.
FIELDS = ("title", "organization", "sourceUrl", "sourceName", "finding", "evidence", "caveats")

MJML = b"""<mjml lang="en" dir="ltr"><mj-head><mj-title>t</mj-title><mj-attributes>
<mj-all font-family="Georgia, serif" font-size="15px" line-height="1.5" /></mj-attributes>
<mj-style>.a { color: #123456 }</mj-style></mj-head><mj-body><mj-section>
<mj-column><mj-text>words <b>of <i>weight</i></b> and <a href="https://a.example.org/">one</a>
</mj-text><mj-image src="cid:a@b" alt="a" width="9px" /><mj-table><tr><th scope="row">x</th>
<td>y</td></tr></mj-table><mj-button href="https://a.example.org/">go</mj-button>
<mj-raw><!--[if mso]><table role="presentation"><tr><td><![endif]--><p>z</p>
<!--[if mso]></td></tr></table><![endif]--></mj-raw></mj-column></mj-section></mj-body></mjml>
"""

MARKUP = (
    b"<mj-nope>", b"</mj-text>", b"<mj-include path='x' />", b"<b>" * 3000, b"<![CDATA[", b"]]>",
    b"<!--", b"-->", b"<!--[if mso]>", b"<![endif]-->", b"&nosuch;", b"&#0;", b"\x00", b"\x01",
    b"<", b'"', b"'", b"=", b"/>", b"\xed\xa0\x80", b"\xff", b"<!DOCTYPE x [<!ENTITY a 'b'>]>",
    b"<?xml version='1.0'?>", b"color='red;background:url(x)'", b"javascript:x", b"width='-1px'",
    b"font-size:1e30px", b"%" * 99,
)  # fmt: skip

LIST = (COAST / "subscribers.csv").read_bytes()

SIGNS = (
    b",", b'"', b"\n", b"\r", b"\r\n", b"\x00", b"|", b";", b"\t", b"=1+1", b"'", b"@", b"#",
    b"\xef\xbb\xbf", b"\xff\xfe", b"\xed\xa0\x80", "\u2028".encode(), b"a@example.org",
    b"x" * 5000, b"active",
)  # fmt: skip

#: What would be somebody's address.
ADDRESS = re.compile(r"\w@\w")


def _sizes(usual: int, full: int) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("count", [usual, pytest.param(full, marks=pytest.mark.full)])


def _ended(make: Callable[[], _Made]) -> _Made | DigestError:
    try:
        return make()
    except DigestError as error:
        return error


def _imported(ledger: Ledger, data: bytes, publication: Publication) -> Imported:
    return exchange.import_csv(
        ledger, BytesIO(data), name="list.csv", publication=publication, keys=KEYS, now=NOW
    )


@pytest.fixture
def canary(tmp_path: Path) -> Iterator[tuple[str, str]]:
    """A web address and a file that nobody may open; that the address was not is asserted."""
    hits: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            hits.append(self.path)
            self.send_error(404)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    secret = tmp_path / "canary"
    secret.write_text("the-canary-sings", encoding="utf-8")
    yield f"http://127.0.0.1:{server.server_port}/x", secret.as_uri()
    server.shutdown()
    server.server_close()
    thread.join()
    assert hits == []


@_sizes(6, 2000)
def test_hostile_records_are_rendered_or_refused_with_record_and_field(
    count: int, tmp_path: Path, canary: tuple[str, str]
) -> None:
    folder = Folder(tmp_path)
    rendered = refused = 0
    for number, words in enumerate(hostile.texts(1, count)):
        field = FIELDS[number % len(FIELDS)]
        said = words.replace(hostile.CANARY, canary[number % 2])
        folder.records(a_resource(streamIds=["barriers"], **{field: said}))
        loaded = load(folder.root)
        if loaded.content is None:
            refused += 1
            for one in errors(loaded.problems):
                assert (one.path, one.pointer) == ("records/further.json", f"/{field}")
            continue
        rendered += 1
        content = loaded.content
        edition = content.newest()
        shown = edition.model_copy(update={"records": (*edition.records, "further")})
        role = content.publication.roles[number // 3 % len(content.publication.roles)]
        digest = compose(content, shown, role, content.publication.language)
        made = _ended(partial((text, web, email)[number % 3].render, digest, Theme()))
        if isinstance(made, DigestError):
            assert "further" in str([one.pointer for one in made.problems])
        else:
            assert b"the-canary-sings" not in made.content

    assert rendered
    assert refused


@_sizes(20, 500)
def test_hostile_mjml_is_compiled_or_refused_and_kills_nobody(count: int) -> None:
    mails = [
        data.decode("utf-8", "surrogateescape") for data in hostile.spliced(2, MJML, count, MARKUP)
    ]

    outcomes = Pool(2, limits=Limits(wall_seconds=60)).run(
        [task(hostile.compiled, mail, channel="email") for mail in mails], lambda _: None
    )

    assert [one for one in outcomes if not isinstance(one, Rendering)] == []
    contents = {one.content for one in outcomes if isinstance(one, Rendering)}
    assert b"refused" in contents
    assert len(contents) > 1


@_sizes(40, 500)
def test_hostile_lists_are_taken_whole_or_refused_with_row_and_column(
    count: int, tmp_path: Path
) -> None:
    known = load(COAST).content
    assert known
    taken = 0
    with open_ledger(f"sqlite:///{tmp_path / 'ledger.db'}", power_safe=False) as ledger:
        for data in hostile.spliced(3, LIST, count, SIGNS):
            before = readers.count(ledger)
            end = _ended(partial(_imported, ledger, data, known.publication))
            if isinstance(end, DigestError):
                assert readers.count(ledger) == before
                assert all(one.line and one.column for one in end.problems)
                assert not ADDRESS.search(" ".join(one.message for one in end.problems))
            else:
                taken += 1

    assert taken
