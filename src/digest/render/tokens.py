"""The design tokens as their file says them: ours, with a publication's own laid over them."""

from difflib import get_close_matches
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, ValidationError

from digest.content import jsontext
from digest.content.faults import Fault
from digest.content.jsonplaces import Offsets, find
from digest.content.places import START, Loc, Spot, spot
from digest.problems import DigestError, Problem
from digest.values import Frozen

FILE = "tokens.json"
PATH = f"styles/{FILE}"

Hex = Annotated[str, Field(pattern=r"^#[0-9a-f]{6}$")]
Points = Annotated[str, Field(pattern=r"^\d+(\.\d+)?pt$")]
Pixels = Annotated[str, Field(pattern=r"^\d+(\.\d+)?px$")]
Family = Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9 _-]*$")]


class _Token(Frozen):
    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)
    description: str | None = Field(default=None, alias="$description")


class Colour(_Token):
    """A colour in both schemes."""

    type: Literal["color"] = Field(alias="$type")
    value: Hex = Field(alias="$value")
    dark: Hex


class Colours(Frozen):
    """Every colour there is."""

    ink: Colour
    muted: Colour
    rule: Colour
    paper: Colour
    wash: Colour
    accent: Colour
    warn: Colour
    good: Colour


class Families(_Token):
    """Font families, the preferred one first, a generic one last."""

    type: Literal["fontFamily"] = Field(alias="$type")
    value: tuple[Family, ...] = Field(alias="$value", min_length=1)


class PrintSizes(_Token):
    """The eight sizes of paper, from small to large."""

    type: Literal["dimension"] = Field(alias="$type")
    value: tuple[Points, ...] = Field(alias="$value", min_length=8, max_length=8)


class ScreenSizes(_Token):
    """The five sizes of screens, from small to large."""

    type: Literal["dimension"] = Field(alias="$type")
    value: tuple[Pixels, ...] = Field(alias="$value", min_length=5, max_length=5)


class PrintTokens(Frozen):
    """The type of paper."""

    sizes: PrintSizes
    serif: Families
    sans: Families


class ScreenTokens(Frozen):
    """The type of screens."""

    sizes: ScreenSizes
    serif: Families
    sans: Families


class Tokens(Frozen):
    """All design tokens."""

    color: Colours
    print: PrintTokens
    screen: ScreenTokens


def tokens_of(*texts: str) -> Tokens:
    """The tokens of JSON texts, each laid over the ones before it.

    DigestError with H005 when a text is no JSON object or says something twice, with one H006
    for every wrong token.
    """
    merged: dict[str, Any] = {}
    for text in texts:
        merged = _laid_over(merged, _object(text))
    try:
        return Tokens.model_validate(merged)
    except ValidationError as error:
        wrong = error.errors(include_url=False)
        places = find(texts[-1], (one["loc"][:end] for one in wrong for end in _ends(one["loc"])))
        raise DigestError(
            *(_problem(one, _spot(one, places, texts[-1])) for one in wrong)
        ) from error


def _ends(loc: Loc) -> range:
    return range(1, len(loc) + 1)


def _spot(error: Any, places: dict[Loc, Offsets], text: str) -> Spot | None:
    """Where the wrong token stands in the last text, or the nearest group around it."""
    known = (
        places[error["loc"][:end]]
        for end in reversed(_ends(error["loc"]))
        if error["loc"][:end] in places
    )
    place = next(known, None)
    return spot(text, place.value if place.key is None else place.key) if place else None


def _object(text: str) -> dict[str, Any]:
    reading = jsontext.read(text)
    if reading.faults:
        raise DigestError(*map(_not_json, reading.faults))
    if not isinstance(reading.value, dict):
        raise DigestError(_not_json(Fault("", "it is no object", spot=START)))
    return reading.value


def _laid_over(under: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    both = under.keys() & over.keys()
    inner = {
        key: _laid_over(under[key], over[key])
        for key in both
        if isinstance(under[key], dict) and isinstance(over[key], dict)
    }
    return under | over | inner


def _not_json(fault: Fault) -> Problem:
    line, column = fault.spot or START
    return Problem(
        code="H005",
        message=f"the design tokens cannot be read: {fault.message}",
        path=PATH,
        line=line,
        column=column,
        hint=fault.hint
        or "a token file is one JSON object; it only needs the tokens that differ from ours",
    )


def _problem(error: Any, at: Spot | None) -> Problem:
    where = [str(part) for part in error["loc"]]
    hint = "styles/tokens.json may hold color, print and screen tokens of the documented names"
    if error["type"] == "extra_forbidden":
        near = get_close_matches(where[-1], _names(where[:-1]), n=1)
        hint = f'did you mean "{near[0]}"?' if near else hint
        message = f'there is no design token "{where[-1]}"'
    else:
        message = f"a design token is wrong: {error['msg'][:1].lower()}{error['msg'][1:]}"
    return Problem(
        code="H006",
        message=message,
        path=PATH,
        line=at.line if at else None,
        column=at.column if at else None,
        pointer="".join(f"/{w}" for w in where),
        hint=hint,
    )


def _names(where: list[str]) -> list[str]:
    """The names a group of tokens may hold."""
    model: Any = Tokens
    for part in where:
        model = model.model_fields[part].annotation
    return [field.alias or name for name, field in model.model_fields.items()]
