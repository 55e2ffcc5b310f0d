"""Which edition, which roles, which channels: what a caller names, found or refused."""

from collections.abc import Iterable, Sequence

from digest.content.corpus import Content
from digest.content.editions import Edition
from digest.content.faults import did_you_mean
from digest.content.publication import Role
from digest.problems import DigestError, Problem, UsageError
from digest.render.channels import Channel


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
    return content.editions[_known("edition", name, content.editions)]


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


def _known(kind: str, name: str, known: Iterable[str]) -> str:
    names = sorted(known)
    if name not in names:
        hint = did_you_mean(name, names) or f"there is {', '.join(names)}"
        raise UsageError(Problem(code="U010", message=f"there is no {kind} {name!r}", hint=hint))
    return name
