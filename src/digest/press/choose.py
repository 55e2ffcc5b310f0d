"""Which edition, which roles, which channels: what a caller names, found or refused."""

from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath

from digest.content.corpus import Content
from digest.content.editions import Edition
from digest.content.faults import did_you_mean
from digest.content.loading import PUBLICATION
from digest.content.places import quoted
from digest.content.publication import Role
from digest.problems import DigestError, Problem, UsageError
from digest.render.channels import OURS, Channel, channels


def edition_of(content: Content, name: str | None) -> Edition:
    """The edition of that id, the newest without one.

    Raises `UsageError` (U010) for an unknown id, `DigestError` (B021) when there is no edition.
    """
    if not content.editions:
        raise DigestError(
            Problem(
                code="B021",
                message="the publication has no edition",
                path="editions",
                hint="write one into editions/",
            )
        )
    if name is None:
        return content.newest()
    return content.editions[_known("edition", name, content.editions, file=True)]


def roles_of(content: Content, names: Sequence[str]) -> tuple[Role, ...]:
    """The roles of these ids in the publication's order, all of them without any.

    Raises `UsageError` (U010) for an unknown id.
    """
    roles = {role.id: role for role in content.publication.roles}
    wanted = {_known("role", name, roles) for name in names} or set(roles)
    return tuple(role for role in roles.values() if role.id in wanted)


def channels_of(
    table: dict[str, Channel], role: Role, names: Sequence[str]
) -> tuple[Channel, ...]:
    """The channels a role is published in, narrowed to these names, in the table's order.

    Raises `UsageError` (U010) for a name nobody knows.
    """
    wanted = {_known("channel", name, table) for name in names} or set(table)
    allowed = set(table) if role.channels is None else set(role.channels)
    return tuple(channel for channel in table.values() if channel.name in wanted & allowed)


def unknown_channels(content: Content) -> tuple[Problem, ...]:
    """C024 for every channel a role names that is neither ours nor installed.

    Raises `WorldError` (B020) when a role names one of a package that cannot be used.
    """
    named = [
        (f"roles/{place}/channels/{number}", name)
        for place, role in enumerate(content.publication.roles)
        for number, name in enumerate(role.channels or ())
    ]
    ours = {channel.name for channel in OURS}
    known = sorted(channels()) if {name for _, name in named} - ours else ours
    return tuple(
        _no_channel(content, field, name, known) for field, name in named if name not in known
    )


def _no_channel(content: Content, field: str, name: str, known: Iterable[str]) -> Problem:
    path, line, column = content.place("", field) or (PUBLICATION, None, None)
    return Problem(
        code="C024",
        message=f"{quoted(name)} is not a channel",
        path=path,
        line=line,
        column=column,
        pointer=f"/{field}",
        hint=did_you_mean(name, known)
        or f"there is {', '.join(known)}; a channel of a package must be installed",
    )


def _known(kind: str, name: str, known: Iterable[str], *, file: bool = False) -> str:
    """The name, if it is known; where it may be that of a `file`, its stem may be meant."""
    names = sorted(known)
    if name not in names:
        meant = PurePosixPath(name).stem if file else name
        hint = did_you_mean(meant, names) or f"there is {', '.join(names)}"
        raise UsageError(Problem(code="U010", message=f"there is no {kind} {name!r}", hint=hint))
    return name
