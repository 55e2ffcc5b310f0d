"""What one client may ask for."""

import asyncio
import sqlite3
from contextlib import closing
from typing import Any

import pytest

from digest.delivery.dispatch.links import Page
from digest.delivery.ledger import suppressions
from digest.delivery.ledger.lasting import hold_open
from digest.problems import DigestError, UsageError
from digest.service import forms
from digest.service.limits import MOST_CLIENTS, Allowance, Buckets, client
from digest.service.server import listen, proxies
from support.public import ONE_CLICK, Clock, Place, Visited, visited


def test_a_client_may_ask_so_often_and_again_after_a_while() -> None:
    clock = Clock()
    buckets = Buckets(Allowance(count=3, seconds=60), clock)

    assert [buckets.take("a") for _ in range(3)] == [0, 0, 0]
    assert buckets.take("a") == pytest.approx(20)
    assert buckets.take("b") == 0
    clock.seconds += 20
    assert buckets.take("a") == 0
    assert buckets.take("a") > 0
    clock.seconds += 3600
    assert [buckets.take("a") > 0 for _ in range(4)] == [False, False, False, True]


def test_the_table_of_clients_is_bounded() -> None:
    buckets = Buckets(Allowance(count=1, seconds=60), Clock())

    for number in range(MOST_CLIENTS + 500):
        buckets.take(f"client {number}")

    assert len(buckets) == MOST_CLIENTS
    assert buckets.take("client 0") == 0
    assert buckets.take(f"client {MOST_CLIENTS + 499}") > 0


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("x" * 5000, "x" * 64),
    ],
)
def test_a_client_is_an_address_or_a_network(address: str, name: str) -> None:
    assert client(address) == name


@pytest.mark.parametrize("text", ["", "0/s", "10", "10/fortnight", "-1/s", "1e9/s", "9999999/s"])
def test_what_is_no_allowance_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="S002"):
        Allowance.parse(text)


def test_an_allowance_in_words() -> None:
    assert Allowance.parse("300 / min") == Allowance(count=300, seconds=60)


@pytest.mark.parametrize("text", ["example.org", "*", "10.0.0.0/33", "10.0.0.1/24", ""])
def test_what_is_no_proxy_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="S004"):
        proxies([text])


def test_proxies_are_addresses_and_networks() -> None:
    assert proxies(["10.0.0.5", "fd00::/8"]) == ["10.0.0.5", "fd00::/8"]


@pytest.mark.parametrize("host", ["192.0.2.1", "no.host.invalid", "a" * 300])
def test_where_nobody_can_listen_is_told(host: str) -> None:
    with pytest.raises(DigestError, match="S001"):
        listen(host, 0)


def test_who_asks_too_often_is_told_when_to_come_back(place: Place) -> None:
    with visited(place, allowance=Allowance(count=2, seconds=60)) as visit:
        path = place.path(Page.UNSUBSCRIBE)
        answers = [visit.client.post(path, data=ONE_CLICK) for _ in range(3)]

    assert [one.status_code for one in answers] == [200, 200, 429]
    assert answers[-1].headers["retry-after"] == "30"
    assert answers[-1].headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/" + "a" * 2000, {}, 414),
        ("/?" + "a" * 2000, {}, 414),
        ("/", {"X-Long": "a" * 20_000}, 431),
    ],
)
def test_a_head_that_is_too_long(
    visit: Visited, path: str, headers: dict[str, str], status: int
) -> None:
    assert visit.client.get(path, headers=headers).status_code == status


def test_a_body_that_is_too_large_is_not_read(place: Place, visit: Visited) -> None:
    path = place.path(Page.UNSUBSCRIBE)

    async def endless() -> Any:
        for _ in range(1000):
            yield b"a" * 1000
        raise AssertionError("all of it was read")

    said = visit.client.post(path, content=b"a" * 20_000)
    unsaid = visit.client.post(path, content=endless())

    assert (said.status_code, unsaid.status_code) == (413, 413)


def test_a_body_that_comes_too_slowly_is_not_waited_for(
    place: Place, visit: Visited, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forms, "PATIENCE", 0.05)

    async def slow() -> Any:
        yield b"List-Unsubscribe="
        await asyncio.Event().wait()

    assert visit.client.post(place.path(Page.UNSUBSCRIBE), content=slow()).status_code == 408
    assert list(suppressions.every(place.book.ledger)) == []


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("multipart/form-data", b"no boundary"),
        ("multipart/form-data; boundary=b", b"--c\r\n\r\n--b--"),
        ("multipart/form-data; boundary=b", b"--b\r\nContent-Disposition: form-data"),
        ("multipart/form-data; boundary=" + "b" * 2000, b"--b"),
        ("application/x-www-form-urlencoded", b"&".join([b"a=b"] * 200)),
        ("application/json", b'{"List-Unsubscribe": "One-Click"}'),
        ("text/plain; charset=utf-16", b"\xff\xfe\x00"),
    ],
)
def test_a_body_that_is_no_form(place: Place, visit: Visited, kind: str, body: bytes) -> None:
    headers = {"Content-Type": kind}

    answer = visit.client.post(place.path(Page.UNSUBSCRIBE), content=body, headers=headers)

    assert answer.status_code == 400
    assert list(suppressions.every(place.book.ledger)) == []


def test_an_uploaded_file_is_no_field(place: Place, visit: Visited) -> None:
    parts = {"List-Unsubscribe": ("a.txt", b"One-Click", "text/plain")}

    assert visit.client.post(place.path(Page.UNSUBSCRIBE), files=parts).status_code == 400


def test_a_busy_ledger_asks_for_patience_and_then_obeys(place: Place, visit: Visited) -> None:
    hold_open(place.book.ledger, 0)
    path, file = place.path(Page.UNSUBSCRIBE), place.book.ledger.path
    assert file

    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        shown = visit.client.get(path)
        refused = [visit.client.post(path, data=ONE_CLICK) for _ in range(3)]
        other.execute("ROLLBACK")
    done = visit.client.post(path, data=ONE_CLICK)

    assert shown.status_code == 200
    assert [one.status_code for one in refused] == [503, 503, 503]
    assert refused[0].headers["retry-after"] == "5"
    assert [one.code for one in visit.told] == ["D010"]
    assert done.status_code == 200
