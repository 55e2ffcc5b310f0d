"""What one reader is told every reader is told."""

import re
from collections.abc import Iterable
from itertools import product
from pathlib import Path
from shutil import copytree

import pytest
from hypothesis import given, settings

from digest.checks.parity import parity
from digest.checks.reading import follows, page, squeezed, text
from digest.checks.subject import Subject
from digest.edition.compose import compose
from digest.edition.view import Digest
from digest.problems import DigestError, Problem, Severity
from digest.render.artifact import Artifact
from digest.render.channels import EMAIL, TEXT, WEB, Channel
from digest.render.theme import Theme
from support.builders import a_content, a_record
from support.builds import built
from support.many import many
from support.quick import quick_content
from support.renderings import coast, digest_of
from support.samples import COAST
from support.strategies import Case, cases

CONTENT = quick_content(COAST)
SHOWN = (TEXT, EMAIL, WEB)
OURS = Theme()

#: Its records, in order.
ALL = "gate-closing-times, silt-flume-study, operator-flushing-claim"

#: A ledger of one's own in each channel: around the entries, and the three things every one owes.
LEDGERS = {
    TEXT: (
        "text/digest.txt",
        "%s",
        "{{ one.title }}\n{{ one.finding }}\n",
        "{{ one.limitations.text }}\n",
        "{{ one.source.url }}\n",
    ),
    EMAIL: (
        "mail/digest.mjml",
        "<mj-section><mj-column><mj-text>%s</mj-text></mj-column></mj-section>",
        '<h2 style="margin:0;font-size:21px">{{ one.title }}</h2>{{ one.finding }}',
        "<p>{{ one.limitations.text }}</p>",
        '<a href="{{ one.source.url }}">{{ one.source.label }}</a>',
    ),
    WEB: (
        "web/digest.html",
        '<h2 id="ledger">x</h2>%s',
        '<h3 id="{{ one.anchor }}">{{ one.title }}</h3>{{ one.finding }}',
        "<p>{{ one.limitations.text }}</p>",
        '<a href="{{ one.source.url }}">x</a>',
    ),
}

each_channel = pytest.mark.parametrize("channel", SHOWN, ids=lambda channel: channel.name)


def _artifact(digest: Digest, channel: Channel, theme: Theme = OURS) -> Artifact:
    return Artifact(
        path=f"{digest.stem}{channel.suffix}",
        role=digest.role.id,
        language=digest.language,
        channel=channel.name,
        media_type=channel.media_type,
        content=channel.render(digest, theme).content,
    )


def _found(digest: Digest, artifacts: Iterable[Artifact]) -> list[Problem]:
    return list(parity(Subject(CONTENT, CONTENT.newest(), (digest,), tuple(artifacts))))


def _theme(
    folder: Path, channel: Channel, order: str = "TLS", each: str = "digest.entries"
) -> Theme:
    """Our theme with a ledger of its own: T for title, L for limits, S for source."""
    name, around, *parts = LEDGERS[channel]
    entry = "".join(parts["TLS".index(one)] for one in order)
    ledger = around % f"{{% for one in {each} %}}{entry}{{% endfor %}}"
    path = folder / "templates" / name
    path.parent.mkdir(parents=True)
    path.write_text(
        f'{{% extends "default:{name}" %}}{{% block ledger %}}\n{ledger}\n{{% endblock %}}'
        "{% block versions %}{% endblock %}{% block patterns %}{% endblock %}"
        "{% block contents %}{% endblock %}",
        encoding="utf-8",
    )
    return Theme(folder)


def _said(folder: Path, channel: Channel, **theme: str) -> list[str]:
    digest = coast()
    problems = _found(digest, [_artifact(digest, channel, _theme(folder, channel, **theme))])
    assert {(one.code, one.severity) for one in problems} <= {("M7", Severity.ERROR)}
    assert all(one.hint for one in problems)
    return [one.message.removeprefix(f"engineer{channel.suffix} ") for one in problems]


@pytest.mark.parametrize("role", ["executive", "planner", "engineer"])
def test_our_own_files_say_the_same(role: str) -> None:
    digest = coast(role)

    assert _found(digest, [_artifact(digest, channel) for channel in SHOWN]) == []


@each_channel
@pytest.mark.parametrize("order", ["TLS", "LTS", "STL"])
def test_a_theme_may_arrange_what_it_says(channel: Channel, order: str, tmp_path: Path) -> None:
    assert _said(tmp_path, channel, order=order) == []


