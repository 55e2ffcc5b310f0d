"""What a reader does on their own pages, and what nobody does for them."""

from datetime import UTC, datetime
from typing import Any

import pytest

from digest.content.corpus import Subscriber
from digest.delivery.dispatch.links import Page
from digest.delivery.ledger import readers, suppressions
from digest.delivery.ledger.readers import Reader
from support.public import ENGINEER, ONE_CLICK, PLANNER, TODAY, Place, Visited, visited

BOTH = (Page.UNSUBSCRIBE, Page.PREFERENCES)

CHOICE: dict[str, Any] = {
    "act": "save",
    "role": "engineer",
    "stream": ["rivers"],
    "language": "de",
    "until": "2026-12-24",
}


def suppressed(place: Place) -> list[str]:
    return [one.reason for one in suppressions.every(place.book.ledger)]


def row(place: Place, address: str = PLANNER) -> Reader:
    found = readers.find_by_address(place.book.ledger, address)
    assert found
    return found


def heading(response: Any) -> str:
    assert response.text.count("<h1>") == 1
    return str(response.text.partition("<h1>")[2].partition("</h1>")[0])


@pytest.mark.parametrize("page", BOTH)
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_looking_changes_nothing(place: Place, visit: Visited, page: Page, method: str) -> None:
    before = row(place)

    answers = [visit.client.request(method, place.path(page)) for _ in range(50)]

    assert {one.status_code for one in answers} == {200}
    assert suppressed(place) == []
    assert row(place) == before


@pytest.mark.parametrize("kind", ["pairs", "parts", "unnamed"])
def test_one_click_acts_without_cookie_redirect_or_script(
    place: Place, visit: Visited, kind: str
) -> None:
    path = place.path(Page.UNSUBSCRIBE)
    ways: dict[str, dict[str, Any]] = {
        "pairs": {"data": ONE_CLICK},
        "parts": {"files": {name: (None, value) for name, value in ONE_CLICK.items()}},
        "unnamed": {"content": b"List-Unsubscribe=One-Click"},
    }

    first, again = (visit.client.post(path, **ways[kind]) for _ in range(2))

    assert (first.status_code, again.status_code) == (200, 200)
    assert heading(first) == heading(again) == "You are unsubscribed"
    assert "set-cookie" not in first.headers
    assert "<script" not in first.text
    assert suppressed(place) == ["unsubscribed"]
    assert row(place).subscriber.status == "unsubscribed"


def test_whoever_is_on_no_list_any_more_is_unsubscribed_all_the_same(
    place: Place, visit: Visited
) -> None:
    path = "/u/" + _stranger(place)

    answers = [visit.client.post(path, data=ONE_CLICK) for _ in range(2)]

    assert [one.status_code for one in answers] == [200, 200]
    assert "Subscribe again" not in answers[0].text
    assert suppressed(place) == ["unsubscribed"]


def _stranger(place: Place) -> str:
    return place.path(Page.UNSUBSCRIBE, "nobody@example.org").rpartition("/")[2]


@pytest.mark.parametrize("page", BOTH)
def test_a_token_with_any_character_changed_is_none(
    place: Place, visit: Visited, page: Page
) -> None:
    path = place.path(page)
    head, text = path[:3], path[3:]
    changed = [
        f"{head}{text[:at]}{other}{text[at + 1 :]}"
        for at, one in enumerate(text)
        for other in {"0", "f", "F", "-", "1"} - {one}
    ]
    changed += [f"{path}0", f"{path}/", f"{path}%0A", path[:-1], head + text.upper()]

    statuses = {visit.client.post(one, data=ONE_CLICK).status_code for one in changed}

    assert statuses == {404}
    assert suppressed(place) == []


def test_the_token_of_one_page_opens_no_other(place: Place, visit: Visited) -> None:
    tokens = {page: place.path(page)[3:] for page in BOTH}

    swapped = [
        visit.client.get(f"/u/{tokens[Page.PREFERENCES]}"),
        visit.client.get(f"/p/{tokens[Page.UNSUBSCRIBE]}"),
    ]

    assert [one.status_code for one in swapped] == [404, 404]


