"""From an approved edition to every reader, on the command line."""

import email
from email.policy import default
from pathlib import Path
from shutil import copytree, rmtree

import pytest

from support.approvals import made_once, whole
from support.builds import EDITION, change
from support.cli import Done, digest


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_once(tmp_path_factory.mktemp("made"))


@pytest.fixture
def ready(made: Path, tmp_path: Path) -> Path:
    """A publication whose bundle lies beside it, in `output`."""
    copytree(made, tmp_path, dirs_exist_ok=True)
    return tmp_path / "coast"


def _digest(root: Path, *words: str | Path) -> Done:
    return digest("-P", root, "-o", root.parent / "output", *words)


def _mails(root: Path, folder: str = "output/outbox") -> list[email.message.EmailMessage]:
    paths = sorted((root.parent / folder / "new").iterdir())
    return [email.message_from_bytes(path.read_bytes(), policy=default) for path in paths]


def test_everybody_gets_their_mail_once(ready: Path) -> None:
    _digest(ready, "approve", EDITION, "--by", "Desk")

    dry = _digest(ready, "send", EDITION, "--dry-run")
    first = _digest(ready, "--json", "send", EDITION, "--yes")
    second = _digest(ready, "--json", "send", EDITION, "--yes")
    nobody = _digest(ready, "send", EDITION, "--dry-run")
    status = _digest(ready, "--json", "status", EDITION)

    assert (dry.code, first.code, second.code, status.code) == (0, 0, 0, 0)
    assert "would go to 2 readers" in dry.out
    assert "would go to nobody, it is done already" in nobody.out
    assert first.document["result"]["states"] == {"sent": 2}
    assert second.document["result"]["states"] == {"sent": 2}
    (run,) = status.document["result"]["runs"]
    assert (run["states"], run["approved"], run["run"]["state"]) == ({"sent": 2}, True, "done")
    mails = _mails(ready)
    assert sorted(str(mail["To"]) for mail in mails) == [
        '"Réader, Engineer" <engineer@reader.example.org>',
        "Reader Planner <planner@reader.example.org>",
    ]
    assert len({mail["Message-ID"] for mail in mails}) == 2
    assert all("/u/k1." in mail["List-Unsubscribe"] for mail in mails)


def test_to_say_what_would_be_sent_makes_no_ledger(ready: Path) -> None:
    done = _digest(ready, "--json", "send", EDITION, "--dry-run")

    assert (done.code, done.codes) == (3, ["D016"])
    assert sorted(path.name for path in (ready.parent / "output").glob("ledger*")) == []


def test_nothing_goes_out_without_an_approval(ready: Path) -> None:
    refused = _digest(ready, "--json", "send", EDITION, "--yes")
    _digest(ready, "approve", EDITION, "--by", "Desk")
    change(ready, lambda data: data.update(title="Another Title"))
    whole(ready, ready.parent / "output")
    void = _digest(ready, "--json", "send", EDITION, "--yes")

    assert [(one.code, one.codes) for one in (refused, void)] == [(1, ["A006"]), (1, ["A006"])]
    assert "other bytes were approved" in void.out
    assert not (ready.parent / "output" / "outbox").exists()


def test_a_further_mail_is_approved_by_its_number(ready: Path) -> None:
    done = _digest(ready, "--json", "send", EDITION, "--yes", "--generation", "2")

    assert (done.code, done.codes) == (1, ["A006"])
    assert "--by NAME --generation 2`" in done.document["problems"][0]["hint"]


def test_who_approved_so_far_is_told(ready: Path) -> None:
    change(ready, lambda data: data.update(title="Another Title", approvals={"required": 2}))
    whole(ready, ready.parent / "output")
    _digest(ready, "approve", EDITION, "--by", "Ann")

    half = _digest(ready, "--json", "send", EDITION, "--yes")
    _digest(ready, "approve", EDITION, "--by", "Ann", "--revoke")
    status = _digest(ready, "status", EDITION)

    assert half.document["problems"][0]["message"].endswith("only Ann approved it")
    assert "the word of Ann is void: it was taken back" in status.out


def test_what_was_cancelled_is_not_approved(ready: Path) -> None:
    _digest(ready, "approve", EDITION, "--by", "Desk")
    _digest(ready, "send", EDITION, "--cancel")

    again = _digest(ready, "--json", "approve", EDITION, "--by", "Desk")
    further = _digest(ready, "approve", EDITION, "--by", "Desk", "--generation", "2")

    assert (again.code, again.codes) == (1, ["D023"])
    assert further.code == 0


