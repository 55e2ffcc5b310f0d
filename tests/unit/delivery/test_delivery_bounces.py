import mailbox
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from digest.delivery import bounces
from digest.delivery.bounces import Bounce, Kind, Read, verp
from digest.problems import WorldError

MARK = "d1.0123456789abcdef0123456789abcdef01234567"

REPORT = """\
From: MAILER-DAEMON@mail.example.net
To: {to}
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type={kind}; boundary="b"

--b
Content-Type: text/plain

I'm sorry: <reader@example.net> could not be reached.

--b
Content-Type: message/{kind}

Reporting-MTA: dns; mail.example.net
Arrival-Date: Mon, 30 Nov 2026 04:00:00 +0000

{groups}

--b
Content-Type: {original}

Return-Path: <bounces@digest.example.org>
Message-ID: <{mark}@digest.example.org>
Subject: x

body
--b--
"""

GROUP = """\
Final-Recipient: {recipient}
Action: {action}
Status: {status}
Diagnostic-Code: {diagnostic}
"""


def _group(
    status: str = "5.1.1",
    action: str = "failed",
    recipient: str = "rfc822; Reader@Example.net",
    diagnostic: str = "smtp; 550 no",
) -> str:
    return GROUP.format(status=status, action=action, recipient=recipient, diagnostic=diagnostic)


def _report(
    *groups: str,
    to: str = "bounces@digest.example.org",
    kind: str = "delivery-status",
    original: str = "message/rfc822",
    mark: str = MARK,
) -> bytes:
    return REPORT.format(
        groups="\n".join(groups or [_group()]), to=to, kind=kind, original=original, mark=mark
    ).encode()


def _maildir(root: Path, *mails: bytes) -> Path:
    for name in ("new", "cur", "tmp"):
        (root / name).mkdir(parents=True)
    for number, content in enumerate(mails):
        (root / "new" / f"{number}.x").write_bytes(content)
    return root


def _one(root: Path, mail: bytes) -> Bounce:
    (found,) = bounces.read(_maildir(root, mail))
    (bounce,) = found.bounces
    return bounce


def test_a_report_says_which_mail_to_whom_and_why(tmp_path: Path) -> None:
    found = _one(tmp_path, _report())

    assert found == Bounce(
        mark=MARK, recipient="reader@example.net", status="5.1.1", kind=Kind.HARD
    )
    assert "reader" not in repr(found)


@pytest.mark.parametrize(
    ("status", "action", "diagnostic", "kind", "says"),
    [
        ("5.1.1", "failed", "", Kind.HARD, "5.1.1"),
        ("5.1.10", "failed", "", Kind.HARD, "5.1.10"),
        ("5.2.1", "failed", "", Kind.HARD, "5.2.1"),
        ("5.1.8", "failed", "", Kind.SOFT, "5.1.8"),
        ("5.2.2", "failed", "", Kind.SOFT, "5.2.2"),
        ("5.7.1", "failed", "", Kind.SOFT, "5.7.1"),
        ("4.4.7", "failed", "", Kind.SOFT, "4.4.7"),
        ("4.4.1", "delayed", "", Kind.DELAYED, "4.4.1"),
        ("2.0.0", "delivered", "", Kind.DELIVERED, "2.0.0"),
        ("2.0.0", "relayed (to a silent system)", "", Kind.DELIVERED, "2.0.0"),
        ("5.0.0", "failed", "smtp; 550 5.1.1 no such user", Kind.HARD, "5.1.1"),
        ("5.0.0", "failed", "smtp; 550 no such user", Kind.SOFT, "5.0.0"),
        ("", "failed", "x-unix; user unknown", Kind.SOFT, "5.0.0"),
        ("5.1.1 (bad mailbox)", "Failed", "", Kind.HARD, "5.1.1"),
    ],
)
def test_hard_and_soft_are_kept_apart(
    tmp_path: Path, status: str, action: str, diagnostic: str, kind: Kind, says: str
) -> None:
    found = _one(tmp_path, _report(_group(status, action, diagnostic=diagnostic)))

    assert (found.kind, found.status) == (kind, says)