@pytest.mark.parametrize("page", BOTH)
def test_no_page_tells_the_address_and_none_is_kept(
    place: Place, visit: Visited, page: Page
) -> None:
    shown = visit.client.get(place.path(page))
    acted = visit.client.post(place.path(page), data={"act": "unsubscribe"})

    for one in (shown, acted):
        assert PLANNER not in one.text
        assert "reader.example.org" not in one.text
        assert one.headers["cache-control"] == "no-store"
        assert one.headers["referrer-policy"] == "no-referrer"
        assert one.headers["x-robots-tag"] == "noindex"
    assert visit.told == []


@pytest.mark.parametrize("page", BOTH)
def test_a_reader_who_left_comes_back_on_the_same_page(
    place: Place, visit: Visited, page: Page
) -> None:
    visit.client.post(place.path(page), data={"act": "unsubscribe"})

    answers = [visit.client.post(place.path(page), data={"act": "resubscribe"}) for _ in range(2)]

    assert [heading(one) for one in answers] == ["You are subscribed again"] * 2
    assert suppressed(place) == []
    assert row(place).subscriber.status == "active"


def test_nobody_takes_back_what_they_did_not_ask_for(place: Place, visit: Visited) -> None:
    book = place.book
    suppressions.suppress(book.ledger, book.keys, PLANNER, "hard bounce", TODAY)

    back = visit.client.post(place.path(Page.PREFERENCES), data={"act": "resubscribe"})
    gone = visit.client.post(place.path(Page.UNSUBSCRIBE), data=ONE_CLICK)

    assert (heading(back), back.status_code) == ("No mail goes to you", 200)
    assert "editors@coast.example.org" in back.text
    assert gone.status_code == 200
    assert suppressed(place) == ["hard bounce"]


def test_a_choice_is_written_and_shown(place: Place, visit: Visited) -> None:
    saved = visit.client.post(place.path(Page.PREFERENCES), data=CHOICE)
    now = row(place)
    shown = visit.client.get(place.path(Page.PREFERENCES))

    assert saved.status_code == 200
    assert "saved" in saved.text
    assert now.subscriber == Subscriber(
        email=PLANNER,
        name="Reader Planner",
        role="engineer",
        streams=("rivers",),
        language="de",
    )
    assert now.paused_until == datetime(2026, 12, 24, tzinfo=UTC)
    assert 'value="2026-12-24"' in shown.text
    assert 'lang="de"' in shown.text
    assert heading(shown) == "Ändern, was Sie erhalten"


def test_who_follows_everything_follows_what_comes_later(place: Place, visit: Visited) -> None:
    both = {**CHOICE, "stream": ["rivers", "barriers"], "until": ""}

    visit.client.post(place.path(Page.PREFERENCES), data=both)

    assert row(place).subscriber.streams == ()
    assert row(place).paused_until is None


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("role", "plumber"),
        ("role", "engi\0neer"),
        ("role", ""),
        ("stream", []),
        ("stream", ["nowhere"]),
        ("stream", ["riv\0ers"]),
        ("language", "fr"),
        ("language", "de\0"),
        ("until", "2026-11-30"),
        ("until", "2020-01-01"),
        ("until", "2036-01-01"),
        ("until", "soon"),
        ("until", "2026-12-24\0"),
        ("until", "<script>alert(1)</script>"),
    ],
)
def test_a_choice_that_cannot_be_is_marked_and_not_written(
    place: Place, visit: Visited, field: str, value: object
) -> None:
    before = row(place)

    answer = visit.client.post(place.path(Page.PREFERENCES), data={**CHOICE, field: value})

    assert answer.status_code == 422
    assert f'id="mend-{field}"' in answer.text
    assert answer.text.count('class="mend"') == 1
    assert "<script" not in answer.text
    assert row(place) == before


def test_the_page_to_unsubscribe_says_from_what(place: Place, visit: Visited) -> None:
    planner = visit.client.get(place.path(Page.UNSUBSCRIBE)).text
    engineer = visit.client.get(place.path(Page.UNSUBSCRIBE, ENGINEER)).text

    assert "You receive Coast and River Evidence as Planner." in planner
    assert "Topics: Barriers and gates." in planner
    assert "Topics: Barriers and gates and Rivers &amp; &lt;weirs&gt;." in engineer