@each_channel
def test_a_theme_that_drops_limits_is_named(channel: Channel, tmp_path: Path) -> None:
    assert _said(tmp_path, channel, order="TS") == [
        f"leaves out the limits of 3 of its records: {ALL}"
    ]


@each_channel
def test_a_theme_that_drops_sources_is_named(channel: Channel, tmp_path: Path) -> None:
    assert _said(tmp_path, channel, order="TL") == [
        f"leaves out the source of 3 of its records: {ALL}"
    ]


@each_channel
def test_a_theme_that_drops_a_record_is_named(channel: Channel, tmp_path: Path) -> None:
    said = _said(tmp_path, channel, each="digest.entries[:2]")

    assert said == ["leaves out 1 of its records: operator-flushing-claim"]


@each_channel
def test_another_order_is_named(channel: Channel, tmp_path: Path) -> None:
    assert _said(tmp_path, channel, each="digest.entries | reverse") == [
        "tells its records, or their limits, in another order"
    ]


@each_channel
def test_a_theme_that_drops_findings_is_named(channel: Channel, tmp_path: Path) -> None:
    digest = coast()
    theme = _theme(tmp_path, channel)
    (path,) = tmp_path.rglob("digest.*")
    path.write_text(path.read_text("utf-8").replace("{{ one.finding }}", ""), encoding="utf-8")

    (problem,) = _found(digest, [_artifact(digest, channel, theme)])

    assert problem.message.endswith(f"leaves out the findings of 3 of its records: {ALL}")
    assert problem.pointer == "gate-closing-times/finding"


def test_one_limit_of_many_is_enough_and_the_place_is_its_field(tmp_path: Path) -> None:
    theme = _theme(tmp_path, WEB, each='digest.entries if one.id != "none"')
    path = tmp_path / "templates" / "web" / "digest.html"
    limits = "{{ one.limitations.text }}"
    path.write_text(
        path.read_text().replace(limits, f"{{% if loop.index != 2 %}}{limits}{{% endif %}}")
    )
    digest = coast()

    (problem,) = _found(digest, [_artifact(digest, WEB, theme)])

    assert problem.pointer == "silt-flume-study/caveats"
    assert problem.message.endswith("the limits of 1 of its records: silt-flume-study")


def test_limits_that_many_records_share_are_counted() -> None:
    records = [a_record(name, caveats="One site.") for name in ("one", "two", "three")]
    digest = digest_of(a_content(*records), "engineer")
    whole = _artifact(digest, TEXT)
    cut = whole.content.replace(b"One site.", b"", 1)

    assert _found(digest, [whole]) == []
    (problem,) = _found(digest, [whole.model_copy(update={"content": cut})])
    assert "the limits of 3 of its records: one, two, three" in problem.message


def test_limits_that_changed_places_are_noticed() -> None:
    digest = coast()
    whole = _artifact(digest, WEB)
    one, two = (entry.limitations.text.encode() for entry in digest.entries[:2])
    swapped = whole.content.replace(one, b"@").replace(two, one).replace(b"@", two)

    (problem,) = _found(digest, [whole.model_copy(update={"content": swapped})])

    assert "in another order" in problem.message


def test_a_long_list_of_records_is_cut(tmp_path: Path) -> None:
    records = [a_record(f"r{number}") for number in range(9)]
    digest = digest_of(a_content(*records), "engineer")

    (problem,) = _found(digest, [_artifact(digest, TEXT, _theme(tmp_path, TEXT, order="TS"))])

    assert problem.message.endswith("9 of its records: r0, r1, r2, r3, r4 and 4 more")


@pytest.mark.parametrize(
    ("count", "channels"),
    [*product([40, 90, 400], [None, ("email", "text")]), (1_300, None)],
)
def test_a_mail_may_shorten_what_it_says_it_shortens(
    count: int, channels: tuple[str, ...] | None
) -> None:
    content, _ = many(CONTENT, count)
    digest = digest_of(content, "engineer")
    roles = tuple(one.model_copy(update={"channels": channels}) for one in digest.roles)
    digest = digest.model_copy(update={"roles": roles})
    mail = _artifact(digest, EMAIL)

    assert b"Shortened from here" in mail.content or b"Only named" in mail.content
    assert _found(digest, [mail, _artifact(digest, TEXT)]) == []


