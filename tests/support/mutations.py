"""Broken publications: one mutation each of a small valid one, with where it must be noticed."""

import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from support.samples import COAST

PUBLICATION = "publication.yaml"
EDITION = "editions/2026-05-04-barriers.yaml"
RECORD = "records/gate-closing-times.json"
LINES = "records/two-more.jsonl"
READERS = "subscribers.csv"
FILES = (PUBLICATION, EDITION, RECORD, LINES, READERS)

#: What is replaced, by what, and the line it is noticed in if that is another one.
Change = tuple[str, str] | tuple[str, str, int]

#: The line of the record's resource, to which a missing field belongs.
RESOURCE_LINE = 6


@dataclass(frozen=True)
class Mutation:
    """What is done to one file; `line` is where an error must stand, 0 for any line."""

    name: str
    file: str
    change: Callable[[bytes], bytes]
    line: int = 0

    def publication(self, folder: Path) -> Path:
        """A copy of the sample in a new folder, broken in this one way."""
        root = folder / "publication"
        shutil.copytree(COAST, root)
        file = root / self.file
        file.write_bytes(self.change(file.read_bytes()))
        return root


def mutations() -> list[Mutation]:
    """All mutations, the same ones in the same order every time."""
    return [
        *_of_bytes(),
        *_of_publication(),
        *_of_edition(),
        *_of_record(),
        *_of_lines(),
        *_of_readers(),
    ]


def _of_bytes() -> Iterator[Mutation]:
    for file in FILES:
        for name, change in _BYTES.items():
            yield Mutation(f"{file}: {name}", file, change)
    for file in (PUBLICATION, EDITION, RECORD, LINES):
        for name, change in _BRACKETS.items():
            yield Mutation(f"{file}: {name}", file, change)
    for file in (RECORD, LINES):
        for tenths in range(1, 10):
            yield Mutation(f"{file}: cut after {tenths}0 %", file, _cut(tenths))


def _cut(tenths: int) -> Callable[[bytes], bytes]:
    return lambda data: data[: len(data) * tenths // 10]


def _at_middle(inserted: bytes) -> Callable[[bytes], bytes]:
    """Insert bytes after the second line."""

    def change(data: bytes) -> bytes:
        at = (
            data.index(b"\n", data.index(b"\n") + 1)
            if data.count(b"\n") > 2
            else data.index(b"\n")
        )
        return data[: at - 1] + inserted + data[at - 1 :]

    return change


_BYTES: dict[str, Callable[[bytes], bytes]] = {
    "nothing left": lambda _: b"",
    "blank": lambda _: b" \n\n",
    "UTF-16": lambda data: data.decode().encode("utf-16"),
    "UTF-32": lambda data: data.decode().encode("utf-32"),
    "a NUL": _at_middle(b"\0"),
    "an escape character": _at_middle(b"\x1b[31m"),
    "a byte of Latin-1": _at_middle(b"\xe9"),
    "a coded surrogate": _at_middle(b"\xed\xa0\x80"),
    "a noncharacter": _at_middle("\ufffe".encode()),
    "private use": _at_middle("\ue000".encode()),
    "a picture": lambda _: b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)),
    "too large": lambda data: data + b"\n" * 33_000_000,
}

