"""Statements that run for every mail: translated once for a database, not once a call."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, cast

from sqlalchemy import Connection, CursorResult, Dialect
from sqlalchemy.sql import Executable
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.elements import ClauseElement


class _Ready(NamedTuple):
    """A statement in the words of one database; `order` is None where values go by name."""

    sql: str
    order: tuple[str, ...] | None
    fixed: dict[str, Any]
    converted: Mapping[str, Callable[[Any], Any]]


def run(
    connection: Connection, statement: Executable, values: Mapping[str, Any]
) -> CursorResult[Any]:
    """Execute a statement with these values; what it returns comes as the database has it."""
    ready = _ready(statement, connection.dialect)
    bound = {**ready.fixed, **values}
    for name, convert in ready.converted.items():
        bound[name] = convert(bound[name])
    if ready.order is None:
        return connection.exec_driver_sql(ready.sql, bound)
    return connection.exec_driver_sql(ready.sql, tuple([bound[name] for name in ready.order]))


@lru_cache(maxsize=128)
def _ready(statement: ClauseElement, dialect: Dialect) -> _Ready:
    compiled = cast(SQLCompiler, statement.compile(dialect=dialect))
    names = compiled.binds
    converters = {
        name: found
        for name, bind in names.items()
        if (found := bind.type.dialect_impl(dialect).bind_processor(dialect)) is not None
    }
    fixed = {name: bind.value for name, bind in names.items() if not bind.required}
    order = compiled.positiontup if compiled.positional else None
    return _Ready(str(compiled), tuple(order) if order is not None else None, fixed, converters)
