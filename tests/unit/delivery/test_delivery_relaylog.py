"""What a relay's log decides."""

from digest.delivery.ledger.settling import Decision
from digest.delivery.relaylog import decisions
from digest.delivery.states import State

ONE, TWO, THREE = (f"<d1.{digit * 40}@mail.example.org>" for digit in "abc")
POSTFIX = f"""\
Nov  4 08:00:01 mx postfix/cleanup[71]: 4XyZ1a2b3c: message-id={ONE}
Nov  4 08:00:01 mx postfix/qmgr[70]: 4XyZ1a2b3c: from=<desk@example.org>, size=27000, nrcpt=1
Nov  4 08:00:02 mx postfix/smtp[72]: 4XyZ1a2b3c: to=<a@example.org>, dsn=2.0.0, status=sent (250)
Nov  4 08:00:03 mx postfix/cleanup[71]: 4XyZ1a2b3d: message-id={TWO}
Nov  4 08:00:04 mx postfix/smtp[72]: 4XyZ1a2b3d: to=<b@example.org>, status=deferred (450 later)
Nov  4 09:00:04 mx postfix/smtp[72]: 4XyZ1a2b3d: to=<b@example.org>, status=bounced (550 no)
Nov  4 09:00:05 mx postfix/smtp[72]: 9999999999: to=<c@example.org>, status=bounced (550 no)
"""


def test_a_log_of_postfix_is_followed_through_its_queue() -> None:
    found = list(decisions(POSTFIX.splitlines()))

    assert found == [Decision(ONE, State.SENT), Decision(TWO, State.FAILED)]


def test_in_another_log_a_message_that_is_named_was_taken() -> None:
    lines = ["2026-11-04T08:00 accepted id=" + THREE, "accepted id=<other@example.org>", ""]

    assert list(decisions(lines)) == [Decision(THREE, State.SENT)]
