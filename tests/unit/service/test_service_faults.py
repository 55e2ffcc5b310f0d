"""What happens when something goes wrong inside, and what is told of it, and to whom."""

import asyncio
from collections.abc import Iterator
from datetime import datetime

import pytest

from digest.delivery.dispatch.links import Page
from digest.problems import DigestError, Problem
from digest.service.telling import Quiet, bug
from support.builds import EDITION
from support.public import ONE_CLICK, TODAY, Client, Clock, Place, app, visited


def test_a_bug_ends_in_an_answer_and_nothing_is_told_of_who_asked(place: Place) -> None:
    told: list[Problem] = []
    path = place.path(Page.UNSUBSCRIBE)
    moments: Iterator[datetime] = iter([TODAY, TODAY])

    def moment() -> datetime:
        for one in moments:
            return one
        raise KeyError(path)

    with asyncio.Runner() as runner:
        client = Client(app(place, told, now=moment), runner, "192.0.2.7")
        archive = client.get("/")
        answer = client.post(path, data=ONE_CLICK)
        after = client.get("/")

    assert answer.status_code == 500
    assert "<h1>That did not work</h1>" in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert (archive.status_code, after.status_code) == (200, 200)
    (said,) = told
    assert said.code == "S010"
    assert "KeyError in test_service_faults.py" in said.message
    assert path[3:] not in str(said)


def test_a_theme_at_fault_is_told_before_anybody_asks(place: Place) -> None:
    file = place.root / "templates" / "service" / "page.html"
    file.parent.mkdir(parents=True)
    file.write_text("{{ page.nothing }}", "utf-8")

    with pytest.raises(DigestError, match=r"templates/service/page\.html"):
        app(place, [])


def test_a_theme_that_fails_later_still_unsubscribes(place: Place) -> None:
    file = place.root / "templates" / "service" / "page.html"
    file.parent.mkdir(parents=True)
    file.write_text('{% extends "default:service/page.html" %}', "utf-8")

    with visited(place) as visit:
        assert visit.client.get("/nowhere").text.count("<h1>") == 1
        file.write_text("{{ page.nothing }}", "utf-8")
        answer = visit.client.post(place.path(Page.UNSUBSCRIBE), data=ONE_CLICK)

        assert answer.status_code == 503
        assert answer.text == "That did not work.\n"
        assert {one.code for one in visit.told} == {"H003"}
        file.unlink()
        again = visit.client.get(place.path(Page.UNSUBSCRIBE))
        assert "<h1>You are unsubscribed</h1>" in again.text


def test_a_problem_is_told_once_a_minute() -> None:
    told: list[Problem] = []
    clock = Clock()
    quiet = Quiet(told.extend, clock)
    one, other = (Problem(code="D010", message=said) for said in ("busy", "very busy"))

    for _ in range(100):
        quiet([one])
    quiet([one, other])
    clock.seconds += 61
    quiet([one])

    assert told == [one, other, one]


def test_a_bug_without_a_place_is_told_as_well() -> None:
    assert bug(ValueError("secret")).message.endswith("ValueError")


def test_an_edition_is_public_while_its_readers_cannot_be_asked_for(place: Place) -> None:
    with visited(place) as visit:
        visit.client.get("/")
        (place.root / "publication.yaml").unlink()
        page = visit.client.get(f"/{EDITION}/")
        gone = visit.client.post(place.path(Page.UNSUBSCRIBE), data=ONE_CLICK)

        assert (page.status_code, gone.status_code) == (200, 200)
        assert [one.code for one in visit.told] == ["S003"]
