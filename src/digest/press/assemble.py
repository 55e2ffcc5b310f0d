"""Renderings become the files of a bundle."""

from collections.abc import Iterator, Sequence

from digest.edition.view import Digest
from digest.press.rendering import Order, Renderings
from digest.render import logo
from digest.render.artifact import Artifact, Rendering
from digest.render.channels import EMAIL, TEXT, WEB
from digest.render.data import data
from digest.render.message import Enclosure, message
from digest.render.theme import Theme

#: The channel of the file that holds a digest itself, for other programs.
DATA = "digest"

#: The page a reader of the folder begins with.
INDEX = "index.html"


def artifacts(
    orders: Sequence[Order], renderings: Renderings, theme: Theme, *, home: str | None
) -> tuple[Artifact, ...]:
    """The files, in the order they were ordered; `home` is the stem whose page is the index.

    A mail is made of two renderings, so there must be one of the text wherever mail is ordered.
    """
    kept = [order for order in orders if order.kept]
    files = [file(order, renderings[order.name]) for order in kept]
    files += [
        _mail(order.digest, renderings, theme)
        for order in kept
        if order.channel.name == EMAIL.name
    ]
    files += [_data(digest) for digest in _digests(kept)]
    page = f"{home}{WEB.suffix}"
    files += [one.model_copy(update={"path": INDEX}) for one in files if one.path == page]
    return tuple(files)


def _digests(orders: Sequence[Order]) -> Iterator[Digest]:
    yield from {order.digest.stem: order.digest for order in orders}.values()


def file(order: Order, rendering: Rendering) -> Artifact:
    """The file that an order's rendering becomes."""
    return Artifact(
        path=f"{order.digest.stem}{order.channel.suffix}",
        role=order.digest.role.id,
        language=order.digest.language,
        channel=order.channel.name,
        media_type=order.channel.media_type,
        content=rendering.content,
        pages=rendering.pages,
        problems=rendering.problems,
    )


def _mail(digest: Digest, renderings: Renderings, theme: Theme) -> Artifact:
    html, text = (renderings[digest.stem, channel.name].content for channel in (EMAIL, TEXT))
    return Artifact(
        path=f"{digest.stem}.eml",
        role=digest.role.id,
        language=digest.language,
        channel=EMAIL.name,
        media_type="message/rfc822",
        content=message(digest, html, text, pictures=_pictures(digest, html, theme)),
    )


def _pictures(digest: Digest, html: bytes, theme: Theme) -> tuple[Enclosure, ...]:
    """The logo, where the mail shows it."""
    ground = theme.style(digest).light.paper
    found = logo.enclosure(digest, theme.root, ground=ground)
    return (found,) if found and f"cid:{found.name}".encode() in html else ()


def _data(digest: Digest) -> Artifact:
    return Artifact(
        path=f"{digest.stem}.json",
        role=digest.role.id,
        language=digest.language,
        channel=DATA,
        media_type="application/json",
        content=data(digest),
    )
