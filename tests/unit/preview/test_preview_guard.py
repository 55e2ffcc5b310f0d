"""Nobody but the desk's own page is answered."""

from urllib.parse import quote

import pytest

from support.desks import HOST, KEYS, Watched, browser

OWN = {"origin": f"http://{HOST}"}

#: What only somebody with the session may see.
INSIDE = ("/events", "/bundle/planner.email.html", "/page/planner.pdf/1", "/desk.js")


@pytest.mark.parametrize(
    "host", ["desk.example.org:8123", "localhost:8123", "127.0.0.1", "127.0.0.1:80", ""]
)
def test_another_host_is_misdirected(standing: Watched, host: str) -> None:
    answer = browser(standing.studio).get("/", headers={"host": host})

    assert answer.status_code == 421
    assert "Review" not in answer.text


def test_two_hosts_are_none(standing: Watched) -> None:
    answer = browser(standing.studio).get("/", headers=[("host", HOST), ("host", "x.example.org")])

    assert answer.status_code == 421


@pytest.mark.parametrize(
    "origin", ["https://example.org", f"https://{HOST}", "http://127.0.0.1:9", "null", ""]
)
@pytest.mark.parametrize("path", ["/", "/bundle/planner.email.html", "/desk.css"])
def test_another_origin_is_refused(standing: Watched, origin: str, path: str) -> None:
    answer = browser(standing.studio).get(path, headers={"origin": origin})

    assert answer.status_code == 403


@pytest.mark.parametrize("path", INSIDE)
def test_without_the_session_nothing_is_shown(standing: Watched, path: str) -> None:
    assert browser(standing.studio, inside=False).get(path).status_code == 403


def test_without_the_session_there_is_a_door(standing: Watched) -> None:
    answer = browser(standing.studio, inside=False).get("/")

    assert answer.status_code == 403
    assert 'action="/enter"' in answer.text
    assert "Barriers" not in answer.text
    assert KEYS.door not in answer.text


def test_the_key_opens_the_door(standing: Watched) -> None:
    client = browser(standing.studio, inside=False)

    answer = client.post("/enter", data={"key": KEYS.door}, headers=OWN)

    assert answer.status_code == 303
    said = answer.headers["set-cookie"].lower()
    assert "httponly" in said
    assert "samesite=strict" in said
    assert client.get("/").status_code == 200


@pytest.mark.parametrize("key", ["", "another", KEYS.session, KEYS.form, "\ud800", "ключ"])
def test_another_key_does_not(standing: Watched, key: str) -> None:
    body = f"key={quote(key.encode('utf-8', 'surrogatepass'))}".encode()
    kind = {"content-type": "application/x-www-form-urlencoded"}

    answer = browser(standing.studio, inside=False).post(
        "/enter", content=body, headers=OWN | kind
    )

    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers


def test_a_form_without_an_origin_is_refused(standing: Watched) -> None:
    fields = {"form": KEYS.form, "edition": "2026-05-04-barriers"}

    assert browser(standing.studio).post("/edition", data=fields).status_code == 403


@pytest.mark.parametrize("mark", ["", "another", KEYS.session])
def test_a_form_without_our_mark_is_refused(standing: Watched, mark: str) -> None:
    fields = {"form": mark, "edition": "2026-05-04-barriers"}

    answer = browser(standing.studio).post("/edition", data=fields, headers=OWN)

    assert answer.status_code == 403


def test_a_form_of_ours_is_heard(standing: Watched) -> None:
    fields = {"form": KEYS.form, "edition": "2026-05-04-barriers"}

    answer = browser(standing.studio).post("/edition", data=fields, headers=OWN)

    assert (answer.status_code, answer.headers["location"]) == (303, "/")


@pytest.mark.parametrize("body", [b"x" * 30_000, b"form=%ff", b"a=1&" * 40, b"\xff\xfe"])
def test_a_form_that_is_none_is_refused(standing: Watched, body: bytes) -> None:
    kind = {"content-type": "application/x-www-form-urlencoded"}

    answer = browser(standing.studio).post("/edition", content=body, headers=OWN | kind)

    assert answer.status_code == 403


@pytest.mark.parametrize(
    "name",
    [
        "..%2f..%2fpublication.yaml",
        "../../publication.yaml",
        "%2e%2e%2fpublication.yaml",
        "/etc/passwd",
        "manifest.json",
        "planner.email.html%00.txt",
        "publication.yaml",
        ".digest",
        "",
    ],
)
def test_only_files_of_the_bundle_are_there(standing: Watched, name: str) -> None:
    assert browser(standing.studio).get(f"/bundle/{name}").status_code == 404


@pytest.mark.parametrize("path", ["/", "/bundle/planner.web", "/nothing", "/desk.css", "/enter"])
def test_every_answer_is_closed_by_policy(standing: Watched, path: str) -> None:
    answer = browser(standing.studio).get(path)

    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy or "script-src" not in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["referrer-policy"] == "same-origin"


def test_the_page_holds_no_script_and_no_style_of_its_own(standing: Watched) -> None:
    text = browser(standing.studio).get("/").text

    assert text.count("<script") == text.count('<script src="/') == 1
    assert "<style" not in text
    assert " style=" not in text
    assert " on" not in [text[at : at + 3] for at in range(len(text)) if text[at - 1] == '"']


def test_only_what_may_be_asked_is_answered(standing: Watched) -> None:
    client = browser(standing.studio)

    assert client.post("/", headers=OWN).status_code == 405
    assert client.ask("DELETE", "/bundle/planner.txt", headers=OWN).status_code == 405
    assert client.get("/edition").status_code == 405
