"""What a shell may offer after the tab key: editions, roles and channels."""

from collections.abc import Iterable

import click
from click.shell_completion import CompletionItem

from digest.cli.run import Run
from digest.cli.session import Session
from digest.content.corpus import Content
from digest.content.loading import load
from digest.press.diff import APPROVED
from digest.problems import DigestError
from digest.render.channels import channels


def editions(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The editions of the publication, the newest first, with their titles."""
    content = _content(ctx)
    known = content.editions.values() if content else ()
    newest = sorted(known, key=lambda one: (one.dated, one.id), reverse=True)
    return _items(((one.id, one.title) for one in newest), incomplete)


def sides(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """What an edition can be compared with: its approved bundle, and the editions."""
    own = _items([(APPROVED, "the bundle that was approved last")], incomplete)
    return own + editions(ctx, parameter, incomplete)


def roles(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The roles of the publication, with their titles."""
    content = _content(ctx)
    known = content.publication.roles if content else ()
    return _items(((role.id, role.title) for role in known), incomplete)


def every_channel(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The channels, with the type of what they make."""
    try:
        known = channels().values()
    except DigestError:
        return []
    return _items(((channel.name, channel.media_type) for channel in known), incomplete)


def _content(ctx: click.Context) -> Content | None:
    """The publication as far as the words before the tab key name one; None when it is broken."""
    options = ctx.find_root().params
    run = Run(as_json=False)
    run.publication, run.output = options.get("publication"), options.get("output")
    try:
        return load(Session(run).root).content
    except DigestError:
        return None


def _items(known: Iterable[tuple[str, str]], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name, help=text) for name, text in known if name.startswith(incomplete)]
