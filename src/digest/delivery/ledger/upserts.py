"""Inserts that meet a row of the same key, in the words of each database."""

from sqlalchemy import Column, Connection, Table
from sqlalchemy.dialects import postgresql, sqlite


def _insert(connection: Connection, table: Table) -> postgresql.Insert | sqlite.Insert:
    if connection.dialect.name == "postgresql":
        return postgresql.insert(table)
    return sqlite.insert(table)


def unless_there(connection: Connection, table: Table) -> postgresql.Insert | sqlite.Insert:
    """An insert that leaves the row of the same key as it is."""
    return _insert(connection, table).on_conflict_do_nothing()


def or_change(
    connection: Connection, table: Table, key: Column[str], changed: tuple[str, ...]
) -> postgresql.Insert | sqlite.Insert:
    """An insert that gives the row of the same key its values in the columns `changed`."""
    added = _insert(connection, table)
    values = {name: added.excluded[name] for name in changed}
    return added.on_conflict_do_update(index_elements=[key], set_=values)
