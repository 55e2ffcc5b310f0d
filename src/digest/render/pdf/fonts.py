"""The type of the print edition: files that came with the package, never the system's."""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from digest.problems import DigestError, Problem
from digest.render.style import Type
from digest.values import Frozen

#: What an alias adds to a family's name, so that no font of the machine answers to it.
ALIAS = " Digest"

FOLDER = "fonts/"
MEDIA_TYPE = "font/ttf"


class Face(Frozen):
    """One style of a family: the file in its package and how CSS asks for it."""

    family: str
    package: str
    file: str
    weight: int = 400
    style: str = "normal"

    @property
    def alias(self) -> str:
        """The family's name in our style sheets."""
        return self.family + ALIAS

    @property
    def name(self) -> str:
        """The name under which the fetcher serves the file."""
        return FOLDER + self.file

    @property
    def rule(self) -> str:
        """The `@font-face` rule, its address relative to the fetcher's base."""
        return (
            f'@font-face{{font-family:"{self.alias}";font-weight:{self.weight};'
            f'font-style:{self.style};src:url("{self.name}")}}'
        )


_SERIF = ("Source Serif Pro", "font_source_serif_pro")
_SANS = ("Source Sans Pro", "font_source_sans_pro")

#: Three styles for reading, two for labels.
FACES = (
    Face(family=_SERIF[0], package=_SERIF[1], file="SourceSerifPro-Regular.ttf"),
    Face(family=_SERIF[0], package=_SERIF[1], file="SourceSerifPro-It.ttf", style="italic"),
    Face(family=_SERIF[0], package=_SERIF[1], file="SourceSerifPro-Semibold.ttf", weight=600),
    Face(family=_SANS[0], package=_SANS[1], file="SourceSansPro-Regular.ttf"),
    Face(family=_SANS[0], package=_SANS[1], file="SourceSansPro-Semibold.ttf", weight=600),
)

#: Families of the machine for scripts that ours do not know; a missing one is passed over.
SCRIPTS = {
    "Serif": (
        "Noto Naskh Arabic",
        "Noto Serif Hebrew",
        "Noto Serif Devanagari",
        "Noto Serif Thai",
    ),
    "Sans": ("Noto Sans Arabic", "Noto Sans Hebrew", "Noto Sans Devanagari", "Noto Sans Thai"),
}

#: The script of further languages, as its families are named.
_NAMED = {
    **dict.fromkeys(("am", "ti"), "Ethiopic"),
    **dict.fromkeys(("as", "bn"), "Bengali"),
    "gu": "Gujarati",
    "hy": "Armenian",
    "ka": "Georgian",
    "km": "Khmer",
    "kn": "Kannada",
    "lo": "Lao",
    "ml": "Malayalam",
    "my": "Myanmar",
    "pa": "Gurmukhi",
    "si": "Sinhala",
    "ta": "Tamil",
    "te": "Telugu",
}

#: Languages that are usually written in a script without italics.
_UPRIGHT = frozenset(
    {
        *("am", "ar", "as", "bn", "bo", "ckb", "dv", "dz", "fa", "gu", "he", "hi", "hy", "ja"),
        *("ka", "km", "kn", "ko", "ks", "lo", "ml", "mr", "my", "ne", "or", "pa", "ps", "sa"),
        *("sd", "si", "ta", "te", "th", "ti", "ug", "ur", "yi", "yue", "zh"),
    }
)

#: Scripts that have italics, by their subtags.
_SLANTED = frozenset({"latn", "grek", "cyrl"})

FAMILIES = frozenset(face.family for face in FACES)
ALIASES = frozenset(face.alias for face in FACES)


@cache
def assets() -> dict[str, tuple[str, bytes]]:
    """Media type and bytes of every font file, by the name the fetcher serves.

    `DigestError` names each file its package does not bring.
    """
    found = {face.name: (MEDIA_TYPE, _read(face)) for face in FACES}
    lost = [face for face in FACES if found[face.name][1] == b""]
    if lost:
        raise DigestError(*(_lost(face) for face in lost))
    return found


def _read(face: Face) -> bytes:
    try:
        return (files(face.package) / "files" / face.file).read_bytes()
    except (ModuleNotFoundError, FileNotFoundError):
        return b""


def _lost(face: Face) -> Problem:
    return Problem(
        code="P003",
        message=f"the font file {face.file} is not installed",
        hint=f"install the Python package {face.package.replace('_', '-')} again",
    )


def rules() -> str:
    """The `@font-face` rules of every face."""
    return "".join(face.rule for face in FACES)


def declarations(kind: Type, language: str, beside: str = "") -> str:
    """The custom properties of a language (BCP 47): `--serif`, `--sans`, `--slant`, `--figures`.

    Where a script has no italics, nothing is slanted, and figures are as high as its letters.
    `beside` is the language that decides how Han characters look where this one does not.
    """
    slant, figures = ("normal", "lining") if upright(language) else ("italic", "oldstyle")
    return (
        f"--serif:{stack(kind.serif, language, beside)};"
        f"--sans:{stack(kind.sans, language, beside)};"
        f"--slant:{slant};--figures:{figures}-nums;"
    )


def stack(families: tuple[str, ...], language: str, beside: str = "") -> str:
    """A CSS font stack: our families by their aliases, then faces for other scripts.

    The last family stays last, as it is the generic one. `language` (BCP 47) decides how Han
    characters look, `beside` where that one does not.
    """
    own = (name + ALIAS if name in FAMILIES else name for name in families)
    *preferred, generic = own
    kind = "Sans" if generic == "sans-serif" else "Serif"
    han = _han(language) or _han(beside) or "SC"
    named = {_NAMED[tag] for tag in _primary(language, beside) if tag in _NAMED}
    local = (f"Noto {kind} {script}" for script in sorted(named))
    others = (*local, f"Noto {kind} CJK {han}", *SCRIPTS[kind])
    return ", ".join(_quoted(name) for name in (*preferred, *others, generic))


def _primary(*languages: str) -> Iterator[str]:
    return (language.lower().partition("-")[0] for language in languages)


def upright(language: str) -> bool:
    """Whether a language's script knows no italics, so that slanted letters would be made up."""
    first, *rest = language.lower().split("-")
    script = next((part for part in rest if len(part) == 4 and part.isalpha()), None)
    return first in _UPRIGHT if script is None else script not in _SLANTED


def _han(language: str) -> str | None:
    """The regional form of Han characters that a language's readers expect, if they expect one."""
    first, *rest = language.lower().split("-")
    if first in {"zh", "yue"}:
        if {"hk", "mo"} & set(rest) or (first == "yue" and "hans" not in rest):
            return "HK"
        return "TC" if {"hant", "tw"} & set(rest) else "SC"
    return {"ja": "JP", "ko": "KR"}.get(first)


def _quoted(name: str) -> str:
    return f"'{name}'" if " " in name else name


def unknown(kind: Type) -> tuple[Problem, ...]:
    """A problem for each leading family of the tokens that we have no files of."""
    return tuple(
        Problem(
            code="P004",
            message=f"the design tokens set print in {families[0]}, which no package brings",
            path="styles/tokens.json",
            pointer=f"/print/{name}/$value/0",
            hint="put one of these first: " + ", ".join(sorted(FAMILIES)),
        )
        for name, families in (("serif", kind.serif), ("sans", kind.sans))
        if families[0] not in FAMILIES
    )