def test_what_was_never_built_is_not_sent(here: Path) -> None:
    done = _digest(here, "--json", "send", EDITION, "--yes")

    assert (done.code, done.codes) == (1, ["B003"])


def test_an_approval_whose_bundle_is_gone_tells_so(ready: Path) -> None:
    _digest(ready, "approve", EDITION, "--by", "Desk")
    before = _digest(ready, "status", EDITION)
    rmtree(ready.parent / "output" / EDITION)

    after = _digest(ready, "status", EDITION)

    assert "there is no bundle" not in before.out
    assert "there is no bundle" in after.out


@pytest.mark.parametrize("how", ["--yes", "--dry-run"])
@pytest.mark.parametrize(
    ("option", "value", "code"),
    [
        ("--rate", "0/s", "D115"),
        ("--rate", "", "D115"),
        ("--transport", "", "D111"),
        ("--transport", "smtp://", "D112"),
    ],
)
def test_what_no_mail_goes_out_by_is_refused(
    ready: Path, how: str, option: str, value: str, code: str
) -> None:
    _digest(ready, "approve", EDITION, "--by", "Desk")

    done = _digest(ready, "--json", "send", EDITION, how, option, value)

    assert (done.code, done.codes) == (2, [code])
    assert not (ready.parent / "output" / "outbox").exists()


def test_without_a_terminal_somebody_must_have_said_yes(ready: Path) -> None:
    _digest(ready, "approve", EDITION, "--by", "Desk")

    done = _digest(ready, "--json", "send", EDITION)

    assert (done.code, done.codes) == (2, ["U014"])


def test_a_test_is_marked_and_in_no_account(ready: Path) -> None:
    outbox = f"maildir:{ready.parent / 'tests'}"
    words = ("send", EDITION, "--to", "desk@example.org", "--role", "planner")

    done = _digest(ready, *words, "--transport", outbox)
    half = _digest(ready, "--json", *words[:4])
    held = _digest(ready, "--json", *words, "--pause")
    dry = _digest(ready, "--json", *words, "--dry-run")

    assert done.code == 0
    assert (half.code, half.codes) == (2, ["U016"])
    assert (held.code, held.codes) == (dry.code, dry.codes) == (2, ["U009"])
    (mail,) = _mails(ready, "tests")
    assert mail["To"] == "desk@example.org"
    assert str(mail["Subject"]).startswith("[Test] ")
    assert not (ready.parent / "output" / "ledger.sqlite3").exists()
    bundle = ready.parent / "output" / EDITION
    sample = email.message_from_bytes((bundle / "planner.eml").read_bytes(), policy=default)
    body = sample.get_body(("html",))
    test = mail.get_body(("html",))
    assert body is not None
    assert test is not None
    assert len(test.get_content()) > len(body.get_content()) / 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--at", "soon"), "is no time"),
        (("--at", "2026-11-01T01:30", "--zone", "America/New_York"), "comes twice"),
        (("--at", "2026-03-08T02:30", "--zone", "America/New_York"), "does not come"),
        (("--at", "2026-03-08T02:30", "--zone", "Nowhere/Land"), "no time zone"),
        (("--at", "2026-03-08T02:30Z", "--zone", "Europe/London"), "its own offset"),
        (("--zone", "Europe/London"), "with --at only"),
        (("--at", "9999-12-31T23:59"), "the year 9999"),
        (("--at", "0001-01-01T00:00+14:00"), "the year 1"),
    ],
)
def test_a_time_that_is_none_is_refused(ready: Path, words: tuple[str, ...], said: str) -> None:
    done = _digest(ready, "--json", "send", EDITION, *words)

    assert (done.code, done.codes) == (2, ["U015"])
    assert said in done.document["problems"][0]["message"]


def test_a_run_whose_hour_is_long_past_is_meant_or_not_sent(ready: Path) -> None:
    _digest(ready, "approve", EDITION, "--by", "Desk")
    past = ("send", EDITION, "--yes", "--at", "2026-01-02T08:00", "--zone", "UTC")

    refused = _digest(ready, "--json", *past)
    meant = _digest(ready, "--json", *past, "--resume-stale")

    assert (refused.code, refused.codes) == (3, ["D024"])
    assert meant.document["result"]["states"] == {"sent": 2}
