"""What a reader's mail costs once the edition's is compiled, beside making each one anew."""

from collections.abc import Callable
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from functools import partial

from cryptography.hazmat.primitives.asymmetric import ed25519, rsa

from digest.content.loading import load
from digest.delivery.compiled.letter import Letter, Reader
from digest.delivery.compiled.structure import taken_apart
from digest.delivery.dkim import Signer
from digest.edition.compose import compose
from digest.edition.reader import Sample
from digest.edition.view import Digest
from digest.render import email, text
from digest.render.message import message
from digest.render.placeholders import in_markup, in_text
from digest.render.theme import Theme
from ratios import SEEDS, Report, parser, processor

#: Budgets of a compiled mail: against the standard library's, and on a quiet machine.
RATIO, MICROSECONDS = 50.0, 60.0

#: How many mails a round makes, compiled and by the standard library.
MANY, FEW = 5000, 60

SIGNATURES = 200
DATE = datetime(2026, 11, 4, 8, tzinfo=UTC)
KEYS: dict[str, ed25519.Ed25519PrivateKey | rsa.RSAPrivateKey] = {
    "Ed25519": ed25519.Ed25519PrivateKey.generate(),
    "RSA-2048": rsa.generate_private_key(65537, 2048),
}


def reader(number: int) -> Reader:
    """One of many readers, no two alike."""
    token = f"{number * 2654435761 % 2**64:016x}" * 3
    return Reader(
        f"reader.{number}@example.org",
        f"Reader Núñez {number}" if number % 4 == 0 else f"Reader {number}",
        f"https://readers.example.org/u/{token}",
        f"https://readers.example.org/p/{token}",
    )


def identifier(number: int) -> str:
    return f"<d1.{number:040x}@digest.example.org>"


def anew(html: str, plain: str, subject: str, number: int) -> bytes:
    """One reader's mail by the standard library alone."""
    one = reader(number)
    values = {
        Sample.NAME: one.name,
        Sample.UNSUBSCRIBE: one.unsubscribe_url,
        Sample.PREFERENCES: one.preferences_url,
    }
    mail = EmailMessage(policy=SMTP)
    mail["From"] = "Digest <digest@digest.example.org>"
    mail["To"] = Address(one.name, addr_spec=one.address)
    mail["Subject"] = subject
    mail["Date"] = DATE
    mail["Message-ID"] = identifier(number)
    mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    mail.set_content(in_text(plain, values))
    mail.add_alternative(in_markup(html, values), subtype="html")
    return mail.as_bytes()


def compare(report: Report, rounds: int) -> bytes:
    """Say what mails cost in both ways; one of them."""
    digest = _digest()
    html, plain = email.render(digest, Theme()).content, text.render(digest, Theme()).content
    letter = Letter(taken_apart(message(digest, html, plain)), DATE)
    first = letter.to(reader(1), identifier(1))
    ways: dict[str, tuple[int, Callable[[int], object]]] = {
        "readers": (MANY, lambda number: (reader(number), identifier(number))),
        "compiled": (MANY, lambda number: letter.to(reader(number), identifier(number))),
        "library": (
            FEW,
            lambda number: anew(html.decode(), plain.decode(), digest.mail.subject, number),
        ),
    }
    cost = {name: _each(rounds, *way) for name, way in ways.items()}
    compiled, library = (cost[name] - cost["readers"] for name in ("compiled", "library"))
    print(f"one mail has {len(first):,} bytes, of which {letter.size:,} are everybody's")
    report.say("a thousand mails by the standard library", library * 1000)
    report.say("a thousand compiled mails", compiled * 1000)
    report.ratio("the library's time, in compiled mails", library / compiled, least=RATIO)
    report.ratio("a compiled mail, in microseconds", compiled * 1e6, most=MICROSECONDS)
    return first


def sign(report: Report, rounds: int, mail: bytes) -> None:
    """Say what signing the mail costs."""
    for name, key in KEYS.items():
        signer = Signer("digest.example.org", "desk", key)
        cost = _each(rounds, SIGNATURES, partial(_signed, signer, mail))
        report.say(f"a thousand signatures, {name}", cost * 1000)


def _signed(signer: Signer, mail: bytes, _: int) -> bytes:
    return signer.sign(mail)


def _digest() -> Digest:
    content = load(SEEDS).content
    if content is None:
        raise SystemExit("the sample publication is broken")
    role = next(one for one in content.publication.roles if not one.neutral)
    return compose(content, content.newest(), role, content.publication.language)


def _each(rounds: int, count: int, work: Callable[[int], object]) -> float:
    """Seconds of processor for one of so many pieces of work."""

    def all_of_it() -> None:
        for number in range(count):
            work(number)

    return processor(rounds, all_of_it) / count


def main() -> None:
    options = parser(__doc__, rounds=5).parse_args()
    report = Report()
    sign(report, options.rounds, compare(report, options.rounds))
    report.close(strict=options.strict)


if __name__ == "__main__":
    main()
