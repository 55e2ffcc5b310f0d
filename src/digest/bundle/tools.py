"""The tools that take part in making bytes, and their versions on this machine."""

import ctypes
import hashlib
import platform
import zlib
from collections.abc import Callable, Iterable
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from digest.bundle.systemfonts import system_fonts

#: Packages whose versions may change the bytes of an artifact.
PACKAGES = (
    "babel",
    "digest-press",
    "font-source-sans-pro",
    "font-source-serif-pro",
    "fonttools",
    "jinja2",
    "lxml",
    "mjml-python",
    "pillow",
    "pydyf",
    "resvg-py",
    "tinycss2",
    "tinyhtml5",
    "weasyprint",
)


def _fontconfig(library: ctypes.CDLL) -> str:
    number = int(library.FcGetVersion())
    return f"{number // 10000}.{number // 100 % 100}.{number % 100}"


def _harfbuzz(library: ctypes.CDLL) -> str:
    library.hb_version_string.restype = ctypes.c_char_p
    return str(library.hb_version_string().decode())


def _pango(library: ctypes.CDLL) -> str:
    library.pango_version_string.restype = ctypes.c_char_p
    return str(library.pango_version_string().decode())


#: Native libraries: the name the loader knows them by, and how each tells its version.
NATIVE: dict[str, tuple[str, Callable[[ctypes.CDLL], str]]] = {
    "fontconfig": ("libfontconfig.so.1", _fontconfig),
    "harfbuzz": ("libharfbuzz.so.0", _harfbuzz),
    "pango": ("libpango-1.0.so.0", _pango),
}


def native(name: str) -> str | None:
    """The version of a native library; None where the loader does not find it."""
    file, tell = NATIVE[name]
    try:
        return tell(ctypes.CDLL(file))
    except (OSError, AttributeError):
        return None


def package(name: str) -> str | None:
    """The version of an installed package; None where it is missing."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def versions(more: Iterable[str] = ()) -> dict[str, str]:
    """Every tool with its version, the machine's fonts by a hash over all of them.

    `more` names further packages. What is missing is left out.
    """
    found: dict[str, str | None] = {name: package(name) for name in sorted({*PACKAGES, *more})}
    found |= {name: native(name) for name in NATIVE}
    found |= {
        "system-fonts": system_fonts(),
        "python": platform.python_version(),
        "zlib": zlib.ZLIB_RUNTIME_VERSION,
    }
    return {name: found[name] or "" for name in sorted(found) if found[name]}


def fingerprint(module: str) -> str:
    """SHA-256 over the Python files of a module's top package: code changes between versions."""
    spec = find_spec(module.partition(".")[0])
    roots = [Path(root) for root in (spec.submodule_search_locations or ())] if spec else []
    files = [file for root in roots for file in sorted(root.rglob("*.py"))]
    if spec and spec.origin and not roots:
        files = [Path(spec.origin)]
    total = hashlib.sha256()
    for file in files:
        content = file.read_bytes()
        total.update(f"{file.name} {len(content)}\n".encode() + content)
    return total.hexdigest()