_BRACKETS: dict[str, Callable[[bytes], bytes]] = {
    "a stray brace": lambda data: data + b"}",
    "a stray bracket": lambda data: b"]" + data,
    "half": lambda data: data[: len(data) // 2] + b'{"',
    "200 levels": lambda _: b"[" * 200 + b"]" * 200,
    "100,000 levels": lambda _: b"[" * 100_000,
    "a text": lambda _: b'"text"\n',
    "a list of numbers": lambda _: b"[1, 2]\n",
    "HTML": lambda _: b"<!doctype html>\n<p>Moved</p>\n",
}


def _replaced(
    file: str, old: str, new: str, line: int | None = None, *, name: str = ""
) -> Mutation:
    """Replace the first `old`; the error must stand where `new` begins, or in another line."""
    if line is None:
        text = (COAST / file).read_text("utf-8")
        line = text[: text.index(old)].count("\n") + 1

    def change(data: bytes) -> bytes:
        return data.decode().replace(old, new, 1).encode("utf-8", "surrogatepass")

    return Mutation(f"{file}: {name or f'{old!r} is {new!r}'}", file, change, line)


def _without_line(file: str, start: str, reported: int) -> Mutation:
    """Remove the line that begins with `start`; the error must stand in the line `reported`."""

    def change(data: bytes) -> bytes:
        lines = data.decode().splitlines(keepends=True)
        return "".join(line for line in lines if not line.startswith(start)).encode()

    return Mutation(f"{file}: without {start.strip()!r}", file, change, reported)


def _of_publication() -> Iterator[Mutation]:
    text = (COAST / PUBLICATION).read_text("utf-8")
    for field, value in re.findall(r"^(\w+): (.+)$", text, re.MULTILINE):
        line = f"{field}: {value}"
        if field != "paper":
            yield _without_line(PUBLICATION, f"{field}:", 1)
            yield _replaced(PUBLICATION, line, f"{field}:", name=f"{field} is null")
        yield _replaced(PUBLICATION, line, f"{field}: [1]", name=f"{field} is a list")
        yield _replaced(PUBLICATION, line, f"{field}: 7", name=f"{field} is a number")
        yield _replaced(PUBLICATION, line, f'{field}: "\\0"', name=f"{field} is a NUL")
    for change in _PUBLICATION:
        yield _replaced(PUBLICATION, *change)


_PUBLICATION: tuple[Change, ...] = (
    ("schema: 1", "schema: 2"),
    ("schema: 1", "schema: true"),
    ("id: coast", "id: Coast and River"),
    ("publisher: Example Flood Desk", "publisher: '  '"),
    ("language: en-GB", "language: english"),
    ("language: en-GB", "language: xx"),
    ("timezone: Europe/London", "timezone: Europe/Nowhere"),
    ("site_url: https://coast", "site_url: http://coast"),
    ("site_url: https://coast", "site_url: https://desk:secret@coast"),
    ("method_url: https://coast.example.org/", "method_url: https:///"),
    ("  name: Coast and River Evidence", '  name: "a\\r\\nBcc: b"'),
    ("  address: digest@coast.example.org", "  address: Desk <digest@coast.example.org>"),
    ("  reply_to: editors@coast.example.org", "  reply_to: editors@coast"),
    ("paper: A4", "paper: A5"),
    ("  - {id: barriers, title: Barriers and gates}", "  - {id: barriers}"),
    ("  - {id: barriers, title", "  - {id: Barriers!, title"),
    ("    neutral: true", "    neutral: yes"),
    ("    neutral: true", "    limit: 0"),
    ("    neutral: true", "    limit: many"),
    ("    neutral: true", "    channels: []"),
    ("    neutral: true", "    channels: [7]"),
    ("    neutral: true", "    channels: [pdf, pdf]"),
    ("  - id: planner", "  - id: executive"),
    ("  - id: planner", "  - id: manifest"),
    ("  - id: planner", "  - id: con"),
    ("[operatingModelImplications]", "[operatingModelImplication]"),
    ("[operatingModelImplications]", "[finding]"),
    ("[operatingModelImplications]", "[sector, sector]"),
    ("when_no_takeaway: include", "when_no_takeaway: sometimes"),
    ("  - {id: model-study", "  - {id: field-measurement"),
    ("definition: Readings taken at a working structure.", "definition: ''"),
    ("tone: good", "tone: splendid"),
    ("tone: good", "tone: null"),
    ("within_days: 31", "within_days: -1"),
    ("within_days: 31", "within_days: 31.5"),
    ("within_days: 180", "within_days: 31"),
    (", within_days: 180}", "}"),
    ("title: 'Older, newly relevant'", "title: Older, within_days: 999", 41),
    ("{month}", "{year}"),
    ("  accent: '#0b5f74'", "  accent: teal"),
    ("  accent: '#0b5f74'", "  accent: '#0b5f7'"),
    ("  accent: '#0b5f74'", "  logo: ../logo.png"),
    ("  accent: '#0b5f74'", "  logo: /etc/passwd"),
    ("  accent: '#0b5f74'", "  logo: missing.png"),
    ("  sledRelevance: Why it matters", "  sledRelevance: [why]"),
    ("title: Coast and River", "title: !!str Coast and River"),
    ("labels:", "title: Again\nlabels:"),
    ("id: coast", "\tid: coast"),
    ("id: coast", "id: &id coast\nlanguages: [*ID]", 3),
    ("id: coast", "languages: [en-GB]\nid: coast"),
)


def _of_edition() -> Iterator[Mutation]:
    for field in ("id", "stream", "title", "dated", "records"):
        yield _without_line(EDITION, f"{field}:", 1)
    for change in _EDITION:
        yield _replaced(EDITION, *change)


_EDITION: tuple[Change, ...] = (
    ("id: 2026-05-04-barriers", "id: 2026-05-04-barrier"),
    ("id: 2026-05-04-barriers", "id: 2026.05.04"),
    ("stream: barriers", "stream: rivers"),
    ("title: Barriers and gates", "title: 2026"),
    ("title: Barriers and gates", 'title: "a\\nb"'),
    ("dated: 2026-05-04", "dated: 2026-02-30"),
    ("dated: 2026-05-04", "dated: 20260504"),
    ("dated: 2026-05-04", "dated: 2026-05-04T10:00:00Z"),
    ("dated: 2026-05-04", "dated: 0026-05-04"),
    ("dated: 2026-05-04", "dated: 2026-05-04\ndated: 2026-05-05", 5),
    ("preheader: Silt", 'preheader: "\\ud800 Silt"\nsubject: "Silt"\npreheader2: Silt'),
    ("preheader: Silt slows", "previous: nowhere\npreheader: Silt slows"),
    ("preheader: Silt slows", "previous: 2026-05-04-barriers\npreheader: Silt slows"),
    (
        "[gate-closing-times, silt-flume-study, operator",
        "[gate-closing-times, silt-flume, operator",
    ),
    (
        "[gate-closing-times, silt-flume-study, operator",
        "[silt-flume-study, silt-flume-study, operator",
    ),
    ("records: [gate-closing-times, silt-flume-study, operator-flushing-claim]", "records: []"),
    ("records: [gate-closing-times, silt-flume-study, operator-flushing-claim]", "records: {}"),
    ("records: [gate-closing-times, silt", "records: [3, gate-closing-times, silt"),
    ("  - id: silt-first", "  - id: Silt first"),
    ("    title: Silt, not steel", "    titel: Silt, not steel", 11),
    ("question: Which of our gates", "question:\n    quest: Which of our gates", 16),
    ("evidence: [gate-closing-times, silt-flume-study]", "evidence: [gate-closing-times]"),
    ("evidence: [gate-closing-times, silt-flume-study]", "evidence: []"),
    ("evidence: [gate-closing-times, silt-flume-study]", "evidence: gate-closing-times"),
    ("evidence: [gate-closing-times, silt-flume-study]", "evidence: [gate-closing-times, no]"),
    (
        "evidence: [gate-closing-times, silt",
        "evidence: [gate-closing-times, gate-closing-times, silt",
    ),
    ("patterns:", "patterns: none\nrest:"),
)


def _of_record() -> Iterator[Mutation]:
    text = (COAST / RECORD).read_text("utf-8")
    for field, value in re.findall(r'^        "(\w+)": (".*"),$', text, re.MULTILINE):
        line = f'        "{field}": {value}'
        for name, new in (("a number", "4"), ("a list", "[{}]"), ("a NUL", '"\\u0000"')):
            yield _replaced(RECORD, line, f'        "{field}": {new}', name=f"{field} is {name}")
        if field in _REQUIRED:
            reported = 0 if field == "id" else RESOURCE_LINE
            yield _without_line(RECORD, f'        "{field}":', reported)
            yield _replaced(RECORD, line, f'        "{field}": " "', name=f"{field} is blank")
            yield _replaced(RECORD, line, f'        "{field}": null', name=f"{field} is null")
    for change in _RECORD:
        yield _replaced(RECORD, *change)


_REQUIRED = {
    "id",
    "title",
    "organization",
    "publicationDate",
    "sourceUrl",
    "evidenceClass",
    "outcomeClass",
    "finding",
    "caveats",
}

_URL = '"sourceUrl": "https://estuary.example.org/closing-times?winter=2025&gate=3"'

_RECORD: tuple[Change, ...] = (
    *(
        (_URL, f'"sourceUrl": "{url}"')
        for url in (
            "javascript:alert(1)",
            "ftp://estuary.example.org/",
            "estuary.example.org",
            "https://",
            "https://desk:secret@estuary.example.org/",
            "https://estuary..example.org/",
            "https://estuary.example.org:99999/",
            "https://estuary.example.org/a b",
            "https://estuary.example.org/\\u200b",
            "https://estuary.example.org/\\\\x",
            "https://[::1/",
        )
    ),
    ('"publicationDate": "2026-04-20"', '"publicationDate": "2026-04-31"'),
    ('"publicationDate": "2026-04-20"', '"publicationDate": "2026-4-2"'),
    ('"publicationDate": "2026-04-20"', '"publicationDate": "2026-W17-1"'),
    ('"publishedAt": "2026-04-20"', '"publishedAt": "2026-04-20T25:00:00Z"'),
    ('"eventDate": "2026-03-31"', '"eventDate": "soon"'),
    ('"retrievedAt": "2026-04-30T09:12:00Z"', '"retrievedAt": "2026-04-30T09:12:00"'),
    ('"retrievedAt": "2026-04-30T09:12:00Z"', '"retrievedAt": "2026-04-30"'),
    ('"evidenceClass": "field-measurement"', '"evidenceClass": "field measurement"'),
    ('"outcomeClass": "cautionary"', '"outcomeClass": "positiv"'),
    ('["maintenance", "sediment"]', '["maintenance", {}]'),
    ('["maintenance", "sediment"]', '"maintenance"'),
    ('"streamIds": ["barriers"]', '"streamIds": ["barrier"]'),
    ('          "planner": "Do not', '          "plannr": "Do not'),
    ('"roles": {', '"roles": [], "role": {'),
    ('"engineer": "Design', '"engineer": 5, "engineer2": "Design'),
    ('            "prerequisites": [', '            "prerequisites": 5, "more": ['),
    ('            "prerequisites": [', '            "prerequisites": {"a": "b"}, "more": ['),
    (
        '            "prerequisites": ["A flushing',
        '            "prerequisites": [["A"], "A flushing',
    ),
    ('            "prerequisites": [', '            "\\u0007": ['),
    ('"openedUrl": "https:', '"openedUrl": "\\ud800https:'),
    ('"resourceId": "gate', '"resourceId": "other-gate', 7),
    ('"resourceId": "gate-closing-times",', "", 1),
    ('"versions": [', '"versions": {}, "version": ['),
    ('"version": "external-1"', '"version": 1'),
    ('"version": "external-1",', "", 4),
    ('"resource": {', '"resourc": {', 4),
    ('"title": "Closing', '"title": "Twice", "title": "Closing'),
    ('"title": "Closing', '"title": "\\udc00Closing'),
    ('"title": "Closing', '"title": "\\x Closing'),
    ('"title": "Closing', "'title': \"Closing"),
    ('"sector": "Flood defence"', '"sector": NaN'),
    ('"sector": "Flood defence"', '"sector": 1e999'),
    ('"sector": "Flood defence",', '"sector": "Flood defence"', 11),
    ('"sector": "Flood defence",', '"sector": "Flood\ndefence",'),
    ('"sector": "Flood defence",', '// "sector": "Flood defence",'),
)


def _of_lines() -> Iterator[Mutation]:
    for change in _LINES:
        yield _replaced(LINES, *change)


_LINES: tuple[Change, ...] = (
    ('{"id": "silt-flume-study"', '{"id": "gate-closing-times"'),
    ('{"id": "silt-flume-study"', '{"id": "Gate-Closing-Times"'),
    ('{"id": "silt-flume-study"', '{"id": "silt flume/study"'),
    ('{"id": "silt-flume-study"', '{"id": "..silt"'),
    ('"publicationDate": "2026-01-15"', '"publicationDate": 20260115'),
    ('"id": "operator-flushing-claim", "title"', '"id": "operator-claim", "title"'),
    ('"id": "silt-flume-study", ', ""),
    ('{"id"', '[{"id"'),
    ('{"resourceId"', '\ufeff{"resourceId"'),
)


def _of_readers() -> Iterator[Mutation]:
    for change in _READERS:
        yield _replaced(READERS, *change)
    for line, row in enumerate(_ROWS, start=5):
        count = line - 4
        yield Mutation(f"{READERS}: row {count}", READERS, _with_row(row), 5)


def _with_row(row: str) -> Callable[[bytes], bytes]:
    return lambda data: data.rstrip(b"\n") + b"\n" + row.encode() + b"\n"


_READERS: tuple[Change, ...] = (
    ("email,name", "mail,name"),
    ("email,name", "email,email"),
    ("email,name,role,streams,language,status", "email,name,role,streams,language"),
    ("email,name,role,streams,language,status", "email;name;role;streams;language;status"),
    ("email,name,role,streams,language,status\n", ""),
    ("planner@reader.example.org", "planner at reader.example.org"),
    ("planner@reader.example.org", "planner@reader"),
    ("planner@reader.example.org", ""),
    (",planner,barriers", ",planer,barriers"),
    (",planner,barriers", ",,barriers"),
    (",planner,barriers", ",planner,rivers"),
    (",planner,barriers", ",planner,barriers|barriers"),
    (",en-GB,active", ",de,active"),
    (",en-GB,active", ",english,active"),
    (",en-GB,active", ",en-GB,asleep"),
)

_ROWS = (
    "PLANNER@reader.example.org,,planner,,,",
    " engineer@Reader.example.org ,,engineer,,,",
    "new@reader.example.org,New,planner",
    "new@reader.example.org,New,planner,,,,",
    'new@reader.example.org,"New,planner,,,',
    'new@reader.example.org,"New"er,planner,,,',
    'new@reader.example.org,"New\nBcc: all",planner,,,',
    "ünew@reader.example.org,New,planner,,,",
    "new@@reader.example.org,New,planner,,,",
    "new.@reader.example.org,New,planner,,,",
    '"new@reader.example.org\n",New,planner,,,',
)
