"""Settling, bounces and subscribers on the command line."""

import stat
from datetime import UTC, datetime
from pathlib import Path
from shutil import copytree

import pytest
from sqlalchemy import update

from digest.delivery.ledger import runs, tables
from digest.delivery.ledger.claims import claim
from digest.delivery.ledger.opening import open_ledger
from digest.delivery.ledger.outcomes import advance
from digest.delivery.ledger.owner import hold
from digest.delivery.states import Policy, State
from support.approvals import made_once
from support.builds import EDITION
from support.cli import Done, digest
from support.ledgers import NOW, a_gate

REPORT = """\
From: postmaster@example.org
To: Desk <desk@example.org>
Subject: returned
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: text/plain

It came back.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; relay.example.org

Final-Recipient: rfc822; planner@reader.example.org
Action: failed
Status: 5.1.1

--b
Content-Type: text/rfc822-headers

Message-ID: {message_id}

--b--
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A publication whose edition was sent."""
    folder = made_once(tmp_path_factory.mktemp("made"))
    assert _digest(folder / "coast", "approve", EDITION, "--by", "Desk").code == 0
    assert _digest(folder / "coast", "send", EDITION, "--yes").code == 0
    return folder


@pytest.fixture
def sent(made: Path, tmp_path: Path) -> Path:
    copytree(made, tmp_path, dirs_exist_ok=True)
    return tmp_path / "coast"


def _digest(root: Path, *words: str | Path) -> Done:
    return digest("-P", root, "-o", root.parent / "output", *words)


def _states(done: Done) -> object:
    return done.document["result"]["states"]


def test_a_dead_mailbox_gets_no_further_mail(sent: Path) -> None:
    box = sent.parent / "box"
    for part in ("cur", "new", "tmp"):
        (box / part).mkdir(parents=True)
    (mail,) = (
        path
        for path in (sent.parent / "output" / "outbox" / "new").iterdir()
        if b"planner@reader" in path.read_bytes()
    )
    lines = mail.read_text(encoding="ascii").splitlines()
    message_id = next(line for line in lines if line.startswith("Message-ID"))[12:]
    (box / "new" / "1").write_text(REPORT.format(message_id=message_id), encoding="ascii")
    (box / "new" / "2").write_text("Subject: hello\n\nno report", encoding="ascii")

    noted = _digest(sent, "--json", "bounces", box)
    again = _digest(sent, "--json", "bounces", box)
    status = _digest(sent, "--json", "status", EDITION)

    assert noted.document["result"] == {"kinds": {"hard": 1}, "strangers": 0, "unread": 1}
    assert again.document["result"] == noted.document["result"]
    assert status.document["result"]["runs"][0]["states"] == {"sent": 1, "failed": 1}
    _digest(sent, "approve", EDITION, "--by", "Desk", "--generation", "2")
    second = _digest(sent, "--json", "send", EDITION, "--yes", "--generation", "2")
    assert _states(second) == {"sent": 1, "suppressed": 1}
    assert _digest(sent, "status", EDITION).out.count("suppressed") == 1


def test_before_there_is_a_ledger_nothing_was_sent(here: Path) -> None:
    words = ("-P", here, "-o", here.parent / "output")

    told = digest(*words, "status")
    events = digest(*words, "--json", "status", "--events")
    listed = digest(*words, "--json", "subscribers", "list")
    unknown = digest(*words, "--json", "status", "2020-01-01-none")
    lost = digest(*words, "--json", "status", env={"DIGEST_LEDGER": "sqlite:///gone.sqlite3"})

    assert (told.code, told.out) == (0, "nothing was approved or sent yet\n")
    assert events.document["result"] == {"events": []}
    assert (listed.code, listed.document["result"], listed.codes) == (
        0,
        {"subscribers": []},
        ["A007"],
    )
    assert (unknown.code, unknown.codes) == (2, ["U010"])
    assert (lost.code, lost.codes) == (3, ["D016"])
    assert not (here.parent / "output").exists()


def test_what_cannot_be_read_holds_no_reports(sent: Path) -> None:
    done = _digest(sent, "--json", "bounces", sent / "nowhere")

    assert (done.code, done.codes) == (3, ["D118"])


def test_nothing_is_unknown_after_a_quiet_send(sent: Path) -> None:
    shown = _digest(sent, "settle", EDITION)
    nameless = _digest(sent, "--json", "settle", EDITION, "--as", "sent")
    missing = _digest(
        sent, "--json", "settle", EDITION, "--as", "sent", "--id", "999", "--by", "A"
    )
    log = _digest(sent, "--json", "settle", EDITION, "--log", sent / "no.log", "--by", "A")
    never = _digest(sent, "--json", "settle", "2020-01-01-none")

    assert (shown.code, shown.out.strip()) == (0, "nothing is unknown")
    assert (nameless.code, nameless.codes) == (2, ["U017"])
    assert missing.codes == ["U018"]
    assert (log.code, log.codes) == (3, ["D131"])
    assert (never.code, never.codes) == (1, ["D021"])


