"""Approving and testing at the desk: exactly what is on screen, or nothing."""

import mailbox
from pathlib import Path

import httpx
import pytest
from sqlalchemy import update

from digest.delivery.ledger.approvals import history
from digest.delivery.ledger.tables import run
from digest.delivery.states import RunState
from digest.edition.reader import Sample
from support.builds import EDITION, change, change_role
from support.desks import HOST, KEYS, Browser, Watched, browser, office
from support.posted import html_of, restored, sha256

OWN = {"origin": f"http://{HOST}"}


def _seal(watched: Watched) -> str:
    bundle = watched.done().bundle
    assert bundle is not None
    return bundle.seal


def _approve(client: Browser, seal: str, name: str = "Desk", **more: str) -> httpx.Response:
    fields = {"form": KEYS.form, "seal": seal, "name": name, "note": "", **more}
    return client.post("/approve", data=fields, headers=OWN)


def _names(watched: Watched) -> list[str]:
    with office(watched.studio.output).accounts(create=True) as accounts:
        return [one.name for one in history(accounts.ledger, EDITION, 1)]


def test_what_is_on_screen_is_approved(watched: Watched) -> None:
    client = browser(watched.studio)
    assert "1 approval missing" in client.get("/").text

    answer = _approve(client, _seal(watched), note="read twice")

    assert answer.status_code == 200
    assert "Approved by Desk for 2 readers" in answer.text
    page = client.get("/").text
    assert ">Approved</h2>" in page
    assert "read twice" in page
    assert _names(watched) == ["Desk"]


def test_a_stale_seal_is_a_conflict(watched: Watched, root: Path) -> None:
    stale = _seal(watched)
    watched.after(lambda: change_role(root, "planner", intro="For planners."))

    answer = _approve(browser(watched.studio), stale)

    assert answer.status_code == 409
    assert "K003" in answer.text
    assert _names(watched) == []


def test_sources_that_changed_unseen_are_a_conflict(watched: Watched, root: Path) -> None:
    seal = _seal(watched)
    change_role(root, "planner", intro="For planners.")

    answer = _approve(browser(watched.studio), seal)

    assert answer.status_code == 409
    assert "A002" in answer.text
    assert _names(watched) == []


def test_a_bundle_that_somebody_else_built_is_a_conflict(watched: Watched, output: Path) -> None:
    seal = _seal(watched)
    (output / EDITION / "planner.txt").write_text("other words", "utf-8")

    answer = _approve(browser(watched.studio), seal)

    assert answer.status_code == 409
    assert "B005" in answer.text


@pytest.mark.parametrize("mark", ["", "another"])
def test_an_approval_without_our_mark_is_refused(watched: Watched, mark: str) -> None:
    fields = {"form": mark, "seal": _seal(watched), "name": "Desk"}

    answer = browser(watched.studio).post("/approve", data=fields, headers=OWN)

    assert answer.status_code == 403
    assert _names(watched) == []


def test_an_approval_from_another_page_is_refused(watched: Watched) -> None:
    fields = {"form": KEYS.form, "seal": _seal(watched), "name": "Desk"}
    client = browser(watched.studio)

    answer = client.post("/approve", data=fields, headers={"origin": "https://example.org"})

    assert answer.status_code == 403
    assert _names(watched) == []


def test_nobody_approves_while_an_error_stands(watched: Watched, root: Path) -> None:
    seal = _seal(watched)
    watched.after(lambda: (root / "publication.yaml").write_text("[", "utf-8"))
    client = browser(watched.studio)

    answer = _approve(client, seal)

    assert answer.status_code == 409
    assert "While an error stands the sources have no bundle" in client.get("/").text


def test_a_name_that_may_not_is_told(watched: Watched, root: Path) -> None:
    watched.after(lambda: change(root, lambda data: data.update(approvals={"approvers": ["Ada"]})))

    answer = _approve(browser(watched.studio), _seal(watched), "Somebody")

    assert answer.status_code == 400
    assert "D040" in answer.text
    assert _names(watched) == []


def test_a_later_change_makes_an_approval_void(watched: Watched, root: Path) -> None:
    client = browser(watched.studio)
    _approve(client, _seal(watched))

    watched.after(lambda: change_role(root, "planner", intro="For planners."))

    page = client.get("/").text
    assert "1 approval missing" in page
    assert "void: other bytes were approved" in page
    assert "Since then: publication.yaml was changed" in page
    assert "channel=changes&amp;part=seen" in page
    assert "against=approved" in page


@pytest.mark.parametrize(
    ("state", "said"), [(RunState.DONE, "Sent"), (RunState.CANCELLED, "Cancelled")]
)
def test_what_was_sent_or_cancelled_is_not_to_be_approved(
    watched: Watched, root: Path, state: RunState, said: str
) -> None:
    client = browser(watched.studio)
    _approve(client, _seal(watched))

    kept = office(watched.studio.output)
    with kept.accounts(create=False) as accounts, accounts.ledger.writing() as connection:
        connection.execute(update(run).values(state=state))

    watched.after(lambda: change(root, lambda data: data.update(title="Another title")))
    page = client.get("/").text
    assert "void" not in page
    assert f'<h2 id="approval-title">{said}</h2>' in page
    assert "Approve these bytes" not in page
    assert "would get it now" not in page


