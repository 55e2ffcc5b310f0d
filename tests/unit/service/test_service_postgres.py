"""Readers whose ledger is on a server, which is restarted under way."""

from pathlib import Path

import psycopg

from digest.delivery.dispatch.links import Page
from digest.delivery.ledger import readers, suppressions
from digest.delivery.ledger.lasting import hold_open
from digest.delivery.ledger.opening import open_ledger
from digest.press.accounts import Accounts
from support.approvals import KEYS
from support.builds import EDITION
from support.postgres import Postgres
from support.public import ONE_CLICK, PLANNER, moved_in, sent, several, visited

_END = (
    "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity "
    "WHERE application_name = 'digest'"
)


def test_a_ledger_on_a_server_serves_readers_as_a_file_does(
    made: Path, tmp_path: Path, server: Postgres
) -> None:
    with open_ledger(server.empty(), power_safe=False) as ledger:
        place = sent(made, tmp_path, Accounts(ledger, KEYS))
        moved_in(place)
        several(place)
        hold_open(ledger, 1)
        choice = {"act": "save", "role": "engineer", "stream": "rivers", "language": "de"}
        with visited(place) as visit:
            saved = visit.client.post(place.path(Page.PREFERENCES), data=choice)
            with psycopg.connect(server.url(), autocommit=True) as other:
                other.execute(_END)
            gone = visit.client.post(place.path(Page.UNSUBSCRIBE), data=ONE_CLICK)
            page = visit.client.get(f"/{EDITION}/")

        assert [one.status_code for one in (saved, gone, page)] == [200, 200, 200]
        assert visit.told == []
        row = readers.find_by_address(ledger, PLANNER)
        assert row
        assert (row.subscriber.role, row.subscriber.streams) == ("engineer", ("rivers",))
        assert row.subscriber.status == "unsubscribed"
        assert [one.reason for one in suppressions.every(ledger)] == ["unsubscribed"]


def test_a_lock_on_the_server_asks_for_patience(
    made: Path, tmp_path: Path, server: Postgres
) -> None:
    address = server.empty()
    with open_ledger(address, power_safe=False) as ledger, psycopg.connect(address) as other:
        place = sent(made, tmp_path, Accounts(ledger, KEYS))
        hold_open(ledger, 1)
        with visited(place) as visit:
            path = place.path(Page.UNSUBSCRIBE)
            other.execute("LOCK TABLE suppression")
            refused = visit.client.post(path, data=ONE_CLICK)
            other.rollback()
            done = visit.client.post(path, data=ONE_CLICK)

        assert (refused.status_code, refused.headers["retry-after"]) == (503, "5")
        assert done.status_code == 200
        assert {one.code for one in visit.told} == {"D010"}
