"""A PostgreSQL of our own: a cluster in a folder, reached by a socket in it, gone afterwards."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import psycopg
from psycopg.sql import SQL, Identifier

#: Where Debian keeps the programs of a server, outside the path.
DEBIAN = Path("/usr/lib/postgresql")

#: How long the server may take to start or stop, in seconds.
PATIENCE = 60

#: Nothing here outlives the run: durability of the server's own files is not what is tested.
_OPTIONS = "-c fsync=off -c full_page_writes=off -c listen_addresses='' -c max_connections=60"


def programs() -> Path | None:
    """The folder with `initdb` and `pg_ctl`, None where they are not installed."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    return max((one.parent for one in DEBIAN.glob("*/bin/initdb")), default=None)


class Postgres:
    """A running server; each test has a place of its own in it."""

    def __init__(self, folder: Path, user: str, tools: Path) -> None:
        self.folder = folder
        self.user = user
        self._tools = tools
        self._made = 0

    def url(self, name: str = "postgres") -> str:
        """The address of a database."""
        host = quote(str(self.folder), safe="")
        return f"postgresql://{self.user}@/{name}?host={host}"

    def empty(self) -> str:
        """The address of an empty place for tables: a schema of its own, made in no time."""
        self._made += 1
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(SQL("CREATE SCHEMA {}").format(Identifier(f"test{self._made}")))
        return f"{self.url()}&options=-csearch_path%3Dtest{self._made}"

    def call(self, program: str, *arguments: str) -> str:
        """Call one of the server's programs as its owner; what it printed."""
        command = [*_as(self.user), str(self._tools / program), *arguments]
        called = subprocess.run(
            command, check=True, capture_output=True, text=True, timeout=PATIENCE, cwd="/"
        )
        return called.stdout


@contextmanager
def postgres(tools: Path) -> Iterator[Postgres]:
    """A server that stands while the context does; as root it runs as the user postgres."""
    user = pwd.getpwuid(os.geteuid()).pw_name if os.geteuid() else "postgres"
    folder = Path(tempfile.mkdtemp(prefix="postgres-"))
    shutil.chown(folder, user)
    server = Postgres(folder, user, tools)
    data, log = str(folder / "data"), str(folder / "log")
    server.call("initdb", "--pgdata", data, "--auth", "trust", "--no-sync", "--encoding", "UTF8")
    options = f"{_OPTIONS} -c unix_socket_directories={folder}"
    start = ["--pgdata", data, "--log", log, "--options", options, "--wait", "start"]
    server.call("pg_ctl", *start)
    try:
        yield server
    finally:
        server.call("pg_ctl", "--pgdata", data, "--mode", "immediate", "--wait", "stop")
        shutil.rmtree(folder, ignore_errors=True)


def _as(user: str) -> list[str]:
    # It is an administrator's program: not every path leads there.
    places = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/sbin"])
    changed = shutil.which("runuser", path=places) or "runuser"
    return [] if os.geteuid() else [changed, "-u", user, "--"]
