"""What the sender's domain must publish, so that mail servers trust its mail; nothing is asked."""

import re

from digest.content.webaddresses import ascii_host
from digest.problems import Problem, Severity, UsageError
from digest.values import Frozen

#: The most bytes of one string in a TXT record.
_STRING = 255

_HOST = re.compile(r"(?=.{1,253}\Z)(?!-)[a-z0-9-]{1,63}(?:\.(?!-)[a-z0-9-]{1,63})+\Z")


class Record(Frozen):
    """One record of a zone, and what it is for; `<...>` in it is for the sender to fill."""

    name: str
    kind: str
    value: str
    purpose: str

    @property
    def line(self) -> str:
        """The record as a zone file has it; a long text stands in several strings."""
        return f"{self.name}. IN {self.kind} {self._shown}"

    @property
    def _shown(self) -> str:
        if self.kind != "TXT":
            return self.value
        parts = (self.value[at : at + _STRING] for at in range(0, len(self.value), _STRING))
        return " ".join(f'"{part}"' for part in parts)


class Advice(Frozen):
    """What to publish, what to do beside it, and what speaks against it."""

    domain: str
    records: tuple[Record, ...]
    duties: tuple[str, ...]
    problems: tuple[Problem, ...] = ()


#: What no record does.
DUTIES = (
    "Give each address that sends a name (PTR), and that name the same address (A, AAAA).",
    "Send through TLS, from addresses that send nothing else; begin with few mails a day.",
    "Keep `digest serve` reachable at `service_url`: who unsubscribes is obeyed at once.",
    "Read what comes back with `digest bounces`: dead mailboxes are written to no more.",
    "Keep complaints below 0.1 % of the mails, never at 0.3 %: write to those alone who asked.",
    "When the reports of DMARC show that all mail passes, publish p=quarantine, then p=reject.",
)


def advice(
    name: str,
    *,
    relay: str | None,
    key: tuple[str, str] | None,
    signs_for: str | None,
) -> Advice:
    """What to publish for mail from the domain `name`.

    `relay` is the host mail is posted to, None when this machine delivers itself. `key` is the
    name and text of the record of the signing key, `signs_for` its domain. Raises `UsageError`
    (S011) when `name` is no domain.
    """
    domain = (ascii_host(name.strip().rstrip(".")) or "").lower()
    if not _HOST.match(domain) or domain.rpartition(".")[2].isdigit():
        hint = "write it as it stands behind the @, such as digest.example.org"
        raise UsageError(Problem(code="S011", message="this is no domain", hint=hint))
    problems = []
    if key is None:
        problems.append(_unsigned())
    elif signs_for and not _aligned(domain, signs_for):
        problems.append(_strange(domain, signs_for))
    records = (_spf(domain, relay), *_dkim(domain, key), _dmarc(domain), _mx(domain))
    return Advice(domain=domain, records=records, duties=DUTIES, problems=tuple(problems))


def _spf(domain: str, relay: str | None) -> Record:
    who = f"include:<what {relay} says>" if relay else "ip4:<address that sends>"
    purpose = "SPF: who may send mail with a return address here"
    return Record(name=domain, kind="TXT", value=f"v=spf1 {who} -all", purpose=purpose)


def _dkim(domain: str, key: tuple[str, str] | None) -> tuple[Record, ...]:
    name, value = key or (f"<selector>._domainkey.{domain}", "<what the relay that signs says>")
    purpose = "DKIM: the public half of the key that signs"
    return (Record(name=name, kind="TXT", value=value, purpose=purpose),)


def _dmarc(domain: str) -> Record:
    value = f"v=DMARC1; p=none; adkim=r; aspf=r; rua=mailto:dmarc@{domain}"
    purpose = "DMARC: what to do with mail that is neither, and where reports go"
    return Record(name=f"_dmarc.{domain}", kind="TXT", value=value, purpose=purpose)


def _mx(domain: str) -> Record:
    purpose = "MX: who takes what comes back"
    return Record(name=domain, kind="MX", value="10 <mail server of yours>.", purpose=purpose)


def _aligned(domain: str, other: str) -> bool:
    """Whether a signature for `other` speaks for `domain`, without a list of public suffixes."""
    return domain == other or domain.endswith(f".{other}") or other.endswith(f".{domain}")


def _unsigned() -> Problem:
    return Problem(
        code="S012",
        severity=Severity.NOTE,
        message="digest signs no mail here: the relay must do it",
        hint="or set dkim_domain, dkim_selector and dkim_key_file",
    )


def _strange(domain: str, other: str) -> Problem:
    return Problem(
        code="S013",
        severity=Severity.WARNING,
        message=f"mail is signed for {other}, which does not speak for {domain}",
        hint=f"sign for {domain}: DMARC counts only a signature of the sender's own domain",
    )