def test_a_send_that_is_done_is_neither_paused_nor_cancelled(sent: Path) -> None:
    for act in ("--pause", "--cancel"):
        done = _digest(sent, "--json", "send", EDITION, act)
        assert (done.code, done.codes) == (1, ["D023"])


def test_what_is_only_planned_is_not_paused(sent: Path) -> None:
    _digest(sent, "approve", EDITION, "--by", "Desk", "--generation", "2")

    done = _digest(sent, "--json", "send", EDITION, "--generation", "2", "--pause")

    assert (done.code, done.codes) == (1, ["D023"])
    assert "--revoke" in done.document["problems"][0]["hint"]


@pytest.mark.parametrize(
    ("word", "states"),
    [
        ("--pause", {"pending": 2}),
        ("--cancel", {"unknown": 1, "cancelled": 1}),
    ],
)
def test_what_a_dead_sender_held_is_decided_when_a_send_is_held(
    sent: Path, word: str, states: dict[str, int]
) -> None:
    _died(sent)

    held = _digest(sent, "--json", "send", EDITION, "--generation", "2", word)

    assert (held.code, held.document["result"]["states"]) == (0, states)


def test_what_a_dead_sender_had_in_flight_can_be_settled(sent: Path) -> None:
    _died(sent, Policy.AT_MOST_ONCE)

    listed = _digest(sent, "--json", "settle", EDITION, "--generation", "2")

    assert (listed.code, listed.document["problems"]) == (4, [])
    assert len(listed.document["result"]["unknown"]) == 1


def _died(root: Path, policy: Policy = Policy.AT_LEAST_ONCE) -> None:
    """A second generation, whose sender died with one mail in flight and another one in hand."""
    _digest(root, "approve", EDITION, "--by", "Desk", "--generation", "2")
    with open_ledger(f"sqlite:///{root.parent / 'output' / 'ledger.sqlite3'}") as ledger:
        planned = runs.find(ledger, EDITION, 2)
        assert planned
        run = runs.start(ledger, planned.id, datetime.now(UTC)).model_copy(
            update={"policy": policy}
        )
        with ledger.writing() as connection:
            connection.execute(update(tables.run).values(policy=policy))
        with hold(ledger, "gone", NOW) as owner:
            first, second = claim(owner, a_gate(run), NOW).claims
            advance(owner, a_gate(run), NOW, intent=first)
            # Who dies gives nothing back.
            mine = {"state": State.CLAIMED, "owner": "gone"}
            back = update(tables.delivery).where(tables.delivery.c.id == second.id)
        with ledger.writing() as connection:
            connection.execute(back.values(**mine))


def test_subscribers_go_in_and_come_out(sent: Path) -> None:
    file, copy = sent / "subscribers.csv", sent.parent / "copy.csv"

    into = _digest(sent, "--json", "subscribers", "import", file)
    out = _digest(sent, "subscribers", "export", copy)
    twice = _digest(sent, "--json", "subscribers", "export", copy)
    back = _digest(sent, "--json", "subscribers", "import", copy)
    shown = _digest(sent, "subscribers", "list")

    assert into.document["result"] == {"added": 3, "changed": 0, "same": 0}
    assert into.codes == ["A007"]
    assert back.document["result"] == {"added": 0, "changed": 0, "same": 3}
    assert out.code == 0
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert (twice.code, twice.codes) == (3, ["D133"])
    assert "A007" in shown.err
    assert "@" not in shown.out
    assert "unsubscribed  1" in shown.out


def test_a_faulty_file_of_subscribers_changes_nothing(sent: Path) -> None:
    bad = sent.parent / "bad.csv"
    bad.write_text(
        "email,name,role,streams,language,status\nfresh@example.org,,planner,,,active\n"
        "nobody,,planner,,,active\nfresh2@example.org,,plumber,,,active\n",
        encoding="utf-8",
    )

    done = _digest(sent, "--json", "subscribers", "import", bad)
    shown = _digest(sent, "subscribers", "list")

    assert done.code == 1
    assert [problem["line"] for problem in done.document["problems"]] == [3, 4]
    assert "nobody is in the ledger" in shown.out


def test_the_ledger_is_read_where_no_file_names_readers(sent: Path) -> None:
    file = (sent / "subscribers.csv").rename(sent.parent / "readers.csv")
    assert _digest(sent, "--json", "subscribers", "import", file).codes == []

    approved = _digest(sent, "approve", EDITION, "--by", "Desk", "--generation", "3")
    done = _digest(sent, "--json", "send", EDITION, "--yes", "--generation", "3")

    assert approved.code == 0
    assert _states(done) == {"sent": 2}
