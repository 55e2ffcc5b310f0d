"""What the domain of a sender must publish, in lines to copy."""

from urllib.parse import urlsplit

from digest.cli.boundary import Reply
from digest.cli.session import Session
from digest.delivery.dkim import Signer
from digest.delivery.keyfile import secret_from
from digest.press.sender import Advice, advice


def told(session: Session, domain: str) -> Reply:
    """The records and duties of a sender's domain; `UsageError` and `WorldError` for settings."""
    settings = session.settings
    named, selector, path = (
        settings.dkim_domain,
        settings.dkim_selector,
        settings.dkim_key_file,
    )
    key = None
    if named and selector and path:
        key = Signer.of(named, selector, secret_from(path)).record()
    found = advice(domain, relay=_relay(settings.transport), key=key, signs_for=named)
    return Reply(found.model_dump(mode="json", exclude={"problems"}), _text(found), found.problems)


def _relay(transport: str | None) -> str | None:
    """The host that mail is posted to."""
    return urlsplit(transport).hostname if transport and "://" in transport else None


def _text(found: Advice) -> str:
    lines = [f"; Records for {found.domain}. Fill in what stands in <...>.", ""]
    for one in found.records:
        lines += [f"; {one.purpose}", one.line, ""]
    lines += ["; What no record does", *(f"; - {duty}" for duty in found.duties)]
    return "\n".join(lines)
