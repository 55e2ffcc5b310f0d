"""A mail or a page as some program would show it, made of the bundle's own bytes for looking."""

import base64
import re
from email import message_from_bytes
from email.message import Message
from email.policy import default

from digest.preview.choice import Choice
from digest.preview.personas import AS_BUILT, filled_markup

_POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>')
_SHEET = re.compile(r"<style\b.*?</style>", re.DOTALL)
_SCHEMES = re.compile(r'<meta name="(?:supported-)?color-schemes?"[^>]*>')
_ASKED = re.compile(r"prefers-color-scheme\s*:\s*(light|dark)")
_CID = re.compile(r"""cid:([^"')\s]+)""")
_END = re.compile(r"</head>", re.IGNORECASE)

#: What is always so, and never, in the place of a question for the scheme.
_ALWAYS, _NEVER = "min-width:0", "max-width:0"

#: A program that recolours by itself turns every colour round, but pictures back again.
_FORCED = (
    "<style>html{filter:invert(1) hue-rotate(180deg);background:#fff}"
    "img{filter:invert(1) hue-rotate(180deg)}</style>"
)


def exact(chosen: Choice) -> bool:
    """Whether a choice shows the very bytes of the bundle."""
    return chosen.look == "exact" and chosen.reader == AS_BUILT


def view(html: bytes, chosen: Choice, site: str, mail: bytes = b"") -> bytes:
    """The HTML as the choice shows it; the very same bytes where it needs no change.

    `mail` is the whole message, from which attached pictures are put in their places. `site` is
    where links of a reader's own lead.
    """
    text = filled_markup(html.decode(), chosen.reader, site)
    if chosen.look in {"light", "dark"}:
        text = _as_if(text, chosen.look)
    elif chosen.look == "forced":
        text = _recoloured(text)
    if chosen.pictures == "shown" and _CID.search(text):
        text = _with_pictures(text, mail)
    return text.encode()


def _as_if(text: str, scheme: str) -> str:
    """The page as it is where that scheme is preferred."""
    answered = _ASKED.sub(lambda one: _ALWAYS if one[1] == scheme else _NEVER, text)
    style = f"<style>:root{{color-scheme:{scheme}!important}}</style></head>"
    return _END.sub(style, _POLICY.sub("", answered), count=1)


def _recoloured(text: str) -> str:
    """The page in a program that drops what it does not know and recolours the rest."""
    kept = _SHEET.sub(lambda one: "" if re.search("ogs[cb]", one[0]) else one[0], text)
    light = _as_if(_SCHEMES.sub("", kept), "light")
    return _END.sub(f"{_FORCED}</head>", light, count=1)


def _with_pictures(text: str, mail: bytes) -> str:
    pictures = dict(_pictures(message_from_bytes(mail, policy=default)))
    return _CID.sub(lambda one: pictures.get(one[1], one[0]), text)


def _pictures(mail: Message) -> list[tuple[str, str]]:
    """The pictures of a mail as `data:` addresses, each by its content id."""
    found = []
    for part in mail.walk():
        content, name = part.get_payload(decode=True), (part.get("Content-ID") or "").strip("<>")
        if name and isinstance(content, bytes):
            data = base64.b64encode(content).decode()
            found.append((name, f"data:{part.get_content_type()};base64,{data}"))
    return found
