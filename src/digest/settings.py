"""How this machine runs: flags, then the environment, then `digest.toml`, then defaults."""

import os
import re
import tomllib
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError
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

_POSITION = re.compile(r"\(at line (\d+), column (\d+)\)")


class Settings(BaseSettings):
    """The settings of one run; `jobs` 0 renders in this process, None in one per processor.

    `memory_mb`, `cpu_seconds` and `wall_seconds` are what one rendering may take.
    """

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_ignore_empty=True, toml_file=FILE, extra="forbid", frozen=True
    )

    publication: Path | None = None
    output: Path = Path("output")
    jobs: int | None = Field(default=None, ge=0, le=512)
    scheduler: str | None = None
    cache: bool = True
    memory_mb: int = Field(default=4096, ge=512)
    cpu_seconds: int = Field(default=300, ge=1)
    wall_seconds: float = Field(default=600, gt=0)

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
    that is not what the setting takes, or a setting nobody knows.
    """
    given = {name: value for name, value in flags.items() if value is not None}
    text = _text()
    try:
        return Settings(**given)
    except ValidationError as error:
        problems = (_misfit(one, given, text) for one in error.errors(include_url=False))
        raise UsageError(*dict.fromkeys(problems)) from error


def _text() -> str:
    """The text of the file, which is TOML; empty when there is none."""
    try:
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


def _misfit(error: Any, given: dict[str, Any], text: str) -> Problem:
    name = str(error["loc"][0])
    variable = PREFIX + name.upper()
    known = name in Settings.model_fields
    said = error["msg"] if known else "there is no such setting"
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
