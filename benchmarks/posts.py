"""A ledger, a bundle and senders, as the benchmarks of delivery need them."""

import itertools
import os
import resource
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from digest.bundle import store
from digest.bundle.manifest import manifest_of
from digest.content.corpus import Content
from digest.content.loading import load
from digest.delivery.approval import Rule
from digest.delivery.audience import Recipient, Selection, recipients
from digest.delivery.dispatch.crew import Job, deliver
from digest.delivery.dispatch.letters import Letters
from digest.delivery.dispatch.links import Links
from digest.delivery.dispatch.shared import Shared
from digest.delivery.identity import Key, Keyring
from digest.delivery.ledger import approvals, exchange, planning, readers, runs
from digest.delivery.ledger.account import account
from digest.delivery.ledger.claims import claim, give_back
from digest.delivery.ledger.database import Ledger
from digest.delivery.ledger.gate import Gate
from digest.delivery.ledger.opening import open_ledger
from digest.delivery.ledger.owner import hold
from digest.delivery.ledger.planning import Plan
from digest.delivery.ledger.rows import Run
from digest.delivery.outcomes import Connection, Envelope, Outcome, Phase, Row
from digest.delivery.states import State
from digest.delivery.transports import Transport, transport
from digest.edition.compose import compose
from digest.edition.view import Digest
from digest.render import email, text
from digest.render.artifact import Artifact
from digest.render.message import message
from digest.render.theme import Theme
from ratios import SEEDS

KEYS = Keyring(keys=(Key(id="k1", secret=secrets.token_bytes(32)),))
LINKS = Links(base="https://readers.example.org/", keys=KEYS)
RULE = Rule()
TAKEN = Outcome(
    row=Row.SENT, connection=Connection.KEEP, phase=Phase.DOT, code=250, reply="250 ok"
)


class Wall:
    """The clocks of this machine."""

    def now(self) -> datetime:
        return datetime.now(UTC)

    def clock(self) -> float:
        return time.monotonic()

    def wait(self, event: threading.Event, seconds: float) -> bool:
        return event.wait(seconds)


class Nowhere:
    """A transport that takes everything at once."""

    name = "nowhere"

    def open(self) -> "Nowhere":
        return self

    def post(
        self, envelope: Envelope, content: bytes, heard: Callable[[], None] | None = None
    ) -> Outcome:
        del envelope, content, heard
        return TAKEN

    def close(self) -> None:
        """Nothing is held."""


class Bundle:
    """The mail of one role of the newest sample edition, in a bundle at `home`."""

    def __init__(self, home: Path) -> None:
        digest = _digest()
        html, plain = email.render(digest, Theme()).content, text.render(digest, Theme()).content
        self.role, self.edition = digest.role.id, _content().newest().id
        mail = Artifact(
            path=f"{self.role}.eml",
            role=self.role,
            language="en",
            channel="email",
            media_type="message/rfc822",
            content=message(digest, html, plain),
        )
        made = manifest_of(self.edition, [mail], inputs={}, tools={})
        store.write(home, made, [mail])
        self.folder, self.seal, self.size = home / self.edition, made.seal, len(mail.content)


def book(home: Path, *, power_safe: bool) -> Ledger:
    """An empty ledger in a file."""
    return open_ledger("sqlite:///ledger.sqlite3", base=home, power_safe=power_safe)


def started(ledger: Ledger, bundle: Bundle, count: int) -> Run:
    """A run to so many readers that was approved and started."""
    now = Wall().now()
    plan = Plan(edition=bundle.edition, seal=bundle.seal, domain="digest.example.org")
    run = planning.freeze(ledger, plan, _people(bundle.role, count), KEYS, now).run
    approvals.approve(
        ledger,
        edition=run.edition,
        generation=1,
        seal=run.seal,
        audience=run.audience,
        name="Desk",
        rule=RULE,
        now=now,
    )
    return runs.start(ledger, run.id, now)


def send(ledger: Ledger, bundle: Bundle, run: Run, port: int) -> None:
    """Send a run by one connection: to a port of loopback, or nowhere when that is 0."""
    letters = Letters(
        bundle.folder,
        seal=run.seal,
        date=run.message_date or run.planned_at,
        main="en",
        links=LINKS,
        enclosing={},
    )
    job = Job(
        run=run,
        rule=RULE,
        keys=KEYS,
        letters=letters,
        transport=_way(port),
        return_to=lambda _: "bounces@digest.example.org",
        connections=1,
        names=(f"{os.getpid()}-{number}" for number in itertools.count()),
    )
    deliver(ledger, job, Shared(), Wall(), lambda _: None)
    if account(ledger, run.id).of(State.SENT) != run.audience.count:
        raise SystemExit("not everybody was sent a mail")


def claim_blocks(ledger: Ledger, bundle: Bundle, run: Run, rounds: int) -> float:
    """Seconds of processor that claiming a block takes, and giving it back, at the best."""
    now = Wall().now()
    seconds = []
    with hold(ledger, f"{os.getpid()}-claims", now) as owner:
        gate = Gate(run, bundle.seal, RULE, KEYS)
        for _ in range(rounds):
            start = time.process_time()
            claim(owner, gate, now)
            give_back(owner, now)
            seconds.append(time.process_time() - start)
    return min(seconds)


def import_and_plan(ledger: Ledger, home: Path, rows: int) -> None:
    """Take a CSV of so many readers into the table, and freeze them as an audience."""
    path, now, bundle = home / "subscribers.csv", Wall().now(), Bundle(home)
    publication, edition = _content().publication, _content().newest()
    with path.open("w", encoding="utf-8") as file:
        file.write("email,name,role,streams,language,status\n")
        for number in range(rows):
            file.write(f"reader.{number}@example.org,Reader {number},{bundle.role},,,active\n")
    with path.open("rb") as raw:
        exchange.import_csv(
            ledger, raw, name=path.name, publication=publication, keys=KEYS, now=now
        )
    everybody = readers.every(ledger, now)
    people = recipients(everybody, Selection.of(publication, edition.stream), KEYS)
    plan = Plan(edition=bundle.edition, seal=bundle.seal, domain="digest.example.org")
    planned = planning.freeze(ledger, plan, people, KEYS, now)
    if planned.run.audience.count != rows:
        raise SystemExit("not everybody was planned for")


def megabytes() -> float:
    """The most memory this process ever had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _way(port: int) -> Transport:
    if not port:
        return Nowhere()
    return transport(f"smtp://127.0.0.1:{port}", base=Path(), clock=time.monotonic)


def _people(role: str, count: int) -> Iterator[Recipient]:
    for number in range(count):
        address = f"reader.{number}@example.org"
        yield Recipient(KEYS.reader(address), address, address, f"Reader {number}", role, "en")


@cache
def _content() -> Content:
    content = load(SEEDS).content
    if content is None:
        raise SystemExit("the sample publication is broken")
    return content


def _digest() -> Digest:
    content = _content()
    role = next(one for one in content.publication.roles if not one.neutral)
    return compose(content, content.newest(), role, content.publication.language)
