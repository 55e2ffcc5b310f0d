"""Input that is meant for trouble, and what a worker may be asked to make of it."""

import random
from collections.abc import Iterator

from digest.problems import DigestError
from digest.render.artifact import Rendering
from digest.render.email.compiler import compile_mail
from support.strategies import HOSTILE

#: Stands for an address that nobody may open: a file of a test's own, or a counting server.
CANARY = "CANARY-URL"

#: Pieces of text that mean something to one of those who read a record after us.
PIECES = (
    *HOSTILE,
    "javascript:alert(1)", "JaVa\tscript:alert(1)", "//evil.example", "file:///etc/hostname",
    f'<img src="{CANARY}">', f'<link rel="attachment" href="{CANARY}">',
    f"@import url({CANARY});", f'<mj-include path="{CANARY}" />', f"url({CANARY})",
    f'<iframe src="{CANARY}"></iframe>', "</td></tr></table></body></html>",
    "</mj-text><mj-raw><script>x</script></mj-raw><mj-text>", "<b>" * 500, "<!--", "-->",
    "<![CDATA[", "]]>", "<?php echo 1 ?>", "&foo;", "&#0;", "&#x110000;",
    "{{ self.__class__.__mro__ }}", "{% include 'x' %}", "${7*7}", "<%= 7*7 %>", "{#", "#}",
    "\r\nBcc: e@x.example", "\r\n.\r\n", "=?utf-8?q?x?=", "%0d%0aBcc:x", "\x00", "\x1b[31m",
    "\ud800", "\uffff", "\u202e", "\u200b", '" onload="x', "' onload='x",
    "color:red;background:url(x)", "=HYPERLINK(1)", "+1", "-1", "@x", "a" * 3000, "\n" * 50,
    "\ufeff", "'; DROP TABLE delivery; --",
)  # fmt: skip


def texts(seed: int, count: int) -> Iterator[str]:
    """So many hostile texts, the same for the same seed."""
    chance = random.Random(seed)  # noqa: S311  # the same trouble on every run
    for _ in range(count):
        yield "".join(chance.choices(PIECES, k=chance.randint(1, 4)))


def spliced(seed: int, sample: bytes, count: int, pieces: tuple[bytes, ...]) -> Iterator[bytes]:
    """So many times the sample, each time with a few pieces cut out, doubled or put in."""
    chance = random.Random(seed)  # noqa: S311  # the same trouble on every run
    for _ in range(count):
        data = sample
        for _ in range(chance.randint(1, 4)):
            at, length = chance.randrange(len(data) + 1), chance.choice((0, 0, 1, 7, 40))
            piece = chance.choice((chance.choice(pieces), data[at : at + length] * 2, b""))
            data = data[:at] + piece + data[at + length :]
        yield data


def compiled(mjml: str) -> Rendering:
    """What becomes of MJML: a refusal is an end as good as any, a crash is none."""
    try:
        return Rendering(content=compile_mail(mjml).html.encode())
    except DigestError:
        return Rendering(content=b"refused")
