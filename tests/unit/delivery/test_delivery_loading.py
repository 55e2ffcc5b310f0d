from email.message import EmailMessage
from pathlib import Path

import pytest

from digest.bundle import manifest, store
from digest.bundle.manifest import Manifest
from digest.delivery.compiled.enclosing import enclosed
from digest.delivery.compiled.letter import Letter
from digest.delivery.compiled.loading import LARGEST_PDF, load
from digest.delivery.compiled.structure import taken_apart
from digest.problems import DigestError
from digest.render.artifact import Artifact
from support.letters import DATE, IDENTIFIER, READER, letter, read, real, texts

EDITION = "2026-05-04-barriers"
PDF = b"%PDF-1.7\n" + bytes(range(256)) * 40


def _artifact(path: str, content: bytes, channel: str, media_type: str) -> Artifact:
    return Artifact(
        path=path,
        role="engineer",
        language="en-GB",
        channel=channel,
        media_type=media_type,
        content=content,
    )


def _bundle(output: Path, mail: bytes | None = None, pdf: bytes = PDF) -> Manifest:
    files = [
        _artifact("engineer.eml", real() if mail is None else mail, "email", "message/rfc822"),
        _artifact("engineer.pdf", pdf, "pdf", "application/pdf"),
    ]
    made = manifest.manifest_of(EDITION, files, inputs={}, tools={})
    store.write(output, made, files)
    return made


def _code(error: pytest.ExceptionInfo[DigestError]) -> list[str]:
    return [problem.code for problem in error.value.problems]


def test_the_approved_mail_is_loaded(tmp_path: Path) -> None:
    seal = _bundle(tmp_path).seal

    loaded = load(tmp_path / EDITION, "engineer", seal=seal, date=DATE)

    assert loaded.to(READER, IDENTIFIER) == letter(real()).to(READER, IDENTIFIER)


def test_a_test_mail_is_marked(tmp_path: Path) -> None:
    seal = _bundle(tmp_path).seal

    loaded = load(tmp_path / EDITION, "engineer", seal=seal, date=DATE, mark="Test")

    assert read(loaded.to(READER, IDENTIFIER))["Subject"].startswith("[Test] ")


def test_another_build_than_the_approved_is_refused(tmp_path: Path) -> None:
    seal = _bundle(tmp_path).seal
    _bundle(tmp_path, real().replace(b"gates", b"Gates"))

    with pytest.raises(DigestError) as error:
        load(tmp_path / EDITION, "engineer", seal=seal, date=DATE)

    assert _code(error) == ["D101"]


@pytest.mark.parametrize("name", ["engineer.eml", "engineer.pdf", manifest.NAME])
def test_a_flipped_bit_is_refused(tmp_path: Path, name: str) -> None:
    seal = _bundle(tmp_path).seal
    path = tmp_path / EDITION / name
    raw = bytearray(path.read_bytes())
    raw[len(raw) // 2] ^= 1
    path.write_bytes(raw)

    with pytest.raises(DigestError) as error:
        load(tmp_path / EDITION, "engineer", seal=seal, date=DATE, attach_pdf=True)

    assert _code(error)[0] in {"B004", "B005"}


@pytest.mark.parametrize("stem", ["planner", "../engineer", "engineer.de", ""])
def test_a_role_without_a_mail_is_told(tmp_path: Path, stem: str) -> None:
    seal = _bundle(tmp_path).seal

    with pytest.raises(DigestError) as error:
        load(tmp_path / EDITION, stem, seal=seal, date=DATE)

    assert _code(error) == ["D106"]


def test_the_pdf_travels_as_it_is_in_the_bundle(tmp_path: Path) -> None:
    seal = _bundle(tmp_path).seal

    loaded = load(tmp_path / EDITION, "engineer", seal=seal, date=DATE, attach_pdf=True)

    mail = read(loaded.to(READER, IDENTIFIER))
    assert mail.get_content_type() == "multipart/mixed"
    (attached,) = mail.iter_attachments()
    assert isinstance(attached, EmailMessage)
    assert attached.get_filename() == f"{EDITION}-engineer.pdf"
    assert attached.get_content_type() == "application/pdf"
    assert attached.get_content() == PDF


def test_with_a_pdf_the_rest_is_as_it_was() -> None:
    plain = letter(real()).to(READER, IDENTIFIER)
    more = Letter(enclosed(taken_apart(real()), "x.pdf", PDF), DATE).to(READER, IDENTIFIER)

    assert texts(more) == texts(plain)
    names = [name for name, _ in read(plain).items()]
    assert [name for name, _ in read(more).items()] == names
    assert all(line.isascii() and len(line) <= 76 for line in more.split(b"\r\n"))
    body = plain.partition(b"\r\n\r\n")[2]
    assert body in more


def test_a_pdf_that_is_too_large_is_not_attached(tmp_path: Path) -> None:
    seal = _bundle(tmp_path, pdf=b"%PDF" + b"x" * LARGEST_PDF).seal

    with pytest.raises(DigestError) as error:
        load(tmp_path / EDITION, "engineer", seal=seal, date=DATE, attach_pdf=True)

    assert _code(error) == ["D107"]
    load(tmp_path / EDITION, "engineer", seal=seal, date=DATE)


def test_a_mail_without_parts_carries_nothing() -> None:
    raw = b"Content-Type: text/plain\r\n\r\nx\r\n"

    with pytest.raises(DigestError, match="D102"):
        enclosed(taken_apart(raw.replace(b"plain", b"plain; charset=utf-8\r\n"
                                         b"Content-Transfer-Encoding: quoted-printable")),
                 "x.pdf", PDF)  # fmt: skip