def test_a_mail_that_hides_that_it_shortens_is_named() -> None:
    content, _ = many(CONTENT, 30)
    longer = {
        name: one.model_copy(update={"finding": one.finding * 5})
        for name, one in content.records.items()
    }
    digest = digest_of(content.model_copy(update={"records": longer}), "engineer")
    mail = _artifact(digest, EMAIL)
    silent = re.sub(rb"Shortened from here[^<]*", b"", mail.content)

    assert silent != mail.content
    (problem,) = _found(digest, [mail.model_copy(update={"content": silent})])
    assert "leaves out the findings of" in problem.message


def test_a_file_without_what_to_distrust_is_named() -> None:
    digest = coast()
    doubt = digest.statistics.cautions[-1]
    for channel in SHOWN:
        whole = _artifact(digest, channel)
        said = re.sub(r"\s+", r"\\s+", re.escape(doubt).replace("\\ ", " ")).encode()
        silent = re.sub(said, b"", whole.content)

        (problem,) = _found(digest, [whole.model_copy(update={"content": silent})])

        assert problem.message.endswith(f'leaves out what to distrust: "{doubt}"')


def test_shortened_records_keep_their_limits() -> None:
    content, _ = many(CONTENT, 40)
    digest = digest_of(content, "engineer")
    mail = _artifact(digest, EMAIL)
    limits = digest.entries[-1].limitations.text.encode()
    before, _, after = mail.content.rpartition(limits)

    (problem,) = _found(digest, [mail.model_copy(update={"content": before + after})])

    assert "leaves out the limits of" in problem.message


def test_text_and_page_have_no_reason_to_shorten() -> None:
    digest = coast()
    notice = digest.words.named_only.format(count=3, total=3, where="x")
    content = f"<html><body><p>{notice}</p></body></html>".encode()
    whole = _artifact(digest, WEB)

    said = _found(digest, [whole.model_copy(update={"content": content})])

    assert "leaves out 3 of its records" in said[0].message


def test_other_files_are_none_of_its_business() -> None:
    digest = coast()
    whole = _artifact(digest, WEB).model_copy(update={"content": b"<p>nothing"})
    others = [
        whole.model_copy(update={"path": "index.html"}),
        whole.model_copy(update={"channel": "wiki"}),
        whole.model_copy(update={"path": "engineer.eml", "channel": "email"}),
    ]

    assert _found(digest, others) == []


@settings(max_examples=25)
@given(cases())
def test_no_text_makes_our_own_files_differ(case: Case) -> None:
    digest = compose(case.content, case.edition, case.role, case.language)

    assert _found(digest, [_artifact(digest, channel) for channel in (TEXT, WEB)]) == []
    try:
        mail = _artifact(digest, EMAIL)
    except DigestError:
        return  # a text that no mail can carry is a rule of mail
    assert _found(digest, [mail]) == []


def test_a_build_with_such_a_theme_writes_nothing(tmp_path: Path) -> None:
    root, output = tmp_path / "coast", tmp_path / "output"
    copytree(COAST, root)
    _theme(root, TEXT, order="TS")

    with pytest.raises(DigestError, match="M7"):
        built(root, output)

    assert not list(output.glob("2*"))


def test_white_space_is_no_difference() -> None:
    assert squeezed("a b\u00a0c\n\td\u2028e") == "abcde"
    assert follows("abcabd", ["ab", "ab", "d"])
    assert not follows("abcab", ["ab", "ab", "ab"])
    assert not follows("ab", ["b", "a"])


def test_an_address_is_found_in_text_whatever_stands_around_it() -> None:
    links = text(b"see (https://a.example.org/x), <https://b.example.org/?q=(1)>.").links

    assert links["https://a.example.org/x"] == 1
    assert links["https://b.example.org/?q=(1"] == 1
    assert links["https://a.example.org/"] == 0


@pytest.mark.parametrize(
    "hiding", ["hidden", 'style="margin:0; display: none"', 'style="visibility:hidden"']
)
def test_what_a_page_hides_is_not_read(hiding: str) -> None:
    assert page(f"<body><div {hiding}><p>a</p>b</div>c".encode()).words == "c"


def test_what_a_page_does_not_show_is_not_read() -> None:
    found = page(b"<body><style>a{}</style><!-- b --><p>c<br>d&#233;</p><a href='x'>e</a></body>")

    assert found.words == "cdée"
    assert found.links == {"x": 1}
