"""How this machine runs: flags, then the environment, then `digest.toml`, then defaults."""

import os
import re
import stat
import tomllib
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, ValidationError
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from digest.problems import Problem, UsageError

#: The file of settings, in the folder one is in: a publication from elsewhere sets nothing here.
FILE = "digest.toml"
PREFIX = "DIGEST_"

#: Secrets that a variable may hold, and no setting does.
SECRETS = ("keys", "smtp_password")

#: A file of settings with more bytes than this is none.
LARGEST = 1_000_000

#: No rendering takes a week, and no clock of the system counts much further.
LONGEST_SECONDS = 7 * 24 * 60 * 60

_POSITION = re.compile(r"\(at line (\d+), column (\d+)\)")


def _named(value: object) -> object:
    """A path that names something: an empty one would silently mean the current folder."""
    if isinstance(value, str) and (not value.strip() or "\0" in value):
        raise ValueError("Input should name a folder")
    return value


Folder = Annotated[Path, BeforeValidator(_named)]


class Settings(BaseSettings):
    """The settings of one run; `jobs` 0 renders in this process, None in one per processor.

    `memory_mb`, `cpu_seconds` and `wall_seconds` are what one rendering may take. `ledger` is the
    address of the account of approvals and deliveries, `keys_file` the file of its keys; None for
    files in the output. The settings from `transport` on say how mail goes out.
    """

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_ignore_empty=True, toml_file=FILE, extra="forbid", frozen=True
    )

    publication: Folder | None = None
    output: Folder = Path("output")
    jobs: int | None = Field(default=None, ge=0, le=512)
    scheduler: str | None = None
    cache: bool = True
    memory_mb: int = Field(default=4096, ge=512, le=1_000_000_000)
    cpu_seconds: int = Field(default=300, ge=1, le=LONGEST_SECONDS)
    wall_seconds: float = Field(default=600, gt=0, le=LONGEST_SECONDS)
    ledger: str | None = None
    keys_file: Folder | None = None
    transport: str | None = None
    connections: int = Field(default=1, ge=1, le=64)
    rate: str | None = None
    per_domain: int | None = Field(default=None, ge=1, le=64)
    service_url: str | None = Field(default=None, pattern=r"^https://[!-~]+$")
    verp: bool = False
    dkim_domain: str | None = None
    dkim_selector: str | None = None
    dkim_key_file: Folder | None = None
    smtp_password_file: Folder | None = None
    metrics_file: Folder | None = None

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Flags before the environment before the file; nothing else is looked at."""
        del dotenv_settings, file_secret_settings
        return (init_settings, env_settings, TomlConfigSettingsSource(settings_cls))


def settings(**flags: Any) -> Settings:
    """The settings, where a flag that is None says nothing.

    Raises `UsageError`: U002 when `digest.toml` is no TOML or cannot be read, U003 for a value
    that is not what the setting takes, a setting nobody knows, or a variable that seems to mean
    another one.
    """
    given = {name: value for name, value in flags.items() if value is not None}
    text = _text()
    if misspelt := tuple(_misspelt(os.environ)):
        raise UsageError(*misspelt)
    try:
        return Settings(**given)
    except ValidationError as error:
        problems = (_misfit(one, given, text) for one in error.errors(include_url=False))
        raise UsageError(*dict.fromkeys(problems)) from error


def secret(name: str) -> str | None:
    """What no file of settings holds, one of `SECRETS`: from the environment, or None."""
    return os.environ.get(PREFIX + name.upper()) or None


def _text() -> str:
    """The text of the file, which is TOML; empty when there is none."""
    try:
        _refuse_devices(Path(FILE).stat())
        text = Path(FILE).read_text(encoding="utf-8")
        tomllib.loads(text)
    except FileNotFoundError:
        return ""
    except (OSError, ValueError) as error:
        said = error.strerror if isinstance(error, OSError) else str(error)
        found = _POSITION.search(str(error))
        line, column = (int(number) for number in found.groups()) if found else (None, None)
        raise UsageError(
            Problem(
                code="U002",
                message=f"the settings cannot be read: {_POSITION.sub('', said or '').strip()}",
                path=FILE,
                line=line,
                column=column,
                hint="it is TOML: `name = value`, one a line, text in quotes",
            )
        ) from error
    return text


def _refuse_devices(state: os.stat_result) -> None:
    """Nothing that never ends is read: a pipe, a device, a file that is far too large."""
    if not stat.S_ISREG(state.st_mode):
        raise ValueError("it is no regular file")
    if state.st_size > LARGEST:
        raise ValueError(f"it has more than {LARGEST:,} bytes")


def _misspelt(names: Iterable[str]) -> Iterator[Problem]:
    """Variables that are no setting of ours but nearly; others may belong to somebody else."""
    known = [PREFIX + name.upper() for name in Settings.model_fields]
    for name in sorted(names):
        near = get_close_matches(name, known, n=1, cutoff=0.9)
        if name.startswith(PREFIX) and name not in known and near:
            message = f"{name}: there is no such setting"
            yield Problem(code="U003", message=message, hint=f"did you mean {near[0]}?")


def _misfit(error: Any, given: dict[str, Any], text: str) -> Problem:
    name = str(error["loc"][0])
    variable = PREFIX + name.upper()
    known = name in Settings.model_fields
    said = error["msg"].removeprefix("Value error, ") if known else "there is no such setting"
    hint = None if known else f"there is {', '.join(sorted(Settings.model_fields))}"
    if name in given:
        where = f"--{name.replace('_', '-')}"
    elif os.environ.get(variable):
        where = variable
    else:
        line = _line(name, text)
        message = f"{name}: {said}"
        return Problem(code="U003", message=message, path=FILE, line=line, hint=hint)
    return Problem(code="U003", message=f"{where}: {said}", hint=hint)


def _line(name: str, text: str) -> int | None:
    mark = re.compile(rf"""\s*(\[\s*)?["']?{re.escape(name)}["']?\s*[]=.]""")
    lines = enumerate(text.splitlines(), start=1)
    return next((number for number, line in lines if mark.match(line)), None)