def test_the_address_a_report_came_to_tells_the_mail(tmp_path: Path) -> None:
    to = verp("bounces@digest.example.org", MARK)
    assert to == f"bounces+{MARK}@digest.example.org"

    found = _one(tmp_path, _report(to=to, mark="somebody.elses"))

    assert found.mark == MARK


@pytest.mark.parametrize("original", ["message/rfc822", "text/rfc822-headers", "message/global"])
def test_the_returned_mail_tells_which_it_was(tmp_path: Path, original: str) -> None:
    assert _one(tmp_path, _report(original=original)).mark == MARK


def test_a_report_of_other_letters_is_read(tmp_path: Path) -> None:
    group = _group(recipient="utf-8; reader@example.net")

    found = _one(tmp_path, _report(group, kind="global-delivery-status"))

    assert (found.kind, found.recipient) == (Kind.HARD, "reader@example.net")


def test_a_report_may_speak_of_many(tmp_path: Path) -> None:
    groups = [_group(), _group("4.2.2", "delayed", "rfc822; other@example.net")]

    (found,) = bounces.read(_maildir(tmp_path, _report(*groups)))

    assert [(one.recipient, one.kind) for one in found.bounces] == [
        ("reader@example.net", Kind.HARD),
        ("other@example.net", Kind.DELAYED),
    ]


def test_a_report_about_nobody_we_could_write_to_names_nobody(tmp_path: Path) -> None:
    assert _one(tmp_path, _report(_group(recipient="x400; c=de"))).recipient is None


@pytest.mark.parametrize(
    ("mail", "why"),
    [
        (b"", "it is no delivery report"),
        (b"Subject: I am away\n\nback soon\n", "it is no delivery report"),
        (_report("Remote-MTA: dns; x"), "its report says nothing"),
        (b"Content-Type: multipart/report\n\n", "it is no delivery report"),
        (_report().split(b"Content-Type: message/rfc822")[0][:300], "it is no delivery report"),
    ],
)
def test_what_is_no_report_is_told_apart(tmp_path: Path, mail: bytes, why: str) -> None:
    assert list(bounces.read(_maildir(tmp_path, mail))) == [Read(name="0.x", why_not=why)]


def test_a_nest_of_parts_harms_nobody(tmp_path: Path) -> None:
    nest = b"".join(
        b'Content-Type: multipart/mixed; boundary="%d"\n\n--%d\n' % (n, n) for n in range(3000)
    )

    first, second = bounces.read(_maildir(tmp_path, nest, _report()))

    assert first.bounces == ()
    assert len(second.bounces) == 1


@settings(max_examples=300, deadline=None)
@given(at=st.integers(0, 1200), junk=st.binary(min_size=1, max_size=40))
def test_no_mail_breaks_the_reader_of_reports(at: int, junk: bytes) -> None:
    whole = _report()

    found = bounces.looked_at("x", whole[:at] + junk + whole[at + len(junk) :])

    assert bool(found.bounces) != bool(found.why_not)


def test_an_mbox_is_read_in_order(tmp_path: Path) -> None:
    path = tmp_path / "bounces"
    box = mailbox.mbox(path)
    for content in (_report(), b"Subject: x\n\nFrom me\n", _report(_group("5.2.2"))):
        box.add(content)
    box.close()

    found = list(bounces.read(path))

    assert [[one.kind for one in each.bounces] for each in found] == [[Kind.HARD], [], [Kind.SOFT]]


def test_an_empty_mbox_holds_nothing(tmp_path: Path) -> None:
    (tmp_path / "bounces").write_bytes(b"")

    assert list(bounces.read(tmp_path / "bounces")) == []


def test_reading_changes_nothing(tmp_path: Path) -> None:
    root = _maildir(tmp_path / "m", _report())
    (root / "cur" / "9.x:2,S").write_bytes(_report())
    before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}

    assert len(list(bounces.read(root))) == 2

    assert {path: path.read_bytes() for path in root.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize("name", ["nothing", "folder", "file", "pipe"])
def test_where_there_are_no_mails_it_is_said(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_bytes(b"%PDF-1.7")
    os.mkfifo(tmp_path / "pipe")

    with pytest.raises(WorldError, match="D118"):
        list(bounces.read(tmp_path / name))