def test_a_title_of_a_stream_stays_text(place: Place, visit: Visited) -> None:
    assert "Rivers &amp; &lt;weirs&gt;" in visit.client.get(place.path(Page.PREFERENCES)).text


@pytest.mark.parametrize("body", [b"", b"act=destroy", b"List-Unsubscribe=Maybe", b"\xff=\xfe"])
def test_what_nobody_understands_changes_nothing(
    place: Place, visit: Visited, body: bytes
) -> None:
    answer = visit.client.post(place.path(Page.UNSUBSCRIBE), content=body)

    assert answer.status_code == 400
    assert suppressed(place) == []


def test_who_left_in_another_window_saves_nothing(place: Place, visit: Visited) -> None:
    visit.client.post(place.path(Page.UNSUBSCRIBE), data=ONE_CLICK)
    before = row(place)

    answer = visit.client.post(place.path(Page.PREFERENCES), data=CHOICE)

    assert (answer.status_code, heading(answer)) == (409, "You are unsubscribed")
    assert row(place) == before


def test_nothing_is_chosen_on_the_page_to_unsubscribe(place: Place, visit: Visited) -> None:
    before = row(place)

    assert visit.client.post(place.path(Page.UNSUBSCRIBE), data=CHOICE).status_code == 400
    assert row(place) == before


def test_the_list_of_the_publisher_is_left_and_not_changed(listed: Place) -> None:
    with visited(listed) as visit:
        path = listed.path(Page.PREFERENCES)

        shown = visit.client.get(path)
        saved = visit.client.post(path, data=CHOICE)
        gone = visit.client.post(path, data={"act": "unsubscribe"})
        back = visit.client.post(path, data={"act": "resubscribe"})

        assert "<input" not in shown.text
        assert "The publisher keeps the list" in shown.text
        assert saved.status_code == 400
        assert heading(gone) == "You are unsubscribed"
        assert heading(back) == "You are subscribed again"
        assert suppressed(listed) == []


def test_whom_the_publisher_struck_off_is_not_told_that_they_are_back(listed: Place) -> None:
    with visited(listed) as visit:
        path = listed.path(Page.UNSUBSCRIBE, ENGINEER)
        assert "as Engineer" in visit.client.get(path).text
        file = listed.root / "subscribers.csv"
        file.write_text(file.read_text("utf-8").replace("en-GB,active", "en-GB,unsubscribed"))

        back = visit.client.post(path, data={"act": "resubscribe"})

        assert heading(back) == "You are unsubscribed"
        assert "Subscribe again" not in back.text


def test_a_publication_that_is_being_mended_is_served_as_it_was(
    place: Place, visit: Visited
) -> None:
    path, file = place.path(Page.PREFERENCES), place.root / "publication.yaml"
    file.write_text(file.read_text("utf-8").replace("title: Coast", "titel: Coast", 1), "utf-8")

    answers = [visit.client.get(path) for _ in range(3)]

    assert {one.status_code for one in answers} == {200}
    assert [one.code for one in visit.told] == ["S003"]


def test_without_a_ledger_nobody_has_a_page(place: Place) -> None:
    with visited(place, accounts=None) as visit:
        assert visit.client.get(place.path(Page.UNSUBSCRIBE)).status_code == 404
        assert visit.client.post(place.path(Page.UNSUBSCRIBE), data=ONE_CLICK).status_code == 404


def test_a_reader_of_another_language_is_spoken_to_in_it(place: Place, visit: Visited) -> None:
    one = row(place)
    german = one.subscriber.model_copy(update={"language": "de"})
    readers.change(place.book.ledger, one.model_copy(update={"subscriber": german}), TODAY)

    shown = visit.client.get(place.path(Page.UNSUBSCRIBE))

    assert heading(shown) == "Abbestellen"
    assert shown.headers["content-language"] == "de"


def test_a_method_that_nobody_offers(place: Place, visit: Visited) -> None:
    path = place.path(Page.UNSUBSCRIBE)
    answers = [visit.client.request(one, path) for one in ("PUT", "DELETE")]

    assert [one.status_code for one in answers] == [405, 405]
    assert set(answers[0].headers["allow"].split(", ")) == {"GET", "HEAD", "POST"}
