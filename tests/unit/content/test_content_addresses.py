"""Addresses of the web and of mail, in one strict form each."""

import pytest

from digest.content import mailboxes
from digest.content.webaddresses import complaint, same_source

WEB = ("http", "https")


@pytest.mark.parametrize(
    "address",
    [
        "https://example.org",
        "http://example.org/",
        "HTTPS://Example.ORG/a?b=1&c=%20#d",
        "https://example.org:8443/",
        "https://192.0.2.1/",
        "https://[2001:db8::1]:80/",
        "https://bücher.example/ä/無",
        "https://under_score.example.org/",
        "https://example.org/a@b?c=@#@",
        "https://example.org/{id}|^",
        "https://example.org./",
    ],
)
def test_full_addresses_are_taken(address: str) -> None:
    assert complaint(address, WEB) is None


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("javascript:alert(1)", "does not begin with http:// or https:// and names no host"),
        ("ftp://example.org/", "does not begin with http:// or https://"),
        ("//example.org/", "does not begin with http:// or https://"),
        ("example.org", "does not begin with http:// or https:// and names no host"),
        ("https:/example.org", "names no host"),
        ("https:///path", "names no host"),
        ("https://user:secret@example.org/", "holds a user name or password"),
        ("https://user@example.org/", "holds a user name or password"),
        ("https://@example.org/", "holds a user name or password"),
        ("https://example.org%2f@other.example/", "holds a user name or password"),
        ("https://example..org/", "names a host that cannot exist"),
        ("https://-example.org/", "names a host that cannot exist"),
        ("https://exa%6dple.org/", "names a host that cannot exist"),
        ("https://" + "a" * 64 + ".org/", "names a host that cannot exist"),
        ("https://192.0.2/", "names a host that cannot exist"),
        ("https://faß.example/", "names a host that cannot exist"),
        ("https://[v1.x]/", "names a host that cannot exist"),
        ("https://[::1/", "has a broken host or port"),
        ("http://[fe80::1%25eth0]/", "names a host that cannot exist"),
        ("http://[fe80::1%1]/", "names a host that cannot exist"),
        ("https://example.org:99999/", "has a broken host or port"),
        ("https://example.org:port/", "has a broken host or port"),
        ("https://example.org:0/", "has a broken host or port"),
        ("https://\u2100.example/", "has a broken host or port"),
        ("https://example.org/a b", "holds a space or line break"),
        (" https://example.org/", "holds a space or line break"),
        ("https://example.org/\n", "holds a space or line break"),
        ("https://example.org/\u00a0", "holds a space or line break"),
        ("https://example.org/\u200b", "holds an invisible character"),
        ("https://example.org/\u202e", "holds an invisible character"),
        ("https://example.org\\@other.example/", "holds the character \\ and holds a user"),
        ("https://example.org/<b>", "holds the character <"),
        ("https://example.org/" + "x" * 2048, "is longer than 2,048 characters"),
    ],
)
def test_what_is_wrong_with_an_address_is_said(address: str, said: str) -> None:
    assert (complaint(address, WEB) or "").startswith(said)


def test_a_scheme_can_be_required() -> None:
    assert complaint("http://example.org", ("https",)) == "does not begin with https://"


@pytest.mark.parametrize(
    "other",
    [
        "https://example.org/page/",
        "http://example.org/page",
        "https://WWW.Example.org/page",
        "https://example.org/page#part",
    ],
)
def test_two_addresses_of_one_page_are_one_source(other: str) -> None:
    assert same_source(other) == same_source("https://example.org/page")


@pytest.mark.parametrize(
    "other",
    [
        "https://example.org/Page",
        "https://example.org/page?x=1",
        "https://example.org/page#/x",
        "https://news.example.org/page",
        "https://example.org/",
    ],
)
def test_other_pages_are_other_sources(other: str) -> None:
    assert same_source(other) != same_source("https://example.org/page")


@pytest.mark.parametrize(
    ("address", "written"),
    [
        ("reader@example.org", "reader@example.org"),
        ("First.Last+tag@mail.Example.ORG", "First.Last+tag@mail.example.org"),
        ("o'neil_%x@example.org", "o'neil_%x@example.org"),
        ("reader@bücher.example", "reader@xn--bcher-kva.example"),
        ("a" * 64 + "@example.org", "a" * 64 + "@example.org"),
    ],
)
def test_an_address_is_written_as_an_envelope_takes_it(address: str, written: str) -> None:
    assert mailboxes.complaint(address) is None
    assert mailboxes.written(address) == written


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("", "has no @"),
        ("reader", "has no @"),
        ("@example.org", "lacks the part"),
        ("reader@", "lacks the part"),
        ("a@b@example.org", "has more than one @"),
        ("a@example.org,b@example.org", "has more than one @"),
        ("ünal@example.org", "has a letter outside ASCII"),
        ("a b@example.org", "has something else"),
        (".a@example.org", "has something else"),
        ("a..b@example.org", "has something else"),
        ('"a"@example.org', "has something else"),
        ("Name <a@example.org", "has something else"),
        ("a\r\nBcc:b@example.org", "has something else"),
        ("a" * 65 + "@example.org", "has something else"),
        ("a@example", "names a host"),
        ("a@example.org ", "names a host"),
        ("a@example.org\n", "names a host"),
        ("a@example.org>", "names a host"),
        ("a@[192.0.2.1]", "names a host"),
        ("a@192.0.2.1", "names a host"),
        ("a@exa_mple.org", "names a host"),
        ("a@example.org.", "names a host"),
        ("a@faß.example", "names a host"),
        ("a" * 9 + "@" + ".".join(["b" * 61] * 4) + ".org", "is longer than 254 characters"),
    ],
)
def test_an_address_that_cannot_be_written_to_is_refused_unseen(address: str, said: str) -> None:
    complaint_ = mailboxes.complaint(address) or ""

    assert complaint_.startswith(said)
    assert "example" not in complaint_


def test_one_mailbox_has_one_name() -> None:
    one = mailboxes.mailbox(" Reader@Bücher.example ")

    assert (
        one == mailboxes.mailbox("reader@XN--BCHER-KVA.example") == "reader@xn--bcher-kva.example"
    )