def test_while_there_is_no_bundle_nothing_is_said_of_other_bytes(
    watched: Watched, root: Path
) -> None:
    client = browser(watched.studio)
    _approve(client, _seal(watched))

    watched.after(lambda: (root / "publication.yaml").write_text("[", "utf-8"))

    page = client.get("/").text
    assert "What you see is the last good state" in page
    assert "void while the sources have no bundle" in page
    assert "Since then" not in page


def test_another_reader_makes_an_approval_void(watched: Watched, root: Path) -> None:
    client = browser(watched.studio)
    _approve(client, _seal(watched))
    readers = root / "subscribers.csv"
    text = readers.read_text("utf-8").rstrip("\n")
    more = "new@example.org,New,planner,,en-GB,active"

    watched.after(lambda: readers.write_text(f"{text}\n{more}\n", "utf-8"))

    page = client.get("/").text
    assert "void: other readers were approved" in page
    assert "Since then: readers are 3, were 2" in page
    assert "3 readers would get it now" in page


def test_hostile_words_stay_words(watched: Watched) -> None:
    hostile = '<script>alert(1)</script>"&'

    _approve(browser(watched.studio), _seal(watched), hostile, note=hostile)

    page = browser(watched.studio).get("/").text
    assert "<script>alert" not in page
    assert page.count("&lt;script&gt;alert(1)&lt;/script&gt;") == 2


def _test(client: Browser, seal: str, address: str, query: str = "role=planner") -> httpx.Response:
    fields = {"form": KEYS.form, "seal": seal, "address": address, "reader_name": "Ada"}
    return client.post(f"/test?{query}", data=fields, headers=OWN)


def test_a_test_carries_the_bytes_on_screen(watched: Watched, output: Path) -> None:
    client = browser(watched.studio)

    answer = _test(client, _seal(watched), "editor@example.org")

    assert answer.status_code == 200
    assert "A test of planner went out" in answer.text
    (posted,) = mailbox.Maildir(output / "outbox", create=False)
    assert posted["Subject"].startswith("[Test]")
    assert posted["To"] is not None
    assert "editor@example.org" in posted["To"]
    html = next(part for part in posted.walk() if part.get_content_type() == "text/html")
    site = watched.done().content
    assert site is not None
    shown = watched.done().files["planner.email.html"].content
    links = site.publication.site_url.encode()
    for sample in (b"unsubscribe", b"preferences"):
        shown = shown.replace(b"https://example.org/readers/sample/" + sample, links)
    shown = shown.replace(b"Reader Q. Sample", b"Ada")
    body = html.get_payload(decode=True)
    assert isinstance(body, bytes)
    assert body.replace(b"\r\n", b"\n") == shown


@pytest.mark.parametrize("role", ["planner", "engineer", "executive"])
def test_a_test_differs_from_the_bundle_in_nothing_but_the_reader(
    standing: Watched, tmp_path: Path, role: str
) -> None:
    name = "Ada <b> & \"Co\" 'π'"
    content, output = standing.done().content, standing.studio.output
    assert content is not None
    client = Browser(standing.studio, office(tmp_path))
    client.cookies = browser(standing.studio).cookies
    fields = {"form": KEYS.form, "seal": _seal(standing), "address": "a@example.org"}

    client.post(f"/test?role={role}", data={**fields, "reader_name": name}, headers=OWN)

    site = content.publication.site_url
    values = {Sample.NAME: name, Sample.UNSUBSCRIBE: site, Sample.PREFERENCES: site}
    file = (output / EDITION / f"{role}.email.html").read_bytes()
    mail = html_of(tmp_path / "outbox")
    framed = client.get(f"/bundle/{role}.email.html").content
    assert mail != file
    assert sha256(restored(mail, values, file)) == sha256(file) == sha256(framed)


def test_a_test_of_what_has_changed_is_not_posted(watched: Watched, output: Path) -> None:
    answer = _test(browser(watched.studio), "f" * 64, "editor@example.org")

    assert answer.status_code == 409
    assert not (output / "outbox").exists()


@pytest.mark.parametrize("address", ["", "nobody", "a@example.org\r\nBcc: b@example.org"])
def test_a_test_to_no_address_is_told(watched: Watched, address: str) -> None:
    answer = _test(browser(watched.studio), _seal(watched), address)

    assert answer.status_code == 400
    assert "M5" in answer.text


def test_a_damaged_ledger_is_told_and_the_rest_is_shown(watched: Watched, output: Path) -> None:
    (output / "ledger.sqlite3").write_bytes(b"no database" * 100)

    page = browser(watched.studio).get("/").text

    assert "Mail for Flood engineer" in page or "Mail for" in page
    assert "is no ledger" in page or "database" in page
